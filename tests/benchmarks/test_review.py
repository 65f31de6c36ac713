"""The measurement of reviews counts what the review names rightly, and puts its table into a page."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks import review
from benchmarks.__main__ import main
from benchmarks.measure import markdown_table
from benchmarks.review import BEGIN, COLUMNS, END, PLIES, Agreement


@pytest.mark.slow
def test_a_game_is_compared_with_exact_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "REACH", 2_000)
    found = review.measure("battle-of-lits", 1, playouts=50, truth=100_000)
    assert 0 < found.looked_at.total() <= PLIES
    assert 0 <= found.right.total() <= found.looked_at.total()
    assert found.proved + found.outside == found.looked_at.total()
    assert found.looked_at.total() + found.unknown <= PLIES
    assert found.covered <= found.outside


def test_a_games_row_is_written_to_a_page_where_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Agreement(Counter({1: 2, 4: 1}), Counter({1: 2}), proved=1, unknown=3, outside=2, covered=1, seconds=1.5)
    monkeypatch.setattr(review, "measure", lambda *_, **__: found)
    page = tmp_path / "page.md"
    old = markdown_table(COLUMNS, [(game, *["old"] * 11) for game in ("tailits+taiji", "wythe", "taiji")])
    page.write_text(f"above\n{BEGIN}\n{old}\n{END}\nbelow\n")
    assert main(["review", "--only", "wythe", "--games", "2", "--workers", "1", "--page", str(page)]) == 0
    above, begin, head, _, before, first, after, end, below = page.read_text().splitlines()
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
    assert before.startswith("| taiji | old |")
    assert after.startswith("| tailits+taiji | old |")
