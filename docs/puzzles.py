"""The puzzles and studies of the documentation, and the collection that comes with litslab.

Puzzles that are in the collection stay in it: today's generator makes others from the same seeds.
So do its packs: the line of a new one is written into the collection's file by hand, before its
series are generated. What is generated is kept in ``build/collection``, one folder a series, and
not generated again: an interrupted run resumes.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import litslab as ll
from benchmarks.measure import markdown_table
from docs.pages import DOCS, Files, with_blocks
from litslab.games.drawing.svg import draw
from litslab.games.notation import format_move
from litslab.games.pieces import Shape
from litslab.games.record_toml import dumps
from litslab.games.registry import create
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.collection import LICENCE, PUZZLES_FILE, CollectedPuzzle, Pack, packs
from litslab.puzzles.lits.drawing import sheet
from litslab.puzzles.lits.elegance import KEY_LEVEL
from litslab.puzzles.lits.formats import PuzzleEntry, read_one, write
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionStyle, RegionSymmetry
from litslab.puzzles.lits.generate.picture import Picture, parse_picture
from litslab.puzzles.lits.generate.search import GeneratedPuzzle
from litslab.puzzles.lits.generate.themes import Themes
from litslab.puzzles.lits.puzzle import INVERSE_LITSO, LITS, LITS_PLUS, LITSO, PuzzleRules
from litslab.puzzles.lits.svg import draw_puzzle
from litslab.puzzles.lits.techniques.connection import LINK_OUT
from litslab.puzzles.lits.techniques.order import PLAIN
from litslab.puzzles.lits.techniques.placing import CLASH
from litslab.puzzles.studies.batch import generate_studies
from litslab.puzzles.studies.book import read_studies
from litslab.puzzles.studies.collection import STUDIES_FOLDER
from litslab.puzzles.studies.spec import StudySpec
from litslab.puzzles.studies.study import differences, prove
from litslab.solver.engines.registry import make_oracle

EXAMPLES = DOCS / "examples"
GALLERY_PICTURES = DOCS / "pictures" / "gallery"
ALPHABET_PICTURES = DOCS / "pictures" / "alphabet"
BUILD = DOCS.parent / "build" / "collection"
COLLECTION = DOCS.parent / "puzzles" / "collection"

GALLERY_ROW = 4
ALPHABET_ROW = 6
"""Number of pictures per row."""


def gallery() -> Files:
    """Return the gallery and its pictures: every puzzle solved and graded, and every
    study proved.
    """
    files: Files = {}
    tables = {
        "puzzles": _table("puzzle", _puzzles(files)),
        "studies": _table("study", _studies(files)),
    }
    return files | with_blocks(DOCS / "gallery.md", tables)


def _puzzles(files: Files) -> Iterator[tuple[str, str]]:
    """Add the pictures of the puzzles; yield a picture's name and the words under it."""
    for number, (entry, solution) in enumerate(_solved("gallery"), start=1):
        name = f"puzzle-{number:02}"
        board = entry.puzzle.board
        files[GALLERY_PICTURES / f"{name}.svg"] = draw_puzzle(entry.puzzle)
        files[GALLERY_PICTURES / f"{name}-solution.svg"] = draw_puzzle(entry.puzzle, solution)
        caption = f"{board.columns}×{board.rows}, level {ll.grade(entry.puzzle).label}"
        yield (
            name,
            f"{caption}: [play]({write(entry, 'url')}), "
            f"[solution](pictures/gallery/{name}-solution.svg)",
        )


def _studies(files: Files) -> Iterator[tuple[str, str]]:
    """Add the pictures of the studies; yield a picture's name and the words under it."""
    for number, record in enumerate(read_studies([EXAMPLES / "studies"]), start=1):
        position = record.position()
        claim = record.study
        proof = prove(make_oracle(record.rules, memory=256), position, every_winner=True)
        assert claim is not None
        assert not (wrong := differences(record, proof)), f"study {number}: {wrong}"
        name = f"study-{number:02}"
        files[GALLERY_PICTURES / f"{name}.svg"] = draw(position, show_protected=False)
        caption = (
            f"{record.rules.title}: {position.side} to move and win, {claim.plies} plies, "
            f"level {claim.level}"
        )
        move = format_move(claim.solution, record.rules)
        yield name, f"{caption}. <details><summary>Solution</summary><code>{move}</code></details>"


def _table(title: str, shown: Iterator[tuple[str, str]]) -> str:
    """Return a table of pictures with their captions, several per row."""
    cells = [f"![{name}](pictures/gallery/{name}.svg)<br>{words}" for name, words in shown]
    cells += [""] * (-len(cells) % GALLERY_ROW)
    rows = [cells[at : at + GALLERY_ROW] for at in range(0, len(cells), GALLERY_ROW)]
    return markdown_table([title] * GALLERY_ROW, rows)


def _solved(name: str) -> Iterator[tuple[PuzzleEntry, ll.PuzzleSolution]]:
    """Yield the puzzles of an example file, each with the solution that it comes with and that is
    its only one.
    """
    for line in (EXAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        entry = read_one(line)
        answer = ll.solve_puzzle(entry.puzzle)
        assert answer.status.value == "unique", f"{name}: {line}"
        assert entry.shading == answer.solutions[0].shading, f"{name}: {line}"
        yield entry, solution_of(entry.puzzle, entry.shading)


def alphabet() -> Files:
    """Return the page of the alphabet and its pictures: every puzzle solved and graded."""
    pictures = letters()
    drawn = []
    solved = []
    links = []
    missed = 0
    for entry, solution in _solved("alphabet"):
        picture = pictures[str(entry.id)]
        shading = solution.shading
        missed += ((picture.shaded & ~shading) | (picture.blank & shading)).bit_count()
        drawn.append(draw_puzzle(entry.puzzle))
        solved.append(draw_puzzle(entry.puzzle, solution))
        level = ll.grade(entry.puzzle).label
        links.append(f"[{entry.id}]({write(replace(entry, shading=None), 'url')}) (level {level})")
    differ = (
        f"The solutions differ from the pictures in {missed / len(drawn):.1f} squares on average."
    )
    return {
        ALPHABET_PICTURES / "puzzles.svg": sheet(drawn, ALPHABET_ROW),
        ALPHABET_PICTURES / "solutions.svg": sheet(solved, ALPHABET_ROW),
        **with_blocks(DOCS / "alphabet.md", {"letters": f"{differ}\n\n{', '.join(links)}."}),
    }


def letters() -> dict[str, Picture]:
    """Return the pictures of the letters and digits by name: the rows after ``NAME:``."""
    _, *parts = re.split(r"(\w+):\n", (EXAMPLES / "letters.txt").read_text(encoding="utf-8"))
    return {
        name: parse_picture(rows.strip())
        for name, rows in zip(parts[::2], parts[1::2], strict=True)
    }


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
        """The specification of its puzzles."""
        style = RegionStyle.FREE if self.themes.letters else RegionStyle.PUBLISHED
        limits = RegionLimits(symmetry=self.symmetry, style=style)
        return ll.PuzzleSpec(
            *self.size,
            self.levels,
            limits,
            themes=self.themes,
            best_of=self.best_of,
            rules=self.rules,
            **self.promised,
        )

    def puzzles(self) -> Iterator[tuple[str, ll.Puzzle, ll.Grade]]:
        """Generate the puzzles, or read the existing ones: each with its seed and number, and its
        grade.
        """
        folder = BUILD / f"{self.pack}-{self.size[0]}x{self.size[1]}-{self.seed}"
        made = ll.generate_puzzles(self.spec, 9 * self.count, seed=self.seed, folder=folder)
        for each in islice(filter(self.fits, made), self.count):
            yield f"{self.seed}:{each.task.number}", each.puzzle, each.grade

    def fits(self, made: GeneratedPuzzle) -> bool:
        """Return whether a puzzle takes one of the techniques of the series."""
        assert made.found, f"{self}: no further puzzle"
        return not self.any_of or bool(self.any_of & made.grade.techniques.keys())


def _by_level(
    pack: str,
    level: int,
    seed: int,
    counts: dict[int, int],
    **more: Any,
) -> Iterator[Series]:
    for size, count in counts.items():
        yield Series(pack, (size, size), count, (level, level), seed + size, **more)


def all_series() -> Iterator[Series]:
    """Yield all series in the order of the collection; a new one belongs at the end, because
    numbers never change.
    """
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
    for number, symmetry in enumerate(
        (RegionSymmetry.HALF_TURN, RegionSymmetry.MIRROR, RegionSymmetry.QUARTER_TURN)
    ):
        yield Series("symmetric", (10, 10), 30, (2, 5), 1600 + number, symmetry, best_of=1)
    for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        yield Series(
            "letters", (10, 10), 1, (1, 5), 1700 + number, best_of=1, themes=Themes(letters=letter)
        )
    for number, (columns, rows, count) in enumerate(
        ((6, 10, 14), (10, 8, 14), (14, 10, 14), (18, 12, 12))
    ):
        yield Series("rectangles", (columns, rows), count, (1, 5), 1800 + number, best_of=1)
    for size, count in {12: 50, 17: 36, 20: 24}.items():
        yield Series("large", (size, size), count, (1, 5), 1900 + size, best_of=1)
    yield Series("hard-15", (15, 15), 60, (4, 5), 2000, best_of=1)
    for number, rules in enumerate((LITSO, INVERSE_LITSO, LITS_PLUS)):
        promised = {"shapes": ((Shape.O, 1),)} if rules is LITSO else {}
        yield Series(
            rules.name,
            (8, 8),
            (27, 27, 26)[number],
            (1, 5),
            2100 + number,
            best_of=1,
            rules=rules,
            promised=promised,
        )


@dataclass(frozen=True)
class StudySeries:
    """Endgame studies of one kind: the game and its options, the plies to the end, how many, and
    the seed.
    """

    game: str
    options: dict[str, Any]
    plies: int
    count: int
    seed: int

    def studies(self) -> Iterator[ll.Record]:
        """Generate the studies, or read the existing ones."""
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
"""The endgame studies, in the order of the collection; new series belong at the end: numbers never
change.
"""


def collection() -> Files:
    """Grade the puzzles that are in the collection, and generate those of new series, and the
    studies.
    """
    puzzles: list[CollectedPuzzle] = []
    for series in all_series():
        begun = time.monotonic()
        kept = ll.collection()[len(puzzles) : len(puzzles) + series.count]
        assert {(each.pack, (each.columns, each.rows)) for each in kept} <= {
            (series.pack, series.size)
        }, series
        known = ((each.origin, each.puzzle, ll.grade(each.puzzle)) for each in kept)
        for origin, puzzle, grade in known if kept else series.puzzles():
            text = text_of(puzzle)
            assert text not in {each.text for each in puzzles}, f"{series}: {text} twice"
            for engine in ("kernel", "cpsat"):
                assert ll.solve_puzzle(puzzle, engine=engine).status.value == "unique", (
                    f"{series}: {text}"
                )
            puzzles.append(
                CollectedPuzzle(
                    len(puzzles) + 1,
                    series.pack,
                    *series.size,
                    grade.level,
                    grade.score,
                    origin,
                    text,
                )
            )
        print(
            f"{series.pack} {series.size[0]}x{series.size[1]}: {series.count} in "
            f"{time.monotonic() - begun:.0f} s"
        )
    studies = [(series, record) for series in STUDIES for record in series.studies()]
    return {COLLECTION / PUZZLES_FILE: format_collection(packs(), puzzles)} | {
        COLLECTION / STUDIES_FOLDER / f"{number:02d}-{series.game}.toml": dumps(record)
        for number, (series, record) in enumerate(studies, start=1)
    }


def format_collection(groups: Iterable[Pack], puzzles: Iterable[CollectedPuzzle]) -> str:
    """Return the text of the collection's file: the packs, then the puzzles."""
    head = (
        f"# LITS puzzles that come with litslab; free to copy ({LICENCE}). Written by `make "
        "collection`; "
        "numbers stay.\n"
        "# pack: name, rules, title, what it has. puzzle: number, pack, size, level, score, "
        "seed:number, text."
    )
    lines = ["\t".join(("pack", each.name, each.rules, each.title, each.about)) for each in groups]
    for each in puzzles:
        size = f"{each.columns}x{each.rows}"
        score = f"{each.score:.1f}"
        lines.append(
            "\t".join(
                (str(each.number), each.pack, size, str(each.level), score, each.origin, each.text)
            )
        )
    return "".join(f"{line}\n" for line in (head, *lines))


def text_of(puzzle: ll.Puzzle) -> str:
    """Return a puzzle in one short line; squares outside every region need a grid of letters."""
    plain = PuzzleEntry(replace(puzzle, rules=LITS))
    if min(puzzle.regions) < 0:
        return write(plain, "grid").strip().replace("\n", "/")
    return write(plain, "url").split("?")[-1]
