"""Write ``docs/alphabet.md`` and its pictures: run ``python docs/make_alphabet.py``.

The pictures of the letters and digits are in ``docs/examples/letters.txt``. The puzzles are in
``docs/examples/alphabet.jsonl``, which is made if it does not exist, as `litslab puzzle generate --picture` makes them;
each is solved again here.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from litslab.games.files import write_new
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.drawing import sheet
from litslab.puzzles.lits.formats import PuzzleEntry, read_one, write
from litslab.puzzles.lits.formats.json_form import document
from litslab.puzzles.lits.generate.partition import RegionLimits
from litslab.puzzles.lits.generate.picture import Picture, choose_solution, parse_picture, shadings
from litslab.puzzles.lits.generate.search import PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.solution_text import letters_of
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.kernel import solve
from litslab.puzzles.lits.result import SolutionStatus
from litslab.puzzles.lits.svg import draw_puzzle

DOCS = Path(__file__).parent
LETTERS = DOCS / "examples" / "letters.txt"
PUZZLES = DOCS / "examples" / "alphabet.jsonl"
PICTURES = DOCS / "pictures" / "alphabet"
PAGE = DOCS / "alphabet.md"

ROW = 6
"""Number of pictures per row."""

SEED = 1

ATTEMPTS = 10
"""How many puzzles are made of each picture: the easiest is taken."""


def letters() -> dict[str, Picture]:
    """Return the pictures by name."""
    found: dict[str, list[str]] = {}
    for line in LETTERS.read_text(encoding="utf-8").split():
        if line.endswith(":"):
            rows = found.setdefault(line[:-1], [])
        else:
            rows.append(line)
    return {name: parse_picture("\n".join(rows)) for name, rows in found.items()}


def generated(name: str, picture: Picture) -> str:
    """Make the puzzle of a picture, as a line of JSON."""
    board = picture.board
    chosen = choose_solution(board, shadings(picture, seed=SEED), RegionLimits(), seed=SEED)
    if chosen.solution is None:
        raise AssertionError(f"no puzzle of the picture {name}")
    spec = PuzzleSpec(
        board.columns, board.rows, limits=RegionLimits(), solution=letters_of(board, chosen.solution),
        most_trivial=1.0, most_concentrated=1.0,
    )  # fmt: skip
    made = [generate_puzzle(PuzzleTask(spec, SEED, number)) for number in range(1, ATTEMPTS + 1)]
    easiest = min((each for each in made if each.grade is not None), key=lambda each: each.grade and each.grade.score)
    assert easiest.puzzle is not None
    assert easiest.solution is not None
    return json.dumps(document(PuzzleEntry(easiest.puzzle, name, easiest.solution.shading))) + "\n"


def main() -> None:
    """Make the missing puzzles, and write the pictures and the page."""
    pictures = letters()
    if not PUZZLES.exists():
        write_new(PUZZLES, "".join(generated(name, picture) for name, picture in pictures.items()))
    PICTURES.mkdir(parents=True, exist_ok=True)
    drawn, solved, links, missed = [], [], [], 0
    for line in PUZZLES.read_text(encoding="utf-8").splitlines():
        entry = read_one(line)
        answer = solve(entry.puzzle)
        if answer.status is not SolutionStatus.UNIQUE or answer.solutions[0].shading != entry.shading:
            raise AssertionError(f"the puzzle {entry.id} has not the one solution that it comes with")
        picture = pictures[entry.id]
        shading = answer.solutions[0].shading
        missed += ((picture.shaded & ~shading) | (picture.blank & shading)).bit_count()
        drawn.append(draw_puzzle(entry.puzzle))
        solved.append(draw_puzzle(entry.puzzle, solution_of(entry.puzzle, shading)))
        level = grade(entry.puzzle).label
        links.append(f"[{entry.id}]({write(replace(entry, shading=None), 'url')}) (level {level})")
    write_new(PICTURES / "puzzles.svg", sheet(drawn, ROW), force=True)
    write_new(PICTURES / "solutions.svg", sheet(solved, ROW), force=True)
    text = f"""# The alphabet

`python docs/make_alphabet.py` writes this page; it solves every puzzle again.

{len(drawn)} puzzles with one solution each, in which a letter or a digit is shaded, as
`litslab puzzle generate --picture` makes them ([generating.md](generating.md)). The pictures are in
[examples/letters.txt](examples/letters.txt), the puzzles in [examples/alphabet.jsonl](examples/alphabet.jsonl). The
solutions differ from the pictures in {missed / len(drawn):.1f} squares on average: the number of shaded squares is a
multiple of four, no 2×2 block is shaded, and equal shapes never touch.

{", ".join(links)}.

![36 puzzles](pictures/alphabet/puzzles.svg)

## Solutions

![the solutions](pictures/alphabet/solutions.svg)
"""
    write_new(PAGE, text, force=True)


if __name__ == "__main__":
    main()
