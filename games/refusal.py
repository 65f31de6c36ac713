"""Errors about a part of a record, with its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from litslab.games.errors import (
    IllegalMoveError,
    NegativeError,
    NotationError,
    OptionError,
    RecordError,
    UnreachableError,
)
from litslab.games.notation import illegal_text


class IllegalRecordError(RecordError, NegativeError):
    """A readable record with a move that breaks the rules or a position that no game leads to."""


@contextmanager
def refused_at(place: str) -> Iterator[None]:
    """Turn an error about a part of a record into one that names the place."""
    try:
        yield
    except IllegalMoveError as error:
        raise IllegalRecordError(place, illegal_text(error)) from None
    except UnreachableError as error:
        raise IllegalRecordError(place, str(error)) from None
    except (NotationError, OptionError) as error:
        raise RecordError(place, str(error)) from None
