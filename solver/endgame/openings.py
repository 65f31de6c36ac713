"""The start of a game with a swap: the most even openings, and what they leave the first player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from litslab.games.placements import Placement
from litslab.games.position import Move, Position
from litslab.games.result_text import range_text
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.endgame.optimal_moves import MoveValues, bounds_after, principal_variation, values_by_one_engine
from litslab.solver.endgame.proof_walk import kept_symmetries
from litslab.solver.endgame.result import PLAYERS, Info, MoveScore, Score, Solution, SwapAdvice
from litslab.solver.engines.oracle import LimitReachedError, Oracle

TURN = 2
"""Points by which the right to move next is worth about as much as an opening that gains them, in Battle of LITS."""


def find_even_openings(
    oracle: Oracle,
    position: Position,
    *,
    all_best: bool = True,
    all_moves: bool = False,
    values: MoveValues = values_by_one_engine,
    progress: OnProgress | None = None,
) -> Solution:
    """Find the most even openings of a game in which the second player may swap, and what they leave the first.

    The value of a game under the swap needs no exact value of an opening: null-window queries tell for each which side
    it favours, and whether by the least possible value, by the next, and so on, until some opening is as even as that.
    One such opening settles the value; others are looked for only if they are asked for.
    Openings that a symmetry of the board exchanges are asked about once. A limit and Ctrl-C leave honest bounds.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        The start of a game (`Position.swap_follows`).
    all_best : bool
        Whether to find all of the most even openings; otherwise one.
    all_moves : bool
        Whether to find the exact value of every opening too.
    values : callable
        Finds these values, if they are asked for.
    progress : callable, optional
        Receives tighter bounds of the value under the swap as text, and how many of the openings have their values.
    """
    report = progress or ignore_progress
    orbits = {images[0]: images for images in move_orbits(position)}
    known: dict[Move, Score] = {}
    nodes = 0
    even: set[Move] = set()
    line: tuple[Move, ...] = ()
    finished = False
    try:
        if all_moves:
            report(Progress(0, len(orbits), "values of openings"))
            for opening, found, visited in values(oracle, position, tuple(orbits)):
                known[opening] = found
                nodes += visited
                report(Progress(len(known), len(orbits), "values of openings"))
        if all_moves and all(found.is_exact for found in known.values()):
            found_even: Iterable[Move] = _most_even_by_value(position, known)
        else:
            found_even = _most_even(oracle, position, list(orbits), report)
        for opening in found_even:
            if not line:
                after = position.play_unchecked(opening)
                line = (opening, *principal_variation(oracle, after, oracle.value(after)))
            even.update(orbits[opening])
            if not (all_best or all_moves):
                break
        finished = True
    except (LimitReachedError, KeyboardInterrupt, RecursionError):
        pass  # what is known is kept
    best = tuple(move for move in position.choices() if move in even) if all_best or all_moves else line[:1]
    known = {opening: bounds_after(oracle, position, opening, known) for opening in orbits}
    score = _score_under_swap(position, known)
    advice = SwapAdvice(score.lower, best=best) if best and score.is_exact else None
    info = Info(oracle.nodes + nodes, oracle.seconds, oracle.engine)
    by_move = {image: known[opening] for opening, images in orbits.items() for image in images}
    scored = tuple(MoveScore(move, by_move[move]) for move in position.choices()) if all_moves else ()
    return Solution(
        position, score, best, line, info, scored, advice, under_swap=True,
        finished=finished, best_complete=finished and (all_best or all_moves),
    )  # fmt: skip


def move_orbits(position: Position) -> tuple[tuple[Move, ...], ...]:
    """Return the moves that decide the value: each with those that the position's own symmetries make equal to it."""
    rules = position.rules
    symmetries = kept_symmetries(position)
    orbits = []
    known: set[Move] = set()
    for move in position.choices():
        if move not in known:
            images = (
                tuple(rules.table[index] for index in sorted({each[move.index] for each in symmetries}))
                if isinstance(move, Placement)
                else (move,)
            )
            orbits.append(images)
            known.update(images)
    return tuple(orbits)


def _most_even(oracle: Oracle, position: Position, openings: list[Move], report: OnProgress) -> Iterator[Move]:
    """Yield the openings that leave the first player most; may raise `LimitReachedError`."""
    after = {opening: position.play_unchecked(opening) for opening in openings}
    after = dict(sorted(after.items(), key=lambda item: distance_from_even(item[1])))
    final = {opening: each.outcome().value for opening, each in after.items() if each.is_over}
    if any(value > 0 for value in final.values()):
        yield from (opening for opening, value in final.items() if value == max(final.values()))
        return
    favours_first: dict[Move, bool] = {}
    known = _score_under_swap(position, {opening: oracle.bounds(each) for opening, each in after.items()})
    for value in range(1, position.rules.value_limit() + 2, 2):
        settled = False
        known_text = range_text(-value, -value, position, PLAYERS, verb="wins")
        for number, (opening, reached) in enumerate(after.items()):
            if reached.is_over:
                is_even = final[opening] == -value
            else:
                if opening not in favours_first:
                    favours_first[opening] = oracle.reaches(reached, 1, maximising=True)
                first = favours_first[opening]
                is_even = oracle.reaches(reached, value if first else -value, maximising=not first)
            if is_even:
                settled = True
                yield opening
            if settled:
                report(Progress(number + 1, len(after), f"{known_text}; other openings as even"))
            else:
                bounds = range_text(known.lower, known.upper, position, PLAYERS)
                report(Progress(oracle.nodes, text=f"{bounds}, {oracle.nodes:,} nodes"))
        if settled:
            return
        known = _score_under_swap(position, {opening: oracle.bounds(each) for opening, each in after.items()})


def distance_from_even(after: Position) -> int:
    """Return by how much an opening, which has led to a position, gains more or less than what a turn is worth.

    Those are asked about first that gain about as much. In Battle of LITS that is some two points, so such openings are
    even most often: on four boards 9×9 the first even one was found with 3.8 million nodes instead of 4.8. In the other
    games all gain the same, and stay as they are.
    """
    first, second = after.scores()
    return abs(first - second - TURN)


def _most_even_by_value(position: Position, known: dict[Move, Score]) -> list[Move]:
    """Return the openings that leave the first player most, from the exact values of all."""
    worth = {opening: worth_to_maker(position.play_unchecked(opening), score).lower for opening, score in known.items()}
    return [opening for opening, each in worth.items() if each == max(worth.values())]


def _score_under_swap(position: Position, known: dict[Move, Score]) -> Score:
    """Return what is proved of the value to the first player, from what is proved of the openings."""
    return best_score([worth_to_maker(position.play_unchecked(opening), score) for opening, score in known.items()])


def best_score(scores: Sequence[Score]) -> Score:
    """Return what is proved of the greatest of some values."""
    return Score(max(each.lower for each in scores), max(each.upper for each in scores))


def worth_to_maker(after: Position, known: Score) -> Score:
    """Return what is proved of an opening's worth to its maker."""
    if after.is_over:
        return known
    least = 1 if known.lower < 0 < known.upper else min(abs(known.lower), abs(known.upper))
    return Score(-max(abs(known.lower), abs(known.upper)), -least)
