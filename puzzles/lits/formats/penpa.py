"""Links of penpa-edit: ``…#m=edit&p=…``, lines of text, compressed (raw deflate) and in base 64.

The first line says the kind of grid and its size, the second the space around it; the fourth and
the fifth are JSON objects of what the setter and the solver drew, in which words that occur often
are abbreviated. Points are numbered over a grid with two more squares on each side: first the
middles of all squares, then the lower right corners. Regions are what thick edges (``lineE``) cut
apart among the squares that the sixth line lists.

Shaded squares of the setter's layer are givens, those of the solver's layer the solution; a green
square of the setter is given as unshaded, a letter as the shape there. A solving link (``m=solve``)
has no solver's layer; the answer that it checks, if any, follows ``&a=``. A link may also name the
URL of a puzzle site, ``?p=https://…``.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from itertools import accumulate, pairwise
from typing import Any
from urllib.parse import unquote

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.language import mark
from litslab.puzzles.lits.formats import common, pzpr
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle, PuzzleError, reading_rank

SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
"""The site of the links that are written."""

_LINK_MODE = re.compile(r"(?:^|[#?&\s])m=(?:edit|solve)&")
_ANSWER = re.compile(r"&a=(?P<data>[^&\s]+)")
_WRAPPED = re.compile(r"\S*[#?&]p=(?P<url>https?(?::|%3A)\S+)", re.IGNORECASE)
_MOST = 4_000_000  # characters; real links hold far less, and a few bytes could unpack to gigabytes
_EDGE = 4  # the squares beside and above the board, on both sides together
_SQUARE_SIZE = 38  # the usual size of a square on the page
_THICK = 2
_GREY = 1
_GREEN = 2
_SHADED = {1, 3, 4, 8}  # grey tones and black
_VERSION = [3, 2, 4]
_TITLE = 15  # the index of the title in the first line; author and source follow

# Words and their abbreviations, in the order in which the site replaces them.
_ABBREVIATIONS = [
    ("z", "zZ"),
    ('"qa"', "z9"),
    ('"pu_q"', "zQ"),
    ('"pu_a"', "zA"),
    ('"grid"', "zG"),
    ('"edit_mode"', "zM"),
    ('"surface"', "zS"),
    ('"line"', "zL"),
    ('"lineE"', "zE"),
    ('"wall"', "zW"),
    ('"cage"', "zC"),
    ('"number"', "zN"),
    ('"symbol"', "zY"),
    ('"special"', "zP"),
    ('"board"', "zB"),
    ('"command_redo"', "zR"),
    ('"command_undo"', "zU"),
    ('"command_replay"', "z8"),
    ('"numberS"', "z1"),
    ('"freeline"', "zF"),
    ('"freelineE"', "z2"),
    ('"thermo"', "zT"),
    ('"arrows"', "z3"),
    ('"direction"', "zD"),
    ('"squareframe"', "z0"),
    ('"polygon"', "z5"),
    ('"deletelineE"', "z4"),
    ('"killercages"', "z6"),
    ('"nobulbthermo"', "z7"),
    ('"__a"', "z_"),
    ("null", "zO"),
]

# A layer without drawings.
_LAYER = (
    '{"command_redo":{"__a":[]},"command_undo":{"__a":[]},"command_replay":{"__a":[]},"surface":{},"number":{},'
    '"numberS":{},"symbol":{},"freeline":{},"freelineE":{},"thermo":[],"arrows":[],"direction":[],"squareframe":[],'
    '"polygon":[],"line":{},"lineE":{},"wall":{},"cage":{},"deletelineE":{},"killercages":[],"nobulbthermo":[]}'
)

_TOOLS = (
    '{"edit_mode":"surface","surface":["",1],"multicolor":["",1],"line":["1",%d],"lineE":["1",%d],"wall":["",%d],'
    '"cage":["1",10],"number":["1",%d],"symbol":["circle_L",1],"special":["thermo",""],"board":["",""],"move":["1",""],'
    '"combi":["battleship",""],"sudoku":["1",%d]}'
)

# The chosen tool: shading, in the solver's layer.
_PROBLEM_TOOLS = _TOOLS % (2, 2, 2, 1, 1)
_ANSWER_TOOLS = _TOOLS % (3, 3, 3, 2, 9)
_MODE = f'{{"qa":"pu_a","grid":["1","2","1"],"pu_q":{_PROBLEM_TOOLS},"pu_a":{_ANSWER_TOOLS}}}'


def matches(text: str) -> bool:
    """Return whether a text is meant as such a link."""
    line = text.strip()
    return "\n" not in line and ("m=edit&" in line or "m=solve&" in line or "penpa-edit" in line)


def is_solving(text: str) -> bool:
    """Return whether a text is meant as a solving link."""
    return matches(text) and "m=solve&" in text


class _Points:
    """The numbers of the points of a board with space around it."""

    def __init__(self, board: Board, space: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        above, below, left, right = space
        self._board = board
        self._above = above + 2
        self._left = left + 2
        self._width = board.columns + left + right + _EDGE
        self.points = self._width * (board.rows + above + below + _EDGE)

    def square(self, square: int) -> int:
        """Return the point in the middle of a square."""
        row = self._board.rows - 1 - self._board.row(square)
        return (row + self._above) * self._width + self._board.column(square) + self._left

    def edge(self, square: int, other: int) -> str:
        """Return the key of the edge between a square and the one to the right of it,
        or below it.
        """
        end = self.points + self.square(square)
        return f"{end - 1},{end}" if other < square else f"{end - self._width},{end}"


def read(text: str) -> common.PuzzleEntry:
    """Read a link.

    Raises
    ------
    FormatError
        If it is damaged, not of squares, or has no regions.
    """
    if found := _WRAPPED.match(text.strip()):
        return _read_wrapped(found["url"])
    lines = _unpack(text)
    head = lines[0].split(",")
    if head[0] != "square" or len(head) < 4:
        raise common.FormatError(f"a penpa-edit grid of the kind {head[0][:20]!r}: expected square")
    space = _numbers(_line(lines, 1, "the space around the grid"), "the space around the grid")
    if len(space) != 4 or any(not 0 <= side < 100 for side in space):
        raise common.FormatError(f"the space around the grid is {space!r}: expected four numbers")
    above, below, left, right = space
    columns, rows = (
        int(word) if word.isascii() and word.isdigit() and len(word) < 5 else 0
        for word in head[1:3]
    )
    board = common.read_size(str(columns - left - right), str(rows - above - below))
    points = _Points(board, (above, below, left, right))
    setter = _layer(_line(lines, 3, "what is drawn"))
    solving = _line(lines, 4, "what is drawn").strip()  # empty in a solving link
    solver = _layer(solving) if solving else {}
    edges = setter.get("lineE", {})
    present = _present(board, points, lines)
    walls = [points.edge(*pair) in edges for pair in common.sides(board)]
    puzzle = common.bordered(board, walls, present=present, givens=_givens(board, points, setter))
    shading = _shaded(board, points, solver) or _answer(text, board, points)
    return common.PuzzleEntry(puzzle, shading=shading or None, **_words(head))


def _read_wrapped(url: str) -> common.PuzzleEntry:
    """Read a link that only names the URL of a puzzle site, which penpa-edit then opens."""
    try:
        return pzpr.read(unquote(url))
    except PuzzleError as error:
        raise common.FormatError(f"the URL after p= in the link: {error}") from None


def _answer(text: str, board: Board, points: _Points) -> int:
    """Return the squares that the answer check of a solving link has as shaded; none without one
    that can be read.
    """
    if (found := _ANSWER.search(text)) is None:
        return 0
    lists = _json(_inflate(found["data"], "a="), "the answer")
    shaded = lists[0] if isinstance(lists, list) and lists and isinstance(lists[0], list) else []
    # If the style counts too, it follows the point after a comma.
    told = {str(point).partition(",")[0] for point in shaded}
    return mask_of(square for square in range(board.size) if str(points.square(square)) in told)


def _words(head: list[str]) -> dict[str, Any]:
    """Return title, author and source as the first line has them, where it is long enough."""
    title, author, source = [*head[_TITLE : _TITLE + 3], "", "", ""][:3]
    found = {
        "title": title.removeprefix("Title:"),
        "author": author.removeprefix("Author:"),
        "source": source,
    }
    return {key: text.replace("%2C", ",") for key, text in found.items()}


def _unpack(text: str) -> list[str]:
    """Return the lines that a link holds, without abbreviations."""
    data = _data(text.strip())
    if not data:
        raise common.FormatError(f"the link {text[:60]!r}: expected …#m=edit&p=… of penpa-edit")
    content = _inflate(data, "p=")
    for word, short in reversed(_ABBREVIATIONS):
        content = content.replace(short, word)
    return content.split("\n")


def _data(text: str) -> str:
    """Return the value of the last parameter p after the mode of a link, or of a text that is
    nothing but this parameter; empty where there is none.
    """
    mode = _LINK_MODE.search(text)
    parameters = text if mode is None else text[mode.end() :]
    link = parameters.split(maxsplit=1)[:1]
    named = link[0].split("&") if link else []
    if mode is None:
        named = named[:1]
    values = [each.removeprefix("p=") for each in named if each.startswith("p=")]
    return values[-1] if values else ""


def _inflate(data: str, what: str) -> str:
    """Return the text that a parameter of a link holds."""
    data = unquote(data).replace(" ", "+")
    what = f"what follows {what}"
    try:
        packed = base64.b64decode(data + "=" * (-len(data) % 4), validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        content = unpacker.decompress(packed, _MOST).decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError):
        raise common.FormatError(
            f"{what} in the link is damaged: expected deflated text in base 64"
        ) from None
    if not unpacker.eof:
        raise common.FormatError(
            f"{what} in the link ends too early, or is too long: expected a whole puzzle"
        )
    return content


def _line(lines: list[str], number: int, what: str) -> str:
    if number >= len(lines):
        raise common.FormatError(
            f"the link holds {len(lines)} lines: expected {what} in line {number + 1}"
        )
    return lines[number]


def _json(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # no JSON, or a number of thousands of digits
        raise common.FormatError(f"{what} in the link cannot be read: expected JSON") from None


def _numbers(text: str, what: str) -> list[int]:
    found = _json(text, what)
    if not isinstance(found, list) or not all(isinstance(each, int) for each in found):
        raise common.FormatError(f"{what} in the link is {text[:40]!r}: expected a list of numbers")
    return found


def _layer(text: str) -> dict[str, dict[str, Any]]:
    found = _json(text, "what is drawn")
    if not isinstance(found, dict):
        raise common.FormatError("what is drawn in the link is no object: expected JSON with lineE")
    return {name: part for name, part in found.items() if isinstance(part, dict)}


def _present(board: Board, points: _Points, lines: list[str]) -> int:
    """Return the squares that the grid has: the site can leave some out."""
    if len(lines) < 6 or not lines[5].strip():
        return board.all
    steps = _numbers(lines[5], "the list of squares")
    listed = set(accumulate(steps))
    return (
        mask_of(square for square in range(board.size) if points.square(square) in listed)
        if steps
        else board.all
    )


def _shaded(board: Board, points: _Points, layer: dict[str, dict[str, Any]]) -> int:
    surface = layer.get("surface", {})
    return mask_of(
        square for square in range(board.size) if surface.get(str(points.square(square))) in _SHADED
    )


def _givens(board: Board, points: _Points, layer: dict[str, dict[str, Any]]) -> str:
    surface = layer.get("surface", {})
    texts = layer.get("number", {})
    shaded = _shaded(board, points, layer)
    found = []
    for square in range(board.size):
        point = str(points.square(square))
        text = texts.get(point)
        letter = str(text[0]) if isinstance(text, list) and text else ""
        if letter in {"L", "I", "T", "S"}:
            found.append(letter)
        elif shaded >> square & 1:
            found.append("#")
        else:
            found.append("." if surface.get(point) == _GREEN else "?")
    return "".join(found)


def write(entry: common.PuzzleEntry) -> str:
    """Write a puzzle as a link that penpa-edit opens for editing, with the solution in the solver's
    layer.

    Raises
    ------
    FormatError
        If a region is in two parts, which borders cannot say.
    """
    return SITE + _deflate(_content(entry, solving=False))


def write_solving(entry: common.PuzzleEntry) -> str:
    """Write a puzzle as a link that penpa-edit opens for solving; it checks the answer where the
    solution is known.

    Raises
    ------
    FormatError
        As `write` does.
    """
    link = SITE.replace("m=edit", "m=solve") + _deflate(_content(entry, solving=True))
    if entry.shading is None:
        return link
    points = _Points(entry.puzzle.board)
    # The site compares texts, and sorts points as texts.
    shaded = sorted(str(points.square(square)) for square in bits(entry.shading))
    return f"{link}&a={_deflate(_dump([shaded, [], [], [], [], []]))}"


def _content(entry: common.PuzzleEntry, *, solving: bool) -> str:
    """Return the lines of a link, abbreviated."""
    puzzle = common.checked(entry.puzzle)
    board = puzzle.board
    points = _Points(board)
    setter = json.loads(_LAYER)
    solver = json.loads(_LAYER)
    setter["lineE"] = dict.fromkeys(edges_of(puzzle), _THICK)
    for square in range(board.size):
        given = puzzle.given(square)
        point = str(points.square(square))
        if given in {"#", "."}:
            setter["surface"][point] = _GREY if given == "#" else _GREEN
        elif given != "?":
            setter["number"][point] = [given, 1, "1"]
    solver["surface"] = {str(points.square(square)): _GREY for square in bits(entry.shading or 0)}
    listed = sorted(
        points.square(square) for square in range(board.size) if puzzle.regions[square] != OUTSIDE
    )
    steps = [listed[0], *(after - before for before, after in pairwise(listed))] if listed else []
    nothing = _dump("x")
    answers = (
        _dump({"sol_surface": True}) if solving and entry.shading is not None else ""
    )  # the answers that count
    lines = [
        _head(entry),
        _dump([0, 0, 0, 0]),
        '["1","2","1"]~"surface"~["",1]' if solving else _MODE,
        _dump(setter),
        "" if solving else _dump(solver),
        _dump(steps),
        _dump(["Surface"]),
        answers,
        nothing,
        nothing,
        _dump(_VERSION),
        _MODE,
        nothing,
        _dump(0),
        _LAYER,
        "x" if solving else _LAYER,
        "",
        _dump(["lits"]),
        _dump(False) if solving else "",
    ]
    content = "\n".join(lines)
    for word, short in _ABBREVIATIONS:
        content = content.replace(word, short)
    return content


def _deflate(content: str) -> str:
    return base64.b64encode(zlib.compress(content.encode(), 9, -zlib.MAX_WBITS)).decode()


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def edges_of(puzzle: LitsPuzzle) -> list[str]:
    """Return what the site calls the edges between regions, and between regions and what is
    outside.
    """
    points = _Points(puzzle.board)
    rank = reading_rank(puzzle.board)
    pairs = sorted(common.sides(puzzle.board), key=lambda pair: rank[pair[0]])
    return [
        points.edge(one, other)
        for one, other in pairs
        if puzzle.regions[one] != puzzle.regions[other]
    ]


def _head(entry: common.PuzzleEntry) -> str:
    """Return the first line: kind, size, turned or not, the page and its middle, and words about
    the puzzle.
    """
    board = entry.puzzle.board
    # The point in the middle of the board: of a square, a corner, a lower edge or a right edge.
    width = board.columns + _EDGE
    kind = {(1, 1): 0, (0, 0): 1, (1, 0): 2, (0, 1): 3}[board.columns % 2, board.rows % 2]
    column, row = (board.columns - 1) // 2 + 2, (board.rows - 1) // 2 + 2
    middle = kind * width * (board.rows + _EDGE) + row * width + column
    page = (board.columns + 1) * _SQUARE_SIZE, (board.rows + 1) * _SQUARE_SIZE
    numbers = [
        "square",
        board.columns,
        board.rows,
        _SQUARE_SIZE,
        0,
        1,
        1,
        *page,
        middle,
        middle,
        0,
        0,
        0,
        0,
    ]
    texts = (entry.title or entry.id, entry.author, entry.source)
    title, author, source = (text.replace(",", "%2C") for text in texts)
    return ",".join(
        [*map(str, numbers), f"Title: {title}", f"Author: {author}", source, "", "OFF", "false"]
    )


SOLVING = common.Format("penpa-solve", mark("Penpa+ for solving"), is_solving, read, write_solving)
FORMAT = common.Format("penpa", "Penpa+", matches, read, write, suffixes=(".penpa",))
