"""LITS puzzles as JSON documents (`app.schema`): which puzzle a document is about, and what was found out about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litslab.app import schema
from litslab.games.geometry import bits
from litslab.puzzles.lits.formats.json_form import document
from litslab.puzzles.lits.puzzle import draw_shading, reading_order

if TYPE_CHECKING:
    from litslab.games.geometry import Board
    from litslab.puzzles.lits.formats import Entry
    from litslab.puzzles.lits.puzzle import LitsPuzzle
    from litslab.puzzles.lits.result import PuzzleAnswer, PuzzleSolution


def name_of(entry: Entry) -> dict[str, Any]:
    """Return what all documents say of the puzzle that they are about: the fields of `schema.PuzzleName`."""
    board = entry.puzzle.board
    told = {key: value for key in ("title", "author", "source") if (value := getattr(entry, key))}
    return {"id": entry.name, **told, "rows": board.rows, "cols": board.columns, "read_from": entry.read_from}


def describe_answer(entry: Entry, answer: PuzzleAnswer, **more: Any) -> schema.PuzzleAnswer:
    """Describe what a solver found out about a puzzle, with what the command adds to it."""
    return schema.PuzzleAnswer(**_answered(entry, answer), **more)


def _answered(entry: Entry, answer: PuzzleAnswer) -> dict[str, Any]:
    puzzle = answer.puzzle
    board = puzzle.board
    first = answer.solutions[0] if answer.solutions else None
    told: dict[str, Any] = {
        **name_of(entry),
        "status": answer.status.value,
        "solution": None if first is None else draw_shading(board, first.shading),
        "shapes": None if first is None else [shape.value for shape in first.shapes],
    }
    if len(answer.solutions) > 1:
        told["solutions"] = [draw_shading(board, solution.shading) for solution in answer.solutions]
        told["complete"] = answer.complete
        told["differing"] = square_names(board, answer.differing)
    if answer.conflict is not None:
        told["conflict"] = [{"region": region, "at": region_name(puzzle, region)} for region in answer.conflict]
    told |= {"engine": answer.engine, "nodes": answer.nodes, "seconds": round(answer.seconds, 6)}
    return told


def describe_puzzle(entry: Entry, solution: PuzzleSolution | None, broken: list[str]) -> schema.PuzzleShow:
    """Describe a puzzle as `puzzle show` prints it, with its solution or what is wrong with it."""
    board = entry.puzzle.board
    content = document(entry) | name_of(entry)
    content |= {
        "solution": None if solution is None else draw_shading(board, solution.shading),
        "shapes": None if solution is None else [shape.value for shape in solution.shapes],
        "broken": broken,
    }
    return schema.PuzzleShow(**content)


def square_names(board: Board, squares: int) -> list[str]:
    """Return the names of a set of squares."""
    return [board.name(square) for square in bits(squares)]


def region_name(puzzle: LitsPuzzle, region: int) -> str:
    """Return what a region is called by: the name of its first square in reading order."""
    return next(puzzle.board.name(s) for s in reading_order(puzzle.board) if puzzle.regions[s] == region)
