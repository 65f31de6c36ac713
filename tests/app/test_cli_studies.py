"""The commands ``study generate`` and ``study check``."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.puzzles.studies.study import Proof
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle
from tests.app.command_line import DONE, EXAMPLES, LIMIT, Runner

SMALL = ("battle-of-lits", "--size", "6", "--plies", "3", "--seed", "5")


@pytest.mark.slow
def test_records_are_written_kept_and_checked(run: Runner) -> None:
    line = ("study", "generate", *SMALL, "-o", "made")
    (first,) = run(*line, "--json").documents()
    path = Path(str(first["file"]))
    before = path.read_bytes()
    *studies, summary = run(*line, "--count", "2", "--json", "--stats").documents()
    assert [each["number"] for each in studies] == [1, 2]
    said = summary["summary"]
    assert isinstance(said, dict)
    assert (said["found"], said["kept"], said["wanted"]) == (2, 1, 2)
    assert sum(said["rejected"].values()) > 0
    assert path.read_bytes() == before
    shown = run("study", "check", path)
    assert shown.status == DONE
    assert "and only by" in shown.out
    assert run("study", "check", path, "--engine", "reference").status == DONE


def test_a_limit_is_no_proof(run: Runner) -> None:
    game = EXAMPLES / "battle-of-lits-10.toml"
    assert (
        run.ok("study", "check", game, "--at", "4", "--time-limit", "0", status=LIMIT)["status"]
        == "undecided"
    )
    assert run("study", "generate", *SMALL, "--time-limit", "0").status == LIMIT


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted((EXAMPLES / "studies").glob("*.toml")), ids=lambda path: path.stem
)
def test_the_examples_are_studies(run: Runner, path: Path) -> None:
    found = run.ok("study", "check", path)
    assert found["status"] == "study"
    assert found["proof"]["surprise"]


def test_a_second_engine_that_comes_to_no_end_leaves_the_check_undone(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stop(oracle: Oracle, _: Proof) -> None:
        assert oracle.engine == "reference"
        raise LimitReachedError

    monkeypatch.setattr("litslab.puzzles.studies.study.confirm", stop)
    run("study", "generate", *SMALL, "-o", "made")
    (path,) = Path("made").glob("*.toml")
    document = run.ok("study", "check", path, "--second", "reference", status=LIMIT)
    assert (document["status"], document["complete"]) == ("study", False)
    assert not document["agrees"]
