"""Distributions on the page, in a real browser."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.app.web.page import Opener
from tests.app.web.test_page_access import prepare_plots

pytestmark = pytest.mark.slow


def test_two_simulations_are_compared_exported_and_opened(opener: Opener) -> None:
    page = opener("#plots")
    prepare_plots(page)
    assert page.locator(".bars .gridline").count() >= 4
    expect(page.locator(".bars").first).to_contain_text("margin (light minus dark, points)")
    assert page.locator(".bars rect.run0").count()
    assert page.locator(".bars rect.run1").count()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export as JSON").click()
    runs = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert [run["games"] for run in runs] == [20, 20]
    assert all(
        sum(run[key].values()) == 20 for run in runs for key in ("margins", "lengths", "wins")
    )
    wins = page.locator("#wins").inner_text()
    file = saved.value.path()
    opener("#plots")
    page.set_input_files("#runs-file", file)
    expect(page.locator("#wins")).to_have_text(wins, use_inner_text=True)
    stop = page.get_by_role("button", name="Stop comparing", pressed=True)
    expect(stop).to_be_visible()
    stop.click()
    expect(page.locator("#wins tbody tr")).to_have_count(1)
    runs[1]["sides"].reverse()
    for text, said in (
        (json.dumps(runs), "margin (first side minus second"),
        ("{", "Choose one that this page has exported"),
    ):
        page.set_input_files(
            "#runs-file", {"name": "a.json", "mimeType": "", "buffer": text.encode()}
        )
        expect(page.get_by_text(said).first).to_be_visible()
