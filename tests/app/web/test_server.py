"""The command serve: its address, its end by every signal, mistakes in one line, and many
connections.
"""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import pytest

from litslab.app.web.endpoints import EVENT_STREAM, PREFIX
from tests.app.command_line import INTERRUPTED, Runner
from tests.app.web.client import Served, served
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


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
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


def test_many_connections_at_once_are_all_answered(server: Served) -> None:
    request = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with contextlib.ExitStack() as opened:
        connections = [
            opened.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
            for _ in range(200)
        ]
        for each in connections:
            each.sendall(request)
        assert [each.recv(15) for each in connections] == [b"HTTP/1.1 200 OK"] * 200
