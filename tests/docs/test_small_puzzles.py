"""Tests of the page on small LITS puzzles, whose counts are made again in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import networkx as nx
import pytest

from docs.small_puzzles import PAGE, STORE, count, small_puzzles, stored
from litslab import kernel
from litslab.games.geometry import Board
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.solve import only_solution

Square = tuple[int, int]
Region = frozenset[Square]

pytestmark = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")

COUNTED_TWICE = [(4, 1), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3)]


@pytest.mark.parametrize(("columns", "rows"), COUNTED_TWICE)
def test_the_counts_are_those_of_trying_all_borders_and_all_tetrominoes(
    columns: int, rows: int
) -> None:
    all_divisions: Counter[int] = Counter()
    puzzles: Counter[int] = Counter()
    for regions in _divisions_by_borders(columns, rows):
        all_divisions[len(regions)] += 1
        puzzles[len(regions)] += sum(1 for _ in _solutions(regions)) == 1
    counted = count(Board(columns, rows))
    assert counted.divisions == all_divisions
    assert counted.puzzles == {number: amount for number, amount in puzzles.items() if amount}


def _divisions_by_borders(columns: int, rows: int) -> Iterator[list[Region]]:
    """Yield every division of a board: of all sets of pairs of adjacent squares that are joined,
    those that join each pair within a part.
    """
    grid = nx.grid_2d_graph(columns, rows)
    found = set()
    for joined in product((False, True), repeat=grid.number_of_edges()):
        kept = nx.Graph()
        kept.add_nodes_from(grid)
        kept.add_edges_from(
            edge for edge, is_joined in zip(grid.edges, joined, strict=True) if is_joined
        )
        parts = frozenset(map(frozenset, nx.connected_components(kept)))
        if min(map(len, parts)) >= 4:
            found.add(parts)
    yield from map(list, found)


def _solutions(regions: list[Region]) -> Iterator[frozenset[Square]]:
    """Yield every solution of a puzzle, by the rules of LITS word for word."""
    for chosen in product(*map(_tetrominoes, regions)):
        shaded = frozenset().union(*chosen)
        if not nx.is_connected(_graph(shaded)) or _fills_a_block(shaded):
            continue
        if not any(_are_alike_and_touch(one, other) for one, other in combinations(chosen, 2)):
            yield shaded


def _tetrominoes(region: Region) -> list[Region]:
    fours = map(frozenset, combinations(sorted(region), 4))
    return [four for four in fours if nx.is_connected(_graph(four)) and not _fills_a_block(four)]


def _graph(squares: Region) -> nx.Graph[Square]:
    graph: nx.Graph[Square] = nx.Graph()
    graph.add_nodes_from(squares)
    for column, row in squares:
        for other in ((column + 1, row), (column, row + 1)):
            if other in squares:
                graph.add_edge((column, row), other)
    return graph


def _fills_a_block(squares: Region) -> bool:
    return any(
        {(column + 1, row), (column, row + 1), (column + 1, row + 1)} <= squares
        for column, row in squares
    )


def _are_alike_and_touch(one: Region, other: Region) -> bool:
    touch = any(abs(a - c) + abs(b - d) == 1 for a, b in one for c, d in other)
    return touch and _free_form(one) == _free_form(other)


def _free_form(squares: Region) -> tuple[Square, ...]:
    """Return the same squares for tetrominoes that are turned or mirrored images of each other."""
    images = []
    for across, up, is_exchanged in product((1, -1), (1, -1), (False, True)):
        moved = [(across * column, up * row) for column, row in squares]
        if is_exchanged:
            moved = [(row, column) for column, row in moved]
        left, low = (min(values) for values in zip(*moved, strict=True))
        images.append(tuple(sorted((column - left, row - low) for column, row in moved)))
    return min(images)


def test_the_page_shows_the_stored_counts() -> None:
    assert small_puzzles() == {
        STORE: STORE.read_text(encoding="utf-8"),
        PAGE: PAGE.read_text(encoding="utf-8"),
    }


def test_the_examples_have_one_solution_and_the_fewest_regions_or_borders() -> None:
    for board in stored():
        numbers = []
        for address in board.examples:
            puzzle = read_one(address).puzzle
            assert puzzle.board == Board(board.columns, board.rows)
            only_solution(puzzle)  # raises an error where there is another
            numbers.append(len(puzzle.masks))
        if board.puzzles:
            assert min(numbers) == min(board.puzzles)


@pytest.mark.parametrize("size", range(7, 14))
def test_three_regions_are_enough_on_every_board(size: int) -> None:
    """From 9 squares on, those that are added are out of reach of the small regions."""
    text = PAGE.read_text(encoding="utf-8")
    drawn = text.split("```text\n")[1].split("\n```")[0].splitlines()
    added = size - len(drawn)
    rows = ["A" * size] * added + ["A" * added + row for row in drawn]
    puzzle = read_one("\n".join(rows)).puzzle
    assert puzzle.board == Board(size, size)
    assert len(puzzle.masks) == 3
    only_solution(puzzle)


@pytest.mark.parametrize("address", ["5/5/3nks8256", "6/6/077v302g22g3"])
def test_three_regions_are_enough_on_smaller_boards(address: str) -> None:
    assert address in PAGE.read_text(encoding="utf-8")
    puzzle = read_one(f"lits/{address}").puzzle
    assert len(puzzle.masks) == 3
    only_solution(puzzle)


def test_few_regions_are_counted_as_those_of_all_divisions() -> None:
    whole = count(Board(4, 4))
    few = count(Board(4, 4), most=2)
    assert few.divisions == {number: whole.divisions[number] for number in (1, 2)}
    assert few.puzzles == {2: whole.puzzles[2]}


def test_divisions_into_four_squares_each_are_the_tilings_by_tetrominoes() -> None:
    """There are 117 on 4×4: sequence A172477 of the OEIS, n×n squares in n parts of n squares."""
    by_size = {(each.columns, each.rows): each.divisions for each in stored() if each.most is None}
    assert by_size[4, 4][4] == 117
