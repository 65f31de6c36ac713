"""Generated puzzles: one solution by both solvers, every wish met, and the same whoever does the work."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litslab.puzzles.generate as generating
from litslab.games.geometry import Board
from litslab.games.pieces import Shape
from litslab.puzzles.generate import Generated, Order, canonical, generate, generate_many, with_letters
from litslab.puzzles.grade import grade
from litslab.puzzles.lits import LitsPuzzle
from litslab.puzzles.lits_kernel import solve as by_kernel
from litslab.puzzles.lits_model import solve as by_model
from litslab.puzzles.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.result import Status
from litslab.puzzles.wishes import Wishes
from tests.puzzles.making import grow_regions

HALF_TURN = RegionLimits(symmetry=RegionSymmetry.HALF_TURN)
SMALL = Wishes(6, 6)

WISHES = {
    "easy 4×4": Wishes(4, 4, levels=(1, 1)),
    "easy 6×6": Wishes(6, 6, levels=(1, 1)),
    "level 2 or 3, 8×8": Wishes(8, 8, levels=(2, 3)),
    "a rectangle": Wishes(8, 5),
    "half turn": Wishes(8, 8, limits=HALF_TURN),
    "half turn with a middle": Wishes(7, 6, limits=HALF_TURN),
    "mirror": Wishes(7, 7, limits=RegionLimits(symmetry=RegionSymmetry.MIRROR)),
    "mirror between columns": Wishes(8, 8, limits=RegionLimits(symmetry=RegionSymmetry.MIRROR)),
    "quarter turn": Wishes(8, 8, limits=RegionLimits(symmetry=RegionSymmetry.QUARTER_TURN)),
    "number and sizes of regions": Wishes(7, 7, limits=RegionLimits(smallest=5, largest=12, fewest=6, most=7)),
    "a large region": Wishes(8, 8, limits=RegionLimits(peak=20)),
    "shapes": Wishes(7, 7, shapes=((Shape.I, 2), (Shape.T, 2))),
    "given letters": Wishes(6, 6, given=3),
    "a technique needed": Wishes(7, 7, required=frozenset({"equal shape"})),
    "a technique excluded": Wishes(7, 7, excluded=frozenset({"cut off", "no link"}), trials=False),
    "no trial": Wishes(8, 8, levels=(2, 5), trials=False),
    "no region of four": Wishes(7, 7, most_trivial=0.0),
    "even difficulty": Wishes(7, 7, most_concentrated=0.3),
}


def check(found: Generated) -> None:
    """Everything that is said of a puzzle, found out anew."""
    wishes, puzzle = found.order.wishes, found.puzzle
    assert puzzle is not None
    assert found.solution is not None
    assert found.grade is not None
    assert puzzle.board == Board(wishes.columns, wishes.rows)
    for solve in (by_kernel, by_model):
        answer = solve(puzzle)
        assert answer.status is Status.UNIQUE
        assert answer.solutions == (found.solution,)
    graded = grade(puzzle)
    assert graded == found.grade
    assert graded.solved
    assert wishes.levels[0] <= graded.level <= wishes.levels[1]
    assert wishes.trials or not graded.trials
    assert wishes.required <= graded.techniques.keys()
    assert not wishes.excluded & graded.techniques.keys()
    assert graded.concentration <= wishes.most_concentrated
    check_regions(puzzle, wishes)
    shapes = Counter(found.solution.shapes)
    assert all(shapes[shape] >= count for shape, count in wishes.shapes)
    letters = [(puzzle.regions[square], given) for square, given in enumerate(puzzle.givens) if given != "?"]
    assert len({region for region, _ in letters}) == len(letters) == wishes.given
    assert all(found.solution.shapes[region].value == letter for region, letter in letters)


def check_regions(puzzle: LitsPuzzle, wishes: Wishes) -> None:
    board, limits = puzzle.board, wishes.limits
    sizes = [mask.bit_count() for mask in puzzle.masks]
    assert sum(sizes) == board.size
    assert all(board.is_connected(mask) for mask in puzzle.masks)
    assert limits.smallest <= min(sizes) <= max(sizes) <= limits.largest
    assert max(sizes) >= limits.peak
    assert limits.fewest <= len(sizes) <= limits.most
    assert sizes.count(4) <= wishes.most_trivial * len(sizes)
    side, top = board.columns - 1, board.rows - 1
    moves: dict[RegionSymmetry, Callable[[int, int], tuple[int, int]]] = {
        RegionSymmetry.NONE: lambda column, row: (column, row),
        RegionSymmetry.HALF_TURN: lambda column, row: (side - column, top - row),
        RegionSymmetry.MIRROR: lambda column, row: (side - column, row),
        RegionSymmetry.QUARTER_TURN: lambda column, row: (row, side - column),
    }
    move = moves[limits.symmetry]
    maps_to: dict[int, int] = {}
    for square, region in enumerate(puzzle.regions):
        there = puzzle.regions[board.square(*move(board.column(square), board.row(square)))]
        assert maps_to.setdefault(region, there) == there


@pytest.mark.slow
@pytest.mark.parametrize("name", WISHES)
def test_puzzles_are_unique_by_both_solvers_and_as_wished(name: str) -> None:
    for number in range(2):
        check(generate(Order(WISHES[name], seed=3, number=number)))


@pytest.mark.slow
@settings(max_examples=12, deadline=None, derandomize=True)
@given(columns=st.integers(5, 7), rows=st.integers(5, 7), seed=st.integers(0, 10**9), turned=st.booleans())
def test_any_size_and_seed_gives_such_a_puzzle(columns: int, rows: int, seed: int, *, turned: bool) -> None:
    symmetric = turned and columns * rows % 2 == 0
    wishes = Wishes(columns, rows, limits=HALF_TURN if symmetric else RegionLimits())
    check(generate(Order(wishes, seed, 0)))


def test_one_order_gives_one_puzzle_and_another_another() -> None:
    order = Order(SMALL, 1, 0)
    first, again = generate(order), generate(order)
    assert replace(first, seconds=0) == replace(again, seconds=0)
    others = [generate(other).puzzle for other in (Order(SMALL, 2, 0), Order(SMALL, 1, 1), Order(SMALL, 1, 0, 1))]
    assert len({first.puzzle, *others}) == 4


def plain(found: Generated) -> Generated:
    return replace(found, seconds=0)


@pytest.mark.slow
def test_processes_change_nothing() -> None:
    wishes = Wishes(6, 6, levels=(1, 3), limits=HALF_TURN)
    alone = [plain(found) for found in generate_many(wishes, 6, seed=5)]
    assert [found.order.number for found in alone] == list(range(6))
    assert [plain(found) for found in generate_many(wishes, 6, seed=5, jobs=2)] == alone


def dies_once(order: Order) -> Generated:
    """Kill the process that does the third puzzle for the first time."""
    mark = Path(os.environ["LITSLAB_TEST_MARK"])
    if order.number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return generate(order)


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "died"
    monkeypatch.setenv("LITSLAB_TEST_MARK", str(mark))
    alone = [plain(found) for found in generate_many(SMALL, 5, seed=8)]
    monkeypatch.setattr(generating, "generate", dies_once)
    assert [plain(found) for found in generate_many(SMALL, 5, seed=8, jobs=2)] == alone
    assert mark.exists()


def test_what_is_there_is_not_made_again_and_counts_as_known() -> None:
    made = [found.puzzle for found in generate_many(SMALL, 4, seed=2)]
    known = {number: puzzle for number, puzzle in enumerate(made) if puzzle is not None and number in {0, 2}}
    rest = list(generate_many(SMALL, 4, seed=2, known=known))
    assert [(found.order.number, found.puzzle) for found in rest] == [(1, made[1]), (3, made[3])]


def test_a_puzzle_that_was_made_already_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    first = generate(Order(SMALL, 4, 0))
    assert first.puzzle is not None
    turned = images(first.puzzle)[5]
    assert turned != first.puzzle
    monkeypatch.setattr(generating, "generate", lambda order: found_first(order, first, turned))
    told: list[dict[str, int]] = []
    both = list(generate_many(SMALL, 2, seed=4, rejected=told.append))
    assert both[0].puzzle == first.puzzle
    assert both[1].order.attempt == 1
    assert both[1].rejected["made already"] == 1
    assert both[1].puzzle is not None
    assert canonical(both[1].puzzle) != canonical(first.puzzle)
    assert len(told) == 3
    assert sum(each.get("made already", 0) for each in told) == 1


def found_first(order: Order, first: Generated, turned: LitsPuzzle) -> Generated:
    """Return the first puzzle, then a turned one, and only where that is asked for again a new one."""
    if order.attempt:
        return generate(order)
    return replace(first, order=order, puzzle=turned if order.number else first.puzzle)


def images(puzzle: LitsPuzzle) -> list[LitsPuzzle]:
    """The eight images of a puzzle, by rows and columns."""
    rows, givens = puzzle.rows(), [list(row) for row in _rows_of_givens(puzzle)]
    found = []
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        givens = [list(row) for row in zip(*givens[::-1], strict=True)]
        found.append(LitsPuzzle.from_rows(rows, ["".join(row) for row in givens]))
        found.append(LitsPuzzle.from_rows([row[::-1] for row in rows], ["".join(row[::-1]) for row in givens]))
    return found


def _rows_of_givens(puzzle: LitsPuzzle) -> list[str]:
    board = puzzle.board
    return [
        "".join(puzzle.given(board.square(column, row)) for column in range(board.columns))
        for row in reversed(range(board.rows))
    ]


@pytest.mark.slow
@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_all_images_have_one_canonical_form_which_is_one_of_them(columns: int, rows: int, seed: int) -> None:
    rng = random.Random(seed)
    board = Board(columns, rows)
    givens = "".join(rng.choice("????#.LITS") for _ in range(board.size))
    puzzle = LitsPuzzle(board, grow_regions(board, rng.randint(1, min(4, board.size)), rng), givens)
    all_images = images(puzzle)
    assert {canonical(image) for image in all_images} == {canonical(puzzle)}
    assert canonical(puzzle) in all_images


def test_letters_stand_in_shaded_squares_of_different_regions() -> None:
    found = generate(Order(SMALL, 6, 0))
    assert found.puzzle is not None
    assert found.solution is not None
    assert with_letters(found.puzzle, found.solution, 0, random.Random(1)) == found.puzzle
    lettered = with_letters(found.puzzle, found.solution, 99, random.Random(1))
    assert Counter(lettered.givens.replace("?", "")) == Counter(shape.value for shape in found.solution.shapes)


@pytest.mark.slow
def test_a_search_without_time_says_why_nothing_was_taken() -> None:
    # A 6×6 puzzle is never that hard; each look at this clock is a second, whatever the machine does meanwhile.
    seconds = count()
    order = Order(Wishes(6, 6, levels=(5, 5), trials=False), 1, 0, seconds=3_000)
    found = generate(order, lambda: float(next(seconds)))
    assert (found.puzzle, found.solution, found.grade) == (None, None, None)
    assert found.judged > 0
    assert found.rejected["too easy"] > 0
    assert generate(Order(SMALL, 1, 0, seconds=0.0)).puzzle is None


def the_same_puzzle(first: Generated, seconds: float, asked: list[Order]) -> Callable[[Order], Generated]:
    """Find the same puzzle in so many seconds each time, unless fewer are left."""

    def find(order: Order) -> Generated:
        asked.append(order)
        if order.seconds is not None and order.seconds < seconds:
            return Generated(order, None, None, None, judged=1, seconds=max(order.seconds, 0.0))
        return replace(first, order=order, rejected={"too easy": 2}, judged=10, seconds=seconds)

    return find


@pytest.mark.parametrize(("each", "left"), [(40.0, [100.0, 60.0, 20.0]), (50.0, [100.0, 50.0, 0.0])])
def test_the_time_of_a_puzzle_is_that_of_its_duplicates_too(
    monkeypatch: pytest.MonkeyPatch, each: float, left: list[float]
) -> None:
    asked: list[Order] = []
    first = generate(Order(SMALL, 4, 0))
    monkeypatch.setattr(generating, "generate", the_same_puzzle(first, each, asked))
    monkeypatch.setattr(generating, "MOST_DUPLICATES", 9)
    made, none = generate_many(SMALL, 2, seed=4, seconds=100.0)
    assert made.puzzle == first.puzzle
    assert [order.seconds for order in asked if order.number == 1] == left
    assert (none.puzzle, none.solution, none.grade, none.exhausted) == (None, None, None, False)
    assert none.seconds == 100
    assert (none.order.seconds, none.order.attempt) == (100, 2)
    assert none.rejected == {"made already": 2, "too easy": 4}
    assert none.judged == 21


def test_a_request_that_few_puzzles_meet_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Order] = []
    first = generate(Order(SMALL, 4, 0))
    monkeypatch.setattr(generating, "generate", the_same_puzzle(first, 1.0, asked))
    monkeypatch.setattr(generating, "MOST_DUPLICATES", 9)
    made, none = generate_many(SMALL, 50, seed=4)
    assert made.puzzle == first.puzzle
    assert (none.puzzle, none.solution, none.grade, none.exhausted) == (None, None, None, True)
    assert none.rejected["made already"] == 9
    assert [order.attempt for order in asked] == [0, *range(10)]
