"""Final positions against the networkx analysis of each, the run's own counts, and the plots."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import litslab as ll
from litslab.analysis.distributions import Distribution
from litslab.analysis.final_plots import plot_group_sizes
from litslab.analysis.final_positions import (
    cover_of_run,
    final_positions,
    group_sizes_of_run,
)
from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.run import RunError
from litslab.analysis.squares import occupancy
from litslab.games.errors import OptionError
from tests.domineering import Domineering

GAMES = [
    ("wythe", {"size": 4}),
    ("battle-of-lits", {"size": 6}),
    ("tailits", {"size": 5}),
    ("taiji+battle-of-lits", {"size": 5}),
]
COUNT = 30


@pytest.fixture(scope="module", params=GAMES, ids=[name for name, _ in GAMES])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunFile:
    """A run with moves."""
    name, options = request.param
    path = tmp_path_factory.mktemp(name) / "run.parquet"
    players = ("greedy", "greedy")  # they swap
    start = ll.new_game(name, **options)
    return ll.simulate(start, path, games=COUNT, players=players, seed=3, moves=True, workers=1)


def counts_of(found: Distribution) -> dict[int, int]:
    return dict(zip(found.values.tolist(), found.counts.tolist(), strict=True))


def test_final_positions_have_the_results_of_the_games(run: RunFile) -> None:
    found = list(final_positions(run))
    assert all(position.is_over for position in found)
    rows = run.to_polars().select("score_1", "score_2", "swap").rows()
    assert [(*position.scores(), position.swapped) for position in found] == rows


def test_groups_are_the_components_of_their_graphs(run: RunFile) -> None:
    analysed = [ll.groups(position) for position in final_positions(run)]
    found = group_sizes_of_run(run)
    assert len(found) == 2 * len(run.rules.phases)
    for number, groups in enumerate(found):
        colours = [each.colours[number] for each in analysed]
        assert {(each.colour, each.phase) for each in colours} == {(groups.colour, groups.phase)}
        sizes = [each.sizes for each in colours]
        assert counts_of(groups.sizes) == Counter(size for each in sizes for size in each)
        assert counts_of(groups.largest) == Counter(max(each, default=0) for each in sizes)
        assert groups.groups_per_game == pytest.approx(sum(map(len, sizes)) / COUNT)
        assert groups.square_shares.sum() == pytest.approx(1)


def test_colours_are_where_the_run_counted_them(run: RunFile) -> None:
    for each in cover_of_run(run, "colour"):
        shares = occupancy(run, each.name)
        assert each.shares == pytest.approx(shares)
        assert each.mean == pytest.approx(shares.sum())


def test_shapes_are_where_their_pieces_lie(run: RunFile) -> None:
    found = cover_of_run(run, "shape")
    letters = "D" if run.rules.name == "wythe" else "LITS"
    assert "".join(each.name for each in found) == letters
    for each in found:
        pieces = [
            [placement for placement in position.placements if placement.shape.value == each.name]
            for position in final_positions(run)
        ]
        assert each.mean == pytest.approx(sum(map(len, pieces)) / COUNT)
        for square, share in enumerate(each.shares):
            games = sum(any(piece.mask >> square & 1 for piece in game) for game in pieces)
            assert share == pytest.approx(games / COUNT)


def test_plots_ask_a_question_and_tell_its_number(run: RunFile) -> None:
    for axes in (ll.plot.group_sizes(run), ll.plot.pieces(run), ll.plot.pieces(run, by="colour")):
        figure = axes.figure.figure
        asked = figure.get_suptitle() or axes.get_title(loc="left")
        assert "?" in asked
        told = figure.get_supxlabel() or axes.get_xlabel()
        assert any(letter.isdigit() for letter in told)


def test_drawn_groups_and_maps_are_the_counted_ones(run: RunFile) -> None:
    axes = ll.plot.group_sizes(run)
    phase = [each for each in group_sizes_of_run(run) if each.phase == 0]
    heights = [[bar.get_height() for bar in bars] for bars in axes.containers]
    assert [pytest.approx(each) for each in heights] == [each.square_shares for each in phase]
    maps = ll.plot.pieces(run).figure.figure.axes
    drawn = [np.asarray(panel.images[0].get_array()).ravel() for panel in maps if panel.images]
    by = "colour" if run.rules.name == "wythe" else "shape"
    assert [pytest.approx(each.shares) for each in cover_of_run(run, by)] == drawn


def test_a_run_without_moves_or_groups_says_so(tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    ll.simulate(ll.new_game("taiji", size=3, groups=1), path, games=3, seed=1, workers=1)
    for draw in (ll.plot.group_sizes, ll.plot.pieces):
        with pytest.raises(RunError, match=r"--moves \(in Python moves=True\)"):
            draw(path)
    with pytest.raises(OptionError, match="by 'size': expected shape or colour"):
        ll.plot.pieces(path, by="size")


def test_a_game_without_groups_says_so() -> None:
    with pytest.raises(OptionError, match="Domineering: expected a game in which groups matter"):
        plot_group_sizes((), Domineering(size=4), "title")
