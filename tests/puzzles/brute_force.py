"""LITS puzzles from the rule text alone: all choices of four squares a region, each finished shading checked.

The same for the puzzles next to LITS (`puzzles.lits.puzzle.RULES`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

from litslab.games.geometry import Board
from litslab.games.pieces import Shape
from litslab.puzzles.lits.puzzle import LITS, OUTSIDE, LitsPuzzle, PuzzleRules
from tests.puzzles.making import grow
from tests.rules_text import Squares, groups_of

Choice = tuple[Squares, str]
"""Four squares as (column, row), and the letter of the tetromino that they are; none for a region that is left out."""


def _touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _connected(squares: Squares) -> bool:
    return len(groups_of(squares)) <= 1


def letter(squares: Squares) -> str | None:
    """The tetromino that four squares are: told apart by how many neighbours each has, and by the squares' extent."""
    if not _connected(squares):
        return None
    degrees = sorted(sum(_touch(a, b) for b in squares) for a in squares)
    if degrees == [2, 2, 2, 2]:
        return None  # the 2×2 block
    if degrees == [1, 1, 1, 3]:
        return "T"
    if len({column for column, _ in squares}) == 1 or len({row for _, row in squares}) == 1:
        return "I"
    # In an L three squares are in line.
    lines = [[a[axis] for a in squares] for axis in (0, 1)]
    return "L" if any(line.count(value) == 3 for line in lines for value in line) else "S"


def _choices(puzzle: LitsPuzzle) -> list[list[Choice]]:
    board, rules = puzzle.board, puzzle.rules
    found: list[list[Choice]] = [[] for _ in puzzle.masks]
    for region, choices in enumerate(found):
        members = [square for square in range(board.size) if puzzle.regions[square] == region]
        for four in [*combinations(members, 4), *([()] if rules.optional else [])]:
            squares = frozenset((board.column(square), board.row(square)) for square in four)
            shape = letter(squares) if four else ""
            if shape is None and Shape.O in rules.shapes and _connected(squares):
                shape = "O"
            if shape is None:
                continue
            inside, outside = ("#", ".") if not rules.inverse else (".", "#")
            givens = {square: puzzle.given(square) for square in members}
            if all(
                given in (inside, shape) if square in four else given == outside
                for square, given in givens.items()
                if given != "?"
            ):
                choices.append((squares, shape))
    return found


def is_solution(puzzle: LitsPuzzle, choice: tuple[Choice, ...]) -> bool:
    """Return whether one tetromino in each region (or none, if the rules allow that) solves the puzzle."""
    shaded = _shaded(puzzle, choice)
    for (squares, shape), (others, other_shape) in combinations(choice, 2):
        if shape == other_shape and any(_touch(a, b) for a in squares for b in others):
            return False
    blocks = [frozenset(_window((c, r))) for c in range(puzzle.board.columns - 1) for r in range(puzzle.board.rows - 1)]
    pieces = () if puzzle.rules.inverse else [squares for squares, _ in choice]
    if any(block <= shaded and block not in pieces for block in blocks):
        return False
    inside = {square for region in range(len(puzzle.masks)) for square in _squares_of(puzzle, region)}
    if not puzzle.rules.blank_blocks and any(block <= inside and not block & shaded for block in blocks):
        return False
    return _connected(shaded)


def _squares_of(puzzle: LitsPuzzle, region: int) -> Squares:
    board = puzzle.board
    return frozenset(
        (board.column(square), board.row(square)) for square in range(board.size) if puzzle.regions[square] == region
    )


def _shaded(puzzle: LitsPuzzle, choice: tuple[Choice, ...]) -> Squares:
    """The shaded squares: those of the tetrominoes, or all others of the regions."""
    return Squares().union(
        *(
            _squares_of(puzzle, region) - squares if puzzle.rules.inverse else squares
            for region, (squares, _) in enumerate(choice)
        )
    )


def solutions(puzzle: LitsPuzzle) -> Iterator[tuple[int, str]]:
    """Yield every solution: the shading and the letters of the regions, those left out without one."""
    outside = [puzzle.given(square) for square, region in enumerate(puzzle.regions) if region == OUTSIDE]
    if any(given not in "?." for given in outside):
        return
    for choice in product(*_choices(puzzle)):
        if is_solution(puzzle, choice):
            shading = sum(1 << puzzle.board.square(*place) for place in _shaded(puzzle, choice))
            yield shading, "".join(shape for _, shape in choice)


def random_puzzle(
    rng: random.Random, *, columns: int, rows: int, regions: int, givens: float = 0.0, rules: PuzzleRules = LITS
) -> LitsPuzzle:
    """A grid of regions that grew at random from a square each; squares may be outside, and regions in parts."""
    board = Board(columns, rows)
    numbers = [OUTSIDE] * board.size
    for region, square in enumerate(rng.sample(range(board.size), regions)):
        numbers[square] = region
    grow(board, numbers, rng, leave=rng.choice((0, 0, 1, 2, 4)))
    if rng.random() < 0.1:
        a, b = rng.sample(range(board.size), 2)
        numbers[a], numbers[b] = numbers[b], numbers[a]
    known = "".join(rng.choice(rules.givens[1:]) if rng.random() < givens else "?" for _ in range(board.size))
    return LitsPuzzle(board, tuple(numbers), known, rules)


def planted_puzzle(rng: random.Random, *, columns: int, rows: int, tries: int = 400) -> LitsPuzzle:
    """A grid with at least one solution: tetrominoes laid by the rules at random, and regions grown around them."""
    board = Board(columns, rows)
    places = [(column, row) for column in range(columns) for row in range(rows)]
    numbers: dict[tuple[int, int], int] = {}
    letters: list[str] = []
    for _ in range(tries):
        squares = {rng.choice(places)}
        while len(squares) < 4:
            squares.add(rng.choice([b for a in squares for b in _beside(a)]))
        shape = letter(frozenset(squares))
        if shape is None or any(not board.contains(*a) or a in numbers for a in squares):
            continue
        met = {letters[numbers[b]] for a in squares for b in _beside(a) if b in numbers}
        shaded = squares | numbers.keys()
        corners = {(c - left, r - down) for c, r in squares for left in (0, 1) for down in (0, 1)}
        if shape in met or (letters and not met) or any(set(_window(corner)) <= shaded for corner in corners):
            continue
        numbers.update(dict.fromkeys(squares, len(letters)))
        letters.append(shape)
    free = [place for place in places if place not in numbers]
    while free:
        place = rng.choice(free)
        if beside := [numbers[b] for b in _beside(place) if b in numbers]:
            numbers[place] = rng.choice(beside)
            free.remove(place)
    return LitsPuzzle(board, tuple(numbers[board.column(square), board.row(square)] for square in range(board.size)))


def _beside(place: tuple[int, int]) -> list[tuple[int, int]]:
    column, row = place
    return [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]


def _window(corner: tuple[int, int]) -> list[tuple[int, int]]:
    column, row = corner
    return [(column + right, row + up) for right in (0, 1) for up in (0, 1)]
