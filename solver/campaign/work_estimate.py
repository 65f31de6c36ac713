"""An estimate of the work of a campaign before it begins.

It follows from the measured costs of questions about sampled positions. The positions come from
games in which one side plays the engine's likely moves and the other random ones, as in the tree of
a proof. From the end of the game backwards, a question about each is searched within a limit, as
long as most are answered. If this ends before the first move, the cost is extrapolated by the
growth in the last measured plies. The interval is wider than the errors on solved boards.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass

from litslab.games.position import Position
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.campaign.targets import Target
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.registry import make_oracle

SAMPLES = 24
"""The number of sampled positions per ply."""

LIMIT = 20_000
"""The default limit of nodes of a sampled question."""

SPREAD = 5.0
"""The factor to either end of the interval if the first ply was measured; on solved boards it was
under 4.
"""

SPREAD_PER_PLY = 1.5
"""The factor by which the interval is wider for each ply that was not measured."""

_COST_FACTORS = {
    "value": (1.0, 0.1),
    "winner": (1.0, 0.0),
    "swap": (5.0, 0.0),
    "openings": (0.0, 1.0),
}
"""The cost of a target as a multiple of the measured cost after one move (for the winner: of the
position itself).

There is a fixed factor and a factor per move. A value is proved by refuting all other moves, most
of them quickly.
"""

_MEMORY = 16
_UNANSWERED = 3.0
"""The assumed cost of an unanswered question, as a multiple of the limit."""
_MOST_ANSWERED = 0.6
"""The least share of answered questions for a ply to count as measured."""


@dataclass(frozen=True)
class PlyCost:
    """The measured cost of questions about positions after a number of moves."""

    ply: int
    """The number of moves."""
    answered: int
    """The number of questions answered within the limit."""
    sampled: int
    """The number of all sampled questions."""
    nodes: float
    """Their mean cost; an unanswered question counts as a multiple of the limit."""


@dataclass(frozen=True)
class WorkEstimate:
    """An estimate of the work of a campaign."""

    nodes: float
    """Positions to be visited."""
    low: float
    high: float
    """An interval that would have contained the costs of all solved boards."""
    seconds: float
    """Processor time for `nodes`, at the speed of the sampled searches."""
    continued: int
    """The number of plies that were not measured."""
    plies: tuple[PlyCost, ...]
    """The measured plies, the earliest last."""
    sampled: int
    """The nodes of the samples."""


class _Sampler:
    def __init__(self, target: Target, limit: int, seed: int) -> None:
        self.position = target.position
        self.whole = target.name in {"value", "openings"}  # targets that need exact values
        self.limit = limit
        self.rng = random.Random(seed)
        self.order = make_oracle(self.position.rules, memory=_MEMORY)
        self.nodes = 0
        self.seconds = 0.0

    def length(self) -> int:
        """Return the length of the longest of a few games from the position."""
        return max(self._play(self.position, None)[0] for _ in range(8))

    def cost(self, ply: int) -> tuple[bool, int] | None:
        """Sample a position after `ply` moves; return whether a question about it was answered, and
        the nodes.
        """
        _, position = self._play(self.position, ply)
        if position.is_over:
            return None
        oracle = make_oracle(position.rules, Limit(nodes=self.limit), memory=_MEMORY)
        answered = True
        started = time.process_time()
        try:
            if self.whole:
                oracle.value(position)
            else:
                oracle.at_least(position, 1)
        except (LimitReachedError, RecursionError):
            answered = False
        self.nodes += oracle.nodes
        self.seconds += time.process_time() - started
        return answered, oracle.nodes

    def _play(self, position: Position, plies: int | None) -> tuple[int, Position]:
        """Play a number of moves, or to the end; one side plays likely moves, the other random
        ones.
        """
        likely = self.rng.randrange(2)
        played = 0
        while not position.is_over and (plies is None or played < plies):
            if position.to_move == likely:
                move = self.order.likely_moves(position, 1 if position.to_move == 0 else -1)[0]
            else:
                move = self.rng.choice(position.choices())
            position = position.play_unchecked(move)
            played += 1
        return played, position


def estimate_work(
    target: Target,
    *,
    samples: int = SAMPLES,
    limit: int = LIMIT,
    seed: int = 0,
    progress: OnProgress = ignore_progress,
) -> WorkEstimate:
    """Estimate the work of a campaign before it begins.

    Parameters
    ----------
    target : Target
        The target of the campaign.
    samples : int
        The number of sampled positions per ply.
    limit : int
        The most nodes of each sample.
    seed : int
        Random seed of the samples.
    progress : callable, optional
        Receives the ply that is being measured.
    """
    sampler = _Sampler(target, limit, seed)
    first = 0 if target.name == "winner" else 1
    measured: list[PlyCost] = []
    for ply in range(sampler.length() - 1, first - 1, -1):
        progress(Progress(text=f"questions {ply} plies on"))
        sampled = [sampler.cost(ply) for _ in range(samples)]
        costs = [cost for cost in sampled if cost is not None]
        if not costs:
            continue
        answered = sum(each for each, _ in costs)
        total = sum(nodes if done else _UNANSWERED * limit for done, nodes in costs)
        if answered < _MOST_ANSWERED * len(costs):
            break
        measured.append(PlyCost(ply, answered, len(costs), total / len(costs)))
    nodes, continued = _at_first_ply(measured, first)
    fixed, of_each = _COST_FACTORS[target.name]
    nodes = max(1.0, nodes) * (fixed + of_each * len(target.after))
    spread = SPREAD * SPREAD_PER_PLY**continued
    speed = sampler.seconds / max(1, sampler.nodes)
    return WorkEstimate(
        nodes=nodes,
        low=nodes / spread,
        high=nodes * spread,
        seconds=nodes * speed,
        continued=continued,
        plies=tuple(measured),
        sampled=sampler.nodes,
    )


def _at_first_ply(measured: list[PlyCost], first: int) -> tuple[float, int]:
    """Return the cost of a question at the first ply, and the number of plies that were
    extrapolated.
    """
    if not measured:
        return 1.0, 0
    *_, last = measured
    missing = last.ply - first
    growth = [
        math.log(max(1.0, late.nodes) / max(1.0, early.nodes)) / (early.ply - late.ply)
        for early, late in zip(measured, measured[2:], strict=False)
    ]
    return max(1.0, last.nodes) * math.exp(missing * max(growth[-2:], default=0.0)), missing
