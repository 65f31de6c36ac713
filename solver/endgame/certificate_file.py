"""Files of certificates.

A file is a JSON document that contains the position as a record and the strategies. A strategy is
the sequence of its numbers in LEB128 (groups of seven bits, the lowest first, the highest bit of a
byte set if more follow), compressed with zlib and written in base64.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable
from pathlib import Path

from pydantic import Base64Bytes, BaseModel, ValidationError

from litslab.games.errors import RecordError
from litslab.games.files import write_new
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.text_file import read_text
from litslab.games.toml import first_mistake
from litslab.solver.endgame.certificate import MOST_MOVES, Certificate

FORMAT = "litslab certificate 2"


_BYTES_A_NUMBER = 3
"""The most bytes of a move's number: no position has two million moves."""


class _FormatModel(BaseModel, strict=True):
    format: str


class _CertificateModel(_FormatModel, extra="forbid"):
    record: str
    value: int
    strategies: list[Base64Bytes]


def save_certificate(certificate: Certificate, path: Path, *, force: bool = False) -> None:
    """Write a certificate as a JSON file that contains the position as a record."""
    strategies = [base64.b64encode(pack(each)).decode() for each in certificate.strategies]
    model = {
        "format": FORMAT,
        "record": dumps(Record(certificate.position.rules, setup=certificate.position)),
        "value": certificate.value,
        "strategies": strategies,
    }
    write_new(path, json.dumps(model, ensure_ascii=False, indent=0) + "\n", force=force)


LARGEST_CERTIFICATE = 1 << 30
"""Size of the largest file of a certificate, in bytes."""


def load_certificate(path: Path, *, constructed: bool = False) -> Certificate:
    """Read a certificate without checking its proof; `verify` does that.

    Parameters
    ----------
    path : Path
        The file.
    constructed : bool
        Whether to accept a position that no game can reach, even if the certificate does not call
        it constructed.

    Raises
    ------
    RecordError
        If the file cannot be read or is no certificate.
    IllegalRecordError
        If no game can reach its position, and it does not call it constructed.
    """
    data = read_text(path, LARGEST_CERTIFICATE)
    try:
        found = _FormatModel.model_validate_json(data).format
        if found != FORMAT:
            raise RecordError(str(path), f"format {found!r}: expected {FORMAT!r}")
        model = _CertificateModel.model_validate_json(data)
    except ValidationError as error:
        raise RecordError(
            str(path), f"not a certificate: {first_mistake(error, 'the file')}"
        ) from None
    if len(model.strategies) != 2:
        raise RecordError(str(path), f"{len(model.strategies)} strategies: expected two")
    position = loads(model.record, f"{path}, record", constructed=constructed).position()
    first_side, second_side = (
        unpack(packed, f"{path}, strategies.{number}")
        for number, packed in enumerate(model.strategies)
    )
    return Certificate(position, model.value, (first_side, second_side))


def pack(numbers: Iterable[int]) -> bytes:
    """Return a strategy as bytes."""
    packed = bytearray()
    for number in numbers:
        rest = number
        while rest >= 0x80:
            packed.append(rest & 0x7F | 0x80)
            rest >>= 7
        packed.append(rest)
    return zlib.compress(packed, 9)


def unpack(compressed: bytes, source: str) -> tuple[int, ...]:
    """Return the strategy in bytes.

    Raises
    ------
    RecordError
        If `pack` cannot have written them.
    """
    try:
        unpacker = zlib.decompressobj()
        packed = unpacker.decompress(compressed, _BYTES_A_NUMBER * MOST_MOVES)
    except zlib.error:
        raise RecordError(source, "expected moves compressed with zlib") from None
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
