"""The variants of TAIJI: plain search by the rules, CP-SAT and the kernel agree."""

from __future__ import annotations

import math
import random
from contextlib import suppress
from functools import cache
from itertools import permutations
from typing import get_args

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games.errors import OptionError
from litslab.games.position import Position
from litslab.games.registry import create
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.reference import Search
from litslab.solver.engines.registry import EngineName, choose_engine
from litslab.solver.finals.count import count_finals
from litslab.solver.finals.extreme import extreme_finals
from litslab.solver.score import Score
from litslab.solver.solve import solve
from tests.games.playing import play_at_random

SCORINGS = ("squares", "products")


def _late(
    scoring: str, groups: int, size: int, seed: int, moves: int, *, tonga: bool = False
) -> Position:
    """Return the first position of a random game with at most this many legal moves."""
    rules = create("taiji", size=size, groups=groups, scoring=scoring, tonga=tonga)
    _, positions = play_at_random(rules, random.Random(seed))
    return next(each for each in positions if each.legal.bit_count() <= moves)


@given(
    scoring=st.sampled_from(("sum", *SCORINGS)),
    tonga=st.booleans(),
    groups=st.integers(1, 3),
    size=st.integers(3, 6),
    seed=st.integers(0, 1_000_000),
)
@settings(max_examples=25, deadline=None)
def test_all_engines_agree(scoring: str, tonga: bool, groups: int, size: int, seed: int) -> None:
    position = _late(scoring, groups, size, seed, 12, tonga=tonga)
    values = {solve(position, engine=engine).score for engine in get_args(EngineName)}
    assert [value.is_exact for value in values] == [True]


@given(
    scoring=st.sampled_from(("sum", *SCORINGS)),
    tonga=st.booleans(),
    groups=st.integers(1, 3),
    size=st.integers(4, 11),
    seed=st.integers(0, 1_000_000),
)
@settings(max_examples=20, deadline=None)
def test_the_kernel_agrees_before_it_plays_out_the_end(
    scoring: str, tonga: bool, groups: int, size: int, seed: int
) -> None:
    """With nine live squares or more the kernel searches, with all that it reduces and bounds."""
    position = _late(scoring, groups, size, seed, 22 if tonga else 18, tonga=tonga)
    search = Search(Limit(nodes=800))
    oracle = KernelOracle(rules=position.rules, memory=1)
    with suppress(LimitReachedError):
        assert oracle.value(position) == search.value(position)


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("groups", [1, 2, 3])
def test_small_boards_end_in_a_tie_that_dark_wins(scoring: str, groups: int) -> None:
    start = create("taiji", size=3, groups=groups, scoring=scoring).start()
    assert {solve(start, engine=engine).score for engine in get_args(EngineName)} == {Score(-1, -1)}


def test_another_scoring_has_other_values() -> None:
    values = {scoring: solve(_late(scoring, 2, 5, 3, 16)).score for scoring in ("sum", *SCORINGS)}
    assert len(set(values.values())) == 3


def test_the_kernel_is_asked_first() -> None:
    for options in ({"scoring": "squares"}, {"scoring": "products"}, {"tonga": True}):
        assert choose_engine(create("taiji", size=4, **options)) == "kernel"


@cache
def _plain_value(light: int, dark: int, groups: int, scoring: str) -> int:
    """Return the value of Tonga on 3×3 by a search that shares nothing with the package."""
    to_move = light.bit_count() % 2
    values = [
        _plain_value(light | 1 << one, dark | 1 << other, groups, scoring)
        for one, other in permutations(range(9), 2)
        if not (light | dark) & (1 << one | 1 << other)
        and max(abs(one % 3 - other % 3), abs(one // 3 - other // 3)) == 1
    ]
    if values:
        return min(values) if to_move else max(values)
    return 2 * (_plain_score(light, groups, scoring) - _plain_score(dark, groups, scoring)) - 1


def _plain_score(squares: int, groups: int, scoring: str) -> int:
    graph = nx.grid_2d_graph(3, 3)
    kept = graph.subgraph([node for node in graph if squares >> (node[0] + 3 * node[1]) & 1])
    sizes = sorted(map(len, nx.connected_components(kept)), reverse=True)[:groups]
    if scoring == "products":
        return math.prod(sizes)
    return sum(size**2 if scoring == "squares" else size for size in sizes)


@pytest.mark.parametrize(
    ("groups", "scoring", "value"),
    [
        (1, "sum", 1),
        (2, "sum", -1),
        (1, "squares", 9),
        (2, "squares", 9),
        (1, "products", 1),
        (2, "products", 1),
    ],
)
def test_small_boards_of_tonga_have_the_values_of_a_search_by_hand(
    groups: int, scoring: str, value: int
) -> None:
    start = create("taiji", size=3, groups=groups, scoring=scoring, tonga=True).start()
    assert {solve(start, engine=engine).score for engine in get_args(EngineName)} == {
        Score(value, value)
    }
    assert _plain_value(0, 0, groups, scoring) == value


def test_finished_positions_of_tonga_are_those_of_play() -> None:
    rules = create("taiji", size=3, tonga=True)
    by_play, by_model = (count_finals(rules, engine=engine) for engine in ("play", "cpsat"))
    assert by_play.by_pieces == by_model.by_pieces
    assert (by_play.orbits, by_play.complete) == (by_model.orbits, True)
    assert count_finals(rules).by_pieces == by_play.by_pieces
    with pytest.raises(OptionError, match="engine 'kernel'"):
        count_finals(rules, engine="kernel")
    fewest = extreme_finals(rules, maximise=False)
    assert fewest.best is not None
    assert fewest.best.objective == fewest.bound == min(by_play.by_pieces)
