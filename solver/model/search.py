"""CP-SAT searches: the best position, or all of them, with cuts against disconnected solutions.

Pieces are connected exactly if the squares that they cover are orthogonally connected, so connectivity is modelled by
squares. The first model states only that each piece touches another one (`solver.model.rules`); `cuts` forbid
disconnected solutions when they are found. ``docs/connectivity.md`` compares this with three models that need no cuts
and are slower.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import networkx as nx
from ortools.sat.python import cp_model

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.placements import Placement
from litslab.solver.endgame.result import Found, Optimum, OptimumStatus, Settings
from litslab.solver.model.variables import Linear, Variables

MOST_MEBIBYTES = 700
"""The memory limit of CP-SAT, including the model; it stops there as at a time limit."""


def make_solver(settings: Settings, time_limit: float | None) -> cp_model.CpSolver:
    """Return a solver with the given settings."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = settings.workers
    solver.parameters.random_seed = settings.seed
    solver.parameters.max_memory_in_mb = MOST_MEBIBYTES
    # CP-SAT would not restore the handler, so Ctrl-C would end the process after its first search.
    solver.parameters.catch_sigint_signal = False
    if time_limit is not None:
        solver.parameters.max_time_in_seconds = max(0.0, time_limit)
    return solver


class _Collector(cp_model.CpSolverSolutionCallback):
    """A callback that passes on solutions; of disconnected ones that it rejects, the covered squares."""

    def __init__(
        self, variables: Variables, accept: Callable[[_Collector], None], reject: Callable[[int], None] | None
    ) -> None:
        super().__init__()
        self._variables = variables
        self._accept = accept
        self._reject = reject

    def on_solution_callback(self) -> None:
        """Pass on a solution."""
        if self._reject is not None:
            covered = covered_squares(self._variables.touching.extract(self))
            if not self._variables.table.board.is_connected(covered):
                self._reject(covered)
                return
        self._accept(self)


def optimise(
    variables: Variables, objective: Linear, *, maximise: bool, connected: bool = False,
    settings: Settings | None = None, report: Callable[[Found], None] | None = None,
    report_bound: Callable[[int], None] | None = None,
) -> Optimum:  # fmt: skip
    """Find the position with the largest or the smallest objective.

    Parameters
    ----------
    variables : Variables
        The model; cuts are added to it.
    objective : linear expression
        The objective, whose values are integers.
    maximise : bool
        Whether to maximise, or else minimise.
    connected : bool
        Whether pieces have to touch: disconnected solutions are cut off, and the solver is run again. The bound of each
        round is valid, because cuts exclude only illegal solutions.
    settings : Settings, optional
        Time, workers and seed.
    report : callable, optional
        Called with each better position.
    report_bound : callable, optional
        Called with each tighter bound.
    """
    settings = settings or Settings()
    started = time.monotonic()
    best: Found | None = None
    bound: int | None = None
    model = variables.model
    (model.maximize if maximise else model.minimize)(objective)

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

    while True:
        left = None if settings.time_limit is None else settings.time_limit - (time.monotonic() - started)
        solver = make_solver(settings, left)
        disconnected: list[int] = []
        collector = _Collector(variables, accept, disconnected.append if connected else None)
        solver.best_bound_callback = tighten
        status = solver.solve(model, collector)
        if status == cp_model.INFEASIBLE:
            break
        if status in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
            tighten(solver.best_objective_bound)
        done = best is not None and best.objective == bound
        if done or status != cp_model.OPTIMAL or not disconnected:
            break
        for covered in disconnected:
            for cut in cuts(variables.table.board, covered):
                forbid(variables.touching, cut)
        model.clear_hints()  # type: ignore[no-untyped-call]
        for variable in variables.chosen(variables.free):
            model.add_hint(variable, solver.boolean_value(variable))
    seconds = time.monotonic() - started
    if best is None:
        nothing = OptimumStatus.IMPOSSIBLE if status == cp_model.INFEASIBLE else OptimumStatus.UNKNOWN
        return Optimum(nothing, None, bound, seconds)
    if best.objective == bound or status == cp_model.INFEASIBLE:
        return Optimum(OptimumStatus.OPTIMAL, best, best.objective, seconds)
    return Optimum(OptimumStatus.FEASIBLE, best, bound, seconds)


def enumerate_all(
    variables: Variables, take: Callable[[int], None], *, connected: bool, time_limit: float | None = None
) -> bool:
    """Pass each solution of a model once, as a set of placements, to a function, by one thread.

    Parameters
    ----------
    variables : Variables
        A model all of whose other variables are defined by the placements.
    take : callable
        Called with each solution.
    connected : bool
        Whether to leave out disconnected solutions.
    time_limit : float, optional
        Time limit in seconds.

    Returns
    -------
    bool
        Whether these were all.
    """

    def accept(solution: _Collector) -> None:
        take(mask_of(placement.index for placement in variables.extract(solution)))

    solver = make_solver(Settings(), time_limit)
    solver.parameters.enumerate_all_solutions = True
    collector = _Collector(variables, accept, (lambda _: None) if connected else None)
    return solver.solve(variables.model, collector) in {cp_model.OPTIMAL, cp_model.INFEASIBLE}


def covered_squares(placements: Iterable[Placement]) -> int:
    """Return the squares under a set of pieces."""
    return mask_of(square for placement in placements for square in placement.squares)


def cuts(board: Board, covered: int) -> Iterator[tuple[int, int, int]]:
    """Yield cuts that forbid a disconnected set of covered squares.

    For two parts, networkx finds a smallest set of free squares that separates them on the board. If there are pieces
    on both sides of it, one of its squares must be covered.

    Yields
    ------
    tuple of int
        The squares on the side of one part, those on the side of the other, and the separating squares.
    """
    parts = board.groups(covered)
    for number, part in enumerate(parts):
        for other in parts[number + 1 :]:
            between = _separator(board, part, other, covered)
            sides = board.groups(board.all & ~between)
            one, two = (next(side for side in sides if side & squares) for squares in (part, other))
            yield one, two, between


def _separator(board: Board, part: int, other: int, covered: int) -> int:
    """Return a smallest set of squares outside `covered` that separates two parts, found as a minimum cut."""
    graph: Any = nx.DiGraph()
    for square in range(board.size):
        inside = covered >> square & 1
        # A covered square cannot be part of the separator, so its capacity is infinite: it is omitted.
        graph.add_edge((square, "in"), (square, "out"), **({} if inside else {"capacity": 1}))
        for neighbour in board.neighbours(square):
            graph.add_edge((square, "out"), (neighbour, "in"))
    source, sink = (part & -part).bit_length() - 1, (other & -other).bit_length() - 1
    _, (reached, _) = nx.minimum_cut(graph, (source, "out"), (sink, "in"))
    return mask_of(s for s in range(board.size) if (s, "in") in reached and (s, "out") not in reached)


def forbid(variables: Variables, cut: tuple[int, int, int]) -> None:
    """Add a cut of `cuts`: pieces on both sides need a covered square between them."""
    *sides, between = cut
    bridge = [variables.covered(square) for square in bits(between)]
    one, two = (variables.any_of(variables.table.within(side)) for side in sides)
    variables.clause([~one, ~two, *bridge])
