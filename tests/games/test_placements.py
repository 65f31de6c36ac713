"""The table of placements, against a brute-force definition of how two placements stand to each
other.
"""

from __future__ import annotations

import random

import pytest

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.pieces import (
    DrawnPiece,
    each_once_pieces,
    fixed_pieces,
    free_pieces,
    plain_pieces,
    taijitus,
)
from litslab.games.placements import PlacementTable, placement_table
from litslab.games.registry import create
from litslab.games.rules import Rules
from tests import rules_text
from tests.games.cases import plain_table

SIX = (6, 6, 6, 6)

TABLES: dict[str, PlacementTable] = {
    "plain 4×4": placement_table(Board(4, 4), plain_pieces(SIX)),
    "plain 3×6": placement_table(Board(3, 6), plain_pieces(SIX)),
    "plain 7×2": placement_table(Board(7, 2), plain_pieces(SIX)),
    "fixed 5×5": placement_table(Board(5, 5), fixed_pieces(SIX, flips=True)),
    "free 3×4 without flips": placement_table(Board(3, 4), free_pieces(SIX, flips=False)),
    "each once 4×3": placement_table(Board(4, 3), each_once_pieces(SIX, flips=True)),
    "dominoes 4×4": placement_table(Board(4, 4), taijitus()),
    "dominoes 5×3": placement_table(Board(5, 3), taijitus()),
    "dominoes 3×3 on three levels": placement_table(Board(3, 3), taijitus(), 3),
    "no place at all": placement_table(Board(2, 1), plain_pieces(SIX)),
}

every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@pytest.mark.slow
@every_table
def test_overlaps_touches_and_excludes_are_what_their_names_say(table: PlacementTable) -> None:
    puts = plain_table(table)
    for one, put in enumerate(puts):
        edge = rules_text.edge_of(put.squares)
        overlaps = {two for two, other in enumerate(puts) if put.squares & other.squares}
        touches = {two for two, other in enumerate(puts) if edge & other.squares} - overlaps
        alike = {two for two in touches if puts[two].letter == put.letter}
        assert (set(bits(table.overlaps[one])), set(bits(table.touches[one]))) == (
            overlaps,
            touches,
        )
        assert set(bits(table.excludes[one])) == overlaps | alike
        assert table.compatible[one] == table.all & ~table.excludes[one]
        assert one in overlaps


@every_table
def test_covering_and_within_are_what_their_names_say(table: PlacementTable) -> None:
    rng = random.Random(1)
    board = table.board
    for square in range(board.size):
        assert set(bits(table.covering[square])) == {p.index for p in table if p.mask >> square & 1}
    for squares in (0, board.all, *(rng.getrandbits(board.size) for _ in range(30))):
        assert set(bits(table.covering_any(squares))) == {
            p.index for p in table if p.mask & squares
        }
        assert set(bits(table.covering_all(squares))) == {
            p.index for p in table if p.mask & squares == squares
        }
        assert set(bits(table.within(squares))) == {p.index for p in table if not p.mask & ~squares}
        assert set(bits(table.not_filling(squares))) == {
            p.index for p in table if squares & ~p.mask
        }
        assert table.not_filling(squares) == table.not_filling(squares)


@every_table
def test_each_placement_is_found_by_what_it_is(table: PlacementTable) -> None:
    assert len(set(table)) == len(table)
    for index, placement in enumerate(table):
        assert placement.index == index
        assert table[placement.index] == placement
        assert (
            table.find(placement.shape, placement.mask, placement.black, placement.level)
            is placement
        )
        assert (
            table.find(placement.shape, placement.mask, placement.black, placement.level + 9)
            is None
        )
        assert table.kinds[placement.kind].shape is placement.shape
        assert table.of_kind[placement.kind] >> index & 1
        assert table.of_shape[placement.shape] >> index & 1
        assert mask_of(placement.squares) == placement.mask
        columns_then_rows = [(table.board.column(s), table.board.row(s)) for s in placement.squares]
        assert columns_then_rows == sorted(columns_then_rows)
        assert placement.white & (placement.black or 0) == 0
        assert placement.white | (placement.black or 0) == placement.mask
    assert sum(members.bit_count() for members in table.of_kind) == len(table)
    assert sum(members.bit_count() for members in table.of_shape.values()) == len(table)
    assert list(table.of(table.all)) == list(table)


@pytest.mark.slow
@every_table
def test_symmetries_are_permutations_that_keep_how_placements_stand_to_each_other(
    table: PlacementTable,
) -> None:
    assert table.symmetries[0] == tuple(range(len(table)))
    for image in table.symmetries:
        assert sorted(image) == list(range(len(table)))
        for one in range(len(table)):
            assert (
                mask_of(image[two] for two in bits(table.excludes[one]))
                == table.excludes[image[one]]
            )
            assert (
                mask_of(image[two] for two in bits(table.touches[one])) == table.touches[image[one]]
            )
            assert table[one].shape is table[image[one]].shape
            assert (table[one].kind, table[one].level) == (
                table[image[one]].kind,
                table[image[one]].level,
            )


@pytest.mark.parametrize(
    ("name", "count"), [("plain 4×4", 8), ("plain 3×6", 4), ("free 3×4 without flips", 2)]
)
def test_pieces_that_may_not_be_turned_over_lose_the_reflections(name: str, count: int) -> None:
    assert len(TABLES[name].symmetries) == count


@pytest.mark.parametrize(("mirrored", "count"), [(1, 8), (2, 4)])
def test_a_reflection_needs_as_many_mirror_images_in_the_supply(mirrored: int, count: int) -> None:
    drawings = ((("bb", "w.", "w."), 1), (("bb", ".w", ".w"), mirrored), (("bwwb",), 1))
    pieces = tuple(DrawnPiece(rows, number) for rows, number in drawings)
    rules = create("tailits", size=5, colouring="pieces", flips=False, pieces=pieces)
    assert len(rules.table.symmetries) == count


@pytest.mark.parametrize(
    "rules",
    [
        create("taiji", size=15, groups=3),
        create("battle-of-lits", size=4, rows=40),
        create("tailits", size=13),
        create("wythe", size=12),
        create("tailits+taiji", size=13),
        create("taiji+battle-of-lits", size=12),
    ],
    ids=lambda rules: f"{rules.name} {rules.board.columns}×{rules.board.rows}",
)
def test_big_boards_work_to_the_end_of_the_game(rules: Rules) -> None:
    rng = random.Random(3)
    position = rules.start()
    assert rules.board.size > 128
    while not position.is_over:
        legal = list(bits(position.legal))
        for index in rng.sample(legal, min(len(legal), 2)):
            assert position.broken_rules(rules.table[index]) == ()
        position = position.place(rng.choice(legal))
    assert abs(position.outcome().value) <= rules.value_limit()
    assert rules.from_placements(position.placements) == position
