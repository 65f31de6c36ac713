"""Reports of the page: one document that the page's content security policy lets show, on any
board.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from litslab.app.web import books, documents
from litslab.app.web.settings import Settings, TooLargeError
from litslab.games.errors import OptionError
from litslab.games.language import using
from tests.app.web.client import client
from tests.app.web.test_studies import ignore
from tests.running import wait_until

BOARD = (
    'game = "battle-of-lits"\nmoves = ""\n[options]\nsize = 4\n[setup]\nboard = ["X..O", '
    '"....", "....", "O..X"]\n'
)


FEW: dict[str, Any] = {"games": 12, "playouts": 64}
"""Less than is usual."""


def make(settings: Settings, **asked: Any) -> documents.ReportPage:
    return books.answer_report(documents.ReportRequest(**asked), settings, ignore)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "steps"),
    [("en", ["random games", "greedy games"]), ("ja", ["ランダムな対局", "欲張りの対局"])],
)
def test_a_report_is_a_document_without_scripts_in_the_language_of_the_page_and_leaves_no_file(
    language: str,
    steps: list[str],
    tmp_path: Path,
) -> None:
    sent: list[dict[str, Any]] = []
    asked = documents.ReportRequest(game="wythe", options={"size": 3}, **FEW)
    with using(language):
        made = books.answer_report(asked, Settings(scratch=tmp_path), sent.append)
    assert (made.title, made.missing) == ("Wythe 3×3", [])
    assert made.verdict[0].endswith("。") is (language == "ja")
    assert f'<html lang="{language}">' in made.html
    assert "<script" not in made.html
    assert "--games 12 --playouts 64" in made.html
    loaded = re.findall(r'(?:src|href)="([^"]*)"', made.html)
    assert loaded
    assert all(each.startswith(("#", "data:")) for each in loaded), (
        "nothing is loaded from elsewhere"
    )
    assert [each["text"] for each in sent][:2] == steps
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_record_is_reported_on_with_its_own_board() -> None:
    own = make(Settings(), record=BOARD, **FEW)
    assert own.title == "Battle of LITS 4×4"
    assert "random boards" not in own.html, "tests/analysis/test_report_build.py has one of many"


def test_what_cannot_be_reported_on_is_refused() -> None:
    with pytest.raises(OptionError, match="game 'chess'"):
        make(Settings(), game="chess")
    with pytest.raises(TooLargeError):
        make(Settings(most_squares=10), game="wythe", options={"size": 4})
    with pytest.raises(TooLargeError):
        make(
            Settings(most_squares=10),
            record='game = "taiji"\noptions = { size = 4, groups = 1 }\nmoves = ""\n',
        )
    with pytest.raises(OptionError, match="expected no others"):
        make(Settings(), game="taiji", record='game = "taiji"\nmoves = ""\n')


@pytest.mark.slow
def test_a_report_that_is_not_done_in_time_is_ended_with_its_files() -> None:
    with client(most_seconds=0.01, overtime=0.01) as web:
        scratch = web.processes.scratch
        error = web.refused("report", 503, game="taiji", time_limit=600)
        assert "no answer within" in error
        assert wait_until(lambda: not list(scratch.iterdir()))
    assert not scratch.exists()
