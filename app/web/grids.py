"""LITS puzzles that a page draws, checks and solves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from litslab.app.documents.puzzles import ExplanationDocument, PuzzleConvertDocument
from litslab.app.web import documents
from litslab.app.web.settings import Settings, check_fit
from litslab.games.errors import check_choice
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.language import mark, together, tr
from litslab.puzzles.lits import formats
from litslab.puzzles.lits.explain import hint
from litslab.puzzles.lits.puzzle import OUTSIDE, TETROMINO_SIZE, LitsPuzzle, PuzzleError, SolutionStatus, rules_of
from litslab.puzzles.lits.solve import only_solution, solve

CHECK_SECONDS = 2.0
"""The longest check while drawing; longer ones are undecided."""
HINT_TRIALS = 200


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
    if len(request.regions) != request.rows or any(len(row) != request.cols for row in request.regions):
        raise PuzzleError(f"regions: expected {request.rows} rows of {request.cols} numbers")
    board = Board(request.cols, request.rows)
    numbers = [max(number, OUTSIDE) for row in reversed(request.regions) for number in row]
    return LitsPuzzle(board, tuple(numbers), rules=rules_of(request.rules))


def answer_puzzle(request: documents.PuzzleRequest, settings: Settings) -> documents.PuzzlePage:
    """Read a puzzle from a URL or another text.

    Raises
    ------
    formats.FormatError
        If the text is no puzzle.
    TooLargeError
        If it is larger than the server takes.
    """
    puzzle = formats.read_one(request.puzzle.strip()).puzzle
    if request.rules is not None:
        puzzle = replace(puzzle, rules=rules_of(request.rules))
    if puzzle.rules.may_leave_all_out:  # such puzzles need givens
        text = tr("a puzzle with the rules {rules}: the page has none with these rules", rules=puzzle.rules.name)
        raise formats.FormatError(text)
    board = puzzle.board
    check_fit(mark("puzzle"), board.size, settings)
    given, entry = puzzle.givens, formats.PuzzleEntry(puzzle)
    return documents.PuzzlePage(
        rows=board.rows, cols=board.columns, regions=puzzle.rows(),
        givens={board.name(square): known != "." for square, known in enumerate(given) if known != "?"},
        rules=puzzle.rules.name, url=formats.link_to(entry), text=formats.write(entry, "grid"),
    )  # fmt: skip


def answer_convert(request: documents.ConvertRequest, settings: Settings) -> PuzzleConvertDocument:
    """Convert puzzles to another format.

    Raises
    ------
    formats.FormatError
        If the text is no puzzle, or the format cannot express it.
    OptionError
        If there is no such format.
    TooLargeError
        If a puzzle is larger than the server takes.
    """
    check_choice("format", request.to, formats.FORMATS)
    entries = formats.read_text(request.puzzle, "the puzzle")
    for entry in entries:
        check_fit(mark("puzzle"), entry.puzzle.board.size, settings)
    return PuzzleConvertDocument.of(entries, request.to, formats.write_all(entries, request.to))


def answer_check(request: documents.GridRequest, settings: Settings) -> documents.GridState:
    """Return the status of a grid, its solution, or two solutions and the squares in which they differ."""
    puzzle = puzzle_of(request, settings)
    board = puzzle.board
    sizes = Counter(region for region in puzzle.regions if region != OUTSIDE)
    answer = solve(puzzle, time_limit=CHECK_SECONDS, conflict=False)
    one = answer.solutions[0] if answer.status is SolutionStatus.UNIQUE else None
    pieces = () if one is None else one.tetrominoes(puzzle)
    return documents.GridState(
        status=answer.status.value,
        shapes={board.name(each): shape.value for shape, squares in pieces for each in bits(squares)} if one else None,
        solutions=[board.names(each.shading) for each in answer.solutions[:2]], differing=board.names(answer.differing),
        small=sorted(region for region, size in sizes.items() if size < TETROMINO_SIZE),
        url=formats.link_to(formats.PuzzleEntry(puzzle)), seconds=answer.seconds,
    )  # fmt: skip


def answer_hint(request: documents.GridRequest, settings: Settings) -> documents.Hint:
    """Return the easiest next step from the marks of a solver.

    Raises
    ------
    PuzzleError
        If the puzzle has no solution or several, or the marks contradict it.
    """
    puzzle = puzzle_of(request, settings)
    shaded, unshaded = _marks(request, puzzle)
    board = puzzle.board
    cells = ["#" if shaded >> each & 1 else "." if unshaded >> each & 1 else "?" for each in range(board.size)]
    found = ExplanationDocument.of_explanation(hint(puzzle, board.draw(cells).split("\n"), HINT_TRIALS, check=True))
    if not found.steps:
        return documents.Hint(step=None, solved=found.complete)
    step = documents.HintStep.made_of(found.steps[-1])
    text = together([each.text for each in found.steps])
    return documents.Hint(step=step.model_copy(update={"text": text}), solved=False)


def _marks(request: documents.GridRequest, puzzle: LitsPuzzle) -> tuple[int, int]:
    board = puzzle.board
    return mask_of(map(board.parse, request.shaded)), mask_of(map(board.parse, request.unshaded))


def answer_mistakes(request: documents.GridRequest, settings: Settings) -> documents.Mistakes:
    """Compare a solver's marks with the solution.

    Raises
    ------
    PuzzleError
        If the puzzle has no solution or several.
    """
    puzzle = puzzle_of(request, settings)
    shaded, unshaded = _marks(request, puzzle)
    solution = only_solution(puzzle).shading
    wrong = (shaded & ~solution) | (unshaded & solution)
    return documents.Mistakes(wrong=puzzle.board.names(wrong), complete=shaded == solution)
