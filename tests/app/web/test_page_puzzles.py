"""LITS puzzles on the page, in a real browser: drawn, checked, solved with hints, explained and generated."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest
from playwright.sync_api import Page, expect

import litslab as ll
from litslab.app.documents.base import plain
from litslab.app.documents.collection import CollectionDocument
from litslab.puzzles.lits.solve import only_solution
from tests.app.web.page import Opener, has_no_horizontal_scrolling, take_hint, unfold

pytestmark = [pytest.mark.browser, pytest.mark.slow]

URL = "lits/4/4/9q02jg"
VIEW = f"#puzzle?url={URL}"
REGIONS = ["AABB", "AABC", "ABBC", "CCCC"]


def solution() -> list[str]:
    """Return the names of the puzzle's shaded squares."""
    puzzle = ll.puzzle(URL)
    shading = only_solution(puzzle).shading
    return [puzzle.board.name(square) for square in range(puzzle.board.size) if shading >> square & 1]


def cell(page: Page, name: str) -> tuple[float, float, float]:
    """Return the middle of a square, and its side."""
    # In one step: the picture is replaced at any time.
    box = page.evaluate("name => document.querySelector(`[data-cell=${name}]`).getBoundingClientRect().toJSON()", name)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]


def click_square(page: Page, name: str) -> None:
    """Click the middle of a square."""
    x, y, _ = cell(page, name)
    page.mouse.click(x, y)


def square_name(column: int, row: int) -> str:
    """Return a square of a grid of four rows by its column and its row from the top."""
    return f"{'abcd'[column]}{4 - row}"


def draw(page: Page) -> None:
    """Draw the borders of the puzzle: the first one by dragging, the others by clicking on each part."""
    x, y, side = cell(page, "c4")
    page.mouse.move(x - side / 2, y - side / 4)
    page.mouse.down()
    page.mouse.move(x - side / 2, y + side * 1.25, steps=8)
    page.mouse.up()
    for row in range(4):
        for column in range(4):
            x, y, side = cell(page, square_name(column, row))
            if (
                column < 3
                and REGIONS[row][column] != REGIONS[row][column + 1]
                and (column, row) not in {(1, 0), (1, 1)}
            ):
                page.mouse.click(x + side / 2, y)
            if row < 3 and REGIONS[row][column] != REGIONS[row + 1][column]:
                page.mouse.click(x, y + side / 2)


def empty(page: Page, size: int) -> None:
    """Begin an empty grid."""
    page.locator("#grid-status[data-status]").wait_for(state="attached")
    page.click("#tab-create")
    page.fill("#rows", str(size))
    page.fill("#cols", str(size))
    page.click("#empty")
    expect(page.locator("[data-cell]")).to_have_count(size * size)


def test_a_puzzle_is_drawn_checked_and_solved_with_hints(opener: Opener) -> None:
    page = opener(VIEW)
    empty(page, 4)
    status = page.locator("#grid-status")
    expect(status).to_have_attribute("data-status", "multiple")
    assert page.locator(".cell-square.differing").count()
    draw(page)
    expect(status).to_have_text("One solution.")
    expect(page.locator("#grid-links a")).to_have_attribute("href", f"https://puzz.link/p?{URL}")
    expect(page.locator("#grid-level")).to_have_text("Level 1.")
    page.click("#tab-solve")
    for _ in range(30):
        if "Solved" in (page.text_content("#status") or ""):
            break
        take_hint(page)
        if page.locator(".grid .shade").count() == len(solution()):
            expect(page.locator("#status")).to_contain_text("Solved in ")
    expect(page.locator(".grid .letter")).to_have_count(len(solution()))
    unfold(page)
    with page.expect_download() as times:
        page.get_by_role("button", name="Export times").click()
    record = json.loads(times.value.path().read_text(encoding="utf-8"))
    assert record["solved"]
    assert record["hints"] == len(record["changes"])


def test_regions_are_painted_and_drawn_by_keys_and_conflicts_named(opener: Opener) -> None:
    page = opener(VIEW)
    empty(page, 4)
    page.select_option("#mode", "regions")
    x, y, side = cell(page, "a4")
    page.keyboard.down("Shift")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3 * side, y, steps=6)
    page.mouse.up()
    page.keyboard.up("Shift")
    page.select_option("#mode", "borders")
    thick = page.locator(".grid .thick")
    drawn = thick.get_attribute("d") or ""
    assert drawn.count("h40") == 4, "a border of four squares' length below the new region"
    page.focus("#grid")
    page.keyboard.press("Shift+ArrowDown")
    assert (thick.get_attribute("d") or "").count("h40") == 3
    page.click("#undo-mark")
    assert thick.get_attribute("d") == drawn
    page.click("#empty")
    for name in ("a4", "b4", "c4", "d4"):  # two rows of four: two I's, which may not touch
        x, y, side = cell(page, name)
        page.mouse.click(x, y + side / 2)
        page.mouse.click(x, y + side * 1.5)
    expect(page.locator("#grid-status")).to_contain_text("No solution: the regions at a4, a3 cannot be filled together")
    assert page.locator(".cell-square.conflict").count() == 8


def test_marks_mistakes_trials_and_undo(opener: Opener) -> None:
    page = opener(VIEW)
    page.locator("#grid-status[data-status=unique]").wait_for(state="attached")
    right, wrong = "a1", "d2"
    click_square(page, right)
    click_square(page, wrong)
    expect(page.locator(".grid .shade")).to_have_count(2)
    page.click("#mistakes")
    expect(page.locator("#status")).to_have_text(f"1 mark is wrong: {wrong}")
    expect(page.locator(".grid .cross")).to_have_count(1)
    click_square(page, wrong)
    expect(page.locator(".grid .dot")).to_have_count(1)
    page.click("#undo-mark")
    expect(page.locator(".grid .dot")).to_have_count(0)
    click_square(page, wrong)
    page.click("#try")
    click_square(page, "b1")
    expect(page.locator(".grid .shade.trial")).to_have_count(1)
    page.click("#discard")
    expect(page.locator(".grid .shade")).to_have_count(1)
    page.focus("#grid")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("x")
    expect(page.locator(".grid .dot")).to_have_count(2)


def test_a_puzzle_is_solved_by_touch_and_its_address_restores_it(opener: Opener) -> None:
    page = opener(VIEW, phone=True)
    page.locator("#grid-status[data-status=unique]").wait_for(state="attached")
    assert has_no_horizontal_scrolling(page)
    shaded = solution()
    for name in shaded[:-1]:
        x, y, _ = cell(page, name)
        page.touchscreen.tap(x, y)
    expect(page.locator(".grid .shade")).to_have_count(len(shaded) - 1)
    unfold(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#status")).to_contain_text(re.compile("link", re.IGNORECASE))
    opener(page.url[len(opener.address) :], phone=True)
    expect(page.locator(".grid .shade")).to_have_count(len(shaded) - 1)
    click_square(page, shaded[-1])
    expect(page.locator("#status")).to_contain_text("Solved in ")


def test_a_puzzle_is_opened_and_explained_to_its_end(opener: Opener) -> None:
    page = opener(VIEW)
    page.locator("#grid-status[data-status=unique]").wait_for(state="attached")
    unfold(page)
    page.fill("#puzzle-text", "no puzzle")
    page.click("#open-puzzle")
    expect(page.locator("#status.error")).not_to_be_empty()
    page.fill("#puzzle-text", f"https://puzz.link/p?{URL}")
    page.click("#open-puzzle")
    expect(page.locator("#status")).to_have_text("Puzzle opened.")
    page.click("#explain")
    steps = len(ll.explain(ll.puzzle(URL)).path.steps)
    expect(page.locator("#step-text")).to_contain_text(f"1 of {steps}, ")
    for _ in range(steps - 1):
        page.click("#next-step")
    expect(page.locator("#step-text")).to_contain_text(f"{steps} of {steps}, ")
    assert page.locator(".cell-square.lit").count()
    page.fill("#puzzle-text", "lits/8/8/20mbr1hbtb4g08c8qjokb9k0")
    page.click("#open-puzzle")
    expect(page.locator("#grid-level")).to_have_text("Level 5+: beyond single trials.")


def test_a_pack_is_chosen_and_puzzles_are_generated(opener: Opener) -> None:
    page = opener(VIEW)
    page.locator("#grid-status[data-status]").wait_for(state="attached")
    page.select_option("#pack", "letters")
    expect(page.locator("#collection [data-puzzle]")).to_have_count(26)
    expect(page.locator("#collection .picture svg").first).to_be_visible()
    page.get_by_role("button", name="Letters 1, 10×10, level 1").click()
    expect(page.locator("[data-cell]")).to_have_count(100)
    expect(page.locator("#grid-status")).to_have_text("One solution.")
    page.click("#tab-create")
    unfold(page)
    page.fill("#generate-size", "5")
    page.fill("#generate-count", "2")
    page.fill("#generate-seed", "1")
    page.click("#generate")
    expect(page.locator("#generate-progress")).to_have_text("2 of 2 puzzles.")
    for made in page.locator("#generated button").all():
        made.click()
        expect(page.locator("[data-cell]")).to_have_count(25)
        expect(page.locator("#grid-status")).to_have_text("One solution.")


def test_a_solved_puzzle_is_kept_and_leads_to_the_next(opener: Opener) -> None:
    page = opener("#puzzle")
    page.locator("#grid-status[data-status=unique]").wait_for(state="attached")
    page.click("text=Options")
    page.check("#dots")
    current = page.locator("#collection [aria-current]")
    address = current.get_attribute("data-puzzle")
    assert address
    puzzle = ll.puzzle(address)
    shading = only_solution(puzzle).shading
    for square in range(puzzle.board.size):
        if shading >> square & 1:
            click_square(page, puzzle.board.name(square))
    expect(page.locator("#solved-panel")).to_contain_text("★★★")
    assert page.locator(".grid .dot").count(), "finished regions are dotted"
    expect(current).to_have_attribute(
        "aria-label", re.compile("First steps 1, 5×5, level 1, solved in .* with 3 stars")
    )
    page.click("#next-puzzle")
    expect(current).not_to_have_attribute("data-puzzle", address)
    expect(page.locator("#solved-panel")).to_be_hidden()
    expect(page.locator(".grid .shade")).to_have_count(0)
    expect(page.locator("#pack option").first).to_have_text("First steps: 1 of 80 solved")
    page.get_by_role("link", name="litslab").click()
    expect(page.locator("#today")).to_contain_text("LITS puzzle, easy")


def test_todays_puzzles_and_study_are_those_of_the_collection(opener: Opener) -> None:
    page = opener("#rules")
    page.locator(".rules h2").wait_for()
    found = CollectionDocument.made()
    day = date(2026, 11, 24)
    shown = page.evaluate(
        """async ([when, collection]) => {
            const { todaysPuzzle, todaysStudy } = await import("./today.js");
            const now = new Date(when);
            const puzzles = [1, 3, 5].map((level) => todaysPuzzle(collection, level, now).number);
            return [...puzzles, todaysStudy(collection, now).collected];
        }""",
        [f"{day.isoformat()}T12:00:00", plain(found)],
    )
    numbers = [*(found.daily_puzzles[level] for level in (1, 3, 5)), found.daily_studies]
    assert shown == [each[day.toordinal() % len(each)] for each in numbers]


def test_a_hint_tells_where_then_why_then_what(opener: Opener) -> None:
    page = opener(VIEW)
    page.locator("#grid-status[data-status=unique]").wait_for(state="attached")
    text = page.locator("#hint-text")
    page.click("#hint")
    expect(text).to_contain_text("Look here")
    expect(page.locator("#apply-hint")).to_be_hidden()
    page.click("#more-hint")
    expect(text).to_contain_text("(level ")
    assert page.locator(".grid .will").count() == 0
    page.click("#more-hint")
    expect(text).to_contain_text("So ")
    assert page.locator(".grid .will").count()
