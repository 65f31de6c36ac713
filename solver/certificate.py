"""Certificates: proofs of a value that anyone can check with the rules alone.

A certificate of the value v holds two strategies: with the first the first side reaches at least v against every
reply, with the second the second side allows at most v. A strategy is the list of its moves in the order in which a
depth-first search needs them: the search tries every reply of the other side in the order of their texts, and skips a
position that it has met before. So nothing in the file names a position, and nothing has to be taken on trust.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from litslab.games.errors import GameError, RecordError
from litslab.games.files import write_new
from litslab.games.memory import OutOfMemoryError, most_entries, most_positions
from litslab.games.notation import format_move, format_placements, parse_move
from litslab.games.position import Move, Position
from litslab.games.record import Record, describe_options, describe_setup_options, dumps, format_option, loads
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.engines.oracle import LimitReachedError, Oracle
from litslab.solver.result import Certificate

FORMAT = "litslab certificate 1"


class CertificateError(GameError):
    """A certificate that does not prove what it claims, or is not about the position it is compared with."""


class ProofLimitError(CertificateError):
    """A proof that a limit of time or of length cut short; the value itself may be known all the same."""


def certify(
    position: Position, oracle: Oracle, *, largest: int = 1_000_000, progress: OnProgress | None = None
) -> Certificate:
    """Prove a position's value so that the rules alone can check it.

    Parameters
    ----------
    position : Position
        Of any game.
    oracle : Oracle
        The engine that chooses the strategies' moves; a wrong engine yields a certificate that `verify` refuses.
    largest : int
        The most moves that the two strategies together may hold.
    progress : callable, optional
        Receives how many moves the strategies hold so far, with each of them.

    Raises
    ------
    ProofLimitError
        If the proof needs more moves, or the engine's limit comes first.
    """
    report = progress or ignore_progress
    strategies: list[list[str]] = []
    try:
        value = oracle.value(position)
        for side in range(len(position.rules.sides)):
            before = sum(map(len, strategies))
            strategist = _Strategist(oracle, side, value, largest, partial(_report_moves, report, before))
            strategies.append(strategist.moves_from(position))
    except LimitReachedError:
        raise ProofLimitError("the time limit was reached before the proof was complete") from None
    return Certificate(position, value, (tuple(strategies[0]), tuple(strategies[1])))


def _report_moves(report: OnProgress, before: int, moves: int) -> None:
    """Report the moves of a strategy, after those of the strategy before it."""
    report(Progress(before + moves, text=f"proof: {before + moves:,} moves"))


def sorted_choices(position: Position) -> list[tuple[str, Move]]:
    """Return the moves that decide a position's value with their texts, in the order of the texts."""
    return sorted(((format_move(move, position.rules), move) for move in position.choices()), key=lambda pair: pair[0])


@dataclass
class _Strategist:
    """Writes down one side's moves in the order of the search."""

    oracle: Oracle
    side: int
    value: int
    largest: int
    report: Callable[[int], None]

    def moves_from(self, position: Position) -> list[str]:
        found: list[str] = []
        met: set[Any] = set()
        waiting = [position]
        while waiting:
            position = waiting.pop()
            if position.key in met or position.is_over:
                continue
            met.add(position.key)
            _check_room(position, len(met), len(waiting))
            choices = sorted_choices(position)
            if position.to_move == self.side:
                text, move = next(self._keeping(position, choices))
                found.append(text)
                self.report(len(found))
                if len(found) > self.largest:
                    raise ProofLimitError(f"the proof needs more than {self.largest:,} moves for one side")
                waiting.append(position.play_unchecked(move))
            else:
                waiting.extend(position.play_unchecked(move) for _, move in reversed(choices))
        return found

    def _keeping(self, position: Position, choices: list[tuple[str, Move]]) -> Iterator[tuple[str, Move]]:
        for text, move in choices:
            if self.oracle.reaches(position.play_unchecked(move), self.value, self.side == 0):
                yield text, move


def _check_room(position: Position, met: int, waiting: int) -> None:
    """Raise if the positions of a search, with those that follow from one more, would not fit into memory.

    Raises
    ------
    OutOfMemoryError
        Where they would not.
    """
    rules = position.rules
    # Each memory may take half of what is allowed.
    if 2 * (waiting + position.legal.bit_count()) > most_positions(rules) or 2 * met > most_entries(rules):
        raise OutOfMemoryError(
            f"certificate: after {met:,} positions the ones that follow do not fit into memory: expected a position "
            "closer to the end"
        )


def verify(
    certificate: Certificate | str | Path, position: Position | None = None, *, name: str = "the given one"
) -> int:
    """Check a certificate with the pure-Python rules alone, and return how many positions that took.

    Parameters
    ----------
    certificate : Certificate, str or Path
        The certificate, or the file that it is in.
    position : Position, optional
        The position that the certificate is expected to be about.
    name : str
        The position's name in the error.

    Raises
    ------
    CertificateError
        If a strategy does not keep the claimed value against every reply, or the certificate is about another position.
    RecordError
        If the file cannot be read or is no certificate.

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
    return sum(
        _walk(certificate.position, side, certificate.value, strategy)
        for side, strategy in enumerate(certificate.strategies)
    )


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


def _walk(position: Position, side: int, value: int, strategy: tuple[str, ...]) -> int:
    name = position.rules.sides[side]
    moves = iter(strategy)
    met: set[Any] = set()
    waiting = [position]
    while waiting:
        position = waiting.pop()
        if position.key in met:
            continue
        met.add(position.key)
        if position.is_over:
            reached = position.outcome().value
            if reached < value if side == 0 else reached > value:
                raise CertificateError(f"{name}'s strategy allows the value {reached}, not {value}")
            continue
        _check_room(position, len(met), len(waiting))
        if position.to_move != side:
            waiting.extend(position.play_unchecked(move) for _, move in reversed(sorted_choices(position)))
            continue
        text = next(moves, None)
        if text is None:
            raise CertificateError(f"{name}'s strategy has no move for a position that can arise")
        try:
            waiting.append(position.play(parse_move(text, position)))
        except GameError as error:
            raise CertificateError(f"{name}'s strategy: {error}") from None
    if next(moves, None) is not None:
        raise CertificateError(f"{name}'s strategy has moves for positions that cannot arise")
    return len(met)


class _CertificateModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: str
    record: str
    value: int
    strategies: list[list[str]]


def save_certificate(certificate: Certificate, path: Path, *, force: bool = False) -> None:
    """Write a certificate as a JSON file that holds the position as a record."""
    rules = certificate.position.rules
    model = {
        "format": FORMAT,
        "record": dumps(Record(rules, setup=certificate.position)),
        "value": certificate.value,
        "strategies": [list(strategy) for strategy in certificate.strategies],
    }
    write_new(path, json.dumps(model, ensure_ascii=False, indent=0) + "\n", force=force)


def load_certificate(path: Path, *, constructed: bool = False) -> Certificate:
    """Read a certificate; whether it proves anything is for `verify` to say.

    Parameters
    ----------
    path : Path
        The file.
    constructed : bool
        Whether to accept a position that no game leads to, even if the certificate does not call it constructed.

    Raises
    ------
    RecordError
        If the file cannot be read or is no certificate.
    IllegalRecordError
        If its position is one that no game leads to, and it does not say so.
    """
    try:
        model = _CertificateModel.model_validate_json(path.read_bytes())
    except OSError as error:
        raise RecordError(str(path), f"cannot read it: {error.strerror or error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise RecordError(str(path), f"not a certificate: {place}: {first['msg']}") from None
    if model.format != FORMAT:
        raise RecordError(str(path), f"format {model.format!r}: expected {FORMAT!r}")
    if len(model.strategies) != 2:
        raise RecordError(str(path), f"{len(model.strategies)} strategies: expected two")
    position = loads(model.record, f"{path}, record", constructed=constructed).position()
    first_side, second_side = (tuple(strategy) for strategy in model.strategies)
    return Certificate(position, model.value, (first_side, second_side))
