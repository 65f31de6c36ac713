"""The gallery: forty puzzles with one solution and twelve studies, each with its picture, and nothing left over."""

import re
from pathlib import Path

from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.generate.batch import canonical
from litslab.puzzles.lits.kernel import solve
from litslab.puzzles.lits.result import SolutionStatus

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "pictures" / "gallery"


def test_forty_different_puzzles_have_the_solution_that_they_come_with() -> None:
    entries = [read_one(line) for line in (DOCS / "examples" / "gallery.jsonl").read_text().splitlines()]
    assert len({canonical(entry.puzzle) for entry in entries}) == 40
    for entry in entries:
        answer = solve(entry.puzzle)
        assert answer.status is SolutionStatus.UNIQUE
        assert answer.solutions[0].shading == entry.shading


def test_the_page_shows_every_picture_and_its_links_open_the_puzzles() -> None:
    page = (DOCS / "gallery.md").read_text()
    shown = re.findall(r"\(pictures/gallery/([a-z0-9-]+\.svg)\)", page)
    assert sorted(shown) == sorted(path.name for path in PICTURES.iterdir())
    assert len(shown) == 40 + 40 + 12
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < 1_500_000
    entries = [read_one(line) for line in (DOCS / "examples" / "gallery.jsonl").read_text().splitlines()]
    links = re.findall(r"\[play\]\((\S+)\)", page)
    assert [read_one(link).puzzle.masks for link in links] == [entry.puzzle.masks for entry in entries]
