"""Hostile requests: other sites, wrong names, large and slow bodies; the server refuses them and
still serves.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from litslab.app.web.endpoints import PREFIX
from litslab.app.web.security import HEADERS, Guard
from litslab.app.web.settings import Settings
from tests.app.web.client import Client, Served, client, run_alone, served
from tests.running import PATIENCE

BODY = {"game": "wythe", "options": {"size": 3}}
JSON = {"content-type": "application/json"}
MOST = 2000


@pytest.fixture(scope="module")
def real_server() -> Iterator[Served]:
    """A server in a process of its own."""
    with served() as made:
        yield made


@pytest.fixture(scope="module")
def web() -> Iterator[Client]:
    with client(most_body=MOST) as made:
        yield made


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8123",
        "127.0.0.1.evil.example",
        "",
        "127.0.0.2",
        "[::2]",
        "localhost.:1",
        "127.0.0.1:port",
        "127.0.0.1:1:2",
        "\xff",
    ],
)
def test_a_host_that_is_not_this_machine_is_refused(web: Client, host: str) -> None:
    for method, path in (("GET", "/"), ("GET", f"{PREFIX}/games"), ("POST", f"{PREFIX}/new")):
        assert (
            web.request(method, path, headers={"host": host.encode("latin-1"), **JSON}).status_code
            == 421
        )


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8123", "localhost:9", "localhost", "LOCALHOST:1", "[::1]:8123", "[::1]"]
)
def test_the_names_of_this_machine_are_served(web: Client, host: str) -> None:
    assert web.request("GET", f"{PREFIX}/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8123"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://127.0.0.1:8123.evil.example"},
        {"origin": "http://127.0.0.1:81234"},
        {"origin": "http://127.0.0.1"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_a_request_of_another_site_is_refused(web: Client, headers: dict[str, str]) -> None:
    for method in ("GET", "POST"):
        assert web.request(method, f"{PREFIX}/games", headers=headers | JSON).status_code == 403


FORMS = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain;application/json",
    "",
)
JSON_TYPES = (
    "APPLICATION/JSON",
    "Application/Json; charset=UTF-8",
    ' application/json ;profile="a;b"',
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*FORMS, *JSON_TYPES])
def test_the_media_type_of_json_is_taken_in_any_form_and_what_a_form_could_send_is_refused(
    web: Client,
    kind: str,
) -> None:
    response = web.request(
        "POST", f"{PREFIX}/new", content=b'{"game": "wythe"}', headers={"content-type": kind}
    )
    assert response.status_code == (200 if kind in JSON_TYPES else 415)


def test_every_answer_forbids_what_the_page_does_not_need(web: Client) -> None:
    for answer in (
        web.request("GET", "/"),
        web.request("GET", "/absent"),
        web.request("POST", f"{PREFIX}/new", json=BODY),
        web.request("POST", f"{PREFIX}/new", json={}),
        web.request("GET", "/", headers={"host": "evil.example"}),
    ):
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert "access-control-allow-origin" not in answer.headers
    assert "'unsafe-inline'" not in HEADERS["content-security-policy"].partition("style-src")[0]


def test_no_other_page_can_frame_read_or_sniff_an_answer(web: Client) -> None:
    """The headers by name, so that none can be dropped without notice."""
    found = web.request("GET", "/").headers
    policy = found["content-security-policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert {
        "script-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    } <= set(policy)
    expected = {
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
    }
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("length", ["999999999", "9" * 5000, "-1", "x", "1e3", "²"])
def test_a_length_that_is_too_large_or_none_is_refused(web: Client, length: str) -> None:
    encoded = {name: value.encode() for name, value in (JSON | {"content-length": length}).items()}
    assert web.request("POST", f"{PREFIX}/new", headers=encoded, content=b"").status_code == 413


def test_a_body_without_a_length_is_read_only_as_far_as_it_may_be(web: Client) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 500
            yield b" " * 500

    assert web.request("POST", f"{PREFIX}/new", headers=JSON, content=endless()).status_code == 413
    assert sent <= MOST + 2 * 500


def guarded(
    headers: dict[str, str],
    *messages: dict[str, Any],
    kind: str = "http",
    method: str = "POST",
) -> tuple[int, str, list[Any]]:
    """Send one request through the guard alone: the status, what it answers, and what the
    application receives.
    """
    received: list[Any] = []
    sent: list[Any] = []
    waiting = list(messages)

    async def app(_: Any, receive: Any, send: Any) -> None:
        received.append(await receive())
        received.append(await receive())
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"answered"})

    async def receive() -> dict[str, Any]:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    run_alone(
        Guard(app, Settings(most_body=MOST))(
            {"type": kind, "method": method, "headers": encoded}, receive, send
        )
    )
    return sent[0]["status"], sent[1]["body"].decode(), received


HERE = {"host": "localhost:1"} | JSON
END = {"type": "http.disconnect"}


def part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_the_application_receives_the_whole_body_once_and_then_the_end_of_the_connection() -> None:
    for messages in (
        [part(b"ab", more=True), part(b"c", more=False)],
        [{"type": "http.request", "body": b"abc"}],
    ):
        assert guarded(HERE, *messages) == (200, "answered", [part(b"abc", more=False), END])
    assert guarded(HERE, {"type": "http.request"})[2] == [part(b"", more=False), END]
    assert guarded(HERE, part(b"ab", more=True), END)[2] == [part(b"", more=False), END], (
        "the client has left"
    )


def test_a_body_is_read_only_where_there_is_to_be_one() -> None:
    first = part(b"later", more=False)
    for method in ("GET", "HEAD"):
        assert guarded(HERE, first, method=method)[2] == [part(b"", more=False), first]


def test_what_is_no_request_passes_untouched() -> None:
    started = {"type": "lifespan.startup"}
    assert guarded({}, started, kind="lifespan") == (200, "answered", [started, END])


def test_a_body_may_be_as_large_as_the_limit_and_no_larger() -> None:
    error = '{"error":"expected at most 2,000 bytes"}'
    for size, status in ((MOST, 200), (MOST + 1, 413)):
        body = part(b" " * size, more=False)
        for headers in (HERE, HERE | {"content-length": str(size)}):
            found = guarded(headers, body)
            assert (found[0], found[1] == error) == (status, status == 413)
        assert (
            guarded(HERE, part(b" " * (size - 1), more=True), part(b" ", more=False))[0] == status
        )


def test_a_refusal_says_what_was_wrong_and_what_was_expected() -> None:
    long = "x" * 100
    for headers, status, error in (
        ({"host": long}, 421, f"host '{long[:60]}': expected 127.0.0.1 or localhost"),
        ({}, 421, "host '': expected 127.0.0.1 or localhost"),
        ({"origin": long}, 403, f"origin '{long[:60]}': expected this server's own page"),
        (
            {"sec-fetch-site": "same-site"},
            403,
            "a request of another site: expected this server's own page",
        ),
        ({"content-type": "text/plain"}, 415, "content-type: expected application/json"),
        ({"content-type": "application/jsonp"}, 415, "content-type: expected application/json"),
    ):
        found = guarded((HERE if status != 421 else {}) | headers)
        assert (found[0], json.loads(found[1]), found[2]) == (status, {"error": error}, [])


def test_a_page_that_the_user_opens_and_its_own_requests_are_served() -> None:
    for site in ("none", "same-origin"):
        assert guarded({"host": "[::1]", "sec-fetch-site": site}, method="GET")[0] == 200
    assert (
        guarded(HERE | {"origin": "http://localhost:1", "sec-fetch-site": "same-origin"})[0] == 200
    )


def test_a_body_that_does_not_arrive_is_given_up() -> None:
    statuses = []

    async def app(*_: Any) -> None:
        raise AssertionError("nothing to answer")

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        statuses.append(message.get("status"))

    guard = Guard(app, Settings(body_seconds=0.01))
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    run_alone(guard({"type": "http", "method": "POST", "headers": headers}, receive, send))
    assert statuses[0] == 408


@pytest.mark.slow
def test_a_server_serves_on_after_a_hundred_hostile_requests(real_server: Served) -> None:
    with real_server.client() as asking:
        assert asking.post("new", json=BODY).status_code == 200
        before = _memory(real_server.process.process.pid)
        for number in range(100):
            bad: list[dict[str, Any]] = [
                {"url": "new", "content": b"[" * 1000, "headers": JSON},
                {"url": "new", "json": BODY, "headers": {"host": "evil.example"}},
                {"url": "absent", "json": {}},
                {"url": "new", "content": b"x" * 1000, "headers": {"content-type": "text/plain"}},
            ]
            assert asking.post(**bad[number % 4]).status_code in {404, 415, 421, 422}
        hostile = (
            b"nonsense\r\n\r\n",
            b"\x00" * 100 + b"\r\n\r\n",
            b"A" * 100_000,
            b"GET / HTTP/9.9\r\nConnection: close\r\n\r\n",
            b"POST /api/v1/new HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
            b"GET /..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: "
            b"close\r\n\r\n",
        )
        for raw in hostile:
            assert b" 200 " not in _exchange(real_server.port, raw)
        slow = []
        for begun in (
            b"",
            b"POST /api/v1/new HTTP/1.1\r\nHost: loc",
            b"GET / HTTP/1.1\r\nX: " + b"x" * 60_000,
        ) * 60:
            slow.append(socket.create_connection(("127.0.0.1", real_server.port)))
            slow[-1].sendall(begun)
        with real_server.client() as another:
            assert another.post("new", json=BODY).status_code == 200
        for connection in slow:
            connection.close()
        assert _memory(real_server.process.process.pid) < before + (100 << 20)
    assert "Traceback" not in real_server.process.err.text


def _memory(pid: int) -> int:
    with open(f"/proc/{pid}/statm") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * 4096


def _exchange(port: int, raw: bytes) -> bytes:
    """Send bytes, and return the answer up to the end of the connection."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        found = b""
        try:
            connection.sendall(raw)
            while part := connection.recv(1 << 16):
                found += part
        except ConnectionError:
            pass
        return found


@pytest.mark.slow
def test_a_connection_without_a_request_is_closed(real_server: Served) -> None:
    with socket.create_connection(("127.0.0.1", real_server.port), PATIENCE) as connection:
        assert connection.recv(1) == b""
    with httpx.Client(timeout=PATIENCE) as asking:
        assert asking.get(f"{real_server.address}/").status_code == 200
