"""Solving a LITS puzzle on the page as a user does."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import litslab as ll
from litslab.puzzles.lits.solve import only_solution

URL = "lits/4/4/9q02jg"
VIEW = f"#puzzle?url={URL}"


def names_of(text: str) -> list[str]:
    """Return the names of the shaded squares of a puzzle's solution."""
    puzzle = ll.puzzle(text)
    return puzzle.board.names(only_solution(puzzle).shading)


def cell(page: Page, name: str) -> tuple[float, float, float]:
    """Return the middle of a square, and its side."""
    # In one step: the picture is replaced at any time.
    box = page.evaluate(
        "name => document.querySelector(`[data-cell=${name}]`).getBoundingClientRect().toJSON()",
        name,
    )
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]


def click_square(page: Page, name: str, *, dot: bool = False) -> None:
    """Click the middle of a square, with the right button for a dot."""
    x, y, _ = cell(page, name)
    page.mouse.click(x, y, button="right" if dot else "left")


def mark(page: Page, marks: str) -> None:
    """Shade squares, and dot those with a full stop before their name."""
    for name in marks.split():
        click_square(page, name.removeprefix("."), dot=name.startswith("."))


def graded(page: Page) -> Page:
    """Wait until a puzzle is shown, and how hard it is; return its page."""
    expect(page.locator("#grid-level .dots")).to_have_count(1)
    return page
