"""What doubling the engine's playouts is worth: the value that its moves lose, compared with exact search.

A match on small boards cannot tell, because the engine soon solves them. So the positions are those before the engine
solves anything in its `OWN_NODES` nodes, as far back in a game as `TRUTH` nodes reach: players choose by tree search
alone, and the exact value of the move that they choose is known. Games are played by Monte-Carlo search with itself on
the usual board. All players judge the same positions, so they are compared game by game.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from statistics import fmean, stdev

from benchmarks.ladder import RUNGS
from benchmarks.measure import games_parser, print_table, write_rows
from benchmarks.review import played
from litslab.games.position import Position
from litslab.games.registry import GAMES
from litslab.jobs.tasks import run_tasks_in_order
from litslab.solver.endgame.result import Limit
from litslab.solver.engines.oracle import LimitReachedError
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.players import EnginePlayer, parse_player

GAMES_EACH = 40
OWN_NODES = EnginePlayer().exact_nodes
TRUTH = 2_000_000
PLAYERS = RUNGS[1:]
"""Those of the ladder that search: 512 playouts, and five doublings."""

BEGIN, END = "<!-- doublings -->", "<!-- end of the doublings -->"
"""Between these lines of a page stands the table."""

_MEMORY = 1 << 27


@dataclass(frozen=True)
class Losses:
    """What the moves of all players lose at one position.

    Attributes
    ----------
    points : tuple of float
        For each of `PLAYERS`, the margin that its move gives away.
    wins : tuple of bool
        Whether the move gives the win away.
    """

    points: tuple[float, ...]
    wins: tuple[bool, ...]


def out_of_reach(positions: Sequence[Position]) -> Iterator[Position]:
    """Yield the positions of a game that the engine cannot solve, from the last one back to the swap."""
    solved = True
    for position in reversed(positions):
        if position.swap_follows or position.can_exchange_players:
            return
        if solved:
            try:
                make_oracle(position.rules, Limit(nodes=OWN_NODES), memory=_MEMORY).value(position)
            except LimitReachedError:
                solved = False
        if not solved:
            yield position


def losses(name: str, number: int) -> list[Losses]:
    """Return what the players' moves lose in one game, as far back as the truth is within reach."""
    record = played(name, number)
    oracle = make_oracle(record.rules, Limit(nodes=TRUTH), memory=_MEMORY)
    found = []
    with suppress(LimitReachedError):
        for position in out_of_reach(record.positions[:-1]):
            best = oracle.value(position)
            moves = [parse_player(each).choose(position, random.Random(number)) for each in PLAYERS]
            values = {move: oracle.value(position.play_unchecked(move)) for move in dict.fromkeys(moves)}
            points = tuple(abs(best - values[move]) / 2 for move in moves)
            found.append(Losses(points, tuple((best > 0) is not (values[move] > 0) for move in moves)))
    return found


def mean_with_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and half the width of its 95 % interval.

    Examples
    --------
    >>> mean_with_interval([1.0, 1.0, 1.0, 1.0])
    (1.0, 0.0)
    """
    return fmean(values), 1.96 * stdev(values) / math.sqrt(len(values))


COLUMNS = (
    "Game", "Games", "Positions", "Player", "Loses (points)", "Less than the one above (95 %)", "Best moves",
    "Wins lost",
)  # fmt: skip


def rows(name: str, games: Sequence[Sequence[Losses]]) -> list[tuple[str, ...]]:
    """Return the rows of a game: one for each player, and one for the last against the first."""
    positions = [each for game in games for each in game]
    table = []
    for number, player in enumerate(PLAYERS):
        lost = [each.points[number] for each in positions]
        table.append((
            name, str(len(games)), str(len(positions)), player,
            _interval([fmean(each.points[number] for each in game) for game in games]),
            _spared(games, number - 1, number) if number else "",
            f"{100 * lost.count(0) / len(lost):.0f} %", str(sum(each.wins[number] for each in positions)),
        ))  # fmt: skip
    first, last = 0, len(PLAYERS) - 1
    against = f"{PLAYERS[last]} v. {PLAYERS[first]}"
    return [*table, (name, str(len(games)), str(len(positions)), against, "", _spared(games, first, last), "", "")]


def _spared(games: Sequence[Sequence[Losses]], weak: int, strong: int) -> str:
    return _interval([fmean(each.points[weak] - each.points[strong] for each in game) for game in games])


def _interval(values: Sequence[float]) -> str:
    mean, half = mean_with_interval(values)
    return f"{mean:.2f} ± {half:.2f}".replace("-", "−")


def main(arguments: list[str]) -> int:
    """Print the table, and put each game's rows into a page of the documentation as soon as they are known."""
    chosen = games_parser("doublings", __doc__, GAMES_EACH).parse_args(arguments)
    table = []
    for name in chosen.only or GAMES:
        tasks = run_tasks_in_order(partial(losses, name), range(chosen.games), workers=chosen.workers)
        found = [each for _, each in tasks if each]
        if len(found) < 2:
            print(f"{name}: {len(found)} games with such a position, too few", flush=True)
            continue
        table += rows(name, found)
        if chosen.page is not None:
            write_rows(chosen.page, BEGIN, END, COLUMNS, table, order=GAMES)
    print_table(f"Positions of {chosen.games} games of each; truth: {TRUTH:,} nodes a game", COLUMNS, table)
    return 0
