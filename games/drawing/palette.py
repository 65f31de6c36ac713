"""The colours of pictures and of the terminal, distinct in greyscale print and for colour-blind
readers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from litslab.games.pieces import Shape


@dataclass(frozen=True)
class Frame:
    """The colours of the page and of the bare board.

    Attributes
    ----------
    page : str
        The background of the whole picture, so that it suits light and dark pages.
    board : str
        The bare squares.
    line : str
        The lines between them.
    ink, faint : str
        The text, and less prominent text.
    """

    page: str = "#f8f5ee"
    board: str = "#e6dfd0"
    line: str = "#bdb39d"
    ink: str = "#2a2620"
    faint: str = "#6f675a"


@dataclass(frozen=True)
class ShapeColours:
    """The colours of a tetromino of one shape.

    Attributes
    ----------
    fill, rim : str
        Its area and its outline.
    ink : str
        The letter on it.
    """

    fill: str
    rim: str
    ink: str


@dataclass(frozen=True)
class Palette:
    """All colours of a picture.

    The four shapes differ in lightness by about 16 of 100 from one to the next (S, L, T, I), so
    that they are distinguishable in greyscale print and for colour-blind readers.

    Attributes
    ----------
    frame : Frame
        The page and the bare board.
    shapes : dict of Shape to ShapeColours
        The usual four colours: L red, I yellow, T green, S blue; a domino without colours of its
        own is grey.
    light, dark : str
        The two colours of taijitus, of TAILITS squares and of Wythe.
    rim : str
        The outline of two-coloured pieces.
    last, ghost : str
        The last move, and highlighted moves.
    halo : str
        The border around those two, which makes them visible on every colour.
    """

    frame: Frame = Frame()
    shapes: ClassVar[dict[Shape, ShapeColours]] = {
        Shape.L: ShapeColours("#cc3d31", "#7d1f17", "#ffffff"),
        Shape.I: ShapeColours("#f4cf4b", "#927415", "#2a2620"),
        Shape.T: ShapeColours("#6bb58a", "#2c6a48", "#10281b"),
        Shape.S: ShapeColours("#294580", "#12234a", "#ffffff"),
        Shape.DOMINO: ShapeColours("#a9a294", "#57503f", "#2a2620"),
    }
    light: str = "#fffdf7"
    dark: str = "#2a2a2e"
    rim: str = "#57503f"
    last: str = "#d6249f"
    ghost: str = "#7a1fa2"
    halo: str = "#ffffff"


PALETTE = Palette()
"""The colours of pictures and of the terminal."""
