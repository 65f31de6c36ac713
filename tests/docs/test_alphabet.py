"""The alphabet: a puzzle with one solution for every letter and digit, in which it is shaded as closely as it says."""

import re
import string
from pathlib import Path

from docs.make_alphabet import letters
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.kernel import solve
from litslab.puzzles.lits.result import SolutionStatus

DOCS = Path(__file__).parents[2] / "docs"


def test_every_letter_and_digit_is_the_only_solution_of_its_puzzle() -> None:
    pictures = letters()
    entries = [read_one(line) for line in (DOCS / "examples" / "alphabet.jsonl").read_text().splitlines()]
    assert [entry.id for entry in entries] == list(string.ascii_uppercase + string.digits) == list(pictures)
    for entry in entries:
        answer = solve(entry.puzzle)
        assert answer.status is SolutionStatus.UNIQUE
        shading = answer.solutions[0].shading
        assert shading == entry.shading
        picture = pictures[entry.id]
        assert entry.puzzle.board == picture.board
        missed = (picture.shaded & ~shading) | (picture.blank & shading)
        assert missed.bit_count() <= 6


def test_the_page_links_every_puzzle_and_shows_both_sheets() -> None:
    page = (DOCS / "alphabet.md").read_text()
    entries = [read_one(line) for line in (DOCS / "examples" / "alphabet.jsonl").read_text().splitlines()]
    links = re.findall(r"\[(\w)\]\((https\S+)\) \(level", page)
    assert [(name, read_one(link).puzzle.masks) for name, link in links] == [(e.id, e.puzzle.masks) for e in entries]
    shown = re.findall(r"\(pictures/alphabet/([a-z]+\.svg)\)", page)
    pictures = DOCS / "pictures" / "alphabet"
    assert sorted(shown) == sorted(path.name for path in pictures.iterdir())
    assert sum(path.stat().st_size for path in pictures.iterdir()) < 200_000
