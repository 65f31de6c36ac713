"""Running the server at one address of the loopback interface, and ending it cleanly."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from litslab.app.web.application import make_application
from litslab.app.web.processes import Processes
from litslab.app.web.settings import HOST, Settings
from litslab.games.errors import OptionError


class PromptProtocol(H11Protocol):
    """HTTP with a time limit for each request, however slowly its header arrives.

    At the limit of connections, a new one ends the one that has waited longest for a request. So
    connections that send nothing, or a header byte by byte, can neither keep others out nor take up
    memory.

    Attributes
    ----------
    most : int
        Most connections; more are allowed only while each of them has a request that is being
        answered. The number is large, so that no program is cut off when many connect at the same
        moment.
    """

    most = 448
    _waiting_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._make_room()
        self._wait()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._wait()

    @property
    def is_waiting(self) -> bool:
        """True if the client still has to send its request, or the rest of it."""
        return (
            self.conn.their_state in {h11.IDLE, h11.SEND_BODY} and not self.transport.is_closing()
        )

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
        connections = [each for each in self.connections if isinstance(each, PromptProtocol)]
        open_ones = [each for each in connections if not each.transport.is_closing()]
        waiting = [each for each in open_ones if each is not self and each.is_waiting]
        waiting.sort(key=lambda each: each._waiting_since)
        for each in waiting[: max(0, len(open_ones) - self.most)]:
            each.transport.abort()


class Server(uvicorn.Server):
    """A server that ends its analyses first; they would keep it from ending."""

    def __init__(self, config: uvicorn.Config, processes: Processes) -> None:
        super().__init__(config)
        self._processes = processes

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the analyses, then the connections."""
        await asyncio.to_thread(self._processes.close)
        await super().shutdown(sockets)


def run(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM.

    Parameters
    ----------
    settings : Settings
        The bounds, and the port.
    tell : callable
        Receives the address, as soon as the server listens.

    Raises
    ------
    OptionError
        If the port is taken.
    """
    _allow_files()
    listening = listen(settings.port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    processes = Processes(settings)
    config = uvicorn.Config(
        make_application(processes),
        http=PromptProtocol,
        ws="none",
        log_level="error",
        access_log=False,
        lifespan="on",
        server_header=False,
        timeout_keep_alive=round(settings.body_seconds),
        timeout_graceful_shutdown=2,
        limit_concurrency=PromptProtocol.most + 64,
        h11_max_incomplete_event_size=1 << 16,
    )
    with listening:
        tell(f"litslab is at {address} (Ctrl-C ends it)")
        Server(config, processes).run(sockets=[listening])


def _allow_files() -> None:
    """Raise the limit of open files to that of the connections; the default of macOS is 256."""
    try:
        import resource  # noqa: PLC0415 - Windows has none, nor such a limit
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * PromptProtocol.most
    if resource.RLIM_INFINITY != soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(port: int) -> socket.socket:
    """Return a socket that listens on a port of the loopback interface; 0 is any free port.

    Raises
    ------
    OptionError
        If the port is taken.
    """
    # With the protocol's number, asyncio turns off the delay of small packets by TCP, 40 ms per
    # answer.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HOST, port))
        found.listen(2048)  # a client may connect as soon as the address is printed
    except OSError as error:
        found.close()
        raise OptionError(f"port {port}: {error.strerror}; choose another with --port") from None
    return found
