"""Bounds over all finishes: the extremes that plain play finds, kept while they are proved, in all
six games.
"""

from __future__ import annotations

import random
import time

import pytest

from litslab.games import SWAP, Position, create
from litslab.games.double_games import TailitsTaijiPosition
from litslab.games.placements import Placement
from litslab.jobs.progress import Progress
from litslab.solver.engines.reference import Search
from litslab.solver.model.bounds import (
    End,
    FinishBounds,
    bound_here,
    bounds,
    finished,
    largest_margin,
)
from litslab.solver.model.settings import Settings
from tests.games.cases import PIECES, Case, boards, symbols
from tests.games.playing import play_at_random
from tests.solver.brute_force import TooLargeError, ends_of

SEEDED = Settings(time_limit=None, workers=1, seed=1)

CASES = (
    *boards(
        "battle-of-lits",
        {"size": 5, "symbols": symbols(5, 5)},
        {"size": 3, "rows": 7, "supply": (1, 1, 1, 0), "symbols": symbols(3, 7)},
    ),
    *boards("taiji", {"size": 3, "groups": 1}, {"size": 4, "groups": 2}, {"size": 5, "groups": 3}),
    *boards(
        "taiji",
        {"size": 4, "groups": 2, "scoring": "squares"},
        {"size": 4, "groups": 3, "scoring": "products"},
    ),
    *boards(
        "tailits",
        {"size": 5},
        {"size": 5, "scoring": "second", "flips": False},
        {"size": 5, "colouring": "pieces", "pieces": PIECES, "scoring": "second"},
    ),
    *boards("wythe", {"size": 3}, {"size": 4}),
    *boards(
        "tailits+taiji",
        {"size": 3, "groups": 1, "supply": (0, 6, 0, 0)},
        {"size": 3, "groups": 1},
        {"size": 5, "groups": 2, "scoring": "second"},
    ),
    *boards("taiji+battle-of-lits", {"size": 3, "groups": 1}, {"size": 4, "groups": 2}),
)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def late(case: Case) -> tuple[Position, list[Position]]:
    """The earliest position of a random game whose finishes are few, with the finishes."""
    _, positions = play_at_random(case.rules(), random.Random(0), passes=False)
    for position in positions:
        try:
            return position, ends_of(position, 400)
        except TooLargeError:
            continue
    raise AssertionError("the last position has one finish")


def bounded(position: Position, settings: Settings = SEEDED) -> FinishBounds:
    ends = {False: End(), True: End()}

    def keep(news: tuple[bool, End]) -> None:
        ends[news[0]] = news[1]

    bound_here(position, settings, time.monotonic(), keep)
    return FinishBounds(position, ends[False], ends[True], 0.0)


@pytest.mark.slow
@every_case
def test_bounds_are_the_extremes_over_all_finishes_and_hold_the_value(case: Case) -> None:
    position, ends = late(case)
    margins = [end.outcome().margin for end in ends]
    found = bounded(position)
    assert (found.status, found.worst, found.best) == ("optimal", min(margins), max(margins))
    for end in (found.worst_end, found.best_end):
        assert end.finish is not None
        finish = finished(position, end.finish, swap=end.swap)
        assert (finish.is_over, finish.placed & position.placed) == (True, position.placed)
        assert finish.outcome().margin == end.found == end.bound
    assert found.score.lower <= Search().value(position) <= found.score.upper
    assert all(found.score.lower <= end.outcome().value <= found.score.upper for end in ends)
    winners = {end.outcome().winning_side for end in ends}
    assert found.decided is None or winners == {found.decided}


@pytest.mark.slow
def test_all_bounds_reported_on_the_way_hold_and_become_tighter() -> None:
    rules = create("battle-of-lits", size=6, symbols=symbols(6, 6))
    position = rules.start().place(20)
    told: list[tuple[bool, End]] = []
    bound_here(position, SEEDED, time.monotonic(), told.append)
    for maximise in (False, True):
        ends = [end for which, end in told if which is maximise]
        assert len({end.bound for end in ends}) > 2  # none at first, then several
        final = ends[-1]
        assert final.tight
        assert final.bound is not None
        before = End()
        for end in ends:
            signs = [
                (1 if maximise else -1) * margin
                for margin in (end.bound, before.bound, final.bound)
                if margin is not None
            ]
            if end.bound is not None:
                assert signs[0] == max(signs[0], signs[-1])  # no finish exceeds it
                assert len(signs) < 3 or signs[0] <= signs[1]
            assert end.found is not None
            assert (end.found <= final.bound) if maximise else (end.found >= final.bound)
            before = end


def test_no_time_leaves_the_finishes_of_random_games() -> None:
    position = play_at_random(create("taiji", size=7), random.Random(3))[1][4]
    found = bounded(position, Settings(time_limit=0, workers=1, seed=1))
    assert (found.worst, found.best, found.status) == (-24, 24, "undecided")  # by the rules
    assert found.worst_end.finish is not None
    assert found.decided is None


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_proved_before() -> None:
    told: list[Progress] = []

    def interrupt(known: Progress) -> None:
        told.append(known)
        if not known.text.startswith(f"margin between {-limit} "):
            raise KeyboardInterrupt

    position = play_at_random(create("taiji", size=5, groups=1), random.Random(3))[1][4]
    limit = largest_margin(position.rules)
    found = bounds(position, seed=1, progress=interrupt)
    assert (found.best_end, told[-1]) == (
        End(),
        Progress(text=f"margin between {found.worst} and {limit}"),
    )
    assert found.worst > -limit
    assert found.worst_end.finish is not None
    assert found.status == "feasible"


def known(position: Position, worst: int | None, best: int | None) -> FinishBounds:
    return FinishBounds(position, End(worst, worst), End(best, best), 0.0)


@pytest.mark.parametrize(
    ("worst", "best", "side"),
    [(1, 4, 0), (0, 4, None), (-4, -1, 1), (-4, 0, None), (None, 3, None), (None, None, None)],
)
def test_it_is_decided_where_one_side_wins_every_finish(
    worst: int | None,
    best: int | None,
    side: int | None,
) -> None:
    assert known(create("battle-of-lits", size=4).start(), worst, best).decided == side


def test_the_tie_rule_decides_if_the_position_determines_it() -> None:
    taiji = create("taiji", size=3).start()  # Dark wins ties
    assert [known(taiji, *margins).decided for margins in ((0, 4), (-4, 0), (-1, 1), (1, 4))] == [
        None,
        1,
        None,
        0,
    ]
    _, positions = play_at_random(create("tailits+taiji", size=5, groups=1), random.Random(1))
    second = next(
        p
        for p in positions
        if isinstance(p, TailitsTaijiPosition) and p.second_phase and not p.is_over
    )
    for side in (0, 1):
        position = second.with_half_point(side)
        decided = [known(position, *margins).decided for margins in ((0, 4), (-4, 0))]
        assert decided == ([0, None] if side == 0 else [None, 1])


def test_the_swap_is_part_of_a_finish() -> None:
    for seed in range(20):
        _, positions = play_at_random(
            create("taiji+battle-of-lits", size=4, groups=1), random.Random(seed)
        )
        for position in positions:
            if position.can_swap and not position.is_over:
                end = position.play(SWAP)
                while not end.is_over:
                    end = end.play(
                        next(move for move in end.legal_moves() if isinstance(move, Placement))
                    )
                assert finished(position, end.placements, swap=True) == end
                return
    raise AssertionError("no swap was possible")
