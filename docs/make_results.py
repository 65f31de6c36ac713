"""Write ``docs/results/maximal.md``: the fewest and the most pieces of finished positions.

``python docs/make_results.py`` writes the page from what is stored in ``solver/finals/extremes.json``, in seconds: each
stored position is first checked with the rules. ``--prove battle-of-lits 9 most`` works one fact out again, and stores
what comes of it if that is no weaker; ``--time`` limits it, and ``--at-most 6`` tries one number of pieces only.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.notation import format_placements
from litslab.games.position import Position, Rules
from litslab.jobs.progress import OnProgress, Progress
from litslab.solver.finals import few_pieces
from litslab.solver.finals.extreme import ExtremeSpec, solve
from litslab.solver.finals.known_extremes import METHODS, STORE, KnownExtreme, facts, make_rules
from litslab.solver.model.search import Settings

PAGE = Path(__file__).parent / "results" / "maximal.md"

SIZES = {"battle-of-lits": range(4, 12), "taiji": range(4, 10), "wythe": range(4, 10)}
TITLES = {"battle-of-lits": "Battle of LITS", "taiji": "TAIJI", "wythe": "Wythe"}
DRAWN = range(7, 12)
"""The sizes of Battle of LITS of which the page draws the positions."""


def prove(game: str, size: int, aim: str, seconds: float, at_most: int | None) -> KnownExtreme:
    """Work a fact out; with `at_most`, only say whether that few tetrominoes do.

    Raises
    ------
    ValueError
        If the time ran out before anything was found.
    """
    rules = make_rules(game, size)
    if at_most is not None:
        return _at_most(rules, at_most, seconds)
    found = solve(ExtremeSpec(rules, "pieces", aim == "most"), Settings(time_limit=seconds, workers=2, seed=0))
    if found.best is None or found.bound is None or found.found_by is None or found.bound_by is None:
        raise ValueError(f"{game} {size} {aim}: nothing found in {seconds:g} s")
    position = rules.from_placements(found.best.placements)
    lower, upper = found.bound, found.best.objective
    lower_by, upper_by = found.bound_by, found.found_by
    if aim == "most":
        lower, upper, lower_by, upper_by = upper, lower, upper_by, lower_by
    text = format_placements(position.placements, rules)
    return KnownExtreme(game, aim, size, lower, upper, lower_by, upper_by, text, round(found.seconds, 1))


def _at_most(rules: Rules, pieces: int, seconds: float) -> KnownExtreme:
    """Return whether there is a finished position of that few tetrominoes."""
    assert isinstance(rules, BattleOfLits)
    answer = few_pieces.find(rules, pieces, time_limit=seconds, progress=_progress_line(pieces))
    lower = pieces + 1 if answer.decided and answer.position is None else 1
    found = answer.position or _short(rules)
    upper_by = "beam" if answer.position is None else "found"
    text = format_placements(found.placements, rules)
    upper, size = found.placed.bit_count(), rules.board.columns
    return KnownExtreme(rules.name, "fewest", size, lower, upper, "search", upper_by, text, round(answer.seconds, 1))


def _short(rules: BattleOfLits) -> Position:
    """Return the shortest layout that the beam search finds."""
    bare = rules.start().layout
    found = [few_pieces.beam_search(bare, long=False, width=width).placed for width in few_pieces.BEAM_WIDTHS]
    return rules.from_placements(rules.table.of(min(found, key=int.bit_count)))


def _progress_line(pieces: int) -> OnProgress:
    def show(progress: Progress) -> None:
        if sys.stderr.isatty():
            at = f"at most {pieces}: case {progress.done + 1} of {progress.total}, {progress.text}"
            print(f"\r{at:<80}", end="", file=sys.stderr, flush=True)

    return show


def stronger(old: KnownExtreme | None, new: KnownExtreme) -> KnownExtreme:
    """Return what two facts say together."""
    if old is None:
        return new
    lower = max((new, old), key=lambda fact: fact.lower)
    upper = min((new, old), key=lambda fact: fact.upper)
    if old.lower == lower.lower and old.upper == upper.upper and new.lower < new.upper:
        return old
    holder = upper if new.aim == "fewest" else lower
    seconds = new.seconds if lower is upper else max(old.seconds, new.seconds)
    return replace(
        holder,
        lower=lower.lower,
        upper=upper.upper,
        lower_by=lower.lower_by,
        upper_by=upper.upper_by,
        seconds=seconds,
    )


def save(known: dict[tuple[str, int, str], KnownExtreme]) -> None:
    """Store facts, in order."""
    entries = [asdict(fact) for _, fact in sorted(known.items())]
    Path(str(STORE)).write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def page(stored: dict[tuple[str, int, str], KnownExtreme]) -> str:
    """Return the page."""
    lines = [
        "# The fewest and the most pieces of a finished position",
        "",
        "Made by `python docs/make_results.py` from `solver/finals/extremes.json`, with a position for each number;",
        "the rules in `games/` have checked them. `python docs/make_results.py --prove GAME SIZE fewest` (or `most`)",
        "recomputes one number. A single number is proved; of a range, the position has the upper end if",
        "the fewest are asked for, and the lower end otherwise. The seconds are those of both ends, on two cores with",
        "other work.",
        "",
    ]
    for game, sizes in SIZES.items():
        known = [(size, stored.get((game, size, "fewest")), stored.get((game, size, "most"))) for size in sizes]
        lines += [f"## {TITLES[game]}", "", *PREFACES[game], ""]
        lines += ["| size | fewest | by | seconds | most | by | seconds |", "|---|---|---|---|---|---|---|"]
        lines += [f"| {size}×{size} | {_cells(fewest)} | {_cells(most)} |" for size, fewest, most in known]
        lines.append("")
    lines += ["## Methods", "", *(f"- **{name}**: {text}" for name, text in METHODS.items()), ""]
    lines += ["## Positions of Battle of LITS", ""]
    for size in DRAWN:
        lines += _boards(size, [stored.get(("battle-of-lits", size, aim)) for aim in ("fewest", "most")])
    return "\n".join(lines).rstrip() + "\n"


PREFACES = {
    "battle-of-lits": ["Five pieces of each shape, and six on 11×11."],
    "taiji": [
        "The fewest are the smallest maximal matchings of the grid graph: 6, 9, 12, 17, 22, 27 is what OEIS A280984",
        "has for these sizes.",
    ],
    "wythe": [
        "The fewest are those of TAIJI. The most are at most twice the pieces *m* on the bare board minus ⌊*m*/8⌋ and",
        "the binary ones of *m* mod 8: 15, 22, 33, 45, 60 and 75, which 6×6 and 7×7 miss by one.",
    ],
}


def _cells(fact: KnownExtreme | None) -> str:
    if fact is None:
        return " | | "
    number = str(fact.lower) if fact.lower == fact.upper else f"{fact.lower}–{fact.upper}"
    methods = dict.fromkeys((fact.lower_by, fact.upper_by))
    return f"{number} | {', '.join(methods)} | {fact.seconds:g}"


def _boards(size: int, both: list[KnownExtreme | None]) -> list[str]:
    known = [(fact.aim, str(fact.check()).split("\n")) for fact in both if fact is not None]
    if not known:
        return []
    titles = "    ".join(f"{aim:{len(rows[0])}}" for aim, rows in known).rstrip()
    rows = ["    ".join(each).rstrip() for each in zip(*(rows for _, rows in known), strict=True)]
    return [f"{size}×{size}:", "", "```text", titles, *rows, "```", ""]


def main() -> None:
    """Prove a fact if one is asked for, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prove", nargs=3, metavar=("GAME", "SIZE", "AIM"), help="compute this first")
    parser.add_argument("--time", type=float, default=1200.0, help="seconds for a proof")
    parser.add_argument("--at-most", type=int, help="fewest tetrominoes: look for this number of pieces only")
    asked = parser.parse_args()
    new = None
    if asked.prove:
        game, size, aim = asked.prove
        if game not in SIZES or not size.isdigit() or int(size) not in SIZES[game] or aim not in {"fewest", "most"}:
            parser.error(f"--prove {' '.join(asked.prove)}: expected one of {', '.join(SIZES)}, a size, fewest or most")
        new = prove(game, int(size), aim, asked.time, asked.at_most)
    known = dict(facts())
    if new is not None:
        known[new.key] = stronger(known.get(new.key), new)
        print(known[new.key])
    for fact in known.values():
        fact.check()
    save(known)
    PAGE.write_text(page(known), encoding="utf-8")


if __name__ == "__main__":
    main()
