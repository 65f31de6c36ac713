"""Ctrl-C while compiled code works: it is told to stop, and Python sees the signal as usual."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from litslab.jobs.interrupts import stopping
from tests.running import PATIENCE, prepared


@pytest.fixture
def _no_wakeup() -> Iterator[None]:
    """Set aside if another test of this process has signals written to, such as an event loop that is still open."""
    before = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)


@pytest.mark.usefixtures("_ctrl_c", "_no_wakeup")
def test_ctrl_c_stops_what_runs_and_is_raised() -> None:
    stopped = threading.Event()
    with stopping(stopped.set):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert stopped.wait(PATIENCE)
    assert signal.set_wakeup_fd(-1) == -1


def test_other_threads_have_no_signals() -> None:
    done: list[str] = []

    def work() -> None:
        with stopping(lambda: done.append("stop")):
            done.append("worked")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["worked"]


PUZZLE = """
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.model import solve
solve(read_one("lits/6/6/lldoa4043q6c").puzzle)
"""

REGIONS = """
import random
from litslab.games.geometry import Board
from litslab.puzzles.lits.generate.partition import RegionLimits
from litslab.puzzles.lits.generate.synthesis import regions_around
from tests.puzzles.lits.generate.test_synthesis import planted_solution
board = Board(6, 6)
regions_around(board, planted_solution(board, 1), RegionLimits(), random.Random(1), time_limit=600)
"""

POSITION = """
from litslab.games.wythe import Wythe
from litslab.solver.finals.domino_extremes import most_pieces
from litslab.solver.endgame.result import Settings
most_pieces(Wythe(size=3), Settings())
"""


THEN = """
import signal
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("seen")
"""


@pytest.mark.slow
@pytest.mark.parametrize("search", [PUZZLE, REGIONS, POSITION], ids=["puzzle", "regions", "position"])
def test_ctrl_c_after_a_search_of_cp_sat_is_as_before_it(search: str) -> None:
    command = prepared(sys.executable, "-c", search + THEN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "seen\n", "")
