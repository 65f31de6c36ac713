"""Making LITS puzzles on the page, in a real browser: borders, solutions, repairs, generator,
formats, print.
"""

from __future__ import annotations

import io
import re
from urllib.parse import parse_qs

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

import litslab as ll
from litslab.puzzles.lits import formats
from litslab.puzzles.lits.formats import FORMATS, PuzzleEntry, read_one, read_text
from litslab.puzzles.lits.puzzle import SolutionStatus
from litslab.puzzles.lits.repair import EFFECTS, BorderMove, border_effects, moved
from tests.app.web.page import Opener, has_no_horizontal_scrolling, unfold
from tests.app.web.solving import URL, VIEW, cell, click_square, graded, mark, names_of
from tests.app.web.waiting import evaluate

pytestmark = pytest.mark.slow

REGIONS = ["AABB", "AABC", "ABBC", "CCCC"]
TWO = "AABB\nAABB\nAABC\nCCCC"
"""A puzzle with more than one solution, that one square repairs."""


def borders_of(regions: list[str]) -> list[tuple[str, float, float]]:
    """Return each part of a border as a square and the offset from its middle, in squares to the
    right and down.
    """
    found = []
    for row, line in enumerate(regions):
        for column, region in enumerate(line):
            name = f"{'abcd'[column]}{len(regions) - row}"
            if line[column + 1 : column + 2] not in {"", region}:
                found.append((name, 0.5, 0.0))
            if row + 1 < len(regions) and regions[row + 1][column] != region:
                found.append((name, 0.0, 0.5))
    return found


def draw(page: Page) -> None:
    """Draw the borders of the puzzle: the first one by dragging, the others by clicking on each
    part.
    """
    x, y, side = cell(page, "c4")
    page.mouse.move(x - side / 2, y - side / 4)
    page.mouse.down()
    page.mouse.move(x - side / 2, y + side * 1.25, steps=8)
    page.mouse.up()
    for name, right, down in borders_of(REGIONS):
        x, y, side = cell(page, name)
        if (name, right) not in {("b4", 0.5), ("b3", 0.5)}:
            page.mouse.click(x + right * side, y + down * side)


def empty(page: Page, size: int) -> None:
    """Begin an empty grid."""
    page.locator("#grid-status[data-status]").wait_for(state="attached")
    page.fill("#rows", str(size))
    page.fill("#cols", str(size))
    page.click("#empty")
    page.mouse.move(0, 0)  # where no button comes under it
    expect(page.locator("[data-cell]")).to_have_count(size * size)


def open_puzzle(page: Page, text: str) -> None:
    """Open a puzzle from a text."""
    unfold(page)
    page.fill("#puzzle-text", text)
    page.click("#open-puzzle")
    expect(page.locator("#status")).to_have_text("Puzzle opened.")


def borders(page: Page) -> str:
    """Return the borders that are drawn."""
    return page.locator(".grid .thick").get_attribute("d") or ""


def test_creating_begins_with_an_empty_grid_and_not_with_the_puzzle_that_is_solved(
    opener: Opener,
) -> None:
    page = graded(opener(VIEW))
    mark(page, "a1")
    frame = borders(page)
    page.click("#all-puzzles")
    page.get_by_role("link", name="Create a puzzle").click()
    expect(page.locator("#grid-status")).to_have_attribute("data-status", "multiple")
    expect(page.locator("[data-cell]")).to_have_count(36)
    expect(page.locator(".grid .shade")).to_have_count(0)
    assert len(borders(page)) < len(frame)
    page.fill("#rows", "1e9")
    page.fill("#cols", "-5")
    page.click("#empty")
    expect(page.locator("[data-cell]")).to_have_count(20 * 2)  # the nearest sizes that are allowed
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.locator(".grid .shade")).to_have_count(1)


def test_a_puzzle_is_drawn_and_every_border_is_checked(opener: Opener) -> None:
    page = opener("#create")
    empty(page, 4)
    status = page.locator("#grid-status")
    expect(status).to_have_text("More than one solution.")
    page.locator(".cell-square.differing").first.wait_for()
    shown = []
    for number in range(2):
        page.locator("#solutions button").nth(number).click()
        expect(page.locator(".grid .shade-will")).to_have_count(4)
        squares = page.locator(".grid .shade-will").all()
        shown.append({(each.get_attribute("x"), each.get_attribute("y")) for each in squares})
    assert shown[0] != shown[1]
    for at, number in (("#grid", 0), (":focus", 1)):  # the focus draws the grid again, and goes on
        page.press(at, "Tab")
        expect(page.locator("#solutions button").nth(number)).to_be_focused()
    draw(page)
    expect(status).to_have_text("One solution.")
    expect(page.locator("#grid-links a")).to_have_attribute("href", f"https://puzz.link/p?{URL}")
    expect(page.locator("#grid-level")).to_have_text("Level 1.")
    page.click("#solutions button")
    expect(page.locator(".grid .shade-will")).to_have_count(len(names_of(URL)))
    page.reload()
    expect(status).to_have_text("One solution.")
    page.click("#to-solve")
    expect(page.locator("#puzzle-title")).to_have_text("LITS 4×4")
    mark(page, " ".join(names_of(URL)))
    expect(page.locator("#solved-panel")).to_contain_text("Solved in ")


def test_regions_are_painted_and_drawn_by_keys_and_conflicts_named(opener: Opener) -> None:
    page = opener("#create")
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
    drawn = borders(page)
    assert drawn.count("h40") == 4, "a border of four squares' length below the new region"
    page.press("#grid", "Shift+ArrowDown")
    assert borders(page).count("h40") == 3
    page.click("#undo-mark")
    assert borders(page) == drawn
    page.click("#empty")
    for name in ("a4", "b4", "c4", "d4"):  # two rows of four: two I's, which may not touch
        x, y, side = cell(page, name)
        page.mouse.click(x, y + side / 2)
        page.mouse.click(x, y + side * 1.5)
    expect(page.locator("#grid-status")).to_have_text("No solution.")
    expect(page.locator("#grid-level")).to_have_text(
        "The regions at a4, a3 cannot be filled together."
    )
    assert page.locator(".cell-square.conflict").count() == 8
    open_puzzle(page, "AABB\nAABB\nBBBB\nBBBB")
    expect(page.locator("#grid-level")).to_have_text("The region at a4 cannot be filled.")


def test_a_repair_is_shown_and_accepted(opener: Opener) -> None:
    page = opener("#create")
    open_puzzle(page, TWO)
    status = page.locator("#grid-status")
    expect(status).to_have_attribute("data-status", "multiple")
    expect(status).to_have_text("More than one solution.")
    before = borders(page)
    page.click("#repair")
    first = page.locator("button.repair").first
    first.hover()
    expect(page.locator(".grid .come")).not_to_have_attribute("d", "")
    expect(page.locator(".grid .go-away")).not_to_have_attribute("d", "")
    assert borders(page) == before
    page.mouse.move(0, 0)
    expect(page.locator(".grid .come")).to_have_count(0)
    assert borders(page) == before
    first.click()
    expect(status).to_have_text("One solution.")
    expect(page.locator(".grid .come")).to_have_count(0)
    assert borders(page) != before
    assert (
        ll.solve_puzzle(
            ll.puzzle(str(page.locator("#grid-links a").get_attribute("href")))
        ).status.value
        == "unique"
    )
    page.click("#undo-mark")
    expect(status).to_have_text("More than one solution.")
    assert borders(page) == before


def test_no_repair_of_borders_before_is_offered(opener: Opener) -> None:
    page = opener("#create")
    open_puzzle(page, TWO)
    page.route("**/api/v1/repair", lambda _: None)  # never answered
    page.click("#repair")
    expect(page.locator("#repairs")).to_have_text("Looking for borders to move …")
    with page.expect_event("requestfailed"):
        page.click("#empty")
    expect(page.locator("#repair")).to_be_visible()


def test_what_is_offered_for_a_grid_waits_until_that_grid_is_checked(opener: Opener) -> None:
    page = opener("#create")
    page.locator("#repair").wait_for()
    held: list[Route] = []
    page.route("**/api/v1/check", lambda route: held.append(route))  # noqa: PLW0108 - a method has no room for the driver's mark
    with page.expect_request("**/api/v1/check"):
        open_puzzle(page, "\n".join(REGIONS))
    page.click("#borders")
    expect(page.locator("#effects")).to_contain_text("Click one")
    expect(page.locator("#found")).to_have_attribute("inert", "")
    held.pop().continue_()
    expect(page.locator("#grid-status")).to_have_text("One solution.")
    expect(page.locator("#found")).not_to_have_attribute("inert", "")
    expect(page.locator("#repair")).to_have_count(0)
    expect(page.locator("#effects")).to_contain_text("Click one")  # the answer has left it there
    page.click("#empty")
    expect(page.locator("#effects")).to_be_empty()


def test_borders_are_coloured_by_what_moving_them_leaves(opener: Opener) -> None:
    page = opener("#create")
    open_puzzle(page, "\n".join(REGIONS))
    page.click("#borders")
    expect(page.locator("#effects")).to_contain_text("leaves: one solution several none Click one")
    puzzle = ll.puzzle("\n".join(REGIONS))
    effects = border_effects(puzzle)
    for effect in EFFECTS:
        drawn = page.locator(f".grid .{effect}").get_attribute("d") or ""
        assert drawn.count("M") == list(effects.values()).count(effect)
    square, other = min(pair for pair, effect in effects.items() if effect is SolutionStatus.UNIQUE)
    (x, y, _), (other_x, other_y, _) = (
        cell(page, puzzle.board.name(each)) for each in (square, other)
    )
    page.mouse.click((x + other_x) / 2, (y + other_y) / 2)
    expect(page.locator(".grid .effect")).to_have_count(0)
    changed = moved(puzzle, (BorderMove(square, puzzle.regions[square], puzzle.regions[other]),))
    assert changed is not None
    expect(page.locator("#grid-links a")).to_have_attribute(
        "href", formats.write(PuzzleEntry(changed), "url").strip()
    )
    expect(page.locator("#grid-status")).to_have_text("One solution.")


def test_a_puzzle_is_opened_refused_and_converted(opener: Opener) -> None:
    page = opener("#create")
    unfold(page)
    page.fill("#puzzle-text", "no puzzle")
    page.click("#open-puzzle")
    expect(page.locator("#status.error")).not_to_be_empty()
    page.set_input_files(
        "#puzzle-file", {"name": "long", "mimeType": "text/plain", "buffer": b"a\n" * 600_000}
    )
    expect(page.locator("#status")).to_have_text("expected at most 1,048,576 bytes")
    expect(page.locator("#puzzle-text")).to_have_value("no puzzle")
    page.set_input_files(
        "#puzzle-file", {"name": "two.grid", "mimeType": "text/plain", "buffer": TWO.encode()}
    )
    expect(page.locator("#grid-status")).to_have_text("More than one solution.")
    open_puzzle(page, f"https://puzz.link/p?{URL}")
    expect(page.locator("#grid-status")).to_have_text("One solution.")
    refuse = "() => { navigator.clipboard.writeText = () => Promise.reject(); }"
    evaluate(page, refuse, what="the clipboard")
    page.evaluate(
        "() => { window.prompt = (what) => { document.getElementById('status').textContent = what; "
        "}; }"
    )
    for form in FORMATS:
        page.select_option("#format", form)
        page.click("#convert")
        expect(page.locator("#status")).to_have_text("Text")  # asked, as nothing can be copied
        text = page.input_value("#puzzle-text")
        assert read_one(text).puzzle.rows() == ll.puzzle(URL).rows(), form
        open_puzzle(page, text)
        expect(page.locator("#grid-links a")).to_have_attribute(
            "href", f"https://puzz.link/p?{URL}"
        )


def test_pasted_puzzles_are_converted_without_the_bad_ones(opener: Opener) -> None:
    page = opener("#create")
    unfold(page)
    page.fill("#puzzle-text", f"{URL}\nlits/4/4/9q\n{URL}\n")
    page.select_option("#format", "grid")
    page.click("#convert")
    expect(page.locator("#convert-errors li")).to_have_count(1)
    expect(page.locator("#convert-errors li")).to_contain_text("the text, line 2: ")
    grids = page.input_value("#puzzle-text")
    assert [each.puzzle for each in read_text(grids, "the answer")] == [ll.puzzle(URL)] * 2
    page.click("#empty")
    page.click("#convert")  # what the page wrote there is not pasted: the new grid is converted
    expect(page.locator("#puzzle-text")).not_to_have_value(grids)
    expect(page.locator("#convert-errors")).to_be_hidden()
    assert len(read_one(page.input_value("#puzzle-text")).puzzle.masks) == 1


def test_regions_are_generated_around_a_solution(opener: Opener) -> None:
    page = opener("#create")
    empty(page, 4)
    page.select_option("#mode", "solve")
    mark(page, " ".join(names_of(URL)))
    unfold(page)
    page.check("#around")
    page.fill("#generate-seed", "2")
    page.fill("#generate-least", "1")  # “to” stays blank
    page.click("#generate")
    expect(page.locator("#generate-progress")).to_have_text("1 of 1 puzzles.")
    expect(page.locator("#grid-status")).to_have_text("One solution.")
    puzzle = ll.puzzle(str(page.locator("#grid-links a").get_attribute("href")))
    (found,) = ll.solve_puzzle(puzzle).solutions
    assert puzzle.board.names(found.shading) == names_of(URL)
    page.click("#empty")
    click_square(page, "a1")
    page.click("#generate")
    expect(page.locator("#status.error")).to_have_text(
        "1 shaded squares: expected a multiple of 4, at least one tetromino"
    )


def test_a_picture_becomes_a_puzzle(opener: Opener) -> None:
    """An image of a letter that is no solution, and a text that is none at all."""
    letter = Image.new("L", (80, 80), 255)
    for box in ((20, 0, 59, 9), (10, 10, 19, 79), (60, 10, 69, 79), (10, 40, 69, 49)):
        letter.paste(0, box)
    buffer = io.BytesIO()
    letter.save(buffer, "PNG")
    page = opener("#create")
    empty(page, 8)
    unfold(page)
    page.set_input_files(
        "#picture", {"name": "a.png", "mimeType": "image/png", "buffer": buffer.getvalue()}
    )
    expect(page.locator("#generate-progress")).to_have_text("Picture of 8×8 squares.")
    drawn = page.locator(".grid .shade").count()
    page.fill("#generate-seed", "0")
    page.click("#fit")
    expect(page.locator("#generate-progress")).to_contain_text(
        "The closest solution found differs in "
    )
    differing = page.locator(".cell-square.lit").count()
    shaded = page.locator(".grid .shade").count()
    assert abs(shaded - drawn) <= differing
    page.click("#generate")
    expect(page.locator("#grid-status")).to_have_text("One solution.")
    page.click("#solutions button")
    expect(page.locator(".grid .shade-will")).to_have_count(shaded)
    page.set_input_files("#picture", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"#.x"})
    expect(page.locator("#status.error")).to_contain_text(
        "Choose an image, or a text of at most 20 rows"
    )


def test_puzzles_with_other_rules_are_made(opener: Opener) -> None:
    page = opener("#create")
    open_puzzle(page, "AAAA\nBBBB")
    expect(page.locator("#grid-status")).to_have_text("No solution.")
    page.select_option("#rules", "lits-plus")
    expect(page.locator("#grid-status")).to_have_text("More than one solution.")
    page.fill("#generate-size", "5")
    page.fill("#generate-count", "2")
    page.fill("#generate-seed", "1")
    page.select_option("#rules", "inverse-litso")
    page.click("#generate")
    expect(page.locator("#generate-progress")).to_have_text("2 of 2 puzzles.")
    for made in page.locator("#generated button").all():
        made.click()
        expect(page.locator("[data-cell]")).to_have_count(25)
        expect(page.locator("#grid-status")).to_have_text("One solution.")
    expect(page.locator("#grid-links a")).to_have_attribute("href", re.compile(r"p\?invlitso/5/5/"))
    page.click("#to-solve")
    expect(page.locator("#puzzle-title")).to_have_text("Inverse LITSO 5×5")


def test_a_puzzle_is_printed_by_the_browser(opener: Opener) -> None:
    for place in (VIEW, "#create"):
        page = opener(place)
        unfold(page)
        page.evaluate("window.print = () => { window.printed = true; }")
        page.click("#print")
        assert page.evaluate("window.printed")
        page.emulate_media(media="print", color_scheme="dark")
        expect(page.locator("#grid")).to_be_visible()
        # On paper, whatever the screen's are.
        expect(page.locator("body")).to_have_css("color", "rgb(30, 28, 25)")
        expect(page.locator("header:visible, #print:visible")).to_have_count(0)
        page.emulate_media(media="screen", color_scheme="light")


def tap(page: Page, names: list[str]) -> None:
    """Tap the middle of squares."""
    for name in names:
        x, y, _ = cell(page, name)
        page.touchscreen.tap(x, y)


def way_of_a_stranger(page: Page) -> None:
    """From the home on a phone: break a rule of today's puzzle, leave, go on, solve it and share
    it; then make one.
    """
    page.get_by_role("link", name="Today's puzzle").first.tap()
    graded(page)
    expect(page.locator("#puzzle-name")).to_contain_text("Today, easy")
    page.wait_for_function("location.hash.includes('url=')")
    text = parse_qs(page.url.partition("?")[2])["url"][0]
    rows = ll.puzzle(text).board.rows
    block = [f"{column}{row}" for column in "ab" for row in (rows, rows - 1)]
    tap(page, block)
    expect(page.locator("#broken")).to_contain_text("A 2×2 block is full.")
    for _ in block:
        page.tap("#undo-mark")
    expect(page.locator("#broken")).to_be_empty()
    *first, last = names_of(text)
    tap(page, first)
    page.locator("h1 a").tap()
    page.get_by_role("link", name="Continue LITS").first.tap()
    expect(page.locator(".grid .shade")).to_have_count(len(first))
    tap(page, [last])
    expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
    page.tap("#share-way")
    expect(page.locator("#status")).to_contain_text(re.compile("link", re.IGNORECASE))
    page.tap("#all-puzzles")
    page.get_by_role("link", name="Create a puzzle").tap()
    empty(page, 4)
    for name, right, down in borders_of(TWO.split()):
        x, y, side = cell(page, name)
        page.touchscreen.tap(x + right * side, y + down * side)
    status = page.locator("#grid-status")
    expect(status).to_have_attribute("data-status", "multiple")
    expect(status).to_have_text("More than one solution.")
    expect(page.locator(".cell-square.differing")).to_have_count(2)
    page.tap("#repair")
    page.locator("button.repair").first.tap()
    expect(status).to_have_text("One solution.")
    page.get_by_text("Open, convert, share").tap()
    page.select_option("#format", "pzprv3")
    page.tap("#convert")
    expect(page.locator("#puzzle-text")).to_have_value(re.compile(r"^pzprv3\.?\d*\nlits"))
    assert has_no_horizontal_scrolling(page)


def test_the_way_of_a_stranger(opener: Opener) -> None:
    way_of_a_stranger(opener("#home", phone=True))
