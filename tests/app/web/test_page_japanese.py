"""The page in a browser whose language is Japanese: every place says everything in it, and fits a
phone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from litslab.games.rule_text import NAMES
from tests.app.web.page import PHONE, Opener, has_no_horizontal_scrolling
from tests.app.web.test_page_access import VIEWS, comes
from tests.app.web.test_page_analyse import late_record, shorten, way_of_a_stranger

pytestmark = pytest.mark.slow

TEXTS = """() => {
  const left = "script, style, noscript, option[lang], textarea, code, kbd, #status.error";
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
    r"litslab|serve|LITSO?|Inverse|Double|Wythe|Grant Fikes|Luis Bolaños Mures|Néstor Romeral "
    r"Andrés|BoardGameGeek|OR-Tools"
    r"|SVG|PNG|PDF|JSON|HTML|TOML|URL|LTP|UTF-8|Enter|Shift|Ctrl|Tab|Home|End|(https?://|lits/)\S+|puzz[.]link"
    r"|Penpa|pzpr|[LITS]{3,}|janko[.]at|Pencilbox|second|[.](txt|toml|json|svg|parquet|jsonl)"
)
"""Names that are written in Latin letters in Japanese, too."""
ENGLISH = re.compile(r"[A-Za-z]{3,}")


@pytest.fixture(scope="module")
def kept_in_japanese() -> dict[bool, Page]:
    """The pages in Japanese that a test leaves to the next one."""
    return {}


@pytest.fixture
def japanese(
    opener: Opener,
    browser: Browser,
    kept_in_japanese: dict[bool, Page],
) -> Iterator[Opener]:
    """Open pages in a browser whose language is Japanese."""
    with Opener(browser, opener.address, kept_in_japanese, locale="ja-JP") as opened:
        yield opened
        assert opened.errors == []


def english(page: Page) -> list[str]:
    """Return the texts of a page with English words."""
    return [text for text in page.evaluate(TEXTS) if ENGLISH.search(NAMES_IN_LATIN.sub("", text))]


TOUCHING = """() => {
  const found = [];
  for (const picture of document.querySelectorAll(".example svg")) {
    const texts = [...picture.querySelectorAll("text")].filter((each) => each.getBBox().width);
    const boxes = texts.map((each) => [each.textContent, each.getBoundingClientRect()]);
    boxes.forEach(([name, one], index) => {
      for (const [other, two] of boxes.slice(index + 1)) {
        const isApart =
          one.right <= two.left || two.right <= one.left ||
          one.bottom <= two.top || two.bottom <= one.top;
        if (!isApart) found.push(`${name} ${other}`);
      }
    });
  }
  return found;
}"""
"""The labels of the examples of rules that touch each other."""

FONTS = """() => [...document.querySelectorAll("body, .example, .example text")].map(
  (each) => getComputedStyle(each).fontFamily,
)"""


def learn(page: Page) -> None:
    """Go through the rules of every game."""
    for name in NAMES:
        page.click(f"[data-rules='{name}']")
        expect(page.locator(f"[data-rules='{name}']")).to_have_attribute("aria-pressed", "true")
        if page.locator(".example").count():
            page.locator(".example button").first.click()
            expect(page.locator(".example").first.get_by_role("status")).not_to_be_empty()
            expect(page.locator(".example .board + .note").first).not_to_be_empty()
            assert page.evaluate(TOUCHING) == [], name
            assert len(set(page.evaluate(FONTS))) == 1, name
        assert english(page) == [], name


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_has_no_english_and_fits_a_phone(japanese: Opener, view: str) -> None:
    address, prepare = VIEWS[view]
    page = japanese(address)
    comes(page, view)
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    prepare(page)
    if view == "learn":
        learn(page)
    assert english(page) == []
    page.set_viewport_size(PHONE)
    assert has_no_horizontal_scrolling(page)


def test_a_stranger_learns_plays_analyses_and_sends_a_link_in_japanese(japanese: Opener) -> None:
    page = japanese("")
    page.route("**/api/v1/review", shorten)
    way_of_a_stranger(page, late_record())


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
