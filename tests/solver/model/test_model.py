"""Each rule of the CP-SAT model alone: what it allows, what it forbids, and the case on the edge."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from ortools.sat.python import cp_model

from litslab.games import Rules, create
from litslab.games.geometry import Board, mask_of
from litslab.games.wythe import Wythe
from litslab.solver.model.games import final_positions
from litslab.solver.model.rules import (
    Stacks,
    block_cut,
    centre_covered,
    each_piece_touches_one,
    equal_shapes_apart,
    maximality,
    most_by_blocks,
    no_full_block,
    no_overlap,
    not_empty,
    one_bit_a_place,
    one_bit_uncovered,
    one_colouring,
    only,
    opposite_colours,
    packing_is_maximal,
    stacks_are_maximal,
    strip_cuts,
    supply,
    supported,
)
from litslab.solver.model.scores import margin_of_symbols, pieces
from litslab.solver.model.search import covered_squares, cuts, enumerate_all, forbid
from litslab.solver.model.variables import Variables
from tests.games.cases import Case, read, symbols
from tests.games.playing import play_at_random
from tests.solver.model.connected import arborescence

Rule = Callable[[Variables], None]


def begins_with(variables: Variables, placed: int) -> None:
    """Put the given placements on the board: a position as the fixed part of a question."""
    for member in variables.chosen(placed):
        variables.model.add(member == 1)


def solve(variables: Variables) -> cp_model.CpSolver | None:
    """A solution, or None if there is none."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    status = solver.solve(variables.model)
    assert status in {cp_model.OPTIMAL, cp_model.INFEASIBLE}
    return solver if status == cp_model.OPTIMAL else None


def allows(rule: Rule, rules: Rules, placed: int) -> bool:
    """Whether a rule alone allows exactly a set of placements."""
    variables = Variables(rules.table)
    rule(variables)
    begins_with(variables, placed)
    only(variables, placed)
    return solve(variables) is not None


def stack_rule(rule: Callable[[Stacks], None], rules: Rules) -> Rule:
    assert isinstance(rules, Wythe)
    return lambda variables: rule(Stacks(variables, rules))


def put(rules: Rules, *texts: str) -> int:
    return mask_of(read(rules, text).index for text in texts)


LITS = create("battle-of-lits", size=5)
I_LEFT, I_NEXT, I_APART = "I a1 a2 a3 a4", "I b1 b2 b3 b4", "I c1 c2 c3 c4"
L_NEXT = "L b1 b2 b3 c1"


@pytest.mark.parametrize(
    ("rule", "texts", "fine"),
    [
        (no_overlap, (), True),
        (no_overlap, (I_LEFT, I_NEXT), True),
        (no_overlap, (I_LEFT, "I a2 a3 a4 a5"), False),
        (no_overlap, (I_LEFT, "L a4 a5 b5 c5"), False),
        (no_full_block, (I_LEFT, I_APART), True),
        (no_full_block, (I_LEFT, "S b2 b3 c3 c4"), False),
        (no_full_block, ("L a1 b1 c1 a2", "T b2 b3 b4 c3"), False),
        (no_full_block, ("L a1 b1 c1 a2", "T b3 c3 d3 c4"), True),  # three of a block are covered
        (equal_shapes_apart, (I_LEFT, I_NEXT), False),
        (equal_shapes_apart, (I_LEFT, I_APART), True),
        (equal_shapes_apart, (I_LEFT, L_NEXT), True),
        (equal_shapes_apart, ("L a1 b1 c1 a2", "L d1 e1 d2 d3"), False),
        (equal_shapes_apart, ("L a1 a2 b1 c1", "L b2 b3 b4 c4"), False),
        (equal_shapes_apart, ("S a1 a2 b2 b3", "S c4 d4 d5 e5"), True),  # corners may meet
        (not_empty, (), False),
        (not_empty, (I_LEFT,), True),
        (centre_covered, (I_APART,), True),
        (centre_covered, (I_LEFT,), False),
    ],
)
def test_a_rule_of_tetrominoes_alone(rule: Rule, texts: tuple[str, ...], fine: bool) -> None:
    assert allows(rule, LITS, put(LITS, *texts)) is fine


@pytest.mark.parametrize(("count", "fine"), [(0, False), (1, False), (2, True), (3, True)])
def test_the_supply_bounds_each_shape(count: int, fine: bool) -> None:
    rules = create("battle-of-lits", size=5, supply=(5, count, 5, 5))
    assert allows(supply, rules, put(rules, I_LEFT, I_APART, L_NEXT)) is fine


def test_the_block_cut_takes_no_position_away() -> None:
    assert most_by_blocks(10, 10) == 18
    assert most_by_blocks(4, 4) == 3
    three = put(LITS, I_LEFT, "L c1 d1 e1 e2", "T c3 d3 e3 d4")
    assert allows(block_cut, create("battle-of-lits", size=5), three)
    small = create("battle-of-lits", size=3)  # (9 − 1) / 4 = 2 pieces at most
    assert not allows(block_cut, small, mask_of((0, 1, 2)))
    assert allows(block_cut, small, mask_of((0, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("how", [arborescence, each_piece_touches_one])
@pytest.mark.parametrize(
    ("texts", "fine"),
    [
        ((), True),
        ((I_LEFT,), True),
        ((I_LEFT, I_NEXT), True),
        ((I_LEFT, I_APART), False),
        ((I_LEFT, "S b5 c5 c4 d4"), False),  # only a corner
        ((I_LEFT, L_NEXT, "I e1 e2 e3 e4"), False),
        ((I_LEFT, L_NEXT, "T d1 d2 d3 e2"), True),
        ((I_LEFT, L_NEXT, "T d2 e1 e2 e3"), False),
    ],
)
def test_every_piece_touches(how: Rule, texts: tuple[str, ...], fine: bool) -> None:
    assert allows(how, LITS, put(LITS, *texts)) is fine


def test_two_separate_pairs_are_not_connected() -> None:
    rules = create("battle-of-lits", size=7)
    pairs = put(rules, I_LEFT, L_NEXT, "I g1 g2 g3 g4", "L f1 f2 f3 e3")
    assert not allows(arborescence, rules, pairs)


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


def test_a_connected_set_needs_no_cut() -> None:
    board = Board(5, 5)
    assert list(cuts(board, mask_of((0, 1, 2, 7)))) == []
    assert len(list(cuts(board, mask_of((0, 2, 4))))) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        Case("battle-of-lits", {"size": 4}),
        Case("battle-of-lits", {"size": 6}),
        Case("battle-of-lits", {"size": 6, "supply": (1, 1, 1, 0)}),
        Case("battle-of-lits", {"size": 3, "rows": 7}),
        Case("tailits", {"size": 5}),
        Case("tailits", {"size": 5, "colouring": "each-once"}),
        Case("taiji", {"size": 5}),
        Case("wythe", {"size": 3}),
        Case("wythe", {"size": 4}),
    ],
    ids=str,
)
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
                possible = solve(variables) is not None
                if maximal:
                    assert possible is position.is_over
                else:
                    assert possible or not position.placed


def test_maximality_alone_sees_every_reason() -> None:
    rules = create("battle-of-lits", size=3)
    assert not allows(maximality, LITS, put(LITS, I_LEFT))
    assert allows(maximality, rules, put(rules, "L a1 b1 c1 a2", "T a3 b3 c3 b2"))  # all but c2 is covered
    none_left = create("battle-of-lits", size=5, supply=(0, 1, 0, 0))
    assert allows(maximality, none_left, put(none_left, I_LEFT))
    assert allows(maximality, rules, 0)  # nothing touches anything: `not_empty` is another rule


def test_taijitus_leave_no_two_neighbours_free() -> None:
    rules = create("taiji", size=3)
    ring = ("D a1 b1 black a1", "D c1 c2 black c1", "D b3 c3 black b3", "D a2 a3 black a2")
    assert allows(packing_is_maximal, rules, put(rules, *ring))
    assert not allows(packing_is_maximal, rules, put(rules, *ring[:3]))
    assert allows(no_overlap, rules, put(rules, *ring))
    assert not allows(no_overlap, rules, put(rules, "D a1 b1 black a1", "D a1 b1 black b1"))
    both = [allows(one_colouring, rules, put(rules, f"D a1 b1 black {square}")) for square in ("a1", "b1")]
    assert sorted(both) == [False, True]


@pytest.mark.parametrize(
    ("rule", "texts", "fine"),
    [
        (one_bit_a_place, ("D a1 b1 black a1", "D b1 c1 black b1"), False),
        (one_bit_a_place, ("D a1 b1 black a1", "D b1 c1 black b1 level 1"), True),
        (supported, ("D b1 c1 black b1 level 1",), False),
        (supported, ("D a1 b1 black a1", "D b1 c1 black b1 level 1"), False),
        (supported, ("D a1 b1 black a1", "D c1 c2 black c1", "D b1 c1 black b1 level 1"), True),
        (opposite_colours, ("D a1 b1 black a1", "D c1 c2 black c1", "D b1 c1 black b1 level 1"), True),
        (opposite_colours, ("D a1 b1 black a1", "D c1 c2 black c1", "D b1 c1 black c1 level 1"), False),
        (one_bit_uncovered, ("D a1 b1 black a1", "D a1 b1 black b1 level 1"), False),
        (one_bit_uncovered, ("D a1 b1 black a1", "D a1 a2 black a2 level 1"), True),
        (
            one_bit_uncovered,
            ("D a1 b1 black a1", "D a1 a2 black a2 level 1", "D b1 c1 black b1 level 1"),
            False,
        ),
    ],
)
def test_a_rule_of_stacks_alone(rule: Callable[[Stacks], None], texts: tuple[str, ...], fine: bool) -> None:
    rules = create("wythe", size=3)
    assert allows(stack_rule(rule, rules), rules, put(rules, *texts)) is fine


def test_stacks_are_finished_where_no_piece_fits() -> None:
    rules = create("wythe", size=2)
    rule = stack_rule(stacks_are_maximal, rules)
    start = rules.start()
    seen = {start.placed: start}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        assert allows(rule, rules, position.placed) is position.is_over
        for move in position.legal_moves():
            after = position.play(move)
            if after.placed not in seen:
                seen[after.placed] = after
                waiting.append(after)
    assert sum(position.is_over for position in seen.values()) > 1


def test_scores_are_those_of_the_rules() -> None:
    rules = create("battle-of-lits", size=5, symbols=symbols(5, 5))
    _, positions = play_at_random(rules, random.Random(1))
    variables = final_positions(rules)
    begins_with(variables, positions[-1].placed)
    margin = margin_of_symbols(variables, rules.marks)
    number = pieces(variables)
    solver = solve(variables)
    assert solver is not None
    assert solver.value(margin) == positions[-1].outcome().margin
    assert solver.value(number) == positions[-1].placed.bit_count()
    assert variables.extract(solver) == positions[-1].placements


def test_literals_follow_from_the_placements_in_both_directions() -> None:
    table = LITS.table
    first, second = 0, next(index for index in range(1, len(table)) if not table.overlaps[0] >> index & 1)
    for placed in (0, 1 << first, 1 << first | 1 << second):
        variables = Variables(table)
        literals = [
            variables.covered(table[first].squares[0]),
            variables.at_least(table.all, 2),
            variables.all_of([variables.covered(table[index].squares[0]) for index in (first, second)]),
        ]
        expected = [bool(placed), placed.bit_count() == 2, placed.bit_count() == 2]
        begins_with(variables, placed)
        only(variables, placed)
        solver = solve(variables)
        assert solver is not None
        assert [solver.boolean_value(literal) for literal in literals] == expected
        for literal, value in zip(literals, expected, strict=True):
            other = variables.model.clone()
            other.add_bool_and([~literal if value else literal])
            assert cp_model.CpSolver().solve(other) == cp_model.INFEASIBLE


def positions_of(variables: Variables) -> list[int]:
    """All solutions that hold together."""
    found: list[int] = []
    assert enumerate_all(variables, found.append, connected=True)
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"size": 4, "rows": 3}, {"size": 4, "supply": (0, 1, 1, 1)}, {"size": 3, "rows": 5, "supply": (1, 1, 1, 1)}],
    ids=str,
)
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


@pytest.mark.parametrize(
    ("size", "texts", "fine"),
    [
        (4, ("I a1 a2 a3 a4", "I b1 b2 b3 b4", "I c1 c2 c3 c4", "I d1 d2 d3 d4"), False),
        (4, ("I a1 a2 a3 a4", "I c1 c2 c3 c4", "I d1 d2 d3 d4"), False),
        (4, ("I a1 a2 a3 a4", "I b1 b2 b3 b4"), False),
        (4, ("I a1 a2 a3 a4", "I d1 d2 d3 d4"), True),
        (5, ("I a1 a2 a3 a4", "I c1 c2 c3 c4", "I e1 e2 e3 e4"), True),
    ],
)
def test_strip_cuts_forbid_full_strips(size: int, texts: tuple[str, ...], fine: bool) -> None:
    rules = create("battle-of-lits", size=size)
    assert allows(strip_cuts, rules, put(rules, *texts)) is fine


def test_strip_cuts_leave_nothing_if_too_many_pieces_are_required() -> None:
    variables = Variables(LITS.table)
    strip_cuts(variables, 6)
    assert solve(variables) is None
