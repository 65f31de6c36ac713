"""The exact answer about a position: its value, best moves, and verdict in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import computed_field

from litslab.games.drawing.svg import draw
from litslab.games.language import mark, tr
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.position_result import PositionResult
from litslab.games.result_json import Hidden, JsonMove, does_not_apply
from litslab.games.result_text import outcome_text, range_text
from litslab.solver.endgame.certificate import Certificate
from litslab.solver.score import Score

MOST_SHOWN = 3
"""The most best moves that are named in one line."""

PLAYERS = (mark("the first player"), mark("the second player"))
"""The names of the two players if a swap may exchange their sides."""


def stored_text(name: str) -> str:
    """Return the note on an answer from the file of a campaign, whose searches are not repeated."""
    return tr("as stored in {name}, not verified", name=name)


def with_best(verdict: str, best: tuple[Move, ...], position: Position) -> str:
    """Return a verdict with the best moves, at most `MOST_SHOWN` of them."""
    named = [format_move(move, position.rules) for move in best[:MOST_SHOWN]]
    moves = tr(", ").join(named + ["…"] * (len(best) > MOST_SHOWN))
    return tr("{verdict}; best: {moves}", verdict=verdict, moves=moves) if named else verdict


@dataclass(frozen=True)
class MoveScore:
    """A legal move and the value of the position after it."""

    position: Hidden[Position]
    """The position before it."""
    move: JsonMove
    score: Score
    """The value of the position after it."""

    @computed_field
    @property
    def winner(self) -> str | None:
        """The side that wins after it; None if that is unknown."""
        return self.score.winner(self.position.rules.sides)

    @computed_field
    @property
    def result(self) -> str:
        """The winner and the margin after it, or bounds of the margin, in words."""
        return range_text(self.score.lower, self.score.upper, self.position, verb="wins")


@dataclass(frozen=True)
class Info:
    """The cost of an answer."""

    nodes: int
    """Positions visited."""
    seconds: float
    """Wall-clock time."""
    engine: str
    """The name of the solver."""


@dataclass(frozen=True)
class SwapAdvice:
    """The effect of the swap in a game of Battle of LITS or Wythe."""

    value: int
    """The game's value under the pie rule, from the view of the *player* who made the first
    placement. It is positive only if the first placement can end the game, because otherwise
    the other player takes the better side.
    """
    should_swap: bool | None = None
    """Whether the player who may swap now should; None before the first placement."""
    best: tuple[JsonMove, ...] = ()
    """The first placements that are best under the swap; empty after it."""


@dataclass(frozen=True)
class Solution(PositionResult):
    """The exact answer about a position, or bounds."""

    score: Score
    """The value, or bounds if a limit was reached first."""
    best: tuple[JsonMove, ...]
    """Moves that keep the value: one, or all if requested; those that are known if a limit was
    reached.
    """
    principal_variation: tuple[JsonMove, ...]
    """One line of best play to the end of the game; empty if none is known."""
    info: Info
    """The cost."""
    moves: tuple[MoveScore, ...] = ()
    """The value of every move, if requested."""
    swap: SwapAdvice | None = None
    """The effect of the swap if it exchanges the players and enough is known."""
    under_swap: bool = False
    """Whether score, best moves and margin refer to the player who makes the first placement,
    after which the other player may swap. Otherwise they refer to a side.
    """
    decided: bool = False
    """Whether all finishes have the same winner by the bounds, so that nothing was searched."""
    certificate: Hidden[Certificate | None] = field(default=None, repr=False)
    """A proof of the value that can be checked by the rules alone, if requested and completed."""
    uncertified: str | None = None
    """The reason why there is no certificate although it was requested."""
    finished: bool = True
    """Whether everything requested was found before a limit."""
    best_complete: bool = False
    """Whether `best` contains all best moves."""
    book: str | None = None
    """The name of the campaign's file that gave the answer without a search (`solver.campaign`).
    Only `solver.campaign.verify` repeats the searches of such a file.
    """

    def __str__(self) -> str:
        return with_best(self.verdict, self.best, self.position)

    def __repr__(self) -> str:
        return f"<Solution: {self}>"

    @computed_field
    @property
    def status(self) -> Literal["exact", "stored", "bounded"]:
        """The state of the proof. Stored: value and best moves are as stored in the file `book`,
        not verified.
        """
        if self.is_exact:
            return "exact"
        return "bounded" if self.book is None else "stored"

    @computed_field
    @property
    def winner(self) -> str | None:
        """The winning side, or under the swap "the first player" or "the second player"; None if it
        is unknown.
        """
        return self.score.winner(self.sides)

    @computed_field(exclude_if=does_not_apply)
    @property
    def constructed(self) -> bool:
        """Return whether the position was set up by hand and perhaps no game can reach it."""
        return self.position.constructed

    @property
    def is_exact(self) -> bool:
        """Return whether the value is proved; one from a campaign is not, because its searches were
        not repeated.
        """
        return self.score.is_exact and self.book is None

    @property
    def is_complete(self) -> bool:
        """Return whether everything requested is known: the value, a best move, and the values of
        the moves.
        """
        answered = (
            self.finished and self.score.is_exact and (bool(self.best) or self.position.is_over)
        )
        return answered and all(each.score.is_exact for each in self.moves)

    @property
    def final(self) -> Position | None:
        """The finished position at the end of the principal variation; None if there is none."""
        position = self.position
        for move in self.principal_variation:
            position = position.play(move)
        return position if position.is_over else None

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two parties of the score: the sides, or under the swap the players."""
        return PLAYERS if self.under_swap else self.position.rules.sides

    @computed_field
    @property
    def margin(self) -> int | None:
        """The final margin of the principal variation, from the first side's view; None if there is
        none.

        Under the swap it is seen from the first player. A value such as 5 can come from a margin of
        2 with the tie rule or of 3 against it. Both have the same rank, so another line of best
        play may end with the other margin.
        """
        final = self.final
        if final is None:
            return None
        outcome = final.outcome()
        swapped = self.under_swap and len(self.principal_variation) > 1 and outcome.value > 0
        return -outcome.margin if swapped else outcome.margin

    @computed_field
    @property
    def result(self) -> str:
        """The winner and the margin as text, as far as they are proved; the margin is from the
        principal variation.
        """
        score = self.score
        final = self.final
        if self.is_exact and final is not None:
            return outcome_text(final.outcome(), self.sides[score.winning_side or 0], verb="wins")
        return range_text(score.lower, score.upper, self.position, self.sides, verb="wins")

    @property
    def verdict(self) -> str:
        """The winner, the margin and the state of the proof in one line."""
        told = mark("limit reached; {result}")
        more: dict[str, str] = {}
        if self.book is not None:
            told = mark("{result} ({note})")
            more = {"note": stored_text(self.book)}
        elif self.is_exact:
            late = mark("{result} (exact); limit reached before a best move was known")
            told = mark("{result} (exact)") if self.decided or self.final is not None else late
        elif self.decided:
            told = mark("{side} wins however the game is finished ({result})")
            more = {"side": tr(self.sides[self.score.winning_side or 0])}
        elif self.score.winning_side is None:
            told = mark("limit reached; winner unknown, {result}")
        verdict = tr(told, result=self.result, **more)
        return tr("with the swap, {verdict}", verdict=verdict) if self.under_swap else verdict

    def to_svg(self) -> str:
        """Draw the position with its best moves under the verdict."""
        name = mark("most even opening") if self.under_swap else mark("best move")
        return draw(self.position, highlight=self.best, highlight_name=name, title=self.verdict)

    _repr_svg_ = to_svg
