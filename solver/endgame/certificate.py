"""Certificates: proofs of a value that anyone can check with the rules alone.

A certificate of the value v contains two strategies. With the first, the first side reaches at
least v against every reply. With the second, the second side allows at most v. A strategy is the
list of its moves in the order of a walk over the positions that it allows
(`solver.engines.walk`). A certificate names no positions and claims no equalities, so nothing has
to be trusted. The walk follows from the rules and the chosen moves, so a strategy needs only one
small number for each of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from litslab.games.errors import NegativeError
from litslab.games.move import Move
from litslab.games.position import Position
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle, StrategyTooLongError
from litslab.solver.engines.walk import walk


@dataclass(frozen=True)
class Certificate:
    """A claim with its proof: what `certify` makes and `solver.endgame.verify` checks.

    Attributes
    ----------
    position : Position
        The position whose value is claimed.
    value : int
        The claimed value.
    strategies : tuple of (tuple of int)
        The moves of the first side's strategy, and of the second's, in the order of
        `solver.engines.walk.walk`. Each is the number of the move among all moves of its
        position, sorted by their texts.
    """

    position: Position
    value: int
    strategies: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def moves(self) -> int:
        """The number of moves in both strategies."""
        return sum(len(strategy) for strategy in self.strategies)


class CertificateError(NegativeError):
    """A certificate that does not prove its claim, or is about another position than expected."""


class ProofLimitError(CertificateError):
    """A proof that was ended by a limit of time or length; the value itself may be known."""


MOST_MOVES = 4_000_000
"""The most moves of one strategy."""


def certify(
    position: Position,
    oracle: Oracle,
    *,
    largest: int = MOST_MOVES,
    progress: OnProgress = ignore_progress,
) -> Certificate:
    """Prove a position's value so that the rules alone can check it.

    Parameters
    ----------
    position : Position
        Of any game.
    oracle : Oracle
        The engine that chooses the moves of the strategies; `verify` rejects the certificate of a
        wrong engine.
    largest : int
        The most moves of each strategy.
    progress : callable, optional
        Receives the number of positions of the strategies so far.

    Raises
    ------
    ProofLimitError
        If the proof needs more moves, or the engine's limit is reached first.
    OutOfMemoryError
        If its positions do not fit into memory.
    """
    before = 0

    def report(met: int) -> None:
        progress(Progress(before + met, None, f"proof: {before + met:,} positions"))

    strategies: list[tuple[int, ...]] = []
    try:
        value = oracle.value(position)
        for side in range(len(position.rules.sides)):
            found = find_strategy(oracle, position, side, value, largest=largest, report=report)
            strategies.append(found)
            before += len(found)
    except LimitReachedError:
        raise ProofLimitError("limit reached") from None
    except StrategyTooLongError:
        raise ProofLimitError(f"more than {largest:,} moves for one side") from None
    return Certificate(position, value, (strategies[0], strategies[1]))


def find_strategy(
    oracle: Oracle,
    position: Position,
    side: int,
    value: int,
    *,
    largest: int = MOST_MOVES,
    report: Callable[[int], None],
) -> tuple[int, ...]:
    """Return one side's moves that keep a value, in the order of the walk; raises what
    `Oracle.strategy` does.
    """
    chosen = oracle.strategy(position, side, value, largest=largest, report=report)
    if chosen is not None:
        return tuple(chosen)
    # This engine can only compare values.
    found: list[int] = []

    def choose(here: Position, moves: Sequence[Move]) -> int:
        if len(found) >= largest:
            raise StrategyTooLongError
        keeping = (oracle.reaches(here.play_unchecked(move), value, side == 0) for move in moves)
        found.append(next(number for number, keeps in enumerate(keeping) if keeps))
        return found[-1]

    walk(position, side, choose, lambda _: None, report)
    return tuple(found)
