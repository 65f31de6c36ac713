"""The ladder plays each level against the next weaker one; the page shows its shares of wins."""

from __future__ import annotations

import json
import re

import pytest

from benchmarks import ladder
from benchmarks.__main__ import main
from benchmarks.ladder import row_of
from docs import page_results
from litslab.solver.play.match import MatchResult

OPPONENTS = page_results.STORE.parent / "game.js"


def test_a_row_has_the_share_of_the_stronger_player_and_its_difference() -> None:
    found = MatchResult(wins=(3, 1), pairs=(0, 1, 1))
    low, high = (round(100 * each) for each in found.interval)
    row = row_of("wythe", 6, ("mcts:512", "greedy"), found)
    assert row[:4] == ("wythe", "6×6", "mcts:512 v. greedy", "4")
    assert row[4] == f"75 % ({low} to {high})"
    assert row[5].startswith("+191 (")


def test_an_infinite_difference_and_a_negative_one_have_their_signs() -> None:
    won = row_of("wythe", 6, ("mcts:512", "greedy"), MatchResult(wins=(4, 0), pairs=(0, 0, 2)))
    lost = row_of("wythe", 6, ("mcts:512", "greedy"), MatchResult(wins=(1, 3), pairs=(1, 1, 0)))
    assert won[5].startswith("+∞ (")
    assert won[5].endswith("to +∞)")
    assert lost[5].startswith("−191 (−")


def test_the_bench_plays_every_rung(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(ladder, "BOARDS", (("wythe", 3),))
    monkeypatch.setattr(ladder, "RUNGS", (("mcts:20", "greedy"), ("mcts:40", "mcts:20")))
    assert main(["ladder", "--games", "2"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("3×3") == 2
    assert "mcts:40 v. mcts:20" in printed


def test_the_rungs_are_levels_of_the_page_and_the_page_shows_each() -> None:
    levels = re.findall(r'\["([a-z]+(?::\d+)?)", tr', OPPONENTS.read_text(encoding="utf-8"))
    shown = json.loads(page_results.STORE.read_text(encoding="utf-8"))
    assert shown["weaker"] == dict(ladder.RUNGS)
    for stronger, weaker in ladder.RUNGS:
        assert levels.index(stronger) == levels.index(weaker) + 1
        assert all(stronger in shares for shares in shown["strengths"].values())
