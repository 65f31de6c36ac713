"""Hand-made positions of the double games: half points, carried points, and the second phase."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from litslab.games import SWAP, create
from litslab.games.double_games import HALF_POINT, TaijiBattlePosition, TailitsTaijiPosition
from tests.games.cases import follow
from tests.games.playing import finish

# --- TAILITS+TAIJI
# -------------------------------------------------------------------------------------------------


TWO_TETROMINOES = ["T b3 c3 d3 c4 black b3 d3", "I e1 e2 e3 e4 black e1 e4"]


def phase_two(moves: Iterable[str], **options: Any) -> TailitsTaijiPosition:
    position = follow(create("tailits+taiji", groups=1, colouring="free", **options), moves)
    assert isinstance(position, TailitsTaijiPosition)
    return position


def test_the_half_point_decides_equal_sums() -> None:
    black_last = phase_two(
        ["T a2 b2 c2 b3 black a2 b3", "D a1 b1 black a1", "D a2 b2 black a2"], size=3
    )
    outcome = black_last.outcome()
    assert [phase.scores for phase in outcome.phases] == [(2, 2), (2, 2)]
    assert (outcome.scores, outcome.value, outcome.winner) == ((4, 4), 1, "black")
    assert outcome.tie_rule == HALF_POINT
    white_last = phase_two(TWO_TETROMINOES, size=5, supply=(0, 1, 1, 0))
    ties = [over for seed in range(60) if not (over := finish(white_last, seed)).outcome().margin]
    assert ties
    for over in ties:
        assert (over.outcome().value, over.outcome().winner) == (-1, "white")


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        (
            "tailits",
            {"size": 3, "supply": (0, 0, 0, 0), "scoring": "second"},
            "white wins 0–0: nothing could be placed: the side that could not begin loses ties",
        ),
        (
            "tailits+taiji",
            {"size": 3, "supply": (0, 0, 0, 0), "groups": 3},
            "white wins 4½–4: no tetromino could be placed: white has the half point",
        ),
        (
            "taiji+battle-of-lits",
            {"size": 2, "groups": 1},
            "black wins 4–4: no tetromino could be placed: the side that could not begin that "
            "phase loses ties",
        ),
    ],
)
def test_a_tie_without_a_last_placer_is_not_the_last_placers(
    name: str,
    options: dict[str, Any],
    told: str,
) -> None:
    start = create(name, **options).start()
    # Each double game is finished in a way that gives equal sums.
    ends = [finish(start, seed) for seed in range(200)]
    assert told in {str(end.outcome()) for end in ends}
    assert not [
        each
        for end in ends
        if re.search("placed last|last tetromino", each := str(end.outcome().tie_rule))
    ]


# --- TAIJI+Battle of LITS
# --------------------------------------------------------------------------------------------


# w b w b in each row but the top one, b w w b.
ROWS = [f"D {a}{row} {b}{row} black {b}{row}" for row in (1, 2, 3) for a, b in ("ab", "cd")]
FULL = [*ROWS, "D a4 b4 black a4", "D c4 d4 black d4"]
I_FIRST = "I a1 a2 a3 a4"
L_SECOND = "L b4 c4 d4 d3"


def battle(moves: Iterable[str]) -> TaijiBattlePosition:
    position = follow(create("taiji+battle-of-lits", size=4, groups=1, supply=(1, 1, 0, 0)), moves)
    assert isinstance(position, TaijiBattlePosition)
    return position


def test_white_begins_both_phases_and_the_swap_exchanges_the_players() -> None:
    start = battle(FULL)
    assert (start.text_rows(), start.second_phase) == (["bwwb", "wbwb", "wbwb", "wbwb"], True)
    assert (start.to_move, start.colour_to_move, start.can_swap) == (0, 0, False)
    one = battle([*FULL, I_FIRST])
    assert (one.to_move, one.colour_to_move, one.can_swap) == (1, 1, True)
    assert SWAP in one.choices()
    swapped = battle([*FULL, I_FIRST, "swap"])
    # Black is still to move.
    assert (swapped.to_move, swapped.colour_to_move, swapped.can_swap) == (
        0,
        1,
        False,
    )
    assert (swapped.placed, swapped.legal, str(swapped)) == (one.placed, one.legal, str(one))
    assert swapped.white_player == 1
    two = battle([*FULL, I_FIRST, "swap", L_SECOND])
    assert (two.to_move, two.colour_to_move) == (1, 0)
