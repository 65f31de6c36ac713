"""A run of many games: what was played by whom, and the Parquet file that holds a row for each game.

The file's metadata have one entry, ``litslab``, a JSON document (`Header`). The rows are in the order of the games;
the columns are those of `schema`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from litslab.games.errors import GameError, first_line
from litslab.games.files import FileError, refuse_overwriting
from litslab.games.position import Position, Rules
from litslab.games.record import loads, start_record
from litslab.jobs.interrupts import interruptible
from litslab.solver.engines.kernel import in_reach
from litslab.solver.play.players import parse_player

FORMAT = 2
"""The version of the file's columns and metadata."""

PLAYERS = ("A", "B")
"""What the columns call the players: A moves first in the game, on the first side; B is the other."""

KEY = "litslab"
"""The entry of the Parquet file's metadata."""

_UNREADABLE = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)
"""What reading a damaged file may end in; a panic of the library is no `Exception`."""

_STANDARD_ERROR = 2

_MAGIC = b"PAR1"  # what a Parquet file begins and ends with

_SECONDS_TO_PANIC = 0.2
"""After one thread of the library has failed over a file, others that read it may still be about to."""

Occupancy = NDArray[np.uint64]
"""In how many final positions each square shows each layer: by winning side, layer and square."""


class RunError(GameError):
    """A file that is not a run, or a run that cannot go on; the text is one line that says why."""


@dataclass(frozen=True)
class Run:
    """Many games of one kind: with the same `Run`, every game is the same however the work is divided.

    Attributes
    ----------
    record : str
        The game, its options and the position that every game starts from, as the TOML text of a record.
    players : tuple of str
        Player A, who moves first in the game, and player B, as `solver.play.players.parse_player` reads them.
    games : int
        How many games.
    seed : int
        Where the randomness comes from.
    moves : bool
        Whether the moves are kept: they make the file several times as large.
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
            If there is no game to play.
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
        """Whether the kernel plays the games: where both players are random and the board is not too large for it."""
        return self.players == ("random", "random") and in_reach(self.rules)


_Count = Annotated[int, Field(ge=0, lt=1 << 63)]


class _HeaderModel(BaseModel):
    """A header as it stands in the file."""

    model_config = ConfigDict(extra="forbid", strict=True)

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
    """What the metadata of a run's file say.

    Attributes
    ----------
    run : Run
        What was played.
    layers : tuple of str
        What can show on a square of a final position.
    occupancy : ndarray
        In how many final positions each square shows each layer: by winning side, layer and square. It follows from
        the games, so it is not compared.
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
        """Return the text that stands in the file."""
        document = {
            "format": FORMAT, "version": self.version, "played_by": self.played_by, **asdict(self.run),
            "layers": self.layers, "occupancy": self.occupancy.tolist(),
        }  # fmt: skip
        return json.dumps(document, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Header:
        """Return what `to_json` wrote.

        Raises
        ------
        ValueError
            If it is something else.
        """
        try:
            model = _HeaderModel.model_validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, first["loc"])) or "the document"
            raise ValueError(f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None
        run = Run(model.record, model.players, model.games, model.seed, model.moves)
        shape = (2, len(model.layers), run.rules.board.size)
        sizes = {(len(model.occupancy), len(side), len(layer)) for side in model.occupancy for layer in side or [[]]}
        if sizes != {shape}:
            raise ValueError(f"occupancy: expected {shape[0]} sides, {shape[1]} layers and {shape[2]} squares")
        occupancy = np.array(model.occupancy, np.uint64).reshape(shape)
        if (occupancy.sum(axis=0) > model.games).any():
            raise ValueError(f"occupancy: a square that shows a layer more often than in each of {model.games} games")
        return cls(run, model.layers, occupancy, model.version, model.played_by)


def new_header(run: Run, layers: tuple[str, ...], occupancy: Occupancy) -> Header:
    """Return the header of a run that is being played now."""
    return Header(run, layers, occupancy, metadata.version("litslab"), "kernel" if run.in_kernel else "rules")


def schema(run: Run) -> dict[str, Any]:
    """Return the columns of a run's file and their types; `describe_columns` says what they mean."""
    return {name: kind for name, (kind, _, _) in _columns(run).items()}


@dataclass(frozen=True)
class RunFile:
    """A run's file that has been found to be one.

    Attributes
    ----------
    path : Path
        Where it is.
    header : Header
        What its metadata say.
    """

    path: Path
    header: Header

    @property
    def run(self) -> Run:
        """What was played."""
        return self.header.run

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.header.run.rules

    def scan(self) -> pl.LazyFrame:
        """Return the rows, to be read when they are asked for."""
        return pl.scan_parquet(self.path)

    def to_polars(self) -> pl.DataFrame:
        """Return all games as a polars table, a row a game.

        Raises
        ------
        RunError
            If the file cannot be read to its end.
        """
        return self.collect(self.scan())

    def to_pandas(self) -> Any:
        """Return all games as a pandas table, a row a game.

        Raises
        ------
        RunError
            If the file cannot be read to its end, or pandas or pyarrow, which carries the columns over, is missing.
        """
        try:
            return self.to_polars().to_pandas()
        except ImportError as error:
            raise RunError(
                f"{error.name or 'pandas'} is not installed: expected `pip install pandas pyarrow`"
            ) from None

    def collect(self, rows: pl.LazyFrame) -> pl.DataFrame:
        """Return what a query of the rows gives; it is worked out in pieces, not on all rows at once.

        Raises
        ------
        RunError
            If the file cannot be read to its end.
        """
        try:
            with interruptible(), _without_panic_messages():
                return rows.collect(engine="streaming")
        except _UNREADABLE as error:
            raise RunError(f"{self.path}: cannot read its rows: {first_line(error)}") from None


def open_run(path: str | Path) -> RunFile:
    """Open the file of a run.

    Parameters
    ----------
    path : str or Path
        The Parquet file.

    Raises
    ------
    RunError
        If it cannot be read, is no Parquet file or is cut off, or if it is not one that `simulate` wrote.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import litslab as ll
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "run.parquet"
    ...     _ = ll.simulate(ll.new_game("taiji", size=4, groups=1), path, games=50, seed=1)
    ...     ll.open_run(path).run.players
    ('random', 'random')
    """
    path = Path(path)
    header = read_header(path)
    try:
        with interruptible(), _without_panic_messages():
            found = dict(pl.scan_parquet(path).collect_schema())
            rows = int(pl.scan_parquet(path).select(pl.len()).collect().item())
    except _UNREADABLE as error:
        raise RunError(f"{path}: cannot read it: {first_line(error)}") from None
    if found != schema(header.run):
        raise RunError(f"{path}: its columns are not those of a run: {', '.join(found)}")
    if rows != header.run.games:
        raise RunError(f"{path}: it has {rows} rows: expected {header.run.games}, as its metadata say")
    file = RunFile(path, header)
    checks = file.collect(
        file.scan().select(**{name: wrong.any() for name, wrong in _wrong_values(header.run).items()})
    )
    for name, is_wrong in checks.row(0, named=True).items():
        if is_wrong:
            raise RunError(f"{path}: column {name}: a value that no game of the run can have")
    return file


def _wrong_values(run: Run) -> dict[str, pl.Expr]:
    """Return for each column what tells, row by row, that a value cannot be right.

    The readers of a run rely on it: they make tables that are as large as the scores and lengths are.
    """
    column = pl.col
    table, most = len(run.rules.table), run.rules.value_limit()
    columns = schema(run)
    wrong = {name: column(name).is_null() for name in columns}
    unopened = column("opening").is_null() & (column("length") > 0)
    wrong["opening"] = (column("opening") >= table).fill_null(False) | unopened
    wrong["length"] |= column("length") > table
    for name in columns:
        if "score" in name:
            wrong[name] |= ~column(name).is_between(0, most)
    margin = column("score_1").cast(pl.Int32) - column("score_2").cast(pl.Int32)
    wrong["margin"] |= column("margin").cast(pl.Int32) != margin
    wrong["tie_rule"] |= column("tie_rule") != (margin == 0)
    wrong["winner"] |= ~column("winner").is_between(1, 2)
    wrong["margin_a"] |= column("margin_a").cast(pl.Int32).abs() != margin.abs()
    branching = column("branching").list
    wrong["branching"] |= (branching.len() != column("length")) | (branching.max() > table)
    wrong["branching"] |= branching.eval(pl.element().is_null().any()).list.first().fill_null(False)
    if "first_length" in columns:
        wrong["first_length"] |= column("first_length") > column("length")
    if "moves" in columns:
        wrong["moves"] |= column("moves").list.max() > table
    return {name: each.fill_null(True) if name not in {"branching", "moves"} else each for name, each in wrong.items()}


def read_header(path: Path) -> Header:
    """Return what the metadata of a run's file say.

    Raises
    ------
    RunError
        If there are none.
    """
    try:
        # Looked at first: the library takes the end of a file for the whole, and its errors say less.
        with path.open("rb") as stream:
            first = stream.read(len(_MAGIC))
            stream.seek(max(0, path.stat().st_size - len(_MAGIC)))
            last = stream.read(len(_MAGIC))
    except OSError as error:
        raise RunError(f"{path}: cannot read it: {error.strerror or first_line(error)}") from None
    if path.suffix.lower() == ".csv":
        raise RunError(f"{path}: a CSV file: expected the Parquet file of a run, which alone says what was played")
    if first != _MAGIC or last != _MAGIC:
        raise RunError(f"{path}: {'cut off: it has no end' if first == _MAGIC else 'not a Parquet file'}")
    try:
        with interruptible(), _without_panic_messages():
            text = pl.read_parquet_metadata(path).get(KEY)
    except _UNREADABLE as error:
        raise RunError(f"{path}: cannot read it: {first_line(error)}") from None
    if text is None:
        raise RunError(f"{path}: a Parquet file of something else: expected one that `litslab simulate` wrote")
    try:
        return Header.from_json(text)
    except ValueError as error:
        raise RunError(f"{path}: its metadata are not those of a run: {first_line(error)}") from None


@contextmanager
def _without_panic_messages() -> Iterator[None]:
    """Keep off standard error what the library's threads write there when they panic over a damaged file.

    The exception that follows says the same in one line. Whatever else was written is passed on.
    """
    try:
        heard = os.dup(_STANDARD_ERROR)
    except OSError:  # there is none
        yield
        return
    with TemporaryFile() as said:
        sys.stderr.flush()
        os.dup2(said.fileno(), _STANDARD_ERROR)
        panicked = False
        try:
            yield
        except pl.exceptions.PanicException:
            panicked = True
            time.sleep(_SECONDS_TO_PANIC)
            raise
        finally:
            os.dup2(heard, _STANDARD_ERROR)
            os.close(heard)
            said.seek(0)
            if not panicked and (rest := said.read()):
                os.write(_STANDARD_ERROR, rest)


_TYPES = {"UInt": "integer, 0 or more", "Int": "integer", "Boolean": "true or false", "Enum": "A or B"}
"""How types are told, by what their names in polars begin with."""


@dataclass(frozen=True)
class Column:
    """A column of a run's file.

    Attributes
    ----------
    name : str
        Its name.
    type : str
        What its values are.
    meaning : str
        What it says of a game.
    unit : str
        What its numbers count; empty where they count nothing.
    """

    name: str
    type: str
    meaning: str
    unit: str = ""


def describe_columns(run: Run) -> tuple[Column, ...]:
    """Return what the columns of a run mean, in their order.

    Examples
    --------
    >>> import litslab as ll
    >>> from litslab.analysis.runs.run import Run
    >>> columns = describe_columns(Run.of(ll.new_game("wythe", size=4), ("random", "greedy"), games=10))
    >>> columns[6].name, columns[6].meaning
    ('winning_player', 'player who won: A (random) or B (greedy), whichever side they ended up with')
    """
    return tuple(Column(name, _type(str(kind)), *told) for name, (kind, *told) in _columns(run).items())


def _type(kind: str) -> str:
    told = next((text for start, text in _TYPES.items() if kind.startswith(start)), None)
    return told or "list of integers, 0 or more"


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


CSV_SUFFIX = ".csv"
"""What the name of a CSV file ends in."""


def export_csv(file: RunFile, path: Path, *, force: bool = False) -> None:
    """Write a run's rows as a CSV file: a line with the names of the columns, then one line per game.

    Lists are written as numbers with spaces between them. What was played is not in the file; the run alone says it.

    Parameters
    ----------
    file : RunFile
        The run.
    path : Path
        The CSV file.
    force : bool
        Whether a file that is there already may be replaced.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If it cannot be written.
    """
    if not force:
        refuse_overwriting(path)
    rows = file.scan()
    lists = [name for name, kind in rows.collect_schema().items() if isinstance(kind, pl.List)]
    flat = rows.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)
    whole = path.with_name(f"{path.name}.whole")
    try:
        with interruptible():
            flat.sink_csv(whole, maintain_order=True)
        whole.replace(path.resolve())
    except (OSError, pl.exceptions.PolarsError) as error:
        raise FileError(f"cannot write {path}: {first_line(error)}") from error
    finally:
        whole.unlink(missing_ok=True)
