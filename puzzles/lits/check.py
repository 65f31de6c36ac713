"""The checker of LITS solutions, the oracle of both solvers: every broken rule with the squares
that break it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from litslab.games.geometry import Board, bits
from litslab.games.language import mark, tr
from litslab.games.pieces import Shape, shape_of
from litslab.puzzles.lits.puzzle import TETROMINO_SIZE, LitsPuzzle, PuzzleError, PuzzleSolution


class Rule(StrEnum):
    """A rule that a shading can break; the value is what commands print, in English."""

    FULL_BLOCK = mark("2×2 block shaded")
    BLANK_BLOCK = mark("2×2 block unshaded")
    OUTSIDE = mark("shaded outside every region")
    EMPTY = mark("nothing shaded in a region")
    FEWER = mark("fewer than four squares shaded in a region")
    MORE = mark("more than four squares shaded in a region")
    SPLIT = mark("shaded squares of a region not connected")
    FEWER_THAN_EIGHT = mark("fewer than eight squares shaded in a region")
    MORE_THAN_EIGHT = mark("more than eight squares shaded in a region")
    NOT_TWO = mark("shaded squares of a region not two separate tetrominoes")
    FEWER_UNSHADED = mark("fewer than four squares unshaded in a region")
    MORE_UNSHADED = mark("more than four squares unshaded in a region")
    SPLIT_UNSHADED = mark("unshaded squares of a region not connected")
    EQUAL_SHAPES = mark("equal shapes share an edge")
    APART = mark("shaded squares not connected")
    GIVEN = mark("a given is contradicted")


@dataclass(frozen=True)
class Violation:
    """A broken rule.

    Attributes
    ----------
    rule : Rule
        The rule.
    squares : int
        The squares that break it: of a block, of a region, of two touching tetrominoes, or of a
        part that is cut off.
    board : Board
        The squares' board, for their names.
    """

    rule: Rule
    squares: int
    board: Board

    def __str__(self) -> str:
        return tr(
            "{rule}: {squares}",
            rule=tr(self.rule),
            squares=" ".join(self.board.names(self.squares)),
        )


def violations(puzzle: LitsPuzzle, shading: int) -> list[Violation]:
    """Return every rule that a shading breaks; an empty list where it solves the puzzle.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    shading : int
        The set of shaded squares.

    Examples
    --------
    >>> from litslab.puzzles.lits.puzzle import parse_shading
    >>> puzzle = LitsPuzzle.from_rows([[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 1]])
    >>> for violation in violations(puzzle, parse_shading(puzzle.board, ["##..", "##..", "...#"])):
    ...     print(violation)
    2×2 block shaded: a2 b2 a3 b3
    fewer than four squares shaded in a region: d1
    shaded squares not connected: d1
    """
    return [
        Violation(rule, squares, puzzle.board)
        for find in (
            _full_blocks,
            _blank_blocks,
            _outside,
            _regions,
            _equal_shapes,
            _parts,
            _givens,
        )
        for rule, squares in find(puzzle, shading)
    ]


def _full_blocks(puzzle: LitsPuzzle, shading: int) -> Iterator[tuple[Rule, int]]:
    with_o = Shape.O in puzzle.rules.shapes
    tetrominoes = set(_tetrominoes(puzzle, shading)) if with_o else set()
    for window in puzzle.board.windows:
        if shading & window == window and window not in tetrominoes:
            yield Rule.FULL_BLOCK, window


def _blank_blocks(puzzle: LitsPuzzle, shading: int) -> Iterator[tuple[Rule, int]]:
    if puzzle.rules.blank_blocks:
        return
    inside = sum(puzzle.masks)
    for window in puzzle.board.windows:
        if not shading & window and not window & ~inside:
            yield Rule.BLANK_BLOCK, window


def _outside(puzzle: LitsPuzzle, shading: int) -> Iterator[tuple[Rule, int]]:
    if outside := shading & ~sum(puzzle.masks):
        yield Rule.OUTSIDE, outside


def _regions(puzzle: LitsPuzzle, shading: int) -> Iterator[tuple[Rule, int]]:
    fewer = Rule.FEWER
    more = Rule.MORE
    split = Rule.SPLIT
    if puzzle.rules.inverse:
        fewer = Rule.FEWER_UNSHADED
        more = Rule.MORE_UNSHADED
        split = Rule.SPLIT_UNSHADED
    elif puzzle.rules.tetrominoes == 2:
        fewer = Rule.FEWER_THAN_EIGHT
        more = Rule.MORE_THAN_EIGHT
    expected = puzzle.rules.covered
    for number, region in enumerate(puzzle.masks):
        squares = puzzle.covered(number, shading)
        count = squares.bit_count()
        if not squares and puzzle.rules.optional:
            continue
        if not squares:
            yield fewer if puzzle.rules.inverse else Rule.EMPTY, region
        elif count != expected:
            yield fewer if count < expected else more, squares
        if puzzle.rules.tetrominoes == 1:
            if not puzzle.board.is_connected(squares):
                yield split, squares
        elif count == expected and any(
            group.bit_count() != TETROMINO_SIZE for group in puzzle.tetrominoes(number, shading)
        ):
            yield Rule.NOT_TWO, squares


def _tetrominoes(puzzle: LitsPuzzle, shading: int) -> Iterator[int]:
    """Yield the squares of the tetrominoes of all regions."""
    for region in range(len(puzzle.masks)):
        yield from puzzle.tetrominoes(region, shading)


def _equal_shapes(puzzle: LitsPuzzle, shading: int) -> Iterator[tuple[Rule, int]]:
    # Two that touch are of different regions: those of one region share no edge.
    tetrominoes = [(_shape(puzzle, squares), squares) for squares in _tetrominoes(puzzle, shading)]
    for number, (shape, squares) in enumerate(tetrominoes):
        beside = puzzle.board.adjacent(squares)
        for other_shape, others in tetrominoes[number + 1 :]:
            if shape is not None and shape is other_shape and beside & others:
                yield Rule.EQUAL_SHAPES, squares | others


def _parts(puzzle: LitsPuzzle, shading: int) -> Iterator[tuple[Rule, int]]:
    for part in puzzle.board.groups(shading)[1:]:
        yield Rule.APART, part


def _givens(puzzle: LitsPuzzle, shading: int) -> Iterator[tuple[Rule, int]]:
    wrong = 0
    for square, given in enumerate(puzzle.givens):
        if given == "?":
            continue
        is_shaded = bool(shading >> square & 1)
        region = puzzle.regions[square]
        if given in "#.":
            right = is_shaded == (given == "#")
        else:
            pieces = () if region < 0 else puzzle.tetrominoes(region, shading)
            shapes = [_shape(puzzle, squares) for squares in pieces if squares >> square & 1]
            right = any(shape is not None and shape.value == given for shape in shapes)
        if not right:
            wrong |= 1 << square
    if wrong:
        yield Rule.GIVEN, wrong


def _shape(puzzle: LitsPuzzle, squares: int) -> Shape | None:
    """Return the tetromino that a set of squares is, or None where it is none that the
    puzzle has.
    """
    board = puzzle.board
    if squares.bit_count() != 4:
        return None
    if squares in board.windows:
        return Shape.O if Shape.O in puzzle.rules.shapes else None
    return shape_of((board.column(square), board.row(square)) for square in bits(squares))


def solution_of(puzzle: LitsPuzzle, shading: int) -> PuzzleSolution:
    """Return a shading as a solution, with the shape of each tetromino.

    Raises
    ------
    PuzzleError
        If it breaks a rule; the text names the first.
    """
    if broken := violations(puzzle, shading):
        raise PuzzleError(f"no solution: {broken[0]}")
    shapes = (_shape(puzzle, squares) for squares in _tetrominoes(puzzle, shading))
    return PuzzleSolution(shading, tuple(shapes))
