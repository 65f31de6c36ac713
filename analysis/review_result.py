"""What a game review finds: the evaluations of the positions, and what each move lost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from litslab.games.notebook import Drawable
from litslab.games.position import Move
from litslab.games.record import Record

NOTABLE_SHARE = 0.1
"""How much of the expected wins a move has to lose by estimate before the review points at it: less may be noise."""


@dataclass(frozen=True)
class Evaluation:
    """What is known of one position.

    Attributes
    ----------
    value : int or None
        The exact value, an odd integer from the first person's view; None where it is only estimated.
    share : float
        The first person's expected share of wins: 1 or 0 where the value is exact.
    best : tuple of Move
        The moves that keep the value; one move where it is an estimate; empty at the end of the game.
    searched, after_best : float or None
        For an estimate, the share by a search from this position and by one from the position after the best move.
        Each search flatters the side to move in it; `share` is their mean. The first exact position of a game has a
        `searched` too.
    """

    value: int | None
    share: float
    best: tuple[Move, ...] = ()
    searched: float | None = None
    after_best: float | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the value is proved."""
        return self.value is not None


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game and what it lost.

    Attributes
    ----------
    ply : int
        How many moves were played before it.
    move : Move
        The move.
    person : int
        Who played it: 0 the person who moved first in the game.
    side : str
        The side that the person played.
    before, after : Evaluation
        Of the positions that it connects.
    """

    ply: int
    move: Move
    person: int
    side: str
    before: Evaluation
    after: Evaluation

    @property
    def lost_points(self) -> float | None:
        """How many points the move gave away, a tie rule counting half a point; None unless both ends are exact."""
        if self.before.value is None or self.after.value is None:
            return None
        sign = 1 if self.person == 0 else -1
        return sign * (self.before.value - self.after.value) / 2

    @property
    def lost_share(self) -> float:
        """The share of wins that the move gave away; below zero where the estimates contradict each other.

        By estimate the position after the move is held against that after the best move: in both the other person is
        to move, so that what a search flatters cancels out.
        """
        if self.move in self.before.best:
            return 0.0
        sign = 1 if self.person == 0 else -1
        best = self.before.share if self.before.after_best is None else self.before.after_best
        played = self.after.share if self.after.searched is None else self.after.searched
        return sign * (best - played)

    @property
    def is_turning_point(self) -> bool:
        """Whether the move turned a win into a loss: proved, or by estimate and too large for noise."""
        if self.before.value is not None and self.after.value is not None:
            return (self.before.value > 0) is not (self.after.value > 0)
        crossed = (self.before.share > 0.5) is not (self.after.share > 0.5)
        return crossed and self.lost_share >= NOTABLE_SHARE


@dataclass(frozen=True)
class Review(Drawable):
    """The review of a game, or of its end where the review was interrupted.

    Attributes
    ----------
    record : Record
        The game.
    evaluations : tuple of Evaluation
        Of the positions after `first`, `first` + 1, … moves, up to the last one.
    moves : tuple of ReviewedMove
        The moves between them.
    seconds : float
        Wall-clock time.
    """

    record: Record
    evaluations: tuple[Evaluation, ...]
    moves: tuple[ReviewedMove, ...]
    seconds: float

    @property
    def first(self) -> int:
        """The ply of the first position that was evaluated: 0 unless the review was interrupted."""
        return len(self.record.positions) - len(self.evaluations)

    @property
    def first_person(self) -> str:
        """What to call the person whose values these are: by the side, where that stays the same."""
        rules = self.record.rules
        return "the first person" if rules.has_swap else rules.sides[0]

    @property
    def exact_from(self) -> int | None:
        """The first ply from which all positions are solved; None where none is."""
        solved = takewhile(lambda found: found.is_exact, reversed(self.evaluations))
        ply = self.first + len(self.evaluations) - sum(1 for _ in solved)
        return ply if ply <= len(self.record.moves) else None

    @property
    def turning_points(self) -> tuple[ReviewedMove, ...]:
        """The moves that turned a win into a loss."""
        return tuple(move for move in self.moves if move.is_turning_point)
