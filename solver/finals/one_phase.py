"""The games whose finished positions are sets of placements: those of one phase."""

from __future__ import annotations

from litslab.games.errors import OptionError
from litslab.games.rules import Rules


def check_game(rules: Rules) -> None:
    """Raise unless finished positions of a game are sets of placements of one phase.

    Raises
    ------
    OptionError
        If it is a double game.
    """
    if rules.is_double:
        raise OptionError(f"game {rules.name!r}: expected a game of one phase")
