"""What a campaign proves: for each target, which question is worth asking next, and what follows from the answers.

A target looks at what is known and names the questions that would help, those first that it would ask first; none once
the result is proved. It does not matter who answers them, and in which order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from litslab.games.errors import OptionError
from litslab.games.notation import move_number
from litslab.games.position import Move, Position
from litslab.solver.campaign.question import Knowledge, ValueQuery
from litslab.solver.endgame.optimal_moves import best_score, distance_from_even, move_orbits, worth_to_maker
from litslab.solver.endgame.result import Score

Order = Callable[[list[ValueQuery]], list[ValueQuery]]
"""Puts questions of which one may suffice, and that come with the likely ones first, into the order to ask them in."""


@dataclass(frozen=True)
class OpeningScore:
    """What is known of a move of the position that a campaign is about.

    Attributes
    ----------
    move : Move
        The move.
    images : tuple of Move
        The moves that the position's symmetries make equal to it, itself among them.
    score : Score
        The value of the position after it.
    """

    move: Move
    images: tuple[Move, ...]
    score: Score


@dataclass(frozen=True)
class Result:
    """What a campaign has proved so far.

    Attributes
    ----------
    score : Score
        The value, seen from the first side; under the swap from the player who makes the first placement.
    complete : bool
        Whether the target is reached.
    best : tuple of Move
        Moves that are proved to reach the value; under the swap the most even openings that are known. Symmetrical ones
        are left out.
    openings : tuple of OpeningScore
        What is known of each move, up to symmetry.
    under_swap : bool
        Whether the score is that under the swap.
    """

    score: Score
    complete: bool
    best: tuple[Move, ...]
    openings: tuple[OpeningScore, ...]
    under_swap: bool = False

    def contradiction(self) -> str | None:
        """Return which bounds no value is within, where answers contradict each other."""
        for score in (self.score, *(each.score for each in self.openings)):
            if score.lower > score.upper:
                return f"answers contradict each other: at least {score.lower}, at most {score.upper}"
        return None


@dataclass(frozen=True)
class Target(ABC):
    """What a campaign about a position proves.

    Attributes
    ----------
    position : Position
        The position.
    """

    name: ClassVar[str]

    position: Position

    @abstractmethod
    def result(self, known: Knowledge) -> Result:
        """Return what follows from what is known."""

    @abstractmethod
    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:
        """Return the questions that would help, those first that are to be asked first; none if the target is reached.

        Parameters
        ----------
        known : Knowledge
            What is proved.
        order : callable
            Puts questions of which one may suffice into order.
        """

    @property
    def leaves_swap_out(self) -> bool:
        """Whether the second player may swap, and the target is about the game as if nobody could."""
        return self.position.swap_follows

    @cached_property
    def root(self) -> ValueQuery:
        """A question about the position."""
        return ValueQuery(self.position, 1)

    @cached_property
    def orbits(self) -> tuple[tuple[Move, ...], ...]:
        """The position's moves up to symmetry: each with those that are equal to it."""
        return move_orbits(self.position)

    @cached_property
    def after(self) -> tuple[ValueQuery, ...]:
        """A question about the position after each of these moves."""
        rules = self.position.rules
        return tuple(self.root.after(move_number(images[0], rules)) for images in self.orbits)

    def scores(self, known: Knowledge) -> tuple[Score, ...]:
        """Return what is known of each of these moves."""
        return tuple(known.score(each) for each in self.after)

    def _openings(self, scores: Sequence[Score]) -> tuple[OpeningScore, ...]:
        return tuple(OpeningScore(images[0], images, score) for images, score in zip(self.orbits, scores, strict=True))

    def _moves(self, chosen: Iterable[bool]) -> tuple[Move, ...]:
        return tuple(images[0] for images, is_chosen in zip(self.orbits, chosen, strict=True) if is_chosen)

    def _value_of(self, scores: Sequence[Score], known: Knowledge) -> Score:
        """Return what is known of the position's own value, directly and from its moves."""
        own = known.score(self.root)
        best = max if self.position.to_move == 0 else min
        return Score(
            max(own.lower, best(score.lower for score in scores)), min(own.upper, best(score.upper for score in scores))
        )

    def _keeping(self, scores: Sequence[Score], value: Score) -> tuple[Move, ...]:
        """Return the moves that are proved to keep a value."""
        if not value.is_exact:
            return ()
        if self.position.to_move == 0:
            return self._moves(score.lower >= value.lower for score in scores)
        return self._moves(score.upper <= value.upper for score in scores)


def next_window(question: ValueQuery, score: Score) -> ValueQuery:
    """Return the question that closes in on a value: first about a guess, then about the number above or below."""
    first, second = question.position.scores()
    return question.at(min(max(2 * (first - second) + 1, score.lower + 2), score.upper))


@dataclass(frozen=True)
class ValueTarget(Target):
    """The exact value, as if nobody could swap, and one best move."""

    name: ClassVar[str] = "value"

    def result(self, known: Knowledge) -> Result:
        """Return what follows from what is known."""
        scores = self.scores(known)
        value = self._value_of(scores, known)
        best = self._keeping(scores, value)
        return Result(value, value.is_exact and bool(best), best, self._openings(scores))

    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:
        """Return the next question about the value; once it is known, those that find a move which keeps it."""
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
    """The winner, as if nobody could swap."""

    name: ClassVar[str] = "winner"

    def result(self, known: Knowledge) -> Result:
        """Return what follows from what is known."""
        scores = self.scores(known)
        value = self._value_of(scores, known)
        winner = value.winning_side
        mover = self.position.to_move
        best = self._moves(winner == mover == score.winning_side for score in scores)
        return Result(value, winner is not None, best, self._openings(scores))

    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:  # noqa: ARG002 - it is one
        """Return the one question."""
        return [] if self.result(known).complete else [self.root]


@dataclass(frozen=True)
class OpeningsTarget(Target):
    """The exact value of every move: of every first placement, where the position is the start of a game."""

    name: ClassVar[str] = "openings"

    def result(self, known: Knowledge) -> Result:
        """Return what follows from what is known."""
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
            raise OptionError(f"target {self.name}: expected the start of a game in which the second player may swap")

    def result(self, known: Knowledge) -> Result:
        """Return what follows from what is known."""
        scores = self.scores(known)
        worths = self._worths(scores)
        value = best_score(worths)
        best = self._moves(value.is_exact and each == value for each in worths)
        return Result(value, value.is_exact, best, self._openings(scores), under_swap=True)

    def questions(self, known: Knowledge, order: Order) -> list[ValueQuery]:
        """Return a question about each opening that may still be the most even one.

        The first is which side the opening favours, the second whether by more than is proved of every opening.
        """
        scores = self.scores(known)
        worths = self._worths(scores)
        value = best_score(worths)
        if value.is_exact:
            return []
        open_ones = [n for n in self._likely if worths[n].upper == value.upper and not worths[n].is_exact]
        return order([self.after[number].at(_about_evenness(scores[number])) for number in open_ones])

    @cached_property
    def _likely(self) -> list[int]:
        """The numbers of the openings, those first that are most likely even."""
        return sorted(range(len(self.after)), key=lambda number: distance_from_even(self.after[number].position))

    def _worths(self, scores: Sequence[Score]) -> list[Score]:
        return [worth_to_maker(each.position, score) for each, score in zip(self.after, scores, strict=True)]


def _about_evenness(score: Score) -> int:
    """Return the number to ask about: the sign first, then the least that would be further from even."""
    if score.lower < 0 < score.upper:
        return 1
    return score.lower + 2 if score.lower > 0 else score.upper


TARGETS: dict[str, type[Target]] = {each.name: each for each in (ValueTarget, SwapTarget, OpeningsTarget, WinnerTarget)}
"""The targets by name."""


def make_target(name: str, position: Position) -> Target:
    """Return a target about a position.

    Raises
    ------
    OptionError
        If there is no such target, or the position is not one for it.
    """
    if name not in TARGETS:
        raise OptionError(f"target {name!r}: expected one of {', '.join(TARGETS)}")
    if position.is_over:
        raise OptionError("the game is over: expected a position that is not finished")
    return TARGETS[name](position)
