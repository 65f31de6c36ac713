"""Game review: the loss of each move against best play.

Positions near the end are solved exactly. For earlier ones only the winner is proved. For positions beyond any proof,
repeated Monte-Carlo searches estimate the share of games that the first player would win. The three are kept apart:
losses between exact values are in points, losses between estimates are shares of wins, with their noise.

All values here are seen from the *player* who moved first in the game. If the game has a swap that exchanges the
players, the one who may swap takes the better side (`solver.endgame.result.SwapAdvice`).
"""

from __future__ import annotations

import contextlib
import math
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, zip_longest
from statistics import fmean

from litslab.analysis import repeated_search
from litslab.analysis.repeated_search import REPEATS, Difference, Searched, difference, search_repeatedly
from litslab.analysis.review_result import Evaluation, Review, ReviewedMove
from litslab.games.position import SWAP, Move, Position
from litslab.games.record import AnyPosition, Record, as_record
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.endgame.optimal_moves import optimal_moves, values_with_swap
from litslab.solver.endgame.result import Limit, LimitReachedError, Oracle
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.players import greediest, player_to_move

MOST_DOUBLINGS = 3
"""Doublings of the playouts to compare two moves of nearly equal value."""

EXACT_PART, PROOF_PART = 1 / 8, 3 / 8
"""The parts of the time for exact values and for proofs of the winner; the rest is for estimates."""

PROOF_NODES = 3
"""With a limit of nodes: how many times the nodes of the exact values the proofs may take.

For each position that is not solved they may take as many more as its estimate would have random games."""

_LEAST_SECONDS = 0.01  # for a position, even if no time is left

OnEvaluation = Callable[[int, Evaluation], None]
"""Receives the number of moves played and the evaluation of the position after them."""


def draw_curve(found: Review) -> str:
    """Return the curve of a review as SVG."""
    from litslab.analysis.plot import plot_review  # noqa: PLC0415 - only pictures need it
    from litslab.analysis.style import render_figure  # noqa: PLC0415

    return render_figure(plot_review(found), ".svg").decode()


def _exactly(oracle: Oracle, position: Position) -> tuple[int, tuple[Move, ...]]:
    """Return the proved value and all moves that keep it."""
    if position.is_over:
        return repeated_search.value_for_first_player(position, position.outcome().value), ()
    if position.swap_follows:
        # The other player may swap, so the strongest opening is not the best.
        worth = values_with_swap(oracle, position)
        best = greediest(worth)
        return worth[best[0]], tuple(best)
    value = oracle.value(position)
    if repeated_search.swap_is_open(position) and value > 0:
        return -value, (SWAP,)  # not one of the oracle's choices, because it only exchanges the players
    return repeated_search.value_for_first_player(position, value), tuple(optimal_moves(oracle, position, value))


def review(
    record: AnyPosition, *, time_limit: float | None = 60.0, nodes: int | None = None, playouts: int = 20_000,
    seed: int = 0, since: int = 0, memory: int = 256, progress: OnProgress = ignore_progress,
    on_evaluation: OnEvaluation | None = None,
) -> Review:  # fmt: skip
    r"""Review a game from its end backwards; Ctrl-C keeps the evaluations, unless they are of less than a move.

    Parameters
    ----------
    record : Record or str or Path
        The game, or the path of its record.
    time_limit : float, optional
        Wall-clock time: at most an eighth of it for exact values, three eighths for proofs of the winner, and the rest
        for estimates of the earlier positions.
    nodes : int, optional
        Positions visited for exact values; for proofs of the winner three times as many, and for each position that is
        not solved as many more as its estimate would have random games. With time enough, the same review on every
        machine.
    playouts : int
        Random games in each search of an estimate, if the time suffices; doubled up to `MOST_DOUBLINGS` times for two
        moves of nearly equal value.
    seed : int
        Random seed.
    since : int
        The first position to review, by the number of moves played before it.
    memory : int
        Size of the kernel's table in MiB.
    progress : callable, optional
        Receives the number of evaluated positions after each.
    on_evaluation : callable, optional
        Receives each position's ply and evaluation as soon as it is known, from the last position backwards. A later
        search may still change the best move of an estimate.

    Raises
    ------
    OptionError
        If the record has fewer moves than `since`.

    Examples
    --------
    >>> import litslab as ll
    >>> record = ll.loads('game = "wythe"\noptions = { size = 3 }\nmoves = "a1,a2 b1,b2 c1,c2"')
    >>> found = ll.review(record)
    >>> all(evaluation.is_exact for evaluation in found.evaluations)
    True
    """
    started, record = time.monotonic(), as_record(record)
    seconds = math.inf if time_limit is None else time_limit
    proved: dict[int, Evaluation] = {}
    positions = record.positions
    record.position(since)  # raises an error if the record is shorter
    estimated = EstimatedPositions(record, playouts=playouts, seed=seed)

    def tell(ply: int, evaluation: Evaluation) -> None:
        if on_evaluation is not None:
            on_evaluation(ply, evaluation)
        progress(Progress(len(proved) + len(estimated.done), len(positions) - since))

    def keep(ply: int, evaluation: Evaluation) -> None:
        proved[ply] = evaluation
        tell(ply, evaluation)

    with contextlib.suppress(KeyboardInterrupt):
        oracle = make_oracle(record.rules, Limit(EXACT_PART * seconds, nodes), memory=memory)
        solve_backwards(record, oracle, since, keep)
        unsolved = range(since, min(proved, default=len(positions)))
        proof_nodes = None if nodes is None else (1 + PROOF_NODES) * nodes + 2 * REPEATS * playouts * len(unsolved)
        oracle.limit = Limit((EXACT_PART + PROOF_PART) * seconds, proof_nodes)
        prove_winners_backwards(record, oracle, unsolved, keep)
        del oracle  # its table is large
        unproved = range(since, min(proved, default=len(positions)))
        half = (started + seconds - time.monotonic()) / 2
        estimated.search(unproved, half, tell)
        estimated.search_close_calls(started + seconds - time.monotonic())
    found = {**{ply: estimated.evaluation(ply) for ply in estimated.done}, **proved}
    if len(found) < min(2, len(positions) - since):
        raise KeyboardInterrupt
    moves = tuple(
        ReviewedMove(
            ply, record.moves[ply], player_to_move(positions[ply]), positions[ply].side, found[ply], found[ply + 1],
            estimated.difference(ply),
        )
        for ply in range(min(found), len(record.moves))
    )  # fmt: skip
    return Review(record, tuple(found[ply] for ply in sorted(found)), moves, time.monotonic() - started)


def solve_backwards(record: Record, oracle: Oracle, since: int, keep: OnEvaluation) -> None:
    """Solve the positions from the last one back to a ply, until one exceeds the limit."""
    for ply in reversed(range(since, len(record.positions))):
        try:
            value, best = _exactly(oracle, record.positions[ply])
        except (LimitReachedError, RecursionError):
            return
        keep(ply, Evaluation(value, float(value > 0), best))


def prove_winners_backwards(record: Record, oracle: Oracle, plies: range, keep: OnEvaluation) -> None:
    """Prove the winner of the positions before the solved ones, until one exceeds the limit.

    With a swap still to come the second player always wins, because there are no draws. That says nothing about the
    position, so it is estimated instead.
    """
    for ply in reversed(plies):
        position = record.positions[ply]
        if position.swap_follows or repeated_search.swap_is_open(position):
            return
        found = winner_evaluation(oracle, position, record.moves[ply] if ply < len(record.moves) else None)
        if found is None:
            return
        keep(ply, found)


def winner_evaluation(oracle: Oracle, position: Position, played: Move | None) -> Evaluation | None:
    """Return the winner of a position and a move that keeps the win; None if the oracle's limit comes first."""
    try:
        first_side_wins = oracle.reaches(position, 1, True)
    except (LimitReachedError, RecursionError):
        return None
    share = float(repeated_search.value_for_first_player(position, 1 if first_side_wins else -1) > 0)
    mover_wins = first_side_wins is (position.to_move == 0)
    best = _winning_move(oracle, position, played) if mover_wins else played
    return Evaluation(None, share, () if best is None else (best,), winner_proved=True)


def _winning_move(oracle: Oracle, position: Position, played: Move | None) -> Move | None:
    """Return a move that keeps the win, if possible the one that was played; None if the limit comes first."""
    maximising = position.to_move == 0
    choices = sorted(position.choices(), key=lambda move: move != played)
    with contextlib.suppress(LimitReachedError, RecursionError):
        for move in choices:
            if oracle.reaches(position.play_unchecked(move), 1 if maximising else -1, maximising):
                return move
    return None


class EstimatedPositions:
    """The estimates of a review: of each unsolved position, and of the one after its best move.

    A position is estimated `REPEATS` times: a search of it chooses a move, and a fresh search after that move measures
    it. The spread of these estimates includes the noise of the choice.

    Attributes
    ----------
    done : list of int
        The plies of the estimated positions.
    """

    def __init__(self, record: Record, *, playouts: int, seed: int) -> None:
        self.done: list[int] = []
        self._record = record
        self._playouts = playouts
        self._seed = seed
        self._here: dict[int, Searched] = {}
        self._estimates: dict[int, Searched] = {}
        self._compared: dict[int, tuple[Searched, Searched]] = {}
        self._best: dict[int, Move] = {}

    def search(self, plies: range, seconds: float, tell: OnEvaluation) -> None:
        """Estimate positions, the last one first; each has an equal part of the time that is left."""
        until = time.monotonic() + seconds
        positions = self._record.positions
        end, parts = plies.stop, 3 * len(plies)
        if plies and end < len(positions):
            # The last estimated move is compared with this estimate, because a proof has no share to compare with.
            self._here[end] = self._searched(end, positions[end], until=until, parts=parts + 1)
        for ply in reversed(plies):
            self._estimate(ply, until, 3 * (ply - plies.start + 1))
            self.done.append(ply)
            tell(ply, self.evaluation(ply))

    def _estimate(self, ply: int, until: float, parts: int) -> None:
        position, played = self._record.positions[ply], self._played(ply)
        found = self._here[ply] = self._searched(ply, position, until=until, parts=parts, also=played)
        best, times = found.move, Counter(found.choices)
        assert best is not None  # the game is not over
        times[best] = REPEATS  # it is compared with the played move
        known: dict[Move, Searched] = {}
        if played is not None and ply + 1 in self._here:
            after_played = self._here[ply + 1]
            known[played] = self._estimates.get(ply + 1, after_played) if position.swap_follows else after_played
        after = self._measured(ply, position, times, known, until=until, parts=parts - 1)
        self._estimates[ply], self._best[ply] = _combined(found, after), best
        if played is not None and played in known and best != played:
            self._compared[ply] = after[best], known[played]

    def _measured(
        self, name: object, position: Position, times: Counter[Move], known: dict[Move, Searched],
        *, until: float, parts: int,
    ) -> dict[Move, Searched]:  # fmt: skip
        """Search the position after each move as often as `times` says; if a swap is open, after the replies too."""
        after = {}
        for number, (move, repeats) in enumerate(times.most_common()):
            if move in known:
                after[move] = known[move]
                continue
            reached, inner, left = position.play_unchecked(move), f"{name}/{number}", max(1, parts - number)
            found = self._searched(inner, reached, until=until, parts=left, repeats=repeats)
            if position.swap_follows:
                replies = self._measured(inner, reached, Counter(found.choices), {}, until=until, parts=left)
                found = _combined(found, replies)
            after[move] = found
        return after

    def _searched(
        self, name: object, position: Position, *, until: float, parts: int, playouts: int | None = None,
        repeats: int = REPEATS, also: Move | None = None,
    ) -> Searched:  # fmt: skip
        playouts = playouts or self._playouts
        rng = random.Random(f"{self._seed}/{name}/{playouts}")
        seconds = max(_LEAST_SECONDS, (until - time.monotonic()) / parts * repeats / REPEATS)
        return search_repeatedly(position, rng, playouts=playouts, seconds=seconds, repeats=repeats, also=also)

    def _played(self, ply: int) -> Move | None:
        return self._record.moves[ply] if ply < len(self._record.moves) else None

    def search_close_calls(self, seconds: float) -> None:
        """Repeat the comparison of the best move and the played one with more playouts while it is within the noise."""
        until = time.monotonic() + seconds
        positions = self._record.positions
        for doubling in range(1, MOST_DOUBLINGS + 1):
            close = [ply for ply in self.done if self._is_close(ply)]
            for number, ply in enumerate(close):
                playouts, parts = self._playouts << doubling, 2 * (len(close) - number)
                if time.monotonic() >= until:
                    return
                after = positions[ply].play_unchecked(self._best[ply])
                best = self._searched(f"{ply}/best", after, until=until, parts=parts, playouts=playouts)
                played = self._searched(ply + 1, positions[ply + 1], until=until, parts=parts - 1, playouts=playouts)
                self._compared[ply] = best, played

    def _is_close(self, ply: int) -> bool:
        found = self.difference(ply)
        return found is not None and found.is_noise and found.half_width > 0

    def difference(self, ply: int) -> Difference | None:
        """Return the first player's share after the best move of a ply minus that after the played one."""
        return difference(*self._compared[ply]) if ply in self._compared else None

    def evaluation(self, ply: int) -> Evaluation:
        """Return the estimate of a position; its best move is the played one if fresh searches favour that."""
        found, best, played = self._estimates[ply], self._best[ply], self._played(ply)
        compared = self.difference(ply)
        if compared is not None and played is not None:
            first_player_moves = player_to_move(self._record.positions[ply]) == 0
            best = best if compared.size and (compared.size > 0) is first_player_moves else played
        return Evaluation(None, found.mean, (best,), found.half_width)


def _combined(found: Searched, after: dict[Move, Searched]) -> Searched:
    """Return the means of searches of a position and fresh ones after the moves that they chose.

    Each search is biased towards the side to move, so the biases cancel out in the mean of both. An opening that
    allows a swap has only searches of the positions after it.
    """
    fresh = {move: cycle(each.shares) for move, each in after.items()}
    pairs = zip_longest(found.shares, [next(fresh[move]) for move in found.choices])
    return replace(found, shares=tuple(fmean(share for share in pair if share is not None) for pair in pairs))
