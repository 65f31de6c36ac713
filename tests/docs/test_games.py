"""The pages of the games are those that the texts of the rules make."""

from __future__ import annotations

from pathlib import Path

from tests.scripts import load_script

PAGES = Path("docs/games")


def test_the_pages_are_made_of_the_texts() -> None:
    made = load_script("make_games").files()
    assert {path.name for path in PAGES.iterdir()} == set(made)
    for name, content in made.items():
        assert (PAGES / name).read_text(encoding="utf-8") == content, "run make games-pages"
