"""The application of a server in this process, asked without a network, and a real server in a
process of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from starlette.applications import Starlette

from litslab.app.web import processes
from litslab.app.web.application import make_application
from litslab.app.web.endpoints import PREFIX
from litslab.app.web.settings import Settings
from litslab.jobs.channel import Send
from litslab.jobs.child_object import ChildObject
from tests.running import PATIENCE, Running, litslab, running

T = TypeVar("T")
STUDY = """game = "taiji"
title = "Light to move and win"
moves = "b4,b3 c3,d3 a2,b2 c1,d1"

[options]
size = 4
groups = 1

[study]
solution = "c2,d2"
plies = 4
level = 1
"""
"""The record of an endgame study."""
ADDRESS = "http://127.0.0.1:8123"


def in_another_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Call something in a thread of its own; this one may have an event loop, that of an open
    browser.
    """
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work, *arguments).result(PATIENCE)


def run_alone(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a thread of its own."""
    found: T = in_another_thread(asyncio.run, work)
    return found


class ThreadObject(ChildObject):
    """Does the work of a child process in the thread of its caller: a process takes longer to start
    than most work.

    Arguments and results are pickled, as between processes. It cannot be ended.
    """

    def __init__(self, make: Callable[..., Any], *arguments: Any) -> None:
        self._object = make(*arguments)
        self.alive = True

    def call(
        self,
        method: str,
        *arguments: Any,
        on_event: Send = lambda _: None,
        time_limit: float | None = None,  # noqa: ARG002
    ) -> Any:
        try:
            result = getattr(self._object, method)(
                *_pickled(arguments), lambda event: on_event(_pickled(event))
            )
        except Exception as error:
            raise _pickled(error) from None
        return _pickled(result)

    def close(self) -> None:
        self.alive = False


def _pickled(sent: T) -> T:
    received: T = pickle.loads(pickle.dumps(sent))
    return received


class Client:
    """Asks an application that runs in a thread of its own.

    Attributes
    ----------
    processes : Processes
        Its processes.
    """

    def __init__(self, settings: Settings) -> None:
        self.processes = processes.Processes(settings)
        self.app: Starlette = make_application(self.processes)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine where the application runs, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send any request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(
                transport=transport, base_url=ADDRESS, timeout=None
            ) as client:
                return await client.request(method, path, **more)

        return self.wait(ask())

    def post(self, endpoint: str, /, **body: Any) -> httpx.Response:
        """Send a request to an endpoint."""
        return self.request("POST", f"{PREFIX}/{endpoint}", json=body)

    def ask(self, endpoint: str, /, **body: Any) -> Any:
        """Return the document that answers a request; it has to succeed."""
        response = self.post(endpoint, **body)
        assert response.status_code == 200, response.text
        return response.json()

    def refused(self, endpoint: str, status: int, /, **body: Any) -> str:
        """Return the one line that says why a request is refused."""
        response = self.post(endpoint, **body)
        assert response.status_code == status, response.text
        assert set(response.json()) == {"error"}
        error: str = response.json()["error"]
        assert len(error.splitlines()) == 1
        return error

    def close(self) -> None:
        """End all processes and the thread."""
        self.processes.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        in_another_thread(self._loop.run_until_complete, self._loop.shutdown_default_executor())
        self._loop.close()


@contextmanager
def client(**settings: Any) -> Iterator[Client]:
    """Run an application; how fast the machine is does not matter to its short questions."""
    made = Client(
        Settings(
            **{
                "answer_seconds": PATIENCE,
                "body_seconds": PATIENCE,
                "overtime": PATIENCE,
                "workers": 1,
                **settings,
            }
        )
    )
    try:
        yield made
    finally:
        made.close()


@contextmanager
def client_with_threads(**settings: Any) -> Iterator[Client]:
    """Run an application that works in threads; no analysis may be left at work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "ChildObject", ThreadObject)
        with client(**settings) as made:
            yield made


class Served:
    """A server in a process of its own.

    Attributes
    ----------
    process : Running
        The process.
    address : str
        Its address.
    """

    def __init__(self, process: Running) -> None:
        self.process = process
        process.wait_until(lambda: "\n" in process.out.text)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.out.text)
        assert found is not None
        self.address = found[0].rstrip("/")
        self.port = int(found[1])

    def client(self) -> httpx.Client:
        """Return a client that waits as long as it takes."""
        return httpx.Client(base_url=f"{self.address}{PREFIX}/", timeout=PATIENCE)


@contextmanager
def served(*options: str | Path) -> Iterator[Served]:
    """Run ``litslab serve`` on a free port."""
    with running(*litslab("serve", "--port", "0", *options)) as process:
        yield Served(process)


def events_of(text: str) -> list[tuple[str, str]]:
    """Return the names and data of server-sent events."""
    found = []
    for block in text.split("\n\n"):
        with contextlib.suppress(ValueError):
            name, data = block.split("\n")
            found.append((name.removeprefix("event: "), data.removeprefix("data: ")))
    return found
