"""A real Dask cluster on the loopback address, for tests to kill workers of."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path


@contextmanager
def _process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask, which is gone afterwards."""
    started = subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield started
    finally:
        kill(started)


def kill(started: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children, unless it has ended."""
    if started.poll() is None:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()


@dataclass(frozen=True)
class Cluster:
    """A running cluster: its scheduler's address and its processes."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def local_cluster(folder: Path) -> Iterator[Cluster]:
    """A scheduler and two workers: processes of their own, with files in a folder."""
    from distributed import Client  # noqa: PLC0415 - optional

    about = folder / "scheduler.json"
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _process(
                "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show",
                "--scheduler-file", str(about),
            )
        )  # fmt: skip
        workers = [
            stack.enter_context(
                _process(
                    "distributed.cli.dask_worker", "--scheduler-file", str(about), "--nthreads", "1", "--no-dashboard",
                    "--no-nanny", "--local-directory", str(folder / f"worker-{number}"),
                )
            )
            for number in range(2)
        ]  # fmt: skip
        deadline = time.monotonic() + 60
        while not about.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        address: str = json.loads(about.read_text())["address"]
        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield Cluster(address, scheduler, workers)
