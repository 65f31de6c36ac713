"""Players play legally, reproducibly, and the better the later in the alphabet of levels; matches count their wins."""

from __future__ import annotations

import random
from itertools import count, pairwise
from math import comb
from statistics import fmean

import pytest

from litslab.games import GAMES, SWAP, Position, create
from litslab.games.battle_of_lits import BattleOfLits, make_symbols
from litslab.games.position import Move
from litslab.games.record import Record, load
from litslab.jobs.progress import Progress
from litslab.solver.advice.estimate import play_out
from litslab.solver.endgame.optimal_moves import value_with_swap
from litslab.solver.endgame.result import Limit
from litslab.solver.endgame.solve import solve
from litslab.solver.engines.reference import Search
from litslab.solver.play.players import (
    EnginePlayer,
    ExactPlayer,
    GreedyPlayer,
    Player,
    RandomPlayer,
    even_openings,
    find_line,
    match,
    pairs_interval,
    parse_player,
    play_game,
    play_one,
    player_to_move,
    wilson_interval,
)
from tests.app.command_line import EXAMPLES
from tests.games.cases import Case
from tests.games.playing import play_at_random
from tests.running import interrupted_at
from tests.solver.engines.test_reference import endgames, every_case

QUICK = EnginePlayer(playouts=600)


@pytest.mark.slow
@every_case
@pytest.mark.parametrize("level", ["random", "greedy", "mcts:600"])
def test_every_level_plays_whole_legal_games_and_the_same_ones_again(case: Case, level: str) -> None:
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


def test_the_engine_swaps_where_the_other_side_is_better() -> None:
    for better, other in ("XO", "OX"):
        rows = (better * 5, better * 5, other * 5, better * 5, better * 5)
        first = BattleOfLits(size=5, symbols=rows).start().place(0)
        assert (Search().value(first) > 0) is (better == "X")
        assert (EnginePlayer().choose(first, random.Random(1)) is SWAP) is (better == "X")


LOPSIDED = BattleOfLits(size=4, symbols=("XXOO", "XOXO", "O.X.", "XXXX"))


def worth_of_openings() -> dict[Move, int]:
    start, search = LOPSIDED.start(), Search()
    after = {move: start.play(move) for move in start.legal_moves()}
    return {move: value_with_swap(each, search.value(each)) for move, each in after.items()}


@pytest.mark.parametrize("engine", [EnginePlayer(), EnginePlayer(1, exact_nodes=200_000), ExactPlayer()], ids=repr)
def test_a_solved_opening_is_the_most_even_where_the_other_may_swap(engine: Player) -> None:
    worth = worth_of_openings()
    assert len(set(worth.values())) > 1
    assert worth[engine.choose(LOPSIDED.start(), random.Random(1))] == max(worth.values())


def test_an_estimated_opening_is_an_even_one_where_the_other_may_swap() -> None:
    worth, start = worth_of_openings(), LOPSIDED.start()
    guessing = EnginePlayer(playouts=3000, exact_moves=0)
    chosen = [worth[guessing.choose(start, random.Random(seed))] for seed in range(8)]
    strongest = [worth[play_out(start, random.Random(seed), playouts=3000)[0].move] for seed in range(8)]
    assert fmean(chosen) > fmean(worth.values()) > fmean(strongest)
    assert all(0 <= share <= 0.5 for share in even_openings(start, random.Random(1), playouts=99).values())


def test_after_a_swap_the_players_continue_on_each_others_sides() -> None:
    double = create("taiji+battle-of-lits", size=5, groups=1).start()
    while not double.can_swap:
        double = double.play(double.choices()[0])
    for second in (LOPSIDED.start().place(0), double):
        assert (player_to_move(second), player_to_move(second.play(SWAP))) == (1, 0)


@pytest.mark.slow
def test_the_levels_of_play_are_levels() -> None:
    rules = BattleOfLits(size=6, symbols=make_symbols(6, 6, random.Random(1)))
    for players, games in (((GreedyPlayer(), RandomPlayer()), 60), ((QUICK, GreedyPlayer()), 40)):
        low, _ = wilson_interval(match(rules, players, games, seed=1).wins[0], games)
        assert low > 0.5


def test_a_match_sums_up_its_games_which_exchange_the_players_on_a_board_for_each_pair() -> None:
    rules = create("battle-of-lits", size=5)
    players = GreedyPlayer(), RandomPlayer()
    boards = [rules.with_fresh_board(random.Random(f"7/board {number // 2}")) for number in range(9)]
    games = [play_one(board.start(), players, number, 7) for number, board in enumerate(boards)]
    told: list[Progress] = []
    result = match(rules, players, 9, seed=7, progress=told.append)
    assert result == match(rules, players, 9, seed=7) != match(rules, players, 9, seed=8)
    assert (result.complete, result.games) == (True, 9)
    assert told == [Progress(played, 9) for played in range(1, 10)]
    assert result.wins == (sum(game.winner == 0 for game in games), sum(game.winner == 1 for game in games))
    assert result.moves == sum(len(game.moves) for game in games)
    assert result.first_mover_wins == sum(game.winner == game.first_player for game in games)
    won = [(game.winner == 0) + (other.winner == 0) for game, other in pairwise(games)][::2]
    assert result.pairs == (won.count(0), won.count(1), won.count(2))
    assert sum(result.pairs) == 4  # the ninth game has no partner
    low, high = result.interval
    assert low <= result.wins[0] / 9 <= high


def test_ctrl_c_keeps_the_games_of_a_match_that_were_played() -> None:
    players = RandomPlayer(), RandomPlayer()
    result = match(create("taiji", size=4), players, 9, seed=7, progress=interrupted_at(3))
    assert (result.games, result.complete) == (3, False)


def test_a_game_of_a_match_is_won_by_the_player_of_the_side_that_the_rules_say() -> None:
    start = create("taiji", size=4).start()
    for number in range(5):
        game = play_one(start, (RandomPlayer(), RandomPlayer()), number, 3)
        assert game.first_player == number % 2
        outcome = Record(start.rules, game.moves).position().outcome()
        assert game.winner == (game.first_player if outcome.winning_side == 0 else 1 - game.first_player)
        assert game.margin == abs(outcome.margin)


def test_wilson_intervals_hold_the_share_and_shrink() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)
    # Newcombe 1998, table I: 81 of 263, 95 %: 0.2553 to 0.3662.
    low, high = wilson_interval(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson_interval(0, 20)[0] == 0
    assert wilson_interval(20, 20)[1] == pytest.approx(1)


def test_the_share_of_a_player_is_known_from_pairs_where_the_side_decides() -> None:
    """Dark always wins TAIJI 4×4; each pair is shared, and neither player is better."""
    result = match(create("taiji", size=4), (ExactPlayer(), ExactPlayer()), 12, seed=1)
    assert (result.pairs, result.wins, result.first_mover_wins) == ((0, 6, 0), (6, 6), 0)
    low, high = result.interval
    assert wilson_interval(6, 12)[0] < low < 0.5 < high < wilson_interval(6, 12)[1]


def test_intervals_of_pairs_are_those_of_tango() -> None:
    assert pairs_interval((0, 0, 0)) == (0.0, 1.0)
    z = 1.959964
    # With no pair decided the difference is z²/(n + z²); with all won the share is that of Wilson for as many games.
    assert pairs_interval((0, 30, 0)) == pytest.approx((0.5 - z * z / 2 / (30 + z * z), 0.5 + z * z / 2 / (30 + z * z)))
    assert pairs_interval((0, 0, 12)) == pytest.approx(wilson_interval(12, 12))
    low, high = pairs_interval((3, 20, 7))
    assert pairs_interval((7, 20, 3)) == pytest.approx((1 - high, 1 - low))
    # Of many pairs it is that of their variance: the mean square of 0, ½ and 1 less the square of the mean.
    half = z * ((14_000 / 4 + 4_000) / 20_000 - 0.55**2) ** 0.5 / 20_000**0.5
    assert pairs_interval((2_000, 14_000, 4_000)) == pytest.approx((0.55 - half, 0.55 + half), abs=1e-4)


@pytest.mark.parametrize("chances", [(0.05, 0.9, 0.05), (0.1, 0.6, 0.3), (0.25, 0.5, 0.25), (0.02, 0.38, 0.6)])
def test_intervals_of_pairs_hold_the_share_nearly_always(chances: tuple[float, float, float]) -> None:
    """The chance of every result of twelve pairs, summed up where the interval holds the share."""
    share, total, held = chances[1] / 2 + chances[2], 12, 0.0
    for won in range(total + 1):
        for lost in range(total + 1 - won):
            low, high = pairs_interval((lost, total - won - lost, won))
            ways = comb(total, won) * comb(total - won, lost)
            if low <= share <= high:
                held += ways * chances[0] ** lost * chances[1] ** (total - won - lost) * chances[2] ** won
    assert held > 0.93


@pytest.mark.parametrize(("playouts", "nodes"), [(1, 10), (512, 5120), (20_000, 200_000), (1 << 62, 200_000)])
def test_a_small_budget_of_playouts_makes_a_small_attempt_at_an_exact_solution(
    playouts: int, nodes: int, monkeypatch: pytest.MonkeyPatch
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


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_a_line_is_legal_and_the_same_for_a_seed(name: str) -> None:
    rules = create(name, size={"battle-of-lits": 6, "taiji+battle-of-lits": 4}.get(name, 5))
    position = Record(rules, tuple(play_at_random(rules, random.Random(2), passes=False)[0][:2])).position()
    line = find_line(position, playouts=30, seed=5)
    assert is_legal(position, line)
    assert find_line(position, playouts=30, seed=5) == line


def test_an_endgame_is_played_exactly() -> None:
    position = load(EXAMPLES / "battle-of-lits-10.toml").position(9)
    line = find_line(position, playouts=1)
    solution = solve(position)
    assert line == solution.principal_variation
    assert line[0] in solution.best


def test_an_opening_that_is_worth_swapping_is_swapped() -> None:
    # One side has all symbols; the other wants to swap.
    rules = create("battle-of-lits", size=5, symbols=("XXXXX",) * 5)
    position = rules.start()
    opening = find_line(position, playouts=200)
    assert len(opening) == 1
    after = position.play(opening[0])
    assert find_line(after, playouts=200)[0] is SWAP


@pytest.mark.slow
def test_a_cancelled_search_answers_with_what_it_has() -> None:
    position = load(EXAMPLES / "battle-of-lits-10.toml").position(0)
    position = position.play(position.choices()[0])
    asked = count(1)
    line = find_line(position, lambda: next(asked) == 2, playouts=1 << 40)
    assert is_legal(position, line)
    assert next(asked) == 3
