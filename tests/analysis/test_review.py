"""Reviews: exact values equal brute force seen from the first person; best play loses nothing."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from litslab.analysis.review import estimated_evaluation, review
from litslab.analysis.review_result import Evaluation, Review, ReviewedMove
from litslab.games import SWAP, Position, Rules
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.double_games import TaijiBattle, TailitsTaiji
from litslab.games.record import Record
from litslab.games.taiji import Taiji
from litslab.games.tailits import Tailits
from litslab.games.wythe import Wythe
from litslab.jobs.progress import Progress
from litslab.solver.play.players import player_to_move
from tests.games.cases import symbols
from tests.games.playing import play_at_random
from tests.running import PATIENCE
from tests.solver.brute_force import BruteForce, TooLargeError

NODES = 100_000
"""Visited for exact values, so that how far they reach does not depend on the machine."""

GAMES: tuple[Rules, ...] = (
    BattleOfLits(size=4, symbols=symbols(4, 4)),
    BattleOfLits(size=4, supply=(1, 1, 1, 1), symbols=("XXOO", "XOXO", "O.X.", "XXXX")),
    Taiji(size=3),
    Tailits(size=5, supply=(1, 1, 0, 1)),
    Wythe(size=2),
    TailitsTaiji(size=3),
    TaijiBattle(size=3),
)


def people_value(position: Position) -> int:
    """The value for the person who moved first in the game, who plays the other side after a swap."""
    swapped = position.swapped and not position.rules.swap_changes_value
    return BruteForce(10_000).people_value(position, first_side=int(swapped))


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_values_and_losses_equal_brute_force(rules: Rules, seed: int) -> None:
    moves, positions = play_at_random(rules, random.Random(seed))
    found = review(Record(rules, tuple(moves)), time_limit=PATIENCE)
    assert found.exact_from == 0
    checked = 0
    for position, evaluation in zip(positions, found.evaluations, strict=True):
        try:
            value = people_value(position)
        except TooLargeError:
            continue
        checked += 1
        assert evaluation.value == value
        assert evaluation.share == float(value > 0)
        for move in position.legal_moves():
            sign = 1 if player_to_move(position) == 0 else -1
            loss = sign * (value - people_value(position.play(move))) / 2
            assert loss >= 0
            if move in evaluation.best:
                assert loss == 0
    assert checked >= 3
    for reviewed, before in zip(found.moves, positions, strict=False):
        assert reviewed.person == player_to_move(before)
        assert reviewed.lost_points is not None
        assert reviewed.lost_points >= 0
        assert (reviewed.lost_points == 0) or reviewed.move not in reviewed.before.best
        assert reviewed.is_turning_point == (reviewed.lost_share == 1)


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


@pytest.mark.slow
def test_what_is_out_of_reach_is_estimated_and_says_so() -> None:
    record = large_game()
    found = review(record, time_limit=PATIENCE, nodes=NODES, playouts=200)
    again = review(record, time_limit=PATIENCE, nodes=NODES, playouts=200)
    first = found.exact_from
    assert first is not None
    assert 0 < first < len(record.moves)
    assert all(each.is_exact == (ply >= first) for ply, each in enumerate(found.evaluations))
    assert all(0 <= each.share <= 1 for each in found.evaluations)
    before, border, last = *found.evaluations[first - 1 : first + 1], found.moves[first - 1]
    assert before.after_best is not None
    assert border.searched is not None  # against which the last estimated move is held, not against the proof
    sign = 1 if last.person == 0 else -1
    lost = 0 if last.move in before.best else sign * (before.after_best - border.searched)
    assert last.lost_share == pytest.approx(lost)
    assert all(move.lost_points is None for move in found.moves if move.ply < first)
    assert found.evaluations == again.evaluations  # the same seed, and time enough for all playouts


def test_no_time_means_estimates_and_a_progress_to_the_end() -> None:
    record = large_game()
    record = replace(record, moves=record.moves[:-3])
    told: list[Progress] = []
    found = review(record, time_limit=0, playouts=5, progress=told.append)
    assert not found.evaluations[0].is_exact
    assert len(found.evaluations) == len(record.moves) + 1 == len(told)
    assert told == [Progress(done, len(told)) for done in range(1, len(told) + 1)]


def test_turning_points_of_estimates_have_to_be_larger_than_noise() -> None:
    def move(before: float, after_best: float, searched: float) -> ReviewedMove:
        board = large_game()
        return ReviewedMove(
            0, board.moves[0], 0, "light", Evaluation(None, before, (), before, after_best),
            Evaluation(None, searched, (), searched, searched),
        )  # fmt: skip

    assert move(0.6, 0.6, 0.4).is_turning_point
    assert not move(0.52, 0.52, 0.49).is_turning_point
    assert not move(0.9, 0.9, 0.6).is_turning_point
    assert move(0.9, 0.9, 0.6).lost_share == pytest.approx(0.3)


@pytest.mark.slow
def test_a_notebook_shows_the_curve() -> None:
    moves, _ = play_at_random(Taiji(size=4), random.Random(1))
    picture = review(Record(Taiji(size=4), tuple(moves)), time_limit=PATIENCE)._repr_svg_()
    assert picture.startswith("<?xml")
    assert "lead of light (points), exact" in picture


def test_an_empty_record_has_one_position() -> None:
    found: Review = review(Record(Taiji(size=3)))
    assert found.moves == ()
    assert found.evaluations[0].value == people_value(Taiji(size=3).start())


@pytest.mark.slow
@pytest.mark.parametrize("done", [1, 2, 5, 12, 20])
def test_an_interrupt_keeps_what_was_evaluated(done: int) -> None:
    record = large_game()
    left = done

    def interrupt(_: Progress) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    if done == 1:
        with pytest.raises(KeyboardInterrupt):  # no move has both its ends
            review(record, time_limit=PATIENCE, nodes=NODES, playouts=50, progress=interrupt)
        return
    whole = review(record, time_limit=PATIENCE, nodes=NODES, playouts=50)
    found = review(record, time_limit=PATIENCE, nodes=NODES, playouts=50, progress=interrupt)
    assert found.first == len(record.moves) + 1 - done
    assert [move.ply for move in found.moves] == list(range(found.first, len(record.moves)))
    exact = [each for each in found.evaluations if each.is_exact]
    assert [each.value for each in exact] == [each.value for each in whole.evaluations[-len(exact) :]]
    assert found.exact_from == max(found.first, whole.exact_from or 0)


def test_a_bare_board_is_worth_its_most_even_opening() -> None:
    """X has most of this board: whatever opening wins for X is taken over, so that only even ones are any good."""
    rules = BattleOfLits(size=4, symbols=("XXOO", "XOXO", "O.X.", "XXXX"))
    start = rules.start()
    exact = review(Record(rules), time_limit=PATIENCE).evaluations[0]
    estimated = estimated_evaluation(start, random.Random(1), 20_000, PATIENCE)
    assert not estimated.is_exact
    assert estimated.share <= 0.5
    assert people_value(start.play(estimated.best[0])) < 0
    assert exact.value == people_value(start)
    assert {people_value(start.play(move)) for move in exact.best} == {exact.value}


def test_the_estimate_of_a_swap_is_that_of_the_better_side() -> None:
    rules = BattleOfLits(size=5, symbols=("XXXXX", "XXXXX", "OOOOO", "XXXXX", "XXXXX"))
    first = rules.start().place(0)
    found = estimated_evaluation(first, random.Random(1), 5000, PATIENCE)
    assert found.best == (SWAP,)
    assert found.share < 0.2
    assert found.after_best == pytest.approx(found.searched, abs=0.1)
    stayed = next(move for move in first.legal_moves() if move is not SWAP)
    after = estimated_evaluation(first.play(stayed), random.Random(1), 5000, PATIENCE)
    move = ReviewedMove(1, stayed, 1, "O", found, after)
    assert move.is_turning_point
    assert move.lost_share > 0.5
