"""Playing against an opponent on the page: whose turn it is, who is who, and that nobody plays for the other."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from litslab.games.pieces import Shape
from litslab.games.record import loads
from tests.app.web.page import Opener, hold_a_piece_that_fits, new_game
from tests.app.web.test_page_games import shown_record

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AGAINST_GREEDY = "#play?game=wythe&opponent=greedy"


HASTE = """
  async () => {
    const before = window.fetch;
    window.fetch = async (...all) => { await new Promise((done) => setTimeout(done, 100)); return before(...all); };
    for (let click = 0; click < 100 && document.querySelectorAll("#moves li").length < 8; click += 1) {
      const square = document.querySelector(".hit.fits") ?? document.querySelector(".hit");
      const { x, y, width, height } = square.getBoundingClientRect();
      square.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }));
      await new Promise((done) => setTimeout(done, 30));
    }
    window.fetch = before;
  }
"""
"""Makes every answer late, and clicks all the time, whoever is to move."""


def test_no_click_plays_the_opponents_move(opener: Opener) -> None:
    page = opener(AGAINST_GREEDY)
    page.locator("#setup").wait_for()
    asked: list[int] = []
    page.on("request", lambda found: asked.append(1) if found.url.endswith("/engine") else None)
    page.evaluate(HASTE)
    page.wait_for_timeout(1500)  # the last move that was clicked may be on its way
    expect(page.locator("#scores strong")).to_have_text("Your turn, as black")
    moves = page.locator("#moves li").count() - 1
    assert moves >= 4
    assert moves == 2 * len(asked), "one question for each of the opponent's moves, and one move for each question"


def test_the_board_shows_no_move_while_the_opponent_thinks(opener: Opener) -> None:
    page = opener(AGAINST_GREEDY)
    page.locator("#setup").wait_for()
    page.route("**/api/v1/engine", lambda _: None)  # it is never answered
    assert hold_a_piece_that_fits(page)
    page.locator(".hit.fits").first.click()
    expect(page.locator("#scores strong")).to_have_text("Greedy to move, as white")
    expect(page.locator(".hit.fits")).to_have_count(0)
    page.locator(".hit").nth(20).click()
    expect(page.locator("#status")).to_have_text("It is the turn of Greedy.")
    expect(page.locator(".board rect.ghost")).to_have_count(0)
    expect(page.locator("#moves li")).to_have_count(2)


def test_an_opponent_that_failed_is_asked_again_by_a_click(opener: Opener) -> None:
    page = opener(AGAINST_GREEDY)
    page.locator("#setup").wait_for()
    page.route("**/api/v1/engine", lambda route: route.fulfill(status=429, body='{"error": "busy"}'))
    assert hold_a_piece_that_fits(page)
    page.locator(".hit.fits").first.click()
    expect(page.locator("#status")).to_have_text("busy")
    page.unroute("**/api/v1/engine")
    page.locator(".hit").nth(20).click()
    expect(page.locator("#moves li")).to_have_count(3)


def play_on(page: Page) -> str:
    """Play to the end against the opponent; return what is said of the end."""
    head = page.locator("#scores strong")
    while True:
        expect(head).to_have_text(re.compile("Your turn|The game is over"))
        if "over" in head.inner_text():
            return head.inner_text()
        count = page.locator("#moves li").count()
        assert hold_a_piece_that_fits(page)
        page.locator(".hit.fits").first.click()
        expect(page.locator("#moves li")).not_to_have_count(count)


def test_somebody_who_plays_is_told_who_they_are_and_whether_they_won(opener: Opener) -> None:
    page = opener("#play?game=battle-of-lits&opponent=random")
    expect(page.locator("#scores strong")).to_have_text("Your turn, as X")
    new_game(page, "battle-of-lits", 5)
    told = play_on(page)
    position = loads(shown_record(page)).position()
    won = position.outcome().value > 0
    assert re.fullmatch(
        r"The game is over: you win by (\d+|the tie rule), as X" if won
        else r"The game is over: Random wins by (\d+|the tie rule), as O; you lose", told
    ), told  # fmt: skip
    expect(page.locator(".board rect.ghost")).to_have_count(0)
    page.locator(".hit").first.hover()
    expect(page.locator(".board rect.ghost")).to_have_count(0)
    page.reload()
    expect(page.locator("#level")).to_have_value("random")
    expect(page.locator("#scores strong")).to_have_text(told)


def test_who_swaps_is_told_the_new_side(opener: Opener) -> None:
    page = opener("#play?game=wythe&opponent=random&plays=first")
    expect(page.locator("#scores strong")).to_have_text("Your turn, as white")
    page.get_by_role("button", name="Swap sides").click()
    page.get_by_role("button", name="Swap and be black").click()
    expect(page.locator("#scores strong")).to_have_text("Your turn, as black")


def test_every_new_game_has_a_board_of_its_own(opener: Opener) -> None:
    boards = set()
    for _ in range(2):
        page = opener("#play?game=battle-of-lits")
        boards.add(loads(shown_record(page)).rules)
    assert len(boards) == 2
    again = opener(page.url.partition("/#")[2].join(("#", "")))
    assert loads(shown_record(again)).rules in boards


def test_play_means_the_same_on_the_home_and_with_the_rules(opener: Opener) -> None:
    home = opener("#home").locator("#games .card", has_text="Wythe").get_by_role("link", name="Play Wythe")
    assert home.get_attribute("href") == AGAINST_GREEDY
    rules = opener("#rules?game=wythe").get_by_role("link", name="Play Wythe")
    assert rules.get_attribute("href") == AGAINST_GREEDY


def test_each_place_has_a_title(opener: Opener) -> None:
    page = opener("#play?game=wythe")
    expect(page).to_have_title("Wythe · litslab")
    for name, title in (
        ("puzzle", "LITS puzzles"),
        ("studies", "Endgame studies"),
        ("plots", "Explore"),
        ("rules", "TAIJI"),
    ):
        page.goto(f"{opener.address}#{name}")
        expect(page).to_have_title(f"{title} · litslab")
    page.goto(f"{opener.address}#home")
    expect(page).to_have_title("litslab")


def test_the_page_stays_where_it_is_while_a_game_is_played(opener: Opener) -> None:
    page = opener("#play", phone=True)
    new_game(page, "taiji", 6)
    page.evaluate("scrollTo(0, 0)")
    for _ in range(4):
        assert hold_a_piece_that_fits(page)
        page.locator(".hit.fits").first.evaluate(
            "(square) => { const at = square.getBoundingClientRect(); square.dispatchEvent(new MouseEvent('click', "
            "{ bubbles: true, clientX: at.x + at.width / 2, clientY: at.y + at.height / 2 })); }"
        )
        assert page.evaluate("scrollY") == 0


def test_the_cards_of_double_games_show_both_games(opener: Opener) -> None:
    page = opener("#home")
    records = page.evaluate("async () => (await import('./showcase.js')).POSITIONS")
    for name in ("tailits+taiji", "taiji+battle-of-lits"):
        shapes = {placement.shape for placement in loads(records[name]).position().placements}
        assert Shape.DOMINO in shapes, name
        assert len(shapes) > 1, name


ESTIMATE = {
    "share": 0.45, "interval": [0.4, 0.5], "margin": -1.5, "line": [], "playouts": 900, "under_swap": False,
    "moves": [
        {"move": "a1,a2", "share": 0.45, "interval": [0.4, 0.5], "margin": -1.5, "playouts": 800, "value": None,
         "lower": -9, "upper": 9},
        {"move": "c1,c2", "share": 0.3, "interval": [0.1, 0.6], "margin": -4, "playouts": 100, "value": -1, "lower": -1,
         "upper": -1},
    ],
}  # fmt: skip
ADVICE = {
    "status": "estimated", "verdict": "", "value": None, "lower": -65, "upper": -1, "winner": "the second player",
    "result": "the second player wins by 64 at most", "best": ["c1,c2"], "solution": None, "estimate": ESTIMATE,
    "nodes": 10, "seconds": 0.1, "constructed": False,
}  # fmt: skip


def test_an_estimate_is_called_one_and_its_first_move_is_recommended(opener: Opener) -> None:
    page = opener("#play?game=wythe")
    page.locator("#setup").wait_for()
    answer = f"event: result\ndata: {json.dumps(ADVICE)}\n\n"
    page.route("**/api/v1/analyse", lambda route: route.fulfill(body=answer, content_type="text/event-stream"))
    page.click("#analyse")
    result = page.locator("#result")
    expect(result.locator("p").first).to_have_text(re.compile(
        "Estimated: black wins 45 % .+; proved so far: the second player wins by 64 at most"))  # fmt: skip
    expect(result).to_contain_text("Move with the best estimate (outlined on the board): a1,a2")
    expect(page.locator(".gauge.estimated")).to_have_count(1)
    assert page.locator(".board rect.best.estimated").count() == 2
    assert page.locator(".board rect.best.proved").count() == 2, "what is proved of one move is drawn so"


def test_the_value_of_the_best_move_is_said_as_that_of_the_position(opener: Opener) -> None:
    page = opener("#play")
    new_game(page, "taiji", 4)
    page.check("#all-moves")
    page.click("#analyse")
    verdict = page.locator("#result p").first
    expect(verdict).to_contain_text("Proved: ")
    result = verdict.inner_text().removeprefix("Proved: ")
    expect(page.locator("#move-values tr.best td").nth(2)).to_have_text(f"{result} (proved)")
