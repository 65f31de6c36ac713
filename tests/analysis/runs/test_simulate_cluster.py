"""A run on a real Dask cluster on this machine: the same file, also where a worker is killed meanwhile."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from litslab.analysis.runs import play
from litslab.analysis.runs.run import Run
from litslab.analysis.runs.simulate import simulate
from litslab.games import create
from litslab.jobs.progress import Progress, WorkerError
from tests.dask_cluster import kill, local_cluster

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _with_dask() -> None:
    """Skip where Dask is missing, which takes long to import."""
    pytest.importorskip("distributed")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_killed_worker_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(play._GAMES_A_PART, "greedy", 4)
    run = Run.of(create("taiji", size=7).start(), ("greedy", "random"), 160, seed=3, moves=True)
    whole = simulate(run, tmp_path / "whole.parquet").path.read_bytes()
    told: list[Progress] = []
    with local_cluster(tmp_path) as cluster:

        def tell(progress: Progress) -> None:
            told.append(progress)
            if len(told) == 6:
                kill(cluster.workers[0])

        file = simulate(run, tmp_path / "run.parquet", scheduler=cluster.address, progress=tell)
        assert cluster.workers[0].wait() == -signal.SIGKILL
        assert cluster.workers[1].poll() is None
    assert file.path.read_bytes() == whole
    assert told[-1] == Progress(run.games, run.games)


def test_a_scheduler_that_is_not_there_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litslab.jobs.tasks._SECONDS_TO_ANSWER", 1)
    run = Run.of(create("taiji", size=3).start(), ("random", "random"), 10)
    for address in ("tcp://127.0.0.1:9", "nonsense://here", "tcp://"):
        with pytest.raises(WorkerError) as caught:
            simulate(run, tmp_path / "run.parquet", scheduler=address)
        assert str(caught.value).startswith(f"scheduler {address}: ")
        assert "\n" not in str(caught.value)
