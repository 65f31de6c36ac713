"""The LITS Text Protocol: how other Battle of LITS programs on 10×10 write boards, moves and games.

A move is the shape and its squares as row and column digits from the top left, ``L[00,01,02,10]``. A board is twenty
base-32 digits (``0-9A-V``), five squares a digit, most significant bit first, row by row from the top: 1 where an X
stands. The O stand where a half turn takes the X. A game is the board's line followed by a line a move.
Source: the protocol text of the public blits projects, where its own examples disagree in the digit order, the
written definition of the bit string is followed.
"""

from __future__ import annotations

import re

from games.battle_of_lits import BattleOfLits
from games.errors import NotationError
from games.geometry import Board, mask_of
from games.pieces import Shape
from games.placements import Placement
from games.position import SWAP, Move, Rules, Special

BOARD = Board(10, 10)
"""The only board that the protocol knows."""

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
_BOARD = re.compile(r"[0-9A-Va-v]{20}")
_MOVE = re.compile(r"([LITSlits])\[([0-9]{2}),([0-9]{2}),([0-9]{2}),([0-9]{2})\]")


def _square(row: int, column: int) -> int:
    """Return the square in a row counted from the top."""
    return BOARD.square(column, BOARD.rows - 1 - row)


def format_move(move: Move) -> str:
    """Return a move in the protocol's form.

    Examples
    --------
    >>> format_move(BattleOfLits().table[0])
    'L[70,80,90,91]'
    """
    if isinstance(move, Special):
        return move.value
    cells = [(BOARD.rows - 1 - BOARD.row(square), BOARD.column(square)) for square in move.squares]
    return f"{move.shape.value}[{','.join(f'{row}{column}' for row, column in sorted(cells))}]"


def parse_move(text: str, rules: Rules) -> Move:
    """Return the move that a text of the protocol names. Its squares may come in any order.

    Raises
    ------
    NotationError
        If it names no tetromino, or the board is not 10×10.
    """
    if rules.board != BOARD:
        raise NotationError(text, "a 10×10 board: the LITS Text Protocol knows no other")
    if text == SWAP.value:
        return SWAP
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(text, "a move such as L[00,01,02,10]")
    shape = match[1].upper()
    squares = [_square(int(cell[0]), int(cell[1])) for cell in match.groups()[1:]]
    placement: Placement | None = rules.table.find(Shape(shape), mask_of(squares))
    if placement is None:
        raise NotationError(text, f"four squares that form the shape {shape}")
    return placement


def format_board(rules: BattleOfLits) -> str:
    """Return the board's twenty digits.

    Raises
    ------
    NotationError
        If the board is not 10×10, or a half turn does not exchange its X and O.
    """
    x, o = rules.marks
    half_turn = BOARD.symmetries[1]
    if rules.board != BOARD or half_turn.apply(x) != o:
        raise NotationError(
            "the board", "10×10 squares whose X and O a half turn exchanges: the LITS Text Protocol knows no other"
        )
    bits = "".join("1" if x >> _square(row, column) & 1 else "0" for row in range(10) for column in range(10))
    return "".join(DIGITS[int(bits[start : start + 5], 2)] for start in range(0, 100, 5))


def parse_board(text: str) -> BattleOfLits:
    """Return the game on the board that twenty digits describe.

    Raises
    ------
    NotationError
        If there are not twenty base-32 digits, or a square would bear X and O.
    """
    if _BOARD.fullmatch(text) is None:
        raise NotationError(text, "twenty digits 0-9A-V that tell where the X stand")
    bits = "".join(f"{DIGITS.index(digit):05b}" for digit in text.upper())
    x = mask_of(_square(*divmod(index, 10)) for index, bit in enumerate(bits) if bit == "1")
    o = BOARD.symmetries[1].apply(x)
    if x & o:
        raise NotationError(text, "no X where a half turn puts another: the O stand there")
    drawn = BOARD.draw("X" if x >> square & 1 else "O" if o >> square & 1 else "." for square in range(BOARD.size))
    return BattleOfLits(symbols=tuple(drawn.split("\n")))
