"""Commands about solving a LITS puzzle by hand: ``hint``, ``grade``, and what ``solve --explain`` prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from litslab.app import exits
from litslab.app.cli.options import JsonLines
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.shared import finish

if TYPE_CHECKING:
    from litslab.puzzles.lits.explain import Explanation
    from litslab.puzzles.lits.formats import PuzzleEntry
    from litslab.puzzles.lits.grade import Grade
    from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleAnswer
    from litslab.puzzles.lits.techniques.path import Path as PathOfSteps

SECONDS = 10.0
"""How long a command that is not about solving looks for a second solution."""


def hint(
    puzzles: list[str],
    *,
    rules: str | None = None,
    state: Path | None = None,
    check: bool = False,
    trials: int | None = None,
    output: Path | None = None,
    force: bool = False,
    json: JsonLines = False,
) -> int:
    """Show the easiest next step in a partly solved puzzle, preceded by the steps it depends on.

    Exit status 1 if the puzzle has several solutions or none, which is printed first with how far logic goes.

    Parameters
    ----------
    state : FILE
        Known squares, one line per row: # shaded, . unshaded, ? unknown; - for standard input.
    check
        Solve the puzzle first and reject a state that contradicts the solution.
    output
        Write the steps to this .html, .pdf, .svg or .png file.

    Examples
    --------
    litslab puzzle hint lits/4/4/9q02jg
    litslab puzzle hint lits/4/4/9q02jg --trials 0 --json
    litslab puzzle hint lits/4/4/9q02jg -o hint.png
    """
    from litslab.app.documents.puzzles import PuzzleHintDocument
    from litslab.puzzles.lits.explain import hint as find
    from litslab.puzzles.lits.explain import next_step, path_from
    from litslab.puzzles.lits.explanation_document import check_explanation_target, save_explanation
    from litslab.puzzles.lits.formats import FormatError

    reading = read_puzzles(puzzles, rules)
    alone = len(reading.entries) == 1
    if not alone and (state is not None or output is not None):
        raise FormatError(f"{len(reading.entries)} puzzles: expected one with --state or -o")
    if output is not None:
        check_explanation_target(output, force=force)
    rows = None if state is None else _read_rows(state)
    status = exits.DONE
    for entry in reading.entries:
        answer = find_status(entry.puzzle)
        if not alone and not json:
            typer.echo(f"{entry.label}:")
        path = None
        if is_flawed(answer):
            solutions = [solution.shading for solution in answer.solutions]
            found = next_step(entry.puzzle, rows, _limit(trials), solutions=solutions)
            path = path_from(entry.puzzle, rows, _limit(trials), solutions=solutions)
            status = max(status, exits.NEGATIVE)
        else:
            found = find(entry.puzzle, rows, _limit(trials), check=check)
            steps = found.path.steps
            if not found.path.is_complete and not (steps and steps[-1].decides):
                status = exits.LIMIT
        finish(PuzzleHintDocument.of(entry, answer, found, path), json=json)
        if output is not None:
            save_explanation(found, output, title=f"Hint: {entry.name}", credit=credit(entry), force=force)
            if not json:
                typer.echo(f"wrote {output}")
    return reading.status(status)


def find_status(puzzle: LitsPuzzle) -> PuzzleAnswer:
    """Return how many solutions a puzzle has: one, several or none, or that this took too long to find out."""
    from litslab.puzzles.lits.solve import solve

    return solve(puzzle, time_limit=SECONDS)


def is_flawed(answer: PuzzleAnswer) -> bool:
    """Return whether a puzzle is proved to have several solutions or none."""
    from litslab.puzzles.lits.puzzle import SolutionStatus

    return answer.status in {SolutionStatus.MULTIPLE, SolutionStatus.IMPOSSIBLE}


def _limit(trials: int | None) -> int:
    from litslab.puzzles.lits.techniques.path import MOST_TRIALS

    return MOST_TRIALS if trials is None else trials


def _read_rows(path: Path) -> list[str]:
    import sys

    from litslab.puzzles.lits.formats import load

    text = sys.stdin.read() if str(path) == "-" else load(path)
    return [line.strip() for line in text.splitlines() if line.strip()]


def grade(puzzles: list[str], *, rules: str | None = None, trials: int | None = None, json: JsonLines = False) -> int:
    """Grade puzzles by their difficulty for human solvers: level 1 to 5, score, and the techniques needed.

    A puzzle with several solutions or none has no grade: the squares where two solutions differ or the regions that
    conflict are printed instead, and how far logic goes. Prints one line per puzzle, in order. A puzzle that takes a
    trial within a trial is 5+. Exit status 2 if a file could not be read, else 3 if the limit was reached before a
    puzzle was solved, else 1 if a puzzle has several solutions or none, else 0.

    Examples
    --------
    litslab puzzle grade examples/puzzles/all.url
    litslab puzzle grade lits/4/4/9q02jg --trials 0 --json
    """
    from litslab.app.documents.puzzles import PuzzleGradeDocument
    from litslab.puzzles.lits.explain import path_from
    from litslab.puzzles.lits.grade import grade as find

    status = exits.DONE
    reading = read_puzzles(puzzles, rules)
    for entry in reading.entries:
        answer = find_status(entry.puzzle)
        solutions = [solution.shading for solution in answer.solutions]
        if is_flawed(answer):
            found: Grade | PathOfSteps = path_from(entry.puzzle, None, _limit(trials), solutions=solutions)
            status = max(status, exits.NEGATIVE)
        else:
            found = find(entry.puzzle, _limit(trials), solutions=solutions or None)
            status = max(status, exits.LIMIT if found.limited else exits.DONE)
        finish(PuzzleGradeDocument.of(entry, answer, found), json=json)
    return reading.status(status)


def check_output(output: Path, *, explain: bool, force: bool) -> None:
    """See, before any work is done, that an answer can go where it is wanted."""
    from litslab.games.drawing.canvas import check_target
    from litslab.puzzles.lits.explanation_document import check_explanation_target

    if explain:
        check_explanation_target(output, force=force)
    else:
        check_target(output, force)


def write_answer(
    entry: PuzzleEntry, answer: PuzzleAnswer, explanation: Explanation | None, output: Path, *, force: bool
) -> list[Path]:
    """Write an answer as a picture, or its explanation as a document; return what was written.

    An explanation as .html or .pdf is one document; as .svg or .png it is one picture per step, beside the answer's.
    """
    from litslab.games.drawing.canvas import save
    from litslab.puzzles.lits.explanation_document import save_explanation
    from litslab.puzzles.lits.svg import draw_answer

    if explanation is not None and output.suffix.lower() in {".html", ".pdf"}:
        from litslab.app.documents.puzzles import status_text

        # What is wrong with a puzzle is said first.
        known = f"{credit(entry)} · {status_text(answer)}" if is_flawed(answer) else credit(entry)
        save_explanation(explanation, output, title=entry.name, credit=known, force=force)
        return [output]
    if output.suffix.lower() == ".html":
        exits.complain(f"{output} not written: {answer.status}: expected one solution to explain", exits.NEGATIVE)
        return []
    save(draw_answer(answer), output, force=force)
    return [output, *(draw_steps(explanation, output, force=force) if explanation is not None else ())]


def credit(entry: PuzzleEntry) -> str:
    """Return a line with what is known of a puzzle beside its name: size, author, source."""
    return " · ".join(filter(None, (entry.size, entry.author and f"by {entry.author}", entry.source)))


def draw_steps(explanation: Explanation, output: Path, *, force: bool) -> list[Path]:
    """Draw each step to a file of its own, ``way-01.svg`` and so on for ``way.svg``; return their names."""
    from litslab.games.drawing.canvas import save
    from litslab.puzzles.lits.explain import frames
    from litslab.puzzles.lits.svg import draw_frames

    pictures = draw_frames(explanation.puzzle, frames(explanation))
    digits = max(2, len(str(len(pictures))))
    paths = [
        output.with_name(f"{output.stem}-{number:0{digits}}{output.suffix}") for number in range(1, len(pictures) + 1)
    ]
    for path, picture in zip(paths, pictures, strict=True):
        save(picture, path, force=force)
    return paths
