"""The picture of a check: where solutions differ, and repairs."""

from __future__ import annotations

from functools import reduce
from operator import and_

from litslab.games.geometry import mask_of
from litslab.games.language import tr
from litslab.puzzles.lits.drawing import sheet
from litslab.puzzles.lits.frame import Frame
from litslab.puzzles.lits.puzzle import SolutionStatus, count_text
from litslab.puzzles.lits.repair import PuzzleCheck, repair_text
from litslab.puzzles.lits.svg import draw_answer, draw_step


def draw_check(check: PuzzleCheck) -> str:
    """Return the picture of a check: the answer, with all squares where solutions differ, and the
    repairs.
    """
    answer = check.answer
    puzzle = answer.puzzle
    if answer.status is SolutionStatus.MULTIPLE:
        caption = tr(
            "{solutions}; they differ in the outlined squares", solutions=count_text(answer)
        )
        shaded = reduce(and_, (solution.shading for solution in answer.solutions))
        first = draw_step(puzzle, Frame(shaded, news=check.differing, caption=caption))
    else:
        first = draw_answer(answer)
    drawn = []
    for number, repair in enumerate(check.repairs, start=1):
        squares = mask_of(move.square for move in repair.moves)
        title = tr("Repair {number}", number=number)
        caption = repair_text(puzzle, repair)
        frame = Frame(0, focus=squares, news=squares, caption=caption, title=title)
        drawn.append(draw_step(repair.puzzle, frame))
    return sheet([first, *drawn], 3) if drawn else first
