"""The fewest dominoes, square by square, against all games and the known sequence."""

from __future__ import annotations

from itertools import combinations

import pytest

from litslab.games.geometry import Board
from litslab.games.taiji import Taiji
from litslab.games.wythe import Wythe
from litslab.solver.finals.domino_extremes import few_pieces, fewest_dominoes


def fewest_by_trying(board: Board, *, one_colour_meets: bool) -> int:
    """All sets of coloured dominoes, the small ones first."""
    pairs = [(a, b) for a in range(board.size) for b in board.neighbours(a)]
    for number in range(board.size // 2 + 1):
        for dominoes in combinations(pairs, number):
            colour = {square: black for pair in dominoes for square, black in zip(pair, (True, False), strict=True)}
            if len(colour) == 2 * number and all(
                (a in colour or b in colour)
                and (
                    not one_colour_meets
                    or a not in colour
                    or b not in colour
                    or (a, b) in dominoes
                    or (b, a) in dominoes
                    or colour[a] == colour[b]
                )
                for a, b in pairs
            ):
                return number
    raise AssertionError


@pytest.mark.parametrize("one_colour_meets", [False, True])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (5, 2)])
def test_no_fewer_dominoes_do(columns: int, rows: int, one_colour_meets: bool) -> None:
    board = Board(columns, rows)
    found = fewest_dominoes(board, one_colour_meets=one_colour_meets)
    assert found is not None
    assert len(found) == fewest_by_trying(board, one_colour_meets=one_colour_meets)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "fewest"), [(2, 2), (3, 3), (4, 6), (5, 9), (6, 12), (7, 17)])
def test_the_smallest_maximal_matchings_are_finished_games(size: int, fewest: int) -> None:
    """The numbers are OEIS A280984."""
    games: list[Taiji | Wythe] = [Taiji(size=size)]
    if size < 7:
        games.append(Wythe(size=size))
    for rules in games:
        position = few_pieces(rules)
        assert position is not None
        assert position.is_over
        assert position.placed.bit_count() == fewest


def test_where_the_time_is_over_nothing_is_said() -> None:
    assert few_pieces(Taiji(size=9), time_limit=0.0) is None
