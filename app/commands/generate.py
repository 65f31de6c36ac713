"""Commands that make LITS puzzles and print them: ``puzzle generate`` and ``puzzle book``."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from litslab.app import exits
from litslab.app.commands.books import puzzle_book
from litslab.app.commands.shared import JsonOption, SchedulerOption, print_json

if TYPE_CHECKING:
    from litslab.puzzles.generate import Generated
    from litslab.puzzles.wishes import Wishes


def register(commands: typer.Typer) -> None:
    """Add the commands of this module to ``litslab puzzle``."""
    commands.command()(generate)
    commands.command("book")(puzzle_book)


def generate(
    *,
    size: Annotated[str, typer.Option("--size", metavar="N or CxR", help="Columns and rows.")] = "10",
    count: Annotated[
        int, typer.Option("--count", min=1, max=100_000, metavar="N", help="How many, all different.")
    ] = 1,
    level: Annotated[str, typer.Option("--level", metavar="N or A..B", help="The level, 1 to 5, as graded.")] = "1..5",
    symmetry: Annotated[
        str, typer.Option("--symmetry", help="Of the regions: none, half-turn, mirror or quarter-turn.")
    ] = "none",
    regions: Annotated[str | None, typer.Option("--regions", metavar="N or A..B", help="How many regions.")] = None,
    region_size: Annotated[
        str | None, typer.Option("--region-size", metavar="A..B", help="The squares of each region.")
    ] = None,
    peak: Annotated[
        int | None, typer.Option("--largest-region", metavar="N", help="The largest region has at least so many.")
    ] = None,
    shapes: Annotated[
        str | None, typer.Option("--shapes", metavar="L3,I2", help="At least so many of each in the solution.")
    ] = None,
    given: Annotated[int, typer.Option("--given", metavar="N", help="Give the letters of so many regions.")] = 0,
    require: Annotated[
        list[str] | None, typer.Option("--require", metavar="TECHNIQUE", help="Must be needed; may be repeated.")
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option("--exclude", metavar="TECHNIQUE", help="Must not be needed; may be repeated.")
    ] = None,
    trials: Annotated[bool, typer.Option("--trials/--no-trials", help="Whether trial and error may be needed.")] = True,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same puzzles.")] = 0,
    time: Annotated[
        float | None,
        typer.Option("--time", min=0, metavar="SECONDS", help="Time limit per puzzle, including its duplicates."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, metavar="N", help="Make so many at once.")] = 1,
    scheduler: SchedulerOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep them there; what is there is not made again.")
    ] = None,
    picture: Annotated[
        list[str] | None, typer.Option("--picture", metavar="KIND", help="With --out: svg, png or pdf beside each.")
    ] = None,
    json: JsonOption = False,
) -> int:
    """Make puzzles with one solution, to order: one line each, with --json a document a line.

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
    store = None if out is None else Store(out, wishes, seed, _pictures(picture or []))
    known = {} if store is None else store.open()
    rejected: Counter[str] = Counter()
    made = 0
    why = ""
    with reporting("generating") as tell:

        def count_rejected(reasons: dict[str, int]) -> None:
            rejected.update(reasons)
            if tell is not None:
                told = ", ".join(f"{number} {reason}" for reason, number in rejected.most_common(4))
                tell(f"{made} of {count}" + (f"; not taken: {told}" if told else ""))

        results = generate_many(
            wishes, count, seed, known=known, jobs=jobs, scheduler=scheduler, seconds=time, rejected=count_rejected
        )
        with closing(results):
            try:
                for generated in results:
                    if generated.puzzle is None:
                        why = "no others were found" if generated.exhausted else "the time was over"
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
        typer.echo(f"litslab: {why} after {made} of {count - len(known)} puzzles; not taken: {reasons}", err=True)
        return exits.LIMIT
    if known and not json:
        typer.echo(f"{min(len(known), count)} of {count} were there already")
    return exits.DONE


def _print(generated: Generated, *, json: bool) -> None:
    from litslab.puzzles.store import describe, name_of  # noqa: PLC0415

    document = describe(generated)
    if json:
        print_json(document)
    else:
        link = document["url"] or document["penpa"]  # a puzz.link URL has no room for what is given
        typer.echo(f"{name_of(generated)}: level {document['label']}, score {document['score']}, {link}")
    sys.stdout.flush()


def _wishes(
    *,
    size: str,
    level: str,
    symmetry: str,
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
    from litslab.puzzles.lits import PuzzleError  # noqa: PLC0415
    from litslab.puzzles.partition import RegionLimits, RegionSymmetry  # noqa: PLC0415
    from litslab.puzzles.wishes import Wishes, parse_shapes  # noqa: PLC0415

    if symmetry not in list(RegionSymmetry):
        raise PuzzleError(f"symmetry {symmetry!r}: expected one of {', '.join(RegionSymmetry)}")
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


def _pictures(kinds: list[str]) -> tuple[str, ...]:
    from litslab.games.drawing.export import SUFFIXES, PictureError  # noqa: PLC0415

    suffixes = tuple(f".{kind.removeprefix('.').lower()}" for kind in kinds)
    for kind, suffix in zip(kinds, suffixes, strict=True):
        if suffix not in SUFFIXES:
            raise PictureError(f"picture {kind!r}: expected {', '.join(each[1:] for each in SUFFIXES)}")
    return suffixes
