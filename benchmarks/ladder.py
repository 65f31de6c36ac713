"""The engine's ladder: each budget of playouts against half of it, the lowest against the greedy player."""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path

from benchmarks.measure import markdown_table, put_between
from litslab.analysis.report.sections.balance import elo
from litslab.games.files import write_new
from litslab.games.registry import GAMES, create
from litslab.solver.play.match import add_pair, pairs_interval, play_one
from litslab.solver.play.players import parse_player

SIZES = {
    "taiji": (5, 7),
    "battle-of-lits": (6, 8),
    "tailits": (7, 9),
    "wythe": (4, 6),
    "tailits+taiji": (5, 7),
    "taiji+battle-of-lits": (5, 7),
}
"""Of each game a small board and a medium one."""

RUNGS = ("greedy", *(f"mcts:{512 << doubling}" for doubling in range(6)))
"""The players, the weakest first."""

FEWEST = 8
"""Pairings with fewer games are left out of the table."""

RESULTS = Path("build/ladder.json")
"""Where finished games are counted, so that the next call continues."""

BEGIN, END = "<!-- ladder -->", "<!-- end of the ladder -->"
"""Between these lines of a page stands the table."""


@dataclass(frozen=True)
class Pairing:
    """Two neighbouring rungs on one board, and what they have played.

    Attributes
    ----------
    game : str
        The game's name.
    size : int
        Squares per side.
    upper, lower : str
        The players.
    pairs : tuple of int
        In how many pairs of games the upper one won none, one and both of them.
    seconds : float
        CPU time of all games.
    """

    game: str
    size: int
    upper: str
    lower: str
    pairs: tuple[int, int, int] = (0, 0, 0)
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * sum(self.pairs)

    @property
    def wins(self) -> int:
        """How many of them the upper player won."""
        return self.pairs[1] + 2 * self.pairs[2]

    def play_pair(self, seed: int) -> Pairing:
        """Return the pairing after two more games, on one board with the sides exchanged."""
        number = self.games // 2
        players = (parse_player(self.upper), parse_player(self.lower))
        rules = create(self.game, size=self.size).with_fresh_board(random.Random(f"{seed}/board {number}"))
        started = time.process_time()
        winners = [play_one(rules.start(), players, 2 * number + turn, seed).winner for turn in range(2)]
        spent = time.process_time() - started
        return replace(self, pairs=add_pair(self.pairs, winners.count(0)), seconds=self.seconds + spent)

    def cells(self) -> tuple[str, ...]:
        """Return the pairing as a line of the table."""
        low, high = pairs_interval(self.pairs)
        share = self.wins / self.games
        return (
            self.game,
            f"{self.size}×{self.size}",
            f"{self.upper} v. {self.lower}",
            str(self.games),
            f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})",
            f"{signed(elo(share))} ({signed(elo(low))} to {signed(elo(high))})",
        )


def signed(difference: float) -> str:
    """Return an Elo difference with its sign.

    Examples
    --------
    >>> signed(-12.6), signed(math.inf)
    ('−13', '+∞')
    """
    size = "∞" if math.isinf(difference) else f"{abs(difference):.0f}"
    return ("−" if difference < 0 else "+") + size


def pairings() -> list[Pairing]:
    """Return all pairings, of which nothing has been played."""
    return [
        Pairing(game, size, upper, lower)
        for game, sizes in SIZES.items()
        for size in sizes
        for lower, upper in pairwise(RUNGS)
    ]


def load(path: Path) -> list[Pairing]:
    """Return all pairings, with what a file says of them; without a file, nothing has been played."""
    kept = json.loads(path.read_text()) if path.exists() else []
    known = [Pairing(**{**each, "pairs": tuple(each["pairs"])}) for each in kept]
    played = {(each.game, each.size, each.upper, each.lower): each for each in known}
    return [played.get((each.game, each.size, each.upper, each.lower), each) for each in pairings()]


def save(path: Path, found: list[Pairing]) -> None:
    """Write the pairings; a killed process leaves the file as it was before or after."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_new(path, json.dumps([asdict(each) for each in found], indent=1) + "\n", force=True)


def table(found: list[Pairing]) -> str:
    """Return the pairings that have been played often enough as a Markdown table."""
    head = ("Game", "Board", "Players", "Games", "Share of wins (95 %)", "Elo difference (95 %)")
    return markdown_table(head, [each.cells() for each in found if each.games >= FEWEST])


def with_table(page: str, text: str) -> str:
    """Return a page with a table in the place of the one it has.

    Raises
    ------
    ValueError
        If the page has no place for it.
    """
    return put_between(page, BEGIN, END, text)


def next_pairing(found: list[Pairing], most: int) -> int | None:
    """Return the number of the pairing that has had the least time, of those that have games left to play."""
    left = [number for number, each in enumerate(found) if each.games < most]
    return min(left, key=lambda number: found[number].seconds, default=None)


def main(arguments: list[str]) -> int:
    """Play on until the time or the games are over, and print the table or put it into a page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks ladder", description=__doc__)
    parser.add_argument("--time-limit", type=float, default=600.0, metavar="SECONDS", help="when to stop playing")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="games of a pairing at most")
    parser.add_argument("--only", action="append", choices=sorted(GAMES), metavar="GAME", help="only these games")
    parser.add_argument("--size", action="append", type=int, metavar="N", help="only boards of these sizes")
    parser.add_argument("--rungs", type=int, default=len(RUNGS) - 1, metavar="N", help="only the lowest N pairings")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE", help="where games are counted")
    parser.add_argument("--page", type=Path, metavar="FILE", help="the page whose table is replaced")
    chosen = parser.parse_args(arguments)
    found = load(chosen.results)
    included = [
        number
        for number, each in enumerate(found)
        if (not chosen.only or each.game in chosen.only)
        and (not chosen.size or each.size in chosen.size)
        and each.upper in RUNGS[1 : chosen.rungs + 1]
    ]
    until = time.monotonic() + chosen.time_limit
    try:
        while time.monotonic() < until:
            turn = next_pairing([found[number] for number in included], chosen.games)
            if turn is None:
                break
            number = included[turn]
            found[number] = found[number].play_pair(chosen.seed)
            save(chosen.results, found)
    except KeyboardInterrupt:
        print("stopped; what was played is kept")
    if chosen.page is None:
        print(table(found))
    else:
        chosen.page.write_text(with_table(chosen.page.read_text(), table(found)))
    return 0
