"""Layouts of many tetrominoes, or of few, found by a beam search: good ones, without a proof.

Layouts of equally many pieces are compared by what they leave possible: the placements that no rule excludes, whether
they touch by now or not. To go on long one keeps the layouts that leave the most, to end soon those that leave the
fewest. It is a guide only, but a good one: with 50 layouts at a time it finds the most pieces of Battle of LITS on
every board from 4×4 to 11×11 (``docs/results/maximal.md``).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

from litslab.games.geometry import bits, nth_bit
from litslab.games.tetrominoes import Layout

WIDTH = 50
"""Layouts retained for each number of pieces."""


def search(start: Layout, *, long: bool, width: int = WIDTH, is_late: Callable[[], bool] = lambda: False) -> Layout:
    """Place pieces until nothing more fits, so that they become many, or few.

    Parameters
    ----------
    start : Layout
        What to start from.
    long : bool
        Whether many pieces are wanted.
    width : int
        How many layouts of equally many pieces are retained; the effort is proportional to it.
    is_late : callable
        Returns whether to stop searching: then the first placements that fit are made to the end.

    Returns
    -------
    Layout
        A layout in which nothing more fits.
    """
    beam = [start]
    while True:
        finished = [layout for layout in beam if not layout.legal]
        if finished and (not long or len(finished) == len(beam)):
            return finished[0]
        children: dict[int, Layout] = {}
        for layout in _children(beam):
            if is_late():
                return _filled(layout)
            children[layout.placed] = layout
        pick = heapq.nlargest if long else heapq.nsmallest
        beam = pick(width, children.values(), key=_left)


def _children(beam: list[Layout]) -> Iterator[Layout]:
    for layout in beam:
        for index in bits(layout.legal):
            yield layout.place(index)


def _filled(layout: Layout) -> Layout:
    """Return a layout after whatever fits first has been placed, until nothing more does."""
    while layout.legal:
        layout = layout.place(nth_bit(layout.legal, 0))
    return layout


def _left(layout: Layout) -> int:
    return layout.remaining.bit_count()
