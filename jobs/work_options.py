"""The ranges of the options of work: threads, memory, workers and seed.

Whatever takes one of these options checks it here, so a wrong value is refused in the same words
everywhere.
"""

from __future__ import annotations

import re

from litslab.games.errors import OptionError, check_number

MOST_THREADS = 256
"""The most threads of a search."""

MOST_MEMORY = 1 << 20
"""The largest transposition table in MiB."""

MOST_WORKERS = 1024
"""The most processes that share some work."""

LARGEST_SEED = (1 << 31) - 1
"""The largest random seed that CP-SAT and the kernel's playouts accept."""

_ADDRESS = re.compile(r"(tcp|tls|ws|wss)://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})/?")


def check_threads(threads: int) -> None:
    """Raise unless a search can have this number of threads.

    Raises
    ------
    OptionError
        If it is no whole number from 1 to `MOST_THREADS`.
    """
    check_number("threads", threads, 1, MOST_THREADS)


def check_memory(memory: int) -> None:
    """Raise unless a transposition table can have this size in MiB.

    Raises
    ------
    OptionError
        If it is no whole number from 0 to `MOST_MEMORY`.
    """
    check_number("memory", memory, 0, MOST_MEMORY, unit="MiB")


def check_workers(workers: int | None, scheduler: str | None = None) -> None:
    """Raise unless work can be shared by these workers.

    Parameters
    ----------
    workers : int or None
        The number of processes of this machine; None for one per processor.
    scheduler : str or None
        The address of a Dask scheduler; None for none.

    Raises
    ------
    OptionError
        If the number is no whole number from 1 to `MOST_WORKERS`, or the text is no address.
    """
    if workers is not None:
        check_number("workers", workers, 1, MOST_WORKERS)
    if scheduler is not None:
        check_address(scheduler)


def check_address(address: object) -> None:
    """Raise unless a text is the address of a Dask scheduler.

    Raises
    ------
    OptionError
        If it is none.
    """
    match = _ADDRESS.fullmatch(address) if isinstance(address, str) else None
    if match is None or not 0 < int(match[3]) < 2**16:
        expected = "an address such as tcp://127.0.0.1:8786"
        raise OptionError(f"scheduler {address!r}: expected {expected}")


def check_seed(seed: int) -> None:
    """Raise unless a search can have this random seed.

    Raises
    ------
    OptionError
        If it is no whole number from 0 to `LARGEST_SEED`.
    """
    check_number("seed", seed, 0, LARGEST_SEED)
