"""Whole reports, tiny ones: of every game, with nothing from outside in them, interrupted, and played on a cluster."""

from __future__ import annotations

import base64
import html
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from litslab.analysis.report import context
from litslab.analysis.report.build import PARTS, Built, build, largest_budget
from litslab.analysis.report.context import Budget, budget_for
from litslab.analysis.report.make import check_folder, escape, write
from litslab.analysis.report.make import report as make_report
from litslab.analysis.report.model import Number, Report, Row, Table
from litslab.analysis.style import texts_in
from litslab.app.documents.reports import ReportDocument
from litslab.games.errors import GameError
from litslab.games.registry import GAMES, create
from litslab.jobs.child import WorkerError
from litslab.jobs.progress import Progress
from litslab.solver.finals.extreme import facts
from tests.dask_cluster import local_cluster

TINY = Budget(600.0, 300, 4, (64, 128), 2, 640, 100, boards=6, fewest_games=2, judged_games=2)

BOARDS: dict[str, dict[str, Any]] = {
    "taiji": {"size": 3, "groups": 1}, "battle-of-lits": {"size": 4}, "tailits": {"size": 5}, "wythe": {"size": 3},
    "tailits+taiji": {"size": 3, "groups": 1}, "taiji+battle-of-lits": {"size": 3, "groups": 1},
}  # fmt: skip

SPECIAL = {
    "battle-of-lits": {"boards"}, "tailits": {"colourings"}, "wythe": {"scoreless"},
    "tailits+taiji": {"colourings", "phases"}, "taiji+battle-of-lits": {"phases"},
}  # fmt: skip
"""The sections that not every game has."""

COMMON = [
    "rules", "game", "length", "size", "balance", "decided", "ladder", "openings", "small", "swap", "mirroring",
    "extremes",
]  # fmt: skip


def built(name: str, folder: Path, **options: Any) -> Built:
    rules = create(name, **BOARDS[name])
    return build(rules, budget_for(rules, TINY), seed=3, workers=1, folder=folder, **options)


Made = Callable[[str], tuple[Built, Path]]


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Return the report of a game, and the folder of its games: each is made once."""

    @cache
    def make(name: str) -> tuple[Built, Path]:
        folder = tmp_path_factory.mktemp("games")
        return built(name, folder), folder

    return make


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_has_a_report(name: str, made_once: Made, tmp_path: Path) -> None:
    made, output = made_once(name)[0], tmp_path / "report"
    assert made.missing == ()
    names = [section.name for section in made.report.sections]
    assert [each for each in names if each in COMMON] == COMMON
    assert set(names) - set(COMMON) == SPECIAL.get(name, set())
    files = write(made.report, output)
    assert files[:2] == (output / "index.html", output / "report.md")
    check_page(files[0].read_text(encoding="utf-8"), made.report)
    check_markdown(files[1].read_text(encoding="utf-8"), output, made.report)
    check_numbers(made.report)
    check_nothing_contradicts(made.report)
    check_verdict(made.report, *(file.read_text(encoding="utf-8") for file in files[:2]))


def rows_of(report: Report) -> list[tuple[Table, Row]]:
    return [(table, row) for section in report.sections for table in section.tables for row in table.rows]


def check_nothing_contradicts(report: Report) -> None:
    """The same quantity is the same number wherever it is shown: in the verdict, the facts and all sections."""
    shown: dict[str, list[Number]] = {}
    stated = [number for claim in report.verdict for number in claim.numbers]
    stated += [fact.number for fact in report.facts]
    for number in [*stated, *(number for _, row in rows_of(report) for number in row.numbers)]:
        if number.identity:
            shown.setdefault(number.identity, []).append(number)
    for numbers in shown.values():
        assert set(numbers) == {numbers[0]}
    several = {identity for identity, numbers in shown.items() if len(numbers) > 1}
    assert {"first placements", "number of games", "length, random play"} <= several
    levels = [each.removeprefix("first player wins, ") for each in shown if each.startswith("first player wins, ")]
    assert levels[-1].startswith("MCTS ")
    assert {"random play", "greedy"} <= set(levels)
    assert {f"first player wins, {level}" for level in ("random play", levels[-1])} <= several
    for level in levels:
        (first, *_), second = shown[f"first player wins, {level}"], shown.get(f"second player wins, {level}")
        if second is not None:
            assert isinstance(first.value, float)
            assert second[0].value == pytest.approx(1 - first.value)
    # Cells with the same label in the same column of tables of one caption show the same quantity.
    cells: dict[tuple[str, str, str], Number] = {}
    for table, row in rows_of(report):
        for column, number in zip(table.columns[1:], row.numbers, strict=True):
            assert cells.setdefault((table.caption, row.label, column), number) == number


def check_verdict(report: Report, page: str, text: str) -> None:
    """The verdict comes first, in HTML and Markdown as in JSON, and its numbers are those of the sections."""
    claims = report.verdict
    told = [claim.text for claim in claims]
    # These small boards are all solved, and the solution comes first, except for one of many boards.
    if any(section.name == "boards" for section in report.sections):
        assert told[0].startswith("First-player win share ")
        assert not any(each.startswith("Solved") for each in told)
    else:
        assert told[0].startswith("Solved: with perfect play ")
        assert told[1].startswith("In imperfect play the first player wins ")
        assert report.facts[0].number in claims[0].numbers
        assert not any("fair within" in each or "too few games" in each for each in told)
    assert any(each.startswith("Decided at ply ") for each in told)
    assert ReportDocument.made_of(report, files=(), missing=()).verdict == told
    assert text.splitlines()[2] == f"**{escape(claims[0].text)}**"
    assert page.index(html.escape(claims[0].text)) < page.index('<dl class="facts">') < page.index("<section")
    in_tables = {number for _, row in rows_of(report) for number in row.numbers}
    for claim in claims:
        assert claim.numbers
        for number in claim.numbers:
            assert number in in_tables
            # If boards do not differ measurably, the claim has the upper end.
            shown = number.spread.rpartition(" to ")[2] if "do not differ" in claim.text else number.text
            assert shown.removesuffix(" %") in claim.text


def check_page(page: str, report: Report) -> None:
    """Nothing that a browser would fetch, and every picture whole."""
    assert page.startswith("<!DOCTYPE html>")
    sources = re.findall(r'(?:src|href|srcset|action|data)="([^"]*)"', page)
    assert all(each.startswith(("data:", "#")) for each in sources)
    assert not re.search(r"url\(|@import|<script|<link rel=\"stylesheet", page)
    pictures = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert len(pictures) == len(list(report.figures)) > 8
    for picture in pictures:
        root = ET.fromstring(base64.b64decode(picture))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        links = [value for each in root.iter() for key, value in each.attrib.items() if key.endswith("href")]
        assert all(link.startswith(("#", "data:")) for link in links)
    for section in report.sections:
        assert f'<section id="{section.name}">' in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def check_markdown(text: str, folder: Path, report: Report) -> None:
    """Every picture it names is there, and every table has as many cells as its head."""
    named = re.findall(r"!\[(?:\\.|[^\]\\])*\]\(([^)]+)\)", text)
    assert sorted(named) == sorted(f"pictures/{figure.name}.svg" for figure in report.figures)
    assert all((folder / name).is_file() for name in named)
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(tables) == 1 + sum(len(section.tables) for section in report.sections)
    for table in tables:
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(cells) == 1


def check_numbers(report: Report) -> None:
    """Every number says how it was obtained, and lies in its interval."""
    names = [figure.name for figure in report.figures]
    assert len(names) == len(set(names))
    numbers = [fact.number for fact in report.facts] + [n for _, row in rows_of(report) for n in row.numbers]
    assert len(numbers) > 50
    for number in numbers:
        assert number.how.kind.value
        if isinstance(number.value, float | int) and number.low is not None and number.high is not None:
            assert number.low - 1e-9 <= number.value <= number.high + 1e-9


NOT_ENGLISH = {
    "Cliff", "Elo", "FILE", "Gomes", "Knuth", "LITS", "MCTS", "Romano", "Wythe", "docs", "kernel", "litslab", "maximal",
    "new", "record", "reference", "results", "swap",
}  # fmt: skip
"""Names, commands and notation in reports of other languages."""


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_a_report_in_japanese_has_no_english_word(name: str, tmp_path: Path) -> None:
    methods = {each for fact in facts().values() for by in (fact.lower_by, fact.upper_by) for each in by.split()}
    with texts_in("ja"):
        made = built(name, tmp_path, counts=True)
        files = write(made.report, tmp_path / "report")
        assert str(made.report.facts[0].number.how).startswith(("ルール：", "厳密："))
    page, text = (file.read_text(encoding="utf-8") for file in files[:2])
    assert '<html lang="ja">' in page
    shown = re.sub(r"\(pictures/[\w-]+\.svg\)", "", text) + re.sub(r"<[^>]*>", "", page.partition("</head>")[2])
    assert set(re.findall(r"[A-Za-z]{3,}", shown)) <= NOT_ENGLISH | methods
    assert not re.search(r"[ぁ-ん一-龠。、] [ぁ-ん一-龠。、]|\d, \d|\d%", shown)
    for title in ("初手", "まね手", "解かれた小さいボード", "最短と最長の対局"):
        assert f"## {title}\n" in text


@pytest.mark.slow
def test_ctrl_c_leaves_what_is_finished(tmp_path: Path) -> None:
    def tell(progress: Progress) -> None:
        told.append(progress.text)
        if progress.text == "openings":
            raise KeyboardInterrupt

    told: list[str] = []
    made = built("taiji", tmp_path, progress=tell)
    brief = {part.name for part in PARTS if not part.weight}
    assert made.missing == ("openings", "small boards", "mirroring", "extreme games")
    assert brief - {"phases", "boards", "decisions"} <= set(told)
    names = [section.name for section in made.report.sections]
    assert names == ["rules", "game", "length", "size", "balance", "decided", "ladder", "small", "swap"]
    assert "stopped: openings, small boards" in made.report.colophon
    check_page((write(made.report, tmp_path / "report")[0]).read_text(encoding="utf-8"), made.report)


@pytest.mark.slow
def test_games_that_a_killed_report_left_are_used_and_counted_on_demand(
    made_once: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, folder = made_once("taiji")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("these games have been played")

    monkeypatch.setattr(context, "simulate", refuse)
    again = built("taiji", folder, counts=True)
    assert [section.name for section in again.report.sections] == [section.name for section in first.report.sections]
    caption = "All openings, with the numbers of their games"
    counts = [
        [int(n.value) for n in row.numbers[:2]] for table, row in rows_of(again.report) if table.caption == caption
    ]
    assert [sum(column) for column in zip(*counts, strict=True)] == [24, 300]


@pytest.mark.slow
@pytest.mark.parametrize("stops", [{"random games"}, {"greedy games", "rules"}])
def test_ctrl_c_before_there_is_anything_or_twice_is_passed_on(stops: set[str], tmp_path: Path) -> None:
    def tell(progress: Progress) -> None:
        if progress.text in stops:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        built("taiji", tmp_path, progress=tell)


@pytest.mark.slow
def test_a_report_without_time_says_what_is_lacking(tmp_path: Path) -> None:
    rules = create("taiji", size=5, groups=1)
    budget = Budget(0.0, 40, 4, (64,), 2, 640, 40)
    made = build(rules, budget, seed=1, workers=1, folder=tmp_path)
    page = write(made.report, tmp_path / "report")[0].read_text(encoding="utf-8")
    assert "The time did not suffice" in page
    assert "nan" not in re.sub(r"base64,[^\"]+", "", page)


@pytest.mark.slow
def test_a_report_is_on_many_random_boards_or_on_the_one_that_is_given(made_once: Made, tmp_path: Path) -> None:
    many = made_once("battle-of-lits")[0].report
    rules = create("battle-of-lits", size=4).with_fresh_board(random.Random(5))
    one = build(rules, budget_for(rules, TINY), seed=3, workers=1, folder=tmp_path).report
    assert {section.name for section in many.sections} - {section.name for section in one.sections} == {"boards"}
    assert any(claim.text.startswith(("Boards differ", "Boards do not differ")) for claim in many.verdict)
    assert any(re.search(r"[\d,]+ games on \d boards", claim.text) for claim in many.verdict)
    assert not any("oards" in claim.text for claim in one.verdict)
    for report, on_many in ((many, True), (one, False)):
        row = next(row for table, row in rows_of(report) if table.caption == "Balance by level of play")
        assert ("6 random boards" in row.how) is on_many


def test_the_engine_has_the_largest_budget_that_the_time_allows() -> None:
    budget = Budget(60.0, 300, 50, (64, 128, 256), 2, 640, 100, fewest_games=10)
    found = [largest_budget(budget, 1.0, seconds) for seconds in (9.0, 20.0, 39.9, 40.0)]
    assert found == [64, 128, 128, 256]  # for 9 seconds not even that: the smallest is always there


def test_a_report_replaces_nothing_unasked(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    folder.mkdir()
    check_folder(folder, force=False)
    (folder / "report.md").write_text("mine")
    with pytest.raises(GameError, match=r"report\.md already exists"):
        check_folder(folder, force=False)
    check_folder(folder, force=True)
    with pytest.raises(GameError, match="not a folder"):
        check_folder(folder / "report.md", force=True)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cluster_plays_the_games_of_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "_SOON_PLAYED", 0)
    played = {"levels of play", "decisions", "decided games"}
    monkeypatch.setattr("litslab.analysis.report.build.PARTS", [part for part in PARTS if part.name in played])
    one = built("wythe", tmp_path)
    run = (tmp_path / "random.parquet").read_bytes()
    (tmp_path / "random.parquet").unlink()
    with local_cluster(tmp_path, workers=1) as cluster:
        made = built("wythe", tmp_path, scheduler=cluster.address)
    assert one.missing == made.missing == ()
    assert (made.report.facts, made.report.sections) == (one.report.facts, one.report.sections)
    assert (tmp_path / "random.parquet").read_bytes() == run


def test_a_wrong_address_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="scheduler nonsense: expected an address"):
        make_report(create("wythe", size=3), tmp_path / "report", scheduler="nonsense")
    assert not (tmp_path / "report").exists()
