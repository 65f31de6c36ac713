"""The command serve: its address, its end by every signal, mistakes in one line, connections that
end or are slow.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from litslab.app.web.endpoints import EVENT_STREAM, PREFIX
from litslab.app.web.server import PromptProtocol
from tests.app.command_line import INTERRUPTED, Runner
from tests.app.web.client import Served, run_alone, served
from tests.running import PATIENCE, all_ended, any_ended, descendants, wait_until

LARGE = 'game = "taiji"\noptions = { size = 9, groups = 2 }\nmoves = ""\n'
STREAM = {"accept": EVENT_STREAM, "accept-language": "ja"}
TERMINATED = 143


@pytest.mark.slow
@pytest.mark.parametrize("signals", [signal.SIGTERM, signal.SIGINT, "terminal"], ids=str)
def test_a_signal_ends_the_server_and_its_children(signals: signal.Signals | str) -> None:
    with served("--analyses", "1") as server:
        pid = server.process.process.pid
        with (
            server.client() as asking,
            asking.stream("POST", "solve", json={"record": LARGE}, headers=STREAM) as stream,
            server.client() as other,
        ):
            assert stream.status_code == 200
            busy = other.post("solve", json={"record": LARGE})
            assert (busy.status_code, int(busy.headers["retry-after"]) > 0) == (429, True)
            assert "running already" in busy.json()["error"]
            assert other.post("position", json={"record": LARGE}).status_code == 200, (
                "a short question is answered"
            )
            children = descendants(pid)
            assert children
            if isinstance(signals, signal.Signals):
                server.process.process.send_signal(signals)
            else:
                server.process.interrupt(everyone=True)
            assert "サーバーが終了" in "".join(stream.iter_text())  # in the reader's language
        ended = server.process.end()
        assert ended.status == (TERMINATED if signals is signal.SIGTERM else INTERRUPTED)
        assert ended.err in {"", "litslab: interrupted\n"}
        assert wait_until(lambda: all_ended(children))


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """A server that allows one analysis at a time."""
    with served("--analyses", "1") as started:
        yield started


@pytest.mark.slow
def test_a_client_that_leaves_ends_its_analysis(server: Served) -> None:
    pid = server.process.process.pid
    with server.client() as asking:
        assert asking.post("new", json={"game": "wythe"}).status_code == 200
        for headers in (STREAM, {}):  # a stream, and a document
            connection = _analysis_under_way(server.port, asking, headers)
            children = descendants(pid)
            connection.close()
            # Processes without work stay.
            assert wait_until(partial(any_ended, children))
            assert wait_until(lambda: asking.post("solve", json={"record": "x"}).status_code == 400)
            assert asking.post("new", json={"game": "wythe"}).status_code == 200


def _request(document: dict[str, Any], headers: dict[str, str]) -> bytes:
    """Return the bytes of a request to solve a position."""
    body = json.dumps(document)
    given = {
        "host": "localhost",
        "content-type": "application/json",
        "content-length": len(body),
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    return f"POST {PREFIX}/solve HTTP/1.1\r\n{head}\r\n{body}".encode()


def _analysis_under_way(port: int, asking: httpx.Client, headers: dict[str, str]) -> socket.socket:
    """Ask for a long analysis, and return the connection once the server refuses another one."""
    connection: socket.socket | None = None

    def under_way() -> bool:
        nonlocal connection
        # The one place may have been taken by the short question below.
        if connection is None or _received(connection).startswith(b"HTTP/1.1 429"):
            if connection is not None:
                connection.close()
            connection = socket.create_connection(("127.0.0.1", port))
            connection.sendall(_request({"record": LARGE}, headers))
        return asking.post("solve", json={"record": "x"}).status_code == 429

    assert wait_until(under_way)
    assert connection is not None
    return connection


def _received(connection: socket.socket) -> bytes:
    """Return what has come so far, without waiting for more."""
    try:
        return connection.recv(64, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return b""


@pytest.mark.slow
def test_two_hundred_analyses_at_once_are_each_answered_or_refused(server: Served) -> None:
    with contextlib.ExitStack() as stack:
        connections = []
        for _ in range(200):
            address = ("127.0.0.1", server.port)
            connections.append(stack.enter_context(socket.create_connection(address, PATIENCE)))
            connections[-1].sendall(
                _request({"record": LARGE, "nodes": 1}, {"connection": "close"})
            )
        statuses = {connection.makefile("rb").readline().split()[1] for connection in connections}
    assert b"200" in statuses
    assert statuses <= {b"200", b"429"}


def test_a_port_that_is_taken_is_named(run: Runner) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port}: " in run.refused("serve", "--port", str(port))


@pytest.mark.parametrize("missing", ["h11", "starlette", "uvicorn"])
def test_without_its_packages_the_extra_is_named(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
    missing: str,
) -> None:
    for name in [
        name
        for name in sys.modules
        if name.startswith("litslab.app.web.") or name.split(".")[0] == missing
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    refused = run.refused("serve", "--port", "0")
    assert f"needs {missing}: run `pip install 'litslab[web]'`" in refused


HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(_: Any, __: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    """Answer with an empty page."""
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


def serving(
    work: Callable[[Callable[[], Awaitable[Streams]]], Awaitable[None]],
    seconds: float,
    protocol: type[PromptProtocol] = PromptProtocol,
) -> None:
    """Do some work with a function that opens a connection to a server that waits this long for a
    request.
    """

    async def run() -> None:
        config = uvicorn.Config(app, http=protocol, log_level="error", lifespan="off")
        config.timeout_keep_alive = seconds  # type: ignore[assignment]
        config.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: protocol(config, state, {}), "127.0.0.1", 0
        )
        port = server.sockets[0].getsockname()[1]
        opened: list[asyncio.StreamWriter] = []

        async def connect() -> Streams:
            streams = await asyncio.open_connection("127.0.0.1", port)
            opened.append(streams[1])
            return streams

        try:
            await asyncio.wait_for(work(connect), PATIENCE)
        finally:
            server.close()
            for writer in opened:
                writer.transport.abort()
            await asyncio.sleep(0)
            for connection in list(state.connections):
                connection.transport.abort()
            await server.wait_closed()

    run_alone(run())


async def answer(streams: Streams, end: bytes = b"\r\n") -> bytes:
    """Ask for a page by a header with this end, and return the first line of the answer."""
    reader, writer = streams
    writer.write(HEAD + end)
    return (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]


async def rest(streams: Streams) -> bytes:
    """Return what comes until the server ends the connection."""
    try:
        return await streams[0].read()
    except ConnectionError:
        return b""


async def drip(streams: Streams) -> bytes:
    """Send a header byte by byte until the server ends the connection, and return what
    it has said.
    """
    said = asyncio.ensure_future(rest(streams))
    with contextlib.suppress(ConnectionError):
        streams[1].write(HEAD)
        while not said.done():
            streams[1].write(b"a")
            await streams[1].drain()
            await asyncio.sleep(0.02)
    return await said


@pytest.mark.slow
@pytest.mark.parametrize("asked_before", [None, b"\r\n", b"Content-Length: 1000\r\n\r\n"], ids=str)
def test_a_slow_header_and_a_body_that_nobody_reads_are_not_waited_for(
    asked_before: bytes | None,
) -> None:
    async def work(connect: Callable[[], Awaitable[Streams]]) -> None:
        while True:
            streams = await connect()
            # On a busy machine, this question may itself come too late.
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                assert (
                    asked_before is None
                    or await answer(streams, asked_before) == b"HTTP/1.1 200 OK"
                )
                break
        assert await drip(streams) == b""

    serving(work, 0.3)


class FewConnections(PromptProtocol):
    """A server that has few connections at once."""

    most = 16


def test_slow_connections_make_room_for_others_and_requests_that_are_answered_do_not() -> None:
    async def work(connect: Callable[[], Awaitable[Streams]]) -> None:
        slow = [await connect() for _ in range(FewConnections.most)]
        for _, writer in slow:
            writer.write(HEAD)
        for _ in range(3):
            assert await answer(await connect()) == b"HTTP/1.1 200 OK"
        assert [await rest(each) for each in slow[:3]] == [b""] * 3, "the longest ones have gone"
        slow[-1][1].write(b"\r\n")
        assert (await slow[-1][0].readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")

    serving(work, PATIENCE, FewConnections)


def test_many_connections_at_once_are_all_answered() -> None:
    async def work(connect: Callable[[], Awaitable[Streams]]) -> None:
        opened = [await connect() for _ in range(200)]
        assert [await answer(each) for each in opened] == [b"HTTP/1.1 200 OK"] * 200

    serving(work, PATIENCE)
