"""The ladder counts games, continues, and puts its table into a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import ladder
from benchmarks.__main__ import main

FIRST = ladder.Pairing("wythe", 3, "mcts:8", "random")


def test_pairings_are_the_neighbouring_rungs_on_two_boards_of_each_game() -> None:
    found = ladder.pairings()
    assert len(found) == 2 * 6 * 6
    assert {(each.upper, each.lower) for each in found} >= {("mcts:512", "greedy"), ("mcts:16384", "mcts:8192")}


def test_a_pairing_plays_the_same_games_however_they_are_divided() -> None:
    at_once, later = FIRST.play_pair(3).play_pair(3), replace(FIRST.play_pair(3)).play_pair(3)
    assert (at_once.games, at_once.wins) == (later.games, later.wins)
    assert at_once.games == 4
    assert at_once.seconds > 0


def test_results_are_kept_and_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "SIZES", {"wythe": (3,)})
    monkeypatch.setattr(ladder, "RUNGS", ("random", "greedy", "mcts:8"))
    monkeypatch.setattr(ladder, "FEWEST", 5)
    results, page = tmp_path / "deep" / "ladder.json", tmp_path / "page.md"
    page.write_text(f"above\n{ladder.BEGIN}\nold\n{ladder.END}\nbelow\n")
    common = ["ladder", "--results", str(results), "--time-limit", "1e9", "--page", str(page)]
    assert main([*common, "--games", "4", "--rungs", "1"]) == 0
    first, second = ladder.load(results)
    assert (first.games, second.games) == (4, 0)
    assert "wythe" not in page.read_text()
    assert main([*common, "--games", "6"]) == 0
    assert [each.games for each in ladder.load(results)] == [6, 6]
    assert ladder.load(results)[0].wins >= first.wins
    lines = page.read_text().splitlines()
    assert lines[0] == "above"
    assert lines[-1] == "below"
    assert "old" not in lines
    assert sum("| wythe | 3×3 |" in line for line in lines) == 2


def test_no_time_means_no_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "--results", str(tmp_path / "x.json"), "--time-limit", "0"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_the_pairing_with_the_least_time_plays_next() -> None:
    found = [replace(FIRST, seconds=2.0), replace(FIRST, seconds=1.0), replace(FIRST, seconds=0.5, pairs=(0, 3, 0))]
    assert ladder.next_pairing(found, 6) == 1
    assert ladder.next_pairing(found[2:], 6) is None


def test_a_row_shows_the_share_and_the_difference_with_their_intervals() -> None:
    row = replace(FIRST, pairs=(5, 15, 30)).cells()
    assert row[:4] == ("wythe", "3×3", "mcts:8 v. random", "100")
    assert row[4].startswith("75 % (")
    assert row[5].startswith("+191 (+")
    # Where the board decides each pair, the share is known better than from as many single games.
    assert replace(FIRST, pairs=(0, 50, 0)).cells()[4:] == ("50 % (46 to 54)", "+0 (−25 to +25)")


def test_a_page_without_a_place_for_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="the page has no lines"):
        ladder.with_table("no place", "table")
