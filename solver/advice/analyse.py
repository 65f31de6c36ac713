"""Advice about a position: the exact answer if it can be found in time, otherwise an estimate."""

from __future__ import annotations

import math
import time
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from litslab.games.drawing.svg import draw
from litslab.games.language import mark, tr
from litslab.games.notation import range_text
from litslab.games.position import Move, Position
from litslab.games.record import AnyPosition, as_position
from litslab.jobs.child import Background, ChildDiedError
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.advice.estimate import PositionEstimate, Sampler, sampler_for
from litslab.solver.endgame.result import PLAYERS, Limit, Score, Solution, nodes_text, with_best
from litslab.solver.endgame.solve import look_up, solve_with
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.registry import make_oracle

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


@dataclass(frozen=True)
class Advice:
    """An answer about a position, exact or by estimate.

    Attributes
    ----------
    position : Position
        The position.
    score : Score
        The proved bounds of its value; if a swap follows, of the value to the first player.
    solution : Solution or None
        The exact answer, if there was time for it, or the answer of a campaign (`Solution.book`).
    estimate : PositionEstimate or None
        The estimate by playouts; None if the exact answer came first, or the game is over.
    nodes : int
        Positions that the exact search has reported as visited.
    seconds : float
        Wall-clock time.
    """

    position: Position
    score: Score
    solution: Solution | None
    estimate: PositionEstimate | None
    nodes: int
    seconds: float

    def __str__(self) -> str:
        return with_best(self.verdict, self.best, self.position)

    def __repr__(self) -> str:
        return f"<Advice: {self}>"

    @property
    def is_exact(self) -> bool:
        """Return whether the answer is proved."""
        return self.solution is not None and self.solution.is_exact

    @property
    def best(self) -> tuple[Move, ...]:
        """The best moves: all of them if the answer is exact, otherwise one."""
        if self.solution is not None:
            return self.solution.best
        return () if self.estimate is None else (self.estimate.best.move,)

    @property
    def verdict(self) -> str:
        """The winner, or the win share of the player to move, in one line."""
        if self.solution is not None:
            return self.solution.verdict
        if (found := self.estimate) is None:
            return tr("nothing is known yet: {result}", result=self._proved())
        if self.score.winning_side is not None and not found.under_swap:
            return tr("{result} (proved)", result=self._proved())
        return estimate_text(self.position, found)

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two parties of the score: the sides, or the players if a swap follows."""
        return PLAYERS if self.position.swap_follows else self.position.rules.sides

    def _proved(self) -> str:
        return range_text(self.score.lower, self.score.upper, self.position, self.sides, verb="wins")

    def to_svg(self) -> str:
        """Draw the position with its best moves under the verdict."""
        if self.solution is not None:
            return self.solution.to_svg()
        opening = mark("most even opening by estimate")
        name = opening if self.position.swap_follows else mark("best move by estimate")
        return draw(self.position, highlight=self.best, highlight_name=name, title=self.verdict)

    _repr_svg_ = to_svg


def analyse(
    position: AnyPosition, *, time_limit: float | None = 10.0, playouts: int | None = None, threads: int = 1,
    memory: int = DEFAULT_MEMORY, seed: int = 0, book: Path | None = None, progress: OnProgress = ignore_progress,
) -> Advice:  # fmt: skip
    """Find the winner and the best moves, exactly if there is time, otherwise by estimate.

    A child process searches for the exact answer while playouts improve the estimate in this process. Ctrl-C ends both
    and keeps the results so far.

    Parameters
    ----------
    position : Position or Record or str or Path
        As for `solver.endgame.solve.solve`.
    time_limit : float or None
        Seconds; with None it runs until the position is solved.
    playouts : int, optional
        The number of playouts; by default as many as there is time for. With a number the same seed gives the same
        estimate, unless the time limit or the exact answer comes first.
    threads : int
        The number of threads of the exact search.
    memory : int
        Size of its transposition table in MiB.
    seed : int
        Random seed of the playouts.
    book : Path, optional
        The file of a campaign that may hold the answer, as for `solver.endgame.solve.solve`.
    progress : callable, optional
        Receives the current estimate as text.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.analyse(ll.example("battle-of-lits-10").position(9)).verdict
    'X wins by 1 (exact)'
    >>> advice = ll.analyse(ll.example("taiji-7").position(4), playouts=500)
    >>> advice.is_exact, advice.estimate.playouts, 0 < advice.estimate.share < 1
    (False, 500, True)
    """
    started, position = time.monotonic(), as_position(position)
    Limit(time_limit)  # refuses NaN, which would never be over
    until = math.inf if time_limit is None else started + time_limit
    if known := look_up(position, book):
        return Advice(position, known.score, known, None, known.info.nodes, time.monotonic() - started)
    solution = solve_with(make_oracle(position.rules, AT_ONCE, threads=threads, memory=memory), position)
    score, estimate, nodes = solution.score, None, solution.info.nodes
    if not solution.is_complete:
        sampler = sampler_for(position, seed)
        with (
            suppress(KeyboardInterrupt),  # the results so far are kept
            Background(_solve_in_slices, position, until, threads, memory) as solving,
        ):
            _sample_while_solving(solving, solution, sampler, until=until, playouts=playouts, progress=progress)
        solution = solving.found or solution
        score, estimate = solution.score & sampler.bounds(), sampler.estimate()
        nodes = max(nodes, solution.info.nodes)
    exact = solution if solution.is_complete else None
    return Advice(position, score, exact, estimate, nodes, time.monotonic() - started)


def _sample_while_solving(
    solving: Background[Solution], solution: Solution, sampler: Sampler, *, until: float, playouts: int | None,
    progress: OnProgress,
) -> None:  # fmt: skip
    """Run playouts while a child process solves, until the solution, enough playouts, or the end of the time.

    Between two polls, the playouts take a fixed time, or have a fixed number if their number is limited.
    """
    while True:
        before, left = sampler.playouts, max(0.0, until - time.monotonic())
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
    bounds = range_text(solution.score.lower, solution.score.upper, solution.position, solution.sides)
    proved = nodes_text(bounds, solution.info.nodes)
    if found is None:
        return tr("{playouts:,} playouts; {proved}", playouts=0, proved=proved)
    share = share_text(found.share, found.interval)
    told = mark("win share {share}, {playouts:,} playouts; {proved}")
    return tr(told, share=share, playouts=found.playouts, proved=proved)


def _solve_in_slices(
    position: Position, until: float, threads: int, memory: int
) -> Generator[Solution, None, Solution]:
    """Solve a position, and yield intermediate results; the engine keeps its table between them.

    `until` is a time of the clock `time.monotonic`, which all processes share.
    """
    oracle = make_oracle(position.rules, Limit(0.0), threads=threads, memory=memory)
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


def estimate_text(position: Position, found: PositionEstimate) -> str:
    """Return the estimated win share of the player to move as text."""
    share = share_text(found.share, found.interval)
    if found.under_swap:
        return tr("estimate: with the swap, {side} wins {share} in imperfect play", side=tr(PLAYERS[0]), share=share)
    player, margin = position.side if found.swap is None else PLAYERS[1], margin_text(found.margin, position)
    return tr("estimate: {side} wins {share}, expected margin {margin}", side=tr(player), share=share, margin=margin)


def share_text(share: float, interval: tuple[float, float]) -> str:
    """Return a share with its 95 % interval, in percent.

    Examples
    --------
    >>> share_text(0.742, (0.713, 0.769)), share_text(0.9996, (0.993, 0.9999)), share_text(1.0, (1.0, 1.0))
    ('74 % (71–77 %)', 'over 99 % (99–100 %)', '100 % (proved)')
    """
    if interval[0] == interval[1] == share:
        return tr("{result} (proved)", result=f"{100 * share:.0f} %")
    low, high = (f"{100 * end:.0f}" for end in interval)
    middle = tr("over 99 %") if share > 0.99 else tr("under 1 %") if share < 0.01 else f"{100 * share:.0f} %"
    return tr("{share} ({low}–{high} %)", share=middle, low=low, high=high)


def margin_text(margin: float, position: Position) -> str:
    """Return an expected margin with the side that it favours.

    Examples
    --------
    >>> from litslab.games import create
    >>> start = create("taiji").start()
    >>> margin_text(2.37, start), margin_text(-0.5, start), margin_text(0.01, start)
    ('light by 2.4', 'dark by 0.5', 'even')
    """
    if abs(margin) < 0.05:
        return tr("even")
    side = tr(position.rules.sides[0 if margin > 0 else 1])
    return tr("{side} by {margin:.1f}", side=side, margin=abs(margin))
