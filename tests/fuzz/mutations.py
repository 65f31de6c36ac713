"""Damaged files from whole ones: faults of transport, of an editor, and of another program's
output.

Everything is drawn from a `random.Random`, so that a case that fails is found again by its number.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

HUGE = "9" * 5_000
"""More digits than Python makes a number of."""

DEEP = "[" * 3_000 + "]" * 3_000
"""Lists in lists, deeper than Python recurses."""

_VALUES = r"""
null true false -1 0 1 7 2147483648 9223372036854775808 18446744073709551616 -18446744073709551616
1000000000000000000000000000000 0.5 -0.0 1e300 NaN Infinity "" "x" "a1,a2" "\u0000" "\ud800" "é"
"@nines@" [] {} [[]] [null] {"a":1} "@huge@" "@deep@"
"""
VALUES: tuple[Any, ...] = tuple(
    json.loads(each.replace("@nines@", "9" * 400)) for each in _VALUES.split()
)
"""Replacements of a value; ``@huge@`` and ``@deep@`` become `HUGE` and `DEEP`, without quotes."""

_TOKEN_TEXT = r'''
0 -1 1 3 99 100 4294967296 9223372036854775807 9223372036854775808 HUGE 1e999 nan inf true ""
"x" "\u0000" [] {} [[]] 1979-05-27 """ ' [ = DEEP
'''
_LONG_TOKENS = {"HUGE": HUGE, "DEEP": DEEP}
_TOKENS = tuple(_LONG_TOKENS.get(each, each) for each in _TOKEN_TEXT.split())

_NUMBER = re.compile(rb"-?\d+")
_TOML_VALUE = re.compile(r"(?<== ).+$", re.MULTILINE)


def damage_bytes(data: bytes, rng: random.Random) -> bytes:
    """Flip, cut, drop, repeat or insert bytes, once to three times."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        data = rng.choice(_BYTE_DAMAGE)(data, rng)
    return data


def _flip(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 4, 30))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] if rng.random() < 0.7 else data[place:]


def _piece(data: bytes, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((1, 2, 8, 64)))


def _drop(data: bytes, rng: random.Random) -> bytes:
    start, end = _piece(data, rng)
    return data[:start] + data[end:]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    start, end = _piece(data, rng)
    return data[:end] + data[start:end] * rng.choice((1, 3, 200)) + data[end:]


def _insert(data: bytes, rng: random.Random) -> bytes:
    start, _ = _piece(data, rng)
    new = rng.choice(
        (
            rng.randbytes(3),
            b"\x00",
            b"\n\n",
            b'"',
            b"/",
            b" ",
            b"{",
            "\u0663\u00b2".encode(),
            b"\xff\xfe",
        )
    )
    return data[:start] + new + data[start:]


def _lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    one = rng.randrange(len(lines))
    other = rng.randrange(len(lines))
    kind = rng.randrange(3)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _number(data: bytes, rng: random.Random) -> bytes:
    if not (found := list(_NUMBER.finditer(data))):
        return data
    place = rng.choice(found)
    new = rng.choice(
        (
            b"0",
            b"-1",
            b"5",
            b"99",
            b"100",
            b"4294967296",
            b"18446744073709551616",
            HUGE.encode(),
            b"1e9",
        )
    )
    return data[: place.start()] + new + data[place.end() :]


_BYTE_DAMAGE: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip,
    _cut,
    _drop,
    _repeat,
    _insert,
    _lines,
    _lines,
    _number,
    _number,
)


def damage_json(text: str, rng: random.Random) -> str:
    """Replace, drop or repeat values of a JSON document, once to three times."""
    document = json.loads(text)
    for _ in range(rng.choice((1, 1, 2, 3))):
        document = _damage_value(document, rng)
    written = json.dumps(document, ensure_ascii=rng.random() < 0.5)
    return written.replace('"@huge@"', HUGE).replace('"@deep@"', DEEP)


def _damage_value(document: Any, rng: random.Random) -> Any:
    """Descend from the whole document and change the node at which the descent ends."""
    if isinstance(document, dict | list) and document and rng.random() < 0.85:
        keys = list(document) if isinstance(document, dict) else range(len(document))
        key = rng.choice(keys)
        changed: Any = dict(document) if isinstance(document, dict) else list(document)
        if rng.random() < 0.2:
            del changed[key]
        elif isinstance(changed, list) and rng.random() < 0.1:
            changed.insert(key, changed[key])
        elif isinstance(changed, dict) and rng.random() < 0.1:
            changed[rng.choice(("", "extra", "format", "rows"))] = rng.choice(VALUES)
        else:
            changed[key] = _damage_value(changed[key], rng)
        return changed
    return rng.choice(VALUES)


def damage_toml(data: bytes, rng: random.Random) -> bytes:
    """Replace the values of TOML entries, or damage the text as such."""
    if rng.random() < 0.5:
        return damage_bytes(data, rng)
    text = data.decode()
    for _ in range(rng.choice((1, 1, 2))):
        if found := list(_TOML_VALUE.finditer(text)):
            place = rng.choice(found)
            text = text[: place.start()] + rng.choice(_TOKENS) + text[place.end() :]
    return text.encode()


def damage_json_file(data: bytes, rng: random.Random) -> bytes:
    """Damage the values of a JSON file, or its text as such."""
    if rng.random() < 0.4:
        return damage_bytes(data, rng)
    return damage_json(data.decode(), rng).encode(errors="surrogatepass")
