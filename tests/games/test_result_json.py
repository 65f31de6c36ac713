"""Tests of results as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from litslab.games.errors import GameError
from litslab.games.result_json import Written, to_json


def _raise(error: BaseException, _: object) -> object:
    raise error


@dataclass(frozen=True)
class Failing:
    """A result that cannot be written."""

    error: Annotated[object, Written(_raise, {})]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError(), GameError("no such move")])
def test_what_is_raised_while_a_result_is_written_comes_as_it_is(error: BaseException) -> None:
    with pytest.raises(type(error)) as raised:
        to_json(Failing(error))
    assert raised.value is error
