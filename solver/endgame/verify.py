"""Certificates checked by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from litslab.games.files import as_path
from litslab.games.move import Move
from litslab.games.position import Position
from litslab.games.properties import properties
from litslab.games.sources import AnyPosition, as_position
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.endgame.certificate import Certificate, CertificateError
from litslab.solver.endgame.certificate_file import load_certificate
from litslab.solver.engines.walk import walk


def verify(
    certificate: Certificate | str | Path,
    position: AnyPosition | None = None,
    *,
    name: str = "the given one",
    progress: OnProgress = ignore_progress,
) -> int:
    """Check a certificate with the pure-Python rules alone, and return how many positions that
    took.

    Parameters
    ----------
    certificate : Certificate, str or Path
        The certificate or its file.
    position : Position or Record or str or Path, optional
        The expected position of the certificate, as for `solver.solve.solve`.
    name : str
        The name of that position in the error.
    progress : callable, optional
        Receives the number of moves that have been checked.

    Raises
    ------
    CertificateError
        If a strategy does not keep the claimed value against every reply, or the certificate is
        about another position.
    RecordError
        If the file cannot be read or is no certificate.
    OutOfMemoryError
        If the positions do not fit into memory.

    Examples
    --------
    >>> import litslab as ll
    >>> position = ll.example("battle-of-lits-10").position(10)
    >>> certificate = ll.solve(position, certificate=True).certificate
    >>> ll.verify(certificate, position) > 0
    True
    """
    if not isinstance(certificate, Certificate):
        certificate = load_certificate(as_path(certificate))
    expected = certificate.position if position is None else as_position(position)
    if expected != certificate.position:
        here = properties(certificate.position)
        there = properties(expected)
        differences = [
            f"{key} {value} (there {there.get(key, 'none')})"
            for key, value in here.items()
            if value != there.get(key)
        ]
        raise CertificateError(
            f"the certificate is about another position than {name}: {', '.join(differences)}"
        )
    return sum(check_strategy(certificate, side, progress) for side in (0, 1))


def check_strategy(certificate: Certificate, side: int, progress: OnProgress) -> int:
    """Walk along one side's strategy, and return the number of positions that it allows.

    Raises
    ------
    CertificateError
        If it does not keep the certificate's value.
    OutOfMemoryError
        If the positions do not fit into memory.
    """
    strategy = certificate.strategies[side]
    value = certificate.value
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
            raise CertificateError(
                f"{name}'s strategy: move number {number} where there are {len(moves)} moves"
            )
        return number

    def at_end(position: Position) -> None:
        reached = position.outcome().value
        if reached < value if side == 0 else reached > value:
            raise CertificateError(f"{name}'s strategy allows the value {reached}, not {value}")

    def report(met: int) -> None:
        progress(Progress(before + used, certificate.moves, f"{name}: {met:,} positions"))

    met = walk(certificate.position, side, choose, at_end, report)
    if used < len(strategy):
        raise CertificateError(f"{name}'s strategy has moves for positions that cannot arise")
    return met
