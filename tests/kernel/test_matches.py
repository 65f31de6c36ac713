"""The kernel's games of two players against the players in Python, which are the specification:
from the same seed the same moves, scores and lengths.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litslab.games import SWAP, Position, create
from litslab.games.notation import move_number
from litslab.games.placements import Placement
from litslab.games.random_play import random_placement
from litslab.kernel import Player as KernelPlayer
from litslab.solver.engines.kernel import question, seed_words
from litslab.solver.play.greedy import greediest, margins_after, margins_by_the_rules
from litslab.solver.play.kernel_games import games_between, match_games, plays
from litslab.solver.play.match import Game, match, play_game, play_one
from litslab.solver.play.players import (
    EnginePlayer,
    ExactPlayer,
    GreedyPlayer,
    Player,
    RandomPlayer,
    parse_player,
)
from tests.games.cases import CASES, LARGE, Case, every_case
from tests.kernel.test_kernel import engine_of

SMALL = [case for case in CASES if case not in LARGE]
BY_NAME: dict[str, Player] = {
    "random": RandomPlayer(),
    "greedy": GreedyPlayer(),
    "mcts": EnginePlayer(playouts=30),
    "tree alone": EnginePlayer(playouts=40, exact_moves=0),
    "short attempts": EnginePlayer(playouts=12, exact_nodes=700),
    "exact": ExactPlayer(nodes=3_000),
}
PAIRS = [
    *((first, second) for first in ("random", "greedy") for second in ("random", "greedy")),
    ("mcts", "greedy"),
    ("tree alone", "mcts"),
    ("exact", "short attempts"),
    ("random", "tree alone"),
]
BY_THE_RULES = BY_NAME | {"greedy": GreedyPlayer(margins=margins_by_the_rules)}
"""The players in Python: those who do not search use nothing of the kernel."""


def compare(start: Position, players: tuple[str, str], seed: int | str) -> bool:
    """Play a game in the kernel and in Python, and compare every figure; return whether a player
    swapped.
    """
    in_kernel = BY_NAME[players[0]], BY_NAME[players[1]]
    rows = match_games(start, in_kernel, [seed], moves=True, trace=True)
    assert rows is not None
    in_python = BY_THE_RULES[players[0]], BY_THE_RULES[players[1]]
    moves, end = play_game(start, in_python, random.Random(seed))
    assert rows.moves.tolist() == [move_number(move, start.rules) for move in moves]
    branching = []
    trace = []
    position = start
    for move in moves:
        legal = position.legal.bit_count()
        position = position.play(move)
        if isinstance(move, Placement):
            branching.append(legal)
            trace.append(list(position.scores()))
    outcome = end.outcome()
    assert rows.branching.tolist() == branching
    assert rows.trace.tolist() == trace
    assert rows.length.tolist() == [len(branching)]
    assert rows.scores.tolist() == [list(outcome.scores)]
    assert rows.winner.tolist() == [outcome.winning_side]
    assert rows.swapped.tolist() == [end.swapped]
    if outcome.phases:
        assert rows.first_scores.tolist() == [list(outcome.phases[0].scores)]
    return SWAP in moves


@every_case
@pytest.mark.parametrize("players", PAIRS, ids="-".join)
def test_games_are_those_of_the_players_in_python(case: Case, players: tuple[str, str]) -> None:
    games = 1 if case in LARGE else 5
    for seed in range(games):
        compare(case.rules().start(), players, seed)


@settings(deadline=None, max_examples=60)
@given(
    case=st.sampled_from(SMALL),
    players=st.sampled_from(PAIRS),
    seed=st.one_of(st.integers(), st.text()),
    made=st.integers(0, 8),
)
def test_games_from_any_position_and_seed_are_those_of_the_players_in_python(
    case: Case,
    players: tuple[str, str],
    seed: int | str,
    made: int,
) -> None:
    rng = random.Random(f"{seed} {made}")
    position: Position = case.rules().start()
    for _ in range(made):
        if position.is_over:
            break
        if position.can_swap and rng.random() < 0.5:
            position = position.play(SWAP)
        else:
            position = position.place(random_placement(position, rng))
    compare(position, players, seed)


@pytest.mark.parametrize(
    "options",
    [
        {"size": 4, "groups": 2, "scoring": "squares"},
        {"size": 5, "groups": 3, "scoring": "products"},
        {"size": 4, "tonga": True},
        {"size": 3, "groups": 2, "scoring": "products", "tonga": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [("random", "greedy"), ("mcts", "greedy"), ("exact", "mcts")])
def test_games_of_taijis_variants_are_those_of_the_players_in_python(
    options: dict[str, Any],
    players: tuple[str, str],
) -> None:
    for seed in range(3):
        compare(create("taiji", **options).start(), players, seed)


@pytest.mark.parametrize(
    "case",
    [
        Case(
            "battle-of-lits", {"size": 5, "symbols": ("XO.OX", "OX.XO", "..O..", "XX.OO", "X.XO.")}
        ),
        Case("taiji+battle-of-lits", {"size": 4, "groups": 1}),
    ],
    ids=str,
)
@pytest.mark.parametrize("player", ["greedy", "mcts", "tree alone"])
def test_players_swap_in_the_kernel_too(case: Case, player: str) -> None:
    start = case.rules().start()
    swaps = [compare(start, ("random", player), seed) for seed in range(30)]
    assert any(swaps)
    assert not all(swaps)


@every_case
def test_margins_after_each_placement_are_the_rules_own(case: Case) -> None:
    rng = random.Random(3)
    position: Position = case.rules().start()
    engine_of(case)
    while not position.is_over:
        by_the_rules = margins_by_the_rules(position)
        if case not in LARGE or rng.random() < 0.3:
            found = margins_after(position)
            assert list(found.items()) == list(by_the_rules.items())
        if position.can_swap and rng.random() < 0.5:
            position = position.play(SWAP)
            continue
        moves = greediest(by_the_rules) if rng.random() < 0.5 else list(by_the_rules)
        position = position.play(rng.choice(moves))
    assert margins_after(position) == {}


def test_a_game_depends_on_its_own_seed_only() -> None:
    case = Case("tailits", {"size": 5})
    start = question(case.rules().start())
    seeds = [seed_words(seed) for seed in range(30)]
    players = (
        KernelPlayer("greedy"),
        KernelPlayer("mcts", playouts=9, exact_moves=40, exact_nodes=90, value_limit=27),
    )
    together = engine_of(case).match(start, seeds, players=players, moves=True)
    alone = [
        engine_of(case).match(start, [seed], players=players, moves=True).moves.tolist()
        for seed in seeds
    ]
    assert [move for moves in alone for move in moves] == together.moves.tolist()
    assert len(together.trace) == 0


@pytest.mark.parametrize(
    "seed", [0, 1, 2**32 - 1, 2**32, 2**64 - 1, -5, "", "7/3", "é", "long " * 200]
)
def test_a_seed_is_that_of_pythons_generator(seed: int | str) -> None:
    """A game of many draws, of which each decides what comes after."""
    case = Case("taiji", {"size": 7})
    compare(case.rules().start(), ("random", "random"), seed)


def test_wrong_players_and_empty_seeds_are_refused() -> None:
    engine = engine_of(Case("wythe", {"size": 3}))
    start = question(create("wythe", size=3).start())
    plain = KernelPlayer("random")
    with pytest.raises(ValueError, match="'strong'; expected 'random', 'greedy', 'mcts' or"):
        engine.match(start, [[1]], players=(plain, KernelPlayer("strong")))
    with pytest.raises(ValueError, match=r"players\[0\].value_limit"):
        engine.match(start, [[1]], players=(KernelPlayer("mcts", value_limit=2), plain))
    with pytest.raises(ValueError, match=r"players\[1\].value_limit is -1"):
        engine.match(start, [[1]], players=(plain, KernelPlayer("exact", value_limit=-1)))
    with pytest.raises(ValueError, match="is empty; expected at least one word"):
        engine.match(start, [[1], []], players=(plain, plain))


def test_players_with_a_time_limit_and_unknown_ones_stay_in_python() -> None:
    rules = create("taiji", size=5)
    timed = parse_player("mcts:20", time_limit=1.0)
    slow_greedy = GreedyPlayer(margins=margins_by_the_rules)
    for player in (timed, slow_greedy):
        players = (RandomPlayer(), player)
        assert not plays(rules, players)
        assert games_between(rules.start(), players, [1]) is None
    assert plays(rules, (parse_player("mcts:20"), parse_player("exact:20")))


@pytest.mark.parametrize("name", ["battle-of-lits", "wythe", "taiji+battle-of-lits"])
def test_a_match_is_the_same_with_and_without_the_kernel(name: str) -> None:
    rules = create(name, size=4)
    engine = EnginePlayer(playouts=25)
    in_kernel = (GreedyPlayer(), engine)
    in_python = (GreedyPlayer(margins=margins_by_the_rules), engine)
    assert (plays(rules, in_kernel), plays(rules, in_python)) == (True, False)
    assert match(rules, in_python, 12, seed=5) == match(rules, in_kernel, 12, seed=5)
    for number in range(4):
        asked: Game = play_one(rules.start(), in_kernel, number, 5)
        assert play_one(rules.start(), in_python, number, 5) == asked
