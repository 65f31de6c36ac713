"""Targets of campaigns: the questions worth asking next, and the results that follow from the
answers.

A target returns the questions that would help, given the known answers, and none once its result is
proved. The questions can be answered in any order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, ClassVar

from litslab.games.errors import OptionError, check_choice
from litslab.games.move import Move
from litslab.games.notation import move_number
from litslab.games.position import Position
from litslab.games.record_toml import loads
from litslab.games.result_json import Hidden, JsonMove, Written
from litslab.solver.campaign.question import Knowledge, ValueQuery
from litslab.solver.campaign.rows import Settings
from litslab.solver.endgame.even_openings import distance_from_even, move_orbits, worth_to_maker
from litslab.solver.endgame.optimal_moves import best_score
from litslab.solver.score import Score

Order = Callable[[list[ValueQuery]], list[ValueQuery]]
"""Sorts alternative questions, given with the likely ones first, into the order in which to ask
them.
"""


@dataclass(frozen=True)
class OpeningScore:
    """The bounds of a move of a campaign's position."""

    move: Move
    """The move."""
    images: tuple[Move, ...]
    """The moves that are equivalent by the position's symmetries, including itself."""
    score: Score
    """The value of the position after it."""


@dataclass(frozen=True)
class Result:
    """The result of a campaign so far."""

    score: Score
    """The bounds of the value, from the view of the first side; under the swap, of the first
    player.
    """
    complete: bool
    """Whether the target is reached."""
    best: tuple[JsonMove, ...]
    """Moves that are proved to reach the value, or only to win if `winning`; under the swap the
    most even openings that are known. Only one of equivalent moves is included.
    """
    openings: Hidden[tuple[OpeningScore, ...]]
    """The bounds of each move, up to symmetry."""
    under_swap: bool = False
    """Whether the score is that under the swap."""
    winning: bool = False
    """Whether the best moves are those that win, by whatever margin."""

    def contradiction(self) -> str | None:
        """Return a text that names contradictory bounds, None if there are none."""
        for score in (self.score, *(each.score for each in self.openings)):
            if score.lower > score.upper:
                return (
                    f"answers contradict each other: at least {score.lower}, at most {score.upper}"
                )
        return None


@dataclass(frozen=True)
class Target(ABC):
    """The target of a campaign about a position.

    Attributes
    ----------
    position : Position
        The position.
    """

    name: ClassVar[str]

    position: Position

    @abstractmethod
    def result(self, known: Knowledge) -> Result:
        """Return the result that follows from the known answers."""

    @abstractmethod
    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:
        """Return the questions that would help, in the order in which to ask them; none if the
        target is reached.

        Parameters
        ----------
        known : Knowledge
            The known answers.
        order : callable
            Sorts alternative questions.
        """

    @property
    def leaves_swap_out(self) -> bool:
        """Return whether the target ignores a swap that the second player could make."""
        return self.position.swap_follows

    @cached_property
    def root(self) -> ValueQuery:
        """A question about the position."""
        return ValueQuery(self.position, 1)

    @cached_property
    def orbits(self) -> tuple[tuple[Move, ...], ...]:
        """The position's moves, grouped by symmetry."""
        return move_orbits(self.position)

    @cached_property
    def after(self) -> tuple[ValueQuery, ...]:
        """A question about the position after each move, up to symmetry."""
        rules = self.position.rules
        return tuple(self.root.after(move_number(images[0], rules)) for images in self.orbits)

    def scores(self, known: Knowledge) -> tuple[Score, ...]:
        """Return the bounds of each move, up to symmetry."""
        return tuple(known.score(each) for each in self.after)

    def _openings(self, scores: Sequence[Score]) -> tuple[OpeningScore, ...]:
        return tuple(
            OpeningScore(images[0], images, score)
            for images, score in zip(self.orbits, scores, strict=True)
        )

    def _moves(self, chosen: Iterable[bool]) -> tuple[Move, ...]:
        return tuple(
            images[0] for images, is_chosen in zip(self.orbits, chosen, strict=True) if is_chosen
        )

    def _value_of(self, scores: Sequence[Score], known: Knowledge) -> Score:
        """Return the bounds of the position's value, from its own answers and those of
        its moves.
        """
        best = max if self.position.to_move == 0 else min
        after = Score(best(score.lower for score in scores), best(score.upper for score in scores))
        return known.score(self.root) & after

    def _keeping(self, scores: Sequence[Score], value: Score) -> tuple[Move, ...]:
        """Return the moves that are proved to keep a value."""
        if not value.is_exact:
            return ()
        if self.position.to_move == 0:
            return self._moves(score.lower >= value.lower for score in scores)
        return self._moves(score.upper <= value.upper for score in scores)


def next_window(question: ValueQuery, score: Score) -> ValueQuery:
    """Return the question that narrows the bounds of a value, first about a guess, then about the
    number next to it.
    """
    first, second = question.position.scores()
    guess = 2 * (first - second) + 1
    within = min(max(guess, score.lower + 2), score.upper)
    return question.at(within)


JsonTarget = Annotated[Target, Written(lambda target, _: target.name, {"type": "string"})]
"""A target, written as its name."""


@dataclass(frozen=True)
class ValueTarget(Target):
    """The exact value without a swap, and one best move."""

    name: ClassVar[str] = "value"

    def result(self, known: Knowledge) -> Result:
        """Return the result that follows from the known answers."""
        scores = self.scores(known)
        value = self._value_of(scores, known)
        best = self._keeping(scores, value)
        return Result(value, value.is_exact and bool(best), best, self._openings(scores))

    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:
        """Return the next question about the value, or if it is known, about moves that may keep
        it.
        """
        found = self.result(known)
        if found.complete:
            return []
        if not found.score.is_exact:
            return [next_window(self.root, found.score)]
        target = found.score.lower if self.root.wanted else found.score.lower + 2
        queries = [each.at(target) for each in self.after]
        shown = known.move(self.root)
        queries.sort(key=lambda each: each.path[-1] != shown)
        return order([each for each in queries if known.holds(each) is None])


@dataclass(frozen=True)
class WinnerTarget(Target):
    """The winner without a swap."""

    name: ClassVar[str] = "winner"

    def result(self, known: Knowledge) -> Result:
        """Return the result that follows from the known answers."""
        scores = self.scores(known)
        value = self._value_of(scores, known)
        winner = value.winning_side
        mover = self.position.to_move
        best = self._moves(winner == mover == score.winning_side for score in scores)
        return Result(value, winner is not None, best, self._openings(scores), winning=True)

    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:  # noqa: ARG002 - there is only one
        """Return the one question."""
        return [] if self.result(known).complete else [self.root]


@dataclass(frozen=True)
class OpeningsTarget(Target):
    """The exact value of every move."""

    name: ClassVar[str] = "openings"

    def result(self, known: Knowledge) -> Result:
        """Return the result that follows from the known answers."""
        scores = self.scores(known)
        value = self._value_of(scores, known)
        complete = all(score.is_exact for score in scores)
        return Result(value, complete, self._keeping(scores, value), self._openings(scores))

    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:  # noqa: ARG002 - all are needed
        """Return the next question about each move."""
        scores = zip(self.after, self.scores(known), strict=True)
        return [next_window(question, score) for question, score in scores if not score.is_exact]


@dataclass(frozen=True)
class SwapTarget(Target):
    """The value to the first player where the second may swap, by one of the most even openings."""

    name: ClassVar[str] = "swap"
    leaves_swap_out = False

    def __post_init__(self) -> None:
        """Check that the swap follows.

        Raises
        ------
        OptionError
            If it does not.
        """
        if not self.position.swap_follows:
            raise OptionError(
                f"target {self.name}: expected the start of a game in which the second player may "
                "swap"
            )

    def result(self, known: Knowledge) -> Result:
        """Return the result that follows from the known answers."""
        scores, worths, value = self._worths(known)
        best = self._moves(value.is_exact and each == value for each in worths)
        return Result(value, value.is_exact, best, self._openings(scores), under_swap=True)

    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:
        """Return a question about each opening that may still be the most even one.

        The first question is which side the opening favours, the second whether it is further from
        even than necessary.
        """
        scores, worths, value = self._worths(known)
        if value.is_exact:
            return []
        open_ones = [
            n for n in self._likely if worths[n].upper == value.upper and not worths[n].is_exact
        ]
        return order(
            [self.after[number].at(_evenness_target(scores[number])) for number in open_ones]
        )

    @cached_property
    def _likely(self) -> list[int]:
        """The numbers of the openings, the most likely even ones first."""
        return sorted(
            range(len(self.after)),
            key=lambda number: distance_from_even(self.after[number].position),
        )

    def _worths(self, known: Knowledge) -> tuple[tuple[Score, ...], list[Score], Score]:
        """Return the bounds of the openings' values, of their worths to the player who makes them,
        and of the best.
        """
        scores = self.scores(known)
        worths = [
            worth_to_maker(each.position, score)
            for each, score in zip(self.after, scores, strict=True)
        ]
        return scores, worths, best_score(worths)


def _evenness_target(score: Score) -> int:
    """Return the next target: first the sign, then the least value that is further from even."""
    if score.lower < 0 < score.upper:
        return 1
    return score.lower + 2 if score.lower > 0 else score.upper


TARGETS: dict[str, type[Target]] = {
    each.name: each for each in (ValueTarget, SwapTarget, OpeningsTarget, WinnerTarget)
}
"""The targets by name."""


def make_target(name: str, position: Position) -> Target:
    """Return a target about a position.

    Raises
    ------
    OptionError
        If there is no such target, or the position is not one for it.
    """
    check_choice("target", name, TARGETS)
    if position.is_over:
        raise OptionError("the game is over: expected a position that is not finished")
    return TARGETS[name](position)


def stored_target(settings: Settings, path: Path) -> Target:
    """Return the target of the campaign in a file, about the position of its record.

    Raises
    ------
    RecordError
        If the record cannot be read.
    OptionError
        As `make_target` does.
    """
    return make_target(settings.target, loads(settings.record, str(path)).position())
