"""Write ``docs/results/maximal.md``: the fewest and the most pieces of finished positions.

``python docs/make_results.py`` writes the page from what is stored in ``solver/extremes.json``, in seconds: each
stored position is first checked with the rules. ``--prove battle-of-lits 9 most`` works one fact out again, and stores
what comes of it where that is no weaker; ``--time`` limits it, and ``--at-most 6`` asks for one number of pieces alone.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from games.battle_of_lits import BattleOfLits
from games.notation import format_placements
from games.position import Position
from games.taiji import Taiji
from games.wythe import Wythe
from solver import beam, binomial_trees, domino_rows, few_pieces
from solver.cpsat import Settings
from solver.extreme import Question, solve
from solver.known_extremes import METHODS, STORE, Fact, facts, make_rules

PAGE = Path(__file__).parent / "results" / "maximal.md"

SIZES = {"battle-of-lits": range(4, 12), "taiji": range(4, 10), "wythe": range(4, 10)}
TITLES = {"battle-of-lits": "Battle of LITS", "taiji": "TAIJI", "wythe": "Wythe"}
TRY = 60.0
"""Seconds to look for a position with fewer pieces than are known; the search finds some soon, if any."""
DRAWN = range(7, 12)
"""The sizes of Battle of LITS of which the page draws the positions."""


def prove(game: str, size: int, aim: str, seconds: float, at_most: int | None) -> Fact:
    """Work a fact out."""
    started = time.monotonic()
    rules = make_rules(game, size)
    settings = Settings(seconds=seconds, workers=2, seed=0)
    if isinstance(rules, BattleOfLits) and aim == "fewest":
        lower, upper, by, position = fewest_tetrominoes(rules, seconds, at_most)
        lower_by, upper_by = "search", by
    elif aim == "fewest":
        assert isinstance(rules, Taiji | Wythe)
        position = domino_rows.few_pieces(rules)
        lower = domino_rows.few_pieces(Taiji(size=size)).placed.bit_count()
        upper = position.placed.bit_count()
        lower_by = upper_by = "one level" if isinstance(rules, Wythe) else "rows"
    else:
        if isinstance(rules, Wythe):
            found = binomial_trees.most_pieces(rules, settings)
        else:
            found = solve(Question(rules, "pieces", True), settings)
        assert found.best is not None
        assert found.bound is not None
        position = rules.from_placements(found.best.placements)
        lower, upper = found.best.objective, found.bound
        lower_by, upper_by = {
            "battle-of-lits": ("beam", "strips"),
            "taiji": ("squares", "squares"),
            "wythe": ("trees", "trees"),
        }[game]
    text = format_placements(position.placements, rules)
    return Fact(game, aim, size, lower, upper, lower_by, upper_by, text, round(time.monotonic() - started, 1))


def fewest_tetrominoes(rules: BattleOfLits, seconds: float, at_most: int | None) -> tuple[int, int, str, Position]:
    """Return bounds of the fewest tetrominoes, how the upper one was found, and a position.

    With `at_most`, only positions of so many pieces are looked for.
    """
    position = short_game(rules)
    upper, by = position.placed.bit_count(), "beam"
    lower = 1
    deadline = time.monotonic() + seconds
    while at_most is None:  # fewer may be found soon
        answer = few_pieces.find(rules, upper - 1, seconds=min(TRY, seconds))
        if answer.position is None:
            break
        upper, by, position = answer.position.placed.bit_count(), "found", answer.position
    for pieces in range(1, upper) if at_most is None else (at_most,):
        answer = few_pieces.find(rules, pieces, seconds=deadline - time.monotonic(), progress=_tell(pieces))
        if answer.position is not None:
            return lower, answer.position.placed.bit_count(), "found", answer.position
        if not answer.decided:
            break
        lower = pieces + 1
    return lower, upper, by, position


def short_game(rules: BattleOfLits) -> Position:
    """Return a finished position with few pieces."""
    return rules.from_placements(rules.table.of(beam.search(rules.start().layout, long=False, width=1000).placed))


def _tell(pieces: int) -> Callable[[int, int], None]:
    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\rat most {pieces}: {done} of {of} orbits", end="", file=sys.stderr, flush=True)

    return tell


def stronger(old: Fact | None, new: Fact) -> Fact:
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


def save(known: dict[tuple[str, int, str], Fact]) -> None:
    """Store facts, in order."""
    entries = [asdict(fact) for _, fact in sorted(known.items())]
    Path(str(STORE)).write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def page(stored: dict[tuple[str, int, str], Fact]) -> str:
    """Return the page."""
    lines = [
        "# The fewest and the most pieces of a finished position",
        "",
        "Made by `python docs/make_results.py` from `solver/extremes.json`, which holds a position for each number;",
        "the rules in `games/` have checked them. `python docs/make_results.py --prove GAME SIZE fewest` (or `most`)",
        "works one number out again. A single number is proved; of a range, the position has the upper end where",
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
        "The fewest are those of TAIJI. The most are at most twice the pieces *m* on the bare board less ⌊*m*/8⌋ and",
        "the binary ones of *m* mod 8: 15, 22, 33, 45, 60 and 75, which 6×6 and 7×7 miss by one.",
    ],
}


def _cells(fact: Fact | None) -> str:
    if fact is None:
        return " | | "
    number = str(fact.lower) if fact.lower == fact.upper else f"{fact.lower}–{fact.upper}"
    methods = dict.fromkeys((fact.lower_by, fact.upper_by))
    return f"{number} | {', '.join(methods)} | {fact.seconds:g}"


def _boards(size: int, both: list[Fact | None]) -> list[str]:
    known = [(fact.aim, str(fact.check()).split("\n")) for fact in both if fact is not None]
    if not known:
        return []
    titles = "    ".join(f"{aim:{len(rows[0])}}" for aim, rows in known).rstrip()
    rows = ["    ".join(each).rstrip() for each in zip(*(rows for _, rows in known), strict=True)]
    return [f"{size}×{size}:", "", "```text", titles, *rows, "```", ""]


def main() -> None:
    """Prove a fact where one is asked for, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prove", nargs=3, metavar=("GAME", "SIZE", "AIM"), help="work this out first")
    parser.add_argument("--time", type=float, default=1200.0, help="seconds for a proof")
    parser.add_argument("--at-most", type=int, help="fewest tetrominoes: look for so many pieces alone")
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
