"""Booklets of LITS puzzles: sources, order, and the parts that are printed of each puzzle."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pypdf
import pytest

from litslab.games.errors import OptionError
from litslab.jobs.progress import Progress
from litslab.puzzles.booklet import BookletError
from litslab.puzzles.lits.book import NOTES, PAGE, SORTS, book, worked_example
from litslab.puzzles.lits.explain import explain
from litslab.puzzles.lits.formats import PuzzleEntry, read_one, read_text
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.solve import only_solution
from litslab.puzzles.lits.svg import draw_cover
from tests.app.command_line import Runner

URLS = """% four puzzles of ours
https://puzz.link/p?lits/6/5/4gq64cb2g6 Crossing by Jo Bloggs
https://puzz.link/p?lits/4/4/9q02jg The gate
https://puzz.link/p?lits/5/4/h98g3ao
"""
GIVEN = (
    "title: A given one\nauthor: Zoë\nsource: "
    "https://www.example.org/lits/7.htm\nAAAAA\n\ngivens:\n.????\n"
)


@pytest.fixture
def folder(run: Runner) -> Path:
    run.write("all.url", URLS)
    run.write("given.grid", GIVEN)
    return run.folder


def texts(path: str) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


@pytest.mark.slow
def test_a_book_takes_every_source_in_order(
    run: Runner,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"lits/5/5/0uttq804\n")))
    (folder / "folder").mkdir()
    (folder / "folder" / "one.url").write_text("lits/4/4/0v0sgg Folded\n")
    sources = ("all.url", "given.grid", "folder", "-", "lits/6/6/2lckh0ini2cu")
    answer = run.ok(
        "puzzle", "book", *sources, "-o", "b.pdf", "--per-page", "12", "--title", "All sorts"
    )
    assert answer == {"path": "b.pdf", "puzzles": 7}
    cover, _, page, solutions = texts("b.pdf")
    assert "All sorts" in cover
    assert "7 puzzles · 5×1 to 6×6 · levels 1 to" in cover.replace("\n", " ")
    places = [
        page.index(words) for words in ("1. Crossing", "2. The gate", "4. A given one", "5. Folded")
    ]
    assert places == sorted(places)
    assert "by Jo Bloggs" in page
    assert "by Zoë · example.org" in page
    assert "Solutions" in solutions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sort", "headings"),
    [
        (None, ["1. Crossing", "2. The gate", "3"]),
        ("size", ["1. The gate", "2", "3. Crossing"]),
        ("title", ["1", "2. Crossing", "3. The gate"]),
        ("level", ["1", "2. The gate", "3. Crossing"]),
    ],
)
def test_puzzles_are_sorted(folder: Path, sort: str | None, headings: list[str]) -> None:
    made = book(folder / "all.url", folder / "b.pdf", sort=sort, cover=False, rules=False)
    assert [entry.heading for entry in made.entries] == headings
    assert sort is None or sort in SORTS
    with pytest.raises(OptionError, match="sort 'colour': expected level, size or title"):
        book(folder / "all.url", folder / "c.pdf", sort="colour")


@pytest.mark.slow
def test_what_is_left_out_is_left_out(folder: Path) -> None:
    entries = read_text(URLS, "all.url")
    file = folder / "b.pdf"
    made = book(
        entries,
        file,
        title="Bare",
        cover=False,
        levels=False,
        credits=False,
        codes=False,
        solutions=False,
    )
    assert [entry.caption for entry in made.entries] == ["6×5", "4×4", "5×4"]
    assert (
        {entry.credit for entry in made.entries} == {entry.link for entry in made.entries} == {""}
    )
    pages = texts(str(folder / "b.pdf"))
    assert len(pages) == 2
    assert NOTES["levels"][:20] not in pages[0]
    bare = book(entries, folder / "c.pdf", cover=False, rules=False)
    assert (bare.rules, bare.example) == ((), ())
    assert [entry.link.rsplit("?", 1)[-1] for entry in bare.entries] == [
        "lits/6/5/4gq64cb2g6",
        "lits/4/4/9q02jg",
        "lits/5/4/h98g3ao",
    ]


@pytest.mark.slow
def test_hints_name_squares_that_are_on_the_drawings(folder: Path) -> None:
    made = book(["lits/4/4/9q02jg", "lits/6/5/4gq64cb2g6"], folder / "b.pdf", hints=True)
    for entry, url in zip(made.entries, ("lits/4/4/9q02jg", "lits/6/5/4gq64cb2g6"), strict=True):
        assert entry.hint.startswith(f"To begin: {explain(read_one(url).puzzle).sentences()[0]}")
        assert 'class="coordinates"' in entry.picture
    assert any("Hints" in page and "To begin" in page for page in texts(str(folder / "b.pdf")))


def test_levels_are_those_of_grade_and_are_not_worked_out_twice(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = read_one("lits/6/5/4gq64cb2g6").puzzle
    told: list[Progress] = []
    made = book([PuzzleEntry(puzzle)], folder / "b.pdf", progress=told.append)
    assert made.entries[0].caption == f"level {grade(puzzle).label} · 6×5"
    assert [(each.done, each.total) for each in told] == [(0, 1), (1, 1)]
    monkeypatch.setattr("litslab.puzzles.lits.book.explain", lambda *_: pytest.fail("graded again"))
    known = book([PuzzleEntry(puzzle, level="5+", score=999.0)], folder / "c.pdf", rules=False)
    assert known.entries[0].caption == "level 5+ · 6×5"
    published = book(
        [PuzzleEntry(puzzle, level="Hard")], folder / "d.pdf", levels=False, rules=False
    )
    assert published.entries[0].caption == "6×5"


@pytest.mark.parametrize(
    ("label", "score"), [("²", 3), ("-", 3), ("Hard", 3.0), ("1", 10**400), ("1", float("nan"))]
)
def test_forged_grades_and_words_neither_end_a_book_nor_garble_a_line(
    label: str,
    score: float,
    folder: Path,
) -> None:
    fields = {"label": label, "score": score, "title": "a\n\x1b[2J\ud800", "source": "http://[x/"}
    forged = json.dumps({"regions": [[0, 0, 0, 0]], **fields})
    made = book(read_text(forged, "collection.json"), folder / "b.pdf", rules=False, sort="level")
    shown = made.entries[0]
    assert (shown.heading, shown.caption, shown.credit) == (
        "1. a \ufffd[2J\ufffd",
        "level 1 · 4×1",
        "[x",
    )


def test_puzzles_with_other_rules_have_these_and_a_link_to_the_page(folder: Path) -> None:
    made = book(["collection/930", "lits/5/4/h98g3ao"], folder / "b.pdf", cover=False)
    # The titles of the collection have numbers, so the book adds none.
    assert [entry.heading for entry in made.entries] == ["LITSO 930", "2"]
    assert made.rules[2].startswith("LITSO. Shade four")
    assert made.entries[0].caption == "LITSO · level 2 · 8×8"
    assert (
        made.entries[0].link == f"{PAGE}#puzzle?url=lits/8/8/4jikm79tcqo05n82t40md1b0&rules=litso"
    )


@pytest.mark.usefixtures("_japanese_font")
def test_a_book_in_japanese(run: Runner) -> None:
    run.ok(
        "puzzle",
        "book",
        "collection/1",
        "lits/4/4/9q02jg",
        "-o",
        "b.pdf",
        "--lang",
        "ja",
        "--hints",
    )
    cover, rules, page, hints, solutions = texts("b.pdf")
    assert "全 2 問 · 4×4〜5×5 · 難易度 1" in cover
    assert rules.startswith("ルール\n各部屋で、つながった 4 マスを")
    assert page.startswith("はじめの一歩 No. 1 難易度 1 · 5×5\n")
    assert hints.startswith("ヒント\nはじめの一歩 No. 1\n最初の手順：")
    assert solutions.startswith("解答")


def test_a_puzzle_with_several_solutions_is_refused_by_its_name(folder: Path) -> None:
    text = URLS + "lits/6/6/lldoa4043q6c Two ways\n"
    with pytest.raises(
        BookletError,
        match=r"Two ways \(all.url, line 5\): solutions: multiple: expected exactly one",
    ):
        book(read_text(text, "all.url"), folder / "b.pdf")
    assert not (folder / "b.pdf").exists()


def test_the_worked_example_goes_to_the_solution() -> None:
    steps = worked_example()
    assert len(steps) > 3
    assert steps[-1].text == "The solution."
    assert all('class="coordinates"' in step.picture for step in steps)


def test_the_cover_shows_every_tetromino() -> None:
    puzzle = read_one("lits/4/4/9q02jg").puzzle
    picture = ET.fromstring(draw_cover(puzzle, only_solution(puzzle)))
    assert (
        len({each.get("fill") for each in picture.iter() if each.tag.endswith("path")} - {"none"})
        == 3 + 1
    )
