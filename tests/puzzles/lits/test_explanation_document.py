"""An explanation as one file: a picture per step, in a page that loads nothing, and in a PDF."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest

from litslab.games.errors import OptionError
from litslab.games.files import WouldOverwriteError
from litslab.puzzles.lits.explain import Explanation, explain, hint
from litslab.puzzles.lits.explanation_document import save_explanation, to_html, to_pdf, to_picture
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.puzzle import LitsPuzzle
from tests.chromium import open_page

PUZZLE = read_one("lits/6/5/4gq64cb2g6").puzzle


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return explain(PUZZLE)


class Page(HTMLParser):
    """The sections of a page, how many pictures it has, and everything that it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[str] = []
        self.pictures = 0
        self.loads: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "section":
            self.sections.append(given["id"] or "")
        self.pictures += tag == "svg"
        links = [value for key, value in attrs if key in {"src", "href"} and value != "data:,"]
        self.loads += [value for value in links if value is not None]
        if tag not in {"meta", "link", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_a_picture_per_step_and_loads_nothing(explanation: Explanation) -> None:
    text = to_html(explanation, "A <title> & more", "by somebody")
    page = Page(text)
    assert page.open == []
    assert page.loads == []
    assert "url(" not in text
    assert "A &lt;title&gt; &amp; more" in text
    assert "by somebody" in text
    assert len(set(page.sections)) == len(page.sections) == page.pictures
    steps = [name for name in page.sections if re.fullmatch(r"step-\d+", name)]
    assert page.sections[0] == "start"
    assert page.sections[-1] == "end"
    assert steps == [f"step-{number}" for number in range(1, len(explanation.path.steps) + 1)]
    for told in explanation.sentences():
        assert told in text
    for mode in ("prefers-color-scheme: dark", "@media print", "ArrowRight", "ArrowLeft"):
        assert mode in text


@pytest.mark.browser
def test_the_page_shows_one_step_at_a_time_where_scripts_run(explanation: Explanation, tmp_path: Path) -> None:
    save_explanation(explanation, tmp_path / "way.html")
    opened = open_page(tmp_path / "way.html", tmp_path / "profile")
    assert opened.console == ()
    assert opened.document.count('class="step shown"') == 1
    assert re.search(r'<section class="step shown" id="start"', opened.document)


@pytest.mark.slow
def test_the_pdf_has_every_sentence(explanation: Explanation) -> None:
    made = to_pdf(explanation, "A way", "by somebody")
    assert made == to_pdf(explanation, "A way", "by somebody")
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages)
    words = re.sub(r"\s+", "", text)
    for number, told in enumerate(explanation.sentences(), start=1):
        assert re.sub(r"[\s-]+", "", told) in words.replace("-", "")
        assert f"{number}. " in text
    assert "by somebody" in text


def test_a_hint_is_one_picture(tmp_path: Path) -> None:
    found = hint(PUZZLE)
    for suffix, head in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF"), (".html", b"<!DOCTYPE html>")):
        path = tmp_path / f"hint{suffix}"
        save_explanation(found, path)
        assert path.read_bytes().startswith(head)
        with pytest.raises(WouldOverwriteError):
            save_explanation(found, path)
        save_explanation(found, str(path), force=True)
    with pytest.raises(OptionError, match=r"expected a name that ends in \.html, \.pdf, \.svg or \.png"):
        save_explanation(found, tmp_path / "hint.gif")
    done = hint(PUZZLE, explain(PUZZLE).path.state.rows())
    assert to_picture(done).count("<svg") == 1


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (LitsPuzzle.from_rows([[0, 0, 0, 0], [1, 1, 1, 1]]), "there is no solution"),
        (LitsPuzzle.from_rows([[0] * 6]), "This is known after the last step"),
    ],
)
def test_the_page_says_how_it_ends(puzzle: LitsPuzzle, words: str) -> None:
    assert words in to_html(explain(puzzle), "A puzzle")
