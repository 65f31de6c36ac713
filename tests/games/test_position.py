"""What all positions have in common: the swap, and the limits of options."""

from __future__ import annotations

from typing import Any

import pytest

from litslab.games import SWAP, GameError, IllegalMoveError, create
from tests.games.cases import follow
from tests.games.playing import finish, refusal

SWAPPING: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    ("battle-of-lits", {"size": 4}, ["I a1 a2 a3 a4"], ["L b1 c1 d1 d2"]),
    ("wythe", {"size": 2}, ["D a1 b1 black a1"], ["D a2 b2 black a2"]),
]


@pytest.mark.parametrize(("name", "options", "first", "second"), SWAPPING)
def test_the_swap_is_only_for_the_second_players_first_turn_and_only_once(
    name: str, options: dict[str, Any], first: list[str], second: list[str]
) -> None:
    rules = create(name, **options)
    assert not rules.start().can_swap
    assert "first turn" in refusal(rules.start(), "swap")[0]
    one = follow(rules, first)
    assert one.can_swap
    assert one.legal_moves()[-1] is SWAP
    assert "first turn" in refusal(follow(rules, [*first, "swap"]), "swap")[0]
    assert "first turn" in refusal(follow(rules, [*first, *second]), "swap")[0]
    assert "first turn" in refusal(follow(rules, [*first, "swap", *second]), "swap")[0]
    assert not follow(rules, [*first, "swap", *second]).can_swap


@pytest.mark.parametrize(("name", "options", "first", "second"), SWAPPING)
def test_the_swap_moves_no_piece_and_leaves_the_second_side_to_move(
    name: str, options: dict[str, Any], first: list[str], second: list[str]
) -> None:
    rules = create(name, **options)
    before = follow(rules, first)
    after = follow(rules, [*first, "swap"])
    assert after.swapped
    assert after.last is SWAP
    assert (after.placed, after.legal, after.side) == (before.placed, before.legal, rules.sides[1])
    assert after.scores() == before.scores()
    assert str(after) == str(before)
    assert after != before  # a swap is a thing that has happened
    assert follow(rules, [*first, "swap", *second]).side == rules.sides[0]


@pytest.mark.parametrize(("name", "options", "first", "second"), SWAPPING)
def test_the_swap_changes_no_value_and_is_no_choice_for_search(
    name: str, options: dict[str, Any], first: list[str], second: list[str]
) -> None:
    rules = create(name, **options)
    assert SWAP not in follow(rules, first).choices()
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


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("chess", {}, "game 'chess': expected one of taiji, "),
        ("taiji", {"rows": 3}, "option 'rows' of taiji: expected one of size, groups"),
        ("taiji", {"size": 1}, "size 1: expected 2 or more"),
        ("taiji", {"size": 7, "groups": 0}, "groups 0: expected 1 to 3"),
        ("taiji", {"size": 7, "groups": 4}, "groups 4: expected 1 to 3"),
        ("battle-of-lits", {"size": 4, "supply": (1, 2, 3)}, "supply .*: expected four numbers"),
        ("battle-of-lits", {"size": 4, "supply": (1, 2, 3, -1)}, "supply -1: expected 0 or more"),
        ("battle-of-lits", {"size": 2, "symbols": ("XO", "O")}, "row 2 from the top"),
        ("battle-of-lits", {"size": 2, "symbols": ("XO", "OZ")}, "'Z'"),
        ("battle-of-lits", {"size": 3, "symbols": ("XO", "OX")}, "board of 2×2 squares: expected 3×3"),
        ("tailits", {"size": 10}, "size 10: expected an odd number"),
        ("tailits+taiji", {"size": 10}, "size 10: expected an odd number"),
        ("tailits", {"size": 1}, "size 1: expected 3 or more"),
        ("tailits", {"scoring": "third"}, "scoring 'third': expected largest or second"),
        ("tailits", {"colouring": "red"}, "colouring 'red': expected fixed or free"),
        ("tailits", {"colouring": "pieces"}, "pieces: expected drawings"),
        ("tailits", {"colouring": "each-once", "supply": (6, 6, 6, 5)}, "multiple of 6"),
        ("wythe", {"size": 1}, "size 1: expected 2 or more"),
        ("taiji+battle-of-lits", {"supply": (1,)}, "expected four numbers"),
    ],
)
def test_options_outside_their_limits_are_refused_with_what_was_expected(
    name: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        create(name, **options)
