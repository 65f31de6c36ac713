"""Solving a LITS puzzle by either of the two solvers: the kernel where it was built, CP-SAT otherwise or on demand."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from litslab.games.errors import OptionError
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleAnswer, PuzzleError, PuzzleSolution, SolutionStatus
from litslab.puzzles.lits.sources import as_puzzle
from litslab.solver.engines.kernel import is_built


class EngineName(StrEnum):
    """Who solves."""

    KERNEL = "kernel"
    CPSAT = "cpsat"


def best_engine() -> EngineName:
    """Return the kernel, or CP-SAT where there is no kernel."""
    return EngineName.KERNEL if is_built() else EngineName.CPSAT


def choose_engine(name: str | None = None) -> EngineName:
    """Return the engine of a name, or the best one where none is given.

    Raises
    ------
    OptionError
        If there is no such engine, or it was not built here.
    """
    if name is None:
        return best_engine()
    if name not in list(EngineName):
        raise OptionError(f"engine {name!r}: expected {' or '.join(EngineName)}")
    if name == EngineName.KERNEL and not is_built():
        raise OptionError("engine kernel: it was not built here: expected cpsat")
    return EngineName(name)


def solve(
    puzzle: LitsPuzzle | str | Path,
    engine: str | None = None,
    *,
    limit: int = 2,
    time_limit: float | None = None,
    conflict: bool = True,
) -> PuzzleAnswer:
    """Solve a puzzle, with proof.

    Parameters
    ----------
    puzzle : LitsPuzzle or str or Path
        The puzzle, or what `puzzles.lits.sources.puzzle` reads.
    engine : str, optional
        ``kernel`` or ``cpsat``; `best_engine` where it is not given.
    limit : int
        How many solutions to look for, at least 2.
    time_limit : float, optional
        Wall-clock time.
    conflict : bool
        Whether to name regions that already conflict where there is no solution: CP-SAT finds them, whoever solved.

    Raises
    ------
    OptionError
        If there is no such engine, or it was not built here.

    Examples
    --------
    >>> import litslab as ll
    >>> answer = ll.solve_puzzle(ll.puzzle("lits/4/4/9q02jg"))
    >>> answer.status.value, len(answer.solutions)
    ('unique', 1)
    """
    puzzle = as_puzzle(puzzle)
    # Either solver is loaded only where it is used: CP-SAT alone takes a second.
    if choose_engine(engine) is EngineName.KERNEL:
        from litslab.puzzles.lits.kernel import solve as by_kernel  # noqa: PLC0415

        started = time.monotonic()
        found = by_kernel(puzzle, limit=limit, time_limit=time_limit)
        if not conflict or found.status is not SolutionStatus.IMPOSSIBLE:
            return found
        from litslab.puzzles.lits.model import Clock, find_conflict  # noqa: PLC0415

        left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
        return replace(found, conflict=find_conflict(puzzle, Clock(left)))
    from litslab.puzzles.lits.model import solve as by_model  # noqa: PLC0415

    return by_model(puzzle, limit=limit, time_limit=time_limit, conflict=conflict)


def only_solution(puzzle: LitsPuzzle) -> PuzzleSolution:
    """Return the one solution of a puzzle.

    Raises
    ------
    PuzzleError
        If it has none, or several.
    """
    answer = solve(puzzle, conflict=False)
    if answer.status is not SolutionStatus.UNIQUE:
        raise PuzzleError(f"solutions: {answer.status}: expected one to hold the state against")
    return answer.solutions[0]


@dataclass(frozen=True)
class SolveTask:
    """A puzzle to be solved among others, by another process perhaps.

    Attributes
    ----------
    number : int
        Its place among them.
    puzzle : LitsPuzzle
        The puzzle.
    engine : EngineName
        Who solves.
    limit : int
        How many solutions to look for.
    time_limit : float or None
        Wall-clock time.
    """

    number: int
    puzzle: LitsPuzzle
    engine: EngineName
    limit: int
    time_limit: float | None


def answer(question: SolveTask) -> PuzzleAnswer:
    """Answer a question: `solve` as a function of one argument, for `jobs.tasks`."""
    return solve(question.puzzle, question.engine, limit=question.limit, time_limit=question.time_limit)
