"""A real Dask cluster on the loopback address, for tests to kill workers of."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.running import PATIENCE, kill, prepared


@contextmanager
def _process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask, which is gone afterwards."""
    started = subprocess.Popen(
        prepared(sys.executable, "-m", *arguments),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": f"{PATIENCE}s"},
    )  # fmt: skip
    try:
        yield started
    finally:
        kill(started)


def _address(about: Path) -> str:
    """Return what the scheduler says of itself, as soon as it has written all of it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(FileNotFoundError, json.JSONDecodeError):
            return str(json.loads(about.read_text())["address"])
        time.sleep(0.1)
    raise TimeoutError(f"no scheduler within {PATIENCE} s")


@dataclass(frozen=True)
class Cluster:
    """A running cluster: its scheduler's address and its processes."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def local_cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A scheduler and its workers: processes of their own, with files in a folder."""
    from distributed import Client  # noqa: PLC0415 - optional

    about = folder / "scheduler.json"
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _process(
                "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show",
                "--scheduler-file", str(about),
            )
        )  # fmt: skip
        working = [
            stack.enter_context(
                _process(
                    "distributed.cli.dask_worker", "--scheduler-file", str(about), "--nthreads", "1", "--no-dashboard",
                    "--no-nanny", "--local-directory", str(folder / f"worker-{number}"),
                )
            )
            for number in range(workers)
        ]  # fmt: skip
        address = _address(about)
        with Client(address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=PATIENCE)
        yield Cluster(address, scheduler, working)
