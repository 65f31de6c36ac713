"""Advice about a position: the exact answer or an estimate, and its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import computed_field

from litslab.games.drawing.svg import draw
from litslab.games.language import mark, tr
from litslab.games.position import Position
from litslab.games.position_result import PositionResult
from litslab.games.result_json import JsonMove, does_not_apply
from litslab.games.result_text import range_text
from litslab.solver.advice.position_estimate import PositionEstimate
from litslab.solver.endgame.solution import PLAYERS, Solution, with_best
from litslab.solver.score import Score


@dataclass(frozen=True)
class Advice(PositionResult):
    """An answer about a position, exact or by estimate."""

    score: Score
    """The proved bounds of its value; if a swap follows, of the value to the first player."""
    solution: Solution | None
    """The exact answer, if there was time for it, or the answer of a campaign (`Solution.book`)."""
    estimate: PositionEstimate | None
    """The estimate by playouts; None if the exact answer came first, or the game is over."""
    nodes: int
    """Positions that the exact search has reported as visited."""
    seconds: float
    """Wall-clock time."""

    def __str__(self) -> str:
        return with_best(self.verdict, self.best, self.position)

    def __repr__(self) -> str:
        return f"<Advice: {self}>"

    @property
    def is_exact(self) -> bool:
        """Return whether the answer is proved."""
        return self.solution is not None and self.solution.is_exact

    @computed_field
    @property
    def status(self) -> Literal["exact", "stored", "estimated"]:
        """The state of the proof. Stored: the solution is as stored in the file of a campaign, not
        verified.
        """
        if self.is_exact:
            return "exact"
        return "estimated" if self.solution is None else "stored"

    @computed_field
    @property
    def winner(self) -> str | None:
        """The winning side, or "the first player" or "the second player" if a swap follows; None if
        it is not proved.
        """
        return self.score.winner(self.sides)

    @computed_field(exclude_if=does_not_apply)
    @property
    def constructed(self) -> bool:
        """Return whether the position was set up by hand and perhaps no game can reach it."""
        return self.position.constructed

    @computed_field
    @property
    def best(self) -> tuple[JsonMove, ...]:
        """The best moves: all of them if the answer is exact, otherwise one."""
        if self.solution is not None:
            return self.solution.best
        return () if self.estimate is None else (self.estimate.best.move,)

    @computed_field
    @property
    def verdict(self) -> str:
        """The winner, or the win share of the player to move, in one line."""
        if self.solution is not None:
            return self.solution.verdict
        if self.estimate is None:
            return tr("nothing is known yet: {result}", result=self._proved())
        if self.score.winning_side is not None and not self.estimate.under_swap:
            return tr("{result} (proved)", result=self._proved())
        return estimate_text(self.position, self.estimate)

    @computed_field
    @property
    def result(self) -> str:
        """The winner and the margin as text, as far as they are proved, like those of
        `Solution.result`.
        """
        return self._proved() if self.solution is None else self.solution.result

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two parties of the score: the sides, or the players if a
        swap follows.
        """
        return PLAYERS if self.position.swap_follows else self.position.rules.sides

    def _proved(self) -> str:
        return range_text(
            self.score.lower, self.score.upper, self.position, self.sides, verb="wins"
        )

    def to_svg(self) -> str:
        """Draw the position with its best moves under the verdict."""
        if self.solution is not None:
            return self.solution.to_svg()
        opening = mark("most even opening by estimate")
        name = opening if self.position.swap_follows else mark("best move by estimate")
        return draw(self.position, highlight=self.best, highlight_name=name, title=self.verdict)

    _repr_svg_ = to_svg


def player_of_the_estimate(position: Position, found: PositionEstimate) -> str:
    """Return the name of the side, or of the player if a swap is possible, whose win share an
    estimate is.
    """
    if found.under_swap:
        return PLAYERS[0]
    return position.side if found.should_swap is None else PLAYERS[1]


def estimate_text(position: Position, found: PositionEstimate) -> str:
    """Return the estimated win share of the player to move as text, if it says something."""
    if found.undecided:
        return tr("estimate: too few playouts yet to say who wins")
    share = share_text(found.share, found.interval)
    if found.under_swap:
        return tr(
            "estimate: with the swap, {side} wins {share} in imperfect play",
            side=tr(PLAYERS[0]),
            share=share,
        )
    return tr(
        "estimate: {side} wins {share}, expected margin {margin}",
        side=tr(player_of_the_estimate(position, found)),
        share=share,
        margin=margin_text(found.margin, position),
    )


def share_text(share: float, interval: tuple[float, float]) -> str:
    """Return a share with its 95 % interval, in percent.

    Examples
    --------
    >>> share_text(0.742, (0.713, 0.769))
    '74 % (71–77 %)'
    >>> share_text(0.9996, (0.993, 0.9999)), share_text(1.0, (1.0, 1.0))
    ('over 99 % (99–100 %)', '100 % (proved)')
    """
    if interval[0] == interval[1] == share:
        return tr("{result} (proved)", result=f"{100 * share:.0f} %")
    low, high = (f"{100 * end:.0f}" for end in interval)
    if share > 0.99:
        middle = tr("over 99 %")
    elif share < 0.01:
        middle = tr("under 1 %")
    else:
        middle = f"{100 * share:.0f} %"
    return tr("{share} ({low}–{high} %)", share=middle, low=low, high=high)


def margin_text(margin: float, position: Position) -> str:
    """Return an expected margin with the side that it favours.

    Examples
    --------
    >>> from litslab.games import create
    >>> start = create("taiji").start()
    >>> margin_text(2.37, start), margin_text(-0.5, start), margin_text(0.01, start)
    ('light by 2.4', 'dark by 0.5', 'even')
    """
    if abs(margin) < 0.05:
        return tr("even")
    side = tr(position.rules.sides[0 if margin > 0 else 1])
    return tr("{side} by {margin:.1f}", side=side, margin=abs(margin))
