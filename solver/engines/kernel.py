"""The kernel as an `Oracle`: positions go to it as indices of placements, values come back with proof."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from litslab import kernel
from litslab.games.geometry import bits
from litslab.games.pieces import TETROMINOES
from litslab.games.placements import Placement, PlacementTable
from litslab.games.position import Position, Rules
from litslab.jobs.progress import OnProgress
from litslab.solver.engines.bounds_table import BoundsTable
from litslab.solver.engines.oracle import LimitReachedError, bounds_progress
from litslab.solver.result import Limit, Score

ENGINE = "kernel"

LARGEST_SIDE = 11
"""The kernel's sets of squares are 128 bits wide; larger boards are left to the reference engine."""

DEFAULT_MEMORY = 1 << 30
"""Bytes of the transposition table if no other number is given."""


def tetromino_placements(placements: Iterable[Placement]) -> list[kernel.TetrominoPlacement]:
    """Return tetromino placements as the kernel takes them."""
    return [
        kernel.TetrominoPlacement(
            TETROMINOES.index(placement.shape),
            placement.kind,
            sorted(placement.squares),
            sorted(bits(placement.black or 0)),
        )
        for placement in placements
    ]


def in_reach(rules: Rules) -> bool:
    """Return whether the kernel is available and plays this game on this board."""
    if not kernel.AVAILABLE or rules.kernel_name is None:
        return False
    return max(rules.board.columns, rules.board.rows) <= LARGEST_SIDE


def _arguments(rules: Rules) -> list[Any]:
    """Return what the kernel needs to know of the board and the pieces, in its own types."""
    return [
        tetromino_placements(argument) if isinstance(argument, PlacementTable) else argument
        for argument in rules.kernel_arguments()
    ]


@lru_cache(maxsize=8)
def engine_for(rules: Rules) -> kernel.Engine | None:
    """Return the kernel's engine for a game, or None if the kernel does not play it."""
    if not in_reach(rules):
        return None
    engine: kernel.Engine = getattr(kernel, str(rules.kernel_name))(*_arguments(rules))
    return engine


@lru_cache(maxsize=8)
def simulator_for(rules: Rules) -> kernel.Simulator | None:
    """Return what plays random games in the kernel; None if `engine_for` has no engine."""
    if not in_reach(rules):
        return None
    simulator: kernel.Simulator = getattr(kernel, f"simulate_{rules.kernel_name}")(*_arguments(rules))
    return simulator


def question(position: Position) -> kernel.Question:
    """Return a position in the kernel's terms: placements in an order in which each lies on those before it."""
    ordered = sorted(position.placements, key=lambda placement: (placement.level, placement.index))
    half_point = position.half_point
    last_placer = 0 if half_point is None else position.rules.sides.index(half_point)
    return kernel.Question([p.index for p in ordered], position.to_move, position.swapped, last_placer)


@dataclass
class KernelOracle(BoundsTable):
    """The kernel with one transposition table and one limit for all questions about one game.

    Attributes
    ----------
    rules : Rules
        The game.
    limit : Limit
        When to stop.
    threads : int
        How many threads search; one is deterministic.
    memory : int
        Bytes of the transposition table: allocated once, never exceeded.
    """

    engine: ClassVar[str] = ENGINE

    rules: Rules
    limit: Limit = field(default_factory=Limit)
    threads: int = 1
    memory: int = DEFAULT_MEMORY

    def __post_init__(self) -> None:
        engine = engine_for(self.rules)
        if engine is None:
            raise ValueError(f"the kernel does not play {self.rules.name} on this board")
        self._engine = engine
        self._table = kernel.TranspositionTable(self.memory)

    def value(self, position: Position, progress: OnProgress | None = None) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""
        known = self.bounds(position)
        first, second = position.scores()
        score = known if known.is_exact else self._ask(position, known, 2 * (first - second) + 1, progress)
        return score.lower

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        """Return whether a position is worth at least (maximising) or at most a value; raises `LimitReachedError`."""
        known = self.bounds(position)
        target = value if maximising else value + 2
        if known.lower < target <= known.upper:
            # A window of two values around the question is answered by one test.
            asked = self._ask(position, Score(target - 2, target), target, None)
            lower = known.lower if asked.lower < target else target
            upper = known.upper if asked.upper >= target else target - 2
            known = Score(max(lower, known.lower), min(upper, known.upper))
            self.keep(position, known)
        return known.lower >= target if maximising else known.upper < target

    def _ask(self, position: Position, window: Score, guess: int, progress: OnProgress | None) -> Score:
        """Close a window of bounds, or raise when the limit has been reached; what was proved is kept."""
        seconds = float("inf") if self.limit.seconds is None else max(0.0, self.limit.seconds - self.seconds)
        nodes = (1 << 63) if self.limit.nodes is None else max(0, self.limit.nodes - self.nodes)
        before = self.nodes

        def tell(lower: int, upper: int, visited: int) -> None:
            if progress is not None:
                progress(bounds_progress(Score(lower, upper), before + visited))

        answer = self._engine.solve(
            question(position),
            lower=window.lower,
            upper=window.upper,
            guess=guess,
            table=self._table,
            seconds=seconds,
            nodes=nodes,
            threads=self.threads,
            progress=None if progress is None else tell,
        )
        self.nodes += answer.nodes
        score = Score(answer.lower, answer.upper)
        if window == self.bounds(position):
            self.keep(position, score)
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.stopped:
            raise LimitReachedError
        return score
