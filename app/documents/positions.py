"""Documents of games and positions: what the commands of records print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self

from litslab.app.documents.base import Document
from litslab.games.drawing.caption import CONSTRUCTED
from litslab.games.notation import format_move, format_placements
from litslab.games.placements import Placement
from litslab.games.record import describe_options, describe_setup_options, format_option

if TYPE_CHECKING:
    from rich.text import Text

    from litslab.games.outcome import Outcome
    from litslab.games.perft import Perft
    from litslab.games.position import Move, Position, Rules


class GameOption(Document):
    """An option of a game."""

    name: str
    default: Any
    help: str
    lowest: int | None = None
    highest: int | None = None
    odd: bool = False
    choices: list[str] = []


class GameDocument(Document):
    """A game and its options."""

    name: str
    title: str
    sides: list[str]
    """The side that moves first, then the other."""
    swap: bool
    """Whether the second player may swap on the first turn."""
    options: list[GameOption]

    @classmethod
    def of(cls, rules_class: type[Rules]) -> GameDocument:
        """Describe a game: its sides, its options, their defaults and limits."""
        defaults = rules_class()
        options = [
            GameOption(
                name=each.name,
                default=getattr(defaults, each.name),
                help=each.metadata["help"],
                **{name: each.metadata[name] for name in ("lowest", "highest") if each.metadata[name] is not None},
                **{name: each.metadata[name] for name in ("odd", "choices") if each.metadata[name]},
            )
            for each in rules_class.options()
        ]
        return cls.made_of(rules_class, swap=rules_class.has_swap, options=options)

    def lines(self) -> Iterator[str]:
        """Yield the game, then each option with its default."""
        swap = "; the second player may swap" if self.swap else ""
        yield f"{self.name}: {self.title}, {self.sides[0]} moves first{swap}"
        for option in self.options:
            default = ",".join(map(str, option.default)) if isinstance(option.default, tuple) else option.default
            shown = "" if option.default in {None, ()} else f" (default {default})"
            yield f"  {option.name}{shown}: {option.help}"


class GamesDocument(Document):
    """`litslab games`."""

    games: list[GameDocument]

    @classmethod
    def of(cls, games: Iterable[type[Rules]]) -> GamesDocument:
        """Describe games."""
        return cls(games=[GameDocument.of(rules) for rules in games])

    def lines(self) -> Iterator[str]:
        """Yield the lines of all games."""
        for game in self.games:
            yield from game.lines()


class PhaseScores(Document):
    """The scores of one phase of a double game."""

    game: str
    scores: dict[str, int]


class OutcomeDocument(Document):
    """How a game ended."""

    winner: str
    margin: int
    """Seen from the first side."""
    value: int
    """Twice the margin, plus or minus one for the tie rule."""
    scores: dict[str, int]
    by_tie_rule: bool
    phases: list[PhaseScores] = []

    @classmethod
    def of(cls, outcome: Outcome) -> OutcomeDocument:
        """Describe how a game ended."""

        def by_side(scores: tuple[int, ...]) -> dict[str, int]:
            return dict(zip(outcome.sides, scores, strict=True))

        phases = [PhaseScores(game=phase.name, scores=by_side(phase.scores)) for phase in outcome.phases]
        return cls.made_of(outcome, scores=by_side(outcome.scores), **({"phases": phases} if phases else {}))


class PositionDocument(Document):
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
    """In a double game, the side that has half a point more from the first phase."""
    scores: dict[str, int]
    legal_moves: int
    constructed: bool
    """Whether the position was set up by hand, so that no game need reach it."""
    protected: list[str]
    """Squares that nothing can cover any more."""
    protected_until: str
    outcome: OutcomeDocument | None
    """None until the game is over."""

    @classmethod
    def of(cls, position: Position, **more: Any) -> Self:
        """Describe a position: board, placements, side to move, scores and, if the game is over, the outcome."""
        rules = position.rules
        return cls.made_of(
            position,
            game=rules.name,
            options=describe_options(rules),
            board=str(position).split("\n"),
            placed=format_placements(position.placements, rules).split(),
            **describe_setup_options(rules),
            to_move=position.side,
            scores=dict(zip(rules.sides, position.scores(), strict=True)),
            legal_moves=len(position.legal_moves()),
            protected=rules.board.names(position.protected),
            protected_until=protected_until(position),
            outcome=OutcomeDocument.of(position.outcome()) if position.is_over else None,
            **more,
        )


def protected_until(position: Position) -> str:
    """Return how long `Position.protected` holds: ``end of game``, or ``end of phase`` in a double game's first."""
    return "end of game" if position.protected_to_the_end else "end of phase"


def moves_text(moves: Iterable[Move], rules: Rules) -> list[str]:
    """Return moves in their notation."""
    return [format_move(move, rules) for move in moves]


def describe_rules(rules: Rules) -> str:
    """Return a game with its options as one line of text."""
    options = ", ".join(f"{name} {format_option(value)}" for name, value in describe_options(rules).items())
    return f"{rules.name}: {options}"


class NewDocument(Document):
    """`litslab new` and `litslab edit`."""

    path: str | None
    record: str
    """The record as TOML."""
    position: PositionDocument

    def lines(self) -> Iterator[str]:
        """Yield the record where it was not written to a file."""
        if self.path is None:
            yield self.record.removesuffix("\n")


class ShowDocument(PositionDocument):
    """`litslab show`."""

    title: str
    ltp: str | None = None
    """The game in the LITS Text Protocol."""


def picture_lines(position: Position, title: str = "", highlight: Iterable[Move] = ()) -> Iterator[Text]:
    """Yield a position's drawing in colour, below its title.

    Parameters
    ----------
    position : Position
        The position.
    title : str
        A title; none where it is empty.
    highlight : iterable of Move
        Moves to highlight.
    """
    from rich.text import Text  # noqa: PLC0415 - most commands on records draw nothing

    from litslab.app.terminal import drawing  # noqa: PLC0415

    if title:
        yield Text(title, style="bold")
    yield drawing(position, highlight=highlight)


class LegalMove(Document):
    """A legal move; a swap or a pass covers nothing."""

    move: str
    covers: dict[str, int] = {}
    """How many squares of each character of the text board the move covers."""
    scores: dict[str, int] = {}
    """The scores right after the move."""

    @classmethod
    def of(cls, position: Position, board: str, move: Move) -> LegalMove:
        """Describe a move: what it covers (as the text `board` draws it) and the scores right after it."""
        name = format_move(move, position.rules)
        if not isinstance(move, Placement):
            return cls(move=name)
        covered = [board[square] for square in move.squares]
        scores = position.place(move.index).scores()
        return cls(
            move=name,
            covers={character: covered.count(character) for character in sorted(set(covered))},
            scores=dict(zip(position.rules.sides, scores, strict=True)),
        )


class MovesDocument(Document):
    """`litslab moves`."""

    to_move: str
    constructed: bool
    moves: list[LegalMove]

    @classmethod
    def of(cls, position: Position) -> MovesDocument:
        """Describe the legal moves of a position."""
        board = position.square_characters()
        moves = [LegalMove.of(position, board, move) for move in position.legal_moves()]
        return cls(to_move=position.side, constructed=position.constructed, moves=moves)

    def lines(self) -> Iterator[str]:
        """Yield a line per move, and how many there are."""
        for each in self.moves:
            covers = " ".join(f"{count}×{character}" for character, count in each.covers.items())
            scores = " ".join(f"{side} {score}" for side, score in each.scores.items())
            yield f"{each.move:<24}  {'covers ' + covers if covers else '':<22}  {scores}".rstrip()
        yield f"{self.to_move} to move: {len(self.moves)} legal moves" if self.moves else "the game is over"
        if self.constructed:
            yield CONSTRUCTED


class PerftDocument(Document):
    """`litslab perft`."""

    game: str
    counts: list[int]
    """Distinct positions after 0, 1, … placements."""
    final: list[int]
    """How many of these are final."""

    @classmethod
    def of(cls, rules: Rules, counted: Perft) -> PerftDocument:
        """Describe the numbers of positions."""
        return cls.made_of(counted, game=rules.name)

    def lines(self) -> Iterator[str]:
        """Yield a line per number of placements."""
        for placements, (positions, final) in enumerate(zip(self.counts, self.final, strict=True)):
            yield f"{placements:>3} placements: {positions} positions, {final} of them final"


class TournamentDocument(Document):
    """`litslab tournament`."""

    totals: list[int]
    winner: str | None
    """None if the match is drawn."""

    def lines(self) -> Iterator[str]:
        """Yield the result."""
        result = "a drawn match" if self.winner is None else f"{self.winner} wins"
        yield f"{self.totals[0]}–{self.totals[1]}: {result}"
