"""Pictures side by side: nothing overlaps, nothing is cut off."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from litslab.games.drawing.export import render
from litslab.puzzles.lits.drawing import sheet, size_of
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.svg import draw_puzzle

PICTURES = [draw_puzzle(read_one(url).puzzle) for url in ("lits/4/4/9q02jg", "lits/6/6/lldoa4043q6c")] * 2


@pytest.mark.parametrize("columns", [1, 2, 3, 9])
def test_pictures_do_not_overlap_and_are_whole(columns: int) -> None:
    whole = sheet(PICTURES, columns)
    root = ET.fromstring(whole)
    width, height = size_of(whole)
    found = [each for each in root if each.tag.endswith("svg")]
    boxes = [tuple(float(each.get(key, "")) for key in ("x", "y", "width", "height")) for each in found]
    assert len(boxes) == len(PICTURES)
    for number, (x, y, w, h) in enumerate(boxes):
        assert x + w <= width
        assert y + h <= height
        for left, top, wide, high in boxes[:number]:
            assert x >= left + wide or left >= x + w or y >= top + high or top >= y + h
    assert max(x + w for x, _, w, _ in boxes) == width
    assert max(y + h for _, y, _, h in boxes) == height


def test_a_sheet_becomes_a_png() -> None:
    assert render(sheet(PICTURES, 2), ".png").startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="without width and height"):
        size_of("<svg/>")
