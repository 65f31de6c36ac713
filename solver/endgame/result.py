"""What a solver is given and what it answers: limits, values with honest bounds, moves with their values.

Every engine is an `Oracle`: it proves values of positions within one limit, and remembers what it has proved.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar

from litslab.games.drawing.svg import draw
from litslab.games.notation import format_move, outcome_text, range_text
from litslab.games.placements import Placement
from litslab.games.position import Move, Position
from litslab.jobs.progress import OnProgress, Progress

CPSAT = "cpsat"
"""What the engine of CP-SAT models is called in results."""

MOST_SHOWN = 3
"""How many best moves are named in one line."""

PLAYERS = ("the first player", "the second player")
"""What the two are called where a swap may exchange their sides."""


def stored_text(name: str) -> str:
    """Return how far an answer is proved that the file of a campaign gives: its searches are not repeated."""
    return f"as stored in {name}, not verified"


def with_best(verdict: str, best: tuple[Move, ...], position: Position) -> str:
    """Return a verdict with the best moves, as far as they fit into one line."""
    named = [format_move(move, position.rules) for move in best[:MOST_SHOWN]]
    return f"{verdict}; best: {', '.join(named + ['…'] * (len(best) > MOST_SHOWN))}" if named else verdict


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

    @classmethod
    def by_rules(cls, position: Position) -> Score:
        """Return what the rules alone say of a position: its value if the game is over, else the limits of values."""
        if position.is_over:
            value = position.outcome().value
            return cls(value, value)
        return cls(-position.rules.value_limit(), position.rules.value_limit())

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

    def winner(self, sides: Sequence[str]) -> str | None:
        """Return which of two names that side has; None if the bounds leave it open."""
        return None if self.winning_side is None else sides[self.winning_side]

    def __and__(self, other: Score) -> Score:
        """Return what both say together."""
        return Score(max(self.lower, other.lower), min(self.upper, other.upper))


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
    """A claim with its proof; see `solver.endgame.certificate`, which makes, checks, writes and reads it.

    Attributes
    ----------
    position : Position
        The position whose value is claimed.
    value : int
        The claimed value.
    strategies : tuple of (tuple of int)
        The moves of the first side's strategy, and of the second's, in the order of `solver.endgame.certificate.walk`:
        each as its number among all moves of its position, which are sorted by their texts.
    """

    position: Position
    value: int
    strategies: tuple[tuple[int, ...], tuple[int, ...]]

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
        Moves that keep the value: one, or all if they were requested; as many as are known if a limit was reached.
    principal_variation : tuple of Move
        One line of best play to the end of the game; empty if none is known.
    info : Info
        What it cost.
    moves : tuple of MoveScore
        The value of every move, if requested.
    swap : SwapAdvice or None
        The effect of the swap, in a game whose swap exchanges the players, if enough is known.
    under_swap : bool
        Whether score, best moves and margin are those of the player who makes the first placement, where the other
        player may then swap. Otherwise they are seen from a side.
    decided : bool
        Whether the score comes from bounds of all finishes that have one winner, without a search.
    certificate : Certificate or None
        A proof of the value that the rules alone can check, if requested and completed.
    uncertified : str or None
        Why there is no certificate although it was requested.
    finished : bool
        Whether everything requested was found before a limit.
    best_complete : bool
        Whether no other move is as good as those in `best`.
    book : str or None
        The name of the campaign's file that the answer is from, without a search (`solver.campaign`). Only
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
        """Whether the value is proved. What the file of a campaign says is not: its searches were not repeated."""
        return self.score.is_exact and self.book is None

    @property
    def is_complete(self) -> bool:
        """Whether everything requested is known: no limit was reached before the best moves or the value of a move."""
        answered = self.finished and self.score.is_exact and (bool(self.best) or self.position.is_over)
        return answered and all(each.score.is_exact for each in self.moves)

    @property
    def final(self) -> Position | None:
        """The finished position to which the principal variation leads; None if there is none."""
        position = self.position
        for move in self.principal_variation:
            position = position.play(move)
        return position if position.is_over else None

    @property
    def sides(self) -> tuple[str, str]:
        """What the two are called from whom the score is seen: by their sides, or as players under the swap."""
        return PLAYERS if self.under_swap else self.position.rules.sides

    @property
    def margin(self) -> int | None:
        """The final margin of the principal variation, from the first side's view; None if there is none.

        Under the swap it is seen from the first player. A value such as 5 can come from a margin of 2 with the tie rule
        or of 3 against it: the odd integer ranks both alike, so another line of best play may end with the other.
        """
        final = self.final
        if final is None:
            return None
        outcome = final.outcome()
        swapped = self.under_swap and len(self.principal_variation) > 1 and outcome.value > 0
        return -outcome.margin if swapped else outcome.margin

    @property
    def result(self) -> str:
        """Who wins and by how much, as far as that is proved: by the one margin of the principal variation."""
        score, final = self.score, self.final
        if self.is_exact and final is not None:
            return outcome_text(final.outcome(), self.sides[score.winning_side or 0], verb="wins")
        return range_text(score.lower, score.upper, self.position, self.sides, verb="wins")

    @property
    def verdict(self) -> str:
        """Who wins, by how much, and how far that is proved, in one line."""
        swap = "with the swap, " if self.under_swap else ""
        if self.book is not None:
            return f"{swap}{self.result} ({stored_text(self.book)})"
        if self.is_exact:
            late = "; limit reached before a best move was known" if self.final is None else ""
            return f"{swap}{self.result} (exact){late}"
        if self.decided:
            return f"{self.sides[self.score.winning_side or 0]} wins however the game is finished ({self.result})"
        unknown = "winner unknown, " if self.score.winning_side is None else ""
        return f"{swap}limit reached; {unknown}{self.result}"

    def to_svg(self) -> str:
        """Draw the position with its best moves under the verdict."""
        name = "most even opening" if self.under_swap else "best move"
        return draw(self.position, highlight=self.best, highlight_name=name, title=self.verdict)

    _repr_svg_ = to_svg


class OptimumStatus(Enum):
    """How far an optimisation came; the value is the word that commands print."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    UNKNOWN = "undecided"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True)
class Settings:
    """How to ask CP-SAT.

    Attributes
    ----------
    time_limit : float or None
        Wall-clock time; None for no limit.
    workers : int
        Threads; one is deterministic.
    seed : int
        The solver's random seed.
    """

    time_limit: float | None = None
    workers: int = 1
    seed: int = 0


@dataclass(frozen=True)
class Found:
    """A position that answers an optimisation, the best so far.

    Attributes
    ----------
    objective : int
        What it is worth.
    bound : int
        What no position exceeds, or undercuts if the least is looked for.
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
        Whether it is proved.
    best : Found or None
        The best position; None if none was found.
    bound : int or None
        What no position exceeds, or undercuts; None if nothing is known.
    seconds : float
        Wall-clock time.
    found_by, bound_by : str or None
        The methods by which the position and the bound were found, if it tells (``docs/results/maximal.md``).
    """

    status: OptimumStatus
    best: Found | None
    bound: int | None
    seconds: float
    found_by: str | None = None
    bound_by: str | None = None


def bounds_progress(score: Score, position: Position, nodes: int) -> Progress:
    """Return what an engine reports each time the bounds of a position's value have become tighter.

    Examples
    --------
    >>> from litslab.games import create
    >>> bounds_progress(Score(-3, 5), create("taiji").start(), 1200).text
    'between dark by 1 and light by 3, 1,200 nodes'
    """
    return Progress(nodes, text=f"{range_text(score.lower, score.upper, position)}, {nodes:,} nodes")


class LimitReachedError(Exception):
    """The engine has used up its limit; what it has proved so far stays valid."""


class StrategyTooLongError(Exception):
    """A strategy with more moves than were asked for."""


@dataclass(slots=True)
class BoundsEntry:
    """What is known of a position.

    Attributes
    ----------
    lower, upper : int
        Bounds of its value.
    best : Move or None
        The move that was best when the position was last visited, where the engine keeps one.
    """

    lower: int
    upper: int
    best: Move | None = None


@dataclass
class Oracle(ABC):
    """An engine with one limit for all questions, and the proved bounds by position.

    Attributes
    ----------
    engine : str
        What the engine is called in results.
    limit : Limit
        When to stop, counted from the first question; a wider one lets it go on.
    nodes : int
        Positions visited so far (by constraint programming: those that a model was made for).
    """

    engine: ClassVar[str]

    limit: Limit = field(default_factory=Limit)
    nodes: int = field(default=0, kw_only=True)
    _entries: dict[tuple[Any, ...], BoundsEntry] = field(default_factory=dict, repr=False, kw_only=True)
    _started: float = field(default_factory=time.perf_counter, repr=False, kw_only=True)

    @abstractmethod
    def value(self, position: Position, progress: OnProgress | None = None) -> int:
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
        """The time that is left of the limit, None where there is none; raises `LimitReachedError` at its end."""
        if self.limit.seconds is None:
            return None
        left = self.limit.seconds - self.seconds
        if left <= 0:
            raise LimitReachedError
        return left

    def bounds(self, position: Position) -> Score:
        """Return what has been proved of a position so far."""
        entry = None if position.is_over else self._entries.get(position.key)
        return Score.by_rules(position) if entry is None else Score(entry.lower, entry.upper)

    def entry(self, position: Position) -> BoundsEntry:
        """Return the entry of a position, to be improved."""
        limit = position.rules.value_limit()
        return self._entries.setdefault(position.key, BoundsEntry(-limit, limit))

    def likely_moves(self, position: Position, value: int) -> Sequence[Move]:  # noqa: ARG002 - for the kernel
        """Return all moves, those first that most likely keep a value; nothing is searched."""
        choices, best = position.choices(), self._entries.get(position.key, BoundsEntry(0, 0)).best
        return choices if best not in choices else (best, *(move for move in choices if move != best))

    def keep(self, position: Position, score: Score) -> None:
        """Keep bounds in place of those that were known."""
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
            Where the walk begins.
        side : int
            Whose strategy it is.
        value : int
            The value, which the engine has found.
        largest : int
            The most moves.
        report : callable
            Receives, now and then, how many positions have been met.

        Returns
        -------
        sequence of int or None
            None where the engine has no faster way than to ask it move by move (`reaches`).

        Raises
        ------
        LimitReachedError
            If the limit comes first.
        StrategyTooLongError
            If there are more moves.
        OutOfMemoryError
            If the positions of the walk do not fit into memory.
        """
