"""Real published puzzles: their file lies beside the repository and is not part of it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from litslab.puzzles.lits.formats import PuzzleEntry
from litslab.puzzles.lits.formats.json_form import from_document

FILE = Path(__file__).parents[2] / "shared" / "data" / "lits_published.jsonl"


@cache
def published() -> list[tuple[PuzzleEntry, str]]:
    """Return the published puzzles, each with its status."""
    documents = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [(from_document(document), document["status"]) for document in documents]
