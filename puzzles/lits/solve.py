"""Solving a LITS puzzle by either of the two solvers: the kernel where it was built, CP-SAT
otherwise or on demand.

The kernel answers exactly, with proof, in a fraction of a millisecond for most published puzzles;
``docs/kernel-lits.md`` tells how it works. It knows regions with one tetromino only: Double LITS is
solved by CP-SAT.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache

from litslab import kernel
from litslab.games.errors import OptionError, check_choice, check_number, check_time_limit
from litslab.games.geometry import Board, mask_of
from litslab.games.language import tr
from litslab.games.pieces import TETROMINOES, Shape
from litslab.puzzles.lits.puzzle import (
    LITS,
    LitsPuzzle,
    PuzzleAnswer,
    PuzzleError,
    PuzzleRules,
    PuzzleSolution,
    SolutionStatus,
)
from litslab.puzzles.lits.sources import AnyPuzzle, read_puzzle
from litslab.solver.model.settings import Inspection


class EngineName(StrEnum):
    """The solvers."""

    KERNEL = "kernel"
    CPSAT = "cpsat"


def best_engine(rules: PuzzleRules = LITS) -> EngineName:
    """Return the kernel, or CP-SAT where there is no kernel or the rules are beyond it."""
    if not is_known_to_kernel(rules):
        return EngineName.CPSAT
    if not kernel.AVAILABLE:
        from litslab.solver.engines.kernel import is_built  # noqa: PLC0415 - puzzles need nothing else of it

        is_built()  # warns
    return EngineName.KERNEL if kernel.AVAILABLE else EngineName.CPSAT


def is_known_to_kernel(rules: PuzzleRules) -> bool:
    """Return whether the kernel can solve puzzles with some rules."""
    return rules.tetrominoes == 1


def choose_engine(name: str | None = None, rules: PuzzleRules = LITS) -> EngineName:
    """Return the engine of a name, or the best one for some rules where none is given.

    Raises
    ------
    OptionError
        If there is no such engine, it was not built here, or it does not know the rules.
    """
    if name is None:
        return best_engine(rules)
    check_choice("engine", name, EngineName)
    if name == EngineName.KERNEL and not is_known_to_kernel(rules):
        raise OptionError(f"engine kernel: it does not know {rules.title}: expected cpsat")
    if name == EngineName.KERNEL and not kernel.AVAILABLE:
        raise OptionError("engine kernel: it was not built here: expected cpsat")
    return EngineName(name)


def solve(
    puzzle: AnyPuzzle,
    engine: str | None = None,
    *,
    limit: int = 2,
    time_limit: float | None = None,
    conflict: bool = True,
    inspection: Inspection | None = None,
) -> PuzzleAnswer:
    """Solve a puzzle, with proof.

    Parameters
    ----------
    puzzle : LitsPuzzle or str or Path
        The puzzle, or what `puzzles.lits.sources.read_puzzle` reads.
    engine : str, optional
        ``kernel`` or ``cpsat``; `best_engine` of the rules where it is not given.
    limit : int
        Most solutions to look for, at least 2.
    time_limit : float, optional
        Wall-clock time.
    conflict : bool
        Whether to name regions that already conflict where there is no solution: CP-SAT finds them,
        whoever solved.
    inspection : Inspection, optional
        With the engine ``cpsat``: its search log, and a file for the model of the first solution.

    Raises
    ------
    OptionError
        If there is no such engine, it was not built here or does not know the rules, the limit is
        less than 2, or another engine than CP-SAT is to be inspected.
    PuzzleError
        If CP-SAT has to answer, and OR-Tools is not installed.

    Examples
    --------
    >>> import litslab as ll
    >>> answer = ll.solve_puzzle(ll.puzzle("lits/4/4/9q02jg"))
    >>> answer.status.value, len(answer.solutions)
    ('unique', 1)
    """
    check_number("limit", limit, 2, unit="solutions")
    check_time_limit(time_limit)
    puzzle = read_puzzle(puzzle)
    inspection = inspection or Inspection()
    chosen = choose_engine(engine, puzzle.rules)
    inspection.check_engine(chosen)
    # CP-SAT is imported only when it is used, because importing it takes a second.
    if chosen is EngineName.KERNEL:
        started = time.monotonic()
        found = solve_by_kernel(puzzle, limit=limit, time_limit=time_limit)
        if not conflict or found.status is not SolutionStatus.IMPOSSIBLE:
            return found
        from litslab.puzzles.lits.model.conflict import find_conflict  # noqa: PLC0415
        from litslab.puzzles.lits.model.solver import Clock  # noqa: PLC0415

        left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
        return replace(found, conflict=find_conflict(puzzle, Clock(left)))
    try:
        from litslab.puzzles.lits.model.solve import solve as by_model  # noqa: PLC0415
    except ModuleNotFoundError as error:  # in a page without a server
        raise PuzzleError(
            tr(
                "{title} is solved by CP-SAT, which is not available here: expected a page with a "
                "server, or the command line",
                title=puzzle.rules.title,
            )
        ) from error
    return by_model(
        puzzle, limit=limit, time_limit=time_limit, conflict=conflict, inspection=inspection
    )


def only_solution(puzzle: LitsPuzzle, time_limit: float | None = None) -> PuzzleSolution:
    """Return the one solution of a puzzle.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    time_limit : float, optional
        Wall-clock time.

    Raises
    ------
    PuzzleError
        If it has none, or several, or is not decided in time.
    """
    answer = solve(puzzle, time_limit=time_limit, conflict=False)
    if answer.status is not SolutionStatus.UNIQUE:
        raise PuzzleError(answer.status.refusal)
    return answer.solutions[0]


_NO_LIMIT = 1 << 62
_SHAPES = (*TETROMINOES, Shape.O, None)


@lru_cache
def kernel_solver() -> kernel.LitsSolver:
    """Return the solver that all puzzles of this process share, for the sake of its memory."""
    return kernel.LitsSolver()


@lru_cache
def kernel_rules(rules: PuzzleRules) -> kernel.LitsRules:
    """Return rules as the kernel takes them.

    Raises
    ------
    OptionError
        If it does not know them.
    """
    choose_engine(EngineName.KERNEL, rules)
    return kernel.LitsRules(
        with_o=Shape.O in rules.shapes,
        inverse=rules.inverse,
        optional=rules.optional,
        blank_blocks=rules.blank_blocks,
    )


def kernel_puzzle(
    board: Board,
    regions: Sequence[int],
    givens: str,
    rules: PuzzleRules,
) -> kernel.LitsPuzzle:
    """Return a puzzle as the kernel takes it."""
    return kernel.LitsPuzzle(board.columns, board.rows, regions, givens, kernel_rules(rules))


def solve_by_kernel(
    puzzle: LitsPuzzle,
    *,
    limit: int = 2,
    time_limit: float | None = None,
    nodes: int | None = None,
) -> PuzzleAnswer:
    """Solve a puzzle, with proof.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    limit : int
        Most solutions to look for, at least 2: a second solution proves that there are several.
    time_limit : float, optional
        Wall-clock time.
    nodes : int, optional
        Decisions made.

    Raises
    ------
    KeyboardInterrupt
        If Ctrl-C stopped the search.
    """
    asked = kernel_puzzle(puzzle.board, puzzle.regions, puzzle.givens, puzzle.rules)
    answer = kernel_solver().solve(
        asked,
        wanted=limit,
        seconds=float(_NO_LIMIT) if time_limit is None else time_limit,
        nodes=_NO_LIMIT if nodes is None else nodes,
    )
    solutions = []
    for found in answer.solutions:
        shapes = tuple(_SHAPES[shape] for shape in found.shapes)
        solutions.append(PuzzleSolution(mask_of(found.squares), shapes))
    return PuzzleAnswer(
        puzzle,
        SolutionStatus.of(len(solutions), complete=answer.complete),
        solutions=tuple(solutions),
        conflict=None,
        engine=EngineName.KERNEL.value,
        nodes=answer.nodes,
        seconds=answer.seconds,
        complete=answer.complete,
    )
