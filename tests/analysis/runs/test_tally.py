"""Tallies of games, held against the rows of runs with the same seed."""

from __future__ import annotations

import io
from collections import Counter

import polars as pl
import pytest

from litslab.analysis.runs.play import game_seeds, play_part
from litslab.analysis.runs.run import Run
from litslab.analysis.runs.tally import game_seed, tallies
from litslab.games.registry import create


def test_a_games_seed_is_that_of_the_run() -> None:
    for seed in (0, 7, 1 << 62):
        assert [game_seed(seed, number) for number in range(50)] == game_seeds(seed, 0, 50).tolist()


@pytest.mark.parametrize(
    ("game", "players", "games"),
    [
        ("wythe", ("random", "random"), 300),
        ("wythe", ("greedy", "random"), 12),
        ("tailits+taiji", ("random", "random"), 140),
    ],
)
def test_a_tally_counts_the_rows_of_a_run(game: str, players: tuple[str, str], games: int) -> None:
    start = create(game, size=3).start()
    rows = pl.read_parquet(io.BytesIO(play_part(Run.of(start, players, games, seed=5), 0, games)))
    found = list(tallies(start, players, games, seed=5, at_a_time=100))
    tally = found[-1]
    assert len(found) > 1
    assert tally.games == games
    assert tally.margins == Counter(rows["margin"].to_list())
    assert tally.lengths == Counter(rows["length"].to_list())
    assert tally.wins == Counter(winner - 1 for winner in rows["winner"].to_list())
