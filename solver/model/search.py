"""CP-SAT searches: the best position, or all of them, with cuts if one is disconnected.

Ctrl-C while CP-SAT works in this process: the search stops, and Python sees the signal.

CP-SAT would take the signal itself. It then forgets to give it back: after its first search Ctrl-C ends the process at
once, and one that comes just as a solution is found is lost.
"""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache

from ortools.sat.python import cp_model

from litslab.games.placements import Placement
from litslab.jobs.interrupts import in_main_thread
from litslab.solver.model.groups import covered_squares, cuts, forbid
from litslab.solver.model.variables import Linear, Variables


class _Listener:
    """A thread that receives signals at once, whatever the main thread does.

    Attributes
    ----------
    stop : callable or None
        What it calls on Ctrl-C or SIGTERM.
    """

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None
        self._ours, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)
        threading.Thread(target=self._listen, daemon=True).start()

    def fileno(self) -> int:
        """Return where Python writes the number of each signal."""
        return self._theirs.fileno()

    def _listen(self) -> None:
        while numbers := self._ours.recv(16):
            if {signal.SIGINT, signal.SIGTERM} & set(numbers) and (stop := self.stop) is not None:
                stop()


_listener = cache(_Listener)


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Call a function as soon as Ctrl-C or SIGTERM arrives in the block, also while compiled code runs in it.

    Python's own handler runs as usual, but only when the compiled code has returned: `stop` is to make it do so.

    Parameters
    ----------
    stop : callable
        What to call, from another thread.
    """
    if not in_main_thread():
        yield
        return
    listener = _listener()
    before = signal.set_wakeup_fd(listener.fileno(), warn_on_full_buffer=False)
    try:
        listener.stop = stop
        yield
    finally:
        signal.set_wakeup_fd(before)
        listener.stop = None


class OptimumStatus(Enum):
    """How far an optimisation came; the value is the word that commands print."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    UNKNOWN = "undecided"
    IMPOSSIBLE = "impossible"


MOST_MEBIBYTES = 700
"""How much memory CP-SAT may use, the model included; then it stops, as at the end of its time."""


@dataclass(frozen=True)
class Settings:
    """How to ask CP-SAT.

    Attributes
    ----------
    time_limit : float or None
        Wall-clock time; None for no limit.
    workers : int
        Threads; one is deterministic.
    seed : int
        The solver's random seed.
    """

    time_limit: float | None = None
    workers: int = 1
    seed: int = 0


@dataclass(frozen=True)
class Found:
    """A position that answers an optimisation, the best so far.

    Attributes
    ----------
    objective : int
        What it is worth.
    bound : int
        What no position exceeds, or undercuts if the least is looked for.
    placements : tuple of Placement
        The position.
    """

    objective: int
    bound: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True)
class Optimum:
    """The answer to an optimisation.

    Attributes
    ----------
    status : OptimumStatus
        Whether it is proved.
    best : Found or None
        The best position; None if none was found.
    bound : int or None
        What no position exceeds, or undercuts; None if nothing is known.
    seconds : float
        Wall-clock time.
    rounds : int
        How often the solver was run: more than once if cuts were needed.
    """

    status: OptimumStatus
    best: Found | None
    bound: int | None
    seconds: float
    rounds: int


def make_solver(settings: Settings, time_limit: float | None) -> cp_model.CpSolver:
    """Return a solver with the given settings."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = settings.workers
    solver.parameters.random_seed = settings.seed
    solver.parameters.max_memory_in_mb = MOST_MEBIBYTES
    # It would not restore the handler: after its first search Ctrl-C would end the process, whatever was set before.
    solver.parameters.catch_sigint_signal = False
    if time_limit is not None:
        solver.parameters.max_time_in_seconds = max(0.0, time_limit)
    return solver


class _SolutionCollector(cp_model.CpSolverSolutionCallback):
    """Keeps the improving solutions of a run: the connected ones, and those to be cut off."""

    def __init__(self, variables: Variables, accept: Callable[[int, float, tuple[Placement, ...]], None]) -> None:
        super().__init__()
        self._variables = variables
        self._accept = accept
        self.disconnected: list[int] = []

    def on_solution_callback(self) -> None:
        """Accept a solution or put it aside, to be cut off."""
        placements = self._variables.extract(self)
        covered = covered_squares(self._variables.touching.extract(self))
        if self._variables.table.board.is_connected(covered):
            self._accept(round(self.objective_value), self.best_objective_bound, placements)
        else:
            self.disconnected.append(covered)


def optimise(
    variables: Variables,
    objective: Linear,
    *,
    maximise: bool,
    connected: bool = False,
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
        What to maximise or minimise; all its values are integers.
    maximise : bool
        Whether to find the largest.
    connected : bool
        Whether pieces have to touch: disconnected solutions are cut off, and the solver is run again. Each round's
        bound holds for the whole question, as cuts only take away what breaks the rules.
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
    rounds = 0
    model = variables.model
    (model.maximize if maximise else model.minimize)(objective)

    def better(one: int, other: int) -> bool:
        return one > other if maximise else one < other

    def tighten(new: float) -> int:
        nonlocal bound
        whole = round(new)  # objectives are integers, and so are CP-SAT's bounds of them
        if bound is None or better(bound, whole):
            bound = whole
            if report_bound is not None:
                report_bound(bound)
        return bound

    def accept(value: int, known: float, placements: tuple[Placement, ...]) -> None:
        nonlocal best
        if best is None or better(value, best.objective):
            best = Found(value, tighten(known), placements)
            if report is not None:
                report(best)

    def on_bound(new: float) -> None:
        tighten(new)

    while True:
        rounds += 1
        left = None if settings.time_limit is None else settings.time_limit - (time.monotonic() - started)
        solver = make_solver(settings, left)
        collector = _SolutionCollector(variables, accept) if connected else _Plain(variables, accept)
        solver.best_bound_callback = on_bound
        status = solver.solve(model, collector)
        if status == cp_model.INFEASIBLE:
            break
        if status in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
            tighten(solver.best_objective_bound)
        done = best is not None and best.objective == bound
        if done or status != cp_model.OPTIMAL or not collector.disconnected:
            break
        for covered in collector.disconnected:
            for cut in cuts(variables.table.board, covered):
                forbid(variables.touching, cut)
        model.clear_hints()  # type: ignore[no-untyped-call]
        for variable in variables.chosen(variables.free):
            model.add_hint(variable, solver.boolean_value(variable))
    seconds = time.monotonic() - started
    if best is not None:
        proved = best.objective == bound or status == cp_model.INFEASIBLE
        return Optimum(
            OptimumStatus.OPTIMAL if proved else OptimumStatus.FEASIBLE,
            best,
            best.objective if proved else bound,
            seconds,
            rounds,
        )
    return Optimum(
        OptimumStatus.IMPOSSIBLE if status == cp_model.INFEASIBLE else OptimumStatus.UNKNOWN,
        None,
        bound,
        seconds,
        rounds,
    )


class _Plain(_SolutionCollector):
    """Accepts every solution: in a game whose pieces need not touch."""

    def on_solution_callback(self) -> None:
        """Keep a solution."""
        self._accept(round(self.objective_value), self.best_objective_bound, self._variables.extract(self))


class _Each(cp_model.CpSolverSolutionCallback):
    """Passes on every connected solution."""

    def __init__(self, variables: Variables, whole: bool, take: Callable[[int], bool]) -> None:
        super().__init__()
        self._variables = variables
        self._whole = whole
        self._take = take
        self.stopped = False

    def on_solution_callback(self) -> None:
        """Pass on a solution."""
        placements = self._variables.extract(self)
        covered = covered_squares(self._variables.touching.extract(self))
        if self._whole and not self._variables.table.board.is_connected(covered):
            return
        if not self._take(sum(1 << placement.index for placement in placements)):
            self.stopped = True
            self.stop_search()


def enumerate_all(
    variables: Variables, take: Callable[[int], bool], *, connected: bool, settings: Settings | None = None
) -> bool:
    """Pass every solution of a model, as a set of placements, to a function; one thread, each solution once.

    Parameters
    ----------
    variables : Variables
        A model all of whose other variables are defined by the placements.
    take : callable
        Called with each solution; returns whether to go on.
    connected : bool
        Whether disconnected solutions are left out.
    settings : Settings, optional
        Time and seed.

    Returns
    -------
    bool
        Whether these were all.
    """
    settings = settings or Settings()
    solver = make_solver(settings, settings.time_limit)
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    each = _Each(variables, connected, take)
    status = solver.solve(variables.model, each)
    return status in {cp_model.OPTIMAL, cp_model.INFEASIBLE} and not each.stopped
