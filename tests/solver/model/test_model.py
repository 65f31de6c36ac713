"""The CP-SAT model: each rule alone, what it allows and forbids; group sizes and how games end,
against the rules.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from litslab.games import Position, Rules, create
from litslab.games.geometry import Board, mask_of
from litslab.solver.model.connectivity import covered_squares, cuts, forbid
from litslab.solver.model.games import FinalPositions, ending, final_positions, model_of
from litslab.solver.model.rules import each_piece_touches_one, only, strip_cuts
from litslab.solver.model.scores import (
    ColourGraph,
    SizeBound,
    largest_sizes,
    product_of_largest,
    reaches,
    second_largest,
    squares_of_largest,
    sum_of_largest,
    uneven_sizes,
)
from litslab.solver.model.search import enumerate_all
from litslab.solver.model.variables import Linear, Variables
from tests.games.cases import Case, read
from tests.games.playing import play_at_random
from tests.solver.brute_force import ends_of
from tests.solver.model.test_bounds import CASES, every_case

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
    variables = Variables.of(rules.table)
    rule(variables)
    begins_with(variables, placed)
    only(variables, placed)
    return solved(variables.model) is not None


def put(rules: Rules, *texts: str) -> int:
    return mask_of(read(rules, text).index for text in texts)


LITS = create("battle-of-lits", size=5)
I_LEFT = "I a1 a2 a3 a4"
I_NEXT = "I b1 b2 b3 b4"
I_APART = "I c1 c2 c3 c4"
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
                variables = final_positions(rules, maximal=maximal).variables
                begins_with(variables, position.placed)
                only(variables, position.placed)
                possible = solved(variables.model) is not None
                if maximal:
                    assert possible is position.is_over
                else:
                    assert possible or not position.placed


def positions_of(finals: FinalPositions) -> list[int]:
    """All connected solutions."""
    found: list[int] = []
    assert enumerate_all(finals.variables, found.append, connected=finals.connected)
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"size": 4, "rows": 3}, {"size": 4, "supply": (0, 1, 1, 1)}], ids=str
)
def test_strip_cuts_lose_no_position_and_double_none(options: dict[str, Any]) -> None:
    rules = create("battle-of-lits", **options)
    every = positions_of(final_positions(rules, maximal=False))
    with_cuts = final_positions(rules, maximal=False)
    strip_cuts(with_cuts.variables)
    assert positions_of(with_cuts) == every
    most = max(placed.bit_count() for placed in every)
    longest = final_positions(rules, maximal=False)
    strip_cuts(longest.variables, most)
    longest.variables.model.add(sum(longest.variables.placed) >= most)
    assert positions_of(longest) == [placed for placed in every if placed.bit_count() == most]


def test_strip_cuts_leave_nothing_if_too_many_pieces_are_required() -> None:
    variables = Variables.of(LITS.table)
    strip_cuts(variables, 6)
    assert solved(variables.model) is None


BOARD = Board(4, 3)

Size = Callable[[Variables, ColourGraph, SizeBound], Linear]


def colouring(variables: Variables, squares: int, *, diagonal: bool, sure: int = 0) -> ColourGraph:
    """The graph of a colour that is free on every square but sure ones, and then said to be on
    `squares`.
    """
    literals = [variables.model.new_bool_var("") for _ in range(BOARD.size)]
    for square, literal in enumerate(literals):
        variables.model.add(literal == (squares >> square & 1))
    return ColourGraph.of(BOARD, sure, BOARD.all & ~sure, literals.__getitem__, diagonal=diagonal)


def can_be(
    squares: int,
    size: Size,
    bound: SizeBound,
    claimed: int,
    *,
    diagonal: bool = False,
    sure: int = 0,
) -> bool:
    """Return whether a model lets the size of a colouring be `claimed`."""
    variables = Variables.of(create("taiji", size=2).table)
    graph = colouring(variables, squares, diagonal=diagonal, sure=sure)
    variables.model.add(size(variables, graph, bound) == claimed)
    return solved(variables.model) is not None


def largest(count: int) -> Size:
    return lambda variables, graph, size_bound: sum_of_largest(variables, graph, count, size_bound)


def true_size(squares: int, count: int, rank: int | None, *, diagonal: bool) -> int:
    sizes = [group.bit_count() for group in BOARD.groups(squares, diagonal=diagonal)]
    return sum(sizes[:count]) if rank is None else [*sizes, 0, 0][rank]


QUESTIONS: dict[str, tuple[Size, int, int | None, bool]] = {
    "largest": (largest(1), 1, None, False),
    "two largest": (largest(2), 2, None, False),
    "three largest": (largest(3), 3, None, False),
    "largest with diagonals": (largest(1), 1, None, True),
    "second": (second_largest, 0, 1, False),
    "second with diagonals": (second_largest, 0, 1, True),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_a_witness_never_claims_more_a_guard_never_less_and_both_claim_the_size(
    name: str,
    seed: int,
) -> None:
    size, count, rank, diagonal = QUESTIONS[name]
    squares = random.Random(seed).getrandbits(BOARD.size) if seed else 0b101100110101
    true = true_size(squares, count, rank, diagonal=diagonal)
    for sure in (0, squares & 0b111111):
        for claimed in range(max(0, true - 1), true + 2):
            witness, guard, exact = (
                can_be(squares, size, size_bound, claimed, diagonal=diagonal, sure=sure)
                for size_bound in SizeBound
            )
            assert witness is (claimed <= true)
            assert exact is (claimed == true)
            assert guard is (claimed >= true)


@pytest.mark.parametrize(
    ("squares", "count", "sizes"),
    [
        (0, 2, [0, 0]),
        (0b1, 1, [1]),
        (0b1101, 2, [2, 1]),
        (0b1101, 3, [2, 1, 0]),
        (0b101101110111, 3, [8, 1, 0]),
        (0b010000101011, 3, [3, 1, 1]),
    ],
)
def test_the_sizes_of_the_largest_groups_their_squares_and_their_product_are_exact(
    squares: int, count: int, sizes: list[int]
) -> None:
    assert sorted((g.bit_count() for g in BOARD.groups(squares)), reverse=True)[:count] == [
        size for size in sizes if size
    ]
    variables = Variables.of(create("taiji", size=2).table)
    graph = colouring(variables, squares, diagonal=False)
    found: list[Linear] = [
        cp_model.LinearExpr.weighted_sum(
            [literal for _, literal in steps],
            [
                size - below
                for (size, _), below in zip(steps, [0, *(s for s, _ in steps)], strict=False)
            ],
        )
        for steps in largest_sizes(variables, graph, count)
    ]
    found.append(squares_of_largest(variables, graph, count))
    found.append(product_of_largest(variables, graph, count))
    expected = [
        *sizes,
        sum(size**2 for size in sizes),
        math.prod(max(size, 1) for size in sizes),
    ]
    solver = solved(variables.model)
    assert solver is not None
    assert [solver.value(each) for each in found] == expected
    for each, true in zip(found, expected, strict=True):
        other = variables.model.clone()
        other.add(each != true)
        assert solved(other) is None


@pytest.mark.parametrize(
    ("black", "white", "expected"),
    [
        ((), (), (0, 0)),
        (((0, 1),), (), (2, 0)),
        (((0, 1),), ((10, 11),), (0, 0)),
        (((0, 1), (3,)), ((10, 11),), (1, 0)),
        (((0, 1, 2),), ((10, 11), (8,)), (3, 2)),
        (((0,), (2,), (5,)), ((10, 11), (8,)), (1, 2)),
    ],
)
def test_the_biggest_uneven_sizes(
    black: tuple[tuple[int, ...], ...],
    white: tuple[tuple[int, ...], ...],
    expected: tuple[int, int],
) -> None:
    variables = Variables.of(create("taiji", size=2).table)
    graphs = [
        colouring(variables, mask_of(s for group in groups for s in group), diagonal=False)
        for groups in (black, white)
    ]
    scores = uneven_sizes(variables, (graphs[0], graphs[1]))
    solver = solved(variables.model)
    assert solver is not None
    assert (solver.value(scores[0]), solver.value(scores[1])) == expected
    for score, true in zip(scores, expected, strict=True):
        other = variables.model.clone()
        other.add(score != true)
        assert solved(other) is None


@pytest.mark.slow
@every_case
@settings(max_examples=4, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_a_model_ends_a_game_as_the_rules_do(case: Case, data: st.DataObject) -> None:
    rules = case.rules()
    _, positions = play_at_random(
        rules, random.Random(data.draw(st.integers(0, 10**6))), passes=False
    )
    end = positions[-1]
    position = positions[data.draw(st.integers(0, len(positions) - 1))]
    favoured = data.draw(st.sampled_from((None, 0, 1)))
    variables = final_positions(rules, position=position).variables
    assert end.placed & ~model_of(position.rules).still_possible(position) == 0
    told = ending(variables, position, favoured)
    fix(variables, position, end, told.swap)
    outcome = end.outcome()
    if favoured is None:
        solver = solved(variables.model)
        assert solver is not None
        assert solver.value(told.margin) == outcome.margin
        assert solver.boolean_value(told.tie) is (outcome.tie == 1)
        return
    own = outcome.value if favoured == 0 else -outcome.value
    for value, possible in ((own - 2, True), (own, True), (own + 2, False)):
        literal = reaches(variables, told, favoured, value)
        asked = variables.model.clone()
        asked.add_bool_and([literal])
        assert (solved(asked) is not None) is possible


def fix(variables: Variables, position: Position, end: Position, swap: cp_model.BoolVarT) -> None:
    """Leave no finish but one."""
    for placement in variables.table.of(variables.free):
        variables.model.add(
            variables.placed[placement.index] == (end.placed >> placement.index & 1)
        )
    if position.rules.swap_changes_value:
        variables.model.add_bool_and([swap if end.swapped and not position.swapped else ~swap])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "plies"),
    [
        (Case("tailits+taiji", {"size": 3, "groups": 1}), 0),
        (Case("tailits+taiji", {"size": 3, "groups": 1, "supply": (0, 6, 0, 0)}), 0),
        (Case("tailits+taiji", {"size": 5, "groups": 1, "colouring": "each-once"}), -4),
        (Case("taiji+battle-of-lits", {"size": 3, "groups": 1}), 2),
        (Case("taiji+battle-of-lits", {"size": 4, "groups": 1}), -3),
        (Case("taiji", {"size": 4, "groups": 1}), -4),
        (Case("wythe", {"size": 3}), -3),
        (Case("tailits", {"size": 5}), 1),
    ],
    ids=str,
)
def test_the_finishes_of_a_position_are_those_that_play_reaches(case: Case, plies: int) -> None:
    _, positions = play_at_random(case.rules(), random.Random(4), passes=False)
    position = positions[plies] if abs(plies) < len(positions) else positions[0]
    found = positions_of(final_positions(position.rules, position=position))
    assert len(found) == len(set(found))
    assert set(found) == {end.placed for end in ends_of(position)}
