"""Certificates as files: a JSON document with the position as a record, and the strategies compressed.

A strategy is the sequence of its numbers, each in groups of seven bits, the lowest first, one group to a byte, the
highest bit of a byte set where more follow (LEB128); compressed with zlib, and written in base64.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from litslab.games.errors import RecordError
from litslab.games.files import write_new
from litslab.games.record import Record, dumps, loads
from litslab.solver.endgame.result import Certificate

FORMAT = "litslab certificate 2"

MOST_MOVES = 1_000_000
"""The most moves of one strategy."""

_BYTES_A_NUMBER = 3
"""What a number of a move takes at most: no game here has two million moves at a time."""


class _CertificateModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: str
    record: str
    value: int
    strategies: list[str]


class _FormatModel(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    format: str


def save_certificate(certificate: Certificate, path: Path, *, force: bool = False) -> None:
    """Write a certificate as a JSON file that holds the position as a record."""
    model = {
        "format": FORMAT,
        "record": dumps(Record(certificate.position.rules, setup=certificate.position)),
        "value": certificate.value,
        "strategies": [_pack(strategy) for strategy in certificate.strategies],
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
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(str(path), f"cannot read it: {error.strerror or error}") from None
    try:
        _check_format(path, _FormatModel.model_validate_json(data).format)
        model = _CertificateModel.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise RecordError(str(path), f"not a certificate: {place}: {first['msg']}") from None
    if len(model.strategies) != 2:
        raise RecordError(str(path), f"{len(model.strategies)} strategies: expected two")
    position = loads(model.record, f"{path}, record", constructed=constructed).position()
    first_side, second_side = (
        _unpack(text, f"{path}, strategies.{number}") for number, text in enumerate(model.strategies)
    )
    return Certificate(position, model.value, (first_side, second_side))


def _check_format(path: Path, found: str) -> None:
    if found != FORMAT:
        raise RecordError(str(path), f"format {found!r}: expected {FORMAT!r}")


def _pack(numbers: Iterable[int]) -> str:
    packed = bytearray()
    for number in numbers:
        rest = number
        while rest >= 0x80:
            packed.append(rest & 0x7F | 0x80)
            rest >>= 7
        packed.append(rest)
    return base64.b64encode(zlib.compress(packed, 9)).decode()


def _unpack(text: str, source: str) -> tuple[int, ...]:
    """Return the numbers that a text holds.

    Raises
    ------
    RecordError
        If it is none that `_pack` could have written.
    """
    try:
        compressed = base64.b64decode(text, validate=True)
        unpacker = zlib.decompressobj()
        packed = unpacker.decompress(compressed, _BYTES_A_NUMBER * MOST_MOVES)
    except (binascii.Error, ValueError, zlib.error):
        raise RecordError(source, "expected moves compressed with zlib, in base64") from None
    if unpacker.unconsumed_tail:
        raise RecordError(source, f"more than {MOST_MOVES:,} moves")
    if not unpacker.eof or unpacker.unused_data:
        raise RecordError(source, "the compressed moves are cut short, or something follows them")
    return _numbers(packed, source)


def _numbers(packed: bytes, source: str) -> tuple[int, ...]:
    numbers: list[int] = []
    number = shift = 0
    for byte in packed:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte & 0x80:
            if shift >= 7 * _BYTES_A_NUMBER:
                raise RecordError(source, f"move {len(numbers) + 1}: a number that is too long")
            continue
        numbers.append(number)
        number = shift = 0
    if shift:
        raise RecordError(source, "the last move is cut short")
    if len(numbers) > MOST_MOVES:
        raise RecordError(source, f"{len(numbers):,} moves: expected {MOST_MOVES:,} at most")
    return tuple(numbers)
