"""Tables of finishes: the finishes that play reaches, with the values of the rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import Position, create
from litslab.games.double_games import TaijiBattlePosition
from litslab.games.geometry import mask_of
from litslab.games.placements import Placement
from litslab.solver.model.finishes import FinishTable, finish_table, is_enumerable
from litslab.solver.model.games import model_of
from tests.games.cases import Case
from tests.games.playing import play_at_random
from tests.solver.brute_force import TooLargeError, ends_of
from tests.solver.model.test_bounds import every_case


def late_positions(case: Case, seed: int) -> list[tuple[Position, list[Position]]]:
    """The positions of a random game with at most 300 finishes and no swap to come, with these."""
    _, positions = play_at_random(case.rules(), random.Random(seed), passes=False)
    found = []
    for position in positions:
        if position.is_over or model_of(position.rules).swap_may_come(position):
            continue
        try:
            found.append((position, ends_of(position, 300)))
        except TooLargeError:
            continue
    return found


def listed(table: FinishTable) -> dict[int, int]:
    """The value of each finish, by its placements."""
    return {
        table.position.placed
        | mask_of(index for index, is_added in zip(table.free, row, strict=True) if is_added): int(
            value
        )
        for row, value in zip(table.contains, table.values, strict=True)
    }


@pytest.mark.slow
@every_case
@settings(max_examples=4, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 10**6))
def test_a_table_contains_the_finishes_that_play_reaches_and_their_values(
    case: Case,
    seed: int,
) -> None:
    for position, ends in late_positions(case, seed):
        table = finish_table(position)
        assert table is not None
        assert len(listed(table)) == len(table.contains)
        assert listed(table) == {end.placed: end.outcome().value for end in ends}


@pytest.mark.slow
@every_case
def test_the_rows_after_a_move_are_the_finishes_of_the_position_after_it(case: Case) -> None:
    for position, ends in late_positions(case, 1)[:1]:
        finishes = {end.placed for end in ends}
        table = finish_table(position)
        assert table is not None
        for move in position.choices():
            assert isinstance(move, Placement)
            after = position.place(move.index)
            rows = table.rows_after(after)
            assert rows is not None
            assert rows.sum() == sum(finish >> move.index & 1 for finish in finishes)
            assert table.rows_after(after.with_to_move(1 - after.to_move)) is None


def test_there_is_no_table_of_more_finishes_than_allowed() -> None:
    position = create("taiji", size=3, groups=1).start()
    number = len({end.placed for end in ends_of(position)})
    whole = finish_table(position, number)
    assert whole is not None
    assert len(whole.values) == number
    assert finish_table(position, number - 1) is None
    assert finish_table(position, 3) is None
    assert finish_table(position, time_limit=0) is None
    assert is_enumerable(position, 10 * number)
    assert not is_enumerable(position, 1)


def test_a_swap_to_come_is_not_in_a_table() -> None:
    rules = create("taiji+battle-of-lits", size=4, groups=1)
    for seed in range(20):
        for position in play_at_random(rules, random.Random(seed))[1]:
            assert isinstance(position, TaijiBattlePosition)
            if position.can_swap:
                assert not is_enumerable(position)
                assert is_enumerable(position.with_swap_made())
                return
    raise AssertionError("no swap was possible")
