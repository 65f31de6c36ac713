"""Tables of packings: the values of the reference engine, after every move."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import Position, create
from litslab.games.geometry import bits
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.reference import Search
from litslab.solver.model.packing_table import PackingTable, is_packing, packing_table
from tests.games.playing import play_at_random

GAMES: list[tuple[str, dict[str, object]]] = [
    ("taiji", {"size": 5, "groups": 1}),
    ("taiji", {"size": 5, "groups": 2}),
    ("tailits+taiji", {"size": 5, "groups": 1}),
]


def table_of(position: Position) -> PackingTable:
    table = packing_table(position, 1000)
    assert table is not None
    return table


def with_pairs_left(game: str, options: dict[str, object], seed: int) -> list[Position]:
    """The positions of a random game with at most four taijitus left, the earliest first."""
    positions = play_at_random(create(game, **options), random.Random(seed), passes=False)[1]
    return [position for position in positions[-5:-1] if is_packing(position)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), GAMES)
@settings(max_examples=5, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 10**6))
def test_values_and_best_moves_are_those_of_the_reference(
    game: str,
    options: dict[str, object],
    seed: int,
) -> None:
    reference = Search()
    for position in with_pairs_left(game, options, seed)[:1]:
        table = table_of(position)
        assert table.covers(position)
        assert table.value(position) == reference.value(position)
        best = position.place(table.best(position).index)
        assert reference.value(best) == reference.value(position)
        for index in bits(position.legal):
            after = position.place(index)
            if table.covers(after):
                assert table.value(after) == reference.value(after)


def test_a_table_covers_the_next_positions_of_its_own_alone() -> None:
    position = with_pairs_left(*GAMES[0], seed=5)[0]
    table = table_of(position)
    after = position.place(next(bits(position.legal)))
    assert table.covers(position)
    assert table.covers(after)
    assert not table.covers(after.with_to_move(1 - after.to_move))
    assert not table_of(after).covers(position)


def test_there_is_no_table_of_too_many_finishes_or_positions() -> None:
    position = with_pairs_left(*GAMES[0], seed=5)[0]
    assert packing_table(position, 1) is None
    assert packing_table(position, 1000, time_limit=0) is None
    assert packing_table(position, 1000, most_positions=1) is None


def test_a_limit_ends_the_induction() -> None:
    position = with_pairs_left(*GAMES[0], seed=5)[0]

    def stop() -> None:
        raise LimitReachedError

    with pytest.raises(LimitReachedError):
        packing_table(position, 1000, check=stop)


def test_tetrominoes_are_no_packing() -> None:
    assert not is_packing(create("battle-of-lits", size=5).start())
    assert not is_packing(create("tailits+taiji", size=5, groups=1).start())
