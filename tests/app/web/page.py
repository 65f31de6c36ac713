"""Driving the page as a user does: by mouse, touch and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import TracebackType

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, ViewportSize, expect

from tests.running import PATIENCE
from tests.test_modules import ROOT

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
AXE = ROOT / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
"""What accessibility is checked with, where it is installed."""


class Opener:
    """Opens pages, and gathers what goes wrong in them.

    Parameters
    ----------
    browser : Browser
        The browser.
    address : str
        The server's address.
    kept : dict of bool to Page, optional
        Pages that earlier tests have left, of a desk (false) and of a phone: a new one would take a second.
    """

    def __init__(self, browser: Browser, address: str, kept: dict[bool, Page] | None = None) -> None:
        self._browser = browser
        self._kept = kept
        self._opened: dict[bool, Page] = {}
        self.address = address
        self.errors: list[str] = []

    def __enter__(self) -> Opener:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for phone, page in self._opened.items():
            if self._kept is None:
                page.context.close()
            else:
                self._forget(page)
                self._kept[phone] = page

    def __call__(self, hash_: str = "#play", *, phone: bool = False) -> Page:
        """Open a view of the page: what follows the ``#`` of its address. It takes the place of the one before."""
        size = PHONE if phone else DESK
        page = self._opened.get(phone)
        if page is not None:
            self._forget(page)
        elif self._kept and phone in self._kept:
            page = self._kept[phone]
            page.set_viewport_size(size)
        else:
            context = self._browser.new_context(viewport=size, has_touch=phone, is_mobile=phone)
            context.set_default_timeout(1000 * PATIENCE)
            page = context.new_page()
        self._opened[phone] = page
        page.on("console", self._note)
        page.on("pageerror", self._note_error)
        page.goto(f"{self.address}{hash_}")
        return page

    def _forget(self, page: Page) -> None:
        """Leave nothing in a page: what is opened next begins as in a new window."""
        page.remove_listener("console", self._note)
        page.remove_listener("pageerror", self._note_error)
        page.unroute_all()
        for other in page.context.pages:
            if other != page:
                other.close()
        page.goto(f"{self.address}absent")
        page.evaluate("localStorage.clear(); sessionStorage.clear()")

    def _note_error(self, error: Error) -> None:
        self.errors.append(str(error))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not self._is_expected(message):
            self.errors.append(message.text)

    def _is_expected(self, message: ConsoleMessage) -> bool:
        """Return whether it is the browser's own note that a request was refused, which the page has shown."""
        return "the server responded with a status of 4" in message.text


def new_game(page: Page, game: str, size: int, seed: int = 1) -> None:
    """Start a game from the panel."""
    page.locator("#setup").wait_for()
    unfold(page)
    page.select_option("#game", game)
    page.fill("#new-size", str(size))
    if page.locator("#seed").is_visible():
        page.fill("#seed", str(seed))
    page.click("#new-game")
    expect(page.locator("#status")).to_contain_text("New game")
    expect(page.locator("#moves li")).to_have_count(1)


def unfold(page: Page) -> None:
    """Open the drawers beside the board of a game."""
    drawers = ".beside > details:not(#setup), .beside section > details"
    page.evaluate("(drawers) => document.querySelectorAll(drawers).forEach((each) => { each.open = true; })", drawers)


def take_hint(page: Page) -> None:
    """Ask for a hint on a puzzle, and do what it says."""
    page.click("#hint")
    page.click("#more-hint")
    page.click("#more-hint")
    page.click("#apply-hint")
    expect(page.locator("#hint-panel")).to_be_hidden()


def placed(page: Page) -> int:
    """Return how many moves the list has."""
    return page.locator("#moves li").count() - 1


def hold_a_piece_that_fits(page: Page) -> bool:
    """Choose a piece and turn it until it fits somewhere, by the buttons."""
    for piece in page.locator(".pieces button:not(.spent)").all():
        piece.click()
        for turn in range(8):
            if page.locator(".hit.fits").count():
                return True
            page.get_by_role("button", name="Flip" if turn == 3 else "Rotate", exact=True).click()
    return False


def place_one(page: Page) -> bool:
    """Place any piece by the mouse, which an opponent may answer; false where nothing can be placed."""
    if not hold_a_piece_that_fits(page):
        return False
    page.locator(".hit.fits").first.click()
    return True


def play_against_an_opponent(page: Page, open_again: Callable[[], object]) -> None:
    """Click twice, open the page again while the opponent's first answer may be awaited, and play on."""
    page.locator("#setup").wait_for()
    page.select_option("#level", "mcts:512")
    page.wait_for_url(re.compile("opponent=mcts"))
    before = page.url
    assert hold_a_piece_that_fits(page)
    page.locator(".hit.fits").first.dblclick()
    page.wait_for_url(lambda url: url != before)  # the move is kept, a moment after it is shown
    open_again()
    for count in (3, 5):
        expect(page.locator("#moves li")).to_have_count(count)
        expect(page.locator("#level")).to_have_value("mcts:512")
        place_one(page)


def play_one(page: Page) -> bool:
    """Play any move by the mouse; false where nothing can be placed."""
    count = page.locator("#moves li").count()
    if not place_one(page):
        return False
    expect(page.locator("#moves li")).to_have_count(count + 1)
    return True


def violations(page: Page) -> list[str]:
    """Return what axe-core finds, with the first element of each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "axe.run().then(({violations}) => violations.map(({id, nodes}) => `${id}: ${nodes[0].html.slice(0, 200)}`))"
    )
    assert isinstance(found, list)
    return found


def has_no_horizontal_scrolling(page: Page) -> bool:
    """Return whether the page fits into the window's width."""
    found = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return bool(found)
