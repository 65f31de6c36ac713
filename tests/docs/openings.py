"""The values of all openings of boards of Battle of LITS, as stored."""

from __future__ import annotations

import json
from typing import Any

from docs.pages import DOCS


def openings() -> list[dict[str, Any]]:
    """Return the stored values of all openings: of each board its size, seed, nodes and values."""
    path = DOCS / "results" / "battle-of-lits-openings.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
