"""Short questions: one that takes too long costs its process only, and so does one that needs much
memory.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from pydantic import BaseModel

from litslab.app.web import documents
from litslab.app.web.processes import Processes, Silence
from litslab.app.web.settings import BusyError, RefusedError, Settings
from litslab.games.errors import GameError, IllegalMoveError
from litslab.jobs.errors import ChildDiedError
from tests.app.web.client import run_alone
from tests.running import PATIENCE, all_ended, descendants, wait_until

ASKED = documents.FilesRequest()


def asking(ask: Callable[[Processes], Awaitable[None]], **settings: Any) -> None:
    """Ask processes of one worker something, and end them."""

    async def run() -> None:
        processes = Processes(Settings(**{"workers": 1, "answer_seconds": PATIENCE, **settings}))
        try:
            await ask(processes)
        finally:
            processes.close()

    run_alone(run())


def process(_: BaseModel, __: Settings) -> documents.Saved:
    return documents.Saved(name=str(os.getpid()))


def endless(_: BaseModel, __: Settings) -> documents.Saved:
    threading.Event().wait()
    raise AssertionError


def illegal(_: BaseModel, __: Settings) -> documents.Saved:
    raise IllegalMoveError("a1,a2", ("it is wrong",))


def mistaken(_: BaseModel, __: Settings) -> documents.Saved:
    raise ZeroDivisionError("a bug")


def died(_: BaseModel, __: Settings) -> documents.Saved:
    os._exit(1)


@pytest.mark.slow
def test_a_process_stays_until_a_question_takes_too_long() -> None:
    before = descendants(os.getpid())  # the servers of other tests

    async def ask(processes: Processes) -> None:
        first = await processes.answer(process, ASKED)
        with pytest.raises(RefusedError) as raised:
            await processes.answer(illegal, ASKED)
        assert (raised.value.status, raised.value.error) == (409, "illegal move a1,a2: it is wrong")
        assert await processes.answer(process, ASKED) == first

    async def ask_late(processes: Processes) -> None:
        processes.prepare()
        with pytest.raises(RefusedError, match="no answer within"):
            await processes.answer(endless, ASKED)

    asking(ask)
    asking(ask_late, answer_seconds=0.01)
    assert wait_until(lambda: all_ended(descendants(os.getpid(), before)))


@pytest.mark.slow
def test_a_process_that_has_died_or_erred_or_grown_large_is_replaced() -> None:
    async def ask(processes: Processes) -> None:
        with pytest.raises(ZeroDivisionError):
            await processes.answer(mistaken, ASKED)
        with pytest.raises(ChildDiedError, match="ended without an answer"):
            await processes.answer(died, ASKED)
        assert await processes.answer(process, ASKED)

    async def ask_twice(processes: Processes) -> None:
        assert await processes.answer(process, ASKED) != await processes.answer(process, ASKED)

    asking(ask)
    asking(ask_twice, worker_memory=1)


def test_a_question_does_not_wait_for_ever_for_a_process() -> None:
    async def ask(processes: Processes) -> None:
        working = asyncio.ensure_future(processes.answer(endless, ASKED))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await processes.answer(process, ASKED)
        processes.close()
        with pytest.raises(GameError):
            await working

    asking(ask, answer_seconds=0.05)


def test_work_that_goes_on_sending_is_not_ended_by_its_time_limit() -> None:
    silence = Silence(100.0, time_limit=1.0, overtime=60.0)
    assert silence.until == 161.0
    silence.broken(100.5)
    assert silence.until == 161.0, "an early event takes no time away"
    silence.broken(150.0)
    silence.broken(205.0)
    assert silence.until == 265.0
