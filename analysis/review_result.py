"""The result of a game review: evaluations of the positions, and the loss of each move."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from pydantic import computed_field

from litslab.analysis.better_move import facts
from litslab.analysis.repeated_search import Difference
from litslab.games.drawable import Drawable
from litslab.games.language import tr
from litslab.games.position_result import PositionResult
from litslab.games.record import Record
from litslab.games.result_json import Hidden, JsonMove, does_not_apply, extended
from litslab.games.result_text import value_text
from litslab.games.rules import Rules
from litslab.solver.endgame.solution import PLAYERS

DECIDED = 0.9
"""A game counts as decided once the eventual winner is expected to win at least this share of
games.
"""

LARGE_POINTS = 2
LARGE_SHARE = 0.15
"""The points, or the share of wins, from which on a loss is large; the share is that of a blunder
on lichess.
"""


def decided_at(shares: Sequence[float]) -> int | None:
    """Return the first position from which on the winner's expected share of wins stays at
    `DECIDED` or above.

    Parameters
    ----------
    shares : sequence of float
        The eventual winner's expected share of wins by position, from the first position to the
        last.

    Returns
    -------
    int or None
        An index into `shares`; None if even the last share is too low.

    Examples
    --------
    >>> decided_at([0.5, 0.95, 0.6, 0.9, 1.0]), decided_at([1.0, 0.5])
    (3, None)
    """
    return _true_from([share >= DECIDED for share in shares])


def _true_from(flags: Sequence[bool]) -> int | None:
    """Return the index from which on all flags are true; None if the last one is false."""
    length = sum(1 for _ in takewhile(bool, reversed(flags)))
    return len(flags) - length if length else None


def player_names(rules: Rules) -> tuple[str, str]:
    """Return names for the two players of a game: their sides, unless the game has a swap."""
    return PLAYERS if rules.has_swap else rules.sides


Trust = Literal["exact", "bounded", "estimated"]
"""Exact: the value is proved. Bounded: the winner is proved, but not the margin."""


def _trust(*, exact: bool, proved: bool) -> Trust:
    if exact:
        return "exact"
    return "bounded" if proved else "estimated"


@dataclass(frozen=True)
class Evaluation:
    """The evaluation of one position."""

    value: int | None
    """The exact value, an odd integer from the first player's view; None if unknown."""
    share: float
    """The first player's expected share of wins: 1 or 0 if the winner is proved."""
    best: tuple[JsonMove, ...] = ()
    """All moves that keep an exact value; otherwise at most one recommended move. Empty at the end
    of the game.
    """
    half_width: float = 0.0
    """Half of the 95 % interval of `share`; 0 if the winner is proved."""
    winner_proved: bool = False
    """Whether the winner is proved, though not the margin."""

    @computed_field
    @property
    def status(self) -> Trust:
        """The state of the proof."""
        return _trust(exact=self.is_exact, proved=self.is_proved)

    @computed_field
    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share; two equal numbers if the winner is proved."""
        return max(0.0, self.share - self.half_width), min(1.0, self.share + self.half_width)

    @property
    def is_exact(self) -> bool:
        """True if the value is proved."""
        return self.value is not None

    @property
    def is_proved(self) -> bool:
        """True if the winner is proved."""
        return self.is_exact or self.winner_proved

    def share_of(self, player: int) -> float:
        """Return the expected share of wins of a player (0 is the first)."""
        return self.share if player == 0 else 1 - self.share


@dataclass(frozen=True, kw_only=True)
class EvaluatedPosition(Evaluation, PositionResult):
    """A position of a reviewed game, and its evaluation."""

    ply: int
    """How many moves were played before it."""

    @computed_field
    @property
    def result(self) -> str | None:
        """The winner in words, and the margin if that is proved, too; None if the winner is not
        proved.
        """
        players = player_names(self.rules)
        if self.value is not None:
            return value_text(self.value, self.position, players, verb="wins")
        if not self.is_proved:
            return None
        return tr("{side} wins", side=tr(players[0 if self.share > 0.5 else 1]))


def evaluated_position(record: Record, ply: int, found: Evaluation) -> EvaluatedPosition:
    """Return the evaluation of a position of a record with the position."""
    return extended(EvaluatedPosition, found, position=record.positions[ply], ply=ply)


OnEvaluation = Callable[[int, Evaluation], None]
"""Receives the number of moves played and the evaluation of the position after them."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game and what it lost."""

    ply: int
    """How many moves were played before it."""
    move: JsonMove
    """The move."""
    player: int
    """The player: 0 moved first in the game."""
    side: str
    """The side that this player played."""
    before: Hidden[Evaluation]
    """The evaluations before and after it."""
    after: Hidden[Evaluation]
    """The evaluations before and after it."""
    compared: Hidden[Difference | None] = None
    """The first player's share after the best move minus that after this move, by searches of
    both. The same player is to move in both positions, so a search's bias towards the side to
    move cancels out. None if the move is the best one, or the searches were not made.
    """

    @computed_field
    @property
    def status(self) -> Trust:
        """The state of the proof of what it lost."""
        return _trust(exact=self.lost_points is not None, proved=self.is_proved)

    @computed_field
    @property
    def best(self) -> tuple[JsonMove, ...]:
        """The best moves before it, as far as known."""
        return self.before.best

    @computed_field
    @property
    def lost_points(self) -> float | None:
        """The points that the move gave away, a tie rule counting half a point; None unless both
        values are exact.
        """
        if self.before.value is None or self.after.value is None:
            return None
        return self._sign * (self.before.value - self.after.value) / 2

    @computed_field
    @property
    def lost(self) -> Difference:
        """The share of wins that the move gave away; never below zero, because no move is better
        than the best.
        """
        return Difference(max(0.0, self._measured.size), self._measured.half_width)

    @computed_field
    @property
    def lost_interval(self) -> tuple[float, float]:
        """The 95 % interval of the lost share."""
        found = self._measured
        low = max(0.0, found.size - found.half_width)
        high = max(0.0, found.size + found.half_width)
        return min(1.0, low), min(1.0, high)

    @property
    def _measured(self) -> Difference:
        """The loss as measured; an estimate can be below zero."""
        if not self.is_proved and self.compared is not None:
            return Difference(self._sign * self.compared.size, self.compared.half_width)
        if not self.is_proved and self.move in self.before.best:
            return Difference(0.0, 0.0)
        noise = math.hypot(self.before.half_width, self.after.half_width)
        return Difference(self._sign * (self.before.share - self.after.share), noise)

    @property
    def is_proved(self) -> bool:
        """True if the winner is proved before the move and after it."""
        return self.before.is_proved and self.after.is_proved

    @property
    def has_lost(self) -> bool:
        """True if the move lost points or, without exact values, more wins than the noise."""
        if self.lost_points is not None:
            return self.lost_points != 0
        return self.lost.size > self.lost.half_width

    @computed_field
    @property
    def is_turning_point(self) -> bool:
        """True if the move turned a win into a loss, proved or beyond the noise of the
        estimates.
        """
        ahead = self.before.share_of(self.player) - self.before.half_width > 0.5
        behind = self.after.share_of(self.player) + self.after.half_width < 0.5
        return ahead and behind and self.has_lost

    @computed_field
    @property
    def is_large_loss(self) -> bool:
        """True if the move lost the win, `LARGE_POINTS` or, by estimate, `LARGE_SHARE`."""
        if not self.has_lost or self.is_turning_point:
            return self.is_turning_point
        if self.lost_points is not None:
            return self.lost_points >= LARGE_POINTS
        return self.lost.size >= LARGE_SHARE

    @property
    def _sign(self) -> int:
        return 1 if self.player == 0 else -1


@dataclass(frozen=True)
class Review(Drawable):
    """The review of a game, or of its last part if the review was interrupted."""

    drawn_by = "analysis.review:draw_curve"

    record: Hidden[Record]
    """The game."""
    evaluations: Hidden[tuple[Evaluation, ...]]
    """The evaluations after `first`, `first` + 1, … moves, up to the last position."""
    moves: tuple[ReviewedMove, ...]
    """The moves between them."""
    seconds: float
    """Wall-clock time."""

    def __repr__(self) -> str:
        return f"<Review: {len(self.moves)} moves of {self.record!r}>"

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.record.rules

    @computed_field
    @property
    def game(self) -> str:
        """The name of the game."""
        return self.rules.name

    @computed_field(exclude_if=does_not_apply)
    @property
    def title(self) -> str:
        """The title of the record."""
        return self.record.title

    @computed_field(exclude_if=does_not_apply)
    @property
    def players(self) -> dict[str, str]:
        """The names of the players by their sides."""
        return dict(self.record.players)

    @computed_field(exclude_if=does_not_apply)
    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that won by the record, both of them for a tie."""
        return tuple(self.record.winners)

    @computed_field(exclude_if=does_not_apply)
    @property
    def constructed(self) -> bool:
        """Return whether the game begins with a position that perhaps no game can reach."""
        return self.record.positions[0].constructed

    @computed_field
    @property
    def positions(self) -> tuple[EvaluatedPosition, ...]:
        """The positions from `first` on, and their evaluations."""
        return tuple(
            evaluated_position(self.record, ply, found)
            for ply, found in enumerate(self.evaluations, start=self.first)
        )

    @computed_field
    @property
    def first(self) -> int:
        """The ply of the first position that was evaluated: 0 unless the review was interrupted."""
        return len(self.record.positions) - len(self.evaluations)

    def player_name(self, player: int) -> str:
        """Return the name of a player (0 is the first)."""
        return player_names(self.record.rules)[player]

    @computed_field
    @property
    def exact_from(self) -> int | None:
        """The first ply from which all positions are solved, if any."""
        return self._ply_from([found.is_exact for found in self.evaluations])

    @computed_field
    @property
    def proved_from(self) -> int | None:
        """The first ply from which the winner of all positions is proved, if any."""
        return self._ply_from([found.is_proved for found in self.evaluations])

    def _ply_from(self, flags: Sequence[bool]) -> int | None:
        found = _true_from(flags)
        return None if found is None else self.first + found

    @computed_field
    @property
    def leader(self) -> int:
        """The player (0 is the first) who won, or is ahead in the last position."""
        return int(self.evaluations[-1].share < 0.5)

    @computed_field
    @property
    def decided_at(self) -> int | None:
        """The ply from which the leader's win was hardly in doubt, if any."""
        return self._ply_from([each.share_of(self.leader) >= DECIDED for each in self.evaluations])

    @property
    def turning_points(self) -> tuple[ReviewedMove, ...]:
        """The moves that turned a win into a loss."""
        return tuple(move for move in self.moves if move.is_turning_point)

    @property
    def large_losses(self) -> tuple[ReviewedMove, ...]:
        """The turning points, and the other moves that lost much."""
        return tuple(move for move in self.moves if move.is_large_loss)

    @computed_field(exclude_if=does_not_apply)
    @property
    def reasons_by_ply(self) -> dict[int, tuple[str, ...]]:
        """For large losses: facts that favour the first of the best moves."""
        found = {move.ply: self.reasons(move) for move in self.large_losses}
        return {ply: reasons for ply, reasons in found.items() if reasons}

    def reasons(self, move: ReviewedMove) -> tuple[str, ...]:
        """Return facts that favour the better move over one that lost much; none of other moves.

        See `analysis.better_move`.
        """
        if not move.is_large_loss or not move.before.best:
            return ()
        return facts(self.record.positions[move.ply], move.before.best[0], move.move)
