"""Figures that others published or counted: finished positions and first placements."""

from __future__ import annotations

from collections import Counter

from litslab.games import create
from litslab.games.geometry import Board, bits, mask_of, read_text_board
from litslab.games.pieces import Shape, shape_of
from litslab.games.taiji import TaijiPosition

TAIJI_EXAMPLE = (
    "bw.wb.bw. / bwbw.wbbw / wwbbbw.ww / wbwbwwbbb / bbww.wwb. / .bwbbb.ww / wwwbwwbbb / bbbwwbwb. / .wbbwbwwb"
)
BATTLE_OF_18 = (
    "T.TTT.IIII / TT.T.SS.S. / T..ISS.LSS / LLLI.LLL.S / L..ISS.I.T / .SSI.SSITT / SS.SST.I.T / L.SS.TTILL / "
    "L..L.T.T.L / LL.LLLTTTL"
)


def halves_of_taijitus(board: Board, characters: str) -> list[tuple[int, int]]:
    """Pair each light square with a dark neighbour (augmenting paths): (light, dark) pairs."""
    light_of: dict[int, int] = {}

    def pair(light: int, tried: set[int]) -> bool:
        for dark in board.neighbours(light):
            if characters[dark] == "b" and dark not in tried:
                tried.add(dark)
                if dark not in light_of or pair(light_of[dark], tried):
                    light_of[dark] = light
                    return True
        return False

    lights = [square for square, character in enumerate(characters) if character == "w"]
    assert all(pair(light, set()) for light in lights)
    assert set(light_of) == {square for square, character in enumerate(characters) if character == "b"}
    return [(light, dark) for dark, light in light_of.items()]


def taiji_example() -> TaijiPosition:
    rules = create("taiji", size=9, groups=2)
    board, characters = read_text_board(TAIJI_EXAMPLE.split(" / "), "bw.")
    placements = []
    for light, dark in halves_of_taijitus(board, characters):
        placement = rules.table.find(Shape.DOMINO, mask_of([light, dark]), mask_of([dark]))
        assert placement is not None
        placements.append(placement)
    position = rules.from_placements(placements)
    assert isinstance(position, TaijiPosition)
    assert position.square_characters() == characters
    return position


def test_the_taiji_example_is_final_and_light_wins_13_to_10() -> None:
    position = taiji_example()
    assert position.is_over
    outcome = position.outcome()
    assert outcome.scores == (13, 10)
    assert outcome.winner == "light"
    assert outcome.value == 5
    assert str(outcome) == "light wins 13–10"


def test_the_battle_of_18_tetrominoes_is_legal_and_final() -> None:
    rules = create("battle-of-lits", size=10)
    board, letters = read_text_board(BATTLE_OF_18.split(" / "), "LITS.")
    placements = []
    for letter in "LITS":
        for group in board.groups(mask_of(square for square, found in enumerate(letters) if found == letter)):
            shape = shape_of((board.column(square), board.row(square)) for square in bits(group))
            assert shape is Shape(letter)  # equal shapes never touch: each group is one tetromino
            placement = rules.table.find(Shape(letter), group)
            assert placement is not None
            placements.append(placement)
    assert Counter(placement.shape.value for placement in placements) == {"L": 5, "I": 3, "T": 5, "S": 5}
    position = rules.from_placements(placements)
    assert position.placed.bit_count() == 18
    assert position.is_over
    assert position.square_characters() == letters
    assert position.outcome().winner == "O"  # no symbols: a tie, and O placed the 18th


def test_first_placements() -> None:
    assert len(create("battle-of-lits").start().legal_moves()) == 1292
    rules = create("tailits")
    start = rules.start()
    shapes = {(placement.shape, placement.mask) for placement in rules.table.of(start.legal)}
    assert len(shapes) == 72
    assert len({(placement.shape, placement.mask) for placement in rules.table}) == 1616
    free = create("tailits", colouring="free").start()
    assert free.legal.bit_count() == 72 * 6
    assert create("taiji", size=7).start().legal.bit_count() == 168
    assert create("wythe", size=8).start().legal.bit_count() == 224
