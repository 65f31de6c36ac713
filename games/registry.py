"""The games by name: the six of this package, and any that a plug-in registers.

`register` adds a game that is defined elsewhere. For commands and other processes, the environment
variable ``LITSLAB_GAMES`` names its class as ``module:class``; commas separate several.
"""

from __future__ import annotations

import importlib
import os
import random
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.colour_rows import position_of_colours, rows_of_colours
from litslab.games.double_games import TaijiBattle, TailitsTaiji
from litslab.games.errors import OptionError, check_choice, check_number, expect
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.games.symbol_rows import size_of, symbol_rows
from litslab.games.taiji import Taiji
from litslab.games.tailits import Tailits
from litslab.games.wythe import Wythe

PLUGINS = "LITSLAB_GAMES"
"""The environment variable that names plug-ins."""

GameName = Literal[
    "taiji", "battle-of-lits", "tailits", "wythe", "tailits+taiji", "taiji+battle-of-lits"
]
"""The games of this package."""

GAMES: dict[str, type[Rules]] = {}
"""The rules of every game by its name in records and on the command line."""

LARGEST_SIDE = 99
"""The most squares in a row or column of a game in a record or on the command line.

The rules have no such limit. Smaller boards may still be refused: see
`games.placements.LARGEST_TABLE`.
"""

R = TypeVar("R", bound=type[Rules])


def register(rules: R) -> R:
    """Register a game by its name; also a class decorator.

    Raises
    ------
    OptionError
        If another game has that name, or the class lacks abstract methods.
    """
    missing = sorted(rules.__abstractmethods__)
    if missing:
        raise OptionError(
            f"{rules.__qualname__} has no {', '.join(missing)}: expected all abstract methods of "
            "Rules"
        )
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
        If there is no such class, another game has its name, or its rules or positions lack
        abstract methods.
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
    """Return what a text such as ``module:name`` names; `told` and `kind` say in an error who names
    it, and what it is.

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

    Parameters
    ----------
    name : str
        Its name as in `GAMES`, or as people write it: in either case, with spaces.

    Raises
    ------
    OptionError
        If there is no such game.

    Examples
    --------
    >>> game("Battle of LITS").name
    'battle-of-lits'
    """
    word = _name_of(expect(name, str, "the name of a game"))
    if word not in GAMES:
        load_plugins()
    found = word if word in GAMES else name
    if word == PUZZLE:
        raise OptionError(
            f"game {name!r}: did you mean battle-of-lits? LITS is a puzzle, which `litslab puzzle` "
            "is about"
        )
    check_choice("game", found, GAMES)
    return GAMES[found]


PUZZLE = "lits"
"""The name of the puzzle, which is no game."""


def _name_of(text: str) -> str:
    """Return the name of a game in records for one that people write, such as ``Battle of LITS``
    or ``TAIJI + Battle of LITS``.
    """
    parts = ("-".join(part.replace("_", " ").split()) for part in text.lower().split("+"))
    return "+".join(parts)


def create(name: str, **options: Any) -> Rules:
    """Return a game with the given options.

    Raises
    ------
    OptionError
        If there is no such game, it has no such option, a value is outside its limits, or the board
        is too large.

    Examples
    --------
    >>> create("taiji", size=7).value_limit()
    49
    """
    return _with_options(game(name), options)


def _with_options(rules: type[Rules], options: dict[str, Any]) -> Rules:
    known = [described.name for described in rules.options()]
    for given in options:
        if given not in known:
            raise OptionError(
                f"option {given!r} of {rules.name}: expected one of {', '.join(known)}"
            )
    for side in ("size", "rows"):
        squares = options.get(side)
        if isinstance(squares, int) and squares > LARGEST_SIDE:
            raise OptionError(f"{side} {squares}: expected at most {LARGEST_SIDE}")
    created = rules(**options)
    created.table  # noqa: B018 - refuses a board whose table would fill the memory
    return created


def _class_of(name: str | type[Rules]) -> type[Rules]:
    if isinstance(name, type) and issubclass(name, Rules):
        return name
    return game(name)


def boards_of_symbols() -> str:
    """Return the titles of the games with a board of symbols, for errors."""
    return " and ".join(each.title for each in GAMES.values() if each.setup_option() is not None)


def boards_of_colours() -> str:
    """Return the titles of the games whose positions are known by the colours of squares."""
    return " and ".join(each.title for each in GAMES.values() if each.shows_colours)


def new_game(
    name: GameName | type[Rules],
    size: int | None = None,
    *,
    seed: int = 0,
    board: str | Sequence[str] | None = None,
    **options: Any,
) -> Position:
    """Return the starting position of a game, or the position of TAIJI that a board shows.

    Battle of LITS gets a standard random board, unless one is given.

    Parameters
    ----------
    name : str or class of Rules
        One of `GAMES`, in either case and with or without its spaces; or the class of any game.
    size : int, optional
        The squares on a side; by default as the game is published.
    seed : int
        The random seed of the board, unless a board is given.
    board : str or sequence of str, optional
        A board of Battle of LITS as text or rows, the top row first, as
        `games.symbol_rows.symbol_rows` takes it; or one of TAIJI by its colours, as
        `games.colour_rows.rows_of_colours` does. It determines the size.
    **options
        The game's other options, such as `groups`.

    Raises
    ------
    OptionError
        If there is no such game, it has no such option, a value is outside its limits, or the board
        is too large.

    Examples
    --------
    >>> import litslab as ll
    >>> len(ll.new_game("taiji", size=3, groups=1).legal_moves())
    24
    >>> sum(row.count("X") for row in ll.new_game("battle-of-lits", seed=7).rules.symbols)
    30
    >>> ll.new_game(
    ...     "battle-of-lits",
    ...     board='''
    ...         X . O .
    ...         . . O .
    ...         . X . .
    ...         . X . O
    ...     ''',
    ... )
    <Battle of LITS 4×4, 0 placements, X to move>
    >>> ll.new_game("taiji", board=["w b .", ". b .", ". w ."])
    <TAIJI 3×3, 2 placements, light to move>
    """
    rules_class = _class_of(name)
    setup = rules_class.setup_option()
    check_number("seed", seed)
    if size is not None:
        options["size"] = size
    if board is not None and rules_class.shows_colours:
        rows = rows_of_colours(board)
        return position_of_colours(_with_options(rules_class, {"size": len(rows), **options}), rows)
    if board is not None and setup is None:
        raise OptionError(
            f"{rules_class.title} has no board of symbols: expected it only for "
            f"{boards_of_symbols()}, and of colours for {boards_of_colours()}"
        )
    if setup in options:
        raise OptionError(f"option {setup!r} of {rules_class.name}: expected it as board=…")
    if board is not None and setup is not None:
        symbols = symbol_rows(board)
        options = {**size_of(symbols), **options, setup: symbols}
    rules = _with_options(rules_class, options)
    return (rules if board is not None else rules.with_fresh_board(random.Random(seed))).start()
