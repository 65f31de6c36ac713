"""The measurement of reviews counts what the review names rightly, and puts its table into a page."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks import review
from benchmarks.__main__ import main
from benchmarks.review import BEGIN, COLUMNS, END, PLIES, Agreement


@pytest.mark.slow
def test_a_game_is_compared_with_exact_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "REACH", 2_000)
    monkeypatch.setattr(review, "TRUTH", 100_000)
    found = review.measure("battle-of-lits", 1, playouts=50)
    assert 0 < found.looked_at.total() <= PLIES
    assert 0 <= found.right.total() <= found.looked_at.total()
    assert found.proved + found.outside == found.looked_at.total()
    assert found.looked_at.total() + found.unknown <= PLIES
    assert found.covered <= found.outside


def test_the_table_is_written_to_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Agreement(Counter({1: 2, 4: 1}), Counter({1: 2}), proved=1, unknown=3, outside=2, covered=1, seconds=1.5)
    monkeypatch.setattr(review, "measure", lambda _, __: found)
    page = tmp_path / "page.md"
    page.write_text(f"above\n{BEGIN}\nold\n{END}\nbelow\n")
    assert main(["review", "--only", "wythe", "--games", "2", "--workers", "1", "--page", str(page)]) == 0
    above, begin, head, _, first, every, end, below = page.read_text().splitlines()
    assert (above, begin, end, below) == ("above", BEGIN, END, "below")
    assert head == f"| {' | '.join(COLUMNS)} |"
    cells = [each.strip() for each in first.split("|")[1:-1]]
    assert cells == [
        "wythe",
        "6",
        "66.7 %",
        "30.0 to 90.3 %",
        "4 of 4",
        "0 of 2",
        "0 of 0",
        "0 of 0",
        "2",
        "2 of 4",
        "6",
        "1.5",
    ]
    assert every.split("|")[2:] == first.split("|")[2:]
