"""A generator in a child process."""

from __future__ import annotations

import os
import signal

import pytest

from litslab.jobs.background import Background
from litslab.jobs.errors import ChildDiedError
from tests.jobs.test_child import count_up, fail, wait_forever
from tests.running import PATIENCE


@pytest.mark.slow
def test_the_newest_that_was_sent_is_seen_and_then_the_result() -> None:
    with Background(count_up, 5) as work:
        for _ in range(6):  # at most one message at a time, or several at once
            assert work.done or work.poll(PATIENCE)
        assert (work.done, work.found) == (True, 5)
        assert not work.poll()


@pytest.mark.slow
def test_looking_does_not_wait_and_leaving_ends_the_process() -> None:
    with Background(wait_forever) as work:
        assert work.poll(PATIENCE)
        assert not work.poll()
        assert not work.done
        child = work.found
    assert child is not None
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.slow
def test_the_death_of_a_process_and_an_exception_of_its_work_are_raised_here() -> None:
    with Background(wait_forever) as work:
        work.poll(PATIENCE)
        assert work.found is not None
        os.kill(work.found, signal.SIGKILL)
        with pytest.raises(ChildDiedError, match="SIGKILL"):
            work.poll(PATIENCE)
    with Background(fail) as work, pytest.raises(ValueError, match="not today"):
        work.poll(PATIENCE)
