"""Estimates: shares of the player to move, agreeing with exact play where the end is near, and
reproducible.
"""

from __future__ import annotations

import pytest

from litslab.games import create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.position import Position
from litslab.games.sources import load
from litslab.solver.advice.advice import estimate_text
from litslab.solver.advice.estimate import estimate, sampler_for
from litslab.solver.advice.position_estimate import PositionEstimate
from litslab.solver.advice.sampler import Sampler, plies_left
from litslab.solver.score import Score
from litslab.solver.solve import solve
from tests.domineering import Domineering
from tests.games.cases import symbols

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
def test_an_estimate_is_of_legal_moves_and_its_shares_lie_in_their_intervals(
    position: Position,
) -> None:
    found = check(estimate(position, playouts=300), position)
    assert (found.playouts, found.line[:1]) == (300, (found.best.move,))


def test_a_few_playouts_do_not_say_who_wins() -> None:
    position = load("docs/examples/taiji-7.toml").position(4)
    few, many = (check(estimate(position, playouts=count), position) for count in (3, 300))
    assert (few.undecided, many.undecided) == (True, False)
    assert estimate_text(position, few) == "estimate: too few playouts yet to say who wins"
    assert estimate_text(position, many).startswith("estimate: light wins ")


def test_a_seed_gives_the_same_estimate_however_the_runs_are_divided() -> None:
    whole = sampler_for(ENDGAME, 5)
    parts = sampler_for(ENDGAME, 5)
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
    assert (plies_left(record.position()), plies_left(record.position(len(record.moves) - 1))) == (
        0,
        1,
    )
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


def test_the_second_player_is_told_to_take_the_better_side() -> None:
    seen = set()
    for opening in LITS.choices()[::20]:
        position = LITS.play(opening)
        found = check(estimate(position, playouts=500), position)
        assert found.should_swap is (found.best.share < 0.5)
        assert found.share >= 0.5
        seen.add(found.should_swap)
    assert seen == {True, False}
