"""Running the server: one address on the loopback interface, said when it answers, and a clean end."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from litslab.app.web.application import make_application
from litslab.app.web.settings import HOST, Settings
from litslab.games.errors import OptionError


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
    listening = listen(settings.port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    config = uvicorn.Config(
        make_application(settings), log_level="warning", access_log=False, lifespan="on", server_header=False,
        timeout_keep_alive=5, limit_concurrency=64, h11_max_incomplete_event_size=1 << 16,
        timeout_graceful_shutdown=2,
    )  # fmt: skip
    server = uvicorn.Server(config)
    tell(f"litslab is at {address} (Ctrl-C ends it)")
    with listening:
        server.run(sockets=[listening])


def listen(port: int) -> socket.socket:
    """Return a socket that listens on a port of the loopback interface; 0 is any free port.

    Raises
    ------
    OptionError
        If the port is taken.
    """
    # By the protocol's number asyncio knows that TCP may be told not to delay small packets, 40 ms per answer.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HOST, port))
        found.listen(128)  # whoever reads the address may connect at once, and waits until the server answers
    except OSError as error:
        found.close()
        raise OptionError(f"port {port}: {error.strerror}; choose another with --port") from None
    return found
