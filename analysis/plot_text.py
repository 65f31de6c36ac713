"""Words on plots that fit: titles in lines, names cut in the middle, legends in as many columns as there is room for.

Widths are those of matplotlib's own font, so that nothing has to be drawn to know them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties, findfont, get_font

TITLE, TEXT, SMALL = 12, 10, 8
"""The sizes of titles, of labels, and of everything else, in points."""

LINE_HEIGHT = 1.25
"""How far the lines of a text are apart, in sizes of its letters."""

_POINTS_AN_INCH = 72
_FINE = 720  # pixels per inch, fine enough that rounding to whole ones makes no difference
_SUBPIXELS = 64  # of a pixel, in which the font's library reckons
_ELLIPSIS = "…"

# What a legend adds to an entry's text, in sizes of its letters: the handle, the gap after it, and that to the next.
HANDLE, HANDLE_GAP, COLUMN_GAP = 1.4, 0.8, 1.2


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """Return how wide a line of text is, in inches.

    Examples
    --------
    >>> 0.45 < text_width("margin", 10) < 0.55
    True
    """
    font = get_font(findfont(FontProperties()))
    font.set_size(size, _FINE)
    font.set_text(text, 0.0)
    return float(font.get_width_height()[0]) / _SUBPIXELS / _FINE


def wrap(text: str, size: float, width: float) -> list[str]:
    """Split a text into lines of at most a width in inches, at spaces; a longer word is cut in the middle.

    Examples
    --------
    >>> wrap("Battle of LITS 10×10, random play: lengths", 12, 2.2)
    ['Battle of LITS 10×10,', 'random play: lengths']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(shorten(word, size, width))
    return lines or [""]


def shorten(text: str, size: float, width: float) -> str:
    """Return a text that is at most as wide as given, in inches: what is too long is cut in the middle.

    Examples
    --------
    >>> shorten("a-run-with-a-long-name-2", 8, 0.8)
    'a-run-…me-2'
    """
    if text_width(text, size) <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        cut = text[: (kept + 1) // 2 + 1] + _ELLIPSIS + text[len(text) - kept // 2 + 1 :]
        if text_width(cut, size) <= width:
            return cut
    return text[:1] + _ELLIPSIS


def room(ax: Axes) -> float:
    """Return the width of the part of the figure that axes stand in, with their labels, in inches."""
    figure = ax.figure
    whole = figure.bbox.width / figure.figure.dpi
    spec = ax.get_subplotspec()
    if spec is None:
        return float(whole * ax.get_position().width)
    ratios = np.asarray(spec.get_gridspec().get_width_ratios(), float)
    columns = spec.colspan
    return float(whole * ratios[columns.start : columns.stop].sum() / ratios.sum())


def legend_columns(labels: Sequence[str], width: float, *, most: int = 4) -> int:
    """Return in how many columns a legend of small text fits into a width in inches."""
    gap = (HANDLE + HANDLE_GAP + COLUMN_GAP) * SMALL / _POINTS_AN_INCH
    widths = [text_width(label, SMALL) + gap for label in labels]
    for columns in range(min(most, len(labels)), 1, -1):
        if sum(part.max() for part in np.array_split(np.array(widths), columns)) <= width:
            return columns
    return 1
