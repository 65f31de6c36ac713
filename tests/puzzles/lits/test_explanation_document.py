"""Explanations and hints as pages, PDF files and pictures."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest
from playwright.sync_api import Browser

from litslab.games.drawing.markup import size_of
from litslab.games.drawing.picture_file import PictureError
from litslab.games.files import WouldOverwriteError
from litslab.games.geometry import bits
from litslab.puzzles.lits.explain import Explanation, explain, frames
from litslab.puzzles.lits.explanation_document import save_explanation, to_html, to_pdf, to_picture
from litslab.puzzles.lits.formats import load, read_one, read_text
from litslab.puzzles.lits.frame import Frame, joined
from litslab.puzzles.lits.frames import frames_of
from litslab.puzzles.lits.hint import hint
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.svg import draw_step
from litslab.puzzles.lits.techniques.path import start
from litslab.puzzles.lits.techniques.step import Contradiction, Step
from litslab.puzzles.lits.techniques.wording import placement_text
from tests.app.web.page import Opener
from tests.puzzles.lits.test_svg import classes
from tests.puzzles.making import lettered

HERE = Path(__file__).parents[1]
FILES = (HERE / "own_puzzles.txt", HERE.parents[1] / "docs" / "examples" / "puzzles" / "made.jsonl")
OWN = [entry.puzzle for file in FILES for entry in read_text(load(file), str(file))]


def test_an_explanation_draws_a_picture_a_step_in_a_notebook() -> None:
    told = hint(OWN[0])
    drawn = told._repr_html_()
    assert drawn.count("<svg") == len(told.path.steps) > 0
    for step in told.path.steps:
        assert step.technique in drawn


PUZZLE = read_one("lits/6/5/4gq64cb2g6").puzzle


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return explain(PUZZLE)


def test_every_placement_that_a_step_rules_out_is_drawn_with_its_number(
    explanation: Explanation,
) -> None:
    table = explanation.table
    steps = explanation.path.steps
    shown = frames(explanation)
    assert len(shown) == len(steps)
    assert max(step.excluded.bit_count() for step in steps) > 4  # more than a sentence lists
    for step, frame in zip(steps, shown, strict=True):
        indices = list(bits(step.excluded))
        assert [(panel.squares, panel.region, panel.label) for panel in frame.excluded] == [
            (table.masks[index], table.owners[index], f"{number} {placement_text(table, index)[0]}")
            for number, index in enumerate(indices, start=1)
        ]
        picture, plain = (
            draw_step(PUZZLE, each) for each in (frame, replace(frame, excluded=(), left=()))
        )
        panels = (*frame.excluded, *frame.left)
        drawn = [each.get("data-squares") for each in classes(picture).get("placement", ())]
        assert drawn == [
            " ".join(table.board.name(square) for square in bits(panel.squares)) for panel in panels
        ]
        assert (size_of(picture) > size_of(plain)) == bool(panels)


def test_a_step_that_compares_what_is_left_shows_it(explanation: Explanation) -> None:
    steps = explanation.path.steps
    shown = frames(explanation)
    compared = [(step, frame) for step, frame in zip(steps, shown, strict=True) if frame.left]
    assert compared
    for step, frame in compared:
        for panel in frame.left:
            assert not step.shaded & ~panel.squares  # each covers what the step shades
            assert not step.unshaded & panel.squares  # and none what it unshades


def test_the_steps_of_a_trial_are_drawn_up_to_the_contradiction() -> None:
    state = start(PUZZLE)
    squares = 1 << PUZZLE.board.parse("a1")
    inner = Step("overlap", 1, squares, shaded=1 << PUZZLE.board.parse("b1"))
    end = Contradiction(lambda: "this cannot be", 1, squares)
    trial = Step("trial", 1, squares, unshaded=squares, key=squares, chain=(inner,), end=end)
    (frame,) = frames_of(state, [trial])
    first, last = frame.inner
    assert (first.title, last.title, last.caption) == (
        "1.1. overlap",
        "1.2. contradiction",
        "This cannot be.",
    )
    assert first.supposed == last.supposed == squares
    assert first.shaded & squares  # supposed shaded, as the trial unshades it
    assert last.shaded == squares | inner.shaded
    assert not frame.shaded & squares
    assert frame.unshaded & squares


def test_what_is_supposed_is_outlined() -> None:
    picture = draw_step(PUZZLE, Frame(1, supposed=1))
    assert [each.get("data-squares") for each in classes(picture)["supposed"]] == ["a1"]


class Page(HTMLParser):
    """The sections of a page, the steps in them, and everything that it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[str] = []
        self.steps: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "section":
            self.sections.append(given["id"] or "")
        self.steps += re.findall(r"^step-\d+$", given.get("id") or "")
        links = [value for key, value in attrs if key in {"src", "href"} and value != "data:,"]
        self.loads += [value for value in links if value is not None]
        if tag not in {"meta", "link", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_every_step_and_loads_nothing(explanation: Explanation) -> None:
    text = to_html(explanation, "A <title> & more", "by somebody")
    page = Page(text)
    assert (page.open, page.loads) == ([], [])
    assert "url(" not in text
    assert (page.sections[0], page.sections[-1]) == ("start", "end")
    assert page.steps == [f"step-{number}" for number in range(1, len(explanation.path.steps) + 1)]
    assert len(page.sections) == len(set(page.sections)) < len(page.steps)  # steps share boards
    modes = ("prefers-color-scheme: dark", "@media print", "ArrowRight", "ArrowLeft")
    for told in (*explanation.sentences(), "A &lt;title&gt; &amp; more", "by somebody", *modes):
        assert told in text


def test_the_page_shows_one_step_at_a_time_where_scripts_run(
    explanation: Explanation,
    tmp_path: Path,
    browser: Browser,
) -> None:
    save_explanation(explanation, tmp_path / "way.html")
    with Opener(browser, (tmp_path / "way.html").as_uri()) as opener:
        shown = opener("").locator(".step.shown")
        assert (shown.count(), shown.get_attribute("id"), opener.errors) == (1, "start", [])


def test_a_shared_board_has_the_numbers_of_its_steps(explanation: Explanation) -> None:
    shown = frames(explanation)[:3]
    numbers = classes(draw_step(PUZZLE, joined(shown)))["numbers"][0]
    assert [text.text for text in numbers] == ["1", "2", "3"]
    assert joined(shown).news == sum(frame.news for frame in shown)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "most"), [(311, 8), (592, 7), (735, 7)])
def test_eighty_steps_are_at_most_eight_pages_and_these_are_full(number: int, most: int) -> None:
    made = to_pdf(explain(f"collection/{number}"), "A way")
    pages = pypdf.PdfReader(io.BytesIO(made)).pages
    assert len(pages) <= most
    foot = 51  # in points, above the lower edge of the paper
    top = 799
    for page in pages[:-1]:
        heights: list[float] = []
        page.extract_text(
            visitor_text=lambda _, place, within, *__, to=heights: to.append(
                place[5] + within[5] * place[3]
            )
        )
        assert min(height for height in heights if height > foot) < top - (top - foot) * 2 / 3


@pytest.mark.slow
def test_the_pdf_has_every_sentence(explanation: Explanation) -> None:
    made = to_pdf(explanation, "A way", "by somebody")
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages)
    words = re.sub(r"\s+", "", text)
    for number, told in enumerate(explanation.sentences(), start=1):
        assert re.sub(r"[\s-]+", "", told) in words.replace("-", "")
        assert f"{number}. " in text
    assert "by somebody" in text


def test_a_hint_is_one_picture(tmp_path: Path) -> None:
    found = hint(PUZZLE)
    for suffix, head in (
        (".svg", b"<svg"),
        (".png", b"\x89PNG"),
        (".pdf", b"%PDF"),
        (".html", b"<!DOCTYPE html>"),
    ):
        path = tmp_path / f"hint{suffix}"
        save_explanation(found, path)
        assert path.read_bytes().startswith(head)
        with pytest.raises(WouldOverwriteError):
            save_explanation(found, path)
        save_explanation(found, str(path), force=True)
    with pytest.raises(
        PictureError, match=r"expected a name that ends in \.html, \.pdf, \.svg or \.png"
    ):
        save_explanation(found, tmp_path / "hint.gif")
    assert to_picture(hint(PUZZLE, explain(PUZZLE).path.state.rows())).count("<svg") == 1


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (lettered("AAAA/BBBB"), "there is no solution"),
        (lettered("AAAAAA"), "This is known after the last step"),
    ],
)
def test_the_page_says_how_it_ends(puzzle: LitsPuzzle, words: str) -> None:
    assert words in to_html(explain(puzzle), "A puzzle")
