"""The language of texts for people, by the catalogues of GNU gettext in ``locale``.

English in the source is the key. `tr` and `trn` translate where a text is made; outside `using`
they return it as it is. `docs/translating.md` describes the catalogues.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING

from litslab.games.errors import check_choice
from litslab.games.line_breaks import WIDE_LETTERS

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH = "en"

LANGUAGES = {ENGLISH: "English", "ja": "日本語"}
"""The languages by their codes (ISO 639), each under its own name."""

LOCALE = Path(__file__).parents[1] / "locale"

_BETWEEN_JAPANESE = f"(?<=[{WIDE_LETTERS}]) (?=[{WIDE_LETTERS}])"
"""A space beside a placeholder, which Latin letters and numbers need and Japanese ones do not."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def tr(message: str, /, **values: object) -> str:
    """Return a text in the language in use.

    Parameters
    ----------
    message : str
        The text in English; it must be a literal, so that it is found for the catalogue.
    **values : object
        Values for its ``{placeholders}``, which are filled in by `str.format`. Without any, braces
        stay.

    Examples
    --------
    >>> tr("{side} wins by {points}", side="light", points=3)
    'light wins by 3'
    """
    language = _language.get()
    is_translated = message != "" and language != ENGLISH  # "" is the header of a catalogue
    text = _catalogue(language).gettext(message) if is_translated else message
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
    """Return a text with its first letter as a capital, in languages whose sentences begin with
    one.
    """
    return text[:1].upper() + text[1:] if _language.get() == ENGLISH else text


def listed(names: Sequence[str], *, either: bool = False) -> str:
    """Return names as a list: "", "a", "a and b" or "a, b and c"; with "or" if one of them is
    meant.
    """
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
    """Return the code of the first of some locales that is known, such as ``ja_JP.UTF-8`` or
    ``ja-JP``; or English.
    """
    for name in names:
        code = re.split(r"[-_.]", name, maxsplit=1)[0].lower()
        if code in LANGUAGES:
            return code
    return ENGLISH


def language_of_terminal() -> str:
    """Return the code of the language that the environment asks for, by gettext's variables
    (``LANG`` the last).
    """
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    first = next((os.environ[name] for name in variables if os.environ.get(name)), ENGLISH)
    return chosen_from(*first.split(":"))


@cache
def _catalogue(code: str) -> NullTranslations:
    import gettext  # noqa: PLC0415 - for other languages alone

    return gettext.translation("litslab", LOCALE, [code])
