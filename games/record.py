"""Records: small TOML files that hold a game, its options and its moves, or a position without a history.

Pydantic models validate the text, which becomes a `Record` of `Rules`, a starting `Position` and moves.

The ``[study]`` table claims that the record is an endgame study. `puzzles.studies.study` proves or refutes the claim.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import tomli_w
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from litslab.games import ltp
from litslab.games.errors import (
    IllegalMoveError,
    NegativeError,
    NotationError,
    OptionError,
    RecordError,
    UnreachableError,
    expect,
)
from litslab.games.files import as_path
from litslab.games.language import mark, tr
from litslab.games.notation import format_move, format_placements, illegal_text, parse_move, parse_placements
from litslab.games.pieces import DrawnPiece
from litslab.games.position import Move, Position, Rules
from litslab.games.registry import GAMES, create, game, new_game
from litslab.games.view import close_up

LEVELS = range(1, 6)
"""The levels of difficulty, the easiest first."""


@dataclass(frozen=True)
class StudyClaim:
    """The claim that a position is an endgame study.

    Attributes
    ----------
    solution : Move
        The only winning move.
    plies : int
        The length of the principal variation from the position, the solution included.
    level : int
        One of `LEVELS`.
    surprise : bool
        Whether every greedy move loses.
    seed, number : int or None
        The random seed of the run that generated it, and its number in that run.
    proved_by : tuple of str
        The engines that proved it when it was generated.
    """

    solution: Move
    plies: int
    level: int
    surprise: bool = True
    seed: int | None = None
    number: int | None = None
    proved_by: tuple[str, ...] = ()


Model = TypeVar("Model", bound=BaseModel)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class _StudyModel(_Strict):
    solution: str
    plies: int = Field(ge=1)
    level: int = Field(ge=LEVELS[0], le=LEVELS[-1])
    surprise: bool = True
    seed: int | None = None
    number: int | None = Field(default=None, ge=1)
    proved_by: list[str] = []

    def claim(self, position: Position) -> StudyClaim:
        """Return the claim about the record's last position.

        Raises
        ------
        NotationError
            If the solution is no move.
        IllegalMoveError
            If it is not legal there.
        """
        solution = parse_move(self.solution, position)
        position.check(solution)
        values = self.model_dump(exclude={"solution", "proved_by"})
        return StudyClaim(solution, proved_by=tuple(self.proved_by), **values)


def describe_claim(claim: StudyClaim, rules: Rules) -> dict[str, Any]:
    """Return a claim as the plain data of its table, without unknown entries."""
    described = vars(claim) | {"solution": format_move(claim.solution, rules), "proved_by": list(claim.proved_by)}
    return {key: value for key, value in described.items() if value is not None}


PHASE_MARK = "|"
"""The mark in a record between the two phases of a double game."""


_DEEPEST = 8
"""The deepest nesting of tables and lists; a record needs four."""

_LONG_KEY = re.compile(r"""(?:^|[{,[])(?:[ \t]*(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*\.){100}""", re.A | re.M)
"""A key with far more parts than any record needs; `tomllib` takes minutes for one of 100 kB."""


class IllegalRecordError(RecordError, NegativeError):
    """A readable record with a move that breaks the rules or a position that no game leads to."""


@dataclass(frozen=True, repr=False)
class Record:
    """A game from its start, or from a given position.

    Attributes
    ----------
    rules : Rules
        The game and its options.
    moves : tuple of Move
        The moves.
    setup : Position or None
        The position that the moves start from; None for the start of the game.
    title, comment : str
        Notes for the reader.
    players : tuple of (side, name)
        The names of the players.
    study : StudyClaim or None
        The claim that the last position is an endgame study; None if there is none.
    """

    rules: Rules
    moves: tuple[Move, ...] = ()
    setup: Position | None = None
    title: str = ""
    comment: str = ""
    players: tuple[tuple[str, str], ...] = field(default=())
    study: StudyClaim | None = None

    def __repr__(self) -> str:
        board, count = self.rules.board, len(self.moves)
        title = f", {self.title}" if self.title else ""
        return f"<Record: {self.rules.title} {board.columns}×{board.rows}{title}, {count} move{'s' * (count != 1)}>"

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions after 0, 1, … moves.

        Raises
        ------
        IllegalMoveError
            If a move breaks the rules.
        """
        start = self.rules.start() if self.setup is None else self.setup
        return tuple(accumulate(self.moves, lambda position, move: position.play(move), initial=start))

    def _repr_svg_(self) -> str:
        """Draw the position at the record's end in a notebook."""
        from litslab.games.drawing.svg import draw  # noqa: PLC0415 - only notebooks need it

        return draw(self.position(), title=self.title or None)

    def position(self, ply: int | None = None) -> Position:
        """Return the position after `ply` moves (a swap counts as a move), by default after the last one.

        Raises
        ------
        OptionError
            If the record has fewer moves.
        """
        if ply is None:
            return self.positions[-1]
        if not 0 <= ply <= len(self.moves):
            raise OptionError(f"ply {ply}: expected 0 to {len(self.moves)}, the number of moves in the record")
        return self.positions[ply]

    def append(self, *moves: str) -> Record:
        """Return the record with more moves at its end, without its claim to be a study.

        Parameters
        ----------
        *moves : str
            Moves as text, such as ``"e5,e6"`` or ``"swap"``.

        Raises
        ------
        NotationError
            If a text is no move of the game.
        IllegalMoveError
            If a move breaks the rules.

        Examples
        --------
        >>> from litslab.games.registry import create
        >>> len(Record(create("taiji", size=3)).append("a1,a2", "b1,c1").moves)
        2
        """
        position, played = self.position(), list(self.moves)
        for text in moves:
            played.append(parse_move(text, position))
            position = position.play(played[-1])
        return replace(self, moves=tuple(played), study=None)

    def drop(self, count: int) -> Record:
        """Return the record without its last moves, and without its claim to be a study.

        Parameters
        ----------
        count : int
            The number of moves.

        Raises
        ------
        OptionError
            If the record has fewer moves.
        """
        if not 0 <= count <= len(self.moves):
            raise OptionError(f"cannot take back {count}: the record has {len(self.moves)}")
        return replace(self, moves=self.moves[: len(self.moves) - count], study=None)


class _PositionModel(_Strict):
    placed: str = ""
    to_move: str | None = None
    swapped: bool = False
    half_point: str | None = None
    constructed: bool = False


class _SetupModel(_Strict):
    board: list[str]


class _RecordModel(_Strict):
    game: str
    title: str = ""
    comment: str = ""
    options: dict[str, Any] = {}
    setup: _SetupModel | None = None
    players: dict[str, str] = {}
    position: _PositionModel | None = None
    moves: str | list[str] = []
    study: _StudyModel | None = None


def load(path: str | Path, *, constructed: bool = False) -> Record:
    """Read a record from a TOML file, or from a ``.ltp`` file of the LITS Text Protocol.

    Parameters
    ----------
    path : str or Path
        The file.
    constructed : bool
        Whether to accept a position set up by hand that no game leads to; see `loads`.

    Raises
    ------
    RecordError
        If the file cannot be read or is no record; the error names the move or the field and what was expected.
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
    return loads(text, str(path), constructed=constructed)


AnyPosition = Position | Record | str | Path
"""Values that stand for a position: itself, a record, the name of a game, or the path of a record."""

AnyRules = Rules | AnyPosition
"""Values that stand for the rules of a game."""


def as_record(source: AnyPosition) -> Record:
    """Return a record itself, that of a file, or one without moves that begins at a position or with a new game.

    Raises
    ------
    OptionError
        If there is no such game, or the source is none of these.
    RecordError
        If the file cannot be read.
    """
    if isinstance(source, str) and not Path(source).suffix:
        source = new_game(source)
    if isinstance(source, Position):
        return Record(source.rules, setup=source)
    expected = "a position, a record, the path of one, or the name of a game"
    return source if isinstance(source, Record) else load(expect(source, (str, Path), expected))


def as_position(source: AnyPosition) -> Position:
    """Return a position itself, or the last one of what `as_record` returns."""
    return source if isinstance(source, Position) else as_record(source).position()


def as_rules(source: AnyRules) -> Rules:
    """Return the rules themselves, of a game with its default options, or of what `as_record` returns."""
    if isinstance(source, Rules):
        return source
    return create(source) if isinstance(source, str) and not Path(source).suffix else as_record(source).rules


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    RecordError
        If it cannot be read, or is not in UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(str(path), f"cannot read it: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RecordError(str(path), "not a text in UTF-8") from None
    except ValueError as error:  # a name with a null character
        raise RecordError(repr(str(path)), f"cannot read it: {error}") from None


def first_mistake(error: ValidationError, whole: str) -> str:
    """Return the first of pydantic's complaints on one line, with its place, or the name of the whole."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"])) or whole
    return f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def read_toml(text: str, name: str) -> dict[str, Any]:
    """Read TOML with numbers of at most 64 bits, as the format requires, and no deeper nesting than a record needs.

    A byte order mark, which some editors write, is skipped.
    """
    try:
        if _LONG_KEY.search(text):
            raise RecursionError  # without waiting for it
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise RecordError(name, f"not TOML: {error}") from None
    except RecursionError:
        raise RecordError(name, "nested too deeply: expected a record") from None
    except ValueError:  # Python refuses numbers of thousands of digits
        raise RecordError(name, "a number that is too long: expected at most 64 bits") from None
    _check_values(data, name, 0)
    return data


def _check_values(data: dict[str, Any] | list[Any], place: str, depth: int) -> None:
    if depth > _DEEPEST:
        raise RecordError(place, "nested too deeply: expected a record")
    for key, value in data.items() if isinstance(data, dict) else enumerate(data, start=1):
        inner = f"{place}{'.' if depth else ', '}{_shown(str(key))}"
        if isinstance(value, int) and value.bit_length() > 63:
            raise RecordError(inner, "a number that is too long: expected at most 64 bits")
        if isinstance(value, dict | list):
            _check_values(value, inner, depth + 1)


def _shown(key: str) -> str:
    """Return a key as errors show it: on one line."""
    return key if key.isprintable() and key else repr(key)


def loads(text: str, name: str = "record", *, constructed: bool = False) -> Record:
    r"""Read a record from TOML text.

    Parameters
    ----------
    text : str
        The record.
    name : str
        The file's name in errors.
    constructed : bool
        Whether to accept a position set up by hand that no game leads to, even without ``constructed = true`` in the
        record.

    Raises
    ------
    RecordError
        If the text is no record; the error names the move or the field and what was expected.
    IllegalRecordError
        If a move breaks the rules, or no game leads to a position set up by hand.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.loads('game = "taiji"\noptions = { size = 3, groups = 1 }\nmoves = "a1,a2"').position().side
    'dark'
    """
    model = _read_model(_RecordModel, expect(text, str, "the text of a record"), name)
    rules = _read_rules(model, name)
    setup = _read_setup(model.position, rules, name, constructed=constructed)
    for side in model.players:
        if side not in rules.sides:
            raise RecordError(f"{name}, players", f"player {side!r}: expected {' or '.join(rules.sides)}")
    words = close_up(model.moves).split() if isinstance(model.moves, str) else model.moves
    moves = _read_moves(words, rules.start() if setup is None else setup, name)
    record = Record(rules, moves, setup, model.title, model.comment, tuple(model.players.items()))
    if model.study is not None:
        with _refused_at(f"{name}, study.solution"):
            record = replace(record, study=model.study.claim(record.position()))
    return record


@contextmanager
def _refused_at(place: str) -> Iterator[None]:
    """Turn an error about a part of a record into one that names the place."""
    try:
        yield
    except IllegalMoveError as error:
        raise IllegalRecordError(place, illegal_text(error)) from None
    except UnreachableError as error:
        raise IllegalRecordError(place, str(error)) from None
    except (NotationError, OptionError) as error:
        raise RecordError(place, str(error)) from None


class _PieceModel(_Strict):
    drawing: list[str]
    count: int = 1

    def piece(self) -> DrawnPiece:
        return DrawnPiece(tuple(self.drawing), self.count)


class _PiecesModel(_Strict):
    pieces: list[_PieceModel]


def load_pieces(path: Path) -> tuple[DrawnPiece, ...]:
    """Read a TAILITS pattern file: a TOML file of ``[[pieces]]``, each with a ``drawing`` and a ``count``.

    Raises
    ------
    RecordError
        If the file cannot be read or is no pattern file.
    """
    model = _read_model(_PiecesModel, read_text(path), str(path))
    if not (pieces := tuple(each.piece() for each in model.pieces)):
        raise RecordError(str(path), "pieces: expected at least one drawing")
    with _refused_at(str(path)):
        for piece in pieces:
            piece.cells()
    return pieces


_PIECES = TypeAdapter(list[_PieceModel], config=ConfigDict(defer_build=True))


def _read_model(kind: type[Model], text: str, name: str) -> Model:
    """Return the validated data of a TOML text."""
    data = read_toml(text, name)
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
    # Pydantic puts the branch of a union into the place; users know only the field.
    place = ".".join(_shown(str(part)) for part in first["loc"] if part not in {"str", "list[str]"})
    reasons = {"missing": "missing", "extra_forbidden": "no such entry here"}
    raise RecordError(f"{name}, {place}", reasons.get(first["type"], first["msg"][0].lower() + first["msg"][1:]))


def read_option(rules_class: type[Rules], name: str, value: Any) -> Any:
    """Return an option's value as the game expects it, from its value in a record or a JSON document.

    Raises
    ------
    OptionError
        If the game has no such option, or the value has the wrong type.

    Examples
    --------
    >>> from litslab.games.registry import game
    >>> read_option(game("tailits"), "supply", [4, 4, 4, 4])
    (4, 4, 4, 4)
    """
    allowed = [described.name for described in rules_class.options() if not described.metadata["setup"]]
    if name == rules_class.setup_option():
        raise OptionError(f"option {name!r} of {rules_class.name}: expected it as 'board' under [setup] of a record")
    if name not in allowed:
        raise OptionError(f"option {name!r} of {rules_class.name}: expected one of {', '.join(allowed)}")
    try:
        if name == "pieces":
            return tuple(each.piece() for each in _PIECES.validate_python(value))
        # Strict validation of JSON accepts a list for a tuple.
        return _type_of(rules_class, name).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        reason = error.errors(include_url=False, include_input=False)[0]["msg"]
        raise OptionError(f"option {name} = {value!r}: {reason[0].lower()}{reason[1:]}") from None
    except TypeError:  # TOML has dates and times, but JSON has not
        raise OptionError(f"option {name} = {value}: expected no date or time") from None


@cache
def _type_of(rules_class: type[Rules], name: str) -> TypeAdapter[Any]:
    """Return the validator of an option. Making one takes longer than reading a whole record."""
    return TypeAdapter(get_type_hints(rules_class)[name])


def _read_rules(model: _RecordModel, name: str) -> Rules:
    with _refused_at(name):
        rules_class = game(model.game)
    options: dict[str, Any] = {}
    for option_name, value in model.options.items():
        with _refused_at(f"{name}, options.{_shown(option_name)}"):
            options[option_name] = read_option(rules_class, option_name, value)
    with _refused_at(name):
        if model.setup is not None:
            if (setup := rules_class.setup_option()) is None:
                having = " and ".join(each.title for each in GAMES.values() if each.setup_option() is not None)
                raise OptionError(f"{rules_class.title} has no [setup]: expected it only for {having}")
            options[setup] = tuple(model.setup.board)
        return create(model.game, **options)


def _read_setup(model: _PositionModel | None, rules: Rules, name: str, *, constructed: bool) -> Position | None:
    if model is None:
        return None
    place = f"{name}, position"
    with _refused_at(place):
        try:
            position = rules.from_placements(
                parse_placements(model.placed, rules), model.to_move, swapped=model.swapped,
                half_point=model.half_point, constructed=constructed or model.constructed,
            )  # fmt: skip
        except UnreachableError as error:
            raise IllegalRecordError(place, f"{error} (or 'constructed = true' to set it up all the same)") from None
    if model.constructed and not position.constructed:
        raise RecordError(place, "constructed = true: expected it only for a position that no game leads to")
    return position


def _read_moves(words: list[str], position: Position, name: str) -> tuple[Move, ...]:
    moves: list[Move] = []
    marked = True  # whether the phase mark that the position requires has been read
    for word in words:
        where = tr("{record}, move {number}", record=name, number=len(moves) + 1)
        if word == PHASE_MARK:
            if marked:
                raise RecordError(where, f"{word!r}: expected it only between the two phases of a double game")
            marked = True
            continue
        if not marked:
            raise RecordError(where, f"{word!r}: expected {PHASE_MARK!r} first, as the second phase begins here")
        with _refused_at(where):
            move = parse_move(word, position)
            following = position.play(move)
        marked = following.phase == position.phase
        moves.append(move)
        position = following
    if words and words[-1] == PHASE_MARK:
        raise RecordError(name, f"{PHASE_MARK!r}: expected a move of the second phase after it")
    return tuple(moves)


def dumps(record: Record) -> str:
    """Return the TOML text of a record: the inverse of `loads`."""
    data: dict[str, Any] = {"game": record.rules.name, "title": record.title, "comment": record.comment}
    data = {name: text for name, text in data.items() if text}
    words: list[str] = []
    for _, played in groupby(zip(record.positions, record.moves, strict=False), key=lambda each: each[0].phase):
        if words:
            words.append(PHASE_MARK)
        words += [format_move(move, record.rules) for _, move in played]
    data["moves"] = words
    data["options"] = describe_options(record.rules)
    if (setup := record.rules.setup_option()) is not None:
        data["setup"] = {"board": list(getattr(record.rules, setup) or ())}
    if record.players:
        data["players"] = dict(record.players)
    if record.setup is not None:
        known = {name: getattr(record.setup, name) for name in ("swapped", "half_point", "constructed")}
        placed = {"placed": format_placements(record.setup.placements, record.rules), "to_move": record.setup.side}
        data["position"] = placed | {name: value for name, value in known.items() if value}
    if record.study is not None:
        data["study"] = describe_claim(record.study, record.rules)
    return tomli_w.dumps(data, multiline_strings=False)


def start_record(start: Position) -> str:
    """Return the TOML text of a record that begins at a position and has no moves."""
    return dumps(Record(start.rules, setup=None if start == start.rules.start() else start))


def describe_options(rules: Rules) -> dict[str, Any]:
    """Return a game's options as plain data, without empty ones and without the board's symbols."""
    described = {}
    for each in rules.options():
        value = getattr(rules, each.name)
        if each.metadata["setup"] or value is None or value == ():
            continue
        if isinstance(value, tuple):
            value = [item if isinstance(item, int) else vars(item) | {"drawing": list(item.drawing)} for item in value]
        described[each.name] = value
    return described


def describe_setup_options(rules: Rules) -> dict[str, list[str]]:
    """Return the options that belong to the starting position: in Battle of LITS the rows of symbols."""
    return {each.name: list(getattr(rules, each.name)) for each in rules.options() if each.metadata["setup"]}


def properties(position: Position) -> dict[str, str]:
    """Return the properties of a position that may distinguish it from another, as texts."""
    rules = position.rules
    found = {"game": rules.name}
    found |= {f"option {name}": format_option(value) for name, value in describe_options(rules).items()}
    found |= {name: "/".join(value) for name, value in describe_setup_options(rules).items()}
    found["placed"] = format_placements(position.placements, rules) or "nothing"
    found["side to move"] = position.side
    found["swapped"] = "yes" if position.swapped else "no"
    found["half point"] = position.half_point or "none"
    return found


def format_option(value: Any) -> str:
    """Return the text of an option's value from `describe_options`.

    Examples
    --------
    >>> format_option([5, 5, 5, 5]), format_option(True), format_option([{"drawing": ["b", "w", "bw"], "count": 6}])
    ('5,5,5,5', 'yes', '6×b/w/bw')
    """
    if isinstance(value, bool):
        return mark("yes") if value else mark("no")
    if isinstance(value, list):
        return ",".join(format_option(item) for item in value)
    return f"{value['count']}×{'/'.join(value['drawing'])}" if isinstance(value, dict) else str(value)


def loads_ltp(text: str, name: str = "game", *, constructed: bool = False) -> Record:
    """Read a game of Battle of LITS in the LITS Text Protocol: a board in any of its forms, then the moves.

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
        If a move, or a tetromino on the board, breaks the rules, or no game leads to the side to move.
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
    with _refused_at(parts[0][0]):
        start = ltp.parse_start(parts[0][1], constructed=constructed)
    position = start.rules.start() if start.setup is None else start.setup
    for place, part in parts[1:]:
        with _refused_at(place):
            moves.append(ltp.parse_move(part, start.rules))
            position = position.play(moves[-1])
    with _refused_at(parts[0][0]):
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
        If the form cannot express the game. No form has other boards than 10×10 or another supply than five per shape.
    """
    rules = record.rules
    if not rules.in_text_protocol:
        raise NotationError(rules.title, "a game of Battle of LITS for the LITS Text Protocol")
    parts = [ltp.format_board(rules, form, record.setup), *map(ltp.format_move, record.moves)]
    return ("; " if form is ltp.BoardForm.BOARD else "\n").join(parts) + "\n"


def option_name(name: str) -> str:
    """Return the name of an option as text."""
    return tr(name.replace("_", " "))


def option_words(value: object) -> str:
    """Return the value of an option as text.

    Examples
    --------
    >>> option_words([5, 5, 4, 4]), option_words(True)
    ('5, 5, 4, 4', 'yes')
    """
    return tr(format_option(value)).replace(",", tr(", "))


def options_text(told: dict[str, Any]) -> str:
    """Return options from `describe_options` as one text."""
    return tr("; ").join(tr("{option} {value}", option=option_name(k), value=option_words(v)) for k, v in told.items())


def unusual_options(rules: Rules) -> str:
    """Return the options of a game that are not the usual ones on a board of its size.

    Examples
    --------
    >>> unusual_options(create("taiji", size=7, groups=2)), unusual_options(create("taiji", size=9, groups=2))
    ('groups 2', '')
    """
    usual = describe_options(rules.on_square_board(rules.board.columns)).items()
    return options_text(dict(each for each in describe_options(rules).items() if each not in usual))
