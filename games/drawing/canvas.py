"""Drawing on a grid of squares, for pictures of positions and of puzzles.

All functions return SVG text and are independent of games. A `Canvas` turns squares into places on the page. The
functions draw a frame with coordinates, the outline of a set of squares, and single marks. Styles are in each element,
not in a style sheet, so that a picture looks the same in a browser, in print and inside another page.

Pictures and the terminal share the palette, whose colours are distinct in greyscale print and for colour-blind readers.
Pictures are saved as SVG or, with the optional package typst, as PNG or PDF.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import ClassVar

from litslab.games.errors import GameError, OptionError
from litslab.games.files import refuse_overwriting, write_new
from litslab.games.fonts import typst_fonts
from litslab.games.geometry import Board, bits, column_name
from litslab.games.language import text_columns, wrap
from litslab.games.pieces import Shape


@dataclass(frozen=True)
class Frame:
    """The colours of the page and of the bare board.

    Attributes
    ----------
    page : str
        The background of the whole picture, so that it suits light and dark pages.
    board : str
        The bare squares.
    line : str
        The lines between them.
    ink, faint : str
        The text, and less prominent text.
    """

    page: str = "#f8f5ee"
    board: str = "#e6dfd0"
    line: str = "#bdb39d"
    ink: str = "#2a2620"
    faint: str = "#6f675a"


@dataclass(frozen=True)
class ShapeColours:
    """The colours of a tetromino of one shape.

    Attributes
    ----------
    fill, rim : str
        Its area and its outline.
    ink : str
        The letter on it.
    """

    fill: str
    rim: str
    ink: str


@dataclass(frozen=True)
class Palette:
    """All colours of a picture.

    The four shapes differ in lightness by about 16 of 100 from one to the next (S, L, T, I), so that they are
    distinguishable in greyscale print and for colour-blind readers.

    Attributes
    ----------
    frame : Frame
        The page and the bare board.
    shapes : dict of Shape to ShapeColours
        The usual four colours: L red, I yellow, T green, S blue; a domino without colours of its own is grey.
    light, dark : str
        The two colours of taijitus, of TAILITS squares and of Wythe.
    rim : str
        The outline of two-coloured pieces.
    last, ghost : str
        The last move, and highlighted moves.
    halo : str
        The border around those two, which makes them visible on every colour.
    """

    frame: Frame = Frame()
    shapes: ClassVar[dict[Shape, ShapeColours]] = {
        Shape.L: ShapeColours("#cc3d31", "#7d1f17", "#ffffff"),
        Shape.I: ShapeColours("#f4cf4b", "#927415", "#2a2620"),
        Shape.T: ShapeColours("#6bb58a", "#2c6a48", "#10281b"),
        Shape.S: ShapeColours("#294580", "#12234a", "#ffffff"),
        Shape.DOMINO: ShapeColours("#a9a294", "#57503f", "#2a2620"),
    }
    light: str = "#fffdf7"
    dark: str = "#2a2a2e"
    rim: str = "#57503f"
    last: str = "#d6249f"
    ghost: str = "#7a1fa2"
    halo: str = "#ffffff"


PALETTE = Palette()
"""The colours of pictures and of the terminal."""


Point = tuple[float, float]
GridPoint = tuple[int, int]

FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"
SMALLEST_SQUARE = 8
_ADVANCE = 0.602  # the width of a character of the font, in units of its size
_WIDE = 1 / _ADVANCE  # the width of a wide letter, in characters
_CAP_HEIGHT = 0.73  # the height of its capitals and digits
_SHORTEST_LINE = 28  # the shortest line length in characters, however small the board is
# A string, because it takes long to compile wide ranges at each start.
_NOT_IN_XML = "[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape(text: str) -> str:
    """Return `text` escaped for XML, attributes included; characters that XML forbids become U+FFFD.

    Examples
    --------
    >>> escape('L & "I" <T>')
    'L &amp; &quot;I&quot; &lt;T&gt;'
    """
    return re.sub(_NOT_IN_XML, "\ufffd", text).translate(_ENTITIES)


def number(value: float) -> str:
    """Return a number with at most two decimals, the same on every machine.

    Examples
    --------
    >>> number(12.0), number(0.5), number(-0.001), number(1 / 3)
    ('12', '0.5', '0', '0.33')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Return an XML element from children in XML and attributes that are escaped here.

    ``stroke_width=2`` becomes ``stroke-width="2"``, and ``class_`` becomes ``class``.

    Examples
    --------
    >>> element("g", element("rect", x=0.5), class_="board")
    '<g class="board"><rect x="0.5"/></g>'
    """
    parts = [name]
    for key, value in attributes.items():
        text = escape(value) if isinstance(value, str) else number(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{name}>" if children else f"<{head}/>"


def outline(board: Board, squares: int) -> list[list[GridPoint]]:
    """Return the border of a set of squares as closed loops of corner points.

    Each loop has the set on its left: outer borders run counterclockwise, the borders of holes clockwise. Groups of
    squares that share only a corner have loops of their own; a group that meets itself in a corner passes there twice.

    Parameters
    ----------
    board : Board
        The board.
    squares : int
        The set of squares.

    Returns
    -------
    list of list of (column, row)
        Only the points where the border turns; point (0, 0) is the lower left corner of a1.

    Examples
    --------
    >>> outline(Board(3, 3), 0b111)
    [[(0, 0), (3, 0), (3, 1), (0, 1)]]
    """
    ends: dict[GridPoint, list[GridPoint]] = {}
    for start, end in _border_edges(board, squares):
        ends.setdefault(start, []).append(end)
    loops = []
    while ends:
        first = min(ends)  # the border turns there
        loop, here, before = [], first, first
        while here in ends:
            there = _next_point(before, here, ends[here])
            ends[here].remove(there)
            if not ends[here]:
                del ends[here]
            if _direction(before, here) != _direction(here, there):
                loop.append(here)
            before, here = here, there
        loops.append(loop)
    return loops


def _border_edges(board: Board, squares: int) -> Iterator[tuple[GridPoint, GridPoint]]:
    for square in bits(squares):
        left, bottom = board.column(square), board.row(square)
        corners = [(left, bottom), (left + 1, bottom), (left + 1, bottom + 1), (left, bottom + 1)]
        beyond = [(left, bottom - 1), (left + 1, bottom), (left, bottom + 1), (left - 1, bottom)]
        for side, (column, row) in enumerate(beyond):
            if not (board.contains(column, row) and squares >> board.square(column, row) & 1):
                yield corners[side], corners[(side + 1) % 4]


def _direction(start: GridPoint, end: GridPoint) -> GridPoint:
    across, up = end[0] - start[0], end[1] - start[1]
    return (across > 0) - (across < 0), (up > 0) - (up < 0)


def _next_point(before: GridPoint, here: GridPoint, choices: list[GridPoint]) -> GridPoint:
    """Return the next point of a border, to the left where two squares meet only in a corner."""
    if len(choices) == 1 or before == here:
        return choices[0]
    across, up = _direction(before, here)
    left = (here[0] - up, here[1] + across)
    return left if left in choices else choices[0]


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
            raise OptionError(f"square size {self.square_size}: expected {SMALLEST_SQUARE} pixels or more")

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
        """The caption: one line if it fits, otherwise broken between its parts, and within a part only if necessary."""
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
        texts = [_ADVANCE * self.title_size * text_columns(line, _WIDE) for line in self.title_lines]
        texts += [_ADVANCE * self.caption_size * text_columns(line, _WIDE) for line in self.caption_lines]
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
        return round(self.caption_top + len(self.caption_lines) * 1.5 * self.caption_size + self.scaled(0.25))

    def point(self, column: float, row: float) -> Point:
        """Return a point of the grid on the page; (0, 0) is the lower left corner of a1, and rows run upwards."""
        return self.left + self.scaled(column), self.bottom - self.scaled(row)

    def centre(self, square: int) -> Point:
        """Return the middle of a square."""
        return self.point(self.board.column(square) + 0.5, self.board.row(square) + 0.5)

    def names(self, squares: int) -> str:
        """Return the names of a set of squares, for the ``data-`` attributes that identify an element."""
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
            came, goes = _direction(loop[number_ - 1], here), _direction(here, loop[(number_ + 1) % len(loop)])
            # Both sides at the corner move to the left, which is inwards.
            corners.append((here[0] - inset * (came[1] + goes[1]), here[1] + inset * (came[0] + goes[0])))
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

    def text(self, text: str, x: float, y: float, size: float, colour: str, **attributes: str | float) -> str:
        """Return one line of text whose middle, or another `text_anchor`, is (x, y)."""
        # The baseline is computed here because programs differ in their support for SVG's vertical centring.
        style: dict[str, str | float] = {
            "font_family": FONT,
            "font_size": size,
            "text_anchor": "middle",
            "fill": colour,
        }
        return element("text", escape(text), x=x, y=y + _CAP_HEIGHT / 2 * size, **style | attributes)

    def cross(self, square: int, reach: float, colour: str, width: float, **attributes: str | float) -> str:
        """Return an X in the middle of a square, drawn as lines so that no font is needed."""
        x, y = self.centre(square)
        arm = self.scaled(reach)
        data = "".join(
            f"M{number(x - arm)},{number(y - way * arm)}L{number(x + arm)},{number(y + way * arm)}" for way in (1, -1)
        )
        return element(
            "path", d=data, fill="none", stroke=colour, stroke_width=self.scaled(width), stroke_linecap="round",
            **attributes,
        )  # fmt: skip

    def ring(self, square: int, radius: float, colour: str, width: float, **attributes: str | float) -> str:
        """Return an O in the middle of a square."""
        x, y = self.centre(square)
        return element(
            "circle", cx=x, cy=y, r=self.scaled(radius), fill="none", stroke=colour,
            stroke_width=self.scaled(width), **attributes,
        )  # fmt: skip

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
        element("rect", class_="page", x=0, y=0, width=canvas.width, height=canvas.height, fill=frame.page),
        element("rect", class_="board", x=canvas.left, y=canvas.top, width=side[0], height=side[1], fill=frame.board),
        _grid_lines(canvas),
    ]
    if canvas.coordinates:
        parts.append(_coordinates(canvas))
    middle = canvas.width / 2
    for line, text in enumerate(canvas.title_lines):
        y = canvas.scaled(0.3) + (line + 0.5) * 1.5 * canvas.title_size
        parts.append(canvas.text(text, middle, y, canvas.title_size, frame.ink, class_="title", font_weight="bold"))
    for line, text in enumerate(canvas.caption_lines):
        y = canvas.caption_top + (line + 0.5) * 1.5 * canvas.caption_size
        parts.append(canvas.text(text, middle, y, canvas.caption_size, frame.ink, class_="caption"))
    return "\n".join(parts)


def _grid_lines(canvas: Canvas) -> str:
    columns, rows = canvas.board.columns, canvas.board.rows
    right = canvas.left + canvas.scaled(columns)
    data = [f"M{canvas.pair((column, rows))}V{number(canvas.bottom)}" for column in range(columns + 1)]
    data += [f"M{canvas.pair((0, row))}H{number(right)}" for row in range(rows + 1)]
    return element(
        "path", class_="grid", d="".join(data), fill="none", stroke=canvas.frame.line,
        stroke_width=canvas.scaled(0.025), stroke_linecap="square",
    )  # fmt: skip


def _coordinates(canvas: Canvas) -> str:
    size, colour, below = canvas.scaled(canvas.coordinate_size), canvas.frame.faint, canvas.bottom + canvas.scaled(0.36)
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


def svg(parts: Iterable[str], width: float, height: float) -> str:
    """Return a complete SVG file of some elements, which has no name for screen readers."""
    picture = element(
        "svg", "\n".join(["", *parts, ""]), xmlns="http://www.w3.org/2000/svg", width=width, height=height,
        viewBox=f"0 0 {width:g} {height:g}", role="img",
    )  # fmt: skip
    return picture + "\n"


SUFFIXES = (".svg", ".png", ".pdf")
"""The file extensions that `save` supports."""

PIXELS_PER_INCH = 192
"""The resolution of a PNG. An SVG has 96 pixels per inch, so each becomes two by two."""

# The page is exactly as large as the picture. The SVG is passed as an input, not as a file.
_PAGE = b'#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "svg")\n'


class PictureError(GameError):
    """A picture that cannot be made; the text is one line with the reason."""


def check_target(path: Path, force: bool = False, suffixes: Sequence[str] = SUFFIXES) -> str:
    """Return the file extension of a picture, and check that the file can be written.

    Raises
    ------
    PictureError
        If the extension is not supported.
    WouldOverwriteError
        If there is such a file and `force` is not given.

    Examples
    --------
    >>> check_target(Path("opening.PNG"))
    '.png'
    """
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        expected = " or ".join(filter(None, (", ".join(suffixes[:-1]), suffixes[-1])))
        raise PictureError(f"{path}: expected a name that ends in {expected}")
    refuse_overwriting(path, force)
    return suffix


def render(svg: str, suffix: str) -> bytes:
    """Return a picture as the bytes of a file.

    Parameters
    ----------
    svg : str
        A whole SVG document.
    suffix : str
        One of `SUFFIXES`.

    Raises
    ------
    PictureError
        If typst is not installed or cannot read the picture.
    OptionError
        If no font with the letters of the language in use is installed.
    """
    if suffix == ".svg":
        return svg.encode()
    try:
        import typst  # noqa: PLC0415 - optional, and only PNG and PDF need it
    except ImportError:
        raise PictureError(f"a {suffix} picture needs the package typst: pip install 'litslab[pictures]'") from None
    inputs = {"svg": svg}
    fonts, _ = typst_fonts()
    try:
        if suffix == ".png":
            return typst.compile(_PAGE, format="png", ppi=PIXELS_PER_INCH, sys_inputs=inputs, font_paths=fonts)
        # With a fixed time stamp the same picture gives the same file.
        return typst.compile(_PAGE, format="pdf", sys_inputs=inputs, font_paths=fonts, timestamp=0)
    except typst.TypstError as error:
        raise PictureError(f"typst cannot draw the picture: {str(error).splitlines()[0]}") from error


def save(svg: str, path: Path, *, force: bool = False) -> None:
    """Write a picture; the file extension determines its format.

    Parameters
    ----------
    svg : str
        A whole SVG document.
    path : Path
        A name that ends in .svg, .png or .pdf.
    force : bool
        Whether an existing file may be replaced.

    Raises
    ------
    PictureError
        If the extension is not supported, or the picture cannot be made.
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If the file cannot be written; an existing file is unchanged.
    """
    write_new(path, render(svg, check_target(path, force)), force)
