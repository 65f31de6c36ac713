"""Words that fit: measured without drawing, wrapped at spaces, cut in the middle."""

from __future__ import annotations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from litslab.analysis.plot_text import SMALL, TITLE, legend_columns, room, shorten, text_width, wrap


@pytest.mark.parametrize("text", ["margin", "TAIJI+Battle of LITS 11×11", "iiiiiiii", "WWWWWWWW", "cost $x_1$"])
def test_widths_are_those_of_the_drawing(text: str) -> None:
    figure = Figure(dpi=144)
    drawn = figure.text(0, 0, text, fontsize=TITLE, parse_math=False)
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    extent = drawn.get_window_extent(renderer)
    assert text_width(text, TITLE) == pytest.approx(extent.width / 144, abs=0.06)


def test_lines_are_no_wider_than_allowed_and_lose_nothing() -> None:
    text = "TAIJI+Battle of LITS 11×11, mcts:1000000 against exact:1000000: legal placements"
    for width in (1.5, 3.0, 5.0, 20.0):
        lines = wrap(text, TITLE, width)
        assert " ".join(lines) == text
        assert all(text_width(line, TITLE) <= width for line in lines)
    assert len(wrap(text, TITLE, 20.0)) == 1
    assert wrap("", TITLE, 3.0) == [""]


@pytest.mark.slow
def test_what_is_too_long_is_cut_in_the_middle() -> None:
    name = "a-run-" * 30 + "2026"
    short = shorten(name, SMALL, 1.5)
    assert text_width(short, SMALL) <= 1.5
    assert short.startswith("a-run-")
    assert short.endswith("2026")
    assert "…" in short
    assert shorten("short", SMALL, 1.5) == "short"
    assert shorten("long", SMALL, 0.0) == "l…"
    assert wrap(name, TITLE, 2.0) == [shorten(name, TITLE, 2.0)]


def test_a_legend_has_as_many_columns_as_fit() -> None:
    labels = ["median", "mean", "5 % to 95 % of games", "25 % to 75 %"]
    assert legend_columns(labels, 20.0) == 4
    assert legend_columns(labels, 3.0) == 2
    assert legend_columns(labels, 0.5) == 1
    assert legend_columns([], 5.0) == 1


def test_the_room_is_that_of_the_columns_of_the_grid() -> None:
    figure = Figure(figsize=(12, 4))
    left, right = figure.subplots(1, 2, width_ratios=[2, 1])
    assert room(left) == pytest.approx(8)
    assert room(right) == pytest.approx(4)
    assert room(figure.add_axes((0.1, 0.1, 0.5, 0.5))) == pytest.approx(6)
