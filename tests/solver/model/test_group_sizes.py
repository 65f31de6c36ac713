"""The sizes of groups in many cases at once: those of a flood fill of each case."""

from __future__ import annotations

import random

import numpy as np
import pytest

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.group_colour import GroupColour
from litslab.solver.model.group_sizes import largest_groups


@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize("counted", [1, 2, 3])
@pytest.mark.parametrize("board", [Board(5, 4), Board(17, 17)])
def test_the_sizes_are_those_of_a_flood_fill(board: Board, counted: int, *, diagonal: bool) -> None:
    rng = random.Random(counted)
    before = mask_of(square for square in range(board.size) if rng.random() < 0.4)
    squares = [square for square in bits(board.all & ~before) if rng.random() < 0.7]
    cases = [[rng.random() < 0.5 for _ in squares] for _ in range(40)]
    colour = GroupColour("light", 0, before, "largest", 0, counted=counted, diagonal=diagonal)
    found = largest_groups(board, colour, squares, np.array(cases))
    for case, size in zip(cases, found, strict=True):
        added = mask_of(square for square, is_added in zip(squares, case, strict=True) if is_added)
        groups = board.groups(before | added, diagonal=diagonal)
        assert size == sum(group.bit_count() for group in groups[:counted])
