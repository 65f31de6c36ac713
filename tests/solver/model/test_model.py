"""Each rule of the CP-SAT model alone: what it allows, what it forbids, and the case on the edge."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from ortools.sat.python import cp_model

from litslab.games import Rules, create
from litslab.games.geometry import mask_of
from litslab.solver.model.games import final_positions
from litslab.solver.model.rules import each_piece_touches_one, only, strip_cuts
from litslab.solver.model.search import covered_squares, cuts, enumerate_all, forbid
from litslab.solver.model.variables import Variables
from tests.games.cases import Case, read
from tests.games.playing import play_at_random
from tests.solver.model.test_bounds import CASES

Rule = Callable[[Variables], None]


def begins_with(variables: Variables, placed: int) -> None:
    """Put the given placements on the board: a position as the fixed part of a question."""
    for member in variables.chosen(placed):
        variables.model.add(member == 1)


def solved(model: cp_model.CpModel) -> cp_model.CpSolver | None:
    """A solution, or None if there is none."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    status = solver.solve(model)
    assert status in {cp_model.OPTIMAL, cp_model.INFEASIBLE}
    return solver if status == cp_model.OPTIMAL else None


def allows(rule: Rule, rules: Rules, placed: int) -> bool:
    """Return whether a rule alone allows exactly a set of placements."""
    variables = Variables(rules.table)
    rule(variables)
    begins_with(variables, placed)
    only(variables, placed)
    return solved(variables.model) is not None


def put(rules: Rules, *texts: str) -> int:
    return mask_of(read(rules, text).index for text in texts)


LITS = create("battle-of-lits", size=5)
I_LEFT, I_NEXT, I_APART = "I a1 a2 a3 a4", "I b1 b2 b3 b4", "I c1 c2 c3 c4"
L_NEXT = "L b1 b2 b3 c1"


@pytest.mark.slow
def test_a_cut_forbids_what_is_disconnected_and_nothing_connected() -> None:
    rules = create("battle-of-lits", size=7)
    pairs = put(rules, I_LEFT, L_NEXT, "I g1 g2 g3 g4", "L f1 f2 f3 e3")
    covered = covered_squares(rules.table.of(pairs))
    found = list(cuts(rules.board, covered))
    assert len(found) == 1
    one, two, between = found[0]
    assert not between & covered
    assert not (rules.board.adjacent(one) | one) & two

    def cut(variables: Variables) -> None:
        for each in found:
            forbid(variables, each)

    assert allows(each_piece_touches_one, rules, pairs)
    assert not allows(cut, rules, pairs)
    rng = random.Random(5)
    for _ in range(10):
        _, positions = play_at_random(rules, rng)
        assert allows(cut, rules, positions[-1].placed)


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CASES if "+" not in case.name], ids=str)
def test_the_model_allows_finished_positions_and_no_others(case: Case) -> None:
    rules = case.rules()
    rng = random.Random(3)
    for _ in range(3):
        _, positions = play_at_random(rules, rng, passes=False)
        chosen = {0: positions[0], len(positions) // 2: positions[len(positions) // 2]}
        chosen |= {len(positions) - 2: positions[-2], len(positions) - 1: positions[-1]}
        for position in chosen.values():
            for maximal in (True, False):
                variables = final_positions(rules, maximal=maximal)
                begins_with(variables, position.placed)
                only(variables, position.placed)
                possible = solved(variables.model) is not None
                if maximal:
                    assert possible is position.is_over
                else:
                    assert possible or not position.placed


def positions_of(variables: Variables) -> list[int]:
    """All solutions that hold together."""
    found: list[int] = []
    assert enumerate_all(variables, found.append, connected=True)
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"size": 4, "rows": 3}, {"size": 4, "supply": (0, 1, 1, 1)}], ids=str)
def test_strip_cuts_lose_no_position_and_double_none(options: dict[str, Any]) -> None:
    rules = create("battle-of-lits", **options)
    every = positions_of(final_positions(rules, maximal=False))
    with_cuts = final_positions(rules, maximal=False)
    strip_cuts(with_cuts)
    assert positions_of(with_cuts) == every
    most = max(placed.bit_count() for placed in every)
    longest = final_positions(rules, maximal=False)
    strip_cuts(longest, most)
    longest.model.add(sum(longest.placed) >= most)
    assert positions_of(longest) == [placed for placed in every if placed.bit_count() == most]


def test_strip_cuts_leave_nothing_if_too_many_pieces_are_required() -> None:
    variables = Variables(LITS.table)
    strip_cuts(variables, 6)
    assert solved(variables.model) is None
