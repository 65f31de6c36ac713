"""The measurement of doublings values the players' moves exactly, and puts its rows into a page."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks import doublings
from benchmarks.__main__ import main
from benchmarks.doublings import BEGIN, COLUMNS, END, Losses, losses, out_of_reach, rows
from litslab.games.record import Record
from litslab.games.taiji import Taiji
from litslab.solver.engines.reference import Search
from litslab.solver.play.players import RandomPlayer, parse_player, play_game

SMALL = Taiji(size=4, groups=1)


def random_game() -> Record:
    """Return a random game that every engine solves."""
    rng = random.Random(1)
    return Record(SMALL, play_game(SMALL.start(), (RandomPlayer(), RandomPlayer()), rng))


def test_moves_are_valued_exactly_where_the_engine_solves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_game()
    monkeypatch.setattr(doublings, "OWN_NODES", 5)
    monkeypatch.setattr(doublings, "PLAYERS", ("mcts:1", "mcts:2"))
    monkeypatch.setattr(doublings, "played", lambda _, __: record)
    positions = list(out_of_reach(record.positions[:-1]))
    assert 1 < len(positions) < len(record.positions) - 1
    assert positions == list(reversed(record.positions[: len(positions)]))
    found = losses("taiji", 7)
    assert len(found) == len(positions)
    oracle = Search()
    for position, each in zip(positions[:-2], found, strict=False):  # the reference takes long for the first positions
        moves = [parse_player(player).choose(position, random.Random(7)) for player in doublings.PLAYERS]
        values = [oracle.value(position.play(move)) for move in moves]
        best = oracle.value(position)
        assert each.points == tuple(abs(best - value) / 2 for value in values)
        assert each.wins == tuple((best > 0) is not (value > 0) for value in values)


def test_what_is_out_of_reach_of_exact_search_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doublings, "OWN_NODES", 5)
    monkeypatch.setattr(doublings, "TRUTH", 1)
    monkeypatch.setattr(doublings, "played", lambda _, __: random_game())
    assert losses("taiji", 1) == []


def test_rows_compare_each_player_with_the_one_above() -> None:
    count = len(doublings.PLAYERS)
    clean = Losses((0.0,) * count, (False,) * count)
    lossy = Losses((2.0, *[0.0] * (count - 1)), (True, *[False] * (count - 1)))
    found = rows("wythe", [[lossy, clean], [lossy, lossy]])
    assert len(found) == count + 1
    assert found[0] == ("wythe", "2", "4", "mcts:512", "1.50 ± 0.98", "", "25 %", "3")
    assert found[1] == ("wythe", "2", "4", "mcts:1024", "0.00 ± 0.00", "1.50 ± 0.98", "100 %", "0")
    assert found[2][5] == "0.00 ± 0.00"
    assert found[-1][3:6] == ("mcts:16384 v. mcts:512", "", "1.50 ± 0.98")


def test_rows_are_put_into_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lossy = Losses((1.0,) * len(doublings.PLAYERS), (False,) * len(doublings.PLAYERS))
    monkeypatch.setattr(doublings, "losses", lambda _, number: [lossy] if number else [])
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\n{END}\n")
    command = ["doublings", "--only", "wythe", "--workers", "1", "--page", str(page)]
    assert main([*command, "--games", "2"]) == 0
    assert page.read_text() == f"{BEGIN}\n{END}\n"  # one game has no interval
    assert main([*command, "--games", "3"]) == 0
    _, head, _, *written, _ = page.read_text().splitlines()
    assert head == f"| {' | '.join(COLUMNS)} |"
    assert len(written) == len(doublings.PLAYERS) + 1
    assert all(line.startswith("| wythe | 2 | 2 |") for line in written)
