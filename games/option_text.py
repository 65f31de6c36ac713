"""Options of games in words."""

from __future__ import annotations

from typing import Any

from litslab.games.language import mark, tr
from litslab.games.option_data import describe_options
from litslab.games.rules import Rules


def format_option(value: Any) -> str:
    """Return the text of an option's value from `describe_options`.

    Examples
    --------
    >>> pieces = [{"drawing": ["b", "w", "bw"], "count": 6}]
    >>> format_option([5, 5, 5, 5]), format_option(True), format_option(pieces)
    ('5,5,5,5', 'yes', '6×b/w/bw')
    """
    if isinstance(value, bool):
        return mark("yes") if value else mark("no")
    if isinstance(value, list):
        return ",".join(format_option(item) for item in value)
    return (
        f"{value['count']}×{'/'.join(value['drawing'])}" if isinstance(value, dict) else str(value)
    )


def option_name(name: str) -> str:
    """Return the name of an option as text."""
    return tr(name.replace("_", " "))


def option_words(value: object) -> str:
    """Return the value of an option as text.

    Examples
    --------
    >>> option_words([5, 5, 4, 4]), option_words(True)
    ('5, 5, 4, 4', 'yes')
    """
    return tr(format_option(value)).replace(",", tr(", "))


def options_text(told: dict[str, Any]) -> str:
    """Return options from `describe_options` as one text."""
    return tr("; ").join(
        tr("{option} {value}", option=option_name(k), value=option_words(v))
        for k, v in told.items()
    )


def unusual_options(rules: Rules) -> str:
    """Return the options of a game that are not the usual ones on a board of its size.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> small, usual = create("taiji", size=7, groups=2), create("taiji", size=9, groups=2)
    >>> unusual_options(small), unusual_options(usual)
    ('groups 2', '')
    """
    usual = describe_options(rules.on_square_board(rules.board.columns)).items()
    return options_text(dict(each for each in describe_options(rules).items() if each not in usual))
