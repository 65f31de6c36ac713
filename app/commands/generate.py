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
    from litslab.puzzles.puzzle_search import GeneratedPuzzle
    from litslab.puzzles.puzzle_spec import PuzzleSpec


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
    """Generate puzzles with one solution that meet these options: one line each, with --json one document per line.

    Exit status 3 if time ran out before all were generated, or no others were found.
    """
    from contextlib import closing  # noqa: PLC0415

    from litslab.app.console import showing  # noqa: PLC0415
    from litslab.jobs.interrupts import held_back  # noqa: PLC0415
    from litslab.puzzles.generate import generate_puzzles  # noqa: PLC0415
    from litslab.puzzles.tally import most_frequent  # noqa: PLC0415

    spec = _spec(
        size=size, level=level, symmetry=symmetry, regions=regions, region_size=region_size, peak=peak,
        shapes=shapes, given=given, require=require or [], exclude=exclude or [], trials=trials,
    )  # fmt: skip
    pictures = _pictures(picture or [])
    rejected: Counter[str] = Counter()
    found = existing = 0
    why = ""
    with showing("generating") as progress:
        results = generate_puzzles(
            spec, count, seed=seed, workers=jobs, scheduler=scheduler, folder=out, pictures=pictures, time_limit=time,
            progress=progress,
        )  # fmt: skip
        with closing(results):
            try:
                for generated in results:
                    with held_back():
                        found += generated.puzzle is not None
                        existing += generated.existing
                        if generated.existing:
                            continue
                        rejected.update(generated.rejected)
                        if generated.puzzle is None:
                            why = "no other puzzles found" if generated.exhausted else "time ran out"
                        else:
                            _print(generated, json=json)
            except KeyboardInterrupt:
                if not found:
                    raise
                why = "interrupted"
    if why:
        reasons = most_frequent(rejected)
        ending = f"; rejected: {reasons}" if reasons else ""
        typer.echo(f"litslab: {why}: {found} of {count} puzzles{ending}", err=True)
        return exits.LIMIT
    if existing and not json:
        typer.echo(f"{existing} of {count} already exist")
    return exits.DONE


def _print(generated: GeneratedPuzzle, *, json: bool) -> None:
    from litslab.puzzles.store import describe  # noqa: PLC0415

    document = describe(generated)
    if json:
        print_json(document)
    else:
        link = document["url"] or document["penpa"]  # a puzz.link URL has no room for what is given
        typer.echo(f"{generated.task.name}: level {document['label']}, score {document['score']}, {link}")
    sys.stdout.flush()


def _spec(
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
) -> PuzzleSpec:
    """Return what the options specify.

    Raises
    ------
    PuzzleError
        If an option cannot be read, or no puzzle can be like that.
    """
    from litslab.games.geometry import Board  # noqa: PLC0415
    from litslab.puzzles.lits import PuzzleError  # noqa: PLC0415
    from litslab.puzzles.partition import RegionLimits, RegionSymmetry  # noqa: PLC0415
    from litslab.puzzles.puzzle_spec import PuzzleSpec, parse_shapes  # noqa: PLC0415

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
    return PuzzleSpec(
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
