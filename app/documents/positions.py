"""Answers about games, positions, certificates and matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

from litslab.games.language import tr
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.option_data import describe_options, describe_setup_options
from litslab.games.outcome import Outcome
from litslab.games.perft import Perft
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.registry import GAMES, load_plugins
from litslab.games.rule_text import rule_text
from litslab.games.rules import Rules


@dataclass(frozen=True, eq=False, kw_only=True)
class GameOption:
    """An option of a game."""

    name: str
    default: Any
    help: str
    lowest: int | None = None
    highest: int | None = None
    odd: bool = False
    choices: tuple[str, ...] = ()


_SHOWN = {each.name for each in fields(GameOption)}


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game and its options."""

    name: str
    title: str
    sides: tuple[str, str]
    """The side that moves first, then the other."""
    swap: bool
    """True if the second player may swap on the first turn."""
    summary: str
    """The game in a sentence."""
    aim: str
    """The aim of a side in a few words, with `{own}` and `{other}` for the names of the sides;
    empty for a plug-in.
    """
    board: Literal["symbols", "colours"] | None = None
    """The board that a new game can be given: rows of its symbols, or of a position's colours."""
    options: list[GameOption]

    @classmethod
    def of(cls, rules_class: type[Rules]) -> Self:
        """Describe a game: its aim, its sides, its options, their defaults and limits."""
        defaults = rules_class()
        options = []
        for each in rules_class.options():
            about = {name: value for name, value in each.metadata.items() if name in _SHOWN}
            text = about.pop("help")
            default = getattr(defaults, each.name)
            options.append(GameOption(name=each.name, default=default, help=tr(text), **about))
        words = rule_text(rules_class.name)
        board: Literal["symbols", "colours"] | None = None
        if rules_class.shows_colours:
            board = "colours"
        elif rules_class.setup_option() is not None:
            board = "symbols"
        return cls(
            name=rules_class.name,
            title=tr(rules_class.title),
            sides=rules_class.sides,
            swap=defaults.has_swap,
            summary=words.summary,
            aim=words.aim,
            board=board,
            options=options,
        )


@dataclass(frozen=True, eq=False)
class Games:
    """`litslab games`."""

    games: list[Game]

    @classmethod
    def made(cls) -> Self:
        """Describe all games, including those of plug-ins."""
        load_plugins()
        return cls([Game.of(rules) for rules in GAMES.values()])


def _by_side(sides: Sequence[str], scores: Sequence[int]) -> dict[str, int]:
    return dict(zip(sides, scores, strict=True))


@dataclass(frozen=True, eq=False, kw_only=True)
class PositionDescription:
    """A position."""

    game: str
    options: dict[str, Any]
    board: list[str]
    """The rows of the text board, the top row first."""
    placed: list[str]
    """The placements, in the notation of moves."""
    symbols: list[str] | None = None
    """Battle of LITS: the rows of symbols, the top row first."""
    to_move: str
    swapped: bool
    half_point: str | None
    """In a double game, the side with half a point more from the first phase."""
    scores: dict[str, int]
    legal_moves: int
    """Their number."""
    constructed: bool
    """True if the position was set up by hand; perhaps no game can reach it."""
    protected: list[str]
    """Squares that nothing can cover any more."""
    protected_until: Literal["end of game", "end of phase"]
    """The latter in the first phase of a double game."""
    outcome: Outcome | None
    """None until the game is over."""

    @classmethod
    def of(cls, position: Position, **more: Any) -> Self:
        """Describe a position; `more` are the fields of a subclass."""
        rules = position.rules
        return cls(
            game=rules.name,
            options=describe_options(rules),
            board=position.text_rows(),
            placed=[format_move(each, rules) for each in position.placements],
            symbols=describe_setup_options(rules).get("symbols"),
            to_move=position.side,
            swapped=position.swapped,
            half_point=position.half_point,
            scores=_by_side(rules.sides, position.scores()),
            legal_moves=len(position.legal_moves()),
            constructed=position.constructed,
            protected=rules.board.names(position.protected),
            protected_until=protected_until(position),
            outcome=position.outcome() if position.is_over else None,
            **more,
        )


def protected_until(position: Position) -> Literal["end of game", "end of phase"]:
    """Return the end of `Position.protected`: ``end of game``, or ``end of phase`` in the first of
    a double game.
    """
    return "end of game" if position.protected_to_the_end else "end of phase"


@dataclass(frozen=True, eq=False)
class WrittenRecord:
    """`litslab new` and `litslab edit`."""

    path: str | None
    record: str
    """The record as TOML."""
    position: PositionDescription

    @classmethod
    def of(cls, record: Record, path: object) -> Self:
        """Describe a record and the file that it is written to, if any."""
        name = None if path is None else str(path)
        return cls(name, dumps(record), PositionDescription.of(record.position()))


@dataclass(frozen=True, eq=False, kw_only=True)
class ShownPosition(PositionDescription):
    """`litslab show`."""

    title: str
    players: dict[str, str] | None = None
    """The names of the players by their sides."""
    winners: tuple[str, ...] = ()
    """The sides that won by the record, both of them for a tie."""
    ltp: str | None = None
    """The game in the LITS Text Protocol."""

    @classmethod
    def of_record(cls, record: Record, position: Position, ltp: str | None) -> Self:
        """Describe a position of a record, with the game in the LITS Text Protocol if requested."""
        return cls.of(
            position,
            title=record.title,
            players=dict(record.players) or None,
            winners=tuple(record.winners),
            ltp=ltp,
        )


@dataclass(frozen=True, eq=False)
class LegalMove:
    """A legal move; a swap or a pass covers nothing."""

    move: str
    covers: dict[str, int] | None = None
    """The number of squares that the move covers, by their characters on the text board."""
    scores: dict[str, int] | None = None
    """The scores right after the move, without the half point of TAILITS+TAIJI."""
    half_point: str | None = None
    """In a double game, the side with half a point more after it."""

    @classmethod
    def of(cls, position: Position, board: str, move: Move) -> Self:
        """Describe a move: the characters of the text `board` that it covers, and the scores right
        after it.
        """
        name = format_move(move, position.rules)
        if not isinstance(move, Placement):
            return cls(name)
        covers = Counter(sorted(board[square] for square in move.squares))
        after = position.place(move.index)
        scores = _by_side(position.rules.sides, after.scores())
        return cls(name, dict(covers), scores, after.half_point)


@dataclass(frozen=True, eq=False)
class LegalMoves:
    """`litslab moves`."""

    to_move: str
    constructed: bool
    """True if the position was set up by hand; perhaps no game can reach it."""
    moves: list[LegalMove]

    @classmethod
    def of(cls, position: Position) -> Self:
        """Describe the legal moves of a position."""
        board = position.square_characters()
        moves = [LegalMove.of(position, board, move) for move in position.legal_moves()]
        return cls(position.side, position.constructed, moves)


@dataclass(frozen=True, eq=False, kw_only=True)
class PerftAnswer(Perft):
    """`litslab perft`."""

    game: str


@dataclass(frozen=True, eq=False)
class TournamentAnswer:
    """`litslab tournament`."""

    totals: tuple[int, int]
    """The total scores of the player who was Light in the first game, and of the other."""
    winner: str | None
    """None if the match is drawn."""


@dataclass(frozen=True, eq=False)
class VerifiedCertificate:
    """`litslab verify`."""

    status: Literal["verified"]
    value: int
    winner: str
    moves: int
    """The number of moves in the strategies of both sides."""
    positions: int
    """The number of positions that were checked."""
    compared: str | None
    """The record that the certificate was compared with."""
    position: PositionDescription
