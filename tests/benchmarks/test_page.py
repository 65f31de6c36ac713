"""The measurement of the page runs, in a real browser, and puts its table between the lines of a
page.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from benchmarks import page
from benchmarks.__main__ import main
from benchmarks.page import Figure
from tests.app.web.client import in_another_thread
from tests.chromium import PROGRAM

FIGURES = [Figure("first board", (3.0, 1.0, 2.0), "ms", 200), Figure("files", (12_345.0,), "bytes")]


def test_the_median_the_largest_and_the_aim_are_written_to_a_page(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page, "measure", lambda: FIGURES)
    monkeypatch.setattr("tests.chromium.PROGRAM", "browser")
    file = tmp_path / "page.md"
    file.write_text("above\n<!-- speed -->\nold\n<!-- end of speed -->\nbelow\n")
    assert main(["page", "--page", str(file)]) == 0
    table = (
        file.read_text()
        .removeprefix("above\n<!-- speed -->\n\n")
        .removesuffix("\n\n<!-- end of speed -->\nbelow\n")
    )
    assert table.splitlines() == [
        "| what | median | largest | aim |",
        "|---|---|---|---|",
        "| first board | 2.0 ms | 3.0 ms | 200 ms |",
        "| files | 12,345 bytes |  |  |",
    ]


@pytest.mark.skipif(PROGRAM is None, reason="no Chromium on this machine")
@pytest.mark.browser
@pytest.mark.slow
def test_everything_is_measured() -> None:
    measure = partial(page.measure, runs=1, questions=4, views=page.VIEWS[:2])
    figures = in_another_thread(measure)
    assert [len(each.values) for each in figures] == [1, 1, 1, 1, 100, 1, 4, 4]
    assert all(
        value > 0
        for each in figures
        if each.aim != 50 or len(each.values) > 1
        for value in each.values
    )
    first, every = (each.median for each in figures[1:3])
    assert first < every
