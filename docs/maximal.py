"""The page of finished positions with the fewest and the most pieces.

What is proved of them is stored in ``solver/finals/extremes.json``.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

from benchmarks.measure import markdown_table
from docs.pages import DOCS, Files, with_blocks
from litslab.games.notation import format_placements
from litslab.games.registry import GAMES
from litslab.solver.finals.extreme import STORE, KnownExtreme, extreme_finals, facts

PAGE = DOCS / "results" / "maximal.md"

SIZES = {"battle-of-lits": range(4, 12), "taiji": range(4, 10), "wythe": range(4, 10)}
DRAWN = range(7, 12)
"""The sizes of Battle of LITS whose positions the page draws."""


METHODS = {
    "search": (
        "`solver.finals.few_pieces`: an exhaustive search in the kernel finds no finished position "
        "of fewer."
    ),
    "found": "`solver.finals.few_pieces`: the same search found the position.",
    "beam": (
        "`solver.finals.few_pieces`: a beam search found the position (up to 10,000 layouts at "
        "once); no proof."
    ),
    "local": (
        "a local search took pieces from known positions, and the same search finished them with "
        "fewer; no proof."
    ),
    "strips": (
        "`solver.finals.extreme`: CP-SAT finds no position of more pieces; the free squares that "
        "2×2 blocks force are summed over strips (`strip_cuts`), or over the disjoint blocks of "
        "the board."
    ),
    "rows": (
        "`solver.finals.domino_extremes`: dynamic programming, square by square, over all packings "
        "of dominoes."
    ),
    "one level": (
        "`solver.finals.domino_extremes`: no fewer than in TAIJI, as the bare board is packed the "
        "same way; the same program finds a position on one level with no more."
    ),
    "trees": (
        "`solver.finals.domino_extremes`: positions are cut up into binomial trees; CP-SAT proves "
        "the best way."
    ),
    "model": (
        "`solver.model`: the rules as one CP-SAT model, with the bounds known for it (in TAIJI two "
        "squares per piece)."
    ),
    "start": (
        "`solver.finals.extreme`: the best of some random games, and of the beam search, from "
        "which the model starts; no proof."
    ),
}
"""The ways in which a bound was proved or a position found."""


def maximal(*fact: str) -> Files:
    """Return the page of extreme positions; with GAME SIZE AIM [SECONDS], prove one first: aim
    fewest or most.
    """
    known = dict(facts())
    if fact:
        game, size, aim, *seconds = fact
        new = prove(game, int(size), aim, float(seconds[0]) if seconds else 1200.0)
        known[new.key] = stronger(known.get(new.key), new)
        print(known[new.key])
    entries = [asdict(each) for _, each in sorted(known.items())]
    blocks = {game: _extremes(game, known) for game in SIZES}
    blocks["methods"] = "\n".join(f"- **{name}**: {text}" for name, text in METHODS.items())
    blocks["positions"] = "\n".join(_drawn(size, known) for size in DRAWN)
    return with_blocks(PAGE, blocks) | {
        Path(str(STORE)): json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
    }


Facts = dict[tuple[str, int, str], KnownExtreme]


def prove(game: str, size: int, aim: str, seconds: float) -> KnownExtreme:
    """Prove a fact.

    Raises
    ------
    ValueError
        If the time ran out before anything was found.
    """
    rules = GAMES[game].on_square_board(size)
    found = extreme_finals(rules, maximise=aim == "most", time_limit=seconds, threads=2)
    if (
        found.best is None
        or found.bound is None
        or found.found_by is None
        or found.bound_by is None
    ):
        raise ValueError(f"{game} {size} {aim}: nothing found in {seconds:g} s")
    position = rules.from_placements(found.best.placements)
    ends = [(found.bound, found.bound_by), (found.best.objective, found.found_by)]
    (lower, lower_by), (upper, upper_by) = reversed(ends) if aim == "most" else ends
    return KnownExtreme(
        game=game,
        aim=aim,
        size=size,
        lower=lower,
        upper=upper,
        lower_by=lower_by,
        upper_by=upper_by,
        position=format_placements(position.placements, rules),
        seconds=round(found.seconds, 1),
    )


def stronger(old: KnownExtreme | None, new: KnownExtreme) -> KnownExtreme:
    """Return the strongest bounds of two facts."""
    if old is None:
        return new
    lower = max((new, old), key=lambda fact: fact.lower)
    upper = min((new, old), key=lambda fact: fact.upper)
    if old.lower == lower.lower and old.upper == upper.upper and new.lower < new.upper:
        return old
    return replace(
        upper if new.aim == "fewest" else lower,
        lower=lower.lower,
        upper=upper.upper,
        lower_by=lower.lower_by,
        upper_by=upper.upper_by,
        seconds=new.seconds if lower is upper else max(old.seconds, new.seconds),
    )


def _extremes(game: str, known: Facts) -> str:
    rows = []
    for size in SIZES[game]:
        fewest = _cells(known.get((game, size, "fewest")))
        most = _cells(known.get((game, size, "most")))
        rows.append((f"{size}×{size}", *fewest, *most))
    return markdown_table(("size", "fewest", "by", "seconds", "most", "by", "seconds"), rows)


def _cells(fact: KnownExtreme | None) -> tuple[str, str, str]:
    if fact is None:
        return "", "", ""
    bounds = dict.fromkeys((str(fact.lower), str(fact.upper)))
    methods = dict.fromkeys((fact.lower_by, fact.upper_by))
    return "–".join(bounds), ", ".join(methods), f"{fact.seconds:g}"


def _drawn(size: int, known: Facts) -> str:
    """Return the shortest and the longest layout of Battle of LITS side by side, checked by the
    rules.
    """
    columns = [
        [aim, *known["battle-of-lits", size, aim].check().text_rows()] for aim in ("fewest", "most")
    ]
    width = len(columns[0][1])
    rows = [f"{left:{width}}    {right}".rstrip() for left, right in zip(*columns, strict=True)]
    return "\n".join([f"{size}×{size}:", "", "```text", *rows, "```", ""])
