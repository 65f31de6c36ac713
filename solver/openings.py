"""The start of a game with a swap: the most even openings, and what they leave the first player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from litslab.games.geometry import bits
from litslab.games.position import Move, Position
from litslab.solver.engines.oracle import LimitReachedError, Oracle, Progress
from litslab.solver.optimal_moves import principal_variation
from litslab.solver.result import Info, MoveScore, Score, Solution, SwapAdvice


def find_even_openings(
    oracle: Oracle, position: Position, *, all_moves: bool = False, progress: Progress | None = None
) -> Solution:
    """Find the most even openings of a game in which the second player may swap, and what they leave the first.

    The value of a game under the swap needs no exact value of an opening: null-window queries tell for each which side
    it favours, and whether by the least possible value, by the next, and so on, until some opening is as even as that.
    Openings that a symmetry of the board exchanges are asked about once. A limit and Ctrl-C leave honest bounds.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        The start of a game (`Position.swap_follows`).
    all_moves : bool
        Whether to find the exact value of every opening too.
    progress : callable, optional
        Told of tighter bounds of the value under the swap.
    """
    orbits = opening_orbits(position)
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    try:
        if all_moves:
            for opening in orbits:
                oracle.value(position.play_unchecked(opening))
        even = _most_even(oracle, position, list(orbits), progress)
        images = {image for opening in even for image in orbits[opening]}
        best = tuple(move for move in position.choices() if move in images)
        line = _line_of_play(oracle, position, best[0]) if best else ()
    except (LimitReachedError, KeyboardInterrupt, RecursionError):
        if not line:
            best = ()
    score = _score_under_swap(oracle, position, orbits)
    advice = SwapAdvice(score.lower, best=best) if best and score.is_exact else None
    info = Info(oracle.nodes, oracle.seconds, oracle.engine)
    scored = tuple(_scores_by_symmetry(oracle, position, orbits)) if all_moves else ()
    return Solution(position, score, best, line, info, scored, advice, under_swap=True)


def opening_orbits(position: Position) -> dict[Move, tuple[Move, ...]]:
    """Return the first placements up to symmetry, each with all its images."""
    rules = position.rules
    remaining = position.legal
    orbits: dict[Move, tuple[Move, ...]] = {}
    for index in bits(position.legal):
        if remaining >> index & 1:
            images = sorted({permutation[index] for permutation in rules.symmetries})
            orbits[rules.table[index]] = tuple(rules.table[image] for image in images)
            remaining &= ~sum(1 << image for image in images)
    return orbits


def _most_even(oracle: Oracle, position: Position, openings: list[Move], progress: Progress | None) -> list[Move]:
    """Return the openings that leave the first player most; may raise `LimitReachedError`."""
    after = {opening: position.play_unchecked(opening) for opening in openings}
    final = {opening: each.outcome().value for opening, each in after.items() if each.is_over}
    if any(value > 0 for value in final.values()):
        return [opening for opening, value in final.items() if value == max(final.values())]
    favours_first: dict[Move, bool] = {}
    known = _score_under_swap(oracle, position, after)
    for value in range(1, position.rules.value_limit() + 2, 2):
        even: list[Move] = []
        for opening, reached in after.items():
            if reached.is_over:
                is_even = final[opening] == -value
            else:
                if opening not in favours_first:
                    favours_first[opening] = oracle.reaches(reached, 1, maximising=True)
                first = favours_first[opening]
                is_even = oracle.reaches(reached, value if first else -value, maximising=not first)
            even += [opening] if is_even else []
            if progress is not None:
                progress(known, oracle.nodes)
        if even:
            return even
        known = _score_under_swap(oracle, position, after)
    return []


def _line_of_play(oracle: Oracle, position: Position, opening: Move) -> tuple[Move, ...]:
    """Follow best play after an opening; may raise `LimitReachedError`."""
    after = position.play_unchecked(opening)
    return opening, *principal_variation(oracle, after, oracle.value(after))


def _score_under_swap(oracle: Oracle, position: Position, openings: Iterable[Move]) -> Score:
    """Return what is proved of the value to the first player."""
    worths = [_worth(position.play_unchecked(opening), oracle) for opening in openings]
    return Score(max(each.lower for each in worths), max(each.upper for each in worths))


def _worth(after: Position, oracle: Oracle) -> Score:
    """Return what is proved of an opening's worth to its maker."""
    known = oracle.bounds(after)
    if after.is_over:
        return known
    least = 1 if known.lower < 0 < known.upper else min(abs(known.lower), abs(known.upper))
    return Score(-max(abs(known.lower), abs(known.upper)), -least)


def _scores_by_symmetry(
    oracle: Oracle, position: Position, orbits: dict[Move, tuple[Move, ...]]
) -> Iterator[MoveScore]:
    """Yield the score of every opening, in the order of the table."""
    asked = {image: opening for opening, images in orbits.items() for image in images}
    for move in position.choices():
        yield MoveScore(move, oracle.bounds(position.play_unchecked(asked[move])))
