"""Every error of the package can be sent from one process to another."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Iterator

import pytest

import litslab
from litslab.games.errors import UnreachableError

ARGUMENTS: dict[type[BaseException], tuple[object, ...]] = {
    UnreachableError: ("to_move", "light", "dark")
}
"""The arguments of an error for which the right types are not enough."""

BY_TYPE: dict[str, object] = {
    "str": "a word",
    "int": 409,
    "int | None": 7,
    "tuple[str, ...]": ("this rule", "that one"),
}


def errors() -> Iterator[type[Exception]]:
    """Yield every exception class that a module of the package defines."""
    for module in pkgutil.walk_packages(litslab.__path__, "litslab."):
        if not module.name.endswith(".__main__"):
            for kind in vars(importlib.import_module(module.name)).values():
                if (
                    inspect.isclass(kind)
                    and issubclass(kind, Exception)
                    and kind.__module__ == module.name
                ):
                    yield kind


def example(kind: type[Exception]) -> Exception:
    if not inspect.isfunction(kind.__init__):  # it is a built-in class's, which takes any arguments
        return kind("what was wrong")
    by_type = (
        BY_TYPE[parameter.annotation] for parameter in inspect.signature(kind).parameters.values()
    )
    return kind(*ARGUMENTS.get(kind, by_type))


@pytest.mark.parametrize("kind", sorted(errors(), key=str))
def test_an_error_survives_pickling(kind: type[Exception]) -> None:
    error = example(kind)
    error.add_note("while reading a record")
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is kind
        assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


def test_the_errors_with_arguments_of_their_own_are_among_them() -> None:
    named = {kind.__name__ for kind in errors()}
    assert named >= {
        "IllegalMoveError",
        "NotationError",
        "RecordError",
        "UnreachableError",
        "FormatError",
        "Notice",
    }
