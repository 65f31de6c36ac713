"""The results that the web page shows: the strengths of its opponents, and solved boards."""

from __future__ import annotations

import json
from typing import Any

from benchmarks import ladder
from benchmarks.measure import markdown_table
from docs.boards import stored_boards
from docs.pages import DOCS, Files, with_blocks
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.registry import GAMES

ENGINE = DOCS / "results" / "engine.md"
STORE = DOCS.parent / "app" / "web" / "static" / "results.json"

SHOWN_BOARDS = {
    ("taiji", 6): "Dark wins by the tie rule, with one group scored and with two or three.",
    ("battle-of-lits", 10): (
        "The second player wins by a point or the tie rule, thanks to the swap; on 19 others, too."
    ),
    ("tailits", 9): "Black wins by one square or by the tie rule (colouring fixed).",
    ("wythe", 5): "The second player wins by a point or the tie rule, thanks to the swap.",
}
"""The largest solved boards, and the texts of the page about them."""


def page_results(*measured: str) -> Files:
    """Return the results that the web page shows: the strengths of its opponents, and solved
    boards; with ladder, measure the strengths first, in minutes.

    The positions of each game in the same file stay unchanged.
    """
    files: Files = {}
    if "ladder" in measured:
        table = markdown_table(ladder.COLUMNS, ladder.rows_of_ladder())
        files = with_blocks(ENGINE, {"ladder": table})
    page = files.get(ENGINE) or ENGINE.read_text(encoding="utf-8")
    played = page.split("<!-- ladder -->")[1].split("<!-- end")[0]
    weaker: dict[str, str] = {}
    strengths: dict[str, dict[str, Any]] = {}
    for row in (line for line in played.splitlines() if " v. " in line):
        game, board, players, games, share, _ = (cell.strip() for cell in row.strip("|").split("|"))
        stronger, weaker[stronger] = players.split(" v. ")
        strengths.setdefault(game, {})[stronger] = [int(share.split(" %")[0]), int(games), board]
    solved = []
    stored = stored_boards()
    for (game, size), text in SHOWN_BOARDS.items():
        one = next(each for each in stored if (each.game, each.options["size"]) == (game, size))
        title = f"{GAMES[game].title} {size}×{size}"
        record = dumps(Record(one.start().rules).append(*one.line.split()))
        cost = f"{one.nodes / 1e6:,.0f} million positions searched"
        solved.append({"title": title, "text": text, "cost": cost, "record": record})
    kept = json.loads(STORE.read_text(encoding="utf-8"))
    found = {
        "weaker": weaker,
        "strengths": strengths,
        "solved": solved,
        "positions": kept["positions"],
    }
    return files | {STORE: json.dumps(found, ensure_ascii=False, indent=1) + "\n"}
