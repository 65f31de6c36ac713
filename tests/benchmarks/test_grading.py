"""How grades hold is measured on any puzzles, and the tables go into a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import grading
from benchmarks.__main__ import main
from benchmarks.measure import rank_correlation, ranks
from litslab.puzzles.lits.formats import load, read_text
from litslab.puzzles.lits.formats.json_form import document

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "puzzles"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nine puzzles as if they were published, three of them with levels."""
    entries = list(read_text(load(EXAMPLES / "made.jsonl"), "made"))[:9]
    path = tmp_path / "published.jsonl"
    said = {0: 1, 4: 2, 8: "Hard"}
    lines = [{**document(entry), "level": said.get(number)} for number, entry in enumerate(entries)]
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    monkeypatch.setattr(grading, "PUBLISHED", path)
    return path


def test_the_tables_go_into_the_page(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"above\n{grading.BEGIN}\nold\n{grading.END}\nbelow\n")
    assert main(["grading", "--generated", "0", "--page", str(page)]) == 0
    text = page.read_text()
    assert text.startswith(f"above\n{grading.BEGIN}\n")
    assert text.endswith(f"{grading.END}\nbelow\n")
    assert "old" not in text
    assert "| without trial | " in text
    assert "| below 100 | 9 | " in text
    assert "| one author | 1 | 16 | " in text
    assert "| all | 9 | 9 | " in text
    assert file.exists()


def test_nothing_is_measured_without_puzzles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(grading, "PUBLISHED", tmp_path / "missing.jsonl")
    assert main(["grading"]) == 0
    assert "nothing to measure" in capsys.readouterr().out


def test_rank_correlation() -> None:
    assert ranks([5, 1, 5, 3]) == [2.5, 0, 2.5, 1]
    assert rank_correlation([1, 2, 3, 4], [2, 4, 8, 16]) == 1
    assert rank_correlation([1, 2, 3, 4], [9, 7, 5, -1]) == -1
    assert rank_correlation([1, 2, 2, 3], [1, 2, 2, 3]) == 1
    assert rank_correlation([1, 1, 1], [1, 2, 3]) == 0
