"""Records in the LITS Text Protocol."""

from __future__ import annotations

from litslab.games import ltp
from litslab.games.errors import NotationError, RecordError
from litslab.games.move import Move
from litslab.games.record import Record
from litslab.games.refusal import refused_at


def loads_ltp(text: str, name: str = "game", *, constructed: bool = False) -> Record:
    """Read a game of Battle of LITS in the LITS Text Protocol: a board in any of its forms, then
    the moves.

    Parameters
    ----------
    text : str
        The game.
    name : str
        Its name in errors.
    constructed : bool
        Whether to accept a side to move that no game leads to.

    Raises
    ------
    RecordError
        If the text is no such game.
    IllegalRecordError
        If a move, or a tetromino on the board, breaks the rules, or no game leads to the side to
        move.
    """
    parts = [
        (f"{name}, line {number}", part.strip())
        for number, line in enumerate(text.splitlines(), start=1)
        for part in line.split(";")
        if part.strip()
    ]
    if not parts:
        raise RecordError(name, "empty: expected a board and its moves")
    moves: list[Move] = []
    with refused_at(parts[0][0]):
        start = ltp.parse_start(parts[0][1], constructed=constructed)
    position = start.rules.start() if start.setup is None else start.setup
    for place, part in parts[1:]:
        with refused_at(place):
            moves.append(ltp.parse_move(part, start.rules))
            position = position.play(moves[-1])
    with refused_at(parts[0][0]):
        start.check_supply(moves)
    return Record(start.rules, tuple(moves), start.setup)


def dumps_ltp(record: Record, form: ltp.BoardForm = ltp.BoardForm.BOARD) -> str:
    """Return a game of Battle of LITS in the LITS Text Protocol.

    Parameters
    ----------
    record : Record
        The game.
    form : BoardForm
        The form of the board; see `games.ltp`.

    Raises
    ------
    NotationError
        If the form cannot express the game. No form has other boards than 10×10 or another supply
        than five per shape.
    """
    rules = record.rules
    if not rules.in_text_protocol:
        raise NotationError(rules.title, "a game of Battle of LITS for the LITS Text Protocol")
    parts = [ltp.format_board(rules, form, record.setup), *map(ltp.format_move, record.moves)]
    return ("; " if form is ltp.BoardForm.BOARD else "\n").join(parts) + "\n"
