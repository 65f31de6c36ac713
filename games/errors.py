"""What can be wrong with what a user gives us: small ``ValueError`` subclasses, one for each kind of mistake."""

from __future__ import annotations

import copyreg
from collections.abc import Callable


class LitslabError(ValueError):
    """The base class of all errors of this package: whatever it refuses, it raises one of these.

    Errors cross process boundaries, so every subclass can be pickled, whatever arguments its ``__init__`` takes.
    """

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...], dict[str, object]]:
        # An exception is otherwise rebuilt by `__init__` with `args`, which are the text, not what `__init__` took.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class GameError(LitslabError):
    """The base class of all errors about games: its text says what was wrong, where, and what was expected."""


class OptionError(GameError):
    """An option that a game does not have, or a value outside its limits."""


class NotationError(GameError):
    """A text that is not a move, a square or a set of placements.

    Attributes
    ----------
    token : str
        The part of the text that cannot be read.
    expected : str
        What would have been right in its place.
    """

    def __init__(self, token: str, expected: str) -> None:
        super().__init__(f"cannot read {token!r}: expected {expected}")
        self.token = token
        self.expected = expected


class IllegalMoveError(GameError):
    """A move that can be read and that the rules forbid.

    Attributes
    ----------
    move : str
        The move as text.
    broken : tuple of str
        Every rule that the move breaks, in the rule text's order.
    """

    def __init__(self, move: str, broken: tuple[str, ...]) -> None:
        super().__init__(f"illegal move {move}: {'; '.join(broken)}")
        self.move = move
        self.broken = broken


class UnreachableError(GameError):
    """A position set up by hand that no game leads to, although its placements are legal."""

    def __init__(self, what: str, given: str, expected: str) -> None:
        super().__init__(f"{what} {given!r}: no game leads to it: expected {expected} after these placements")


class RecordError(GameError):
    """A file that is not a record; `place` is the file, the move or the field in question."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")


def first_line(error: BaseException) -> str:
    """Return the first line of what an error of another library says; its class where it says nothing."""
    return (str(error).splitlines() or [type(error).__name__])[0]
