"""Figures that others published or counted: finished positions and first placements."""

from __future__ import annotations

from collections import Counter

from litslab.games import create
from litslab.games.geometry import bits, mask_of, read_text_board
from litslab.games.notation import parse_placements
from litslab.games.pieces import Shape, shape_of

TAIJI_EXAMPLE = (
    "bw.wb.bw. / bwbw.wbbw / wwbbbw.ww / wbwbwwbbb / bbww.wwb. / .bwbbb.ww / wwwbwwbbb / "
    "bbbwwbwb. / .wbbwbwwb"
)
TAIJITUS = (
    "a3,a2 b3,b2 c3,c2 h4,h3 i4,i3 d5,d4 f5,f4 a6,a5 h7,h6 i7,i6 d8,d7 d2,d3 e3,e4 a7,a8 e1,d1 "
    "g1,f1 c4,b4 c5,b5 c6,b6 "
    "e6,d6 f7,e7 i8,h8 b9,a9 h9,g9 b1,c1 h1,i1 e2,f2 g2,h2 f3,g3 g5,h5 f6,g6 b7,c7 b8,c8 f8,g8 "
    "d9,e9"
)
"""One way to cover the squares of the example."""

BATTLE_OF_18 = (
    "T.TTT.IIII / TT.T.SS.S. / T..ISS.LSS / LLLI.LLL.S / L..ISS.I.T / .SSI.SSITT / SS.SST.I.T / "
    "L.SS.TTILL / "
    "L..L.T.T.L / LL.LLLTTTL"
)


def test_the_taiji_example_is_final_and_light_wins_13_to_10() -> None:
    rules = create("taiji", size=9, groups=2)
    position = rules.from_placements(parse_placements(TAIJITUS, rules))
    assert (rules.board, position.square_characters()) == read_text_board(
        TAIJI_EXAMPLE.split(" / "), "bw."
    )
    assert position.is_over
    outcome = position.outcome()
    assert (outcome.scores, outcome.winner, outcome.value) == ((13, 10), "light", 5)
    assert str(outcome) == "light wins 13–10"


def test_the_battle_of_18_tetrominoes_is_legal_and_final() -> None:
    rules = create("battle-of-lits", size=10)
    board, letters = read_text_board(BATTLE_OF_18.split(" / "), "LITS.")
    placements = []
    for letter in "LITS":
        for group in board.groups(
            mask_of(square for square, found in enumerate(letters) if found == letter)
        ):
            shape = shape_of((board.column(square), board.row(square)) for square in bits(group))
            assert shape is Shape(letter)  # equal shapes never touch: each group is one tetromino
            placement = rules.table.find(Shape(letter), group)
            assert placement is not None
            placements.append(placement)
    assert Counter(placement.shape.value for placement in placements) == {
        "L": 5,
        "I": 3,
        "T": 5,
        "S": 5,
    }
    position = rules.from_placements(placements)
    assert (position.placed.bit_count(), position.is_over) == (18, True)
    assert position.square_characters() == letters
    assert position.outcome().winner == "O"  # no symbols: a tie, and O placed the 18th


def test_first_placements() -> None:
    assert len(create("battle-of-lits").start().legal_moves()) == 1292
    rules = create("tailits")
    start = rules.start()
    shapes = {(placement.shape, placement.mask) for placement in rules.table.of(start.legal)}
    assert (len(shapes), len({(placement.shape, placement.mask) for placement in rules.table})) == (
        72,
        1616,
    )
    free = create("tailits", colouring="free").start()
    assert (free.legal.bit_count(), create("taiji", size=7).start().legal.bit_count()) == (
        72 * 6,
        168,
    )
    assert create("wythe", size=8).start().legal.bit_count() == 224
