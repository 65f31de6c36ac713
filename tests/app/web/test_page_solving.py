"""A LITS puzzle that is solved, explained, replayed and solved again on the page, and what is kept
of it.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import litslab as ll
from litslab.puzzles.lits.solve import solve
from tests.app.web.page import Opener, unfold
from tests.app.web.solving import URL, VIEW, click_square, graded, mark, names_of
from tests.app.web.waiting import evaluate

pytestmark = pytest.mark.slow

SEVERAL = "lits/4/4/550410"
"""A puzzle with several solutions."""


def exported(page: Page) -> tuple[dict[str, Any], dict[str, int]]:
    """Return the exported record of a solve, and why the calibration leaves it out."""
    unfold(page)
    with page.expect_download() as times:
        page.get_by_role("button", name="Export times").click()
    path = times.value.path()
    return json.loads(path.read_text(encoding="utf-8")), ll.calibrate([path]).left_out


def kept(page: Page, name: str) -> Any:
    """Return what the browser keeps under a name."""
    return page.evaluate(f"JSON.parse(localStorage.getItem('litslab.{name}'))")


def explain(page: Page) -> int:
    """Ask for an explanation, and return the number of its steps."""
    unfold(page)
    page.click("#explain")
    steps = len(ll.explain(ll.puzzle(URL)).path.steps)
    expect(page.locator("#step-text")).to_contain_text(f"1 of {steps}, ")
    return steps


def explain_most(page: Page) -> list[str]:
    """Ask for an explanation, go to its last step and back until squares are missing; return
    these.
    """
    for _ in range(explain(page) - 1):
        page.click("#next-step")
    while not (left := missing(page)):
        page.get_by_role("button", name="Previous").click()
    return left


def missing(page: Page) -> list[str]:
    """Return the squares of the solution that are not shaded yet."""
    names = page.evaluate(
        """() => [...document.querySelectorAll(".grid .shade")].map((shade) => {
            const inside = shade.getBBox();
            const isAround = (cell) => {
                const box = cell.getBBox();
                return Math.abs(box.x - inside.x) < 10 && Math.abs(box.y - inside.y) < 10;
            };
            return [...document.querySelectorAll("[data-cell]")].find(isAround).dataset.cell;
        })"""
    )
    return [name for name in names_of(URL) if name not in names]


def test_a_solve_after_an_explanation_is_helped_and_no_sample(opener: Opener) -> None:
    page = graded(opener(VIEW))
    mark(page, " ".join(explain_most(page)))
    expect(page.locator("#solved-panel")).to_contain_text(
        re.compile(r"Solved in \d+:\d\d, after an explanation\.")
    )
    expect(page.locator("#solved-panel .stars")).to_have_text("★")
    record, left_out = exported(page)
    assert record["solved"]
    assert record["explanations"] == 1
    assert set(left_out) <= {"helped", "untimed"}
    assert sum(left_out.values()) == 1


def test_an_explanation_that_was_closed_and_left_is_still_help(opener: Opener) -> None:
    page = graded(opener(VIEW))
    mark(page, names_of(URL)[0])
    explain(page)
    page.click("#end-explaining")
    expect(page.locator("#explained")).to_be_hidden()
    page.reload()
    graded(page)
    mark(page, " ".join(names_of(URL)[1:]))
    expect(page.locator("#solved-panel .stars")).to_have_text("★")
    assert exported(page)[0]["explanations"] == 1


@pytest.mark.parametrize("way", ["#end-explaining", "#undo-mark", "#mistakes", "leave"])
def test_own_marks_are_back_after_an_explanation(opener: Opener, way: str) -> None:
    page = graded(opener(VIEW))
    mark(page, ".a1 .d2")
    explain(page)
    page.click("#next-step")
    expect(page.locator("#step-text")).to_contain_text("2 of ")
    if way == "leave":
        page.click("#all-puzzles")
        page.locator(".thumbs").wait_for()
        page.get_by_role("link", name="Puzzles", exact=True).click()
    else:
        page.click(way)
    expect(page.locator("#explained")).to_be_hidden()
    expect(page.locator(".grid .dot")).to_have_count(2)
    expect(page.locator(".grid .shade")).to_have_count(0)


def test_a_mark_on_an_explanation_continues_from_it_and_undo_leads_back(opener: Opener) -> None:
    page = graded(opener(VIEW))
    mark(page, ".a1 .d2")
    left = explain_most(page)
    count = page.locator(".grid .shade").count()
    click_square(page, left[0])
    expect(page.locator("#explained")).to_be_hidden()
    expect(page.locator(".grid .shade")).to_have_count(count + 1)
    page.click("#undo-mark")
    expect(page.locator(".grid .shade")).to_have_count(count)
    page.click("#undo-mark")
    expect(page.locator(".grid .shade")).to_have_count(0)
    expect(page.locator(".grid .dot")).to_have_count(2)


def test_a_puzzle_is_solved_again_once_its_marks_are_cleared(opener: Opener) -> None:
    page = graded(opener(VIEW))
    first, *rest = names_of(URL)
    mark(page, first)
    expect(page.locator("#timer")).to_have_text("0:01")
    mark(page, " ".join(rest))
    expect(page.locator("#solved-panel .stars")).to_have_text("★★★")
    unfold(page)
    page.click("#restart")
    expect(page.locator("#solved-panel")).to_be_hidden()
    expect(page.locator("#timer")).to_have_text("0:00")
    expect(page.locator("#undo-mark")).to_be_disabled()
    mark(page, first)
    expect(page.locator("#timer")).not_to_have_text("0:00")
    page.reload()
    graded(page)
    expect(page.locator(".grid .shade")).to_have_count(1)
    expect(page.locator("#timer")).not_to_have_text("0:00")
    mark(page, " ".join(rest))
    expect(page.locator("#solved-panel")).to_be_visible()
    record, left_out = exported(page)
    assert (record["solved"], record["solved_before"]) == (True, True)
    assert left_out == {"repeated": 1}


def test_an_answer_that_comes_after_the_last_square_was_taken_back_solves_nothing(
    opener: Opener,
) -> None:
    page = graded(opener(VIEW))
    *most, last = names_of(URL)
    mark(page, " ".join(most))
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route("**/api/v1/mistakes", hold_the_first)
    with page.expect_request("**/api/v1/mistakes"):
        click_square(page, last)
    page.click("#undo-mark")
    expect(page.locator("#marked")).to_have_text("11 of 12 squares")
    held[0].continue_()
    unfold(page)
    page.get_by_role(
        "button", name="Copy link", exact=True
    ).click()  # meanwhile the answer has come
    expect(page.locator("#status")).to_contain_text("Link")
    expect(page.locator("#solved-panel")).to_be_hidden()
    assert kept(page, "solved") is None
    click_square(page, last)
    expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
    assert list(kept(page, "solved")) == [URL]


def test_a_replay_of_the_own_solution_ends_in_it_and_one_of_another_is_help(opener: Opener) -> None:
    page = graded(opener(VIEW))
    keep = "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
    evaluate(page, keep, what="the clipboard")
    mark(page, " ".join(names_of(URL)))
    page.click("#share-way")
    link = str(page.wait_for_function("() => window.copied").json_value())
    page.click("#replay")
    expect(page.locator("#grid")).to_have_attribute("inert", "")
    expect(page.locator("#grid")).not_to_have_attribute("inert", "")
    expect(page.locator(".grid .letter")).to_have_count(len(names_of(URL)))
    assert exported(page)[0]["solved"]
    page = graded(opener(link[len(opener.address) :]))
    expect(page.locator(".grid .letter")).to_have_count(len(names_of(URL)))
    assert not exported(page)[0]["solved"]
    page.click("#restart")
    mark(page, " ".join(names_of(URL)))
    expect(page.locator("#solved-panel .stars")).to_have_text("★")


def test_any_solution_of_several_counts_and_the_page_says_so(opener: Opener) -> None:
    puzzle = ll.puzzle(SEVERAL)
    one, other = (
        puzzle.board.names(each.shading) for each in solve(puzzle, conflict=False).solutions[:2]
    )
    page = opener(f"#puzzle?url={SEVERAL}")
    for names in (one, other):
        expect(page.locator("#grid-level")).to_have_text("It has several solutions.")
        mark(page, " ".join(names))
        expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
        expect(page.locator("#solved-panel")).to_contain_text("one of several solutions")
        expect(page.locator("#solved-panel .stars")).to_have_text("★★★")
        unfold(page)
        page.click("#restart")
        expect(page.locator("#solved-panel")).to_be_hidden()


def test_every_begun_puzzle_is_kept_with_its_history_and_listed(opener: Opener) -> None:
    page = graded(opener(VIEW))
    first, *rest = names_of(URL)
    mark(page, f"{first} .d2")
    page.click("#hint")
    expect(page.locator("#hint-panel")).to_be_visible()
    for level in (1, 3):
        page = graded(opener_stays(page, f"#puzzle?today={level}"))
        expect(page.locator(".grid .shade")).to_have_count(0)
        mark(page, "a1")
        expect(page.locator(".grid .shade")).to_have_count(1)
    page.click("#all-puzzles")
    begun = page.locator("#begun li")
    expect(begun).to_have_count(3)
    expect(begun.first).to_contain_text("Today, medium")
    expect(begun.last).to_contain_text("LITS 4×4 1 of 12 squares")
    page.get_by_role("link", name="litslab").click()
    expect(begun).to_have_count(3)
    begun.last.get_by_role("link").click()
    expect(page.locator(".grid .dot")).to_have_count(1)
    page.reload()
    graded(page)
    page.click("#undo-mark")
    expect(page.locator(".grid .dot")).to_have_count(0)
    page.click("#undo-mark")
    expect(page.locator(".grid .shade")).to_have_count(0)
    unfold(page)
    page.click("#redo-mark")
    page.click("#redo-mark")
    record, _ = exported(page)
    assert record["hints"] == 1
    assert [first, "#"] in [change[1:] for change in record["changes"]]
    mark(page, " ".join(rest))
    expect(page.locator("#solved-panel .stars")).to_have_text("★★")
    page.get_by_role("link", name="litslab").click()
    expect(begun.first).to_contain_text("Today")


def opener_stays(page: Page, hash_: str) -> Page:
    """Go to another view in the same tab, whose storage stays."""
    page.evaluate("hash => { location.hash = hash; }", hash_)
    page.locator(
        f"#puzzle-name:has-text('{'easy' if hash_.endswith('1') else 'medium'}')"
    ).wait_for()
    return page


def test_a_begun_puzzle_is_removed_and_brought_back(opener: Opener) -> None:
    page = graded(opener(VIEW))
    mark(page, ".a1")
    page.click("#all-puzzles")
    page.get_by_role("button", name="Remove LITS 4×4").click()
    expect(page.locator("#begun")).to_contain_text("LITS 4×4 removed.")
    assert kept(page, "begun")["puzzles"] == []
    page.locator("#begun").get_by_role("button", name="Restore").click()
    assert len(kept(page, "begun")["puzzles"]) == 1
    page.get_by_role("button", name="Remove LITS 4×4").click()
    page.reload()
    page.locator(".thumbs").wait_for()
    expect(page.locator("#begun")).to_have_count(0)


def test_the_marks_of_a_link_do_not_replace_the_own_ones(opener: Opener) -> None:
    page = graded(opener(VIEW))
    mark(page, ".a1")
    expect(page.locator(".grid .dot")).to_have_count(1)
    page.wait_for_function("() => localStorage.getItem('litslab.begun')")
    link = page.evaluate("location.hash")
    mark(page, ".d2 .b1")
    page.click("#all-puzzles")
    page.locator("#begun").wait_for()
    page.evaluate("hash => { location.hash = hash; }", link)
    expect(page.locator(".grid .dot")).to_have_count(1)
    page.click("#undo-mark")
    expect(page.locator(".grid .dot")).to_have_count(3)


DAMAGED = (
    '{"version": 1, "puzzles": [null, 3, {"key": 1}, {"key": "a", "values": {"p": "x"}},'
    ' {"key": "a", "title": "b", "name": "", "history": "?",'
    ' "values": {"p": "?", "t": 5, "today": "9"}, "shaded": 0, "total": null}]}'
)
"""Begun puzzles of which the last is listed; static/begun.test.js has other kinds of damage."""


def test_damaged_storage_never_breaks_the_page(opener: Opener) -> None:
    page = opener("#puzzles")
    page.locator(".thumbs").wait_for()
    page.evaluate("text => localStorage.setItem('litslab.begun', text)", DAMAGED)
    page.reload()
    page.locator(".thumbs").wait_for()
    page.get_by_role("link", name="litslab").click()
    page.get_by_role("heading", name="Games", exact=True).wait_for()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.locator("#puzzle-title")).to_contain_text("LITS")
    page.evaluate("hash => { location.hash = hash; }", VIEW)
    expect(page.locator("#puzzle-title")).to_have_text("LITS 4×4")
    mark(graded(page), ".a1")
    expect(page.locator(".grid .dot")).to_have_count(1)


def test_full_storage_is_said_once(opener: Opener) -> None:
    page = graded(opener(VIEW))
    page.evaluate(
        """() => {
            window.said = 0;
            Storage.prototype.setItem = () => {
                window.said += 1;
                throw new DOMException("full", "QuotaExceededError");
            };
        }"""
    )
    mark(page, ".d2")
    expect(page.locator("#status")).to_contain_text("The browser's storage is full")
    page.click("#mistakes")
    expect(page.locator("#status")).to_have_text("Correct so far.")
    mark(page, "a1")
    page.wait_for_function("() => window.said > 1")
    expect(page.locator("#status")).to_have_text("Correct so far.")
