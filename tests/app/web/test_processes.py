"""Short questions: one that takes too long costs its process only, and so does one that needs much memory."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest
from pydantic import BaseModel

from litslab.app.web import documents
from litslab.app.web.processes import Processes
from litslab.app.web.settings import BusyError, RefusedError, Settings
from litslab.games.errors import GameError, IllegalMoveError
from litslab.jobs.child import ChildDiedError
from tests.app.web.client import run_alone
from tests.running import PATIENCE, all_ended, descendants, wait_until

ASKED = documents.FilesRequest()


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

    async def ask() -> None:
        processes = Processes(Settings(workers=1, answer_seconds=PATIENCE))
        late = Processes(Settings(workers=1, answer_seconds=0.01))
        try:
            first = await processes.answer(process, ASKED)
            with pytest.raises(RefusedError) as raised:
                await processes.answer(illegal, ASKED)
            assert (raised.value.status, raised.value.error) == (409, "illegal move a1,a2: it is wrong")
            assert await processes.answer(process, ASKED) == first

            late.prepare()
            with pytest.raises(RefusedError, match="no answer within"):
                await late.answer(endless, ASKED)
        finally:
            processes.close()
            late.close()

    run_alone(ask())
    assert wait_until(lambda: all_ended(descendants(os.getpid(), before)))


@pytest.mark.slow
def test_a_process_that_has_died_or_erred_is_replaced() -> None:
    async def ask() -> None:
        processes = Processes(Settings(workers=1, answer_seconds=PATIENCE))
        try:
            with pytest.raises(ZeroDivisionError):
                await processes.answer(mistaken, ASKED)
            with pytest.raises(ChildDiedError, match="ended without an answer"):
                await processes.answer(died, ASKED)
            assert await processes.answer(process, ASKED)
        finally:
            processes.close()

    run_alone(ask())


@pytest.mark.slow
def test_a_process_that_has_grown_large_is_replaced() -> None:
    async def ask() -> None:
        processes = Processes(Settings(workers=1, answer_seconds=PATIENCE, worker_memory=1))
        try:
            assert await processes.answer(process, ASKED) != await processes.answer(process, ASKED)
        finally:
            processes.close()

    run_alone(ask())


def test_a_question_does_not_wait_for_ever_for_a_process() -> None:
    async def ask() -> None:
        processes = Processes(Settings(workers=1, answer_seconds=0.05))
        working = asyncio.ensure_future(processes.answer(endless, ASKED))
        await asyncio.sleep(0)
        try:
            with pytest.raises(BusyError):
                await processes.answer(process, ASKED)
        finally:
            processes.close()
            with pytest.raises(GameError):
                await working

    run_alone(ask())
