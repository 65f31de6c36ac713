"""How well the review's estimates name the winner: compared with exact search, within eight plies of what it solves.

Games are played by Monte-Carlo search with itself. The review has `REACH` nodes for exact values, the nodes for proofs
of the winner that belong to them, and its usual number of playouts. A position counts where the review does not solve
it, though it is one of the `PLIES` before those that it solves, and its winner is proved with `TRUTH` nodes. Everything
is counted in nodes and playouts, so the table does not depend on the machine.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from benchmarks.measure import games_parser, print_table, write_rows
from litslab.analysis.repeated_search import swap_is_open, value_for_first_player
from litslab.analysis.review import review, solve_backwards
from litslab.analysis.review_result import Review
from litslab.games.record import Record
from litslab.games.registry import GAMES, create
from litslab.jobs.tasks import run_tasks_in_order
from litslab.solver.endgame.result import Limit
from litslab.solver.engines.oracle import LimitReachedError
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.match import wilson_interval
from litslab.solver.play.players import EnginePlayer, play_game

GAMES_EACH = 8
REACH = 30_000
TRUTH = 10_000_000
PLIES = 8
PLAYOUTS = 20_000

BEGIN, END = "<!-- review -->", "<!-- end of the review -->"
"""Between these lines of a page stands the table."""

_PLAYER = EnginePlayer(playouts=256, exact_moves=0)
_MEMORY = 1 << 27


@dataclass
class Agreement:
    """How many positions were looked at, and in how many the review named the winner.

    Attributes
    ----------
    looked_at, right : Counter of int
        By plies before the first solved position.
    proved : int
        Of the positions, those whose winner the review had proved.
    unknown : int
        Positions within reach of no proof: they do not count.
    outside, covered : int
        Positions that are estimated only, and those of them where the interval of the winner's share reaches ½.
    seconds : float
        CPU time of the reviews.
    """

    looked_at: Counter[int] = field(default_factory=Counter)
    right: Counter[int] = field(default_factory=Counter)
    proved: int = 0
    unknown: int = 0
    outside: int = 0
    covered: int = 0
    seconds: float = 0.0

    def add(self, other: Agreement) -> None:
        """Add what was found in another game."""
        self.looked_at += other.looked_at
        self.right += other.right
        self.proved += other.proved
        self.unknown += other.unknown
        self.outside += other.outside
        self.covered += other.covered
        self.seconds += other.seconds


def played(name: str, number: int) -> Record:
    """Return a game: Battle of LITS has a board of its own each time."""
    rng = random.Random(f"{name}/{number}")
    rules = create(name).with_fresh_board(rng)
    return Record(rules, play_game(rules.start(), (_PLAYER, _PLAYER), rng))


def measure(name: str, number: int, *, playouts: int = PLAYOUTS, truth: int = TRUTH) -> Agreement:
    """Review a game and compare its estimates with exact search."""
    record = played(name, number)
    found = Agreement()
    started = time.process_time()
    reviewed = review(
        record, time_limit=float("inf"), nodes=REACH, playouts=playouts, seed=number,
        since=max(0, solved_from(record) - PLIES), memory=_MEMORY,
    )  # fmt: skip
    found.seconds = time.process_time() - started
    for ply, first_player_wins in winners(record, reviewed, truth):
        if first_player_wins is None:
            found.unknown += 1
            continue
        each = reviewed.evaluations[ply - reviewed.first]
        distance = (reviewed.exact_from or len(record.moves)) - ply
        found.looked_at[distance] += 1
        found.right[distance] += (each.share > 0.5) is first_player_wins
        found.proved += each.is_proved
        if not each.is_proved:
            found.outside += 1
            share = each.share_of(0 if first_player_wins else 1)
            found.covered += share + each.half_width >= 0.5
    return found


def solved_from(record: Record) -> int:
    """Return the first ply of a game that the review solves, with the positions after it."""
    solved: list[int] = []
    oracle = make_oracle(record.rules, Limit(nodes=REACH), memory=_MEMORY)
    solve_backwards(record, oracle, 0, lambda ply, _: solved.append(ply))
    return min(solved, default=len(record.moves))


def winners(record: Record, reviewed: Review, truth: int) -> Iterator[tuple[int, bool | None]]:
    """Yield the plies before the solved ones, and who wins there; None from the first on that is out of reach.

    With a swap still to come the second player always wins: those positions would be no test.
    """
    solved = reviewed.exact_from if reviewed.exact_from is not None else len(record.moves)
    oracle = make_oracle(record.rules, Limit(nodes=truth), memory=_MEMORY)
    known = True
    for ply in range(solved - 1, reviewed.first - 1, -1):
        position = record.positions[ply]
        if position.swap_follows or swap_is_open(position):
            return
        try:
            value = 1 if known and oracle.reaches(position, 1, True) else -1
        except LimitReachedError:
            known = False
        yield ply, value_for_first_player(position, value) > 0 if known else None


COLUMNS = (
    "game", "positions", "winner named", "95 % interval",
    *(f"{low}–{low + 1} plies before" for low in range(1, PLIES, 2)),
    "proved", "estimated: interval reaches the winner", "out of reach", "CPU s a game",
)  # fmt: skip


def main(arguments: list[str]) -> int:
    """Print the table, and put each game's row into a page of the documentation as soon as it is known."""
    parser = games_parser("review", __doc__, GAMES_EACH)
    parser.add_argument("--truth", type=int, default=TRUTH, metavar="NODES", help="of exact search, in a game")
    chosen = parser.parse_args(arguments)
    rows = []
    every = Agreement()
    for name in chosen.only or GAMES:
        found = Agreement()
        measured = partial(measure, name, truth=chosen.truth)
        for _, each in run_tasks_in_order(measured, range(chosen.games), workers=chosen.workers):
            found.add(each)
        every.add(found)
        rows.append(row(name, found, chosen.games))
        if chosen.page is not None:
            write_rows(chosen.page, BEGIN, END, COLUMNS, rows, order=GAMES)
    rows.append(row("all", every, chosen.games * len(rows)))
    budget = f"{REACH:,} nodes, {PLAYOUTS:,} playouts a search; truth: {chosen.truth:,} nodes"
    print_table(f"Reviews of {chosen.games} games, {budget}", COLUMNS, rows)
    return 0


def row(name: str, found: Agreement, games: int) -> tuple[str, ...]:
    """Return a row of the table."""
    looked_at, right = found.looked_at.total(), found.right.total()
    low, high = wilson_interval(right, looked_at)
    by_two = []
    for ply in range(1, PLIES, 2):
        here, there = (counted[ply] + counted[ply + 1] for counted in (found.right, found.looked_at))
        by_two.append(f"{here} of {there}")
    return (
        name, str(looked_at), f"{100 * right / max(1, looked_at):.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %",
        *by_two,
        str(found.proved), f"{found.covered} of {found.outside}", str(found.unknown), f"{found.seconds / games:.1f}",
    )  # fmt: skip
