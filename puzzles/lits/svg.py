"""Pictures of LITS puzzles as publishers draw them: thick borders around regions, shaded squares,
letters.

A `Frame` adds what is known at a step of a solution, what the step looks at, and the placements
that it rules out as small numbered drawings below the board; `draw_step` draws it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from litslab.games.drawing.canvas import Canvas, document, draw_frame
from litslab.games.drawing.markup import element, number, svg
from litslab.games.drawing.palette import PALETTE
from litslab.games.geometry import Board, bits
from litslab.games.language import tr
from litslab.puzzles.lits.drawing import sheet
from litslab.puzzles.lits.frame import Frame, Panel
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleAnswer, PuzzleSolution, SolutionStatus

SQUARE_SIZE = 40
"""The side of a square in pixels."""

_PAPER = "#ffffff"
_GRID = "#b9b9b9"
_BORDER = "#1c1c1c"
_SHADE = "#8b8b8b"
_COVER = "#f3efe6"  # the board on a cover
_NOWHERE = "#d9d4c9"  # a square that belongs to no region
_FOCUS = "#f6d743"  # the squares that a step looks at
_NEWS = "#d6249f"  # the squares that a step decides
_GIVEN = "#14366e"
_SUPPOSED = "#1d6fd1"  # the assumption of a trial
_LEFT = "#3f7f5f"  # a placement that is still possible
_PANEL_SCALE = 0.26  # the size of a square in a small drawing, in squares of the board
_PANEL_GAP = 0.3  # between small drawings, in squares of the board
_LABEL_SIZE = 0.5  # the font size of the labels above them
_PANELS_SQUARE = 24  # the side of these squares: labels have 12 pixels, which are 9 points
_FRAME = replace(PALETTE.frame, page=_PAPER, board=_PAPER, line=_GRID)


def draw_puzzle(
    puzzle: LitsPuzzle,
    solution: PuzzleSolution | None = None,
    *,
    title: str = "",
    caption: str = "",
    coordinates: bool = False,
) -> str:
    """Return a puzzle, or its solution, as a standalone SVG document.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    solution : PuzzleSolution, optional
        The solution to shade.
    title, caption : str
        Lines above and below the board.
    coordinates : bool
        Whether columns and rows are named.
    """
    canvas = _canvas(puzzle.board, title, caption, coordinates=coordinates)
    shading = 0 if solution is None else solution.shading
    layers = [
        draw_frame(canvas),
        _ground(canvas, puzzle),
        _fill(canvas, shading, _SHADE, "shaded"),
        _grid(canvas),
    ]
    if solution is not None:
        layers.append(_shape_letters(canvas, puzzle, solution))
    layers += [_givens(canvas, puzzle, shading), _borders(canvas, puzzle)]
    what = tr(
        "{rules} puzzle {columns}×{rows}",
        rules=puzzle.rules.title,
        columns=puzzle.board.columns,
        rows=puzzle.board.rows,
    )
    name = " · ".join(filter(None, (title, what, caption)))
    return document(canvas, name, layers)


def draw_cover(puzzle: LitsPuzzle, solution: PuzzleSolution) -> str:
    """Return a solution in colours, without letters and coordinates, as a standalone
    SVG document.
    """
    canvas = Canvas(puzzle.board, SQUARE_SIZE, coordinates=False)
    page = element(
        "rect", x=0, y=0, width=canvas.width, height=canvas.height, fill=_PAPER, class_="page"
    )
    pieces = [
        element(
            "path", d=canvas.path(squares, inset=0.03, radius=0.12), fill=PALETTE.shapes[shape].fill
        )
        for shape, squares in solution.tetrominoes(puzzle)
    ]
    board = _fill(canvas, puzzle.board.all, _COVER, "board")
    return document(
        canvas, tr("A solved LITS puzzle"), [page, board, *pieces, _borders(canvas, puzzle, 0.07)]
    )


def draw_step(puzzle: LitsPuzzle, frame: Frame) -> str:
    """Return a step of a solution, without the steps of its trials, as a standalone SVG document.

    Known shaded squares are filled, known unshaded ones have a dot; what the step looks at is
    marked, what it decides is outlined. The placements that it rules out are drawn below, small and
    numbered, all of them.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    frame : Frame
        The step.
    """
    canvas = _canvas(puzzle.board, frame.title, frame.caption, coordinates=True)
    numbers, numbered = _step_numbers(canvas, frame)
    layers = [
        draw_frame(canvas),
        _ground(canvas, puzzle),
        _fill(canvas, frame.shaded, _SHADE, "shaded"),
        _fill(canvas, frame.focus, _FOCUS, "focus", opacity=0.55),
        _grid(canvas),
        _dots(canvas, frame.unshaded & ~numbered),
        _givens(canvas, puzzle, frame.shaded),
        _borders(canvas, puzzle),
        _outline(canvas, frame.news, "news", _NEWS),
        _outline(canvas, frame.supposed, "supposed", _SUPPOSED),
        numbers,
    ]
    name = " · ".join(filter(None, (frame.title, frame.caption))) or tr("LITS puzzle")
    picture = document(canvas, name, layers)
    panels = draw_panels(puzzle, frame, canvas.width)
    return sheet([picture, panels], 1) if panels else picture


def draw_panels(puzzle: LitsPuzzle, frame: Frame, width: int) -> str:
    """Return the small drawings of a step alone, as wide as given in pixels; an empty text where it
    has none.
    """
    canvas = Canvas(puzzle.board, _PANELS_SQUARE, frame=_FRAME)
    size, unit, gap, margin = map(canvas.scaled, (_LABEL_SIZE, _PANEL_SCALE, _PANEL_GAP, 0.4))
    parts: list[str] = []
    x = margin
    y = 0.0
    row = 0.0
    for panels, colour in ((frame.excluded, _NEWS), (frame.left, _LEFT)):
        for panel in panels:
            left, right, lowest, highest = _bounds(puzzle, panel.region)
            across = max(unit * (right - left + 1), 0.65 * size * len(panel.label))
            if x > margin and x + across > width - margin:
                x = margin
                y = y + row
                row = 0.0
            parts += _small_drawing(canvas, puzzle, frame, panel, x=x, y=y, colour=colour)
            x = x + across + gap
            row = max(row, unit * (highest - lowest + 1) + 1.5 * size + gap)
    return svg(parts, width, round(y + row)) if parts else ""


def _step_numbers(canvas: Canvas, frame: Frame) -> tuple[str, int]:
    """Return the numbers of the steps that share a picture, each on a square of its own, and these
    squares.
    """
    texts = []
    taken = 0
    for squares, label in frame.numbers:
        square = _middle(canvas.board, squares & ~taken or squares)
        taken |= 1 << square
        is_shaded = frame.shaded >> square & 1
        colour = _PAPER if is_shaded else _BORDER
        name = "shape" if is_shaded else "number"
        size = canvas.scaled(0.62 if len(label) < 3 else 0.48)
        x, y = canvas.centre(square)
        texts.append(canvas.text(label, x, y, size, colour, class_=name, font_weight="bold"))
    group = element("g", *texts, class_="numbers") if texts else ""
    return group, taken


def _bounds(puzzle: LitsPuzzle, region: int) -> tuple[int, int, int, int]:
    """Return the first and the last column and row of a region and the squares around it."""
    board = puzzle.board
    squares = puzzle.masks[region]
    around = [
        (board.column(square), board.row(square))
        for square in bits(squares | board.surrounding(squares))
    ]
    columns, rows = zip(*around, strict=True)
    return min(columns), max(columns), min(rows), max(rows)


def _small_drawing(
    canvas: Canvas,
    puzzle: LitsPuzzle,
    frame: Frame,
    panel: Panel,
    *,
    x: float,
    y: float,
    colour: str,
) -> tuple[str, str]:
    """Return a label, and the drawing below it: the region, what is known there and around it, and
    the placement.
    """
    board = puzzle.board
    region = puzzle.masks[panel.region]
    size = canvas.scaled(_LABEL_SIZE)
    left, _, _, highest = _bounds(puzzle, panel.region)
    near = (region | board.surrounding(region)) & frame.shaded
    corner = canvas.point(left, highest + 1)
    move = f"translate({number(x)} {number(y + 1.5 * size)}) scale({_PANEL_SCALE})"
    move += f" translate({number(-corner[0])} {number(-corner[1])})"
    lines = "".join(canvas.path(1 << square) for square in bits(region))
    drawing = [
        _fill(canvas, region, _PAPER, "board"),
        _fill(canvas, near & ~panel.squares, _SHADE, "shaded"),
        _fill(canvas, panel.squares, colour, "placement"),
        _stroke(canvas, "lines", lines, _GRID, 0.05),
        _dots(canvas, region & frame.unshaded),
        _stroke(canvas, "borders", canvas.path(region), _BORDER, 0.14, stroke_linejoin="round"),
    ]
    label = canvas.text(
        panel.label,
        x,
        y + 0.75 * size,
        size,
        PALETTE.frame.ink,
        text_anchor="start",
        class_="label",
    )
    return label, element("g", *filter(None, drawing), class_="panel", transform=move)


def _canvas(board: Board, title: str, caption: str, *, coordinates: bool) -> Canvas:
    return Canvas(
        board,
        SQUARE_SIZE,
        title=title or None,
        caption=(caption,) if caption else (),
        coordinates=coordinates,
        frame=_FRAME,
        coordinate_size=0.5,
    )


def _stroke(
    canvas: Canvas,
    name: str,
    path: str,
    colour: str,
    width: float,
    **attributes: str,
) -> str:
    stroke_width = canvas.scaled(width)
    return element(
        "path",
        class_=name,
        d=path,
        fill="none",
        stroke=colour,
        stroke_width=stroke_width,
        **attributes,
    )


def _fill(canvas: Canvas, squares: int, colour: str, name: str, **attributes: float) -> str:
    if not squares:
        return ""
    path = canvas.path(squares)
    return element(
        "path", class_=name, d=path, fill=colour, data_squares=canvas.names(squares), **attributes
    )


def _ground(canvas: Canvas, puzzle: LitsPuzzle) -> str:
    """Draw the squares outside every region."""
    return _fill(canvas, canvas.board.all & ~sum(puzzle.masks), _NOWHERE, "outside")


def _grid(canvas: Canvas) -> str:
    """Draw the thin lines once more, above what fills the squares."""
    columns, rows = canvas.board.columns, canvas.board.rows
    left, top = map(number, canvas.point(0, rows))
    right, bottom = map(number, canvas.point(columns, 0))
    upright = []
    for column in range(1, columns):
        x, _ = canvas.point(column, 0)
        upright.append(f"M{number(x)},{top}V{bottom}")
    across = []
    for row in range(1, rows):
        _, y = canvas.point(0, row)
        across.append(f"M{left},{number(y)}H{right}")
    return _stroke(canvas, "lines", "".join(upright + across), _GRID, 0.025)


def _borders(canvas: Canvas, puzzle: LitsPuzzle, width: float = 0.085) -> str:
    """Draw the borders of all regions as one path of thick lines."""
    data = " ".join(canvas.path(region) for region in puzzle.masks)
    return _stroke(canvas, "borders", data, _BORDER, width, stroke_linejoin="round")


def _shape_letters(canvas: Canvas, puzzle: LitsPuzzle, solution: PuzzleSolution) -> str:
    """Write the letter of each tetromino on the square of it that lies nearest to its middle."""
    texts = []
    colour = _SHADE if puzzle.rules.inverse else _PAPER
    for shape, squares in solution.tetrominoes(puzzle):
        x, y = canvas.centre(_middle(canvas.board, squares))
        size = canvas.scaled(0.5)
        letter = canvas.text(shape.value, x, y, size, colour, class_="shape", font_weight="bold")
        texts.append(letter)
    return element("g", *texts, class_="shapes") if texts else ""


def _middle(board: Board, squares: int) -> int:
    places = [(board.column(square), board.row(square), square) for square in bits(squares)]
    across, up = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))

    def distance(place: tuple[int, int, int]) -> tuple[float, int]:
        column, row, square = place
        return (column - across) ** 2 + (row - up) ** 2, square

    return min(places, key=distance)[2]


def _givens(canvas: Canvas, puzzle: LitsPuzzle, shading: int) -> str:
    """Draw what is given: a dot for unshaded, a square for shaded, the letter of a tetromino."""
    parts = []
    for square, given in enumerate(puzzle.givens):
        x, y = canvas.centre(square)
        if given == ".":
            parts.append(element("circle", cx=x, cy=y, r=canvas.scaled(0.1), fill=_GIVEN))
        elif given == "#":
            parts.append(element("path", d=canvas.path(1 << square, inset=0.2), fill=_GIVEN))
        elif given != "?":
            colour = _PAPER if shading >> square & 1 else _GIVEN
            parts.append(canvas.text(given, x, y, canvas.scaled(0.5), colour, font_weight="bold"))
    return element("g", *parts, class_="givens") if parts else ""


def _dots(canvas: Canvas, squares: int) -> str:
    """Draw a dot on each square that is known to stay unshaded."""
    dots = []
    for square in bits(squares):
        x, y = canvas.centre(square)
        dots.append(element("circle", cx=x, cy=y, r=canvas.scaled(0.08), fill=_BORDER))
    return (
        element("g", *dots, class_="unshaded", data_squares=canvas.names(squares)) if dots else ""
    )


def _outline(canvas: Canvas, squares: int, name: str, colour: str) -> str:
    if not squares:
        return ""
    return _stroke(
        canvas,
        name,
        canvas.path(squares, inset=0.1),
        colour,
        0.06,
        data_squares=canvas.names(squares),
    )


def draw_answer(answer: PuzzleAnswer) -> str:
    """Return the picture of an answer: the solution; of two the first, with the squares where they
    differ; or neither.

    Regions that conflict are marked where there is no solution.
    """
    puzzle = answer.puzzle
    if answer.status is SolutionStatus.UNIQUE:
        return draw_puzzle(
            puzzle, answer.solutions[0], caption=tr("the only solution"), coordinates=True
        )
    if answer.status is SolutionStatus.MULTIPLE:
        caption = tr("several solutions; the first two differ in the outlined squares")
        frame = Frame(answer.solutions[0].shading, news=answer.differing, caption=caption)
    elif answer.status is SolutionStatus.IMPOSSIBLE:
        conflict = sum(puzzle.masks[region] for region in answer.conflict or ())
        caption = tr("no solution: the marked regions conflict") if conflict else tr("no solution")
        frame = Frame(0, focus=conflict, caption=caption)
    else:
        found = answer.solutions[0].shading if answer.solutions else 0
        frame = Frame(found, caption=tr("undecided: a limit was reached"))
    return draw_step(puzzle, frame)


draw_alone = partial(draw_puzzle, coordinates=True)
"""Returns the picture of a puzzle for a notebook."""
