"""Endgame studies, booklets and reports on the page, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import litslab as ll
from litslab.analysis.runs.simulate import simulate
from litslab.games.record_toml import loads
from litslab.puzzles.studies.collection import study_collection
from tests.app.web.client import STUDY
from tests.app.web.page import Opener, analyse, new_game, place, play_one, ready, show_more, unfold
from tests.app.web.test_studies import attempt
from tests.app.web.waiting import evaluate

pytestmark = pytest.mark.slow

FIRST = "TAIJI: Light to move and win"


def test_a_study_is_solved_with_a_mistake_and_hints(opener: Opener) -> None:
    page = opener("#studies")
    verdict = page.locator("#study-verdict")
    expect(page.locator("#study-title")).to_have_text(FIRST)
    expect(page.locator("#study-facts")).to_contain_text("4 moves · level 1")
    expect(page.locator("#rule")).to_contain_text("The largest group of each colour scores.")
    page.evaluate("localStorage.setItem('litslab.studies', JSON.stringify(['of another window']))")
    page.route(
        "**/api/v1/attempt", lambda route: route.fulfill(status=429, body='{"error": "busy"}')
    )
    place(page, "d2,c2")
    expect(verdict).to_be_empty()
    page.unroute("**/api/v1/attempt")
    wrong = attempt(STUDY, "d2,c2")
    assert wrong.status == "wrong"
    place(page, wrong.move)
    expect(verdict).to_have_text(f"d2,c2 loses: {' '.join(wrong.line)}. Try another move.")
    refutation = page.locator("#refutation")
    laid = page.locator(".board .piece").count()
    for number, played in enumerate(["d2,c2", *wrong.line], 1):
        page.click("#refute")
        expect(refutation).to_contain_text(f"{number} of {1 + len(wrong.line)}: {played}")
        expect(page.locator(".board .piece")).to_have_count(laid + number)
    expect(page.locator("#refute")).to_be_disabled()
    page.locator(".hit").first.click()
    expect(page.locator(".board .piece")).to_have_count(laid)
    clue = page.locator("#clue-text")
    page.click("#clue")
    expect(clue).to_have_text(re.compile("The only winning move covers (c2|d2)."))
    assert page.locator(".board .cursor").count() == 1
    page.click("#clue")
    expect(clue).to_have_text("The only winning move is c2,d2.")
    assert page.locator(".ghost.best").count() == 2
    clue.get_by_role("button").click()
    right = attempt(STUDY, "c2,d2")
    expect(verdict).to_have_text(
        f"c2,d2 is right. The reply is {right.replies[0]}. Find the next winning move."
    )
    page.wait_for_url(re.compile("m=c2"))
    address = page.url[len(opener.address) :]
    pieces = page.locator(".pieces").inner_text()
    while "Solved" not in (before := verdict.inner_text()):
        page.click("#clue")
        page.click("#clue")
        clue.get_by_role("button").click()
        expect(verdict).not_to_have_text(re.compile(rf"^{re.escape(before)}$|^Checking …$|^$"))
    expect(verdict).to_contain_text("Solved: light wins. Mistakes: 1, hints: ")
    expect(page.locator("#study-list")).to_contain_text("✓")
    assert len(page.evaluate("JSON.parse(localStorage.getItem('litslab.studies'))")) == 2
    expect(page.locator("#clue")).to_be_disabled()
    opener(address)
    expect(verdict).to_contain_text("Only one move wins")
    expect(page.locator(".pieces")).to_have_text(pieces, use_inner_text=True)
    page.get_by_role("link", name="litslab").click()
    page.get_by_role("link", name=f"Continue {FIRST}").click()
    expect(page.locator(".pieces")).to_have_text(pieces, use_inner_text=True)
    expect(page.locator(".strip.turn")).to_contain_text("light · find the only winning move")


def test_a_study_is_told_in_japanese(opener: Opener) -> None:
    page = opener("#studies?lang=ja")
    expect(page.locator("#study-title")).to_have_text("太極：白の手番で勝ち")
    place(page, "d2,c2")
    expect(page.locator("#study-verdict")).to_have_text(
        re.compile(r"^d2,c2 は負けです（\S+,\S+.*）。ほかの手を試しましょう。$")
    )
    page.click("#clue")
    page.click("#clue")
    expect(page.locator("#clue-text")).to_have_text("ただ 1 つの勝つ手は c2,d2 です。")
    assert page.locator(".strip.turn .note").inner_text() == "白 · ただ 1 つの勝つ手を探す"


def test_on_a_phone_clues_are_seen_and_the_list_of_studies_scrolls(opener: Opener) -> None:
    page = ready(opener("#studies", phone=True))
    expect(page.locator("#clue:enabled")).to_be_in_viewport(ratio=1)
    # Playwright's own click scrolls where something hides the button.
    page.dispatch_event("#clue", "click")
    expect(page.locator(".board .cursor")).to_be_visible()
    page.evaluate("document.querySelectorAll('#study-list button')[20].click()")
    expect(page.locator("#study-list [aria-current]")).to_have_text(re.compile("21. Wythe"))
    assert (
        page.evaluate("scrollY")
        == 0
        < page.evaluate("document.querySelector('#study-list').scrollTop")
    )


def test_studies_have_pictures_and_are_chosen_by_game_and_level(opener: Opener) -> None:
    page = ready(opener("#studies"))
    entries = page.locator("#study-list button")
    count = 1 + len(study_collection())
    expect(entries).to_have_count(count)
    expect(entries.first.locator(".picture svg")).to_be_visible()
    page.select_option("#filter-game", "wythe")
    wythe = entries.count()
    assert 0 < wythe < count
    for entry in entries.all():
        expect(entry).to_contain_text("Wythe")
        expect(entry.locator(".picture")).to_have_count(1)
    level = entries.first.inner_text().rsplit("level ", maxsplit=1)[1].strip()
    page.select_option("#filter-level", level)
    assert 0 < entries.count() <= wythe
    for entry in entries.all():
        expect(entry).to_contain_text(f"level {level}")
    expect(page.locator("#study-path")).to_have_text(
        f"From easy to hard: 0 of {entries.count()} solved"
    )
    # The next study is one of them, and the choice is kept.
    page.click("#next-study")
    expect(page.locator("#study-title")).to_contain_text("Wythe")
    name = page.locator("#study-list [aria-current]").inner_text()
    solved = ["first", *(f"collection/{each.number}" for each in study_collection())]
    page.evaluate("(all) => localStorage.setItem('litslab.studies', JSON.stringify(all))", solved)
    page.reload()
    ready(page)
    expect(page.locator("#filter-game")).to_have_value("wythe")
    expect(page.locator("#study-list [aria-current]")).to_contain_text(name.split("\n")[0])
    expect(entries.first).to_contain_text("✓")
    page.check("#filter-unsolved")
    expect(page.locator("#study-list")).to_have_text("No matching study.")
    expect(page.locator("#next-study")).to_be_disabled()


def test_without_a_study_there_is_no_hint(opener: Opener) -> None:
    page = opener("#puzzle")
    page.route("**/api/v1/study", lambda route: route.fulfill(status=400, body='{"error": "bad"}'))
    page.evaluate("location.hash = '#studies'")
    expect(page.locator("#status")).to_have_text("bad")
    page.locator(".studying:not([inert])").wait_for()
    expect(page.locator("#clue")).to_be_disabled()
    expect(page.locator("#again")).to_be_disabled()
    page.unroute("**/api/v1/study")
    page.click("#next-study")
    expect(page.locator("#study-title")).to_have_text(FIRST)
    expect(page.locator("#clue")).to_be_enabled()
    expect(page.locator("#again")).to_be_enabled()


def test_studies_of_a_folder_are_opened_and_printed(opener: Opener, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(STUDY)
    (tmp_path / "two.toml").write_text(STUDY.replace("Light to move and win", "Another"))
    (tmp_path / "none.toml").write_text('game = "wythe"\nmoves = ""\n')
    page = ready(opener("#studies"))
    entries = page.locator("#study-list button")
    expect(entries).to_have_count(1 + len(study_collection()))
    levels = [int(each.inner_text().rsplit("level ", maxsplit=1)[1]) for each in entries.all()]
    assert levels == sorted(levels), "from easy to hard"
    page.set_input_files("#study-folder", tmp_path)
    expect(page.locator("#study-list li")).to_have_count(2)
    expect(page.locator("#status.error")).to_contain_text(
        "2 studies opened; 1 refused: This is the record of a game, not of a study."
    )
    page.set_input_files(
        "#study-files", {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"notes"}
    )
    expect(page.locator("#status.error")).to_contain_text("0 studies opened; 1 refused: ")
    page.locator("#study-list button", has_text="Another").click()
    expect(page.locator("#study-title")).to_have_text("TAIJI: Another")
    expect(page.locator("#study-list button", has_text="Another")).to_be_focused()
    page.click("#next-study")
    expect(page.locator("#study-title")).not_to_have_text("TAIJI: Another")
    unfold(page)
    with page.expect_download() as saved:
        page.click("#book")
    assert saved.value.path().read_bytes().startswith(b"%PDF")
    expect(page.locator("#book-progress")).to_have_text("studies.pdf: 2 entries.")


def test_a_study_is_generated(opener: Opener) -> None:
    page = opener("#studies")
    unfold(page)
    for name, value in {"size": 4, "groups": 1, "plies": 4, "seed": 2, "seconds": 600}.items():
        page.fill(f"#study-{name}", str(value))
    page.click("#generate-studies")
    expect(page.locator("#study-progress")).to_have_text("1 of 1 studies.")
    expect(page.locator("#study-list li")).to_have_count(1)
    expect(page.locator("#study-facts")).to_contain_text("4 moves")


def test_a_booklet_of_puzzles_is_made(opener: Opener) -> None:
    page = opener("#create")
    unfold(page)
    page.fill("#puzzle-text", "lits/4/4/9q02jg")
    page.click("#open-puzzle")
    page.locator("#grid-status[data-status=unique]").wait_for()
    page.click("#book-add")
    assert page.input_value("#book-puzzles") == "https://puzz.link/p?lits/4/4/9q02jg"
    page.uncheck("#book-rules")
    with page.expect_download() as saved:
        page.click("#book")
    assert saved.value.path().read_bytes().startswith(b"%PDF")
    expect(page.locator("#book-progress")).to_have_text("lits-puzzles.pdf: 1 entry.")
    page.fill("#book-puzzles", "nonsense")
    page.click("#book")
    expect(page.locator("#status.error")).to_contain_text("“nonsense” is no puzzle.")
    expect(page.locator("#book")).to_be_enabled()
    page.fill("#book-puzzles", "lits/4/4/9q02jg\nlits/4/4/9q\nlits/4/4/000000\n")
    with page.expect_download():
        page.click("#book")
    expect(page.locator("#book-progress")).to_have_text("lits-puzzles.pdf: 1 entry.")
    expect(page.locator("#book-errors p")).to_have_text("2 puzzles were left out:")
    expect(page.locator("#book-errors li")).to_contain_text(
        ["the text, line 2", "the text, line 3"]
    )


def report_on(page: Page, game: str, size: int, playouts: int) -> Locator:
    """Begin a report on a board of a new game, and return what it says of its progress."""
    play_one(new_game(page, game, size))
    analyse(page)
    show_more(page)
    page.click("#report-on")
    page.fill("#report-seconds", "600")
    expect(page.locator("#report-games")).to_have_attribute("placeholder", "100")
    page.fill("#report-games", "20")
    page.fill("#report-playouts", str(playouts))
    expect(page.locator("#report-record")).to_be_checked()
    page.click("#report")
    return page.locator("#report-progress")


def test_a_report_on_a_board_is_stopped(opener: Opener) -> None:
    page = opener()
    progress = report_on(page, "taiji", 7, playouts=10_000_000)  # each of its games takes minutes
    expect(progress).to_contain_text("Step")
    page.get_by_role("button", name="Stop").last.click()
    expect(progress).to_have_text("Stopped.")
    assert not page.locator("#report-result li").count()


def test_a_report_on_a_board_is_written(opener: Opener) -> None:
    page = opener()
    progress = report_on(page, "wythe", 3, playouts=64)
    expect(progress).to_have_text("Wythe 3×3: finished.")
    assert page.locator("#report-result li").count()
    problems: list[str] = []
    page.context.on("console", lambda message: problems.append(message.text))
    with page.context.expect_page() as opened:
        page.click("#open-report")
    report = opened.value
    report.wait_for_load_state()
    assert report.title().startswith("Wythe 3×3")
    assert report.evaluate(
        "document.images.length > 0 && [...document.images].every((each) => each.naturalWidth > 0)"
    )
    assert report.evaluate("getComputedStyle(document.body).maxWidth") != "none", "its styles apply"
    assert problems == []


def test_saved_runs_of_the_folder_are_drawn(opener: Opener, folder: Path) -> None:
    rules = ll.new_game("wythe", size=3)
    for number in (1, 2):
        simulate(rules, folder / f"run-{number}.parquet", games=50, seed=number, workers=1)
    page = opener("#plots")
    page.select_option("#plot-kind", "compare")
    page.select_option("#other-run", "run-2.parquet")
    page.click("#plot")
    picture = page.locator("figure.saved img")
    expect(picture).to_have_attribute("alt", "Compare lengths of two runs of run-1.parquet")
    decoded = "image => image.decode().then(() => image.naturalWidth)"
    assert evaluate(picture, decoded, what="the picture") > 100


def test_the_bounds_of_the_final_margin_are_shown(opener: Opener) -> None:
    page = new_game(opener(), "taiji", 3)
    play_one(page)
    analyse(page)
    show_more(page)
    page.fill("#seconds", "9999")
    page.locator("#seconds").blur()
    with page.expect_request("**/api/v1/bounds") as asked:
        page.click("#bounds")
    body = asked.value.post_data_json or {}
    assert body["time_limit"] == 3600, "no more than the server allows"
    found = ll.bounds(loads(body["record"]).position())
    assert found.best is not None
    winner = "light" if found.best > 0 else "dark"
    expect(page.locator("#ends")).to_contain_text(
        f"Final margin at best for light: {abs(found.best)} for {winner}"
        if found.best
        else "at best for light: 0"
    )
    expect(page.locator("#ends")).to_contain_text("Proved: " if found.tight else "Not proved: ")
    expect(page.locator("#ends .finish .picture svg")).to_have_count(2)
