"""The six games by name."""

from __future__ import annotations

from typing import Any

from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.double_games import TaijiBattle, TailitsTaiji
from litslab.games.errors import OptionError
from litslab.games.position import Rules
from litslab.games.taiji import Taiji
from litslab.games.tailits import Tailits
from litslab.games.wythe import Wythe

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
