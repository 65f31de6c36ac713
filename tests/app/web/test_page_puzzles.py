"""LITS puzzles on the page, in a real browser: hints, broken rules, saved progress, and the lists
of puzzles.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from datetime import date, timedelta
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import litslab as ll
from litslab.app.documents.collection import Collection
from litslab.app.web.grids import HINT_TRIALS
from litslab.games.geometry import Board, bits
from litslab.games.result_json import plain
from litslab.puzzles.lits.check import Rule, violations
from litslab.puzzles.lits.collection import collection, packs
from litslab.puzzles.lits.puzzle import RULES, LitsPuzzle, draw_shading
from litslab.puzzles.lits.solve import only_solution
from tests.app.web.page import PHONE, Opener, in_sight, take_hint, unfold
from tests.app.web.solving import URL, VIEW, cell, click_square, graded, mark, names_of
from tests.app.web.waiting import evaluate
from tests.puzzles.brute_force import random_puzzle

pytestmark = pytest.mark.slow

HARD = "lits/8/8/20mbr1hbtb4g08c8qjokb9k0"
"""A puzzle beyond level 5."""
NEIGHBOURS = {
    "inverse-litso": (".a8 .a7 .a6 .a5 .b5", "More than four squares are unshaded in a region.", 5),
    "lits-plus": (".b8 .c8 .b7 .c7", "A 2×2 block is blank.", 4),
}
"""Rules that LITS does not have: marks that break them in the first puzzle of the pack, and the
message about it.
"""
RULES_OF_THE_PAGE = ("lits", "litso", *NEIGHBOURS, "double-lits")
"""The rules that puzzles of the page have."""
TEXTS = {
    Rule.MORE: "More than four squares are shaded in a region.",
    Rule.MORE_THAN_EIGHT: "More than eight squares are shaded in a region.",
    Rule.NOT_TWO: "Eight squares in a region are not two tetrominoes.",
    Rule.MORE_UNSHADED: NEIGHBOURS["inverse-litso"][1],
    Rule.FEWER_UNSHADED: "Fewer than four squares are left unshaded in a region.",
    Rule.FULL_BLOCK: "A 2×2 block is full.",
    Rule.BLANK_BLOCK: NEIGHBOURS["lits-plus"][1],
    Rule.EQUAL_SHAPES: "Two equal shapes share an edge.",
}
"""The message of the page about each broken rule."""
TOO_LARGE = "More than four shaded squares of a region are connected."
CUT_OFF = "A group is cut off from the rest."


def time_of(page: Page) -> int:
    """Return the seconds that the page shows."""
    minutes, seconds = page.locator("#timer").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def test_a_puzzle_is_solved_with_hints_and_its_times_are_exported(opener: Opener) -> None:
    page = graded(opener(VIEW))
    expect(page.locator("#puzzle-title")).to_have_text("LITS 4×4")
    expect(page.locator("#grid-level")).to_have_attribute("title", "Level 1.")
    hints = 0
    while not page.locator("#solved-panel").is_visible():
        take_hint(page)
        hints += 1
        if page.locator(".grid .shade").count() == len(names_of(URL)):
            expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
    expect(page.locator(".grid .letter")).to_have_count(len(names_of(URL)))
    expect(page.locator("#solved-panel .stars")).to_have_text("★★")
    unfold(page)
    with page.expect_download() as times:
        page.get_by_role("button", name="Export times").click()
    record = json.loads(times.value.path().read_text(encoding="utf-8"))
    assert record["solved"]
    assert record["hints"] == hints < 30
    assert ll.calibrate([times.value.path()]).left_out == {"helped": 1}
    assert {name for _, name, mark in record["changes"] if mark == "#"} == set(names_of(URL))


def test_broken_rules_of_hard_puzzles_are_shown_to_those_who_want_it(opener: Opener) -> None:
    page = graded(opener(f"#puzzle?url={HARD}"))
    expect(page.locator("#ruled")).not_to_be_checked()
    mark(page, "a8 b8 a7 b7")
    expect(page.locator(".grid .shade")).to_have_count(4)
    expect(page.locator("#broken")).to_be_empty()
    expect(page.locator(".cell-square.broken")).to_have_count(0)
    unfold(page)
    page.check("#ruled")
    expect(page.locator("#broken")).to_have_text("A 2×2 block is full.")
    expect(page.locator(".cell-square.broken")).to_have_count(4)


def test_a_full_grid_that_is_wrong_says_so_and_what_is_chosen_about_broken_rules_is_kept(
    opener: Opener,
) -> None:
    page = graded(opener(VIEW))
    expect(page.locator("#ruled")).to_be_checked()
    unfold(page)
    page.uncheck("#ruled")
    page.reload()
    graded(page)
    expect(page.locator("#ruled")).not_to_be_checked()
    mark(page, "a4 b4 a3 b3")
    expect(page.locator(".grid .shade")).to_have_count(4)
    expect(page.locator("#broken")).to_be_empty()
    for _ in range(4):
        page.click("#undo-mark")
    *most, last = names_of(URL)
    assert "d3" not in names_of(URL)
    mark(page, " ".join([*most, "d3"]))
    expect(page.locator("#marked")).to_have_text("12 of 12 squares")
    expect(page.locator("#broken")).to_have_text(
        "All squares are placed, but not all of them are right."
    )
    expect(page.locator("#solved-panel")).to_be_hidden()
    click_square(page, "d3")
    expect(page.locator("#broken")).to_be_empty()
    click_square(page, last)
    expect(page.locator("#solved-panel")).to_contain_text("★★★")


def broken_by(puzzle: LitsPuzzle, shading: int) -> dict[str, int]:
    """Return the squares that break each rule if all others are dotted, by the message
    of the page.
    """
    rules = puzzle.rules
    *most, last = (shape.value for shape in rules.shapes)
    no_shape = f"Four squares in a region form no {', '.join(most)} or {last}."
    found: dict[str, int] = defaultdict(int)
    rest = shading
    for each in violations(puzzle, shading):
        if each.rule in TEXTS:
            found[TEXTS[each.rule]] |= each.squares
        if each.rule in {Rule.SPLIT, Rule.SPLIT_UNSHADED} and each.squares.bit_count() == 4:
            found[no_shape] |= each.squares
        if each.rule is Rule.APART:
            found[CUT_OFF] |= each.squares
            rest &= ~each.squares
    for region in range(len(puzzle.masks)):
        for squares in puzzle.tetrominoes(region, shading):
            if squares in puzzle.board.windows and last != "O":
                found[no_shape] |= squares
            if rules.tetrominoes == 2 and squares.bit_count() > 4:
                found[TOO_LARGE] |= squares
    total = rules.covered * len(puzzle.masks)
    if rules.inverse:
        total = sum(map(int.bit_count, puzzle.masks)) - total
    if rest.bit_count() < max(0 if rules.optional else total, shading.bit_count()):
        found[CUT_OFF] |= rest
    return {text: squares for text, squares in found.items() if squares}


def random_shading(board: Board, region: int, rng: random.Random) -> int:
    """Shade squares of a region at random: any ones, or up to four that are connected, or two such
    groups.
    """
    if rng.random() < 0.3:
        return sum(1 << square for square in bits(region) if rng.random() < 0.5)
    if rng.random() < 0.3 and (rest := region & ~random_shading(board, region, rng)):
        return (region & ~rest) | random_shading(board, rest, rng)
    found = 1 << rng.choice(list(bits(region)))
    while found.bit_count() < 4 and (beside := board.adjacent(found) & region):
        found |= 1 << rng.choice(list(bits(beside)))
    return found


@pytest.mark.parametrize("name", RULES_OF_THE_PAGE)
def test_marks_break_the_rules_that_python_says(opener: Opener, name: str) -> None:
    rng = random.Random(5)
    asked: list[tuple[list[list[int]], list[str], list[str]]] = []
    expected = []
    while len(asked) < 100:
        columns = rng.randint(4, 7)
        rows = rng.randint(4, 7)
        puzzle = random_puzzle(
            rng, columns=columns, rows=rows, regions=rng.randint(2, 6), rules=RULES[name]
        )
        board = puzzle.board
        if not all(map(board.is_connected, puzzle.masks)):
            continue
        shading = sum(random_shading(board, region, rng) for region in puzzle.masks)
        if puzzle.rules.inverse:
            shading = sum(puzzle.masks) & ~shading
        asked.append(
            (puzzle.rows(), board.names(shading), board.names((1 << board.size) - 1 & ~shading))
        )
        expected.append(
            {text: board.names(squares) for text, squares in broken_by(puzzle, shading).items()}
        )
    found = evaluate(
        opener(VIEW),
        """async ([name, cases]) => {
            const { Grid } = await import("./grid.js");
            return cases.map(([rows, shaded, blank]) => {
                const grid = new Grid(rows.length, rows[0].length);
                grid.rules = name;
                grid.setRegions(rows.flat());
                for (const name of shaded) grid.mark(grid.square(name), true);
                for (const name of blank) grid.mark(grid.square(name), false);
                return Object.fromEntries(grid.broken().map(({ text, squares }) => [text, squares.map((each) => grid.name(each))]));
            });
        }""",  # noqa: E501
        [name, asked],
        what="the grid's own check",
    )
    few = TEXTS[Rule.FEWER_UNSHADED]
    equal = TEXTS[Rule.EQUAL_SHAPES]
    assert {text for each in expected for text in each} >= {TEXTS[Rule.FULL_BLOCK], equal, CUT_OFF}
    for case, shown, right in zip(asked, found, expected, strict=True):
        assert shown.keys() == right.keys(), case
        for text, squares in shown.items():
            if text == equal:  # the page marks those of both shapes that touch
                assert set(squares) <= set(right[text]), case
            elif text == few:  # it marks the whole region
                assert set(squares) >= set(right[text]), case
            else:
                assert sorted(squares) == sorted(right[text]), case


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_a_puzzle_of_a_pack_is_solved_by_its_own_rules(opener: Opener, name: str) -> None:
    """A rule that LITS does not have is broken and shown, and the hints are those of the puzzle's
    rules.
    """
    marks, text, count = NEIGHBOURS[name]
    pack = next(each.name for each in packs() if each.rules == name)
    first = collection(pack)[0]
    board = first.puzzle.board
    page = opener("#puzzles")
    page.select_option("#pack", pack)
    page.locator(".thumbs a").first.click()
    title = f"{RULES[name].title} {first.columns}×{first.rows}"
    expect(page.locator("#puzzle-title")).to_have_text(title)
    graded(page)
    unfold(page)
    page.check("#ruled")
    mark(page, marks)
    expect(page.locator("#broken")).to_have_text(text)
    expect(page.locator(".cell-square.broken")).to_have_count(count)
    page.click("#restart")
    expect(page.locator("#broken")).to_be_empty()
    solved = only_solution(first.puzzle)
    names = board.names(solved.shading)
    mark(page, names[0])
    page.get_by_role("link", name="litslab").click()
    page.get_by_role("link", name=f"Continue {title}", exact=True).click()
    expect(page.locator("#puzzle-title")).to_have_text(title)
    expect(page.locator(".grid .shade")).to_have_count(1)
    graded(page)
    page.click("#hint")
    page.click("#more-hint")
    rows = [row.replace(".", "?") for row in draw_shading(board, 1 << board.parse(names[0]))]
    hint = ll.hint(first.puzzle, rows, HINT_TRIALS)
    expect(page.locator("#hint-text")).to_contain_text(hint.sentences()[-1])
    mark(page, " ".join(names[1:]))
    expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
    expect(page.locator(".grid .letter")).to_have_count(
        4 * sum(shape is not None for shape in solved.shapes)
    )


def test_marks_time_and_help_are_kept(opener: Opener) -> None:
    """After a reload, and after the page was left by its header and entered by the home or by the
    header.
    """
    page = graded(opener(VIEW))
    *most, last = names_of(URL)
    mark(page, most[0])
    expect(page.locator("#timer")).to_have_text("0:01")
    page.click("#hint")
    expect(page.locator("#hint-panel")).to_be_visible()
    page.reload()
    graded(page)
    expect(page.locator(".grid .shade")).to_have_count(1)
    assert time_of(page) >= 1
    mark(page, most[1])
    page.get_by_role("link", name="Explore").click()  # before the page keeps it by itself
    page.get_by_role("link", name="litslab").click()
    page.get_by_role("link", name="Continue LITS 4×4", exact=True).click()
    expect(page.locator(".grid .shade")).to_have_count(2)
    assert time_of(page) >= 1
    mark(page, most[2])
    page.get_by_role("link", name="litslab").click()
    page.get_by_role("heading", name="Games", exact=True).wait_for()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.locator(".grid .shade")).to_have_count(3)
    mark(page, " ".join([*most[3:], last]))
    expect(page.locator("#solved-panel .stars")).to_have_text("★★")
    page.get_by_role("link", name="litslab").click()
    page.get_by_role("heading", name="Games", exact=True).wait_for()
    expect(page.get_by_role("link", name="Continue")).to_have_count(0)


def test_a_half_solved_puzzle_goes_on_whatever_leads_to_it(opener: Opener) -> None:
    page = graded(opener("#puzzle?today=1"))
    mark(page, "a1 .a2")
    page.click("#all-puzzles")
    page.locator(".day").first.locator("a").nth(1).click()
    expect(page.locator("#puzzle-name")).to_contain_text("Today, medium")
    graded(page)
    expect(page.locator(".grid .shade")).to_have_count(0)
    for name in ("Continue LITS", "Today's puzzle", ""):
        if name:
            page.get_by_role("link", name="litslab").click()
            page.get_by_role("link", name=name).first.click()
        else:
            page.click("#all-puzzles")
            page.locator(".day").first.locator("a").first.click()
        expect(page.locator("#puzzle-name")).to_have_text(
            re.compile(r"Today, easy · \d+ \w+ \d{4}")
        )
        expect(page.locator(".grid .shade")).to_have_count(1)
        expect(page.locator(".grid .dot")).to_have_count(1)


def test_a_puzzle_in_japanese_names_its_date_its_rules_what_breaks_them_and_what_follows(
    opener: Opener,
) -> None:
    page = opener("#puzzle?today=3&date=2026-03-01&lang=ja")
    expect(page.locator("#puzzle-name")).to_have_text("日替わり問題（中程度） 2026年3月1日")
    page = graded(opener(f"{VIEW}&lang=ja"))
    expect(page.locator("#puzzle-rules")).to_contain_text("L、I、T、S のどれかの形")
    mark(page, "a4 b4 a3 b3")
    expect(page.locator("#broken")).to_have_text("黒マスの 2×2 のかたまりができています。")
    page.click("#mistakes")
    expect(page.locator("#broken")).to_contain_text(re.compile(r"\d マスが間違っています。"))
    for _ in range(4):
        page.click("#undo-mark")
    page.click("#hint")
    page.click("#more-hint")
    expect(page.locator("#hint-text")).to_have_text(
        re.compile(r"[^a-zA-Z]+（難易度 1）：.*部屋.*。")
    )
    page.click("#more-hint")
    expect(page.locator("#hint-text")).to_have_text(
        re.compile(r"よって、(\w\d、?)+ は[黒白]マス.*です。")
    )


def test_a_small_puzzle_is_small_and_its_squares_have_names(opener: Opener) -> None:
    page = graded(opener("#puzzle?url=lits/5/5/526pcf68"))
    width = page.evaluate("document.querySelector('#grid').getBoundingClientRect().width")
    assert 300 < width <= 480
    assert page.locator(".grid .name").all_text_contents() == [*"abcde", *"54321"]
    page.click("#hint")
    expect(page.locator("#hint-text")).to_contain_text("Look here")
    squares = re.findall(r"\b[a-z]\d+\b", page.locator("#hint-text").inner_text())
    assert squares
    for name in squares:
        x, y, side = cell(page, name)
        for text, place in ((name[0], 0), (name[1:], 1)):
            box = page.locator(".grid .name", has_text=re.compile(f"^{text}$")).bounding_box()
            assert box
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            assert abs(middle[place] - (x, y)[place]) < side / 4, name


def test_neither_a_check_nor_a_hint_says_where_a_mark_is_wrong_until_it_is_asked(
    opener: Opener,
) -> None:
    page = graded(opener(VIEW))
    mark(page, "a1")
    page.click("#mistakes")
    expect(page.locator("#status")).to_have_text("Correct so far.")
    mark(page, "d2")
    for button in ("#mistakes", "#hint"):
        page.click(button)
        expect(page.locator("#broken")).to_have_text("1 mark is wrong. Show where")
        expect(page.locator("#status")).to_be_empty()
        expect(page.locator(".grid .cross")).to_have_count(0)
    page.click("#show-wrong")
    expect(page.locator(".grid .cross")).to_have_count(1)
    click_square(page, "d2")
    expect(page.locator(".grid .dot")).to_have_count(1)
    expect(page.locator(".grid .cross")).to_have_count(0)


def test_marks_trials_undo_and_what_the_address_keeps(opener: Opener) -> None:
    page = graded(opener(VIEW))
    mark(page, "a1 .d2")
    page.click("#undo-mark")
    expect(page.locator(".grid .dot")).to_have_count(0)
    mark(page, ".d2")
    page.click("#try")
    click_square(page, "b1")
    expect(page.locator(".grid .shade.trial")).to_have_count(1)
    page.click("#discard")
    expect(page.locator(".grid .shade")).to_have_count(1)
    page.press("#grid", "ArrowLeft")
    page.press("#grid", "x")
    expect(page.locator(".grid .dot")).to_have_count(2)
    mark(page, "b4")
    unfold(page)
    opener(copied(page, "Copy link with my marks"))
    expect(page.locator(".grid .dot")).to_have_count(2)
    expect(page.locator(".grid .shade")).to_have_count(1)


def copied(page: Page, name: str) -> str:
    """Copy a link by its button, and return what follows the address of the page."""
    evaluate(page, "() => navigator.clipboard.writeText('')", what="the clipboard to be emptied")
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()) !== ''")
    link = str(evaluate(page, "() => navigator.clipboard.readText()", what="the clipboard"))
    return link[link.index("#") :]


def test_a_link_carries_marks_only_where_it_says_so(opener: Opener, browser: Browser) -> None:
    page = graded(opener(VIEW))
    mark(page, " ".join([".d2", *names_of(URL)[:2]]))
    page.click("#hint")
    expect(page.locator("#hint-panel")).to_be_visible()
    unfold(page)
    bare = copied(page, "Copy link")
    assert bare == f"#puzzle?{urlencode({'url': URL})}"
    marked = copied(page, "Copy link with my marks")
    assert set(parse_qs(marked.partition("?")[2])) == {"url", "p"}
    # The own marks are shown by both; elsewhere only by one, without the clock and the help.
    page.click("#all-puzzles")
    page.locator(".thumbs").wait_for()
    page.evaluate("hash => { location.hash = hash; }", bare)
    expect(page.locator(".grid .shade")).to_have_count(2)
    with Opener(browser, opener.address) as elsewhere:
        other = graded(elsewhere(bare))
        expect(other.locator(".grid .shade")).to_have_count(0)
        expect(other.locator(".grid .dot")).to_have_count(0)
        other = graded(elsewhere(marked))
        expect(other.locator(".grid .shade")).to_have_count(2)
        expect(other.locator(".grid .dot")).to_have_count(1)
        other.wait_for_url(re.compile("[?&]t="))
        _, *helped = parse_qs(other.url.partition("?")[2])["t"][0].split(".")
        assert helped == ["0", "0", "0"]
        assert elsewhere.errors == []


def test_a_puzzle_without_a_name_is_shared_without_its_marks(opener: Opener) -> None:
    page = graded(opener(VIEW))
    mark(page, "a1")
    unfold(page)
    own = parse_qs(copied(page, "Copy link with my marks").partition("?")[2])["p"][0]
    page = graded(opener(f"#puzzle?p={own}"))
    expect(page.locator(".grid .shade")).to_have_count(1)
    unfold(page)
    bare = copied(page, "Copy link")
    assert bare.startswith("#puzzle?p=")
    page = graded(opener(bare))
    expect(page.locator("[data-cell]")).to_have_count(16)
    expect(page.locator(".grid .shade")).to_have_count(0)


def test_an_own_solve_of_a_puzzle_without_a_name_is_known_after_a_reload(opener: Opener) -> None:
    page = graded(opener(VIEW))
    unfold(page)
    own = parse_qs(copied(page, "Copy link with my marks").partition("?")[2])["p"][0]
    page = graded(opener(f"#puzzle?p={own}"))
    mark(page, " ".join(names_of(URL)))
    expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
    expect(page.locator("#solved-panel .stars")).to_have_text("★★★")
    page.wait_for_url(lambda url: own not in url and "p=" in url)  # with the marks
    page.reload()
    expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
    expect(page.locator("#solved-panel .stars")).to_have_text("★★★")


def test_a_full_grid_that_comes_by_a_link_is_no_solve(opener: Opener, browser: Browser) -> None:
    page = graded(opener(VIEW))
    mark(page, " ".join(names_of(URL)))
    expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
    unfold(page)
    marked = copied(page, "Copy link with my marks")
    page.wait_for_url(re.compile("[?&]p="))
    timed = page.url[page.url.index("#") :]
    # The own solve is known after a reload.
    page.reload()
    expect(page.locator("#solved-panel")).to_contain_text("Solved in ")
    expect(page.locator("#solved-panel .stars")).to_have_text("★★★")
    for link in (marked, timed):
        with Opener(browser, opener.address) as elsewhere:
            other = elsewhere(link)
            panel = other.locator("#solved-panel")
            expect(panel).to_contain_text("does not count as your solve.")
            expect(other.locator(".grid .letter")).to_have_count(len(names_of(URL)))
            # Neither does it by a square that is taken back and marked again.
            for _ in range(3):  # a dot, blank, and shaded
                click_square(other, names_of(URL)[0])
            other.click("#mistakes")
            expect(other.locator("#status")).to_have_text("Solved.")
            assert other.evaluate("localStorage.getItem('litslab.solved')") is None
            assert other.evaluate("localStorage.getItem('litslab.begun')") is None
            other.click("#solve-arrived")
            expect(panel).to_be_hidden()
            expect(other.locator("#timer")).to_have_text("0:00")
            mark(other, " ".join(names_of(URL)))
            expect(panel).to_contain_text(re.compile("Solved in .*, after an explanation"))
            assert elsewhere.errors == []


def test_the_way_to_the_solution_is_replayed_elsewhere_from_its_link(
    opener: Opener,
    browser: Browser,
) -> None:
    page = graded(opener(VIEW))
    keep = "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
    evaluate(page, keep, what="the clipboard")
    mark(page, " ".join(["d2", ".d2", *names_of(URL)]))
    page.click("#share-way")
    link = page.wait_for_function("window.copied").json_value()
    page.click("#replay")
    expect(page.locator(".grid .letter")).not_to_have_count(len(names_of(URL)))
    with Opener(browser, opener.address) as elsewhere:
        other = elsewhere(link[len(opener.address) :])
        expect(other.locator(".grid .dot")).to_have_count(1)
        assert other.locator(".grid .shade").count() < len(names_of(URL))
        expect(other.locator(".grid .letter")).to_have_count(len(names_of(URL)))
        expect(other.locator("#solved-panel")).to_be_hidden()
        assert other.evaluate("localStorage.getItem('litslab.solved')") is None
        assert elsewhere.errors == []


def test_a_puzzle_is_explained_to_its_end(opener: Opener) -> None:
    page = graded(opener(VIEW))
    unfold(page)
    page.click("#explain")
    steps = len(ll.explain(ll.puzzle(URL)).path.steps)
    expect(page.locator("#step-text")).to_contain_text(f"1 of {steps}, ")
    for _ in range(steps - 1):
        page.click("#next-step")
    expect(page.locator("#step-text")).to_contain_text(f"{steps} of {steps}, ")
    assert page.locator(".cell-square.lit").count()
    opener(f"#puzzle?url={HARD}")
    expect(page.locator("#grid-level")).to_have_attribute(
        "title", "Level 5+: beyond single trials."
    )


def test_a_pack_is_chosen_and_a_solved_puzzle_is_kept_and_leads_to_the_next(opener: Opener) -> None:
    page = opener("#puzzles")
    page.select_option("#pack", "letters")
    expect(page.locator(".thumbs [data-puzzle]")).to_have_count(26)
    page.locator(".thumbs a").first.scroll_into_view_if_needed()
    expect(page.locator(".thumbs .picture svg").first).to_be_visible()
    page.get_by_role("link", name="Letters A, 10×10, level 1").click()
    expect(page.locator("[data-cell]")).to_have_count(100)
    opener("#puzzle")
    expect(page.locator("#puzzle-name")).to_have_text("First steps, number 1")
    graded(page)
    unfold(page)
    page.check("#dots")
    first = Collection.made().puzzles.puzzles[0].text
    mark(page, " ".join(names_of(first)))
    expect(page.locator("#solved-panel")).to_contain_text("★★★")
    assert page.locator(".grid .dot").count(), "finished regions are dotted"
    page.click("#next-puzzle")
    expect(page.locator("#puzzle-name")).to_have_text("First steps, number 2")
    expect(page.locator("#solved-panel")).to_be_hidden()
    expect(page.locator(".grid .shade")).to_have_count(0)
    page.click("#all-puzzles")
    expect(page.locator(f".thumbs [data-puzzle='{first}']")).to_have_attribute(
        "aria-label", re.compile("First steps 1, 5×5, level 1, solved in .* with 3 stars")
    )
    expect(page.locator("#pack option").first).to_have_text("First steps: 1 of 80 solved")


def test_a_puzzle_is_opened_from_a_link_and_another_one_is_generated(opener: Opener) -> None:
    page = opener("#puzzles")
    page.fill("#pasted-puzzle", "no puzzle")
    page.click("#open-pasted")
    expect(page.locator("#status.error")).not_to_be_empty()
    page.fill("#pasted-puzzle", f"https://puzz.link/p?{URL}")
    page.click("#open-pasted")
    expect(page.locator("#puzzle-title")).to_have_text("LITS 4×4")
    assert parse_qs(page.evaluate("location.hash.split('?')[1]"))["url"] == [
        f"https://puzz.link/p?{URL}"
    ]
    page.go_back()
    page.fill("#random-size", "5")
    page.select_option("#random-level", "1")
    page.click("#random-puzzle")
    expect(page.locator("#puzzle-title")).to_have_text("LITS 5×5")
    expect(page.locator("#grid-level .dots")).to_have_attribute("aria-label", "Level 1")


def test_days_with_a_puzzle_are_counted(opener: Opener) -> None:
    page = opener("#puzzles")
    expect(page.locator(".day")).to_have_count(14)
    expect(page.locator(".day a")).to_have_count(3 * 14)
    expect(page.locator("#streak")).to_have_text("Solve a puzzle of the day to start a streak.")
    kept = {f"{date.today() - timedelta(days=before)}": ["1"] for before in (1, 2, 4)}
    page.evaluate("days => localStorage.setItem('litslab.days', JSON.stringify(days))", kept)
    page.reload()
    expect(page.locator("#streak")).to_have_text("2 days in a row with a puzzle of the day.")
    today = page.locator(".day").first.locator("a").first
    text = str(today.get_attribute("data-puzzle"))
    today.click()
    graded(page)
    mark(page, " ".join(names_of(text)))
    expect(page.locator("#solved-panel")).to_contain_text("★★★")
    page.click("#all-puzzles")
    expect(page.locator("#streak")).to_have_text("3 days in a row with a puzzle of the day.")
    expect(page.locator(".day").first).to_contain_text("Today ✓")
    page.locator(".day").nth(3).locator("a").nth(1).click()
    expect(page.locator("#puzzle-name")).to_contain_text("Puzzle of the day, medium · ")


def test_todays_puzzles_and_study_are_those_of_the_collection(opener: Opener) -> None:
    page = opener("#rules")
    page.locator(".rules h2").wait_for()
    found = Collection.made()
    day = date(2026, 11, 24)
    shown = evaluate(
        page,
        """async ([when, collection]) => {
            const { todaysPuzzle, todaysStudy } = await import("./collection.js");
            const now = new Date(when);
            const puzzles = [1, 3, 5].map((level) => todaysPuzzle(collection, level, now).number);
            return [...puzzles, todaysStudy(collection, now).collected];
        }""",
        [f"{day.isoformat()}T12:00:00", plain(found)],
        what="today's puzzles",
    )
    numbers = [*(found.daily_puzzles[level] for level in (1, 3, 5)), found.daily_studies]
    assert shown == [each[day.toordinal() % len(each)] for each in numbers]


def test_buttons_stay_in_reach_on_a_phone_and_a_hint_tells_where_then_why_then_what(
    opener: Opener,
) -> None:
    page = graded(opener(VIEW, phone=True))
    for selector in ("#undo-mark", "#redo-mark", "#restart", "#try", "#mistakes", "#hint"):
        in_sight(page.locator(selector)).hover(trial=True)  # nothing lies above it
    page.set_viewport_size({"width": 390, "height": 664})
    in_sight(page.locator("#timer")).hover(trial=True)
    page.set_viewport_size(PHONE)
    page.tap("#hint")
    for said in ("Look here", "(level ", "So "):
        expect(page.locator("#hint-text")).to_contain_text(said)
        if said != "So ":
            expect(page.locator("#apply-hint")).to_be_hidden()
            expect(page.locator(".grid .will")).to_have_count(0)
            in_sight(page.locator("#hint"))
            in_sight(page.locator("#more-hint")).tap()
    page.locator(".grid .will").first.wait_for()


def test_two_fingers_enlarge_a_puzzle_and_mark_nothing(opener: Opener) -> None:
    page = graded(opener(VIEW, phone=True))
    picture = page.locator("#grid svg")
    whole = picture.get_attribute("viewBox")
    box = picture.bounding_box()
    assert whole
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *shifts: float) -> None:
        points = [{"x": middle[0] + x, "y": middle[1], "id": id} for id, x in enumerate(shifts)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -40)
    expect(page.locator("#grid .shade")).to_have_count(1)
    touch("touchStart", -40, 40)
    for shift in (60, 80):
        touch("touchMove", -shift, shift)
    touch("touchEnd")
    expect(page.locator("#grid .shade")).to_have_count(0)
    expect(picture).not_to_have_attribute("viewBox", whole)
    width = float(str(picture.get_attribute("viewBox")).split()[2])
    assert width == pytest.approx(float(whole.split()[2]) / 2, rel=0.02)
    # A tap marks the square that is seen there.
    x, y, _ = cell(page, "c2")
    page.touchscreen.tap(x, y)
    expect(page.locator("#grid .shade")).to_have_count(1)
    shade = page.locator("#grid .shade").bounding_box()
    assert shade
    assert shade["x"] + shade["width"] / 2 == pytest.approx(x, abs=1)
    assert shade["y"] + shade["height"] / 2 == pytest.approx(y, abs=1)


@pytest.mark.parametrize("button", ["#mistakes", "#hint"])
def test_a_check_or_a_hint_after_the_last_square_solves_the_puzzle(
    opener: Opener,
    button: str,
) -> None:
    """The page's own question is replaced by the one that is asked for."""
    page = graded(opener(VIEW))
    *most, last = names_of(URL)
    mark(page, " ".join(most))
    asked: list[Route] = []

    def hold_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.route("**/api/v1/mistakes", hold_the_first)
    with page.expect_request("**/api/v1/mistakes"):
        click_square(page, last)
    page.click(button)
    expect(page.locator("#solved-panel")).to_be_visible()
    assert len(asked) == 2
