"""The kernel's search for finished positions of few tetrominoes, against all games."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any

import pytest

from litslab import kernel
from litslab.games import create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.geometry import bits, mask_of
from litslab.games.position import Position
from litslab.solver.engines.kernel import tetromino_placements
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.finals import few_pieces
from litslab.solver.finals.few_pieces_search import find
from tests.solver.brute_force import ends_of

pytestmark = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")

CASES = (
    {"size": 4},
    {"size": 4, "supply": (0, 1, 1, 1)},
    {"size": 4, "supply": (1, 0, 0, 1)},
    {"size": 4, "supply": (3, 0, 0, 0)},
    {"size": 5, "rows": 4, "supply": (1, 1, 1, 1)},
    {"size": 3, "rows": 5},
    {"size": 8, "rows": 2},
    {"size": 2},
)


SUPPLIES = ((1, 1, 1, 1), (0, 1, 1, 1), (2, 1, 0, 1), (2, 2, 2, 2))


@cache
def finished(supply: tuple[int, ...]) -> tuple[Position, ...]:
    """All finished positions on 5x4."""
    ends = ends_of(BattleOfLits(size=5, rows=4, supply=supply).start())
    return tuple({end.placed: end for end in ends}.values())


def kinds_used_up(position: Position) -> set[int]:
    table = position.rules.table
    placed = [table[index].kind for index in bits(position.placed)]
    return {kind for kind, count in enumerate(table.counts) if placed.count(kind) == count}


@pytest.mark.slow
@pytest.mark.parametrize("supply", SUPPLIES, ids=str)
def test_every_part_of_a_question_counts(supply: tuple[int, ...]) -> None:
    rules = BattleOfLits(size=5, rows=4, supply=supply)
    table = rules.table
    board = rules.board
    covered = {
        position: mask_of(
            square for index in bits(position.placed) for square in table[index].squares
        )
        for position in finished(supply)
    }
    search = kernel.few_pieces_search(5, 4, tetromino_placements(table), list(supply))
    rng = random.Random(1)
    met = [0, 0]
    for _ in range(60):
        most = rng.randrange(1, 5)
        avoided = mask_of(rng.sample(range(board.size), rng.randrange(8)))
        entered = [
            mask_of(rng.sample(range(board.size), rng.randrange(1, 5)))
            for _ in range(rng.randrange(3))
        ]
        used_up = kinds_used_up(rng.choice(finished(supply)))
        answer = search.find(
            most,
            used_up=sorted(used_up),
            entered=[list(bits(region)) for region in entered],
            avoided=list(bits(avoided)),
            symmetries=[],
            nodes=10**6,
            seconds=1e9,
        )
        fitting = {
            position.placed
            for position, squares in covered.items()
            if position.placed.bit_count() <= most
            and not squares & avoided
            and all(squares & region for region in entered)
            and kinds_used_up(position) == used_up
        }
        assert not answer.stopped
        assert bool(answer.placed) == bool(fitting)
        if fitting:
            assert mask_of(answer.placed) in fitting
        met[bool(fitting)] += 1
    assert min(met) > 5


@pytest.mark.parametrize("options", CASES, ids=str)
def test_the_fewest_are_those_of_all_games(options: dict[str, object]) -> None:
    rules = create("battle-of-lits", **options)
    assert isinstance(rules, BattleOfLits)
    fewest = min(end.placed.bit_count() for end in ends_of(rules.start()))
    for most in (*range(5), 1000):  # also more than the board has squares
        found = find(rules, most)
        if most < fewest or not fewest:  # an empty board is no answer
            assert found is None
        else:
            assert found is not None
            assert found.is_over
            assert fewest <= found.placed.bit_count() <= most


def test_a_limit_is_no_proof() -> None:
    with pytest.raises(LimitReachedError):
        find(BattleOfLits(size=10), 7, time_limit=0.0)


def test_the_kernel_refuses_what_the_board_does_not_have() -> None:
    table = BattleOfLits(size=4).table
    search = kernel.few_pieces_search(4, 4, tetromino_placements(table), [5, 5, 5, 5])
    question: dict[str, Any] = {"used_up": [], "entered": [], "avoided": [], "symmetries": []}
    for wrong in ({"used_up": [4]}, {"entered": [[-1]]}, {"avoided": [16]}, {"symmetries": [[0]]}):
        with pytest.raises(ValueError, match="expected"):
            search.find(2, **question | wrong, nodes=1000, seconds=1.0)


def test_a_question_stops_at_its_nodes() -> None:
    table = BattleOfLits(size=8).table
    search = kernel.few_pieces_search(8, 8, tetromino_placements(table), [5, 5, 5, 5])
    answer = search.find(
        5, used_up=[], entered=[], avoided=[], symmetries=[], nodes=50, seconds=1e9
    )
    assert answer.stopped
    assert answer.nodes == 50
    assert not answer.placed


@pytest.mark.slow
@pytest.mark.parametrize(("size", "expected"), [(2, 0), (4, 2), (5, 2), (6, 3)])
def test_the_bracket_closes(size: int, expected: int) -> None:
    told = list(few_pieces.fewest(BattleOfLits(size=size)))
    bracket = told[-1]
    assert bracket.lower == bracket.position.placed.bit_count() == expected
    assert bracket.position.is_over
    for wider, narrower in itertools.pairwise(told):
        assert wider.lower <= narrower.lower
        assert wider.position.placed.bit_count() >= narrower.position.placed.bit_count()


@pytest.mark.slow
def test_a_bracket_that_met_its_limit_is_open() -> None:
    *_, bracket = few_pieces.fewest(BattleOfLits(size=9), time_limit=0.0)
    assert 1 <= bracket.lower < bracket.position.placed.bit_count()
    assert bracket.position.is_over
