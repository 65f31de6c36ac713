"""The command ``puzzle generate``: requirements of puzzles, and given solutions or pictures."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.options import JsonLines, Option, documented
from litslab.app.cli.shared import finish
from litslab.app.cli.values import read_range, refuse
from litslab.app.console import DONE, LIMIT, NEGATIVE, complain, showing

if TYPE_CHECKING:
    from litslab.games.geometry import Board
    from litslab.puzzles.lits.generate.given_solution import Solution
    from litslab.puzzles.lits.generate.partition import RegionLimits
    from litslab.puzzles.lits.generate.picture import Picture, Setting
    from litslab.puzzles.lits.generate.search import GeneratedPuzzle
    from litslab.puzzles.lits.generate.themes import Themes

T = TypeVar("T")


@documented(
    """Requirements of generated puzzles.

    Attributes
    ----------
    size : N or CxR
        Number of columns and rows; 10 if nothing is given.
    level : N or A..B
        Level, 1 (easy) to 5 (hard).
    symmetry
        Symmetry of the regions.
    regions : N or A..B
        Number of regions.
    region_size : N or A..B
        Number of squares per region.
    largest_region : N
        Minimum size of the largest region.
    style
        Sizes of the regions, unless given: as in published puzzles, or free, which may leave a
        large one.
    shapes : L3,I2
        Minimum number of each shape in the solution.
    given : N
        Number of regions with a given letter.
    require
        The solution must need this technique; may be repeated.
    exclude
        The solution must not need this technique; may be repeated.
    trials
        Whether trial and error may be needed.
    most_trivial : SHARE
        Maximum share of regions of four squares, 0 to 1; 0.35 if not given (1 around a given
        solution).
    most_concentrated : SHARE
        Maximum share of the difficulty in one step, 0 to 1; 0.6 if not given (1 around a given
        solution).
    balanced
        All four shapes occur equally often in the solution.
    without : L,I
        Shapes that do not occur in the solution.
    shaded : e5,f6
        Squares that are shaded in the solution.
    unshaded : e5,f6
        Squares that are unshaded in the solution.
    shading_symmetry
        Symmetry of the solution; the regions need not have it.
    keys : N or A..B
        Number of key moments: rounds of the easiest path that need level 3 or a trial.
    only_key
        With --require: the technique is that of the only key moment.
    rounds : N or A..B
        Number of rounds of the easiest path.
    equal_sizes
        All regions have the same number of squares.
    letters : HI
        Letters that regions have the form of, in reading order.
    best_of : N
        Keep the most elegant of N puzzles each time.
    """
)
@dataclass(frozen=True, eq=False)
class Wanted:
    """Requirements of generated puzzles, as the command line gives them."""

    size: str | None = None
    rules: str | None = None
    level: str = "1..5"
    symmetry: str = "none"
    regions: str | None = None
    region_size: str | None = None
    largest_region: int | None = None
    style: str = "published"
    shapes: str | None = None
    given: int = 0
    require: list[str] | None = None
    exclude: list[str] | None = None
    trials: bool = True
    most_trivial: float | None = None
    most_concentrated: float | None = None
    balanced: bool = False
    without: str | None = None
    shaded: str | None = None
    unshaded: str | None = None
    shading_symmetry: str = "none"
    keys: str | None = None
    only_key: bool = False
    rounds: str | None = None
    equal_sizes: bool = False
    letters: str | None = None
    best_of: int = 1

    @property
    def asked_size(self) -> tuple[int, int] | None:
        """The numbers of columns and rows, if they are given."""
        return _read(self.size, lambda text: read_range("size", text, "x"), None)

    def spec(self, given: Board | None) -> ll.PuzzleSpec:
        """Return these requirements as a spec of the library; `given` is the board of a given
        solution.

        Raises
        ------
        PuzzleError
            If an option cannot be read, or no puzzle can meet the requirements.
        """
        from litslab.games.geometry import Board
        from litslab.puzzles.lits.generate.spec import parse_shapes
        from litslab.puzzles.lits.puzzle import LITS, rules_of

        if given is not None:
            columns, rows = given.columns, given.rows
        else:
            columns, rows = self.asked_size or (10, 10)
        board = Board(max(columns, 1), max(rows, 1))
        rules = _read(self.rules, rules_of, LITS)
        return ll.PuzzleSpec(
            columns=columns,
            rows=rows,
            levels=read_range("level", self.level),
            limits=self._limits(given),
            required=frozenset(self.require or ()),
            excluded=frozenset(self.exclude or ()),
            trials=self.trials,
            shapes=_read(self.shapes, lambda text: parse_shapes(text, rules), ()),
            given=self.given,
            most_trivial=self.most_trivial,
            most_concentrated=self.most_concentrated,
            themes=self._themes(board),
            best_of=self.best_of,
            rules=rules,
        )

    def _limits(self, given: Board | None) -> RegionLimits:
        """Return the limits of the regions; around a given solution there may be any number."""
        from litslab.puzzles.lits.generate.partition import (
            RegionLimits,
            RegionStyle,
            RegionSymmetry,
        )
        from litslab.puzzles.lits.puzzle import TETROMINO_SIZE

        limits: dict[str, int] = {}
        if self.regions is not None:
            limits["fewest"], limits["most"] = read_range("regions", self.regions)
        elif given is not None:
            limits["most"] = given.size // TETROMINO_SIZE
        if self.region_size is not None:
            limits["smallest"], limits["largest"] = read_range("region-size", self.region_size)
        if self.largest_region is not None:
            limits["peak"] = self.largest_region
        return RegionLimits(
            **limits, symmetry=RegionSymmetry(self.symmetry), style=RegionStyle(self.style)
        )

    def _themes(self, board: Board) -> Themes:
        from litslab.puzzles.lits.generate.partition import RegionSymmetry
        from litslab.puzzles.lits.generate.spec import parse_letters, parse_squares, parse_word
        from litslab.puzzles.lits.generate.themes import Themes

        read_squares = partial(parse_squares, board)
        return Themes(
            balanced=self.balanced,
            without=_read(self.without, parse_letters, frozenset()),
            shaded=_read(self.shaded, read_squares, 0),
            unshaded=_read(self.unshaded, read_squares, 0),
            shading=RegionSymmetry(self.shading_symmetry),
            keys=_read(self.keys, partial(read_range, "keys"), Themes.keys),
            only_key=self.only_key,
            rounds=_read(self.rounds, partial(read_range, "rounds"), Themes.rounds),
            equal_sizes=self.equal_sizes,
            letters=_read(self.letters, parse_word, ""),
        )


def _read(text: str | None, read: Callable[[str], T], usual: T) -> T:
    """Read the value of an option, or return a default if it is not given."""
    return usual if text is None else read(text)


@documented(
    """Generate puzzles that have exactly one solution; print one line per puzzle.

    With --solution or --picture all have the same solution: exit status 1 if it is proved that no
    regions leave it the only one. Exit status 3 if time ran out, or no further puzzles were found,
    before all were generated.

    Parameters
    ----------
    solution : FILE
        Make regions around this solution: rows of # and . (or L, I, T, S), or a puzzle with one
        solution.
    picture : FILE
        Make the solution look like this picture: rows of # (shaded), . (blank) and ? (either), or
        an image.
    count
        Number of (distinct) puzzles.
    time_limit
        Time limit per puzzle (seconds).
    output : DIR
        Write to this folder; an interrupted run is resumed.
    draw
        With -o: also write a drawing of each puzzle; may be repeated.

    Examples
    --------
    litslab puzzle generate --size 8 --level 3 --seed 1
    litslab puzzle generate --size 8 -n 5 --symmetry half-turn -o puzzles
    litslab puzzle generate --size 9x8 --shapes L3,I2 --require overlap --json
    litslab example -o examples
    litslab puzzle generate --solution examples/puzzles/heart.grid --seed 1
    litslab puzzle generate --picture examples/letter.txt -n 3 --level 1..2
    litslab puzzle generate --size 8 --require isolation --only-key
    """
)
def generate(
    wanted: Wanted,
    *,
    solution: Path | None = None,
    picture: Path | None = None,
    count: Annotated[int, Option(most=100000)] = 1,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    output: Path | None = None,
    draw: list[str] | None = None,
    json: JsonLines = False,
) -> int:
    from contextlib import closing

    from litslab.jobs.interrupts import held_back
    from litslab.puzzles.lits.generate.given_solution import letters_of
    from litslab.puzzles.lits.generate.picture import choose_solution

    drawing = read_drawing(
        solution, picture, size=wanted.asked_size, seed=seed, time_limit=time_limit
    )
    spec = wanted.spec(None if drawing is None else drawing.board)
    missed = None
    if drawing is not None:
        spec.themes.check_around_solution()
        with showing("choosing a solution") as progress:
            chosen = choose_solution(
                drawing.board,
                drawing.solutions,
                spec.limits,
                seed=seed,
                time_limit=time_limit,
                progress=progress,
            )
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
        puzzles = documents.texts.counted(count, "puzzle")
        return complain(f"{why}: {found} of {puzzles}{_rejected_text(rejected)}", LIMIT)
    if existing and not json:
        typer.echo(f"{existing} of {count} already exist")
    return DONE


def _print_generated(generated: GeneratedPuzzle, missed: list[str] | None, *, json: bool) -> str:
    """Print a puzzle; return the reason if there is none, or an empty text."""
    if not generated.found:
        return "no other puzzles found" if generated.exhausted else "time ran out"
    document = documents.puzzles.GeneratedPuzzleDocument.of(generated, missed)
    finish(document, json=json)
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


@dataclass(frozen=True)
class Drawing:
    """A given solution or picture: its board, the solutions that it allows, and the picture, if it
    is one.
    """

    board: Board
    solutions: Iterator[Solution]
    picture: Picture | None = None


def read_drawing(
    solution: Path | None,
    picture: Path | None,
    *,
    size: tuple[int, int] | None,
    seed: int,
    time_limit: float | None,
) -> Drawing | None:
    """Read a solution or a picture; return None if neither is given.

    Raises
    ------
    GameError
        If both are given, the file is invalid, or its size is not that of `size`.
    OSError
        If the file cannot be opened.
    """
    if solution is not None and picture is not None:
        refuse("--solution and --picture: expected one of them")
    if solution is not None:
        from litslab.puzzles.lits.generate.given_solution import read_solutions

        drawing = Drawing(*read_solutions(solution))
    elif picture is None:
        return None
    else:
        from litslab.puzzles.lits.generate.picture import read_picture, shadings

        read = read_picture(picture, size or (10, 10))
        drawing = Drawing(read.board, shadings(read, seed=seed, time_limit=time_limit), read)
    if size not in {None, (drawing.board.columns, drawing.board.rows)}:
        found = f"{drawing.board.columns}×{drawing.board.rows}"
        refuse(f"{solution or picture}: {found} squares: expected the size that --size asks for")
    return drawing


def complain_of(setting: Setting, board: Board) -> int:
    """Print the reason why no solution was chosen, and return the exit status."""
    if not setting.tried:
        return complain("no legal shading of the picture found within the limit", LIMIT)
    tried = f"any of the {setting.tried} solutions tried"
    first = "; around the first one"
    if setting.tried == 1:
        tried = "this solution"
        first = ""
    if not setting.complete:
        return complain(f"limit reached: no regions found around {tried}", LIMIT)
    names = board.names(setting.blamed)
    if len(names) == 1:
        why = f"{first}: {names[0]} can belong to no region without allowing another solution"
    elif names:
        squares = f"{', '.join(names[:-1])} and {names[-1]}"
        why = f"{first}: {squares} cannot all belong to regions without allowing another"
    else:
        why = ": expected other sizes or another symmetry of the regions"
    return complain(f"no regions leave {tried} the only one{why}", NEGATIVE)


def missed_squares(drawing: Drawing, solution: Solution, *, quiet: bool) -> list[str] | None:
    """Return the squares in which a solution differs from its picture; None if there is no picture.

    Unless quiet, print them on standard error as well.
    """
    picture = drawing.picture
    if picture is None:
        return None
    missed = picture.missed(solution)
    if not quiet:
        complain(_missed_text(picture, missed), DONE)
    return picture.board.names(missed)


def _missed_text(picture: Picture, missed: int) -> str:
    if not missed:
        return "every square is as in the picture"
    names = picture.board.names
    parts = []
    if missed & picture.blank:
        parts.append(f"{' '.join(names(missed & picture.blank))} shaded")
    if missed & picture.shaded:
        parts.append(f"{' '.join(names(missed & picture.shaded))} not shaded")
    count = missed.bit_count()
    number = "1 square differs" if count == 1 else f"{count} squares differ"
    return f"{number} from the picture: {', '.join(parts)}"
