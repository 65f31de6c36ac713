"""The page in a browser whose language is Japanese: every place says everything in it, and fits a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from litslab.games.rule_text import NAMES
from tests.app.web.page import PHONE, Opener, has_no_horizontal_scrolling, play_one, show_more, unfold
from tests.app.web.test_page_access import VIEWS
from tests.app.web.test_page_analyse import shorten, way_of_a_stranger
from tests.app.web.test_page_create import TWO
from tests.app.web.test_page_puzzles import mark, solution

pytestmark = pytest.mark.slow

TEXTS = """() => {
  const left = "script, style, noscript, option[lang], textarea, code, kbd";
  const filter = (node) => (node.parentElement.closest(left) ? 2 : 1);
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, filter);
  const found = new Set([document.title]);
  while (nodes.nextNode()) found.add(nodes.currentNode.data.trim());
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const each of document.querySelectorAll(`[${name}]`)) found.add(each.getAttribute(name));
  }
  return [...found];
}"""
"""All texts of a document, and those that are read aloud or shown beside the pointer."""

NAMES_IN_LATIN = re.compile(
    r"litslab|serve|LITSO?|Inverse|Wythe|Grant Fikes|Luis Bolaños Mures|Néstor Romeral Andrés|BoardGameGeek|OR-Tools"
    r"|SVG|PNG|PDF|JSON|HTML|TOML|URL|LTP|UTF-8|Enter|Shift|Ctrl|Tab|Home|End|(https?://|lits/)\S+|puzz[.]link"
    r"|Penpa|pzpr|[LITS]{3,}|janko[.]at|Pencilbox|second|[.](txt|toml|json|svg|parquet|jsonl)"
)
"""Names that are written in Latin letters in Japanese, too."""
ENGLISH = re.compile(r"[A-Za-z]{3,}")


@pytest.fixture
def japanese(opener: Opener, browser: Browser) -> Iterator[Opener]:
    """Open pages in a browser whose language is Japanese."""
    with Opener(browser, opener.address, locale="ja-JP") as opened:
        yield opened
        assert opened.errors == []


def english(page: Page) -> list[str]:
    """Return the texts of a page with English words."""
    return [text for text in page.evaluate(TEXTS) if ENGLISH.search(NAMES_IN_LATIN.sub("", text))]


def play(page: Page) -> None:
    assert play_one(page) or True
    page.click("#hint")
    expect(page.locator("#play-note")).not_to_be_empty()


def end(page: Page) -> None:
    expect(page.locator("#again")).to_be_visible()
    page.click("#new")


def first_game(page: Page) -> None:
    page.click("#next")
    expect(page.locator("#moves li")).to_have_count(1)


def analyse(page: Page) -> None:
    expect(page.locator(".moments button").first).to_be_visible()
    page.locator("#moves button").nth(1).click()
    page.locator("#best button").first.hover()
    expect(page.locator("#why")).not_to_be_empty()


def more(page: Page) -> None:
    show_more(page)
    page.select_option("#overlay", "worth")
    expect(page.locator("#rest")).not_to_be_empty()
    page.click("#asking")
    page.locator(".hit").nth(15).click()
    expect(page.locator("#covering")).not_to_be_empty()


def puzzle(page: Page) -> None:
    page.click("#try")
    page.click("#hint")
    page.click("#more-hint")
    page.click("#more-hint")


def solved(page: Page) -> None:
    mark(page, " ".join([*solution(), "d2"]))
    expect(page.locator("#broken")).not_to_be_empty()
    page.click("#undo-mark")
    expect(page.locator("#solved-panel")).to_be_visible()
    unfold(page)
    page.click("#explain")
    expect(page.locator("#step-text")).not_to_be_empty()


def drawing(page: Page) -> None:
    unfold(page)
    page.fill("#puzzle-text", TWO)
    page.click("#open-puzzle")
    expect(page.locator("#grid-status")).to_have_attribute("data-status", "multiple")
    page.click("#repair")
    expect(page.locator("button.repair").first).to_be_visible()


def studies(page: Page) -> None:
    page.locator(".hit.fits").first.wait_for()
    for _ in range(2):
        page.click("#clue")
        expect(page.locator("#clue")).to_be_enabled()
    unfold(page)


def explore(page: Page) -> None:
    page.fill("#plot-size", "4")
    page.fill("#count", "20")
    page.click("#run")
    expect(page.locator("#wins tbody tr")).to_have_count(1)
    expect(page.locator("#run")).to_be_enabled()


def learn(page: Page) -> None:
    for name in NAMES:
        page.click(f"[data-rules='{name}']")
        expect(page.locator(f"[data-rules='{name}']")).to_have_attribute("aria-pressed", "true")
        if page.locator(".example").count():
            page.locator(".example button").first.click()
            expect(page.locator(".example").first.get_by_role("status")).not_to_be_empty()
        assert english(page) == [], name


STEPS: dict[str, Callable[[Page], None]] = {
    "play": play, "end": end, "first-game": first_game, "analyse": analyse, "more": more, "puzzle": puzzle,
    "solved": solved, "drawing": drawing, "studies": studies, "explore": explore, "learn": learn,
}  # fmt: skip
"""Steps in each view that show more of its texts."""


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_has_no_english_and_fits_a_phone(japanese: Opener, view: str) -> None:
    page = japanese(VIEWS[view][0])
    page.locator("#view > div > *").first.wait_for()
    expect(page.locator("[inert]")).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    if view in STEPS:
        STEPS[view](page)
    assert english(page) == []
    page.set_viewport_size(PHONE)
    assert has_no_horizontal_scrolling(page)


def test_a_stranger_learns_plays_analyses_and_sends_a_link_in_japanese(japanese: Opener) -> None:
    page = japanese("")
    page.route("**/api/v1/review", shorten)
    way_of_a_stranger(page)


def test_the_switch_is_kept_and_part_of_links(opener: Opener) -> None:
    page = opener("#rules?game=wythe")
    heading = page.locator('nav a[data-page="rules"]')
    expect(heading).to_have_text("Learn")
    page.select_option("#language", "ja")
    expect(heading).to_have_text("ルール")
    assert "lang=ja" in page.url
    assert "game=wythe" in page.url
    page.goto(f"{opener.address}#puzzles")
    page.reload()
    expect(heading).to_have_text("ルール")
    page.goto(f"{opener.address}?#rules?lang=en")
    expect(heading).to_have_text("Learn")
