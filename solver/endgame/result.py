"""Questions and answers of the solvers: limits, bounds of values, moves with their values.

Every engine is an `Oracle`: it proves values of positions within one limit, and remembers the bounds that it proved.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar

from litslab.games.drawing.svg import draw
from litslab.games.errors import OptionError
from litslab.games.language import mark, tr
from litslab.games.notation import format_move, outcome_text, range_text
from litslab.games.placements import Placement
from litslab.games.position import Move, Position
from litslab.jobs.progress import OnProgress, Progress, ignore_progress

CPSAT = "cpsat"
"""The name of the CP-SAT engine in results."""

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
class Limit:
    """Limits of a search.

    Attributes
    ----------
    seconds : float or None
        Wall-clock time; None for no limit.
    nodes : int or None
        Positions visited; None for no limit.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Raise `OptionError` if the time is NaN, which no clock reaches."""
        if self.seconds is not None and math.isnan(self.seconds):
            raise OptionError("seconds nan: expected a number")


@dataclass(frozen=True)
class Score:
    """Bounds of a value: odd integers from the first side's view, ``lower ≤ value ≤ upper``.

    Attributes
    ----------
    lower, upper : int
        The bounds; equal if the value is exact.
    """

    lower: int
    upper: int

    @classmethod
    def by_rules(cls, position: Position) -> Score:
        """Return the bounds by the rules alone: the value if the game is over, otherwise the limits of all values."""
        if position.is_over:
            value = position.outcome().value
            return cls(value, value)
        return cls(-position.rules.value_limit(), position.rules.value_limit())

    @property
    def is_exact(self) -> bool:
        """Return whether the value is known."""
        return self.lower == self.upper

    @property
    def value(self) -> int | None:
        """The value, or None if only bounds are known."""
        return self.lower if self.is_exact else None

    @property
    def winning_side(self) -> int | None:
        """The side that wins by every value within the bounds; None if there is no such side."""
        if self.lower > 0:
            return 0
        return 1 if self.upper < 0 else None

    def winner(self, sides: Sequence[str]) -> str | None:
        """Return the name of the winning side, one of two names; None if the winner is unknown."""
        return None if self.winning_side is None else sides[self.winning_side]

    def __and__(self, other: Score) -> Score:
        """Return the intersection of both bounds."""
        return Score(max(self.lower, other.lower), min(self.upper, other.upper))


@dataclass(frozen=True)
class MoveScore:
    """A legal move and the value of the position after it.

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
    """The cost of an answer.

    Attributes
    ----------
    nodes : int
        Positions visited.
    seconds : float
        Wall-clock time.
    engine : str
        The name of the solver.
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
        The game's value under the pie rule, from the view of the *player* who made the first placement. It is positive
        only if the first placement can end the game, because otherwise the other player takes the better side.
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
    """A claim with its proof; see `solver.endgame.certificate`, which makes, checks, writes and reads it.

    Attributes
    ----------
    position : Position
        The position whose value is claimed.
    value : int
        The claimed value.
    strategies : tuple of (tuple of int)
        The moves of the first side's strategy, and of the second's, in the order of `solver.endgame.certificate.walk`.
        Each is the number of the move among all moves of its position, sorted by their texts.
    """

    position: Position
    value: int
    strategies: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def moves(self) -> int:
        """The number of moves in both strategies."""
        return sum(len(strategy) for strategy in self.strategies)


@dataclass(frozen=True)
class Solution:
    """The exact answer about a position, or bounds.

    Attributes
    ----------
    position : Position
        The position.
    score : Score
        The value, or bounds if a limit was reached first.
    best : tuple of Move
        Moves that keep the value: one, or all if requested; those that are known if a limit was reached.
    principal_variation : tuple of Move
        One line of best play to the end of the game; empty if none is known.
    info : Info
        The cost.
    moves : tuple of MoveScore
        The value of every move, if requested.
    swap : SwapAdvice or None
        The effect of the swap if it exchanges the players and enough is known.
    under_swap : bool
        Whether score, best moves and margin refer to the player who makes the first placement, after which the other
        player may swap. Otherwise they refer to a side.
    decided : bool
        Whether all finishes have the same winner by the bounds, so that nothing was searched.
    certificate : Certificate or None
        A proof of the value that can be checked by the rules alone, if requested and completed.
    uncertified : str or None
        The reason why there is no certificate although it was requested.
    finished : bool
        Whether everything requested was found before a limit.
    best_complete : bool
        Whether `best` contains all best moves.
    book : str or None
        The name of the campaign's file that gave the answer without a search (`solver.campaign`). Only
        `solver.campaign.verify` repeats the searches of such a file.
    """

    position: Position
    score: Score
    best: tuple[Move, ...]
    principal_variation: tuple[Move, ...]
    info: Info
    moves: tuple[MoveScore, ...] = ()
    swap: SwapAdvice | None = None
    under_swap: bool = False
    decided: bool = False
    certificate: Certificate | None = field(default=None, repr=False)
    uncertified: str | None = None
    finished: bool = True
    best_complete: bool = False
    book: str | None = None

    def __str__(self) -> str:
        return with_best(self.verdict, self.best, self.position)

    def __repr__(self) -> str:
        return f"<Solution: {self}>"

    @property
    def is_exact(self) -> bool:
        """Return whether the value is proved; one from a campaign is not, because its searches were not repeated."""
        return self.score.is_exact and self.book is None

    @property
    def is_complete(self) -> bool:
        """Return whether everything requested is known: the value, a best move, and the values of the moves."""
        answered = self.finished and self.score.is_exact and (bool(self.best) or self.position.is_over)
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

    @property
    def margin(self) -> int | None:
        """The final margin of the principal variation, from the first side's view; None if there is none.

        Under the swap it is seen from the first player. A value such as 5 can come from a margin of 2 with the tie rule
        or of 3 against it. Both have the same rank, so another line of best play may end with the other margin.
        """
        if (final := self.final) is None:
            return None
        outcome = final.outcome()
        swapped = self.under_swap and len(self.principal_variation) > 1 and outcome.value > 0
        return -outcome.margin if swapped else outcome.margin

    @property
    def result(self) -> str:
        """The winner and the margin as text, as far as they are proved; the margin is from the principal variation."""
        score, final = self.score, self.final
        if self.is_exact and final is not None:
            return outcome_text(final.outcome(), self.sides[score.winning_side or 0], verb="wins")
        return range_text(score.lower, score.upper, self.position, self.sides, verb="wins")

    @property
    def verdict(self) -> str:
        """The winner, the margin and the state of the proof in one line."""
        told, more = mark("limit reached; {result}"), dict[str, str]()
        if self.book is not None:
            told, more = mark("{result} ({note})"), {"note": stored_text(self.book)}
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


class OptimumStatus(Enum):
    """The state of an optimisation; commands print its value."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    UNKNOWN = "undecided"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True)
class Settings:
    """Settings of CP-SAT.

    Attributes
    ----------
    time_limit : float or None
        Wall-clock time; None for no limit.
    workers : int
        The number of threads; one is deterministic.
    seed : int
        The solver's random seed.
    """

    time_limit: float | None = None
    workers: int = 1
    seed: int = 0


@dataclass(frozen=True)
class Found:
    """The best position that an optimisation has found so far.

    Attributes
    ----------
    objective : int
        The value of its objective.
    bound : int
        The bound of all objectives: an upper bound of a maximum, or a lower bound of a minimum.
    placements : tuple of Placement
        The position.
    """

    objective: int
    bound: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True)
class Optimum:
    """The answer to an optimisation.

    Attributes
    ----------
    status : OptimumStatus
        The state of the proof.
    best : Found or None
        The best position; None if none was found.
    bound : int or None
        The bound of all objectives; None if nothing is known.
    seconds : float
        Wall-clock time.
    found_by, bound_by : str or None
        The methods that found the position and the bound, if known (``docs/results/maximal.md``).
    """

    status: OptimumStatus
    best: Found | None
    bound: int | None
    seconds: float
    found_by: str | None = None
    bound_by: str | None = None


def bounds_progress(score: Score, position: Position, nodes: int) -> Progress:
    """Return the progress that an engine reports when the bounds of a value become tighter.

    Examples
    --------
    >>> from litslab.games import create
    >>> bounds_progress(Score(-3, 5), create("taiji").start(), 1200).text
    'between dark by 1 and light by 3, 1,200 nodes'
    """
    return Progress(nodes, text=nodes_text(range_text(score.lower, score.upper, position), nodes))


def nodes_text(bounds: str, nodes: int) -> str:
    """Return the bounds of a value, given as text, with the number of positions visited for them."""
    return tr("{bounds}, {nodes:,} nodes", bounds=bounds, nodes=nodes)


class LimitReachedError(Exception):
    """The engine has reached its limit; the bounds that it has proved stay valid."""


class StrategyTooLongError(Exception):
    """A strategy has more moves than allowed."""


@dataclass(slots=True)
class BoundsEntry:
    """The bounds of a position's value.

    Attributes
    ----------
    lower, upper : int
        Bounds of its value.
    best : Move or None
        The best move of the last visit, if the engine stores it.
    """

    lower: int
    upper: int
    best: Move | None = None


@dataclass
class Oracle(ABC):
    """An engine with one limit for all questions, and the bounds that it has proved.

    Attributes
    ----------
    engine : str
        The name of the engine in results.
    limit : Limit
        The limit, which counts from the start of the engine; the search can be resumed with a wider one.
    nodes : int
        Positions visited so far; with CP-SAT, positions for which a model was made.
    """

    engine: ClassVar[str]

    limit: Limit = field(default_factory=Limit)
    nodes: int = field(default=0, kw_only=True)
    _entries: dict[tuple[Any, ...], BoundsEntry] = field(default_factory=dict, repr=False, kw_only=True)
    _started: float = field(default_factory=time.perf_counter, repr=False, kw_only=True)

    @abstractmethod
    def value(self, position: Position, progress: OnProgress = ignore_progress) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""

    @abstractmethod
    def at_least(self, position: Position, target: int) -> bool:
        """Return whether the value of a position is at least `target`; raises `LimitReachedError`."""

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Return whether a position is worth at least (maximising) or at most a value; raises `LimitReachedError`."""
        return self.at_least(position, value if maximising else value + 2) is maximising

    @property
    def seconds(self) -> float:
        """Wall-clock time since the engine was made."""
        return time.perf_counter() - self._started

    @property
    def seconds_left(self) -> float | None:
        """The remaining time, None if it is not limited; raises `LimitReachedError` when it has run out."""
        if self.limit.seconds is None:
            return None
        left = self.limit.seconds - self.seconds
        if left <= 0:
            raise LimitReachedError
        return left

    def bounds(self, position: Position) -> Score:
        """Return the bounds of a position's value that have been proved so far."""
        entry = None if position.is_over else self._entries.get(position.key)
        return Score.by_rules(position) if entry is None else Score(entry.lower, entry.upper)

    def entry(self, position: Position) -> BoundsEntry:
        """Return the entry of a position; a new one has the bounds of all values."""
        limit = position.rules.value_limit()
        return self._entries.setdefault(position.key, BoundsEntry(-limit, limit))

    def likely_moves(self, position: Position, value: int) -> Sequence[Move]:  # noqa: ARG002 - for the kernel
        """Return all moves without a search; the ones that most likely keep a value come first."""
        choices, best = position.choices(), self._entries.get(position.key, BoundsEntry(0, 0)).best
        return choices if best not in choices else (best, *(move for move in choices if move != best))

    def keep(self, position: Position, score: Score) -> None:
        """Replace the known bounds of a position."""
        entry = self.entry(position)
        entry.lower, entry.upper = score.lower, score.upper

    def strategy(  # noqa: B027 - for the kernel
        self, position: Position, side: int, value: int, *, largest: int, report: Callable[[int], None]
    ) -> Sequence[int] | None:
        """Return a side's moves that keep at least (side 0) or at most (side 1) a value, in the order of a walk.

        A move is its number among all moves in the order of their texts.

        Parameters
        ----------
        position : Position
            The first position of the walk.
        side : int
            The strategist's side.
        value : int
            The value of the position, which the engine has found.
        largest : int
            The most moves.
        report : callable
            Receives the number of positions met, periodically.

        Returns
        -------
        sequence of int or None
            None if the engine has no faster way than a question about each move (`reaches`).

        Raises
        ------
        LimitReachedError
            If the limit is reached first.
        StrategyTooLongError
            If there are more moves.
        OutOfMemoryError
            If the positions of the walk do not fit into memory.
        """
