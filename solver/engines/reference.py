"""The reference search: plain alpha-beta with a transposition table over any registered game.

Every faster engine is tested against it, so it is short and evidently correct. It orders moves only
by the best move of an earlier visit, and has no bounds but those of the search itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from litslab.games.memory import most_entries
from litslab.games.position import Position
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.progress import bounds_progress

ENGINE = "reference"


@dataclass
class Search(Oracle):
    """A search with a transposition table, which later questions about the same game reuse.

    It stops at its limit, and when the table would take more than
    `games.memory.LARGEST_COLLECTION`.
    """

    engine: ClassVar[str] = ENGINE

    def alpha_beta(self, position: Position, alpha: int, beta: int) -> int:
        """Return the value if it lies between `alpha` and `beta`, else a bound on the same side of
        the window.

        Fail-soft: a result ≤ alpha is an upper bound of the value, a result ≥ beta a lower bound.
        """
        self._count(position)
        choices = position.choices()
        if not choices:
            return position.outcome().value
        limit = position.rules.value_limit()
        entry = self.entry(position)
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

    def _count(self, position: Position) -> None:
        self.nodes += 1
        is_full = len(self.entries) >= most_entries(position.rules)
        too_many = self.limit.nodes is not None and self.nodes > self.limit.nodes
        is_late = self.limit.seconds is not None and self.seconds > self.limit.seconds
        if is_full or too_many or is_late:
            raise LimitReachedError

    def value(self, position: Position, progress: OnProgress = ignore_progress) -> int:
        """Return the exact value by null-window queries.

        Each query proves a lower or an upper bound, so a search that is stopped leaves correct
        bounds (`bounds`).
        """
        score = self.bounds(position)
        guess = 2 * (position.scores()[0] - position.scores()[1]) + 1
        while not score.is_exact:
            target = min(max(guess, score.lower + 2), score.upper)
            guess = self.alpha_beta(position, target - 1, target)
            score = self.bounds(position)
            if guess >= target:
                guess += 2
            progress(bounds_progress(score, position, self.nodes))
        return score.lower

    def at_least(self, position: Position, target: int) -> bool:
        """Return whether the value of a position is at least `target`; raises
        `LimitReachedError`.
        """
        return self.alpha_beta(position, target - 1, target) >= target
