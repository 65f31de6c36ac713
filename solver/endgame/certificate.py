"""Certificates: proofs of a value that anyone can check with the rules alone.

A certificate of the value v holds two strategies: with the first the first side reaches at least v against every
reply, with the second the second side allows at most v. A strategy is the list of its moves in the order in which a
walk over the positions that it allows needs them (`solver.endgame.proof_walk`). So nothing in a certificate
names a position or claims that two are equal, and nothing has to be believed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from litslab.games.errors import GameError
from litslab.games.notation import format_placements
from litslab.games.position import Move, Position
from litslab.games.record import describe_options, describe_setup_options, format_option
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.endgame.certificate_file import MOST_MOVES, load_certificate
from litslab.solver.endgame.proof_walk import Walk
from litslab.solver.endgame.result import Certificate
from litslab.solver.engines.oracle import LimitReachedError, Oracle, StrategyTooLongError


class CertificateError(GameError):
    """A certificate that does not prove what it claims, or is not about the position it is compared with."""


class ProofLimitError(CertificateError):
    """A proof that a limit of time or of length cut short; the value itself may be known all the same."""


def certify(
    position: Position, oracle: Oracle, *, largest: int = MOST_MOVES, progress: OnProgress | None = None
) -> Certificate:
    """Prove a position's value so that the rules alone can check it.

    Parameters
    ----------
    position : Position
        Of any game.
    oracle : Oracle
        The engine that chooses the strategies' moves; a wrong engine yields a certificate that `verify` refuses.
    largest : int
        The most moves that each strategy may hold.
    progress : callable, optional
        Receives how many positions the strategies have been found for so far.

    Raises
    ------
    ProofLimitError
        If the proof needs more moves, or the engine's limit comes first.
    OutOfMemoryError
        If its positions do not fit into memory.
    """
    told = progress or ignore_progress
    before = 0

    def report(met: int) -> None:
        told(Progress(before + met, None, f"proof: {before + met:,} positions"))

    strategies: list[tuple[int, ...]] = []
    try:
        value = oracle.value(position)
        for side in range(len(position.rules.sides)):
            found = oracle.strategy(position, side, value, largest=largest, report=report)
            chosen = _Strategist(oracle, side, value, largest).moves_from(position, report) if found is None else found
            strategies.append(tuple(chosen))
            before += len(chosen)
    except LimitReachedError:
        raise ProofLimitError("limit reached") from None
    except StrategyTooLongError:
        raise ProofLimitError(f"more than {largest:,} moves for one side") from None
    return Certificate(position, value, (strategies[0], strategies[1]))


@dataclass
class _Strategist:
    """Writes down one side's moves in the order of the walk, where the engine can only be asked for values."""

    oracle: Oracle
    side: int
    value: int
    largest: int

    def moves_from(self, position: Position, report: Callable[[int], None]) -> list[int]:
        found: list[int] = []

        def choose(position: Position, moves: Sequence[Move]) -> int:
            if len(found) >= self.largest:
                raise StrategyTooLongError
            found.append(next(number for number, move in enumerate(moves) if self._keeps(position, move)))
            return found[-1]

        Walk(position, self.side, choose, lambda _: None, report)()
        return found

    def _keeps(self, position: Position, move: Move) -> bool:
        return self.oracle.reaches(position.play_unchecked(move), self.value, self.side == 0)


def verify(
    certificate: Certificate | str | Path,
    position: Position | None = None,
    *,
    name: str = "the given one",
    progress: OnProgress | None = None,
) -> int:
    """Check a certificate with the pure-Python rules alone, and return how many positions that took.

    Parameters
    ----------
    certificate : Certificate, str or Path
        The certificate, or the file that it is in.
    position : Position, optional
        The position that the certificate is expected to be about.
    name : str
        What stands for that position in the error.
    progress : callable, optional
        Receives how many of the moves have been checked.

    Raises
    ------
    CertificateError
        If a strategy does not keep the claimed value against every reply, or the certificate is about another position.
    RecordError
        If the file cannot be read or is no certificate.
    OutOfMemoryError
        If the positions do not fit into memory.

    Examples
    --------
    >>> import litslab as ll
    >>> position = ll.load("docs/examples/battle-of-lits-10.toml").position(10)
    >>> certificate = ll.solve(position, certificate=True).certificate
    >>> ll.verify(certificate, position) > 0
    True
    """
    if not isinstance(certificate, Certificate):
        certificate = load_certificate(Path(certificate))
    if position is not None:
        check_position(certificate, position, name)
    return sum(_check_strategy(certificate, side, progress or ignore_progress) for side in (0, 1))


def _check_strategy(certificate: Certificate, side: int, progress: OnProgress) -> int:
    """Walk along one side's strategy; return how many positions it allows."""
    strategy, value = certificate.strategies[side], certificate.value
    name = certificate.position.rules.sides[side]
    before = len(certificate.strategies[0]) if side else 0
    used = 0

    def choose(_: Position, moves: Sequence[Move]) -> int:
        nonlocal used
        if used == len(strategy):
            raise CertificateError(f"{name}'s strategy has no move for a position that can arise")
        number = strategy[used]
        used += 1
        if not 0 <= number < len(moves):
            raise CertificateError(f"{name}'s strategy: move number {number} where there are {len(moves)} moves")
        return number

    def at_end(position: Position) -> None:
        reached = position.outcome().value
        if reached < value if side == 0 else reached > value:
            raise CertificateError(f"{name}'s strategy allows the value {reached}, not {value}")

    def report(met: int) -> None:
        progress(Progress(before + used, certificate.moves, f"{name}: {met:,} positions"))

    met = Walk(certificate.position, side, choose, at_end, report)()
    if used < len(strategy):
        raise CertificateError(f"{name}'s strategy has moves for positions that cannot arise")
    return met


def check_position(certificate: Certificate, position: Position, name: str) -> None:
    """Raise unless a certificate is about a given position.

    Parameters
    ----------
    certificate : Certificate
        The certificate.
    position : Position
        The position that it is expected to be about.
    name : str
        The position's name in the error.

    Raises
    ------
    CertificateError
        Naming everything in which the two differ.
    """
    if certificate.position == position:
        return
    here, there = _told_apart_by(certificate.position), _told_apart_by(position)
    differences = [
        f"{what} {told} (there {there.get(what, 'none')})" for what, told in here.items() if told != there.get(what)
    ]
    raise CertificateError(f"the certificate is about another position than {name}: {', '.join(differences)}")


def _told_apart_by(position: Position) -> dict[str, str]:
    """Return what makes two positions differ, in words."""
    rules = position.rules
    told = {"game": rules.name}
    told |= {f"option {name}": format_option(value) for name, value in describe_options(rules).items()}
    told |= {name: "/".join(value) for name, value in describe_setup_options(rules).items()}
    told["placed"] = format_placements(position.placements, rules) or "nothing"
    told["side to move"] = position.side
    told["swapped"] = "yes" if position.swapped else "no"
    told["half point"] = position.half_point or "none"
    return told
