"""Commands that print booklets: ``puzzle book`` and ``study book``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    AuthorOption,
    BookOption,
    ColumnsOption,
    CoverOption,
    ForceOption,
    JsonOption,
    Paper,
    PaperOption,
    PerPageOption,
    PuzzleOrder,
    SourcesArgument,
    SubtitleOption,
    TitleOption,
)
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.shared import finish


def puzzle_book(
    puzzles: SourcesArgument,
    *,
    output: BookOption,
    title: TitleOption = "LITS",
    subtitle: SubtitleOption = "",
    author: AuthorOption = "",
    sort: Annotated[
        PuzzleOrder | None, typer.Option("--sort", help="Sort the puzzles; in the order given if not used.")
    ] = None,
    per_page: PerPageOption = 4,
    columns: ColumnsOption = None,
    paper: PaperOption = Paper.A4,
    cover: CoverOption = True,
    rules: Annotated[bool, typer.Option("--rules/--no-rules", help="Print the rules with a worked example.")] = True,
    levels: Annotated[bool, typer.Option("--levels/--no-levels", help="Print each puzzle's level.")] = True,
    credits: Annotated[
        bool, typer.Option("--credits/--no-credits", help="Print each puzzle's author and source, where known.")
    ] = True,
    codes: Annotated[bool, typer.Option("--codes/--no-codes", help="Print links as QR codes.")] = True,
    hints: Annotated[bool, typer.Option("--hints/--no-hints", help="Print a page of hints.")] = False,
    solutions: Annotated[bool, typer.Option("--solutions/--no-solutions", help="Print the solutions.")] = True,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Make a booklet of puzzles from any sources: cover, rules, puzzles, hints and solutions.

    Every puzzle is proved to have one solution, and graded unless its file has litslab's grade.
    """
    from litslab.app.console import showing
    from litslab.app.documents.puzzles import PuzzleBookDocument
    from litslab.jobs.progress import ignore_progress
    from litslab.puzzles.booklet import Layout
    from litslab.puzzles.lits.book import book

    Layout(per_page, columns, paper)  # what cannot be laid out is refused before anything is read
    reading = read_puzzles(puzzles)
    with showing("solving and grading") as progress:
        booklet = book(
            reading.entries, output, title=title, subtitle=subtitle, author=author, sort=sort, per_page=per_page,
            columns=columns, paper=paper, cover=cover, rules=rules, levels=levels, credits=credits, codes=codes,
            hints=hints, solutions=solutions, force=force, progress=progress or ignore_progress,
        )  # fmt: skip
    finish(PuzzleBookDocument(path=str(output), puzzles=len(booklet.entries)), json=json)
    return reading.status(exits.DONE)


def study_book(
    studies: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Records of studies, or folders of them.")],
    *,
    output: BookOption,
    title: TitleOption = "Endgame studies",
    subtitle: SubtitleOption = "",
    author: AuthorOption = "",
    per_page: PerPageOption = 4,
    columns: ColumnsOption = None,
    paper: PaperOption = Paper.A4,
    cover: CoverOption = True,
    force: ForceOption = False,
    json: JsonOption = False,
) -> int:
    """Make a booklet of endgame studies, with the winning moves at the end (proved by `study check`)."""
    from litslab.app.documents.studies import StudyBookDocument
    from litslab.puzzles.studies.book import study_book as book

    booklet = book(
        studies, output, title=title, subtitle=subtitle, author=author, per_page=per_page, columns=columns,
        paper=paper, cover=cover, force=force,
    )  # fmt: skip
    finish(StudyBookDocument(path=str(output), studies=len(booklet.entries)), json=json)
    return exits.DONE
