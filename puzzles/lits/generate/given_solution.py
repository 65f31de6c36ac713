"""A solution that a setter gives: its shaded squares, and their division into tetrominoes.

A drawing (`puzzles.lits.formats`) marks squares with the letter of their tetromino, which is
enough, because equal shapes never touch; or with ``#``: these are divided into tetrominoes here, in
every way that the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from litslab.games.geometry import Board, bits
from litslab.games.pieces import TETROMINOES
from litslab.games.placements import Placement
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.formats import (
    MARKS,
    FormatError,
    drawn_lines,
    is_drawing,
    load,
    read_rows,
    read_text,
)
from litslab.puzzles.lits.generate.partition import lits_table
from litslab.puzzles.lits.puzzle import LITS, TETROMINO_SIZE, PuzzleError, reading_rank
from litslab.puzzles.lits.solve import only_solution
from litslab.puzzles.lits.sources import read_sources

Solution = tuple[Placement, ...]
"""Tetrominoes that obey the rules, in the order in which a reader meets them."""


def read_solutions(source: str | Path) -> tuple[Board, Iterator[Solution]]:
    """Return the board of a solution and every way to cut it into tetrominoes that the rules allow.

    Parameters
    ----------
    source : str or Path
        A drawing, or a file with one; or a puzzle with one solution, in any format, whose regions
        are then not looked at further.

    Raises
    ------
    PuzzleError
        If it is neither, or breaks a rule.
    """
    text = str(source)
    path = Path(source)
    if "\n" not in text and (path.is_file() or path.is_fifo()):
        text = load(path)
    if is_drawing(text, lettered=True):
        try:
            board, marks = read_rows(drawn_lines(text), MARKS)
            return board, solutions_of(board, marks)
        except PuzzleError as error:
            raise PuzzleError(f"{path}: {error}" if text != str(source) else str(error)) from None
    entries = read_sources([source]) if text == str(source) else read_text(text, str(path))
    if len(entries) != 1:
        raise FormatError(f"{source}: {len(entries)} puzzles: expected one, with its solution")
    (entry,) = entries
    if entry.puzzle.rules is not LITS:
        raise FormatError(
            f"{source}: a puzzle with the rules {entry.puzzle.rules.name}: expected {LITS.name}"
        )
    shading = only_solution(entry.puzzle).shading if entry.shading is None else entry.shading
    pieces = solution_of(entry.puzzle, shading).tetrominoes(entry.puzzle)
    board = entry.puzzle.board
    table = lits_table(entry.puzzle.board)
    return board, iter((in_order(board, filter(None, (table.find(*piece) for piece in pieces))),))


def solutions_of(board: Board, marks: str) -> Iterator[Solution]:
    """Return every way to cut a shading into tetrominoes that the rules allow.

    Parameters
    ----------
    board : Board
        The board.
    marks : str
        For each square ``.``, ``#`` or the letter of its tetromino.

    Raises
    ------
    PuzzleError
        If there is none, saying why.
    """
    shading = sum(1 << square for square, mark in enumerate(marks) if mark != ".")
    _check(board, shading)
    if next(_divisions(board, marks, shading), None) is None:
        raise PuzzleError(
            "the shaded squares cannot be cut into L, I, T and S tetrominoes so that equal shapes "
            "share no edge"
        )
    return _divisions(board, marks, shading)


def _check(board: Board, shading: int) -> None:
    count = shading.bit_count()
    if not count or count % TETROMINO_SIZE:
        raise PuzzleError(
            f"{count} shaded squares: expected a multiple of {TETROMINO_SIZE}, at least one "
            "tetromino"
        )
    parts = board.groups(shading)
    if len(parts) > 1:
        places = " and ".join(board.name(next(bits(part))) for part in parts[:2])
        raise PuzzleError(
            f"the shaded squares at {places} are not connected: expected one connected area"
        )
    block = next((window for window in board.windows if not window & ~shading), 0)
    if block:
        raise PuzzleError(
            f"the 2×2 block {' '.join(board.names(block))} is shaded: expected an unshaded square "
            "in it"
        )


def _divisions(board: Board, marks: str, shading: int) -> Iterator[Solution]:
    """Yield each division once, by laying a tetromino on the square that the fewest can take."""
    letters = {
        shape: sum(1 << s for s, mark in enumerate(marks) if mark == shape.value)
        for shape in TETROMINOES
    }
    lettered = sum(letters.values())
    fits = [
        each
        for each in lits_table(board)
        if not each.mask & (~shading | lettered & ~letters[each.shape])
    ]

    def search(left: int, possible: list[Placement], laid: list[Placement]) -> Iterator[Solution]:
        if not left:
            yield in_order(board, laid)
            return

        def choices(square: int) -> int:
            return sum(placement.mask >> square & 1 for placement in possible)

        square = min(bits(left), key=choices)
        for placement in possible:
            if not placement.mask >> square & 1:
                continue
            beside = board.adjacent(placement.mask)
            rest = [
                other
                for other in possible
                if not other.mask & placement.mask
                and not (other.shape is placement.shape and other.mask & beside)
            ]
            yield from search(left & ~placement.mask, rest, [*laid, placement])

    yield from search(shading, fits, [])


def in_order(board: Board, pieces: Iterable[Placement]) -> Solution:
    """Return tetrominoes in the order in which a reader meets them."""
    place = reading_rank(board)
    return tuple(sorted(pieces, key=lambda each: min(place[square] for square in each.squares)))


def letters_of(board: Board, solution: Solution) -> str:
    """Return a solution as a mark for each square: the letter of its tetromino, or ``.`` where it
    is unshaded.
    """
    marks = ["."] * board.size
    for piece in solution:
        for square in piece.squares:
            marks[square] = piece.shape.value
    return "".join(marks)


def from_letters(board: Board, marks: str) -> Solution:
    """Return the solution with these letters: the inverse of `letters_of`.

    Raises
    ------
    PuzzleError
        If it breaks a rule.
    """
    found = list(islice(solutions_of(board, marks), 2))
    if len(found) > 1 or "#" in marks:
        raise PuzzleError(
            "a solution of squares without letters: expected the letter of each tetromino"
        )
    return found[0]
