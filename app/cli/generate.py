"""Commands that make LITS puzzles and print them: ``puzzle generate`` and ``puzzle book``."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.cli.books import puzzle_book
from litslab.app.cli.options import (
    FolderOption,
    JsonLinesOption,
    PictureKind,
    PuzzleTimeLimitOption,
    SchedulerOption,
    SeedOption,
    Symmetry,
    WorkersOption,
    complete_technique,
    count_option,
)
from litslab.app.cli.shared import add_command, print_json

if TYPE_CHECKING:
    from litslab.puzzles.generate import Generated
    from litslab.puzzles.wishes import Wishes


def register(commands: typer.Typer) -> None:
    """Add the commands of this module to ``litslab puzzle``."""
    add_command(
        commands,
        generate,
        "litslab puzzle generate --size 8 --level 3 --seed 1",
        "litslab puzzle generate --size 10 -n 20 --level 2..4 --symmetry half-turn --no-trials --workers 2 -o puzzles",
        "litslab puzzle generate --size 12x9 --regions 12..14 --shapes L3,I2 --require overlap --json",
    )
    add_command(
        commands,
        puzzle_book,
        "litslab puzzle book puzzles -o book.pdf",
        "litslab puzzle book puzzles --title 'Twenty LITS' --per-page 6 --no-codes -o book.pdf --force",
        name="book",
    )


def generate(
    *,
    size: Annotated[str, typer.Option("--size", metavar="N or CxR", help="Columns and rows.")] = "10",
    count: Annotated[int, count_option("Number of puzzles, all different.", 100_000)] = 1,
    level: Annotated[str, typer.Option("--level", metavar="N or A..B", help="Level, 1 (easy) to 5 (hard).")] = "1..5",
    symmetry: Annotated[Symmetry, typer.Option("--symmetry", help="Symmetry of the regions.")] = Symmetry.NONE,
    regions: Annotated[str | None, typer.Option("--regions", metavar="N or A..B", help="Number of regions.")] = None,
    region_size: Annotated[
        str | None, typer.Option("--region-size", metavar="N or A..B", help="Number of squares of each region.")
    ] = None,
    peak: Annotated[
        int | None, typer.Option("--largest-region", metavar="N", help="Least size of the largest region.")
    ] = None,
    shapes: Annotated[
        str | None, typer.Option("--shapes", metavar="L3,I2", help="Least number of each shape in the solution.")
    ] = None,
    given: Annotated[int, typer.Option("--given", metavar="N", help="Number of regions whose letter is given.")] = 0,
    require: Annotated[
        list[str] | None,
        typer.Option(
            "--require",
            metavar="TECHNIQUE",
            help="The solution must need this technique; may be repeated.",
            autocompletion=complete_technique,
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude",
            metavar="TECHNIQUE",
            help="The solution must not need this technique; may be repeated.",
            autocompletion=complete_technique,
        ),
    ] = None,
    trials: Annotated[bool, typer.Option("--trials/--no-trials", help="Whether trial and error may be needed.")] = True,
    seed: SeedOption = 0,
    time_limit: PuzzleTimeLimitOption = None,
    workers: WorkersOption = 1,
    scheduler: SchedulerOption = None,
    output: FolderOption = None,
    picture: Annotated[
        list[PictureKind] | None, typer.Option("--picture", help="With -o: a picture of each; may be repeated.")
    ] = None,
    json: JsonLinesOption = False,
) -> int:
    """Generate puzzles that have exactly one solution; one line per puzzle.

    Exit status 3 if time ran out before all were made, or no others were found.
    """
    from contextlib import closing  # noqa: PLC0415

    from litslab.app.console import reporting  # noqa: PLC0415
    from litslab.app.interrupts import held_back  # noqa: PLC0415
    from litslab.puzzles.generate import generate_many  # noqa: PLC0415
    from litslab.puzzles.store import Store  # noqa: PLC0415

    wishes = _wishes(
        size=size, level=level, symmetry=symmetry, regions=regions, region_size=region_size, peak=peak,
        shapes=shapes, given=given, require=require or [], exclude=exclude or [], trials=trials,
    )  # fmt: skip
    store = None if output is None else Store(output, wishes, seed, tuple(f".{kind}" for kind in picture or []))
    known = {} if store is None else store.open()
    rejected: Counter[str] = Counter()
    made = 0
    why = ""
    with reporting("generating") as tell:

        def count_rejected(reasons: dict[str, int]) -> None:
            rejected.update(reasons)
            if tell is not None:
                told = ", ".join(f"{number} {reason}" for reason, number in rejected.most_common(4))
                tell(f"{made} of {count}" + (f"; rejected: {told}" if told else ""))

        results = generate_many(
            wishes,
            count,
            seed,
            known=known,
            jobs=workers,
            scheduler=scheduler,
            seconds=time_limit,
            rejected=count_rejected,
        )
        with closing(results):
            try:
                for generated in results:
                    if generated.puzzle is None:
                        why = "no others were found" if generated.exhausted else "time ran out"
                        continue
                    with held_back():
                        if store is not None:
                            store.add(generated)
                        made += 1
                        _print(generated, json=json)
            except KeyboardInterrupt:
                if not made and not known:
                    raise
                why = "interrupted"
    if store is not None and (made or known):
        store.finish()
    if why:
        reasons = ", ".join(f"{reason} ({number})" for reason, number in rejected.most_common(4))
        typer.echo(f"litslab: {why}: {made} of {count - len(known)} puzzles; rejected: {reasons}", err=True)
        return exits.LIMIT
    if known and not json:
        typer.echo(f"{min(len(known), count)} of {count} existed already")
    return exits.DONE


def _print(generated: Generated, *, json: bool) -> None:
    from litslab.app import schema  # noqa: PLC0415
    from litslab.puzzles.store import describe, name_of  # noqa: PLC0415

    document = schema.GeneratedPuzzle(**describe(generated))
    if json:
        print_json(document)
    else:
        link = document.url or document.penpa  # a puzz.link URL has no room for what is given
        typer.echo(f"{name_of(generated)}: level {document.label}, score {document.score}, {link}")
    sys.stdout.flush()


def _wishes(
    *,
    size: str,
    level: str,
    symmetry: Symmetry,
    regions: str | None,
    region_size: str | None,
    peak: int | None,
    shapes: str | None,
    given: int,
    require: list[str],
    exclude: list[str],
    trials: bool,
) -> Wishes:
    """Return what the options wish for.

    Raises
    ------
    PuzzleError
        If an option cannot be read, or no puzzle can be like that.
    """
    from litslab.games.geometry import Board  # noqa: PLC0415
    from litslab.puzzles.partition import RegionLimits, RegionSymmetry  # noqa: PLC0415
    from litslab.puzzles.wishes import Wishes, parse_shapes  # noqa: PLC0415

    columns, rows = _range("size", size, "x")
    limits = {}
    if regions is not None:
        limits["fewest"], limits["most"] = _range("regions", regions)
    if region_size is not None:
        limits["smallest"], limits["largest"] = _range("region-size", region_size)
    if peak is not None:
        limits["peak"] = peak
    return Wishes(
        columns,
        rows,
        _range("level", level),
        RegionLimits.usual(Board(max(columns, 1), max(rows, 1)), symmetry=RegionSymmetry(symmetry), **limits),
        frozenset(require),
        frozenset(exclude),
        trials,
        () if shapes is None else parse_shapes(shapes),
        given,
    )


def _range(name: str, text: str, between: str = "..") -> tuple[int, int]:
    """Read one number, which counts twice, or two."""
    from litslab.puzzles.lits import PuzzleError  # noqa: PLC0415

    words = text.lower().split(between)
    if len(words) > 2 or not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        raise PuzzleError(f"--{name} {text!r}: expected a number, or two such as 2{between}4")
    return int(words[0]), int(words[-1])
