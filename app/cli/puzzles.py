"""Commands about solving LITS puzzles: ``puzzle solve``, ``hint`` and ``grade``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import litslab as ll
from litslab.app import documents
from litslab.app.cli.command import command
from litslab.app.cli.options import (
    Export,
    Force,
    JsonLines,
    Log,
    OptionalLang,
    PuzzleRules,
    PuzzleSources,
    PuzzleTimeLimit,
    Scheduler,
    Strict,
    Trials,
    Workers,
    one_of,
    output_path,
    whole_number,
)
from litslab.app.cli.shared import (
    check_output,
    check_single,
    finish,
    inspecting,
    read_puzzles,
    standard_input,
    text_language,
)
from litslab.app.cli.values import refuse
from litslab.app.console import DONE, LIMIT, NEGATIVE, complain, showing

if TYPE_CHECKING:
    from litslab.app.documents.puzzles import SolvedPuzzle
    from litslab.puzzles.lits.explain import Explanation
    from litslab.puzzles.lits.formats import PuzzleEntry
    from litslab.puzzles.lits.puzzle import PuzzleAnswer


@command(
    "puzzle solve",
    help="Solve puzzles and prove whether each has one solution, several or none.\n\n"
    "Prints one line per puzzle, in order. A puzzle that cannot be read is left out, with its "
    "error on standard error. Exit status 2 if there was one, else 3 if a limit left a puzzle "
    "undecided, else 1 if a puzzle has no solution or, with --explain, several, else 0.",
    examples=(
        "litslab puzzle solve lits/4/4/9q02jg",
        "litslab puzzle solve lits/4/4/9q02jg --explain -o way.html",
        "litslab puzzle solve lits/4/4/9q02jg --explain --lang ja",
        "litslab example -o examples",
        "litslab puzzle solve examples/puzzles --workers 2 --time-limit 10 --json",
        "litslab puzzle solve collection/4 --engine cpsat --log --export puzzle.txtpb",
    ),
)
def solve(
    puzzles: PuzzleSources,
    *,
    rules: PuzzleRules = None,
    strict: Strict = False,
    engine: Annotated[
        str | None,
        one_of(
            "litslab.puzzles.lits.solve:EngineName",
            help="Puzzle solver; if not given, the kernel (cpsat without it).",
        ),
    ] = None,
    limit: Annotated[
        int, whole_number(help="Maximum number of solutions to look for.", least=2, most=10_000)
    ] = 2,
    time_limit: PuzzleTimeLimit = None,
    workers: Workers = 1,
    scheduler: Scheduler = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Explain how to find the solution by hand; -o then writes one .html or .pdf "
            "document, or one picture per step.",
        ),
    ] = False,
    output: Annotated[
        Path | None,
        output_path(
            help="Write a picture to this .svg, .png or .pdf file; with --explain also to an .html "
            "page.",
        ),
    ] = None,
    lang: Annotated[
        str | None,
        one_of(
            "litslab.games.language:LANGUAGES",
            help="Language of the texts with --explain: en or ja.",
        ),
    ] = None,
    log: Log = False,
    export: Export = None,
    force: Force = False,
    json: JsonLines = False,
) -> int:
    from litslab.app.text.puzzles import answer_text, is_flawed
    from litslab.games.language import ENGLISH, using
    from litslab.puzzles.lits.puzzle import SolutionStatus
    from litslab.puzzles.lits.solve import choose_engine

    reading = read_puzzles(puzzles, rules, strict=strict)
    entries = reading.entries
    check_single(entries, output)
    if export is not None and len(entries) > 1:
        refuse(f"{len(entries)} puzzles for one model: expected one puzzle with --export")
    chosen = choose_engine(engine)
    if explain:
        _check_explanation(output, force)
    else:
        check_output(output, force)
    with inspecting(export, log=log, force=force, json=json) as inspection:
        inspection.check_engine(chosen)
        work = partial(
            ll.solve_puzzle,
            engine=engine,
            limit=limit,
            time_limit=time_limit,
            inspection=inspection,
        )
        worst = DONE
        done = 0
        try:
            for entry, answer in _answers(entries, work, workers, scheduler):
                flawed = is_flawed(answer)
                solutions = [solution.shading for solution in answer.solutions] if flawed else []
                explained = explain and answer.status is not SolutionStatus.UNDECIDED
                explanation = None
                if explained:
                    with showing("explaining", last=entry is entries[-1]):
                        explanation = ll.explain(entry.puzzle, solutions=solutions)
                with using(text_language(lang, json=json) if explain else ENGLISH):
                    lines = answer_text(entry, answer, explanation, alone=len(entries) == 1)
                    finish(_solved(entry, answer, explanation), json=json, lines=lines)
                done += 1
                incomplete = explanation is not None and not explanation.path.is_complete
                if answer.status is SolutionStatus.IMPOSSIBLE or (explain and flawed):
                    worst = max(worst, NEGATIVE)
                elif answer.status is SolutionStatus.UNDECIDED or incomplete:
                    worst = max(worst, LIMIT)
                if output is not None:
                    with using(lang or ENGLISH):
                        written = write_answer(entry, answer, explanation, output, force=force)
                    if not written:
                        worst = max(worst, NEGATIVE)
                    elif not json:
                        typer.echo(f"wrote {', '.join(map(str, written))}")
        except KeyboardInterrupt:
            if not done:
                raise
            from litslab.app.text.parts import counted

            total = counted(len(entries), "puzzle")
            return complain(f"interrupted after {done} of {total}", LIMIT)
    return reading.status(worst)


def _solved(
    entry: PuzzleEntry,
    answer: PuzzleAnswer,
    explanation: Explanation | None,
) -> SolvedPuzzle:
    """Return a puzzle with its answer, and its explanation if there is one."""
    from litslab.games.result_json import extended

    if explanation is None:
        return extended(documents.puzzles.SolvedPuzzle, entry, answer=answer)
    explained = documents.explanations.ExplainedPuzzle
    return extended(explained, entry, answer=answer, explanation=explanation)


def _answers(
    entries: list[PuzzleEntry],
    work: Callable[[ll.Puzzle], PuzzleAnswer],
    workers: int,
    scheduler: str | None,
) -> Iterator[tuple[PuzzleEntry, PuzzleAnswer]]:
    """Yield each puzzle with its answer, in the order given."""
    from litslab.jobs.progress import Progress
    from litslab.jobs.tasks import run_tasks_in_order

    puzzles = [entry.puzzle for entry in entries]
    running = run_tasks_in_order(
        work, puzzles, workers=min(workers, len(entries)), scheduler=scheduler
    )
    with closing(running) as answers:
        for number, entry in enumerate(entries):
            # It is removed before the answer is printed.
            with showing("solving", keeps=number > 0, last=entry is entries[-1]) as progress:
                if len(entries) > 1:
                    progress(Progress(number, len(entries)))
                _, found = next(answers)
            yield entry, found


def write_answer(
    entry: PuzzleEntry,
    answer: PuzzleAnswer,
    explanation: Explanation | None,
    output: Path,
    *,
    force: bool,
) -> list[Path]:
    """Write an answer as a picture, or its explanation as a document; return the files written.

    An explanation as .html or .pdf is one document; as .svg or .png it is a picture of the answer
    and one per step, ``way-01.svg`` and so on for ``way.svg``.
    """
    from litslab.app.text.puzzles import is_flawed, status_text
    from litslab.games.drawing.picture_file import save
    from litslab.games.language import language
    from litslab.puzzles.lits.explain import frames
    from litslab.puzzles.lits.svg import draw_answer, draw_step

    if explanation is not None and output.suffix.lower() in {".html", ".pdf"}:
        known = credit(entry)
        if is_flawed(answer):
            known += f" · {status_text(answer)}"
        ll.save_explanation(
            explanation, output, title=entry.name, credit=known, force=force, lang=language()
        )
        return [output]
    if output.suffix.lower() == ".html":
        why = f"{answer.status}: expected one solution to explain"
        complain(f"{output} not written: {why}", NEGATIVE)
        return []
    save(draw_answer(answer), output, force=force)
    written = [output]
    steps = [] if explanation is None else frames(explanation)
    digits = max(2, len(str(len(steps))))
    for number, step in enumerate(steps, start=1):
        path = output.with_name(f"{output.stem}-{number:0{digits}}{output.suffix}")
        save(draw_step(entry.puzzle, step), path, force=force)
        written.append(path)
    return written


SECONDS = 10.0
"""The time limit for counting solutions in commands that are not about solving."""


@command(
    "puzzle hint",
    help="Show the easiest next step in a partly solved puzzle, preceded by the steps it depends "
    "on.\n\n"
    "Exit status 1 if the puzzle has several solutions or none, which is printed first with "
    "how far logic goes.",
    examples=(
        "litslab puzzle hint lits/4/4/9q02jg",
        "litslab puzzle hint lits/4/4/9q02jg --trials 0 --json",
        "litslab puzzle hint lits/4/4/9q02jg -o hint.png",
    ),
)
def hint(
    puzzles: PuzzleSources,
    *,
    rules: PuzzleRules = None,
    strict: Strict = False,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Known squares, one line per row: # shaded, . unshaded, ? unknown; - for standard "
            "input.",
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Solve the puzzle first and reject a state that contradicts the solution.",
        ),
    ] = False,
    trials: Trials = None,
    output: Annotated[
        Path | None,
        output_path(
            help="Write the steps to this .html, .pdf, .svg or .png file.",
        ),
    ] = None,
    lang: OptionalLang = None,
    force: Force = False,
    json: JsonLines = False,
) -> int:
    from litslab.app.documents.explanations import HintedPuzzle
    from litslab.app.text.puzzles import hint_text, is_flawed
    from litslab.games.language import ENGLISH, language, tr, using
    from litslab.games.result_json import extended
    from litslab.puzzles.lits.hint import next_step, path_from

    reading = read_puzzles(puzzles, rules, strict=strict)
    alone = len(reading.entries) == 1
    if not alone and (state is not None or output is not None):
        refuse(f"{len(reading.entries)} puzzles: expected one with --state or -o")
    _check_explanation(output, force)
    rows = None if state is None else _read_rows(state)
    status = DONE
    for entry in reading.entries:
        path = None
        with showing("searching", last=entry is reading.entries[-1]):
            answer = ll.solve_puzzle(entry.puzzle, time_limit=SECONDS)
            if is_flawed(answer):
                solutions = [solution.shading for solution in answer.solutions]
                found = next_step(entry.puzzle, rows, _limit(trials), solutions=solutions)
                path = path_from(entry.puzzle, rows, _limit(trials), solutions=solutions)
            else:
                found = ll.hint(entry.puzzle, rows, _limit(trials), check=check)
        if not alone and not json:
            typer.echo(f"{entry.label}:")
        steps = found.path.steps
        if path is not None:
            status = max(status, NEGATIVE)
        elif not found.path.is_complete and not (steps and steps[-1].decides):
            status = LIMIT
        save = None
        if output is not None:
            with using(lang or ENGLISH):
                shown = {
                    "title": tr("Hint: {puzzle}", puzzle=entry.name),
                    "credit": credit(entry),
                    "lang": language(),
                }
            save = partial(ll.save_explanation, found, output, force=force, **shown)
        with using(text_language(lang, json=json)):
            finish(
                extended(HintedPuzzle, entry, answer=answer, explanation=found, reach=path),
                output,
                json=json,
                lines=hint_text(answer, found, path),
                save=save,
            )
    return reading.status(status)


@command(
    "puzzle grade",
    help="Grade puzzles by their difficulty for human solvers: level 1 to 5, score, and the "
    "techniques needed.\n\n"
    "A puzzle with several solutions or none has no grade: the squares where two solutions "
    "differ or the regions that conflict are printed instead, and how far logic goes. Prints "
    "one line per puzzle, in order. A puzzle that takes a trial within a trial is 5+. Exit "
    "status 2 if one could not be read, else 3 if the limit was reached before a puzzle was "
    "solved, else 1 if a puzzle has several solutions or none, else 0.",
    examples=(
        "litslab example -o examples",
        "litslab puzzle grade examples/puzzles/all.url",
        "litslab puzzle grade lits/4/4/9q02jg --trials 0 --json",
    ),
)
def grade(
    puzzles: PuzzleSources,
    *,
    rules: PuzzleRules = None,
    strict: Strict = False,
    trials: Trials = None,
    calibrate: Annotated[
        bool,
        typer.Option(
            "--calibrate",
            help="Read files that the page's Export times wrote, one solve in each, and show how "
            "well grades predict the times.",
        ),
    ] = False,
    json: JsonLines = False,
) -> int:
    from litslab.app.documents.explanations import GradedPuzzle
    from litslab.app.text.puzzles import calibration_text, grade_text, is_flawed
    from litslab.games.result_json import extended
    from litslab.puzzles.lits.hint import path_from

    if calibrate:
        if rules is not None:
            refuse("--rules with --calibrate: expected exports, which name their rules")
        calibration = ll.calibrate(puzzles, _limit(trials))
        finish(calibration, json=json, lines=calibration_text(calibration))
        return DONE
    status = DONE
    reading = read_puzzles(puzzles, rules, strict=strict)
    for entry in reading.entries:
        with showing("grading", last=entry is reading.entries[-1]):
            answer = ll.solve_puzzle(entry.puzzle, time_limit=SECONDS)
            solutions = [solution.shading for solution in answer.solutions]
            if is_flawed(answer):
                grade = None
                reach = path_from(entry.puzzle, None, _limit(trials), solutions=solutions)
                status = max(status, NEGATIVE)
            else:
                grade = ll.grade(entry.puzzle, _limit(trials), solutions=solutions or None)
                reach = None
                status = max(status, LIMIT if grade.limited else DONE)
        graded = extended(GradedPuzzle, entry, answer=answer, grade=grade, reach=reach)
        finish(graded, json=json, lines=grade_text(entry, answer, grade, reach))
    return reading.status(status)


def _check_explanation(path: Path | None, force: bool) -> None:
    """Check that an explanation can be written to this path, if one is given."""
    if path is not None:
        from litslab.puzzles.lits.explanation_document import SUFFIXES

        check_output(path, force, SUFFIXES)


def _limit(trials: int | None) -> int:
    from litslab.puzzles.lits.techniques.path import MOST_TRIALS

    return MOST_TRIALS if trials is None else trials


def _read_rows(path: Path) -> list[str]:
    from litslab.puzzles.lits.formats import LARGEST_TEXT, load

    text = standard_input(LARGEST_TEXT) if str(path) == "-" else load(path)
    return [line.strip() for line in text.splitlines() if line.strip()]


def credit(entry: PuzzleEntry) -> str:
    """Return a line with the size, author and source of a puzzle, as far as known."""
    from litslab.games.language import tr

    parts = [entry.size]
    if entry.author:
        parts.append(tr("by {author}", author=entry.author))
    if entry.source:
        parts.append(entry.source)
    return " · ".join(parts)
