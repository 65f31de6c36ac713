"""The pages that follow from the code: the rules of the games with their pictures, and the tour."""

from __future__ import annotations

from pathlib import Path

from benchmarks.measure import with_block
from litslab.app.documents.rule_texts import GameRules
from litslab.games import Position, create
from litslab.games.drawing.canvas import Canvas, document, draw_frame
from litslab.games.drawing.svg import draw, draw_tetromino
from litslab.games.geometry import Board, mask_of
from litslab.games.notation import parse_placements
from litslab.games.pieces import (
    CELLS,
    FIXED_PATTERNS,
    TETROMINOES,
    ColouredCells,
    Shape,
    fixed_pieces,
    orientations,
)
from litslab.games.placements import Placement, placement_table
from litslab.games.rule_text import NAMES

DOCS = Path(__file__).parent
TOUR = DOCS / "tour.ipynb"
GAMES_FOLDER = DOCS / "games"
RULES_PICTURES = DOCS / "pictures" / "rules"

TOUR_SECONDS = 600
"""The longest that a cell, the start of its process or the transfer of its outputs may take, even
on a busy machine.
"""

Files = dict[Path, str]
"""Files to write: texts by their paths."""

Lie = tuple[Shape, ColouredCells]
"""A tetromino and one way in which it can lie, moved to the origin."""


def with_blocks(page: Path, blocks: dict[str, str]) -> Files:
    """Return a page with these texts between its lines ``<!-- NAME -->`` and ``<!-- end of NAME
    -->``.
    """
    text = page.read_text(encoding="utf-8")
    for name, block in blocks.items():
        text = with_block(text, name, block)
    return {page: text}


def games() -> Files:
    """Return the pages of the games with their pictures, from the texts that the command and the
    web page show, too.
    """
    return {path: text for name in NAMES for path, text in _game(name).items()}


def _game(name: str) -> Files:
    """Return the page of a game and its pictures."""
    rules = GameRules.of(name)
    files: Files = {}
    parts = [
        f"# {rules.title}",
        f"For players. *By {rules.designer}.* {rules.summary} `litslab rules {name}` prints this "
        "page without its pictures.",
    ]
    for section in rules.sections:
        parts += [f"## {section.title}", section.text]
    if rules.examples:
        parts.append("## Legal or not?")
    for number, example in enumerate(rules.examples, start=1):
        file = f"{name}-{number}.svg"
        files[GAMES_FOLDER / file] = example.picture
        verdict = "legal" if example.legal else "illegal"
        picture = f"![{example.move} on {' / '.join(example.board)}]({file})"
        parts += [picture, f"`{example.move}` is {verdict}. {example.says}"]
    if rules.assumed:
        parts += ["## What is assumed here", "\n".join(f"- {text}" for text in rules.assumed)]
        parts.append("[Rules and options](../rules.md) says why.")
    if rules.proved:
        facts = "\n".join(f"- {fact.text} ([results](../{fact.source}))" for fact in rules.proved)
        parts += ["## What is proved", facts]
    if rules.links:
        parts += [
            "## The designer's pages",
            "\n".join(f"- [{link.text}]({link.url})" for link in rules.links),
        ]
    return files | {GAMES_FOLDER / f"{name}.md": "\n\n".join(parts) + "\n"}


def rules() -> Files:
    """Return the pictures of the page on what the rule texts leave open."""
    pictures = {
        "fixed.svg": _sheet(as_defined(), "the fixed pieces"),
        "turned.svg": _sheet(turned(), "turned only: all there is with --no-flips"),
        "turned-over.svg": _sheet(turned_over(), "turned over: not with --no-flips"),
        "bare-squares.svg": draw(battle_on_bare_squares(), show_protected=False),
    }
    return {RULES_PICTURES / name: picture for name, picture in pictures.items()}


def as_defined() -> list[list[Lie]]:
    """Return the four fixed pieces in one row, each as the code defines it."""
    black = {
        shape: frozenset(CELLS[shape][number] for number in FIXED_PATTERNS[shape])
        for shape in TETROMINOES
    }
    return [[(shape, (frozenset(CELLS[shape]), black[shape])) for shape in TETROMINOES]]


def turned() -> list[list[Lie]]:
    """Return for each fixed piece the ways it can lie when it may only be turned: a row for each
    shape.
    """
    return [
        [(shape, lie) for lie in orientations(CELLS[shape], FIXED_PATTERNS[shape], flips=False)]
        for shape in TETROMINOES
    ]


def turned_over() -> list[list[Lie]]:
    """Return for each fixed piece the further ways it can lie once it is turned over; rows without
    any are left out.
    """
    rows = [
        [
            (shape, lie)
            for lie in orientations(CELLS[shape], FIXED_PATTERNS[shape])
            if (shape, lie) not in row
        ]
        for shape, row in zip(TETROMINOES, turned(), strict=True)
    ]
    return [row for row in rows if row]


def _sheet(rows: list[list[Lie]], note: str) -> str:
    """Draw rows of pieces, separated by one bare square, on a board that just holds them."""
    heights = [1 + max(_extent(lie, 1) for _, lie in row) for row in rows]
    board = Board(
        1 + max(sum(1 + _extent(lie, 0) for _, lie in row) for row in rows), 1 + sum(heights)
    )
    table = placement_table(board, fixed_pieces((6, 6, 6, 6), flips=True))
    pieces: list[Placement] = []
    bottom = board.rows
    for row, height in zip(rows, heights, strict=True):
        bottom -= height
        left = 1
        for shape, lie in row:
            squares, dark = (
                mask_of(board.square(left + column, bottom + up) for column, up in part)
                for part in lie
            )
            placement = table.find(shape, squares, dark)
            assert placement is not None
            pieces.append(placement)
            left += 1 + _extent(lie, 0)
    canvas = Canvas(board, 24, None, (note,), coordinates=False)
    return document(
        canvas, note, [draw_frame(canvas), *(draw_tetromino(canvas, piece) for piece in pieces)]
    )


def _extent(lie: ColouredCells, axis: int) -> int:
    return 1 + max(cell[axis] for cell in lie[0])


def battle_on_bare_squares() -> Position:
    """Return a position of TAIJI+Battle of LITS whose tetromino lies on a square that TAIJI left
    bare.
    """
    rules = create("taiji+battle-of-lits", size=3, groups=1)
    position: Position = rules.start()
    for placement in parse_placements("a1,b1 a2,a3 c3,b3 c1,c2 L[a1,b1,b2,b3]", rules):
        position = position.play(placement)
    return position


def tour() -> Files:
    """Run the notebook, and return it with its outputs.

    The notebook itself is the source. Its outputs keep the pictures and texts and nothing of the
    machine, so that the file differs only if the results differ.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    import nbformat  # noqa: PLC0415 - other pages are written without it
    from nbclient import NotebookClient  # noqa: PLC0415

    notebook = nbformat.read(TOUR, as_version=4)
    waits = {
        "timeout": TOUR_SECONDS,
        "startup_timeout": TOUR_SECONDS,
        "iopub_timeout": TOUR_SECONDS,
    }
    NotebookClient(notebook, resources={"metadata": {"path": str(DOCS)}}, **waits).execute()
    notebook.metadata = {
        "kernelspec": notebook.metadata["kernelspec"],
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            if "metadata" in output:
                output.metadata = {}
            data = output.get("data", {})
            if len(data) > 1:
                data.pop("text/plain", None)  # the picture says it, and it may be long
    nbformat.validate(notebook)
    return {TOUR: nbformat.writes(notebook).rstrip("\n") + "\n"}
