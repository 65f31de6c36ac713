"""Figures that others published or counted: finished positions, first placements, lengths of random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev

import pytest

from litslab.games import Position, Rules, create
from litslab.games.geometry import Board, bits, mask_of, nth_bit, read_text_board
from litslab.games.pieces import Shape, plain_pieces, shape_of
from litslab.games.placements import Placement, tetromino_table
from litslab.games.taiji import TaijiPosition
from litslab.games.tailits import TailitsPosition
from litslab.games.tetrominoes import Layout

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


def test_the_published_sizes_score_1_2_and_3_groups() -> None:
    for name in ("taiji", "tailits+taiji", "taiji+battle-of-lits"):
        for size, groups in ((7, 1), (9, 2), (11, 3)):
            assert create(name, size=size) == create(name, size=size, groups=groups)
            assert create(name, size=size) != create(name, size=size, groups=groups % 3 + 1)


# --- random games ----------------------------------------------------------------------------------------------------


def play_out(rules: Rules, rng: random.Random) -> Position:
    position = rules.start()
    while legal := position.legal:
        position = position.place(nth_bit(legal, rng.randrange(legal.bit_count())))
    return position


def assert_mean(sample: Sequence[float], published: float, rounding: float) -> None:
    """Within five standard errors and the rounding of the published figure."""
    tolerance = 5 * stdev(sample) / sqrt(len(sample)) + rounding
    assert abs(fmean(sample) - published) <= tolerance
    assert tolerance <= max(0.03 * published, 0.15)  # else the sample would say nothing


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "games", "mean", "rounding"),
    [(5, 2000, 3.3, 0.05), (7, 2000, 6.8, 0.05), (10, 1500, 13.82, 0.005)],
)
def test_random_battles_last_as_long_as_published(size: int, games: int, mean: float, rounding: float) -> None:
    rules = create("battle-of-lits", size=size)
    rng = random.Random(size)
    lengths = [play_out(rules, rng).placed.bit_count() for _ in range(games)]
    assert_mean(lengths, mean, rounding)
    if size == 10:
        assert min(lengths) >= 10
        assert max(lengths) <= 17


def test_random_tailits_lasts_as_long_as_published_where_only_shapes_are_counted() -> None:
    """Drawn among distinct shapes and squares: drawn among coloured placements, L would come up half as often.

    With the fixed colouring an L can lie on its squares in one way, and I, T and S in two each.
    """
    rules = create("tailits")
    board = rules.board
    table = tetromino_table(board, plain_pieces((6, 6, 6, 6)))
    start = Layout.empty(table, table.covering[board.size // 2])
    rng = random.Random(11)
    lengths = []
    for number in range(1000):
        layout = start
        coloured = rules.start()
        while legal := layout.legal:
            if number < 3:  # the coloured game allows the same shapes
                found = {(p.shape, p.mask) for p in coloured.rules.table.of(coloured.legal)}
                assert found == {(p.shape, p.mask) for p in table.of(legal)}
            index = nth_bit(legal, rng.randrange(legal.bit_count()))
            layout = layout.place(index)
            if number < 3:
                coloured = coloured.play(one_colouring(rules, table[index], rng))
        assert number >= 3 or (isinstance(coloured, TailitsPosition) and coloured.is_over)
        lengths.append(layout.placed.bit_count())
    assert_mean(lengths, 16.72, 0.005)
    assert min(lengths) >= 13
    assert max(lengths) <= 20


def one_colouring(rules: Rules, plain: Placement, rng: random.Random) -> Placement:
    same = [p for p in rules.table.of(rules.table.covering_all(plain.mask)) if p.shape is plain.shape]
    return rng.choice(same)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "games", "mean"),
    [(3, 2000, 5.2), (5, 1000, 15.5), (8, 200, 40.6)],
)
def test_random_wythe_lasts_as_long_as_published(size: int, games: int, mean: float) -> None:
    rules = create("wythe", size=size)
    rng = random.Random(size)
    assert_mean([play_out(rules, rng).placed.bit_count() for _ in range(games)], mean, 0.05)


@pytest.mark.slow
def test_random_taiji_lasts_and_ends_as_published() -> None:
    rules = create("taiji", size=7)
    rng = random.Random(7)
    finished = [play_out(rules, rng) for _ in range(4000)]
    assert_mean([position.placed.bit_count() for position in finished], 22.1, 0.05)
    margins = [position.outcome().margin for position in finished]
    kinds: list[tuple[float, Callable[[int], bool]]] = [
        (0.414, lambda margin: margin > 0),
        (0.412, lambda margin: margin < 0),
        (0.174, lambda margin: margin == 0),
    ]
    for share, is_so in kinds:
        found = sum(map(is_so, margins)) / len(margins)
        assert abs(found - share) <= 5 * sqrt(share * (1 - share) / len(margins)) + 0.0005
