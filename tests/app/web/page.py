"""Driving the page as a user does: by mouse, touch and keyboard."""

from __future__ import annotations

import base64
import random
import re
import zlib
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, urlencode

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, ViewportSize, expect

from litslab.games.move import SWAP
from litslab.games.notation import format_move
from litslab.games.record import Record
from litslab.games.record_toml import loads
from litslab.games.registry import create
from tests.app.web.waiting import evaluate
from tests.running import PATIENCE, ROOT, wait_until

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
AXE = ROOT / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
"""The accessibility checker, if it is installed."""


class Opener:
    """Opens pages, and gathers their errors.

    Parameters
    ----------
    browser : Browser
        The browser.
    address : str
        The server's address.
    kept : dict of bool to Page, optional
        Pages that earlier tests have left, of a desk (false) and of a phone: a new one would take a
        second.
    locale : str
        The language of the browser.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        kept: dict[bool, Page] | None = None,
        locale: str = "en-US",
    ) -> None:
        self._browser = browser
        self._locale = locale
        self._kept = kept
        self._opened: dict[bool, Page] = {}
        self.address = address
        self.errors: list[str] = []

    def __enter__(self) -> Opener:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for phone, page in self._opened.items():
            if self._kept is None:
                page.context.close()
            else:
                self._forget(page)
                self._kept[phone] = page

    def __call__(self, hash_: str = "#play", *, phone: bool = False) -> Page:
        """Open a view of the page: what follows the ``#`` of its address. It takes the place of the
        one before.
        """
        size = PHONE if phone else DESK
        if (page := self._opened.get(phone)) is not None:
            self._forget(page)
        elif self._kept and phone in self._kept:
            page = self._kept[phone]
            page.set_viewport_size(size)
            # a busy browser would resize the next view, whose elements would move
            page.wait_for_function(
                "({ width, height }) => screen.width === width && screen.height === height",
                arg=size,
            )
        else:
            context = self._browser.new_context(
                viewport=size,
                has_touch=phone,
                is_mobile=phone,
                locale=self._locale,
                reduced_motion="no-preference" if phone else "reduce",  # each frame takes time
            )
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            context.set_default_timeout(1000 * PATIENCE)
            page = context.new_page()
        self._opened[phone] = page
        self.watch(page).goto(f"{self.address}{hash_}")
        return page

    def watch(self, page: Page) -> Page:
        """Gather the errors of a page, and return the page."""
        page.on("console", self._note)
        page.on("pageerror", self._note_error)
        return page

    def _forget(self, page: Page) -> None:
        """Clear a page, so that the next view begins as in a new window."""
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
        """Return whether a message is the browser's own note about a refused request, which the
        page has shown.
        """
        return "the server responded with a status of 4" in message.text


def ready(page: Page) -> Page:
    """Wait until a view can be used, with its game, puzzle or study; return its page."""
    page.locator(".place:not([inert])").wait_for()
    return page


def without_engine(page: Page, *, more: bool = False) -> Page:
    """Turn off the engine of an analysis, open “More…” if requested, and return the page."""
    ready(page).uncheck("#engine")
    if more:
        show_more(page)
    return page


def new_game(page: Page, game: str, size: int, seed: int = 1, opponent: str = "") -> Page:
    """Start a game on the page for playing, by its dialog; return the page."""
    ready(page)
    page.click("#new")
    page.select_option("#game", game)
    page.select_option("#level", opponent)
    page.get_by_text("Size and rules").click()
    page.fill("#new-size", str(size))
    if page.locator("#seed").is_visible():
        page.fill("#seed", str(seed))
    page.click("#new-game")
    expect(page.locator("#new-dialog")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("New game")
    expect(page.locator("#moves li")).to_have_count(0)
    return page


def analyse(page: Page) -> None:
    """Go from a game that is played to its analysis."""
    page.click("#analyse")
    page.locator(".analysing:not([inert])").wait_for()


def show_more(page: Page) -> None:
    """Open all panels behind “More…” beside an analysis."""
    if not page.locator("#panels").is_visible():
        page.click("#more")
    page.locator("#panels details.panel").first.wait_for()
    page.evaluate(
        "document.querySelectorAll('#panels details').forEach((each) => { each.open = true; })"
    )


def unfold(page: Page) -> None:
    """Open the drawers beside a puzzle or a study, as soon as they are there."""
    page.locator(".side details").first.wait_for()
    page.evaluate(
        "document.querySelectorAll('.side details').forEach((each) => { each.open = true; })"
    )


def take_hint(page: Page) -> None:
    """Ask for a hint on a puzzle, and do what it says."""
    page.click("#hint")
    page.click("#more-hint")
    page.click("#more-hint")
    page.click("#apply-hint")
    expect(page.locator("#hint-panel")).to_be_hidden()


def placed(page: Page) -> int:
    """Return how many moves the list has."""
    return page.locator("#moves > li:not(.variation)").count()


def hold_a_piece_that_fits(page: Page) -> bool:
    """Choose a piece and turn it until it fits somewhere, by the keyboard."""
    for piece in page.locator(".pieces button:not(.spent)").all():
        piece.click()
        for turn in range(8):
            if page.locator(".hit.fits").count():
                return True
            piece.press("f" if turn == 3 else "r")
    return False


def shown_record(page: Page) -> str:
    """Return the record of the game that is shown, from the address of the page."""
    found = ""

    def is_written() -> bool:
        nonlocal found
        values = parse_qs(page.evaluate("location.hash.split('?')[1]"))
        if "g" not in values:
            return False
        found = zlib.decompress(
            base64.urlsafe_b64decode(values["g"][0] + "=="), -zlib.MAX_WBITS
        ).decode()
        return str(placed(page)) in {str(len(loads(found).moves)), *values.get("at", [])}

    assert wait_until(is_written), found
    return found


def address_of(record: str, place: str = "analyse", **values: str | int) -> str:
    """Return the address of a place with a record, as the page writes it."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(record.encode()) + packer.flush()
    encoded = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f"#{place}?{urlencode({'g': encoded, **values})}"


def random_game(name: str, options: dict[str, Any], seed: int = 1, *, swap: bool = False) -> Record:
    """Return a game played at random to its end, with the swap wherever it is possible if that is
    wanted.
    """
    rng = random.Random(seed)
    record = Record(create(name, **options).with_fresh_board(rng))
    while not (position := record.position()).is_over:
        move = SWAP if position.can_swap and swap else rng.choice(position.legal_moves())
        record = record.append(format_move(move, record.rules))
    return record


def place(page: Page, move: str) -> None:
    """Place a domino by the mouse, turned by the keyboard; its first square is the light half's."""
    square = page.locator(f'.hit[data-square="{move.partition(",")[0]}"]')
    square.hover()
    for _ in range(4):
        if page.locator("g.ghost").get_attribute("data-move") != move:
            page.keyboard.press("r")
    square.click()


def place_one(page: Page) -> bool:
    """Place any piece by the mouse, and return false if none fits; an opponent may answer."""
    if not hold_a_piece_that_fits(page):
        return False
    page.locator(".hit.fits").first.click()
    return True


def play_one(page: Page) -> bool:
    """Play any move by the mouse, and return false if no piece fits."""
    count = placed(page)
    if not place_one(page):
        return False
    expect(page.locator("#moves > li:not(.variation)")).to_have_count(count + 1)
    return True


def says(page: Page, message: str, **values: str) -> re.Pattern[str]:
    """Return how the page says a message in its language, with any text in place of the values that
    are not given.
    """
    given = {name: values.get(name, "§") for name in re.findall(r"{(\w+)}", message)}
    text = evaluate(
        page,
        "async ([message, given]) => (await import('./language.js')).tr(message, given)",
        [message, given],
        what="a translation",
    )
    return re.compile("^" + re.sub(r"(\\ )?§(\\ )?", r"\\s?.+?\\s?", re.escape(text)))


def result(page: Page) -> re.Pattern[str]:
    """Return how the page says who has won against the opponent."""
    messages = [
        f"{who} {how}, as {{side}}."
        for who in ("You win", "{opponent} wins")
        for how in ("by {points}", "by the tie rule")
    ]
    return re.compile("|".join(says(page, message).pattern for message in messages))


def your_turn(page: Page) -> re.Pattern[str]:
    """Return the pattern of the sentence that it is your turn, with the aim of your side."""
    return re.compile(says(page, "Your turn, as {side}.").pattern + r"\s?\S.*")


def play_on(page: Page) -> str:
    """Play to the end against the opponent, and return the text about the result."""
    head = page.locator("#sentence")
    turn = your_turn(page).pattern
    while True:
        expect(head).to_have_text(re.compile(f"{turn}|{result(page).pattern}"))
        if not re.match(turn, head.inner_text()):
            return head.inner_text()
        count = placed(page)
        assert place_one(page)
        expect(page.locator("#moves > li")).not_to_have_count(count)


def in_sight(found: Locator) -> Locator:
    """Return something that lies in the window as it is, without scrolling."""
    expect(found).to_be_in_viewport(ratio=1)
    return found


SIZES = """
  () => [...document.querySelectorAll("button, a, input, select, textarea, summary")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => {
      const target = each.closest("label") ?? each;
      return [each.id || each.textContent, target.getBoundingClientRect()];
    })
    .filter(([, box]) => box.width && box.right > 0 && (box.height < 43.5 || box.width < 43.5))
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)
"""


def small_targets(page: Page) -> list[str]:
    """Return the controls that are smaller than 44 px."""
    return list(page.evaluate(SIZES))


SHIFTS = """
  () => new Promise((done) => {
    const found = [];
    const name = (node) => node?.id || node?.className || node?.nodeName;
    const describe = ({ node, previousRect: before, currentRect: after }) =>
      `${name(node)} of ${name(node?.parentNode)} ` +
      `from ${before.x},${before.y} to ${after.x},${after.y}`;
    const watch = (list) => {
      for (const { sources } of list.getEntries()) found.push(...sources.map(describe));
    };
    new PerformanceObserver(watch).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(found), 100);
  })
"""


def shifts(page: Page) -> list[str]:
    """Return the elements that have moved since the page was opened."""
    return list(evaluate(page, SHIFTS, what="shifts of the layout"))


VIOLATIONS = """
  async () => {
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
  }
"""


def violations(page: Page) -> list[str]:
    """Return the violations that axe-core finds, with the first element of each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return list(evaluate(page, VIOLATIONS, what="the check of accessibility"))


def has_no_horizontal_scrolling(page: Page) -> bool:
    """Return whether the page fits into the window's width."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )
