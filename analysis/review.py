"""Game review: what each move lost against best play.

A position near the end is solved exactly; before that, as far as the time does not reach, Monte-Carlo search estimates
the share of games that the first person would win. The two are never mixed up: an exact value has a loss in points,
an estimate only one in shares, with the noise of random games.

All values here are seen from the *person* who moved first in the game. Where the game has a swap that exchanges the
people, the person who may swap takes the better side (`solver.result.SwapAdvice`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from games.position import SWAP, Move, Position
from games.record import Record
from solver.endgame import make_oracle
from solver.players import estimate, person_to_move
from solver.result import Limit
from solver.root import LimitReachedError, Oracle, answer

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
        Each search flatters the side to move in it; `share` is their mean.
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
class Review:
    """The review of a game.

    Attributes
    ----------
    record : Record
        The game.
    evaluations : tuple of Evaluation
        Of the positions after 0, 1, … moves.
    moves : tuple of ReviewedMove
        One a move.
    seconds : float
        Wall-clock time.
    """

    record: Record
    evaluations: tuple[Evaluation, ...]
    moves: tuple[ReviewedMove, ...]
    seconds: float

    @property
    def exact_from(self) -> int | None:
        """The first ply from which all positions are solved; None where none is."""
        exact = [ply for ply, found in enumerate(self.evaluations) if not found.is_exact]
        first = exact[-1] + 1 if exact else 0
        return first if first < len(self.evaluations) else None


def _for_first_person(position: Position, value: int) -> int:
    """Turn a side's value into the first person's, who plays the other side after a swap, or faces one."""
    if position.rules.swap_changes_value or not position.rules.has_swap:
        return value
    if position.can_swap and not position.is_over:
        return -abs(value)
    return -value if position.swapped else value


def _share_for_first_person(position: Position, share: float) -> float:
    if position.rules.swap_changes_value or not position.rules.has_swap:
        return share
    if position.can_swap and not position.is_over:
        return min(share, 1 - share)
    return 1 - share if position.swapped else share


def exact_evaluation(oracle: Oracle, position: Position) -> Evaluation | None:
    """Return the proved value and all moves that keep it, or None where the oracle's limit comes first."""
    if position.is_over:
        value = _for_first_person(position, position.outcome().value)
        return Evaluation(value, float(value > 0))
    bare_with_swap = position.rules.has_swap and not position.rules.swap_changes_value and not position.placed
    try:
        solution = answer(oracle, position, all_moves=bare_with_swap)
    except LimitReachedError:
        return None
    if not solution.is_complete:
        return None
    if bare_with_swap and solution.swap is not None:
        return Evaluation(solution.swap.value, float(solution.swap.value > 0), solution.swap.best)
    best = solution.best
    if solution.swap is not None and solution.swap.swap:
        best = (SWAP,)  # no choice of the oracle's, as it only renames the people
    value = _for_first_person(position, solution.score.lower)
    return Evaluation(value, float(value > 0), best)


def estimated_evaluation(position: Position, rng: random.Random, playouts: int, seconds: float) -> Evaluation:
    """Return an estimate by random games of what the first person can expect.

    Parameters
    ----------
    position : Position
        Not at the end of the game.
    rng : random.Random
        For the random games.
    playouts : int
        Random games in each of two searches.
    seconds : float
        Wall-clock time for both.
    """
    here = estimate(position, rng, playouts=playouts, seconds=seconds / 2)
    searched = _share_for_first_person(position, here.share)
    after = position.play_unchecked(here.move)
    if after.is_over:
        after_best = float(_for_first_person(after, after.outcome().value) > 0)
    else:
        there = estimate(after, rng, playouts=playouts, seconds=seconds / 2)
        after_best = _share_for_first_person(after, there.share)
    return Evaluation(None, (searched + after_best) / 2, (here.move,), searched, after_best)


def review(
    record: Record,
    *,
    seconds: float = 60.0,
    playouts: int = 20_000,
    seed: int = 0,
    memory: int = 1 << 28,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a game.

    Parameters
    ----------
    record : Record
        The game.
    seconds : float
        Wall-clock time: at most half of it goes into exact values, from the end of the game backwards until one
        position is out of reach; the rest into estimates of the positions before.
    playouts : int
        Random games an estimate, so far as the time allows.
    seed : int
        For the random games.
    memory : int
        Bytes of the kernel's table.
    progress : callable, optional
        Told how many of how many positions are evaluated.
    """
    started = time.monotonic()
    positions = record.positions
    found: dict[int, Evaluation] = {}
    oracle = make_oracle(record.rules, Limit(seconds / 2), memory=memory)
    for ply in range(len(positions) - 1, -1, -1):
        exact = exact_evaluation(oracle, positions[ply])
        if exact is None:
            break
        found[ply] = exact
        if progress is not None:
            progress(len(found), len(positions))
    missing = [ply for ply in range(len(positions)) if ply not in found]
    for number, ply in enumerate(missing):
        left = max(0.05, (seconds - (time.monotonic() - started)) / (len(missing) - number))
        found[ply] = estimated_evaluation(positions[ply], random.Random(f"{seed}/{ply}"), playouts, left)
        if progress is not None:
            progress(len(found), len(positions))
    evaluations = tuple(found[ply] for ply in range(len(positions)))
    moves = tuple(
        ReviewedMove(
            ply,
            move,
            person_to_move(positions[ply]),
            positions[ply].side,
            evaluations[ply],
            evaluations[ply + 1],
        )
        for ply, move in enumerate(record.moves)
    )
    return Review(record, evaluations, moves, time.monotonic() - started)
