"""The pieces: how many ways each can lie, and what each colouring means."""

from __future__ import annotations

from collections import Counter

import pytest

from litslab.games import OptionError
from litslab.games.pieces import (
    CELLS,
    TETROMINOES,
    DrawnPiece,
    PieceKind,
    Shape,
    drawn_pieces,
    each_once_pieces,
    fixed_pieces,
    free_pieces,
    orientations,
    plain_pieces,
    shape_of,
)
from tests import rules_text

SIX = (6, 6, 6, 6)


def by_shape(kinds: tuple[PieceKind, ...]) -> dict[str, list[PieceKind]]:
    return {shape.value: [kind for kind in kinds if kind.shape is shape] for shape in TETROMINOES}


def lies(kinds: tuple[PieceKind, ...]) -> dict[str, int]:
    return {
        letter: sum(len(kind.orientations) for kind in found)
        for letter, found in by_shape(kinds).items()
    }


def test_tetrominoes_lie_in_19_ways_less_the_square() -> None:
    assert [len(orientations(CELLS[shape])) for shape in TETROMINOES] == [8, 2, 4, 4]
    assert [len(orientations(CELLS[shape], flips=False)) for shape in TETROMINOES] == [4, 2, 4, 2]
    assert lies(plain_pieces((5, 4, 3, 2))) == {"L": 8, "I": 2, "T": 4, "S": 4}
    assert [kind.count for kind in plain_pieces((5, 4, 3, 2))] == [5, 4, 3, 2]
    assert not any(kind.coloured for kind in plain_pieces(SIX))


def test_the_five_shapes_are_recognised_wherever_they_lie_and_nothing_else_is() -> None:
    names: Counter[str] = Counter()
    for squares in rules_text.connected_fours(5, 5):
        shape = shape_of((column + 3, row - 7) for column, row in squares)
        assert (None if shape is None else shape.value) == rules_text.letter_of(squares)
        names[shape.value if shape else "O"] += 1
    assert names == {"L": 96, "I": 20, "T": 48, "S": 48, "O": 16}
    assert shape_of([(4, 4), (4, 5)]) is Shape.DOMINO
    assert shape_of([]) is None
    assert shape_of([(0, 0)]) is None
    assert shape_of([(0, 0), (1, 1)]) is None
    assert shape_of([(0, 0), (1, 0), (2, 0), (4, 0)]) is None


@pytest.mark.parametrize(
    ("flips", "counts"),
    [
        # L has no symmetry; I is alike after a half turn or a flip, S after a half turn, T after a
        # flip.
        (True, {"L": [1] * 6, "I": [1, 1, 2, 2], "T": [1, 1, 2, 2], "S": [1, 1, 2, 2]}),
        (False, {"L": [1] * 6, "I": [1, 1, 2, 2], "T": [1] * 6, "S": [1, 1, 2, 2]}),
    ],
)
def test_each_once_shares_the_six_patterns_and_merges_alike_pieces(
    flips: bool,
    counts: dict[str, list[int]],
) -> None:
    kinds = each_once_pieces(SIX, flips=flips)
    assert {
        letter: sorted(kind.count or 0 for kind in found)
        for letter, found in by_shape(kinds).items()
    } == counts
    assert lies(kinds) == lies(free_pieces(SIX, flips=flips))
    shown = [lie for kind in kinds for lie in kind.orientations]
    assert len(shown) == len(set(shown))  # no lie belongs to two kinds
    for letter, found in by_shape(each_once_pieces((12, 0, 6, 18), flips=flips)).items():
        assert sum(kind.count or 0 for kind in found) == {"L": 12, "I": 0, "T": 6, "S": 18}[letter]


def test_each_once_needs_a_multiple_of_six() -> None:
    with pytest.raises(OptionError, match="supply: 7 pieces of T: expected a multiple of 6"):
        each_once_pieces((6, 6, 7, 6), flips=True)


def test_drawn_pieces_that_are_alike_are_one_kind() -> None:
    l_pieces = [
        DrawnPiece(("b.", "w.", "bw")),
        DrawnPiece(("bwb", "w.."), 2),
        DrawnPiece((".b", ".w", "wb")),
    ]
    flipped = drawn_pieces(l_pieces, flips=True)
    assert [(kind.shape, kind.count, len(kind.orientations)) for kind in flipped] == [
        (Shape.L, 4, 8)
    ]
    unflipped = drawn_pieces(l_pieces, flips=False)
    assert sorted((kind.count or 0, len(kind.orientations)) for kind in unflipped) == [
        (1, 4),
        (3, 4),
    ]


def test_drawn_pieces_stand_in_the_order_l_i_t_s() -> None:
    drawn = [
        DrawnPiece(rows) for rows in (("bw.", ".wb"), (".w.", "bbw"), ("bwwb",), ("bb", "w ", "w "))
    ]
    kinds = drawn_pieces(drawn, flips=True)
    assert [kind.shape for kind in kinds] == list(TETROMINOES)
    assert all(kind.count == 1 for kind in kinds)


def test_the_fixed_pieces_can_be_drawn() -> None:
    drawn = [DrawnPiece(rules_text.DRAWN[shape.value], 6) for shape in TETROMINOES]
    for flips in (True, False):
        assert drawn_pieces(drawn, flips=flips) == fixed_pieces(SIX, flips=flips)


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        (DrawnPiece(("bw", "bw")), "expected an L, I, T or S tetromino"),
        (DrawnPiece(("bwb",)), "expected an L, I, T or S tetromino"),
        (DrawnPiece(()), "expected an L, I, T or S tetromino"),
        (DrawnPiece(("b.w", "bw.")), "expected an L, I, T or S tetromino"),
        (DrawnPiece(("bbbw",)), "3 black squares: expected 2 of 4"),
        (DrawnPiece(("bXww",)), "'X' in the drawing 'bXww': expected b, w or ."),
        (DrawnPiece(("bbww",), 0), "a count of 0"),
    ],
)
def test_drawings_that_are_no_pieces_are_refused(piece: DrawnPiece, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        drawn_pieces([piece], flips=True)
