"""The colours of boards and grids: what is drawn can be seen in the light and the dark scheme."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from litslab.analysis.colours import READABLE, Rgb, contrast
from litslab.games.drawing.palette import PALETTE
from litslab.games.record_toml import dumps
from tests.app.web.page import Opener, address_of, random_game, ready, show_more, unfold
from tests.app.web.solving import VIEW, mark, names_of

pytestmark = pytest.mark.slow

VISIBLE = 3.0
"""The least contrast of a graphical object with what is beside it (WCAG 2, 1.4.11)."""

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

PAINT = """(element, [name, ground]) => {
  if (!element.isConnected) return null;
  const style = getComputedStyle(element);
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const opacity = Number(style.opacity);
  const shown = parts(style.getPropertyValue(name)).slice(0, 3);
  return shown.map((part, index) => opacity * (part / 255) + (1 - opacity) * ground[index]);
}"""
"""A colour of an element, seen through its opacity on a ground; null once it was drawn again."""


def paint(found: Locator, name: str, ground: Rgb = (0, 0, 0)) -> Rgb:
    """Return the fill or the stroke of an element, or its background."""
    while (shown := found.first.evaluate(PAINT, [name, ground])) is None:
        pass
    red, green, blue = shown
    return red, green, blue


def panel(page: Page) -> Rgb:
    """Return the ground of the page, on which the names of rows and columns stand."""
    return paint(page.locator("body"), "background-color")


def check_board(page: Page) -> None:
    """Symbols, names, pieces and what is on them stand out."""
    picture = page.locator("#board > svg")
    board = paint(picture.locator("rect.board"), "fill")
    names = paint(picture.locator(".coordinates text"), "fill")
    assert contrast(names, panel(page)) >= READABLE
    if picture.locator(".symbol").count():
        assert contrast(paint(picture.locator(".symbol"), "stroke"), board) >= READABLE
    for shape in "LITS":
        piece = picture.locator(f".piece[data-shape='{shape}']").first
        if not piece.count():
            continue
        body = piece.locator("> path").first
        fill, rim = paint(body, "fill"), paint(body, "stroke")
        assert max(contrast(fill, board), contrast(rim, board)) >= VISIBLE, shape
        if piece.get_attribute("data-black") is None:
            letter = paint(piece.locator(".letter"), "fill", fill)
            assert contrast(letter, fill) >= VISIBLE, shape
    for piece in picture.locator(".piece[data-shape='D']").all()[:1]:
        light, dark, outline = (piece.locator("> path").nth(index) for index in range(3))
        rim = paint(outline, "stroke")
        assert contrast(paint(light, "fill"), paint(dark, "fill")) >= READABLE
        for half in (light, dark):
            assert max(contrast(paint(half, "fill"), board), contrast(rim, board)) >= VISIBLE
    for bit in picture.locator(".bit").all():
        seen = (contrast(paint(bit, name), board) for name in ("fill", "stroke"))
        assert max(seen) >= VISIBLE
    assert picture.locator(".piece, .bit").count()
    for icon in page.locator(".pieces .cell").all():
        seen = (contrast(paint(icon, name), panel(page)) for name in ("fill", "stroke"))
        assert max(seen) >= VISIBLE


@pytest.mark.parametrize(
    ("game", "size"), [("battle-of-lits", 8), ("tailits", 7), ("taiji", 5), ("wythe", 5)]
)
def test_pieces_symbols_and_names_stand_out(opener: Opener, game: str, size: int) -> None:
    record = random_game(game, {"size": size})
    page = ready(opener(address_of(dumps(record), "play")))
    page.locator("#board > svg").wait_for()
    boards = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        check_board(page)
        boards.append(paint(page.locator("#board rect.board"), "fill"))
    page.emulate_media(color_scheme="light")
    light, dark = boards
    assert contrast(light, dark) >= READABLE


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_marks_of_a_puzzle_stand_out(opener: Opener, scheme: Literal["light", "dark"]) -> None:
    page = ready(opener(VIEW))
    page.emulate_media(color_scheme=scheme)
    grid = page.locator("#grid svg")
    ground = paint(grid, "background-color")
    assert contrast(paint(grid.locator(".thick"), "stroke"), ground) >= READABLE
    assert contrast(paint(grid.locator(".name"), "fill"), ground) >= READABLE
    first, *others = names_of(VIEW.split("=")[1])
    mark(page, first)
    shade = page.locator("#grid .shade")
    assert contrast(paint(shade, "fill"), ground) >= VISIBLE
    mark(page, " ".join(others))
    expect(page.locator("#solved-panel")).to_be_visible()
    unfold(page)
    letters = page.locator("#grid .letter").all()
    assert len(letters) == len(others) + 1
    for index, letter in enumerate(letters):
        fill = paint(shade.nth(index), "fill")
        assert contrast(fill, ground) >= VISIBLE
        assert contrast(paint(letter, "fill"), fill) >= READABLE
    page.emulate_media(color_scheme="light")


def test_a_picture_that_is_downloaded_stays_light(opener: Opener) -> None:
    record = random_game("battle-of-lits", {"size": 6})
    page = opener(address_of(dumps(record)))
    page.emulate_media(color_scheme="dark")
    show_more(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="SVG").click()
    picture = saved.value.path().read_text(encoding="utf-8")
    page.emulate_media(color_scheme="light")
    assert re.search(f'class="board"[^>]* fill="{PALETTE.frame.board}"', picture)
