"""Texts on lines: one line, the width in columns, and breaks between words and wide letters."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from typing import Any

WIDE_LETTERS = r"\u3000-\u9fff\uff00-\uff60"
# Strings, because it takes long to compile wide ranges at each start.
WIDE = f"[{WIDE_LETTERS}]"

_UNSEEN = "[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"

_UNBROKEN = f"[（「]*(?:[^ {WIDE_LETTERS}]+|.)[、。：！？）」ーっゃゅょァィゥェォッャュョ]*"
"""A part of a text with wide letters within which no line ends: a Latin word or a letter, with its
punctuation.
"""


def one_line(text: str) -> str:
    r"""Return a text on one line, as titles and errors are shown; what could garble the line
    becomes U+FFFD.

    These are control characters, which a terminal obeys, halves of surrogate pairs and changes of
    direction.

    Examples
    --------
    >>> one_line("a \n title\x1b[2J")
    'a title\ufffd[2J'
    """
    return re.sub(_UNSEEN, "\ufffd", " ".join(text.split()))


def text_columns(text: str, wide: float = 2.0) -> float:
    """Return the width of a text in Latin letters, with `wide` for each wide letter.

    Examples
    --------
    >>> text_columns("TAIJI"), text_columns("太極")
    (5.0, 4.0)
    """
    return len(text) + (wide - 1) * len(re.findall(WIDE, text))


def wrap(
    text: str,
    width: float,
    wide: float = 2.0,
    *,
    indent: str = "",
    **options: Any,
) -> list[str]:
    """Return a text in lines of at most a number of columns.

    The lines after the first are indented. `options` are those of `textwrap.wrap` for a text
    without wide letters.
    """
    if not re.search(WIDE, text):
        return textwrap.wrap(text, int(width), subsequent_indent=indent, **options)
    return break_lines(text, lambda line: text_columns(line, wide) <= width, indent)


def break_lines(text: str, fits: Callable[[str], bool], indent: str = "") -> list[str]:
    """Return a text in lines that fit, if possible, broken at spaces and between wide letters.

    Examples
    --------
    >>> break_lines("太極 9×9、ランダムな対局", lambda line: len(line) < 8)
    ['太極 9×9、', 'ランダムな対局']
    """
    lines = [text[: len(text) - len(text.lstrip())]]
    for part in re.findall(_UNBROKEN, " ".join(text.split())):
        if lines[-1].strip() and not fits(lines[-1] + part):
            lines.append(indent)
        lines[-1] += part if lines[-1].strip() else part.lstrip()
    return [line.rstrip() for line in lines]
