"""Protection from other sites and programs: Host and Origin checks, a strict content security
policy, small bodies.

A page of any site can make the user's browser send requests to 127.0.0.1, and by DNS rebinding even
read the answers. So only requests whose ``Host`` names the loopback address are answered, and those
that carry an ``Origin`` only if it is this server's own
(https://owasp.org/www-community/attacks/DNS_Rebinding).
"""

from __future__ import annotations

import asyncio
import math

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from litslab.app.web.policy import policy_text
from litslab.app.web.settings import RefusedError, Settings

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine that a ``Host`` may have."""

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
}
"""The content security policy. Styles need ``unsafe-inline``, because they are in the elements of
our SVG.
"""

HEADERS = {
    "content-security-policy": policy_text(POLICY),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""The headers of every answer."""

_ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Middleware: refuse requests of other sites, and bodies that are too large.

    Parameters
    ----------
    app : callable
        The application behind it.
    settings : Settings
        Its bounds.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        try:
            self._check(headers, scope["method"])
            body = b"" if scope["method"] in {"GET", "HEAD"} else await self._body(receive)
        except RefusedError as refusal:
            await JSONResponse({"error": refusal.error}, refusal.status)(scope, receive, send)
        else:
            await self._app(scope, _replay(body, receive), send)

    def _check(self, headers: dict[str, str], method: str) -> None:
        host = headers.get("host", "")
        if _name_of(host) not in LOOPBACK:
            raise RefusedError(421, f"host {host[:60]!r}: expected 127.0.0.1 or localhost")
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            raise RefusedError(403, f"origin {origin[:60]!r}: expected this server's own page")
        if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            raise RefusedError(403, "a request of another site: expected this server's own page")
        # A form of another site cannot send JSON.
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method == "POST" and media_type != "application/json":
            raise RefusedError(415, "content-type: expected application/json")
        length = headers.get("content-length", "0")
        is_number = length.isascii() and length.isdigit()
        self._check_size(int(length[:12]) if is_number else math.inf)

    def _check_size(self, size: float) -> None:
        if size > self._settings.most_body:
            raise RefusedError(413, f"expected at most {self._settings.most_body:,} bytes")

    async def _body(self, receive: Receive) -> bytes:
        body = bytearray()
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                while (message := await receive())["type"] == "http.request":
                    body += message.get("body", b"")
                    self._check_size(len(body))
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise RefusedError(408, "the request took too long to arrive") from None
        return b""


def _name_of(host: str) -> str:
    """Return a ``Host`` without its port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a channel that yields a body that was read already, and then the messages of the
    connection.
    """
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
