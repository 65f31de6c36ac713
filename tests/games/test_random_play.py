"""Random play: only legal placements, each equally likely, and the same seed gives the same game."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from litslab.games import GAMES, create
from litslab.games.geometry import bits
from litslab.games.random_play import random_end, random_placement


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_ends_where_nothing_can_be_placed(name: str) -> None:
    start = GAMES[name]().start()
    end = random_end(start, random.Random(3))
    assert end.is_over
    assert type(end) is type(start)
    assert not end.swapped
    assert end == random_end(start, random.Random(3)) != random_end(start, random.Random(4))
    assert random_end(end, random.Random(5)) is end


def test_every_legal_placement_is_equally_likely() -> None:
    start = create("wythe", size=3).start()
    rng = random.Random(1)
    drawn = Counter(random_placement(start, rng) for _ in range(24_000))
    assert set(drawn) == set(bits(start.legal))
    assert all(abs(count - 1000) < 200 for count in drawn.values()), drawn
