"""The file of a campaign: whole transactions, one writer, and one clear line about a file that
cannot be used.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from litslab.games.files import FileError, WouldOverwriteError
from litslab.games.registry import new_game
from litslab.solver.campaign.campaign import Campaign, new_campaign
from litslab.solver.campaign.question import Name, ValueQuery
from litslab.solver.campaign.rows import Contents, StoreError
from litslab.solver.campaign.run import run_campaign
from litslab.solver.campaign.store import Cost, Store, StoredAnswer
from litslab.solver.campaign.tree import Found, SearchStatus
from tests.solver.campaign.boards import HARD, make, run, table

START = ValueQuery(new_game("battle-of-lits", size=4, seed=1), 1)
CHILD = next(iter(START.children().values()))


def note(worker: str = "w", nodes: int = 10, outcome: str = "answered") -> Found:
    return Found(SearchStatus(outcome), None, (), nodes, 0.5, worker, "kernel")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "a.db"
    new_campaign(START.position, made)
    return made


def test_what_is_written_is_read_again(path: Path) -> None:
    with Store(path, writing=True) as store:
        store.add_search(START, None, note(outcome="limit"))
        store.add_split(START, [3, 1, 7])
        number = store.add_search(CHILD, START, note("v", 7), StoredAnswer(True, 5))
        store.add_answer(START, StoredAnswer(False))
    with Store(path) as store:
        contents = store.contents()
        assert named(contents) == {CHILD.name: (1, 5, number, 0), START.name: (0, None, None, 0)}
        assert contents.splits == {START.name: (3, 1, 7)}
        assert store.cost() == Cost(2, 17, 1.0)
        assert store.counts() == {
            "questions": 2,
            "searched": 1,
            "derived": 1,
            "checked": 0,
            "split": 1,
        }
        assert contents.nodes_by_position() == {START.reduced.text: 17, CHILD.reduced.text: 7}


def named(contents: Contents) -> dict[Name, tuple[object, ...]]:
    """Return the answers by the names of their questions."""
    return {
        (question.position, question.target): answer[1:] for question, answer in contents.answered()
    }


def test_no_question_is_answered_twice(path: Path) -> None:
    with Store(path, writing=True) as store:
        store.add_search(START, None, note(), StoredAnswer(True))
        with pytest.raises(StoreError, match="UNIQUE"):
            store.add_search(START, None, note(), StoredAnswer(True))
        assert store.cost().searches == 1  # the whole transaction was undone
        store.add_search(CHILD, START, note(), StoredAnswer(True))


def test_a_question_whose_transaction_was_undone_is_added_again(path: Path) -> None:
    """The number that it had before the rollback may be that of another question by then."""
    with Store(path, writing=True) as store:
        with pytest.raises((StoreError, OverflowError)):
            store.add_answer(CHILD, StoredAnswer(True, 1 << 64))  # more than the database takes
        assert store.counts()["questions"] == 0
        store.add_search(START, None, note())
        store.add_answer(CHILD, StoredAnswer(True, 1))
        contents = store.contents()
    assert {each.position for each in contents.questions.values()} == {
        START.reduced.text,
        CHILD.reduced.text,
    }
    assert named(contents) == {CHILD.name: (1, 1, None, 0)}


def test_a_copy_has_no_index_until_it_is_worked_on(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with Store(path, writing=True) as store:
        store.add_search(START, None, note(), StoredAnswer(True))
        store.copy(copy)
    assert (indices(path), indices(copy)) == (["questions_by_name"], [])
    with Store(copy, writing=True) as store:
        with pytest.raises(StoreError, match="UNIQUE"):
            store.add_search(START, None, note(), StoredAnswer(True))
        store.add_search(CHILD, START, note(), StoredAnswer(True))
        assert store.counts()["questions"] == 2
    assert indices(copy) == ["questions_by_name"]


def indices(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [
            name
            for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")
        ]


def test_the_answers_of_a_worker_are_dropped_unless_they_were_confirmed(path: Path) -> None:
    with Store(path, writing=True) as store:
        store.add_search(START, None, note("liar"), StoredAnswer(True))
        first = store.add_search(START.at(3), None, note("liar"))
        store.add_search(
            START.at(3), None, note("other"), StoredAnswer(False, None, first, checked=True)
        )
        store.add_search(CHILD, None, note("other"), StoredAnswer(False))
        store.add_search(CHILD.at(3), None, note(outcome="limit"))
        store.add_answer(CHILD.at(3), StoredAnswer(False))
        assert store.forget("liar") == 1
        assert set(named(store.contents())) == {START.at(3).name, CHILD.name}
        assert store.cost().searches == 5


def test_one_process_works_on_a_campaign_and_others_read_it(path: Path) -> None:
    with Store(path, writing=True) as store:
        with pytest.raises(StoreError, match=r"a\.db: another process is working on it"):
            Store(path, writing=True)
        store.add_search(START, None, note(), StoredAnswer(True))
        with Store(path) as reader:
            assert len(reader.contents().answers) == 1
    assert [each.name for each in path.parent.iterdir()] == ["a.db"]
    Store(path, writing=True).close()


def test_all_that_is_read_is_of_one_moment(path: Path) -> None:
    with Store(path, writing=True) as store, Store(path) as reader:
        assert reader.cost().searches == 0
        store.add_search(START, None, note(), StoredAnswer(True))
        assert not reader.contents().answers
        assert reader.counts()["questions"] == 0
        assert not reader.contents().nodes_by_position()
        with Store(path) as later:
            assert later.cost().searches == 1


def test_a_file_that_is_there_is_not_replaced_unless_requested(path: Path, tmp_path: Path) -> None:
    with pytest.raises(WouldOverwriteError, match="already exists"):
        new_campaign(START.position, path)
    with Store(path, writing=True) as store:
        store.add_search(START, None, note(), StoredAnswer(True))
    new_campaign(START.position, path, force=True)
    with Store(path) as store:
        assert not store.contents().answers
    with pytest.raises(FileError, match="it is not a file"):
        new_campaign(START.position, tmp_path, force=True)
    assert [each.name for each in tmp_path.iterdir()] == ["a.db"]


def leave_a_log(path: Path, folder: Path) -> None:
    """Make a campaign with an answer that is only in its log, as a killed process leaves it."""
    killed = folder / "killed"
    killed.mkdir()
    new_campaign(START.position, killed / path.name)
    with Store(killed / path.name, writing=True) as store:
        store.add_search(CHILD, None, note("killed"), StoredAnswer(True))
        for each in killed.iterdir():
            if not each.name.endswith("-lock"):
                shutil.copy(each, path.with_name(each.name))
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0


@pytest.mark.parametrize("copied", [False, True])
def test_the_log_of_a_killed_process_is_not_mixed_into_the_file_that_replaces_its_own(
    path: Path,
    tmp_path: Path,
    copied: bool,
) -> None:
    with Store(path, writing=True) as store:
        store.add_search(START, None, note(), StoredAnswer(True))
    folder = tmp_path / "b"
    folder.mkdir()
    old = folder / "old.db"
    link = tmp_path / "link.db"
    leave_a_log(old, tmp_path)
    link.symlink_to(old)
    with Store(path) as store:
        expected = store.contents().answers if copied else {}
        store.copy(link, force=True) if copied else new_campaign(START.position, link, force=True)
    assert link.is_symlink()
    assert [each.name for each in folder.iterdir()] == ["old.db"]
    with Store(old) as store:
        assert store.contents().answers == expected


def test_a_campaign_is_not_replaced_while_a_process_works_on_it(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    link = tmp_path / "link.db"
    new_campaign(START.position, other)
    link.symlink_to(path)
    with Store(path, writing=True) as working, Store(other) as store:
        working.add_search(START, None, note(), StoredAnswer(True))
        for name in (path, link):
            for replace in (store.copy, partial(new_campaign, START.position)):
                with pytest.raises(StoreError, match=r"\.db: another process is working on it"):
                    replace(name, force=True)
            with pytest.raises(StoreError, match=r"\.db: another process is working on it"):
                Store(name, writing=True)
        working.add_search(CHILD, START, note(), StoredAnswer(True))
    with Store(path) as store:
        assert len(store.contents().answers) == 2


def test_a_disk_that_is_full_keeps_the_old_campaign_and_nothing_else(path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Store(path) as store:
        for replace in (partial(new_campaign, START.position), store.copy):
            resource.setrlimit(resource.RLIMIT_FSIZE, (6000, limits[1]))  # less than two pages
            try:
                with pytest.raises(StoreError, match=r"cannot write .*a\.db: "):
                    replace(path, force=True)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (path.read_bytes(), [each.name for each in path.parent.iterdir()]) == (before, ["a.db"])


def test_what_is_no_campaign_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(
        StoreError,
        match=(
            r"cannot read .*none\.db: no such file: expected one that `litslab campaign new` "
            r"made"
        ),
    ):
        Store(tmp_path / "none.db")
    text = tmp_path / "text.db"
    text.write_text("no database, and longer than its header would be" * 10)
    with pytest.raises(StoreError, match="expected a file that `litslab campaign new` made"):
        Store(text)
    with pytest.raises(StoreError, match=r"cannot write .*: No such file or directory"):
        new_campaign(START.position, tmp_path / "missing" / "a.db")


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["database or disk is full", "another process is writing to it"])
def test_a_file_that_cannot_be_written_is_one_line_and_the_campaign_is_resumed(
    tmp_path: Path,
    fault: str,
) -> None:
    path = make(tmp_path, START.position, "openings")
    run(path)
    whole = table(path)
    path = make(tmp_path, START.position, "openings")
    with (
        Campaign(path, writing=True) as campaign,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        if "full" in fault:
            database = campaign.store._database
            pages = database.execute("PRAGMA page_count").fetchone()[0]
            database.execute(f"PRAGMA max_page_count = {pages + 2}")
        else:
            other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=rf"cannot write .*campaign\.db: {fault}"):
            run_campaign(campaign, HARD)
    kept = table(path)
    assert bool(kept) is ("full" in fault)
    assert kept.items() < whole.items()
    run(path)
    assert table(path) == whole


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to this user")
def test_a_file_that_must_not_be_read_is_one_line(path: Path) -> None:
    path.chmod(0)
    with pytest.raises(StoreError, match=r"cannot read .*a\.db: unable to open database file"):
        Store(path)
