"""What several commands have in common: their options, reading a record, printing an answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from games.position import Position, Rules
    from games.record import Record

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="One of the games that `litslab games` lists.")]
RecordArgument = Annotated[Path, typer.Argument(metavar="RECORD", help="A record (.toml), or a game in LTP (.ltp).")]
AtOption = Annotated[int | None, typer.Option("--at", metavar="PLY", help="The position after so many moves.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
PictureOption = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Draw it to a .svg, .png or .pdf file.")
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


def read_record(path: Path) -> Record:
    """Read a record from a file, or from standard input where the path is ``-``."""
    from games.errors import RecordError  # noqa: PLC0415
    from games.record import load, loads  # noqa: PLC0415

    if str(path) != "-":
        return load(path)
    try:
        text = sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise RecordError("standard input", "not a text in UTF-8") from None
    return loads(text, "standard input")


def read_position(path: Path, at: int | None) -> Position:
    """Read the position after `at` moves of a record, or at its end."""
    return read_record(path).position(at)


def make_rules(
    game: str,
    *,
    size: int | None = None,
    rows: int | None = None,
    groups: int | None = None,
    supply: str | None = None,
    scoring: str | None = None,
    colouring: str | None = None,
    flips: bool | None = None,
    symbols: tuple[str, ...] | None = None,
) -> Rules:
    """Return a game with the options that were given on the command line; those not given keep their defaults."""
    from games.record import check_size  # noqa: PLC0415
    from games.registry import create  # noqa: PLC0415

    options: dict[str, Any] = {
        "size": size,
        "rows": rows,
        "groups": groups,
        "supply": None if supply is None else _read_supply(supply),
        "scoring": scoring,
        "colouring": colouring,
        "flips": flips,
        "symbols": symbols,
    }
    options = {name: value for name, value in options.items() if value is not None}
    if colouring is not None and colouring.endswith(".toml"):
        options["colouring"] = "pieces"
        options["pieces"] = _read_pieces(Path(colouring))
    check_size(options)
    return create(game, **options)


def _read_supply(text: str) -> tuple[int, ...]:
    from games.errors import OptionError  # noqa: PLC0415

    words = text.split(",")
    if len(words) not in {1, 4} or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise OptionError(f"supply {text!r}: expected one number, or four for L, I, T and S, such as 5,5,4,4")
    numbers = tuple(int(word) for word in words)
    return numbers if len(numbers) == 4 else numbers * 4


def _read_pieces(path: Path) -> tuple[Any, ...]:
    from games.record import load_pieces  # noqa: PLC0415

    return load_pieces(path)
