"""The usual notation of placements; a game may have its own (`games.rules.Rules`).

Every placement is written in exactly one way. It is read in others, too: the squares of a tetromino
in any order, letters in either case, blanks, commas or dashes between squares, or nothing
(``a7a6``), brackets of any kind or none, and a tetromino without its letter, as its squares show
the shape.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from litslab.games.errors import IllegalMoveError, NotationError
from litslab.games.geometry import Board, mask_of
from litslab.games.language import mark, tr
from litslab.games.pieces import TETROMINOES, PieceKind, Shape, shape_of, touch_at_corners
from litslab.games.placements import Placement, PlacementTable

_LETTER = re.compile(r"([lits])(?=[\s:\[({])[\s:]*+")
_BETWEEN = re.compile(r"\s*+[,;–-]\s*+|\s++")
_SQUARE = re.compile(r"[a-z]{1,2}\d{1,2}")
_RUN_TOGETHER = re.compile(r"(?:[a-z]{1,2}\d{1,2}){2,4}")
_LONGEST_RUN = 16
_BRACKETS = {"[": "]", "(": ")", "{": "}"}
_NUMBER = re.compile(r"\d++\.++")
_ONE_SQUARE = re.compile(r"[a-z]++\d++[bw]?+", re.IGNORECASE)
_ONE_LETTER = re.compile(r"[lits]:?+", re.IGNORECASE)
TETROMINO_SIZE = 4
_INNER_SPACE = re.compile(r" (?=[\[\],])|(?<=[\[,]) ")


def format_placement(placement: Placement, board: Board) -> str:
    """Return a placement's text.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> rules = create("battle-of-lits")
    >>> format_placement(rules.table[0], rules.board)
    'L[a1,a2,a3,b1]'
    """
    black = placement.black
    if placement.shape is Shape.DOMINO:
        squares = placement.squares if black is None else placement.white_and_black
        return ",".join(board.name(square) for square in squares)
    names = []
    for square in placement.squares:
        name = board.name(square)
        if black is not None:
            name += "b" if black >> square & 1 else "w"
        names.append(name)
    return f"{placement.shape.value}[{','.join(names)}]"


def close_up(text: str) -> str:
    """Return the text of moves with one space between moves and none within them.

    Examples
    --------
    >>> close_up(" L[a1, a2 ,a3,b3]  e5, e6")
    'L[a1,a2,a3,b3] e5,e6'
    """
    return _INNER_SPACE.sub("", " ".join(text.split()))


def parse_placement(
    text: str,
    table: PlacementTable,
    *,
    title: str,
    halves: tuple[str, str],
    heights: Sequence[int] = (),
) -> Placement:
    """Return the placement that a text names.

    Parameters
    ----------
    text : str
        The text, as `format_placement` writes it; a tetromino's squares in any order, in either
        case, with spaces.
    table : PlacementTable
        The placements of the game.
    title : str
        The game, for errors.
    halves : tuple of str
        The names of the two halves of a domino, in the order of the notation.
    heights : sequence of int
        The height of each square's stack, which is the level of a domino there; empty for the bare
        board.

    Raises
    ------
    NotationError
        If the text names no placement of this game.
    IllegalMoveError
        If no piece of the game has these colours there, or it would be too high.
    """
    shapes = {kind.shape for kind in table.kinds}
    has_tetrominoes = bool(shapes & set(TETROMINOES))
    letter, names = _letter_and_squares(text)
    shape = Shape(letter.upper()) if letter else None
    if has_tetrominoes and (shape is not None or len(names) == TETROMINO_SIZE):
        return _parse_tetromino(text, shape, names, table)
    if shape is None and Shape.DOMINO in shapes:
        return _parse_domino(text, names, table, halves, heights)
    examples = sorted({_example(kind) for kind in table.kinds})
    raise NotationError(text, f"a move of {title} such as {' or '.join(examples)}")


def _letter_and_squares(text: str) -> tuple[str, list[str]]:
    """Return the letter of a tetromino, or an empty text, and the names of the squares of a
    move.
    """
    plain = close_up(text).lower()
    found = _LETTER.match(plain)
    letter = found[1] if found else ""
    inner = plain[found.end() :] if found else plain
    if inner[:1] in _BRACKETS:
        if inner[-1:] != _BRACKETS[inner[:1]]:
            return "", [plain]
        inner = inner[1:-1].strip()
    names: list[str] = []
    for name in _BETWEEN.split(inner):
        is_run = len(name) <= _LONGEST_RUN and _RUN_TOGETHER.fullmatch(name)
        names += _SQUARE.findall(name) if is_run else [name]
    return letter, names


def split_moves(text: str, *, squares: int) -> list[str]:
    """Return the moves of a text, each as one text: words that belong together are joined, such as
    ``L e5 e6 e7 f7``, and numbers of moves such as ``1.`` are left out.

    Parameters
    ----------
    text : str
        The moves.
    squares : int
        The number of squares of a move without a letter.

    Examples
    --------
    >>> split_moves("1. e5 e6 L(a1, a2 a3,b3) swap", squares=2)
    ['e5 e6', 'L(a1,a2 a3,b3)', 'swap']
    """
    moves: list[str] = []
    missing = 0  # squares of the last move
    closing = ""  # the bracket that ends the last move
    for word in close_up(text).split():
        is_square = _ONE_SQUARE.fullmatch(word) is not None
        if closing or (missing and is_square):
            moves[-1] += f" {word}"
            missing -= 1
        elif _NUMBER.fullmatch(word):
            continue
        else:
            moves.append(word)
            missing = squares - 1 if is_square else 0
            if _ONE_LETTER.fullmatch(word):
                missing = TETROMINO_SIZE
        closing = _open_bracket(moves[-1])
    return moves


def _open_bracket(move: str) -> str:
    """Return the bracket that a move lacks at its end; empty if it lacks none."""
    opened = next((each for each in move if each in _BRACKETS), "")
    closing = _BRACKETS.get(opened, "")
    return "" if closing in move else closing


def squares_of_moves(table: PlacementTable) -> int:
    """Return the number of squares of a move without a letter: two if the game has dominoes."""
    has_dominoes = any(kind.shape is Shape.DOMINO for kind in table.kinds)
    return 2 if has_dominoes else TETROMINO_SIZE


def _example(kind: PieceKind) -> str:
    if kind.shape is Shape.DOMINO:
        return "e5,e6"
    return "T[e6b,f6w,f7b,g6w]" if kind.coloured else "L[a1,a2,a3,b1]"


def _parse_tetromino(
    text: str, named: Shape | None, words: list[str], table: PlacementTable
) -> Placement:
    board = table.board
    coloured = any(kind.coloured and kind.shape is not Shape.DOMINO for kind in table.kinds)
    squares = []
    black = 0
    for word in words:
        if not coloured:
            squares.append(board.parse(word))
            continue
        colour = word[-1:]
        if colour not in {"b", "w"} or not word[-2:-1].isdigit():
            raise NotationError(text, f"a colour, b or w, after the square {word!r}")
        square = board.parse(word[:-1])
        squares.append(square)
        if colour == "b":
            black |= 1 << square
    mask = mask_of(squares)
    if len(squares) != TETROMINO_SIZE or mask.bit_count() != TETROMINO_SIZE:
        form = f"an {named.value}" if named else "a tetromino"
        raise NotationError(text, f"four different squares that form {form}")
    actual = shape_of((board.column(square), board.row(square)) for square in squares)
    shape = actual if named is None else named
    if shape is None:
        raise NotationError(text, "squares that form a tetromino of this game")
    if actual is not shape:
        found = "no tetromino of this game" if actual is None else f"the shape {actual.value}"
        raise NotationError(text, f"squares that form the shape {shape.value} (these form {found})")
    if coloured and black.bit_count() != 2:
        raise NotationError(
            text, f"two black squares and two white ones (these are {black.bit_count()} black)"
        )
    placement = table.find(shape, mask, black if coloured else None)
    if placement is None:
        raise IllegalMoveError(
            text,
            (
                tr(
                    "no {shape} piece of this game can lie so: its colours are other ones",
                    shape=shape.value,
                ),
            ),
        )
    return placement


def _parse_domino(
    text: str,
    names: list[str],
    table: PlacementTable,
    halves: tuple[str, str],
    heights: Sequence[int],
) -> Placement:
    board = table.board
    coloured = any(kind.coloured for kind in table.kinds if kind.shape is Shape.DOMINO)
    if len(names) != 2:
        which = f", the {halves[0]} one and the {halves[1]} one" if coloured else ""
        raise NotationError(text, f"two squares{which}, such as e5,e6")
    first, second = board.parse(names[0]), board.parse(names[1])
    if first == second or not table.covering[first] & table.covering[second]:
        touching = "touch" if touch_at_corners(table.kinds) else "share an edge"
        raise NotationError(text, f"two squares that {touching}")
    level = heights[first] if heights else 0
    placement = table.find(
        Shape.DOMINO, 1 << first | 1 << second, 1 << second if coloured else None, level
    )
    if placement is None:
        reason = mark("some piece under it would have no uncovered bit")
        raise IllegalMoveError(
            text, (tr(reason if coloured else mark("no piece of this game can be there")),)
        )
    return placement
