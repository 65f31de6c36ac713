"""Reviews: exact values equal brute force seen from the first person; best play loses nothing."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from analysis.review import Evaluation, Review, ReviewedMove, review
from games import Position, Rules
from games.battle_of_lits import BattleOfLits
from games.double_games import TaijiBattle, TailitsTaiji
from games.record import Record
from games.taiji import Taiji
from games.tailits import Tailits
from games.wythe import Wythe
from solver.players import person_to_move
from tests.games.cases import symbols
from tests.games.playing import play_at_random
from tests.solver.brute_force import BruteForce, TooLargeError

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


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_values_and_losses_equal_brute_force(rules: Rules, seed: int) -> None:
    moves, positions = play_at_random(rules, random.Random(seed))
    found = review(Record(rules, tuple(moves)))
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
            sign = 1 if person_to_move(position) == 0 else -1
            loss = sign * (value - people_value(position.play(move))) / 2
            assert loss >= 0
            if move in evaluation.best:
                assert loss == 0
    assert checked >= 3
    for reviewed, before in zip(found.moves, positions, strict=False):
        assert reviewed.person == person_to_move(before)
        assert reviewed.lost_points is not None
        assert reviewed.lost_points >= 0
        assert (reviewed.lost_points == 0) or reviewed.move not in reviewed.before.best
        assert reviewed.is_turning_point == (reviewed.lost_share == 1)


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_best_play_loses_nothing(rules: Rules) -> None:
    record = Record(rules)
    while not record.positions[-1].is_over:
        best = review(record).evaluations[-1].best
        record = Record(rules, (*record.moves, best[0]))
    found = review(record)
    assert {move.lost_points for move in found.moves} <= {0.0}
    assert not any(move.is_turning_point for move in found.moves)


def large_game() -> Record:
    rules = Taiji(size=7)
    moves, _ = play_at_random(rules, random.Random(3))
    return Record(rules, tuple(moves))


def test_what_is_out_of_reach_is_estimated_and_says_so() -> None:
    record = large_game()
    found = review(record, seconds=3.0, playouts=200)
    again = review(record, seconds=3.0, playouts=200)
    first = found.exact_from
    assert first is not None
    assert 0 < first < len(record.moves)
    assert all(each.is_exact == (ply >= first) for ply, each in enumerate(found.evaluations))
    assert all(0 <= each.share <= 1 for each in found.evaluations)
    assert all(move.lost_points is None for move in found.moves if move.ply < first)
    common = min(first, again.exact_from or 0)
    assert found.evaluations[:common] == again.evaluations[:common]  # the same seed, and time enough for all playouts


def test_no_time_means_estimates_and_a_progress_to_the_end() -> None:
    record = large_game()
    record = replace(record, moves=record.moves[:-3])
    told: list[tuple[int, int]] = []
    found = review(record, seconds=0, playouts=5, progress=lambda done, of: told.append((done, of)))
    assert not found.evaluations[0].is_exact
    assert told == [(number, len(record.moves) + 1) for number in range(1, len(record.moves) + 2)]


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


def test_an_empty_record_has_one_position() -> None:
    found: Review = review(Record(Taiji(size=3)))
    assert found.moves == ()
    assert found.evaluations[0].value == people_value(Taiji(size=3).start())
