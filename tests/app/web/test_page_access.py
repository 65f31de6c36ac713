"""Every view, wide in light and narrow in dark colours: accessible, and not cut off."""

from __future__ import annotations

import os
import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from litslab.games.record_toml import dumps
from litslab.games.registry import GAMES
from tests.app.web.page import (
    AXE,
    DESK,
    PHONE,
    Opener,
    address_of,
    has_no_horizontal_scrolling,
    hold_a_piece_that_fits,
    random_game,
    says,
    shifts,
    show_more,
    take_hint,
    unfold,
    violations,
)
from tests.app.web.solving import URL, VIEW, click_square, mark, names_of
from tests.app.web.test_page_create import TWO
from tests.running import DOCS, ROOT

pytestmark = pytest.mark.slow

IN_DOCS = {
    "home": "home",
    "play": "games",
    "analyse": "analysis",
    "puzzle": "puzzles",
    "drawing": "create",
    "studies": "studies",
    "explore": "distributions",
    "learn": "rules",
}
"""The pictures of the documentation, by the views that they show."""
PICTURES_ARE_WANTED = "LITSLAB_PICTURES" in os.environ
PICTURES = ROOT / "build" / "pictures"
"""The folder to which `make pictures` writes every view, in all sizes, both colours and both
languages.
"""
WIDTHS = {"": DESK, "-phone": PHONE}
"""The widths of the window in the documentation, by the ends of the pictures' names."""
SIZES: dict[str, ViewportSize] = {
    **WIDTHS,
    "-phone-with-bars": {"width": 390, "height": 664},
    "-landscape": {"width": 667, "height": 375},
}
"""All sizes of the window, by the ends of the pictures' names."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHOWN = {"": "light", "-phone": "dark"}
"""The colours of the pictures of the documentation."""


def prepare_home(page: Page) -> None:
    """Show the pictures of all games, and of today's puzzles and study."""
    expect(page.locator("#games .picture svg")).to_have_count(len(GAMES))
    expect(page.locator("#today .card .picture svg")).to_have_count(4)


def prepare_play(page: Page) -> None:
    """Show a game in its middle against an opponent, with a hint and the piece in hand over the
    board.
    """
    for count in (2, 4, 6):
        assert hold_a_piece_that_fits(page)
        fits = page.locator(".hit.fits")
        fits.nth(fits.count() // 2).click()
        expect(page.locator("#moves li")).to_have_count(count)
    page.click("#hint")
    expect(page.locator("#play-note")).to_have_text(
        says(page, "A good move covers the marked square. Ask again to see it.")
    )
    page.locator(".hit.fits").last.hover()


def prepare_end(page: Page) -> None:
    """Show a game that is over, and the dialog for a new one."""
    expect(page.locator("#again")).to_be_visible()
    page.click("#new")
    page.get_by_text(says(page, "Size and rules")).click()


def prepare_first_game(page: Page) -> None:
    """Show the first game of Wythe at its second sentence."""
    page.click("#next")
    expect(page.locator("#moves li")).to_have_count(1)


def prepare_analyse(page: Page) -> None:
    """Show a game with its review and a variation, a proved position in it, and why a
    move is good.
    """
    reviewed = page.locator("#moves > li:not(.variation)").all_inner_texts()
    page.locator("#moves button").nth(1).click()
    expect(page.locator("#trust")).to_have_text(says(page, "Proved"))
    page.locator("#best button").last.click()
    expect(page.locator("#moves .variation")).to_have_count(1)
    page.locator("#moves .variation button").first.click()
    expect(page.locator("#moves > li:not(.variation)")).to_have_text(reviewed)
    page.click("#back")
    expect(page.locator("#trust")).to_have_text(says(page, "Proved"))
    page.locator("#best button").first.hover()
    expect(page.locator("#why")).not_to_be_empty()


def prepare_more(page: Page) -> None:
    """Show all that is behind “More…”, what covers a square, and an error."""
    show_more(page)
    page.select_option("#overlay", "worth")
    expect(page.locator("#rest")).to_have_text(says(page, "{count} more, shown by shade"))
    page.click("#asking")
    page.locator(".hit").nth(15).click()
    expect(page.locator("#covering")).not_to_be_empty()
    page.fill("#record-text", "no record")
    page.click("#load-record")
    expect(page.locator("#status.error")).not_to_be_empty()


def prepare_puzzle(page: Page) -> None:
    """Show a puzzle with a finished region, a hint, a trial and a mistake."""
    for _ in range(4):
        take_hint(page)
    page.click("#try")
    page.press("#grid", "ArrowRight")
    page.press("#grid", "Enter")
    page.click("#undo-mark")
    page.click("#hint")
    expect(page.locator("#hint-panel")).to_be_visible()


def prepare_solved(page: Page) -> None:
    """Show a puzzle that is solved, after a rule was broken, with all that the page has
    beside it.
    """
    mark(page, " ".join([*names_of(URL), "d2"]))
    expect(page.locator("#broken")).not_to_be_empty()
    click_square(page, "d2")
    expect(page.locator("#solved-panel")).to_be_visible()
    unfold(page)
    page.click("#mistakes")
    page.click("#explain")
    expect(page.locator("#step-text")).not_to_be_empty()


def prepare_puzzles(page: Page) -> None:
    """Show the pictures of the days and of a pack."""
    expect(page.locator(".days .picture svg").first).to_be_visible()
    page.locator(".thumbs a").first.scroll_into_view_if_needed()
    expect(page.locator(".thumbs .picture svg").first).to_be_visible()


def prepare_drawing(page: Page) -> None:
    """Show a grid with two solutions, and a repair of it."""
    unfold(page)
    page.fill("#puzzle-text", TWO)
    page.click("#open-puzzle")
    expect(page.locator("[data-cell]")).to_have_count(16)
    expect(page.locator("#grid-status")).to_have_attribute("data-status", "multiple")
    page.evaluate(
        "document.querySelectorAll('.side details').forEach((each) => { each.open = false; })"
    )
    page.click("#repair")
    page.locator("button.repair").first.focus()
    expect(page.locator(".grid .come")).to_have_count(1)


def prepare_studies(page: Page) -> None:
    """Show a study with a wrong move and a whole hint, and the tools below it open."""
    page.locator(".hit.fits").first.wait_for()
    page.get_by_role("button", name=says(page, "Rotate")).click()
    page.locator(".hit.fits").first.click()
    expect(page.locator("#study-verdict")).to_have_class(re.compile("error"))
    for _ in range(2):
        page.click("#clue")
        expect(page.locator("#clue-text")).not_to_be_empty()
        expect(page.locator("#clue")).to_be_enabled()
    expect(page.locator("#clue-text button")).to_have_count(1)
    unfold(page)


def prepare_plots(page: Page) -> None:
    """Show two simulations."""
    page.fill("#plot-size", "4")
    for player in ("random", "greedy"):
        page.select_option("#player-1", player)
        page.fill("#count", "20")
        page.click("#run")
        if player == "random":
            expect(page.locator("#progress")).to_have_text(re.compile("20.*20"))
            expect(page.locator("#compare")).to_be_enabled()
            page.click("#compare")
    expect(page.locator("#wins tbody tr")).to_have_count(2)
    expect(page.locator("#run")).to_be_enabled()


def prepare_rules(page: Page) -> None:
    """Judge a move by the rules of Wythe."""
    page.locator(".example").first.get_by_role("button").last.click()


VIEWS = {
    "home": ("#home", prepare_home),
    "play": ("#play?game=battle-of-lits&opponent=greedy&seed=1", prepare_play),
    "end": (address_of(dumps(random_game("wythe", {"size": 3})), "play"), prepare_end),
    "first-game": ("#play?first=wythe", prepare_first_game),
    "analyse": (address_of(dumps(random_game("battle-of-lits", {"size": 6}))), prepare_analyse),
    "more": (address_of(dumps(random_game("taiji", {"size": 4})), at=1), prepare_more),
    "puzzle": ("#puzzle", prepare_puzzle),
    "solved": (VIEW, prepare_solved),
    "puzzles": ("#puzzles", prepare_puzzles),
    "drawing": ("#create", prepare_drawing),
    "studies": ("#studies", prepare_studies),
    "explore": ("#plots", prepare_plots),
    "learn": ("#rules?game=wythe", prepare_rules),
}
LAST = {
    "analyse": ("#status", "Review finished."),
    "puzzle": ("#grid-level .dots", ""),
    "solved": ("#grid-level .dots", ""),
    "drawing": ("#grid-level", "Two solutions differ in {count} squares, marked with “?”."),
}
"""The element that appears last in some views, and its text."""


def test_the_documentation_shows_its_pictures() -> None:
    text = (DOCS / "how-to" / "use-the-page.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[.+\]\(\.\./pictures/page/(.+)\.png\)", text)
    assert sorted(shown) == sorted(name + end for name in IN_DOCS.values() for end in WIDTHS)
    assert {file.stem for file in (DOCS / "pictures" / "page").iterdir()} == set(shown)


def take_picture(page: Page, view: str, end: str, scheme: str) -> None:
    """Write the picture of a view, and copy it into the documentation if that shows it."""
    language = page.locator("html").get_attribute("lang")
    folder = PICTURES / str(language)
    folder.mkdir(parents=True, exist_ok=True)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(
        "document.querySelectorAll('#status:not(.error)').forEach((each) => { each.textContent = "
        "''; })"
    )
    picture = page.screenshot(path=folder / f"{view}{end}-{scheme}.png")
    if language == "en" and view in IN_DOCS and scheme == SHOWN.get(end):
        (DOCS / "pictures" / "page" / f"{IN_DOCS[view]}{end}.png").write_bytes(picture)


def comes(page: Page, view: str) -> None:
    """Wait until a view has come whole."""
    page.locator("#view > div > *").first.wait_for()
    expect(page.locator("[inert]")).to_have_count(0)
    if view in LAST:
        selector, text = LAST[view]
        expect(page.locator(selector)).to_have_text(says(page, text))


def comes_without_shifts(page: Page, view: str) -> None:
    """Wait until a view has come whole; nothing of it has moved."""
    comes(page, view)
    if view == "analyse":
        expect(page.locator(".foot")).to_be_in_viewport(ratio=1)
    assert shifts(page) == [], view


def test_nothing_moves_while_a_view_comes_on_a_phone(opener: Opener) -> None:
    page = opener("", phone=True)
    for view, (address, _) in VIEWS.items():
        page.goto(opener.address + address)
        comes_without_shifts(page, view)


def fits_all_sizes(page: Page, view: str) -> dict[str, list[str]]:
    """Assert that a view fits windows of all sizes, and return what is not accessible, by colours;
    take its pictures if that is wanted.
    """
    found: dict[str, list[str]] = {}
    for end, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        assert has_no_horizontal_scrolling(page), f"{view}{end}"
        if end == "-landscape":
            for stage in page.locator(".stage").all():
                expect(stage).to_be_in_viewport(ratio=0.99)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            if PICTURES_ARE_WANTED:
                take_picture(page, view, end, scheme)
            if AXE.is_file() and scheme == SHOWN.get(end):
                found[scheme] = violations(page)
    page.emulate_media(color_scheme="light")
    return found


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_comes_without_shifts_is_accessible_and_fits(
    opener: Opener,
    browser: Browser,
    view: str,
) -> None:
    """Overflow depends on the width alone, and contrast on the colours alone."""
    address, prepare = VIEWS[view]
    page = opener(address)
    comes_without_shifts(page, view)
    prepare(page)
    found = fits_all_sizes(page, view)
    if PICTURES_ARE_WANTED:
        with Opener(browser, opener.address, locale="ja-JP") as in_japanese:
            page = in_japanese(address)
            comes(page, view)
            prepare(page)
            fits_all_sizes(page, view)
    if not AXE.is_file():
        pytest.skip("no axe-core")
    assert found == {"light": [], "dark": []}
