"""Commands on what comes with litslab: ``puzzle collection`` and ``study collection``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonOption
from litslab.app.cli.shared import add_command, finish, read_range

if TYPE_CHECKING:
    from datetime import date

_DayOption = Annotated[
    str | None, typer.Option("--day", metavar="DATE", help="The one of this day: 2026-11-24, say, or today.")
]


def register_puzzles(commands: typer.Typer) -> None:
    """Add the command to ``litslab puzzle``."""
    add_command(
        commands,
        puzzle_collection,
        "litslab puzzle collection",
        "litslab puzzle collection --pack level-3 --size 8",
        "litslab puzzle collection --day today --level 2",
        "litslab puzzle hint collection/12",
        name="collection",
    )


def register_studies(commands: typer.Typer) -> None:
    """Add the command to ``litslab study``."""
    add_command(
        commands,
        study_collection,
        "litslab study collection",
        "litslab study collection 1",
        "litslab study collection --day 2026-11-24 --json",
        name="collection",
    )


def complete_pack(incomplete: str) -> list[str]:
    """Return the packs that begin with what was typed."""
    from litslab.puzzles.collection.collection import packs

    return [each.name for each in packs() if each.name.startswith(incomplete)]


def puzzle_collection(
    *,
    pack: Annotated[
        str | None, typer.Option("--pack", metavar="PACK", help="Those of this pack.", autocompletion=complete_pack)
    ] = None,
    level: Annotated[int | None, typer.Option("--level", metavar="N", help="Those of this level, 1 to 5.")] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="N or CxR", help="Those with this number of columns and rows.")
    ] = None,
    day: _DayOption = None,
    json: JsonOption = False,
) -> int:
    """List the LITS puzzles that come with litslab; collection/NUMBER and collection/PACK name them in all commands.

    Without options the packs are listed. With --day there is one puzzle a level, the same for everybody. Exit status 1
    if no puzzle is like that.
    """
    from litslab.app.documents.collection import PuzzleCollectionDocument
    from litslab.puzzles.collection.collection import LEVELS, collection, puzzle_of_the_day

    if day is not None:
        levels = LEVELS if level is None else [level]
        puzzles = tuple(puzzle_of_the_day(_day(day), each) for each in levels)
    else:
        puzzles = collection(pack, level=level, size=None if size is None else read_range("size", size, "x"))
    whole = (pack, level, size, day) == (None, None, None, None)
    finish(PuzzleCollectionDocument.of(puzzles, whole=whole), json=json)
    return exits.DONE if puzzles else exits.NEGATIVE


def study_collection(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[NUMBER]", help="Print the record of this study; all are listed if not given."),
    ] = None,
    *,
    day: _DayOption = None,
    json: JsonOption = False,
) -> int:
    """List the endgame studies that come with litslab, or print the record of one."""
    from litslab.app.documents.studies import StudyCollectionDocument
    from litslab.puzzles.collection.studies import studies, study, study_of_the_day

    one = study(number) if number is not None else None if day is None else study_of_the_day(_day(day))
    chosen = studies() if one is None else (one,)
    finish(StudyCollectionDocument.of(chosen, whole=one is None), json=json)
    return exits.DONE


def _day(text: str) -> date:
    from datetime import date

    from litslab.puzzles.lits.puzzle import PuzzleError

    if text == "today":
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PuzzleError(f"--day {text[:20]!r}: expected a date such as 2026-11-24, or today") from None
