"""Work in the background: what it sends and returns is seen by looking, and leaving ends the process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Generator

import pytest

from litslab.jobs import child
from litslab.jobs.child import Background, ChildDiedError
from litslab.jobs.progress import Notice
from tests.running import PATIENCE, wait_until


def count_up(last: int) -> Generator[int, None, int]:
    yield from range(last)
    return last


def wait_forever() -> Generator[int, None, int]:
    yield os.getpid()
    time.sleep(10 * PATIENCE)
    return 0


def fail() -> Generator[int, None, int]:
    yield from ()
    raise ValueError("not today")


@pytest.mark.slow
def test_the_newest_that_was_sent_is_seen_and_then_the_result() -> None:
    with Background(count_up, 5) as work:
        for _ in range(6):  # at most one message at a time, or several at once
            assert work.done or work.look(PATIENCE)
        assert (work.done, work.found) == (True, 5)
        assert not work.look()


@pytest.mark.slow
def test_looking_does_not_wait_and_leaving_ends_the_process() -> None:
    with Background(wait_forever) as work:
        assert work.look(PATIENCE)
        assert not work.look()
        assert not work.done
        child = work.found
    assert child is not None
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.slow
def test_a_process_that_died_is_an_error() -> None:
    with Background(wait_forever) as work:
        work.look(PATIENCE)
        assert work.found is not None
        os.kill(work.found, signal.SIGKILL)
        with pytest.raises(ChildDiedError):
            work.look(PATIENCE)


@pytest.mark.slow
def test_an_exception_of_the_work_is_raised_here() -> None:
    with Background(fail) as work, pytest.raises(ValueError, match="not today"):
        work.look(PATIENCE)


@pytest.mark.slow
def test_a_stopped_process_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "STOPPED_SECONDS", 0.0)
    with Background(wait_forever) as work:
        assert work.look(PATIENCE)
        os.kill(work.found or 0, signal.SIGSTOP)
        running = work._child
        assert running is not None
        with pytest.warns(Notice, match="is stopped"):
            assert wait_until(lambda: work.look() or running._warned)
        os.kill(work.found or 0, signal.SIGCONT)
