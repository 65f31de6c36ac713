"""CP-SAT searches: the best position, or all of them."""

from __future__ import annotations

import time
from collections.abc import Callable

from ortools.sat.python import cp_model

from litslab.games.geometry import mask_of
from litslab.games.memory import OutOfMemoryError
from litslab.solver.model.connectivity import Connected
from litslab.solver.model.cpsat import export, make_solver, run
from litslab.solver.model.optimum import Found, Optimum, OptimumStatus
from litslab.solver.model.settings import Inspection, Settings
from litslab.solver.model.variables import Linear, Variables


class _Collector(cp_model.CpSolverSolutionCallback):
    """A callback that passes on solutions; of disconnected ones, the covered squares."""

    def __init__(
        self,
        connected: Connected | None,
        accept: Callable[[_Collector], None],
        reject: Callable[[int], None] = lambda _: None,
    ) -> None:
        super().__init__()
        self._connected = connected
        self._accept = accept
        self._reject = reject

    def on_solution_callback(self) -> None:
        """Pass on a solution."""
        disconnected = self._connected.disconnected(self) if self._connected else 0
        if disconnected:
            self._reject(disconnected)
        else:
            self._accept(self)


def optimise(
    variables: Variables,
    objective: Linear,
    *,
    maximise: bool,
    connected: Connected | None = None,
    settings: Settings | None = None,
    report: Callable[[Found], None] | None = None,
    report_bound: Callable[[int], None] | None = None,
) -> Optimum:
    """Find the position with the largest or the smallest objective.

    Parameters
    ----------
    variables : Variables
        The model; cuts are added to it.
    objective : linear expression
        The objective, whose values are integers.
    maximise : bool
        Whether to maximise, or else minimise.
    connected : Connected, optional
        The pieces that have to be connected: disconnected solutions are cut off, and the solver is
        run again. The bound of each round is valid, because cuts exclude only illegal solutions.
    settings : Settings, optional
        Time, workers, seed and inspection. The file of the model is replaced after each round, so
        it contains all cuts.
    report : callable, optional
        Called with each better position.
    report_bound : callable, optional
        Called with each tighter bound.

    Raises
    ------
    SolverError
        If CP-SAT refuses the model.
    OutOfMemoryError
        If CP-SAT has no more memory before it has found a position.
    """
    settings = settings or Settings()
    started = time.monotonic()
    best: Found | None = None
    bound: int | None = None
    model = variables.model
    if maximise:
        model.maximize(objective)
    else:
        model.minimize(objective)

    def better(one: int, other: int) -> bool:
        return one > other if maximise else one < other

    def tighten(new: float) -> None:
        nonlocal bound
        whole = round(new)  # CP-SAT's bounds of integer objectives are integers
        if bound is None or better(bound, whole):
            bound = whole
            if report_bound is not None:
                report_bound(bound)

    def accept(solution: _Collector) -> None:
        nonlocal best
        value = round(solution.objective_value)
        if best is None or better(value, best.objective):
            tighten(solution.best_objective_bound)
            assert bound is not None
            best = Found(value, bound, variables.extract(solution))
            if report is not None:
                report(best)

    inspection = settings.inspection
    while True:
        inspection = export(model, inspection)
        elapsed = time.monotonic() - started
        left = None if settings.time_limit is None else settings.time_limit - elapsed
        solver = make_solver(settings, left)
        disconnected: list[int] = []
        collector = _Collector(connected, accept, disconnected.append)
        solver.best_bound_callback = tighten
        try:
            status = run(solver, model, collector)
        except OutOfMemoryError:
            if best is None:
                raise
            status = OptimumStatus.UNKNOWN
        if status.has_solution:
            tighten(solver.best_objective_bound)
        done = best is not None and best.objective == bound
        if done or status is not OptimumStatus.OPTIMAL or connected is None or not disconnected:
            break
        for covered in disconnected:
            connected.cut_off(covered)
        _hint(variables, solver)
    seconds = time.monotonic() - started
    return _optimum(best, bound, seconds, is_complete=status is OptimumStatus.IMPOSSIBLE)


def _hint(variables: Variables, solver: cp_model.CpSolver) -> None:
    """Let the next search start from the last solution."""
    variables.model.clear_hints()  # type: ignore[no-untyped-call]
    for variable in variables.chosen(variables.free):
        variables.model.add_hint(variable, solver.boolean_value(variable))


def _optimum(
    best: Found | None,
    bound: int | None,
    seconds: float,
    *,
    is_complete: bool,
) -> Optimum:
    """Return the best position found with its bound; `is_complete` says that no better one
    exists.
    """
    if best is None:
        nothing = OptimumStatus.IMPOSSIBLE if is_complete else OptimumStatus.UNKNOWN
        return Optimum(nothing, None, bound, seconds)
    if is_complete or best.objective == bound:
        return Optimum(OptimumStatus.OPTIMAL, best, best.objective, seconds)
    return Optimum(OptimumStatus.FEASIBLE, best, bound, seconds)


def enumerate_all(
    variables: Variables,
    take: Callable[[int], None],
    *,
    connected: Connected | None = None,
    time_limit: float | None = None,
    inspection: Inspection | None = None,
) -> bool:
    """Pass each solution of a model once, as a set of placements, to a function, by one thread.

    Parameters
    ----------
    variables : Variables
        A model all of whose other variables are defined by the placements.
    take : callable
        Called with each solution.
    connected : Connected, optional
        The pieces that have to be connected: disconnected solutions are left out.
    time_limit : float, optional
        Time limit in seconds.
    inspection : Inspection, optional
        The search log and the file of the model.

    Returns
    -------
    bool
        Whether these were all.

    Raises
    ------
    SolverError
        If CP-SAT refuses the model.
    OutOfMemoryError
        If CP-SAT has no more memory before the first solution.
    """

    def accept(solution: _Collector) -> None:
        take(mask_of(placement.index for placement in variables.extract(solution)))

    settings = Settings(inspection=inspection or Inspection())
    export(variables.model, settings.inspection)
    solver = make_solver(settings, time_limit)
    solver.parameters.enumerate_all_solutions = True
    collector = _Collector(connected, accept)
    return run(solver, variables.model, collector).is_complete
