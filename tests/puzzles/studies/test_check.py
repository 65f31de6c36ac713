"""Checking a study in one call: what was proved before a limit is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.games.errors import OptionError
from litslab.games.record import load
from litslab.jobs.progress import Progress
from litslab.puzzles.studies import study
from litslab.puzzles.studies.study import check_study
from litslab.solver.endgame.result import Limit

STUDY = load(Path("docs/examples/studies/wythe-8-plies-seed-1-0001.toml"))


def test_a_study_is_proved_refuted_and_confirmed_by_a_second_engine() -> None:
    told: list[Progress] = []
    found = check_study(STUDY, second="reference", refutations=True, progress=told.append)
    assert found.proof is not None
    assert found.proof.is_study
    assert (found.wrong, found.agrees, found.complete) == ((), True, True)
    assert found.second is not None
    assert (found.info.engine, found.second.engine) == ("kernel", "reference")
    assert len(found.refutations) == STUDY.position().legal.bit_count() - 1
    wrong = len(found.refutations)
    assert [(each.done, each.total) for each in told] == [(done, wrong) for done in range(1, wrong + 1)]
    assert told[0].text == f"1 of {wrong} wrong moves refuted"


def test_an_earlier_position_claims_nothing_and_is_judged_by_itself() -> None:
    found = check_study(STUDY, len(STUDY.moves) - 1, Limit(nodes=2_000_000))
    assert found.complete
    assert found.proof is not None
    assert bool(found.wrong) == (not found.proof.is_study)


def test_a_limit_leaves_the_check_undecided() -> None:
    found = check_study(STUDY, limit=Limit(nodes=0), engine="reference", second="kernel")
    assert (found.proof, found.second, found.wrong) == (None, None, ())
    assert not found.complete


def test_ctrl_c_keeps_the_proof_and_the_refutations_before_it() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    found = check_study(STUDY, refutations=True, progress=interrupt)
    assert found.proof is not None
    assert (len(found.refutations), found.complete) == (2, False)


def test_a_second_engine_that_is_not_there_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(study, "prove")
    with pytest.raises(OptionError, match="second engine 'fast'"):
        check_study(STUDY, second="fast")
