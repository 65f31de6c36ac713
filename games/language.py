"""The language of texts for people, by the catalogues of GNU gettext in ``locale``.

English in the source is the key. `tr` and `trn` translate where a text is made; outside `using` they return it
as it is. `docs/translating.md` describes the catalogues.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litslab.games.errors import check_choice

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH = "en"

LANGUAGES = {ENGLISH: "English", "ja": "日本語"}
"""The languages by their codes (ISO 639), each under its own name."""

LOCALE = Path(__file__).parents[1] / "locale"

_WIDE_LETTERS = r"\u3000-\u9fff\uff00-\uff60"
# Strings, because it takes long to compile wide ranges at each start.
WIDE = f"[{_WIDE_LETTERS}]"
_BETWEEN_JAPANESE = f"(?<=[{_WIDE_LETTERS}]) (?=[{_WIDE_LETTERS}])"
"""A space beside a placeholder, which Latin letters and numbers need and Japanese ones do not."""

_UNSEEN = "[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"

_UNBROKEN = f"[（「]*(?:[^ {_WIDE_LETTERS}]+|.)[、。：！？）」ーっゃゅょァィゥェォッャュョ]*"
"""A part of a text with wide letters within which no line ends: a Latin word or a letter, with its punctuation."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def tr(message: str, /, **values: object) -> str:
    """Return a text in the language in use.

    Parameters
    ----------
    message : str
        The text in English; it must be a literal, so that it is found for the catalogue.
    **values : object
        Values for its ``{placeholders}``, which are filled in by `str.format`. Without any, braces stay.

    Examples
    --------
    >>> tr("{side} wins by {points}", side="light", points=3)
    'light wins by 3'
    """
    language = _language.get()
    text = _catalogue(language).gettext(message) if message and language != ENGLISH else message  # "" is the header
    return _filled(text, values) if values else text


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a text about a number of things in the language in use; ``{count}`` is the number.

    Examples
    --------
    >>> trn("{count} step", "{count} steps", 1)
    '1 step'
    """
    language = _language.get()
    english = one if count == 1 else many
    text = english if language == ENGLISH else _catalogue(language).ngettext(one, many, count)
    return _filled(text, {"count": count} | values)


def _filled(text: str, values: dict[str, object]) -> str:
    filled = text.format(**values)
    return filled if text.isascii() else re.sub(_BETWEEN_JAPANESE, "", filled)


def mark(message: str, /) -> str:
    """Return a text as it is, which a variable passes to `tr` later; so the catalogue has it."""
    return message


def sentence_case(text: str) -> str:
    """Return a text with its first letter as a capital, in languages whose sentences begin with one."""
    return text[:1].upper() + text[1:] if _language.get() == ENGLISH else text


def listed(names: Sequence[str], *, either: bool = False) -> str:
    """Return names as a list: "", "a", "a and b" or "a, b and c"; with "or" if one of them is meant."""
    if len(names) < 2:
        return "".join(names)
    *before, last = names
    return tr(", ").join(before) + (tr(" or ") if either else tr(" and ")) + last


def together(sentences: Sequence[str]) -> str:
    """Return sentences one after the other, as the language in use separates them."""
    return reduce(lambda text, more: tr("{text} {more}", text=text, more=more), sentences)


def language() -> str:
    """Return the code of the language in use."""
    return _language.get()


@contextmanager
def using(code: str) -> Iterator[None]:
    """Use a language within a ``with`` block.

    Raises
    ------
    OptionError
        If there is no catalogue of that language.
    """
    check_choice("language", code or "", LANGUAGES)
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


def chosen_from(*names: str) -> str:
    """Return the code of the first of some locales that is known, such as ``ja_JP.UTF-8`` or ``ja-JP``; or English."""
    codes = (name.replace("_", "-").partition("-")[0].partition(".")[0].lower() for name in names)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def language_of_terminal() -> str:
    """Return the code of the language that the environment asks for, by gettext's variables (``LANG`` the last)."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    first = next((os.environ[name] for name in variables if os.environ.get(name)), ENGLISH)
    return chosen_from(*first.split(":"))


@cache
def _catalogue(code: str) -> NullTranslations:
    import gettext  # noqa: PLC0415 - for other languages alone

    return gettext.translation("litslab", LOCALE, [code])


def one_line(text: str) -> str:
    r"""Return a text on one line, as titles and errors are shown; what could garble the line becomes U+FFFD.

    These are control characters, which a terminal obeys, halves of surrogate pairs and changes of direction.

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


def wrap(text: str, width: float, wide: float = 2.0, *, indent: str = "", **options: Any) -> list[str]:
    """Return a text in lines of at most a number of columns.

    The lines after the first are indented. `options` are those of `textwrap.wrap` for a text without wide letters.
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
