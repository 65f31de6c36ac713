"""Plots: the drawn values are the data, every plot has words and units, and the same figure gives
the same file.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, islice
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import matplotlib.style
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.axis import Tick, XTick
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from litslab.analysis import colours, distributions, plot
from litslab.analysis.colours import FIRST, SECOND
from litslab.analysis.comparison import Comparison
from litslab.analysis.distributions import Distribution, JointScores
from litslab.analysis.figure_file import save_figure
from litslab.analysis.figure_text import TITLE, text_width, wrap
from litslab.analysis.review_plot import plot_review
from litslab.analysis.review_result import Evaluation, Review, ReviewedMove
from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.run import Run
from litslab.analysis.runs.simulate import play_run
from litslab.analysis.shares import Share
from litslab.analysis.squares import OpeningSquares
from litslab.games.double_games import TaijiBattle
from litslab.games.geometry import Board
from litslab.games.record import Record
from litslab.games.taiji import Taiji

SIDES = ("light", "dark")
BOARD = Board(4, 3)
SCORES = JointScores(2, np.array([[1, 2, 0], [0, 5, 1], [3, 0, 0]]))
NUMBERS = Distribution(np.array([-2, 0, 1]), np.array([1, 2, 5]))
OTHERS = Distribution(np.array([1, 4]), np.array([3, 1]))
SHARES = np.array([*np.arange(11) / 10, math.nan])
GAME = Record(Taiji(size=3), tuple(islice(Taiji(size=3).start().legal_moves(), 3)))


def found_openings(shares: np.ndarray) -> OpeningSquares:
    """Return openings whose numbers of games take the most letters in a plot."""
    squares = tuple(
        Share("x", 0, 0) if math.isnan(p) else Share("x", round(p * 99_800), 99_800) for p in shares
    )
    return OpeningSquares(squares, Share("x", 2_000_000, 4_000_000))


def reviewed(*evaluations: Evaluation) -> Review:
    """A review of a game of as many moves, whatever they are worth in truth."""
    moves = tuple(
        ReviewedMove(
            ply, GAME.moves[ply], ply % 2, SIDES[ply % 2], evaluations[ply], evaluations[ply + 1]
        )
        for ply in range(len(evaluations) - 1)
    )
    return Review(GAME, evaluations, moves, 1.0)


REVIEW = reviewed(
    Evaluation(None, 0.6, half_width=0.05),
    Evaluation(None, 0.75, half_width=0.3),
    Evaluation(7, 1.0),
    Evaluation(-3, 0.0),
)
INTERVALS = ((0.55, 0.65), (0.45, 1.0))
"""The ends of the estimates' intervals."""


def of_run(draw: Callable[..., Axes], statistic: str) -> Callable[..., Axes]:
    """Return a plot of given statistics on a board, in place of those of a run."""

    def drawn(
        found: object,
        board: Board = BOARD,
        title: str = "Wythe",
        ax: Axes | None = None,
    ) -> Axes:
        rules = SimpleNamespace(board=board, sides=SIDES, phases=("the game",))
        run = mock.Mock(spec=RunFile, rules=rules, header=SimpleNamespace(layers=()))
        home = plot if hasattr(plot, statistic) else distributions
        with mock.patch.object(home, statistic, return_value=found):
            return draw(run, title=title, ax=ax)

    return drawn


lengths = of_run(plot.lengths, "distribution")
branching = of_run(plot.branching, "branching_by_ply")
heatmap = of_run(plot.heatmap, "occupancy")
openings = of_run(plot.openings, "opening_squares")

LONG_SIDES = ("white, who began", "black, who followed")
LONG_TITLE = (
    "TAIJI+Battle of LITS 11×11, mcts:1000000 against exact:1000000000: light, dark or tetromino "
    "at the end, "
    "where black wins, played for $a_b$ and $c"
)
LONG_NAME = "taiji-and-battle-of-lits-on-a-large-board-" * 4
WIDE = Distribution(np.arange(-30, 31), np.arange(1, 62) * 1_000_003)
WIDE_SCORES = JointScores(0, np.arange(1, 901).reshape(30, 30))
LARGE = Board(11, 11)
MANY_PLIES = [Distribution(np.array([1, 900 - 10 * ply]), np.array([5, 995])) for ply in range(70)]

PLOTS: dict[str, Callable[[Axes | None], Axes]] = {
    "scores": lambda ax: plot.plot_scores(WIDE_SCORES, sides=LONG_SIDES, title=LONG_TITLE, ax=ax),
    "joint": lambda ax: plot.plot_joint_scores(
        WIDE_SCORES, sides=LONG_SIDES, title=LONG_TITLE, ax=ax
    ),
    "margins": lambda ax: plot.plot_margins(WIDE, sides=LONG_SIDES, title=LONG_TITLE, ax=ax),
    "lengths": lambda ax: lengths(WIDE, title=LONG_TITLE, ax=ax),
    "branching": lambda ax: branching(MANY_PLIES, title=LONG_TITLE, ax=ax),
    "squares": lambda ax: heatmap(np.ones(121), LARGE, title=LONG_TITLE, ax=ax),
    "wide board": lambda ax: heatmap(np.ones(24), Board(8, 3), title=LONG_TITLE, ax=ax),
    "openings": lambda ax: openings(
        found_openings(np.arange(121) / 120), LARGE, title=2 * LONG_TITLE, ax=ax
    ),
    "review": lambda ax: plot_review(REVIEW, title=LONG_TITLE, ax=ax),
    "comparison": lambda ax: plot.plot_comparison(
        Comparison(WIDE, WIDE),
        names=(LONG_NAME + "1", LONG_NAME + "2"),
        label="first score 1 (points)",
        title=LONG_TITLE,
        ax=ax,
    ),
    "short names": lambda ax: plot.plot_comparison(
        Comparison(NUMBERS, OTHERS), names=("one", "two"), label="length (placements)", ax=ax
    ),
}


def boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    """Every text that is drawn, with the rectangle that it takes by matplotlib's own reckoning."""
    figure.draw_without_rendering()
    hidden = set()
    for tick in figure.findobj(Tick):
        axis = tick.axes.xaxis if isinstance(tick, XTick) else tick.axes.yaxis
        low, high = sorted(axis.get_view_interval())
        if not low <= tick.get_loc() <= high:
            hidden |= {id(tick.label1), id(tick.label2)}
    texts = [
        text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()
    ]
    return [(text.get_text(), text.get_window_extent()) for text in texts if id(text) not in hidden]


def assert_all_texts_fit(figure: Figure) -> None:
    """No text leaves the figure, and no two texts overlap by more than half a pixel."""
    found = boxes(figure)
    assert len(found) > 5
    for text, box in found:
        assert min(box.x0, box.y0, figure.bbox.x1 - box.x1, figure.bbox.y1 - box.y1) >= -0.5, text
    for (one, first), (other, second) in combinations(found, 2):
        across = min(first.x1, second.x1) - max(first.x0, second.x0)
        along = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert min(across, along) <= 0.5, f"{one!r} and {other!r}"


@pytest.mark.slow
def test_two_panels_keep_their_titles_apart(tmp_path: Path) -> None:
    start = TaijiBattle(size=5).start()
    run = play_run(Run.of(start, ("random", "greedy"), 12), tmp_path / f"{LONG_NAME}.parquet")
    for title in (None, LONG_TITLE):
        figure = plot.scores(run, title=title).figure
        assert isinstance(figure, Figure)
        assert_all_texts_fit(figure)


def test_means_and_intervals_are_labelled() -> None:
    low, high = NUMBERS.interval
    for ax in (plot.plot_margins(NUMBERS, sides=SIDES), lengths(NUMBERS)):
        assert noted(ax) == [
            "line: mean 0.375",
            f"band: 95 % interval −{-low:.3f} to {high:.3f}",
            "8 games",
        ]
    compared = Comparison(NUMBERS, OTHERS)
    ax = plot.plot_comparison(compared, names=("one", "two"), label="length (placements)")
    low, high = compared.interval
    least, most = compared.delta_interval
    assert noted(ax) == [
        f"difference of the means {compared.difference:+.3f}",
        f"95 % interval −{-low:.3f} to {high:+.3f}",
        "Cliff's delta +0.531",  # 17 of the 32 pairs rise, none falls
        f"95 % interval −{-least:.3f} to {most:+.3f}",
        "negligible to large",
    ]


def bars(ax: Axes) -> list[tuple[float, float]]:
    """The middles and heights of the bars."""
    found = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    return [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in found]


def across(line: Line2D, axis: str) -> list[float]:
    """The coordinates of a line's points on one axis."""
    found: list[float] = np.asarray(line.get_xdata() if axis == "x" else line.get_ydata()).tolist()
    return found


def written(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def noted(ax: Axes) -> list[str]:
    """The parts of the note below the axes."""
    return " ".join(written(ax)[-1].splitlines()).split("; ")


@pytest.mark.slow
@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_draws_on_the_axes_that_are_given_and_says_what_it_shows_in_texts_that_fit(
    name: str,
) -> None:
    ax = Figure().subplots()
    assert PLOTS[name](ax) is ax
    alone = PLOTS[name](None)
    assert isinstance(alone.figure, Figure)
    assert alone.figure is not ax.figure
    assert alone.get_title(loc="left")
    assert name in {"squares", "tall board", "wide board", "openings"} or (
        any(each.get_xlabel() for each in alone.figure.axes) and alone.get_ylabel()
    )
    assert_all_texts_fit(alone.figure)


@pytest.mark.parametrize(
    ("suffix", "head"), [(".png", b"\x89PNG"), (".pdf", b"%PDF"), (".svg", b"<?xml")]
)
def test_a_figure_is_written_as_the_name_says_and_the_same_each_time(
    suffix: str,
    head: bytes,
    tmp_path: Path,
) -> None:
    files = tmp_path / f"plot{suffix}", tmp_path / f"again{suffix}"
    for file in files:
        save_figure(PLOTS["short names"](None), file)
    assert files[0].read_bytes().startswith(head)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_scores_are_bars_of_shares_side_by_side() -> None:
    ax = plot.plot_scores(SCORES, sides=SIDES)
    light = bars(ax)[:3]
    dark = bars(ax)[3:]
    assert [height for _, height in light] == pytest.approx([3 / 12, 6 / 12, 3 / 12])
    assert [height for _, height in dark] == pytest.approx([4 / 12, 7 / 12, 1 / 12])
    assert [round(place) for place, _ in light] == [2, 3, 4]
    assert all(a[0] < b[0] for a, b in zip(light, dark, strict=True))
    assert (legend := ax.get_legend()) is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        "light: mean 3.00 (2.53 … 3.47)",
        "dark: mean 2.75 (2.36 … 3.14)",
    ]
    assert ax.get_xlabel() == "score (points) · 12 games"
    assert ax.patches[0].get_facecolor()[:3] == pytest.approx(to_rgb(SECOND))  # light is bright


def test_margins_are_coloured_by_who_leads() -> None:
    ax = plot.plot_margins(NUMBERS, sides=SIDES)
    colours = {
        round(place): bar.get_facecolor()[:3]
        for (place, _), bar in zip(bars(ax), ax.patches, strict=True)
    }
    assert colours[1] == pytest.approx(to_rgb(SECOND))  # light leads
    assert colours[-2] == pytest.approx(to_rgb(FIRST))
    assert colours[0] not in (colours[1], colours[-2])
    assert {round(place): height for place, height in bars(ax)} == pytest.approx(
        {1: 5 / 8, 0: 2 / 8, -2: 1 / 8}
    )
    assert (across(ax.lines[0], "x"), ax.get_legend_handles_labels()[1][0]) == (
        [0.375, 0.375],
        "light leads 62.5 %",
    )
    assert {
        tick % 1 for tick in lengths(Distribution(np.array([2]), np.array([3]))).get_xticks()
    } == {0}


def test_a_half_point_is_said_to_be_left_out() -> None:
    ax = plot.plot_margins(NUMBERS, SIDES, half_point=True)
    assert ax.get_xlabel() == "margin (light minus dark, points without the half point)"
    assert any("half a point apart" in label for label in ax.get_legend_handles_labels()[1])
    assert plot.plot_scores(SCORES, SIDES, half_point=True).get_xlabel() == (
        "score (points without the half point) · 12 games"
    )


def test_the_joint_map_has_the_first_side_to_the_right() -> None:
    ax = plot.plot_joint_scores(SCORES, sides=SIDES)
    data = ax.images[0].get_array()
    assert data is not None
    assert data[0, 2] == pytest.approx(3 / 12)  # light 4, dark 2
    assert np.ma.getmaskarray(np.ma.masked_invalid(data))[2, 2]
    assert ax.get_xlabel() == "light (points)"


def test_the_review_has_one_axis_of_shares_and_one_of_leads() -> None:
    ax = plot_review(REVIEW)
    _, below = ax.figure.axes
    by_label = {line.get_label(): line for line in ax.lines}
    assert (across(by_label["proved"], "x"), across(by_label["proved"], "y")) == ([2, 3], [1, 0])
    assert across(by_label["estimate"], "x") == [0, 1]
    assert across(by_label["estimate"], "y") == pytest.approx([0.6, 0.75])
    assert by_label["proved"].get_markerfacecolor() != by_label["estimate"].get_markerfacecolor()
    assert (by_label["proved"].get_linestyle(), by_label["estimate"].get_linestyle()) == ("-", "--")
    assert across(by_label["turning point: move 3"], "x") == [3]
    assert across(by_label["winner proved from move 2 on"], "x") == [1.5, 1.5]
    (intervals,) = (each for each in ax.collections if each.get_label() == "95 % interval")
    assert isinstance(intervals, LineCollection)
    ends = [segment.tolist() for segment in intervals.get_segments()]
    assert ends == [
        [[ply, pytest.approx(low)], [ply, pytest.approx(high)]]
        for ply, (low, high) in enumerate(INTERVALS)
    ]
    exact = next(line for line in below.lines if line.get_label() == "exact")
    assert (across(exact, "x"), across(exact, "y")) == ([2, 3], [3.5, -1.5])
    assert (ax.get_ylabel(), below.get_ylabel()) == ("wins of light", "lead of light (points)")


def test_a_review_whose_positions_are_all_alike_has_one_panel() -> None:
    proved = plot_review(reviewed(*[Evaluation(7, 1.0)] * 4))
    estimated = plot_review(reviewed(*[Evaluation(None, 0.5)] * 4))
    labels = ("lead of light (points)", "wins of light")
    for ax, label in zip((proved, estimated), labels, strict=True):
        assert ax.figure.axes == [ax]
        assert ax.get_ylabel() == label


@pytest.mark.parametrize("sheet", ["default", "dark_background", "seaborn-v0_8"])
def test_plots_follow_the_style_sheet_in_use(sheet: str) -> None:
    with matplotlib.style.context(sheet):
        for draw in PLOTS.values():
            ax = draw(None)
            face = to_rgb(ax.figure.figure.get_facecolor())
            titles = [each for each in ax.get_children() if isinstance(each, Text)]
            for text in (*titles, ax.xaxis.label, ax.yaxis.label):
                if text.get_text() and text not in ax.texts:
                    assert colours.contrast(to_rgb(text.get_color()), face) >= 4.5
            behind = to_rgb(ax.get_facecolor())
            for line in ax.lines:
                seen = (line.get_color(), line.get_markeredgecolor())
                assert max(colours.contrast(to_rgb(each), behind) for each in seen) >= 1.5
            for patch in ax.patches:
                rim = to_rgb(patch.get_edgecolor())
                fill = to_rgb(patch.get_facecolor())
                assert max(colours.contrast(each, behind) for each in (rim, fill)) >= 1.5


@pytest.mark.parametrize("found", [colours.AMOUNTS, colours.LEANINGS], ids=lambda each: each.name)
def test_every_number_can_be_read_on_every_colour_of_a_map(found: Colormap) -> None:
    for part in np.linspace(0, 1, 1_001):
        background = to_rgb(found(part))
        assert colours.contrast(to_rgb(colours.readable_on(background)), background) >= 4.5


def test_the_numbers_of_maps_have_the_contrast_of_small_text() -> None:
    board = Board(11, 11)
    shares = np.linspace(0.3, 0.9, 121)
    for ax in (heatmap(shares, board), openings(found_openings(shares), board)):
        (image,) = ax.images
        assert len(ax.texts) == 121
        drawn = image.get_array()
        assert drawn is not None
        for text, share in zip(ax.texts, drawn.ravel(), strict=True):
            background = colours.shown_colour(image, float(share))
            assert colours.contrast(to_rgb(text.get_color()), background) >= 4.5


@pytest.mark.parametrize("size", [2, 5, 8, 12])
def test_the_note_of_an_openings_map_is_whole_at_any_resolution(size: int) -> None:
    """`savefig` has other letters than `save_figure`, whose resolution is higher."""
    shares = np.full(size * size, 0.45)
    figure = openings(found_openings(shares), Board(size, size)).figure.figure
    for dpi in (72, 100, 160, 300):
        figure.set_dpi(dpi)
        figure.draw_without_rendering()
        note = figure.axes[0].xaxis.label.get_window_extent()
        assert min(note.x0, note.y0, figure.bbox.x1 - note.x1) >= 0, dpi


@pytest.mark.slow
def test_squares_bear_their_numbers_and_names() -> None:
    ax = heatmap(SHARES, BOARD)
    assert written(ax) == [str(10 * k) for k in range(11)]  # the square without a share stays empty
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b", "c", "d"]
    data = ax.images[0].get_array()
    assert data is not None
    assert data[0, 1] == pytest.approx(0.1)  # b1 is the second square, at the bottom
    assert ax.images[0].origin == "lower"
    assert not written(heatmap(np.full(400, 0.5), Board(20, 20)))


def test_openings_have_their_games_and_a_frame_beyond_noise() -> None:
    squares = (
        Share("light", 600, 1000),
        Share("light", 6, 10),
        Share("light", 500, 1000),
        Share("light", 0, 0),
    )
    ax = openings(OpeningSquares(squares, Share("light", 1000, 2000)), Board(2, 2))
    assert ax.images[0].get_clim() == pytest.approx((0.4, 0.6))
    assert written(ax)[:3] == ["60\n1.0k", "60\n10", "50\n1.0k"]
    (frame,) = ax.patches
    assert isinstance(frame, Rectangle)
    assert frame.get_xy() == (-0.46, -0.46)
    assert "differs from the mean, 50.0 %" in ax.get_xlabel().replace("\n", " ")
    drawn = ax.images[0].get_array()
    assert drawn is not None
    assert drawn.tolist() == [[pytest.approx(0.6), 0.5], [0.5, None]]  # the rest as the mean


def test_branching_is_drawn_from_the_first_placement_on() -> None:
    ax = branching([Distribution(np.array([168]), np.array([10])), OTHERS])
    median = next(line for line in ax.lines if line.get_label() == "median")
    assert ([across(median, "x"), across(median, "y")], ax.get_yscale()) == (
        [[1, 2], [168, 1]],
        "log",
    )
    assert branching([]).get_yscale() == "linear"  # where nothing can be placed


@pytest.mark.parametrize(
    "text", ["margin", "TAIJI+Battle of LITS 11×11", "iiiiiiii", "WWWWWWWW", "cost $x_1$"]
)
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
    assert (len(wrap(text, TITLE, 20.0)), wrap("", TITLE, 3.0)) == (1, [""])
    assert wrap("太極 7×7、ランダムな対局：手数", TITLE, 2.2) == [
        "太極 7×7、ランダムな対",
        "局：手数",
    ]
