"""Solutions of LITS puzzles by CP-SAT, with a proof of uniqueness."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from litslab.puzzles.lits.candidates import Narrowing, candidates, shaded_outside
from litslab.puzzles.lits.check import solution_of, violations
from litslab.puzzles.lits.model.conflict import find_conflict
from litslab.puzzles.lits.model.connectivity import connect
from litslab.puzzles.lits.model.rules import Choices, without_connectivity
from litslab.puzzles.lits.model.solver import Clock, UndecidedError
from litslab.puzzles.lits.puzzle import (
    LITS,
    LitsPuzzle,
    PuzzleAnswer,
    PuzzleSolution,
    SolutionStatus,
)
from litslab.solver.model.cpsat import export
from litslab.solver.model.settings import Inspection

ENGINE = "cpsat"


def solve(
    puzzle: LitsPuzzle,
    *,
    limit: int = 2,
    time_limit: float | None = None,
    conflict: bool = True,
    inspection: Inspection | None = None,
) -> PuzzleAnswer:
    """Solve a puzzle, with proof.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    limit : int
        The most solutions to look for, at least 2: a second solution proves that there are several.
    time_limit : float, optional
        Wall-clock time.
    conflict : bool
        Whether to look for conflicting regions if there is no solution.
    inspection : Inspection, optional
        CP-SAT's search log, and a file for the model of the first solution.
    """
    clock = Clock(time_limit, inspection or Inspection())
    found: list[PuzzleSolution] = []
    complete = False
    with suppress(UndecidedError):
        for solution in _solutions(puzzle, clock):
            found.append(solution)
            if len(found) == limit:
                break
        else:
            complete = True
    status = SolutionStatus.of(len(found), complete=complete)
    core = None
    if conflict and status is SolutionStatus.IMPOSSIBLE:
        core = find_conflict(puzzle, clock)
    return PuzzleAnswer(
        puzzle,
        status,
        solutions=tuple(found),
        conflict=core,
        engine=ENGINE,
        nodes=clock.nodes,
        seconds=clock.elapsed,
        complete=complete,
    )


def _solutions(puzzle: LitsPuzzle, clock: Clock) -> Iterator[PuzzleSolution]:
    """Yield every solution of a puzzle, each once; only the rules of LITS allow a
    narrowing before.
    """
    if shaded_outside(puzzle):
        return
    members = candidates(puzzle)
    if puzzle.rules is LITS:
        narrowing = Narrowing(puzzle, members)
        if not narrowing.run():
            return
        if all(len(region) == 1 for region in members):
            # The remaining candidates may break a rule that the narrowing does not know.
            if not violations(puzzle, narrowing.certain):
                yield solution_of(puzzle, narrowing.certain)
            return
        choices = Choices(puzzle, dict(enumerate(members)), narrowing.possible, narrowing.certain)
    elif not members:
        yield PuzzleSolution(0, ())
        return
    elif not all(members):
        return
    else:
        choices = Choices.all_of(puzzle, members, range(len(members)))
    model = without_connectivity(choices)
    connect(model)
    export(model.clauses.cpsat, clock.inspection)
    while not (response := clock.ask(model.clauses.cpsat)).is_impossible:
        yield solution_of(puzzle, model.block(response.solution))
