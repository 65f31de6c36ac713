"""Variants of a LITS puzzle: turned and mirrored ones, and ones with the same solution and other
borders.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from litslab.games.drawable import Drawable
from litslab.games.errors import OptionError
from litslab.games.geometry import Board, bits, mask_of
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.drawing import sheet
from litslab.puzzles.lits.puzzle import (
    OUTSIDE,
    LitsPuzzle,
    PuzzleError,
    PuzzleSolution,
    SolutionStatus,
)
from litslab.puzzles.lits.repair import BorderMove, moved
from litslab.puzzles.lits.solve import solve
from litslab.puzzles.lits.sources import AnyPuzzle, read_puzzle
from litslab.puzzles.lits.svg import draw_puzzle

_ATTEMPTS = 20
"""Number of walks per variant with other borders before fewer variants are returned."""

# For each image: are columns and rows exchanged, and are the columns, and the rows, then reversed?
_TURNS = (
    ("quarter turn left", True, True, False),
    ("half turn", False, True, True),
    ("quarter turn right", True, False, True),
    ("mirror left-right", False, True, False),
    ("mirror top-bottom", False, False, True),
    ("mirror in the rising diagonal", True, False, False),
    ("mirror in the falling diagonal", True, True, True),
)


@dataclass(frozen=True)
class Variant(Drawable):
    """A variant of a puzzle.

    Attributes
    ----------
    name : str
        The change, such as ``half turn`` or ``other borders 1``.
    puzzle : LitsPuzzle
        The puzzle.
    status : SolutionStatus
        The number of solutions: that of the original if turned or mirrored, proved again if borders
        changed.
    solution : PuzzleSolution or None
        Its solution where it has exactly one.
    """

    drawn_by = "puzzles.lits.variants:draw_variant"

    name: str
    puzzle: LitsPuzzle
    status: SolutionStatus
    solution: PuzzleSolution | None


def puzzle_variants(puzzle: AnyPuzzle, *, borders: int = 0, seed: int = 0) -> list[Variant]:
    """Return variants of a puzzle: turned, mirrored, and with other borders.

    Parameters
    ----------
    puzzle : LitsPuzzle or str or Path
        The puzzle, or what `puzzles.lits.sources.read_puzzle` reads.
    borders : int
        Number of variants with the same solution and other borders; each is proved to be unique.
    seed : int
        Random seed for these.

    Returns
    -------
    list of Variant
        First the turned and mirrored ones that differ from the puzzle and from each other, then
        those with other borders, which may be fewer than asked for.

    Raises
    ------
    PuzzleError
        If other borders are asked for, and the puzzle does not have exactly one solution.
    OptionError
        If the number of variants is negative.

    Examples
    --------
    >>> import litslab as ll
    >>> variants = ll.puzzle_variants(ll.puzzle("lits/6/5/4gq64cb2g6"), borders=1)
    >>> [variant.name for variant in variants][-2:]
    ['mirror in the falling diagonal', 'other borders 1']
    """
    if borders < 0:
        raise OptionError(f"{borders} variants with other borders: expected 0 or more")
    puzzle = read_puzzle(puzzle)
    answer = solve(puzzle, conflict=False)
    solution = answer.solutions[0] if answer.status is SolutionStatus.UNIQUE else None
    if borders and solution is None:
        raise PuzzleError(
            f"solutions: {answer.status}: expected exactly one, to keep it with other borders"
        )
    found = list(_turned(puzzle, answer.status, solution))
    if borders and solution is not None:
        found += _other_borders(puzzle, solution, borders, random.Random(seed))
    return found


def _turned(
    puzzle: LitsPuzzle,
    status: SolutionStatus,
    solution: PuzzleSolution | None,
) -> Iterator[Variant]:
    """Yield the images of a puzzle that differ from it and from each other."""
    seen = {puzzle}
    for name, other, squares in images_of(puzzle):
        if other not in seen:
            seen.add(other)
            yield Variant(name, other, status, solution and _image_of(other, solution, squares))


def images_of(puzzle: LitsPuzzle) -> Iterator[tuple[str, LitsPuzzle, list[int]]]:
    """Yield each turn and reflection: its name, the image of a puzzle, and the square that each of
    its squares was.
    """
    board = puzzle.board
    width = puzzle.board.columns
    for name, transposes, across, upright in _TURNS:
        rows: list[Sequence[int]] = [
            range(start, start + width) for start in range(0, board.size, width)
        ]
        rows = list(zip(*rows, strict=True)) if transposes else rows
        rows = [row[::-1] for row in rows] if across else rows
        squares = [square for row in (reversed(rows) if upright else rows) for square in row]
        regions = tuple(puzzle.regions[square] for square in squares)
        givens = "".join(map(puzzle.given, squares))
        yield (
            name,
            LitsPuzzle(Board(len(rows[0]), len(rows)), regions, givens, puzzle.rules),
            squares,
        )


def _image_of(other: LitsPuzzle, solution: PuzzleSolution, squares: list[int]) -> PuzzleSolution:
    shading = mask_of(
        place for place, square in enumerate(squares) if solution.shading >> square & 1
    )
    return solution_of(other, shading)


def _other_borders(
    puzzle: LitsPuzzle,
    solution: PuzzleSolution,
    count: int,
    rng: random.Random,
) -> Iterator[Variant]:
    """Yield puzzles with the same solution, each after a random walk of border moves that keep it
    the only one.
    """
    seen = {puzzle}
    for _ in range(count * _ATTEMPTS):
        if len(seen) > count:
            return
        other = _walk(puzzle, solution, rng)
        if other in seen:
            continue
        seen.add(other)
        answer = solve(other, conflict=False)
        assert answer.status is SolutionStatus.UNIQUE  # every step of the walk was proved
        yield Variant(f"other borders {len(seen) - 1}", other, answer.status, answer.solutions[0])


def _walk(puzzle: LitsPuzzle, solution: PuzzleSolution, rng: random.Random) -> LitsPuzzle:
    """Return a puzzle after random moves of unshaded squares, each of which leaves the solution the
    only one.
    """
    board = puzzle.board
    free = list(bits(sum(puzzle.masks) & ~solution.shading))
    current = puzzle
    for square in rng.choices(free, k=2 * len(free)) if free else ():
        region = current.regions[square]
        near = sorted(
            {current.regions[neighbour] for neighbour in board.neighbours(square)}
            - {OUTSIDE, region}
        )
        if not near:
            continue
        changed = moved(current, (BorderMove(square, region, rng.choice(near)),))
        if changed is not None and solve(changed, conflict=False).status is SolutionStatus.UNIQUE:
            current = changed
    return current


def draw_variant(variant: Variant) -> str:
    """Return the picture of a variant."""
    return draw_puzzle(variant.puzzle, title=variant.name)


def draw_variants(variants: list[Variant]) -> str:
    """Return the pictures of variants on one sheet.

    Raises
    ------
    PuzzleError
        If there is none.
    """
    if not variants:
        raise PuzzleError("no variants: the puzzle looks the same however it is turned or mirrored")
    return sheet([draw_variant(variant) for variant in variants], min(4, len(variants)))
