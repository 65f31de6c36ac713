"""The theorems of ``docs/results/theorems.md`` on boards that are small enough to play, to count or
to solve.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from litslab.games.battle_of_lits import make_symbols
from litslab.games.geometry import bits, mask_of, nth_bit
from litslab.games.position import Position
from litslab.games.registry import create
from litslab.games.rules import Rules
from litslab.games.wythe import LAST_PLACER_LOSES
from litslab.solver.endgame.stored_boards import STORE, read_boards
from litslab.solver.engines.reference import Search
from tests.games.playing import play_at_random
from tests.rules_text import Square, beside
from tests.running import DOCS
from tests.solver.brute_force import BruteForce

PAGE = (DOCS / "results" / "theorems.md").read_text(encoding="utf-8")
SEEDS = range(30)


def half_turned(rules: Rules) -> dict[int, int]:
    """Each placement's image under the half turn with the colours exchanged."""
    last = rules.board.size - 1

    def turned(mask: int) -> int:
        return mask_of(last - square for square in bits(mask))

    index = {(each.level, each.mask ^ each.white, each.white): each.index for each in rules.table}
    return {
        each.index: index[each.level, turned(each.white), turned(each.mask ^ each.white)]
        for each in rules.table
    }


def mirrored(rules: Rules, seed: int) -> Iterator[tuple[Position, int, bool]]:
    """Play a game at random that the second side mirrors: each position, with the answer and
    whether it is legal.
    """
    rng = random.Random(seed)
    image = half_turned(rules)
    position = rules.start()
    while position.legal:
        placement = nth_bit(position.legal, rng.randrange(position.legal.bit_count()))
        position = position.place(placement)
        answer = image[placement]
        legal = bool(position.legal >> answer & 1)
        yield position, answer, legal
        if not legal:
            return
        position = position.place(answer)
    yield position, -1, True


@pytest.mark.parametrize("size", [2, 4, 6, 8, 12])
def test_1_dark_mirrors_to_the_end_and_wins_even_boards(size: int) -> None:
    rules = create("taiji", size=size, groups=1 + size % 3)
    for seed in SEEDS:
        *answers, (final, _, _) = mirrored(rules, seed)
        assert all(legal for _, _, legal in answers)
        assert len(final.placements) == 2 * len(answers)
        light, dark = final.scores()
        assert (light, final.outcome().winner) == (dark, rules.sides[1])


def test_1_stored_values_agree() -> None:
    stored = read_boards(STORE.read_text(encoding="utf-8"))
    taiji = [each for each in stored if each.game == "taiji"]
    even = [each.value for each in taiji if each.options["size"] % 2 == 0]
    assert len(even) >= 9
    assert set(even) == {-1}


@pytest.mark.parametrize("size", [2, 4, 6, 8])
def test_2_and_3_white_can_mirror_in_wythe_and_loses(size: int) -> None:
    rules = create("wythe", size=size)
    tallest = 0
    for seed in SEEDS:
        *answers, (final, _, _) = mirrored(rules, seed)
        assert all(legal for _, _, legal in answers)
        assert (final.scores(), final.outcome().winner) == ((0, 0), rules.sides[0])
        assert final.outcome().tie_rule == LAST_PLACER_LOSES
        tallest = max(tallest, *final.stack_heights())
    assert tallest >= min(size // 2, 3)


def small_boards() -> Iterator[Rules]:
    yield create("wythe", size=2)
    yield create("wythe", size=3)
    for seed in range(4):
        symbols = make_symbols(4, 4, random.Random(seed))
        yield create("battle-of-lits", size=4, symbols=symbols)
        yield create("battle-of-lits", size=4, symbols=symbols, supply=(1, 1, 0, 0))


def test_4_the_second_player_wins_with_the_swap() -> None:
    ended = 0
    for rules in small_boards():
        search = Search()
        for placement in bits(rules.start().legal):
            after = rules.start().place(placement)
            value = search.value(after)
            expected = value if after.is_over else -abs(value)
            ended += after.is_over
            if rules.name == "battle-of-lits":
                assert BruteForce(10**6).people_value(after) == expected
            assert expected < 0 or after.is_over
    assert ended > 0  # a first placement that ends the game cannot be swapped


def test_5_either_symbol_may_begin() -> None:
    for seed in range(6):
        start = create(
            "battle-of-lits", size=4, symbols=make_symbols(4, 4, random.Random(seed))
        ).start()
        assert Search().value(start.with_to_move(1)) == -Search().value(start)


@cache
def proved(game: str, which: str) -> dict[int, int]:
    """The exact numbers of the page of fewest and most pieces, by size."""
    text = (DOCS / "results" / "maximal.md").read_text(encoding="utf-8")
    section = text.partition(f"## {game}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+)×\1 \| ([\d–]+) \|[^|]*\|[^|]*\| (\d+) \|", section, re.M)
    column = {"fewest": 1, "most": 2}[which]
    return {int(row[0]): int(row[column]) for row in rows if row[column].isdigit()}


A280984 = {n: -(-n * n // 3) + (n in {19, 22, 23, 25, 26, 28, 29, 31, 32}) for n in range(2, 34)}
"""The fewest dominoes of a finished position on n×n squares, as published in the OEIS."""


def diagonal_packing(size: int, shift: int) -> int:
    """The number of taijitus in the construction of theorem 6, whose position is finished."""
    rules = create("taiji", size=size)
    position: Position = rules.start()
    across = {(min(each.squares), max(each.squares)): each.index for each in rules.table}
    kind = [(square // size + square % size + shift) % 3 for square in range(size * size)]
    for square in range(size * size):
        if square % size < size - 1 and (kind[square], kind[square + 1]) == (1, 2):
            position = position.place(across[square, square + 1])
    while position.legal:
        position = position.place(next(bits(position.legal)))
    return len(position.placements)


def test_6_the_fewest_taijitus() -> None:
    fewest = proved("TAIJI", "fewest")
    assert len(fewest) >= 6
    for size, least in A280984.items():
        assert size * size - 1 <= 3 * least <= size * (size + 1)
        assert fewest.get(size, least) == least
    for size in range(2, 17):
        made = [diagonal_packing(size, shift) for shift in range(3)]
        assert sum(made) <= size * (size + 1)
        assert min(made) >= A280984[size]


def test_6_the_most_taijitus() -> None:
    assert all(most == size * size // 2 for size, most in proved("TAIJI", "most").items())


def test_7_wythe_has_no_shorter_game_than_taiji() -> None:
    wythe = proved("Wythe", "fewest")
    taiji = proved("TAIJI", "fewest")
    assert len(wythe) >= 6
    assert all(wythe[size] >= taiji[size] for size in wythe)


PATTERN = re.search(r"```text pattern\n(.*?)```", PAGE, re.S)[1].split()  # type: ignore[index]
WIDTH = 4
HEIGHT = 8


def letter(cell: Square) -> str:
    return PATTERN[cell[1] % HEIGHT][cell[0] % WIDTH]


def tetromino_at(cell: Square) -> frozenset[Square]:
    """The connected squares of one letter in the repeated pattern; no two tetrominoes of one shape
    touch.
    """
    found = {cell}
    todo = [cell]
    while todo:
        new = [
            each
            for each in beside(todo.pop())
            if letter(each) == letter(cell) and each not in found
        ]
        found.update(new)
        todo += new
        assert len(found) <= 4
    return frozenset(found)


def the_six() -> list[frozenset[Square]]:
    """One copy of each tetromino of the pattern, the six connected, within the columns and rows
    that the page says.
    """
    corners = product(range(WIDTH), range(HEIGHT + 1))
    inside = [tetromino_at(cell) for cell in corners if letter(cell) != "."]
    return [
        each
        for each in dict.fromkeys(inside)
        if all(0 <= x < WIDTH and 0 <= y <= HEIGHT for x, y in each)
    ]


@pytest.mark.parametrize("size", [9, 12, 17, 20])
def test_8_the_pattern_is_a_legal_game(size: int) -> None:
    rules = create("battle-of-lits", size=size, supply=(100, 100, 100, 100))
    wide = size // WIDTH
    high = (size - 1) // HEIGHT
    index = {each.mask: each.index for each in rules.table}
    waiting = [
        index[mask_of((b + HEIGHT * y) * size + a + WIDTH * x for a, b in each)]
        for x, y in product(range(wide), range(high))
        for each in the_six()
    ]
    position = rules.start()
    while waiting:
        legal = next(each for each in waiting if position.legal >> each & 1)
        waiting.remove(legal)
        position = position.place(legal)
    assert len(position.placements) == 6 * wide * high
    assert 4 * len(position.placements) <= size * size - (size // 2) ** 2


def test_8_the_most_tetrominoes() -> None:
    most = proved("Battle of LITS", "most")
    assert len(most) >= 8
    assert all(
        6 * (size // 4) * ((size - 1) // 8) <= most[size] <= (size**2 - (size // 2) ** 2) // 4
        for size in most
    )


def test_9_at_most_two_rows_are_empty_at_each_edge() -> None:
    seen = set()
    for seed in range(40):
        size = 5 + seed % 8
        rules = create("battle-of-lits", size=size, supply=(50, 50, 50, 50))
        position = play_at_random(rules, random.Random(seed), passes=False)[1][-1]
        rows = [divmod(square, size) for square in bits(position.covered)]
        lowest, highest = (
            tuple(pick(each[axis] for each in rows) for axis in (0, 1)) for pick in (min, max)
        )
        empty = max(*lowest, *(size - 1 - each for each in highest))
        seen.add(empty)
        assert empty <= 2
        assert len(position.placements) >= Fraction(2 * size - 9, 4)
    assert max(seen) >= 1


def test_9_the_fewest_tetrominoes() -> None:
    for size, fewest in proved("Battle of LITS", "fewest").items():
        assert fewest >= Fraction(2 * size - 9, 4)
