"""Commands that print booklets: ``puzzle book`` and ``study book``."""

from __future__ import annotations

from collections.abc import Callable
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
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that `litslab puzzle generate -o` wrote.")],
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
    from litslab.puzzles.booklet import Booklet  # noqa: PLC0415
    from litslab.puzzles.books import RULES, puzzle_entries  # noqa: PLC0415

    def make() -> Booklet:
        return Booklet(title, subtitle, RULES, tuple(puzzle_entries(folder, codes=codes)), per_page)

    return _write(make, output, "puzzles", force=force, json=json)


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
    """Make a booklet of endgame studies, with the winning moves at the end; `study check` proves them."""
    from litslab.puzzles.booklet import Booklet  # noqa: PLC0415
    from litslab.puzzles.studies_book import read_studies, study_entries, study_rules  # noqa: PLC0415

    def make() -> Booklet:
        records = read_studies(studies)
        return Booklet(title, subtitle, study_rules(records), tuple(study_entries(records)), per_page)

    return _write(make, output, "studies", force=force, json=json)


def _write(
    make: Callable[[], Booklet], output: Path, what: Literal["puzzles", "studies"], *, force: bool, json: bool
) -> int:
    """Make a booklet and write it, unless its name is wrong or the file already exists."""
    from litslab.app import schema  # noqa: PLC0415
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
        document: dict[str, Any] = {"path": str(output), what: len(booklet.entries)}
        print_json((schema.PuzzleBook if what == "puzzles" else schema.StudyBook)(**document))
    else:
        typer.echo(f"wrote {output}: {len(booklet.entries)} {what}")
    return exits.DONE
