"""Text shared by several documents: the options of a game, and drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from litslab.games.record import describe_options, format_option

if TYPE_CHECKING:
    from rich.text import Text

    from litslab.games.position import Move, Position, Rules


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
