"""Drawing on a grid of squares, for pictures of positions and of puzzles.

All functions return SVG text and are independent of games. A `Canvas` turns squares into places on
the page. The functions draw a frame with coordinates, the outline of a set of squares, and single
marks. Styles are in each element, not in a style sheet, so that a picture looks the same in a
browser, in print and inside another page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from litslab.games.drawing.markup import element, escape, number, svg
from litslab.games.drawing.outline import GridPoint, direction, outline
from litslab.games.drawing.palette import PALETTE, Frame
from litslab.games.errors import OptionError
from litslab.games.geometry import Board, column_name
from litslab.games.line_breaks import text_columns, wrap

Point = tuple[float, float]

FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"
SMALLEST_SQUARE = 8
_ADVANCE = 0.602  # the width of a character of the font, in units of its size
_WIDE = 1 / _ADVANCE  # the width of a wide letter, in characters
_CAP_HEIGHT = 0.73  # the height of its capitals and digits
_SHORTEST_LINE = 28  # the shortest line length in characters, however small the board is


@dataclass(frozen=True)
class Canvas:
    """The layout of a page.

    Attributes
    ----------
    board : Board
        The squares.
    square_size : int
        The side of a square in pixels; every other measure follows from it.
    title : str or None
        The text above the board.
    caption : tuple of str
        The text below the board, in parts that are kept together if they fit.
    coordinates : bool
        Whether columns and rows are named.
    frame : Frame
        The colours.
    coordinate_size : float
        The font size of the names of columns and rows, in squares.
    """

    board: Board
    square_size: int
    title: str | None = None
    caption: tuple[str, ...] = ()
    coordinates: bool = True
    frame: Frame = PALETTE.frame
    coordinate_size: float = 0.3

    def __post_init__(self) -> None:
        """Check the size.

        Raises
        ------
        OptionError
            If squares would be too small to show anything.
        """
        if self.square_size < SMALLEST_SQUARE:
            raise OptionError(
                f"square size {self.square_size}: expected {SMALLEST_SQUARE} pixels or more"
            )

    def scaled(self, squares: float) -> float:
        """Return a length in pixels from a length in squares."""
        return squares * self.square_size

    @property
    def title_size(self) -> float:
        """The font size of the title."""
        return self.scaled(0.46)

    @property
    def caption_size(self) -> float:
        """The font size of the caption."""
        return self.scaled(0.34)

    @property
    def margin(self) -> float:
        """The space to the left and to the right of the board, for the row numbers."""
        return self.scaled(0.9 if self.coordinates else 0.4)

    def _line_length(self, size: float) -> int:
        room = self.scaled(self.board.columns) + 2 * self.margin - self.scaled(0.5)
        return max(_SHORTEST_LINE, int(room / (_ADVANCE * size)))

    @cached_property
    def title_lines(self) -> tuple[str, ...]:
        """The title, broken into lines that fit."""
        return tuple(wrap(self.title or "", self._line_length(self.title_size), _WIDE))

    @cached_property
    def caption_lines(self) -> tuple[str, ...]:
        """The caption: one line if it fits, otherwise broken between its parts, and within a part
        only if necessary.
        """
        length = self._line_length(self.caption_size)
        lines: list[str] = []
        for part in self.caption:
            joined = f"{lines[-1]} · {part}" if lines else part
            if lines and text_columns(joined, _WIDE) <= length:
                lines[-1] = joined
            else:
                lines.extend(wrap(part, length, _WIDE))
        return tuple(lines)

    @cached_property
    def width(self) -> int:
        """The width of the page in whole pixels, which fits the board and the texts."""
        texts = [
            _ADVANCE * self.title_size * text_columns(line, _WIDE) for line in self.title_lines
        ]
        texts += [
            _ADVANCE * self.caption_size * text_columns(line, _WIDE) for line in self.caption_lines
        ]
        board = self.scaled(self.board.columns) + 2 * self.margin
        return round(max([board, *(text + self.scaled(0.5) for text in texts)]))

    @cached_property
    def left(self) -> float:
        """The left side of the board, which is centred on the page."""
        return (self.width - self.scaled(self.board.columns)) / 2

    @cached_property
    def top(self) -> float:
        """The upper side of the board."""
        return self.scaled(0.4) + len(self.title_lines) * 1.5 * self.title_size

    @cached_property
    def bottom(self) -> float:
        """The lower side of the board."""
        return self.top + self.scaled(self.board.rows)

    @cached_property
    def caption_top(self) -> float:
        """The left end of the caption's first line."""
        return self.bottom + self.scaled(0.72 if self.coordinates else 0.3)

    @cached_property
    def height(self) -> int:
        """The height of the page in whole pixels."""
        if not self.caption_lines:
            return round(self.caption_top + self.scaled(0.1))
        return round(
            self.caption_top + len(self.caption_lines) * 1.5 * self.caption_size + self.scaled(0.25)
        )

    def point(self, column: float, row: float) -> Point:
        """Return a point of the grid on the page; (0, 0) is the lower left corner of a1, and rows
        run upwards.
        """
        return self.left + self.scaled(column), self.bottom - self.scaled(row)

    def centre(self, square: int) -> Point:
        """Return the middle of a square."""
        return self.point(self.board.column(square) + 0.5, self.board.row(square) + 0.5)

    def names(self, squares: int) -> str:
        """Return the names of a set of squares, for the ``data-`` attributes that identify an
        element.
        """
        return " ".join(self.board.names(squares))

    def path(self, squares: int, *, inset: float = 0.0, radius: float = 0.0) -> str:
        """Return the path data of the outline of a set of squares; holes are further closed loops.

        Parameters
        ----------
        squares : int
            The set of squares.
        inset : float
            How far the outline runs inside the set, in squares; below 0.5.
        radius : float
            How far corners are rounded, in squares.
        """
        return " ".join(self._loop(loop, inset, radius) for loop in outline(self.board, squares))

    def _loop(self, loop: list[GridPoint], inset: float, radius: float) -> str:
        corners = []
        for number_, here in enumerate(loop):
            came = direction(loop[number_ - 1], here)
            goes = direction(here, loop[(number_ + 1) % len(loop)])
            # Both sides at the corner move to the left, which is inwards.
            corners.append(
                (here[0] - inset * (came[1] + goes[1]), here[1] + inset * (came[0] + goes[0]))
            )
        return self.rounded(corners, [radius] * len(corners))

    def rounded(self, corners: list[Point], radii: list[float]) -> str:
        """Return the path data of a polygon with rounded corners.

        Parameters
        ----------
        corners : list of (column, row)
            Points of the grid.
        radii : list of float
            How far each corner is rounded, in squares; never more than half a side.
        """
        parts: list[str] = []
        for number_, corner in enumerate(corners):
            ends = []
            for other in (corners[number_ - 1], corners[(number_ + 1) % len(corners)]):
                across, up = other[0] - corner[0], other[1] - corner[1]
                length = (across * across + up * up) ** 0.5
                share = min(radii[number_] / length, 0.5)
                ends.append((corner[0] + across * share, corner[1] + up * share))
            parts.append(f"{'L' if parts else 'M'}{self.pair(ends[0])}")
            if radii[number_]:
                parts.append(f"Q{self.pair(corner)} {self.pair(ends[1])}")
        return "".join(parts) + "Z"

    def pair(self, grid_point: Point) -> str:
        """Return the coordinates of a grid point as path data."""
        x, y = self.point(*grid_point)
        return f"{number(x)},{number(y)}"

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        **attributes: str | float,
    ) -> str:
        """Return one line of text whose middle, or another `text_anchor`, is (x, y)."""
        # The baseline is computed here because programs differ in their support for SVG's vertical
        # centring.
        style: dict[str, str | float] = {
            "font_family": FONT,
            "font_size": size,
            "text_anchor": "middle",
            "fill": colour,
        }
        return element(
            "text", escape(text), x=x, y=y + _CAP_HEIGHT / 2 * size, **style | attributes
        )

    def cross(
        self,
        square: int,
        reach: float,
        colour: str,
        width: float,
        **attributes: str | float,
    ) -> str:
        """Return an X in the middle of a square, drawn as lines so that no font is needed."""
        x, y = self.centre(square)
        arm = self.scaled(reach)
        data = "".join(
            f"M{number(x - arm)},{number(y - way * arm)}L{number(x + arm)},{number(y + way * arm)}"
            for way in (1, -1)
        )
        return element(
            "path",
            d=data,
            fill="none",
            stroke=colour,
            stroke_width=self.scaled(width),
            stroke_linecap="round",
            **attributes,
        )

    def ring(
        self,
        square: int,
        radius: float,
        colour: str,
        width: float,
        **attributes: str | float,
    ) -> str:
        """Return an O in the middle of a square."""
        x, y = self.centre(square)
        return element(
            "circle",
            cx=x,
            cy=y,
            r=self.scaled(radius),
            fill="none",
            stroke=colour,
            stroke_width=self.scaled(width),
            **attributes,
        )

    def corner_ticks(self, square: int, inset: float, length: float) -> str:
        """Return the path data of four small angles in the corners of a square."""
        column, row = self.board.column(square) + 0.5, self.board.row(square) + 0.5
        reach = 0.5 - inset
        parts = []
        for across, up in product((-1, 1), repeat=2):
            corner = (column + across * reach, row + up * reach)
            beside = (corner[0] - across * length, corner[1])
            above = (corner[0], corner[1] - up * length)
            parts.append(f"M{self.pair(beside)}L{self.pair(corner)}L{self.pair(above)}")
        return "".join(parts)


def draw_frame(canvas: Canvas) -> str:
    """Return the bare board: background, squares, lines, coordinates, title and caption."""
    frame = canvas.frame
    side = canvas.scaled(canvas.board.columns), canvas.scaled(canvas.board.rows)
    parts = [
        element(
            "rect",
            class_="page",
            x=0,
            y=0,
            width=canvas.width,
            height=canvas.height,
            fill=frame.page,
        ),
        element(
            "rect",
            class_="board",
            x=canvas.left,
            y=canvas.top,
            width=side[0],
            height=side[1],
            fill=frame.board,
        ),
        _grid_lines(canvas),
    ]
    if canvas.coordinates:
        parts.append(_coordinates(canvas))
    middle = canvas.width / 2
    for line, text in enumerate(canvas.title_lines):
        y = canvas.scaled(0.3) + (line + 0.5) * 1.5 * canvas.title_size
        parts.append(
            canvas.text(
                text, middle, y, canvas.title_size, frame.ink, class_="title", font_weight="bold"
            )
        )
    for line, text in enumerate(canvas.caption_lines):
        y = canvas.caption_top + (line + 0.5) * 1.5 * canvas.caption_size
        parts.append(canvas.text(text, middle, y, canvas.caption_size, frame.ink, class_="caption"))
    return "\n".join(parts)


def _grid_lines(canvas: Canvas) -> str:
    columns, rows = canvas.board.columns, canvas.board.rows
    right = canvas.left + canvas.scaled(columns)
    data = [
        f"M{canvas.pair((column, rows))}V{number(canvas.bottom)}" for column in range(columns + 1)
    ]
    data += [f"M{canvas.pair((0, row))}H{number(right)}" for row in range(rows + 1)]
    return element(
        "path",
        class_="grid",
        d="".join(data),
        fill="none",
        stroke=canvas.frame.line,
        stroke_width=canvas.scaled(0.025),
        stroke_linecap="square",
    )


def _coordinates(canvas: Canvas) -> str:
    size = canvas.scaled(canvas.coordinate_size)
    colour = canvas.frame.faint
    below = canvas.bottom + canvas.scaled(0.36)
    texts = [
        canvas.text(column_name(column), canvas.point(column + 0.5, 0)[0], below, size, colour)
        for column in range(canvas.board.columns)
    ]
    for row in range(canvas.board.rows):
        _, y = canvas.point(0, row + 0.5)
        texts.append(canvas.text(str(row + 1), canvas.left - canvas.scaled(0.4), y, size, colour))
    return element("g", *texts, class_="coordinates")


def document(canvas: Canvas, name: str, layers: list[str]) -> str:
    """Return a complete SVG file; `name` is the text for screen readers."""
    return svg([element("title", escape(name)), *filter(None, layers)], canvas.width, canvas.height)
