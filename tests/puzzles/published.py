"""Real published puzzles, for tests: their file lies beside the repository and is not
part of it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from litslab.puzzles.lits.formats import PuzzleEntry
from litslab.puzzles.lits.formats.json_form import from_document

FILE = Path(__file__).parents[3] / "shared" / "data" / "lits_published.jsonl"

needs_published = pytest.mark.skipif(
    not FILE.is_file(), reason="the published puzzles are not there"
)
"""A test of the published puzzles, which CI runs where the file exists."""


@cache
def published() -> list[tuple[PuzzleEntry, str]]:
    """Return the published puzzles, each with its status."""
    documents = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [(from_document(document), document["status"]) for document in documents]
