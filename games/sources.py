"""Sources of positions and rules: a record, its text or path, or the name of a game."""

from __future__ import annotations

from pathlib import Path

from litslab.games.errors import expect
from litslab.games.files import as_path
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_abstract_play import is_json, loads_abstract_play
from litslab.games.record_ltp import loads_ltp
from litslab.games.record_toml import loads as loads_toml
from litslab.games.registry import create, game, new_game
from litslab.games.rules import Rules
from litslab.games.text_file import read_text


def loads(
    text: str, name: str = "record", *, constructed: bool = False, plies: int | None = None
) -> Record:
    r"""Read a record from TOML text, or a game of TAIJI from the JSON of Abstract Play.

    Parameters
    ----------
    text : str
        The record.
    name : str
        The file's name in errors.
    constructed : bool
        Whether to accept a position set up by hand that no game leads to, even without
        ``constructed = true`` in the record.
    plies : int, optional
        The number of moves to read; the rest is ignored. By default all are read.

    Raises
    ------
    RecordError
        If the text is no record; the error names the move or the field and what was expected.
    IllegalRecordError
        If a move breaks the rules, or no game leads to a position set up by hand.

    Examples
    --------
    >>> import litslab as ll
    >>> text = 'game = "taiji"\noptions = { size = 3, groups = 1 }\nmoves = "a1,a2"'
    >>> ll.loads(text).position().side
    'dark'
    >>> ll.loads('{"game": "taiji", "variants": ["7x7"], "stack": [{}, {"lastmove": "a1,a2"}]}')
    <Record: TAIJI 7×7, 1 move>
    """
    if is_json(expect(text, str, "the text of a record")):
        return loads_abstract_play(text, name, plies=plies)
    return loads_toml(text, name, constructed=constructed, plies=plies)


def load(path: str | Path, *, constructed: bool = False, plies: int | None = None) -> Record:
    """Read a record from a TOML file, from a ``.ltp`` file of the LITS Text Protocol, or from JSON
    of Abstract Play.

    Parameters
    ----------
    path : str or Path
        The file.
    constructed : bool
        Whether to accept a position set up by hand that no game leads to; see `loads`.
    plies : int, optional
        The number of moves to read from a file that is not LTP, as for `loads`.

    Raises
    ------
    RecordError
        If the file cannot be read or is no record; the error names the move or the field and what
        was expected.
    IllegalRecordError
        If a move breaks the rules, or no game leads to a position set up by hand.

    Examples
    --------
    >>> import litslab as ll
    >>> record = ll.load("docs/examples/battle-of-lits-10.toml")
    >>> len(record.moves), record.position(9).side
    (13, 'O')
    """
    path = as_path(path)
    text = read_text(path)
    if path.suffix == ".ltp":
        return loads_ltp(text, str(path), constructed=constructed)
    return loads(text, str(path), constructed=constructed, plies=plies)


AnyPosition = Position | Record | str | Path
"""Values that stand for a position: itself, a record, the name of a game, or the path
of a record.
"""

AnyRules = Rules | AnyPosition
"""Values that stand for the rules of a game."""


def as_record(source: AnyPosition) -> Record:
    """Return a record itself, that of a file, or one without moves that begins at a position or
    with a new game.

    Raises
    ------
    OptionError
        If there is no such game, or the source is none of these.
    RecordError
        If the file cannot be read.
    """
    if isinstance(source, str) and not Path(source).suffix:
        source = new_game(game(source))
    if isinstance(source, Position):
        return Record(source.rules, setup=source)
    expected = "a position, a record, the path of one, or the name of a game"
    return source if isinstance(source, Record) else load(expect(source, (str, Path), expected))


def as_position(source: AnyPosition) -> Position:
    """Return a position itself, or the last one of what `as_record` returns."""
    return source if isinstance(source, Position) else as_record(source).position()


def as_rules(source: AnyRules) -> Rules:
    """Return the rules themselves, of a game with its default options, or of what `as_record`
    returns.
    """
    if isinstance(source, Rules):
        return source
    if isinstance(source, str) and not Path(source).suffix:
        return create(source)
    return as_record(source).rules
