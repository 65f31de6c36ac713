"""Text shared by several documents: the options of a game, and drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from litslab.games.record import describe_options, format_option

if TYPE_CHECKING:
    from rich.text import Text

    from litslab.games.position import Move, Position, Rules


def counted(number: int, noun: str) -> str:
    """Return a number of things, such as ``1 study`` or ``2 studies``, for texts that are not translated."""
    plural = {"y": f"{noun[:-1]}ies", "h": f"{noun}es"}.get(noun[-1], f"{noun}s")
    return f"{number:,} {noun if number == 1 else plural}"


def describe_rules(rules: Rules) -> str:
    """Return a game with its options as one line of text."""
    options = ", ".join(f"{name} {format_option(value)}" for name, value in describe_options(rules).items())
    return f"{rules.name}: {options}"


def picture_lines(position: Position, title: str = "", highlight: Iterable[Move] = ()) -> Iterator[Text]:
    """Yield a position's drawing in colour, below its title.

    Parameters
    ----------
    position : Position
        The position.
    title : str
        A title, if not empty.
    highlight : iterable of Move
        Moves to highlight.
    """
    from rich.text import Text  # noqa: PLC0415 - most commands on records draw nothing

    from litslab.app.terminal import drawing  # noqa: PLC0415

    if title:
        yield Text(title, style="bold")
    yield drawing(position, highlight=highlight)
