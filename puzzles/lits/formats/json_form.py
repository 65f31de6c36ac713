"""Puzzles as JSON objects, one per document or one per line.

``rows`` and ``cols`` are the size, ``regions`` the region numbers of each row from the top, -1
outside every region. Optional: ``id``, ``title``, ``author``, ``source``, ``level`` (with ``label``
and ``score`` where litslab graded the puzzle), ``rules`` (a name as `puzzles.lits.puzzle.RULES` has
it; those of LITS if there is none), ``givens`` (rows of characters as in a grid of letters) and
``solution``, rows of 0 and 1 or of ``.`` and ``#``. Other fields are ignored.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from litslab.games.toml import first_mistake
from litslab.puzzles.lits.formats import common, janko
from litslab.puzzles.lits.puzzle import (
    LITS,
    OUTSIDE,
    RULES,
    LitsPuzzle,
    draw_shading,
    parse_shading,
)

_LABELS = ("1", "2", "3", "4", "5", "5+")
"""The labels of `Grade`; other levels are a publisher's."""


class _PuzzleModel(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", defer_build=True)

    regions: list[list[int]]
    rows: int | None = None
    cols: int | None = None
    id: str | int | None = None
    level: str | int | None = None
    label: Any = None  # with a score: litslab's own level
    score: Any = None
    title: str | None = None
    author: str | None = None
    source: str | None = None
    rules: str | None = None
    givens: list[str] | None = None
    solution: list[list[int] | str] | None = None


def matches(text: str) -> bool:
    """Return whether a text is meant as JSON objects."""
    return text.lstrip()[:1] in {"{", "["} and not janko.matches(text)


def split(text: str) -> common.Parts:
    """Return the objects of one document, or of one per line."""
    lines = common.split_lines(text)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        # No JSON, or a number of thousands of digits: `read` refuses the line, or the whole text if
        # no line is an object.
        return lines if any(_is_object(line) for _, line in lines) else [(lines[0][0], text)]
    documents = document if isinstance(document, list) else [document]
    return [(lines[0][0], json.dumps(each)) for each in documents]


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read(text: str) -> common.PuzzleEntry:
    """Read a JSON object.

    Raises
    ------
    FormatError
        If it is none, or a field is wrong.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:  # no JSON, or a number of thousands of digits
        place = (
            f" at line {error.lineno}, column {error.colno}"
            if isinstance(error, json.JSONDecodeError)
            else ""
        )
        raise common.FormatError(f"no JSON{place}: expected an object with regions") from None
    return from_document(document)


def from_document(document: Any) -> common.PuzzleEntry:
    """Return the puzzle of a JSON object that is read already.

    Raises
    ------
    FormatError
        If a field is wrong.
    """
    try:
        model = _PuzzleModel.model_validate(document)
    except ValidationError as error:
        raise common.FormatError(first_mistake(error, "the document")) from None
    puzzle = _puzzle(model)
    shading = None
    if model.solution is not None:
        drawn = [_solution_row(row) for row in model.solution]
        shading = parse_shading(puzzle.board, drawn)
    is_graded = (
        model.label in _LABELS and isinstance(model.score, int | float) and 0 <= model.score < 1e9
    )
    level = model.label if is_graded else model.level
    return common.PuzzleEntry(
        puzzle,
        id="" if model.id is None else str(model.id),
        shading=shading,
        level="" if level is None else str(level),
        title=model.title or "",
        author=model.author or "",
        source=model.source or "",
        score=float(model.score) if is_graded else None,
    )


def _puzzle(model: _PuzzleModel) -> LitsPuzzle:
    """Return the puzzle of a document whose fields are of the right types."""
    height = len(model.regions)
    width = len(model.regions[0]) if height else 0
    for name, told, found in (("rows", model.rows, height), ("cols", model.cols, width)):
        if told is not None and told != found:
            raise common.FormatError(f"{name} {told}: expected {found}, as regions has it")
    common.read_size(str(width), str(height))
    for number, row in enumerate(model.regions, start=1):
        lowest = min(row, default=0)
        if lowest < OUTSIDE:
            raise common.FormatError(
                f"row {number} has the region {lowest}: expected {OUTSIDE} or more"
            )
    labels = [[str(region) for region in row] for row in model.regions]
    rules = LITS if model.rules is None else common.read_rules(model.rules)
    return common.labelled(labels, outside={str(OUTSIDE)}, givens=model.givens or (), rules=rules)


def _solution_row(row: list[int] | str) -> str:
    """Return a row of a solution as ``.`` and ``#``, whichever way the document has it."""
    if isinstance(row, str):
        return row
    return "".join("#" if each else "." for each in row)


def document(entry: common.PuzzleEntry) -> dict[str, Any]:
    """Return a puzzle as the content of a JSON object."""
    puzzle = entry.puzzle
    found: dict[str, Any] = {"id": entry.id} if entry.id else {}
    words = {"title": entry.title, "author": entry.author, "source": entry.source}
    found |= {key: value for key, value in words.items() if value}
    found |= {"rows": puzzle.board.rows, "cols": puzzle.board.columns, "regions": puzzle.rows()}
    if entry.level:
        found["level"] = entry.level
    if entry.score is not None:
        found |= {"label": entry.level, "score": entry.score}
    if puzzle.rules is not LITS:
        found["rules"] = puzzle.rules.name
    if puzzle.givens:
        found["givens"] = puzzle.board.draw(puzzle.givens).split("\n")
    if entry.shading is not None:
        found["solution"] = draw_shading(puzzle.board, entry.shading)
    return found


def write(entry: common.PuzzleEntry) -> str:
    """Write a puzzle as a JSON object on one line."""
    return json.dumps(document(entry), ensure_ascii=False, separators=(",", ":"))


FORMAT = common.Format(
    "json",
    "JSON",
    matches=matches,
    read=read,
    write=write,
    split=split,
    suffixes=(".json", ".jsonl"),
    rules=tuple(RULES.values()),
)
