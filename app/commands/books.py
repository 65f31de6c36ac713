"""Commands that print booklets: ``puzzle book`` and ``study book``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.commands.shared import ForceOption, JsonOption, print_json

if TYPE_CHECKING:
    from litslab.puzzles.booklet import Booklet

BookOption = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The booklet, a .pdf file.")]
SubtitleOption = Annotated[str, typer.Option("--subtitle", help="What stands beneath.")]
PerPageOption = Annotated[int, typer.Option("--per-page", metavar="N", help="1, 2, 4, 6, 9 or 12 a page.")]


def puzzle_book(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where `puzzle generate --out` put puzzles.")],
    *,
    output: BookOption,
    title: Annotated[str, typer.Option("--title", help="What stands on its first page.")] = "LITS",
    subtitle: SubtitleOption = "",
    per_page: PerPageOption = 4,
    codes: Annotated[bool, typer.Option("--codes/--no-codes", help="Whether links are printed as QR codes.")] = True,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Make a booklet of puzzles, with the solutions at its end."""
    from litslab.puzzles.books import book  # noqa: PLC0415

    booklet = book(folder, output, title=title, subtitle=subtitle, per_page=per_page, codes=codes, force=force)
    return _tell(booklet, output, "puzzles", json=json)


def study_book(
    studies: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Records of studies, or folders of them.")],
    *,
    output: BookOption,
    title: Annotated[str, typer.Option("--title", help="What stands on its first page.")] = "Endgame studies",
    subtitle: SubtitleOption = "",
    per_page: PerPageOption = 4,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Make a booklet of endgame studies, with the winning moves at its end; `study check` proves them."""
    from litslab.puzzles.studies_book import study_book as book  # noqa: PLC0415

    booklet = book(studies, output, title=title, subtitle=subtitle, per_page=per_page, force=force)
    return _tell(booklet, output, "studies", json=json)


def _tell(booklet: Booklet, output: Path, what: str, *, json: bool) -> int:
    """Print what was written."""
    if json:
        print_json({"path": str(output), what: len(booklet.entries)})
    else:
        typer.echo(f"wrote {output}: {len(booklet.entries)} {what}")
    return exits.DONE
