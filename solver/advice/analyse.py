"""Advice about a position: the exact answer if it can be found in time, otherwise an estimate.

`solver.play.players.EnginePlayer` has the same idea but cannot share this code: it makes one
attempt after the other, reproducibly from a seed, and needs only a move, while here both searches
run side by side and each improves the answer until the time is up.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

from litslab.games.errors import check_number, check_time_limit
from litslab.games.language import tr
from litslab.games.position import Position
from litslab.games.result_text import range_text
from litslab.games.sources import AnyPosition, as_position
from litslab.jobs.background import Background
from litslab.jobs.errors import ChildDiedError
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.advice.advice import Advice, player_of_the_estimate, share_text
from litslab.solver.advice.estimate import sampler_for
from litslab.solver.advice.position_estimate import PositionEstimate
from litslab.solver.advice.sampler import Sampler
from litslab.solver.campaign.look_up import look_up
from litslab.solver.endgame.solution import Solution
from litslab.solver.endgame.solve import solve_with
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.progress import nodes_text
from litslab.solver.engines.search_options import SearchOptions

AT_ONCE = Limit(seconds=0.3, nodes=50_000)
"""The limits of a first search in this process. Near the end of a game no estimate is needed."""

FIRST_SLICE = 0.5
"""Seconds until the exact search first reports its bounds; the interval doubles each time."""

INTERVAL = 0.2
"""Seconds between two polls of the exact search."""

SECONDS_TO_STOP = 1.0
"""Seconds that the exact search has to report its bounds after the time limit."""

NO_LIMIT = 1 << 40
"""A number of playouts that takes longer than any time limit."""

PLAYOUTS_AT_ONCE = 512
"""The number of playouts between two polls if their number is limited."""


def analyse(
    position: AnyPosition,
    *,
    time_limit: float | None = 10.0,
    playouts: int | None = None,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    seed: int = 0,
    book: Path | None = None,
    progress: OnProgress = ignore_progress,
) -> Advice:
    """Find the winner and the best moves, exactly if there is time, otherwise by estimate.

    A child process searches for the exact answer while playouts improve the estimate in this
    process. Ctrl-C ends both and keeps the results so far.

    Parameters
    ----------
    position : Position or Record or str or Path
        As for `solver.solve.solve`.
    time_limit : float or None
        Seconds; with None it runs until the position is solved.
    playouts : int, optional
        The number of playouts; by default as many as there is time for. With a number and one
        thread the same seed gives the same estimate, unless the time limit or the exact answer
        comes first.
    threads : int
        The number of threads of the exact search, and of the playouts beside it.
    memory : int
        Size of its transposition table in MiB.
    seed : int
        Random seed of the playouts.
    book : Path, optional
        The file of a campaign that may hold the answer, as for `solver.solve.solve`.
    progress : callable, optional
        Receives the current estimate as text.

    Raises
    ------
    OptionError
        If a number is out of range.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.analyse(ll.example("battle-of-lits-10").position(9)).verdict
    'X wins by 1 (exact)'
    >>> advice = ll.analyse(ll.example("taiji-7").position(4), playouts=500)
    >>> advice.is_exact, advice.estimate.playouts, 0 < advice.estimate.share < 1
    (False, 500, True)
    """
    started = time.monotonic()
    position = as_position(position)
    check_time_limit(time_limit)
    search = SearchOptions(threads=threads, memory=memory, seed=seed)
    if playouts is not None:
        check_number("playouts", playouts, 0)
    until = math.inf if time_limit is None else started + time_limit
    known = look_up(position, book)
    if known is not None:
        return Advice(
            position=position,
            score=known.score,
            solution=known,
            estimate=None,
            nodes=known.info.nodes,
            seconds=time.monotonic() - started,
        )
    oracle = search.oracle(position.rules, AT_ONCE)
    solution = solve_with(oracle, position)
    score = solution.score
    estimate = None
    nodes = solution.info.nodes
    if not solution.is_complete:
        sampler = sampler_for(position, seed, threads)
        with (
            suppress(KeyboardInterrupt),  # the results so far are kept
            Background(solve_in_slices, position, until, search) as solving,
        ):
            _sample_while_solving(
                solving, solution, sampler, until=until, playouts=playouts, progress=progress
            )
        solution = solving.found or solution
        score = solution.score & sampler.bounds()
        estimate = sampler.estimate()
        nodes = max(nodes, solution.info.nodes)
    return Advice(
        position=position,
        score=score,
        solution=solution if solution.is_complete else None,
        estimate=estimate,
        nodes=nodes,
        seconds=time.monotonic() - started,
    )


def _sample_while_solving(
    solving: Background[Solution],
    solution: Solution,
    sampler: Sampler,
    *,
    until: float,
    playouts: int | None,
    progress: OnProgress,
) -> None:
    """Run playouts while a child process solves, until the solution, enough playouts, or the end of
    the time.

    Between two polls, the playouts take a fixed time, or have a fixed number if their number is
    limited.
    """
    while True:
        before = sampler.playouts
        left = max(0.0, until - time.monotonic())
        if playouts is None:
            sampler.run(min(left, INTERVAL), NO_LIMIT)
        else:
            sampler.run(left, min(PLAYOUTS_AT_ONCE, max(1, playouts - before)))
        idle = sampler.playouts == before  # the tree has no more to prove
        _poll(solving, INTERVAL if idle else 0.0)
        known = solving.found or solution
        progress(Progress(sampler.playouts, text=_progress_text(known, sampler.estimate())))
        if known.is_complete or (playouts is not None and sampler.playouts >= playouts):
            return
        if time.monotonic() >= until:
            _poll(solving, SECONDS_TO_STOP)
            return


def _poll(solving: Background[Solution], seconds: float) -> None:
    """Receive the results of the exact search, whose process may have died."""
    with suppress(ChildDiedError):
        solving.poll(seconds)


def _progress_text(solution: Solution, found: PositionEstimate | None) -> str:
    bounds = range_text(
        solution.score.lower, solution.score.upper, solution.position, solution.sides
    )
    proved = nodes_text(bounds, solution.info.nodes)
    if found is None:
        return tr("{playouts:,} playouts; {proved}", playouts=0, proved=proved)
    if found.undecided:
        return tr("{playouts:,} playouts; {proved}", playouts=found.playouts, proved=proved)
    return tr(
        "{side} wins {share}, {playouts:,} playouts; {proved}",
        side=tr(player_of_the_estimate(solution.position, found)),
        share=share_text(found.share, found.interval),
        playouts=found.playouts,
        proved=proved,
    )


def solve_in_slices(
    position: Position,
    until: float,
    search: SearchOptions,
) -> Generator[Solution, None, Solution]:
    """Solve a position, and yield intermediate results; the engine keeps its table between them.

    `until` is a time of the clock `time.monotonic`, which all processes share.
    """
    oracle = search.oracle(position.rules, Limit(0.0))
    length = FIRST_SLICE
    while True:
        left = max(0.0, until - time.monotonic())
        end = oracle.seconds + min(left, length)
        oracle.limit = Limit(end)
        solution = solve_with(oracle, position)
        # An engine that stops early has reached another limit, such as its memory.
        if solution.is_complete or left <= length or oracle.seconds < end:
            return solution
        yield solution
        length *= 2
