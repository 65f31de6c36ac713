"""Tests of the paper on TAIJI."""

from __future__ import annotations

import pytest

from docs.paper import GROUPS, PAGE, paper
from litslab.solver.endgame.stored_boards import read_boards
from tests.running import ROOT


def test_the_tables_of_the_paper_are_those_of_its_files() -> None:
    assert paper() == {PAGE: PAGE.read_text(encoding="utf-8")}


@pytest.mark.parametrize("size", [2, 4, 6])
@pytest.mark.parametrize("groups", GROUPS)
def test_the_boards_of_the_theorem_are_stored_with_its_value(size: int, groups: int) -> None:
    stored = read_boards((ROOT / "solver" / "endgame" / "boards.json").read_text(encoding="utf-8"))
    options = {"size": size, "groups": groups}
    (board,) = [each for each in stored if each.game == "taiji" and each.options == options]
    assert board.value == -1
