"""The command that repeats a report."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from litslab.analysis.report.amounts import Amounts
from litslab.games.errors import OptionError
from litslab.games.language import ENGLISH, language
from litslab.games.option_data import describe_options, read_option
from litslab.games.registry import create
from litslab.games.rules import Rules


def report_command(rules: Rules, amounts: Amounts, *, seed: int, counts: bool = False) -> str:
    """Return the command that makes a report again, in the language in use, without the folder.

    Examples
    --------
    >>> rules = create("taiji", size=5, groups=2)
    >>> report_command(rules, Amounts(100, 512), seed=7)
    'litslab report taiji --size 5 -O groups=2 --games 100 --playouts 512 --seed 7'
    """
    words = ["litslab", "report", rules.name, *_game_words(rules)]
    words += ["--games", str(amounts.games), "--playouts", str(amounts.playouts)]
    words += ["--seed", str(seed)]
    if counts:
        words.append("--counts")
    if language() != ENGLISH:
        words += ["--lang", language()]
    return shlex.join(words)


def _game_words(rules: Rules) -> Iterator[str]:
    """Yield the options that differ from the usual ones; a record, if options alone do not tell the
    game.
    """
    options = describe_options(rules)
    if not _makes(options, rules):
        yield from ("--record", "RECORD")
        return
    for name in list(options):
        fewer = {other: value for other, value in options.items() if other != name}
        if _makes(fewer, rules):
            options = fewer
    for name, value in options.items():
        if name == "size":
            yield from ("--size", str(value))
        else:
            text = value if isinstance(value, str) else json.dumps(value)
            yield from ("-O", f"{name}={text}")


def _makes(options: dict[str, Any], rules: Rules) -> bool:
    """Return whether options alone make a game."""
    with suppress(OptionError):
        read = {name: read_option(type(rules), name, value) for name, value in options.items()}
        return create(rules.name, **read) == rules
    return False
