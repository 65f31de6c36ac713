"""A run of many games, and the metadata and columns of its Parquet file, which has one row per game.

The file's metadata have one entry, ``litslab``, a JSON document (`Header`). The rows are in the order of the games;
the columns are those of `schema`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib import metadata
from typing import Annotated, Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from litslab.games.errors import GameError
from litslab.games.position import Position, Rules
from litslab.games.record import first_mistake, loads, start_record
from litslab.solver.engines.kernel import in_reach
from litslab.solver.play.players import parse_player

FORMAT = 2
"""The version of the file's columns and metadata."""

PLAYERS = ("A", "B")
"""The players in the columns: A moves first in the game, on the first side; B is the other."""

KEY = "litslab"
"""The entry of the Parquet file's metadata."""

Occupancy = NDArray[np.uint64]
"""Numbers of final positions in which a square shows a layer: by winning side, layer and square."""


class RunError(GameError):
    """A file that is not a run, or a run that cannot continue; the text is one line with the reason."""


@dataclass(frozen=True)
class Run:
    """Many games of one kind. The same `Run` gives the same games, whatever the division of the work.

    Attributes
    ----------
    record : str
        The game, its options and the position that every game starts from, as the TOML text of a record.
    players : tuple of str
        Player A, who moves first in the game, and player B, as `solver.play.players.parse_player` reads them.
    games : int
        Number of games.
    seed : int
        Random seed.
    moves : bool
        Whether to store the moves, which make the file several times as large.
    """

    record: str
    players: tuple[str, str]
    games: int
    seed: int = 0
    moves: bool = False

    def __post_init__(self) -> None:
        """Check the players and the number of games.

        Raises
        ------
        OptionError
            If there is no such player.
        RunError
            If the number of games is not positive.
        """
        for text in self.players:
            parse_player(text)
        if self.games < 1:
            raise RunError(f"{self.games} games: expected at least 1")

    @classmethod
    def of(cls, start: Position, players: tuple[str, str], games: int, *, seed: int = 0, moves: bool = False) -> Run:
        """Return the run of a number of games from a position."""
        return cls(start_record(start), players, games, seed, moves)

    @cached_property
    def start(self) -> Position:
        """The position that every game starts from."""
        return loads(self.record, "run").position()

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.start.rules

    @property
    def in_kernel(self) -> bool:
        """True if the kernel plays the games: both players are random, and the board is not too large for it."""
        return self.players == ("random", "random") and in_reach(self.rules)


_Count = Annotated[int, Field(ge=0, lt=1 << 63)]


class _HeaderModel(BaseModel):
    """The JSON document of a header."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)

    format: Literal[2]
    version: str
    played_by: Literal["kernel", "rules"]
    record: str
    players: tuple[str, str]
    games: Annotated[int, Field(ge=1, lt=1 << 63)]
    seed: int
    moves: bool
    layers: tuple[str, ...]
    occupancy: list[list[list[_Count]]]


@dataclass(frozen=True)
class Header:
    """The metadata of a run's file.

    Attributes
    ----------
    run : Run
        The run.
    layers : tuple of str
        The layers that a square of a final position can show.
    occupancy : ndarray
        Numbers of final positions in which a square shows a layer: by winning side, layer and square. The games
        determine it, so it is not compared.
    version : str
        The version of litslab.
    played_by : str
        ``kernel`` or ``rules``: they draw random moves differently.
    """

    run: Run
    layers: tuple[str, ...]
    occupancy: Occupancy = field(compare=False)
    version: str
    played_by: str

    def to_json(self) -> str:
        """Return the JSON document."""
        document = {
            "format": FORMAT, "version": self.version, "played_by": self.played_by, **asdict(self.run),
            "layers": self.layers, "occupancy": self.occupancy.tolist(),
        }  # fmt: skip
        return json.dumps(document, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Header:
        """Return the header that `to_json` wrote.

        Raises
        ------
        ValueError
            If the text is something else.
        """
        try:
            model = _HeaderModel.model_validate_json(text)
        except ValidationError as error:
            raise ValueError(first_mistake(error, "the document")) from None
        run = Run(model.record, model.players, model.games, model.seed, model.moves)
        shape = (2, len(model.layers), run.rules.board.size)
        sizes = {(len(model.occupancy), len(side), len(layer)) for side in model.occupancy for layer in side or [[]]}
        if sizes != {shape} or model.layers != layer_names(run.rules):
            raise ValueError(f"occupancy: expected 2 sides, the layers of the game, and {shape[2]} squares")
        occupancy = np.array(model.occupancy, np.uint64).reshape(shape)
        if (occupancy.sum(axis=0) > model.games).any():
            raise ValueError(f"occupancy: a square that shows a layer more often than in each of {model.games} games")
        return cls(run, model.layers, occupancy, model.version, model.played_by)


def layer_names(rules: Rules) -> tuple[str, ...]:
    """Return the names of the layers that a square can show."""
    return tuple(rules.start().layers())


def new_header(run: Run, occupancy: Occupancy) -> Header:
    """Return the header of a run that this version plays."""
    layers, played_by = layer_names(run.rules), "kernel" if run.in_kernel else "rules"
    return Header(run, layers, occupancy, metadata.version("litslab"), played_by)


_TYPES = {
    "UInt": "integer, 0 or more", "Int": "integer", "Boolean": "true or false", "Enum": "A or B",
    "List": "list of integers, 0 or more",
}  # fmt: skip
"""Descriptions of types by the beginnings of their names in polars."""


@dataclass(frozen=True)
class Column:
    """A column of a run's file.

    Attributes
    ----------
    name : str
        Its name.
    type : str
        The type of its values, in words.
    meaning : str
        Its meaning for a game.
    unit : str
        The unit of its numbers; empty if there is none.
    """

    name: str
    type: str
    meaning: str
    unit: str = ""


def describe_columns(run: Run) -> tuple[Column, ...]:
    """Return the columns of a run with their meanings, in order.

    Examples
    --------
    >>> import litslab as ll
    >>> from litslab.analysis.runs.run import Run
    >>> columns = describe_columns(Run.of(ll.new_game("wythe", size=4), ("random", "greedy"), games=10))
    >>> columns[6].name, columns[6].meaning
    ('winning_player', 'player who won: A (random) or B (greedy), whichever side they ended up with')
    """
    return tuple(Column(name, _type(str(kind)), *texts) for name, (kind, *texts) in _columns(run).items())


def _type(kind: str) -> str:
    return next(text for start, text in _TYPES.items() if kind.startswith(start))


def _columns(run: Run) -> dict[str, tuple[Any, str, str]]:
    """Return the type, the meaning and the unit of each column of a run's file."""
    first, second = run.rules.sides
    a, b = run.players
    if run.rules.has_swap and not run.rules.swap_changes_value:
        swap = f"whether the swap was made: then A plays {second} and B plays {first}"
        whose = "whichever side they ended up with"
    elif run.rules.has_swap:
        swap = "whether the swap was made; sides are players here, and stay so"
        whose = f"who began as {first} and {second}"
    else:
        swap = "whether the swap was made; this game has none"
        whose = f"who play {first} and {second}"
    columns: dict[str, tuple[Any, str, str]] = {
        "seed": (pl.UInt64, "random seed of the game", ""),
        "length": (pl.UInt16, "pieces placed", "placements"),
        "score_1": (pl.Int16, f"score of {first}", "points"),
        "score_2": (pl.Int16, f"score of {second}", "points"),
        "margin": (pl.Int16, f"score of {first} minus score of {second}", "points"),
        "winner": (pl.UInt8, f"side that won: 1 {first}, 2 {second}", ""),
        "winning_player": (pl.Enum(PLAYERS), f"player who won: A ({a}) or B ({b}), {whose}", ""),
        "margin_a": (pl.Int16, "score of player A minus score of player B", "points"),
        "tie_rule": (pl.Boolean, "whether the scores were equal, so that the tie rule decided", ""),
        "swap": (pl.Boolean, swap, ""),
        "opening": (pl.UInt32, "first placement, as its number in the game's table of placements", ""),
    }
    if run.rules.is_double:
        columns |= {
            "first_length": (pl.UInt16, "pieces placed in the first phase", "placements"),
            "first_score_1": (pl.Int16, f"score of {first} in the first phase", "points"),
            "first_score_2": (pl.Int16, f"score of {second} in the first phase", "points"),
        }
    columns["branching"] = (pl.List(pl.UInt32), "legal placements at each placement", "placements")
    if run.moves:
        meaning = f"moves, as numbers in the game's table of placements; {len(run.rules.table)} is the swap"
        columns["moves"] = (pl.List(pl.UInt32), meaning, "")
    return columns


def schema(run: Run) -> dict[str, Any]:
    """Return the columns of a run's file and their types."""
    return {name: kind for name, (kind, _, _) in _columns(run).items()}
