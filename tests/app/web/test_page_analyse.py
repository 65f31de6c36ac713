"""Analysing on the page: the engine, proofs and estimates, variations, reviews, set-up
and records.
"""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from litslab.games.notation import format_move
from litslab.games.record import Record
from litslab.games.record_toml import dumps, loads
from litslab.games.registry import create
from litslab.solver.solve import solve
from tests.app.web.page import (
    Opener,
    address_of,
    hold_a_piece_that_fits,
    in_sight,
    place,
    place_one,
    placed,
    play_on,
    play_one,
    random_game,
    ready,
    result,
    says,
    shifts,
    show_more,
    shown_record,
    small_targets,
    without_engine,
    your_turn,
)
from tests.app.web.waiting import evaluate
from tests.running import Running, any_ended, descendants, wait_until

pytestmark = pytest.mark.slow

FINISHED = """game = "taiji"
moves = "d2,d1 c3,c2 a3,a2 c4,b4 d4,d3 b1,a1 b2,b3"
[options]
size = 4
groups = 1
"""
"""A game with five turning points, the fourth and the fifth move the worst."""
ABSTRACT_PLAY = """{"header": {"game": {"name": "Taiji", "variants": ["7x7"]}, "players":
[{"name": "Ann", "result": 0}, {"name": "Bob", "result": 1}]}, "moves": [["a1,a2", "resign"]]}"""
TALLY = re.compile(r"[1-9][\d,]* (positions|nodes)")


# --- the engine


def test_the_engine_runs_at_once_and_a_step_or_its_switch_ends_it(
    opener: Opener,
    server: Running,
) -> None:
    page = ready(opener("#analyse?game=battle-of-lits"))
    detail = page.locator("#detail")
    expect(detail).to_have_text(TALLY)
    searching = descendants(server.process.pid)
    play_one(page)
    assert wait_until(partial(any_ended, searching))
    expect(detail).to_have_text(TALLY)
    searching = descendants(server.process.pid)
    page.uncheck("#engine")
    assert wait_until(partial(any_ended, searching))
    expect(page.locator(".gauge.thinking")).to_have_count(0)
    page.reload()  # which keeps the switch
    ready(page)
    expect(page.locator("#engine")).not_to_be_checked()
    expect(detail).to_have_text("The engine is off.")
    page.check("#engine")
    expect(detail).to_have_text(TALLY)


def test_many_analyses_leave_no_connection_open(opener: Opener) -> None:
    page = ready(opener(address_of(FINISHED.replace("size = 4", "size = 7"))))
    for key in [*7 * ["ArrowLeft"], "ArrowRight"]:
        with page.expect_request("**/api/v1/analyse"):
            page.keyboard.press(key)
    assert place_one(page)
    expect(page.locator("#moves .variation")).to_have_count(1)


def test_an_analysis_ends_with_the_exact_value(opener: Opener) -> None:
    page = opener(address_of(FINISHED, at=3))
    record = loads(FINISHED)
    position = Record(record.rules, moves=record.moves[:3]).position()
    solution = solve(position, all_moves=True)
    verdict = page.locator("#verdict")
    best = page.locator("#best li")
    expect(page.locator("#trust")).to_have_text("Proved")
    expect(verdict).to_have_text(solution.result, ignore_case=True)
    expect(page.locator("#gauge")).to_have_attribute(
        "aria-label", f"Proved: {solution.result}", ignore_case=True
    )
    # The best move leads to the result of the position, said in the same words.
    expect(best.first.locator("b")).to_have_text(solution.result.replace(" wins ", " "))
    expect(page.locator(".board rect.best:not(.proved)")).to_have_count(0)
    # The values of all moves are shown as shades on request.
    expect(page.locator(".board .heat rect")).to_have_count(0)
    show_more(page)
    page.select_option("#overlay", "worth")
    expect(page.locator(".board .heat rect")).not_to_have_count(0)
    page.click("#more")
    expect(page.locator("#rest")).to_have_text(f"{len(solution.moves) - 3} more, shown by shade")
    expect(best).to_have_count(3)
    # Pointing at a move says what it does; choosing it plays it.
    best.first.locator("button").hover()
    expect(page.locator("#why")).to_have_text(
        re.compile(r"It .*makes the score light \d+, dark \d+\.")
    )
    move = str(best.first.locator(".move").get_attribute("title"))
    assert move in [format_move(each, position) for each in solution.best]
    best.first.locator("button").click()
    page.wait_for_url(re.compile("at=4") if move == "c4,b4" else re.compile("g="))
    expect(page.locator("#state")).to_contain_text("light to move")


def test_a_button_that_is_pressed_stays_until_it_is_released(opener: Opener) -> None:
    page = without_engine(opener(address_of(FINISHED, at=3)))
    first = page.locator("#moves button").first
    first.hover()
    page.mouse.down()
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("at=4"))
    page.mouse.up()
    expect(first).to_have_attribute("aria-current", "step")


def test_the_likely_line_is_shown_and_played(opener: Opener) -> None:
    page = opener(address_of(FINISHED, at=3))
    line = page.locator("#line button")
    expect(line).not_to_have_count(0)
    moves = [str(each.get_attribute("title")) for each in page.locator("#line .move").all()]
    assert len(moves) > 1
    line.nth(1).hover()
    expect(page.locator(".board .line text")).to_have_text(["1", "2"])
    line.nth(1).click()
    expect(page.locator("#moves [aria-current]")).to_have_attribute("title", moves[1])
    assert shown_record(page).split("moves = ")[1].count(",") > 2


UNKNOWN = {"lower": -9, "upper": 9, "value": None}
"""The score of a position or a move about which nothing is proved."""


def move_estimate(move: str, share: float) -> dict[str, Any]:
    """Return what playouts say of a move."""
    return {
        "move": move,
        "share": share,
        "interval": [share - 0.1, share + 0.1],
        "margin": 1.5,
        "playouts": 100,
        "score": UNKNOWN,
    }


BOUNDS: dict[str, Any] = {
    "status": "bounded",
    "score": UNKNOWN,
    "winner": None,
    "margin": None,
    "best": ["a1,a2"],
    "principal_variation": [],
    "info": {"nodes": 1000, "seconds": 1.0, "engine": "kernel"},
    "result": "between dark by 5 and light by 4",
}
PROVED_MOVE = {
    **move_estimate("c1,d1", 0.3),
    "interval": [0.1, 0.6],
    "score": {"lower": -1, "upper": -1, "value": -1},
}
ESTIMATE = {
    "share": 0.75,
    "interval": [0.65, 0.85],
    "margin": 1.5,
    "line": [],
    "playouts": 200,
    "moves": [move_estimate("a1,a2", 0.75), move_estimate("a2,a1", 0.5), PROVED_MOVE],
}


def estimated(solution: dict[str, Any]) -> dict[str, Any]:
    """Return the answer that has an estimate, too, beside what is proved so far."""
    whole = {name: solution[name] for name in ("score", "winner", "best", "result")}
    work = {"nodes": 1000, "seconds": 1.0}
    return whole | work | {"status": "estimated", "solution": solution, "estimate": ESTIMATE}


ANSWERS = [
    (BOUNDS, "Not decided", "Between dark by 5 and light by 4"),
    (
        estimated(BOUNDS | {"winner": "dark", "result": "dark wins by 5 at most"}),
        "Estimated",
        "Light wins 75 % (65–85 %)",
    ),
    (
        BOUNDS | {"winner": "dark", "result": "dark wins by 5 at most"},
        "Proved",
        "Dark wins by 5 at most",
    ),
    (
        BOUNDS
        | {
            "status": "exact",
            "score": {"lower": 3, "upper": 3, "value": 3},
            "winner": "light",
            "result": "light wins by 1",
        },
        "Proved",
        "Light wins by 1",
    ),
    (
        BOUNDS
        | {
            "status": "stored",
            "score": {"lower": -1, "upper": -1, "value": -1},
            "winner": "dark",
            "result": "dark wins by 1",
            "book": "a.db",
        },
        "As stored, not verified",
        "Dark wins by 1 (a.db)",
    ),
]


def fulfill(body: str, route: Route) -> None:
    """Answer a request with an event."""
    route.fulfill(body=body, content_type="text/event-stream")


@pytest.mark.parametrize("phone", [False, True])
def test_what_is_proved_estimated_and_stored_is_told_apart_and_nothing_moves(
    opener: Opener,
    phone: bool,
) -> None:
    page = opener(address_of(FINISHED, at=6), phone=phone)
    expect(page.locator("#trust")).to_have_text("Proved")
    for number, (answer, tag, verdict) in enumerate(ANSWERS):
        page.unroute_all()
        page.route(
            "**/api/v1/analyse", partial(fulfill, f"event: result\ndata: {json.dumps(answer)}\n\n")
        )
        page.goto(opener.address + address_of('game = "taiji"', number=number))
        expect(page.locator("#trust")).to_have_text(tag)
        expect(page.locator("#verdict")).to_have_text(verdict)
        cost = (
            "nothing was searched; the campaign visited"
            if "book" in answer
            else "1,000 positions, 1.0 s"
        )
        expect(page.locator("#detail")).to_contain_text(cost)
        if tag == "Estimated":
            # The first estimate is the recommended move; a proved move is drawn as proved.
            expect(page.locator("#detail")).to_contain_text("of the games, with the 95 % interval")
            expect(page.locator("#detail")).to_contain_text("proved so far: dark wins by 5 at most")
            expect(page.locator("#best .move").first).to_have_attribute("title", "a1,a2")
            expect(page.locator(".gauge.estimated")).to_have_count(1)
            expect(page.locator("#best .bar.estimated")).to_have_count(2)
            expect(page.locator(".board rect.best.estimated")).to_have_count(4)
            expect(page.locator(".board rect.best.proved")).to_have_count(2)
        elif tag != "Proved":
            expect(page.locator(".board rect.best.proved")).to_have_count(0)
            expect(page.locator(".gauge.proved")).to_have_count(0)
    assert shifts(page) == []
    if phone:
        assert small_targets(page) == []
        show_more(page)
        assert small_targets(page) == []


ESTIMATED = f"event: result\ndata: {json.dumps(estimated(BOUNDS))}\n\n"
FIGURES = {"done": 99, "total": None, "text": "dark wins 52 % (44–59 %)"}
PROGRESS = f"event: progress\ndata: {json.dumps(FIGURES)}\n\n"
LONGER = re.compile("a longer search: 99 playouts")

KEEP_DETAILS = """
  () => {
    const { body } = document;
    new MutationObserver(() => {
      body.dataset.told += body.querySelector("#detail")?.textContent ?? "";
    }).observe(body, { childList: true, characterData: true, subtree: true });
  }
"""
"""Keeps every text that stood below a verdict."""


def test_a_longer_search_tells_no_other_estimate_below_the_first(opener: Opener) -> None:
    page = opener(address_of(FINISHED, at=6))
    expect(page.locator("#trust")).to_have_text("Proved")
    answers = [ESTIMATED, PROGRESS + ESTIMATED]
    page.route("**/api/v1/analyse", lambda route: fulfill(answers.pop(0), route))
    page.evaluate(KEEP_DETAILS)
    page.evaluate("address => { location.hash = address; }", address_of('game = "taiji"'))
    expect(page.locator("body")).to_have_attribute("data-told", LONGER)
    expect(page.locator("#verdict")).to_have_text("Light wins 75 % (65–85 %)")
    expect(page.locator("body")).not_to_have_attribute("data-told", re.compile("52 %"))


# --- the moves


def test_variations_are_a_tree_that_is_gone_into_and_back(opener: Opener) -> None:
    page = without_engine(opener(address_of(FINISHED, at=3)))
    main = page.locator("#moves > li:not(.variation)")
    variations = page.locator("#moves > .variation")
    current = page.locator("#moves [aria-current]")
    line = main.all_inner_texts()
    place(page, "a1,b1")
    expect(variations).to_have_count(1)
    expect(current.locator(".move")).to_have_attribute("title", "a1,b1")
    assert main.nth(3).inner_text() != line[3], "the line that is shown is the main one"
    variations.get_by_role("button").first.click()
    expect(main).to_have_text(line)
    expect(current.locator(".move")).to_have_attribute("title", "c4,b4")
    variations.get_by_role("button").first.click()
    expect(current.locator(".move")).to_have_attribute("title", "a1,b1")
    # The same move once more is no variation of its own; another one is.
    for move, count in (("a1,b1", 1), ("b1,a1", 2)):
        page.keyboard.press("ArrowLeft")
        expect(main.nth(2).locator("[aria-current]")).to_have_count(1)
        place(page, move)
        expect(current.locator(".move")).to_have_attribute("title", move)
        expect(variations).to_have_count(count)
    # The arrows step through the line that is shown.
    for key, ply in (
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 4),
    ):
        page.keyboard.press(key)
        expect(current, f"{key} {ply}").to_have_count(1 if ply else 0)
        if ply:
            expect(main.nth(ply - 1).locator("[aria-current]")).to_have_count(1)
    expect(page.locator("#forth")).to_be_disabled()
    page.click("#back")
    expect(main.nth(2).locator("[aria-current]")).to_have_count(1)


# --- reviews


HOLD = """
  () => {
    const before = window.fetch;
    const letters = new TextEncoder();
    window.fetch = (address, ...all) => {
      if (!String(address).endsWith("review")) return before(address, ...all);
      const body = new ReadableStream({ start(to) {
        window.feed = (text) => to.enqueue(letters.encode(text));
        window.end = () => to.close();
      } });
      return Promise.resolve(new Response(body));
    };
  }
"""
"""Gives the answer to the question for a review bit by bit."""


def test_the_curve_of_a_review_has_the_intervals_of_its_estimates(opener: Opener) -> None:
    page = without_engine(opener(address_of(FINISHED, at=0)))
    ready(page)
    answer = page.request.post(
        f"{opener.address}api/v1/review",
        data={"record": FINISHED, "time_limit": 5},
    ).json()
    uncertain = {"status": "estimated", "value": None, "result": None}
    answer["positions"][1] |= uncertain | {"share": 0.5, "interval": [0.25, 0.75]}
    answer["positions"][3] |= uncertain | {"share": 0.8, "interval": [0.7, 1]}
    answer["positions"][5] |= {"status": "bounded", "value": None, "share": 0, "interval": [0, 0]}
    evaluate(page, HOLD, what="the answer to be held")
    in_sight(page.locator("#review")).click()
    page.evaluate(
        "(found) => { feed(`event: result\ndata: ${JSON.stringify(found)}\n\n`); end(); }",
        answer,
    )
    expect(page.locator(".curve circle")).to_have_count(8)
    bars = page.locator(".curve .interval")
    expect(bars).to_have_count(2)
    boxes = [each.bounding_box() for each in (*bars.all(), page.locator(".curve"))]
    first, second, curve = (each for each in boxes if each is not None)
    middle = curve["y"] + curve["height"] / 2
    assert abs(first["y"] + first["height"] / 2 - middle) < 2
    assert second["y"] + second["height"] < middle
    assert 0.5 < second["height"] / first["height"] < 0.7
    text = "The first player wins 80 % of the games (95 % interval: 70–100 %)"
    expect(bars.last.locator("title")).to_have_text(text)
    page.locator(".curve circle").nth(3).click()
    expect(page.locator("#verdict")).to_have_text(text)
    # The engine, which begins now, tells no second estimate below this one.
    page.route("**/api/v1/analyse", lambda route: fulfill(PROGRESS + ESTIMATED, route))
    page.evaluate(KEEP_DETAILS)
    page.evaluate("document.querySelector('#engine').click()")
    expect(page.locator("body")).to_have_attribute("data-told", LONGER)
    expect(page.locator("body")).not_to_have_attribute("data-told", re.compile("52 %"))

    # Where the review has proved more than the engine estimates, no moves of another position stay.
    best = page.locator("#best li")
    expect(best.first).to_be_visible()
    page.evaluate("document.body.dataset.told = ''")
    page.locator(".curve circle").nth(5).click()
    expect(page.locator("body")).to_have_attribute("data-told", LONGER)
    page.locator(".curve circle").nth(3).click()
    expect(best.first).to_be_visible()
    page.locator(".curve circle").nth(5).click()
    expect(page.locator("#trust")).to_have_text("Proved")
    expect(best).to_have_count(0)


def test_a_review_fills_the_curve_from_the_end_and_leads_to_the_mistakes(opener: Opener) -> None:
    page = without_engine(opener(address_of(FINISHED, at=0)))
    page.reload()  # what the engine has found is gone
    ready(page)
    answer = page.request.post(
        f"{opener.address}api/v1/review",
        data={"record": FINISHED},
        headers={"accept": "text/event-stream"},
    ).text()
    events = [f"{each}\n\n" for each in answer.split("\n\n") if each]
    circles = page.locator(".curve circle")
    evaluate(page, HOLD, what="the answer to be held")
    in_sight(page.locator("#review")).click()
    expect(page.locator("#review-progress")).to_contain_text("Reviewing")
    for count in (1, 3):
        page.evaluate("(text) => feed(text)", "".join(events[:2] if count == 1 else events[2:6]))
        expect(circles).to_have_count(count)
        expect(page.locator("#review-progress")).to_contain_text(f"{count} of 8 positions")
        width = float(str(page.locator(".curve").get_attribute("viewBox")).split()[2])
        assert all(float(str(each.get_attribute("cx"))) > 0.6 * width for each in circles.all())
    page.evaluate("(text) => { feed(text); end(); }", "".join(events[6:]))
    expect(circles).to_have_count(8)
    expect(page.locator(".curve circle.proved")).to_have_count(8)
    moments = page.locator(".moments li")
    expect(moments).to_have_count(3)
    expect(moments.nth(1)).to_have_text(re.compile("Move 4, dark .* lost 2 points"))
    expect(page.locator(".curve circle.moment")).to_have_count(3)
    expect(page.locator("#moves .lost").first).to_have_text("−1")
    moments.nth(2).get_by_role("button").click()
    expect(page.locator("#state")).to_contain_text("light to move")
    page.locator(".curve circle").nth(2).click()
    expect(page.locator("#moves > li").nth(1).locator("[aria-current]")).to_have_count(1)

    # The mistakes are tried again.
    verdict = page.locator("#verdict")
    for wrong, right in (("c3,c2", "a1,b1"), ("c4,b4", "b4,b3")):
        page.click("#retry" if wrong == "c3,c2" else "#next-mistake")
        expect(verdict).to_have_text(f"dark played {wrong}. Find a better move.", ignore_case=True)
        expect(page.locator(".board rect.best")).to_have_count(0)
        place(page, wrong)
        expect(verdict).to_contain_text("That is the move that was played")
        place(page, right)
        expect(verdict).to_contain_text("That is better.")
    page.click("#next-mistake")
    page.click("#see-better")
    expect(page.locator("#see-better")).to_be_focused()
    expect(page.locator(".board rect.best")).to_have_count(2)
    expect(page.locator("#next-mistake")).to_have_count(0)
    page.click("#end-retry")
    expect(moments).to_have_count(3)
    assert shown_record(page) == dumps(loads(FINISHED))


def test_a_low_phone_shows_a_review_that_runs_and_its_curve(opener: Opener) -> None:
    page = opener(address_of(FINISHED, at=0), phone=True)
    page.set_viewport_size({"width": 390, "height": 664})
    evaluate(without_engine(page), HOLD, what="the answer to be held")
    page.click("#review")
    page.evaluate("scrollTo(0, 0)")
    foot = page.locator(".foot").bounding_box()
    assert foot
    for shown in ("#verdict", ".curve", "#review-progress", "#stop-review"):
        box = in_sight(page.locator(shown)).bounding_box()
        assert box
        assert box["y"] + box["height"] <= foot["y"], shown
    page.click("#stop-review")


def test_a_review_names_the_players_and_the_result_of_the_record(opener: Opener) -> None:
    page = without_engine(opener(address_of(ABSTRACT_PLAY, at=0)))
    ready(page)
    found = page.request.post(
        f"{opener.address}api/v1/review",
        data={"record": ABSTRACT_PLAY, "time_limit": 0.1},
        headers={"accept": "text/event-stream"},
    ).text()
    page.route("**/api/v1/review", partial(fulfill, found))
    in_sight(page.locator("#review")).click()
    expect(page.locator("#review-players")).to_have_text(
        "Light: Ann · Dark: Bob · In the record Bob won.", ignore_case=True
    )


def test_only_your_own_mistakes_are_tried_again(opener: Opener) -> None:
    swapped = random_game("wythe", {"size": 4}, 1, swap=True)
    page = ready(opener(address_of(dumps(swapped), opponent="greedy")))
    for ply in ("End", "Home"):  # after the swap, and before
        page.locator("#retry").wait_for()
        page.keyboard.press(ply)
        page.click("#retry")
        expect(page.locator("#verdict")).to_have_text(
            "white played c2,c1. Find a better move.", ignore_case=True
        )
        page.click("#end-retry")


def test_a_position_asked_for_before_a_mistake_is_tried_again_does_not_end_the_trial(
    opener: Opener,
) -> None:
    swapped = random_game("wythe", {"size": 4}, 1, swap=True)
    page = ready(opener(address_of(dumps(swapped), opponent="greedy")))
    page.click("#retry")
    page.click("#end-retry")
    held: list[Route] = []
    page.route("**/api/v1/position", lambda route: held.append(route))  # noqa: PLW0108 - a method has no room for the driver's mark
    with page.expect_request("**/api/v1/position"):
        page.keyboard.press("Home")
    page.click("#retry")  # about the position that is still shown
    with page.expect_response("**/api/v1/position"):
        held.pop().continue_()
    page.click("#see-better")
    expect(page.locator("#verdict")).to_contain_text("Better:")


# --- more


def new_board(size: int) -> str:
    """Return the address of a Battle of LITS that begins."""
    return address_of(
        dumps(Record(create("battle-of-lits", size=size).with_fresh_board(Random(1))))
    )


def test_what_covers_a_square_is_said_and_one_thing_is_shown_at_a_time(opener: Opener) -> None:
    page = without_engine(opener(new_board(5)), more=True)
    page.click("#asking")
    page.locator('.hit[data-square="c3"]').click()
    expect(page.locator("#covering")).to_contain_text("of 212 placements cover c3")
    position = loads(shown_record(page)).position()
    square = position.rules.board.parse("c3")
    covering = [each for each in position.rules.table.of(position.legal) if each.mask >> square & 1]
    expect(page.locator("#covering button")).to_have_count(len(covering))
    assert placed(page) == 0
    held: list[Route] = []
    page.route("**/api/v1/remaining", lambda route: held.append(route))  # noqa: PLW0108 - a method has no room for the driver's mark
    with page.expect_request("**/api/v1/remaining"):
        page.locator(".hit").first.click()
    page.locator("#covering button").first.click()
    expect(page.locator("#moves li")).to_have_count(1)
    with page.expect_response("**/api/v1/remaining"):
        held.pop().continue_()
    page.wait_for_timeout(200)  # time to show it at another position
    expect(page.locator("#covering")).to_be_empty()
    page.goto(f"{opener.address}{address_of(FINISHED, at=5)}")
    ready(page)
    show_more(page)
    marks = page.locator(".board .marks > *")
    expect(marks).to_have_count(0)  # no outline unless it is asked for
    page.select_option("#overlay", "groups")
    expect(page.locator(".board .group")).not_to_have_count(0)
    page.select_option("#overlay", "uncoverable")
    expect(page.locator(".board .group")).to_have_count(0)
    expect(page.locator("#board")).to_have_attribute("data-overlay", "uncoverable")
    page.select_option("#overlay", "fits")
    expect(marks).to_have_count(0)
    assert (
        page.locator(".hit.fits").first.evaluate("(hit) => getComputedStyle(hit).stroke") != "none"
    )
    page.select_option("#overlay", "")
    assert (
        page.locator(".hit.fits").first.evaluate("(hit) => getComputedStyle(hit).stroke") == "none"
    )


def test_a_board_is_painted_and_a_position_set_up(opener: Opener) -> None:
    page = without_engine(opener(new_board(4)), more=True)
    state = page.locator("#state")
    page.select_option("#setup-symbol", "O")
    expect(page.locator(".symbols button")).to_have_count(16)
    for cell in page.locator(".symbols button").all():
        cell.click()
    page.fill("#setup-placed", "I[a1,b1,c1,d1]")
    page.select_option("#setup-side", "O")
    page.click("#set-up")
    expect(state).to_contain_text("O to move · X 0, O 12")
    page.click("#usual")
    expect(page.locator(".symbols button", has_text="X")).not_to_have_count(0)
    page.goto(f"{opener.address}{address_of(FINISHED, at=0)}")
    ready(page)
    show_more(page)
    page.click("#setup-board")
    for count in (1, 2):
        page.locator(".hit.fits").first.click()
        expect(state).to_contain_text(f"light to move · light {count}")
    page.locator('.hit[data-square="a1"]').click()
    expect(state).to_contain_text("light 1")
    assert len(page.input_value("#setup-placed").split("\n")) == 1
    page.click("#setup-board")
    page.locator(".hit.fits").first.click()
    expect(page.locator("#moves li")).to_have_count(1)


def test_a_record_is_opened_dropped_onto_the_page_and_refused(opener: Opener) -> None:
    page = without_engine(opener(address_of(FINISHED, at=0)), more=True)
    page.set_input_files(
        "#record-file",
        {
            "name": "a.toml",
            "mimeType": "text/plain",
            "buffer": b'game = "wythe"\nmoves = "c3,c4 a1,a2"\n',
        },
    )
    expect(page.locator("#position-title")).to_have_text("Wythe")
    expect(page.locator("#moves li")).to_have_count(2)
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(['game = "wythe"\\nmoves = "c3,c4"'], "a.toml"));
          const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
          document.getElementById("board").dispatchEvent(drop);
        }"""
    )
    expect(page.locator("#moves li")).to_have_count(1)
    page.set_input_files(
        "#record-file",
        {"name": "a.json", "mimeType": "application/json", "buffer": ABSTRACT_PLAY.encode()},
    )
    expect(page.locator("#position-title")).to_have_text("TAIJI")
    page.fill("#record-text", 'game = "wythe"\nmoves = "c3,c4"')
    page.click("#load-record")
    expect(page.locator("#position-title")).to_have_text("Wythe")
    page.fill("#record-text", 'game = "chess"')
    page.click("#load-record")
    expect(page.locator("#status.error")).to_contain_text("chess")
    page.get_by_role("button", name="Show this record").click()
    assert page.input_value("#record-text") == shown_record(page)
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "wythe.toml"
    assert saved.value.path().read_text(encoding="utf-8") == shown_record(page)
    with page.expect_download() as picture:
        page.get_by_role("button", name="PNG").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_record_is_saved_and_opened_in_the_folder(opener: Opener, folder: Path) -> None:
    page = without_engine(opener(address_of(FINISHED, at=0)), more=True)
    page.fill("#folder-name", "mine.toml")
    page.click("#folder-save")
    expect(page.locator("#status")).to_have_text("mine.toml saved.")
    assert (folder / "mine.toml").read_text(encoding="utf-8") == shown_record(page)
    page.goto(f"{opener.address}#analyse?game=wythe")
    ready(page)
    show_more(page)
    page.click("#folder-open")
    expect(page.locator("#position-title")).to_have_text("TAIJI")
    expect(page.locator("#moves li")).to_have_count(7)


# --- from place to place


def shorten(route: Route) -> None:
    """Ask for a review in half a second instead of a minute."""
    route.continue_(post_data={**(route.request.post_data_json or {}), "time_limit": 0.5})


def late_record() -> str:
    """Return a game of Wythe of which six moves are missing."""
    game = random_game("wythe", {}, 0)
    return dumps(Record(game.rules, moves=game.moves[: len(game.moves) // 2 * 2 - 6]))


def reviewed_move(page: Page) -> Locator:
    """Return the first moment that a review found, or a late move if no move decided the game.

    Which of the two happens depends on the opponent's choices between equal moves.
    """
    moment = page.locator(".moments button").first
    none_decided = page.get_by_text(says(page, "No move decided the game."))
    expect(moment.or_(none_decided).first).to_be_visible()
    if moment.count():
        return moment
    moves = page.locator("#moves .move")
    return moves.nth(moves.count() - 3)


def way_of_a_stranger(page: Page, late: str = "") -> None:
    """Go from the home over a game and its analysis to a link that is sent, with every step in
    sight.

    After one move the game is taken up where a record ends, if one is given.
    """
    in_sight(page.get_by_role("link", name=says(page, "Learn {game}", game="Wythe"))).click()
    expect(page.locator(".rules h2")).to_have_text("Wythe")
    in_sight(page.get_by_role("link", name=says(page, "Play {game}", game="Wythe"))).click()
    ready(page)
    for needed in ("#sentence", "#you", "#board svg"):
        in_sight(page.locator(needed))
    if late:
        assert place_one(page)
        expect(page.locator("#moves li")).to_have_count(2)
        page.goto(page.url.partition("#")[0] + address_of(late, "play", opponent="greedy"))
        expect(page.locator("#moves li")).to_have_count(len(loads(late).moves))
    told = play_on(page)
    assert result(page).match(told)
    in_sight(page.locator("#analyse")).click()
    expect(page.locator("#verdict")).to_have_text(told)
    in_sight(reviewed_move(page)).click()
    page.wait_for_url(re.compile("at="))
    expect(page.locator("#trust")).to_be_visible()
    in_sight(page.locator("#share")).click()
    expect(page.locator("#status")).to_have_text(says(page, "{what} copied."))
    address = evaluate(page, "() => navigator.clipboard.readText()", what="the clipboard")
    assert page.evaluate("scrollY") == 0
    page.evaluate("localStorage.clear()")
    other = page.context.new_page()
    other.goto(address)
    other.locator(".analysing:not([inert])").wait_for()
    move = page.locator("#moves [aria-current] .move").get_attribute("title")
    expect(other.locator("#moves [aria-current] .move")).to_have_attribute("title", str(move))
    in_sight(other.locator("#to-play")).click()
    other.locator(".playing:not([inert])").wait_for()
    expect(other.locator("#sentence")).to_have_text(your_turn(other))
    count = placed(other)
    assert hold_a_piece_that_fits(other)  # the first one may not, late in a game
    in_sight(other.locator(".hit.fits").first)
    assert place_one(other)
    expect(other.locator("#moves li")).not_to_have_count(count)
    other.close()
