"""The reference search: plain alpha-beta with a transposition table over any registered game.

It is the oracle for every faster engine, so it is kept short and evidently right: no move ordering beyond the best
move of an earlier visit, no bounds but those of the search itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.position import Move, Position
from solver.result import Info, Limit, MoveScore, Score, Solution

ENGINE = "reference"

Progress = Callable[[Score, int], None]
"""Called with the bounds known so far and the nodes visited, each time the bounds have become tighter."""


class _LimitReachedError(Exception):
    """The search has used up its limit; what it has proved so far stays valid."""


@dataclass
class _Entry:
    """What is known of a position: bounds of its value, and the move that was best when last visited."""

    lower: int
    upper: int
    best: Move | None = None


@dataclass
class Search:
    """A search with its transposition table, which later questions about the same game go on using.

    Attributes
    ----------
    limit : Limit
        When to stop.
    nodes : int
        Positions visited so far.
    """

    limit: Limit = field(default_factory=Limit)
    nodes: int = 0
    _table: dict[tuple[Any, ...], _Entry] = field(default_factory=dict, repr=False)
    _started: float = field(default_factory=time.perf_counter, repr=False)

    @property
    def seconds(self) -> float:
        """Wall-clock time since the search was made."""
        return time.perf_counter() - self._started

    def alpha_beta(self, position: Position, alpha: int, beta: int) -> int:
        """Return the value if it lies between `alpha` and `beta`, else a bound on the same side of the window.

        Fail-soft: a result ≤ alpha is an upper bound of the value, a result ≥ beta a lower bound.
        """
        self._count()
        choices = position.choices()
        if not choices:
            return position.outcome().value
        limit = position.rules.value_limit()
        entry = self._table.setdefault(position.key, _Entry(-limit, limit))
        if entry.lower >= beta or entry.lower == entry.upper:
            return entry.lower
        if entry.upper <= alpha:
            return entry.upper
        maximising = position.to_move == 0
        low, high = max(alpha, entry.lower), min(beta, entry.upper)
        value, best = (-limit, None) if maximising else (limit, None)
        if entry.best is not None:
            choices = (entry.best, *(move for move in choices if move != entry.best))
        for move in choices:
            following = self.alpha_beta(position.play_unchecked(move), low, high)
            if best is None or (following > value if maximising else following < value):
                value, best = following, move
            if maximising:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        entry.best = best
        if value < beta:
            entry.upper = min(entry.upper, value)
        if value > alpha:
            entry.lower = max(entry.lower, value)
        return value

    def _count(self) -> None:
        self.nodes += 1
        if self.limit.nodes is not None and self.nodes > self.limit.nodes:
            raise _LimitReachedError
        if self.limit.seconds is not None and self.seconds > self.limit.seconds:
            raise _LimitReachedError

    def bounds(self, position: Position) -> Score:
        """Return what has been proved of a position so far."""
        if position.is_over:
            value = position.outcome().value
            return Score(value, value)
        limit = position.rules.value_limit()
        entry = self._table.get(position.key)
        return Score(-limit, limit) if entry is None else Score(entry.lower, entry.upper)

    def value(self, position: Position, progress: Progress | None = None) -> int:
        """Return the exact value, by null windows that close in on it.

        Each window asks "at least so much?" and its answer is a proof, so that a search which is stopped leaves honest
        bounds behind (`bounds`).
        """
        score = self.bounds(position)
        guess = 2 * (position.scores()[0] - position.scores()[1]) + 1
        while not score.is_exact:
            target = min(max(guess, score.lower + 2), score.upper)  # "is the value at least this?"
            guess = self.alpha_beta(position, target - 1, target)
            score = self.bounds(position)
            if guess >= target:
                guess += 2
            if progress is not None:
                progress(score, self.nodes)
        return score.lower

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Tell whether a position is worth at least (for the first side) or at most (for the second) a value."""
        if maximising:
            return self.alpha_beta(position, value - 1, value) >= value
        return self.alpha_beta(position, value, value + 1) <= value


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    all_moves: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """Solve a position exactly, or as far as a limit allows.

    Parameters
    ----------
    position : Position
        Of any game.
    limit : Limit, optional
        When to stop; Ctrl-C stops it as well, and so does a game longer than Python can recurse.
    all_moves : bool
        Whether to find the exact value of every move too.
    progress : callable, optional
        Told of tighter bounds.
    """
    search = Search(limit or Limit())
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    scored: tuple[MoveScore, ...] = ()
    try:
        value = search.value(position, progress)
        best = _best_moves(search, position, value)
        line = _principal_variation(search, position, best, value)
        if all_moves:
            for move in position.choices():
                search.value(position.play_unchecked(move))
    except (_LimitReachedError, KeyboardInterrupt, RecursionError):
        if not line:
            best = ()
    if all_moves:
        scored = tuple(MoveScore(move, search.bounds(position.play_unchecked(move))) for move in position.choices())
    info = Info(search.nodes, search.seconds, ENGINE)
    return Solution(position, search.bounds(position), best, line, info, scored)


def _best_moves(search: Search, position: Position, value: int) -> tuple[Move, ...]:
    maximising = position.to_move == 0
    return tuple(
        move for move in position.choices() if search.reaches(position.play_unchecked(move), value, maximising)
    )


def _principal_variation(search: Search, position: Position, best: tuple[Move, ...], value: int) -> tuple[Move, ...]:
    """Follow a move that keeps the value to the end of the game."""
    line: list[Move] = []
    while best:
        line.append(best[0])
        position = position.play_unchecked(best[0])
        maximising = position.to_move == 0
        best = next(
            (
                (move,)
                for move in position.choices()
                if search.reaches(position.play_unchecked(move), value, maximising)
            ),
            (),
        )
    return tuple(line)
