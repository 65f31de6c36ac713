"""Commands that print booklets: ``puzzle book`` and ``study book``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from litslab.app import exits
from litslab.app.cli.options import Option
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.shared import finish


def puzzle_book(
    puzzles: list[str],
    *,
    output: Path,
    title: str = "LITS",
    subtitle: str = "",
    author: str = "",
    sort: str | None = None,
    per_page: int = 4,
    columns: int | None = None,
    paper: str = "a4",
    cover: bool = True,
    rules: bool = True,
    levels: bool = True,
    credits: bool = True,
    codes: bool = True,
    hints: Annotated[bool, Option(names=("--hints/--no-hints",))] = False,
    solutions: bool = True,
    force: bool = False,
    json: bool = False,
) -> int:
    """Make a booklet of puzzles from any sources: cover, rules, puzzles, hints and solutions.

    Every puzzle is proved to have one solution, and graded unless its file has litslab's grade.

    Parameters
    ----------
    output
        Write the booklet to this .pdf file.
    title
        Title on the cover page.
    sort
        Sort the puzzles; in the order given if not used.
    rules
        Print the rules with a worked example.
    levels
        Print each puzzle's level.
    credits
        Print each puzzle's author and source, where known.
    codes
        Print links as QR codes.
    hints
        Print a page of hints.
    solutions
        Print the solutions.

    Examples
    --------
    litslab puzzle book examples/gallery.jsonl -o book.pdf
    litslab puzzle book examples/puzzles/all.url lits/4/4/9q02jg --sort level --hints -o hints.pdf
    litslab puzzle book examples/alphabet.jsonl --title Letters --paper a5 --per-page 2 --no-codes -o letters.pdf
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
    studies: list[Path],
    *,
    output: Path,
    title: str = "Endgame studies",
    subtitle: str = "",
    author: str = "",
    per_page: int = 4,
    columns: int | None = None,
    paper: str = "a4",
    cover: bool = True,
    force: bool = False,
    json: bool = False,
) -> int:
    """Make a booklet of endgame studies, with the winning moves at the end (proved by `study check`).

    Parameters
    ----------
    studies : PATH…
        Records of studies, or folders of them.
    output
        Write the booklet to this .pdf file.
    title
        Title on the cover page.

    Examples
    --------
    litslab study book examples/studies -o studies.pdf
    litslab study book examples/studies/wythe-*.toml --title 'To play and win' -o wythe.pdf
    """
    from litslab.app.documents.studies import StudyBookDocument
    from litslab.puzzles.studies.book import study_book as book

    booklet = book(
        studies, output, title=title, subtitle=subtitle, author=author, per_page=per_page, columns=columns,
        paper=paper, cover=cover, force=force,
    )  # fmt: skip
    finish(StudyBookDocument(path=str(output), studies=len(booklet.entries)), json=json)
    return exits.DONE
