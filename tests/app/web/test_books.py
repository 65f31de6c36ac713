"""Booklets of the page: PDFs with every puzzle or study, and refusals."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO
from pathlib import Path

import pytest

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("typst")

from litslab.app.web import books, documents  # noqa: E402
from litslab.app.web.settings import Settings, TooLargeError  # noqa: E402
from litslab.puzzles.booklet import BookletError  # noqa: E402
from litslab.puzzles.studies.book import StudyBookError  # noqa: E402
from tests.app.web.client import STUDY  # noqa: E402
from tests.app.web.test_studies import ignore  # noqa: E402

PUZZLES = "lits/4/4/9q02jg\nlits/5/4/h98g3ao\n"


def text_of(pdf: documents.Pdf) -> str:
    reader = pypdf.PdfReader(BytesIO(b64decode(pdf.pdf)))
    return "\n".join(page.extract_text() for page in reader.pages)


@pytest.mark.slow
def test_a_booklet_of_puzzles_has_all_of_them(tmp_path: Path) -> None:
    sent: list[dict[str, object]] = []
    asked = documents.PuzzleBookRequest(
        puzzles=PUZZLES, title="Two of them", per_page=2, codes=False
    )
    made = books.answer_puzzlebook(asked, Settings(scratch=tmp_path), sent.append)
    assert (made.name, made.entries) == ("lits-puzzles.pdf", 2)
    text = text_of(made)
    assert "Two of them" in text
    assert "2 puzzles" in text
    assert [each["done"] for each in sent] == [0, 1, 2]
    assert list(tmp_path.iterdir()) == [], "its file is removed again"


@pytest.mark.slow
def test_a_booklet_of_studies_has_their_solutions() -> None:
    game = 'game = "wythe"\nmoves = ""'
    mixed = documents.StudyBookRequest(records=[game, STUDY, "hello"])
    some = books.answer_studybook(mixed, Settings(), ignore)
    assert some.entries == 1
    assert [error.split(":")[0] for error in some.errors] == ["study 1", "study 3"]
    asked = documents.StudyBookRequest(records=[STUDY], title="One study")
    made = books.answer_studybook(asked, Settings(), ignore)
    assert (made.entries, made.errors) == (1, [])
    assert "c2,d2, 4 plies to the end" in text_of(made)


def test_what_makes_no_booklet_is_refused() -> None:
    def puzzles(text: str, settings: Settings) -> None:
        books.answer_puzzlebook(documents.PuzzleBookRequest(puzzles=text), settings, ignore)

    with pytest.raises(BookletError, match="expected exactly one"):
        puzzles("AAAA\nAAAA\nAAAA\nAAAA\n", Settings())
    with pytest.raises(TooLargeError, match="a booklet of 2: expected at most 1"):
        puzzles(PUZZLES, Settings(most_entries=1))
    with pytest.raises(TooLargeError, match="line 2: a puzzle of 20 squares"):
        puzzles(PUZZLES, Settings(most_squares=15))
    with pytest.raises(StudyBookError, match="not of a study"):
        books.answer_studybook(
            documents.StudyBookRequest(records=['game = "wythe"\nmoves = ""']), Settings(), ignore
        )
    with pytest.raises(TooLargeError):
        books.answer_studybook(
            documents.StudyBookRequest(records=[STUDY] * 2), Settings(most_entries=1), ignore
        )
