"""Commands that print booklets: ``puzzle book`` and ``study book``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    BookOption,
    ForceOption,
    JsonOption,
    PerPageOption,
    SubtitleOption,
    TitleOption,
)
from litslab.app.cli.shared import print_json

if TYPE_CHECKING:
    from litslab.puzzles.booklet import Booklet


def puzzle_book(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder written by `litslab puzzle generate -o`.")],
    *,
    output: BookOption,
    title: TitleOption = "LITS",
    subtitle: SubtitleOption = "",
    per_page: PerPageOption = 4,
    codes: Annotated[bool, typer.Option("--codes/--no-codes", help="Print links as QR codes.")] = True,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Make a booklet of puzzles, with the solutions at the end."""
    from litslab.puzzles.lits.book import book  # noqa: PLC0415

    booklet = book(folder, output, title=title, subtitle=subtitle, per_page=per_page, codes=codes, force=force)
    return _report(booklet, output, "puzzles", json=json)


def study_book(
    studies: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Records of studies, or folders of them.")],
    *,
    output: BookOption,
    title: TitleOption = "Endgame studies",
    subtitle: SubtitleOption = "",
    per_page: PerPageOption = 4,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Make a booklet of endgame studies, with the winning moves at the end (proved by `study check`)."""
    from litslab.puzzles.studies.book import study_book as book  # noqa: PLC0415

    booklet = book(studies, output, title=title, subtitle=subtitle, per_page=per_page, force=force)
    return _report(booklet, output, "studies", json=json)


def _report(booklet: Booklet, output: Path, what: Literal["puzzles", "studies"], *, json: bool) -> int:
    """Print what was written."""
    from litslab.app import schema  # noqa: PLC0415

    if json:
        document: dict[str, Any] = {"path": str(output), what: len(booklet.entries)}
        print_json((schema.PuzzleBook if what == "puzzles" else schema.StudyBook)(**document))
    else:
        typer.echo(f"wrote {output}: {len(booklet.entries)} {what}")
    return exits.DONE
