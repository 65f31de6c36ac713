"""How much work a campaign will be, before it begins: from the measured costs of questions about sampled positions.

Positions are sampled some moves after the one that the campaign is about, in games in which one side makes the likely
move of the engine and the other a random one, as in the tree of a proof. From the end of the game backwards, a question
about each is searched for within a limit, as long as most are answered. Where that ends before the first move, the cost
is taken to go on growing as fast as it did in the plies before. The interval is wider than the errors on solved boards.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass

from litslab.games.position import Position
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.campaign.targets import Target
from litslab.solver.endgame.result import Limit, LimitReachedError
from litslab.solver.engines.registry import make_oracle

SAMPLES = 24
"""How many positions are sampled of each ply."""

LIMIT = 20_000
"""How many nodes a question may cost, unless the caller says otherwise."""

SPREAD = 5.0
"""The factor to either end of the interval where the first ply was measured; on solved boards it was under 4."""

SPREAD_PER_PLY = 1.5
"""The factor by which the interval is wider for each ply that was not measured."""

_COST_FACTORS = {"value": (1.0, 0.1), "winner": (1.0, 0.0), "swap": (5.0, 0.0), "openings": (0.0, 1.0)}
"""How often a target takes the cost that is measured after one move (for the winner: at the position itself): so often,
and so often for each move. The value is settled by refuting all other moves, most of them quickly.
"""

_MEMORY = 1 << 24
_UNANSWERED = 3.0
"""How many times the limit a question is taken to cost that was not answered within it."""
_MOST_ANSWERED = 0.6
"""Which share of the questions of a ply has to be answered for it to count as measured."""


@dataclass(frozen=True)
class PlyCost:
    """The measured cost of questions about positions some moves on.

    Attributes
    ----------
    ply : int
        How many moves.
    answered, sampled : int
        How many questions were answered within the limit, of how many.
    nodes : float
        Their mean cost, where those that were not answered are taken to cost some times the limit.
    """

    ply: int
    answered: int
    sampled: int
    nodes: float


@dataclass(frozen=True)
class WorkEstimate:
    """An estimate of the work of a campaign.

    Attributes
    ----------
    nodes : float
        Positions to be visited.
    low, high : float
        The interval in which solved boards have been.
    seconds : float
        Processor time for `nodes`, at the speed of the sampled searches.
    continued : int
        How many plies were not measured.
    plies : tuple of PlyCost
        What was measured, the earliest ply last.
    sampled : int
        Nodes that the samples cost.
    """

    nodes: float
    low: float
    high: float
    seconds: float
    continued: int
    plies: tuple[PlyCost, ...]
    sampled: int


class _Sampler:
    def __init__(self, target: Target, limit: int, seed: int) -> None:
        self.position = target.position
        self.whole = target.name in {"value", "openings"}  # which need exact values
        self.limit = limit
        self.rng = random.Random(seed)
        self.order = make_oracle(self.position.rules, memory=_MEMORY)
        self.nodes = 0
        self.seconds = 0.0

    def length(self) -> int:
        """Return how long a game takes from here."""
        games = [self._play(self.position, None) for _ in range(8)]
        return max(length for length, _ in games)

    def cost(self, ply: int) -> tuple[bool, int] | None:
        """Return whether a question about a position some moves on was answered, and its cost; None if none is left."""
        _, position = self._play(self.position, ply)
        if position.is_over:
            return None
        oracle = make_oracle(position.rules, Limit(nodes=self.limit), memory=_MEMORY)
        answered, started = True, time.process_time()
        try:
            if self.whole:
                oracle.value(position)
            else:
                oracle.reaches(position, 1, maximising=True)
        except (LimitReachedError, RecursionError):
            answered = False
        self.nodes += oracle.nodes
        self.seconds += time.process_time() - started
        return answered, oracle.nodes

    def _play(self, position: Position, plies: int | None) -> tuple[int, Position]:
        """Play a number of moves, or to the end: one side the likely moves, the other random ones."""
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
    progress: OnProgress | None = None,
) -> WorkEstimate:
    """Estimate how many nodes a campaign will take that has not begun.

    Parameters
    ----------
    target : Target
        What it is to prove.
    samples : int
        How many positions are sampled of each ply.
    limit : int
        How many nodes each sample may cost.
    seed : int
        Of the samples.
    progress : callable, optional
        Receives which ply is being measured.
    """
    report = progress or ignore_progress
    sampler = _Sampler(target, limit, seed)
    first = 0 if target.name == "winner" else 1
    measured: list[PlyCost] = []
    for ply in range(sampler.length() - 1, first - 1, -1):
        report(Progress(text=f"questions {ply} plies on"))
        costs = [cost for _ in range(samples) if (cost := sampler.cost(ply)) is not None]
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
        nodes, nodes / spread, nodes * spread, nodes * speed, continued, tuple(measured), sampler.nodes
    )  # fmt: skip


def _at_first_ply(measured: list[PlyCost], first: int) -> tuple[float, int]:
    """Return the cost of a question at the first ply, and how many plies it was continued by."""
    if not measured:
        return 1.0, 0
    *_, last = measured
    missing = last.ply - first
    growth = [
        math.log(max(1.0, late.nodes) / max(1.0, early.nodes)) / (early.ply - late.ply)
        for early, late in zip(measured, measured[2:], strict=False)
    ]
    return max(1.0, last.nodes) * math.exp(missing * max(growth[-2:], default=0.0)), missing
