"""The first page, the rules and the addresses, in a real browser: each leads to a game or a puzzle,
and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from litslab.games.pieces import Shape
from litslab.games.record_toml import loads
from litslab.games.registry import GAMES
from litslab.games.rule_text import rule_text
from tests.app.web.page import Opener, address_of, new_game, place_one, play_one, ready
from tests.app.web.waiting import evaluate

pytestmark = pytest.mark.slow


def test_the_first_page_leads_to_each_game_and_to_todays_puzzles(opener: Opener) -> None:
    page = opener("")
    home = page.get_by_role("link", name="litslab")
    expect(page.locator("#games .picture svg")).to_have_count(len(GAMES))
    expect(page.locator("#games p")).to_have_text([rule_text(name).summary for name in GAMES])
    expect(page.locator("#today .picture svg")).to_have_count(4)
    todays = page.locator("#today .picture svg").first.inner_html()
    assert page.locator(".hero .picture svg").inner_html() == todays, "beside the sentence"
    expect(page.locator(".picture .coordinates, .picture .caption")).to_have_count(0)
    play = page.get_by_role("link", name="Play Wythe")
    address = play.get_attribute("href")
    play.click()
    expect(page.locator("#sentence")).to_contain_text("Your turn, as black")
    expect(page.locator("#them")).to_contain_text("Greedy")
    place_one(page)
    expect(page.locator("#moves li")).to_have_count(2)
    home.click()
    page.get_by_role("link", name="Continue Wythe (2 moves)").click()
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#them")).to_contain_text("Greedy")
    page.click("#undo")
    expect(page.locator("#moves li")).to_have_count(0)
    home.click()
    # What was taken back stays so.
    expect(page.get_by_role("link", name="Continue Wythe")).to_have_count(0)
    page.get_by_role("link", name="Solve the puzzle, easy").click()
    expect(page.locator("#grid .cell-square")).not_to_have_count(0)
    home.click()
    page.get_by_role("link", name="Learn Wythe", exact=True).click()
    expect(page.locator(".rules h2")).to_have_text("Wythe")
    assert page.get_by_role("link", name="Play Wythe").get_attribute("href") == address, (
        "Play means the same there"
    )
    home.click()
    page.get_by_role("link", name="Step through Wythe 5×5").click()
    expect(page.locator("#moves li")).to_have_count(16)
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    expect(page).to_have_title("Analyse Wythe · litslab")


def test_the_cards_of_double_games_show_both_games(opener: Opener) -> None:
    page = opener("#home")
    records = evaluate(
        page, "async () => (await import('./results.js')).POSITIONS", what="the positions"
    )
    for name in ("tailits+taiji", "taiji+battle-of-lits"):
        shapes = {placement.shape for placement in loads(records[name]).position().placements}
        assert Shape.DOMINO in shapes, name
        assert len(shapes) > 1, name


def test_the_rules_are_told_and_lead_to_a_game(opener: Opener) -> None:
    page = opener("#play?game=wythe")
    page.click("#rules-link")
    example = page.locator(".example").first
    told = example.get_by_role("status")
    expect(page.locator("[data-rules=wythe]")).to_have_attribute("aria-pressed", "true")
    example.get_by_role("button", name="Legal", exact=True).click()
    expect(told).to_contain_text("Not so: b3,b2 is illegal.")
    example.get_by_role("button", name="Illegal").click()
    expect(told).to_contain_text("Right: b3,b2 is illegal. Each half would lie")
    expect(told).to_contain_text("The rules say: the piece on b2 and b3 would have no")
    page.locator("a.go").click()
    expect(page).to_have_title("Wythe · litslab")
    ready(page)
    page.locator('nav a[data-page="rules"]').click()
    expect(
        page.locator("#status:empty")
    ).to_be_visible()  # a message is told in a region that is there before it
    page.click("[data-rules=lits]")
    expect(page.locator("[data-rules=lits]")).to_be_focused()
    expect(page.locator(".rules h2")).to_have_text("LITS")
    expect(page.locator(".rules .go")).to_have_attribute("href", "#puzzle")


FORGED = {
    "games": '{"version": 1, "games": [null, 5, {"hash": "#play?g=x", "title": 5, "moves": 3}]}',
    "puzzle": '{"hash": 5}',
    "study": "5",
    "days": "7",
    "studies": "5",
    "colours": "5",
    "solved": '{"lits/5/5/526pcf68": {"seconds": 1, "stars": -1}, "x": null}',
}
"""Values that the page never keeps: most of them once left a view empty."""


def test_each_place_has_a_title_and_is_shown_whatever_the_browser_has_kept(opener: Opener) -> None:
    page = opener("#play?game=wythe")
    expect(page).to_have_title("Wythe · litslab")
    page.evaluate(
        "kept => { for (const name in kept) localStorage[`litslab.${name}`] = kept[name]; }", FORGED
    )
    for name, title in (
        ("play", "TAIJI"),
        ("puzzles", "LITS puzzles"),
        ("create", "Create a LITS puzzle"),
        ("rules", "TAIJI"),
        ("studies", "Endgame studies"),
        ("plots", "Explore"),
        ("puzzle?url=x", "LITS 5×5"),
        ("puzzle?url=lits/4/4/9q02jg", "LITS 4×4"),
        ("analyse?game=wythe", "Analyse Wythe"),
        ("puzzle", "LITS 5×5"),
        ("puzzle?today=toString&date=2026-11-27", "LITS 6×6"),
        ("play?first=wythe&g=x&at=99", "Wythe"),
    ):
        page.goto(f"{opener.address}#{name}")
        expect(page).to_have_title(f"{title} · litslab")
        page.locator("#view > div > *").first.wait_for(state="attached")
    page.goto(f"{opener.address}#home")
    expect(page).to_have_title("litslab")


def test_an_address_without_a_game_says_so_and_begins_one(opener: Opener) -> None:
    record = address_of("no puzzle", "create").replace("g=", "p=")
    for hash_ in (
        "#play?game=nonsense",
        "#play?g=nonsense",
        "#create?p=nonsense",
        "#studies?s=nonsense",
        record,
    ):
        page = ready(opener(hash_))
        expect(page.locator("#status")).to_have_text(
            re.compile("nonsense" if "game" in hash_ else "is damaged$")
        )
        expect(page.locator("#moves li")).to_have_count(0)


def test_a_view_that_is_left_keeps_its_state(opener: Opener) -> None:
    page = new_game(opener("#play?game=wythe"), "wythe", 3)
    play_one(page)
    page.click("#undo")
    page.wait_for_url(re.compile("at=0"))
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator("#puzzle-title")).to_contain_text("LITS")
    page.get_by_role("link", name="Play").click()
    expect(page).to_have_title("Wythe · litslab")
    ready(page)
    page.keyboard.press("y")
    expect(page.locator("#moves li")).to_have_count(1)


@contextmanager
def held_back(page: Page, question: str, view: str) -> Iterator[None]:
    """Go to a view, and hold back the answer to the question that it begins with."""
    held: list[Route] = []
    page.route(question, lambda route: held.append(route))  # noqa: PLW0108 - a method has no room for the driver's mark
    with page.expect_request(question):
        page.evaluate("(view) => { location.hash = view; }", view)
    yield
    with page.expect_response(question):
        held.pop().continue_()


def test_nothing_can_be_asked_before_the_game_is_there(opener: Opener) -> None:
    page = opener("#puzzle")
    with held_back(page, "**/api/v1/new", "#play?game=wythe"):
        expect(page.locator(".place[inert]")).to_be_visible()
        page.mouse.click(
            *page.locator("#analyse").evaluate(
                "(button) => { const at = button.getBoundingClientRect(); return [at.x + 9, at.y + "
                "9]; }"
            )
        )
    ready(page)
    expect(page).to_have_title("Wythe · litslab")


@pytest.mark.parametrize(("view", "questions"), [("#play", 0), ("#play?game=wythe", 1)])
def test_a_game_is_asked_for_once_and_the_first_comes_with_the_page(
    opener: Opener,
    view: str,
    questions: int,
) -> None:
    page = opener(view)
    page.locator(".hit").first.wait_for()
    asked = page.evaluate(
        "performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/new')).length"
    )
    assert asked == questions


@pytest.mark.parametrize("view", ["plots", "play?first=wythe"])
def test_a_view_that_was_left_does_not_write_the_address(opener: Opener, view: str) -> None:
    page = opener("#puzzle")
    with held_back(page, "**/api/v1/new", "#play?game=wythe"):
        page.evaluate("(view) => { location.hash = view; }", view)
        page.get_by_role("heading", name=re.compile("Simulate games|Black begins")).wait_for()
    page.wait_for_timeout(200)  # time to do it wrong
    assert view in page.url


def test_pictures_come_as_soon_as_a_busy_server_answers(opener: Opener) -> None:
    page = opener("#rules")
    busy = '{"error": "try again later"}'
    page.route("**/api/v1/position", lambda route: route.fulfill(status=429, body=busy))
    page.get_by_role("link", name="litslab").click()
    expect(page.locator("#status")).to_have_text("try again later")
    page.unroute("**/api/v1/position")
    expect(page.locator("#games .picture svg")).to_have_count(len(GAMES))
    expect(page.locator("#solved .picture svg")).not_to_have_count(0)


def test_the_link_of_a_view_that_was_not_loaded_tries_again(opener: Opener) -> None:
    page = opener("")
    page.route("**/studies.{js,css}", lambda route: route.fulfill(status=404))
    page.click('header a[data-page="studies"]')
    expect(page.locator("#failure p")).to_have_text("the server does not answer")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#failure p")).to_have_text("the server does not answer")
    page.unroute("**/studies.{js,css}")
    page.click('header a[data-page="studies"]')
    page.locator(".studying").wait_for()
    expect(page.locator("#study-list button").first).to_have_css("display", "grid")
    expect(page.locator("#failure")).to_have_count(0)
