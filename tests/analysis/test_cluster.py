"""A run on a real Dask cluster on this machine: the same file, also where a worker is killed meanwhile."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from analysis import cluster, play
from analysis.cluster import ClusterError
from analysis.run import Run
from analysis.simulate import simulate
from games import create

distributed = pytest.importorskip("distributed")


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask, which is gone afterwards."""
    started = subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield started
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def local_cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers in processes of their own."""
    address = f"tcp://127.0.0.1:{free_port()}"
    with ExitStack() as stack:
        stack.enter_context(process("distributed.cli.dask_scheduler", "--host", address, "--no-dashboard", "--no-show"))
        workers = [
            stack.enter_context(
                process(
                    "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny",
                    "--local-directory", str(folder / f"worker-{number}"),
                )
            )
            for number in range(2)
        ]  # fmt: skip
        yield address, workers


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_killed_worker_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(play._GAMES_A_PART, "greedy", 4)
    run = Run.of(create("taiji", size=7).start(), ("greedy", "random"), 160, seed=3, moves=True)
    whole = simulate(run, tmp_path / "whole.parquet").path.read_bytes()
    told: list[int] = []
    with local_cluster(tmp_path) as (address, workers):
        with distributed.Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)

        def tell(games: int) -> None:
            told.append(games)
            if len(told) == 6:
                os.killpg(workers[0].pid, signal.SIGKILL)

        file = simulate(run, tmp_path / "run.parquet", scheduler=address, progress=tell)
        assert workers[0].wait() == -signal.SIGKILL
        assert workers[1].poll() is None
    assert file.path.read_bytes() == whole
    assert sum(told) == run.games


def test_a_scheduler_that_is_not_there_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_TO_ANSWER", 1)
    run = Run.of(create("taiji", size=3).start(), ("random", "random"), 10)
    started = time.monotonic()
    for address in (f"tcp://127.0.0.1:{free_port()}", "nonsense://here", "tcp://"):
        with pytest.raises(ClusterError) as caught:
            simulate(run, tmp_path / "run.parquet", scheduler=address)
        assert str(caught.value).startswith(f"scheduler {address}: ")
        assert "\n" not in str(caught.value)
    assert time.monotonic() - started < 60  # not a measurement: only that it ends
