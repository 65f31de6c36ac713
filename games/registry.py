"""The six games by name."""

from __future__ import annotations

import random
from typing import Any

from litslab.games.battle_of_lits import BattleOfLits, on_fresh_board
from litslab.games.double_games import TaijiBattle, TailitsTaiji
from litslab.games.errors import OptionError
from litslab.games.position import Position, Rules
from litslab.games.taiji import Taiji
from litslab.games.tailits import Tailits
from litslab.games.wythe import Wythe

GAMES: dict[str, type[Rules]] = {
    rules.name: rules for rules in (Taiji, BattleOfLits, Tailits, Wythe, TailitsTaiji, TaijiBattle)
}
"""Every game's rules by the name that records and the command line use."""

LARGEST_SIDE = 99
"""The most squares in a row or column of a game that is asked for by name, in a record or on a command line.

The rules know no such limit. Boards below it may still be refused: see `games.memory.LARGEST_TABLE`.
"""


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
        If there is no such game, it has no such option, a value is outside its limits, or the board is too large.

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
    for side in ("size", "rows"):
        squares = options.get(side)
        if squares is not None and squares > LARGEST_SIDE:
            raise OptionError(f"{side} {squares}: expected at most {LARGEST_SIDE}")
    created = rules(**options)
    created.table  # noqa: B018 - a board whose table would fill the memory is refused here, where it is asked for
    return created


def new_game(name: str, *, seed: int = 0, **options: Any) -> Position:
    """Return the starting position of a game, as it is played: Battle of LITS gets a random board of the usual make-up.

    Parameters
    ----------
    name : str
        One of `GAMES`.
    seed : int
        Which random board; `symbols` among the options gives one instead.
    **options
        The game's options, such as `size`.

    Raises
    ------
    OptionError
        If there is no such game, it has no such option, a value is outside its limits, or the board is too large.

    Examples
    --------
    >>> import litslab as ll
    >>> len(ll.new_game("taiji", size=3, groups=1).legal_moves())
    24
    >>> sum(row.count("X") for row in ll.new_game("battle-of-lits", seed=7).rules.symbols)
    30
    """
    rules = create(name, **options)
    return (rules if "symbols" in options else on_fresh_board(rules, random.Random(seed))).start()
