"""Regions of a LITS puzzle that conflict already, where there is no solution."""

from __future__ import annotations

from collections.abc import Callable

from litslab.puzzles.lits.candidates import Candidate, candidates, shaded_outside
from litslab.puzzles.lits.model.connectivity import connect
from litslab.puzzles.lits.model.rules import Choices, without_connectivity
from litslab.puzzles.lits.model.solver import Clock, UndecidedError
from litslab.puzzles.lits.puzzle import LitsPuzzle


def find_conflict(puzzle: LitsPuzzle, clock: Clock) -> tuple[int, ...] | None:
    """Return regions of a puzzle without solution that conflict already, none of which can be left
    out.

    Regions conflict if their tetrominoes alone cannot obey the rules, whatever lies in the other
    regions: the squares of those may be shaded or not, and may connect the tetrominoes. CP-SAT
    names regions that conflict even without connectivity, which it finds as assumptions that do not
    hold together; a search by halves (QuickXplain) then takes out what is not needed.

    Parameters
    ----------
    puzzle : LitsPuzzle
        A puzzle without solution.
    clock : Clock
        The time that is left.

    Returns
    -------
    tuple of int or None
        Empty where a square outside every region is given as shaded. None where the time was over
        before.
    """
    if shaded_outside(puzzle):
        return ()
    members = candidates(puzzle)
    alone = next((region for region, fitting in enumerate(members) if not fitting), None)
    if alone is not None:
        return (alone,)

    def conflict(regions: list[int]) -> bool:
        model = without_connectivity(Choices.all_of(puzzle, members, regions))
        connect(model)
        return clock.ask(model.clauses.cpsat).is_impossible

    try:
        return tuple(sorted(_needed(conflict, [], False, _assumed(puzzle, members, clock))))
    except UndecidedError:
        return None


def _assumed(puzzle: LitsPuzzle, members: list[list[Candidate]], clock: Clock) -> list[int]:
    """Return regions that conflict without connectivity; all of them where it takes connectivity to
    conflict.
    """
    regions = range(len(members))
    if not puzzle.rules.blank_blocks:  # such blocks are constraints that no assumption switches off
        return list(regions)
    model = without_connectivity(Choices.all_of(puzzle, members, regions), assume=True)
    response = clock.ask(model.clauses.cpsat)
    if not response.is_impossible:
        return list(regions)
    assumptions = {
        variable: region for region, variable in enumerate(model.clauses.cpsat.proto.assumptions)
    }
    return [assumptions[variable] for variable in response.core]


def _needed(
    conflict: Callable[[list[int]], bool],
    given: list[int],
    more: bool,
    regions: list[int],
) -> list[int]:
    """Return those of `regions` that conflict together with `given`, none to spare (Junker's
    QuickXplain, 2004).
    """
    if more and conflict(given):
        return []
    if len(regions) == 1:
        return regions
    middle = len(regions) // 2
    one, other = regions[:middle], regions[middle:]
    of_other = _needed(conflict, given + one, True, other)
    of_one = _needed(conflict, given + of_other, bool(of_other), one)
    return of_one + of_other
