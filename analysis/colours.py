"""The colours of plots, and which of them a text is readable on."""

from __future__ import annotations

from typing import Any, Literal

import matplotlib as mpl
import numpy as np
from matplotlib.colors import Colormap, LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.image import AxesImage

from litslab.games.drawing.palette import PALETTE
from litslab.games.pieces import Shape

FIRST = PALETTE.shapes[Shape.S].fill
"""Dark blue: the colour of the side that moves first, unless its pieces are bright."""

SECOND = PALETTE.shapes[Shape.I].fill
"""Bright yellow: the colour of the other side."""

PALE = "#8fa3c7"
"""A pale blue, which is seen on dark backgrounds, too."""

FIRST_RIM = PALETTE.shapes[Shape.S].rim
SECOND_RIM = PALETTE.shapes[Shape.I].rim
NEUTRAL = PALETTE.frame.line
INK = PALETTE.frame.ink
FAINT = PALETTE.frame.faint
ACCENT = PALETTE.last

AMOUNTS = LinearSegmentedColormap.from_list("amounts", [PALETTE.frame.page, PALE, FIRST, "#0b1730"])
LEANINGS = LinearSegmentedColormap.from_list(
    "leanings", [SECOND_RIM, SECOND, PALETTE.frame.page, PALE, FIRST]
)


def ink() -> str:
    """Return the colour of texts: ours, or that of Matplotlib's style sheet in use."""
    return _styled("text.color", INK)


def neutral() -> str:
    """Return the colour of axes and grids."""
    return _styled("axes.edgecolor", NEUTRAL)


def faint() -> str:
    """Return the colour of lines that stand back."""
    return _styled("text.color", FAINT)


def strong() -> str:
    """Return the colour of lines that stand out."""
    return PALE if _is_dark() else FIRST_RIM


def band() -> str:
    """Return the colour of areas that are drawn half transparent."""
    return PALE if _is_dark() else FIRST


def _styled(name: Literal["text.color", "axes.edgecolor"], ours: str) -> str:
    """Return a colour of ours, unless a style sheet sets that of Matplotlib's parameter."""
    chosen = mpl.rcParams[name]
    return ours if chosen == mpl.rcParamsDefault[name] else str(to_hex(chosen))


def _is_dark() -> bool:
    """Return whether the axes have a dark background."""
    return _luminance(to_rgb(mpl.rcParams["axes.facecolor"])) < 0.18


def bars() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the styles of bars: dark ones, bright ones, and those of neither side."""
    rims = (ink(),) * 3 if _is_dark() else (FIRST_RIM, SECOND_RIM, FAINT)
    dark, bright, neither = (
        {"color": fill, "edgecolor": rim, "linewidth": 0.6}
        for fill, rim in zip((FIRST, SECOND, NEUTRAL), rims, strict=True)
    )
    return dark, bright, neither


BRIGHT_SIDES = frozenset({"light", "white"})
"""The sides whose pieces are bright; their opponents' are dark."""


def side_bars(sides: tuple[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the styles of the bars of both sides: dark and bright as their pieces, or in the order
    in which they move.

    Examples
    --------
    >>> [bars["color"] == FIRST for bars in side_bars(("light", "dark"))]
    [False, True]
    """
    dark, bright, _ = bars()
    return (bright, dark) if sides[0] in BRIGHT_SIDES else (dark, bright)


def leanings(side: str) -> Colormap:
    """Return the colours of a side's shares of wins, from its opponent's colour to its own."""
    return LEANINGS.reversed() if side in BRIGHT_SIDES else LEANINGS


Rgb = tuple[float, float, float]
"""A colour by its parts of red, green and blue, from 0 to 1."""

READABLE = 4.5
"""The least contrast of a small text with its background (WCAG 2, success criterion 1.4.3)."""


def contrast(first: Rgb, second: Rgb) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2).

    Examples
    --------
    >>> round(contrast((0, 0, 0), (1, 1, 1)))
    21
    """
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def shown_colour(image: AxesImage, value: float) -> Rgb:
    """Return the colour of a value in a map."""
    ((red, green, blue, _),) = image.to_rgba(np.array([value])).tolist()
    return red, green, blue


def readable_on(background: Rgb) -> str:
    """Return a colour for a text on a background: the ink or the light colour of all texts, or pure
    black where neither is readable.
    """
    usual = (INK, PALETTE.light)
    return next((each for each in usual if contrast(to_rgb(each), background) >= READABLE), "black")
