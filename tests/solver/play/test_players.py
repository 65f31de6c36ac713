"""Players play legally, reproducibly, and the better the later in the alphabet of levels; matches
count their wins.
"""

from __future__ import annotations

import math
import random
from statistics import fmean
from typing import Any

import pytest

from litslab.games import SWAP, Position, create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.errors import OptionError
from litslab.games.move import Move
from litslab.games.random_play import random_placement
from litslab.solver.advice.even_openings import even_openings
from litslab.solver.advice.playouts import play_out, playouts_of
from litslab.solver.endgame.optimal_moves import keeps
from litslab.solver.endgame.swap import value_with_swap
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.reference import Search
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play import players
from litslab.solver.play.line import find_line
from litslab.solver.play.match import play_game, player_to_move
from litslab.solver.play.players import EnginePlayer, ExactPlayer, Player, parse_player
from litslab.solver.play.solved import best_move
from tests.games.cases import Case
from tests.solver.engines.test_reference import endgames, every_case

QUICK = EnginePlayer(playouts=600)


@pytest.mark.slow
@every_case
@pytest.mark.parametrize("level", ["random", "greedy", "mcts:600"])
def test_every_level_plays_whole_legal_games_and_the_same_ones_again(
    case: Case,
    level: str,
) -> None:
    players = (parse_player(level), parse_player("greedy"))
    games = [play_game(case.rules().start(), players, random.Random(5))[0] for _ in range(2)]
    assert games[0] == games[1]
    position = case.rules().start()
    for move in games[0]:
        assert move in position.legal_moves()
        position = position.play(move)
    assert position.is_over


@pytest.mark.slow
@every_case
def test_the_engine_plays_a_best_move_wherever_it_can_solve(case: Case) -> None:
    for position in endgames(case, 1):
        if position.is_over or (position.can_swap and not position.rules.swap_changes_value):
            continue
        # An attempt at an exact solution may take ten nodes per playout.
        move = EnginePlayer(playouts=20_000).choose(position, random.Random(1))
        search = Search()
        assert search.value(position.play(move)) == search.value(position)


@pytest.mark.parametrize("exact_moves", [0, 150])
def test_time_that_the_exact_attempt_leaves_goes_to_the_playouts(
    exact_moves: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    played = 0.0
    position = create("taiji", size=5).start()
    kind = type(playouts_of(position, 1))
    run = kind.run

    def attempt(*_: object, most_moves: int) -> None:
        nonlocal now
        now += 0.5 if most_moves else 0.0

    def run_a_few(games: Any, seconds: float, most: int) -> None:
        nonlocal now, played
        now += seconds
        played += seconds
        run(games, math.inf, min(most, 10))

    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr(players, "best_move", attempt)
    monkeypatch.setattr(kind, "run", run_a_few)
    EnginePlayer(1 << 62, 2.0, exact_moves).choose(position, random.Random(1))
    assert played == pytest.approx(1.5 if exact_moves else 2.0)


def test_the_engine_swaps_where_the_other_side_is_better() -> None:
    for better, other in ("XO", "OX"):
        rows = (better * 5, better * 5, other * 5, better * 5, better * 5)
        first = BattleOfLits(size=5, symbols=rows).start().place(0)
        assert (Search().value(first) > 0) is (better == "X")
        assert (EnginePlayer().choose(first, random.Random(1)) is SWAP) is (better == "X")


LOPSIDED = BattleOfLits(size=4, symbols=("XXOO", "XOXO", "O.X.", "XXXX"))


def worth_of_openings() -> dict[Move, int]:
    start = LOPSIDED.start()
    search = Search()
    after = {move: start.play(move) for move in start.legal_moves()}
    return {move: value_with_swap(each, search.value(each)) for move, each in after.items()}


@pytest.mark.parametrize(
    "engine", [EnginePlayer(), EnginePlayer(1, exact_nodes=200_000), ExactPlayer()], ids=repr
)
def test_a_solved_opening_is_the_most_even_where_the_other_may_swap(engine: Player) -> None:
    worth = worth_of_openings()
    assert len(set(worth.values())) > 1
    assert worth[engine.choose(LOPSIDED.start(), random.Random(1))] == max(worth.values())


def test_an_estimated_opening_is_an_even_one_where_the_other_may_swap() -> None:
    worth = worth_of_openings()
    start = LOPSIDED.start()
    guessing = EnginePlayer(playouts=3000, exact_moves=0)
    chosen = [worth[guessing.choose(start, random.Random(seed))] for seed in range(8)]
    strongest = [
        worth[play_out(start, random.Random(seed), playouts=3000)[0].move] for seed in range(8)
    ]
    assert fmean(chosen) > fmean(worth.values()) > fmean(strongest)
    assert all(
        0 <= share <= 0.5 for share in even_openings(start, random.Random(1), playouts=99).values()
    )


def test_after_a_swap_the_players_continue_on_each_others_sides() -> None:
    double = create("taiji+battle-of-lits", size=5, groups=1).start()
    while not double.can_swap:
        double = double.play(double.choices()[0])
    for second in (LOPSIDED.start().place(0), double):
        assert (player_to_move(second), player_to_move(second.play(SWAP))) == (1, 0)


@pytest.mark.parametrize(
    ("playouts", "nodes"), [(1, 10), (512, 5120), (20_000, 200_000), (1 << 62, 1_000_000)]
)
def test_a_small_budget_of_playouts_makes_a_small_attempt_at_an_exact_solution(
    playouts: int,
    nodes: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = create("taiji", size=3, groups=1).start()
    limits: list[Limit] = []

    def attempt(position: Position, rng: random.Random, limit: Limit, **_: object) -> Move:
        limits.append(limit)
        return rng.choice(position.choices())

    monkeypatch.setattr("litslab.solver.play.players.best_move", attempt)
    EnginePlayer(playouts).choose(position, random.Random(1))
    assert [limit.nodes for limit in limits] == [nodes]


def is_legal(position: Position, line: tuple[Move, ...]) -> bool:
    for move in line:
        position = position.play(move)
    return bool(line)


def test_threads_are_those_of_the_tree_search_alone() -> None:
    engine = parse_player("mcts:50", threads=2)
    assert isinstance(engine, EnginePlayer)
    assert engine.threads == 2
    timed = parse_player("mcts", time_limit=1.0, threads=3)
    assert isinstance(timed, EnginePlayer)
    assert (timed.time_limit, timed.threads) == (1.0, 3)
    assert parse_player("greedy", threads=2) == parse_player("greedy")
    with pytest.raises(OptionError, match="threads 0: expected"):
        parse_player("mcts", threads=0)


@pytest.mark.parametrize("seconds", [None, 0.01])
def test_threads_choose_the_opening_and_the_line_too(seconds: float | None) -> None:
    start = LOPSIDED.start()
    line = find_line(start, time_limit=seconds, playouts=300, threads=2)
    assert is_legal(start, line)
    guessing = EnginePlayer(300, seconds, exact_moves=0, threads=2)
    assert guessing.choose(start, random.Random(1)) in start.choices()


def test_a_best_move_that_is_proved_within_the_limit_is_enough() -> None:
    position = create("wythe", size=4).start()
    for _ in range(3):
        position = position.place(random_placement(position, random.Random(2)))
    oracle = make_oracle(position.rules)
    value = oracle.value(position)
    enough = oracle.nodes + 1
    best = [
        move
        for move in oracle.likely_moves(position, value)
        if keeps(oracle, position, move, value)
    ]
    assert oracle.nodes > enough + 1000  # to know all of the best moves
    assert best_move(position, random.Random(1), Limit(nodes=20)) is None
    assert best_move(position, random.Random(1), Limit(nodes=enough)) in best
