"""Write ``docs/results/counts.md``: how many finished positions there are, counted and estimated.

``python docs/make_counts.py`` works everything out again, in a few minutes; ``--quick`` leaves out what takes longer
than some seconds, and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

from litslab.games import create
from litslab.games.position import Rules
from litslab.solver.finals.estimate import estimate
from litslab.solver.finals.maximal import Finals, count

PAGE = Path(__file__).parent / "results" / "counts.md"
SEED = 1
"""Of all estimates."""


@dataclass(frozen=True)
class CountedGame:
    """Whose finished positions are counted.

    Attributes
    ----------
    title : str
        What the page calls it.
    game : str
        The game's name.
    options : dict
        Its options.
    colours : bool
        Whether TAIJI's colours count.
    orbits : bool
        Whether to count up to the board's symmetries.
    samples : int
        Random games for an estimate; 0 for none.
    exact : bool
        Whether to count.
    long : bool
        Whether it takes longer than some seconds.
    """

    title: str
    game: str
    options: dict[str, object] = field(default_factory=dict)
    colours: bool = True
    orbits: bool = True
    samples: int = 0
    exact: bool = True
    long: bool = False

    @property
    def rules(self) -> Rules:
        """The game."""
        return create(self.game, **self.options)

    def count(self) -> str:
        """Return the row of the exact number."""
        tally = count(Finals(self.rules, None, self.colours, None), orbits=self.orbits)
        pieces = ", ".join(f"{number}: {positions:,}" for number, positions in tally.by_pieces.items())
        if len(tally.by_pieces) > MOST_COLUMNS:
            pieces = f"{min(tally.by_pieces)} to {max(tally.by_pieces)}"
        orbits = "–" if tally.orbits is None else f"{tally.orbits:,}"
        nodes = "" if tally.nodes is None else f"{tally.nodes:,}"
        return f"| {self.title} | {tally.count:,} | {orbits} | {pieces} | {nodes} |"

    def estimate(self) -> str:
        """Return the row of the estimate."""
        found = estimate(self.rules, self.samples, seed=SEED, colours=self.colours)
        low, high = map(_four_digits, found.interval)
        number, worth = _four_digits(found.count), f"{found.effective_samples:,.0f}"
        return f"| {self.title} | {self.samples:,} | {number} | {low} – {high} | {worth} |"


def _four_digits(number: float) -> str:
    if number < 1e6:
        return f"{number:,.0f}"
    digits, exponent = f"{number:.3e}".split("e+")
    return f"{digits} · 10^{int(exponent)}"


MOST_COLUMNS = 6
"""More numbers of pieces than these are shown as a range."""


def battle(size: int, samples: int = 0, *, exact: bool = True, long: bool = False) -> CountedGame:
    """Return the question for a board of Battle of LITS with five of each shape."""
    title = f"Battle of LITS {size}×{size}"
    return CountedGame(title, "battle-of-lits", {"size": size}, samples=samples, exact=exact, long=long)


def packings(size: int, samples: int = 0, *, orbits: bool = True, long: bool = False) -> CountedGame:
    """Return the question for TAIJI, colours ignored."""
    title = f"TAIJI {size}×{size}, colours ignored"
    return CountedGame(title, "taiji", {"size": size}, colours=False, orbits=orbits, samples=samples, long=long)


def wythe(size: int, samples: int = 0, *, exact: bool = True) -> CountedGame:
    """Return the question for a board of Wythe."""
    return CountedGame(f"Wythe {size}×{size}", "wythe", {"size": size}, samples=samples, exact=exact, long=not exact)


def tailits(colouring: str, samples: int = 0) -> CountedGame:
    """Return the question for TAILITS on 5×5."""
    options = {"size": 5, "colouring": colouring}
    return CountedGame(f"TAILITS 5×5, {colouring}", "tailits", options, samples=samples, long=colouring != "fixed")


QUESTIONS = (
    battle(3),
    battle(4, 100_000),
    battle(5, 100_000),
    battle(6, 100_000),
    battle(7, 1_000_000, long=True),
    battle(8, 1_000_000, exact=False, long=True),
    battle(9, 500_000, exact=False, long=True),
    battle(10, 500_000, exact=False, long=True),
    tailits("fixed"),
    tailits("free", 100_000),
    tailits("each-once", 100_000),
    wythe(2),
    wythe(3, 100_000),
    wythe(4, 100_000),
    wythe(5, 200_000, exact=False),
    wythe(6, 200_000, exact=False),
    *(packings(size) for size in range(2, 6)),
    packings(6, 100_000),
    packings(7),
    packings(8, long=True),
    packings(9, 1_000_000, long=True),
    packings(10, orbits=False, long=True),
    CountedGame("TAIJI 6×6", "taiji", {"size": 6}),
)

PREFACE = """\
# How many finished positions there are

Made by `python docs/make_counts.py`. A position is a set of placements; *up to symmetry* counts those as one that the
board's rotations and reflections map to each other. `litslab maximal count GAME --size N` prints one row (TAIJI with
`--no-colours`), `litslab maximal estimate GAME --size N --samples K --seed 1` one of the estimates.

TAIJI's packings are the maximal matchings of the grid graph; all numbers agree with OEIS A287595.

## Counted

| board | positions | up to symmetry | by pieces | nodes |
|---|---|---|---|---|
"""

ESTIMATED = """
## Estimated

A random game's weight is the product of its numbers of legal placements, divided by the number of legal orders of the
placements it ended with; its mean is the number of finished sets, whatever the board (importance sampling). The
interval is one of 95 %, from 32 batches on a logarithmic scale. Some exact numbers are in the table above.

| board | random games | estimate | 95 % | effective games |
|---|---|---|---|---|
"""


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="print what takes seconds, and write nothing")
    quick = parser.parse_args().quick
    asked = [question for question in QUESTIONS if not (quick and question.long)]
    counted = [_printed(question.count()) for question in asked if question.exact]
    estimated = [_printed(question.estimate()) for question in asked if question.samples]
    if not quick:
        PAGE.write_text(PREFACE + "\n".join(counted) + "\n" + ESTIMATED + "\n".join(estimated) + "\n", encoding="utf-8")


def _printed(row: str) -> str:
    print(row, file=sys.stderr, flush=True)
    return row


if __name__ == "__main__":
    main()
