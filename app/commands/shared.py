"""What several commands have in common: their options, reading a record, printing an answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

if TYPE_CHECKING:
    from litslab.games.position import Position, Rules
    from litslab.games.record import Record

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="One of the games that `litslab games` lists.")]
RecordArgument = Annotated[Path, typer.Argument(metavar="RECORD", help="A record (.toml), or a game in LTP (.ltp).")]
AtOption = Annotated[int | None, typer.Option("--at", metavar="PLY", help="The position after so many moves.")]
AnyOption = Annotated[
    bool,
    typer.Option("--any", help="Accept a set-up position that no game leads to; it is then marked as constructed."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help="A Dask scheduler, tcp://host:port, whose workers do the work."
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
PictureOption = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Draw it to a .svg, .png or .pdf file.")
]
TimeOption = Annotated[
    float | None, typer.Option("--time", "--time-limit", min=0, metavar="SECONDS", help="Stop after so long.")
]

SizeOption = Annotated[int | None, typer.Option("--size", metavar="N", help="Squares on a side.")]
RowsOption = Annotated[int | None, typer.Option("--rows", metavar="N", help="Battle of LITS: rows, if not square.")]
GroupsOption = Annotated[int | None, typer.Option("--groups", metavar="N", help="TAIJI: groups scored (1 to 3).")]
SupplyOption = Annotated[
    str | None, typer.Option("--supply", metavar="N or L,I,T,S", help="Tetrominoes of each shape, e.g. 5 or 5,5,4,4.")
]
ScoringOption = Annotated[str | None, typer.Option("--scoring", help="TAILITS: largest or second.")]
ColouringOption = Annotated[
    str | None,
    typer.Option("--colouring", help="TAILITS (an assumption): fixed, free, each-once or a pattern file (.toml)."),
]
FlipsOption = Annotated[
    bool | None, typer.Option("--flips/--no-flips", help="TAILITS: whether pieces may be turned over.")
]


def print_json(document: dict[str, Any]) -> None:
    """Print one JSON document on one line."""
    typer.echo(json.dumps(document, ensure_ascii=False))


def read_record(path: Path, *, constructed: bool = False) -> Record:
    """Read a record from a file, or from standard input where the path is ``-``.

    With `constructed`, a position set up by hand may be one that no game leads to.
    """
    from litslab.games.errors import RecordError  # noqa: PLC0415
    from litslab.games.record import load, loads  # noqa: PLC0415

    if str(path) != "-":
        return load(path, constructed=constructed)
    try:
        text = sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise RecordError("standard input", "not a text in UTF-8") from None
    return loads(text, "standard input", constructed=constructed)


def read_position(path: Path, at: int | None, *, constructed: bool = False) -> Position:
    """Read the position after `at` moves of a record, or at its end; see `read_record`."""
    return read_record(path, constructed=constructed).position(at)


def check_picture(path: Path | None, force: bool) -> None:
    """See, before any work is done, that a picture can go where it is wanted, if one is."""
    from litslab.games.drawing.export import check_target  # noqa: PLC0415

    if path is not None:
        check_target(path, force)


@dataclass(frozen=True)
class GameChoice:
    """A game and its options as they stand on a command line; an option that is None was not given."""

    game: GameArgument
    size: SizeOption = None
    rows: RowsOption = None
    groups: GroupsOption = None
    supply: SupplyOption = None
    scoring: ScoringOption = None
    colouring: ColouringOption = None
    flips: FlipsOption = None

    @property
    def has_options(self) -> bool:
        """Whether any option was given beside the game."""
        return any(getattr(self, option.name) is not None for option in fields(self)[1:])

    def rules(self) -> Rules:
        """Return the game with the options that were given.

        Raises
        ------
        GameError
            If there is no such game, or it does not have these options.
        """
        from litslab.games.registry import create  # noqa: PLC0415

        options: dict[str, Any] = {
            option.name: value for option in fields(self)[1:] if (value := getattr(self, option.name)) is not None
        }
        if self.supply is not None:
            options["supply"] = _read_supply(self.supply)
        if self.colouring is not None and self.colouring.endswith(".toml"):
            options["colouring"] = "pieces"
            options["pieces"] = _read_pieces(Path(self.colouring))
        return create(self.game, **options)


def choosing_game(command: Callable[..., int]) -> Callable[..., int]:
    """Spread the parameter ``chosen: GameChoice`` of a command over the command line, for typer to see.

    So the options of the games are declared once, above, however many commands have them.
    """
    hints = {**get_type_hints(GameChoice, include_extras=True), **get_type_hints(command, include_extras=True)}
    names = [option.name for option in fields(GameChoice)]
    of_game = [
        Parameter(option.name, Parameter.KEYWORD_ONLY, default=Parameter.empty if index == 0 else None)
        for index, option in enumerate(fields(GameChoice))
    ]
    parameters = []
    for parameter in signature(command).parameters.values():
        placed = of_game if parameter.name == "chosen" else [parameter.replace(kind=Parameter.KEYWORD_ONLY)]
        parameters += [each.replace(annotation=hints[each.name]) for each in placed]

    @wraps(command)
    def spread(**given: Any) -> int:
        chosen = GameChoice(**{name: given.pop(name) for name in names})
        return command(chosen=chosen, **given)

    vars(spread).pop("__wrapped__")  # typer would look through it
    spread.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": int}
    vars(spread)["__signature__"] = Signature(parameters, return_annotation=int)
    return spread


def _read_supply(text: str) -> tuple[int, ...]:
    from litslab.games.errors import OptionError  # noqa: PLC0415

    words = text.split(",")
    if len(words) not in {1, 4} or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise OptionError(f"supply {text!r}: expected one number, or four for L, I, T and S, such as 5,5,4,4")
    numbers = tuple(int(word) for word in words)
    return numbers if len(numbers) == 4 else numbers * 4


def _read_pieces(path: Path) -> tuple[Any, ...]:
    from litslab.games.record import load_pieces  # noqa: PLC0415

    return load_pieces(path)
