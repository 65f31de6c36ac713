"""The single entry point to CP-SAT: solvers, runs, and the meaning of each status."""

from __future__ import annotations

import sys
import threading
from dataclasses import replace

from ortools.sat.python import cp_model

from litslab.games.errors import GameError
from litslab.games.files import write_new
from litslab.games.memory import OutOfMemoryError
from litslab.jobs.interrupts import stopping
from litslab.solver.model.optimum import OptimumStatus
from litslab.solver.model.settings import Inspection, Settings

MOST_MEBIBYTES = 700
"""The memory limit of a child process that runs CP-SAT, including the model; it stops there as at a
time limit.
"""

_STATUSES = {
    cp_model.OPTIMAL: OptimumStatus.OPTIMAL,
    cp_model.FEASIBLE: OptimumStatus.FEASIBLE,
    cp_model.INFEASIBLE: OptimumStatus.IMPOSSIBLE,
    cp_model.UNKNOWN: OptimumStatus.UNKNOWN,
}
"""The statuses of CP-SAT; there is one more, MODEL_INVALID, which is an error."""


class SolverError(GameError):
    """A model or a setting that CP-SAT refuses."""


def make_solver(
    settings: Settings,
    time_limit: float | None = None,
    *,
    memory: int | None = MOST_MEBIBYTES,
) -> cp_model.CpSolver:
    """Return a solver.

    Parameters
    ----------
    settings : Settings
        Workers and seed.
    time_limit : float, optional
        The time that is left, in place of that of the settings.
    memory : int, optional
        The memory limit in MiB. CP-SAT counts all memory of the process, so None, the limit of
        CP-SAT itself, suits small models in a process that holds other data.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = settings.workers
    parameters.random_seed = settings.seed
    if memory is not None:
        parameters.max_memory_in_mb = memory
    # CP-SAT would not restore the handler, so Ctrl-C would end the process after its first search.
    parameters.catch_sigint_signal = False
    if time_limit is not None:
        parameters.max_time_in_seconds = max(0.0, time_limit)
    if settings.inspection.log:
        parameters.log_search_progress = True
        parameters.log_to_stdout = False
        solver.log_callback = _log
    return solver


def _log(message: str) -> None:
    """Write a message of the search log to standard error, so that outputs stay clean."""
    print(message, file=sys.stderr, flush=True)


def export(model: cp_model.CpModel, inspection: Inspection) -> Inspection:
    """Write a model to the file of an inspection, if it has one.

    Returns
    -------
    Inspection
        The inspection with which the file can be replaced by the same model with more cuts.

    Raises
    ------
    FileError
        If the file cannot be written.
    """
    if inspection.export is None:
        return inspection
    write_new(inspection.export, str(model.proto), force=inspection.force)
    return replace(inspection, force=True)


def run(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    callback: cp_model.CpSolverSolutionCallback | None = None,
) -> OptimumStatus:
    """Run CP-SAT so that Ctrl-C stops it at once, and return its status: unknown if a limit was
    reached first.

    Without an objective, a solution is `OptimumStatus.OPTIMAL`; an enumeration is if it is
    complete.

    Parameters
    ----------
    solver : CpSolver
        The solver.
    model : CpModel
        The model.
    callback : CpSolverSolutionCallback, optional
        Receives the solutions.

    Raises
    ------
    KeyboardInterrupt
        If Ctrl-C stopped it without an answer.
    SolverError
        If it refuses the model or a parameter.
    OutOfMemoryError
        If it has no more memory, and no answer.
    """
    stopped = threading.Event()

    def stop() -> None:
        stopped.set()
        solver.stop_search()

    with stopping(stop):
        status = solver.solve(model, callback)
    if status == cp_model.MODEL_INVALID:
        raise SolverError(f"CP-SAT refuses the model: {solver.solution_info() or 'it is invalid'}")
    if status == cp_model.UNKNOWN and stopped.is_set():
        raise KeyboardInterrupt
    if status == cp_model.UNKNOWN and not _reached_limit(solver):
        most = solver.parameters.max_memory_in_mb
        raise OutOfMemoryError(
            f"CP-SAT: the search does not fit into {most:,} MiB: expected a smaller board or "
            "puzzle, or fewer threads"
        )
    return _STATUSES[status]


def _reached_limit(solver: cp_model.CpSolver) -> bool:
    """Return whether a limit of time or work stopped a search without an answer, and not a lack of
    memory.

    CP-SAT may stop somewhat before the end of its time, so half of a limit counts.
    """
    limits = solver.parameters
    used = solver.response_proto
    return bool(
        used.wall_time >= limits.max_time_in_seconds / 2
        or used.deterministic_time >= limits.max_deterministic_time / 2
    )
