"""Connections that send their requests slowly, or not at all: closed in time, and never in the way of others."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from litslab.app.web.server import PromptProtocol
from tests.app.web.client import run_alone
from tests.running import PATIENCE

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(_: Any, __: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    """Answer with an empty page."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


def serving(work: Callable[[Callable[[], Awaitable[Streams]]], Awaitable[None]], seconds: float) -> None:
    """Do some work with a function that opens a connection to a server that waits this long for a request."""

    async def run() -> None:
        config = uvicorn.Config(app, http=PromptProtocol, log_level="error", lifespan="off")
        config.timeout_keep_alive = seconds  # type: ignore[assignment]
        config.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: PromptProtocol(config, state, {}), "127.0.0.1", 0
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


async def answer(streams: Streams) -> bytes:
    """Ask for a page, and return the first line of the answer."""
    reader, writer = streams
    writer.write(HEAD + b"\r\n")
    return (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]


async def rest(streams: Streams) -> bytes:
    """Return what comes until the server ends the connection."""
    try:
        return await streams[0].read()
    except ConnectionError:
        return b""


async def drip(streams: Streams) -> bytes:
    """Send a header byte by byte until the server ends the connection, and return what it has said."""
    said = asyncio.ensure_future(rest(streams))
    with contextlib.suppress(ConnectionError):
        streams[1].write(HEAD)
        while not said.done():
            streams[1].write(b"a")
            await streams[1].drain()
            await asyncio.sleep(0.02)
    return await said


@pytest.mark.slow
@pytest.mark.parametrize("asked_before", [False, True])
def test_a_header_that_comes_too_slowly_is_not_waited_for(*, asked_before: bool) -> None:
    async def work(connect: Callable[[], Awaitable[Streams]]) -> None:
        streams = await connect()
        if asked_before:
            assert await answer(streams) == b"HTTP/1.1 200 OK"
        assert await drip(streams) == b""

    serving(work, 0.3)


@pytest.mark.slow
def test_a_body_that_nobody_reads_is_not_waited_for() -> None:
    async def work(connect: Callable[[], Awaitable[Streams]]) -> None:
        reader, writer = await connect()
        writer.write(HEAD + b"Content-Length: 1000\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        assert await drip((reader, writer)) == b""

    serving(work, 0.3)


def test_slow_connections_make_room_for_others_and_requests_that_are_answered_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PromptProtocol, "most", 16)

    async def work(connect: Callable[[], Awaitable[Streams]]) -> None:
        slow = [await connect() for _ in range(PromptProtocol.most)]
        for _, writer in slow:
            writer.write(HEAD)
        for _ in range(3):
            assert await answer(await connect()) == b"HTTP/1.1 200 OK"
        assert [await rest(each) for each in slow[:3]] == [b""] * 3, "the longest ones have gone"
        slow[-1][1].write(b"\r\n")
        assert (await slow[-1][0].readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")

    serving(work, PATIENCE)


def test_many_connections_at_once_are_all_answered() -> None:
    async def work(connect: Callable[[], Awaitable[Streams]]) -> None:
        opened = [await connect() for _ in range(200)]
        assert [await answer(each) for each in opened] == [b"HTTP/1.1 200 OK"] * 200

    serving(work, PATIENCE)
