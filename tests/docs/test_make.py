"""The pages are what the code writes, their folders hold nothing else, and no figure stands on the
README or a how-to without a source.
"""

from __future__ import annotations

import re
import string
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from docs import pages, puzzles, rulebook
from docs.make import MAKERS
from docs.pages import DOCS
from litslab.games.pieces import CELLS, FIXED_PATTERNS, TETROMINOES, orientations
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.generate.batch import canonical

FOLDERS = {
    "alphabet": puzzles.ALPHABET_PICTURES,
    "gallery": puzzles.GALLERY_PICTURES,
    "games": pages.GAMES_FOLDER,
    "rules": pages.RULES_PICTURES,
}
"""Folders that hold what one name writes, and nothing else."""

README = DOCS.parent / "README.md"
WITHOUT_FIGURES = [README, DOCS / "index.md", *sorted((DOCS / "how-to").glob("*.md"))]
"""Pages on which no figure stands by itself; those of results and of the inside have measurements
of their own.
"""

FIGURE = re.compile(
    r"\b\d[\d.,–]*\s?(?:s|seconds|ms|milliseconds|minutes|hours|nodes|k|M|G|million|thousand|%|[kMG]i?B)(?!\w)"
)
"""A number with a unit of time, work or size."""


@pytest.mark.parametrize(
    "name",
    [
        "architecture",
        "figures",
        "games",
        "maximal",
        "page",
        "rules",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("alphabet", "boards", "gallery")),
    ],
)
def test_what_is_stored_is_what_the_code_writes(name: str) -> None:
    files = MAKERS[name]()
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run python -m docs.make {name}"
    if folder := FOLDERS.get(name):
        assert set(folder.iterdir()) == {path for path in files if path.parent == folder}


def test_the_examples_of_the_gallery_and_the_alphabet_are_all_different() -> None:
    examples = {
        name: [
            read_one(line)
            for line in (DOCS / "examples" / f"{name}.jsonl").read_text("utf-8").splitlines()
        ]
        for name in ("gallery", "alphabet")
    }
    assert len({canonical(entry.puzzle) for entry in examples["gallery"]}) == 40
    pictures = puzzles.letters()
    assert (
        [each.id for each in examples["alphabet"]]
        == list(string.ascii_uppercase + string.digits)
        == list(pictures)
    )
    for entry in examples["alphabet"]:
        picture = pictures[str(entry.id)]
        assert entry.puzzle.board == picture.board
        assert entry.shading is not None
        assert (
            (picture.shaded & ~entry.shading) | (picture.blank & entry.shading)
        ).bit_count() <= 6


def test_the_page_of_the_rules_shows_every_picture_and_counts_the_ways_to_lie() -> None:
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^\]]+\]\(pictures/rules/([^)]+)\)", page)
    assert sorted(shown) == sorted(path.name for path in pages.RULES_PICTURES.iterdir())
    rows = re.findall(r"^\| ([LITS]) \| (\d) \| (\d) \| (\d) \| (\d) \|$", page, re.MULTILINE)
    expected = []
    for shape in TETROMINOES:
        ways = product((frozenset[int](), FIXED_PATTERNS[shape]), (True, False))
        counts = [len(orientations(CELLS[shape], black, flips=flips)) for black, flips in ways]
        expected.append((shape.value, *map(str, counts)))
    assert rows == expected


def outputs(notebook: Any) -> list[tuple[int, str, list[str], str]]:
    """For each output its cell, its kind, the forms it has, and its text.

    A text about the puzzle that is `made` is left out: a better generator makes others.
    """
    found = []
    for number, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            text = "" if "made" in cell.source else output.get("text") or data.get("text/plain", "")
            found.append((number, output.output_type, sorted(data), text))
    return found


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the notebook's machinery
def test_the_tour_runs_and_shows_what_is_stored() -> None:
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    stored = nbformat.read(pages.TOUR, as_version=4)
    made = nbformat.reads(pages.tour()[pages.TOUR], as_version=4)
    assert outputs(made) == outputs(stored), "python -m docs.make tour writes it again"
    pictures = [
        forms for _, _, forms, _ in outputs(stored) if forms in (["image/svg+xml"], ["text/html"])
    ]
    assert len(pictures) >= 10  # positions, solutions, puzzles, hints, groups, a review and plots


def test_the_stored_tour_is_small_and_says_nothing_about_a_machine() -> None:
    text = pages.TOUR.read_text(encoding="utf-8")
    assert len(text) < 500_000
    places = (Path.home(), DOCS.parent, tempfile.gettempdir())
    assert [place for place in places if f"{place}/" in text] == []


def unsourced(text: str) -> list[str]:
    """Return the figures of a page outside code, which other tests run."""
    for code in (r"```.*?```", r"`[^`\n]*`"):
        text = re.sub(code, "", text, flags=re.DOTALL)
    return FIGURE.findall(text)


@pytest.mark.parametrize("path", WITHOUT_FIGURES, ids=lambda path: path.name)
def test_no_figure_stands_on_a_page_by_itself(path: Path) -> None:
    assert unsourced(path.read_text(encoding="utf-8")) == []


def test_the_page_knows_the_rules_and_the_notation_of_today() -> None:
    for path, text in rulebook.rulebook().items():
        assert path.read_text(encoding="utf-8") == text, "python -m docs.make rulebook"
