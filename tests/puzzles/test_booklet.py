"""Booklets: the PDF parses and has the pages it should have; of studies, each winning move only at
the end.
"""

import io
import re
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from litslab.games.drawing.picture_file import PictureError
from litslab.games.errors import OptionError
from litslab.games.language import using
from litslab.games.notation import format_move
from litslab.games.record_toml import dumps
from litslab.games.registry import GAMES
from litslab.puzzles.booklet import (
    PAPERS,
    Booklet,
    BookletEntry,
    BookletError,
    ExampleStep,
    Layout,
    code_of,
    render,
)
from litslab.puzzles.studies.book import (
    RULES,
    SURPRISE,
    StudyBookError,
    read_studies,
    study_entry,
    study_rules,
)

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" '
    'fill="{}"/></svg>'
)


def entries(count: int) -> tuple[BookletEntry, ...]:
    pictures = SQUARE.format("#ccc"), SQUARE.format("#333")
    numbers = range(1, count + 1)
    return tuple(
        BookletEntry(f"No. {k}", f"level {k % 5}", *pictures, f"answer {k}") for k in numbers
    )


@pytest.mark.parametrize(
    ("count", "per_page", "pages"), [(1, 1, 3), (5, 4, 4), (9, 9, 3), (14, 2, 10)]
)
def test_pages_and_their_words(count: int, per_page: int, pages: int) -> None:
    booklet = Booklet(
        "Some puzzles",
        "for a test",
        ("First rule.", "Second rule."),
        entries(count),
        Layout(per_page),
    )
    made = render(booklet)
    assert made == render(booklet)
    read = pypdf.PdfReader(io.BytesIO(made))
    texts = [page.extract_text() for page in read.pages]
    assert len(texts) == pages
    assert all(
        words in texts[0] for words in ("Some puzzles", "for a test", "First rule.", "Second rule.")
    )
    for number, entry in enumerate(booklet.entries):
        page = texts[1 + number // per_page]
        assert [each in page for each in (entry.heading, entry.caption, entry.answer)] == [
            True,
            True,
            False,
        ]
    solutions = "".join(texts[1 + -(-count // per_page) :])
    assert all(entry.answer in solutions for entry in booklet.entries)


def test_a_link_can_be_followed() -> None:
    one = replace(entries(1)[0], link="https://example.org/p?lits/4/4/9q02jg")
    page = pypdf.PdfReader(io.BytesIO(render(Booklet("T", "", (), (one,))))).pages[1]
    assert [each["/A"]["/URI"] for each in page.annotations or ()] == [one.link]


def test_what_cannot_be_printed_is_refused_with_the_reason() -> None:
    with pytest.raises(BookletError, match="without entries"):
        Booklet("T", "", (), ())
    for wrong, reason in (
        ({"per_page": 0}, "0 per page: expected 1 to 20"),
        ({"per_page": 21}, "21 per page: expected 1 to 20"),
        ({"per_page": 2, "columns": 3}, "3 columns for 2 per page: expected 1 to 2"),
        ({"columns": 0}, "0 columns for 4 per page: expected 1 to 4"),
        ({"paper": "a3"}, "paper 'a3': expected a4, a5 or letter"),
    ):
        with pytest.raises((BookletError, OptionError), match=reason):
            Layout(**wrong)
    assert code_of("x" * 460) == ""  # too large to print
    with pytest.raises(PictureError, match="typst cannot make the booklet"):
        render(Booklet("T", "", (), (replace(entries(1)[0], picture="no picture"),)))


def test_a_cover_an_example_and_hints_are_pages_of_their_own() -> None:
    shown = tuple(
        replace(entry, hint=f"look at {entry.heading}", credit="by Jo") for entry in entries(3)
    )
    example = (
        ExampleStep(SQUARE.format("#999"), "First this."),
        ExampleStep(SQUARE.format("#777"), "Then that."),
    )
    booklet = Booklet(
        "Some puzzles",
        "",
        ("A rule.",),
        shown,
        Layout(4),
        author="Jo Bloggs",
        cover=SQUARE.format("#555"),
        summary="3 puzzles",
        example=example,
    )
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(render(booklet))).pages]
    assert len(texts) == 5
    cover, rules, page, hints, solutions = texts
    assert all(words in cover for words in ("Some puzzles", "Jo Bloggs", "3 puzzles"))
    assert all(
        words in rules for words in ("A rule.", "A worked example", "First this.", "Then that.")
    )
    assert page.count("by Jo") == 3
    assert all(entry.hint in hints for entry in shown)
    assert "answer 3" in solutions
    without = replace(booklet, cover=None, solutions=False, entries=entries(3))
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(render(without))).pages]
    assert len(texts) == 2
    assert all(words in texts[0] for words in ("Some puzzles", "Jo Bloggs"))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("per_page", "columns"), [(1, None), (2, 2), (6, 3), (20, 5), (7, None)])
def test_every_layout_has_as_many_entries_on_a_page_as_asked(
    paper: str,
    per_page: int,
    columns: int | None,
) -> None:
    booklet = Booklet(
        "T", "", (), entries(per_page + 1), Layout(per_page, columns, paper), solutions=False
    )
    pages = pypdf.PdfReader(io.BytesIO(render(booklet))).pages
    assert len(pages) == 3
    assert entries(per_page)[-1].heading in pages[1].extract_text()
    assert f"No. {per_page + 1}" in pages[2].extract_text()
    width, height = (
        float(length) * 25.4 / 72 for length in (pages[0].mediabox.width, pages[0].mediabox.height)
    )
    assert (round(width, 1), round(height, 1)) == PAPERS[paper]


STUDIES, COLLECTED = map(
    Path(__file__).parents[2].joinpath, ("docs/examples/studies", "puzzles/collection/studies")
)


@pytest.mark.slow
def test_a_booklet_of_the_examples_has_its_pages_and_says_the_moves_at_the_end() -> None:
    studies = read_studies([STUDIES])
    assert len(studies) == 12
    studies = studies[::2]
    entries = tuple(study_entry(number, study) for number, study in enumerate(studies, start=1))
    made = render(Booklet("Studies", "", study_rules(studies), entries))
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages]
    assert len(texts) == 1 + 2 + 1
    assert all(record.rules.title in texts[0] for record in studies)
    solutions = "".join(texts[3:]).replace("\n", "")
    for number, record in enumerate(studies, start=1):
        page = texts[1 + (number - 1) // 4]
        assert record.study is not None
        move = format_move(record.study.solution, record.rules)
        assert all(each in page for each in (f"{number}. ", f"level {record.study.level}"))
        assert (move in solutions, move in "".join(texts[:3])) == (True, False)


def test_only_the_rules_of_the_games_that_occur_are_told() -> None:
    studies = read_studies(sorted(STUDIES.glob("wythe-*.toml")))
    assert (set(RULES), study_rules(studies)[-1]) == (set(GAMES), RULES["wythe"])
    assert sum(text in study_rules(studies) for text in RULES.values()) == 1
    assert SURPRISE in study_rules(studies)
    (first, *others) = studies
    assert first.study is not None
    plain = replace(first, study=replace(first.study, surprise=False))
    assert SURPRISE not in study_rules([plain, *others])


def test_the_texts_of_studies_are_japanese() -> None:
    with using("ja"):
        told = study_rules(read_studies([STUDIES]))
        first, two_groups = map(
            study_entry, (1, 17), read_studies([STUDIES, COLLECTED / "17-taiji.toml"])[::12]
        )
    assert set(re.findall("[A-Za-z]{2,}|{", "".join(told))) == {"Wythe"}
    assert all(text.count("2×2 のかたまり") == text.count("テトロミノを 1 個ずつ") for text in told)
    assert (first.heading, first.caption) == ("1. O の手番で勝ち", "難易度 4")
    assert two_groups.caption == "難易度 3 · グループ数：2"  # usually one group scores on 7×7
    solution, variation, *refutations = first.answer.split("\n")
    assert (solution, variation[:19]) == ("T[c9,d8,d9,e9]、終局まで 8 手", "手順：T[c9,d8,d9,e9] L")
    assert all(re.fullmatch(r"\S+\? \S+! X の .*勝ち", told) for told in refutations)


def test_what_is_no_study_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StudyBookError, match="no records there"):
        read_studies([tmp_path])
    path = tmp_path / "game.toml"
    [study] = read_studies([next(STUDIES.glob("*.toml"))])
    path.write_text(dumps(replace(study, study=None)))
    with pytest.raises(StudyBookError, match=r"game\.toml: no \[study\] table"):
        read_studies([path])
    assert study.study
    with pytest.raises(StudyBookError, match=f"study 3: plies 99: it is {study.study.plies}"):
        study_entry(3, replace(study, study=replace(study.study, plies=99)))
