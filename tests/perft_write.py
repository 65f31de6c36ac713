"""Count positions by playing, and write the counts to `tests/perft/`.

Run with ``python -m tests.perft_write`` from the top of the repository. What is counted in the
files has been counted a second way: by sets of placements, without playing. A new board is a new
file with its game, options and depth.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from litslab.games.perft import perft
from tests.games.cases import Case

FOLDER = Path(__file__).parent / "perft"

FILES = sorted(FOLDER.glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    """Return what a file says: the game, its options, how many placements deep, and the counts."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def by_playing(name: str, options: dict[str, Any], depth: int) -> dict[str, list[int]]:
    """Return how many positions there are after 0, 1, … placements, and how many of these are
    final.
    """
    case = Case(
        name,
        {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()},
    )
    found = perft(case.rules(), depth)
    return {"counts": list(found.counts), "final": list(found.final)}


def main() -> None:
    """Write the counts of all files."""
    for path in FILES:
        data = read(path)
        data |= by_playing(data["game"], data["options"], data["depth"])
        lines = ",\n".join(
            f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()
        )
        path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        print(f"{path.stem}: {data['counts']}")


if __name__ == "__main__":
    main()
