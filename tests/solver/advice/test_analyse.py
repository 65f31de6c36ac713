"""Advice: exact if there is time, otherwise an honest estimate; an interrupt keeps the results so
far.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Generator
from dataclasses import replace
from unittest.mock import Mock

import pytest

from litslab.games import create
from litslab.games.position import Position
from litslab.games.sources import load
from litslab.jobs.progress import Progress
from litslab.solver.advice import analyse as module
from litslab.solver.advice.advice import Advice
from litslab.solver.advice.analyse import analyse
from litslab.solver.advice.estimate import estimate
from litslab.solver.endgame.solution import Solution
from litslab.solver.endgame.solve import solve_with
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.search_options import SearchOptions
from litslab.solver.score import Score
from litslab.solver.solve import solve
from tests.domineering import Domineering
from tests.running import PATIENCE, all_ended, descendants, kill_quietly, wait_until

MEMORY = 4
FAR = load("docs/examples/taiji-7.toml").position(4)
"""Out of reach of any exact search that a test has time for."""

ENDGAME = load("docs/examples/battle-of-lits-10.toml").position(9)
DOMINOES = Domineering(size=5).start()


def test_what_can_be_solved_at_once_is_exact() -> None:
    advice = analyse(ENDGAME, memory=MEMORY)
    assert advice.is_exact
    assert advice.estimate is None
    assert advice.solution is not None
    assert (advice.score, advice.best) == (Score(3, 3), solve(ENDGAME, best="all").best)
    assert advice.verdict == "X wins by 1 (exact)"
    assert advice.result == "X wins by 1"  # as its line of play ends, not "by 1 or 2"
    assert advice.to_svg() == advice.solution.to_svg() == advice._repr_svg_()


def test_far_from_the_end_there_is_an_estimate() -> None:
    told: list[Progress] = []
    advice = analyse(
        FAR, time_limit=None, playouts=1000, memory=MEMORY, seed=2, progress=told.append
    )
    assert (advice.is_exact, advice.estimate) == (False, estimate(FAR, playouts=1000, seed=2))
    assert advice.estimate is not None
    assert advice.best == (advice.estimate.best.move,)
    assert advice.verdict.startswith("estimate: light wins ")
    assert advice.score.lower < advice.score.upper
    assert told[-1].done == 1000
    assert told[-1].text.startswith("light wins ")  # the side is named, as in the verdict
    picture = advice._repr_svg_()
    assert "outlined: the best move by estimate" in picture
    assert 'class="ghost"' in picture


@pytest.mark.slow
@pytest.mark.parametrize(
    "position",
    [
        load("docs/examples/battle-of-lits-10.toml").position(5),
        DOMINOES.play(DOMINOES.choices()[0]),
        create("wythe", size=4).start(),
    ],
    ids=str,
)
def test_the_child_process_finds_the_exact_answer(position: Position) -> None:
    """The search at once is not enough for it."""
    at_once = SearchOptions(memory=MEMORY).oracle(position.rules, Limit(nodes=50_000))
    assert not solve_with(at_once, position).is_complete
    advice = analyse(position, time_limit=PATIENCE, memory=MEMORY)
    exact = solve(position, best="all")
    assert advice.solution is not None
    assert (advice.score, advice.solution.under_swap, advice.best) == (
        exact.score,
        exact.under_swap,
        exact.best,
    )
    assert advice.estimate is not None


def exhaust(steps: Generator[Solution, None, Solution], yielded: list[Solution]) -> Solution:
    """Add the yielded values to a list, and return the result of a generator."""
    while True:
        try:
            yielded.append(next(steps))
        except StopIteration as end:
            result: Solution = end.value
            return result


@pytest.mark.slow
def test_the_exact_search_tells_bounds_in_slices_and_stops_with_its_time() -> None:
    sent: list[Solution] = []
    until = time.monotonic() + 4 * module.FIRST_SLICE
    last = exhaust(module.solve_in_slices(FAR, until, SearchOptions(memory=MEMORY)), sent)
    assert not last.is_complete
    assert [each.info.nodes for each in [*sent, last]] == sorted(
        each.info.nodes for each in [*sent, last]
    )
    whole = exhaust(
        module.solve_in_slices(ENDGAME, until + PATIENCE, SearchOptions(memory=MEMORY)), sent
    )
    assert whole.score == Score(3, 3)


def test_a_search_that_died_leaves_the_estimate() -> None:
    before = descendants(os.getpid())
    killed = list[int]()

    def kill_search(_: Progress) -> None:
        killed.extend(descendants(os.getpid(), before))
        for pid in killed:
            kill_quietly(pid, signal.SIGKILL)
        assert wait_until(lambda: all_ended(killed))

    advice = analyse(FAR, playouts=1000, memory=MEMORY, progress=kill_search)
    assert killed
    assert not advice.is_exact
    assert advice.estimate is not None
    assert advice.estimate.playouts == 1000


def test_ctrl_c_keeps_what_is_known() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done >= 1000:
            raise KeyboardInterrupt

    advice = analyse(FAR, time_limit=None, playouts=1_000_000, memory=MEMORY, progress=interrupt)
    assert not advice.is_exact
    assert advice.estimate is not None
    assert 1000 <= advice.estimate.playouts < 1_000_000


def with_score(position: Position, lower: int, upper: int) -> Advice:
    found = estimate(position, playouts=1000)
    return Advice(position, Score(lower, upper), None, found, 0, 0.0)


def test_a_proved_winner_is_told_as_proved() -> None:
    assert with_score(FAR, 1, 7).verdict == "light wins by 1 to 4 (proved)"
    unknown = replace(with_score(FAR, -9, 7), estimate=None)
    assert unknown.verdict == "nothing is known yet: between dark by 4 and light by 4"


def test_the_start_of_a_game_with_a_swap_is_told_as_such() -> None:
    start = create("wythe", size=6).start()
    verdict = with_score(start, -73, -1).verdict
    assert verdict.startswith("estimate: with the swap, the first player wins ")
    second = with_score(start.place(0), -73, 73).verdict
    assert second.startswith("estimate: the second player wins ")
    assert "most even opening" in with_score(start, -73, -1).to_svg()


def test_progress_may_stop_it_with_an_exception() -> None:
    with pytest.raises(LookupError):
        analyse(FAR, playouts=100, memory=MEMORY, progress=Mock(side_effect=LookupError))
