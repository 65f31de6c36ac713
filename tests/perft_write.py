"""Count positions by playing, and write the counts to `tests/perft/`.

Run with ``python -m tests.perft_write`` from the top of the repository. What is counted in the files has been counted a
second way: by sets of placements, without playing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from litslab.games.perft import perft
from tests.games.cases import Case

FOLDER = Path(__file__).parent / "perft"

BOARDS: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("taiji-2x2", "taiji", {"size": 2, "groups": 1}, 2),
    ("taiji-3x3", "taiji", {"size": 3, "groups": 1}, 4),
    ("taiji-4x4", "taiji", {"size": 4, "groups": 1}, 4),
    ("battle-of-lits-4x4", "battle-of-lits", {"size": 4}, 3),
    ("battle-of-lits-4x4-one-of-each", "battle-of-lits", {"size": 4, "supply": [1, 1, 1, 1]}, 3),
    ("battle-of-lits-3x5", "battle-of-lits", {"size": 3, "rows": 5}, 3),
    ("battle-of-lits-7x2", "battle-of-lits", {"size": 7, "rows": 2}, 2),
    ("battle-of-lits-5x5", "battle-of-lits", {"size": 5}, 3),
    *(
        (f"tailits-{size}x{size}-{way}{name}", "tailits", {"size": size, "colouring": way, "flips": not name}, depth)
        for size, depths in ((3, (1, 1, 1)), (5, (4, 2, 2)))
        for way, depth in zip(("fixed", "free", "each-once"), depths, strict=True)
        for name in ("", "-no-flips")
    ),
    (
        "tailits-5x5-each-once-l-and-i", "tailits",
        {"size": 5, "colouring": "each-once", "supply": [6, 6, 0, 0], "flips": False}, 3,
    ),
    ("tailits-5x5-fixed-one-of-each", "tailits", {"size": 5, "supply": [1, 1, 1, 1]}, 4),
    ("wythe-2x2", "wythe", {"size": 2}, 3),
    ("wythe-3x3", "wythe", {"size": 3}, 7),
    ("wythe-4x4", "wythe", {"size": 4}, 4),
    ("tailits+taiji-3x3", "tailits+taiji", {"size": 3, "groups": 1}, 4),
    ("tailits+taiji-3x3-free", "tailits+taiji", {"size": 3, "groups": 1, "colouring": "free"}, 4),
    ("taiji+battle-of-lits-3x3", "taiji+battle-of-lits", {"size": 3, "groups": 1}, 5),
    ("taiji+battle-of-lits-4x4", "taiji+battle-of-lits", {"size": 4, "groups": 1}, 4),
)  # fmt: skip
"""The name of the file, the game, its options and how many placements deep."""


def by_playing(name: str, options: dict[str, Any], depth: int) -> dict[str, list[int]]:
    """Return how many positions there are after 0, 1, … placements, and how many of these are final."""
    case = Case(name, {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()})
    found = perft(case.rules(), depth)
    return {"counts": list(found.counts), "final": list(found.final)}


def main() -> None:
    """Write all files."""
    for name, game, options, depth in BOARDS:
        data = {"game": game, "options": options, "depth": depth, **by_playing(game, options, depth)}
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
        (FOLDER / f"{name}.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        print(f"{name}: {data['counts']}")


if __name__ == "__main__":
    main()
