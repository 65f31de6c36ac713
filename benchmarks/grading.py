"""How grades hold: against the size of a puzzle, within a publisher, against levels by people, and what they take."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measure import PUBLISHED, markdown_table, rank_correlation, write_between
from litslab.puzzles.lits.generate.batch import generate_puzzles
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.grade import MOST_LEVEL, Grade, easiest_path, grade_path
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.trial import MOST_EFFORT

BEGIN, END = "<!-- grading -->", "<!-- end of grading -->"
"""Between these lines of a page stand the tables."""

SIZES = (5, 6, 7, 8, 10, 12, 15)
"""The sizes of the generated puzzles."""

BANDS = ((0, 99), (100, 100), (101, 225), (226, 10_000))
"""Numbers of squares that are counted together."""

ORDER = {"easy": 1, "Medium": 2, "Hard": 3, "hard": 4}
"""Words of publishers as numbers."""


@dataclass(frozen=True)
class Graded:
    """A puzzle with its grade.

    Attributes
    ----------
    name : str
        What it is called; up to the first underscore, by whom it was published.
    squares : int
        The squares inside regions.
    said : str
        The publisher's level; empty if there is none.
    grade : Grade
        Its grade.
    assumptions : int
        How many assumptions the search for trials followed.
    effort : int
        What that took.
    seconds : float
        The CPU time of grading.
    """

    name: str
    squares: int
    said: str
    grade: Grade
    assumptions: int
    effort: int
    seconds: float

    @classmethod
    def of(cls, puzzle: LitsPuzzle, name: str, said: str = "") -> Graded:
        """Grade a puzzle."""
        started = time.process_time()
        path = easiest_path(puzzle, nested=False)
        grade = grade_path(path)
        seconds = time.process_time() - started
        squares = sum(mask.bit_count() for mask in puzzle.masks)
        return cls(name, squares, said, grade, path.assumptions, path.effort, seconds)

    @property
    def hardest(self) -> int:
        """The highest level of the techniques that it takes."""
        return max((BY_NAME[name].level for name in self.grade.techniques), default=1)

    @property
    def without_trial(self) -> bool:
        """Whether it is solved, and without trial."""
        return self.grade.solved and not self.grade.trials

    @property
    def by_root(self) -> float:
        """The score as it would be if the work were divided by the square root of the squares, as it was once."""
        return self.grade.score * sqrt(self.squares / 100)

    @property
    def rank(self) -> float:
        """The publisher's level as a number."""
        return ORDER[self.said] if self.said in ORDER else float(self.said)


def published(documents: Iterable[dict[str, Any]]) -> list[Graded]:
    """Return the published puzzles with their grades."""
    return [
        Graded.of(LitsPuzzle.from_rows(each["regions"]), each["id"], str(each["level"] or "")) for each in documents
    ]


def generated(count: int, seed: int) -> list[Graded]:
    """Return new puzzles of several sizes, whatever their level, with their grades."""
    return [
        Graded.of(made.puzzle, f"made_{made.task.name}")
        for size in SIZES
        for made in generate_puzzles(PuzzleSpec(size, size), count, seed=seed)
        if made.puzzle is not None
    ]


def two(number: float) -> str:
    """Return a correlation with two decimals and a proper minus sign."""
    return f"{number:.2f}".replace("-", "−")


def size_table(known: Sequence[Graded], made: Sequence[Graded]) -> str:
    """Return how far scores and levels follow the size, at equal techniques."""
    without = [each for each in known if each.without_trial]
    groups: list[tuple[str, list[Graded]]] = [
        ("without trial", without),
        ("of these, hardest technique of level 1 or 2", [each for each in without if each.hardest < 3]),
        ("of these, hardest technique of level 3", [each for each in without if each.hardest == 3]),
        ("with a single trial", [each for each in known if each.grade.solved and each.grade.trials == 1]),
        ("with trials", [each for each in known if each.grade.trials]),
        ("all published", list(known)),
        ("janko.at without trial", [each for each in without if each.name.startswith("janko")]),
        (
            "generated, hardest technique of level 1 or 2",
            [each for each in made if each.without_trial and each.hardest < 3],
        ),
        (
            "generated, hardest technique of level 3",
            [each for each in made if each.without_trial and each.hardest == 3],
        ),
        ("generated, without trial", [each for each in made if each.without_trial]),
    ]
    measures: tuple[Callable[[Graded], float], ...] = (
        lambda each: each.grade.score,
        lambda each: each.by_root,
        lambda each: each.grade.level,
    )
    rows = []
    for name, members in groups:
        if len(members) < 3:
            continue
        squares = [each.squares for each in members]
        found = [rank_correlation(squares, [measure(each) for each in members]) for measure in measures]
        rows.append((name, str(len(members)), *map(two, found)))
    return markdown_table(("puzzles", "count", "score", "work / √squares", "level"), rows)


def level_table(known: Sequence[Graded]) -> str:
    """Return how many puzzles of each size have each level."""
    rows = []
    for least, most in BANDS:
        members = [each for each in known if least <= each.squares <= most]
        counts = [sum(each.grade.level == level for each in members) for level in range(1, MOST_LEVEL + 1)]
        name = f"{least}" if least == most else f"below {most + 1}" if not least else f"{least} and more"
        if least and least != most < 10_000:
            name = f"{least}–{most}"
        middle = f"{median(each.grade.score for each in members if each.without_trial):.0f}" if members else "–"
        rows.append((name, str(len(members)), *map(str, counts), middle))
    levels = [f"level {level}" for level in range(1, MOST_LEVEL + 1)]
    return markdown_table(("squares", "puzzles", *levels, "median score without trial"), rows)


def label_table(known: Sequence[Graded]) -> str:
    """Return the puzzles that have a level by their publisher, with what they get here."""
    labelled = sorted((each for each in known if each.said), key=lambda each: (each.said not in "1234", each.rank))
    rows = [
        (
            each.name.split("_")[0] if each.said not in "1234" else "one author",
            each.said,
            str(each.squares),
            f"{each.grade.score:.0f}",
            f"{each.by_root:.0f}",
            each.grade.label,
        )
        for each in labelled
    ]
    return markdown_table(("publisher", "says", "squares", "score", "work / √squares", "level"), rows)


def agreement_table(known: Sequence[Graded]) -> str:
    """Return how scores, levels and sizes agree with the levels of publishers."""
    labelled = [each for each in known if each.said]
    measures: tuple[Callable[[Graded], float], ...] = (
        lambda each: each.grade.score,
        lambda each: each.by_root,
        lambda each: each.grade.level,
        lambda each: each.squares,
    )
    rows = []
    for name, members in (("one author", [each for each in labelled if each.said in "1234"]), ("all", labelled)):
        said = [each.rank for each in members]
        found = [rank_correlation(said, [measure(each) for each in members]) for measure in measures]
        rows.append((name, str(len(members)), *map(two, found)))
    return markdown_table(("publisher", "puzzles", "score", "work / √squares", "level", "squares alone"), rows)


def cost_table(known: Sequence[Graded]) -> str:
    """Return what grading took, by size."""
    rows = []
    for name, members in (
        ("below 10×10", [each for each in known if each.squares < 100]),
        ("10×10", [each for each in known if each.squares == 100]),
        ("above 10×10", [each for each in known if each.squares > 100]),
        ("all", list(known)),
    ):
        if not members:
            continue
        seconds = sorted(each.seconds for each in members)
        rows.append(
            (
                name,
                str(len(members)),
                str(sum(each.grade.solved for each in members)),
                str(sum(each.grade.trials > 0 for each in members)),
                str(sum(each.grade.trials for each in members)),
                f"{100 * max(each.effort for each in members) / MOST_EFFORT:.1f} %",
                f"{median(seconds) * 1000:.0f} ms",
                f"{seconds[-1]:.2f} s",
            )
        )
    head = ("size", "puzzles", "solved", "with trials", "trials", "most effort", "median CPU time", "most")
    return markdown_table(head, rows)


def tables(known: Sequence[Graded], made: Sequence[Graded]) -> str:
    """Return all tables, with what they show."""
    parts = (
        "Spearman's rank correlation with the number of squares:",
        size_table(known, made),
        "The levels of the published puzzles by size:",
        level_table(known),
        "The published puzzles with a level by their publisher:",
        label_table(known),
        "Spearman's rank correlation with what publishers say (easy counts as 1, Medium 2, Hard 3, hard 4):",
        agreement_table(known),
        "What grading took; the effort is in percent of the limit:",
        cost_table(known),
    )
    return "\n" + "\n\n".join(parts) + "\n"


def main(arguments: list[str]) -> int:
    """Grade the published puzzles and new ones; print the tables, or put them into a page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks grading", description=__doc__)
    parser.add_argument("--generated", type=int, default=30, metavar="N", help="new puzzles of each size")
    parser.add_argument("--seed", type=int, default=11, metavar="N", help="random seed of the new puzzles")
    parser.add_argument("--page", type=Path, metavar="FILE", help="the page whose tables are replaced")
    chosen = parser.parse_args(arguments)
    if not PUBLISHED.is_file():
        print(f"{PUBLISHED} does not exist: nothing to measure")
        return 0
    known = published(map(json.loads, PUBLISHED.read_text(encoding="utf-8").splitlines()))
    text = tables(known, generated(chosen.generated, chosen.seed))
    if chosen.page is None:
        print(text)
    else:
        write_between(chosen.page, BEGIN, END, text)
    return 0
