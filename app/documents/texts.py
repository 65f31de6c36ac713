"""Text shared by several documents: lines of a terminal, the options of a game, and drawings."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from litslab.games.language import ENGLISH, language
from litslab.games.record import describe_options, format_option

if TYPE_CHECKING:
    from rich.text import Text

    from litslab.games.position import Move, Position, Rules


_UNITS = re.compile(r"[（「]*(?:[!-~]+|.)[、。：！？）」ーっゃゅょァィゥェォッャュョ ]*")
"""What stays together on a line of Japanese: a Latin word or a letter, with the punctuation beside it."""


def wrap(text: str, width: int, indent: str = "", **options: Any) -> list[str]:
    """Return a text in lines, those after the first indented; `options` are those of `textwrap.wrap` for English."""
    if language() == ENGLISH:
        return textwrap.wrap(text, width, subsequent_indent=indent, **options)
    from rich.cells import cell_len  # noqa: PLC0415 - the page without a server has no rich

    lines = [""]
    for unit in _UNITS.findall(text):
        if cell_len(lines[-1] + unit.rstrip()) > width:
            lines.append(indent)
        lines[-1] += unit
    return [line.rstrip() for line in lines]


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
