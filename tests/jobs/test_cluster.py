"""Tasks on a Dask cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.games.errors import OptionError
from litslab.jobs.errors import WorkerError
from litslab.jobs.tasks import run_tasks, run_tasks_in_order
from tests.dask_cluster import local_cluster
from tests.jobs.test_pool import do_halving, slow_square, square
from tests.running import kill


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cluster_calls_again_and_keeps_what_was_finished_when_a_worker_or_its_scheduler_dies(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    found = []
    with local_cluster(tmp_path) as cluster:
        assert do_halving(scheduler=cluster.address) == do_halving(workers=1)
        for task, result in run_tasks_in_order(slow_square, range(40), scheduler=cluster.address):
            found.append((task, result))
            if len(found) == 5:
                kill(cluster.workers[0])
        assert cluster.workers[1].poll() is None
        assert found == [(number, number * number) for number in range(40)]

        def collect() -> None:
            for task, result in run_tasks(slow_square, range(400), scheduler=cluster.address):
                found.append((task, result))
                if len(found) == 45:
                    kill(cluster.scheduler)

        capfd.readouterr()
        monkeypatch.setattr("litslab.jobs.cluster.SECONDS_TO_ANSWER", 1)
        with pytest.raises(
            WorkerError, match=r"scheduler tcp://.*: the connection is lost"
        ) as caught:
            collect()
        assert "\n" not in str(caught.value)
        assert capfd.readouterr().err == ""
    assert len(found) >= 45
    assert all(result == task * task for task, result in found)


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("litslab.jobs.cluster.SECONDS_TO_ANSWER", 1)
    with pytest.raises(WorkerError, match=r"scheduler tcp://127\.0\.0\.1:9") as caught:
        list(run_tasks(square, range(3), scheduler="tcp://127.0.0.1:9"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "foo",
        "",
        "tcp://",
        "tcp://host",
        "tcp://host:0",
        "tcp://host:65536",
        "http://host:80",
        "tcp://a b:1",
    ],
)
def test_what_cannot_be_an_address_is_refused_before_anything_is_tried(address: str) -> None:
    tasks = iter(range(3))
    with pytest.raises(
        OptionError, match=r"scheduler '.*': expected an address such as tcp://127\.0\.0\.1:8786"
    ):
        list(run_tasks(square, tasks, scheduler=address))
    assert next(tasks) == 0
