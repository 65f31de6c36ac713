"""What a setter starts from, made ready for the generator: a solution that can be a puzzle's only one.

A drawing may be cut into tetrominoes in several ways, and a picture may be shaded in several ways that are equally
close to it. The first of them for which there are regions is taken; where there are none for any, the squares to blame
are those of the first.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import dataclass

from litslab.games.geometry import Board
from litslab.jobs.progress import OnProgress, Progress
from litslab.puzzles.lits.generate.border_walk import BorderWalk
from litslab.puzzles.lits.generate.partition import RegionLimits
from litslab.puzzles.lits.generate.search import KernelJudge
from litslab.puzzles.lits.generate.solution_text import Solution
from litslab.puzzles.lits.puzzle import PuzzleError

MOST_TRIED = 1000
"""How many solutions are tried at most."""


@dataclass(frozen=True)
class Setting:
    """The solution around which a puzzle is made, or why there is none.

    Attributes
    ----------
    solution : Solution or None
        Tetrominoes around which there are regions that leave no other solution; None where none were found.
    tried : int
        How many solutions were looked at.
    complete : bool
        Whether None is a proof for all of them, and not a limit that was reached.
    blamed : int
        Squares of which it is proved that they cannot all belong to a region around the first solution; empty where
        that is not known.
    """

    solution: Solution | None
    tried: int
    complete: bool
    blamed: int = 0


def choose_solution(
    board: Board,
    solutions: Iterable[Solution],
    limits: RegionLimits,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    most: int = MOST_TRIED,
    progress: OnProgress | None = None,
) -> Setting:
    """Return the first of some solutions around which there are regions that leave no other solution.

    Parameters
    ----------
    board : Board
        The board.
    solutions : iterable of Solution
        What is tried, in this order; it raises TimeoutError where others would have followed.
    limits : RegionLimits
        The sizes and the symmetry of the regions; their number is that of the tetrominoes.
    seed : int
        Random seed.
    time_limit : float, optional
        When to give up, in seconds.
    most : int
        How many solutions are tried at most.
    progress : callable, optional
        Receives how many were tried.

    Raises
    ------
    PuzzleError
        If the first solution is not as symmetric as the regions have to be.
    """
    deadline = float("inf") if time_limit is None else time.monotonic() + time_limit
    tried, blamed = 0, 0
    complete = True
    wrong: PuzzleError | None = None
    following = iter(solutions)
    while True:
        try:
            solution = next(following)
        except StopIteration:
            break
        except TimeoutError:
            complete = False
            break
        if tried == most or time.monotonic() > deadline:
            complete = False
            break
        tried += 1
        try:
            walk = BorderWalk(
                board, solution, limits, KernelJudge(), random.Random(f"{seed}/{tried}"), deadline=deadline
            )
        except PuzzleError as error:
            wrong = wrong or error
            continue
        if walk.anneal():
            return Setting(solution, tried, complete=True)
        complete = complete and walk.is_impossible
        if tried == 1 and walk.synthesis is not None:
            blamed = walk.synthesis.blamed
        if progress is not None:
            progress(Progress(tried, None))
    if wrong is not None and not blamed:
        raise wrong
    return Setting(None, tried, complete, blamed)
