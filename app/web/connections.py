"""Connections of the server: those on which no whole request arrives are closed, and make room for others."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class PromptProtocol(H11Protocol):
    """HTTP that waits only so long for a request, however slowly its header comes.

    Where there are as many connections as may be, a new one ends the one that has waited longest for a request. So
    connections that send nothing, or a header byte by byte, can neither keep others out nor take up memory.

    Attributes
    ----------
    most : int
        How many connections there may be; more only while each of them has a request that is being answered. It is
        large because programs that connect at the same moment all wait for a moment: none of them is to be ended.
    """

    most = 448
    _waiting_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request, as long as for the next one."""
        super().connection_made(transport)
        self._make_room()
        self._wait()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._wait()

    @property
    def is_waiting(self) -> bool:
        """Whether the client still has to send its request, or the rest of it."""
        return self.conn.their_state in {h11.IDLE, h11.SEND_BODY} and not self.transport.is_closing()

    def _wait(self) -> None:
        self._waiting_since = self.loop.time()
        self.loop.call_later(self.timeout_keep_alive, self._close_unless_asked, self.cycle)

    def _close_unless_asked(self, last: object) -> None:
        """Close the connection if no header has been complete since the last request."""
        if self.cycle is last and self.is_waiting:
            self.transport.close()

    def _make_room(self) -> None:
        if len(self.connections) <= self.most:
            return
        open_ones = [
            each
            for each in self.connections
            if isinstance(each, PromptProtocol) and not each.transport.is_closing()
        ]  # fmt: skip
        waiting = sorted((each for each in open_ones if each is not self and each.is_waiting), key=_since)
        for each in waiting[: max(0, len(open_ones) - self.most)]:
            each.transport.abort()


def _since(connection: PromptProtocol) -> float:
    return connection._waiting_since
