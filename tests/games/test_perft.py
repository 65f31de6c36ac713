"""The numbers of positions in `tests/perft/`: the exact test of any implementation of the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from litslab.games import GAMES
from tests.perft_write import BOARDS, FOLDER, by_playing

FILES = sorted(FOLDER.glob("*.json"))


def read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


LARGE = {"wythe-4x4", "tailits-5x5-each-once", "tailits-5x5-fixed", "tailits-5x5-free"}
"""The boards that `make quick` leaves out: there are smaller ones of the same game."""

every_file = pytest.mark.parametrize(
    "name", [pytest.param(path.stem, marks=pytest.mark.slow if path.stem in LARGE else ()) for path in FILES]
)


def test_there_is_a_file_for_each_board_and_a_board_of_each_game() -> None:
    assert {path.stem for path in FILES} == {name for name, *_ in BOARDS}
    assert {read(path.stem)["game"] for path in FILES} == set(GAMES)
    for name, game, options, depth in BOARDS:
        data = read(name)
        assert (data["game"], data["options"], data["depth"]) == (game, options, depth)
        assert len(data["counts"]) == len(data["final"]) == depth + 1


@pytest.mark.slow
@every_file
def test_playing_reaches_as_many_positions_as_the_file_says(name: str) -> None:
    data = read(name)
    assert data | by_playing(data["game"], data["options"], data["depth"]) == data
