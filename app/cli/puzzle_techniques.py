"""Commands about solving a LITS puzzle by hand: ``hint``, ``grade``, and what ``solve --explain`` prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from litslab.app import exits
from litslab.app.cli.options import (
    ExplanationOption,
    ForceOption,
    JsonLinesOption,
    RulesOption,
    SourcesArgument,
    TrialsOption,
)
from litslab.app.cli.puzzle_sources import read_puzzles
from litslab.app.cli.shared import add_command, print_json
from litslab.app.puzzle_status import (
    describe_reach,
    describe_status,
    find_status,
    is_flawed,
    reach_text,
    status_text,
)

if TYPE_CHECKING:
    from litslab.puzzles.lits.explain import Explanation
    from litslab.puzzles.lits.formats import Entry
    from litslab.puzzles.lits.result import PuzzleAnswer


def register(commands: typer.Typer) -> None:
    """Add the commands of this module to ``litslab puzzle``."""
    add_command(
        commands,
        hint,
        "litslab puzzle hint lits/4/4/9q02jg",
        "litslab puzzle hint puzzle.url --state known.txt --check --json",
        "litslab puzzle hint lits/4/4/9q02jg -o hint.png",
    )
    add_command(
        commands,
        grade,
        "litslab puzzle grade docs/examples/puzzles/all.url",
        "litslab puzzle grade lits/4/4/9q02jg --trials 0 --json",
    )


def hint(
    puzzles: SourcesArgument,
    *,
    rules: RulesOption = None,
    state: Annotated[
        Path | None,
        typer.Option(
            "--state",
            metavar="FILE",
            help="Known squares, one line per row: # shaded, . unshaded, ? unknown; - for standard input.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Solve the puzzle first and reject a state that contradicts the solution.")
    ] = False,
    trials: TrialsOption = None,
    output: ExplanationOption = None,
    force: ForceOption = False,
    json: JsonLinesOption = False,
) -> int:
    """Show the easiest next step in a partly solved puzzle, preceded by the steps it depends on.

    Exit status 1 if the puzzle has several solutions or none, which is printed first with how far logic goes.
    """
    from litslab.app.documents import commands as schema
    from litslab.app.puzzle_documents import name_of
    from litslab.puzzles.lits.explain import describe
    from litslab.puzzles.lits.explain import hint as find
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
        if is_flawed(answer):
            found = _hint_without_solution(entry, answer, rows, _limit(trials), json=json)
            status = max(status, exits.NEGATIVE)
        else:
            found = find(entry.puzzle, rows, _limit(trials), check=check)
            if json:
                print_json(schema.PuzzleHint(**name_of(entry), **describe_status(answer), **describe(found)))
            else:
                _print_hint(found)
            steps = found.path.steps
            if not found.path.is_complete and not (steps and steps[-1].decides):
                status = exits.LIMIT
        if output is not None:
            save_explanation(found, output, title=f"Hint: {entry.name}", credit=credit(entry), force=force)
            if not json:
                typer.echo(f"wrote {output}")
    return reading.status(status)


def _print_hint(found: Explanation) -> None:
    if found.path.steps:
        _print_steps(found)
    elif found.path.is_complete:
        typer.echo("every square is already known")
    else:
        typer.echo(_standstill(found))


def _hint_without_solution(
    entry: Entry, answer: PuzzleAnswer, rows: list[str] | None, most_trials: int, *, json: bool
) -> Explanation:
    """Say that a puzzle has several solutions or none, then how far logic goes and the next step that it takes."""
    from litslab.app.documents import commands as schema
    from litslab.app.puzzle_documents import name_of
    from litslab.puzzles.lits.explain import describe, next_step, path_from

    solutions = [solution.shading for solution in answer.solutions]
    found = next_step(answer.puzzle, rows, most_trials, solutions=solutions)
    path = path_from(answer.puzzle, rows, most_trials, solutions=solutions)
    if json:
        reach = schema.Reach(**describe_reach(path))
        print_json(schema.PuzzleHint(**name_of(entry), **describe_status(answer), reach=reach, **describe(found)))
    else:
        typer.echo(f"{status_text(answer)}; {reach_text(path)}")
        _print_steps(found)
    return found


def _limit(trials: int | None) -> int:
    from litslab.puzzles.lits.techniques.path import MOST_TRIALS

    return MOST_TRIALS if trials is None else trials


def _read_rows(path: Path) -> list[str]:
    import sys

    from litslab.puzzles.lits.formats import load

    text = sys.stdin.read() if str(path) == "-" else load(path)
    return [line.strip() for line in text.splitlines() if line.strip()]


def grade(
    puzzles: SourcesArgument,
    *,
    rules: RulesOption = None,
    trials: TrialsOption = None,
    json: JsonLinesOption = False,
) -> int:
    """Grade puzzles by their difficulty for human solvers: level 1 to 5, score, and the techniques needed.

    A puzzle with several solutions or none has no grade: the squares where two solutions differ or the regions that
    conflict are printed instead, and how far logic goes. Prints one line per puzzle, in order. A puzzle that takes a
    trial within a trial is 5+. Exit status 2 if a file could not be read, else 3 if the limit was reached before a
    puzzle was solved, else 1 if a puzzle has several solutions or none, else 0.
    """
    status = exits.DONE
    reading = read_puzzles(puzzles, rules)
    for entry in reading.entries:
        answer = find_status(entry.puzzle)
        flawed = is_flawed(answer)
        graded = _grade_without_solution if flawed else _grade_one
        limited = graded(entry, answer, _limit(trials), json=json)
        status = max(status, exits.NEGATIVE if flawed else exits.LIMIT if limited else exits.DONE)
    return reading.status(status)


def _grade_one(entry: Entry, answer: PuzzleAnswer, most_trials: int, *, json: bool) -> bool:
    """Print the grade of a puzzle; return whether the limit was reached before it was solved."""
    from litslab.app.documents import commands as schema
    from litslab.app.puzzle_documents import name_of
    from litslab.puzzles.lits.grade import grade as find

    found = find(entry.puzzle, most_trials, solutions=[solution.shading for solution in answer.solutions] or None)
    if json:
        print_json(schema.PuzzleGrade(**name_of(entry), **describe_status(answer), **found.describe()))
        return found.limited
    used = ", ".join(f"{technique} {count}" for technique, count in found.techniques.items())
    unsolved = ""
    if not found.solved:
        unsolved = " (limit reached)" if found.limited else " (single trials do not solve it)"
    typer.echo(f"{entry.label}: level {found.label}, score {found.score}: {used or 'nothing to find'}{unsolved}")
    return found.limited


def _grade_without_solution(entry: Entry, answer: PuzzleAnswer, most_trials: int, *, json: bool) -> bool:
    """Print that a puzzle has several solutions or none, so no grade, and how far logic goes; return that it fails."""
    from litslab.app.documents import commands as schema
    from litslab.app.puzzle_documents import name_of
    from litslab.puzzles.lits.explain import path_from

    path = path_from(entry.puzzle, None, most_trials, solutions=[solution.shading for solution in answer.solutions])
    if json:
        reach = schema.Reach(**describe_reach(path))
        print_json(schema.PuzzleGrade(**name_of(entry), **describe_status(answer), reach=reach))
    else:
        typer.echo(f"{entry.label}: {status_text(answer)}; {reach_text(path)}")
    return False


def described(explanation: Explanation | None) -> dict[str, Any]:
    """Return what an explanation adds to the document of an answer; nothing if there is none."""
    if explanation is None:
        return {}
    from litslab.puzzles.lits.explain import describe

    return {"explanation": describe(explanation)}


def print_explanation(explanation: Explanation | None, *, flawed: bool = False) -> None:
    """Print the numbered steps, and why they stop short of the solution if they do; nothing without an explanation."""
    if explanation is None:
        return
    _print_steps(explanation)
    path = explanation.path
    if flawed:
        typer.echo(reach_text(path))
    elif path.contradiction is not None:
        typer.echo(f"but {path.contradiction.text}: there is no solution")
    elif not path.is_complete:
        typer.echo(_standstill(explanation))


def check_output(output: Path, *, explain: bool, force: bool) -> None:
    """See, before any work is done, that an answer can go where it is wanted."""
    from litslab.games.drawing.export import check_target
    from litslab.puzzles.lits.explanation_document import check_explanation_target

    if explain:
        check_explanation_target(output, force=force)
    else:
        check_target(output, force)


def write_answer(
    entry: Entry, answer: PuzzleAnswer, explanation: Explanation | None, output: Path, *, force: bool
) -> list[Path]:
    """Write an answer as a picture, or its explanation as a document; return what was written.

    An explanation as .html or .pdf is one document; as .svg or .png it is one picture per step, beside the answer's.
    """
    from litslab.games.drawing.export import save
    from litslab.puzzles.lits.explanation_document import save_explanation
    from litslab.puzzles.lits.svg import draw_answer

    if explanation is not None and output.suffix.lower() in {".html", ".pdf"}:
        # What is wrong with a puzzle is said first.
        known = f"{credit(entry)} · {status_text(answer)}" if is_flawed(answer) else credit(entry)
        save_explanation(explanation, output, title=entry.name, credit=known, force=force)
        return [output]
    if output.suffix.lower() == ".html":
        exits.complain(f"{output} not written: {answer.status}: expected one solution to explain", exits.NEGATIVE)
        return []
    save(draw_answer(answer), output, force=force)
    return [output, *(draw_steps(explanation, output, force=force) if explanation is not None else ())]


def credit(entry: Entry) -> str:
    """Return a line with what is known of a puzzle beside its name: size, author, source."""
    return " · ".join(filter(None, (entry.size, entry.author and f"by {entry.author}", entry.source)))


def draw_steps(explanation: Explanation, output: Path, *, force: bool) -> list[Path]:
    """Draw each step to a file of its own, ``way-01.svg`` and so on for ``way.svg``; return their names."""
    from litslab.games.drawing.export import save
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


def _print_steps(explanation: Explanation) -> None:
    """Print steps with their numbers, and after a trial the steps that follow from its assumption."""
    from litslab.puzzles.lits.explain import sentence

    table = explanation.table
    for number, step in enumerate(explanation.path.steps, start=1):
        typer.echo(f"{number}. {sentence(table, step)} ({step.technique})")
        for inner, each in enumerate((*step.chain, *step.other_chain), start=1):
            typer.echo(f"   {number}.{inner} {sentence(table, each)} ({each.technique})")


def _standstill(explanation: Explanation) -> str:
    path = explanation.path
    if path.limited:
        return f"no further step found after following {path.assumptions} assumptions"
    return "no further step: no technique decides anything more, as in a puzzle with several solutions"
