"""What a solver is given and what it answers: limits, values with honest bounds, moves with their values."""

from __future__ import annotations

from dataclasses import dataclass, field

from litslab.games.drawing.svg import draw
from litslab.games.position import Move, Position

CPSAT = "cpsat"
"""What the engine of CP-SAT models is called in results."""


@dataclass(frozen=True)
class Limit:
    """When to stop before the answer.

    Attributes
    ----------
    seconds : float or None
        Wall-clock time; None for no limit.
    nodes : int or None
        Positions visited; None for as many as it takes.
    """

    seconds: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Score:
    """What is known of a value: odd integers from the first side's view, ``lower ≤ value ≤ upper``.

    Attributes
    ----------
    lower, upper : int
        The bounds; equal if the value is exact.
    """

    lower: int
    upper: int

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper

    @property
    def value(self) -> int | None:
        """The value, or None if only bounds are known."""
        return self.lower if self.is_exact else None

    @property
    def winning_side(self) -> int | None:
        """The side that wins whatever the exact value is; None if the bounds leave it open."""
        if self.lower > 0:
            return 0
        return 1 if self.upper < 0 else None


@dataclass(frozen=True)
class MoveScore:
    """A legal move and what it leads to.

    Attributes
    ----------
    move : Move
        The move.
    score : Score
        The value of the position after it.
    """

    move: Move
    score: Score


@dataclass(frozen=True)
class Info:
    """What an answer cost.

    Attributes
    ----------
    nodes : int
        Positions visited.
    seconds : float
        Wall-clock time.
    engine : str
        Which solver answered.
    """

    nodes: int
    seconds: float
    engine: str


@dataclass(frozen=True)
class SwapAdvice:
    """The effect of the swap in a game of Battle of LITS or Wythe.

    Attributes
    ----------
    value : int
        The game's value under the pie rule, from the view of the *player* who made the first placement: positive
        only if the first placement can end the game, as the other player takes the better side.
    swap : bool or None
        Whether the player who may swap now should; None before the first placement.
    best : tuple of Move
        The first placements that are best under the swap; empty after it.
    """

    value: int
    swap: bool | None = None
    best: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """A claim with its proof; see `solver.certificate`, which makes, checks, writes and reads it.

    Attributes
    ----------
    position : Position
        The position whose value is claimed.
    value : int
        The claimed value.
    strategies : tuple of (tuple of str)
        The moves of the first side's strategy, and of the second's.
    """

    position: Position
    value: int
    strategies: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def moves(self) -> int:
        """How many moves both strategies hold."""
        return sum(len(strategy) for strategy in self.strategies)


@dataclass(frozen=True)
class Solution:
    """The answer to "who wins from here, and by what move?".

    Attributes
    ----------
    position : Position
        The question.
    score : Score
        The value, or bounds if a limit was reached first.
    best : tuple of Move
        All moves that keep the value; empty if they are not all known.
    principal_variation : tuple of Move
        One line of best play to the end of the game; empty if none is known.
    info : Info
        What it cost.
    moves : tuple of MoveScore
        The value of every move, if requested.
    swap : SwapAdvice or None
        The effect of the swap, in a game whose swap exchanges the players, if enough is known.
    decided : bool
        Whether the score comes from bounds of all finishes that have one winner, without a search.
    certificate : Certificate or None
        A proof of the value that the rules alone can check, if requested and completed.
    uncertified : str or None
        Why there is no certificate although it was requested.
    """

    position: Position
    score: Score
    best: tuple[Move, ...]
    principal_variation: tuple[Move, ...]
    info: Info
    moves: tuple[MoveScore, ...] = ()
    swap: SwapAdvice | None = None
    decided: bool = False
    certificate: Certificate | None = field(default=None, repr=False)
    uncertified: str | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the value is proved."""
        return self.score.is_exact

    @property
    def is_complete(self) -> bool:
        """Whether everything requested is known: no limit was reached before the best moves or the value of a move."""
        answered = self.is_exact and (bool(self.best) or self.position.is_over)
        return answered and all(each.score.is_exact for each in self.moves)

    @property
    def final(self) -> Position | None:
        """The finished position to which the principal variation leads; None if there is none."""
        position = self.position
        for move in self.principal_variation:
            position = position.play(move)
        return position if position.is_over else None

    @property
    def margin(self) -> int | None:
        """The final margin of the principal variation, from the first side's view; None if there is none.

        A value such as 5 can come from a margin of 2 with the tie rule or of 3 against it: the odd integer ranks both
        alike, so another line of best play may end with the other margin.
        """
        final = self.final
        return None if final is None else final.outcome().margin

    @property
    def verdict(self) -> str:
        """Who wins, by how much, and how far that is proved, in one line."""
        score, sides = self.score, self.position.rules.sides
        bounds = f"value in [{score.lower}, {score.upper}]"
        if self.is_exact:
            final = self.final
            if final is None:
                winner = sides[score.winning_side or 0]
                return f"{winner} wins (value {score.value}, exact); limit reached before all best moves were known"
            outcome = final.outcome()
            by = "by the tie rule" if outcome.by_tie_rule else f"by {abs(outcome.margin)}"
            return f"{outcome.winner} wins {by} (value {score.value}, exact)"
        if self.decided:
            return f"{sides[score.winning_side or 0]} wins however the game is finished ({bounds})"
        winning = score.winning_side
        known = "winner unknown" if winning is None else f"{sides[winning]} wins"
        return f"limit reached; {known}, {bounds}"

    def _repr_svg_(self) -> str:
        """Draw the position with its best moves and the verdict in a notebook."""
        return draw(self.position, highlight=self.best, title=self.verdict)
