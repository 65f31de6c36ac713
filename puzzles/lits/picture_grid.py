"""Several pictures on one sheet, side by side in rows: one SVG document made of others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from litslab.games.drawing.canvas import element

_SIZE = re.compile(r'<svg [^>]*?width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)"')


def sheet(pictures: Sequence[str], columns: int) -> str:
    """Return a picture of pictures, in reading order.

    Parameters
    ----------
    pictures : sequence of str
        Whole SVG documents, at least one.
    columns : int
        How many stand side by side.
    """
    sizes = [size_of(picture) for picture in pictures]
    rows = [range(start, min(start + columns, len(pictures))) for start in range(0, len(pictures), columns)]
    widths = [max(sizes[number][0] for number in range(place, len(pictures), columns)) for place in range(columns)
              if place < len(pictures)]  # fmt: skip
    lefts = _ends(widths)
    tops = _ends([max(sizes[number][1] for number in row) for row in rows])
    placed = [
        pictures[number].strip().replace("<svg ", f'<svg x="{lefts[place]:g}" y="{tops[line]:g}" ', 1)
        for line, row in enumerate(rows)
        for place, number in enumerate(row)
    ]
    width, height = lefts[-1], tops[-1]
    paper = element("rect", class_="page", x=0, y=0, width=width, height=height, fill="#ffffff")
    return (
        element(
            "svg", "\n".join(["", paper, *placed, ""]), xmlns="http://www.w3.org/2000/svg", width=width, height=height,
            viewBox=f"0 0 {width:g} {height:g}", role="img",
        )
        + "\n"
    )  # fmt: skip


def size_of(picture: str) -> tuple[float, float]:
    """Return the width and the height of an SVG document, in pixels."""
    found = _SIZE.search(picture)
    if found is None:
        raise ValueError("an SVG document without width and height")
    return float(found["width"]), float(found["height"])


def _ends(lengths: Sequence[float]) -> list[float]:
    """Return where each of some lengths begins when they follow each other, and where the last one ends."""
    ends = [0.0]
    for length in lengths:
        ends.append(ends[-1] + length)
    assert all(one <= other for one, other in pairwise(ends))
    return ends
