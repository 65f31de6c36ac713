"""Ctrl-C is put off where work must be whole, and where compiled code works that is
told to stop.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

import pytest

from litslab.jobs.interrupts import held_back, interruptible, stopping, yield_saved
from tests.running import PATIENCE, run_python

pytestmark = pytest.mark.usefixtures("_ctrl_c")


Block = Callable[[], AbstractContextManager[None]]


def interrupted_step(done: list[str]) -> None:
    with held_back():
        signal.raise_signal(signal.SIGINT)
        done.append("kept")


def test_ctrl_c_waits_for_the_end() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted_step(done)
    assert done == ["kept"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("block", [held_back, interruptible])
def test_what_goes_wrong_within_goes_on(block: Block) -> None:
    with pytest.raises(OSError, match="full"), block():
        raise OSError("full")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("block", [held_back, interruptible, partial(stopping, pytest.fail)])
def test_other_threads_have_no_signals(block: Block) -> None:
    done = []

    def work() -> None:
        with block():
            done.append("kept")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["kept"]


@pytest.mark.parametrize("made_of_it", [OSError("a library's"), None])
def test_ctrl_c_stays_what_it_is_whatever_a_library_makes_of_it(
    made_of_it: Exception | None,
) -> None:
    def library() -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            if made_of_it:
                raise made_of_it from None

    with pytest.raises(KeyboardInterrupt), interruptible():
        library()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("expected", [[7], []])
def test_what_is_saved_is_yielded_before_ctrl_c_and_what_is_not_is_not(expected: list[int]) -> None:
    def save(_: int) -> None:
        signal.raise_signal(signal.SIGINT)
        if not expected:
            raise OSError("full")

    seen: list[int] = []
    with pytest.raises(KeyboardInterrupt if expected else OSError):
        seen.extend(yield_saved(7, save))
    assert seen == expected


def test_ctrl_c_stops_what_runs_and_is_raised() -> None:
    before = signal.set_wakeup_fd(-1)  # that of an event loop which another test has left open
    stopped = threading.Event()
    with stopping(stopped.set):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert stopped.wait(PATIENCE)
    assert signal.set_wakeup_fd(before) == -1


PUZZLE = """
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.model.solve import solve
solve(read_one("lits/6/6/lldoa4043q6c").puzzle)
"""

REGIONS = """
import random
from litslab.games.geometry import Board
from litslab.puzzles.lits.generate.partition import RegionLimits
from litslab.puzzles.lits.generate.synthesis import regions_around
from tests.puzzles.lits.generate.test_given_solution import planted_solution
board = Board(6, 6)
solution, parts = planted_solution(board, 1), [0] * board.size
regions_around(board, solution, RegionLimits(), random.Random(1), parts, time_limit=600)
"""

POSITION = """
from litslab.games.wythe import Wythe
from litslab.solver.finals.domino_extremes import most_pieces
from litslab.solver.model.settings import Settings
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
def test_ctrl_c_after_a_search_of_cp_sat_is_as_before_it() -> None:
    done = run_python(PUZZLE + THEN + REGIONS + THEN + POSITION + THEN)
    assert (done.returncode, done.stdout, done.stderr) == (0, "seen\n" * 3, "")
