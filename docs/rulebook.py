"""What the page must know of notation and rules before it can ask: a module of the page."""

from __future__ import annotations

import json
from collections.abc import Iterator

from docs.page_results import STORE
from docs.pages import Files
from litslab.games.geometry import column_name
from litslab.games.pieces import CELLS, TETROMINOES, Shape, orientations
from litslab.puzzles.lits.puzzle import LARGEST_SIDE, RULES, PuzzleRules

MODULE = STORE.with_name("rulebook.js")

_TETROMINOES = (*TETROMINOES, Shape.O)

_HEAD = """\
// What the page knows of notation and rules before it can ask. `python -m docs.make rulebook`
// writes it, from the same Python that answers.

import { tr } from "./language.js";
"""


def rulebook() -> Files:
    """Write the page's module with the names of columns, tetrominoes and the rules of puzzles."""
    columns = [column_name(column) for column in range(LARGEST_SIDE)]
    shapes = {key: each.value for each in _TETROMINOES for key in _keys(each)}
    parts = [
        _HEAD,
        "// The names of columns, from the left.",
        f"export const COLUMNS = {json.dumps(columns)};\n",
        "// The letters of tetrominoes by their squares, sorted: column and row of each.",
        "/** @type {Record<string, string>} */",
        f"export const SHAPES = {json.dumps(shapes)};\n",
        "// The puzzle and those next to it that need no givens, by name.",
        "/**",
        " * @type {Record<string, {title: string, text: string, shapes: string,",
        " *   tetrominoes: number, isInverse: boolean, isOptional: boolean, mayBeBlank: boolean}>}",
        " */",
        "export const PUZZLES = {",
        *(_puzzle(each) for each in RULES.values() if not each.may_leave_all_out),
        "};\n",
    ]
    return {MODULE: "\n".join(parts)}


def _keys(shape: Shape) -> Iterator[str]:
    for cells, _ in orientations(CELLS[shape]):
        yield " ".join(sorted(f"{column},{row}" for column, row in cells))


def _puzzle(rules: PuzzleRules) -> str:
    fields = {
        "shapes": "".join(shape.value for shape in rules.shapes),
        "tetrominoes": rules.tetrominoes,
        "isInverse": rules.inverse,
        "isOptional": rules.optional,
        "mayBeBlank": rules.blank_blocks,
    }
    texts = [
        f"{name}: tr({json.dumps(text, ensure_ascii=False)}),"
        for name, text in (("title", rules.title), ("text", rules.summary))
    ]
    facts = [f"{name}: {json.dumps(value)}," for name, value in fields.items()]
    return "\n    ".join([f"  {json.dumps(rules.name)}: {{", *texts, *facts]) + "\n  },"
