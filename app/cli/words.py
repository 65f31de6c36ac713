"""Words that options accept or that a shell completes, by their place in the library.

They are looked up when a command is made, and not when it is declared, so that listing the commands
loads nothing of the library.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import EnumMeta
from pkgutil import resolve_name
from typing import Literal, get_args, get_origin


def words_of(place: str) -> list[str]:
    """Return the words of an attribute of the library: the values of an enumeration or `Literal`,
    the names of objects, the texts of a collection, or what a function returns.

    Parameters
    ----------
    place : str
        The attribute: ``module:attribute``.

    Examples
    --------
    >>> words_of("litslab.games.language:LANGUAGES")
    ['en', 'ja']
    """
    found = resolve_name(place)
    if isinstance(found, EnumMeta):
        return [str(each.value) for each in found]  # type: ignore[var-annotated]
    if get_origin(found) is Literal:
        return list(get_args(found))
    return [getattr(each, "name", each) for each in (found() if callable(found) else found)]


def completion(place: str) -> Callable[[], list[str]]:
    """Return a function that typer calls for the words of an attribute of the library, of which it
    offers those that begin as the user has typed.
    """
    return lambda: words_of(place)


@dataclass(frozen=True)
class WordReader:
    """A function that accepts the words of an attribute of the library, and refuses others.

    Attributes
    ----------
    place : str
        The attribute: ``module:attribute``.
    """

    place: str

    def __call__(self, word: str) -> str:
        """Return the word.

        Raises
        ------
        ValueError
            If it is none of the words.
        """
        words = words_of(self.place)
        if word not in words:
            raise ValueError(f"{word!r} is not one of {', '.join(map(repr, words))}.")
        return word

    @property
    def metavar(self) -> str:
        """The words as the placeholder of an option."""
        return f"<{'|'.join(words_of(self.place))}>"
