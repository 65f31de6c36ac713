"""The games on the page, in a real browser: to their ends by mouse, keyboard and touch; analyses and records."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from litslab.app.documents.solutions import SolutionDocument
from litslab.app.web import documents, positions
from litslab.app.web.application import STATIC
from litslab.app.web.settings import Settings
from litslab.games.errors import IllegalMoveError
from litslab.games.notation import parse_move
from litslab.games.record import loads
from litslab.games.registry import GAMES
from litslab.games.rule_text import rule_text
from litslab.solver.endgame.solve import solve
from tests.app.web.page import (
    Opener,
    has_no_horizontal_scrolling,
    hold_a_piece_that_fits,
    new_game,
    place_one,
    placed,
    play_against_an_opponent,
    play_one,
    unfold,
)
from tests.running import DOCS, Running, all_ended, descendants, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def shown_record(page: Page) -> str:
    """Return the record that the page has, as text."""
    page.locator("#setup").wait_for()
    unfold(page)
    if not page.locator("#record-text").is_visible():
        page.get_by_text("Paste a record").click()
    page.get_by_role("button", name="Show this record").click()
    return page.input_value("#record-text")


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("taiji", 3), ("battle-of-lits", 4), ("tailits", 5), ("wythe", 3), ("tailits+taiji", 3),
        ("taiji+battle-of-lits", 3),
    ],
)  # fmt: skip
def test_a_game_is_played_to_its_end_by_clicks(opener: Opener, game: str, size: int) -> None:
    page = opener()
    new_game(page, game, size)
    while play_one(page):
        pass
    position = loads(shown_record(page)).position()
    assert position.is_over
    winner = position.rules.sides[0 if position.outcome().value > 0 else 1]
    expect(page.locator("#scores strong")).to_contain_text(f"The game is over: {winner} wins")
    for side, score in zip(position.rules.sides, position.scores(), strict=True):
        expect(page.locator("#scores")).to_contain_text(f"{side} {score}")
    expect(page.locator("#left")).to_have_text("Nothing can be placed any more.")
    if game == "tailits+taiji":
        expect(page.locator(".ended")).to_have_text(re.compile(r"By game: TAILITS .+; TAIJI .+\."))


def test_a_game_is_played_by_the_keyboard_alone(opener: Opener) -> None:
    page = opener()
    new_game(page, "wythe", 3)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_contain_text("rotate the piece")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_have_count(0)
    page.locator("#position-title").evaluate("document.activeElement.blur()")
    while page.evaluate("document.activeElement.id") != "board":
        page.keyboard.press("Tab")
    column, row = 1, 1
    for count in range(1, 20):
        if "over" in page.inner_text("#scores"):
            break
        while not page.locator(".hit.fits").count():
            page.keyboard.press("r")
        square = page.locator(".hit.fits").first.get_attribute("data-square")
        assert square
        across, up = ord(square[0]) - ord("a") - column, int(square[1]) - 1 - row
        for key, steps in (("ArrowRight", across), ("ArrowLeft", -across), ("ArrowUp", up), ("ArrowDown", -up)):
            for _ in range(steps):
                page.keyboard.press(key)
        column, row = column + across, row + up
        if across or up:
            expect(page.locator("#live")).to_contain_text(f"{square}: ")
        page.keyboard.press("Enter")
        expect(page.locator("#moves [aria-current]")).to_contain_text(f"{count}. ")
        if count == 1:
            page.keyboard.press("s")
            expect(page.locator("#swap-dialog")).to_contain_text("You take over black")
            page.keyboard.press("Enter")
            expect(page.locator("#scores")).to_contain_text("swapped")
            page.keyboard.press("u")
            expect(page.locator("#moves [aria-current]")).to_contain_text("1. ")
            expect(page.locator("#scores")).not_to_contain_text("swapped")
    assert loads(shown_record(page)).position().is_over


def test_a_game_is_played_by_touch_on_a_phone(opener: Opener) -> None:
    page = opener(phone=True)
    new_game(page, "battle-of-lits", 4)
    while hold_a_piece_that_fits(page):
        count = page.locator("#moves li").count()
        square = page.locator(".hit.fits").first
        square.tap()
        expect(page.locator("#status")).to_contain_text("tap again")
        assert page.locator("#moves li").count() == count
        if count == 1:
            page.locator("#place").tap()
        else:
            square.tap()
        expect(page.locator("#moves li")).to_have_count(count + 1)
        assert has_no_horizontal_scrolling(page)
    assert loads(shown_record(page)).position().is_over


def test_a_piece_is_dragged_and_an_illegal_placement_says_every_rule_that_it_breaks(opener: Opener) -> None:
    page = opener("#play?game=wythe")
    page.locator("#setup").wait_for()
    unfold(page)
    expect(page.locator("#new-size")).to_be_visible()
    expect(page.locator("#seed")).to_be_hidden()  # it would do nothing
    page.select_option("#game", "battle-of-lits")
    expect(page.locator("#seed")).to_be_visible()
    new_game(page, "battle-of-lits", 6)
    start = page.locator(".pieces button").first.bounding_box()
    target = page.locator('.hit[data-square="b2"]').bounding_box()
    assert start
    assert target
    page.mouse.move(start["x"] + 15, start["y"] + 15)
    page.mouse.down()
    page.mouse.move(target["x"] + 20, target["y"] + 20, steps=5)
    assert page.locator(".ghost.legal").count() == 4
    page.mouse.up()
    expect(page.locator("#moves li")).to_have_count(2)
    assert "L[" in page.inner_text("#moves")
    page.locator(".pieces button").first.click()
    page.locator('.hit[data-square="c2"]').hover()
    assert page.locator(".ghost.illegal").count() == 4
    expect(page.locator(".reason")).to_contain_text("it overlaps a tetromino on c1")
    move = page.locator("g.ghost").get_attribute("data-move")
    page.locator('.hit[data-square="c2"]').click()
    position = loads(shown_record(page)).position()
    with pytest.raises(IllegalMoveError) as refused:
        position.check(parse_move(str(move), position))
    assert len(refused.value.broken) > 1
    expect(page.locator("#status.error")).to_have_text(f"{move}: {'; '.join(refused.value.broken)}")
    assert placed(page) == 1
    page.locator("#position-title").hover()
    expect(page.locator(".reason")).to_be_hidden()


def test_moves_are_taken_back_replayed_and_kept_as_side_lines(opener: Opener) -> None:
    page = opener()
    new_game(page, "taiji", 4)
    for _ in range(3):
        play_one(page)
    line = page.locator("#moves li").all_inner_texts()
    page.locator("#moves button").nth(1).click()
    expect(page.locator("#moves [aria-current]")).to_have_text(line[1])
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#moves [aria-current]")).to_have_text(line[2])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves [aria-current]")).to_have_text(line[1])
    page.locator(".hit.fits").last.click()
    expect(page.locator("#moves li")).to_have_count(3)
    assert page.locator("#moves li").all_inner_texts() != line[:3]
    page.locator("#lines button").click()
    expect(page.locator("#moves li")).to_have_text(line)


def judge_a_move(page: Page) -> None:
    """Read the rules of Wythe and judge the first move, wrongly and then rightly."""
    example = page.locator(".example").first
    expect(page.locator("[data-rules=wythe]")).to_have_attribute("aria-pressed", "true")
    example.get_by_role("button", name="Legal", exact=True).click()
    expect(example.get_by_role("status")).to_contain_text("Not so: b3,b2 is illegal.")
    example.get_by_role("button", name="Illegal").click()
    expect(example.get_by_role("status")).to_contain_text("Right: b3,b2 is illegal. Each half would lie")
    expect(example.get_by_role("status")).to_contain_text("The rules say: the piece on b2 and b3 would have no")
    page.locator("a.go").click()
    expect(page.locator("#position-title")).to_have_text("Wythe")


def test_the_rules_are_told_and_lead_to_a_game(opener: Opener) -> None:
    page = opener("#play?game=wythe")
    page.click("#rules-link")
    judge_a_move(page)
    page.locator('nav a[data-page="rules"]').click()
    page.click("[data-rules=lits]")
    expect(page.locator(".rules h2")).to_have_text("LITS")
    expect(page.locator(".rules .go")).to_have_attribute("href", "#puzzle")


def test_an_address_restores_the_position(opener: Opener) -> None:
    page = opener()
    new_game(page, "wythe", 4)
    play_one(page)
    play_one(page)
    page.locator("#moves button").nth(1).click()
    expect(page.locator("#moves [aria-current]")).to_contain_text("1.")
    page.wait_for_url(re.compile("at=1"))
    moves, record = page.locator("#moves li").all_inner_texts(), shown_record(page)
    opener(page.url[len(opener.address) :])
    expect(page.locator("#moves li")).to_have_text(moves)
    expect(page.locator("#moves [aria-current]")).to_contain_text("1.")
    assert shown_record(page) == record
    for hash_, said in (("#play?game=nonsense", "nonsense"), ("#play?g=nonsense", "the address holds no game")):
        opener(hash_)
        expect(page.locator("#status.error")).to_contain_text(said)
        expect(page.locator("#moves li")).to_have_count(1)


def test_nothing_can_be_asked_before_the_game_is_there(opener: Opener) -> None:
    page = opener("#puzzle")
    with held_back(page, "**/api/v1/new", "#play?game=wythe"):
        expect(page.locator(".columns[inert]")).to_be_visible()
        expect(page.locator("#analyse")).to_have_count(0)
    expect(page.locator("#analyse")).to_be_enabled()
    expect(page.locator("[inert]")).to_have_count(0)


@pytest.mark.parametrize(("view", "questions"), [("#play", 0), ("#play?game=wythe", 1)])
def test_a_game_is_asked_for_once_and_the_first_comes_with_the_page(opener: Opener, view: str, questions: int) -> None:
    page = opener(view)
    page.locator(".hit").first.wait_for()
    asked = page.evaluate("performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/new')).length")
    assert asked == questions


def test_a_view_that_was_left_does_not_write_the_address(opener: Opener) -> None:
    page = opener("#puzzle")
    with held_back(page, "**/api/v1/new", "#play?game=wythe"):
        page.evaluate("location.hash = 'plots'")
        page.get_by_role("heading", name="Simulate games").wait_for()
    page.wait_for_timeout(200)  # time to do it wrong
    assert page.url.endswith("#plots")


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


def test_what_remains_and_what_a_move_does_are_said(opener: Opener) -> None:
    page = opener()
    new_game(page, "battle-of-lits", 5)
    page.locator(".hit.fits").first.hover()
    expect(page.locator("#effect")).to_contain_text("takes away")
    move = page.locator("g.ghost").get_attribute("data-move")
    assert move
    said = page.inner_text("#effect")
    found = positions.effect(documents.MoveRequest(record=shown_record(page), move=move), Settings())
    assert found.protects
    for what, counts in (("covers", found.covers), ("protects", found.keeps)):
        words = ", ".join(f"{count} {symbol}" for symbol, count in counts.items() if symbol.isalpha())
        assert words in said.split(f"{what} ")[1].split(" · ")[0]
    page.get_by_role("button", name="Ask about squares").click()
    page.locator('.hit[data-square="c3"]').click()
    expect(page.locator("#covering")).to_contain_text("of 212 placements cover c3")
    position = loads(shown_record(page)).position()
    square = position.rules.board.parse("c3")
    covering = [each for each in position.rules.table.of(position.legal) if each.mask >> square & 1]
    expect(page.locator("#covering li")).to_have_count(len(covering))
    assert placed(page) == 0


def test_an_analysis_ends_with_the_exact_value(opener: Opener) -> None:
    page = opener()
    new_game(page, "battle-of-lits", 4)
    page.check("#all-moves")
    play_one(page)
    gauge = page.locator("#gauge")
    expect(gauge).to_have_attribute("aria-label", "Not analysed")
    solution = SolutionDocument.of(solve(loads(shown_record(page)).position(), all_moves=True))
    page.click("#analyse")
    expect(gauge).to_have_attribute("aria-label", re.compile(f"Proved: {solution.winner}"))
    result = page.locator("#result")
    expect(result).to_contain_text("Proved: ")
    expect(result).to_contain_text(f"{solution.winner} wins")
    rows = page.locator("#move-values tbody tr")
    expect(rows).to_have_count(len(solution.moves))
    expect(rows.first).to_contain_text("nothing")
    assert page.locator(".ghost.best.proved").count()
    best = rows.first.locator("button").inner_text()
    rows.first.locator("button").click()
    expect(page.locator("#moves [aria-current]")).to_contain_text(best)
    expect(result).to_be_empty()
    expect(gauge).not_to_have_attribute("aria-label", re.compile("Proved"))


def move_estimate(move: str, share: float) -> dict[str, Any]:
    """Return what playouts say of a move."""
    return {
        "move": move, "share": share, "interval": [share - 0.1, share + 0.1], "margin": 1.5, "playouts": 100,
        "value": None, "lower": -9, "upper": 9,
    }  # fmt: skip


def test_an_estimate_is_told_apart_from_a_proof_by_words(opener: Opener) -> None:
    page = opener()
    new_game(page, "taiji", 4)
    moves = [move_estimate("a1,a2", 0.75), move_estimate("a2,a1", 0.5)]
    bounds: dict[str, Any] = {
        "status": "bounded", "value": None, "lower": -9, "upper": 9, "winner": None, "margin": None,
        "best": ["a1,a2"], "pv": [], "nodes": 1000, "seconds": 1.0, "engine": "kernel", "constructed": False,
        "moves": [],
        "result": "between dark by 5 and light by 4",
    }  # fmt: skip
    estimate = {"share": 0.75, "interval": [0.65, 0.85], "margin": 1.5, "moves": moves, "line": [], "playouts": 200}
    result = page.locator("#result")
    for answer, expected in (
        (bounds, "Time limit reached: between dark by 5 and light by 4"),
        (bounds | {"estimate": estimate}, "Estimated: light wins 75 % (65 % to 85 %, 95 % confidence), margin 1.5"),
        (bounds | {"winner": "dark", "upper": -1, "result": "dark by 5 at most"}, "Proved: dark by 5 at most"),
        (
            bounds | {"status": "exact", "value": 3, "winner": "light", "result": "light wins by 1"},
            "Proved: light wins by 1",
        ),
        (
            bounds
            | {
                "status": "stored",
                "value": -1,
                "winner": "dark",
                "result": "dark wins by the tie rule",
                "book": "a.db",
            },
            "As stored in a.db, not verified: dark wins by the tie rule",
        ),
    ):
        body = f"event: result\ndata: {json.dumps(answer)}\n\n"
        page.route("**/api/v1/analyse", partial(fulfill, body))
        page.click("#analyse")
        expect(result.locator("p").first).to_have_text(expected)
        if "estimate" in answer:
            rows = page.locator("#move-values tbody tr")
            expect(rows.nth(0)).to_contain_text("nothing")
            expect(rows.nth(1)).to_contain_text("25 % of the games")
            expect(rows.nth(1)).to_contain_text("(estimated)")
        cost = "Nothing was searched; the campaign cost 1,000 nodes" if "book" in answer else "1,000 nodes, 1.0 s"
        expect(result.locator("p.note").last).to_have_text(cost)
        page.unroute_all()


def fulfill(body: str, route: Route) -> None:
    """Answer a request with an event."""
    route.fulfill(body=body, content_type="text/event-stream")


def test_a_move_ends_the_analysis(opener: Opener, server: Running) -> None:
    page = opener()
    new_game(page, "battle-of-lits", 9)
    page.fill("#seconds", "3600")
    page.click("#analyse")
    expect(page.locator("#result")).to_have_text(re.compile("Analysing … [1-9]"))
    searching = descendants(server.process.pid)
    play_one(page)
    expect(page.locator("#result")).to_be_empty()
    expect(page.locator("#analyse")).to_be_enabled()
    assert wait_until(lambda: any(all_ended([each]) for each in searching))
    page.click("#analyse")
    expect(page.locator("#result")).to_have_text(re.compile("Analysing … [1-9]"))
    searching = descendants(server.process.pid)
    page.click("#stop")
    expect(page.locator("#status")).to_have_text("Analysis stopped.")
    assert wait_until(lambda: any(all_ended([each]) for each in searching))


def test_a_game_against_an_opponent_survives_quick_clicks_and_a_reload(opener: Opener) -> None:
    page = opener()
    new_game(page, "battle-of-lits", 6)
    play_against_an_opponent(page, page.reload)
    new_game(page, "taiji", 4)
    page.select_option("#person", "0")
    page.wait_for_url(re.compile("plays=first"))
    page.reload()
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#person")).to_have_value("0")


def test_while_the_opponent_is_awaited_a_click_sends_no_move(opener: Opener) -> None:
    page = opener()
    new_game(page, "wythe", 4)
    page.check("#live-analysis")
    held: list[Route] = []
    page.route("**/api/v1/engine", lambda route: held.append(route))  # noqa: PLW0108 - as in held_back
    page.select_option("#level", "greedy")
    place_one(page)
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#status")).to_have_text(re.compile("is thinking …"))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator(".hit").last.click()
    expect(page.locator("#status")).to_have_text("It is the turn of Greedy.")
    assert page.locator("#moves li").count() == 2
    assert not [url for url in sent if url.endswith("/play")]
    # An analysis ends the opponent's thinking: the next click has it think again.
    page.click("#analyse")
    expect(page.locator("#result")).to_contain_text("Proved")
    page.locator(".hit").last.click()
    expect(page.locator("#status")).to_have_text(re.compile("is thinking …"))
    # Going to the end of the game has the opponent answer, too.
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves [aria-current]")).to_have_text("0")
    page.unroute_all()
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#moves li")).to_have_count(3)


def test_a_board_is_painted_and_a_position_set_up(opener: Opener) -> None:
    page = opener()
    new_game(page, "battle-of-lits", 4)
    page.locator("#setup > summary").click()
    page.select_option("#setup-symbol", "O")
    expect(page.locator(".symbols button")).to_have_count(16)
    for cell in page.locator(".symbols button").all():
        cell.click()
    page.fill("#setup-placed", "I[a1,b1,c1,d1]")
    page.select_option("#setup-side", "O")
    page.click("#set-up")
    expect(page.locator("#scores")).to_have_text("O to moveX 0 O 12")
    page.click("#usual")
    expect(page.locator(".symbols button", has_text="X")).not_to_have_count(0)
    new_game(page, "taiji", 4)
    page.click("#setup-board")
    for count in (1, 2):
        page.locator(".hit.fits").first.click()
        expect(page.locator("#scores")).to_contain_text(f"light {count}")
        expect(page.locator("#scores")).to_contain_text("light to move")
    page.locator('.hit[data-square="a1"]').click()
    expect(page.locator("#scores")).to_contain_text("light 1")
    assert len(page.input_value("#setup-placed").split("\n")) == 1
    page.click("#setup-board")
    page.locator(".hit.fits").first.click()
    expect(page.locator("#moves li")).to_have_count(2)


def test_a_game_is_reviewed(opener: Opener) -> None:
    page = opener()
    new_game(page, "taiji", 3)
    while play_one(page):
        pass
    page.click("#review")
    expect(page.locator(".curve circle")).to_have_count(placed(page) + 1)
    assert page.locator(".curve circle.exact").count()
    page.locator(".curve circle").nth(1).click()
    expect(page.locator("#moves [aria-current]")).to_contain_text("1.")
    assert page.locator(".curve").count(), "going through the game keeps its review"


def test_a_record_is_opened_dropped_onto_the_page_and_refused(opener: Opener) -> None:
    page = opener()
    new_game(page, "taiji", 3)
    page.set_input_files(
        "#record-file",
        {"name": "a.toml", "mimeType": "text/plain", "buffer": b'game = "wythe"\nmoves = "c3,c4 a1,a2"\n'},
    )
    expect(page.locator("#position-title")).to_have_text("Wythe")
    expect(page.locator("#moves li")).to_have_count(3)
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(['game = "wythe"\\nmoves = "c3,c4"'], "a.toml"));
          document.getElementById("board").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}));
        }"""
    )
    expect(page.locator("#moves li")).to_have_count(2)
    page.get_by_text("Paste a record").click()
    page.fill("#record-text", 'game = "chess"')
    page.click("#load-record")
    expect(page.locator("#status.error")).to_contain_text("chess")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "wythe.toml"
    with page.expect_download() as picture:
        page.get_by_role("button", name="PNG").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_record_is_saved_and_opened_in_the_folder(opener: Opener, folder: Path) -> None:
    page = opener()
    new_game(page, "wythe", 3)
    play_one(page)
    page.fill("#folder-name", "mine.toml")
    page.click("#folder-save")
    expect(page.locator("#status")).to_have_text("mine.toml saved.")
    assert (folder / "mine.toml").read_text(encoding="utf-8") == shown_record(page)
    new_game(page, "taiji", 3)
    page.click("#folder-open")
    expect(page.locator("#position-title")).to_have_text("Wythe")
    expect(page.locator("#moves li")).to_have_count(2)


def test_a_view_that_is_left_keeps_its_state(opener: Opener) -> None:
    page = opener()
    new_game(page, "wythe", 3)
    play_one(page)
    page.locator("#moves button").first.click()
    page.wait_for_url(re.compile("at=0"))
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator("#grid-status")).to_have_attribute("data-status", "unique")
    page.get_by_role("link", name="Play").click()
    expect(page.locator("#position-title")).to_have_text("Wythe")
    expect(page.locator("#moves li")).to_have_count(2)


def test_the_first_page_leads_to_each_game_and_to_todays_puzzles(opener: Opener) -> None:
    page = opener("")
    expect(page.locator("#games .picture svg")).to_have_count(len(GAMES))
    expect(page.locator("#games p")).to_have_text([rule_text(name).summary for name in GAMES])
    expect(page.locator("#today .picture svg")).to_have_count(4)
    page.get_by_role("link", name="Play Wythe").click()
    expect(page.locator("#position-title")).to_have_text("Wythe")
    expect(page.locator("#level")).to_have_value("greedy")
    place_one(page)
    expect(page.locator("#moves li")).to_have_count(3)
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Continue Wythe (2 moves)").click()
    expect(page.locator("#moves li")).to_have_count(3)
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Solve the puzzle, easy").click()
    expect(page.locator("#grid .cell-square")).not_to_have_count(0)
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Learn TAILITS", exact=True).click()
    expect(page.locator(".rules h2")).to_have_text("TAILITS")
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Step through Wythe 5×5").click()
    expect(page.locator("#moves [aria-current]")).to_have_text("0")
    expect(page.locator("#moves li")).to_have_count(17)


def test_the_solved_boards_of_the_page_are_those_of_the_results() -> None:
    known = json.loads((DOCS / "results" / "boards.json").read_text(encoding="utf-8"))
    records = re.findall(r"record: `(.*?)`", (STATIC / "solved.js").read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(records) >= 4
    for text in records:
        record = loads(text)
        position = record.position()
        assert position.is_over
        (same,) = {board["value"] for board in known if board["line"] == tomllib.loads(text)["moves"]}
        assert position.outcome().value == same


def test_the_strengths_of_the_opponents_are_those_of_the_ladder(opener: Opener) -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    ladder = text.split("<!-- ladder -->")[1].split("<!-- end of the ladder -->")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in ladder.splitlines() if " v. " in line]
    measured = {(game, board, players): (share.split(" %")[0], games) for game, board, players, games, share, _ in rows}
    page = opener("#play?game=wythe")
    shown, weaker = page.evaluate(
        'async () => { const all = await import("./strengths.js"); return [all.STRENGTHS, all.WEAKER]; }'
    )
    assert set(shown) == {game for game, _, _ in measured}
    for game, found in shown.items():
        for player, (percent, count) in found["wins"].items():
            assert measured[game, found["board"], f"{player} v. {weaker[player]}"] == (str(percent), str(count))
    page.select_option("#level", "mcts:512")
    expect(page.locator("#strength")).to_have_text(re.compile(r"Won \d+ % of \d+ games against greedy on 6×6\."))


@pytest.mark.parametrize("phone", [False, True])
def test_the_board_fills_the_window_and_analyse_is_in_sight(opener: Opener, phone: bool) -> None:
    page = opener("#play?game=battle-of-lits", phone=phone)
    expect(page.locator("#analyse")).to_be_enabled()
    board, analyse, size = (
        page.locator("#board svg").bounding_box(),
        page.locator("#analyse").bounding_box(),
        page.viewport_size,
    )
    assert board
    assert analyse
    assert size
    assert analyse["y"] + analyse["height"] <= size["height"]
    assert board["width"] >= 0.92 * size["width"] if phone else board["height"] >= 0.7 * size["height"]
