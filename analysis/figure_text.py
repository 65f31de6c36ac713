"""Texts on figures: their sizes, their widths in inches, and where they are broken or shortened."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties, findfont, get_font
from numpy.typing import ArrayLike, NDArray

from litslab.games.line_breaks import WIDE, break_lines

TITLE = 12
TEXT = 10
SMALL = 8
"""The sizes of texts in points: of titles, of labels, and of everything else."""

LINE_HEIGHT = 1.25
"""The distance of the lines of a text, in font sizes."""

POINTS_AN_INCH = 72
_FINE = 720  # pixels per inch, fine enough that rounding to whole ones makes no difference
_SUBPIXELS = 64  # the font library's unit is 1/64 of a pixel
_ELLIPSIS = "…"

# The widths of a legend in font sizes: the handle, the gap after it, and the gap between columns.
HANDLE = 1.4
HANDLE_GAP = 0.8
COLUMN_GAP = 1.2


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """Return the width of a line of text in inches.

    Examples
    --------
    >>> 0.45 < text_width("margin", 10) < 0.55
    True
    """
    font = get_font(findfont(FontProperties()))
    font.set_size(size, _FINE)
    font.set_text(re.sub(WIDE, "", text), 0.0)
    wide = len(re.findall(WIDE, text)) * size / POINTS_AN_INCH
    return wide + float(font.get_width_height()[0]) / _SUBPIXELS / _FINE


def wrap(text: str, size: float, width: float) -> list[str]:
    """Split a text into lines of at most a width in inches; a longer word is shortened in the
    middle.

    Examples
    --------
    >>> wrap("Battle of LITS 10×10, random play: lengths", 12, 2.2)
    ['Battle of LITS 10×10,', 'random play: lengths']
    """
    return [
        shorten(line, size, width)
        for line in break_lines(text, lambda line: text_width(line, size) <= width)
    ]


def shorten(text: str, size: float, width: float) -> str:
    """Return a text, shortened in the middle if it is wider than a width in inches.

    Examples
    --------
    >>> shorten("a-run-with-a-long-name-2", 8, 0.8)
    'a-run-…me-2'
    """
    if text_width(text, size) <= width:
        return text

    def cut(kept: int) -> str:
        return text[: (kept + 1) // 2 + 1] + _ELLIPSIS + text[len(text) - kept // 2 + 1 :]

    def is_too_wide(kept: int) -> bool:
        return text_width(cut(kept), size) > width

    most = 1 + bisect_left(range(2, len(text)), True, key=is_too_wide)
    return cut(most) if most > 1 else text[:1] + _ELLIPSIS


def room(ax: Axes) -> float:
    """Return the width in inches of the part of the figure that belongs to axes, labels
    included.
    """
    return float(_part(ax)[0])


def height(ax: Axes) -> float:
    """Return the height in inches of the part of the figure that belongs to axes, labels
    included.
    """
    return float(_part(ax)[1])


def _part(ax: Axes) -> NDArray[np.float64]:
    """Return the width and the height of the part of the figure that belongs to axes."""
    figure = ax.figure
    whole = np.array([figure.bbox.width, figure.bbox.height]) / figure.figure.dpi
    spec = ax.get_subplotspec()
    if spec is None:
        box = ax.get_position()
        return whole * [box.width, box.height]
    grid = spec.get_gridspec()
    shares = [
        _share(grid.get_width_ratios(), spec.colspan),
        _share(grid.get_height_ratios(), spec.rowspan),
    ]
    return whole * shares


def _share(sizes: ArrayLike, taken: range) -> float:
    """Return the share of some columns or rows in the sizes of all."""
    ratios = np.asarray(sizes, float)
    return float(ratios[taken.start : taken.stop].sum() / ratios.sum())


def legend_columns(labels: Sequence[str], width: float) -> int:
    """Return the number of columns in which a legend of small text fits into a width in inches."""
    gap = (HANDLE + HANDLE_GAP + COLUMN_GAP) * SMALL / POINTS_AN_INCH
    widths = [text_width(label, SMALL) + gap for label in labels]
    for columns in range(min(4, len(labels)), 1, -1):
        if sum(part.max() for part in np.array_split(np.array(widths), columns)) <= width:
            return columns
    return 1
