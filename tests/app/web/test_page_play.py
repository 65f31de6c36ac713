"""Playing on the page: to the end by mouse, keyboard and touch, against opponents, by link, and who
is who.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from litslab.app.web import documents, positions
from litslab.app.web.settings import Settings
from litslab.games import create
from litslab.games.errors import IllegalMoveError
from litslab.games.notation import format_move, parse_move
from litslab.games.outcome import points_text
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.registry import GAMES
from litslab.games.rule_text import rule_text
from tests.app.web import page as user
from tests.app.web.waiting import evaluate
from tests.running import PATIENCE

pytestmark = pytest.mark.slow

AGAINST_GREEDY = "#play?game=wythe&opponent=greedy"
POINTS = r"(\d+½?|½)"
"""A number of points, as a pattern."""


# --- to the end


@pytest.mark.parametrize(("game", "size"), [("taiji", 3), ("wythe", 3), ("tailits+taiji", 3)])
def test_a_game_is_played_to_its_end_by_clicks(opener: user.Opener, game: str, size: int) -> None:
    page = user.new_game(opener("#play?game=taiji"), game, size)
    expect(page.locator("#sentence")).to_contain_text(" to move. ")
    while user.play_one(page):
        pass
    position = loads(user.shown_record(page)).position()
    assert position.is_over
    first, second = position.rules.sides
    winner, loser = (first, second) if position.outcome().value > 0 else (second, first)
    sentence = page.locator("#sentence")
    reason = page.locator("#play-note")
    expect(sentence).to_have_text(
        re.compile(rf"{winner} wins by (the tie rule|{POINTS})\.", re.IGNORECASE)
    )
    for strip, score in zip(("#you", "#them"), position.score_texts(), strict=True):
        expect(page.locator(f"{strip} b")).to_have_text(score)
    shown = positions.answer_position(
        documents.RecordRequest(record=user.shown_record(page)), Settings()
    )
    if "tie rule" in sentence.inner_text():
        expect(reason).to_contain_text("The scores are equal")
    elif game == "wythe":
        size = max(position.scores())
        groups = Counter(each.side for each in shown.groups if len(each.squares) == size)
        assert groups[winner] > groups[loser]
        expect(reason).to_contain_text(
            re.compile(rf"{winner} has {groups[winner]} groups? of {size}, ", re.IGNORECASE)
        )
        expect(reason).to_contain_text(f"{loser} {groups[loser] or 'none'}.")
    else:
        expect(reason).to_contain_text(
            re.compile(rf"{winner} has {POINTS}, {loser} has {POINTS}\.", re.IGNORECASE)
        )
    if game == "tailits+taiji":
        expect(reason).to_have_text(
            re.compile(r"By game: TAILITS .+; TAIJI .+; half a point for (black|white)\.")
        )
    # The last board has pieces and symbols, and no piece in hand.
    expect(page.locator(".hit.fits")).to_have_count(0)
    page.locator(".hit").nth(size + 1).hover()
    expect(page.locator(".board rect.ghost")).to_have_count(0)
    counted = sum(group.counts for group in shown.groups)
    expect(page.locator(".board .group")).to_have_count(counted)
    page.click("#again")
    expect(page.locator("#moves li")).to_have_count(0)
    expect(page.locator(".board .group")).to_have_count(0)


def test_the_half_point_is_a_part_of_the_score(opener: user.Opener) -> None:
    record = user.random_game("tailits+taiji", {"size": 5}, seed=1)
    position = record.position()
    black, white = position.score_texts()
    assert "½" in black + white
    outcome = position.outcome()
    named = {"black": black, "white": white}
    loser = named.keys() - {outcome.winner}
    page = user.ready(opener(user.address_of(dumps(record), "play")))
    expect(page.locator("#sentence")).to_have_text(
        f"{outcome.winner.capitalize()} wins by {points_text(abs(outcome.value))}."
    )
    expect(page.locator("#play-note")).to_contain_text(
        f"{outcome.winner.capitalize()} has {named[outcome.winner]}, "
        f"{(name := loser.pop())} has {named[name]}. "
    )
    expect(page.locator("#you b")).to_have_text(black)
    expect(page.locator("#them b")).to_have_text(white)
    user.analyse(page)
    expect(page.locator("#state")).to_have_text(f"black {black}, white {white}")


def test_a_game_is_played_in_japanese(opener: user.Opener) -> None:
    page = user.ready(opener("#play?game=battle-of-lits&seed=1&lang=ja"))
    sentence = page.locator("#sentence")
    side = page.locator(".side")
    expect(sentence).to_have_text("X の手番です。O を覆い、X を残しましょう。")
    user.place_one(page)
    page.click("#swap")
    expect(page.locator("#swap-dialog p").first).to_contain_text(
        "自分が X、相手が O になり、次は相手の手番です。"
    )
    record = Record(create("tailits+taiji", size=3))
    while not (position := record.position()).is_over:
        record = record.append(format_move(position.legal_moves()[0], position.rules))
    page = user.ready(opener(user.address_of(dumps(record), "play", lang="ja")))
    expect(sentence).to_have_text(re.compile(rf"^[白黒]の {POINTS} 点勝ちです。$"))
    parts = r"[白黒] \d+、[白黒] \d+"
    expect(page.locator("#play-note")).to_have_text(
        re.compile(
            rf"得点は[白黒] {POINTS}、[白黒] {POINTS} です。"
            rf"内訳：タイリッツ（{parts}）／太極（{parts}）／[白黒]に ½ 点。"
        )
    )
    assert not re.search("[A-Za-z]{2}", side.inner_text().replace("LITS", ""))


def test_a_game_is_played_by_the_keyboard_alone(opener: user.Opener) -> None:
    page = user.new_game(opener("#play?game=wythe"), "wythe", 3)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_contain_text("rotate the piece")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    while page.evaluate("document.activeElement.id") != "board":
        page.keyboard.press("Tab")
    column = 1
    row = 1
    for count in range(1, 20):
        if "wins" in page.inner_text("#sentence"):
            break
        while not page.locator(".hit.fits").count():
            page.keyboard.press("r")
        square = str(page.locator(".hit.fits").first.get_attribute("data-square"))
        across = ord(square[0]) - ord("a") - column
        up = int(square[1]) - 1 - row
        for key, steps in (
            ("ArrowRight", across),
            ("ArrowLeft", -across),
            ("ArrowUp", up),
            ("ArrowDown", -up),
        ):
            for _ in range(steps):
                page.keyboard.press(key)
        column = column + across
        row = row + up
        if across or up:
            expect(page.locator("#live")).to_contain_text(f"{square}: ")
        page.keyboard.press("Enter")
        expect(page.locator("#moves li")).to_have_count(count)
        if count == 1:
            page.keyboard.press("s")
            expect(page.locator("#swap-dialog")).to_contain_text("You take over black")
            page.keyboard.press("Enter")
            expect(page.locator("#moves li")).to_have_count(2)
            page.keyboard.press("u")
            expect(page.locator("#moves li:first-child [aria-current]")).to_have_count(1)
            expect(page.locator("#sentence")).to_contain_text("White to move.")
    assert loads(user.shown_record(page)).position().is_over


def test_a_game_is_played_by_touch_on_a_phone(opener: user.Opener) -> None:
    page = user.new_game(opener("#play?game=battle-of-lits", phone=True), "battle-of-lits", 4)
    expect(page.locator("#play-note")).to_have_text("Tap a square, and tap it again to place.")
    turn, flip = (page.get_by_role("button", name=name, exact=True) for name in ("Rotate", "Flip"))
    while page.locator(".pieces button:not(.spent)").count():
        page.locator(".pieces button:not(.spent)").first.tap()
        for turned in range(8):
            if page.locator(".hit.fits").count():
                break
            (flip if turned == 3 else turn).tap()
        count = user.placed(page)
        square = page.locator(".hit.fits").first
        square.tap()
        expect(page.locator(".board rect.ghost.legal")).to_have_count(4)
        expect(page.locator("#status")).to_contain_text("tap again")
        assert user.placed(page) == count
        square.tap()
        expect(page.locator("#status")).not_to_contain_text("tap again")
        expect(page.locator("#moves li")).to_have_count(count + 1)
        assert user.has_no_horizontal_scrolling(page)
        assert page.evaluate("scrollY") == 0, "the board stays where it is"
    assert loads(user.shown_record(page)).position().is_over


def shown_squares(page: Page, kind: str) -> set[str]:
    """Return the middles of the squares over which the piece in hand or a hint is drawn."""
    boxes = [each.bounding_box() for each in page.locator(f".board rect.ghost.{kind}").all()]
    return {f"{box['x']:.0f},{box['y']:.0f}" for box in boxes if box}


def test_a_piece_that_is_turned_stays_where_it_was_tapped_and_one_at_the_edge_is_on_the_board(
    opener: user.Opener,
) -> None:
    page = user.new_game(opener("#play", phone=True), "battle-of-lits", 6)
    page.locator('.pieces button[data-piece="L"]').tap()
    page.locator('.hit[data-square="a6"]').tap()
    before = shown_squares(page, "legal")
    assert len(before) == 4
    page.get_by_role("button", name="Rotate", exact=True).tap()
    expect(page.locator(".board rect.ghost.legal")).to_have_count(4)
    assert shown_squares(page, "legal") != before
    page.locator('.hit[data-square="a6"]').tap()
    expect(page.locator("#moves li")).to_have_count(1)
    assert "a6" in user.shown_record(page)


def test_earlier_positions_are_looked_at_without_leaving_the_game(opener: user.Opener) -> None:
    page = user.ready(opener("#play?game=taiji"))
    for _ in range(3):
        user.play_one(page)
    before = user.shown_record(page)
    page.locator("#moves button").first.click()
    expect(page.locator("#sentence")).to_have_text("After move 1 of 3.")
    expect(page.locator(".board .piece")).to_have_count(1)
    expect(page.locator(".hit.fits")).to_have_count(0)
    expect(page.locator("#moves [aria-current]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#sentence")).to_have_text("After move 0 of 3.")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#hint")).to_be_disabled()
    expect(page.locator("#sentence")).to_have_text("After move 2 of 3.")
    page.click("#back")
    expect(page.locator("#sentence")).to_contain_text("Dark to move.")
    expect(page.locator("#hint")).to_be_enabled()
    assert user.shown_record(page) == before
    user.play_one(page)
    expect(page.locator("#moves li")).to_have_count(4)


def test_the_last_move_of_the_other_is_told_on_a_phone(opener: user.Opener) -> None:
    page = user.ready(opener(AGAINST_GREEDY, phone=True))
    assert user.place_one(page)
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#sentence .last")).to_be_visible()
    expect(page.locator("#sentence .last")).to_have_text(re.compile(r"^Greedy: .*[a-z]\d"))


def test_a_placed_piece_moves_into_its_place_unless_motion_is_reduced(opener: user.Opener) -> None:
    for phone in (True, False):
        page = user.ready(opener("#play?game=taiji", phone=phone))
        fits = page.locator(".hit.fits").nth(20)
        fits.click()
        if phone:
            fits.click()  # the first tap shows it
        placed = page.locator("#board .placed")
        expect(placed).to_have_count(1)
        animation = "getComputedStyle(document.querySelector('#board .placed')).animationName"
        assert page.evaluate(animation) == ("land" if phone else "none")
        page.click("#undo")
        expect(placed).to_have_count(0)


def test_the_centre_of_tailits_is_marked_until_it_is_covered(opener: user.Opener) -> None:
    page = user.new_game(opener(), "tailits", 7)
    centre = middle(page.locator(".board .centre"))
    assert centre == pytest.approx(middle(page.locator('.hit[data-square="d4"]')), abs=1)
    user.play_one(page)
    expect(page.locator(".board .centre")).to_have_count(0)


@pytest.mark.parametrize("height", [664, 844])
def test_a_message_covers_nothing_that_it_is_about(opener: user.Opener, height: int) -> None:
    page = user.new_game(opener("#play", phone=True), "battle-of-lits", 10)
    page.set_viewport_size({"width": 390, "height": height})
    page.locator('.hit[data-square="e5"]').tap()
    message = page.locator("#status")
    expect(message).to_contain_text("tap again")
    page.locator('.hit[data-square="e5"]').tap()
    expect(page.locator("#moves li")).to_have_count(1)
    page.locator('.hit[data-square="f6"]').tap()
    expect(page.locator("#status.error")).to_contain_text("the 2×2 block")
    expect(page.locator(".reason")).to_be_hidden()
    told = message.bounding_box()
    assert told is not None
    for name in (".strip", "#board", "#sentence", "#rule", ".hand", ".foot"):
        for box in (each.bounding_box() for each in page.locator(name).all()):
            assert box is not None
            assert box["y"] >= told["y"] + told["height"], name
            assert box["y"] + box["height"] <= height, f"{name} is in sight"


def test_a_tap_on_the_drawn_hint_places_it(opener: user.Opener) -> None:
    page = user.new_game(opener("#play", phone=True), "battle-of-lits", 5)
    page.click("#hint")
    expect(page.locator("#play-note")).to_contain_text("Ask again to see it.")
    page.click("#hint")
    hint = page.locator(".board rect.ghost.best")
    expect(hint).to_have_count(4)
    page.touchscreen.tap(*middle(hint.first))
    expect(page.locator("#moves li")).to_have_count(1)
    expect(hint).to_have_count(0)


def middle(drawn: Locator) -> tuple[float, float]:
    """Return the middle of something that is drawn, in pixels."""
    box = drawn.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_is_dragged_and_an_illegal_placement_says_every_rule_that_it_breaks(
    opener: user.Opener,
) -> None:
    page = user.new_game(opener("#play?game=wythe"), "battle-of-lits", 6)
    assert page.locator(".pieces button").first.get_attribute("data-piece") == "L"
    page.locator(".pieces button").first.hover()
    page.mouse.down()
    page.locator('.hit[data-square="b2"]').hover()
    assert page.locator(".ghost.legal").count() == 4
    page.mouse.up()
    expect(page.locator("#moves li")).to_have_count(1)
    assert user.shown_record(page).count("L[") == 1
    page.locator(".pieces button").first.click()
    page.locator('.hit[data-square="c2"]').hover()
    assert page.locator(".ghost.illegal").count() == 4
    expect(page.locator(".reason")).to_contain_text("it overlaps a tetromino on c1")
    move = page.locator("g.ghost").get_attribute("data-move")
    page.locator('.hit[data-square="c2"]').click()
    position = loads(user.shown_record(page)).position()
    with pytest.raises(IllegalMoveError) as refused:
        position.check(parse_move(str(move), position))
    assert len(refused.value.broken) > 1
    broken = "; ".join(refused.value.broken)
    expect(page.locator("#live")).to_have_text(f"{move}: {broken}")
    expect(page.locator(".reason")).to_have_text(broken)
    expect(page.locator("#status")).to_be_empty()
    assert user.placed(page) == 1
    page.locator("#sentence").hover()
    expect(page.locator(".reason")).to_be_hidden()
    page.locator('.hit[data-square="c2"]').hover()
    expect(page.locator(".reason")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".reason")).to_be_hidden()


def test_the_wheel_and_the_keys_turn_the_piece_in_hand_in_the_tray_too(opener: user.Opener) -> None:
    page = user.ready(opener("#play?game=battle-of-lits"))
    tray = page.locator(".pieces [aria-pressed=true] svg")
    lies = [tray.inner_html()]
    page.locator(".hit").nth(44).hover()
    for turn in ("wheel", "r", "f"):
        page.wait_for_timeout(130)  # a wheel turns many notches at once
        page.mouse.wheel(0, 100) if turn == "wheel" else page.keyboard.press(turn)
        expect(tray).not_to_have_js_property("innerHTML", lies[-1])
        lies.append(tray.inner_html())
    assert len(set(lies)) == 4


def test_moves_are_taken_back_and_played_again(opener: user.Opener) -> None:
    page = user.new_game(opener("#play?game=wythe"), "taiji", 3)
    expect(page.locator("#undo")).to_be_disabled()
    for _ in range(3):
        assert user.play_one(page)
    line = page.locator("#moves li").all_inner_texts()
    record = user.shown_record(page)
    page.click("#undo")
    expect(page.locator("#moves li")).to_have_text(line[:2])
    page.keyboard.press("y")
    expect(page.locator("#moves li")).to_have_text(line)
    page.keyboard.press("u")
    expect(page.locator("#moves li")).to_have_text(line[:2])
    # Another move takes the place of the one that was taken back.
    page.locator(".hit.fits").last.click()
    expect(page.locator("#moves li")).to_have_count(3)
    assert page.locator("#moves li").all_inner_texts()[:2] == line[:2]
    assert user.shown_record(page) != record
    # White ends the first game of two, and begins the second one.
    played = (
        'game = "taiji+battle-of-lits"\noptions = { size = 3 }\nmoves = "a1,a2 b2,b3 c1,c2 | '
        'L[a2,b2,c2,c3]"\n'
    )
    page = user.ready(opener(user.address_of(played, "play", opponent="greedy", plays="first")))
    page.click("#undo")
    expect(page.locator("#moves li")).to_have_count(1)


# --- against an opponent


HASTE = """
  async () => {
    const before = window.fetch;
    const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    window.fetch = async (...all) => {
      await pause(100);
      return before(...all);
    };
    const moves = () => document.querySelectorAll("#moves li").length;
    for (let click = 0; click < 6000 && moves() < 8; click += 1) {
      const square = document.querySelector(".hit.fits") ?? document.querySelector(".hit");
      const { x, y, width, height } = square.getBoundingClientRect();
      const centre = { clientX: x + width / 2, clientY: y + height / 2 };
      square.dispatchEvent(new MouseEvent("click", { bubbles: true, ...centre }));
      await pause(30);
    }
    window.fetch = before;
  }
"""
"""Makes every answer late, and clicks all the time, whoever is to move."""


def test_no_click_plays_the_opponents_move_and_a_reload_keeps_who_plays(
    opener: user.Opener,
) -> None:
    page = user.ready(opener(AGAINST_GREEDY))
    asked: list[int] = []
    page.on("request", lambda found: asked.append(1) if found.url.endswith("/engine") else None)
    evaluate(page, HASTE, what="eight moves")
    page.wait_for_timeout(1500)  # time to show a move that should not have been made
    expect(page.locator("#sentence")).to_contain_text("Your turn, as black")
    assert user.placed(page) == 2 * len(asked) == 8, (
        "one question and one move for each of the opponent's"
    )
    line = page.locator("#moves li").all_inner_texts()
    # Undo takes back the opponent's move and yours.
    page.click("#undo")
    expect(page.locator("#sentence")).to_contain_text("Your turn, as black")
    expect(page.locator("#moves li").nth(len(line) - 3).locator("[aria-current]")).to_have_count(1)
    user.new_game(page, "taiji", 3, opponent="greedy")
    expect(page.locator("#sentence")).to_contain_text("Your turn, as light")
    page.click("#new")
    page.select_option("#person", "0")
    page.get_by_text("Size and rules").click()
    page.fill("#new-size", "3")
    page.click("#new-game")
    page.wait_for_url(re.compile("plays=first"))
    expect(page.locator("#moves li")).to_have_count(1)
    page.reload()
    expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#sentence")).to_contain_text("Your turn, as dark")
    expect(page.locator("#them")).to_contain_text("Greedy")
    expect(page.locator("#you")).to_have_text(re.compile("You.*dark"))


def test_the_board_shows_no_move_while_the_opponent_thinks(opener: user.Opener) -> None:
    page = user.ready(opener(AGAINST_GREEDY))
    held: list[Route] = []
    page.route("**/api/v1/engine", lambda route: held.append(route))  # noqa: PLW0108 - a method has no room for the driver's mark
    assert user.place_one(page)
    expect(page.locator("#sentence")).to_have_text("Greedy is thinking …")
    expect(page.locator("#them")).to_have_class(re.compile("turn"))
    expect(page.locator(".hit.fits")).to_have_count(0)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator(".hit").nth(20).click()
    expect(page.locator("#status")).to_have_text("It is the turn of Greedy.")
    expect(page.locator(".board rect.ghost")).to_have_count(0)
    expect(page.locator("#moves li")).to_have_count(1)
    assert not [url for url in sent if url.endswith("/play")]
    # Taking the move back ends its thinking; one that has failed is asked again by a click.
    page.click("#undo")
    expect(page.locator("#sentence")).to_contain_text("Your turn, as black")
    page.unroute("**/api/v1/engine")
    page.route(
        "**/api/v1/engine", lambda route: route.fulfill(status=429, body='{"error": "busy"}')
    )
    page.keyboard.press("y")
    expect(page.locator("#status")).to_have_text("busy")
    page.unroute("**/api/v1/engine")
    page.locator(".hit").nth(20).click()
    expect(page.locator("#moves li")).to_have_count(2)


def test_somebody_who_plays_is_told_who_they_are_and_whether_they_won(opener: user.Opener) -> None:
    page = opener("#play?game=battle-of-lits&opponent=random")
    expect(page.locator("#sentence")).to_contain_text("Your turn, as X")
    for strip, side, name in (("#you", "X", "You"), ("#them", "O", "Random")):
        expect(page.locator(f"{strip} .mark")).to_have_text(side)
        expect(page.locator(strip)).to_contain_text(name)
    user.new_game(page, "battle-of-lits", 4, opponent="random")
    told = user.play_on(page)
    won = loads(user.shown_record(page)).position().outcome().value > 0
    expected = (
        r"You win by (\d+|the tie rule), as X\."
        if won
        else r"Random wins by (\d+|the tie rule), as O\."
    )
    assert re.fullmatch(expected, told), told
    page.reload()
    expect(page.locator("#them")).to_contain_text("Random")
    expect(page.locator("#sentence")).to_have_text(told)


def test_who_swaps_is_told_the_new_side(opener: user.Opener) -> None:
    page = opener("#play?game=wythe&opponent=random&plays=first")
    expect(page.locator("#sentence")).to_contain_text("Your turn, as white")
    page.get_by_role("button", name="Swap sides").click()
    page.get_by_role("button", name="Stay white").click()
    expect(page.locator("#you")).to_contain_text("white")
    page.get_by_role("button", name="Swap sides").click()
    page.get_by_role("button", name="Swap and be black").click()
    expect(page.locator("#sentence")).to_contain_text("Your turn, as black")
    expect(page.locator("#you")).to_contain_text("black")
    expect(page.locator("#them")).to_contain_text("white")
    expect(page.get_by_role("button", name="Swap sides")).to_have_count(0)


def test_a_new_game_is_chosen_in_a_dialog(opener: user.Opener) -> None:
    page = user.ready(opener("#play?game=wythe"))
    page.click("#new")
    dialog = page.locator("#new-dialog")
    expect(page.locator("#game option")).to_have_count(len(GAMES))
    expect(page.locator("#person")).to_be_hidden()  # two on this screen
    page.select_option("#level", "mcts:512")
    expect(page.locator("#person")).to_be_visible()
    expect(page.locator("#strength")).to_have_text(
        re.compile(r"won \d+ % of \d+ games against Greedy")
    )
    expect(page.locator("#new-size")).to_be_hidden()
    page.get_by_text("Size and rules").click()
    expect(page.locator("#new-size")).to_be_visible()
    expect(page.locator("#seed")).to_be_hidden()  # it would do nothing
    page.select_option("#game", "battle-of-lits")
    expect(page.locator("#seed")).to_be_visible()
    no_server = "() => { window.fetch = async () => { throw new TypeError('no server'); }; }"
    evaluate(page, no_server, what="the page without its server")
    page.click("#new-game")
    expect(dialog.get_by_role("alert")).to_have_text("the server does not answer")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page).to_have_title("Wythe · litslab")


def test_the_number_of_x_and_o_and_the_swap_are_chosen_and_a_rematch_keeps_them(
    opener: user.Opener,
) -> None:
    page = user.ready(opener("#play?game=battle-of-lits&seed=1"))
    page.click("#new")
    page.select_option("#level", "")
    page.get_by_text("Size and rules").click()
    page.fill("#new-size", "3")
    page.fill("#new-x", "4")
    page.fill("#new-o", "1")
    page.uncheck("#new-swap")
    page.click("#new-game")
    expect(page.locator("#new-dialog")).to_have_count(0)
    expect(page.locator(".symbol[data-symbol=X]")).to_have_count(4)
    expect(page.locator(".symbol[data-symbol=O]")).to_have_count(1)
    expect(page.locator("#rule")).to_contain_text("It is played without the swap.")
    assert user.play_one(page)
    expect(page.locator("#swap")).to_have_count(0)
    while page.locator("#again").count() == 0:
        assert user.play_one(page)
    page.click("#again")
    expect(page.locator("#moves li")).to_have_count(0)
    expect(page.locator(".symbol[data-symbol=X]")).to_have_count(4)
    expect(page.locator(".symbol[data-symbol=O]")).to_have_count(1)
    expect(page.locator("#rule")).to_contain_text("It is played without the swap.")


HEARD = """() => {
    window.heard = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { heard += 1; start.apply(this, when); };
}"""
"""Counts the sounds of a page."""


def test_a_placed_piece_is_heard_where_that_was_chosen(opener: user.Opener) -> None:
    page = user.ready(opener("#play?game=wythe&opponent="))
    page.evaluate(HEARD)
    assert user.play_one(page)
    page.click("#new")
    page.check("#sound")
    page.keyboard.press("Escape")
    assert page.evaluate("heard") == 0
    assert user.play_one(page)
    page.wait_for_function("heard === 1")
    page.click("#undo")
    page.reload()
    user.ready(page)
    page.evaluate(HEARD)
    assert user.play_one(page)
    page.wait_for_function("heard === 1")


def test_a_board_can_be_pasted(opener: user.Opener) -> None:
    page = user.ready(opener("#play?game=wythe"))
    page.click("#new")
    page.select_option("#level", "")
    page.get_by_text("Size and rules").click()
    expect(page.locator("#own-board")).to_be_hidden()
    page.select_option("#game", "battle-of-lits")
    expect(page.get_by_label("Your own board")).to_be_visible()
    page.fill("#own-board", "x o - x\no _ x q\n. x o .")
    page.click("#new-game")
    alert = page.locator("#new-dialog").get_by_role("alert")
    expect(alert).to_contain_text("only X O . have a meaning")
    page.fill("#own-board", "x o - x\no _ x o\n. x o .")
    page.click("#new-game")
    expect(page.locator("#new-dialog")).to_have_count(0)
    expect(page.locator("#board rect.hit")).to_have_count(12)


def test_a_position_of_taiji_can_be_pasted_by_its_colours(opener: user.Opener) -> None:
    page = user.ready(opener("#play?game=battle-of-lits"))
    page.click("#new")
    page.select_option("#level", "")
    page.get_by_text("Size and rules").click()
    page.fill("#own-board", "X O")
    page.select_option("#game", "taiji")
    expect(page.get_by_label("Your own position")).to_have_value("")
    page.fill("#own-board", "w b . .\n. w . .\n. . . .\n. . . .")
    page.click("#new-game")
    alert = page.locator("#new-dialog").get_by_role("alert")
    expect(alert).to_contain_text("no partner is left for")
    page.fill("#own-board", "W B . .\nX O . .\n. . b w\n. . . .\n")
    page.click("#new-game")
    expect(page.locator("#new-dialog")).to_have_count(0)
    expect(page.locator("#board rect.hit")).to_have_count(16)
    position = loads(user.shown_record(page)).position()
    assert position.text_rows() == ["wb..", "bw..", "..bw", "...."]


def test_every_new_game_has_a_board_of_its_own(opener: user.Opener) -> None:
    boards = set()
    for _ in range(2):
        page = opener("#play?game=battle-of-lits")
        user.ready(page)
        boards.add(loads(user.shown_record(page)).rules)
    assert len(boards) == 2
    again = opener(page.url.partition("/#")[2].join(("#", "")))
    user.ready(again)
    assert loads(user.shown_record(again)).rules in boards


def test_a_first_game_is_led_through(opener: user.Opener) -> None:
    page = opener("#rules?game=wythe")
    page.get_by_role("link", name="Be shown a first game").click()
    user.ready(page)
    first = rule_text("wythe").first_game
    assert first
    sentence = page.locator("#sentence")
    expect(sentence).to_have_text(first.says[0])
    moves = loads(first.record).moves
    for count, move in enumerate(moves):
        expect(page.locator(".board rect.best")).to_have_count(2)
        if count == 0:  # by hand, once a wrong move has been tried
            page.locator(".hit.fits").first.click()
            expect(page.locator("#status.error")).to_have_text(
                "Place the outlined piece, or choose Next."
            )
            user.place(page, format_move(move, loads(first.record).rules))
        else:
            page.press("#next", "Enter")
        expect(sentence).to_have_text(first.says[count + 1])
        if count == 1:
            expect(page.locator("#next")).to_be_focused()
            expect(page).to_have_url(re.compile("at=2"))
            page.reload()
            expect(sentence).to_have_text(first.says[2])  # the guide goes on
    # It is no game of the reader's.
    assert page.evaluate("localStorage.getItem('litslab.games')") is None
    page.click("#play-now")
    expect(sentence).to_contain_text("Your turn, as black")
    expect(page.locator("#them")).to_contain_text("Greedy")


# --- games that were left


def test_a_game_that_was_left_is_in_my_games(opener: user.Opener) -> None:
    page = user.new_game(opener("#play?game=wythe"), "wythe", 3)
    status = page.locator("#status")
    dialog = page.locator("#games-dialog")
    games = dialog.locator("li")
    expect(status).to_have_text("New game: Wythe")
    user.play_one(page)
    record = user.shown_record(page)
    # Cancel begins no game.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.click("#new")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#new-dialog")).to_have_count(0)
    user.play_one(page)
    assert not [url for url in asked if url.endswith("/new")]
    page.click("#undo")
    expect(page.locator("#moves li")).to_have_count(1)
    # Start says where the game before is.
    user.new_game(page, "taiji", 3)
    expect(status).to_have_text("New game: TAIJI. The previous game is in My games.")
    user.play_one(page)
    page.click("#new")
    page.click("#my-games")
    expect(page.locator("#new-dialog")).to_have_count(0)
    expect(games).to_have_text(
        [re.compile(f"{name} 1 move · two players · ") for name in ("TAIJI", "Wythe")]
    )
    games.get_by_role("link", name="Continue Wythe").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#moves li")).to_have_count(1)
    assert loads(user.shown_record(page)).moves[:1] == loads(record).moves
    # Another tab plays another game.
    other = page.context.new_page()
    other.goto(f"{opener.address}#play?game=taiji")
    user.new_game(other, "battle-of-lits", 4)
    user.play_one(other)
    user.play_one(page)
    page.get_by_role("link", name="litslab").click()
    page.click("#my-games")
    expect(games).to_have_count(3)
    expect(games.first).to_contain_text("Wythe 2 moves · ")
    # Removing can be undone, until the dialog is closed.
    for way in ("Restore", "Close"):
        games.first.get_by_role("button", name="Remove Wythe").click()
        expect(games.first).to_have_text("Wythe removed.Restore")
        page.get_by_role("button", name=way).click()
    expect(dialog).to_have_count(0)
    page.click("#my-games")
    expect(games).to_have_count(2)


def test_a_finished_game_is_opened_from_my_games(opener: user.Opener) -> None:
    finished = dumps(user.random_game("wythe", {"size": 3}))
    page = user.ready(opener(user.address_of(finished, "play", opponent="greedy")))
    told = page.locator("#sentence").inner_text()
    page.get_by_role("link", name="litslab").click()
    expect(page.get_by_role("link", name="Continue")).to_have_count(0)
    page.click("#my-games")
    page.get_by_role("link", name=re.compile("Open Wythe: .* · Greedy · finished · ")).click()
    expect(page.locator("#sentence")).to_have_text(told)


# --- hints


def test_a_hint_tells_a_square_and_then_the_move_and_what_it_does(opener: user.Opener) -> None:
    page = user.new_game(opener("#play?game=wythe"), "battle-of-lits", 4)
    note = page.locator("#play-note")
    page.click("#hint")
    expect(page.locator(".board .keys rect")).to_have_count(1)
    expect(page.locator(".board rect.best")).to_have_count(0)
    expect(page.locator("#live")).to_have_text(
        re.compile("[a-d][1-4]: A good move covers the marked square. Ask")
    )
    page.keyboard.press("h")
    expect(page.locator(".board rect.best")).to_have_count(4)
    expect(note).to_have_text(re.compile(r"It (covers|keeps|protects|cuts off|makes) .+\."))
    expect(note).to_contain_text("X")
    assert user.placed(page) == 0
    assert user.play_one(page)
    expect(page.locator(".board rect.best")).to_have_count(0)
    expect(page.locator(".board .keys rect")).to_have_count(0)


# --- by link


def copied_link(page: Page) -> str:
    """Copy the address for the other, and return it."""
    expect(page.locator("#sentence")).to_have_text(re.compile("turn: send the link"))
    page.locator(".hit").first.click()
    expect(page.locator("#status")).to_have_text("The other is to move: send the link.")
    user.in_sight(page.locator("#send")).click()
    expect(page.locator("#status")).to_have_text(
        "Link, which opens on this computer alone, copied."
    )
    return str(evaluate(page, "() => navigator.clipboard.readText()", what="the clipboard"))


def test_two_people_play_by_links_that_hold_the_game(opener: user.Opener, browser: Browser) -> None:
    here = opener("#play?game=wythe")
    there_context = browser.new_context(viewport=user.DESK)
    there_context.set_default_timeout(1000 * PATIENCE)
    for context in (here.context, there_context):
        context.grant_permissions(["clipboard-read", "clipboard-write"])
    there = there_context.new_page()
    user.new_game(here, "taiji", 3, opponent="link")
    expect(here.locator("#sentence")).to_contain_text("Your turn, as light")
    here.bring_to_front()
    user.place_one(here)
    there.goto(copied_link(here))
    expect(there.locator("#sentence")).to_contain_text("Your turn, as dark")
    expect(there.locator("#you")).to_have_text(re.compile("You.*dark"))
    expect(there.locator("#them")).to_have_text(re.compile("The other, by link.*light"))
    # Nobody takes back a move that was made elsewhere.
    there.bring_to_front()
    expect(there.locator("#undo")).to_be_disabled()
    user.place_one(there)
    expect(there.locator("#moves li")).to_have_count(2)
    there.click("#undo")
    expect(there.locator("#moves li")).to_have_count(1)
    expect(there.locator("#undo")).to_be_disabled()
    there.keyboard.press("u")
    user.place_one(there)
    expect(there.locator("#moves li")).to_have_count(2)
    address = copied_link(there)
    here.bring_to_front()
    here.goto(address)
    expect(here.locator("#sentence")).to_contain_text("Your turn, as light")
    expect(here.locator("#moves li")).to_have_count(2)
    assert user.shown_record(here) == user.shown_record(there)
    # It is one game, whatever its address.
    here.click("#new")
    here.click("#my-games")
    expect(here.locator("#games-dialog li")).to_have_text(
        [re.compile("TAIJI 2 moves · The other, by link · ")]
    )
    there_context.close()


# --- what fits where


CONTROLS = "button, a, input, select, textarea, summary, [tabindex='0']"


def covers_what_it_should(page: Page, game: str, size: dict[str, Any]) -> None:
    """Check that the board of a game fills the window and that all that is needed beside it is in
    sight.
    """
    page.evaluate(
        "(game) => { location.hash = `play?game=${encodeURIComponent(game)}&opponent=greedy`; }",
        game,
    )
    page.locator(f"[aria-label^='Board of {GAMES[game].title}']").wait_for()
    board = user.in_sight(page.locator("#board svg")).evaluate(
        "(svg) => svg.getBoundingClientRect().toJSON()"
    )
    for needed in (
        "#them",
        "#you",
        "#sentence",
        ".hand",
        *(f"#{name}" for name in ("undo", "redo", "restart", "hint", "new", "analyse")),
    ):
        user.in_sight(page.locator(needed))
    if size["width"] == user.DESK["width"]:
        assert board["height"] >= 0.84 * size["height"], game
        side = page.locator(".side")
        controls = side.locator(CONTROLS).locator("visible=true").all_inner_texts()
        turning = side.locator(".turning button").locator("visible=true").all_inner_texts()
        assert len(controls) - len(turning) <= 11, controls
    else:
        assert board["width"] >= 0.94 * size["width"], game
        assert user.small_targets(page) == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_play_and_analysis_say_what_scores(opener: user.Opener, game: str) -> None:
    record = user.random_game(game, {"size": 5}, seed=1)
    told = positions.page(record, None)
    for view in ("play", "analyse"):
        page = user.ready(opener(user.address_of(dumps(record), view)))
        for text in (*(phase.scoring for phase in told.phases), told.ties, told.swap):
            expect(page.locator("#rule")).to_contain_text(text)
        expect(page.locator("#rule p").last).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_board_people_pieces_and_buttons_are_on_one_screen(
    opener: user.Opener,
    phone: bool,
) -> None:
    page = opener("#home", phone=phone)
    for game in GAMES:
        covers_what_it_should(page, game, dict(user.PHONE if phone else user.DESK))
        assert user.has_no_horizontal_scrolling(page)


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_moves_while_a_game_is_played(opener: user.Opener, phone: bool) -> None:
    # The greedy one instead.
    page = user.ready(opener("#play?game=taiji&opponent=__proto__", phone=phone))
    for _ in range(3):
        count = user.placed(page)
        assert user.hold_a_piece_that_fits(page)
        square = page.locator(".hit.fits").first
        for _ in range(2 if phone else 1):
            square.tap() if phone else square.click()
        expect(page.locator("#moves li")).to_have_count(count + 2)
        expect(page.locator("#sentence")).to_contain_text("Your turn")
        assert page.evaluate("scrollY") == 0
    page.click("#hint")
    expect(page.locator("#play-note")).to_contain_text("A good move covers the marked square.")
    assert user.shifts(page) == []
