"""The statuses of CP-SAT, and the reasons why it has no answer; no other module interprets them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from litslab.games import create
from litslab.games.memory import OutOfMemoryError
from litslab.jobs import interrupts
from litslab.puzzles.lits.model import solve as lits_model
from litslab.puzzles.lits.model.solver import quick_solver
from litslab.puzzles.lits.puzzle import LitsPuzzle, SolutionStatus
from litslab.solver.engines.strategy import Strategist
from litslab.solver.model.cpsat import SolverError, make_solver, run
from litslab.solver.model.games import final_positions
from litslab.solver.model.optimum import OptimumStatus
from litslab.solver.model.scores import pieces
from litslab.solver.model.search import enumerate_all, optimise
from litslab.solver.model.settings import Settings

START = create("taiji", size=3, groups=1).start()
PUZZLE = LitsPuzzle.from_rows(
    [[column // 4 + 2 * (row // 4) for column in range(8)] for row in range(8)]
)
"""A puzzle that the rules alone do not narrow down."""

TOO_SHORT = 1e-9


class Stuck(cp_model.CpSolver):
    """A solver that stops before its limits without an answer."""

    def solve(self, *_: object) -> cp_model.CpSolverStatus:
        """Solve another, empty model, and say that there is no answer."""
        super().solve(cp_model.CpModel())
        return cp_model.UNKNOWN


def test_a_model_or_a_setting_that_is_refused_is_an_error() -> None:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = -1
    with pytest.raises(SolverError, match=r"refuses the model: .*num_workers.*-1"):
        run(solver, cp_model.CpModel())


def test_a_limit_of_time_or_work_is_no_error() -> None:
    solver = Stuck()
    for limits in ({"max_time_in_seconds": TOO_SHORT}, {"max_deterministic_time": 0.0}):
        solver = Stuck()
        for name, value in limits.items():
            setattr(solver.parameters, name, value)
        assert run(solver, cp_model.CpModel()) is OptimumStatus.UNKNOWN


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Strategist().value(START),
        lambda: optimise(
            variables := final_positions(START.rules).variables,
            pieces(variables, 4),
            maximise=True,
            settings=Settings(),
        ),
        lambda: enumerate_all(final_positions(START.rules).variables, print),
        lambda: lits_model.solve(PUZZLE),
        lambda: lits_model.solve(PUZZLE, time_limit=1000),
    ],
)
def test_memory_that_is_exhausted_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
    ask: object,
) -> None:
    monkeypatch.setattr(cp_model, "CpSolver", Stuck)
    with pytest.raises(OutOfMemoryError, match="CP-SAT: the search does not fit into"):
        ask()  # type: ignore[operator]


def test_ctrl_c_without_an_answer_is_no_lack_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(Stuck):
        """A solver that is stopped by Ctrl-C."""

        def solve(self, *_: object) -> cp_model.CpSolverStatus:
            """Be stopped, as the listener does it."""
            stop = interrupts.shared_listener().stop
            assert stop is not None
            stop()
            return super().solve()

    monkeypatch.setattr(cp_model, "CpSolver", Stopped)
    with pytest.raises(KeyboardInterrupt):
        lits_model.solve(PUZZLE)


def test_a_puzzle_out_of_time_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_model, "CpSolver", Stuck)
    found = lits_model.solve(PUZZLE, time_limit=TOO_SHORT)
    assert found.status is SolutionStatus.UNDECIDED


def test_an_optimisation_out_of_time_is_undecided() -> None:
    variables = final_positions(START.rules).variables
    found = optimise(
        variables, pieces(variables, 4), maximise=True, settings=Settings(time_limit=TOO_SHORT)
    )
    assert found.status is OptimumStatus.UNKNOWN


@pytest.mark.parametrize(
    ("least", "most", "stop", "expected"),
    [
        (0, 5, False, OptimumStatus.OPTIMAL),
        (0, 5, True, OptimumStatus.FEASIBLE),
        (6, 7, False, OptimumStatus.IMPOSSIBLE),
    ],
)
def test_each_status_has_one_meaning(
    least: int,
    most: int,
    stop: bool,
    expected: OptimumStatus,
) -> None:
    model = cp_model.CpModel()
    numbers = [model.new_int_var(0, 5, "") for _ in range(2)]
    model.add(numbers[0] >= least)
    model.add(numbers[0] <= most)
    solver = make_solver(Settings())
    solver.parameters.enumerate_all_solutions = True

    class Callback(cp_model.CpSolverSolutionCallback):
        """A callback that may stop the search at the first solution."""

        def on_solution_callback(self) -> None:
            """Stop."""
            if stop:
                self.stop_search()

    status = run(solver, model, Callback())
    assert status is expected
    assert status.has_solution is (expected is not OptimumStatus.IMPOSSIBLE)
    assert status.is_complete is not stop


def test_models_of_puzzles_have_no_memory_limit_of_their_own() -> None:
    """CP-SAT counts all memory of the process, which may hold much else."""
    unlimited = cp_model.CpSolver().parameters.max_memory_in_mb
    assert quick_solver().parameters.max_memory_in_mb == unlimited
    assert make_solver(Settings()).parameters.max_memory_in_mb < unlimited


def test_one_module_makes_solvers_and_interprets_statuses() -> None:
    root = Path(__file__).parents[3]
    known = re.compile(r"CpSolver\(|cp_model\.(OPTIMAL|FEASIBLE|INFEASIBLE|UNKNOWN|MODEL_INVALID)")
    modules = {
        str(path.relative_to(root))
        for folder in ("games", "jobs", "solver", "puzzles", "analysis", "app")
        for path in (root / folder).rglob("*.py")
        if known.search(path.read_text("utf-8"))
    }
    assert modules == {"solver/model/cpsat.py"}
