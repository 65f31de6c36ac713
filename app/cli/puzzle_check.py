"""Commands for people who set LITS puzzles: ``puzzle check`` and ``puzzle variants``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonLines, Option
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.shared import check_picture, finish

if TYPE_CHECKING:
    from litslab.puzzles.lits.formats import PuzzleEntry
    from litslab.puzzles.lits.variants import Variant


def check(
    puzzles: list[str],
    *,
    rules: str | None = None,
    repairs: Annotated[int, Option(least=0, most=100)] = 5,
    time_limit: float | None = 30.0,
    output: Path | None = None,
    force: bool = False,
    json: JsonLines = False,
) -> int:
    """Check puzzles while setting them: is there one solution, and which borders to move if not.

    A repair moves one or two squares to a region next to them; each is proved to leave exactly one solution. Exit
    status 1 where a puzzle does not have exactly one solution, and 3 where a limit left that open.

    Parameters
    ----------
    repairs : N
        Number of repairs to look for.
    time_limit
        Time limit per puzzle (seconds).

    Examples
    --------
    litslab puzzle check lits/6/6/lldoa4043q6c
    litslab puzzle check lits/6/6/lldoa4043q6c --repairs 3 -o check.svg --force
    """
    from litslab.app.documents.puzzles import PuzzleCheckDocument
    from litslab.games.drawing.canvas import save
    from litslab.puzzles.lits.formats import FormatError
    from litslab.puzzles.lits.puzzle import SolutionStatus
    from litslab.puzzles.lits.repair import check_puzzle, draw_check

    check_picture(output, force)
    reading = read_puzzles(puzzles, rules)
    if output is not None and len(reading.entries) > 1:
        raise FormatError(f"{len(reading.entries)} puzzles for one picture: expected one puzzle with -o")
    worst = exits.DONE
    for entry in reading.entries:
        found = check_puzzle(entry.puzzle, most_repairs=repairs, seconds=time_limit)
        document = PuzzleCheckDocument.of(entry, found)
        finish(document, json=json, lines=document.lines(repairs=repairs > 0))
        if output is not None:
            save(draw_check(found), output, force=force)
            if not json:
                typer.echo(f"wrote {output}")
        status = found.answer.status
        worst = max(
            worst,
            {SolutionStatus.UNIQUE: exits.DONE, SolutionStatus.UNDECIDED: exits.LIMIT}.get(status, exits.NEGATIVE),
        )
    return reading.status(worst)


def variants(
    puzzle: str,
    *,
    rules: str | None = None,
    borders: Annotated[int, Option(least=0, most=10000)] = 0,
    seed: int = 0,
    output: Path | None = None,
    force: bool = False,
    json: JsonLines = False,
) -> int:
    """Turn and mirror a puzzle, and find puzzles with the same solution and other borders.

    Every puzzle with other borders is proved to have that solution alone. Exit status 3 where fewer were found than
    asked for.

    Parameters
    ----------
    borders : N
        Number of variants with other borders.
    output
        Draw them to a .svg, .png or .pdf file, or write them to a file of puzzles (.url, …).

    Examples
    --------
    litslab puzzle variants lits/6/5/4gq64cb2g6
    litslab puzzle variants lits/6/5/4gq64cb2g6 --borders 4 --seed 1 -o variants.svg
    litslab puzzle variants lits/6/5/4gq64cb2g6 --borders 20 -o variants.url
    """
    from litslab.app.documents.puzzles import PuzzleVariantDocument
    from litslab.puzzles.lits.formats import FormatError
    from litslab.puzzles.lits.variants import puzzle_variants

    if output is not None:
        _check_output(output, force)
    reading = read_puzzles([puzzle], rules)
    if len(reading.entries) != 1:
        raise FormatError(f"{puzzle}: {len(reading.entries)} puzzles: expected one")
    entry = reading.entries[0]
    found = puzzle_variants(entry.puzzle, borders=borders, seed=seed)
    for each in found:
        finish(PuzzleVariantDocument.of_variant(entry, _entry(entry, each), each), json=json)
    if not found and not json:
        typer.echo("no variants: the puzzle looks the same however it is turned or mirrored")
    if output is not None:
        _write(entry, found, output, force=force)
        if not json:
            typer.echo(f"wrote {output}")
    fewer = sum(each.name.startswith("other borders") for each in found) < borders
    return reading.status(exits.LIMIT if fewer else exits.DONE)


def _entry(entry: PuzzleEntry, variant: Variant) -> PuzzleEntry:
    """Return a variant with the words about the puzzle that it was made of."""
    return replace(
        entry,
        puzzle=variant.puzzle,
        id=f"{entry.name} {variant.name}",
        title=f"{entry.title} ({variant.name})" if entry.title else "",
        shading=None if variant.solution is None else variant.solution.shading,
        level="" if variant.name.startswith("other borders") else entry.level,
    )


def _check_output(output: Path, force: bool) -> None:
    """See, before any work is done, that variants can be written where they are wanted."""
    from litslab.games.drawing.canvas import SUFFIXES
    from litslab.games.errors import OptionError
    from litslab.games.files import refuse_overwriting
    from litslab.puzzles.lits.formats import FORMAT_OF_SUFFIX

    known = (*SUFFIXES, *FORMAT_OF_SUFFIX)
    if output.suffix.lower() not in known:
        raise OptionError(f"{output}: expected a name that ends in {', '.join(known)}")
    if not force:
        refuse_overwriting(output)


def _write(entry: PuzzleEntry, found: list[Variant], output: Path, *, force: bool) -> None:
    """Write variants to a picture or to a file of puzzles."""
    from litslab.games.drawing.canvas import save
    from litslab.games.files import write_new
    from litslab.puzzles.lits.formats import FORMAT_OF_SUFFIX, write_all
    from litslab.puzzles.lits.variants import draw_variants

    name = FORMAT_OF_SUFFIX.get(output.suffix.lower())
    if name is None:
        save(draw_variants(found), output, force=force)
    else:
        write_new(output, write_all([_entry(entry, each) for each in found], name), force=force)
