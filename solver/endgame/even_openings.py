"""The most even openings of a game in which the other player may swap, proved by an engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from litslab.games.language import tr
from litslab.games.move import Move
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.result_text import range_text
from litslab.jobs.progress import OnProgress, Progress
from litslab.solver.endgame.optimal_moves import (
    DEFAULT_OPTIONS,
    TURN,
    SolveOptions,
    best_score,
    bounds_after,
    principal_variation,
)
from litslab.solver.endgame.solution import PLAYERS, Info, MoveScore, Solution, SwapAdvice
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.progress import nodes_text
from litslab.solver.engines.walk import kept_symmetries
from litslab.solver.score import Score


def find_even_openings(
    oracle: Oracle,
    position: Position,
    options: SolveOptions = DEFAULT_OPTIONS,
) -> Solution:
    """Find the most even openings of a game in which the second player may swap, and the value to
    the first player.

    No exact value of an opening is needed. Null-window queries determine the side that each opening
    favours. Further queries ask whether it is favoured by the least possible value, then by the
    next, until some opening passes. One such opening settles the value; others are searched for
    only if requested. One opening of each symmetry class is searched. A limit and Ctrl-C leave
    correct bounds.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        The start of a game (`Position.swap_follows`).
    options : SolveOptions
        The best moves are the most even openings.
    """
    every_best = options.all_best or options.all_moves
    orbits = {images[0]: images for images in move_orbits(position)}
    known: dict[Move, Score] = {}
    nodes = 0
    even: set[Move] = set()
    line: tuple[Move, ...] = ()
    finished = False
    # The results so far are kept.
    with suppress(LimitReachedError, KeyboardInterrupt, RecursionError):
        if options.all_moves:
            openings = tuple(orbits)
            found_values = options.find_values(oracle, position, openings, tr("values of openings"))
            for opening, found, visited in found_values:
                known[opening] = found
                nodes += visited
        if options.all_moves and all(found.is_exact for found in known.values()):
            worth = {
                move: worth_to_maker(position.play_unchecked(move), each).lower
                for move, each in known.items()
            }
            highest = max(worth.values())
            found_even: Iterable[Move] = [move for move, each in worth.items() if each == highest]
        else:
            found_even = _most_even(oracle, position, list(orbits), options.progress)
        for opening in found_even:
            if not line:
                after = position.play_unchecked(opening)
                line = (opening, *principal_variation(oracle, after, oracle.value(after)))
            even.update(orbits[opening])
            if not every_best:
                break
        finished = True
    best = tuple(move for move in position.choices() if move in even) if every_best else line[:1]
    known = {opening: bounds_after(oracle, position, opening, known) for opening in orbits}
    score = _score_under_swap(position, known)
    advice = SwapAdvice(score.lower, best=best) if best and score.is_exact else None
    info = Info(oracle.nodes + nodes, oracle.seconds, oracle.engine)
    by_move = {image: known[opening] for opening, images in orbits.items() for image in images}
    scored: tuple[MoveScore, ...] = ()
    if options.all_moves:
        scored = tuple(MoveScore(position, move, by_move[move]) for move in position.choices())
    return Solution(
        position=position,
        score=score,
        best=best,
        principal_variation=line,
        info=info,
        moves=scored,
        swap=advice,
        under_swap=True,
        finished=finished,
        best_complete=finished and every_best,
    )


def move_orbits(position: Position) -> tuple[tuple[Move, ...], ...]:
    """Return the moves that decide the value, grouped by the symmetries of the position."""
    rules = position.rules
    symmetries = kept_symmetries(position)
    orbits = []
    known: set[Move] = set()
    for move in position.choices():
        if move not in known:
            images: tuple[Move, ...] = (move,)
            if isinstance(move, Placement):
                images = tuple(
                    rules.table[index]
                    for index in sorted({each[move.index] for each in symmetries})
                )
            orbits.append(images)
            known.update(images)
    return tuple(orbits)


def _most_even(
    oracle: Oracle,
    position: Position,
    openings: list[Move],
    report: OnProgress,
) -> Iterator[Move]:
    """Yield the openings that are best for the first player; may raise `LimitReachedError`."""
    after = {opening: position.play_unchecked(opening) for opening in openings}
    after = dict(sorted(after.items(), key=lambda item: distance_from_even(item[1])))
    final = {opening: each.outcome().value for opening, each in after.items() if each.is_over}
    if any(value > 0 for value in final.values()):
        yield from (opening for opening, value in final.items() if value == max(final.values()))
        return
    favours_first: dict[Move, bool] = {}
    for value in range(1, position.rules.value_limit() + 2, 2):
        known = _score_under_swap(
            position, {opening: oracle.bounds(each) for opening, each in after.items()}
        )
        settled = False
        known_text = range_text(-value, -value, position, PLAYERS, verb="wins")
        for number, (opening, reached) in enumerate(after.items()):
            if reached.is_over:
                is_even = final[opening] == -value
            else:
                if opening not in favours_first:
                    favours_first[opening] = oracle.at_least(reached, 1)
                first = favours_first[opening]
                is_even = oracle.reaches(reached, value if first else -value, maximising=not first)
            if is_even:
                settled = True
                yield opening
            if settled:
                report(
                    Progress(
                        number + 1,
                        len(after),
                        tr("{result}; other openings as even", result=known_text),
                    )
                )
            else:
                bounds = range_text(known.lower, known.upper, position, PLAYERS)
                report(Progress(oracle.nodes, text=nodes_text(bounds, oracle.nodes)))
        if settled:
            return


def distance_from_even(after: Position) -> int:
    """Return the difference between the points that an opening gains and the worth of a turn.

    Openings with a small difference are searched first, because they are even most often. On four
    9×9 boards of Battle of LITS the first even one was found with 3.8 million nodes instead of 4.8.
    In the other games all openings gain the same, so their order does not change.
    """
    first, second = after.scores()
    return abs(first - second - TURN)


def _score_under_swap(position: Position, known: dict[Move, Score]) -> Score:
    """Return the bounds of the value to the first player, from the bounds of the openings."""
    return best_score(
        [
            worth_to_maker(position.play_unchecked(opening), score)
            for opening, score in known.items()
        ]
    )


def worth_to_maker(after: Position, known: Score) -> Score:
    """Return the bounds of an opening's worth to its maker."""
    if after.is_over:
        return known
    least = 1 if known.lower < 0 < known.upper else min(abs(known.lower), abs(known.upper))
    return Score(-max(abs(known.lower), abs(known.upper)), -least)
