"""A report whose games are played on a real Dask cluster on this machine: the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.analysis.report import context
from litslab.analysis.report.build import build
from litslab.analysis.report.make import report
from litslab.analysis.report.play import GREEDY, MatchPool, engine
from litslab.games import create
from litslab.jobs.progress import WorkerError
from tests.dask_cluster import local_cluster
from tests.running import PATIENCE

WYTHE = create("wythe", size=3)
TINY = context.Budget(PATIENCE, 400, 6, (64,), 2, 640, 100)
"""So little that all of it is played in time."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cluster_plays_the_games_of_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(context, "_SOON_PLAYED", 0)
    players = (engine(64), GREEDY)
    alone = MatchPool().play(WYTHE.start(), players, 11, seed=2, time_limit=PATIENCE)
    folders = [tmp_path / "alone", tmp_path / "together"]
    for folder in folders:
        folder.mkdir()
    one = build(WYTHE, TINY, seed=3, workers=1, folder=folders[0])
    with local_cluster(tmp_path) as cluster:
        with MatchPool(1, cluster.address) as pool:
            pool.ready()
            assert pool.play(WYTHE.start(), players, 11, seed=2, time_limit=PATIENCE) == alone
            assert pool.play(WYTHE.start(), players, 11, seed=2, time_limit=0).count == 0
        made = build(WYTHE, TINY, seed=3, workers=1, folder=folders[1], scheduler=cluster.address)
    assert one.missing == made.missing == ()
    assert made.report.facts == one.report.facts
    assert [section.name for section in made.report.sections] == [section.name for section in one.report.sections]
    for played in ("ladder", "openings", "mirroring"):
        tables = [
            [section.tables for section in each.report.sections if section.name == played] for each in (one, made)
        ]
        assert tables[0] == tables[1]
    runs = [sorted(path.name for path in folder.glob("*.parquet")) for folder in folders]
    assert runs[0] == runs[1]
    for name in runs[0]:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()


def test_a_wrong_address_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="scheduler nonsense: expected an address"):
        report(WYTHE, tmp_path / "report", scheduler="nonsense")
    assert not (tmp_path / "report").exists()
