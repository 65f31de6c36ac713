"""The page of whole boards with the swap says what is stored, and what is stored is right."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from litslab import kernel
from litslab.games.registry import new_game
from tests.scripts import load_script


@pytest.fixture(scope="module")
def swap() -> ModuleType:
    return load_script("make_swap")


def test_the_page_is_made_from_what_is_stored(swap: ModuleType) -> None:
    assert swap.PAGE.read_text(encoding="utf-8") == swap.page(swap.load())


def test_every_line_is_legal_and_ends_with_the_value(swap: ModuleType) -> None:
    stored = swap.load()
    assert len({(each.size, each.seed) for each in stored}) == len(stored) >= 10
    for each in stored:
        each.check()
    with pytest.raises(ValueError, match="does not end with -3"):
        replace(stored[0], value=-3).check()


def test_boards_are_those_of_the_command(swap: ModuleType) -> None:
    assert swap.board(8, 3) == new_game("battle-of-lits", size=8, seed=3)


@pytest.mark.slow
@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")
def test_a_board_is_solved_again(swap: ModuleType) -> None:
    stored = next(each for each in swap.load() if (each.size, each.seed) == (8, 3))
    assert replace(swap.solve(8, 3), seconds=0, version="") == replace(stored, seconds=0, version="")
