"""LITS puzzles from the rule text alone: all choices of four squares a region, or of two fours,
each finished shading checked.

The same for the puzzles next to LITS (`puzzles.lits.puzzle.RULES`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations, product

from litslab.games.geometry import Board
from litslab.games.pieces import Shape
from litslab.puzzles.lits.puzzle import DOUBLE_LITS, LITS, OUTSIDE, LitsPuzzle, PuzzleRules
from tests.puzzles.making import grow
from tests.rules_text import Square, Squares, edge_of, full_blocks, groups_of, letter_of

Piece = tuple[Squares, str]
"""Four squares as (column, row), and the letter of the tetromino that they are."""

Choice = tuple[Piece, ...]
"""The tetrominoes of a region in reading order; none for a region that is left out."""


def _choices(puzzle: LitsPuzzle) -> list[list[Choice]]:
    board = puzzle.board
    rules = puzzle.rules
    found: list[list[Choice]] = [[] for _ in puzzle.masks]
    for region, choices in enumerate(found):
        members = [square for square in range(board.size) if puzzle.regions[square] == region]
        pieces = list(_pieces(board, members, rules))
        together: list[Choice] = [(piece,) for piece in pieces]
        if rules.tetrominoes == 2:
            together = [
                (one, other)
                for one, other in combinations(pieces, 2)
                if not other[0] & (one[0] | edge_of(one[0]))
            ]
        inside, outside = ("#", ".") if not rules.inverse else (".", "#")
        for choice in [*together, *([()] if rules.optional else [])]:
            letters = {board.square(*at): shape for squares, shape in choice for at in squares}
            if all(
                given in (inside, letters[square]) if square in letters else given == outside
                for square in members
                if (given := puzzle.given(square)) != "?"
            ):
                choices.append(choice)
    return found


def _pieces(board: Board, members: list[int], rules: PuzzleRules) -> Iterator[Piece]:
    """Yield the tetrominoes of the rules among some squares, as a reader meets them."""
    found = []
    for four in combinations(members, 4):
        squares = frozenset((board.column(square), board.row(square)) for square in four)
        shape = letter_of(squares)
        if shape is None and Shape.O in rules.shapes and len(groups_of(squares)) == 1:
            shape = "O"
        if shape is not None:
            found.append((squares, shape))
    yield from sorted(found, key=lambda piece: min((-row, column) for column, row in piece[0]))


def is_solution(puzzle: LitsPuzzle, choice: tuple[Choice, ...]) -> bool:
    """Return whether the tetrominoes of all regions solve the puzzle together."""
    shaded = _shaded(puzzle, choice)
    tetrominoes = list(chain.from_iterable(choice))
    for (squares, shape), (others, other_shape) in combinations(tetrominoes, 2):
        if shape == other_shape and edge_of(squares) & others:
            return False
    pieces = () if puzzle.rules.inverse else [squares for squares, _ in tetrominoes]
    if any(block not in pieces for block in full_blocks(shaded)):
        return False
    inside = {
        square for region in range(len(puzzle.masks)) for square in _squares_of(puzzle, region)
    }
    if not puzzle.rules.blank_blocks and any(not block & shaded for block in full_blocks(inside)):
        return False
    return len(groups_of(shaded)) <= 1


def _squares_of(puzzle: LitsPuzzle, region: int) -> Squares:
    board = puzzle.board
    return frozenset(
        (board.column(square), board.row(square))
        for square in range(board.size)
        if puzzle.regions[square] == region
    )


def _shaded(puzzle: LitsPuzzle, choice: tuple[Choice, ...]) -> Squares:
    """The shaded squares: those of the tetrominoes, or all others of the regions."""
    return Squares().union(
        *(
            _squares_of(puzzle, region) - covered if puzzle.rules.inverse else covered
            for region, pieces in enumerate(choice)
            for covered in [Squares().union(*(squares for squares, _ in pieces))]
        )
    )


def solutions(puzzle: LitsPuzzle) -> Iterator[tuple[int, str]]:
    """Yield every solution: the shading and the letters of the regions, those left out
    without one.
    """
    outside = [
        puzzle.given(square) for square, region in enumerate(puzzle.regions) if region == OUTSIDE
    ]
    if any(given not in "?." for given in outside):
        return
    for choice in product(*_choices(puzzle)):
        if is_solution(puzzle, choice):
            shading = sum(1 << puzzle.board.square(*place) for place in _shaded(puzzle, choice))
            yield shading, "".join(shape for _, shape in chain.from_iterable(choice))


def random_puzzle(
    rng: random.Random,
    *,
    columns: int,
    rows: int,
    regions: int,
    givens: float = 0.0,
    rules: PuzzleRules = LITS,
) -> LitsPuzzle:
    """A grid of regions that grew at random from a square each; squares may be outside, and regions
    in parts.
    """
    board = Board(columns, rows)
    numbers = [OUTSIDE] * board.size
    for region, square in enumerate(rng.sample(range(board.size), regions)):
        numbers[square] = region
    grow(board, numbers, rng, leave=rng.choice((0, 0, 1, 2, 4)))
    if rng.random() < 0.1:
        a, b = rng.sample(range(board.size), 2)
        numbers[a], numbers[b] = numbers[b], numbers[a]
    known = "".join(
        rng.choice(rules.givens[1:]) if rng.random() < givens else "?" for _ in range(board.size)
    )
    return LitsPuzzle(board, tuple(numbers), known, rules)


def planted_puzzle(rng: random.Random, *, columns: int, rows: int, tries: int = 400) -> LitsPuzzle:
    """A grid with at least one solution: tetrominoes laid by the rules at random, and regions grown
    around them.
    """
    board = Board(columns, rows)
    numbers = _planted(rng, board, tries)
    _fill(rng, board, numbers)
    return LitsPuzzle(board, _in_order(board, numbers))


def planted_double_puzzle(
    rng: random.Random, *, columns: int, rows: int, tries: int = 400
) -> LitsPuzzle:
    """A grid of Double LITS with at least one solution: two regions grown around pairs of
    tetrominoes that share no edge; they may be in parts.
    """
    board = Board(columns, rows)
    while True:
        # Each tetromino touches an earlier one, so the first four are connected.
        planted = _planted(rng, board, tries)
        numbers = {place: number for place, number in planted.items() if number < 4}
        touching = {
            frozenset((number, numbers[near]))
            for place, number in numbers.items()
            for near in edge_of([place])
            if near in numbers
        }
        for one, other in combinations(range(4), 2):
            rest = frozenset(range(4)) - {one, other}
            if len(set(numbers.values())) == 4 and not {frozenset((one, other)), rest} & touching:
                numbers = {place: int(number in rest) for place, number in numbers.items()}
                _fill(rng, board, numbers)
                return LitsPuzzle(board, _in_order(board, numbers), rules=DOUBLE_LITS)


def _planted(rng: random.Random, board: Board, tries: int) -> dict[Square, int]:
    """Lay tetrominoes by the rules at random: the number of one for each of its squares."""
    places = [(column, row) for column in range(board.columns) for row in range(board.rows)]
    numbers: dict[Square, int] = {}
    letters: list[str] = []
    for _ in range(tries):
        squares = {rng.choice(places)}
        while len(squares) < 4:
            squares.add(rng.choice([b for a in squares for b in _beside(a)]))
        shape = letter_of(frozenset(squares))
        if shape is None or any(not board.contains(*a) or a in numbers for a in squares):
            continue
        met = {letters[numbers[b]] for b in edge_of(squares) if b in numbers}
        if shape in met or (letters and not met) or full_blocks(squares | numbers.keys()):
            continue
        numbers.update(dict.fromkeys(squares, len(letters)))
        letters.append(shape)
    return numbers


def _fill(rng: random.Random, board: Board, numbers: dict[Square, int]) -> None:
    """Let all other squares join the regions beside them."""
    places = [(column, row) for column in range(board.columns) for row in range(board.rows)]
    free = [place for place in places if place not in numbers]
    while free:
        place = rng.choice(free)
        if regions := [numbers[b] for b in _beside(place) if b in numbers]:
            numbers[place] = rng.choice(regions)
            free.remove(place)


def _in_order(board: Board, numbers: dict[Square, int]) -> tuple[int, ...]:
    return tuple(numbers[board.column(square), board.row(square)] for square in range(board.size))


def _beside(place: Square) -> list[Square]:
    """The squares beside one, in the order on which the puzzles of a seed depend."""
    column, row = place
    return [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
