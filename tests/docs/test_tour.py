"""The notebook runs from its first cell to its last, and what it shows is what is stored in it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.scripts import DOCS, load_script


def outputs(notebook: Any) -> list[tuple[int, str, list[str], str]]:
    """For each output its cell, its kind, the forms it has, and its text.

    A text about the puzzle that is `made` is left out: a better generator makes others.
    """
    return [
        (
            number,
            output.output_type,
            sorted(output.get("data", {})),
            "" if "made" in cell.source else output.get("text") or output.get("data", {}).get("text/plain", ""),
        )
        for number, cell in enumerate(notebook.cells)
        for output in cell.get("outputs", ())
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the notebook's machinery
def test_the_tour_runs_and_shows_what_is_stored() -> None:
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    stored = nbformat.read(DOCS / "tour.ipynb", as_version=4)
    assert outputs(load_script("make_tour").run_tour()) == outputs(stored), "python docs/make_tour.py writes it again"
    pictures = [forms for _, _, forms, _ in outputs(stored) if forms in (["image/svg+xml"], ["text/html"])]
    assert len(pictures) >= 10  # positions, solutions, puzzles, hints, groups, a review and plots


def test_the_stored_tour_is_small_and_says_nothing_about_a_machine() -> None:
    text = (DOCS / "tour.ipynb").read_text(encoding="utf-8")
    assert len(text) < 500_000
    places = (Path.home(), DOCS.parent, tempfile.gettempdir())
    assert [place for place in places if f"{place}/" in text] == []
