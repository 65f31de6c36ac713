"""A position solved by a given engine."""

from __future__ import annotations

from dataclasses import replace

from litslab.games.memory import OutOfMemoryError
from litslab.games.position import Position
from litslab.jobs.progress import OnProgress
from litslab.solver.endgame.certificate import ProofLimitError, certify
from litslab.solver.endgame.even_openings import find_even_openings
from litslab.solver.endgame.optimal_moves import DEFAULT_OPTIONS, SolveOptions, find_optimal_moves
from litslab.solver.endgame.solution import Solution
from litslab.solver.engines.oracle import Oracle


def solve_with(
    oracle: Oracle,
    position: Position,
    options: SolveOptions = DEFAULT_OPTIONS,
    *,
    swap: bool = True,
) -> Solution:
    """Solve a position by a given engine, as far as its limit allows; `swap` is as for `solve`."""
    if swap and position.swap_follows:
        return find_even_openings(oracle, position, options)
    return find_optimal_moves(oracle, position, options)


def certified(solution: Solution, oracle: Oracle, progress: OnProgress) -> Solution:
    """Return an answer with its certificate, or with the reason why there is none."""
    if not solution.is_complete:
        return replace(solution, uncertified="limit reached before the answer")
    try:
        return replace(solution, certificate=certify(solution.position, oracle, progress=progress))
    except (ProofLimitError, OutOfMemoryError, KeyboardInterrupt) as error:
        return replace(
            solution, uncertified=f"the proof was not finished: {str(error) or 'interrupted'}"
        )
