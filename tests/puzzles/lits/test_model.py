"""The CP-SAT solver against a brute force: all solutions, proofs, limits, and regions that
conflict.
"""

from __future__ import annotations

import os
import signal
import threading

import pytest

from litslab import kernel
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.model import solve as model
from litslab.puzzles.lits.model.conflict import find_conflict
from litslab.puzzles.lits.model.solver import Clock
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, PuzzleSolution, SolutionStatus
from litslab.puzzles.lits.solve import EngineName, only_solution, solve
from tests.puzzles.brute_force import solutions
from tests.running import PATIENCE

IMPOSSIBLE_TOGETHER = LitsPuzzle.from_rows([[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 3], [2, 3, 3, 3]])


@pytest.mark.parametrize(
    "engine", [each for each in EngineName if kernel.AVAILABLE or each is EngineName.CPSAT]
)
def test_either_engine_names_the_conflict(engine: EngineName) -> None:
    answer = solve(IMPOSSIBLE_TOGETHER, engine)
    assert answer.engine == engine
    assert answer.status is SolutionStatus.IMPOSSIBLE
    assert answer.conflict == (0, 1)  # two I above each other
    assert solve(IMPOSSIBLE_TOGETHER, engine, conflict=False).conflict is None
    assert "the marked regions conflict" in answer._repr_svg_()


def test_the_only_solution_is_not_one_of_several() -> None:
    two = LitsPuzzle.from_rows([[0, 0, 0], [0, 0, 0]])
    assert len(set(solutions(two))) > 1
    for puzzle, found in ((two, "several solutions"), (IMPOSSIBLE_TOGETHER, "no solution")):
        with pytest.raises(PuzzleError, match=f"the puzzle has {found}: expected"):
            only_solution(puzzle)
    one = LitsPuzzle.from_rows([[0, 0, 0, 0]])
    assert only_solution(one).shading == one.board.all


def test_a_limit_is_no_proof() -> None:
    puzzle = read_one("https://puzz.link/p?lits/10/10/08p0i3jbhmjg5j5ik048rgtr8q1e5gkf9hnu").puzzle
    answer = model.solve(puzzle, time_limit=0.0)
    assert answer.status is SolutionStatus.UNDECIDED
    assert not answer.complete
    assert find_conflict(IMPOSSIBLE_TOGETHER, Clock(0.0)) is None
    with pytest.raises(ValueError, match="limit 1: expected a whole number of solutions"):
        solve(puzzle, limit=1)


def test_enumeration_stops_at_its_limit() -> None:
    several = read_one("lits/6/6/lldoa4043q6c").puzzle
    answer = model.solve(several, limit=5)
    assert (answer.status, answer.complete, len(answer.solutions)) == (
        SolutionStatus.MULTIPLE,
        False,
        5,
    )
    everything = model.solve(several, limit=1000)
    assert everything.complete
    assert (
        len({solution.shading for solution in everything.solutions})
        == len(everything.solutions)
        == 20
    )


@pytest.mark.slow
@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # A puzzle with so many solutions that listing them would take for ever.
    puzzle = LitsPuzzle.from_rows(
        [[column // 4 + 5 * (row // 4) for column in range(20)] for row in range(20)]
    )
    sender = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))

    def on_solution(puzzle: LitsPuzzle, shading: int) -> PuzzleSolution:
        if sender.ident is None:
            sender.start()
        return solution_of(puzzle, shading)

    monkeypatch.setattr(model, "solution_of", on_solution)
    with pytest.raises(KeyboardInterrupt):
        model.solve(puzzle, limit=10**9, time_limit=PATIENCE)
