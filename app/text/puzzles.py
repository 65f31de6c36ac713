"""The text of LITS puzzles, and of solving, grading, checking and changing them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from litslab.app.text.parts import Lines, counted
from litslab.games.language import tr, trn
from litslab.puzzles.lits.drawing import draw_text
from litslab.puzzles.lits.formats import PuzzleEntry, link_to
from litslab.puzzles.lits.formats.grid import row_texts
from litslab.puzzles.lits.puzzle import (
    PuzzleAnswer,
    PuzzleSolution,
    SolutionStatus,
    count_text,
)

if TYPE_CHECKING:
    from litslab.puzzles.lits.calibration import Calibration, Estimate
    from litslab.puzzles.lits.explain import Explanation
    from litslab.puzzles.lits.generate.search import GeneratedPuzzle
    from litslab.puzzles.lits.grade import Grade
    from litslab.puzzles.lits.repair import PuzzleCheck
    from litslab.puzzles.lits.techniques.path import Path
    from litslab.puzzles.lits.techniques.step import Step
    from litslab.puzzles.lits.techniques.table import RegionTable
    from litslab.puzzles.lits.variants import Variant


def answer_text(
    entry: PuzzleEntry,
    answer: PuzzleAnswer,
    explanation: Explanation | None = None,
    *,
    alone: bool = False,
) -> Iterator[str]:
    """Yield the explanation and the answer; the answer comes first if it is not a single solution.

    The solutions are drawn if the puzzle is printed `alone`.
    """
    flawed = is_flawed(answer)
    if not flawed:
        yield from _explanation_lines(explanation)
    if alone:
        for solution in answer.solutions or (None,):
            yield draw_text(answer.puzzle, solution)
    yield tr(
        "{puzzle}: {status}, {engine}, {milliseconds:.1f} ms",
        puzzle=entry.label,
        status=status_text(answer),
        engine=answer.engine,
        milliseconds=answer.seconds * 1000,
    )
    if flawed:
        yield from _explanation_lines(explanation, flawed=True)


def hint_text(answer: PuzzleAnswer, found: Explanation, reach: Path | None) -> Iterator[str]:
    """Yield the steps; if the solution is not unique, the reach of logic comes first."""
    steps = step_lines(found)
    if reach is not None:
        yield _flawed_text(answer, reach)
    elif not steps and found.path.is_complete:
        yield tr("every square is already known")
    elif not steps:
        yield _standstill(found)
    yield from steps


def grade_text(
    entry: PuzzleEntry,
    answer: PuzzleAnswer,
    grade: Grade | None,
    reach: Path | None,
) -> Iterator[str]:
    """Yield a grade, or the reach of logic in a puzzle with several solutions or none."""
    if reach is not None:
        yield f"{entry.label}: {_flawed_text(answer, reach)}"
    elif grade is not None:
        yield f"{entry.label}: {_grade_text(grade)}"


def _grade_text(grade: Grade) -> str:
    counts = [f"{technique} {count}" for technique, count in grade.techniques.items()]
    used = ", ".join(counts) or "nothing to find"
    if grade.solved:
        return f"level {grade.label}, score {grade.score}: {used}"
    reason = "limit reached" if grade.limited else "single trials do not solve it"
    return f"level {grade.label}: {used} ({reason})"


def calibration_text(found: Calibration) -> Lines:
    """Yield the solves that were used, the correlations, the times of levels, and the
    conclusion.
    """
    used = f"{counted(found.solves, 'solve')} of {counted(found.puzzles, 'puzzle')}"
    reasons = ", ".join(f"{reason} {count}" for reason, count in found.left_out.items())
    yield f"{used}; left out: {reasons or 'none'}"
    for name, each in found.correlations.items():
        yield f"rank correlation of {name.replace('_', ' ')}: {_estimate_text(each)}"
    for level, each in found.levels.items():
        median = _estimate_text(each, " s")
        yield f"level {level}: {counted(each.puzzles, 'puzzle')}, median {median}"
    yield found.conclusion


def _estimate_text(found: Estimate, unit: str = "") -> str:
    """Return a value, and its interval if there is one."""
    if found.interval is None:
        return f"{found.value:.2f}{unit}"
    low, high = found.interval
    percent = f"{100 * (found.confidence or 0):.0f} %"
    return f"{found.value:.2f}{unit} ({percent} interval {low:.2f} to {high:.2f}{unit})"


def generated_text(generated: GeneratedPuzzle, penpa: str | None) -> Iterator[str]:
    """Yield level, score and a link; `penpa` is used if there is no puzz.link URL."""
    # A puzz.link URL cannot express givens, and no link can express most rules other than those of
    # LITS.
    link = generated.url or penpa or "/".join(row_texts(generated.puzzle.rows()))
    grade = generated.grade
    yield f"{generated.task.name}: level {grade.label}, score {grade.score}, {link}"


def puzzle_text(
    entry: PuzzleEntry,
    solution: PuzzleSolution | None,
    broken: list[str],
) -> Iterator[str]:
    """Yield the drawing, and the rules that the given solution breaks."""
    yield entry.label
    yield draw_text(entry.puzzle, solution)
    yield from (f"the solution in the file is wrong: {what}" for what in broken)


def check_text(entry: PuzzleEntry, found: PuzzleCheck, *, repairs: bool = True) -> Iterator[str]:
    """Yield the number of solutions and the repairs; `repairs` says whether these were searched
    for.
    """
    from litslab.puzzles.lits.repair import repair_text  # noqa: PLC0415

    yield f"{entry.label}: {_check_status(found)}"
    if not is_flawed(found.answer):
        return
    for number, repair in enumerate(found.repairs, start=1):
        url = link_to(replace(entry, puzzle=repair.puzzle))
        link = f": {url}" if url else ""
        yield f"{number}. {repair_text(entry.puzzle, repair)}{link}"
    if not found.searched:
        yield "time limit reached before all border moves were tried"
    elif repairs and not found.repairs:
        yield "no repair by moving one or two squares"


def _check_status(found: PuzzleCheck) -> str:
    answer = found.answer
    puzzle = answer.puzzle
    match answer.status:
        case SolutionStatus.UNIQUE:
            return str(answer.status)
        case SolutionStatus.UNDECIDED:
            return f"{answer.status}: time limit reached"
        case SolutionStatus.MULTIPLE:
            squares = " ".join(puzzle.board.names(found.differing))
            return f"{count_text(answer)}, which differ at {squares}"
    if not answer.conflict:
        return "no solution"
    regions = ", ".join(map(puzzle.region_name, answer.conflict))
    return f"no solution: the regions at {regions} conflict"


def variant_text(named: PuzzleEntry, variant: Variant) -> Iterator[str]:
    """Yield a variant and a link to it."""
    url = link_to(named)
    link = f": {url}" if url else ""
    yield f"{variant.name} {named.size}{link}"


def is_flawed(answer: PuzzleAnswer) -> bool:
    """Return whether a puzzle is proved to have several solutions or none."""
    return answer.status in {SolutionStatus.MULTIPLE, SolutionStatus.IMPOSSIBLE}


def status_text(answer: PuzzleAnswer) -> str:
    """Return the number of solutions in words, with the squares that differ or the regions that
    conflict.
    """
    puzzle = answer.puzzle
    match answer.status:
        case SolutionStatus.UNIQUE:
            return tr("unique")
        case SolutionStatus.UNDECIDED:
            return tr("undecided")
        case SolutionStatus.MULTIPLE:
            squares = " ".join(puzzle.board.names(answer.differing))
            return tr(
                "multiple ({solutions}, which differ at {squares})",
                solutions=count_text(answer),
                squares=squares,
            )
    if not answer.conflict:
        return tr("impossible")
    return trn(
        "impossible (the region at {squares} alone has none)",
        "impossible (the regions at {squares} alone have none)",
        len(answer.conflict),
        squares=tr(", ").join(map(puzzle.region_name, answer.conflict)),
    )


def reach_text(path: Path) -> str:
    """Return the reach of logic in words, for a puzzle with several solutions or none."""
    if path.contradiction is not None:
        return trn(
            "logic leads to a contradiction after {count} step: {contradiction}",
            "logic leads to a contradiction after {count} steps: {contradiction}",
            len(path.steps),
            contradiction=path.contradiction.text,
        )
    return tr(
        "logic alone decides {decided} of {squares} squares",
        decided=path.decided,
        squares=path.squares,
    )


def _flawed_text(answer: PuzzleAnswer, path: Path) -> str:
    return tr("{status}; {reach}", status=status_text(answer), reach=reach_text(path))


def step_lines(explanation: Explanation) -> list[str]:
    """Return the steps with their numbers, and after a trial the steps that follow from its
    assumption.
    """
    lines = []
    for number, step in enumerate(explanation.path.steps, start=1):
        lines.append(f"{number}. {_with_technique(explanation.table, step)}")
        for inner, each in enumerate((*step.chain, *step.other_chain), start=1):
            lines.append(f"   {number}.{inner} {_with_technique(explanation.table, each)}")
    return lines


def _with_technique(table: RegionTable, step: Step) -> str:
    from litslab.puzzles.lits.sentence import sentence  # noqa: PLC0415

    return tr("{step} ({technique})", step=sentence(table, step), technique=tr(step.technique))


def _explanation_lines(explanation: Explanation | None, *, flawed: bool = False) -> Iterator[str]:
    """Yield the numbered steps, and the reason if they stop short of the solution; nothing without
    an explanation.
    """
    if explanation is None:
        return
    yield from step_lines(explanation)
    path = explanation.path
    if flawed:
        yield reach_text(path)
    elif path.contradiction is not None:
        yield tr("but {contradiction}: there is no solution", contradiction=path.contradiction.text)
    elif not path.is_complete:
        yield _standstill(explanation)


def _standstill(explanation: Explanation) -> str:
    path = explanation.path
    if path.limited:
        return tr(
            "no further step found after following {count} assumptions", count=path.assumptions
        )
    return tr(
        "no further step: no technique decides anything more, as in a puzzle with several solutions"
    )
