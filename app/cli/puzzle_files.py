"""Commands that draw, convert, check and collect LITS puzzles, from ``puzzle show`` to ``puzzle
book``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.options import (
    Author,
    BookletOutput,
    BookletTitle,
    Columns,
    Cover,
    Day,
    Force,
    Json,
    JsonLines,
    Lang,
    Output,
    Paper,
    PerPage,
    PuzzleRules,
    PuzzleSource,
    PuzzleSources,
    PuzzleTimeLimit,
    Seed,
    Strict,
    Subtitle,
    one_of,
    output_path,
    whole_number,
)
from litslab.app.cli.shared import (
    check_output,
    check_single,
    finish,
    read_puzzles,
    save_svg,
    write_text,
)
from litslab.app.cli.values import read_day, read_range, refuse
from litslab.app.cli.words import completion
from litslab.app.console import DONE, LIMIT, NEGATIVE, showing

if TYPE_CHECKING:
    from litslab.puzzles.lits.formats import PuzzleEntry
    from litslab.puzzles.lits.variants import Variant


@command(
    "puzzle convert",
    help="Convert puzzles to another format.\n\n"
    "A puzzle that cannot be read, or that the format cannot express, is left out, with its "
    "error on standard error. Exit status 2 if there was one.",
    examples=(
        "litslab example -o examples",
        "litslab puzzle convert examples/puzzles/all.url puzzles.grid",
        "litslab puzzle convert lits/4/4/9q02jg --to janko",
    ),
)
def convert(
    puzzle: PuzzleSource,
    output: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="Write to this file; the format follows the file extension. If not given, print.",
        ),
    ] = None,
    *,
    to: Annotated[
        str | None,
        one_of(
            "litslab.puzzles.lits.formats:FORMATS",
            help="Output format, if the file extension does not determine it.",
        ),
    ] = None,
    rules: PuzzleRules = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
) -> int:
    from litslab.puzzles.lits.formats import FORMAT_OF_SUFFIX, refusal, write_all

    suffix = "" if output is None else output.suffix.lower()
    name = FORMAT_OF_SUFFIX.get(suffix) if to is None else to
    if name is None:
        what = f"{output}: " if output is not None else ""
        suffixes = ", ".join(FORMAT_OF_SUFFIX)
        refuse(f"{what}no format: expected --to, or a file that ends in {suffixes}")
    reading = read_puzzles([puzzle], rules, strict=strict)
    tried = [(entry, refusal(entry, name)) for entry in reading.entries]
    chosen = [entry for entry, error in tried if error is None]
    others = [(entry, error) for entry, error in tried if error is not None]
    if others and (strict or not chosen):
        raise others[0][1]
    skipped = [entry for entry, _ in others]
    reading = reading.without(
        [ll.PuzzleError(f"{entry.read_from}: {error}") for entry, error in others]
    )
    entries = _named(chosen, name)
    text = write_all(entries, name)
    write_text(text, output, force)
    path = None if output is None else str(output)
    lines = [text.removesuffix("\n")] if output is None else []
    answer = documents.puzzles.ConvertedPuzzles(path, name, len(chosen), chosen, text, skipped)
    finish(answer, output, json=json, lines=lines)
    return reading.status(DONE)


def _named(entries: list[PuzzleEntry], format_name: str) -> list[PuzzleEntry]:
    """Return puzzles with the ids that a format needs: JSON always, other formats for each of
    several puzzles without a title.
    """
    named = []
    for entry in entries:
        needs_id = format_name == "json" or (len(entries) > 1 and not entry.title)
        named.append(replace(entry, id=entry.name) if needs_id else entry)
    return named


@command(
    "puzzle show",
    help="Draw puzzles with the solutions given in their files, after checking these; -o draws one "
    "as a picture.",
    examples=(
        "litslab example -o examples",
        "litslab puzzle show examples/puzzles/all.url",
        "litslab puzzle show lits/4/4/9q02jg --solved -o solution.svg",
    ),
)
def show(
    puzzle: PuzzleSource,
    *,
    rules: PuzzleRules = None,
    strict: Strict = False,
    solved: Annotated[
        bool, typer.Option("--solved", help="Solve the puzzle and draw the solution.")
    ] = False,
    output: Output = None,
    force: Force = False,
    json: JsonLines = False,
) -> int:
    from litslab.app.documents.puzzles import ShownPuzzle
    from litslab.app.text.puzzles import puzzle_text
    from litslab.games.result_json import extended
    from litslab.puzzles.lits.svg import draw_puzzle

    reading = read_puzzles([puzzle], rules, strict=strict)
    entries = reading.entries
    check_single(entries, output)
    right = True
    for entry in entries:
        solution, broken = _solution(entry, solved=solved, last=entry is entries[-1])
        right = right and not broken
        draw = partial(draw_puzzle, entry.puzzle, solution, title=entry.title or entry.id)
        save_svg(draw, output, force)
        shown = extended(ShownPuzzle, entry, shown=solution, broken=tuple(broken))
        finish(shown, output, json=json, lines=puzzle_text(entry, solution, broken))
    return reading.status(DONE if right else NEGATIVE)


def _solution(
    entry: PuzzleEntry, *, solved: bool, last: bool
) -> tuple[ll.PuzzleSolution | None, list[str]]:
    """Return the solution to draw, and the rules that the solution in the file breaks."""
    from litslab.puzzles.lits.check import solution_of, violations

    if solved:
        with showing("solving", last=last):
            answer = ll.solve_puzzle(entry.puzzle, conflict=False)
        return (answer.solutions[0] if answer.solutions else None), []
    if entry.shading is None:
        return None, []
    broken = [str(violation) for violation in violations(entry.puzzle, entry.shading)]
    return (None if broken else solution_of(entry.puzzle, entry.shading)), broken


@command(
    "puzzle check",
    help="Check puzzles while setting them: whether there is one solution, and if not, which "
    "borders to move.\n\n"
    "A repair moves one or two squares to a region next to them; each is proved to leave "
    "exactly one solution. Exit status 1 if a puzzle does not have exactly one solution, and "
    "3 if a limit left that open.",
    examples=(
        "litslab puzzle check lits/6/6/lldoa4043q6c",
        "litslab puzzle check lits/6/6/lldoa4043q6c --repairs 3 -o check.svg --force",
    ),
)
def check(
    puzzles: PuzzleSources,
    *,
    rules: PuzzleRules = None,
    strict: Strict = False,
    repairs: Annotated[
        int, whole_number(help="Number of repairs to look for.", least=0, most=100)
    ] = 5,
    time_limit: PuzzleTimeLimit = 30.0,
    output: Output = None,
    force: Force = False,
    json: JsonLines = False,
) -> int:
    from litslab.app.documents.puzzles import CheckedPuzzle
    from litslab.app.text.puzzles import check_text
    from litslab.games.result_json import extended
    from litslab.puzzles.lits.check_picture import draw_check
    from litslab.puzzles.lits.puzzle import SolutionStatus

    check_output(output, force)
    reading = read_puzzles(puzzles, rules, strict=strict)
    check_single(reading.entries, output)
    statuses = {SolutionStatus.UNIQUE: DONE, SolutionStatus.UNDECIDED: LIMIT}
    worst = DONE
    for entry in reading.entries:
        with showing("checking", last=entry is reading.entries[-1]):
            found = ll.check_puzzle(entry.puzzle, most_repairs=repairs, time_limit=time_limit)
        save = partial(save_svg, partial(draw_check, found), output, force)
        lines = check_text(entry, found, repairs=repairs > 0)
        finish(
            extended(CheckedPuzzle, entry, check=found), output, json=json, lines=lines, save=save
        )
        worst = max(worst, statuses.get(found.answer.status, NEGATIVE))
    return reading.status(worst)


@command(
    "puzzle variants",
    help="Turn and mirror a puzzle, and find puzzles with the same solution and other borders.\n\n"
    "Every puzzle with other borders is proved to have only that solution. Exit status 3 if "
    "fewer were found than requested.",
    examples=(
        "litslab puzzle variants lits/6/5/4gq64cb2g6",
        "litslab puzzle variants lits/6/5/4gq64cb2g6 --borders 4 -o variants.svg",
        "litslab puzzle variants lits/6/5/4gq64cb2g6 --borders 20 -o variants.url",
    ),
)
def variants(
    puzzle: PuzzleSource,
    *,
    rules: PuzzleRules = None,
    strict: Strict = False,
    borders: Annotated[
        int, whole_number(help="Number of variants with other borders.", least=0, most=10_000)
    ] = 0,
    seed: Seed = 0,
    output: Annotated[
        Path | None,
        output_path(
            help="Draw them to a .svg, .png or .pdf file, or write them to a file of puzzles "
            "(.url, …).",
        ),
    ] = None,
    force: Force = False,
    json: JsonLines = False,
) -> int:
    from litslab.app.documents.puzzles import PuzzleVariant
    from litslab.app.text.puzzles import variant_text
    from litslab.games.drawing.picture_file import SUFFIXES
    from litslab.games.result_json import extended
    from litslab.puzzles.lits.formats import FORMAT_OF_SUFFIX, link_to, write_all
    from litslab.puzzles.lits.variants import draw_variants

    check_output(output, force, (*SUFFIXES, *FORMAT_OF_SUFFIX))
    reading = read_puzzles([puzzle], rules, strict=strict)
    if len(reading.entries) != 1:
        refuse(f"{puzzle}: {len(reading.entries)} puzzles: expected one")
    entry = reading.entries[0]
    with showing("searching"):
        found = ll.puzzle_variants(entry.puzzle, borders=borders, seed=seed)
    for each in found:
        named = _entry(entry, each)
        variant = extended(
            PuzzleVariant,
            named,
            variant=each.name,
            of=entry.name,
            status=each.status,
            url=link_to(named),
        )
        finish(variant, json=json, lines=variant_text(named, each))
    if not found and not json:
        typer.echo("no variants: the puzzle looks the same however it is turned or mirrored")
    if output is not None:
        name = FORMAT_OF_SUFFIX.get(output.suffix.lower())
        if name is None:
            save_svg(lambda: draw_variants(found), output, force)
        else:
            write_text(write_all([_entry(entry, each) for each in found], name), output, force)
        if not json:
            typer.echo(f"wrote {output}")
    fewer = sum(each.name.startswith("other borders") for each in found) < borders
    return reading.status(LIMIT if fewer else DONE)


def _entry(entry: PuzzleEntry, variant: Variant) -> PuzzleEntry:
    """Return a variant with the title, author and source of its original."""
    return replace(
        entry,
        puzzle=variant.puzzle,
        id=f"{entry.name} {variant.name}",
        title=f"{entry.title} ({variant.name})" if entry.title else "",
        shading=None if variant.solution is None else variant.solution.shading,
        level="" if variant.name.startswith("other borders") else entry.level,
    )


@command(
    "puzzle book",
    help="Make a booklet of puzzles from any sources: cover, rules, puzzles, hints and "
    "solutions.\n\n"
    "Every puzzle is proved to have one solution, and graded unless its file has litslab's "
    "grade. One that cannot be read, or does not have one solution, is left out, with its "
    "error on standard error. Exit status 2 if there was one.",
    examples=(
        "litslab example -o examples",
        "litslab puzzle book examples/gallery.jsonl -o book.pdf",
        "litslab puzzle book examples/puzzles/all.url --sort level --hints -o all.pdf",
        "litslab puzzle book examples/alphabet.jsonl --per-page 4 -o letters.pdf",
    ),
)
def puzzle_book(
    puzzles: PuzzleSources,
    *,
    output: BookletOutput,
    strict: Strict = False,
    title: BookletTitle = "LITS",
    subtitle: Subtitle = "",
    author: Author = "",
    sort: Annotated[
        str | None,
        one_of(
            "litslab.puzzles.lits.book:SORTS",
            help="Sort the puzzles; in the order given if not used.",
        ),
    ] = None,
    per_page: PerPage = 4,
    columns: Columns = None,
    paper: Paper = "a4",
    cover: Cover = True,
    rules: Annotated[bool, typer.Option(help="Print the rules with a worked example.")] = True,
    levels: Annotated[bool, typer.Option(help="Print each puzzle's level.")] = True,
    credits: Annotated[
        bool, typer.Option(help="Print each puzzle's author and source, where known.")
    ] = True,
    codes: Annotated[bool, typer.Option(help="Print links as QR codes.")] = True,
    hints: Annotated[
        bool, typer.Option("--hints/--no-hints", help="Print a page of hints.")
    ] = False,
    solutions: Annotated[bool, typer.Option(help="Print the solutions.")] = True,
    lang: Lang = "en",
    force: Force = False,
    json: Json = False,
) -> int:
    from litslab.games.language import using
    from litslab.puzzles.booklet import Layout

    # An impossible layout is refused before any puzzle is read.
    Layout(per_page, columns, paper)
    with using(lang):  # the titles of the collection's puzzles
        reading = read_puzzles(puzzles, strict=strict)
    errors: list[ll.GameError] = []
    on_error = None if strict else errors.append
    with showing("solving and grading") as progress:
        booklet = ll.book(
            reading.entries,
            output,
            title=title,
            subtitle=subtitle,
            author=author,
            sort=sort,
            per_page=per_page,
            columns=columns,
            paper=paper,
            cover=cover,
            rules=rules,
            levels=levels,
            credits=credits,
            codes=codes,
            hints=hints,
            solutions=solutions,
            lang=lang,
            force=force,
            progress=progress,
            on_error=on_error,
        )
    reading = reading.without(errors)
    number = len(booklet.entries)
    finish(
        documents.puzzles.PuzzleBook(str(output), number),
        json=json,
        lines=[f"wrote {output}: {number:,} {'puzzle' if number == 1 else 'puzzles'}"],
    )
    return reading.status(DONE)


@command(
    "puzzle collection",
    help="List the LITS puzzles that come with litslab; collection/NUMBER and collection/PACK name "
    "them in all commands.\n\n"
    "Without options the packs are listed. With --day there is one puzzle per level, the same "
    "for everybody. Exit status 1 if there is no such puzzle.",
    examples=(
        "litslab puzzle collection",
        "litslab puzzle collection --pack level-3 --size 8",
        "litslab puzzle collection --day today --level 2",
        "litslab puzzle hint collection/12",
    ),
)
def puzzle_collection(
    *,
    pack: Annotated[
        str | None,
        typer.Option(
            metavar="PACK",
            help="Only puzzles of this pack.",
            autocompletion=completion("litslab.puzzles.lits.collection:packs"),
        ),
    ] = None,
    level: Annotated[int | None, whole_number(help="Only puzzles of this level, 1 to 5.")] = None,
    size: Annotated[
        str | None,
        typer.Option(metavar="N or CxR", help="Only puzzles with this number of columns and rows."),
    ] = None,
    day: Day = None,
    json: Json = False,
) -> int:
    from litslab.app.text.collection import puzzles_text
    from litslab.puzzles.lits.collection import LEVELS

    if day is not None:
        levels = LEVELS if level is None else [level]
        puzzles = tuple(ll.puzzle_of_the_day(read_day(day), each) for each in levels)
    else:
        puzzles = ll.collection(
            pack, level=level, size=None if size is None else read_range("size", size, "x")
        )
    whole = (pack, level, size, day) == (None, None, None, None)
    answer = documents.collection.PuzzleCollection.of(puzzles)
    finish(answer, json=json, lines=puzzles_text(puzzles, whole=whole))
    return DONE if puzzles else NEGATIVE
