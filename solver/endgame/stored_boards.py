"""Whole boards that campaigns have solved, with their values as stored.

``boards.json`` next to this module contains them; ``python -m docs.make boards`` writes it, and
``docs/results/boards.md`` shows it. Each has a line of best play, whose end is compared with the
value. That is no proof: the campaigns, which are kept apart, are the proofs.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from litslab.games.notation import parse_move
from litslab.games.option_data import read_option
from litslab.games.option_text import format_option
from litslab.games.position import Position
from litslab.games.registry import GAMES, create
from litslab.games.rules import Rules

STORE = resources.files("litslab.solver.endgame") / "boards.json"


@dataclass(frozen=True)
class Board:
    """A whole board.

    Attributes
    ----------
    game : str
        The game's name.
    options : dict
        The options that name it.
    seed : int or None
        The board is that of `litslab new` with this seed; None in games whose boards are bare.
    swap : bool
        Whether the second player may swap, in the games whose rules have it.
    """

    game: str
    options: dict[str, Any] = field(hash=False)
    seed: int | None = None
    swap: bool = True

    @property
    def rules(self) -> Rules:
        """The game, without symbols."""
        kind = GAMES[self.game]
        options = {name: read_option(kind, name, value) for name, value in self.options.items()}
        return create(self.game, **options)

    def start(self) -> Position:
        """Return the position before the first move."""
        if self.seed is None:
            return self.rules.start()
        return self.rules.with_fresh_board(random.Random(self.seed)).start()

    @property
    def title(self) -> str:
        """Its name in the table, after the game's name."""
        rules = self.rules
        size = f"{rules.board.columns}×{rules.board.rows}"
        others = [
            f"{name} {format_option(value)}"
            for name, value in self.options.items()
            if name != "size"
        ]
        seed = [] if self.seed is None else [f"seed {self.seed}"]
        without = [] if self.swap or not rules.has_swap else ["no swap"]
        return ", ".join((size, *others, *seed, *without))

    @property
    def file(self) -> str:
        """The name of the file of a campaign about it."""
        name = f"{self.game} {self.title}".replace("×", "x")
        return "-".join(re.findall("[a-z0-9]+", name)) + ".db"


@dataclass(frozen=True)
class SolvedBoard(Board):
    """A board that has been solved.

    Attributes
    ----------
    value : int
        What it is worth to the side that starts; with the swap, to the player who makes the first
        move.
    line : str
        Best play.
    nodes : int
        Positions visited.
    seconds : float
        Processor time.
    version : str
        Of litslab.
    """

    value: int = 0
    line: str = ""
    nodes: int = 0
    seconds: float = 0.0
    version: str = ""

    def check(self) -> None:
        """Play the line by the rules, and compare its end with the value.

        Raises
        ------
        ValueError
            If it does not end with the value.
        """
        position = self.start()
        # A first move that ends the game cannot be swapped.
        side_is_chosen = self.swap and position.swap_follows and len(self.line.split()) > 1
        for move in self.line.split():
            position = position.play(parse_move(move, position))
        value = position.outcome().value if position.is_over else None
        if value is not None and side_is_chosen:
            value = -abs(value)
        if value != self.value:
            raise ValueError(f"{self.game} {self.title}: the line does not end with {self.value}")


def read_boards(text: str) -> list[SolvedBoard]:
    """Return the boards of a JSON document."""
    return [SolvedBoard(**each) for each in json.loads(text)]


@lru_cache(maxsize=1)
def _stored() -> tuple[SolvedBoard, ...]:
    return tuple(read_boards(STORE.read_text(encoding="utf-8")))


def stored_values(rules: Rules) -> list[SolvedBoard]:
    """Return what is stored about the start of a game, with the swap and without.

    Examples
    --------
    >>> [(each.swap, each.value) for each in stored_values(create("wythe", size=5))]
    [(True, -1), (False, 1)]
    """
    candidates = [each for each in _stored() if each.game == rules.name]
    size = rules.board.columns
    same_size = [each for each in candidates if each.options["size"] == size]
    return [each for each in same_size if each.start().rules == rules]
