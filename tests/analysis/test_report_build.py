"""Whole reports, tiny ones: of every game, with nothing from outside in them, interrupted, and
played on a cluster.
"""

from __future__ import annotations

import base64
import html
import os
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from litslab.analysis.report import context
from litslab.analysis.report.amounts import Amounts
from litslab.analysis.report.build import PARTS, Built, build
from litslab.analysis.report.deadline import Deadline
from litslab.analysis.report.make import check_folder, write
from litslab.analysis.report.make import report as make_report
from litslab.analysis.report.markdown import escape
from litslab.analysis.report.model import Number, Report, Row, Table
from litslab.analysis.report.play import MatchPool
from litslab.analysis.style import texts_in
from litslab.games.errors import GameError, OptionError
from litslab.games.registry import GAMES, create
from litslab.games.result_json import plain
from litslab.jobs.progress import Progress
from litslab.solver.finals.extreme import facts
from tests.dask_cluster import local_cluster
from tests.running import litslab, running

TINY = Amounts(games=6, playouts=128)

BOARDS: dict[str, dict[str, Any]] = {
    "taiji": {"size": 3, "groups": 1},
    "battle-of-lits": {"size": 4},
    "tailits": {"size": 5},
    "wythe": {"size": 3},
    "tailits+taiji": {"size": 3, "groups": 1},
    "taiji+battle-of-lits": {"size": 3, "groups": 1},
}

SPECIAL = {
    "battle-of-lits": {"boards"},
    "tailits": {"colourings"},
    "wythe": {"scoreless"},
    "tailits+taiji": {"colourings", "phases"},
    "taiji+battle-of-lits": {"phases"},
}
"""The sections that not every game has."""

COMMON = [
    "rules",
    "game",
    "length",
    "size",
    "balance",
    "course",
    "final",
    "decided",
    "ladder",
    "depth",
    "openings",
    "small",
    "swap",
    "mirroring",
    "extremes",
]


def built(name: str, folder: Path, *, workers: int = 1, **options: Any) -> Built:
    rules = create(name, **BOARDS[name])
    return build(rules, TINY, seed=3, workers=workers, folder=folder, **options)


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
    made = made_once(name)[0]
    output = tmp_path / "report"
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
    return [
        (table, row)
        for section in report.sections
        for table in section.tables
        for row in table.rows
    ]


def check_nothing_contradicts(report: Report) -> None:
    """The same quantity is the same number wherever it is shown: in the verdict, the facts and all
    sections.
    """
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
    levels = [
        each.removeprefix("first player wins, ")
        for each in shown
        if each.startswith("first player wins, ")
    ]
    with_swap = [level for level in levels if not level.endswith(", no swap")]
    (engine,) = (level for level in with_swap if level.startswith("MCTS "))
    assert {"random play", "greedy"} <= set(levels)
    assert {f"first player wins, {level}" for level in ("random play", engine)} <= several
    for level in levels:
        (first, *_), second = (
            shown[f"first player wins, {level}"],
            shown.get(f"second player wins, {level}"),
        )
        if second is not None:
            assert isinstance(first.value, float)
            assert second[0].value == pytest.approx(1 - first.value)
    # Cells with the same label in the same column of tables of one caption show the same quantity.
    cells: dict[tuple[str, str, str], Number] = {}
    for table, row in rows_of(report):
        for column, number in zip(table.columns[1:], row.numbers, strict=True):
            assert cells.setdefault((table.caption, row.label, column), number) == number


def check_verdict(report: Report, page: str, text: str) -> None:
    """The verdict comes first, in HTML and Markdown as in JSON, and its numbers are those of the
    sections.
    """
    claims = report.verdict
    told = [claim.text for claim in claims]
    # These small boards are all solved, and the solution comes first, except for one of many
    # boards.
    if any(section.name == "boards" for section in report.sections):
        assert told[0].startswith(("First-player win share ", "No verdict on fairness: "))
        assert not any(each.startswith("Solved") for each in told)
    else:
        assert told[0].startswith("Solved: with perfect play ")
        assert told[1].startswith("This is proved for this board ")
        assert told[2].startswith("In imperfect play the first player wins ")
        assert report.facts[0].number in claims[0].numbers
        assert not any("fair within" in each or "too few games" in each for each in told)
    assert any(each.startswith("Decided at ply ") for each in told)
    assert [claim["text"] for claim in plain(report)["verdict"]] == told
    assert text.splitlines()[2] == f"**{escape(claims[0].text)}**"
    assert (
        page.index(html.escape(claims[0].text))
        < page.index('<dl class="facts">')
        < page.index("<section")
    )
    in_tables = {number for _, row in rows_of(report) for number in row.numbers}
    for claim in claims:
        assert claim.numbers or claim.text.startswith(
            ("No verdict on fairness: ", "This is proved ", "These games show neither ")
        )
        for number in claim.numbers:
            assert number in in_tables
            # If boards do not differ measurably, the claim has the upper end.
            shown = (
                number.spread.rpartition(" to ")[2]
                if "do not differ" in claim.text
                else number.text
            )
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
        links = [
            value
            for each in root.iter()
            for key, value in each.attrib.items()
            if key.endswith("href")
        ]
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
    numbers = [fact.number for fact in report.facts] + [
        n for _, row in rows_of(report) for n in row.numbers
    ]
    assert len(numbers) > 50
    for number in numbers:
        assert number.how.kind.value
        if (
            isinstance(number.value, float | int)
            and number.low is not None
            and number.high is not None
        ):
            assert number.low - 1e-9 <= number.value <= number.high + 1e-9


NOT_ENGLISH = {
    "Cliff",
    "Decisiveness",
    "Elo",
    "FILE",
    "Gomes",
    "Knuth",
    "LITS",
    "Lantz",
    "Ludii",
    "MCTS",
    "Moves",
    "Piette",
    "Romano",
    "Tavener",
    "Threshold",
    "Wythe",
    "docs",
    "kernel",
    "litslab",
    "maximal",
    "new",
    "record",
    "reference",
    "results",
    "swap",
}
"""Names, commands and notation in reports of other languages."""


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_a_report_in_japanese_has_no_english_word(name: str, tmp_path: Path) -> None:
    methods = {
        each
        for fact in facts().values()
        for by in (fact.lower_by, fact.upper_by)
        for each in by.split()
    }
    with texts_in("ja"):
        made = built(name, tmp_path, counts=True)
        files = write(made.report, tmp_path / "report")
        assert str(made.report.facts[0].number.how).startswith(("ルール：", "厳密："))
    page, text = (file.read_text(encoding="utf-8") for file in files[:2])
    assert '<html lang="ja">' in page
    shown = re.sub(r"\(pictures/[\w-]+\.svg\)", "", text) + re.sub(
        r"<[^>]*>", "", page.partition("</head>")[2]
    )
    assert shown.count(made.report.command) == 2
    shown = shown.replace(made.report.command, "")
    assert set(re.findall(r"[A-Za-z]{3,}", shown)) <= NOT_ENGLISH | methods
    assert not re.search(r"[ぁ-ん一-龠。、] [ぁ-ん一-龠。、]|\d, \d|\d%", shown)
    for title in ("初手", "まね手", "解かれた小さいボード", "最短と最長の対局"):
        assert f"## {title}\n" in text


@pytest.mark.slow
def test_ctrl_c_leaves_what_is_finished(made_once: Made, tmp_path: Path) -> None:
    def tell(progress: Progress) -> None:
        told.append(progress.text)
        if progress.text == "openings":
            raise KeyboardInterrupt

    told: list[str] = []
    made = built("taiji", tmp_path, progress=tell)
    assert made.missing == ("openings", "small boards", "swap", "mirroring", "extreme games")
    assert "balance" in told
    check_stopped(made, made_once("taiji")[0], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("last", "missing"),
    [
        (
            "decisions",
            "decisions, levels of play, depth, openings, small boards, swap, mirroring, "
            "extreme games",
        ),
        (
            "greedy games",
            "greedy games, games of the engine, a game, lengths, numbers of positions, balance, "
            "course of the score, final positions, decisions, levels of play, depth, openings, "
            "small boards, swap, mirroring, extreme games",
        ),
    ],
)
def test_a_time_limit_stops_and_what_is_finished_is_as_without_it(
    last: str,
    missing: str,
    made_once: Made,
    tmp_path: Path,
) -> None:
    now = 0.0

    def tell(progress: Progress) -> None:
        nonlocal now
        if progress.text == last:
            now = 10.0

    made = built("taiji", tmp_path, progress=tell, deadline=Deadline(10.0, lambda: now))
    assert ", ".join(made.missing) == missing
    check_stopped(made, made_once("taiji")[0], tmp_path)


def check_stopped(made: Built, whole: Built, folder: Path) -> None:
    """The sections that are there are those of the whole report, and the page and the Markdown
    begin with those that are not, and with the command that makes them.
    """
    sections = {section.name: section for section in whole.report.sections}
    assert all(section == sections[section.name] for section in made.report.sections)
    assert len(made.report.sections) < len(sections)
    assert (made.report.colophon, whole.report.stopped) == (whole.report.colophon, "")
    command = "litslab report taiji --size 3 --games 6 --playouts 128 --seed 3"
    assert made.report.stopped == (
        f"This report was stopped before it was whole. Missing: {', '.join(made.missing)}. "
        f"“{command}” without a time limit makes them."
    )
    page, text = (
        file.read_text(encoding="utf-8") for file in write(made.report, folder / "report")[:2]
    )
    assert page.index(made.report.stopped) < page.index('<div class="verdict"')
    assert text.splitlines()[2] == made.report.stopped
    assert text.count("![") == len(list(made.report.figures)) == page.count("<img ")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["taiji", "battle-of-lits"])
def test_a_report_has_the_same_bytes_whoever_makes_it_and_in_whatever_order(
    name: str,
    made_once: Made,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    def backwards(pool: MatchPool, work: Any, tasks: Any) -> Any:
        return run(pool, work, tasks[::-1])

    run = MatchPool.run
    expected = contents(made_once(name)[0].report, tmp_path / "expected")
    monkeypatch.setattr(MatchPool, "run", backwards)
    folder = tmp_path / "games"
    folder.mkdir()
    again = built(name, folder, workers=2)
    assert contents(again.report, tmp_path / "again") == expected


def contents(report: Report, folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in write(report, folder)
    }


@pytest.mark.slow
def test_a_report_has_the_same_bytes_on_another_processor(tmp_path: Path) -> None:
    words = ("report", "wythe", "--size", "4", "--games", "4", "--playouts", "64", "--workers", "1")
    made = []
    for core in ({}, {"OPENBLAS_CORETYPE": "Haswell", "POLARS_MAX_THREADS": "1"}):
        folder = tmp_path / (core.get("OPENBLAS_CORETYPE") or "here")
        with running(*litslab(*words), "-o", folder, env=os.environ | core) as child:
            ended = child.end()
        assert ended.status == 0, ended.err
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        made.append({path.relative_to(folder): path.read_bytes() for path in files})
    assert made[0] == made[1]
    assert len(made[0]) > 8


def files_of(folder: Path) -> dict[Path, int]:
    """Return when each file of a folder was written."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_games_that_a_killed_report_left_are_used_and_counted_on_demand(
    made_once: Made,
) -> None:
    first, folder = made_once("taiji")
    played = files_of(folder)
    assert folder / "random.parquet" in played
    again = built("taiji", folder, counts=True)
    assert files_of(folder) == played
    assert [section.name for section in again.report.sections] == [
        section.name for section in first.report.sections
    ]
    caption = "All openings, with the numbers of their games"
    counts = [
        [int(n.value) for n in row.numbers[:2]]
        for table, row in rows_of(again.report)
        if table.caption == caption
    ]
    assert [sum(column) for column in zip(*counts, strict=True)] == [24, 6000]


@pytest.mark.slow
@pytest.mark.parametrize("stops", [{"random games"}, {"greedy games", "rules"}])
def test_ctrl_c_before_there_is_anything_or_twice_is_passed_on(
    stops: set[str],
    tmp_path: Path,
) -> None:
    def tell(progress: Progress) -> None:
        if progress.text in stops:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        built("taiji", tmp_path, progress=tell)


@pytest.mark.slow
def test_a_report_is_on_many_random_boards_or_on_the_one_that_is_given(
    made_once: Made,
    tmp_path: Path,
) -> None:
    many = made_once("battle-of-lits")[0].report
    rules = create("battle-of-lits", size=4).with_fresh_board(random.Random(5))
    one = build(rules, TINY, seed=3, workers=1, folder=tmp_path).report
    assert {section.name for section in many.sections} - {
        section.name for section in one.sections
    } == {"boards"}
    assert any(
        claim.text.startswith(("Boards differ", "Boards do not differ")) for claim in many.verdict
    )
    assert not any("oards" in claim.text for claim in one.verdict)
    for report, on_many in ((many, True), (one, False)):
        row = next(
            row for table, row in rows_of(report) if table.caption == "Balance by level of play"
        )
        assert ("6 random boards" in row.how) is on_many


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
def test_a_cluster_plays_the_games_of_one_process(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(context, "SOON_PLAYED", 0)
    played = {"levels of play", "decisions"}
    monkeypatch.setattr(
        "litslab.analysis.report.build.PARTS", [part for part in PARTS if part.name in played]
    )
    one = built("wythe", tmp_path)
    run = (tmp_path / "random.parquet").read_bytes()
    (tmp_path / "random.parquet").unlink()
    with local_cluster(tmp_path, workers=1) as cluster:
        made = built("wythe", tmp_path, scheduler=cluster.address)
    assert one.missing == made.missing == ()
    assert (made.report.facts, made.report.sections) == (one.report.facts, one.report.sections)
    assert (tmp_path / "random.parquet").read_bytes() == run


@pytest.mark.slow
def test_a_report_with_hardly_any_games_leaves_out_what_they_cannot_show(tmp_path: Path) -> None:
    made = build(create("wythe", size=3), Amounts(1, 1), seed=3, workers=1, folder=tmp_path)
    assert made.missing == ()
    size = next(each for each in made.report.sections if each.name == "size")
    (table,) = size.tables
    positions = next(row for row in table.rows if row.label == "positions")
    assert positions.numbers[0].value == ""


def test_a_wrong_address_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="scheduler 'nonsense': expected an address"):
        make_report(create("wythe", size=3), tmp_path / "report", scheduler="nonsense")
    assert not (tmp_path / "report").exists()
