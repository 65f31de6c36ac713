"""Commands that make LITS puzzles and print them: ``puzzle generate`` and ``puzzle book``."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from litslab.app import exits
from litslab.app.cli.books import puzzle_book
from litslab.app.cli.given_solution import choose, complain_of, missed_squares, read_drawing
from litslab.app.cli.options import (
    BalancedOption,
    BestOfOption,
    BlanksOption,
    EqualSizesOption,
    FolderOption,
    JsonLinesOption,
    KeysOption,
    LettersOption,
    OnlyKeyOption,
    PictureKind,
    PuzzleTimeLimitOption,
    RingsOption,
    RoundsOption,
    RulesOption,
    SchedulerOption,
    SeedOption,
    ShadedOption,
    ShadingSymmetryOption,
    SnakesOption,
    Style,
    Symmetry,
    UnshadedOption,
    WithoutOption,
    WorkersOption,
    complete_technique,
    count_option,
)
from litslab.app.cli.shared import add_command, finish, read_range

if TYPE_CHECKING:
    from litslab.games.geometry import Board
    from litslab.puzzles.lits.generate.partition import RegionLimits
    from litslab.puzzles.lits.generate.solution_text import Solution
    from litslab.puzzles.lits.generate.spec import PuzzleSpec
    from litslab.puzzles.lits.generate.themes import Themes


def register(commands: typer.Typer) -> None:
    """Add the commands of this module to ``litslab puzzle``."""
    add_command(
        commands,
        generate,
        "litslab puzzle generate --size 8 --level 3 --seed 1",
        "litslab puzzle generate --size 10 -n 20 --level 2..4 --symmetry half-turn --no-trials --workers 2 -o puzzles",
        "litslab puzzle generate --size 12x9 --regions 12..14 --shapes L3,I2 --require overlap --json",
        "litslab puzzle generate --solution examples/puzzles/heart.grid --seed 1",
        "litslab puzzle generate --picture examples/letter.txt -n 3 --level 1..2",
        "litslab puzzle generate --size 8 --require isolation --only-key --snakes 2",
    )
    add_command(
        commands,
        puzzle_book,
        "litslab puzzle book examples/gallery.jsonl -o book.pdf",
        "litslab puzzle book examples/puzzles/all.url lits/4/4/9q02jg --sort level --hints -o hints.pdf",
        "litslab puzzle book examples/alphabet.jsonl --title Letters --paper a5 --per-page 2 --no-codes -o letters.pdf",
        name="book",
    )


def generate(
    *,
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="N or CxR", help="Number of columns and rows; 10 if nothing is given."),
    ] = None,
    solution: Annotated[
        Path | None,
        typer.Option(
            "--solution",
            metavar="FILE",
            help="Make regions around this solution: rows of # and . (or L, I, T, S), or a puzzle with one solution.",
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            "--picture",
            metavar="FILE",
            help="Make the solution look like this picture: rows of # (shaded), . (blank) and ? (either), or an image.",
        ),
    ] = None,
    count: Annotated[int, count_option("Number of (distinct) puzzles.", 100_000)] = 1,
    rules: RulesOption = None,
    level: Annotated[str, typer.Option("--level", metavar="N or A..B", help="Level, 1 (easy) to 5 (hard).")] = "1..5",
    symmetry: Annotated[Symmetry, typer.Option("--symmetry", help="Symmetry of the regions.")] = Symmetry.NONE,
    regions: Annotated[str | None, typer.Option("--regions", metavar="N or A..B", help="Number of regions.")] = None,
    region_size: Annotated[
        str | None, typer.Option("--region-size", metavar="N or A..B", help="Number of squares per region.")
    ] = None,
    peak: Annotated[
        int | None, typer.Option("--largest-region", metavar="N", help="Minimum size of the largest region.")
    ] = None,
    style: Annotated[
        Style,
        typer.Option(
            "--style",
            help="Sizes of the regions, unless given: as in published puzzles, or free, which may leave a large one.",
        ),
    ] = Style.PUBLISHED,
    shapes: Annotated[
        str | None, typer.Option("--shapes", metavar="L3,I2", help="Minimum number of each shape in the solution.")
    ] = None,
    given: Annotated[int, typer.Option("--given", metavar="N", help="Number of regions with a given letter.")] = 0,
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
    most_trivial: Annotated[
        float | None,
        typer.Option(
            "--most-trivial",
            metavar="SHARE",
            help="Maximum share of regions of four squares, 0 to 1; 0.35 if not given (1 around a given solution).",
        ),
    ] = None,
    most_concentrated: Annotated[
        float | None,
        typer.Option(
            "--most-concentrated",
            metavar="SHARE",
            help="Maximum share of the difficulty in one step, 0 to 1; 0.6 if not given (1 around a given solution).",
        ),
    ] = None,
    balanced: BalancedOption = False,
    without: WithoutOption = None,
    shaded: ShadedOption = None,
    unshaded: UnshadedOption = None,
    shading: ShadingSymmetryOption = Symmetry.NONE,
    keys: KeysOption = None,
    only_key: OnlyKeyOption = False,
    rounds: RoundsOption = None,
    equal_sizes: EqualSizesOption = False,
    snakes: SnakesOption = 0,
    rings: RingsOption = 0,
    blanks: BlanksOption = 0,
    letters: LettersOption = None,
    best_of: BestOfOption = 1,
    seed: SeedOption = 0,
    time_limit: PuzzleTimeLimitOption = None,
    workers: WorkersOption = 1,
    scheduler: SchedulerOption = None,
    output: FolderOption = None,
    draw: Annotated[
        list[PictureKind] | None,
        typer.Option("--draw", help="With -o: also write a drawing of each puzzle; may be repeated."),
    ] = None,
    json: JsonLinesOption = False,
) -> int:
    """Generate puzzles that have exactly one solution; print one line per puzzle.

    With --solution or --picture all have the same solution: exit status 1 if it is proved that no regions leave it the
    only one. Exit status 3 if time ran out, or no further puzzles were found, before all were generated.
    """
    from contextlib import closing

    from litslab.app.console import showing
    from litslab.app.documents.puzzles import GeneratedPuzzleDocument
    from litslab.jobs.interrupts import held_back
    from litslab.puzzles.batches import most_frequent
    from litslab.puzzles.lits.generate.batch import generate_puzzles

    wanted = _GenerateOptions(
        size, level, symmetry, style, regions, region_size, peak, shapes, given, tuple(require or ()),
        tuple(exclude or ()), trials, most_trivial, most_concentrated, best_of, rules,
        _WantedThemes(
            balanced, without, shaded, unshaded, shading, keys, only_key, rounds, equal_sizes, snakes, rings, blanks,
            letters,
        ),
    )  # fmt: skip
    drawing = read_drawing(solution, picture, None if size is None else read_range("size", size, "x"), seed, time_limit)
    if drawing is None:
        spec, missed = wanted.spec(), None
    else:
        wanted.themes.themes(drawing.board).check_around_solution()
        chosen = choose(drawing, wanted.limits(drawing.board, given=True), seed, time_limit)
        if chosen.solution is None:
            return complain_of(chosen, drawing.board)
        spec = wanted.spec_around(drawing.board, chosen.solution)
        missed = missed_squares(drawing, chosen.solution, quiet=json)
    pictures = tuple(f".{kind}" for kind in draw or [])
    rejected: Counter[str] = Counter()
    found = existing = 0
    why = ""
    with showing("generating") as progress:
        results = generate_puzzles(
            spec, count, seed=seed, workers=workers, scheduler=scheduler, folder=output, pictures=pictures,
            time_limit=time_limit, progress=progress,
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
                            finish(GeneratedPuzzleDocument.of(generated, missed), json=json)
                            sys.stdout.flush()
            except KeyboardInterrupt:
                if not found:
                    raise
                why = "interrupted"
    if why:
        reasons = most_frequent(rejected)
        ending = f"; rejected: {reasons}{_advice(rejected)}" if reasons else ""
        typer.echo(f"litslab: {why}: {found} of {count} puzzles{ending}", err=True)
        return exits.LIMIT
    if existing and not json:
        typer.echo(f"{existing} of {count} already exist")
    return exits.DONE


def _advice(rejected: Counter[str]) -> str:
    """Return which option to relax: the one that most puzzles were rejected for."""
    from litslab.puzzles.lits.generate.rejection import Rejection

    ((reason, _),) = rejected.most_common(1)
    return f"; to find more, relax {Rejection.named(reason).relaxed_by}"


@dataclass(frozen=True)
class _WantedThemes:
    """What the options say of a puzzle's themes."""

    balanced: bool
    without: str | None
    shaded: str | None
    unshaded: str | None
    shading: Symmetry
    keys: str | None
    only_key: bool
    rounds: str | None
    equal_sizes: bool
    snakes: int
    rings: int
    blanks: int
    letters: str | None

    def themes(self, board: Board) -> Themes:
        """Return the themes.

        Raises
        ------
        GameError
            If an option cannot be read.
        """
        from litslab.puzzles.lits.generate.partition import RegionSymmetry
        from litslab.puzzles.lits.generate.region_shapes import parse_word
        from litslab.puzzles.lits.generate.themes import Themes, parse_letters, parse_squares

        def read_or_usual(name: str, text: str | None, usual: tuple[int, int]) -> tuple[int, int]:
            return usual if text is None else read_range(name, text)

        return Themes(
            self.balanced,
            frozenset() if self.without is None else parse_letters(self.without),
            0 if self.shaded is None else parse_squares(board, self.shaded),
            0 if self.unshaded is None else parse_squares(board, self.unshaded),
            RegionSymmetry(self.shading),
            read_or_usual("keys", self.keys, Themes.keys),
            self.only_key,
            read_or_usual("rounds", self.rounds, Themes.rounds),
            self.equal_sizes,
            self.snakes,
            self.rings,
            self.blanks,
            "" if self.letters is None else parse_word(self.letters),
        )


@dataclass(frozen=True)
class _GenerateOptions:
    """What the options say of a puzzle."""

    size: str | None
    level: str
    symmetry: Symmetry
    style: Style
    regions: str | None
    region_size: str | None
    peak: int | None
    shapes: str | None
    given: int
    require: tuple[str, ...]
    exclude: tuple[str, ...]
    trials: bool
    most_trivial: float | None
    most_concentrated: float | None
    best_of: int
    rules: str | None
    themes: _WantedThemes

    def limits(self, board: Board, *, given: bool = False) -> RegionLimits:
        """Return the limits of the regions: their usual number, or any number around a given solution."""
        from litslab.puzzles.lits.generate.partition import EQUAL_SIZES, RegionLimits, RegionStyle, RegionSymmetry

        limits: dict[str, Any] = {}
        if self.regions is not None:
            limits["fewest"], limits["most"] = read_range("regions", self.regions)
        if self.region_size is not None:
            limits["smallest"], limits["largest"] = read_range("region-size", self.region_size)
        if self.peak is not None:
            limits["peak"] = self.peak
        symmetry = RegionSymmetry(self.symmetry)
        if self.themes.equal_sizes and not limits:
            limits["smallest"], limits["largest"] = EQUAL_SIZES
        if given or limits:
            return RegionLimits(**limits, symmetry=symmetry)
        return RegionLimits.usual(board, symmetry=symmetry, style=RegionStyle(self.style))

    def spec(self) -> PuzzleSpec:
        """Return what the options specify.

        Raises
        ------
        PuzzleError
            If an option cannot be read, or no puzzle can be like that.
        """
        from litslab.games.geometry import Board

        columns, rows = read_range("size", self.size or "10", "x")
        return self._spec(columns, rows, self.limits(Board(max(columns, 1), max(rows, 1))))

    def spec_around(self, board: Board, solution: Solution) -> PuzzleSpec:
        """Return what the options specify, around a given solution.

        Regions that solve themselves and an uneven difficulty are then not refused: a solution may leave no choice.

        Raises
        ------
        PuzzleError
            As `spec` does.
        """
        from litslab.puzzles.lits.generate.solution_text import letters_of

        spec = self._spec(board.columns, board.rows, self.limits(board, given=True))
        most_trivial = 1.0 if self.most_trivial is None else spec.most_trivial
        most_concentrated = 1.0 if self.most_concentrated is None else spec.most_concentrated
        return replace(
            spec, solution=letters_of(board, solution), most_trivial=most_trivial, most_concentrated=most_concentrated
        )

    def _spec(self, columns: int, rows: int, limits: RegionLimits) -> PuzzleSpec:
        from litslab.games.geometry import Board
        from litslab.puzzles.lits.generate.spec import PuzzleSpec, parse_shapes
        from litslab.puzzles.lits.rules import LITS, rules_of

        rules = LITS if self.rules is None else rules_of(self.rules)
        return PuzzleSpec(
            columns,
            rows,
            read_range("level", self.level),
            limits,
            frozenset(self.require),
            frozenset(self.exclude),
            self.trials,
            () if self.shapes is None else parse_shapes(self.shapes, rules),
            self.given,
            PuzzleSpec.most_trivial if self.most_trivial is None else self.most_trivial,
            PuzzleSpec.most_concentrated if self.most_concentrated is None else self.most_concentrated,
            themes=self.themes.themes(Board(max(columns, 1), max(rows, 1))),
            best_of=self.best_of,
            rules=rules,
        )
