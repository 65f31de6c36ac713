"""Answers of campaigns about positions, without a search."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from litslab.solver.advice.analyse import analyse
from litslab.solver.campaign.look_up import BOOKS, BookWarning, look_up
from litslab.solver.campaign.question import ValueQuery
from litslab.solver.campaign.rows import StoreError
from litslab.solver.campaign.store import Store, StoredAnswer
from litslab.solver.campaign.verify import VerificationError
from litslab.solver.solve import solve
from tests.solver.campaign.boards import BOARD, WYTHE, board, make, solved


@pytest.fixture(scope="module")
def openings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved(tmp_path_factory.mktemp("books") / "openings")


@pytest.mark.slow
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("all_moves", [False, True])
def test_it_answers_as_a_search(openings: Path, swap: bool, all_moves: bool) -> None:
    expected = solve(BOARD, swap=swap, all_moves=all_moves, best="all")
    found = solve(BOARD, swap=swap, all_moves=all_moves, best="all", book=openings, nodes=0)
    assert (found.score, found.best, found.under_swap) == (
        expected.score,
        expected.best,
        expected.under_swap,
    )
    assert (found.is_complete, found.is_exact, found.best_complete) == (True, False, True)
    assert found.book == openings.name
    assert found.verdict.endswith(f"(as stored in {openings.name}, not verified)")
    assert found.info.nodes > 0
    if all_moves:
        assert found.moves == expected.moves
        assert found.swap == (None if swap else expected.swap)
    one = solve(BOARD, swap=swap, book=openings)
    assert (one.best, one.best_complete) == (found.best[:1], False)


def test_symmetrical_moves_are_best_too(tmp_path: Path) -> None:
    path = solved(tmp_path / "a", WYTHE)
    found = look_up(WYTHE, path, swap=False, every_move=True)
    assert found is not None
    assert found.best == solve(WYTHE, swap=False, best="all").best
    assert [each.move for each in found.moves] == list(WYTHE.choices())


def test_a_position_after_an_opening_is_known_as_far_as_it_was_proved(tmp_path: Path) -> None:
    after = BOARD.play(BOARD.choices()[5])
    path = solved(tmp_path / "a", after, "value")
    found = look_up(after, path)
    assert found is not None
    assert (found.score, found.swap) == (solve(after).score, solve(after).swap)
    assert look_up(BOARD, path) is None
    assert look_up(after, path, every_move=True) is None


@pytest.mark.slow
def test_what_no_campaign_knows_is_searched(openings: Path, tmp_path: Path) -> None:
    other = board(5, 3)
    assert look_up(other, openings) is None
    assert solve(other, book=openings).book is None
    unfinished = make(tmp_path, BOARD, "openings")
    assert look_up(BOARD, unfinished) is None
    assert solve(BOARD, nodes=1, book=unfinished).book is None
    over = BOARD
    while not over.is_over:
        over = over.play(over.choices()[0])
    assert look_up(over, openings) is None


def test_the_campaigns_of_a_folder(
    openings: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(BOOKS, str(openings.parent))
    assert solve(BOARD, nodes=0).book == openings.name
    advised = analyse(BOARD, time_limit=0)
    assert not advised.is_exact
    assert advised.verdict.endswith(f"(as stored in {openings.name}, not verified)")
    monkeypatch.setenv(BOOKS, str(tmp_path))
    assert look_up(BOARD) is None


@pytest.mark.parametrize("name", ["a.db", "z.db"])
def test_a_file_of_the_folder_that_cannot_be_used_is_skipped(
    openings: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    monkeypatch.setenv(BOOKS, str(tmp_path))
    shutil.copy(openings, tmp_path / "good.db")
    (tmp_path / name).write_text("nothing")
    with closing(sqlite3.connect(tmp_path / "foreign.db")) as database:
        database.execute("CREATE TABLE games (name TEXT)")
    with pytest.warns(BookWarning) as warned:
        assert solve(BOARD).book == "good.db"
    (warning,) = warned
    assert name in str(warning.message)
    assert "foreign.db" in str(warning.message)
    with pytest.warns(BookWarning):
        assert solve(WYTHE).book is None
    with pytest.raises(
        StoreError, match=rf"cannot read .*{name}: expected a file that `litslab campaign new` made"
    ):
        look_up(BOARD, tmp_path / name)


def test_a_derived_answer_that_does_not_follow_is_not_repeated(tmp_path: Path) -> None:
    """Answers that follow from searches are replayed; `verify` checks the searches themselves."""
    path = make(tmp_path, BOARD, "value")
    root = ValueQuery(BOARD, 13)
    with Store(path, writing=True) as store:
        store.add_answer(root, StoredAnswer(True, 0))
        store.add_answer(root.at(15), StoredAnswer(False))
    with pytest.raises(VerificationError, match="no answer shows it"):
        look_up(BOARD, path, swap=False)
