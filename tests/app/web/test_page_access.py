"""Every view, wide in light and narrow in dark colours: accessible, and not cut off."""

from __future__ import annotations

import os
import re
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from litslab.games.registry import GAMES
from tests.app.web.page import (
    AXE,
    DESK,
    PHONE,
    Opener,
    has_no_horizontal_scrolling,
    new_game,
    play_one,
    take_hint,
    violations,
)
from tests.running import DOCS
from tests.test_modules import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

IN_DOCS = {
    "home": "home", "wythe": "games", "play": "analysis", "puzzle": "puzzles", "drawing": "create",
    "studies": "studies", "plots": "distributions", "rules": "rules",
}  # fmt: skip
"""The pictures of the documentation, by the views that they show; `make pictures` makes them."""
SHOWN: dict[str, tuple[ViewportSize, Literal["light", "dark"]]] = {"": (DESK, "light"), "-phone": (PHONE, "dark")}
"""At which width and in which colours a view is looked at, by how the name of its picture ends.

What is too wide depends on the width alone, and what can be read on the colours alone.
"""


def prepare_home(page: Page) -> None:
    """Show the pictures of all games, and of today's puzzles and study."""
    expect(page.locator("#games .picture svg")).to_have_count(len(GAMES))
    for card in page.locator("#today .card").all():
        expect(card.locator(".picture svg")).to_have_count(1)


def prepare_play(page: Page) -> None:
    """Show an analysed position with groups, side lines and a review."""
    new_game(page, "taiji", 4)
    for _ in range(5):
        play_one(page)
    page.locator("#moves button").nth(4).click()
    expect(page.locator("#moves [aria-current]")).to_contain_text("4.")
    page.locator(".hit.fits").last.click()
    expect(page.locator("#lines button")).to_have_count(1)
    page.get_by_role("button", name="Ask about squares").click()
    page.locator(".hit").nth(15).click()
    expect(page.locator("#covering")).to_contain_text("cover")
    page.get_by_role("button", name="Ask about squares").click()
    page.click("#review")
    expect(page.locator(".curve circle")).not_to_have_count(0)
    page.check("#all-moves")
    page.click("#analyse")
    expect(page.locator("#move-values")).to_be_visible()
    page.locator(".hit.fits").first.hover()


def prepare_setup(page: Page) -> None:
    """Show Battle of LITS with all panels open, and an error."""
    new_game(page, "battle-of-lits", 8)
    play_one(page)
    page.locator("#setup > summary").click()
    page.get_by_text("Paste a record").click()
    page.fill("#record-text", "no record")
    page.click("#load-record")
    expect(page.locator("#status.error")).not_to_be_empty()


def prepare_wythe(page: Page) -> None:
    """Show stacks."""
    new_game(page, "wythe", 4)
    for _ in range(7):
        play_one(page)


def prepare_puzzle(page: Page) -> None:
    """Show a puzzle with a finished region, a hint, a trial and a mistake."""
    page.locator("#grid-status[data-status=unique]").wait_for(state="attached")
    for _ in range(6):
        take_hint(page)
    page.click("#try")
    page.focus("#grid")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.click("#undo-mark")
    page.click("#hint")
    expect(page.locator("#hint-panel")).to_be_visible()
    expect(page.locator("#grid-level")).not_to_be_empty()


def prepare_drawing(page: Page) -> None:
    """Show a grid with two solutions."""
    page.locator("#grid-status[data-status=unique]").wait_for(state="attached")
    page.click("#tab-create")
    page.click("#empty")
    expect(page.locator("#grid-status")).to_have_attribute("data-status", "multiple")


def prepare_studies(page: Page) -> None:
    """Show a study with a wrong move and a whole hint, and the tools below it open."""
    expect(page.locator("#study-title")).to_contain_text("TAIJI")
    page.get_by_role("button", name="Rotate").click()
    page.locator(".hit.fits").first.click()
    expect(page.locator("#study-verdict")).to_contain_text("loses")
    for _ in range(2):
        page.click("#clue")
        expect(page.locator("#clue-text")).to_contain_text("The only winning move")
        expect(page.locator("#clue")).to_be_enabled()
    expect(page.locator("#clue-text button")).to_have_count(1)
    page.get_by_text("Open studies").click()
    page.get_by_text("Paste a study").click()


def prepare_plots(page: Page) -> None:
    """Show two simulations."""
    page.fill("#plot-size", "4")
    for player in ("random", "greedy"):
        page.select_option("#player-1", player)
        page.fill("#count", "100")
        page.click("#run")
        if player == "random":
            expect(page.locator("#progress")).to_have_text("100 of 100 games")
            expect(page.locator("#compare")).to_be_enabled()
            page.click("#compare")
    expect(page.locator("#wins tbody tr")).to_have_count(2)
    expect(page.locator("#run")).to_be_enabled()


def prepare_rules(page: Page) -> None:
    """Judge a move by the rules of Wythe."""
    page.locator(".example").first.get_by_role("button", name="Illegal").click()


VIEWS = {
    "home": ("#home", prepare_home),
    "play": ("#play", prepare_play),
    "setup": ("#play", prepare_setup),
    "wythe": ("#play", prepare_wythe),
    "puzzle": ("#puzzle", prepare_puzzle),
    "drawing": ("#puzzle", prepare_drawing),
    "studies": ("#studies", prepare_studies),
    "plots": ("#plots", prepare_plots),
    "rules": ("#rules?game=wythe", prepare_rules),
}


def test_the_documentation_shows_its_pictures() -> None:
    text = (DOCS / "how-to" / "use-the-page.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[.+\]\(\.\./pictures/page/(.+)\.png\)", text)
    assert sorted(shown) == sorted(name + end for name in IN_DOCS.values() for end in SHOWN)
    assert {file.stem for file in (DOCS / "pictures" / "page").iterdir()} == set(shown)
    assert "docs/pictures/page/games.png" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_accessible_and_fits(opener: Opener, view: str) -> None:
    address, prepare = VIEWS[view]
    page = opener(address)
    prepare(page)
    found: dict[str, list[str]] = {}
    for end, (viewport, scheme) in SHOWN.items():
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme)
        assert has_no_horizontal_scrolling(page), f"{view}{end}"
        if "LITSLAB_PICTURES" in os.environ and view in IN_DOCS:
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=DOCS / "pictures" / "page" / f"{IN_DOCS[view]}{end}.png")
        if AXE.is_file():
            found[scheme] = violations(page)
    if not AXE.is_file():
        pytest.skip("no axe-core: expected `npm install --prefix build/axe axe-core`")
    assert found == {"light": [], "dark": []}
