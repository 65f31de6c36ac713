"""The six games by name."""

from __future__ import annotations

from typing import Any

from games.battle_of_lits import BattleOfLits
from games.double_games import TaijiBattle, TailitsTaiji
from games.errors import OptionError
from games.position import Rules
from games.taiji import Taiji
from games.tailits import Tailits
from games.wythe import Wythe

GAMES: dict[str, type[Rules]] = {
    rules.name: rules for rules in (Taiji, BattleOfLits, Tailits, Wythe, TailitsTaiji, TaijiBattle)
}
"""Every game's rules by the name that records and the command line use."""


def game(name: str) -> type[Rules]:
    """Return the rules class of a game.

    Raises
    ------
    OptionError
        If there is no such game.
    """
    if name not in GAMES:
        raise OptionError(f"game {name!r}: expected one of {', '.join(GAMES)}")
    return GAMES[name]


def create(name: str, **options: Any) -> Rules:
    """Return a game with the given options.

    Raises
    ------
    OptionError
        If there is no such game, it has no such option, or a value is outside its limits.

    Examples
    --------
    >>> create("taiji", size=7).value_limit()
    49
    """
    rules = game(name)
    known = [described.name for described in rules.options()]
    for given in options:
        if given not in known:
            raise OptionError(f"option {given!r} of {name}: expected one of {', '.join(known)}")
    return rules(**options)
