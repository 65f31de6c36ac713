"""The kernel as an `Oracle`: it takes positions as indices of placements, and returns proved
values.
"""

from __future__ import annotations

import hashlib
import math
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any, ClassVar

from litslab import kernel
from litslab.games.geometry import Board, bits
from litslab.games.memory import OutOfMemoryError, most_entries
from litslab.games.move import Move
from litslab.games.notation import numbered_move
from litslab.games.notice import Notice
from litslab.games.pieces import TETROMINOES
from litslab.games.placements import Placement, PlacementTable
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle, StrategyTooLongError
from litslab.solver.engines.progress import bounds_progress
from litslab.solver.engines.walk import kept_symmetries, text_ranks
from litslab.solver.score import Score

ENGINE = "kernel"

LARGEST_SIDE = 11
"""The kernel's sets of squares have 128 bits; the reference engine solves larger boards."""

DEFAULT_MEMORY = 512
"""The default size of the transposition table in MiB."""

_NO_LIMIT = 1 << 63
"""More nodes than any search visits."""


def is_built() -> bool:
    """Return whether the kernel was built; if not, warn once of slower answers."""
    if not kernel.AVAILABLE:
        text = (
            "the kernel was not built: Python and CP-SAT answer instead, many times slower, and a "
            "seed gives other puzzles and games; install a C++20 compiler, then litslab again"
        )
        warnings.warn(text, Notice, stacklevel=1)
    return kernel.AVAILABLE


def tetromino_placements(placements: Iterable[Placement]) -> list[kernel.TetrominoPlacement]:
    """Return tetromino placements in the kernel's form."""
    return [
        kernel.TetrominoPlacement(
            TETROMINOES.index(each.shape),
            each.kind,
            sorted(each.squares),
            sorted(bits(each.black or 0)),
        )
        for each in placements
    ]


def fits(board: Board) -> bool:
    """Return whether the kernel is available and supports a board of this size."""
    return max(board.columns, board.rows) <= LARGEST_SIDE and is_built()


def in_reach(rules: Rules) -> bool:
    """Return whether the kernel is available and supports this game and board."""
    return rules.kernel_name is not None and fits(rules.board)


@lru_cache(maxsize=8)
def engine_for(rules: Rules) -> kernel.Engine | None:
    """Return the kernel's engine for a game, or None if the kernel does not support it."""
    if not in_reach(rules):
        return None
    arguments = [_kernel_argument(argument) for argument in rules.kernel_arguments()]
    engine: kernel.Engine = getattr(kernel, str(rules.kernel_name))(*arguments)
    return engine


def _kernel_argument(argument: Any) -> Any:
    return tetromino_placements(argument) if isinstance(argument, PlacementTable) else argument


def seed_words(seed: int | str) -> list[int]:
    """Return the seed of a `random.Random` in words of 32 bits, the lowest first, as the kernel's
    matches take it.

    A text becomes a number as `random.seed` makes it one: its bytes, then their SHA-512.
    """
    if isinstance(seed, str):
        text = seed.encode()
        seed = int.from_bytes(text + hashlib.sha512(text).digest(), "big")
    number = abs(seed)
    count = max(1, -(-number.bit_length() // 32))
    return [number >> 32 * place & 0xFFFFFFFF for place in range(count)]


@dataclass(frozen=True, eq=False)
class RandomGames:
    """Results of random games as one list per property; not compared by value.

    Attributes
    ----------
    lengths : list of int
        Placements made.
    scores : list of (int, int)
        The first side's and the second's.
    winners : list of int
        The winning side, 0 or 1.
    moves : list of list of int
        Table indices; empty unless requested.
    """

    lengths: list[int]
    scores: list[tuple[int, int]]
    winners: list[int]
    moves: list[list[int]]


def random_games(
    position: Position,
    seeds: Sequence[int],
    *,
    moves: bool = False,
) -> RandomGames | None:
    """Play one random game per seed from a position; return None if the kernel does not support the
    game.
    """
    engine = engine_for(position.rules)
    if engine is None:
        return None
    played = engine.simulate(question(position), seeds, moves=moves)
    lengths = listed(played.length)
    by_game: list[list[int]] = []
    if moves:
        made = listed(played.moves)
        ends = accumulate(lengths)
        by_game = [made[end - length : end] for length, end in zip(lengths, ends, strict=True)]
    return RandomGames(
        lengths=lengths,
        scores=[(first, second) for first, second in listed(played.scores)],
        winners=listed(played.winner),
        moves=by_game,
    )


def listed(column: Any) -> list[Any]:
    """Return a column of the kernel as a list; without NumPy it is one already."""
    return column if isinstance(column, list) else list(column.tolist())


def question(position: Position) -> kernel.Question:
    """Return a position in the kernel's form: each placement comes after those on which it lies."""
    ordered = sorted(position.placements, key=lambda placement: (placement.level, placement.index))
    half_point = position.half_point
    last_placer = 0 if half_point is None else position.rules.sides.index(half_point)
    return kernel.Question(
        [p.index for p in ordered], position.to_move, position.swapped, last_placer
    )


@dataclass
class KernelOracle(Oracle):
    """The kernel with one transposition table and one limit for all questions about one game.

    Attributes
    ----------
    rules : Rules
        The game.
    threads : int
        The number of threads; one is deterministic.
    memory : int
        The largest size of the transposition table in MiB; it grows as it fills up.
    kernel_game : kernel.Engine
        The game in the kernel.
    table : kernel.TranspositionTable
        The transposition table.
    """

    engine: ClassVar[str] = ENGINE

    rules: Rules = field(kw_only=True)
    threads: int = 1
    memory: int = DEFAULT_MEMORY

    def __post_init__(self) -> None:
        engine = engine_for(self.rules)
        assert engine is not None, f"the kernel does not play {self.rules.name} on this board"
        self.kernel_game = engine
        self.table = kernel.TranspositionTable(self.memory << 20)

    def value(self, position: Position, progress: OnProgress = ignore_progress) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""
        known = self.bounds(position)
        if known.is_exact:
            return known.lower
        first, second = position.scores()
        guess = 2 * (first - second) + 1
        return self.search(position, known, guess, progress).lower

    def at_least(self, position: Position, target: int) -> bool:
        """Return whether the value of a position is at least `target`; raises
        `LimitReachedError`.
        """
        known = self.bounds(position)
        if known.lower < target <= known.upper:
            # One test decides between the two values of this window.
            window = Score(target - 2, target)
            found = self.search(position, window, target, ignore_progress)
            if found.lower == target:
                known = Score(target, known.upper)
            else:
                known = Score(known.lower, target - 2)
            self.keep(position, known)
        return known.lower >= target

    def likely_moves(self, position: Position, value: int) -> Sequence[Move]:
        """Return all moves, first the best move in the table, then in the kernel's order."""
        self.check_rules(position)
        target = value if position.to_move == 0 else value + 2
        indices = self.kernel_game.likely_moves(question(position), table=self.table, target=target)
        return tuple(numbered_move(index, position.rules) for index in indices)

    def search(self, position: Position, window: Score, guess: int, progress: OnProgress) -> Score:
        """Return the bounds after a search until a window of bounds is closed; those that were
        proved are kept.

        Raises
        ------
        LimitReachedError
            If the limit is reached first.
        """
        seconds, nodes = self._left()
        if self.nodes > 0 and (seconds <= 0.0 or nodes <= 0):
            # The kernel checks its limits only periodically, and there may be many questions.
            raise LimitReachedError
        before = self.nodes

        def report_bounds(lower: int, upper: int, visited: int) -> None:
            progress(bounds_progress(Score(lower, upper), position, before + visited))

        answer = self.kernel_game.solve(
            question(position),
            lower=window.lower,
            upper=window.upper,
            guess=guess,
            table=self.table,
            seconds=seconds,
            nodes=nodes,
            threads=self.threads,
            progress=None if progress is ignore_progress else report_bounds,
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

    def strategy(
        self,
        position: Position,
        side: int,
        value: int,
        *,
        largest: int,
        report: Callable[[int], None],
    ) -> Sequence[int] | None:
        """Return a side's moves that keep a value, in the order of a walk; see
        `Oracle.strategy`.
        """
        self.check_rules(position)
        rules = position.rules
        swap = len(rules.table)  # the swap's number in the kernel; symmetries do not change it
        # The most that a walk by the rules can check.
        most_positions = most_entries(rules, values=False)
        task = kernel.StrategyTask(
            side=side,
            value=value,
            rank=list(text_ranks(rules)),
            symmetries=[[*images, swap] for images in kept_symmetries(position)],
            most_moves=largest,
            most_positions=most_positions,
        )
        seconds, nodes = self._left()
        found = self.kernel_game.strategy(
            question(position),
            task,
            table=self.table,
            seconds=seconds,
            nodes=nodes,
            progress=report,
        )
        self.nodes += found.nodes
        match found.ending:
            case kernel.StrategyEnding.COMPLETE:
                return found.choices
            case kernel.StrategyEnding.INTERRUPTED:
                raise KeyboardInterrupt
            case kernel.StrategyEnding.TOO_MANY_MOVES:
                raise StrategyTooLongError
            case kernel.StrategyEnding.TOO_MANY_POSITIONS:
                raise OutOfMemoryError(
                    f"certificate: more than {most_positions:,} positions do not fit into memory"
                )
            case kernel.StrategyEnding.REFUTED:
                raise AssertionError(
                    f"no move of {rules.sides[side]} keeps the value {value} that was found"
                )
        raise LimitReachedError

    def _left(self) -> tuple[float, int]:
        """Return the remaining seconds and nodes of the limit."""
        seconds = math.inf
        if self.limit.seconds is not None:
            seconds = max(0.0, self.limit.seconds - self.seconds)
        nodes = _NO_LIMIT
        if self.limit.nodes is not None:
            nodes = min(_NO_LIMIT, max(0, self.limit.nodes - self.nodes))
        return seconds, nodes
