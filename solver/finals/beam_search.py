"""Layouts of many tetrominoes, or of few, by a beam search: without a proof.

It compares layouts of equally many pieces by the number of placements that no rule excludes,
whether they touch a piece yet or not. For long games it keeps the layouts with the most, for short
games those with the fewest. With 50 layouts at a time it finds the most pieces of Battle of LITS on
every board from 4×4 to 11×11 (``docs/results/maximal.md``).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

from litslab.games.geometry import bits, nth_bit
from litslab.games.tetrominoes import Layout

WIDTH = 50
"""Layouts retained for each number of pieces."""


def beam_search(
    start: Layout,
    *,
    long: bool,
    width: int = WIDTH,
    is_late: Callable[[], bool] = lambda: False,
) -> Layout:
    """Place many or few pieces until nothing more fits.

    Parameters
    ----------
    start : Layout
        The first layout.
    long : bool
        Whether to place many pieces, or else few.
    width : int
        The number of layouts that are kept of equally many pieces; the effort is proportional to
        it.
    is_late : callable
        Returns whether to stop searching; then any placements that fit are made to the end.

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
        for layout in (each.place(index) for each in beam for index in bits(each.legal)):
            if is_late():
                filled = layout
                while filled.legal:
                    filled = filled.place(nth_bit(filled.legal, 0))
                return filled
            children[layout.placed] = layout
        pick = heapq.nlargest if long else heapq.nsmallest
        beam = pick(width, children.values(), key=lambda layout: layout.remaining.bit_count())
