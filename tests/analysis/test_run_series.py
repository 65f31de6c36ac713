"""Several runs: their order, their names, and their plot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer

import litslab as ll
from litslab.analysis.run_series import series
from litslab.analysis.runs.file import RunFile
from litslab.games.errors import OptionError


def played(game: str, players: str = "random", *, seed: int = 0, **options: Any) -> RunFile:
    start = ll.new_game(ll.GAMES[game], **options)
    return ll.simulate(start, games=40, players=players, seed=seed, workers=1)


def points(ax: Axes) -> tuple[list[float], list[list[float]]]:
    """The drawn means of runs, and the ends of their intervals."""
    drawn = next(each for each in ax.containers if isinstance(each, ErrorbarContainer))
    middle, _, (bars,) = drawn.lines
    ends = [[end[1] for end in segment] for segment in bars.get_segments()]
    return np.asarray(middle.get_ydata()).tolist(), ends


def test_runs_are_ordered_by_the_size_of_the_board() -> None:
    found = series([played("taiji", size=size) for size in (5, 3, 10, 4)])
    assert (found.differs, found.labels) == ("size", ("3×3", "4×4", "5×5", "10×10"))


def test_runs_are_ordered_by_the_strength_of_the_players() -> None:
    players = ("mcts:20", "random", "mcts:5", "exact:10", "greedy")
    found = series([played("wythe", each, size=3) for each in players])
    assert found.differs == "players"
    assert [run.run.players[0] for run in found.runs] == [
        "random",
        "greedy",
        "mcts:5",
        "mcts:20",
        "exact:10",
    ]
    assert found.labels[:2] == ("random play", "greedy play")


def test_an_option_that_is_usual_for_the_size_is_no_difference() -> None:
    usual = [played("taiji", size=size) for size in (7, 9)]  # of one group and two
    assert series(usual).differs == "size"
    found = series([played("taiji", size=7, groups=2), usual[0]])
    assert (found.differs, found.labels) == ("groups", ("1", "2"))


def test_several_differences_are_named() -> None:
    found = series([played("taiji", size=5, groups=2), played("taiji", "greedy", size=4)])
    assert found.differs == ""
    assert found.labels == (
        "4×4; groups 1; greedy play",
        "5×5; groups 2; random play",
    )


def test_different_games_keep_their_order_and_lack_options() -> None:
    runs = [played("wythe", size=3), played("taiji", size=3, groups=2), played("taiji", size=3)]
    assert series(runs).labels == ("Wythe", "TAIJI; groups 2", "TAIJI; groups 1")


def test_runs_that_differ_only_in_their_seeds_are_told_apart_by_their_files(tmp_path: Path) -> None:
    start = ll.new_game("taiji", size=3)
    runs = [
        ll.simulate(start, tmp_path / f"{name}.parquet", games=20, seed=seed, workers=1)
        for seed, name in enumerate(("one", "two", "three"))
    ]
    assert (series(runs).differs, series(runs).labels) == ("", ("one", "two", "three"))


def test_a_plot_of_many_runs_shows_their_means_and_the_first_movers_wins() -> None:
    runs = [played("taiji", size=size, seed=1) for size in (5, 3, 4)]
    ax = ll.plot.compare(*runs, column="margin")
    assert ax.get_title(loc="left") == "TAIJI: margin by size"
    above, below = ax.figure.axes
    assert [text.get_text() for text in below.get_xticklabels()] == ["3×3", "4×4", "5×5"]
    ordered = [runs[1], runs[2], runs[0]]
    drawn, _ = points(above)
    assert np.allclose(drawn, [ll.distribution(run, "margin").mean for run in ordered])
    wins = [ll.balance(run).people[0] for run in ordered]
    drawn, ends = points(below)
    assert np.allclose(drawn, [each.share for each in wins])
    assert np.allclose(ends, [each.interval for each in wins])


def test_a_plot_needs_two_runs() -> None:
    with pytest.raises(OptionError, match="two or more runs to compare, got 1"):
        ll.plot.compare(played("taiji", size=3))
