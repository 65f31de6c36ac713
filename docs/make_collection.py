"""Write the collection of LITS puzzles and of endgame studies that comes with litslab (``make collection``).

Every puzzle follows from its series, its seed and its number, so that the files come out the same each time. What is
generated is kept in ``build/collection``, one folder a series, and not generated again: an interrupted run resumes.
Each puzzle is solved by both engines before it is written.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import litslab as ll
from litslab.games.files import write_new
from litslab.games.geometry import Board
from litslab.games.pieces import Shape
from litslab.games.record import dumps
from litslab.games.registry import create
from litslab.puzzles.collection.collection import (
    PUZZLES_FILE,
    STUDIES_FOLDER,
    CollectedPuzzle,
    Pack,
    format_collection,
)
from litslab.puzzles.lits.elegance import KEY_LEVEL
from litslab.puzzles.lits.formats import PuzzleEntry, write
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionStyle, RegionSymmetry
from litslab.puzzles.lits.generate.search import GeneratedPuzzle
from litslab.puzzles.lits.generate.themes import Themes
from litslab.puzzles.lits.rules import INVERSE_LITSO, LITS, LITS_PLUS, LITSO, PuzzleRules
from litslab.puzzles.lits.techniques.connection import LINK_OUT
from litslab.puzzles.lits.techniques.order import PLAIN
from litslab.puzzles.lits.techniques.placing import CLASH
from litslab.puzzles.studies.batch import generate_studies
from litslab.puzzles.studies.spec import StudySpec

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "collection"
COLLECTION = ROOT / "puzzles" / "collection"


@dataclass(frozen=True)
class Series:
    """Puzzles of one kind.

    Attributes
    ----------
    pack : str
        The pack that they belong to.
    size : tuple of int
        Columns and rows.
    count : int
        How many.
    levels : tuple of int
        The lowest and the highest level.
    seed : int
        The seed.
    symmetry : RegionSymmetry
        The symmetry of the regions.
    best_of : int
        Of how many puzzles the most elegant one is taken.
    themes, rules
        As for `PuzzleSpec`.
    promised : dict
        The further fields of `PuzzleSpec` that hold what the pack's text says.
    any_of : frozenset of str
        Where given, puzzles that take none of these techniques are left out.
    """

    pack: str
    size: tuple[int, int]
    count: int
    levels: tuple[int, int]
    seed: int
    symmetry: RegionSymmetry = RegionSymmetry.NONE
    best_of: int = 3
    themes: Themes = field(default_factory=Themes)
    rules: PuzzleRules = LITS
    promised: dict[str, Any] = field(default_factory=dict)
    any_of: frozenset[str] = frozenset()

    @property
    def spec(self) -> ll.PuzzleSpec:
        """What its puzzles have to be like."""
        board = Board(*self.size)
        free: dict[str, Any] = {"style": RegionStyle.FREE} if self.themes.letters else {}
        limits = RegionLimits.usual(board, symmetry=self.symmetry, **free)
        return ll.PuzzleSpec(
            *self.size, self.levels, limits, themes=self.themes, best_of=self.best_of, rules=self.rules,
            **self.promised,
        )  # fmt: skip

    def puzzles(self) -> Iterator[tuple[str, ll.Puzzle, ll.Grade]]:
        """Generate the puzzles, or read those that are there: each with its seed and number, and its grade."""
        folder = BUILD / f"{self.pack}-{self.size[0]}x{self.size[1]}-{self.seed}"
        made = ll.generate_puzzles(self.spec, 9 * self.count, seed=self.seed, folder=folder)
        for each in islice(filter(self.fits, made), self.count):
            assert each.puzzle is not None
            assert each.grade is not None
            yield f"{self.seed}:{each.task.number}", each.puzzle, each.grade

    def fits(self, made: GeneratedPuzzle) -> bool:
        """Return whether a puzzle takes one of the techniques of the series."""
        assert made.grade is not None, f"{self}: no further puzzle"
        return not self.any_of or bool(self.any_of & made.grade.techniques.keys())


PACKS = (
    Pack("first-steps", "First steps", "5×5 and 6×6, level 1: to learn the rules"),
    Pack("level-1", "Level 1", "7×7 to 10×10, by the rules alone"),
    Pack("level-2", "Level 2", "8×8 and 10×10, by what two regions leave each other"),
    Pack("level-3", "Level 3", "8×8 and 10×10, with a key moment or more"),
    Pack("level-4", "Level 4", "8×8 and 10×10, a long way or a short trial"),
    Pack("level-5", "Level 5", "8×8 and 10×10, the hardest that need no guessing"),
    Pack("symmetric", "Symmetric", "10×10, regions that a turn or mirror maps to each other"),
    Pack("letters", "Letters", "10×10, with a region in the form of each letter from A to Z"),
    Pack("rectangles", "Rectangles", "6×10 to 18×12"),
    Pack("large", "Large", "12×12 to 20×20"),
    Pack("hard-15", "Hard 15×15", "15×15, levels 4 and 5"),
    Pack("litso", "LITSO", "8×8, with the O tetromino", "litso"),
    Pack("inverse-litso", "Inverse LITSO", "8×8, shading around the tetrominoes", "inverse-litso"),
    Pack("lits-plus", "LITS+", "8×8: regions may be left out, but no 2×2 block blank", "lits-plus"),
)


def _by_level(pack: str, level: int, seed: int, counts: dict[int, int], **more: Any) -> Iterator[Series]:
    for size, count in counts.items():
        yield Series(pack, (size, size), count, (level, level), seed + size, **more)


def all_series() -> Iterator[Series]:
    """Yield all series in the order of the collection; a new one belongs at the end, as numbers never change."""
    yield from _by_level("first-steps", 1, 1000, {5: 20, 6: 60})
    yield from _by_level("level-1", 1, 1100, {7: 20, 8: 40, 10: 40})
    two_regions = frozenset({LINK_OUT.name, CLASH.name})
    level_3 = frozenset(technique.name for technique in PLAIN if technique.level == KEY_LEVEL)
    no_trial = {"promised": {"trials": False}}
    yield from _by_level("level-2", 2, 1200, {8: 40, 10: 60}, any_of=two_regions)
    yield from _by_level("level-3", 3, 1300, {8: 30, 10: 70}, any_of=level_3)
    yield from _by_level("level-4", 4, 1400, {8: 30, 10: 70})
    yield from _by_level("level-5", 5, 1500, {8: 30}, **no_trial)
    yield from _by_level("level-5", 5, 1500, {10: 70}, best_of=1, **no_trial)
    for number, symmetry in enumerate((RegionSymmetry.HALF_TURN, RegionSymmetry.MIRROR, RegionSymmetry.QUARTER_TURN)):
        yield Series("symmetric", (10, 10), 30, (2, 5), 1600 + number, symmetry, best_of=1)
    for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        yield Series("letters", (10, 10), 1, (1, 5), 1700 + number, best_of=1, themes=Themes(letters=letter))
    for number, (columns, rows, count) in enumerate(((6, 10, 14), (10, 8, 14), (14, 10, 14), (18, 12, 12))):
        yield Series("rectangles", (columns, rows), count, (1, 5), 1800 + number, best_of=1)
    for size, count in {12: 50, 17: 36, 20: 24}.items():
        yield Series("large", (size, size), count, (1, 5), 1900 + size, best_of=1)
    yield Series("hard-15", (15, 15), 60, (4, 5), 2000, best_of=1)
    for number, rules in enumerate((LITSO, INVERSE_LITSO, LITS_PLUS)):
        promised = {"shapes": ((Shape.O, 1),)} if rules is LITSO else {}
        yield Series(
            rules.name, (8, 8), (27, 27, 26)[number], (1, 5), 2100 + number, best_of=1, rules=rules, promised=promised
        )


@dataclass(frozen=True)
class StudySeries:
    """Endgame studies of one kind: the game and its options, the plies to the end, how many, and the seed."""

    game: str
    options: dict[str, Any]
    plies: int
    count: int
    seed: int

    def studies(self) -> Iterator[ll.Record]:
        """Generate the studies, or read those that are there."""
        folder = BUILD / f"study-{self.game}-{self.seed}"
        spec = StudySpec(create(self.game, **self.options), self.plies)
        for made in generate_studies(spec, self.count, seed=self.seed, folder=folder):
            assert made.record is not None, f"{self}: no further study"
            yield made.record


STUDIES = (
    StudySeries("battle-of-lits", {"size": 8}, 4, 4, 3000),
    StudySeries("battle-of-lits", {"size": 10}, 6, 3, 3001),
    StudySeries("battle-of-lits", {"size": 10}, 8, 3, 3002),
    StudySeries("taiji", {"size": 5, "groups": 1}, 5, 3, 3100),
    StudySeries("taiji", {"size": 7, "groups": 1}, 6, 3, 3101),
    StudySeries("taiji", {"size": 7, "groups": 2}, 8, 3, 3102),
    StudySeries("wythe", {"size": 4}, 5, 3, 3200),
    StudySeries("wythe", {"size": 5}, 6, 3, 3201),
    StudySeries("wythe", {"size": 6}, 8, 2, 3202),
    StudySeries("tailits", {"size": 9}, 4, 4, 3300),
    StudySeries("tailits", {"size": 11}, 5, 3, 3301),
    StudySeries("tailits", {"size": 11, "scoring": "second"}, 5, 3, 3302),
    StudySeries("tailits+taiji", {"size": 7, "groups": 1}, 4, 4, 3400),
    StudySeries("tailits+taiji", {"size": 9, "groups": 2}, 5, 3, 3401),
    StudySeries("taiji+battle-of-lits", {"size": 8, "groups": 1}, 4, 3, 3500),
    StudySeries("taiji+battle-of-lits", {"size": 9, "groups": 2}, 5, 3, 3501),
)
"""The endgame studies, in the order of the collection; a new series belongs at the end, as numbers never change."""


def write_puzzles() -> None:
    """Generate all puzzles and write the file."""
    puzzles: list[CollectedPuzzle] = []
    seen: set[str] = set()
    for series in all_series():
        begun = time.monotonic()
        for origin, puzzle, grade in series.puzzles():
            text = _text(puzzle)
            assert text not in seen, f"{series}: {text} twice"
            seen.add(text)
            for engine in ("kernel", "cpsat"):
                assert ll.solve_puzzle(puzzle, engine=engine).status.value == "unique", f"{series}: {text}"
            puzzles.append(
                CollectedPuzzle(len(puzzles) + 1, series.pack, *series.size, grade.level, grade.score, origin, text)
            )
        print(f"{series.pack} {series.size[0]}x{series.size[1]}: {series.count} in {time.monotonic() - begun:.0f} s")
    _write(COLLECTION / PUZZLES_FILE, format_collection(PACKS, puzzles))


def _text(puzzle: ll.Puzzle) -> str:
    """Return the puzzle in one short line; squares outside every region need a grid of letters."""
    plain = PuzzleEntry(replace(puzzle, rules=LITS))
    if min(puzzle.regions) < 0:
        return write(plain, "grid").strip().replace("\n", "/")
    return write(plain, "url").split("?")[-1]


def write_studies() -> None:
    """Generate all studies and write their records."""
    number = 0
    for series in STUDIES:
        begun = time.monotonic()
        for record in series.studies():
            number += 1
            _write(COLLECTION / STUDIES_FOLDER / f"{number:02d}-{series.game}.toml", dumps(record))
        print(f"{series.game}, {series.plies} plies: {series.count} in {time.monotonic() - begun:.0f} s")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    write_new(path, text, force=True)


def main() -> None:
    """Write what the arguments say: all, if they say nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", action="store_true", help="write the puzzles only")
    parser.add_argument("--studies", action="store_true", help="write the studies only")
    chosen = parser.parse_args()
    if chosen.puzzles or not chosen.studies:
        write_puzzles()
    if chosen.studies or not chosen.puzzles:
        write_studies()


if __name__ == "__main__":
    main()
