"""Estimates: shares of the player to move, agreeing with exact play where the end is near, and reproducible."""

from __future__ import annotations

import random

import pytest

from litslab.games import GAMES, create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.position import Position
from litslab.games.record import load
from litslab.solver.advice.estimate import (
    Calibration,
    FlatPlayouts,
    OpeningSampler,
    PositionEstimate,
    Sampler,
    calibrations,
    estimate,
    play_out,
    plies_left,
    sampler_for,
)
from litslab.solver.endgame.result import Score
from litslab.solver.endgame.solve import solve
from litslab.solver.engines.reference import Search
from tests.domineering import Domineering
from tests.games.cases import symbols
from tests.solver.engines.test_reference import CASES, endgames

START = create("taiji", size=4).start()
LITS = BattleOfLits(size=5, symbols=symbols(5, 5)).start()
ENDGAME = load("docs/examples/taiji-7.toml").position(16)


def check(found: PositionEstimate | None, position: Position) -> PositionEstimate:
    assert found is not None
    assert {each.move for each in found.moves} <= set(position.choices())
    for each in found.moves:
        low, high = each.interval
        assert 0 <= low <= each.share <= high <= 1
        assert each.playouts > 0
    low, high = found.interval
    assert low <= found.share <= high
    for move in found.line:
        position = position.play(move)
    return found


@pytest.mark.parametrize("position", [START, START.place(0), ENDGAME, LITS, LITS.place(0)], ids=str)
def test_an_estimate_is_of_legal_moves_and_its_shares_lie_in_their_intervals(position: Position) -> None:
    found = check(estimate(position, playouts=300), position)
    assert (found.playouts, found.line[:1]) == (300, (found.best.move,))


def test_a_seed_gives_the_same_estimate_however_the_runs_are_divided() -> None:
    whole, parts = sampler_for(ENDGAME, 5), sampler_for(ENDGAME, 5)
    whole.run(1e9, 300)
    for playouts in (100, 150, 50):
        parts.run(1e9, playouts)
    assert whole.estimate() == parts.estimate()
    assert estimate(ENDGAME, playouts=300, seed=5) == whole.estimate()
    flat = [Sampler(Domineering(size=3).start(), 7), Sampler(Domineering(size=3).start(), 7)]
    flat[0].run(1e9, 60)
    flat[1].run(1e9, 20)
    flat[1].run(1e9, 40)
    assert flat[0].estimate() == flat[1].estimate()


@pytest.mark.parametrize("ply", [16, 17, 18])
def test_near_the_end_the_estimate_knows_who_wins(ply: int) -> None:
    position = load("docs/examples/taiji-7.toml").position(ply)
    exact = solve(position)
    found = check(estimate(position, playouts=3000), position)
    assert (found.share > 0.5) is (exact.score.winning_side == position.to_move)
    assert found.best.score.lower <= (exact.score.value or 0) or found.best.move not in exact.best


def test_the_bounds_of_a_tree_hold() -> None:
    sampler = Sampler(ENDGAME, 1)
    sampler.run(0.0, 1000)
    assert sampler.playouts >= 1, "however late it is"
    sampler = Sampler(ENDGAME, 1)
    exact = solve(ENDGAME).score.value
    assert exact is not None
    limit = ENDGAME.rules.value_limit()
    assert sampler.bounds() == Score(-limit, limit)
    sampler.run(1e9, 3000)
    assert sampler.bounds().lower <= exact <= sampler.bounds().upper


def test_the_distance_to_the_end_is_that_of_random_games() -> None:
    record = load("docs/examples/taiji-7.toml")
    assert (plies_left(record.position()), plies_left(record.position(len(record.moves) - 1))) == (0, 1)
    assert 4 < plies_left(START) <= 8


def test_a_game_without_the_kernel_is_estimated_by_plain_playouts() -> None:
    position = Domineering(size=3).start()
    sampler = sampler_for(position, 1)
    assert isinstance(sampler, Sampler)
    assert sampler.estimate() is None
    sampler.run(0.0, 1000)
    assert sampler.playouts == 1  # at least one, and no more than there is time for
    sampler.run(1e9, 400)
    found = check(sampler.estimate(), position)
    assert {each.move for each in found.moves} == set(position.choices())
    assert sum(each.playouts for each in found.moves) == found.playouts == 401


def test_a_move_that_ends_the_game_is_proved() -> None:
    position = load("docs/examples/taiji-7.toml").position()
    assert estimate(position, playouts=10) is None
    record = load("docs/examples/taiji-7.toml")
    last = record.position(len(record.moves) - 1)
    sampler = Sampler(last, 1)
    sampler.run(1e9, 50)
    found = check(sampler.estimate(), last)
    ending = [each for each in found.moves if last.play(each.move).is_over]
    assert ending
    for each in ending:
        assert each.share == float(last.play(each.move).outcome().winning_side == last.to_move)
        assert each.interval == (each.share, each.share)


def test_at_the_start_of_a_game_with_a_swap_the_most_even_openings_are_estimated() -> None:
    sampler = sampler_for(LITS, 3)
    assert isinstance(sampler, OpeningSampler)
    for _ in range(4):
        sampler.run(1e9, 600)
    found = check(sampler.estimate(), LITS)
    assert (found.under_swap, found.swap, found.playouts) == (True, None, 2400)
    assert all(each.share <= 0.5 for each in found.moves)
    assert [each.interval[0] for each in found.moves] == sorted((e.interval[0] for e in found.moves), reverse=True)
    assert sampler.bounds().upper == -1


def test_few_playouts_give_an_estimate_of_openings_that_symmetries_exchange() -> None:
    assert all(estimate(create("wythe").start(), playouts=count, seed=seed) for count in (1, 2, 9) for seed in range(5))


def test_the_second_player_is_told_to_take_the_better_side() -> None:
    seen = set()
    for opening in LITS.choices()[::20]:
        position = LITS.play(opening)
        found = check(estimate(position, playouts=500), position)
        assert found.swap is (found.best.share < 0.5)
        assert found.share >= 0.5
        seen.add(found.swap)
    assert seen == {True, False}


def test_an_opening_that_ends_the_game_is_not_swapped() -> None:
    position = BattleOfLits(size=2, rows=3, symbols=("XX", "XO", "OO")).start()
    found = check(estimate(position, playouts=50), position)
    for each in found.moves:
        after = position.play(each.move)
        if after.is_over:
            assert each.share == float(after.outcome().winning_side == 0)
            assert each.score == Score(after.outcome().value, after.outcome().value)


@pytest.mark.slow
def test_plain_playouts_see_a_win_in_one() -> None:
    seen = 0
    for case in CASES[3:6]:
        for position in endgames(case, 2):
            if position.legal.bit_count() < 2 or any(not position.play(m).is_over for m in position.choices()):
                continue
            games = FlatPlayouts(position, 1)
            games.run(1e9, 50)
            assert position.play(games.line()[0]).outcome().value == Search().value(position)
            seen += 1
    assert seen


def test_playouts_tell_the_share_of_wins_and_what_the_search_maximises() -> None:
    position = create("battle-of-lits", size=6).with_fresh_board(random.Random(2)).start().place(0)
    found = play_out(position, random.Random(1), playouts=300)
    assert sum(each.playouts for each in found) == 300
    for each in found:
        assert each.share == each.wins / each.playouts
        assert 0 < each.outlook < 1
        assert 0.7 * each.share < each.outlook < 0.7 * each.share + 0.3


@pytest.mark.parametrize("asked", [1, 400, 2000])
def test_without_the_kernel_each_move_has_equally_many_games_a_fiftieth_in_all(asked: int) -> None:
    position = Domineering(size=3).start()
    found = play_out(position, random.Random(1), playouts=asked)
    each = max(1, asked // 50 // len(position.choices()))
    assert [(sample.playouts, 0 <= sample.wins <= sample.playouts) for sample in found] == [(each, True)] * len(found)
    assert {sample.move for sample in found} == set(position.choices())


@pytest.mark.parametrize("curve", [Calibration(), *calibrations().values()], ids=str)
def test_more_won_playouts_never_mean_fewer_won_games_and_more_playouts_a_wider_interval(curve: Calibration) -> None:
    shares = [curve.share(wins, 100) for wins in range(101)]
    assert shares == sorted(shares)
    assert shares[0] < 0.5 < shares[-1]
    assert all(0 < share < 1 for share in shares)
    widths = []
    for playouts in (4, 16, 64, 256, 1024):
        low, high = curve.interval(playouts * 3 / 4, playouts)
        assert 0 < low < curve.share(playouts * 3 / 4, playouts) < high < 1
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_the_curve_turns_into_the_plain_share_far_from_the_end() -> None:
    curve = Calibration(0.5, 3.0, (0.04, 0.0, 0.01), 8)
    assert curve.at(3) == curve.at(8) == curve
    shares = [curve.at(plies).share(70, 100) for plies in (8, 9, 12, 20, 50, 10**6)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == pytest.approx(Calibration().share(70, 100), abs=1e-4)


def test_every_game_has_a_measured_curve_and_others_have_none() -> None:
    assert set(calibrations()) == set(GAMES)
    assert all(curve.slope > 0 for curve in calibrations().values())
