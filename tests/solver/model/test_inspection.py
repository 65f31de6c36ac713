"""The search log of CP-SAT, and exported models, which have the answers of their commands."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

import litslab as ll
from litslab.games import Position, create
from litslab.games.errors import OptionError
from litslab.games.files import FileError, WouldOverwriteError
from litslab.games.geometry import mask_of
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.strategy import Strategist
from litslab.solver.model.settings import Inspection, Settings
from litslab.solver.solve import solve
from tests.games.cases import Case
from tests.games.playing import play_at_random
from tests.solver.brute_force import ends_of
from tests.solver.model.test_bounds import late

PUZZLE = "collection/4"
"""A puzzle that takes CP-SAT a model."""


def loaded(path: Path) -> cp_model.CpModel:
    """Return the model in a file."""
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(path.read_text("utf-8"))
    assert not model.validate()
    return model


def solved(path: Path) -> cp_model.CpSolver:
    """Return a solver with the optimum of the model in a file."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(loaded(path)) == cp_model.OPTIMAL
    return solver


def number_of_solutions(path: Path) -> int:
    """Return the number of solutions of the model in a file."""
    found: list[None] = []

    class Counter(cp_model.CpSolverSolutionCallback):
        """A callback that counts."""

        def on_solution_callback(self) -> None:
            """Count."""
            found.append(None)

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    assert solver.solve(loaded(path), Counter()) == cp_model.OPTIMAL
    return len(found)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The name of a file that does not exist."""
    return tmp_path / "model.txtpb"


@pytest.mark.parametrize(
    "case",
    [
        Case("taiji", {"size": 4, "groups": 2}),
        Case("wythe", {"size": 3}),
        Case("tailits", {"size": 5}),
        Case("taiji+battle-of-lits", {"size": 3, "groups": 1}),
    ],
    ids=str,
)
def test_the_exported_model_of_bounds_has_the_worst_margin(case: Case, file: Path) -> None:
    position, _ = late(case)
    found = ll.bounds(position, inspection=Inspection(export=file))
    assert round(solved(file).objective_value) == found.worst


def test_the_exported_model_of_an_extreme_holds_the_cuts(file: Path) -> None:
    rules = create("battle-of-lits", size=6, rows=3)
    found = ll.extreme_finals(
        rules, maximise=False, engine="cpsat", inspection=Inspection(export=file)
    )
    assert found.best is not None
    solver = solved(file)
    assert round(solver.objective_value) == found.best.objective
    # The placements are the first variables.
    placed = [each for each in rules.table if solver.response_proto.solution[each.index]]
    assert rules.board.is_connected(mask_of(s for each in placed for s in each.squares))


def test_the_exported_model_of_a_count_has_as_many_solutions(file: Path) -> None:
    tally = ll.count_finals(
        create("taiji", size=3), engine="cpsat", inspection=Inspection(export=file)
    )
    assert number_of_solutions(file) == tally.count


def nearly_over() -> Position:
    """A position of TAIJI with a few finishes."""
    _, positions = play_at_random(create("taiji", size=4, groups=1), random.Random(4), passes=False)
    return positions[-4]


def test_the_first_question_of_an_endgame_is_exported(file: Path) -> None:
    position = nearly_over()
    found = solve(position, engine="cpsat", inspection=Inspection(export=file))
    assert found.score.is_exact
    one_colouring = {frozenset(each.mask for each in end.placements) for end in ends_of(position)}
    assert number_of_solutions(file) == len(one_colouring)


def test_only_the_first_question_is_exported(file: Path) -> None:
    position = nearly_over()
    settings = Settings(inspection=Inspection(export=file))
    engine = Strategist(Limit(), settings, most_finishes=0, rules=position.rules)
    engine.value(position)
    assert engine.questions > 1
    model = loaded(file)
    solved(file)
    assert len(model.proto.variables) < engine.variables


def test_the_exported_model_of_a_puzzle_has_its_solution(file: Path) -> None:
    answer = ll.solve_puzzle(PUZZLE, "cpsat", inspection=Inspection(export=file))
    assert answer.status.value == "unique"
    assert number_of_solutions(file) >= 1  # ranks of regions are not determined
    model = loaded(file)
    # A second solution would differ in the first variables, the choices.
    chosen = [each for each, value in enumerate(solved(file).response_proto.solution) if value == 1]
    model.add_bool_or([~model.get_bool_var_from_proto_index(each) for each in chosen[:3]])
    assert cp_model.CpSolver().solve(model) == cp_model.INFEASIBLE


def test_the_log_goes_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    ll.bounds(nearly_over(), inspection=Inspection(log=True))
    ll.solve_puzzle(PUZZLE, "cpsat", inspection=Inspection(log=True))
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.count("Starting CP-SAT solver") >= 4


@pytest.mark.parametrize(
    "ask",
    [
        lambda file: ll.count_finals("taiji", inspection=Inspection(export=file)),
        lambda file: ll.extreme_finals("taiji", inspection=Inspection(export=file)),
        lambda _: ll.solve(nearly_over(), engine="kernel", inspection=Inspection(log=True)),
        lambda _: ll.solve_puzzle(PUZZLE, inspection=Inspection(log=True)),
    ],
)
def test_only_cpsat_can_be_inspected(ask: Callable[[Path], object], file: Path) -> None:
    with pytest.raises(OptionError, match="log, export: expected only with engine cpsat"):
        ask(file)
    assert not file.exists()


def test_a_file_is_replaced_only_by_force(file: Path) -> None:
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(WouldOverwriteError):
        Inspection(export=file)
    ll.bounds(nearly_over(), inspection=Inspection(export=file, force=True))
    solved(file)


@pytest.mark.parametrize("name", ["no/folder.txtpb", "x" * 300])
def test_a_file_that_cannot_be_written_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot write"):
        ll.bounds(nearly_over(), inspection=Inspection(export=tmp_path / name))
