"""The fewest tetrominoes of a finished position, by an exhaustive search in the kernel.

The kernel's search branches over the pieces that may block a placement which could still be made. By itself it comes
to its conclusions late, as little can be said of a board on which few pieces lie. So it is first asked about positions
that leave a rectangle free, the largest rectangles first. Where it finds none within a number of nodes, every position
enters that rectangle and all its images; with these demands the questions about smaller rectangles are answered sooner,
and so is, at last, the question itself. No rectangle is needed for the proof: they only make it short.

The kinds of pieces that run out are fixed beforehand, as it depends on them which placements have to be blocked. With
few pieces that is none or one, and each case is searched by itself.

Layouts of many tetrominoes, or of few, found by a beam search: good ones, without a proof.

Layouts of equally many pieces are compared by what they leave possible: the placements that no rule excludes, whether
they touch by now or not. To go on long one keeps the layouts that leave the most, to end soon those that leave the
fewest. It is a guide only, but a good one: with 50 layouts at a time it finds the most pieces of Battle of LITS on
every board from 4×4 to 11×11 (``docs/results/maximal.md``).
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from litslab import kernel
from litslab.games.geometry import Board, Symmetry, bits, mask_of, nth_bit
from litslab.games.position import Position, Rules
from litslab.games.tetrominoes import Layout, LayoutPhase
from litslab.solver.endgame.result import LimitReachedError
from litslab.solver.engines.kernel import fits, tetromino_placements

WIDTH = 50
"""Layouts retained for each number of pieces."""


def beam_search(
    start: Layout, *, long: bool, width: int = WIDTH, is_late: Callable[[], bool] = lambda: False
) -> Layout:
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
        for layout in (each.place(index) for each in beam for index in bits(each.legal)):
            if is_late():
                filled = layout  # whatever fits first is placed, until nothing more does
                while filled.legal:
                    filled = filled.place(nth_bit(filled.legal, 0))
                return filled
            children[layout.placed] = layout
        pick = heapq.nlargest if long else heapq.nsmallest
        beam = pick(width, children.values(), key=lambda layout: layout.remaining.bit_count())


TRY = 60.0
"""Seconds to look for a position with fewer pieces than are known; the search finds some soon, if any."""
FIRST_BUDGET = 100
"""Nodes for each question about a rectangle in the first round."""
BUDGET_FACTOR = 10
"""How many times as many each later round has."""
BEAM_WIDTHS = (50, 1000)
"""Layouts that the beam search keeps: at first few, which is soon done; then more, as few pieces are hard to find."""


@dataclass(frozen=True)
class Bracket:
    """What is known of the fewest pieces.

    Attributes
    ----------
    lower : int
        No finished position has fewer.
    position : Position
        One with the fewest that were found.
    searched : bool
        Whether the exhaustive search found it; otherwise the beam search did.
    """

    lower: int
    position: Position
    searched: bool


def applies(rules: Rules) -> bool:
    """Return whether the kernel can search for few pieces of this game: of tetrominoes that may begin anywhere."""
    phase = layout_phase(rules)
    return phase is not None and phase.first_square is None and fits(rules.board)


def layout_phase(rules: Rules) -> LayoutPhase | None:
    """Return the one phase of a game in which tetrominoes alone are placed; None of another game."""
    first, *others = rules.phases
    return first if isinstance(first, LayoutPhase) and not others else None


def fewest(rules: Rules, *, time_limit: float | None = None) -> Iterator[Bracket]:
    """Find the fewest pieces of a finished position: yield ever narrower bounds, equal ones at last if time suffices.

    A position is improved on as long as the search soon finds fewer pieces; what is then left between the bounds is
    gone through from below, where the search is fastest.

    Parameters
    ----------
    rules : Rules
        A game that the search knows (`applies`), such as Battle of LITS; its symbols do not matter.
    time_limit : float, optional
        When to stop.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C.
    """
    deadline = time.monotonic() + (1e18 if time_limit is None else time_limit)

    def left() -> float:
        return max(0.0, deadline - time.monotonic())

    phase = layout_phase(rules)
    assert phase is not None, "a game of tetrominoes"
    known: Bracket | None = None
    for width in BEAM_WIDTHS:
        if known is not None and not left():
            break
        short = beam_search(phase.bare, long=False, width=width, is_late=lambda: not left()).placed
        if known is None or short.bit_count() < known.position.placed.bit_count():
            known = Bracket(min(1, short), rules.from_placements(rules.table.of(short)), searched=False)
            yield known
    assert known is not None
    with suppress(LimitReachedError):
        while known.lower < (upper := known.position.placed.bit_count()):
            fewer = find(rules, upper - 1, time_limit=min(TRY, left()))
            known = replace(known, lower=upper) if fewer is None else replace(known, position=fewer, searched=True)
            yield known
    with suppress(LimitReachedError):
        while (lower := known.lower) < known.position.placed.bit_count():
            found = find(rules, lower, time_limit=left())
            known = replace(known, lower=lower + 1) if found is None else replace(known, position=found, searched=True)
            yield known


def find(rules: Rules, most: int, *, time_limit: float | None = None) -> Position | None:
    """Return a finished position of at least one and at most `most` pieces; None if there is none.

    Parameters
    ----------
    rules : Rules
        A game that the search knows (`applies`), such as Battle of LITS; its symbols do not matter.
    most : int
        How many pieces it may have.
    time_limit : float, optional
        When to stop.

    Raises
    ------
    LimitReachedError
        If the time runs out first.
    KeyboardInterrupt
        On Ctrl-C.
    """
    deadline = time.monotonic() + (1e18 if time_limit is None else time_limit)
    supply = rules.table.usable_counts
    search = kernel.few_pieces_search(
        rules.board.columns, rules.board.rows, tetromino_placements(rules.table), list(supply)
    )
    kinds_used_up = [
        kinds
        for number in range(len(supply) + 1)
        for kinds in itertools.combinations(range(len(supply)), number)
        if sum(supply[kind] for kind in kinds) <= most
        and all(supply[kind] or kind in kinds for kind in range(len(supply)))
    ]
    for used_up in kinds_used_up:
        if placed := _Case(rules, search, most, used_up, deadline).solve():
            return rules.from_placements(rules.table[index] for index in placed)
    return None


@dataclass
class _Case:
    """The search for positions in which certain kinds of pieces run out, and no others."""

    rules: Rules
    search: kernel.FewPiecesSearch
    most: int
    used_up: tuple[int, ...]
    deadline: float

    def __post_init__(self) -> None:
        self.nodes = 0
        self.symmetries = list(_symmetries(self.rules))
        self.entered = {self.rules.board.all}
        """Sets of squares that every such position enters; no one contains another."""

    def solve(self) -> list[int]:
        """Return the placements of such a position, none if there is none; raises `LimitReachedError`."""
        budget = FIRST_BUDGET
        while True:
            answer = self.enter_rectangles(budget) or self.ask(0, self.nodes)
            if answer.placed or not answer.stopped:
                return answer.placed
            budget *= BUDGET_FACTOR

    def enter_rectangles(self, budget: int) -> kernel.FewPieces | None:
        """Look for rectangles that every position enters, with a budget of nodes for each; return a position if found.

        Raises
        ------
        LimitReachedError
            If the time runs out.
        """
        board = self.rules.board
        undecided: list[int] = []
        seen: set[int] = set()
        for rectangle in _rectangles(board):
            if rectangle in seen:
                continue
            images = {symmetry.apply(rectangle) for symmetry, _ in self.symmetries}
            seen |= images
            # One that contains a rectangle that is entered is entered too; one in a larger one that took too long to
            # decide would take even longer.
            if any(region & ~rectangle == 0 for region in self.entered - {board.all}):
                continue
            if any(rectangle & ~larger == 0 for larger in undecided):
                continue
            answer = self.ask(rectangle, budget)
            if answer.placed:
                return answer
            if answer.stopped:
                undecided += images
            else:
                kept = {region for region in self.entered if all(image & ~region for image in images)}
                self.entered = kept | images
        return None

    def ask(self, avoided: int, nodes: int) -> kernel.FewPieces:
        """Look for a position that leaves some squares free; raises `LimitReachedError` at the end of the time."""
        symmetries = [placements for symmetry, placements in self.symmetries if symmetry.apply(avoided) == avoided]
        answer = self.search.find(
            self.most, used_up=self.used_up, entered=[list(bits(region)) for region in sorted(self.entered)],
            avoided=list(bits(avoided)), symmetries=symmetries, nodes=nodes,
            seconds=max(0.0, self.deadline - time.monotonic()),
        )  # fmt: skip
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.stopped and time.monotonic() >= self.deadline:
            raise LimitReachedError
        self.nodes += answer.nodes
        return answer


def _symmetries(rules: Rules) -> Iterator[tuple[Symmetry, tuple[int, ...]]]:
    """Yield the board's symmetries that keep the kinds of pieces, with what they do to the placements."""
    table = rules.table
    for symmetry in rules.board.symmetries:
        kept = tuple(
            image.index
            for placement in table
            if (image := table.image(placement, symmetry.squares)) and image.kind == placement.kind
        )
        if len(kept) == len(table):
            yield symmetry, kept


def _rectangles(board: Board) -> list[int]:
    """Return the rectangles of squares on a board, the largest first."""
    found = [
        mask_of(board.square(column, row) for column in range(left, right) for row in range(bottom, top))
        for left, right in itertools.combinations(range(board.columns + 1), 2)
        for bottom, top in itertools.combinations(range(board.rows + 1), 2)
    ]
    return sorted(found, key=lambda rectangle: -rectangle.bit_count())
