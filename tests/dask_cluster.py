"""A real Dask cluster on the loopback address, for tests to kill workers of."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.running import PATIENCE, kill, prepared


@contextmanager
def _process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process of Dask, and kill it afterwards."""
    started = subprocess.Popen(
        prepared(sys.executable, "-m", *arguments),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": f"{PATIENCE}s"},
    )
    try:
        yield started
    finally:
        kill(started)


@dataclass(frozen=True)
class Cluster:
    """A running cluster: its scheduler's address and its processes."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def local_cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A scheduler and its workers: processes of their own, with files in a folder."""
    distributed = pytest.importorskip("distributed")
    about = folder / "scheduler.json"
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _process(
                "distributed.cli.dask_scheduler",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--no-dashboard",
                "--no-show",
                "--scheduler-file",
                str(about),
            )
        )
        working = [
            stack.enter_context(
                _process(
                    "distributed.cli.dask_worker",
                    "--scheduler-file",
                    str(about),
                    "--nthreads",
                    "1",
                    "--no-dashboard",
                    "--no-nanny",
                    "--local-directory",
                    str(folder / f"worker-{number}"),
                )
            )
            for number in range(workers)
        ]
        with distributed.Client(
            scheduler_file=str(about), timeout=PATIENCE, set_as_default=False
        ) as client:
            client.wait_for_workers(workers, timeout=PATIENCE)
            address = client.scheduler.address
        yield Cluster(address, scheduler, working)
