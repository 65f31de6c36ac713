"""The columns of a run's file: their types, and their meanings in words.

The file has one row per game, in the order of the games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from litslab.analysis.runs.run import Run

NumberColumn = Literal[
    "seed",
    "length",
    "score_1",
    "score_2",
    "margin",
    "winner",
    "margin_a",
    "opening",
    "first_length",
    "first_score_1",
    "first_score_2",
]
"""The columns of numbers; the last three are those of double games."""

PLAYERS = ("A", "B")
"""The players in the columns: A moves first in the game, on the first side; B is the other."""

_TYPES = {
    "UInt": "integer, 0 or more",
    "Int": "integer",
    "Boolean": "true or false",
    "Enum": "A or B",
    "List": "list of integers, 0 or more",
}
"""Descriptions of types by the beginnings of their names in polars."""


@dataclass(frozen=True)
class Column:
    """A column of a run's file."""

    name: str
    """Its name."""
    type: str
    """The type of its values, in words."""
    meaning: str
    """Its meaning for a game."""
    unit: str = ""
    """The unit of its numbers; empty if there is none."""


def describe_columns(run: Run) -> tuple[Column, ...]:
    """Return the columns of a run with their meanings, in order.

    Examples
    --------
    >>> import litslab as ll
    >>> from litslab.analysis.runs.run import Run
    >>> run = Run.of(ll.new_game("wythe", size=4), ("random", "greedy"), games=10)
    >>> columns = describe_columns(run)
    >>> columns[6].name
    'winning_player'
    >>> columns[6].meaning
    'player who won: A (random) or B (greedy), whichever side they ended up with'
    """
    return tuple(
        Column(name, _type(str(kind)), *texts) for name, (kind, *texts) in _columns(run).items()
    )


def _type(kind: str) -> str:
    return next(text for start, text in _TYPES.items() if kind.startswith(start))


def _columns(run: Run) -> dict[str, tuple[Any, str, str]]:
    """Return the type, the meaning and the unit of each column of a run's file."""
    first, second = run.rules.sides
    a, b = run.players
    if run.rules.has_swap and not run.rules.swap_changes_value:
        swap = f"whether the swap was made: then A plays {second} and B plays {first}"
        whose = "whichever side they ended up with"
    elif run.rules.has_swap:
        swap = "whether the swap was made; sides are players here, and stay so"
        whose = f"who began as {first} and {second}"
    else:
        swap = "whether the swap was made; this game has none"
        whose = f"who play {first} and {second}"
    columns: dict[str, tuple[Any, str, str]] = {
        "seed": (pl.UInt64, "random seed of the game", ""),
        "length": (pl.UInt16, "pieces placed", "placements"),
        "score_1": (pl.Int16, f"score of {first}", "points"),
        "score_2": (pl.Int16, f"score of {second}", "points"),
        "margin": (pl.Int16, f"score of {first} minus score of {second}", "points"),
        "winner": (pl.UInt8, f"side that won: 1 {first}, 2 {second}", ""),
        "winning_player": (pl.Enum(PLAYERS), f"player who won: A ({a}) or B ({b}), {whose}", ""),
        "margin_a": (pl.Int16, "score of player A minus score of player B", "points"),
        "tie_rule": (pl.Boolean, "whether the scores were equal, so that the tie rule decided", ""),
        "swap": (pl.Boolean, swap, ""),
        "opening": (
            pl.UInt32,
            "first placement, as its number in the game's table of placements",
            "",
        ),
    }
    if run.rules.is_double:
        columns |= {
            "first_length": (pl.UInt16, "pieces placed in the first phase", "placements"),
            "first_score_1": (pl.Int16, f"score of {first} in the first phase", "points"),
            "first_score_2": (pl.Int16, f"score of {second} in the first phase", "points"),
        }
    columns["branching"] = (pl.List(pl.UInt32), "legal placements at each placement", "placements")
    if run.moves:
        meaning = (
            f"moves, as numbers in the game's table of placements; {len(run.rules.table)} is "
            "the swap"
        )
        columns["moves"] = (pl.List(pl.UInt32), meaning, "")
    if run.trace:
        for number, side in enumerate(run.rules.sides, 1):
            meaning = f"score of {side} after each placement"
            columns[f"trace_{number}"] = (pl.List(pl.Int16), meaning, "points")
    return columns


def schema(run: Run) -> dict[str, Any]:
    """Return the columns of a run's file and their types."""
    return {name: kind for name, (kind, _, _) in _columns(run).items()}
