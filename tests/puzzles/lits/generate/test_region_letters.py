"""Regions in the form of letters: the forms themselves, and where they are placed."""

from __future__ import annotations

import random

import pytest

from litslab.games.geometry import Board, mask_of
from litslab.puzzles.lits.candidates import candidates
from litslab.puzzles.lits.generate.search import PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec, parse_word
from litslab.puzzles.lits.generate.themes import (
    FORMS,
    Themes,
    cells_of,
    holes_of,
    letter_of,
    place_letters,
    start_with_letters,
)
from litslab.puzzles.lits.model import solve
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle, PuzzleError, SolutionStatus


def test_each_letter_is_a_region_of_its_own_form() -> None:
    assert "".join(sorted(FORMS)) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    board = Board(7, 7)
    seen = set()
    for letter in FORMS:
        cells = cells_of(letter)
        assert {min(axis) for axis in zip(*cells, strict=True)} == {0}
        assert max(row for _, row in cells) == 4
        mask = mask_of(board.square(column + 1, row + 2) for column, row in cells)
        assert board.is_connected(mask)
        assert letter_of(board, mask) == letter
        (members,) = candidates(LitsPuzzle(board, tuple(0 if mask >> s & 1 else OUTSIDE for s in range(board.size))))
        assert members
        seen.add(cells)
    assert len(seen) == 26
    assert letter_of(board, 0b1111) is None


def test_what_a_letter_encloses() -> None:
    assert holes_of("O") == {(1, 1), (1, 2), (1, 3)}
    assert holes_of("A") == {(1, 3)}
    assert {letter for letter in FORMS if holes_of(letter)} == set("ABDOPQR")


@pytest.mark.parametrize("word", ["HI", "LO", "TOT"])
def test_letters_are_placed_in_reading_order_and_stay(word: str) -> None:
    board = Board(11, 11)
    rng = random.Random(word)
    placed = place_letters(board, word, 4, rng)
    assert placed is not None
    forms, outside = placed
    assert [letter_of(board, form) for form in forms] == list(word)
    assert outside.bit_count() == sum(len(holes_of(letter)) for letter in word)
    left = board.all & ~outside & ~sum(forms)
    assert sum(forms).bit_count() == sum(form.bit_count() for form in forms)
    assert all(group.bit_count() >= 4 for group in board.groups(left))
    columns = [[board.column(square) for square in range(board.size) if form >> square & 1] for form in forms]
    rows = [[board.row(square) for square in range(board.size) if form >> square & 1] for form in forms]
    for one in range(len(word) - 1):
        assert max(columns[one]) < min(columns[one + 1]) or min(rows[one]) > max(rows[one + 1])
    start = start_with_letters(board, 4, word, rng)
    assert start is not None
    kept = [start.masks[number] for number in range(len(word))]
    for _ in range(300):
        square = rng.randrange(board.size)
        for changes in (start.shift(square, rng), start.split(square, rng), start.merge(square, rng)):
            if changes is not None:
                start.make(changes)
                break
    assert [start.masks[number] for number in range(len(word))] == kept
    assert [letter_of(board, form) for form in kept] == list(word)


def test_no_room() -> None:
    assert place_letters(Board(4, 4), "A", 4, random.Random(1)) is None
    assert place_letters(Board(7, 7), "HIJK", 4, random.Random(1)) is None
    with pytest.raises(PuzzleError, match="letters 'H1': expected letters from A to Z, such as HI"):
        parse_word("H1")
    assert parse_word("h i") == "HI"


def test_a_puzzle_with_a_letter_whose_inside_is_outside() -> None:
    made = generate_puzzle(PuzzleTask(PuzzleSpec(8, 8, themes=Themes(letters="O")), 1, 1))
    assert made.puzzle is not None
    assert "O" in {letter_of(made.puzzle.board, mask) for mask in made.puzzle.masks}
    assert made.puzzle.regions.count(OUTSIDE) == 3
    answer = solve(made.puzzle)
    assert answer.status is SolutionStatus.UNIQUE
    assert answer.solutions == (made.solution,)
