"""The rules in force as the page tells them: what scores, who wins ties, who may swap."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from litslab.app.web import documents, positions
from litslab.games.language import using
from litslab.games.move import SWAP
from litslab.games.notation import format_move
from litslab.games.record import Record
from litslab.games.registry import GAMES, create, new_game
from tests.games.playing import play_at_random

GROUPS_OF_TAILITS = "The largest group of each colour scores; corners connect."

SCORING: list[tuple[str, dict[str, Any], list[str]]] = [
    ("taiji", {"size": 7}, ["The largest group of each colour scores."]),
    ("taiji", {"size": 9}, ["The 2 largest groups of each colour score, added up."]),
    (
        "taiji",
        {"groups": 3, "scoring": "squares"},
        ["The squares of the sizes of each colour's 3 largest groups score, added up."],
    ),
    (
        "taiji",
        {"groups": 2, "scoring": "products", "tonga": True},
        ["The sizes of each colour's 2 largest groups are multiplied. Pieces may cross corners."],
    ),
    ("battle-of-lits", {}, ["Every symbol that stays visible scores."]),
    ("tailits", {}, [GROUPS_OF_TAILITS]),
    (
        "tailits",
        {"scoring": "second"},
        ["The second-largest group of each colour scores; corners connect."],
    ),
    ("wythe", {}, ["The largest size of which a side has more groups is its score."]),
    (
        "tailits+taiji",
        {"groups": 1},
        [GROUPS_OF_TAILITS, "The largest group of each colour scores."],
    ),
    (
        "taiji+battle-of-lits",
        {},
        [
            "The 3 largest groups of each colour score, added up.",
            "Every half of a taijitu that stays visible scores.",
        ],
    ),
]


def opened(name: str, **options: Any) -> documents.PositionPage:
    """Return the page of a game that has not begun."""
    return positions.page(Record(create(name, **options)), None)


def played(name: str, seed: int, **options: Any) -> Record:
    """Return a random game to its end."""
    rules = new_game(GAMES[name], seed=seed, **options).rules
    moves, _ = play_at_random(rules, random.Random(seed))
    return Record(rules, tuple(moves))


def value_of(text: str) -> int:
    """Return the value of a sum such as ``4² + 3² = 25``, whose two sides have to agree."""
    terms, _, total = text.rpartition(" = ")
    if not terms:
        return int(total)
    if "×" in terms:
        value = math.prod(int(size) for size in terms.split(" × "))
    else:
        sizes = terms.split(" + ")
        value = sum(int(size.rstrip("²")) ** (2 if "²" in size else 1) for size in sizes)
    assert value == int(total)
    return value


@pytest.mark.parametrize(("name", "options", "texts"), SCORING)
def test_what_scores_is_said_for_the_options_of_the_game(
    name: str,
    options: dict[str, Any],
    texts: list[str],
) -> None:
    page = opened(name, **options)
    assert [phase.scoring for phase in page.phases] == texts
    assert page.ties


def test_every_game_says_what_scores() -> None:
    assert {name for name, *_ in SCORING} == set(GAMES)


def test_each_phase_of_a_double_game_has_the_aims_of_its_own_game() -> None:
    tailits, taiji = opened("tailits+taiji").phases
    assert (tailits.game, taiji.game) == ("TAILITS", "TAIJI")
    assert tailits.aims["white"] == "Grow large white groups; corners connect."
    assert taiji.aims["white"] == "Grow large white groups; keep black small."


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("taiji", {"size": 5, "groups": 3}),
        ("taiji", {"size": 5, "groups": 2, "scoring": "squares"}),
        ("taiji", {"size": 5, "groups": 3, "scoring": "products"}),
        ("battle-of-lits", {"size": 6}),
        ("tailits", {"size": 7, "scoring": "second"}),
        ("wythe", {"size": 4}),
        ("tailits+taiji", {"size": 5}),
        ("taiji+battle-of-lits", {"size": 5}),
    ],
)
def test_the_points_of_the_phases_are_the_score_and_each_sum_is_right(
    name: str,
    options: dict[str, Any],
) -> None:
    record = played(name, 5, **options)
    for ply, position in enumerate(record.positions):
        page = positions.page(record, ply)
        for side, score in zip(position.rules.sides, position.scores(), strict=True):
            assert sum(phase.scores[side] for phase in page.phases) == score
            for phase in page.phases:
                assert value_of(phase.sums[side]) == phase.scores[side]


def test_the_groups_that_count_in_wythe_have_the_size_of_their_sides_score() -> None:
    record = played("wythe", 3, size=4)
    page = positions.page(record, None)
    for group in page.groups:
        assert group.counts == (len(group.squares) == page.position.scores[group.side])


@pytest.mark.parametrize(
    ("name", "size", "text"),
    [
        ("battle-of-lits", 6, "O may swap sides on the first turn."),
        ("wythe", 4, "White may swap sides on the first turn."),
        ("taiji+battle-of-lits", 5, "Black may swap sides on the first turn of Battle of LITS."),
    ],
)
def test_the_swap_is_told_as_long_as_it_is_possible(name: str, size: int, text: str) -> None:
    record = played(name, 2, size=size)
    told = [positions.page(record, ply).swap for ply in range(len(record.moves) + 1)]
    moves = [format_move(move, record.rules) for move in record.moves]
    answered = moves.index("swap") + 1 if "swap" in moves else None
    if answered is None:
        counted = [ply for ply, move in enumerate(moves, 1) if "+" not in name or "[" in move]
        answered = counted[1]
    after = "The sides were swapped." if "swap" in moves else ""
    assert told == [text] * answered + [after] * (len(told) - answered)


def test_nobody_may_swap_in_taiji() -> None:
    assert opened("taiji").swap == ""


def test_at_the_end_the_tie_rule_is_told_as_it_applies() -> None:
    assert positions.page(played("taiji", 1, size=3, groups=1), None).ties == "Dark wins ties."
    with using("ja"):
        assert opened("taiji").ties == "同点なら黒の勝ちです。"


@pytest.mark.parametrize(("name", "size"), [("battle-of-lits", 6), ("wythe", 4)])
def test_a_game_without_the_swap_says_so_from_its_start_to_its_end(name: str, size: int) -> None:
    record = played(name, 2, size=size, swap=False)
    assert SWAP not in record.moves
    told = {positions.page(record, ply).swap for ply in range(len(record.moves) + 1)}
    assert told == {"It is played without the swap."}
