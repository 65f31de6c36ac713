"""The notebook runs from its first cell to its last, and what it shows is what is stored in it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"

nbformat = pytest.importorskip("nbformat")


def outputs(notebook: Any) -> list[tuple[int, str, list[str], str]]:
    """For each output its cell, its kind, the forms it has, and its text."""
    return [
        (
            number,
            output.output_type,
            sorted(output.get("data", {})),
            output.get("text") or output.get("data", {}).get("text/plain", ""),
        )
        for number, cell in enumerate(notebook.cells)
        for output in cell.get("outputs", ())
    ]


@pytest.mark.filterwarnings("ignore")  # of the notebook's machinery
def test_the_tour_runs_and_shows_what_is_stored() -> None:
    pytest.importorskip("nbclient")
    spec = importlib.util.spec_from_file_location("make_tour", DOCS / "make_tour.py")
    assert spec is not None
    assert spec.loader is not None
    make_tour = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_tour)
    stored = nbformat.read(DOCS / "tour.ipynb", as_version=4)
    assert outputs(make_tour.run_tour()) == outputs(stored), "python docs/make_tour.py writes it again"
    pictures = [forms for _, _, forms, _ in outputs(stored) if forms in (["image/svg+xml"], ["text/html"])]
    assert len(pictures) >= 10  # positions, solutions, puzzles, hints, groups, a review and plots


def test_the_stored_tour_is_small_and_tells_nothing_of_a_machine() -> None:
    text = (DOCS / "tour.ipynb").read_text(encoding="utf-8")
    assert len(text) < 500_000
    assert not any(place in text for place in ("/home/", "/root/", "/tmp/", "/work/"))
