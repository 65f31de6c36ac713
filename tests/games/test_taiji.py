"""TAIJI by hand-made positions and random games: matches, numbers of groups, passes, swaps and
chances.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from litslab.games import GAMES, PASS, SWAP, Outcome, create
from litslab.games.geometry import bits
from litslab.games.random_play import random_end, random_placement
from litslab.games.taiji import DARK_WINS, tournament, usual_groups
from tests.games.cases import follow
from tests.games.playing import finish, refusal


def test_a_taiji_match_adds_each_players_scores_and_may_be_drawn() -> None:
    def game(light: int, dark: int) -> Outcome:
        return Outcome(("light", "dark"), (light, dark), -1, DARK_WINS)

    assert tournament(game(13, 10), game(12, 11)).totals == (13 + 11, 10 + 12)
    assert tournament(game(13, 10), game(12, 11)).winner == 0
    # The tie rule of a single game does not matter.
    assert tournament(game(9, 10), game(12, 12)).winner == 1
    assert tournament(game(13, 10), game(13, 10)).winner is None
    assert tournament(game(8, 8), game(8, 8)).winner is None


def test_a_size_between_the_published_ones_scores_as_the_nearest_and_the_larger_of_two() -> None:
    assert [usual_groups(size) for size in range(2, 14)] == [1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3]
    for name in ("taiji", "tailits+taiji", "taiji+battle-of-lits"):
        for size, groups in ((5, 1), (8, 2), (10, 3), (13, 3)):
            if name == "taiji" or size % 2:
                assert create(name, size=size) == create(name, size=size, groups=groups)


def test_passing_in_wythe_only_where_nothing_fits_and_at_most_twice() -> None:
    rules = create("wythe", size=2)
    moves = ["D a1 b1 black a1", "D a2 b2 black b2"]
    assert refusal(rules.start(), "pass") == ("passing is allowed only if no piece can be placed",)
    assert refusal(follow(rules, moves), "pass") == (
        "passing is allowed only if no piece can be placed",
    )
    moves.append("D a1 a2 black a2 level 1")
    over = follow(rules, moves)
    once = over.play(PASS)
    twice = once.play(PASS)
    assert len({over, once, twice}) == 3  # what may still be passed differs
    assert once.last is twice.last is PASS
    for position in (over, once, twice):
        assert (position.is_over, position.placed, position.outcome()) == (
            True,
            over.placed,
            over.outcome(),
        )
        assert position.legal_moves() == ()
    assert refusal(twice, "pass") == ("both have passed: the game is over",)


SWAPPING: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    ("battle-of-lits", {"size": 4}, ["I a1 a2 a3 a4"], ["L b1 c1 d1 d2"]),
    ("wythe", {"size": 2}, ["D a1 b1 black a1"], ["D a2 b2 black a2"]),
]


@pytest.mark.parametrize(("name", "options", "first", "second"), SWAPPING)
def test_the_swap_changes_no_value_and_is_no_choice_for_search(
    name: str,
    options: dict[str, Any],
    first: list[str],
    second: list[str],
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
