"""The divisions of a board into regions, and those that are puzzles, counted a second way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.small_puzzles import count, puzzle_of
from litslab.games.geometry import Board
from litslab.puzzles.lits.generate.spec import WITHOUT_PUZZLE, PuzzleSpec
from litslab.puzzles.lits.model import solve
from litslab.puzzles.lits.puzzle import PuzzleError
from litslab.puzzles.lits.result import SolutionStatus


def labellings(board: Board, regions: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield every way to put the squares into sets, whether connected or not."""
    placed = sum(regions).bit_count()
    if placed == board.size:
        yield regions
        return
    square = 1 << placed
    for number, region in enumerate(regions):
        yield from labellings(board, (*regions[:number], region | square, *regions[number + 1 :]))
    yield from labellings(board, (*regions, square))


@pytest.mark.parametrize(("columns", "rows"), [(4, 1), (5, 1), (8, 1), (3, 2), (4, 2), (3, 3)])
def test_puzzles_on_small_boards_are_counted_alike_by_brute_force_and_cp_sat(columns: int, rows: int) -> None:
    board = Board(columns, rows)
    found = [
        list(regions)
        for regions in labellings(board)
        if all(region.bit_count() >= 4 and len(board.groups(region)) == 1 for region in regions)
    ]
    unique = sum(solve(puzzle_of(board, regions)).status is SolutionStatus.UNIQUE for regions in found)
    assert count(board) == (len(found), unique)


@pytest.mark.parametrize(("columns", "rows"), [(3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (3, 3), (4, 3), (5, 3), (4, 4)])
def test_sizes_without_a_puzzle_are_refused(columns: int, rows: int) -> None:
    _, unique = count(Board(columns, rows))
    assert ((columns, rows) in WITHOUT_PUZZLE) is (unique == 0)
    for size in ((columns, rows), (rows, columns)):
        if unique:
            assert PuzzleSpec(*size).board.size == columns * rows
        else:
            with pytest.raises(PuzzleError, match="every division into regions has several solutions, or none"):
                PuzzleSpec(*size)
