"""LITS puzzles as JSON documents (`app.schema`): which puzzle a document is about, and what was found out about it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from litslab.app.documents import commands as schema
from litslab.app.puzzle_status import describe_status
from litslab.puzzles.lits.formats import FormatError, write
from litslab.puzzles.lits.formats.json_form import document
from litslab.puzzles.lits.puzzle import draw_shading
from litslab.puzzles.lits.rules import LITS

if TYPE_CHECKING:
    from litslab.puzzles.lits.formats import Entry
    from litslab.puzzles.lits.repair import PuzzleCheck, Repair
    from litslab.puzzles.lits.result import PuzzleAnswer, PuzzleSolution
    from litslab.puzzles.lits.variants import Variant


def name_of(entry: Entry) -> dict[str, Any]:
    """Return what all documents say of the puzzle that they are about: the fields of `schema.PuzzleName`."""
    board = entry.puzzle.board
    told = {key: value for key in ("title", "author", "source") if (value := getattr(entry, key))}
    if entry.puzzle.rules is not LITS:
        told["rules"] = entry.puzzle.rules.name
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
        **describe_status(answer),
        "solution": None if first is None else draw_shading(board, first.shading),
        "shapes": None if first is None else first.letters(),
    }
    if len(answer.solutions) > 1:
        told["solutions"] = [draw_shading(board, solution.shading) for solution in answer.solutions]
        told["complete"] = answer.complete
    told |= {"engine": answer.engine, "nodes": answer.nodes, "seconds": round(answer.seconds, 6)}
    return told


def describe_puzzle(entry: Entry, solution: PuzzleSolution | None, broken: list[str]) -> schema.PuzzleShow:
    """Describe a puzzle as `puzzle show` prints it, with its solution or what is wrong with it."""
    board = entry.puzzle.board
    content = document(entry) | name_of(entry)
    content |= {
        "solution": None if solution is None else draw_shading(board, solution.shading),
        "shapes": None if solution is None else solution.letters(),
        "broken": broken,
    }
    return schema.PuzzleShow(**content)


def link_of(entry: Entry) -> str:
    """Return a URL that opens a puzzle for solving; empty where a URL cannot hold it."""
    try:
        return write(replace(entry, shading=None), "url")
    except FormatError:
        return ""


def describe_check(entry: Entry, found: PuzzleCheck) -> schema.PuzzleCheck:
    """Describe what a setter wants to know of a puzzle."""
    answer = found.answer
    told: dict[str, Any] = {
        **name_of(entry),
        **describe_status(answer),
        "solutions": len(answer.solutions),
        "complete": answer.complete,
        "differing": entry.puzzle.board.names(found.differing),
        "repairs": [_describe_repair(entry, repair) for repair in found.repairs],
        "searched": found.searched,
        "tried": found.tried,
    }
    return schema.PuzzleCheck(**told)


def _describe_repair(entry: Entry, repair: Repair) -> schema.PuzzleRepair:
    puzzle = entry.puzzle
    return schema.PuzzleRepair(
        moves=[
            schema.BorderMove(
                square=puzzle.board.name(move.square),
                leaves=puzzle.region_name(move.leaves),
                joins=puzzle.region_name(move.joins),
            )
            for move in repair.moves
        ],
        keeps_solution=repair.keeps_solution,
        regions=repair.puzzle.rows(),
        solution=draw_shading(puzzle.board, repair.solution.shading),
        url=link_of(replace(entry, puzzle=repair.puzzle)) or None,
    )


def describe_variant(entry: Entry, named: Entry, variant: Variant) -> schema.PuzzleVariant:
    """Describe a variant of a puzzle; `named` is the variant with its name."""
    content = document(named)
    content.pop("level", None)
    return schema.PuzzleVariant(
        **content, variant=variant.name, of=entry.name, status=variant.status.value, url=link_of(named) or None
    )
