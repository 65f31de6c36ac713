"""Documents of games and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isfinite
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from litslab.app.documents.base import At, BoardRows, By, Constructed, Document, ToMove
from litslab.app.text.parts import Lines, counted, describe_rules, picture_lines, player_lines
from litslab.games.caption import CONSTRUCTED
from litslab.games.language import tr
from litslab.games.line_breaks import one_line
from litslab.games.notation import format_move
from litslab.games.option_data import describe_options, describe_setup_options
from litslab.games.outcome import points_text
from litslab.games.placements import Placement
from litslab.games.record_toml import dumps
from litslab.games.registry import GAMES, load_plugins
from litslab.games.result_text import value_text
from litslab.games.rule_text import rule_text

if TYPE_CHECKING:
    from litslab.games.move import Move
    from litslab.games.outcome import Outcome
    from litslab.games.position import Position
    from litslab.games.record import Record
    from litslab.games.rules import Rules
    from litslab.solver.endgame.certificate import Certificate


class GameOption(Document):
    """An option of a game."""

    name: str
    default: Any
    help: str
    lowest: int | None = None
    highest: int | None = None
    odd: bool = False
    choices: list[str] = []


LONGEST = 40
"""The maximum length of a default that is shown."""


class GameDocument(Document):
    """A game and its options."""

    name: str
    title: Annotated[str, By(lambda rules_class, _: tr(rules_class.title))]
    sides: list[str]
    """The side that moves first, then the other."""
    swap: Annotated[bool, At("has_swap")]
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
    def of(cls, rules_class: type[Rules]) -> GameDocument:
        """Describe a game: its aim, its sides, its options, their defaults and limits."""
        defaults = rules_class()
        options = []
        for each in rules_class.options():
            about = SimpleNamespace(**each.metadata)
            default = getattr(defaults, each.name)
            options.append(
                GameOption.made_of(about, name=each.name, default=default, help=tr(about.help))
            )
        text = rule_text(rules_class.name)
        board: Literal["symbols", "colours"] | None = None
        if rules_class.shows_colours:
            board = "colours"
        elif rules_class.setup_option() is not None:
            board = "symbols"
        return cls.made_of(
            rules_class, summary=text.summary, aim=text.aim, board=board, options=options
        )

    def lines(self) -> Lines:
        """Yield the game, then each option with its default."""
        swap = "; the second player may swap" if self.swap else ""
        yield f"{self.name}: {self.title}, {self.sides[0]} moves first{swap}"
        for option in self.options:
            yield f"  {option.name}{_default_text(option.default)}: {option.help}"


def _default_text(default: Any) -> str:
    """Return the default of an option; nothing if there is none, or if it is an empty board, row by
    row.
    """
    if default in {None, ()}:
        return ""
    text = ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
    return "" if len(text) > LONGEST else f" (default {text})"


class GamesDocument(Document):
    """`litslab games`."""

    games: list[GameDocument]

    @classmethod
    def made(cls) -> Self:
        """Describe all games, including those of plug-ins."""
        load_plugins()
        return cls(games=[GameDocument.of(rules) for rules in GAMES.values()])

    def lines(self) -> Lines:
        """Yield the lines of all games."""
        for game in self.games:
            yield from game.lines()


def _by_side(sides: Sequence[str], scores: Sequence[int]) -> dict[str, int]:
    return dict(zip(sides, scores, strict=True))


class PhaseScores(Document):
    """The scores of one phase of a double game."""

    game: str
    scores: dict[str, int]


class OutcomeDocument(Document):
    """The outcome of a game."""

    winner: str
    margin: int
    """Seen from the first side."""
    value: int
    """Twice the margin, plus or minus one for the tie rule."""
    scores: Annotated[
        dict[str, int], By(lambda outcome, _: _by_side(outcome.sides, outcome.scores))
    ]
    by_tie_rule: bool
    phases: Annotated[list[PhaseScores], By(lambda outcome, _: _phase_scores(outcome))] = []


def _phase_scores(outcome: Outcome) -> list[PhaseScores]:
    return [
        PhaseScores(game=tr(each.name), scores=_by_side(outcome.sides, each.scores))
        for each in outcome.phases
    ]


Options = Annotated[dict[str, Any], By(lambda _, position: describe_options(position.rules))]
Symbols = Annotated[
    list[str] | None, By(lambda _, position: describe_setup_options(position.rules).get("symbols"))
]


class PositionDocument(Document):
    """A position."""

    game: Annotated[str, At("rules.name")]
    options: Options
    board: BoardRows
    """The rows of the text board, the top row first."""
    placed: Annotated[list[str], At("placements")]
    """The placements, in the notation of moves."""
    symbols: Symbols = None
    """Battle of LITS: the rows of symbols, the top row first."""
    to_move: Annotated[str, At("side")]
    swapped: bool
    half_point: str | None
    """In a double game, the side with half a point more from the first phase."""
    scores: Annotated[
        dict[str, int], By(lambda position, _: _by_side(position.rules.sides, position.scores()))
    ]
    legal_moves: Annotated[int, By(lambda position, _: len(position.legal_moves()))]
    constructed: bool
    """True if the position was set up by hand; perhaps no game can reach it."""
    protected: list[str]
    """Squares that nothing can cover any more."""
    protected_until: Annotated[str, By(lambda position, _: protected_until(position))]
    outcome: Annotated[
        OutcomeDocument | None, By(lambda here, _: here.outcome() if here.is_over else None)
    ]
    """None until the game is over."""


def protected_until(position: Position) -> str:
    """Return the end of `Position.protected`: ``end of game``, or ``end of phase`` in the first of
    a double game.
    """
    return "end of game" if position.protected_to_the_end else "end of phase"


class NewDocument(Document):
    """`litslab new` and `litslab edit`."""

    path: str | None
    record: Annotated[str, By(lambda record, _: dumps(record))]
    """The record as TOML."""
    position: Annotated[PositionDocument, By(lambda record, _: record.position())]

    def lines(self) -> Lines:
        """Yield the record if it was not written to a file."""
        if self.path is None:
            yield self.record.removesuffix("\n")


class ShowDocument(PositionDocument):
    """`litslab show`."""

    title: str
    players: dict[str, str] = {}
    """The names of the players by their sides."""
    winners: list[str] = []
    """The sides that won by the record, both of them for a tie."""
    ltp: str | None = None
    """The game in the LITS Text Protocol."""

    _result: Position
    _record: Record

    @classmethod
    def of_record(cls, record: Record, position: Position, ltp: str | None) -> ShowDocument:
        """Describe a position of a record, with the game in the LITS Text Protocol if requested."""
        optional = {"players": dict(record.players), "winners": record.winners, "ltp": ltp}
        given = {name: value for name, value in optional.items() if value}
        document = cls.made_of(position, title=record.title, **given)
        document._record = record
        return document

    def lines(self) -> Lines:
        """Yield the game in the LITS Text Protocol, if requested, or the players and the
        position.
        """
        if self.ltp is not None:
            yield self.ltp.removesuffix("\n")
            return
        picture = picture_lines(self._result, title=one_line(self.title))
        if self.title:
            yield next(picture)
        yield from player_lines(self._record)
        yield from picture


class LegalMove(Document):
    """A legal move; a swap or a pass covers nothing."""

    move: str
    covers: dict[str, int] = {}
    """The number of squares that the move covers, by their characters on the text board."""
    scores: dict[str, int] = {}
    """The scores right after the move, without the half point of TAILITS+TAIJI."""

    _half_point: str | None = None

    @classmethod
    def of(cls, position: Position, board: str, move: Move) -> LegalMove:
        """Describe a move: the characters of the text `board` that it covers, and the scores right
        after it.
        """
        name = format_move(move, position.rules)
        if not isinstance(move, Placement):
            return cls(move=name)
        covers = Counter(sorted(board[square] for square in move.squares))
        after = position.place(move.index)
        scores = _by_side(position.rules.sides, after.scores())
        document = cls(move=name, covers=covers, scores=scores)
        document._half_point = after.half_point
        return document

    @property
    def scores_text(self) -> str:
        """The scores with the half point."""
        return " ".join(
            f"{side} {points_text(2 * score + (side == self._half_point))}"
            for side, score in self.scores.items()
        )


class MovesDocument(Document):
    """`litslab moves`."""

    to_move: Annotated[str, At("side")]
    constructed: bool
    moves: list[LegalMove]

    @classmethod
    def of(cls, position: Position) -> MovesDocument:
        """Describe the legal moves of a position."""
        board = position.square_characters()
        moves = [LegalMove.of(position, board, move) for move in position.legal_moves()]
        return cls.made_of(position, moves=moves)

    def lines(self) -> Lines:
        """Yield a line per move, and their number."""
        for each in self.moves:
            covers = ""
            if each.covers:
                counts = [f"{count}×{character}" for character, count in each.covers.items()]
                covers = f"covers {' '.join(counts)}"
            yield f"{each.move:<24}  {covers:<22}  {each.scores_text}".rstrip()
        if self.moves:
            yield f"{self.to_move} to move: {counted(len(self.moves), 'legal move')}"
        else:
            yield "the game is over"
        if self.constructed:
            yield CONSTRUCTED


class PerftDocument(Document):
    """`litslab perft`."""

    game: str
    counts: list[int]
    """Distinct positions after 0, 1, … placements."""
    final: list[int]
    """The number of these that are final."""

    def lines(self) -> Lines:
        """Yield a line per number of placements."""
        for number, (positions, final) in enumerate(zip(self.counts, self.final, strict=True)):
            placements = counted(number, "placement")
            yield f"{placements:>14}: {counted(positions, 'position')}, {final:,} of them final"


class TournamentDocument(Document):
    """`litslab tournament`."""

    totals: list[int]
    winner: str | None
    """None if the match is drawn."""

    def lines(self) -> Lines:
        """Yield the result."""
        result = "a drawn match" if self.winner is None else f"{self.winner} wins"
        yield f"{self.totals[0]}–{self.totals[1]}: {result}"


class VerificationDocument(Document):
    """`litslab verify`."""

    status: Literal["verified"]
    value: int
    winner: Annotated[str, By(lambda proof, here: here.rules.sides[0 if proof.value > 0 else 1])]
    moves: int
    positions: int
    game: Annotated[str, At("position.rules.name")]
    options: Options
    symbols: Symbols = None
    board: BoardRows
    placed: Annotated[list[str], At("position.placements")]
    to_move: ToMove
    swapped: Annotated[bool, At("position.swapped")]
    half_point: Annotated[str | None, At("position.half_point")]
    constructed: Constructed
    compared: str | None
    """The record that the certificate was compared with."""

    _result: Certificate

    def lines(self) -> Lines:
        """Yield the position and the proof."""
        position = self._result.position
        yield from picture_lines(position)
        yield describe_rules(position.rules)
        if self.compared is not None:
            yield f"the position of {self.compared}"
        result = value_text(self.value, position, verb="wins")
        checked = f"{counted(self.moves, 'move')}, {counted(self.positions, 'position')}"
        yield f"verified: {result} ({checked})"


def _elo_text(low: float | None, high: float | None) -> str:
    if low is None:
        return "unknown" if high is None else f"at most {high:+.0f}"
    return f"at least {low:+.0f}" if high is None else f"{low:+.0f} to {high:+.0f}"


class MatchDocument(Document):
    """`litslab match`."""

    game: str
    players: list[str]
    games: int
    wins: list[int]
    share: float | None
    """The first player's share of wins; None before the first game ended."""
    interval: list[float]
    """Of the share, with 95 % confidence, from the pairs."""
    elo_interval: Annotated[
        list[float | None],
        By(lambda found, _: [each if isfinite(each) else None for each in found.elo_interval]),
    ]
    """By how many Elo points the first player is stronger, with 95 % confidence; None for no
    bound.
    """
    pairs: list[int]
    """The number of pairs of games of which the first player won none, one and both; sides are
    exchanged in a pair.
    """
    mean_length: Annotated[
        float | None, By(lambda found, _: found.moves / found.games if found.games else None)
    ]
    first_mover_wins: int
    first_mover_interval: list[float]
    """Of the share of games that the player who moved first won, with 95 % confidence."""
    test: Annotated[
        list[float] | None,
        By(lambda found, _: None if found.test is None else [found.test.low, found.test.high]),
    ]
    """The two differences in Elo points of a sequential test."""
    answer: bool | None
    """Whether the first player is stronger by the higher of them; None without an answer."""

    def lines(self) -> Lines:
        """Yield the result."""
        first, second = self.players
        wins = f"{first} {self.wins[0]}, {second} {self.wins[1]} of {counted(self.games, 'game')}"
        low, high = self.interval
        yield f"{wins}: {first} wins {100 * low:.0f} % to {100 * high:.0f} % (95 % interval)"
        lost, shared, won = self.pairs
        yield (
            f"pairs of games with the sides exchanged: {won} won by {first}, {shared} shared, "
            f"{lost} won by {second}; the interval follows from them"
        )
        elo = _elo_text(*self.elo_interval)
        yield f"{first} against {second}: {elo} Elo points (95 % interval)"
        least, most = self.first_mover_interval
        yield (
            f"who moves first won {counted(self.first_mover_wins, 'game')}: {100 * least:.0f} % to "
            f"{100 * most:.0f} % (95 % interval)"
        )
        if self.test is not None:
            lower, higher = (f"{each:+g}" for each in self.test)
            if self.answer is None:
                yield f"sequential test: no answer yet between {lower} and {higher} Elo points"
            else:
                likelier, other = (higher, lower) if self.answer else (lower, higher)
                yield (
                    f"sequential test: {likelier} Elo points rather than {other}; intervals of a "
                    "match that a test ended are too far from 0"
                )
