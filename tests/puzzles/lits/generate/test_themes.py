"""Specs and themes: those that cannot be are refused, misses are named, and generated puzzles have
their themes.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from re import escape
from typing import Any

import pytest

import litslab as ll
from litslab.games.errors import GameError
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.pieces import TETROMINOES, Shape
from litslab.puzzles.lits.candidates import candidates
from litslab.puzzles.lits.generate import themes as lettering
from litslab.puzzles.lits.generate.partition import (
    RegionLimits,
    RegionStyle,
    RegionSymmetry,
    region_maps,
)
from litslab.puzzles.lits.generate.search import (
    Candidate,
    GeneratedPuzzle,
    PuzzleTask,
    generate_puzzle,
)
from litslab.puzzles.lits.generate.spec import (
    PuzzleSpec,
    parse_letters,
    parse_shapes,
    parse_squares,
    parse_word,
)
from litslab.puzzles.lits.generate.themes import FORMS, Themes, holes_of, letter_of
from litslab.puzzles.lits.grade import Grade, easiest_path
from litslab.puzzles.lits.model.solve import solve as by_model
from litslab.puzzles.lits.puzzle import LITS_PLUS, LITSO, OUTSIDE, LitsPuzzle, PuzzleError
from litslab.puzzles.lits.solve import solve_by_kernel as solve

HALF_TURN = RegionSymmetry.HALF_TURN
MIRROR = RegionSymmetry.MIRROR
A1 = 1
B1 = 2
A2 = 1 << 10
B2 = 1 << 11
E5 = 1 << 44
"""Squares of a board of 10×10."""

AN_I: dict[str, Any] = {"columns": 5, "rows": 5, "solution": "." * 11 + "IIII" + "." * 10}
"""A given solution."""


@pytest.mark.parametrize(
    ("themes", "given", "reason"),
    [
        (
            {"without": frozenset({Shape.L, Shape.I, Shape.T})},
            {},
            "without I, L, T: expected two shapes at least",
        ),
        (
            {"balanced": True, "without": frozenset({Shape.I})},
            {},
            "all four shapes equally often, and one left out",
        ),
        (
            {"without": frozenset({Shape.I})},
            {"shapes": ((Shape.I, 2),)},
            "2 I in a solution without I",
        ),
        ({"shaded": 1 << 100}, {}, "square number 100: expected less than 100"),
        ({"shaded": E5, "unshaded": E5}, {}, "e5 both shaded and unshaded"),
        ({"shaded": A1 | B1 | A2 | B2}, {}, "a1 b1 a2 b2 shaded: expected no whole 2×2 block"),
        (
            {"shaded": mask_of(range(0, 100, 3))},
            {"limits": RegionLimits(most=5)},
            "number of shaded squares: 34: expected 20",
        ),
        (
            {"shaded": A1, "unshaded": 1 << 99, "shading": HALF_TURN},
            {},
            "j10 unshaded: expected it shaded",
        ),
        (
            {"shading": HALF_TURN},
            {"columns": 7, "rows": 7},
            "regions that a half turn keeps on 7×7",
        ),
        (
            {"shading": HALF_TURN},
            {"limits": RegionLimits(symmetry=MIRROR)},
            "half-turn and regions with mirror",
        ),
        (
            {"only_key": True},
            {"required": frozenset({"overlap"})},
            "'overlap' of level 2 at the only key moment",
        ),
        (
            {"only_key": True, "keys": (2, 3)},
            {"required": frozenset({"bridge"})},
            "2 to 3 key moments, of which",
        ),
        ({"equal_sizes": True, "letters": "H"}, {}, "letters among regions of equal sizes"),
        (
            {"letters": "H"},
            {"limits": RegionLimits(symmetry=HALF_TURN)},
            "the letters H with symmetry: expected none",
        ),
        (
            {"letters": "H"},
            {"limits": RegionLimits(largest=10)},
            "the letters H of up to 11 squares: expected regions",
        ),
        ({"letters": "LITSO"}, {}, "the letters LITSO on 10×10: no room was found for them"),
        ({"balanced": True}, AN_I, "a given solution with shapes not equally often"),
        ({"without": frozenset({Shape.I})}, AN_I, "a given solution with an excluded shape"),
        ({"shaded": 1}, AN_I, "a given solution with a chosen square shaded otherwise"),
        ({"equal_sizes": True}, AN_I, "around a given solution: expected one of the two"),
        ({}, AN_I | {"given": 2}, "2 given letters: expected 0 to 1, the regions of the"),
        (
            {},
            {"limits": RegionLimits(largest=5)},
            "20 regions or more on 10×10 squares: expected at most 18",
        ),
        (
            {},
            {"limits": RegionLimits(largest=4), "rules": LITSO},
            "at most 22, because one of two adjacent 2×2 blocks",
        ),
        (
            {},
            {"required": frozenset({"needed block"})},
            "'needed block' with the rules lits: expected one that holds",
        ),
        (
            {},
            {"columns": 4, "rows": 4, "limits": RegionLimits(largest=5, most=3)},
            "cover 15 squares",
        ),
        ({}, {"limits": RegionLimits(smallest=3)}, "at least 4"),
        ({"balanced": True}, {"rules": LITSO}, "a theme with the rules litso: expected lits"),
        (
            {},
            {"rules": LITS_PLUS, "required": frozenset({"corridor centre"})},
            "with the rules lits-plus: ",
        ),
        ({}, {"limits": RegionLimits(fewest=3, most=2)}, "3 to 2 regions"),
        (
            {},
            {"shapes": ((Shape.L, 20), (Shape.I, 6))},
            "26 regions of given shapes: expected 0 to 18",
        ),
        ({}, {"limits": RegionLimits(most=3), "given": 4}, "4 given letters: expected 0 to 3"),
        ({}, {"given": -1}, "-1 given letters"),
        ({}, {"most_trivial": 1.5}, "a share of 1.5 of trivial regions: expected 0 to 1"),
        ({}, {"most_concentrated": -0.5}, "a share of -0.5 of difficulty"),
        (
            {},
            {"limits": RegionLimits(peak=101)},
            "a largest region of at least 101 squares: expected at most 100",
        ),
        ({}, {"limits": RegionLimits(largest=8, peak=9)}, "at least 9 squares: expected at most 8"),
    ],
)
def test_the_reason_of_a_refusal_is_told(
    themes: dict[str, Any],
    given: dict[str, Any],
    reason: str,
) -> None:
    with pytest.raises(PuzzleError, match=rf"\A[^\n]*{escape(reason)}[^\n]*\Z"):
        PuzzleSpec(**given, themes=Themes(**themes))


def test_possible_specs_are_accepted() -> None:
    plus = PuzzleSpec(required=frozenset({"needed block"}), rules=LITS_PLUS)
    assert PuzzleSpec(6, 6, limits=RegionLimits(fewest=7), rules=LITSO) != plus
    assert (
        PuzzleSpec(**AN_I, themes=Themes(without=frozenset({Shape.L}), unshaded=1)).solution
        == AN_I["solution"]
    )


def test_what_a_solution_misses_is_named() -> None:
    puzzle = ll.puzzle("lits/6/6/8vmlr1b288ls")  # six regions of six squares
    (solution,) = solve(puzzle).solutions
    there = next(shape for shape in TETROMINOES if shape in solution.shapes)

    def missed(of: LitsPuzzle, **themes: Any) -> list[str]:
        spec = PuzzleSpec(of.board.columns, of.board.rows, most_trivial=1, themes=Themes(**themes))
        return list(spec.missed_by_solution(of, solve(of).solutions[0]))

    assert missed(puzzle, balanced=True) == ["shapes not equally often"]
    assert missed(
        puzzle, without=frozenset({there}), unshaded=solution.shading, shading=MIRROR
    ) == [
        "an excluded shape",
        "a chosen square shaded otherwise",
        "an asymmetric shading",
    ]
    assert missed(puzzle, equal_sizes=True, shaded=solution.shading) == []
    uneven = LitsPuzzle.from_rows([[0, 0, 0, 0], [1, 2, 2, 2], [1, 2, 2, 2], [1, 1, 2, 2]])
    assert missed(uneven, equal_sizes=True) == ["regions of different sizes"]


def test_what_a_path_misses_is_named() -> None:
    path = easiest_path(ll.puzzle("lits/8/8/0e4tv8tbggh0fq8o4ph27cu0"))
    bridge = frozenset({"bridge"})
    rounds = len(path.rounds)
    three = frozenset({"bridge", "clash", "no link"})

    def missed(required: frozenset[str], **themes: Any) -> list[str]:
        return list(
            PuzzleSpec(8, 8, required=required, themes=Themes(**themes)).missed_by_path(path)
        )

    assert missed(three, keys=(1, 1), only_key=True, rounds=(rounds, rounds)) == []
    assert missed(bridge, only_key=True) == ["another key moment"]
    assert missed(bridge, keys=(0, 0), rounds=(0, 3)) == ["too many key moments", "too many rounds"]
    assert missed(bridge, keys=(2, 9), rounds=(99, 99)) == ["too few key moments", "too few rounds"]
    assert Themes().distance(path, frozenset()) == 0
    assert (
        Themes(keys=(3, 4)).distance(path, bridge) > Themes(keys=(2, 4)).distance(path, bridge) > 0
    )
    assert (
        Themes(only_key=True).distance(path, bridge)
        > Themes(keys=(1, 1)).distance(path, bridge)
        == 0
    )


def test_squares_and_shapes_are_read() -> None:
    assert parse_squares(Board(10, 10), "a1, e5") == A1 | E5
    with pytest.raises(GameError, match="z9"):
        parse_squares(Board(10, 10), "a1,z9")
    assert parse_letters("L,i") == parse_letters("IL") == {Shape.L, Shape.I}
    for text in ("", "X", "L3"):
        with pytest.raises(PuzzleError, match="expected letters of L I T S, such as I or L,I"):
            parse_letters(text)


def spec(columns: int, rows: int, limits: RegionLimits | None = None, **themes: Any) -> PuzzleSpec:
    return PuzzleSpec(columns, rows, limits=limits or RegionLimits(), themes=Themes(**themes))


SPECS = {
    "balanced": spec(6, 6, RegionLimits(most=9), balanced=True),
    "without S and T": spec(6, 6, without=frozenset({Shape.S, Shape.T})),
    "chosen squares": spec(7, 7, shaded=1 | 1 << 6 | 1 << 24, unshaded=1 << 23 | 1 << 42),
    "symmetric shading": spec(8, 8, shading=HALF_TURN),
    "keys": spec(7, 7, keys=(2, 4)),
    "few rounds": spec(7, 7, rounds=(0, 12)),
    "only key": replace(
        spec(7, 7), required=frozenset({"isolation"}), themes=Themes(only_key=True)
    ),
    "equal sizes": spec(6, 6, RegionLimits(smallest=5, largest=12), equal_sizes=True),
    "letters": spec(9, 9, letters="HI"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_puzzles_have_their_themes_and_one_solution(name: str) -> None:
    check(generate_puzzle(PuzzleTask(SPECS[name], 9, 1)))


def test_a_small_puzzle_has_its_themes() -> None:
    check(generate_puzzle(PuzzleTask(spec(6, 6, without=frozenset({Shape.I}), shaded=1), 1, 1)))


def check(found: GeneratedPuzzle) -> None:
    """Look at a puzzle with means of this file's own, and have the kernel prove that it has one
    solution.
    """
    puzzle = found.puzzle
    themes = found.task.spec.themes
    assert puzzle is not None
    (solution,), board = solve(puzzle).solutions, puzzle.board
    shapes = Counter(solution.shapes)
    assert not themes.balanced or (len(shapes), len(set(shapes.values()))) == (4, 1)
    assert not shapes.keys() & themes.without
    assert themes.shaded & ~solution.shading == 0 == themes.unshaded & solution.shading
    for each in region_maps(board, themes.shading):
        assert each.apply(solution.shading) == solution.shading
        assert any(each.apply(mask) not in puzzle.masks for mask in puzzle.masks)
    rounds = easiest_path(puzzle).rounds
    moments = [
        {step.technique for step in each.steps} for each in rounds if each.level > 2 and each.steps
    ]
    assert themes.keys[0] <= len(moments) <= themes.keys[1]
    assert not themes.only_key or moments == [found.task.spec.required]
    assert themes.rounds[0] <= len(rounds) <= themes.rounds[1]
    sizes = {mask.bit_count() for mask in puzzle.masks}
    assert not themes.equal_sizes or len(sizes) == 1
    assert not Counter(themes.letters) - Counter(
        letter_of(board, mask) or "" for mask in puzzle.masks
    )


def test_the_predicate_decides_and_rejections_are_counted() -> None:
    seen: list[Candidate] = []

    def accept(candidate: Candidate) -> bool:
        seen.append(candidate)
        return len(seen) > 2

    found = generate_puzzle(PuzzleTask(PuzzleSpec(6, 6, levels=(1, 2)), 1, 1, accept=accept))
    assert found.rejected["not accepted"] == 2
    for name in ("puzzle", "solution", "grade", "elegance"):
        assert getattr(found, name) == getattr(seen[-1], name)
    assert all(each.grade.level in {1, 2} for each in seen)


def test_the_best_of_several_is_the_most_elegant() -> None:
    one = PuzzleSpec(6, 6)
    best = generate_puzzle(PuzzleTask(replace(one, best_of=4), 2, 1))
    first = generate_puzzle(PuzzleTask(one, 2, 1))
    assert best.elegance > first.elegance
    assert best.judged > first.judged


def test_each_letter_is_a_region_of_its_own_form() -> None:
    assert "".join(sorted(FORMS)) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    board = Board(7, 7)
    seen = set()
    for letter in FORMS:
        cells = lettering.cells_of(letter)
        assert ({min(axis) for axis in zip(*cells, strict=True)}, max(row for _, row in cells)) == (
            {0},
            4,
        )
        mask = mask_of(board.square(column + 1, row + 2) for column, row in cells)
        assert board.is_connected(mask)
        assert letter_of(board, mask) == letter
        (members,) = candidates(
            LitsPuzzle(board, tuple(0 if mask >> s & 1 else OUTSIDE for s in range(board.size)))
        )
        assert members
        seen.add(cells)
    assert len(seen) == 26
    assert letter_of(board, 0b1111) is None
    assert holes_of("O") == {(1, 1), (1, 2), (1, 3)}
    assert {letter for letter in FORMS if holes_of(letter)} == set("ABDOPQR")


@pytest.mark.parametrize("word", ["HI", "LO", "TOT"])
def test_letters_are_placed_in_reading_order_and_stay(word: str) -> None:
    board = Board(11, 11)
    rng = random.Random(word)
    start = lettering.start_with_letters(board, 4, word, rng)
    assert start is not None
    kept = forms = [start.masks[number] for number in range(len(word))]
    assert [letter_of(board, form) for form in forms] == list(word)
    assert start.regions.count(OUTSIDE) == sum(len(holes_of(letter)) for letter in word)
    assert sum(forms).bit_count() == sum(form.bit_count() for form in forms)
    assert all(region.bit_count() >= 4 for region in start.masks.values())
    columns = [[board.column(square) for square in bits(form)] for form in forms]
    rows = [[board.row(square) for square in bits(form)] for form in forms]
    for one in range(len(word) - 1):
        assert max(columns[one]) < min(columns[one + 1]) or min(rows[one]) > max(rows[one + 1])
    for _ in range(300):
        square = rng.randrange(board.size)
        for changes in (
            start.shift(square, rng),
            start.split(square, rng),
            start.merge(square, rng),
        ):
            if changes is not None:
                start.make(changes)
                break
    assert [start.masks[number] for number in range(len(word))] == kept
    assert [letter_of(board, form) for form in kept] == list(word)


def test_letters_without_room_and_other_words() -> None:
    assert lettering.start_with_letters(Board(4, 4), 4, "A", random.Random(1)) is None
    with pytest.raises(PuzzleError, match="letters 'H1': expected letters from A to Z, such as HI"):
        parse_word("H1")
    assert parse_word("h i") == "HI"


def test_a_puzzle_with_a_letter_whose_inside_is_outside() -> None:
    made = generate_puzzle(PuzzleTask(PuzzleSpec(8, 8, themes=Themes(letters="O")), 1, 1))
    assert "O" in {letter_of(made.puzzle.board, mask) for mask in made.puzzle.masks}
    assert made.puzzle.regions.count(OUTSIDE) == 3
    assert by_model(made.puzzle).solutions == (made.solution,)


MODERATE = Grade(3, 600.0, {"overlap": 4, "cut off": 2}, 0, 0.2, solved=True)


@pytest.mark.parametrize(
    ("given", "graded", "missed"),
    [
        ({}, {}, []),
        ({"levels": (4, 5)}, {}, ["too easy"]),
        ({"levels": (1, 2)}, {}, ["too hard"]),
        ({}, {"solved": False, "level": 5}, ["too hard for the techniques"]),
        ({"trials": False}, {"trials": 3}, ["a trial needed"]),
        ({"required": frozenset({"pool"})}, {}, ["required technique not needed"]),
        ({"required": frozenset({"overlap"}), "excluded": frozenset({"pool"})}, {}, []),
        ({"excluded": frozenset({"cut off"})}, {}, ["excluded technique needed"]),
        ({}, {"concentration": 0.7}, ["all difficulty in one step"]),
        ({"levels": (4, 4), "trials": False}, {"trials": 1}, ["too easy", "a trial needed"]),
    ],
)
def test_what_a_grade_misses_is_named(
    given: dict[str, Any],
    graded: dict[str, Any],
    missed: list[str],
) -> None:
    assert list(PuzzleSpec(**given).missed_by_grade(replace(MODERATE, **graded))) == missed


def test_which_shapes_and_sizes_a_solution_misses_is_named() -> None:
    # Two regions of four squares and one of eight.
    puzzle = LitsPuzzle.from_rows([[0, 0, 0, 0], [1, 2, 2, 2], [1, 2, 2, 2], [1, 1, 2, 2]])
    (solution,) = solve(puzzle).solutions[:1]
    count = solution.shapes.count(Shape.L)
    spec = PuzzleSpec(4, 4, shapes=((Shape.L, count),), most_trivial=0.7)
    assert list(spec.missed_by_solution(puzzle, solution)) == []
    spec = PuzzleSpec(4, 4, shapes=((Shape.L, count + 1),), most_trivial=0.6)
    assert list(spec.missed_by_solution(puzzle, solution)) == [
        "too many trivial regions",
        "too few L",
    ]


def test_usual_numbers_of_regions_stand_where_none_is_given() -> None:
    board = Board(10, 10)
    usual = RegionLimits(symmetry=RegionSymmetry.MIRROR).on(board)
    assert (usual.fewest, usual.most, usual.symmetry) == (11, 18, RegionSymmetry.MIRROR)
    assert RegionLimits(peak=30).on(board) == RegionLimits(peak=30, style=RegionStyle.FREE)


def test_shapes_are_read() -> None:
    assert parse_shapes("L3,i2") == ((Shape.L, 3), (Shape.I, 2))
    assert parse_shapes("O2,L1", LITSO) == ((Shape.O, 2), (Shape.L, 1))
    for text in ("", "L", "O2", "L3;I2", "L-1", "L٣", "L99999"):
        with pytest.raises(
            PuzzleError, match="expected letters of L I T S with numbers, such as L3,I2"
        ):
            parse_shapes(text)


def test_sizes_without_a_puzzle_are_refused() -> None:
    """All divisions of these boards were counted (docs/results/small-puzzles.md)."""
    for columns, rows in ((3, 2), (2, 4), (5, 2), (3, 3)):
        with pytest.raises(
            PuzzleError, match="every division into regions has several solutions, or none"
        ):
            PuzzleSpec(columns, rows)
    assert all(
        PuzzleSpec(columns, rows) for columns, rows in ((6, 2), (2, 7), (4, 3), (3, 5), (4, 4))
    )
