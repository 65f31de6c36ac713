"""The games by name: the six of this package, and any that a plug-in registers.

`register` adds a game that is defined elsewhere. For commands and other processes, the environment variable
``LITSLAB_GAMES`` names its class as ``module:class``; commas separate several.
"""

from __future__ import annotations

import importlib
import os
import random
from typing import Any, TypeVar

from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.double_games import TaijiBattle, TailitsTaiji
from litslab.games.errors import OptionError, check_choice, expect
from litslab.games.position import Position, Rules
from litslab.games.taiji import Taiji
from litslab.games.tailits import Tailits
from litslab.games.wythe import Wythe

PLUGINS = "LITSLAB_GAMES"
"""The environment variable that names plug-ins."""

GAMES: dict[str, type[Rules]] = {}
"""The rules of every game by its name in records and on the command line."""

LARGEST_SIDE = 99
"""The most squares in a row or column of a game in a record or on the command line.

The rules have no such limit. Smaller boards may still be refused: see `games.placements.LARGEST_TABLE`.
"""

R = TypeVar("R", bound=type[Rules])


def register(rules: R) -> R:
    """Register a game by its name; also a class decorator.

    Raises
    ------
    OptionError
        If another game has that name, or the class lacks abstract methods.
    """
    if missing := sorted(rules.__abstractmethods__):
        raise OptionError(f"{rules.__qualname__} has no {', '.join(missing)}: expected all abstract methods of Rules")
    known = GAMES.setdefault(rules.name, rules)
    if (known.__module__, known.__qualname__) != (rules.__module__, rules.__qualname__):
        raise OptionError(f"game {rules.name!r}: expected a name that no other game has")
    GAMES[rules.name] = rules
    return rules


for _each in (Taiji, BattleOfLits, Tailits, Wythe, TailitsTaiji, TaijiBattle):
    register(_each)


def load_plugins() -> None:
    """Register the games that the environment variable ``LITSLAB_GAMES`` names.

    Raises
    ------
    OptionError
        If there is no such class, another game has its name, or its rules or positions lack abstract methods.
    """
    for text in filter(None, (each.strip() for each in os.environ.get(PLUGINS, "").split(","))):
        rules = imported(text, f"{PLUGINS} names {text!r}", "CLASS")
        if not isinstance(rules, type) or not issubclass(rules, Rules):
            raise OptionError(f"{PLUGINS} names {text!r}: expected a class of rules")
        register(rules)
        try:
            rules().start()
        except TypeError as error:  # the class of positions lacks abstract methods
            raise OptionError(f"{PLUGINS} names {text!r}: {error}") from None


def imported(text: str, told: str, kind: str) -> Any:
    """Return what a text such as ``module:name`` names; `told` and `kind` say in an error who names it, and what it is.

    Raises
    ------
    OptionError
        If there is no such thing.
    """
    module, _, name = text.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise OptionError(f"{told}: {error}: expected MODULE:{kind}") from None


def game(name: str) -> type[Rules]:
    """Return the rules class of a game.

    Raises
    ------
    OptionError
        If there is no such game.
    """
    if expect(name, str, "the name of a game") not in GAMES:
        load_plugins()
    check_choice("game", name, GAMES)
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
        if isinstance(squares, int) and squares > LARGEST_SIDE:
            raise OptionError(f"{side} {squares}: expected at most {LARGEST_SIDE}")
    created = rules(**options)
    created.table  # noqa: B018 - refuses a board whose table would fill the memory
    return created


def new_game(name: str, *, seed: int = 0, **options: Any) -> Position:
    """Return the starting position of a game. Battle of LITS gets a standard random board.

    Parameters
    ----------
    name : str
        One of `GAMES`.
    seed : int
        The random seed of the board, unless the options contain `symbols`.
    **options
        The game's options, such as `size`. `symbols` is a board of Battle of LITS as text or rows, the top row first;
        it determines the size.

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
    >>> ll.new_game(
    ...     "battle-of-lits",
    ...     symbols='''
    ...         X.O.
    ...         ..O.
    ...         .X..
    ...         .X.O
    ...     ''',
    ... )
    <Battle of LITS 4×4, 0 placements, X to move>
    """
    setup = game(name).setup_option() or ""
    if (given := options.get(setup)) is not None:
        lines = given.splitlines() if isinstance(given, str) else given
        rows = tuple("".join(line.split()).upper() for line in lines if line.strip())
        options = {"size": max(map(len, rows), default=0), "rows": len(rows)} | options | {setup: rows}
    rules = create(name, **options)
    return (rules if given is not None else rules.with_fresh_board(random.Random(seed))).start()
