"""Settings and limits of CP-SAT for LITS puzzles."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from ortools.sat.python import cp_model

from litslab.solver.model.cpsat import make_solver, run
from litslab.solver.model.optimum import OptimumStatus
from litslab.solver.model.settings import Inspection, Settings


class UndecidedError(Exception):
    """A limit stopped the solver before it had an answer."""


@dataclass(frozen=True, eq=False)
class Response:
    """The answer of CP-SAT to a question.

    Attributes
    ----------
    is_impossible : bool
        Whether the model has no solution.
    solution : list of int
        Otherwise a value of each variable.
    core : list of int
        If it has none, assumptions that conflict.
    """

    is_impossible: bool
    solution: list[int]
    core: list[int]


@dataclass
class Clock:
    """The time that is left, and the work that was done; CP-SAT's log if it is inspected."""

    time_limit: float | None
    inspection: Inspection = field(default_factory=Inspection)
    started: float = field(default_factory=time.monotonic)
    nodes: int = 0

    @property
    def elapsed(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self.started

    def ask(self, model: cp_model.CpModel) -> Response:
        """Run CP-SAT on a model.

        Raises
        ------
        UndecidedError
            If the time is over.
        KeyboardInterrupt
            If Ctrl-C stopped it.
        SolverError, OutOfMemoryError
            If CP-SAT refuses the model, or has no more memory.
        """
        left = None if self.time_limit is None else self.time_limit - self.elapsed
        if left is not None and left <= 0:
            raise UndecidedError
        solver = quick_solver(left, inspection=self.inspection)
        parameters = solver.parameters
        parameters.presolve_bve_threshold = 0
        parameters.merge_at_most_one_work_limit = 0.0
        parameters.presolve_inclusion_work_limit = 0
        status = run(solver, model)
        found = solver.response_proto
        self.nodes += found.num_branches
        if status is OptimumStatus.UNKNOWN:
            raise UndecidedError
        return Response(
            is_impossible=not status.has_solution,
            solution=list(found.solution),
            core=list(found.sufficient_assumptions_for_infeasibility),
        )


def quick_solver(
    time_limit: float | None = None,
    *,
    seed: int = 0,
    inspection: Inspection | None = None,
) -> cp_model.CpSolver:
    """Return a solver for models that take milliseconds: one thread, and only the presolve that
    pays for itself.

    It has no memory limit: these models are small, and they are solved in processes that may hold
    much else.
    """
    settings = Settings(seed=seed, inspection=inspection or Inspection())
    solver = make_solver(settings, time_limit, memory=None)
    parameters = solver.parameters
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.cp_model_probing_level = 0
    parameters.max_presolve_iterations = 1
    return solver
