"""Commands that print booklets: ``puzzle book`` and ``study book``."""

from __future__ import annotations

from collections.abc import Callable
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
    from litslab.puzzles.booklet import Booklet  # noqa: PLC0415
    from litslab.puzzles.books import RULES, puzzle_entries  # noqa: PLC0415

    def make() -> Booklet:
        return Booklet(title, subtitle, RULES, tuple(puzzle_entries(folder, codes=codes)), per_page)

    return _write(make, output, "puzzles", force=force, json=json)


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
    from litslab.puzzles.booklet import Booklet  # noqa: PLC0415
    from litslab.puzzles.studies_book import read_studies, study_entries, study_rules  # noqa: PLC0415

    def make() -> Booklet:
        records = read_studies(studies)
        return Booklet(title, subtitle, study_rules(records), tuple(study_entries(records)), per_page)

    return _write(make, output, "studies", force=force, json=json)


def _write(make: Callable[[], Booklet], output: Path, what: str, *, force: bool, json: bool) -> int:
    """Make a booklet and write it, unless its name is wrong or taken."""
    from litslab.games.errors import OptionError  # noqa: PLC0415
    from litslab.games.files import refuse_overwriting, write_new  # noqa: PLC0415
    from litslab.puzzles.booklet import render  # noqa: PLC0415

    if output.suffix.lower() != ".pdf":
        raise OptionError(f"{output}: expected a name that ends in .pdf")
    if not force:
        refuse_overwriting(output)
    booklet = make()
    write_new(output, render(booklet), force)
    if json:
        print_json({"path": str(output), what: len(booklet.entries)})
    else:
        typer.echo(f"wrote {output}: {len(booklet.entries)} {what}")
    return exits.DONE
