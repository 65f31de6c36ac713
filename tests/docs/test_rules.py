"""The page on what the rule texts leave open: its pictures are what the code draws."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from litslab.games.pieces import CELLS, FIXED_PATTERNS, TETROMINOES, fixed_pieces, orientations
from tests.scripts import DOCS, load_script

PAGE = DOCS / "rules.md"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return load_script("make_rules")


def test_the_committed_pictures_are_what_the_code_draws(script: ModuleType) -> None:
    drawn = dict(script.pictures())
    assert {path.name: path.read_text(encoding="utf-8") for path in script.PICTURES.iterdir()} == drawn


def test_the_page_shows_every_picture(script: ModuleType) -> None:
    shown = re.findall(r"!\[[^\]]+\]\(pictures/rules/([^)]+)\)", PAGE.read_text(encoding="utf-8"))
    assert shown == [name for name, _ in script.pictures()]


def test_the_sheets_show_each_way_to_lie_once(script: ModuleType) -> None:
    kinds = {kind.shape: set(kind.orientations) for kind in fixed_pieces((6, 6, 6, 6), flips=True)}
    unflipped = {kind.shape: set(kind.orientations) for kind in fixed_pieces((6, 6, 6, 6), flips=False)}
    turned = [lie for row in script.turned() for lie in row]
    over = [lie for row in script.turned_over() for lie in row]
    assert {shape: {lie for each, lie in turned if each is shape} for shape in TETROMINOES} == unflipped
    assert {shape: {lie for each, lie in turned + over if each is shape} for shape in TETROMINOES} == kinds
    assert len(turned) + len(over) == sum(map(len, kinds.values()))
    for shape, lie in script.as_defined()[0]:
        assert lie in kinds[shape]


def test_the_table_counts_the_ways_to_lie() -> None:
    rows = re.findall(
        r"^\| ([LITS]) \| (\d) \| (\d) \| (\d) \| (\d) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    expected = []
    for shape in TETROMINOES:
        counts = [
            len(orientations(CELLS[shape], black, flips=flips))
            for black in (frozenset[int](), FIXED_PATTERNS[shape])
            for flips in (True, False)
        ]
        expected.append((shape.value, *map(str, counts)))
    assert rows == expected


def test_the_tetromino_lies_on_a_square_that_is_bare(script: ModuleType) -> None:
    position = script.battle_on_bare_squares()
    board = position.rules.board
    bare = board.all & ~position.packing.light & ~position.packing.dark
    assert bare == 1 << board.parse("b2")
    assert position.layout.covered & bare
