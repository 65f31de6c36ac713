"""Maps of a board: a share for each square as a colour and in per cent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colorbar import Colorbar
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from numpy.typing import NDArray

from litslab.analysis.colours import AMOUNTS, ink, neutral, readable_on, shown_colour
from litslab.analysis.figure_text import SMALL, TEXT, TITLE, wrap
from litslab.analysis.style import BESIDE_BOARD, PER_CENT, PlotAxes, finish, new_axes
from litslab.games.geometry import Board, column_name

_MAPS_A_ROW = 2

_LARGEST_NAMED = 15  # on larger boards the squares are too small for numbers


def draw_squares(
    values: NDArray[np.float64],
    board: Board,
    title: str,
    label: str,
    *,
    below: Sequence[str] = (),
    coloured: NDArray[np.float64] | None = None,
    ax: Axes | None = None,
    extend: str = "neither",
    bar: bool = True,
    **scale: Any,
) -> PlotAxes:
    """Draw a share for each square of a board as a colour and in per cent, with the texts in
    `below` under them, and with a scale of the colours if `bar` is set.

    If `coloured` is given, the colours are those of these shares.
    Without axes the plot is on a new figure, as large as the board needs.
    """
    ax = ax or new_axes(1.8 + _width(board), 0.9 + _height(board), title)
    grid = np.asarray(values, np.float64).reshape(board.rows, board.columns)
    shown = grid if coloured is None else coloured.reshape(grid.shape)
    image = ax.imshow(shown, origin="lower", **scale)
    rows, columns = grid.shape
    ax.set_xticks(range(columns), [column_name(column) for column in range(columns)])
    ax.set_yticks(range(rows), [str(row + 1) for row in range(rows)])
    ax.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
    ax.grid(False, which="major")
    ax.grid(which="minor", color=neutral(), linewidth=0.5)
    ax.tick_params(which="both", length=0)
    for (row, column), value in np.ndenumerate(grid):
        if max(grid.shape) <= _LARGEST_NAMED and not math.isnan(value):
            lines = "\n".join([f"{100 * value:.0f}", *below[row * columns + column :][:1]])
            ax.text(
                column,
                row,
                lines,
                ha="center",
                va="center",
                fontsize=SMALL,
                linespacing=1.1,
                color=readable_on(shown_colour(image, float(shown[row, column]))),
            )
    if bar:
        colour_bar(ax, image, label, extend)
    return finish(ax, title, "", "", grid=False)


def draw_maps(
    maps: Sequence[tuple[str, NDArray[np.float64]]],
    board: Board,
    title: str,
    label: str,
    told: str = "",
) -> PlotAxes:
    """Draw several maps of shares, each with its own name, on one figure and with one scale; a
    sentence may stand below them.

    Returns
    -------
    Axes
        Those of the first map.
    """
    columns = min(_MAPS_A_ROW, len(maps))
    rows = math.ceil(len(maps) / columns)
    width = 1.5 + columns * (0.5 + _width(board))
    titles = wrap(title, TITLE, width - BESIDE_BOARD)
    lines = wrap(told, TEXT, width - BESIDE_BOARD) if told else []
    height = 0.3 * (len(titles) + len(lines)) + rows * (0.7 + _height(board))
    figure = Figure(figsize=(width, height), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    lowest, highest = amount_scale(np.concatenate([shares for _, shares in maps]))
    scale: dict[str, Any] = {"cmap": AMOUNTS, "vmin": lowest, "vmax": highest}
    drawn = [
        draw_squares(shares, board, name, label, ax=panel, bar=False, **scale)
        for panel, (name, shares) in zip(panels, maps, strict=False)
    ]
    for panel in panels[len(maps) :]:
        panel.set_visible(False)
    figure.suptitle(
        "\n".join(titles), x=0.01, ha="left", fontsize=TITLE, color=ink(), parse_math=False
    )
    if told:
        figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=TEXT, color=ink())
    _style_bar(figure.colorbar(panels[0].images[0], ax=panels, format=PER_CENT, pad=0.02), label)
    return drawn[0]


def amount_scale(shares: NDArray[np.float64]) -> tuple[float, float]:
    """Return the ends of a scale of shares. It begins a little below the least one: differences are
    visible, and no square looks empty.
    """
    least = float(np.nanmin(shares, initial=1))
    most = float(np.nanmax(shares, initial=0))
    lowest = max(0.0, least - 0.25 * (most - least)) if most > least else 0.0
    return lowest, max(most, 1e-9)


def _width(board: Board) -> float:
    return 0.42 * max(6, board.columns)


def _height(board: Board) -> float:
    return 0.42 * max(6, board.rows)


def colour_bar(ax: Axes, image: AxesImage, label: str, extend: str = "neither") -> None:
    """Add a scale of a map's colours, in per cent."""
    bar = ax.figure.colorbar(
        image, ax=ax, format=PER_CENT, extend=extend, shrink=0.85, pad=0.03, panchor=False
    )
    ax.set_anchor("NW")  # directly below the title
    _style_bar(bar, label)


def _style_bar(bar: Colorbar, label: str) -> None:
    bar.set_label(label, fontsize=TEXT, color=ink())
    bar.ax.tick_params(labelsize=SMALL, color=neutral(), labelcolor=ink())
    bar.outline.set_visible(False)
