"""Finished positions with at most a given number of tetrominoes, by exhaustive search in the
kernel.

The kernel's search branches over the pieces that may block a placement that is still possible.
Alone it is slow, because few pieces restrict a board only a little. Therefore it first searches for
positions that leave a rectangle free, the largest rectangles first. If there are none, every
position enters that rectangle and all its images. These conditions make the questions about smaller
rectangles faster, and finally the question itself. The rectangles are not needed for the proof;
they only shorten it.

The kinds of pieces that run out are fixed beforehand, because they determine which placements have
to be blocked. With few pieces no kind or one kind runs out, and each case is searched separately.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass

from litslab import kernel
from litslab.games.geometry import Board, Symmetry, bits, mask_of
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.solver.engines.kernel import tetromino_placements
from litslab.solver.engines.limit import LimitReachedError

FIRST_BUDGET = 100
"""Nodes for each question about a rectangle in the first round."""
BUDGET_FACTOR = 3
"""The factor by which each later round has more nodes; smaller ones help large boards and hurt
small ones.
"""


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
    board = rules.board
    supply = rules.table.usable_counts
    search = kernel.few_pieces_search(
        board.columns, board.rows, tetromino_placements(rules.table), list(supply)
    )
    absent = {kind for kind, count in enumerate(supply) if not count}
    for used_up in _subsets(len(supply)):
        pieces = sum(supply[kind] for kind in used_up)
        if pieces > most or not absent.issubset(used_up):
            continue
        placed = _Case(rules, search, most, used_up, deadline).solve()
        if placed:
            return rules.from_placements(rules.table[index] for index in placed)
    return None


def _subsets(number: int) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of the first whole numbers, the smallest first."""
    for size in range(number + 1):
        yield from itertools.combinations(range(number), size)


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
        """Return the placements of such a position, empty if there is none; raises
        `LimitReachedError`.
        """
        budget = FIRST_BUDGET
        while True:
            answer = self.enter_rectangles(budget) or self.ask(0, self.nodes)
            if answer.placed or not answer.stopped:
                return answer.placed
            budget *= BUDGET_FACTOR

    def enter_rectangles(self, budget: int) -> kernel.FewPieces | None:
        """Look for rectangles that every position enters, with a budget of nodes for each; return a
        position if found.

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
            # A rectangle that contains an entered one is entered too. A rectangle inside an
            # undecided one would take even longer.
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
                kept = {
                    region for region in self.entered if all(image & ~region for image in images)
                }
                self.entered = kept | images
        return None

    def ask(self, avoided: int, nodes: int) -> kernel.FewPieces:
        """Look for a position that leaves some squares free; raises `LimitReachedError` at the end
        of the time.
        """
        symmetries = [
            placements
            for symmetry, placements in self.symmetries
            if symmetry.apply(avoided) == avoided
        ]
        answer = self.search.find(
            self.most,
            used_up=self.used_up,
            entered=[list(bits(region)) for region in sorted(self.entered)],
            avoided=list(bits(avoided)),
            symmetries=symmetries,
            nodes=nodes,
            seconds=max(0.0, self.deadline - time.monotonic()),
        )
        if answer.stopped and time.monotonic() >= self.deadline:
            raise LimitReachedError
        self.nodes += answer.nodes
        return answer


def _symmetries(rules: Rules) -> Iterator[tuple[Symmetry, tuple[int, ...]]]:
    """Yield the board's symmetries that keep the kinds of pieces, with their permutations of the
    placements.
    """
    table = rules.table
    for symmetry in rules.board.symmetries:
        kept = []
        for placement in table:
            image = table.image(placement, symmetry.squares)
            if image is not None and image.kind == placement.kind:
                kept.append(image.index)
        if len(kept) == len(table):
            yield symmetry, tuple(kept)


def _rectangles(board: Board) -> list[int]:
    """Return the rectangles of squares on a board, the largest first."""
    found = [
        mask_of(
            board.square(column, row) for column in range(left, right) for row in range(bottom, top)
        )
        for left, right in itertools.combinations(range(board.columns + 1), 2)
        for bottom, top in itertools.combinations(range(board.rows + 1), 2)
    ]
    return sorted(found, key=lambda rectangle: -rectangle.bit_count())
