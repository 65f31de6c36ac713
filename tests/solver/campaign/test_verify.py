"""A proof is replayed by the rules, and whatever is wrong or missing in it is found."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.run import Workers
from litslab.solver.campaign.verify import Verification, VerificationError, verify_campaign
from tests.solver.campaign.boards import CASES, HARD, make, run, search_afresh

BOARD = CASES[1].rules().start()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = make(tmp_path, BOARD, "value")
    run(made, HARD, search_afresh)
    return made


def verify(path: Path, sample: int | None = None) -> Verification:
    with Campaign(path) as campaign:
        return verify_campaign(campaign, sample=sample, memory=1 << 20)


def change(path: Path, statement: str) -> int:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        return database.execute(statement).rowcount


def test_all_or_some_of_the_searches_are_done_again(path: Path) -> None:
    found = verify(path)
    assert found.result.complete
    assert found.derived > 0
    assert found.repeated == found.searched > 10
    assert found.nodes > 0
    some = verify(path, 5)
    assert (some.result, some.searched, some.repeated) == (found.result, found.searched, 5)
    assert verify(path, 0).nodes == 0


def test_a_campaign_that_is_not_complete_is_checked_as_far_as_it_is(tmp_path: Path) -> None:
    assert verify(make(tmp_path, BOARD, "openings")).searched == 0


def test_a_wrong_answer_of_a_search_is_found(path: Path) -> None:
    assert change(path, "UPDATE answers SET holds = 1 - holds WHERE search NOTNULL") > 0
    with pytest.raises(VerificationError, match="the value is "):
        verify(path)


def test_a_single_wrong_answer_is_found_or_not_needed(path: Path) -> None:
    right = verify(path, 0).result
    found = 0
    for number in range(1, 200, 7):
        change(path, f"UPDATE answers SET holds = 1 - holds WHERE question = {number}")
        try:
            assert verify(path).result == right
        except VerificationError:
            found += 1
        change(path, f"UPDATE answers SET holds = 1 - holds WHERE question = {number}")
    assert found > 5
    assert verify(path).result == right


def test_a_missing_answer_is_found(path: Path) -> None:
    change(path, "DELETE FROM answers WHERE search NOTNULL")
    with pytest.raises(VerificationError, match="no answer shows it"):
        verify(path)


@pytest.mark.parametrize("move", ["NULL", "9999", "0"])
def test_a_move_that_shows_nothing_is_found(tmp_path: Path, move: str) -> None:
    path = make(tmp_path, BOARD, "openings")
    run(path, Workers(engine="reference", nodes=10), search_afresh)
    assert change(path, f"UPDATE answers SET move = {move} WHERE search ISNULL AND move NOTNULL") > 0
    with pytest.raises(VerificationError, match=r"expected a legal move that shows it|no answer shows it"):
        verify(path)
