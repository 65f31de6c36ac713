"""The numbers of positions in `tests/perft/`: the exact test of any implementation of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.games import GAMES
from tests.perft_write import FILES, by_playing, read


def test_there_is_a_file_of_each_game() -> None:
    found = list(map(read, FILES))
    assert {each["game"] for each in found} == set(GAMES)
    assert all(len(each["counts"]) == len(each["final"]) == each["depth"] + 1 for each in found)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playing_reaches_as_many_positions_as_the_file_says(path: Path) -> None:
    data = read(path)
    assert data | by_playing(data["game"], data["options"], data["depth"]) == data
