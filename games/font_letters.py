"""The letters of a font file, by its table ``cmap``.

Source: OpenType specification 1.9, "cmap - Character to Glyph Index Mapping Table", formats 4 and
12, which all fonts of the last decades have.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

_MOST_RANGES = 100_000
"""More ranges than any font has."""


@cache
def letters_of(path: Path) -> frozenset[int]:
    """Return the code points that a font has; none if the file is no font.

    Of a collection it is the first font; all of one collection have much the same letters.
    """
    try:
        return frozenset(_letters(path.read_bytes()))
    except (OSError, struct.error):
        return frozenset()


def _letters(data: bytes) -> set[int]:
    start = 0
    if data[:4] == b"ttcf":
        (start,) = struct.unpack_from(">I", data, 12)
    (tables,) = struct.unpack_from(">H", data, start + 4)
    for number in range(tables):
        tag, _, at, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * number)
        if tag == b"cmap":
            return _of_table(data, at)
    return set()


def _of_table(data: bytes, table: int) -> set[int]:
    found: set[int] = set()
    (subtables,) = struct.unpack_from(">H", data, table + 2)
    for number in range(subtables):
        _, _, offset = struct.unpack_from(">HHI", data, table + 4 + 8 * number)
        at = table + offset
        (form,) = struct.unpack_from(">H", data, at)
        if form == 4:
            found |= _of_format_4(data, at)
        elif form == 12:
            found |= _of_format_12(data, at)
    return found


def _of_format_4(data: bytes, at: int) -> set[int]:
    (doubled,) = struct.unpack_from(">H", data, at + 6)
    count = doubled // 2
    lasts, firsts, deltas, offsets = (
        struct.unpack_from(f">{count}H", data, at + place)
        for place in (14, 16 + doubled, 16 + 2 * doubled, 16 + 3 * doubled)
    )
    found = set()
    for number, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
        for code in range(first, last + 1):
            glyph = (code + deltas[number]) & 0xFFFF
            if offsets[number]:
                place = at + 16 + 3 * doubled + 2 * number + offsets[number] + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", data, place)
            if glyph and code != 0xFFFF:
                found.add(code)
    return found


def _of_format_12(data: bytes, at: int) -> set[int]:
    (count,) = struct.unpack_from(">I", data, at + 12)
    found: set[int] = set()
    for number in range(min(count, _MOST_RANGES)):
        first, last, _ = struct.unpack_from(">III", data, at + 16 + 12 * number)
        found.update(range(first, min(last, 0x10FFFF) + 1))
    return found
