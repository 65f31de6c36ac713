"""The puzzle type, and the checker against the rules in plain words: sets of squares, not bits, on
small grids.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from litslab.games.geometry import Board
from litslab.games.pieces import Shape
from litslab.puzzles.lits.candidates import Narrowing, candidates
from litslab.puzzles.lits.check import Rule, Violation, solution_of, violations
from litslab.puzzles.lits.puzzle import (
    INVERSE_LITSO,
    LITS,
    LITS_PLUS,
    LITSO,
    OUTSIDE,
    RULES,
    LitsPuzzle,
    PuzzleError,
    PuzzleRules,
    draw_shading,
    parse_shading,
)
from tests.puzzles.making import grow_regions, lettered
from tests.rules_text import Squares, beside, groups_of, letter_of


def shape_of(squares: Squares, rules: PuzzleRules) -> str | None:
    if len(squares) != 4 or len(groups_of(squares)) > 1:
        return None
    shape = letter_of(squares) or "O"
    return shape if shape in {each.value for each in rules.shapes} else None


def expected(
    puzzle: LitsPuzzle,
    shading: int,
) -> tuple[Counter[tuple[Rule, Squares]], list[Squares]]:
    """Return the broken rules, except for parts that are cut off, and the parts of the shading."""
    board = puzzle.board
    rules = puzzle.rules
    number = {(board.column(square), board.row(square)): square for square in range(board.size)}
    shaded = frozenset(at for at, square in number.items() if shading >> square & 1)
    regions: dict[int, set[tuple[int, int]]] = {}
    for at, square in number.items():
        regions.setdefault(puzzle.regions[square], set()).add(at)
    outside = frozenset(regions.pop(OUTSIDE, set()))
    pieces = {
        key: frozenset(each - shaded if rules.inverse else each & shaded)
        for key, each in regions.items()
    }
    found: list[tuple[Rule, Squares]] = []
    for x, y in number:
        block = frozenset({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)})
        if block <= shaded and not (Shape.O in rules.shapes and block in pieces.values()):
            found.append((Rule.FULL_BLOCK, block))
        if block <= set(number) and not rules.blank_blocks and not block & (shaded | outside):
            found.append((Rule.BLANK_BLOCK, block))
    found += [(Rule.OUTSIDE, squares) for squares in [outside & shaded] if squares]
    for region, piece in pieces.items():
        found += [
            (rule, piece or frozenset(regions[region])) for rule in of_one_region(piece, rules)
        ]
    tetrominoes = {
        key: groups_of(piece) if rules.tetrominoes == 2 else [piece]
        for key, piece in pieces.items()
    }
    for one, other in combinations(itertools.chain.from_iterable(tetrominoes.values()), 2):
        shape = shape_of(one, rules)
        if (
            shape
            and shape == shape_of(other, rules)
            and any(beside(square) & other for square in one)
        ):
            found.append((Rule.EQUAL_SHAPES, one | other))
    wrong = set()
    for at, square in number.items():
        around = [each for each in tetrominoes.get(puzzle.regions[square], ()) if at in each]
        allowed = {
            "?",
            "#" if at in shaded else ".",
            *(shape_of(piece, rules) for piece in around),
        }
        if puzzle.given(square) not in allowed:
            wrong.add(at)
    found += [(Rule.GIVEN, frozenset(wrong))] if wrong else []
    return Counter(found), groups_of(shaded)


def of_one_region(piece: Squares, rules: PuzzleRules) -> Iterator[Rule]:
    """The rules that what would be the tetromino of a region breaks alone."""
    if not piece:
        if not rules.optional:
            yield Rule.FEWER_UNSHADED if rules.inverse else Rule.EMPTY
        return
    if rules.tetrominoes == 2:
        if len(piece) != 8:
            yield Rule.FEWER_THAN_EIGHT if len(piece) < 8 else Rule.MORE_THAN_EIGHT
        elif sorted(map(len, groups_of(piece))) != [4, 4]:
            yield Rule.NOT_TWO
        return
    if len(piece) < 4:
        yield Rule.FEWER_UNSHADED if rules.inverse else Rule.FEWER
    if len(piece) > 4:
        yield Rule.MORE_UNSHADED if rules.inverse else Rule.MORE
    if len(groups_of(piece)) > 1:
        yield Rule.SPLIT_UNSHADED if rules.inverse else Rule.SPLIT


def located(violation: Violation) -> tuple[Rule, Squares]:
    board = violation.board
    return violation.rule, frozenset(
        (board.column(square), board.row(square))
        for square in range(board.size)
        if violation.squares >> square & 1
    )


def check(puzzle: LitsPuzzle, shading: int) -> Counter[Rule]:
    found = Counter(map(located, violations(puzzle, shading)))
    broken, parts = expected(puzzle, shading)
    cut_off = Counter(
        {squares: count for (rule, squares), count in found.items() if rule is Rule.APART}
    )
    left = Counter(parts) - cut_off
    assert Counter(parts) == cut_off + left
    assert [len(part) for part in left] == ([max(map(len, parts))] if parts else [])
    assert (
        Counter({each: count for each, count in found.items() if each[0] is not Rule.APART})
        == broken
    )
    return Counter(rule for rule, _ in found)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES.values(), ids=lambda rules: rules.name)
def test_random_shadings_break_what_the_rules_in_plain_words_say(rules: PuzzleRules) -> None:
    rng = random.Random(rules.name)
    met: Counter[Rule] = Counter()
    for _ in range(150):
        board = Board(rng.randint(2, 5), rng.randint(2, 4))
        regions = list(grow_regions(board, rng.randint(1, max(1, board.size // 5)), rng))
        if rng.random() < 0.3 and regions.count(0) > 1:
            regions[
                rng.choice([number for number, region in enumerate(regions) if region == 0])
            ] = OUTSIDE
        givens = "".join(rng.choice("?" * 40 + rules.givens) for _ in regions)
        puzzle = LitsPuzzle(board, tuple(regions), givens, rules)
        for _ in range(4):
            shading = rng.getrandbits(board.size)
            met += check(
                puzzle, shading | rng.getrandbits(board.size) if rules.inverse else shading
            )
    mine = (
        set(Rule) - (set() if not rules.blank_blocks else {Rule.BLANK_BLOCK}) - {Rule.EQUAL_SHAPES}
    )
    unshaded = {Rule.FEWER_UNSHADED, Rule.MORE_UNSHADED, Rule.SPLIT_UNSHADED}
    shaded = {Rule.EMPTY, Rule.FEWER, Rule.MORE, Rule.SPLIT}
    mine -= shaded if rules.inverse else unshaded
    mine -= (
        {Rule.FEWER, Rule.MORE, Rule.SPLIT}
        if rules.tetrominoes == 2
        else {Rule.FEWER_THAN_EIGHT, Rule.MORE_THAN_EIGHT, Rule.NOT_TWO}
    )
    assert mine - {Rule.EMPTY} <= set(met), "every rule is met"


@pytest.mark.parametrize("rules", RULES.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize(
    ("regions", "shading"),
    [
        ("AAAA/BBBB", "####/####"),
        ("AAAA/BBBB", "..../...."),
        ("AAAB/ABBB", "###./#..."),
        ("AABB/AABB", "####/####"),
        ("AABB/AABB", "..../...."),
        ("AAABBB/ACBCCB", "###.../#....."),
        ("AAAA/CCCC/BBBB", "####/..../####"),
        ("AAAB/ABBB", "###./#.##"),
        ("AA/AA", "##/##"),
        ("AA/AA", "../.."),
        ("AAB/AAB", "##./##."),
        ("AABB/AABC/CCCC", "##../##../...."),
    ],
)
def test_tetrominoes_that_touch_or_fill_a_block(
    rules: PuzzleRules,
    regions: str,
    shading: str,
) -> None:
    puzzle = lettered(regions, rules=rules)
    check(puzzle, parse_shading(puzzle.board, shading.split("/")))


def test_the_first_broken_rule_is_told_and_a_solution_has_the_shape_of_each_region() -> None:
    two = LitsPuzzle.from_rows([[0, 0, 0, 1], [0, 1, 1, 1]])
    with pytest.raises(PuzzleError, match=r"^no solution: 2×2 block shaded: a1 b1 a2 b2$"):
        solution_of(two, 255)
    square = [[0, 0], [0, 0]]
    assert solution_of(LitsPuzzle.from_rows(square, rules=LITSO), 15).shapes == (Shape.O,)
    assert solution_of(LitsPuzzle.from_rows(square, rules=INVERSE_LITSO), 0).shapes == (Shape.O,)
    left_out = LitsPuzzle.from_rows([[0, 0, 0, 0], [1, 1, 1, 1]], rules=LITS_PLUS)
    assert solution_of(left_out, 15).shapes == (None, Shape.I)
    with pytest.raises(PuzzleError, match="2×2 block shaded"):
        solution_of(LitsPuzzle.from_rows(square, rules=LITS), 15)


def test_a_letter_outside_every_region_is_contradicted() -> None:
    puzzle = LitsPuzzle.from_rows([[OUTSIDE, OUTSIDE]], ["L?"])
    assert check(puzzle, 0) == {Rule.GIVEN: 1}
    assert check(puzzle, 1) == {Rule.GIVEN: 1, Rule.OUTSIDE: 1}


FOUR = LitsPuzzle.from_rows([[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 2], [2, 2, 2, 2]])
SOLVED = ["#.##", "###.", "#.#.", "####"]


def test_numbers_and_rows_of_a_puzzle() -> None:
    renumbered = LitsPuzzle.from_rows([[7, 7, 5, 5], [7, 7, 5, 9], [7, 5, 5, 9], [9, 9, 9, 9]])
    assert renumbered == FOUR
    assert LitsPuzzle.from_rows(FOUR.rows()) == FOUR
    assert [mask.bit_count() for mask in FOUR.masks] == [5, 5, 6]
    assert draw_shading(FOUR.board, parse_shading(FOUR.board, SOLVED)) == SOLVED
    assert "<svg" in FOUR._repr_svg_()


@pytest.mark.parametrize(
    ("rows", "givens", "told"),
    [
        ([], [], "without squares"),
        ([[0, 0], [0]], [], "row 2 has 1 region numbers: expected 2"),
        ([[0, 0]], ["###"], "row 1 has 3 givens"),
        ([[0, 0]], ["#?", "??"], "2 rows of givens: expected 1"),
        ([[0, 0]], ["#x"], "the given 'x'"),
        ([[0] * 100], [], "100×1: expected at most 99"),
    ],
)
def test_what_is_no_puzzle(rows: list[list[int]], givens: list[str], told: str) -> None:
    with pytest.raises(PuzzleError, match=told):
        LitsPuzzle.from_rows(rows, givens)


@pytest.mark.parametrize(
    "rows", [["#.##"], ["#.##", "###.", "#.#.", "###"], ["#.##", "###.", "#.#.", "###x"]]
)
def test_a_shading_of_another_size_is_refused(rows: list[str]) -> None:
    with pytest.raises(PuzzleError, match=r"of a shading|a shading of"):
        parse_shading(FOUR.board, rows)


@pytest.mark.slow
def test_narrowing_keeps_every_solution() -> None:
    rng = random.Random(4)
    kept = 0
    for _ in range(250):
        board = Board(rng.randint(3, 5), rng.randint(3, 5))
        puzzle = LitsPuzzle(board, grow_regions(board, rng.randint(1, 3), rng))
        solutions = []
        for choice in itertools.product(*candidates(puzzle)):
            shading = sum(each.mask for each in choice)
            if not violations(puzzle, shading):
                solutions.append((shading, choice))
        narrowing = Narrowing(puzzle, candidates(puzzle))
        if not narrowing.run():
            assert not solutions
            continue
        for shading, choice in solutions:
            kept += 1
            assert all(each in left for each, left in zip(choice, narrowing.members, strict=True))
            assert narrowing.certain & ~shading == 0
            assert shading & ~narrowing.possible == 0
    assert kept > 500
