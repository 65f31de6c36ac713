"""Game review: what each move lost against best play.

A position near the end is solved exactly; before that, as far as the time does not reach, Monte-Carlo search estimates
the share of games that the first person would win. The two are never mixed up: an exact value has a loss in points,
an estimate only one in shares, with the noise of random games.

All values here are seen from the *person* who moved first in the game. Where the game has a swap that exchanges the
people, the person who may swap takes the better side (`solver.result.SwapAdvice`).
"""

from __future__ import annotations

import contextlib
import math
import random
import time
from collections.abc import Callable
from dataclasses import replace

from litslab.analysis.review_result import Evaluation, Review, ReviewedMove
from litslab.games.notebook import register_drawing
from litslab.games.position import SWAP, Move, Position
from litslab.games.record import Record
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.engines.oracle import LimitReachedError, Oracle
from litslab.solver.engines.registry import make_oracle
from litslab.solver.optimal_moves import optimal_moves
from litslab.solver.play.players import estimate, even_openings, player_to_move
from litslab.solver.result import Limit
from litslab.solver.swap import values_with_swap

_LEAST_SECONDS = 0.01  # for a position, also where there is no time left


def _curve(found: Review) -> str:
    """Return the curve of a review as SVG."""
    from litslab.analysis.plots import plot_review, render_figure  # noqa: PLC0415 - only pictures need it

    return render_figure(plot_review(found).figure, ".svg").decode()


register_drawing(Review, _curve)


def _renames(position: Position) -> bool:
    """Tell whether a game has a swap that exchanges the people and leaves the values of the sides as they are."""
    return position.rules.has_swap and not position.rules.swap_changes_value


def _for_first_person(position: Position, value: int) -> int:
    """Turn a side's value into the first person's, who plays the other side after a swap, or faces one."""
    if not _renames(position):
        return value
    if position.can_swap and not position.is_over:
        return -abs(value)
    return -value if position.swapped else value


def _share_for_first_person(position: Position, share: float) -> float:
    """Turn a side's expected share of wins into the first person's; the part for the margin may exceed 0 or 1."""
    share = min(1.0, max(0.0, share))
    if not _renames(position):
        return share
    if position.can_swap and not position.is_over:
        return min(share, 1 - share)
    return 1 - share if position.swapped else share


def exact_evaluation(oracle: Oracle, position: Position) -> Evaluation | None:
    """Return the proved value and all moves that keep it, or None where the oracle's limit comes first."""
    try:
        value, best = _exactly(oracle, position)
    except (LimitReachedError, RecursionError):
        return None
    return Evaluation(value, float(value > 0), best)


def _exactly(oracle: Oracle, position: Position) -> tuple[int, tuple[Move, ...]]:
    if position.is_over:
        return _for_first_person(position, position.outcome().value), ()
    if position.swap_follows:
        # What an opening is worth to its maker, the swap decides: the strongest is not the best.
        worth = values_with_swap(oracle, position)
        most = max(worth.values())
        return most, tuple(move for move, each in worth.items() if each == most)
    value = oracle.value(position)
    if _renames(position) and position.can_swap and value > 0:
        return -value, (SWAP,)  # no choice of the oracle's, as it only renames the people
    return _for_first_person(position, value), tuple(optimal_moves(oracle, position, value))


def estimated_evaluation(position: Position, rng: random.Random, playouts: int, time_limit: float) -> Evaluation:
    """Return an estimate by random games of what the first person can expect.

    Parameters
    ----------
    position : Position
        Not at the end of the game.
    rng : random.Random
        For the random games.
    playouts : int
        Random games in each of two searches.
    time_limit : float
        Wall-clock time for both.
    """
    if position.swap_follows:
        openings = even_openings(position, rng, playouts=playouts, time_limit=time_limit)
        best = max(openings, key=lambda move: openings[move])
        worth = openings[best]
        return Evaluation(None, worth, (best,), worth, worth)
    here = estimate(position, rng, playouts=playouts, time_limit=time_limit / 2)
    searched = _share_for_first_person(position, here.share)
    best = here.move
    if _renames(position) and position.can_swap and here.share > 0.5:
        best = SWAP
    after_best = _searched(position.play_unchecked(best), rng, playouts, time_limit / 2)
    return Evaluation(None, (searched + after_best) / 2, (best,), searched, after_best)


def _searched(position: Position, rng: random.Random, playouts: int, time_limit: float) -> float:
    """Return what the first person can expect by one search from a position, or has got where the game is over."""
    if position.is_over:
        return float(_for_first_person(position, position.outcome().value) > 0)
    return _share_for_first_person(position, estimate(position, rng, playouts=playouts, time_limit=time_limit).share)


def review(
    record: Record,
    *,
    time_limit: float | None = 60.0,
    nodes: int | None = None,
    playouts: int = 20_000,
    seed: int = 0,
    memory: int = 1 << 28,
    progress: OnProgress | None = None,
) -> Review:
    r"""Review a game from its end backwards; Ctrl-C keeps what has been evaluated, unless that is less than a move.

    Parameters
    ----------
    record : Record
        The game.
    time_limit : float, optional
        Wall-clock time: at most half of it goes into exact values, until one position is out of reach; the rest into
        estimates of the positions before.
    nodes : int, optional
        Positions visited for exact values: with time enough, the same review on every machine.
    playouts : int
        Random games an estimate, so far as the time allows.
    seed : int
        For the random games.
    memory : int
        Bytes of the kernel's table.
    progress : callable, optional
        Receives how many positions are evaluated, each time one is.

    Examples
    --------
    >>> import litslab as ll
    >>> record = ll.loads('game = "wythe"\noptions = { size = 3 }\nmoves = "a1,a2 b1,b2 c1,c2"')
    >>> found = ll.review(record)
    >>> all(evaluation.is_exact for evaluation in found.evaluations)
    True
    """
    started = time.monotonic()
    seconds = math.inf if time_limit is None else time_limit
    found: dict[int, Evaluation] = {}
    report = progress or ignore_progress

    def keep(ply: int, evaluation: Evaluation) -> None:
        found[ply] = evaluation
        report(Progress(len(found), len(record.positions)))

    with contextlib.suppress(KeyboardInterrupt):
        _solve_backwards(record, make_oracle(record.rules, Limit(seconds / 2, nodes), memory=memory), keep)
        _estimate_the_rest(record, found, keep, until=started + seconds, playouts=playouts, seed=seed)
    if len(found) < min(2, len(record.positions)):
        raise KeyboardInterrupt
    first = min(found)
    moves = tuple(
        ReviewedMove(ply, record.moves[ply], player_to_move(position), position.side, found[ply], found[ply + 1])
        for ply, position in enumerate(record.positions[:-1])
        if ply >= first
    )
    return Review(record, tuple(found[ply] for ply in sorted(found)), moves, time.monotonic() - started)


def _solve_backwards(record: Record, oracle: Oracle, keep: Callable[[int, Evaluation], None]) -> None:
    """Solve the positions from the last one on, until one is out of reach."""
    for ply in reversed(range(len(record.positions))):
        exact = exact_evaluation(oracle, record.positions[ply])
        if exact is None:
            return
        keep(ply, exact)


def _estimate_the_rest(
    record: Record,
    found: dict[int, Evaluation],
    keep: Callable[[int, Evaluation], None],
    *,
    until: float,
    playouts: int,
    seed: int,
) -> None:
    """Estimate the positions before those that are solved; each gets an equal part of the time that is left."""

    def one(ply: int) -> tuple[Position, random.Random, int, float]:
        left = (until - time.monotonic()) / (ply + 1)
        return record.positions[ply], random.Random(f"{seed}/{ply}"), playouts, max(_LEAST_SECONDS, left)

    unsolved = min(found, default=len(record.positions))
    if 0 < unsolved < len(record.positions):
        # Against it the last estimated move is held: an estimate and a proof have nothing in common.
        found[unsolved] = replace(found[unsolved], searched=_searched(*one(unsolved)))
    for ply in reversed(range(unsolved)):
        keep(ply, estimated_evaluation(*one(ply)))
