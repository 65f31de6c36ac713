"""Pictures of puzzles: well-formed SVG with all parts of a puzzle."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from litslab.games.drawing.markup import size_of
from litslab.puzzles.lits.drawing import sheet
from litslab.puzzles.lits.formats import read_one, read_text
from litslab.puzzles.lits.frame import Frame
from litslab.puzzles.lits.generate.search import Candidate, GeneratedPuzzle, PuzzleTask
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleAnswer, SolutionStatus
from litslab.puzzles.lits.solve import solve
from litslab.puzzles.lits.svg import draw_answer, draw_puzzle, draw_step

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples" / "puzzles"
FOUR = read_one("lits/4/4/9q02jg").puzzle


def classes(svg: str) -> dict[str, list[ET.Element]]:
    found: dict[str, list[ET.Element]] = {}
    for element in ET.fromstring(svg).iter():
        found.setdefault(element.get("class", ""), []).append(element)
    return found


def test_a_solution_is_shaded_and_lettered() -> None:
    answer = solve(FOUR)
    parts = classes(draw_puzzle(FOUR, answer.solutions[0], title="four & more"))
    assert parts["title"][0].text == "four & more"
    shaded = parts["shaded"][0].get("data-squares", "")
    assert " ".join(sorted(shaded.split())) == "a1 a2 a3 a4 b1 b3 c1 c2 c3 c4 d1 d4"
    assert [letter.text for letter in parts["shape"]] == answer.solutions[0].letters()


def test_squares_outside_and_givens_are_drawn() -> None:
    (entry,) = read_text("AAAA\n.BBB\n.BBB\n\ngivens:\n#.L?\n????\n????", "here")
    parts = classes(draw_puzzle(entry.puzzle, coordinates=True))
    assert (parts["outside"][0].get("data-squares"), len(list(parts["givens"][0]))) == ("a1 a2", 3)
    assert "coordinates" in parts


def test_steps_show_what_is_known_and_what_is_looked_at() -> None:
    frames = [Frame(0b1111, 0b110000, 0b1000000, 0b100000, "because of that", "Step 1"), Frame(0)]
    first, second = (classes(draw_step(FOUR, frame)) for frame in frames)
    shown = {
        name: first[name][0].get("data-squares") for name in ("shaded", "unshaded", "focus", "news")
    }
    assert shown == {"shaded": "a1 b1 c1 d1", "unshaded": "a2 b2", "focus": "c2", "news": "b2"}
    assert [line.text for line in (*first["title"], *first["caption"])] == [
        "Step 1",
        "because of that",
    ]
    assert not {"shaded", "unshaded", "focus", "news"} & second.keys()


def test_answers_draw_themselves() -> None:
    several = read_one("lits/6/6/lldoa4043q6c").puzzle
    none = LitsPuzzle.from_rows([[0, 0, 0, 0], [1, 1, 1, 1]])
    told = {
        SolutionStatus.UNIQUE: (FOUR, "the only solution", "shaded"),
        SolutionStatus.MULTIPLE: (several, "several solutions", "news"),
        SolutionStatus.IMPOSSIBLE: (none, "the marked regions conflict", "focus"),
    }
    for status, (puzzle, words, part) in told.items():
        answer = solve(puzzle)
        assert answer.status is status
        picture = answer._repr_svg_()
        assert words in re.sub(r"</text>\s*<text[^>]*>", " ", picture)
        assert part in classes(picture)
    late = PuzzleAnswer(FOUR, SolutionStatus.UNDECIDED, (), None, "cpsat", 0, 1.0)
    assert "undecided: a limit was reached" in re.sub(
        r"</text>\s*<text[^>]*>", " ", draw_answer(late)
    )


def test_the_examples_are_ours_and_unique() -> None:
    entries = read_text((EXAMPLES / "solved.grid").read_text(), "examples")
    assert len(entries) == 12
    for entry in entries:
        assert [each.shading for each in solve(entry.puzzle).solutions] == [entry.shading]
    plain = [entry.puzzle for entry in entries]
    assert [
        entry.puzzle for entry in read_text((EXAMPLES / "all.url").read_text(), "examples")
    ] == plain
    assert read_text((EXAMPLES / "made.jsonl").read_text(), "examples") == entries


def test_a_notebook_shows_a_generated_puzzle_with_its_level() -> None:
    task = PuzzleTask(PuzzleSpec(4, 4), 1, 1)
    made = GeneratedPuzzle(task, Candidate(FOUR, solve(FOUR).solutions[0], grade(FOUR), 0.0))
    assert made._repr_svg_() == draw_puzzle(FOUR, title="level 1")
    assert GeneratedPuzzle(task)._repr_svg_() is None


PICTURES = [
    draw_puzzle(read_one(url).puzzle) for url in ("lits/4/4/9q02jg", "lits/6/6/lldoa4043q6c")
] * 2


@pytest.mark.parametrize("columns", [1, 2, 3, 9])
def test_pictures_do_not_overlap_and_are_whole(columns: int) -> None:
    whole = sheet(PICTURES, columns)
    root = ET.fromstring(whole)
    width, height = size_of(whole)
    found = [each for each in root if each.tag.endswith("svg")]
    boxes = [
        tuple(float(each.get(key, "")) for key in ("x", "y", "width", "height")) for each in found
    ]
    assert len(boxes) == len(PICTURES)
    for number, (x, y, w, h) in enumerate(boxes):
        for left, top, wide, high in boxes[:number]:
            assert x >= left + wide or left >= x + w or y >= top + high or top >= y + h
    assert (max(x + w for x, _, w, _ in boxes), max(y + h for _, y, _, h in boxes)) == (
        width,
        height,
    )
