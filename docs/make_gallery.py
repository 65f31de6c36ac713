"""Write ``docs/gallery.md`` and its pictures: run ``python docs/make_gallery.py``.

The puzzles are in ``docs/examples/gallery.jsonl``, which is made if it does not exist; the studies are those of
``docs/examples/studies``. Everything the text says about them is recomputed: each puzzle is solved and graded, and each
study is proved.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from litslab.games.drawing.svg import draw
from litslab.games.files import write_new
from litslab.games.geometry import Board
from litslab.games.notation import format_move
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.formats import read_one, write
from litslab.puzzles.lits.generate.batch import generate_puzzles
from litslab.puzzles.lits.generate.folder import describe
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionSymmetry
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.kernel import solve
from litslab.puzzles.lits.result import SolutionStatus
from litslab.puzzles.lits.svg import draw_puzzle
from litslab.puzzles.studies.book import read_studies
from litslab.puzzles.studies.study import differences, prove
from litslab.solver.engines.registry import make_oracle

DOCS = Path(__file__).parent
PUZZLES = DOCS / "examples" / "gallery.jsonl"
STUDIES = DOCS / "examples" / "studies"
PICTURES = DOCS / "pictures" / "gallery"
PAGE = DOCS / "gallery.md"

ROW = 4
"""Number of pictures per row."""

PATIENCE = 4.0
"""Seconds after which a puzzle is left for one of another seed."""


@dataclass(frozen=True)
class Kind:
    """Puzzles of one kind: their number, size, levels and regions."""

    count: int
    columns: int
    rows: int
    levels: tuple[int, int]
    symmetry: str = "none"

    @property
    def spec(self) -> PuzzleSpec:
        """What they have to be like."""
        limits = RegionLimits.usual(Board(self.columns, self.rows), symmetry=RegionSymmetry(self.symmetry))
        return PuzzleSpec(self.columns, self.rows, self.levels, limits)


KINDS = (
    Kind(2, 5, 4, (1, 1)),
    Kind(2, 5, 5, (1, 1)),
    Kind(2, 6, 6, (1, 1)),
    Kind(2, 6, 6, (2, 2)),
    Kind(2, 7, 5, (1, 2)),
    Kind(2, 7, 7, (1, 2)),
    Kind(4, 8, 8, (1, 1)),
    Kind(4, 8, 8, (2, 2), "half-turn"),
    Kind(2, 8, 8, (3, 3)),
    Kind(2, 8, 8, (4, 4)),
    Kind(2, 10, 8, (1, 3)),
    Kind(2, 10, 10, (1, 1)),
    Kind(2, 10, 10, (2, 3), "half-turn"),
    Kind(2, 10, 10, (3, 3)),
    Kind(2, 10, 10, (4, 4)),
    Kind(2, 12, 12, (2, 3)),
    Kind(2, 15, 10, (2, 3)),
    Kind(2, 15, 15, (1, 4)),
)
"""Forty puzzles, the small and easy ones first."""


def generated() -> Iterator[str]:
    """Make the puzzles, a line of JSON each; what takes long is left, and another seed begun with."""
    for kind in KINDS:
        made = (
            each
            for seed in itertools.count(1)
            for each in generate_puzzles(kind.spec, kind.count, seed=seed, time_limit=PATIENCE)
            if each.puzzle is not None
        )
        for found in itertools.islice(made, kind.count):
            yield json.dumps(describe(found)) + "\n"


def puzzles() -> Iterator[tuple[str, str]]:
    """Draw the puzzles; yield a picture's name and the words under it."""
    for number, line in enumerate(PUZZLES.read_text(encoding="utf-8").splitlines(), start=1):
        entry = read_one(line)
        answer = solve(entry.puzzle)
        graded = grade(entry.puzzle)
        if answer.status is not SolutionStatus.UNIQUE or entry.shading != answer.solutions[0].shading:
            raise AssertionError(f"gallery puzzle {number} has not the one solution that it comes with")
        name, board = f"puzzle-{number:02}", entry.puzzle.board
        solution = solution_of(entry.puzzle, answer.solutions[0].shading)
        write_new(PICTURES / f"{name}.svg", draw_puzzle(entry.puzzle), force=True)
        write_new(PICTURES / f"{name}-solution.svg", draw_puzzle(entry.puzzle, solution), force=True)
        caption = f"{board.columns}×{board.rows}, level {graded.describe()['label']}"
        yield name, f"{caption}: [play]({write(entry, 'url')}), [solution](pictures/gallery/{name}-solution.svg)"


def studies() -> Iterator[tuple[str, str]]:
    """Draw the studies; yield a picture's name and the words under it."""
    for number, record in enumerate(read_studies([STUDIES]), start=1):
        position, claim = record.position(), record.study
        proof = prove(make_oracle(record.rules, memory=256 << 20), position, every_winner=True)
        if claim is None or (wrong := differences(record, proof)):
            raise AssertionError(f"gallery study {number}: {wrong}")
        name = f"study-{number:02}"
        write_new(PICTURES / f"{name}.svg", draw(position, show_protected=False), force=True)
        caption = f"{record.rules.title}: {position.side} to move and win, {claim.plies} plies, level {claim.level}"
        move = format_move(claim.solution, record.rules)
        yield name, f"{caption}. <details><summary>Solution</summary><code>{move}</code></details>"


def table(title: str, shown: Iterator[tuple[str, str]]) -> str:
    """Return a table of pictures with their captions, several per row."""
    cells = [f"![{name}](pictures/gallery/{name}.svg)<br>{words}" for name, words in shown]
    cells += [""] * (-len(cells) % ROW)
    rows = ["| " + " | ".join(cells[at : at + ROW]) + " |\n" for at in range(0, len(cells), ROW)]
    return "|" + f" {title} |" * ROW + "\n|" + "---|" * ROW + "\n" + "".join(rows)


def main() -> None:
    """Make the missing puzzles, and write the pictures and the page."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    if not PUZZLES.exists():
        write_new(PUZZLES, "".join(generated()))
    text = f"""# Gallery

`python docs/make_gallery.py` writes this page; it solves and grades every puzzle and proves every study again.

## LITS puzzles

Made by `litslab puzzle generate`, of several sizes and levels, some with symmetric regions; one solution each.
[grading.md](grading.md) says what levels are. All as a file: [examples/gallery.jsonl](examples/gallery.jsonl).

{table("puzzle", puzzles())}
## Endgame studies

Made by `litslab study generate`: the side to move wins by one move alone, and every move that scores most at once
loses. [studies.md](studies.md) says what plies and levels are. `litslab example -o examples` writes
the records to `examples/studies`.

{table("study", studies())}"""
    write_new(PAGE, text, force=True)


if __name__ == "__main__":
    main()
