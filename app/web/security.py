"""What keeps other sites and programs out: Host and Origin checks, a strict content security policy, small bodies.

A page of any site can make the user's browser send requests to 127.0.0.1, and by DNS rebinding even read the answers.
So only requests whose ``Host`` names the loopback address are answered, and those that carry an ``Origin`` only if it
is this server's own (https://owasp.org/www-community/attacks/DNS_Rebinding).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from litslab.app.web.settings import Settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine that a ``Host`` may have."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""What every answer carries. Styles stand in the elements of our SVG, hence ``unsafe-inline`` for them alone."""

_ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Middleware: refuse what does not come from this server's own page or a local program, and bodies too large.

    Parameters
    ----------
    app : callable
        The application behind it.
    settings : Settings
        Its bounds.
    """

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer or refuse one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(headers, scope["method"])
        if refusal is not None:
            await _answer(send, *refusal)
            return
        body = b""
        if scope["method"] not in {"GET", "HEAD"}:
            try:
                async with asyncio.timeout(self._settings.body_seconds):
                    body = await self._body(receive)
            except TimeoutError:
                await _answer(send, 408, "the request took too long to arrive")
                return
            except _TooLargeError:
                await _answer(send, 413, f"expected at most {self._settings.most_body:,} bytes")
                return
        await self._app(scope, _replay(body, receive), _with_headers(send))

    def _refusal(self, headers: dict[str, str], method: str) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if _name_of(host) not in LOOPBACK:
            return 421, f"host {host[:60]!r}: expected 127.0.0.1 or localhost"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, f"origin {origin[:60]!r}: expected this server's own page"
        if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            return 403, "a request of another site: expected this server's own page"
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method == "POST" and media_type != "application/json":
            return 415, "content-type: expected application/json"  # which a form of another site cannot send
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > self._settings.most_body:
            return 413, f"expected at most {self._settings.most_body:,} bytes"
        return None

    async def _body(self, receive: Receive) -> bytes:
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b""
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._settings.most_body:
                raise _TooLargeError
            if not message.get("more_body", False):
                return b"".join(parts)


class _TooLargeError(Exception):
    """A body is larger than the server takes."""


def _name_of(host: str) -> str:
    """Return a ``Host`` without its port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a channel that hands out a body that was read already, and after it what the connection says."""
    pending = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return pending.pop() if pending else await receive()

    return replayed


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_ENCODED]
        await send(message)

    return sent


async def _answer(send: Send, status: int, error: str) -> None:
    body = json.dumps({"error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await _with_headers(send)({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
