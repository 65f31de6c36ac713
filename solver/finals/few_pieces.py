"""The fewest tetrominoes of a finished position, by an exhaustive search in the kernel.

The kernel's search branches over the pieces that may block a placement that is still possible. Alone it is slow,
because few pieces restrict a board only a little. Therefore it first searches for positions that leave a rectangle
free, the largest rectangles first. If there are none, every position enters that rectangle and all its images. These
conditions make the questions about smaller rectangles faster, and finally the question itself. The rectangles are not
needed for the proof; they only shorten it.

The kinds of pieces that run out are fixed beforehand, because they determine which placements have to be blocked. With
few pieces no kind or one kind runs out, and each case is searched separately.

A beam search finds good layouts of many tetrominoes, or of few, without a proof. It compares layouts of equally many
pieces by the number of placements that no rule excludes, whether they touch a piece yet or not. For long games it keeps
the layouts with the most, for short games those with the fewest. With 50 layouts at a time it finds the most pieces of
Battle of LITS on every board from 4×4 to 11×11 (``docs/results/maximal.md``).
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
    """Place many or few pieces until nothing more fits.

    Parameters
    ----------
    start : Layout
        The first layout.
    long : bool
        Whether to place many pieces, or else few.
    width : int
        The number of layouts that are kept of equally many pieces; the effort is proportional to it.
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


TRY = 60.0
"""Seconds of a search for a position with fewer pieces; it finds one soon if there is one."""
FIRST_BUDGET = 100
"""Nodes for each question about a rectangle in the first round."""
BUDGET_FACTOR = 3
"""The factor by which each later round has more nodes; smaller ones help large boards and hurt small ones."""
BEAM_WIDTHS = (50, 1000)
"""Widths of the beam search: first a fast one, then a wider one, because few pieces are hard to find."""


@dataclass(frozen=True)
class Bracket:
    """Bounds of the fewest pieces.

    Attributes
    ----------
    lower : int
        A lower bound of the pieces of finished positions.
    position : Position
        The finished position with the fewest pieces so far.
    searched : bool
        Whether the exhaustive search found it, or else the beam search.
    """

    lower: int
    position: Position
    searched: bool


def applies(rules: Rules) -> bool:
    """Return whether the kernel can search for few pieces of a game: it has tetrominoes that may begin anywhere."""
    phase = layout_phase(rules)
    return phase is not None and phase.first_square is None and fits(rules.board)


def layout_phase(rules: Rules) -> LayoutPhase | None:
    """Return the only phase of a game if its pieces are tetrominoes, otherwise None."""
    first, *others = rules.phases
    return first if isinstance(first, LayoutPhase) and not others else None


def fewest(rules: Rules, *, time_limit: float | None = None) -> Iterator[Bracket]:
    """Yield ever narrower bounds of the fewest pieces in a finished position, until they meet or the time is over.

    The position is improved as long as the search soon finds fewer pieces. Then the lower bound is raised, because the
    search is fastest there.

    Parameters
    ----------
    rules : Rules
        A game that the search knows (`applies`), such as Battle of LITS; its symbols do not matter.
    time_limit : float, optional
        Time limit in seconds.

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
        The most pieces.
    time_limit : float, optional
        Time limit in seconds.

    Raises
    ------
    LimitReachedError
        If the time runs out first.
    KeyboardInterrupt
        On Ctrl-C.
    """
    deadline = time.monotonic() + (1e18 if time_limit is None else time_limit)
    board, supply = rules.board, rules.table.usable_counts
    search = kernel.few_pieces_search(board.columns, board.rows, tetromino_placements(rules.table), list(supply))
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
        """Sets of squares that every such position enters; none contains another."""

    def solve(self) -> list[int]:
        """Return the placements of such a position, empty if there is none; raises `LimitReachedError`."""
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
            # A rectangle that contains an entered one is entered too. A rectangle inside an undecided one would take
            # even longer.
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
        if answer.stopped and time.monotonic() >= self.deadline:
            raise LimitReachedError
        self.nodes += answer.nodes
        return answer


def _symmetries(rules: Rules) -> Iterator[tuple[Symmetry, tuple[int, ...]]]:
    """Yield the board's symmetries that keep the kinds of pieces, with their permutations of the placements."""
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
