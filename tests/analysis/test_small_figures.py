"""Plots in small figures: no text leaves the figure or covers another."""

from __future__ import annotations

from functools import cache

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import litslab as ll
from litslab.games import GAMES
from tests.analysis.test_plots import assert_all_texts_fit

POINTS_AN_INCH = 72
SMALL = (320 / POINTS_AN_INCH, 240 / POINTS_AN_INCH)

TWO_PANELS = {"branching", "pieces"}
"""The plots that some games have in a figure of their own alone, as they take two panels."""

SIZES = {"wythe": 5, "taiji": 5, "tailits+taiji": 7}
"""Games and the sizes of their boards."""


@cache
def runs(game: str) -> tuple[ll.RunFile, ll.RunFile]:
    start = ll.new_game(GAMES[game], size=SIZES[game])
    one, other = (
        ll.simulate(start, games=200, seed=seed, moves=True, trace=True) for seed in (1, 2)
    )
    return one, other


def draw(name: str, game: str, ax: Axes, lang: str) -> None:
    drawn = runs(game) if name == "compare" else runs(game)[:1]
    getattr(ll.plot, name)(*drawn, ax=ax, lang=lang)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", SIZES)
@pytest.mark.parametrize("name", sorted({*ll.plot.__all__} - TWO_PANELS))
def test_a_plot_fits_into_a_small_figure(
    name: str,
    game: str,
    lang: str,
    request: pytest.FixtureRequest,
) -> None:
    if lang == "ja":
        request.getfixturevalue("_japanese_font")
    figure = Figure(figsize=SMALL, layout="constrained")
    draw(name, game, figure.subplots(), lang)
    assert_all_texts_fit(figure)


@pytest.mark.slow
@pytest.mark.parametrize("game", SIZES)
def test_six_plots_fit_into_one_figure(game: str) -> None:
    figure = Figure(figsize=(12, 8), layout="constrained")
    names = ["scores", "margins", "lengths", "openings", "trajectory", "heatmap"]
    for name, ax in zip(names, figure.subplots(2, 3).flat, strict=True):
        draw(name, game, ax, "en")
    assert_all_texts_fit(figure)
