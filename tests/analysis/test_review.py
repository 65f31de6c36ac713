"""Reviews: exact values equal brute force seen from the first person; best play loses nothing."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from litslab.analysis.backward_proofs import winner_evaluation
from litslab.analysis.estimated_positions import EstimatedPositions
from litslab.analysis.repeated_search import (
    REPEATS,
    Difference,
    Searched,
    difference,
    search_repeatedly,
)
from litslab.analysis.review import review
from litslab.analysis.review_result import Evaluation, Review, ReviewedMove, decided_at
from litslab.games import SWAP, Position, Rules
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.double_games import TaijiBattle, TailitsTaiji
from litslab.games.record import Record
from litslab.games.taiji import Taiji
from litslab.games.tailits import Tailits
from litslab.games.wythe import Wythe
from litslab.jobs.progress import Progress
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.match import player_to_move
from tests.games.cases import symbols
from tests.games.playing import play_at_random
from tests.running import PATIENCE, interrupted_at
from tests.solver.brute_force import BruteForce, TooLargeError

NODES = 3_000
"""The nodes for exact values, so that their reach does not depend on the machine."""

GAMES: tuple[Rules, ...] = (
    BattleOfLits(size=4, symbols=symbols(4, 4)),
    BattleOfLits(size=4, supply=(1, 1, 1, 1), symbols=("XXOO", "XOXO", "O.X.", "XXXX")),
    Taiji(size=3),
    Tailits(size=5, supply=(1, 1, 0, 1)),
    Wythe(size=2),
    TailitsTaiji(size=3),
    TaijiBattle(size=3),
)


def player_value(position: Position) -> int:
    """The value for the first player, who plays the other side after a swap."""
    swapped = position.swapped and not position.rules.swap_changes_value
    return BruteForce(10_000).people_value(position, first_side=int(swapped))


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_values_and_losses_equal_brute_force(rules: Rules, seed: int) -> None:
    moves, positions = play_at_random(rules, random.Random(seed))
    found = review(Record(rules, tuple(moves)), time_limit=PATIENCE)
    assert found.exact_from == 0
    checked = 0
    for position, evaluation in zip(positions, found.evaluations, strict=True):
        try:
            value = player_value(position)
        except TooLargeError:
            continue
        checked += 1
        assert (evaluation.value, evaluation.share) == (value, float(value > 0))
        sign = 1 if player_to_move(position) == 0 else -1
        for move in position.legal_moves():
            loss = sign * (value - player_value(position.play(move))) / 2
            assert loss == 0 if move in evaluation.best else loss >= 0
    assert checked >= 3
    for reviewed, before in zip(found.moves, positions, strict=False):
        assert reviewed.player == player_to_move(before)
        assert reviewed.lost_points is not None
        assert reviewed.lost_points == 0 or (
            reviewed.lost_points > 0 and reviewed.move not in reviewed.before.best
        )
        assert reviewed.is_turning_point == (reviewed.lost.size == 1)


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_best_play_loses_nothing(rules: Rules) -> None:
    record = Record(rules)
    while not record.positions[-1].is_over:
        best = review(record, time_limit=PATIENCE).evaluations[-1].best
        record = Record(rules, (*record.moves, best[0]))
    found = review(record, time_limit=PATIENCE)
    assert {move.lost_points for move in found.moves} <= {0.0}
    assert not any(move.is_turning_point for move in found.moves)


def large_game() -> Record:
    rules = Taiji(size=7)
    moves, _ = play_at_random(rules, random.Random(3))
    return Record(rules, tuple(moves))


@cache
def review_of_the_large_game() -> Review:
    """Return a review that most of the game is too much for, and that nothing interrupts."""
    return review(large_game(), time_limit=PATIENCE, nodes=NODES, playouts=20)


@pytest.mark.slow
def test_what_is_out_of_reach_is_estimated_and_says_so() -> None:
    record = large_game()
    found = review_of_the_large_game()
    again = review(record, time_limit=PATIENCE, nodes=NODES, playouts=20)
    first = found.exact_from
    assert first is not None
    assert 0 < (found.proved_from or 0) <= first < len(record.moves)
    assert all(each.is_exact == (ply >= first) for ply, each in enumerate(found.evaluations))
    assert all(0 <= each.share <= 1 for each in found.evaluations)
    assert all(each.half_width == 0 for each in found.evaluations if each.is_proved)
    assert all(move.lost_points is None for move in found.moves if move.ply < first)
    assert found.evaluations == again.evaluations  # the same seed, and time enough for all playouts


def test_no_time_means_estimates_and_a_progress_to_the_end() -> None:
    record = replace(large_game(), moves=large_game().moves[:-3])
    told: list[Progress] = []
    found = review(record, time_limit=0, playouts=5, progress=told.append)
    assert not found.evaluations[0].is_exact
    assert len(found.evaluations) == len(record.moves) + 1 == len(told)
    assert told == [Progress(done, len(told)) for done in range(1, len(told) + 1)]


def test_evaluations_are_told_from_the_end_backwards_as_soon_as_they_are_known() -> None:
    record = large_game()
    told: list[tuple[int, Evaluation]] = []
    counts: list[int] = []
    found = review(
        record,
        time_limit=PATIENCE,
        nodes=500,
        playouts=5,
        on_evaluation=lambda ply, evaluation: told.append((ply, evaluation)),
        progress=lambda _: counts.append(len(told)),
    )
    assert [ply for ply, _ in told] == list(reversed(range(len(found.evaluations))))
    assert counts == list(range(1, len(told) + 1))
    assert {evaluation.is_exact for _, evaluation in told} == {True, False}
    for ply, evaluation in told:  # a close call may get another best move
        assert replace(evaluation, best=()) == replace(found.evaluations[ply], best=())


def reviewed_move(
    before: Evaluation,
    after: Evaluation,
    compared: Difference | None = None,
) -> ReviewedMove:
    return ReviewedMove(0, large_game().moves[0], 0, "light", before, after, compared)


def test_turning_points_of_estimates_have_to_be_larger_than_noise() -> None:
    def turns(
        before: float,
        after: float,
        noise: float,
        compared: Difference | None = None,
    ) -> bool:
        ends = (Evaluation(None, before, (), noise), Evaluation(None, after, (), noise))
        return reviewed_move(*ends, compared).is_turning_point

    assert turns(0.6, 0.4, 0.05)
    assert not turns(0.6, 0.4, 0.1)  # each interval reaches an even game
    assert not turns(0.9, 0.6, 0.05)  # still a win
    assert not turns(0.53, 0.4, 0.05)  # perhaps lost already
    assert not turns(0.6, 0.4, 0.05, Difference(0.1, 0.12))  # the best move may be no better
    assert turns(0.6, 0.4, 0.05, Difference(0.1, 0.08))


def test_a_proved_loss_is_a_turning_point_whatever_the_searches_said() -> None:
    won = Evaluation(None, 1.0, winner_proved=True)
    lost = Evaluation(None, 0.0, winner_proved=True)
    assert reviewed_move(won, lost, Difference(0.0, 0.2)).is_turning_point
    assert not reviewed_move(lost, lost).is_turning_point
    assert reviewed_move(won, lost).lost == Difference(1.0, 0.0)


def test_the_noise_of_repeated_searches() -> None:
    found = Searched((0.4, 0.5, 0.5, 0.6))
    assert found.mean == 0.5
    # Student's t with 3 degrees of freedom: 3.182 times 0.08165 / 2.
    assert (found.half_width, Searched((1.0,)).half_width) == pytest.approx(
        (3.182446 * 0.0816497 / 2, 0)
    )
    gap = difference(found, Searched((0.1, 0.2, 0.2, 0.3)))
    assert (gap.size, gap.half_width) == pytest.approx((0.3, found.half_width * 2**0.5))
    assert not gap.is_noise
    assert difference(found, found).is_noise


def test_repeated_searches_differ_and_can_be_repeated() -> None:
    start = Taiji(size=5).start()
    found = search_repeatedly(start, random.Random(1), playouts=300, seconds=PATIENCE)
    assert found == search_repeatedly(start, random.Random(1), playouts=300, seconds=PATIENCE)
    assert len(set(found.shares)) == 4
    assert found.move in start.legal_moves()


def test_moves_near_each_other_are_searched_twice_as_far() -> None:
    """The best move's searches and the played one's say the same until the third doubling."""
    record = large_game()
    asked: list[tuple[int, Position]] = []

    def search(position: Position, rng: random.Random, *, playouts: int, **_: object) -> Searched:
        del rng
        asked.append((playouts, position))
        best = next(move for move in reversed(position.legal_moves()) if move not in record.moves)
        spread = 0.2 if playouts < 800 else 0.0
        level = 0.9 if playouts == 800 and position in record.positions else 0.5
        return Searched((level - spread, level, level, level + spread), playouts, best, (best,) * 4)

    estimated = EstimatedPositions(record, playouts=100, seed=0, search=search)
    estimated.search(range(2), PATIENCE, lambda *_: None)
    assert {playouts for playouts, _ in asked} == {100}
    assert (first := estimated.difference(1)) is not None
    assert first.is_noise
    asked.clear()
    estimated.search_close_calls(PATIENCE)
    assert [playouts for playouts, _ in asked] == [200] * 4 + [400] * 4 + [800] * 4
    assert [position for _, position in asked].count(record.positions[2]) == 3
    assert (last := estimated.difference(1)) is not None
    assert not last.is_noise


def test_the_interval_of_an_estimate_has_the_noise_of_the_choice() -> None:
    """Four searches choose three moves, about which fresh searches disagree; the played move is as
    good.
    """
    record = large_game()
    start = record.positions[0]
    played = record.moves[0]
    a, b, c = [move for move in start.legal_moves() if move != played][:3]
    worth = {start.play(a): 0.4, start.play(b): 0.6, start.play(c): 0.2, record.positions[1]: 0.4}

    def search(
        position: Position,
        rng: random.Random,
        *,
        repeats: int = REPEATS,
        **_: object,
    ) -> Searched:
        del rng
        if position == start:
            return Searched((0.5, 0.5, 0.5, 0.7), 1, a, (a, b, a, c))
        return Searched((worth[position],) * repeats, 1, position.legal_moves()[0])

    estimated = EstimatedPositions(record, playouts=1, seed=0, search=search)
    estimated.search(range(1), PATIENCE, lambda *_: None)
    found = estimated.evaluation(0)
    expected = Searched((0.45, 0.55, 0.45, 0.45))
    assert (found.share, found.half_width) == pytest.approx((expected.mean, expected.half_width))
    assert found.best == (played,)  # the chosen move is no better
    worth[record.positions[1]] = 0.3
    estimated = EstimatedPositions(record, playouts=1, seed=0, search=search)
    estimated.search(range(1), PATIENCE, lambda *_: None)
    assert estimated.evaluation(0).best == (a,)
    assert estimated.difference(0) == difference(Searched((0.4,) * 4), Searched((0.3,) * 4))


def test_a_loss_is_never_below_zero() -> None:
    even = Evaluation(None, 0.5, (), 0.05)
    for size, lost, interval, has_lost in (
        (-0.1, 0.0, (0.0, 0.0), False),
        (-0.01, 0.0, (0.0, 0.03), False),
        (0.1, 0.1, (0.06, 0.14), True),
    ):
        found = reviewed_move(even, even, Difference(size, 0.04))
        assert (found.lost, found.has_lost) == (Difference(lost, 0.04), has_lost)
        assert found.lost_interval == pytest.approx(interval)


@pytest.mark.slow
def test_who_wins_is_proved_where_the_margin_is_out_of_reach() -> None:
    record = large_game()
    found = review_of_the_large_game()
    assert found.exact_from is not None is not found.proved_from
    assert found.proved_from < found.exact_from
    proved = [(ply, each) for ply, each in enumerate(found.evaluations) if each.winner_proved]
    assert [ply for ply, _ in proved] == list(range(found.proved_from, found.exact_from))
    oracle = make_oracle(record.rules, Limit())
    for ply, each in proved:
        position = record.positions[ply]
        wins = oracle.value(position) > 0
        assert each.share == float(wins)
        if wins is (position.to_move == 0) and each.best:
            assert (oracle.value(position.play(each.best[0])) > 0) is wins


@pytest.mark.slow
def test_a_review_can_leave_out_the_beginning() -> None:
    record = large_game()
    told: list[Progress] = []
    found = review(
        record, time_limit=PATIENCE, nodes=NODES, playouts=5, since=9, progress=told.append
    )
    assert (found.first, len(found.moves)) == (9, len(record.moves) - 9)
    assert told[-1] == Progress(len(record.positions) - 9, len(record.positions) - 9)


def test_a_winner_without_time_is_not_proved() -> None:
    position = large_game().positions[0]
    assert winner_evaluation(make_oracle(position.rules, Limit(nodes=10)), position, None) is None


def test_a_game_is_decided_where_the_winner_stays_far_ahead() -> None:
    assert (decided_at([0.95, 0.4, 0.95, 0.99, 1.0]), decided_at([1.0, 1.0])) == (2, 0)
    assert decided_at([0.99, 0.89]) is None


def test_a_notebook_shows_the_curve() -> None:
    picture = review(Record(Taiji(size=3)))._repr_svg_()
    assert picture.startswith("<?xml")
    assert "lead of light (points)" in picture


@pytest.mark.slow
@pytest.mark.parametrize("done", [1, 2, 12])
def test_an_interrupt_keeps_what_was_evaluated(done: int) -> None:
    record = large_game()
    interrupt = interrupted_at(done)
    if done == 1:
        with pytest.raises(KeyboardInterrupt):  # no move has both its ends
            review(record, time_limit=PATIENCE, nodes=NODES, playouts=20, progress=interrupt)
        return
    whole = review_of_the_large_game()
    found = review(record, time_limit=PATIENCE, nodes=NODES, playouts=20, progress=interrupt)
    assert found.first == len(record.moves) + 1 - done
    assert [move.ply for move in found.moves] == list(range(found.first, len(record.moves)))
    exact = [each for each in found.evaluations if each.is_exact]
    assert [each.value for each in exact] == [
        each.value for each in whole.evaluations[-len(exact) :]
    ]
    assert found.exact_from == max(found.first, whole.exact_from or 0)


def test_a_bare_board_is_worth_its_most_even_opening() -> None:
    """X has most of this board. The second player swaps after an opening that wins for X; only even
    ones are good.
    """
    rules = BattleOfLits(size=4, symbols=("XXOO", "XOXO", "O.X.", "XXXX"))
    start = rules.start()
    exact = review(Record(rules), time_limit=PATIENCE).evaluations[0]
    searched = EstimatedPositions(Record(rules, setup=start), playouts=5_000, seed=1)
    searched.search(range(1), PATIENCE, lambda *_: None)
    estimated = searched.evaluation(0)
    assert not estimated.is_exact
    assert estimated.share <= 0.5
    assert player_value(start.play(estimated.best[0])) < 0
    assert exact.value == player_value(start)
    assert {player_value(start.play(move)) for move in exact.best} == {exact.value}


def test_the_estimate_of_a_swap_is_that_of_the_better_side() -> None:
    rules = BattleOfLits(size=5, symbols=("XXXXX", "XXXXX", "OOOOO", "XXXXX", "XXXXX"))
    record = Record(rules, (rules.table[0],))
    first = record.positions[1]
    stayed = next(move for move in first.legal_moves() if move is not SWAP)
    estimated = EstimatedPositions(
        replace(record, moves=(*record.moves, stayed)), playouts=2000, seed=1
    )
    estimated.search(range(3), PATIENCE, lambda *_: None)
    found = estimated.evaluation(1)
    after = estimated.evaluation(2)
    assert found.best == (SWAP,)
    assert found.share < 0.2
    move = ReviewedMove(1, stayed, 1, "O", found, after, estimated.difference(1))
    assert move.is_turning_point
    assert move.lost.size > 0.5
