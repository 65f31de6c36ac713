"""Help for people who set LITS puzzles: is a puzzle unique, where do its solutions differ, and what
would repair it.

A repair moves one or two squares to a region next to them, so that exactly one solution is left,
which is proved.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import and_, or_

from pydantic import computed_field

from litslab.games.drawable import Drawable
from litslab.games.errors import OptionError
from litslab.games.geometry import Board, mask_of
from litslab.games.language import listed, tr
from litslab.games.result_json import Hidden, JsonSquare, JsonSquares
from litslab.puzzles.lits.puzzle import (
    OUTSIDE,
    JsonRegion,
    LitsPuzzle,
    PuzzleAnswer,
    PuzzleSolution,
    SolutionStatus,
    reading_rank,
)
from litslab.puzzles.lits.solve import solve
from litslab.puzzles.lits.sources import AnyPuzzle


@dataclass(frozen=True)
class BorderMove:
    """A square that changes its region."""

    square: JsonSquare
    """The square."""
    leaves: JsonRegion
    """Its region in the puzzle before any move."""
    joins: JsonRegion
    """The region that it joins, as before any move."""


def moves_of(board: Board, regions: Sequence[int]) -> Iterator[BorderMove]:
    """Yield every way to move one square to a region next to it, whatever becomes of the region
    that it leaves.
    """
    for square, region in enumerate(regions):
        if region == OUTSIDE:
            continue
        near = {regions[neighbour] for neighbour in board.neighbours(square)} - {OUTSIDE, region}
        for other in sorted(near):
            yield BorderMove(square, region, other)


def moved(puzzle: LitsPuzzle, moves: Sequence[BorderMove]) -> LitsPuzzle | None:
    """Return a puzzle after moves, or None where a region would be in two parts or too small for
    its tetrominoes.
    """
    board = puzzle.board
    regions = list(puzzle.regions)
    for move in moves:
        regions[move.square] = move.joins
    for region in {move.leaves for move in moves} | {move.joins for move in moves}:
        squares = mask_of(square for square, number in enumerate(regions) if number == region)
        is_small = squares.bit_count() < puzzle.rules.smallest_region
        if is_small or not board.is_connected(squares):
            return None
    return LitsPuzzle(board, tuple(regions), puzzle.givens, puzzle.rules)


MOST_REPAIRS = 5
"""Default number of repairs."""

MOST_SOLUTIONS = 200
"""Number of solutions that are compared, if a puzzle has several."""

MOST_PAIRS = 2_000_000
"""Most pairs of moves that are considered."""


@dataclass(frozen=True)
class Repair:
    """Moves of squares after which a puzzle has exactly one solution."""

    moves: tuple[BorderMove, ...]
    """One or two."""
    puzzle: Hidden[LitsPuzzle]
    """The puzzle after them."""
    solution: PuzzleSolution
    """Its only solution, proved."""
    keeps_solution: bool
    """Whether that was a solution before, too."""

    @computed_field
    @property
    def regions(self) -> list[list[int]]:
        """The region of each square after them, the top row first."""
        return self.puzzle.rows()


@dataclass(frozen=True)
class PuzzleCheck(Drawable):
    """A check of a puzzle for its setter."""

    drawn_by = "puzzles.lits.check_picture:draw_check"

    answer: PuzzleAnswer
    """The number of solutions."""
    repairs: tuple[Repair, ...]
    """The smallest repairs that were found, single moves first, and of these first those that keep
    a solution.
    """
    searched: bool
    """Whether the search for repairs came to its end: it found as many as were asked for, or tried
    everything.
    """
    tried: int
    """Number of changed puzzles that were solved."""

    @property
    def puzzle(self) -> LitsPuzzle:
        """The puzzle."""
        return self.answer.puzzle

    @computed_field
    @property
    def differing(self) -> JsonSquares:
        """The squares that are shaded in some of the solutions found, but not in all."""
        shadings = [solution.shading for solution in self.answer.solutions]
        return reduce(or_, shadings, 0) & ~reduce(and_, shadings, -1)


def check_puzzle(
    puzzle: AnyPuzzle,
    *,
    most_repairs: int = MOST_REPAIRS,
    time_limit: float | None = None,
) -> PuzzleCheck:
    """Check a puzzle: is its solution unique, and which borders to move if not.

    Parameters
    ----------
    puzzle : LitsPuzzle or str or Path
        The puzzle, or what `puzzles.lits.sources.read_puzzle` reads.
    most_repairs : int
        Number of repairs to look for.
    time_limit : float, optional
        Time for the whole check.

    Returns
    -------
    PuzzleCheck
        Every repair is proved to leave one solution. The same puzzle gives the same repairs unless
        time runs out.

    Raises
    ------
    OptionError
        If the number of repairs is negative.

    Examples
    --------
    >>> import litslab as ll
    >>> check = ll.check_puzzle(ll.puzzle("lits/6/6/lldoa4043q6c"), most_repairs=2)
    >>> check.answer.status.value, len(check.answer.solutions)
    ('multiple', 20)
    >>> [len(repair.moves) for repair in check.repairs]
    [2, 2]
    """
    if most_repairs < 0:
        raise OptionError(f"{most_repairs} repairs: expected 0 or more")
    deadline = None if time_limit is None else time.monotonic() + time_limit
    answer = solve(puzzle, limit=MOST_SOLUTIONS, time_limit=time_limit)
    if answer.status in {SolutionStatus.UNIQUE, SolutionStatus.UNDECIDED} or not most_repairs:
        return PuzzleCheck(answer, (), answer.status is not SolutionStatus.UNDECIDED, 0)
    search = _Search(answer, deadline)
    repairs = search.single()
    repairs.sort(key=lambda repair: not repair.keeps_solution)
    if len(repairs) < most_repairs:
        repairs += islice(search.double(repairs), most_repairs - len(repairs))
    enough = len(repairs) >= most_repairs
    return PuzzleCheck(
        answer, tuple(repairs[:most_repairs]), enough or not search.stopped, search.tried
    )


class _Search:
    """The search for repairs of a puzzle with several solutions, or none."""

    def __init__(self, answer: PuzzleAnswer, deadline: float | None) -> None:
        self._puzzle = answer.puzzle
        self._deadline = deadline
        self._shadings = [solution.shading for solution in answer.solutions]
        # For each square the known solutions that do not shade it: they remain solutions if it
        # moves.
        self._survivors = [
            mask_of(
                number for number, shading in enumerate(self._shadings) if not shading >> square & 1
            )
            for square in range(self._puzzle.board.size)
        ]
        self._conflict = set(answer.conflict or ())
        rank = reading_rank(self._puzzle.board)
        moves = moves_of(self._puzzle.board, self._puzzle.regions)
        self._moves = sorted(moves, key=lambda move: (rank[move.square], move.joins))
        self.tried = 0
        self.stopped = False

    def _kept(self, moves: Iterable[BorderMove]) -> int:
        """Return how many of the known solutions remain solutions after moves: where no moved
        square is shaded.
        """
        left = (1 << len(self._shadings)) - 1
        for move in moves:
            left &= self._survivors[move.square]
        return left.bit_count()

    def _may_help(self, moves: tuple[BorderMove, ...]) -> bool:
        """Return whether moves can repair: at most one known solution is left, or a conflict is
        touched.
        """
        if self._shadings:
            return self._kept(moves) <= 1
        touched = {region for move in moves for region in (move.leaves, move.joins)}
        return not self._conflict or bool(touched & self._conflict)

    def _try(self, moves: tuple[BorderMove, ...]) -> Repair | None:
        """Return moves as a repair, if they are one."""
        if (puzzle := moved(self._puzzle, moves)) is None:
            return None
        left = None if self._deadline is None else self._deadline - time.monotonic()
        if left is not None and left <= 0:
            self.stopped = True
            return None
        self.tried += 1
        answer = solve(puzzle, time_limit=left, conflict=False)
        self.stopped |= answer.status is SolutionStatus.UNDECIDED
        if answer.status is not SolutionStatus.UNIQUE:
            return None
        (solution,) = answer.solutions
        return Repair(moves, puzzle, solution, solution.shading in self._shadings)

    def single(self) -> list[Repair]:
        """Return every repair that moves one square."""
        return [
            repair
            for move in self._moves
            if self._may_help((move,)) and (repair := self._try((move,)))
        ]

    def double(self, known: list[Repair]) -> Iterator[Repair]:
        """Yield the repairs that move two squares, those that may keep a solution first.

        A move that is a repair by itself is left out: with it any other one would be more than is
        needed.
        """
        alone = {repair.moves[0] for repair in known}
        first = [move for move in self._moves if move not in alone]
        for keeping in (True, False) if self._shadings else (False,):
            for pair in islice(self._pairs(first, alone), MOST_PAIRS):
                if self.stopped or (
                    self._deadline is not None and time.monotonic() > self._deadline
                ):
                    self.stopped = True
                    return
                if not self._may_help(pair) or (
                    self._shadings and bool(self._kept(pair)) != keeping
                ):
                    continue
                if repair := self._try(pair):
                    yield repair

    def _pairs(
        self,
        moves: list[BorderMove],
        alone: set[BorderMove],
    ) -> Iterator[tuple[BorderMove, BorderMove]]:
        """Yield each pair of moves once; the second may be possible only after the first."""
        board = self._puzzle.board
        seen = set[frozenset[BorderMove]]()
        for one in moves:
            regions = list(self._puzzle.regions)
            regions[one.square] = one.joins
            for other in moves_of(board, regions):
                pair = frozenset((one, other))
                if other.square == one.square or other in alone or pair in seen:
                    continue
                seen.add(pair)
                yield one, other


EFFECTS = (SolutionStatus.UNIQUE, SolutionStatus.MULTIPLE, SolutionStatus.IMPOSSIBLE)
"""The effects of moving a border, the best first."""


def border_effects(
    puzzle: LitsPuzzle,
    time_limit: float | None = None,
) -> dict[tuple[int, int], SolutionStatus]:
    """Return the best effect of moving one of the two squares beside a border to the other region.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    time_limit : float, optional
        Time for all borders.

    Returns
    -------
    dict
        One of `EFFECTS` for each pair of squares beside a border: the square to move, and the one
        whose region it joins. A pair is missing if neither square can move, or if the time runs
        out.

    Examples
    --------
    >>> from litslab.puzzles.lits.sources import read_puzzle
    >>> found = border_effects(read_puzzle("lits/4/4/9q02jg"))
    >>> [(pair, effect.value) for pair, effect in sorted(found.items())][:2]
    [((0, 4), 'impossible'), ((5, 1), 'unique')]
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    found: dict[tuple[int, int], SolutionStatus] = {}
    for move in moves_of(puzzle.board, puzzle.regions):
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        if left == 0:
            break
        if (changed := moved(puzzle, (move,))) is None:
            continue
        effect = solve(changed, time_limit=left, conflict=False).status
        for other in puzzle.board.neighbours(move.square):
            if puzzle.regions[other] != move.joins or effect not in EFFECTS:
                continue
            opposite = found.get((other, move.square))
            if opposite is None or EFFECTS.index(effect) < EFFECTS.index(opposite):
                found.pop((other, move.square), None)
                found[move.square, other] = effect
    return found


def repair_text(puzzle: LitsPuzzle, repair: Repair) -> str:
    """Return all moves of a repair in words; the regions are called by their first squares before
    any move.
    """
    name = puzzle.region_name
    moves = [
        tr(
            "move {square} from the region at {one} to the region at {other}",
            square=puzzle.board.name(move.square),
            one=name(move.leaves),
            other=name(move.joins),
        )
        for move in repair.moves
    ]
    return (
        tr("{moves} (keeps a solution)", moves=listed(moves))
        if repair.keeps_solution
        else listed(moves)
    )
