"""The command ``puzzle generate``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

import litslab as ll
from litslab.app.cli.command import command
from litslab.app.cli.drawings import Drawing, complain_of, missed_squares, read_drawing
from litslab.app.cli.options import (
    JsonLines,
    OutputFolder,
    PuzzleRules,
    PuzzleTimeLimit,
    Scheduler,
    Seed,
    Workers,
    number,
    one_of,
    whole_number,
)
from litslab.app.cli.shared import finish
from litslab.app.cli.values import read_range
from litslab.app.cli.words import completion
from litslab.app.console import DONE, LIMIT, complain, showing

if TYPE_CHECKING:
    from litslab.games.geometry import Board
    from litslab.puzzles.lits.generate.partition import RegionLimits
    from litslab.puzzles.lits.generate.picture import Setting
    from litslab.puzzles.lits.generate.search import GeneratedPuzzle

T = TypeVar("T")


class PictureKind(StrEnum):
    """The kinds of files that a drawing is written to; typer accepts no list of a `Literal`."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


@command(
    "puzzle generate",
    help="Generate puzzles that have exactly one solution; print one line per puzzle.\n\n"
    "With --solution or --picture all have the same solution: exit status 1 if it is proved "
    "that no regions leave it the only one. Exit status 3 if time ran out, or no further "
    "puzzles were found, before all were generated.",
    examples=(
        "litslab puzzle generate --size 8 --level 3 --seed 1",
        "litslab puzzle generate --size 8 -n 5 --symmetry half-turn -o puzzles",
        "litslab puzzle generate --size 9x8 --shapes L3,I2 --require overlap --json",
        "litslab example -o examples",
        "litslab puzzle generate --solution examples/puzzles/heart.grid --seed 1",
        "litslab puzzle generate --picture examples/letter.txt -n 3 --level 1..2",
        "litslab puzzle generate --size 8 --require isolation --only-key",
    ),
)
def generate(
    *,
    size: Annotated[
        str | None,
        typer.Option(
            metavar="N or CxR", help="Number of columns and rows; 10 if nothing is given."
        ),
    ] = None,
    rules: PuzzleRules = None,
    level: Annotated[
        str, typer.Option(metavar="N or A..B", help="Level, 1 (easy) to 5 (hard).")
    ] = "1..5",
    symmetry: Annotated[
        str,
        one_of(
            "litslab.puzzles.lits.generate.partition:RegionSymmetry",
            help="Symmetry of the regions.",
        ),
    ] = "none",
    regions: Annotated[
        str | None, typer.Option(metavar="N or A..B", help="Number of regions.")
    ] = None,
    region_size: Annotated[
        str | None, typer.Option(metavar="N or A..B", help="Number of squares per region.")
    ] = None,
    largest_region: Annotated[
        int | None, whole_number(help="Minimum size of the largest region.")
    ] = None,
    style: Annotated[
        str,
        one_of(
            "litslab.puzzles.lits.generate.partition:RegionStyle",
            help="Sizes of the regions, unless given: as in published puzzles, or free, which may "
            "leave a large one.",
        ),
    ] = "published",
    shapes: Annotated[
        str | None,
        typer.Option(metavar="L3,I2", help="Minimum number of each shape in the solution."),
    ] = None,
    given: Annotated[int, whole_number(help="Number of regions with a given letter.")] = 0,
    require: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TECHNIQUE",
            help="The solution must need this technique; may be repeated.",
            autocompletion=completion("litslab.puzzles.lits.techniques:BY_NAME"),
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TECHNIQUE",
            help="The solution must not need this technique; may be repeated.",
            autocompletion=completion("litslab.puzzles.lits.techniques:BY_NAME"),
        ),
    ] = None,
    trials: Annotated[bool, typer.Option(help="Whether trial and error may be needed.")] = True,
    most_trivial: Annotated[
        float | None,
        number(
            metavar="SHARE",
            help="Maximum share of regions of four squares, 0 to 1; 0.35 if not given (1 around a "
            "given solution).",
        ),
    ] = None,
    most_concentrated: Annotated[
        float | None,
        number(
            metavar="SHARE",
            help="Maximum share of the difficulty in one step, 0 to 1; 0.6 if not given (1 around "
            "a given solution).",
        ),
    ] = None,
    balanced: Annotated[
        bool,
        typer.Option("--balanced", help="All four shapes occur equally often in the solution."),
    ] = False,
    without: Annotated[
        str | None, typer.Option(metavar="L,I", help="Shapes that do not occur in the solution.")
    ] = None,
    shaded: Annotated[
        str | None, typer.Option(metavar="e5,f6", help="Squares that are shaded in the solution.")
    ] = None,
    unshaded: Annotated[
        str | None, typer.Option(metavar="e5,f6", help="Squares that are unshaded in the solution.")
    ] = None,
    shading_symmetry: Annotated[
        str,
        one_of(
            "litslab.puzzles.lits.generate.partition:RegionSymmetry",
            help="Symmetry of the solution; the regions need not have it.",
        ),
    ] = "none",
    keys: Annotated[
        str | None,
        typer.Option(
            metavar="N or A..B",
            help="Number of key moments: rounds of the easiest path that need level 3 or a trial.",
        ),
    ] = None,
    only_key: Annotated[
        bool,
        typer.Option(
            "--only-key", help="With --require: the technique is that of the only key moment."
        ),
    ] = False,
    rounds: Annotated[
        str | None, typer.Option(metavar="N or A..B", help="Number of rounds of the easiest path.")
    ] = None,
    equal_sizes: Annotated[
        bool, typer.Option("--equal-sizes", help="All regions have the same number of squares.")
    ] = False,
    letters: Annotated[
        str | None,
        typer.Option(metavar="HI", help="Letters that regions have the form of, in reading order."),
    ] = None,
    best_of: Annotated[int, whole_number(help="Keep the most elegant of N puzzles each time.")] = 1,
    solution: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Make regions around this solution: rows of # and . (or L, I, T, S), or a puzzle "
            "with one solution.",
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Make the solution look like this picture: rows of # (shaded), . (blank) and ? "
            "(either), or an image.",
        ),
    ] = None,
    count: Annotated[
        int,
        whole_number("-n", "--count", help="Number of (distinct) puzzles.", least=1, most=100_000),
    ] = 1,
    seed: Seed = 0,
    time_limit: PuzzleTimeLimit = None,
    workers: Workers = 1,
    scheduler: Scheduler = None,
    output: OutputFolder = None,
    draw: Annotated[
        list[PictureKind] | None,
        typer.Option(help="With -o: also write a drawing of each puzzle; may be repeated."),
    ] = None,
    json: JsonLines = False,
) -> int:
    from contextlib import closing

    from litslab.games.geometry import Board
    from litslab.jobs.interrupts import held_back
    from litslab.puzzles.lits.generate.given_solution import letters_of
    from litslab.puzzles.lits.generate.partition import RegionSymmetry
    from litslab.puzzles.lits.generate.spec import (
        parse_letters,
        parse_shapes,
        parse_squares,
        parse_word,
    )
    from litslab.puzzles.lits.generate.themes import Themes
    from litslab.puzzles.lits.puzzle import LITS, rules_of

    asked_size = _read(size, lambda text: read_range("size", text, "x"), None)
    drawing = read_drawing(solution, picture, size=asked_size, seed=seed, time_limit=time_limit)
    given_board = None if drawing is None else drawing.board
    if given_board is not None:
        columns, rows = given_board.columns, given_board.rows
    else:
        columns, rows = asked_size or (10, 10)
    read_squares = partial(parse_squares, Board(max(columns, 1), max(rows, 1)))
    puzzle_rules = _read(rules, rules_of, LITS)
    spec = ll.PuzzleSpec(
        columns=columns,
        rows=rows,
        levels=read_range("level", level),
        limits=_limits(
            given_board,
            regions=regions,
            region_size=region_size,
            largest_region=largest_region,
            symmetry=symmetry,
            style=style,
        ),
        required=frozenset(require or ()),
        excluded=frozenset(exclude or ()),
        trials=trials,
        shapes=_read(shapes, lambda text: parse_shapes(text, puzzle_rules), ()),
        given=given,
        most_trivial=most_trivial,
        most_concentrated=most_concentrated,
        themes=Themes(
            balanced=balanced,
            without=_read(without, parse_letters, frozenset()),
            shaded=_read(shaded, read_squares, 0),
            unshaded=_read(unshaded, read_squares, 0),
            shading=RegionSymmetry(shading_symmetry),
            keys=_read(keys, partial(read_range, "keys"), Themes.keys),
            only_key=only_key,
            rounds=_read(rounds, partial(read_range, "rounds"), Themes.rounds),
            equal_sizes=equal_sizes,
            letters=_read(letters, parse_word, ""),
        ),
        best_of=best_of,
        rules=puzzle_rules,
    )
    missed = None
    if drawing is not None:
        chosen = _choose_solution(drawing, spec, seed=seed, time_limit=time_limit)
        if chosen.solution is None:
            return complain_of(chosen, drawing.board)
        spec = replace(spec, solution=letters_of(drawing.board, chosen.solution))
        missed = missed_squares(drawing, chosen.solution, quiet=json)
    pictures = tuple(f".{kind}" for kind in draw or [])
    rejected: Counter[str] = Counter()
    found = 0
    existing = 0
    why = ""
    with showing("generating", keeps=True) as progress:
        results = ll.generate_puzzles(
            spec,
            count,
            seed=seed,
            workers=workers,
            scheduler=scheduler,
            folder=output,
            pictures=pictures,
            time_limit=time_limit,
            progress=progress,
        )
        with closing(results):
            try:
                for generated in results:
                    with held_back():
                        found += generated.found
                        existing += generated.existing
                        if not generated.existing:
                            rejected.update(generated.rejected)
                            why = _print_generated(generated, missed, json=json) or why
            except KeyboardInterrupt:
                if not found:
                    raise
                why = "interrupted"
    if why:
        from litslab.app.text.parts import counted

        puzzles = counted(count, "puzzle")
        return complain(f"{why}: {found} of {puzzles}{_rejected_text(rejected)}", LIMIT)
    if existing and not json:
        typer.echo(f"{existing} of {count} already exist")
    return DONE


def _read(text: str | None, read: Callable[[str], T], usual: T) -> T:
    """Read the value of an option, or return a default if it is not given."""
    return usual if text is None else read(text)


def _limits(
    given: Board | None,
    *,
    regions: str | None,
    region_size: str | None,
    largest_region: int | None,
    symmetry: str,
    style: str,
) -> RegionLimits:
    """Return the limits of the regions; around a given solution there may be any number."""
    from litslab.puzzles.lits.generate.partition import (
        RegionLimits,
        RegionStyle,
        RegionSymmetry,
    )
    from litslab.puzzles.lits.puzzle import TETROMINO_SIZE

    limits: dict[str, int] = {}
    if regions is not None:
        limits["fewest"], limits["most"] = read_range("regions", regions)
    elif given is not None:
        limits["most"] = given.size // TETROMINO_SIZE
    if region_size is not None:
        limits["smallest"], limits["largest"] = read_range("region-size", region_size)
    if largest_region is not None:
        limits["peak"] = largest_region
    return RegionLimits(**limits, symmetry=RegionSymmetry(symmetry), style=RegionStyle(style))


def _choose_solution(
    drawing: Drawing, spec: ll.PuzzleSpec, *, seed: int, time_limit: float | None
) -> Setting:
    """Choose a solution that the drawing allows, and around which there are regions."""
    from litslab.puzzles.lits.generate.picture import choose_solution

    spec.themes.check_around_solution()
    with showing("choosing a solution") as progress:
        return choose_solution(
            drawing.board,
            drawing.solutions,
            spec.limits,
            seed=seed,
            time_limit=time_limit,
            progress=progress,
        )


def _print_generated(generated: GeneratedPuzzle, missed: list[str] | None, *, json: bool) -> str:
    """Print a puzzle; return the reason if there is none, or an empty text."""
    if not generated.found:
        return "no other puzzles found" if generated.exhausted else "time ran out"
    from litslab.app.documents.generated import NewPuzzle
    from litslab.app.text.puzzles import generated_text

    answer = NewPuzzle.of(generated, missed)
    finish(answer, json=json, lines=generated_text(generated, answer.penpa))
    sys.stdout.flush()
    return ""


def _rejected_text(rejected: Counter[str]) -> str:
    """Return the reasons for which candidates were rejected, and the option that would accept
    more of them.
    """
    from litslab.puzzles.batches import most_frequent

    if not rejected:
        return ""
    [(reason, _)] = rejected.most_common(1)
    relaxed = f"; to find more, relax {RELAXED_BY[reason]}"
    return f"; rejected: {most_frequent(rejected)}{relaxed}"


RELAXED_BY = {
    "too easy": "--level",
    "too hard": "--level",
    "too hard for the techniques": "--level",
    "too many trivial regions": "--most-trivial",
    "all difficulty in one step": "--most-concentrated",
    "a trial needed": "--no-trials",
    "required technique not needed": "--require",
    "excluded technique needed": "--exclude",
    **dict.fromkeys((f"too few {shape}" for shape in "LITSO"), "--shapes"),
    "shapes not equally often": "--balanced",
    "an excluded shape": "--without",
    "a chosen square shaded otherwise": "--shaded or --unshaded",
    "an asymmetric shading": "--shading-symmetry",
    "too few key moments": "--keys",
    "too many key moments": "--keys",
    "another key moment": "--only-key",
    "too few rounds": "--rounds",
    "too many rounds": "--rounds",
    "regions of different sizes": "--equal-sizes",
    "a letter missing": "--letters",
    "several solutions, or none": "what is asked of the regions, or take another --size",
    "made already": "--size, --regions or --symmetry",
}
"""The options that cause each `Rejection`."""
