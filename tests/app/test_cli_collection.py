"""``puzzle collection`` and ``study collection``."""

from __future__ import annotations

from datetime import date

import pytest

import litslab as ll
from litslab.app.console import DONE, NEGATIVE
from litslab.puzzles.lits.formats import read_text, write
from tests.app.command_line import Runner


def test_without_options_the_packs_are_listed(run: Runner) -> None:
    lines = run("puzzle", "collection").out.splitlines()
    assert lines[0].split()[:2] == ["first-steps", "80"]
    assert "1000 puzzles, free to copy (CC0 1.0)" in lines
    assert len(lines) < 24
    assert max(map(len, lines)) < 80
    assert len(run.ok("puzzle", "collection")["puzzles"]) == 1000


def test_puzzles_are_listed_by_pack_level_and_size(run: Runner) -> None:
    document = run.ok("puzzle", "collection", "--level", "1", "--size", "6")
    assert {(each["level"], each["columns"], each["rows"]) for each in document["puzzles"]} == {
        (1, 6, 6)
    }
    shown = run("puzzle", "collection", "--level", "1", "--size", "6").out.splitlines()
    assert len(shown) == len(document["puzzles"]) + len(document["packs"])
    number = shown[1].split()[0]
    text = shown[1].split()[-1]
    assert ll.puzzle(f"collection/{number}") == ll.puzzle(text)
    assert run.ok("puzzle", "collection", "--size", "6x10")["puzzles"][0]["rows"] == 10
    nothing = run("puzzle", "collection", "--pack", "first-steps", "--level", "5")
    assert (nothing.status, nothing.out) == (NEGATIVE, "no puzzle of the collection is like that\n")


def test_the_puzzle_of_the_day(run: Runner) -> None:
    document = run.ok("puzzle", "collection", "--day", "2026-11-23")
    assert [each["level"] for each in document["puzzles"]] == [1, 2, 3, 4, 5]
    (one,) = run.ok("puzzle", "collection", "--day", "2026-11-23", "--level", "3")["puzzles"]
    assert one["number"] == ll.puzzle_of_the_day(date(2026, 11, 23), 3).number
    assert run("puzzle", "collection", "--day", "today").status == DONE


def test_a_pack_can_be_given_where_puzzles_are(run: Runner) -> None:
    assert run("puzzle", "convert", "collection/first-steps", "first.url").status == DONE
    assert len((run.folder / "first.url").read_text(encoding="utf-8").splitlines()) == 80


def test_level_and_score_of_a_collected_puzzle_are_kept(run: Runner) -> None:
    each = ll.collection("level-3")[0]
    (written,) = run(
        "puzzle", "convert", f"collection/{each.number}", "--to", "json"
    ).out.splitlines()
    (entry,) = read_text(written, "here")
    assert (entry.level, entry.score) == (str(each.level), each.score)
    assert write(entry, "json").strip() == written


@pytest.mark.slow
def test_studies_are_listed_and_one_is_printed(run: Runner) -> None:
    lines = run("study", "collection").out.splitlines()
    assert len(lines) == 51
    assert max(map(len, lines)) < 80
    record = run("study", "collection", "7").out
    assert ll.loads(record).study is not None
    run.write("seven.toml", record)
    assert run("study", "check", "seven.toml").status == DONE
    (daily,) = run.ok("study", "collection", "--day", "2026-11-23")["studies"]
    assert daily["collected"] == ll.study_of_the_day(date(2026, 11, 23)).number
