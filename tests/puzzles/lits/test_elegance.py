"""Elegance: each part is what docs/elegance.md says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from litslab.games.geometry import Board
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.grade import NO_KEY, Elegance, easiest_path, elegance, key_moments
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle, PuzzleError
from litslab.puzzles.lits.techniques.path import Path

ONE_KEY = "lits/8/8/0e4tv8tbggh0fq8o4ph27cu0"
"""A puzzle with one key moment, of level 3."""


def measured(text: str) -> tuple[LitsPuzzle, Path, Elegance]:
    puzzle = read_one(text).puzzle
    path = easiest_path(puzzle)
    return puzzle, path, elegance(puzzle, path)


def test_the_parts_are_those_of_the_puzzle() -> None:
    puzzle, path, found = measured(ONE_KEY)
    sizes = [mask.bit_count() for mask in puzzle.masks]
    first = 0
    for step in path.rounds[0].steps:
        first |= step.shaded | step.unshaded
    assert found.start == pytest.approx(1 - first.bit_count() / 64)
    assert found.trivial == pytest.approx(1 - sizes.count(4) / len(sizes))
    assert found.sprawl == pytest.approx(min(1, 14 / max(sizes)))
    assert key_moments(path) == [frozenset({"bridge", "clash", "no link"})]
    assert found.moment == 1
    parts = (found.start, found.spread, found.trivial)
    assert found.score == pytest.approx((sum(parts) + 2 * found.moment + 2 * found.sprawl) / 7, abs=0.0006)


def test_more_moments_count_less_and_none_a_little_less_than_one() -> None:
    puzzle, path, found = measured(ONE_KEY)
    key = next(each for each in path.rounds if each.level >= 3 and each.steps)
    twice = replace(path, rounds=(*path.rounds, replace(key, steps=key.steps)))
    assert elegance(puzzle, twice).moment == 1 / 2
    none = replace(path, rounds=tuple(each for each in path.rounds if each.level < 3))
    assert elegance(puzzle, none).moment == NO_KEY < found.moment


def test_a_region_that_sprawls_counts_for_the_size_of_the_board() -> None:
    def sprawl(side: int, largest: int) -> float:
        rest = side * side - largest
        regions = [min(1 + square // 5, rest // 5) if square < rest else 0 for square in range(side * side)]
        puzzle = LitsPuzzle(Board(side, side), tuple(regions))
        return elegance(puzzle, easiest_path(read_one("lits/4/4/9q02jg").puzzle)).sprawl

    assert sprawl(10, 14) == 1
    assert sprawl(10, 28) == pytest.approx(1 / 2)
    assert sprawl(20, 28) == pytest.approx(14 * 4**0.25 / 28)


def test_early_steps_in_one_quarter_are_not_spread() -> None:
    puzzle, path, found = measured(ONE_KEY)
    step = path.steps[0]
    here = replace(step, shaded=0b111, unshaded=0)
    elsewhere = replace(step, shaded=0b111 << 61, unshaded=0)
    moments = [replace(path.rounds[0], steps=(here,)), *(replace(path.rounds[0], steps=(elsewhere,)) for _ in range(2))]
    assert elegance(puzzle, replace(path, rounds=tuple(moments))).spread == 0
    both = replace(here, shaded=0b1, unshaded=1 << 63)
    assert elegance(puzzle, replace(path, rounds=(replace(path.rounds[0], steps=(both,) * 3),))).spread == 0.5
    assert 0 < found.spread <= 1


def test_a_puzzle_without_regions_has_none() -> None:
    path = easiest_path(read_one(ONE_KEY).puzzle)
    with pytest.raises(PuzzleError, match="without regions: expected one at least"):
        elegance(LitsPuzzle(Board(4, 4), (OUTSIDE,) * 16), path)
