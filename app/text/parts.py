"""Text shared by several results: numbers, the options of a game, its players, and drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from litslab.games.language import tr
from litslab.games.line_breaks import one_line
from litslab.games.option_data import describe_options
from litslab.games.option_text import format_option

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from litslab.games.move import Move
    from litslab.games.position import Position
    from litslab.games.record import Record
    from litslab.games.rules import Rules

Lines = Iterator["str | Text | Table"]
"""Text for a terminal."""


def counted(number: int, noun: str) -> str:
    """Return a number of things, such as ``1 study`` or ``2 studies``, for texts that are not
    translated.
    """
    plural = {"y": f"{noun[:-1]}ies", "h": f"{noun}es"}.get(noun[-1], f"{noun}s")
    return f"{number:,} {noun if number == 1 else plural}"


def describe_rules(rules: Rules) -> str:
    """Return a game with its options as one line of text."""
    options = ", ".join(
        f"{name} {format_option(value)}" for name, value in describe_options(rules).items()
    )
    return f"{rules.name}: {options}"


def player_lines(record: Record) -> Iterator[str]:
    """Yield the names of the players, and who won where the game was played, as far as the record
    has them.
    """
    names = dict(record.players)
    if names:
        yield one_line(", ".join(f"{side}: {name}" for side, name in names.items()))
    winners = [one_line(names.get(side, side)) for side in record.winners]
    if len(winners) > 1:
        yield "result in the record: a tie, which the rules here do not have" + _tie_rule(record)
    elif winners:
        yield f"result in the record: {winners[0]} won"


def _tie_rule(record: Record) -> str:
    position = record.position()
    return f": {tr(position.outcome().tie_rule)}" if position.is_over else ""


def picture_lines(
    position: Position,
    title: str = "",
    highlight: Iterable[Move] = (),
) -> Iterator[Text]:
    """Yield a position's drawing in colour, below its title.

    Parameters
    ----------
    position : Position
        The position.
    title : str
        A title, if not empty.
    highlight : iterable of Move
        Moves to highlight, which only colours can do: without them nothing is said of it.
    """
    from rich.text import Text  # noqa: PLC0415 - most commands on records draw nothing

    from litslab.app.console import has_colours  # noqa: PLC0415
    from litslab.app.terminal import drawing  # noqa: PLC0415

    if title:
        yield Text(title, style="bold")
    yield drawing(position, highlight=highlight if has_colours() else ())
