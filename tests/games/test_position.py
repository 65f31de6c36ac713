"""What all positions have in common: the swap, and the limits of options."""

from __future__ import annotations

from typing import Any

import pytest

from litslab.games import SWAP, IllegalMoveError, create
from tests.games.cases import follow
from tests.games.playing import finish, refusal

SWAPPING: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    ("battle-of-lits", {"size": 4}, ["I a1 a2 a3 a4"], ["L b1 c1 d1 d2"]),
    ("wythe", {"size": 2}, ["D a1 b1 black a1"], ["D a2 b2 black a2"]),
]


@pytest.mark.parametrize(("name", "options", "first", "second"), SWAPPING)
def test_the_swap_changes_no_value_and_is_no_choice_for_search(
    name: str, options: dict[str, Any], first: list[str], second: list[str]
) -> None:
    rules = create(name, **options)
    one = follow(rules, first)
    assert one.legal_moves()[-1] is SWAP
    assert SWAP not in one.choices()
    assert one.play(SWAP) != one  # a swap is a thing that has happened
    for seed in range(20):
        straight = finish(follow(rules, [*first, *second]), seed)
        swapped = finish(follow(rules, [*first, "swap", *second]), seed)
        assert straight.outcome() == swapped.outcome()


def test_games_without_a_swap_refuse_it() -> None:
    for name in ("taiji", "tailits", "tailits+taiji"):
        rules = create(name)
        one = rules.start().play(rules.start().legal_moves()[0])
        assert not rules.has_swap
        assert refusal(one, "swap") == (f"{rules.title} has no swap",)
        assert refusal(one, "pass") == (f"{rules.title} has no pass",)
        with pytest.raises(IllegalMoveError, match="no swap"):
            rules.from_placements(one.placements, swapped=True)
