"""LITS puzzles to order: one solution, proved; a level that a person would give; and what else is wished.

A puzzle comes from `puzzles.annealing`; where it is not yet as wished, it is changed a little as long as it stays a
puzzle with one solution, towards the wished difficulty; and where that does not help, the search begins anew.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count

from games.geometry import Board, bits
from jobs.tasks import run_tasks_in_order
from puzzles.annealing import Walk
from puzzles.grade import CUTS, Grade, grade
from puzzles.lits import LitsPuzzle
from puzzles.lits_kernel import may_be_symmetric, open_squares, solve
from puzzles.result import PuzzleSolution, Status
from puzzles.svg import draw_puzzle
from puzzles.wishes import Wishes

CLIMB = 16
"""How many changes are graded on the way from a puzzle that is not as wished, before the search begins anew."""

NEIGHBOURS = 40
"""How many changes are tried to find one that leaves one solution."""

MOST_DUPLICATES = 1000
"""How many times in a row a puzzle may turn out to be a duplicate before there are taken to be no others."""

MOST_TRIALS = {1: 0, 2: 0, 3: 0, 4: 20, 5: 300}
"""How many trials grading may begin, by the highest level wished: below 4 a puzzle takes none."""


@dataclass(frozen=True)
class Order:
    """One puzzle of many: what it is like depends on nothing else.

    Attributes
    ----------
    wishes : Wishes
        What it has to be like.
    seed : int
        The seed of all.
    number : int
        Which of the puzzles of that seed, from 0.
    attempt : int
        0, or how many times the puzzle of this number turned out to be one that was made already.
    seconds : float or None
        When to give up, in seconds from the start.
    """

    wishes: Wishes
    seed: int
    number: int
    attempt: int = 0
    seconds: float | None = None


@dataclass(frozen=True)
class Generated:
    """What came of an order.

    Attributes
    ----------
    order : Order
        The order.
    puzzle : LitsPuzzle or None
        The puzzle; None where the time was over before there was one.
    solution : PuzzleSolution or None
        Its only solution.
    grade : Grade or None
        How hard it is.
    rejected : dict of str to int
        Why other puzzles were not taken: how many for each reason.
    judged : int
        How many partitions into regions were judged.
    seconds : float
        Wall-clock time, that for duplicates included.
    exhausted : bool
        Whether there is no puzzle because all that were found were made already, `MOST_DUPLICATES` in a row.
    """

    order: Order
    puzzle: LitsPuzzle | None
    solution: PuzzleSolution | None
    grade: Grade | None
    rejected: dict[str, int] = field(default_factory=dict)
    judged: int = 0
    seconds: float = 0.0
    exhausted: bool = False

    def _repr_svg_(self) -> str | None:
        """Draw the puzzle with its level in a notebook; nothing where none was found."""
        if self.puzzle is None or self.grade is None:
            return None
        return draw_puzzle(self.puzzle, title=f"level {self.grade.label}")


SMALL = 16
"""Boards of so many squares are judged with trials whatever the level."""


class KernelJudge:
    """The kernel as the `puzzles.annealing.Judge` of partitions."""

    def open_squares(self, board: Board, regions: list[int], trials: bool) -> list[int] | None:
        """Return the squares that stay open; None for a contradiction."""
        return open_squares(board, regions, trials=trials)

    def may_be_symmetric(self, board: Board, regions: list[int], images: Sequence[Sequence[int]]) -> bool:
        """Tell whether there may be a solution that each of the images of the squares maps to itself."""
        return may_be_symmetric(board, regions, images)


def generate(order: Order, clock: Callable[[], float] = time.monotonic) -> Generated:
    """Make a puzzle.

    Parameters
    ----------
    order : Order
        What is wished. The same order gives the same puzzle, unless its time is over before.
    clock : callable
        Returns the time in seconds; tests give one that does not depend on the machine.
    """
    started = clock()
    wishes = order.wishes
    rng = random.Random(f"{order.seed}/{order.number}/{order.attempt}")
    rejected: Counter[str] = Counter()
    # Trials make a puzzle harder than what the kernel concludes by itself. For easy ones that is a detour, but on the
    # smallest boards what is concluded without them has hardly a region that does not solve itself.
    trials = wishes.levels[1] > 1 or wishes.board.size <= SMALL
    walk = Walk(wishes.board, wishes.limits, KernelJudge(), rng, trials=trials, clock=clock)
    deadline = math.inf if order.seconds is None else started + order.seconds
    found = None
    while found is None and clock() < deadline:
        if walk.heat(deadline):
            found = _climb(walk, wishes, rng, rejected, lambda: clock() > deadline)
    puzzle, solution, graded = found or (None, None, None)
    return Generated(order, puzzle, solution, graded, dict(rejected), walk.effort.judged, clock() - started)


def _climb(
    walk: Walk, wishes: Wishes, rng: random.Random, rejected: Counter[str], is_late: Callable[[], bool]
) -> tuple[LitsPuzzle, PuzzleSolution, Grade] | None:
    """Change a puzzle step by step towards what is wished; return it as soon as it is that."""
    best: float | None = None
    back: dict[int, int] | None = None
    for _ in range(CLIMB):
        puzzle = LitsPuzzle(walk.board, tuple(walk.partition.numbered()))
        answer = solve(puzzle)
        if answer.status is not Status.UNIQUE:
            raise AssertionError("what is decided without search has to be unique")
        (solution,) = answer.solutions
        puzzle = with_letters(puzzle, solution, wishes.given, rng)
        missed = list(wishes.missed_by_solution(puzzle, solution))
        distance = 1e6 * len(missed)
        graded = None
        if not missed:
            graded = grade(puzzle, MOST_TRIALS[wishes.levels[1]])
            missed = list(wishes.missed_by_grade(graded))
            distance = _distance(graded, wishes) + 1e3 * len(missed)
        if graded is not None and not missed:
            return puzzle, solution, graded
        rejected.update(missed)
        if best is None or distance <= best:
            best = distance
        elif back is not None:
            walk.undo(back)
        back = walk.neighbour(NEIGHBOURS)
        if back is None or is_late():
            break
    return None


def _distance(graded: Grade, wishes: Wishes) -> float:
    """How far a score is from those of the wished levels."""
    low, high = wishes.levels
    edges = (0.0, *CUTS, float("inf"))
    return max(0.0, edges[low - 1] - graded.score, graded.score - edges[high])


def with_letters(puzzle: LitsPuzzle, solution: PuzzleSolution, number: int, rng: random.Random) -> LitsPuzzle:
    """Return a puzzle with the letters of some regions given, each in one of its shaded squares."""
    if not number:
        return puzzle
    givens = ["?"] * puzzle.board.size
    for region in rng.sample(range(len(puzzle.masks)), min(number, len(puzzle.masks))):
        shaded = list(bits(puzzle.masks[region] & solution.shading))
        givens[rng.choice(shaded)] = solution.shapes[region].value
    return replace(puzzle, givens="".join(givens))


def canonical(puzzle: LitsPuzzle) -> LitsPuzzle:
    """Return the one of the images of a puzzle under the board's symmetries that stands for all of them.

    A square board has eight, a rectangle four and, turned to stand, the same four again: so a puzzle and its quarter
    turn count as one too.
    """
    return min(_images(puzzle), key=lambda image: (image.board.columns, image.regions, image.givens))


def _images(puzzle: LitsPuzzle) -> Iterator[LitsPuzzle]:
    board = puzzle.board
    transposed = [board.square(column, row) for column in range(board.columns) for row in range(board.rows)]
    turned = LitsPuzzle(
        Board(board.rows, board.columns),
        tuple(puzzle.regions[square] for square in transposed),
        "".join(puzzle.given(square) for square in transposed),
    )
    for each in (puzzle,) if board.columns == board.rows else (puzzle, turned):
        for symmetry in each.board.symmetries:
            regions, givens = [0] * board.size, ["?"] * board.size
            for square, image in enumerate(symmetry.squares):
                regions[image] = each.regions[square]
                givens[image] = each.given(square)
            yield LitsPuzzle(each.board, tuple(regions), "".join(givens))


def generate_many(
    wishes: Wishes,
    number: int,
    seed: int,
    *,
    known: dict[int, LitsPuzzle] | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    seconds: float | None = None,
    rejected: Callable[[dict[str, int]], None] | None = None,
) -> Generator[Generated, None, None]:
    """Make many different puzzles and yield them in the order of their numbers.

    Two puzzles that a turn or a mirror makes equal count as the same one, and the later is replaced by another. Where
    no other is found in `MOST_DUPLICATES` further attempts, the run ends with a result without a puzzle.

    Parameters
    ----------
    wishes : Wishes
        What all of them have to be like.
    number : int
        How many.
    seed : int
        The same seed gives the same puzzles, whatever `jobs` is.
    known : dict of int to LitsPuzzle, optional
        Puzzles by number that are there already and are not made again.
    jobs, scheduler
        As for `jobs.tasks.run_tasks`.
    seconds : float, optional
        When to give up a puzzle: the time for its duplicates counts, too.
    rejected : callable, optional
        Told why puzzles were not taken, each time one is finished and those before it, too; that one is a duplicate
        counts as a reason.
    """
    tell = rejected or (lambda _: None)
    made = dict(known or {})
    orders = (Order(wishes, seed, each, 0, seconds) for each in range(number) if each not in made)
    seen: dict[LitsPuzzle, int] = {}
    with closing(run_tasks_in_order(generate, orders, workers=jobs, scheduler=scheduler)) as results:
        for each in range(number):
            if each in made:
                seen.setdefault(canonical(made[each]), each)
                continue
            _, found = next(results)
            tell(found.rejected)
            found = _distinct(found, seen, tell)
            yield found
            if found.exhausted:
                return


def _distinct(found: Generated, seen: dict[LitsPuzzle, int], tell: Callable[[dict[str, int]], None]) -> Generated:
    """Return a result, replaced as long as an earlier puzzle is the same: all within the time of its order."""
    order = found.order
    for attempt in count(1):
        if found.puzzle is None or seen.setdefault(canonical(found.puzzle), order.number) == order.number:
            return found
        if attempt > MOST_DUPLICATES:
            return replace(found, puzzle=None, solution=None, grade=None, exhausted=True)
        left = None if order.seconds is None else order.seconds - found.seconds
        again = generate(replace(order, attempt=attempt, seconds=left))
        reasons = Counter(again.rejected) + Counter({"made already": 1})
        tell(dict(reasons))
        found = replace(
            again,
            order=replace(order, attempt=attempt),
            rejected=dict(Counter(found.rejected) + reasons),
            judged=found.judged + again.judged,
            seconds=found.seconds + again.seconds,
        )
    raise AssertionError("counting does not end")
