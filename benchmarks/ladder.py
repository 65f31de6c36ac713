"""The ladder: how often each level of the engine beats the next weaker one.

The moves depend on playouts and seeds alone, so the games are the same on every machine.
"""

from __future__ import annotations

import math
from typing import Annotated

import typer

from benchmarks.measure import PageOption, show
from litslab.games.registry import create
from litslab.solver.play.match import MatchResult, match
from litslab.solver.statistics import elo

BOARDS = (
    ("taiji", 7),
    ("battle-of-lits", 8),
    ("tailits", 9),
    ("wythe", 6),
    ("tailits+taiji", 7),
    ("taiji+battle-of-lits", 7),
)
"""The games, and the sizes of their boards."""

RUNGS = (("mcts:512", "greedy"), ("mcts:2048", "mcts:512"))
"""The levels of the page, each with the next weaker one."""

GAMES = 40
"""The games of each pairing: the whole ladder takes some minutes."""

SEED = 1

COLUMNS = ("Game", "Board", "Players", "Games", "Share of wins (95 %)", "Elo difference (95 %)")


def rows_of_ladder(games: int = GAMES) -> list[tuple[str, ...]]:
    """Play the matches between neighbouring levels, and return a row for each."""
    return [
        row_of(name, size, rung, match(create(name, size=size), rung, games, seed=SEED))
        for name, size in BOARDS
        for rung in RUNGS
    ]


def row_of(name: str, size: int, rung: tuple[str, str], found: MatchResult) -> tuple[str, ...]:
    """Return the row of a match that was played."""
    shares = (found.wins[0] / found.games, *found.interval)
    share, low, high = (round(100 * each) for each in shares)
    difference, least, most = map(_elo_text, shares)
    return (
        name,
        f"{size}×{size}",
        " v. ".join(rung),
        str(found.games),
        f"{share} % ({low} to {high})",
        f"{difference} ({least} to {most})",
    )


def _elo_text(share: float) -> str:
    points = elo(share)
    number = "∞" if math.isinf(points) else f"{abs(points):.0f}"
    return ("−" if points < 0 else "+") + number


def main(
    *,
    games: Annotated[int, typer.Option(metavar="NUMBER", help="Games of each pairing.")] = GAMES,
    page: PageOption = None,
) -> None:
    """Play matches between neighbouring levels of the engine."""
    title = "Each level against the next weaker one"
    show([(title, COLUMNS, rows_of_ladder(games))], page, "ladder")
