"""The puzzles next to LITS: checker, kernel, CP-SAT and techniques against the rule texts, formats
and commands.
"""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from litslab import kernel
from litslab.games.errors import OptionError
from litslab.games.geometry import Board
from litslab.puzzles.lits.check import Rule, solution_of, violations
from litslab.puzzles.lits.drawing import draw_text
from litslab.puzzles.lits.explain import explain
from litslab.puzzles.lits.formats import FORMATS, FormatError, read_one, write
from litslab.puzzles.lits.formats.common import PuzzleEntry
from litslab.puzzles.lits.generate.batch import generate_puzzles
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.model import solve as model
from litslab.puzzles.lits.puzzle import (
    DOUBLE_LITS,
    INVERSE_LITSO,
    LITS,
    LITS_PLUS,
    LITSO,
    OPTIONAL_REGIONS,
    RULES,
    LitsPuzzle,
    PuzzleAnswer,
    PuzzleError,
    PuzzleRules,
    SolutionStatus,
    parse_shading,
    rules_of,
)
from litslab.puzzles.lits.sentence import sentence
from litslab.puzzles.lits.solve import EngineName, is_known_to_kernel, kernel_rules, solve
from litslab.puzzles.lits.sources import read_puzzle
from litslab.puzzles.lits.techniques.order import plain_round, take, techniques_of
from litslab.puzzles.lits.techniques.path import start
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Contradiction
from tests.puzzles.brute_force import (
    planted_double_puzzle,
    planted_puzzle,
    random_puzzle,
    solutions,
)
from tests.puzzles.making import lettered

OTHERS = [rules for rules in RULES.values() if rules not in {LITS, DOUBLE_LITS}]
ENGINES = [each for each in EngineName if kernel.AVAILABLE or each is EngineName.CPSAT]
EVERY = 1 << 40

INVERSE = "https://puzz.link/p?invlitso/4/4/2tge80"
"""The puzzle by which the editors of puzz.link test their own check of Inverse LITSO."""
INVERSE_SOLVED = [".###", "...#", "....", "...."]


def small_puzzle(rng: random.Random, rules: PuzzleRules) -> LitsPuzzle:
    """A puzzle with any number of solutions; squares outside regions, regions in parts and givens
    among them.
    """
    if rules is DOUBLE_LITS and rng.random() < 0.8:
        columns, rows = rng.choice(((6, 4), (5, 5), (7, 3)))
        return planted_double_puzzle(rng, columns=columns, rows=rows)
    if rules is LITS and rng.random() < 0.3:
        return planted_puzzle(rng, columns=rng.randint(3, 5), rows=rng.randint(3, 5))
    columns, rows = rng.choice(((4, 2), (3, 3), (4, 3), (5, 3), (4, 4), (8, 2)))
    regions = rng.randint(1, min(3, columns * rows // 4))
    givens = rng.choice((0, 0, 0.1))
    return random_puzzle(
        rng, columns=columns, rows=rows, regions=regions, givens=givens, rules=rules
    )


def found(answer: PuzzleAnswer) -> list[tuple[int, str]]:
    return sorted(
        (each.shading, "".join(letter or "" for letter in each.letters()))
        for each in answer.solutions
    )


def test_rules_are_the_same_object_everywhere() -> None:
    for name, rules in RULES.items():
        assert rules_of(name) is rules
        assert pickle.loads(pickle.dumps(rules)) is rules
        assert copy.deepcopy(rules) is rules
    with pytest.raises(
        OptionError, match=r"rules 'litsx': did you mean lits\? expected lits, litso"
    ):
        rules_of("litsx")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "engine"),
    [
        (rules, engine)
        for rules in RULES.values()
        for engine in ENGINES
        if engine is EngineName.CPSAT or is_known_to_kernel(rules)
    ],
    ids=str,
)
@settings(max_examples=12)
@given(seed=st.integers(0, 1 << 30))
def test_both_engines_find_the_solutions_of_the_rule_text(
    rules: PuzzleRules,
    engine: EngineName,
    seed: int,
) -> None:
    puzzle = small_puzzle(random.Random(seed), rules)
    expected = sorted(solutions(puzzle))
    limit = EVERY if engine is EngineName.KERNEL else 30
    answer = solve(puzzle, engine, limit=limit, conflict=False)
    if len(expected) < limit:
        assert found(answer) == expected
        assert answer.complete
    else:
        assert set(found(answer)) < set(expected) or found(answer) == expected
    statuses = (SolutionStatus.IMPOSSIBLE, SolutionStatus.UNIQUE, SolutionStatus.MULTIPLE)
    assert answer.status is statuses[min(2, len(expected))]
    assert bool(answer.differing) == (len(expected) > 1)
    for solution in answer.solutions[:20]:
        assert solution_of(puzzle, solution.shading) == solution


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.name)
def test_every_partition_of_a_tiny_board(rules: PuzzleRules) -> None:
    """All ways to give the squares of 2×4 to two regions or to none, whether these are connected or
    not.
    """
    counts: Counter[SolutionStatus] = Counter()
    for numbers in product((-1, 0, 1), repeat=8):
        if numbers.count(0) < 4 or (1 in numbers and numbers.count(1) < 4):
            continue
        puzzle = LitsPuzzle(Board(4, 2), numbers, rules=rules)
        answer = solve(puzzle, EngineName.KERNEL, limit=EVERY, conflict=False)
        assert found(answer) == sorted(solutions(puzzle))
        counts[answer.status] += 1
    assert len(counts) > 1


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@settings(max_examples=20)
@given(seed=st.integers(0, 1 << 30))
@example(seed=5)
@example(seed=157187)
def test_no_technique_rules_a_solution_out(rules: PuzzleRules, seed: int) -> None:
    rng = random.Random(seed)
    puzzle = small_puzzle(rng, rules)
    # Givens from a solution, so that more puzzles have one.
    if every := list(solutions(puzzle)):
        shading, _ = rng.choice(every)
        marks = "".join(
            "#" if shading >> square & 1 else "." for square in range(puzzle.board.size)
        )
        puzzle = replace(
            puzzle, givens="".join(mark if rng.random() < 0.15 else "?" for mark in marks)
        )
    every = list(solutions(puzzle))
    state = start(puzzle)
    agrees(state, every)
    while not state.is_complete:
        _, steps = plain_round(state)
        if any(isinstance(step, Contradiction) for step in steps):
            assert not every
            return
        told = [step for step in steps if not isinstance(step, Contradiction)]
        for step in told:
            assert sentence(state.table, step).endswith(".")
            alone = state.copy()
            alone.learn(step.shaded, step.unshaded, step.excluded)
            agrees(alone, every)
        if not told:
            break
        assert take(state, told)
    explained = explain(puzzle, most_trials=200)
    if explained.path.is_complete:
        assert [shading for shading, _ in every] == [explained.path.state.shaded]
    if explained.path.contradiction is not None:
        assert not every


def agrees(state: State, every: list[tuple[int, str]]) -> None:
    """Check that no solution contradicts the known squares and placements."""
    table = state.table
    placements = {(table.owners[index], body): index for index, body in enumerate(table.bodies)}
    for shading, _ in every:
        assert not state.shaded & ~shading
        assert not state.unshaded & shading
        for region in range(len(table.regions)):
            assert state.alive >> placements[region, table.puzzle.covered(region, shading)] & 1


def test_a_technique_that_relies_on_a_rule_does_without_where_it_is_lifted() -> None:
    names = {
        rules: {technique.name for technique in techniques_of(rules)} for rules in RULES.values()
    }
    assert names[LITSO] == names[LITS]
    one_tetromino = {"four-square region", "four squares left", "corridor centre", "out of reach"}
    assert names[DOUBLE_LITS] == names[LITS] - one_tetromino
    assert "four-square region" not in names[OPTIONAL_REGIONS] | names[INVERSE_LITSO]
    assert names[LITS_PLUS] - names[OPTIONAL_REGIONS] == {"blank block", "needed block"}
    assert {"overlap", "uncovered", "pool of three", "isolation"} < set.intersection(
        *names.values()
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_the_inverse_puzzle_of_puzz_link(engine: EngineName) -> None:
    puzzle = read_puzzle(INVERSE)
    assert puzzle.rules is INVERSE_LITSO
    shading = parse_shading(puzzle.board, INVERSE_SOLVED)
    assert violations(puzzle, shading) == []
    assert shading in {each.shading for each in solve(puzzle, engine, limit=99).solutions}


# The shadings that the editors of puzz.link refuse in it, and the rule that they name.
REFUSED = {
    "..../..../..../....": Rule.MORE_UNSHADED,
    ".##./.##./..../....": Rule.FULL_BLOCK,
    "..##/...#/...#/....": Rule.FEWER_UNSHADED,
    "##../#.../..../....": Rule.SPLIT_UNSHADED,
    "..../..../..#./....": Rule.EQUAL_SHAPES,
    "..../#.../#.../#..#": Rule.APART,
}


@pytest.mark.parametrize("drawn", REFUSED)
def test_what_puzz_link_refuses_in_the_inverse_puzzle(drawn: str) -> None:
    puzzle = read_puzzle(INVERSE)
    broken = {
        violation.rule
        for violation in violations(puzzle, parse_shading(puzzle.board, drawn.split("/")))
    }
    assert REFUSED[drawn] in broken


@pytest.mark.parametrize("engine", ENGINES)
def test_a_unique_inverse_puzzle_of_another_solver(engine: EngineName) -> None:
    """The example of cspuz, whose own solver finds this shading alone."""
    puzzle = read_puzzle("https://puzz.link/p?invlitso/7/7/4bkj33apgir8sjhs8g")
    drawn = ["#......", "#...#..", "#...#..", "#######", ".....#.", "....##.", "...##.."]
    (only,) = solve(puzzle, engine).solutions
    assert only.shading == parse_shading(puzzle.board, drawn)


DOUBLE = "https://pedros.works/paper-puzzle-player?W=6x6&SIE=19U3LLUUUURRRDRDLLDDD&G=lits&V=double"
"""The example of Double LITS of cspuz."""
DOUBLE_SOLVED = ["##.?##", "#.##.#", "##.##?", ".##.#.", "#.###?", "###.?."]
"""The squares that its own solver finds to be alike in all solutions."""


def test_a_double_puzzle_of_another_solver() -> None:
    puzzle = read_puzzle(DOUBLE)
    assert puzzle.rules is DOUBLE_LITS
    answer = solve(puzzle, limit=99)
    assert (answer.engine, answer.complete) == ("cpsat", True)
    shadings = [each.shading for each in answer.solutions]
    known = "".join(reversed(DOUBLE_SOLVED))
    for square in range(puzzle.board.size):
        found = {bool(shading >> square & 1) for shading in shadings}
        assert found == {"#": {True}, ".": {False}, "?": {True, False}}[known[square]]
    for solution in answer.solutions:
        regions = [puzzle.tetrominoes(region, solution.shading) for region in range(3)]
        assert [len(tetrominoes) for tetrominoes in regions] == [2, 2, 2]
        assert len(solution.letters()) == len(list(solution.tetrominoes(puzzle))) == 6
        assert solution_of(puzzle, solution.shading) == solution
    with pytest.raises(OptionError, match="engine kernel: it does not know Double LITS: expected"):
        solve(puzzle, EngineName.KERNEL)
    with pytest.raises(OptionError, match="it does not know Double LITS"):
        kernel_rules(DOUBLE_LITS)


def test_double_lits_without_or_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "litslab.puzzles.lits.model.solve", None)
    with pytest.raises(PuzzleError, match="Double LITS is solved by CP-SAT, which is not"):
        grade(read_puzzle(DOUBLE))


def test_a_board_with_too_many_pairs_is_refused_before_they_are_counted() -> None:
    with pytest.raises(PuzzleError, match="placements of two tetrominoes: the techniques"):
        start(LitsPuzzle(Board(60, 60), (0,) * 3600, rules=DOUBLE_LITS))


def test_what_double_lits_forbids_within_a_region() -> None:
    """Two tetrominoes that share an edge are none; two of one shape that do not are allowed."""
    puzzle = lettered("AAAAAAAAA/BBBBBBBBB", rules=DOUBLE_LITS)
    apart, joined = (
        {each.rule for each in violations(puzzle, parse_shading(puzzle.board, [row, "........."]))}
        for row in ("####.####", "########.")
    )
    assert Rule.NOT_TWO in joined
    assert not {Rule.NOT_TWO, Rule.EQUAL_SHAPES} & apart
    with pytest.raises(FormatError, match="expected at least 9, two tetrominoes and a square"):
        read_one("rules: double-lits\nAAAA\nAAAA")


def test_inverse_litso_is_drawn_with_its_letters_unshaded() -> None:
    puzzle = read_puzzle(INVERSE)
    solution = solution_of(puzzle, parse_shading(puzzle.board, INVERSE_SOLVED))
    text = draw_text(puzzle, solution)
    assert (text.count("#"), sum(text.count(letter) for letter in "LITSO")) == (4, 12)
    for region, (shape, squares) in enumerate(solution.tetrominoes(puzzle)):
        assert not squares & solution.shading
        assert solution.letters()[region] == shape.value


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", [LITS, LITSO, LITS_PLUS, INVERSE_LITSO, DOUBLE_LITS], ids=lambda rules: rules.name
)
def test_conflicts_are_conflicts_and_none_of_their_regions_can_be_spared(
    rules: PuzzleRules,
) -> None:
    rng = random.Random(3)
    sizes = Counter[int]()
    for _ in range(60 if rules is LITS else 9):
        puzzle = small_puzzle(rng, rules)
        answer = model.solve(puzzle)
        if answer.status is not SolutionStatus.IMPOSSIBLE:
            assert answer.conflict is None
            continue
        if any(
            given not in "?." and region < 0
            for given, region in zip(puzzle.givens, puzzle.regions, strict=False)
        ):
            assert answer.conflict == ()  # no region is needed to see it
            continue
        assert answer.conflict
        assert not can_obey(puzzle, answer.conflict)
        assert all(can_obey(puzzle, set(answer.conflict) - {region}) for region in answer.conflict)
        sizes[len(answer.conflict)] += 1
    assert max(sizes) > (rules is LITS)


def can_obey(puzzle: LitsPuzzle, regions: set[int] | tuple[int, ...]) -> bool:
    """Return whether some regions can obey the rules if the squares of all others are free to
    connect them.
    """
    kept = tuple(region if region in regions else -1 for region in puzzle.regions)
    free = sum(mask for region, mask in enumerate(puzzle.masks) if region not in regions)
    if not regions:
        return True
    # Connectivity aside: each region of its own colour, in one board without the others.
    told = "".join(
        "?" if kept[square] < 0 else puzzle.given(square) for square in range(puzzle.board.size)
    )
    alone = LitsPuzzle(puzzle.board, kept, told, puzzle.rules)
    inside = sum(alone.masks)
    for shading in _subsets(inside):
        broken = {violation.rule for violation in violations(alone, shading)} - {Rule.APART}
        groups = puzzle.board.groups(shading | free)
        if not broken and any(not shading & ~group for group in [*groups, 0]):
            return True
    return False


def _subsets(squares: int) -> list[int]:
    found = [0]
    for square in range(squares.bit_length()):
        if squares >> square & 1:
            found += [each | 1 << square for each in found]
    return found


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("name", FORMATS)
def test_formats_keep_the_rules_or_refuse_them(name: str, rules: PuzzleRules) -> None:
    rows = "AAAB/AABB/CBBB/CCCC" if rules.tetrominoes == 1 else "AAAAA/AAAAB/BBBBB/BBBBB"
    puzzle = lettered(rows, rules=rules)
    if rules not in FORMATS[name].rules:
        with pytest.raises(
            FormatError,
            match=rf"format {name} has no puzzles with the rules {rules.name}: expected ",
        ):
            write(PuzzleEntry(puzzle), name)
        return
    assert read_one(write(PuzzleEntry(puzzle), name)).puzzle == puzzle


def test_formats_of_lits_are_as_before() -> None:
    puzzle = lettered("AAAB/AABB/CBBB/CCCC", rules=LITS)
    assert "rules" not in write(PuzzleEntry(puzzle), "json") + write(PuzzleEntry(puzzle), "grid")
    assert read_one("lits/4/4/2tge80").puzzle.rules is LITS
    for text in ('{"regions": [[0, 0, 0, 0]], "rules": "x"}', "rules: x\nAAAA"):
        with pytest.raises(FormatError, match="rules 'x': expected lits"):
            read_one(text)
    given = read_one("rules: litso\nAA\nAA\ngivens:\nO?\n??").puzzle
    assert (given.rules, given.givens.count("O")) == (LITSO, 1)


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
@pytest.mark.parametrize(
    "rules", [LITSO, INVERSE_LITSO, LITS_PLUS, DOUBLE_LITS], ids=lambda rules: rules.name
)
def test_generated_puzzles_have_one_solution_by_their_rules(rules: PuzzleRules) -> None:
    for each in generate_puzzles(PuzzleSpec(6, 6, rules=rules, given=1), 2, seed=4):
        assert each.puzzle.rules is rules
        answer = model.solve(each.puzzle)
        assert (answer.solutions, grade(each.puzzle)) == ((each.solution,), each.grade)
        sizes = [region.bit_count() for region in each.puzzle.masks]
        assert min(sizes) >= rules.smallest_region


def test_double_puzzles_that_cannot_be_generated() -> None:
    for refused, columns, limits in (
        ("2 regions of at least 9 squares need 18 squares", 4, RegionLimits()),
        ("4 regions or more on 6×6 squares: expected at most 3", 6, RegionLimits(fewest=4)),
        ("symmetric regions", 6, RegionLimits(symmetry=RegionSymmetry.HALF_TURN)),
    ):
        with pytest.raises(PuzzleError, match=refused):
            PuzzleSpec(columns, limits=limits, rules=DOUBLE_LITS)
