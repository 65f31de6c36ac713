"""Distributions on the page, in a real browser."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.app.web.page import Opener

pytestmark = pytest.mark.slow


def test_two_simulations_are_compared_exported_and_opened(opener: Opener) -> None:
    page = opener("#plots")
    page.fill("#plot-size", "3")
    page.fill("#count", "40")
    page.click("#run")
    expect(page.locator("#progress")).to_have_text("40 of 40 games")
    expect(page.locator("#compare")).to_be_enabled()
    page.click("#compare")
    page.select_option("#player-1", "greedy")
    page.click("#run")
    expect(page.locator("#wins tbody tr")).to_have_count(2)
    expect(page.locator("#run")).to_be_enabled()
    assert page.locator(".bars .gridline").count() >= 4
    expect(page.locator(".bars").first).to_contain_text("margin (light minus dark, points)")
    assert page.locator(".bars rect.run0").count()
    assert page.locator(".bars rect.run1").count()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export as JSON").click()
    runs = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert [run["games"] for run in runs] == [40, 40]
    assert all(sum(run[key].values()) == 40 for run in runs for key in ("margins", "lengths", "wins"))
    wins, file = page.locator("#wins").inner_text(), saved.value.path()
    opener("#plots")
    page.set_input_files("#runs-file", file)
    expect(page.locator("#wins")).to_have_text(wins, use_inner_text=True)
