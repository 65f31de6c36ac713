"""Hand-made positions of Battle of LITS: the swap, the boards that are made, and their
symmetries.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from litslab.games import OptionError, create
from litslab.games.battle_of_lits import make_symbols
from tests.games.cases import follow
from tests.games.playing import refusal


def test_no_swap_where_the_game_ends_with_the_first_tetromino() -> None:
    rules = create("battle-of-lits", size=4, supply=(1, 0, 0, 0))
    over = follow(rules, ["L a1 a2 a3 b1"])
    assert (over.is_over, over.legal_moves(), refusal(over, "swap")) == (
        True,
        (),
        ("the game is over",),
    )


@pytest.mark.parametrize(("columns", "rows"), [(10, 10), (11, 11), (5, 5), (4, 7), (3, 3), (2, 2)])
def test_made_symbols_are_exchanged_by_a_half_turn(columns: int, rows: int) -> None:
    for seed in range(20):
        text = "".join(make_symbols(columns, rows, random.Random(seed)))
        assert (len(text), text[::-1]) == (
            columns * rows,
            text.translate(str.maketrans("XO", "OX")),
        )
        count = min(round(0.3 * columns * rows), columns * rows // 2)
        assert Counter(text)["X"] == Counter(text)["O"] == count
        if len(text) % 2:
            assert text[len(text) // 2] == "."
        create(
            "battle-of-lits",
            size=columns,
            rows=rows,
            symbols=make_symbols(columns, rows, random.Random(seed)),
        )


def test_made_symbols_follow_the_given_counts_and_the_seed() -> None:
    def counted(x: int | None, o: int | None, *, antisymmetric: bool) -> tuple[int, int]:
        text = "".join(make_symbols(6, 5, random.Random(2), x=x, o=o, antisymmetric=antisymmetric))
        assert len(text) == 30
        return text.count("X"), text.count("O")

    assert (counted(7, 7, antisymmetric=True), counted(None, 4, antisymmetric=True)) == (
        (7, 7),
        (4, 4),
    )
    assert (counted(15, 15, antisymmetric=True), counted(0, 0, antisymmetric=True)) == (
        (15, 15),
        (0, 0),
    )
    assert (counted(20, 3, antisymmetric=False), counted(4, None, antisymmetric=False)) == (
        (20, 3),
        (4, 9),
    )
    assert (counted(None, 4, antisymmetric=False), counted(30, 0, antisymmetric=False)) == (
        (9, 4),
        (30, 0),
    )
    boards = {make_symbols(6, 5, random.Random(seed)) for seed in range(50)}
    assert len(boards) == 50
    assert make_symbols(6, 5, random.Random(9)) == make_symbols(6, 5, random.Random(9))


@pytest.mark.parametrize(
    ("x", "o", "antisymmetric"),
    [
        (-1, -1, True),
        (3, 4, True),
        (16, 16, True),
        (16, 15, False),
        (-1, 2, False),
        (5, 5, True),
        (31, 0, False),
    ],
)
def test_symbols_that_do_not_fit_are_refused(x: int, o: int, antisymmetric: bool) -> None:
    size = (3, 3) if (x, o) == (5, 5) else (6, 5)
    with pytest.raises(OptionError, match=f"{x} X and {o} O: expected"):
        make_symbols(*size, random.Random(1), x=x, o=o, antisymmetric=antisymmetric)


@pytest.mark.parametrize("symbol", "XO")
def test_symbols_leave_no_symmetry(symbol: str) -> None:
    assert len(create("battle-of-lits", size=4).symmetries) == 8
    marked = create("battle-of-lits", size=4, symbols=(f"{symbol}...", "....", "....", "...."))
    assert marked.symmetries == (tuple(range(len(marked.table))),)


@pytest.mark.parametrize("game", ["battle-of-lits", "tailits"])
def test_where_nothing_can_be_placed_the_side_that_could_not_begin_loses(game: str) -> None:
    start = create(game, size=3, supply=(0, 0, 0, 0)).start()
    outcome = start.outcome()
    assert outcome.tie_rule == "nothing could be placed: the side that could not begin loses ties"
    assert (outcome.winner, outcome.value) == (start.rules.sides[1], -1)
