"""Estimates of the positions of a game that are beyond any proof."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, zip_longest
from statistics import fmean

from litslab.analysis.repeated_search import (
    REPEATS,
    Difference,
    Searched,
    difference,
    search_repeatedly,
)
from litslab.analysis.review_result import Evaluation, OnEvaluation
from litslab.games.move import Move
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.solver.play.match import player_to_move

MOST_DOUBLINGS = 3
"""Doublings of the playouts to compare two moves of nearly equal value."""

_LEAST_SECONDS = 0.01  # for a position, even if no time is left


class EstimatedPositions:
    """The estimates of a review: of each unsolved position, and of the one after its best move.

    A position is estimated `REPEATS` times: a search of it chooses a move, and a fresh search after
    that move measures it. The spread of these estimates includes the noise of the choice.

    Parameters
    ----------
    record : Record
        The game.
    playouts : int
        Random games in each search of a position.
    seed : int
        Random seed.
    search : callable
        Searches a position, as `search_repeatedly` does.

    Attributes
    ----------
    done : list of int
        The plies of the estimated positions.
    """

    def __init__(
        self,
        record: Record,
        *,
        playouts: int,
        seed: int,
        search: Callable[..., Searched] = search_repeatedly,
    ) -> None:
        self.done: list[int] = []
        self._search_repeatedly = search
        self._record = record
        self._playouts = playouts
        self._seed = seed
        self._here: dict[int, Searched] = {}
        self._estimates: dict[int, Searched] = {}
        self._compared: dict[int, tuple[Searched, Searched]] = {}
        self._best: dict[int, Move] = {}

    def search(self, plies: range, seconds: float, tell: OnEvaluation) -> None:
        """Estimate positions, the last one first; each has an equal part of the time
        that is left.
        """
        until = time.monotonic() + seconds
        positions = self._record.positions
        end = plies.stop
        parts = 3 * len(plies)
        if plies and end < len(positions):
            # The last estimated move is compared with this estimate, because a proof has no share
            # to compare with.
            self._here[end] = self._searched(end, positions[end], until=until, parts=parts + 1)
        for ply in reversed(plies):
            self._estimate(ply, until, 3 * (ply - plies.start + 1))
            self.done.append(ply)
            tell(ply, self.evaluation(ply))

    def _estimate(self, ply: int, until: float, parts: int) -> None:
        position = self._record.positions[ply]
        played = self._played(ply)
        found = self._searched(ply, position, until=until, parts=parts, also=played)
        self._here[ply] = found
        best = found.move
        times = Counter(found.choices)
        assert best is not None  # the game is not over
        times[best] = REPEATS  # it is compared with the played move
        known: dict[Move, Searched] = {}
        if played is not None and ply + 1 in self._here:
            known[played] = self._here[ply + 1]
            if position.swap_follows:
                known[played] = self._estimates.get(ply + 1, known[played])
        after = self._measured(ply, position, times, known, until=until, parts=parts - 1)
        self._estimates[ply] = _combined(found, after)
        self._best[ply] = best
        if played is not None and played in known and best != played:
            self._compared[ply] = after[best], known[played]

    def _measured(
        self,
        name: object,
        position: Position,
        times: Counter[Move],
        known: dict[Move, Searched],
        *,
        until: float,
        parts: int,
    ) -> dict[Move, Searched]:
        """Search the position after each move as often as `times` says; if a swap is open, after
        the replies too.
        """
        after = {}
        for number, (move, repeats) in enumerate(times.most_common()):
            if move in known:
                after[move] = known[move]
                continue
            reached = position.play_unchecked(move)
            inner = f"{name}/{number}"
            left = max(1, parts - number)
            found = self._searched(inner, reached, until=until, parts=left, repeats=repeats)
            if position.swap_follows:
                replies = self._measured(
                    inner, reached, Counter(found.choices), {}, until=until, parts=left
                )
                found = _combined(found, replies)
            after[move] = found
        return after

    def _searched(
        self,
        name: object,
        position: Position,
        *,
        until: float,
        parts: int,
        playouts: int | None = None,
        repeats: int = REPEATS,
        also: Move | None = None,
    ) -> Searched:
        playouts = playouts or self._playouts
        rng = random.Random(f"{self._seed}/{name}/{playouts}")
        seconds = max(_LEAST_SECONDS, (until - time.monotonic()) / parts * repeats / REPEATS)
        return self._search_repeatedly(
            position, rng, playouts=playouts, seconds=seconds, repeats=repeats, also=also
        )

    def _played(self, ply: int) -> Move | None:
        return self._record.moves[ply] if ply < len(self._record.moves) else None

    def search_close_calls(self, seconds: float) -> None:
        """Repeat the comparison of the best move and the played one with more playouts while it is
        within the noise.
        """
        until = time.monotonic() + seconds
        positions = self._record.positions
        for doubling in range(1, MOST_DOUBLINGS + 1):
            close = [ply for ply in self.done if self._is_close(ply)]
            for number, ply in enumerate(close):
                playouts = self._playouts << doubling
                parts = 2 * (len(close) - number)
                if time.monotonic() >= until:
                    return
                after = positions[ply].play_unchecked(self._best[ply])
                best = self._searched(
                    f"{ply}/best", after, until=until, parts=parts, playouts=playouts
                )
                played = self._searched(
                    ply + 1, positions[ply + 1], until=until, parts=parts - 1, playouts=playouts
                )
                self._compared[ply] = best, played

    def _is_close(self, ply: int) -> bool:
        found = self.difference(ply)
        return found is not None and found.is_noise and found.half_width > 0

    def difference(self, ply: int) -> Difference | None:
        """Return the first player's share after the best move of a ply minus that after the played
        one.
        """
        return difference(*self._compared[ply]) if ply in self._compared else None

    def evaluation(self, ply: int) -> Evaluation:
        """Return the estimate of a position; its best move is the played one if fresh searches
        favour that.
        """
        found = self._estimates[ply]
        best = self._best[ply]
        played = self._played(ply)
        compared = self.difference(ply)
        if compared is not None and played is not None:
            first_player_moves = player_to_move(self._record.positions[ply]) == 0
            is_better = compared.size > 0 if first_player_moves else compared.size < 0
            if not is_better:
                best = played
        return Evaluation(None, found.mean, (best,), found.half_width)


def _combined(found: Searched, after: dict[Move, Searched]) -> Searched:
    """Return the means of searches of a position and fresh ones after the moves that they chose.

    Each search is biased towards the side to move, so the biases cancel out in the mean of both. An
    opening that allows a swap has only searches of the positions after it.
    """
    fresh = {move: cycle(each.shares) for move, each in after.items()}
    chosen = [next(fresh[move]) for move in found.choices]
    pairs = zip_longest(found.shares, chosen)
    means = [fmean(share for share in pair if share is not None) for pair in pairs]
    return replace(found, shares=tuple(means))
