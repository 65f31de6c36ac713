"""The cover picture of a booklet of LITS puzzles: a solved puzzle, each shape in a colour of its own."""

from __future__ import annotations

from litslab.games.drawing.canvas import Canvas, document, element
from litslab.games.drawing.palette import PALETTE
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.solve import only_solution

PUZZLE = "lits/10/10/2kundeqr123452knh85aa6004pu0g09im5ea"
"""A puzzle that litslab made."""

_BOARD = "#f3efe6"


def cover_picture(text: str = PUZZLE) -> str:
    """Return the solution of a puzzle as a picture without letters, a standalone SVG document."""
    puzzle = read_one(text).puzzle
    solution = only_solution(puzzle)
    canvas = Canvas(puzzle.board, 40, coordinates=False)
    ground = element(
        "rect", x=0, y=0, width=canvas.width, height=canvas.height, fill="#ffffff", class_="page",
    )  # fmt: skip
    board = element("path", d=canvas.path(puzzle.board.all), fill=_BOARD)
    pieces = [
        element("path", d=canvas.path(squares, inset=0.03, radius=0.12), fill=PALETTE.shapes[shape].fill)
        for shape, squares in solution.tetrominoes(puzzle)
    ]  # fmt: skip
    borders = element(
        "path", d=" ".join(canvas.path(region) for region in puzzle.masks), fill="none", stroke="#1c1c1c",
        stroke_width=canvas.scaled(0.07), stroke_linejoin="round",
    )  # fmt: skip
    return document(canvas, "A solved LITS puzzle", [ground, board, *pieces, borders])
