"""Records as small TOML files.

Pydantic models validate the text, which becomes a `Record` of `Rules`, a starting `Position` and
moves.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

import tomli_w
from pydantic import Field

from litslab.games.errors import (
    IllegalMoveError,
    OptionError,
    RecordError,
    UnreachableError,
)
from litslab.games.language import tr
from litslab.games.move import Move
from litslab.games.notation import format_move, format_placements, parse_move, parse_placements
from litslab.games.option_data import describe_options, read_option
from litslab.games.placement_notation import split_moves, squares_of_moves
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.refusal import IllegalRecordError, refused_at
from litslab.games.registry import boards_of_symbols, create, game
from litslab.games.rules import Rules
from litslab.games.study_claim import LEVELS, StudyClaim, describe_claim
from litslab.games.symbol_rows import size_of, symbol_rows
from litslab.games.text_file import check_length
from litslab.games.toml import StrictModel, read_model, shown_key


class _StudyModel(StrictModel):
    solution: str
    plies: int = Field(ge=1)
    level: int = Field(ge=LEVELS[0], le=LEVELS[-1])
    surprise: bool = True
    seed: int | None = None
    number: int | None = Field(default=None, ge=1)
    proved_by: list[str] = Field(default_factory=list)

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


PHASE_MARK = "|"
"""The mark in a record between the two phases of a double game."""


class _PositionModel(StrictModel):
    placed: str = ""
    to_move: str | None = None
    swapped: bool = False
    half_point: str | None = None
    constructed: bool = False


class _SetupModel(StrictModel):
    board: str | list[str]


class _RecordModel(StrictModel):
    game: str
    title: str = ""
    comment: str = ""
    options: dict[str, Any] = Field(default_factory=dict)
    setup: _SetupModel | None = None
    players: dict[str, str] = Field(default_factory=dict)
    winners: list[str] = Field(default_factory=list)
    position: _PositionModel | None = None
    moves: str | list[str] = Field(default_factory=list)
    study: _StudyModel | None = None


def loads(
    text: str, name: str = "record", *, constructed: bool = False, plies: int | None = None
) -> Record:
    r"""Read a record from TOML text.

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
    """
    check_length(text, name, "record")
    model = read_model(_RecordModel, text, name)
    rules = _read_rules(model, name)
    setup = _read_setup(model.position, rules, name, constructed=constructed)
    for side in model.players:
        if side not in rules.sides:
            raise RecordError(
                f"{name}, players", f"player {side!r}: expected {' or '.join(rules.sides)}"
            )
    _check_winners(model.winners, rules, name)
    words = model.moves
    if isinstance(words, str):
        words = split_moves(words, squares=squares_of_moves(rules.table))
    if plies is not None:
        words = _first_moves(words, plies)
    record = Record(
        rules=rules,
        moves=read_moves(words, rules.start() if setup is None else setup, name),
        setup=setup,
        title=model.title,
        comment=model.comment,
        players=tuple(model.players.items()),
        winners=tuple(model.winners),
    )
    if model.study is not None:
        with refused_at(f"{name}, study.solution"):
            record = replace(record, study=model.study.claim(record.position()))
    return record


def _read_rules(model: _RecordModel, name: str) -> Rules:
    with refused_at(name):
        rules_class = game(model.game)
    options: dict[str, Any] = {}
    for option_name, value in model.options.items():
        with refused_at(f"{name}, options.{shown_key(option_name)}"):
            options[option_name] = read_option(rules_class, option_name, value)
    with refused_at(name):
        if model.setup is not None:
            setup = rules_class.setup_option()
            if setup is None:
                raise OptionError(
                    f"{rules_class.title} has no [setup]: expected it only for "
                    f"{boards_of_symbols()}"
                )
            symbols = symbol_rows(model.setup.board)
            options = {**size_of(symbols), **options, setup: symbols}
        return create(model.game, **options)


def _read_setup(
    model: _PositionModel | None,
    rules: Rules,
    name: str,
    *,
    constructed: bool,
) -> Position | None:
    if model is None:
        return None
    place = f"{name}, position"
    with refused_at(place):
        try:
            position = rules.from_placements(
                parse_placements(model.placed, rules),
                model.to_move,
                swapped=model.swapped,
                half_point=model.half_point,
                constructed=constructed or model.constructed,
            )
        except UnreachableError as error:
            raise IllegalRecordError(
                place, f"{error} (or 'constructed = true' to set it up all the same)"
            ) from None
    if model.constructed and not position.constructed:
        raise RecordError(
            place, "constructed = true: expected it only for a position that no game leads to"
        )
    return position


def _check_winners(winners: list[str], rules: Rules, name: str) -> None:
    if any(side not in rules.sides for side in winners) or len(set(winners)) < len(winners):
        raise RecordError(
            f"{name}, winners", f"{winners}: expected {' or '.join(rules.sides)}, or both for a tie"
        )


def _first_moves(words: list[str], plies: int) -> list[str]:
    """Return the words of the first moves, with the phase marks before them."""
    found: list[str] = []
    count = 0
    for word in words:
        if count == plies:
            break
        found.append(word)
        count += word != PHASE_MARK
    return found


def read_moves(words: list[str], position: Position, name: str) -> tuple[Move, ...]:
    """Return the moves from a position that words name; `name` is the record's in errors.

    Raises
    ------
    RecordError
        If a word is no move.
    IllegalRecordError
        If a move breaks the rules.
    """
    moves: list[Move] = []
    marked = True  # whether the phase mark that the position requires has been read
    for word in words:
        where = tr("{record}, move {number}", record=name, number=len(moves) + 1)
        if word == PHASE_MARK:
            if marked:
                raise RecordError(
                    where, f"{word!r}: expected it only between the two phases of a double game"
                )
            marked = True
            continue
        if not marked:
            raise RecordError(
                where, f"{word!r}: expected {PHASE_MARK!r} first, as the second phase begins here"
            )
        with refused_at(where):
            move = parse_move(word, position)
            try:
                following = position.play(move)
            except IllegalMoveError as error:
                raise _with_legal_moves(error, move, position) from None
        marked = following.phase == position.phase
        moves.append(move)
        position = following
    if words and words[-1] == PHASE_MARK:
        raise RecordError(name, f"{PHASE_MARK!r}: expected a move of the second phase after it")
    return tuple(moves)


def _with_legal_moves(error: IllegalMoveError, move: Move, position: Position) -> IllegalMoveError:
    """Return an error about a move with the legal moves on the same squares."""
    if not isinstance(move, Placement):
        return error
    legal = [each for each in position.rules.table.of(position.legal) if each.mask == move.mask]
    names = tr(", ").join(format_move(each, position.rules) for each in legal)
    if legal:
        told = tr("legal on these squares: {moves}", moves=names)
    else:
        told = tr("no move is legal on these squares")
    return IllegalMoveError(error.move, (*error.broken, told))


def dumps(record: Record) -> str:
    """Return the TOML text of a record: the inverse of `loads`."""
    data: dict[str, Any] = {
        "game": record.rules.name,
        "title": record.title,
        "comment": record.comment,
    }
    data = {name: text for name, text in data.items() if text}
    words: list[str] = []
    for _, played in groupby(
        zip(record.positions, record.moves, strict=False), key=lambda each: each[0].phase
    ):
        if words:
            words.append(PHASE_MARK)
        words += [format_move(move, record.rules) for _, move in played]
    data["moves"] = words
    data["options"] = describe_options(record.rules)
    setup = record.rules.setup_option()
    if setup is not None:
        data["setup"] = {"board": list(getattr(record.rules, setup) or ())}
    if record.players:
        data["players"] = dict(record.players)
    if record.winners:
        data["winners"] = list(record.winners)
    if record.setup is not None:
        known = {
            name: getattr(record.setup, name) for name in ("swapped", "half_point", "constructed")
        }
        placed = {
            "placed": format_placements(record.setup.placements, record.rules),
            "to_move": record.setup.side,
        }
        data["position"] = placed | {name: value for name, value in known.items() if value}
    if record.study is not None:
        data["study"] = describe_claim(record.study, record.rules)
    return tomli_w.dumps(data, multiline_strings=False)


def start_record(start: Position) -> str:
    """Return the TOML text of a record that begins at a position and has no moves."""
    return dumps(Record(start.rules, setup=None if start == start.rules.start() else start))
