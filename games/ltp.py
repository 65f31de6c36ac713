"""The LITS Text Protocol: the notation of other Battle of LITS programs for boards, moves and games
on 10×10.

A move is the shape and its squares as row and column digits from the top left, ``L[00,01,02,10]``;
the swap is the word ``swap``. A game is a board and its moves, and two forms of board are in use.
Both go row by row from the top left.

``board``: a hundred symbols
    ``X``, ``O`` (either case) and ``.`` (also ``-`` or ``_``), one for each square; then the moves
    on the same line, with ``; `` before each: ``XXX...OOO; L[00,01,02,10]; swap``. The program
    blits-rs reads and writes only this form. It refuses a board whose X and O are not exchanged by
    a half turn, and shape letters in lower case. After a swap it exchanges the X and O on its board
    and lets X move. The rules and this package exchange the players instead; the text of the game
    is the same.
``digits``: a hundred digits and the remaining supply
    ``0-9a-e``, one for each square: 5 × symbol + shape, where the symbol is nothing 0, X 1 or O 2
    and the shape nothing 0, L 1, I 2, T 3 or S 4; so ``6`` is an X covered by an L. Then a comma
    and the number of L, I, T and S that are left, ``,4555``. Then one line per move. The protocol's
    earlier text defines this form; the older program blits adds the side to move, ``,4555,O``, and
    has no swap. The text's example of a game has a bare board with ``,4555`` and one move, an L, so
    that the supply is counted after the moves; blits counts it before them. Both are read. The
    supply is written as before the moves, and the side to move only if the number of tetrominoes
    does not determine it.

Both forms are read with moves on separate lines or separated by semicolons. The protocol's current
text has a third form, twenty digits of base 32, which no program reads or writes: blits-rs only
recognises it.

Source: the protocol's two texts and the two programs, ``docs/lits-text-protocol.md`` and ``lits/``
of rsarvar1a/blits, ``docs/ltp.md``, ``docs/board.txt`` and ``src/battle_of_lits/`` of
rsarvar1a/blits-rs, both on GitHub.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.errors import NotationError
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.move import SWAP, Move, Special
from litslab.games.pieces import Shape
from litslab.games.placement_notation import close_up
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.rules import Rules

BOARD = Board(10, 10)
"""The only board that the protocol knows."""

_SQUARE_DIGITS = "0123456789abcde"
_SYMBOLS = ".XO"
_SHAPES = (Shape.L, Shape.I, Shape.T, Shape.S)
_PIECES = 5  # of each shape; the protocol has no other supply

_ONLY_SYMBOLS = re.compile(r"[XxOo._-]+")
_LIKE_DIGITS = re.compile(r"[0-9A-Ea-e]{50,}(?:,.*)?", re.DOTALL)
_SQUARES = re.compile(r"([0-9A-Ea-e]{100}),([0-5]{4})(?:,([XxOo]))?")
_MOVE = re.compile(r"([LITSlits])\[([0-9]{2}),([0-9]{2}),([0-9]{2}),([0-9]{2})\]")

_ORDER = tuple(BOARD.square(index % 10, 9 - index // 10) for index in range(BOARD.size))
"""The squares in the protocol's order: row by row from the top left."""


class BoardForm(StrEnum):
    """The form of a game's board."""

    BOARD = "board"
    DIGITS = "digits"


@dataclass(frozen=True)
class Start:
    """The start of a game, as its board describes it.

    Attributes
    ----------
    rules : BattleOfLits
        The game on that board.
    setup : Position or None
        The position that the moves start from; None for the bare board with X to move.
    left : str
        The number of L, I, T and S that are left, as four digits; empty if the form does not
        contain it.
    """

    rules: BattleOfLits
    setup: Position | None = None
    left: str = ""

    def check_supply(self, moves: Iterable[Move]) -> None:
        """Raise if the supply does not fit the tetrominoes on the board, before the moves or after
        them.

        Raises
        ------
        NotationError
            If the supply does not fit.
        """
        set_up = () if self.setup is None else self.setup.placements
        before = Counter(placement.shape for placement in set_up)
        after = before + Counter(move.shape for move in moves if isinstance(move, Placement))
        expected = list(dict.fromkeys(_left(placed) for placed in (before, after)))
        if self.left and self.left not in expected:
            wanted = " or, counted after the moves, ".join(expected)
            raise NotationError(self.left, f"{wanted}: what is left of five of each shape")


def _left(placed: Counter[Shape]) -> str:
    return "".join(str(_PIECES - placed[shape]) for shape in _SHAPES)


def format_move(move: Move) -> str:
    """Return a move in the protocol's form.

    Examples
    --------
    >>> format_move(BattleOfLits().table[0])
    'L[70,80,90,91]'
    """
    if isinstance(move, Special):
        return move.value
    return f"{move.shape.value}[{_name(move.squares)}]"


def _name(squares: Iterable[int]) -> str:
    """Return squares as their rows and columns from the top left."""
    return ",".join(
        sorted(f"{BOARD.rows - 1 - BOARD.row(square)}{BOARD.column(square)}" for square in squares)
    )


def parse_move(text: str, rules: Rules) -> Move:
    """Return the move that a text of the protocol names; its squares may be in any order.

    Raises
    ------
    NotationError
        If it names no tetromino, or the board is not 10×10.
    """
    if rules.board != BOARD:
        raise NotationError(text, "a 10×10 board: the LITS Text Protocol supports no other")
    if text.strip().lower() == SWAP.value:
        return SWAP
    match = _MOVE.fullmatch(close_up(text))
    if match is None:
        raise NotationError(text, "a move such as L[00,01,02,10]")
    shape = match[1].upper()
    squares = [_ORDER[int(cell)] for cell in match.groups()[1:]]
    placement: Placement | None = rules.table.find(Shape(shape), mask_of(squares))
    if placement is None:
        raise NotationError(text, f"four squares that form the shape {shape}")
    return placement


def format_board(
    rules: Rules,
    form: BoardForm = BoardForm.BOARD,
    setup: Position | None = None,
) -> str:
    """Return a board in one of the protocol's forms.

    Parameters
    ----------
    rules : Rules
        The game on that board.
    form : BoardForm
        The form; other programs today read `BoardForm.BOARD`.
    setup : Position, optional
        The position that a game starts from, which only `BoardForm.DIGITS` can express.

    Raises
    ------
    NotationError
        If the board is not 10×10, the supply is not five of each shape, the game is played without
        the swap, or the form cannot express the starting position.
    """
    if rules.board != BOARD:
        raise NotationError("the board", "10×10 squares: the LITS Text Protocol supports no other")
    if rules.table.counts != (_PIECES,) * len(_SHAPES):
        raise NotationError(
            ",".join(map(str, rules.table.counts)),
            "five of each shape: the LITS Text Protocol has no other supply",
        )
    if not rules.has_swap:
        raise NotationError(
            rules.title, "a game with the swap: the LITS Text Protocol has no other"
        )
    if form is BoardForm.DIGITS:
        return _format_digits(rules, setup)
    if setup is not None:
        raise NotationError(
            rules.title, f"a game of Battle of LITS from its start for a {form} of the protocol"
        )
    return "".join(_SYMBOLS[_symbol(rules, square)] for square in _ORDER)


def _symbol(rules: Rules, square: int) -> int:
    """Return the symbol of a square: an index of `_SYMBOLS`."""
    x, o = rules.symbol_squares
    return (x >> square & 1) + 2 * (o >> square & 1)


def _format_digits(rules: Rules, setup: Position | None) -> str:
    placements = () if setup is None else setup.placements
    if setup is not None and setup.swapped:
        raise NotationError(
            rules.title, "a position before the swap: the form digits cannot say that it was made"
        )
    covered = {square: placement.shape for placement in placements for square in placement.squares}
    digits = []
    for square in _ORDER:
        shape = 1 + _SHAPES.index(covered[square]) if square in covered else 0
        digits.append(_SQUARE_DIGITS[5 * _symbol(rules, square) + shape])
    squares = "".join(digits)
    left = _left(Counter(placement.shape for placement in placements))
    usual = rules.sides[len(placements) % 2]
    return f"{squares},{left}" + (
        f",{setup.side}" if setup is not None and setup.side != usual else ""
    )


def parse_start(text: str, *, constructed: bool = False) -> Start:
    """Return the board, and the position on it, that a text of any of the protocol's forms
    describes.

    Parameters
    ----------
    text : str
        The board.
    constructed : bool
        Whether to accept a side to move that no game leads to.

    Raises
    ------
    NotationError
        If it has none of the forms.
    IllegalMoveError
        If the tetrominoes on the board break a rule.
    UnreachableError
        If no game leads to the side to move.
    """
    if _ONLY_SYMBOLS.fullmatch(text):
        if len(text) != BOARD.size:
            raise NotationError(
                text, f"{BOARD.size} symbols X, O and '.', one per square, not {len(text)}"
            )
        return Start(_on_board("." if symbol in "-_" else symbol.upper() for symbol in text))
    match = _SQUARES.fullmatch(text)
    if match:
        return _parse_digits(
            text, match[1].lower(), match[2], (match[3] or "").upper(), constructed=constructed
        )
    if _LIKE_DIGITS.fullmatch(text):
        raise NotationError(
            text, "100 digits 0-9a-e, one per square, and what is left of the supply, such as ,5555"
        )
    raise NotationError(
        text,
        "100 symbols X, O and '.', or 100 digits and a supply",
    )


def _on_board(symbols: Iterable[str]) -> BattleOfLits:
    """Return the game on a board whose symbols are given in the protocol's order."""
    found = "".join(symbols)
    return BattleOfLits(
        symbols=tuple(found[start : start + 10] for start in range(0, BOARD.size, 10))
    )


def _parse_digits(text: str, squares: str, left: str, side: str, *, constructed: bool) -> Start:
    values = [divmod(_SQUARE_DIGITS.index(digit), 5) for digit in squares]
    rules = _on_board(_SYMBOLS[symbol] for symbol, _ in values)
    placements = []
    for number, shape in enumerate(_SHAPES, start=1):
        covered = mask_of(
            square for square, (_, value) in zip(_ORDER, values, strict=True) if value == number
        )
        # Tetrominoes of one shape share no edge, so each connected group of squares is one of them.
        for group in BOARD.groups(covered):
            placement = rules.table.find(shape, group)
            if placement is None:
                raise NotationError(
                    text,
                    f"tetrominoes of the shape {shape.value}, which {_name(bits(group))} is not",
                )
            placements.append(placement)
    if not placements and side in {"", rules.sides[0]}:
        return Start(rules, left=left)
    return Start(
        rules, rules.from_placements(placements, side or None, constructed=constructed), left
    )
