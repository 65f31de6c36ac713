"""LITS puzzles that a page draws, checks and solves."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace

from litslab.app.web import documents
from litslab.app.web.pasted_puzzle import pasted_puzzle
from litslab.app.web.settings import Settings, TooLargeError, check_fit
from litslab.games.errors import check_choice
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.language import mark, together, tr
from litslab.puzzles.lits import formats
from litslab.puzzles.lits.check import violations
from litslab.puzzles.lits.explain import ExplainedStep
from litslab.puzzles.lits.hint import hint
from litslab.puzzles.lits.partial_state import refuse_departing
from litslab.puzzles.lits.puzzle import (
    OUTSIDE,
    LitsPuzzle,
    PuzzleError,
    SolutionStatus,
    rules_of,
)
from litslab.puzzles.lits.solve import only_solution, solve

HINT_TRIALS = 200


@dataclass(frozen=True, eq=False, kw_only=True)
class Hint:
    """The next step from the marks of a human solver; None if none is known."""

    step: ExplainedStep | None
    solved: bool


def puzzle_of(request: documents.GridRequest, settings: Settings) -> LitsPuzzle:
    """Return the puzzle that a page has drawn.

    Raises
    ------
    PuzzleError
        If the rows of regions do not fit the size.
    TooLargeError
        If it is larger than the server takes.
    """
    check_fit(mark("puzzle"), request.rows * request.cols, settings)
    if [len(row) for row in request.regions] != [request.cols] * request.rows:
        raise PuzzleError(f"regions: expected {request.rows} rows of {request.cols} numbers")
    board = Board(request.cols, request.rows)
    numbers = [max(number, OUTSIDE) for row in reversed(request.regions) for number in row]
    return LitsPuzzle(board, tuple(numbers), rules=rules_of(request.rules))


def answer_puzzle(request: documents.PuzzleRequest, settings: Settings) -> documents.PuzzlePage:
    """Read a puzzle from a URL or another text.

    Raises
    ------
    PastedError
        If the text is no puzzle.
    formats.FormatError
        If the page has no puzzles with its rules.
    TooLargeError
        If it is larger than the server takes.
    """
    with pasted_puzzle(request.puzzle):
        puzzle = formats.read_one(request.puzzle.strip()).puzzle
    if request.rules is not None:
        puzzle = replace(puzzle, rules=rules_of(request.rules))
    if puzzle.rules.may_leave_all_out:  # such puzzles need givens
        text = tr(
            "a puzzle with the rules {rules}: the page has none with these rules",
            rules=puzzle.rules.name,
        )
        raise formats.FormatError(text)
    board = puzzle.board
    check_fit(mark("puzzle"), board.size, settings)
    givens = {
        board.name(square): known != "."
        for square, known in enumerate(puzzle.givens)
        if known != "?"
    }
    entry = formats.PuzzleEntry(puzzle)
    return documents.PuzzlePage(
        rows=board.rows,
        cols=board.columns,
        regions=puzzle.rows(),
        givens=givens,
        rules=puzzle.rules.name,
        url=formats.link_to(entry),
        text=formats.write(entry, "grid"),
    )


def read_entries(text: str, settings: Settings) -> tuple[list[formats.PuzzleEntry], list[str]]:
    """Return the puzzles of a text, and an error with the line for each that cannot be read or is
    too large.

    Raises
    ------
    PastedError
        If no puzzle can be read.
    TooLargeError
        If all that can be read are larger than the server takes.
    """
    with pasted_puzzle(text):
        found = formats.read_readable(text, tr("the text"))
    entries = []
    errors: list[Exception] = [*found.errors]
    for entry in found.entries:
        try:
            check_fit(mark("puzzle"), entry.puzzle.board.size, settings)
        except TooLargeError as error:
            errors.append(TooLargeError(f"{entry.read_from}: {error}"))
        else:
            entries.append(entry)
    if not entries:
        raise errors[-1]
    return entries, list(map(str, errors))


def answer_convert(request: documents.ConvertRequest, settings: Settings) -> documents.Converted:
    """Convert puzzles to another format.

    Those that cannot be converted are left out, with an error for each.

    Raises
    ------
    PastedError
        If no puzzle can be read.
    formats.FormatError
        If the format can express none.
    OptionError
        If there is no such format.
    TooLargeError
        If all puzzles are larger than the server takes.
    """
    check_choice("format", request.to, formats.FORMATS)
    entries, errors = read_entries(request.puzzle, settings)
    fitting = []
    for entry in entries:
        if refused := formats.refusal(entry, request.to):
            errors.append(f"{entry.read_from}: {refused}")
        else:
            fitting.append(entry)
    if not fitting:
        raise formats.FormatError(errors[-1])
    return documents.Converted(
        format=request.to,
        puzzles=len(fitting),
        text=formats.write_all(fitting, request.to),
        errors=errors,
    )


def answer_check(request: documents.GridRequest, settings: Settings) -> documents.GridState:
    """Return the status of a grid, its solution, or two solutions and the squares in which they
    differ.
    """
    puzzle = puzzle_of(request, settings)
    board = puzzle.board
    sizes = Counter(region for region in puzzle.regions if region != OUTSIDE)
    answer = solve(puzzle, time_limit=settings.check_seconds, conflict=False)
    shapes: dict[str, str] | None = None
    if answer.status is SolutionStatus.UNIQUE:
        shapes = {}
        for shape, squares in answer.solutions[0].tetrominoes(puzzle):
            shapes |= dict.fromkeys(board.names(squares), shape.value)
    return documents.GridState(
        status=answer.status.value,
        shapes=shapes,
        solutions=[board.names(each.shading) for each in answer.solutions[:2]],
        differing=board.names(answer.differing),
        small=sorted(
            region for region, size in sizes.items() if size < puzzle.rules.smallest_region
        ),
        url=formats.link_to(formats.PuzzleEntry(puzzle)),
        seconds=answer.seconds,
    )


def answer_hint(request: documents.GridRequest, settings: Settings) -> Hint:
    """Return the easiest next step from the marks of a solver.

    Raises
    ------
    PuzzleError
        If the puzzle has no solution or several, or is not decided in time, or the marks contradict
        the solution.
    """
    puzzle = puzzle_of(request, settings)
    shaded, unshaded = _marks(request, puzzle)
    cells = ["?"] * puzzle.board.size
    for square in bits(unshaded):
        cells[square] = "."
    for square in bits(shaded):
        cells[square] = "#"
    rows = puzzle.board.draw(cells).split("\n")
    solution = only_solution(puzzle, settings.check_seconds)
    refuse_departing(puzzle, rows, solution.shading)
    found = hint(puzzle, rows, HINT_TRIALS)
    steps = found.steps
    if not steps:
        return Hint(step=None, solved=found.path.is_complete)
    text = together([each.text for each in steps])
    return Hint(step=replace(steps[-1], text=text), solved=False)


def _marks(request: documents.GridRequest, puzzle: LitsPuzzle) -> tuple[int, int]:
    board = puzzle.board
    return mask_of(map(board.parse, request.shaded)), mask_of(map(board.parse, request.unshaded))


def answer_mistakes(request: documents.GridRequest, settings: Settings) -> documents.Mistakes:
    """Compare a solver's marks with the solution; where there are several, with the rules and with
    all of them.

    Raises
    ------
    PuzzleError
        If the puzzle has no solution.
    """
    puzzle = puzzle_of(request, settings)
    shaded, unshaded = _marks(request, puzzle)
    answer = solve(puzzle, time_limit=settings.check_seconds, conflict=False)
    status = answer.status
    if status is SolutionStatus.IMPOSSIBLE:
        raise PuzzleError(status.refusal)
    is_complete = not violations(puzzle, shaded)
    wrong = 0
    if status is SolutionStatus.UNIQUE:
        solution = answer.solutions[0].shading
        wrong = (shaded & ~solution) | (unshaded & solution)
    elif status is SolutionStatus.MULTIPLE:
        if is_complete:
            wrong = shaded & unshaded
        else:
            wrong = _in_no_solution(puzzle, shaded, unshaded, settings.check_seconds)
    return documents.Mistakes(
        wrong=puzzle.board.names(wrong),
        complete=is_complete,
        status=answer.status.value,
    )


def _in_no_solution(puzzle: LitsPuzzle, shaded: int, unshaded: int, seconds: float) -> int:
    """Return the marks that have to go until some solution agrees with the others, which are kept
    in the order of the board; none that are not known to be wrong in this time.
    """
    deadline = time.monotonic() + seconds
    givens = ["?"] * puzzle.board.size

    def is_refuted(squares: int) -> bool:
        for square in bits(squares):
            givens[square] = "#" if shaded >> square & 1 else "."
        left = max(0.0, deadline - time.monotonic())
        held = replace(puzzle, givens="".join(givens))
        return solve(held, time_limit=left, conflict=False).status is SolutionStatus.IMPOSSIBLE

    marked = shaded | unshaded
    if not is_refuted(marked):
        return 0
    givens = ["?"] * puzzle.board.size
    wrong = 0
    for square in bits(marked):
        if is_refuted(1 << square):
            wrong |= 1 << square
            givens[square] = "?"
    return wrong
