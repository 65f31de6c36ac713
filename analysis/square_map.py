"""Maps of a board: a share for each square as a colour and in per cent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.image import AxesImage
from numpy.typing import NDArray

from litslab.analysis.colours import ink, neutral, readable_on, shown_colour
from litslab.analysis.figure_text import SMALL, TEXT
from litslab.analysis.style import PER_CENT, finish, new_axes
from litslab.games.geometry import Board, column_name

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
    **scale: Any,
) -> Axes:
    """Draw a share for each square of a board as a colour and in per cent, with the texts in
    `below` under them.

    If `coloured` is given, the colours are those of these shares.
    Without axes the plot is on a new figure, as large as the board needs.
    """
    ax = ax or new_axes(1.8 + 0.42 * max(6, board.columns), 0.9 + 0.42 * max(6, board.rows), title)
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
    colour_bar(ax, image, label, extend)
    return finish(ax, title, "", "", grid=False)


def colour_bar(ax: Axes, image: AxesImage, label: str, extend: str = "neither") -> None:
    """Add a scale of a map's colours, in per cent."""
    bar = ax.figure.colorbar(
        image, ax=ax, format=PER_CENT, extend=extend, shrink=0.85, pad=0.03, panchor=False
    )
    ax.set_anchor("NW")  # directly below the title
    bar.set_label(label, fontsize=TEXT, color=ink())
    bar.ax.tick_params(labelsize=SMALL, color=neutral(), labelcolor=ink())
    bar.outline.set_visible(False)
