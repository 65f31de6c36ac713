"""Positions in a terminal: the same content as `games.drawing.svg`, two characters per square.

Colours only repeat what the characters say, so the drawing can be read without them. The lines
below the board explain the marks that occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rich.style import Style
from rich.text import Text

from litslab.games.board_view import BoardView, Stack
from litslab.games.caption import caption
from litslab.games.drawing.palette import PALETTE
from litslab.games.geometry import bits, column_name, union
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.position import Position

_TICK = "'"
_ARROWS = {
    (1, 0): "→",
    (-1, 0): "←",
    (0, 1): "↑",
    (0, -1): "↓",
    (1, 1): "↗",
    (-1, 1): "↖",
    (1, -1): "↘",
    (-1, -1): "↙",
}
_GHOST_GROUND = "#d9bfe8"  # of a highlighted move on the bare board
_GHOST_INK = "#c04fe0"  # of a highlighted move on pieces, light or dark
_MOST_NAMED = 12  # highlighted moves that are named; for more, only their number is shown


_Colours = tuple[str, str]
"""The colours of a character and of its ground."""

_BARE = (PALETTE.frame.ink, PALETTE.frame.board)
_LIGHT = (PALETTE.dark, PALETTE.light)
_DARK = (PALETTE.light, PALETTE.dark)


@dataclass(frozen=True)
class _Square:
    """The two characters of a square and their colours."""

    first: str = "."
    second: str = " "
    colours: _Colours = _BARE
    second_colours: _Colours = _BARE


def drawing(position: Position, highlight: Iterable[Move] = ()) -> Text:
    """Return a position as coloured text, with coordinates and some lines of explanation.

    Parameters
    ----------
    position : Position
        A position of any game.
    highlight : iterable of Move
        Moves to highlight: their squares are coloured, and the moves are named below the board, if
        they are few.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> for line in drawing(create("taiji", size=2).start()).plain.splitlines():
    ...     print(line.rstrip())
    2 . .
    1 . .
      a b
    TAIJI · light to move · light 0, dark 0
    """
    moves = tuple(dict.fromkeys(highlight))
    view = position.view()
    squares = _squares(position, view)
    last = position.last.mask if isinstance(position.last, Placement) else 0
    highlighted = union(move.mask for move in moves if isinstance(move, Placement))
    board = position.rules.board
    margin = len(str(board.rows))
    text = Text(no_wrap=False)
    for row in reversed(range(board.rows)):
        text.append(f"{row + 1:>{margin}} ", Style(dim=True))
        for column in range(board.columns):
            square = board.square(column, row)
            is_last = bool(last >> square & 1)
            is_highlighted = bool(highlighted >> square & 1)
            _append_square(text, squares[square], last=is_last, highlighted=is_highlighted)
        text.append("\n")
    names = "".join(f"{column_name(column):<2}" for column in range(board.columns))
    text.append(f"{'':>{margin}} {names}".rstrip() + "\n", Style(dim=True))
    text.append("\n".join(_lines(position, view, moves)))
    return text


def _append_square(text: Text, square: _Square, *, last: bool, highlighted: bool) -> None:
    ink, ground = square.colours
    second_ink, second_ground = square.second_colours
    if highlighted and ground == PALETTE.frame.board:
        ground = _GHOST_GROUND
        second_ground = _GHOST_GROUND
    elif highlighted:
        ink = _GHOST_INK
    style = Style(color=ink, bgcolor=ground, bold=last or highlighted, underline=last)
    second_style = Style(color=second_ink, bgcolor=second_ground, bold=last, underline=last)
    text.append(square.first, style)
    text.append(square.second, second_style)


def _lines(position: Position, view: BoardView, moves: tuple[Move, ...]) -> Iterator[str]:
    """Yield the lines below the board: the caption, the moves, and the meaning of the marks that
    occur.
    """
    rules = position.rules
    yield " · ".join(caption(position))
    if position.last is not None:
        yield f"last move: {format_move(position.last, rules)}"
    if moves:
        names = " ".join(format_move(move, rules) for move in moves)
        yield f"highlighted: {names if len(moves) <= _MOST_NAMED else f'{len(moves)} moves'}"
    if any(placement.black is not None for placement in view.tetrominoes):
        yield "L I T S: black squares; l i t s: white squares"
    if view.protected:
        marks = f"capital letters and {_TICK}" if view.stacks is not None else _TICK
        phase = "" if position.protected_to_the_end else " in this phase"
        yield f"{marks} : nothing can cover this square any more{phase}"


def _squares(position: Position, view: BoardView) -> list[_Square]:
    """Return the characters and colours of each square; later layers lie above earlier ones."""
    squares = [_Square()] * position.rules.board.size
    for square in bits(view.protected):
        squares[square] = _Square(second=_TICK)
    _show_stacks(squares, view.stacks or (), view)
    for character, marked in (("X", view.crosses), ("O", view.rings)):
        for square in bits(marked):
            squares[square] = replace(squares[square], first=character)
    layers = (_show_taijitus, _show_tetrominoes)
    for show in reversed(layers) if view.taijitus_above else layers:
        show(squares, position, view)
    return squares


def _show_stacks(squares: list[_Square], stacks: Iterable[Stack], view: BoardView) -> None:
    """Show the owner of each stack, in capitals if nothing can cover it, and its height
    from 2 on.
    """
    for stack in stacks:
        letter = "b" if stack.dark else "w"
        first = letter.upper() if view.protected >> stack.square & 1 else letter
        second = " " if stack.height < 2 else str(stack.height)
        colours = _DARK if stack.dark else _LIGHT
        squares[stack.square] = _Square(first, second, colours, colours)


def _show_taijitus(squares: list[_Square], position: Position, view: BoardView) -> None:
    """Show the halves of taijitus, with arrows that point to the other half until tetrominoes lie
    above.
    """
    board = position.rules.board
    hidden = 0 if view.taijitus_above else view.covered
    for placement in view.taijitus:
        for square in placement.squares:
            other = next(each for each in placement.squares if each != square)
            columns = board.column(other) - board.column(square)
            rows = board.row(other) - board.row(square)
            dark = bool((placement.black or 0) >> square & 1)
            below = squares[square]
            # Below tetrominoes a half is only a symbol, and the mark of squares that nothing can
            # cover matters more.
            second = below.second if hidden else _ARROWS[columns, rows]
            colours = _DARK if dark else _LIGHT
            on_piece = view.taijitus_above and view.covered >> square & 1
            second_colours = below.second_colours if on_piece else colours
            squares[square] = _Square("b" if dark else "w", second, colours, second_colours)


def _show_tetrominoes(squares: list[_Square], _: Position, view: BoardView) -> None:
    """Show shape letters, each followed by the symbol that it covers, or in TAILITS by the mark."""
    for placement in view.tetrominoes:
        colours = PALETTE.shapes[placement.shape].ink, PALETTE.shapes[placement.shape].fill
        letter = placement.shape.value
        for square in placement.squares:
            below = squares[square]
            if placement.black is None:
                covered = below.first.lower() if below.first != "." else " "
                squares[square] = _Square(letter, covered, colours, colours)
            elif placement.black >> square & 1:
                squares[square] = _Square(letter, below.second, _DARK, colours)
            else:
                squares[square] = _Square(letter.lower(), below.second, _LIGHT, colours)
