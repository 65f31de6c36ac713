"""Errors in user input: small ``ValueError`` subclasses, one for each kind of mistake."""

from __future__ import annotations

import copyreg
import math
import reprlib
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any, TypeVar

T = TypeVar("T")


class LitslabError(ValueError):
    """The base class of all errors that this package raises for bad input.

    Errors cross process boundaries, so every subclass can be pickled, whatever the arguments of its
    ``__init__``.
    """

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...], dict[str, object]]:
        # By default `__init__` gets `args`, which is the text and not the arguments of `__init__`.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class GameError(LitslabError):
    """The base class of all errors about games; the text names the mistake, its place, and what was
    expected.
    """


class NegativeError(GameError):
    """The base class of errors that are a negative answer: an illegal move, or a proof
    that fails.
    """


class OptionError(GameError):
    """An option that a game does not have, or a value outside its limits."""


def expect(value: T, kind: Any, expected: str) -> T:
    """Return a value that is of a class, or of one of several.

    Raises
    ------
    OptionError
        If it is of another class; `expected` describes what it should be.
    """
    if not isinstance(value, kind):
        raise OptionError(f"{' '.join(reprlib.repr(value).split())}: expected {expected}")
    return value


def check_number(
    what: str,
    value: object,
    least: float = -math.inf,
    most: float = math.inf,
    *,
    whole: bool = True,
    unit: str = "",
) -> None:
    """Raise unless a value is a number within limits.

    Parameters
    ----------
    what : str
        The name of the value, which begins the error.
    value : object
        The value; a truth value is no number.
    least, most : float
        The limits.
    whole : bool
        Whether it has to be a whole number.
    unit : str
        What it counts, for the error.

    Raises
    ------
    OptionError
        If it is none.

    Examples
    --------
    >>> check_number("threads", 2.5, 1, 256)
    Traceback (most recent call last):
        ...
    litslab.games.errors.OptionError: threads 2.5: expected a whole number, 1 to 256
    """
    kind = Integral if whole else Real
    is_number = isinstance(value, kind) and not isinstance(value, bool)
    if is_number and least <= float(value) <= most:  # type: ignore[arg-type]  # NaN is in no range
        return
    limits = ""
    if most < math.inf:
        limits = f", {least:,} to {most:,}"
    elif least > -math.inf:
        limits = f", {least:,} or more"
    noun = "a whole number" if whole else "a number"
    if unit:
        noun += f" of {unit}"
    raise OptionError(f"{what} {' '.join(reprlib.repr(value).split())}: expected {noun}{limits}")


def check_time_limit(seconds: float | None) -> None:
    """Raise unless a time limit is None or a number of seconds.

    Raises
    ------
    OptionError
        If it is another value, or NaN, which no clock reaches.
    """
    if seconds is not None:
        check_number("time limit", seconds, whole=False, unit="seconds")


def check_choice(what: str, value: object, known: Iterable[str]) -> None:
    """Raise unless a value is None or one of some names.

    Raises
    ------
    OptionError
        If it is another one; the text suggests a similar name.

    Examples
    --------
    >>> check_choice("player", "gredy", ["random", "greedy"])
    Traceback (most recent call last):
        ...
    litslab.games.errors.OptionError: player 'gredy': did you mean greedy? expected random or greedy
    """
    names = list(known)
    if value is not None and value not in names:
        near = get_close_matches(str(value).lower(), names, n=1)
        guess = f"did you mean {near[0]}? " if near else ""
        choices = " or ".join(", ".join(names).rsplit(", ", 1))
        raise OptionError(f"{what} {reprlib.repr(value)}: {guess}expected {choices}")


class NotationError(GameError):
    """A text that is not a move, a square or a set of placements.

    Attributes
    ----------
    token : str
        The part of the text that cannot be read.
    expected : str
        A description of valid input.
    """

    def __init__(self, token: str, expected: str) -> None:
        super().__init__(f"cannot read {token!r}: expected {expected}")
        self.token = token
        self.expected = expected


class IllegalMoveError(NegativeError):
    """A readable move that the rules forbid.

    Attributes
    ----------
    move : str
        The move as text.
    broken : tuple of str
        Every rule that the move breaks.
    """

    def __init__(self, move: str, broken: tuple[str, ...]) -> None:
        super().__init__(f"illegal move {move}: {'; '.join(broken)}")
        self.move = move
        self.broken = broken


class UnreachableError(GameError):
    """A position set up by hand that no game leads to, although its placements are legal."""

    def __init__(self, what: str, given: str, expected: str) -> None:
        super().__init__(
            f"{what} {given!r}: no game leads to it: expected {expected} after these placements"
        )


class RecordError(GameError):
    """A file that is not a valid record; `place` is the file, the move or the field in question."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")


def first_line(error: BaseException) -> str:
    """Return the first line of the message of another library's error, or its class if the message
    is empty.
    """
    return (str(error).splitlines() or [type(error).__name__])[0]
