"""The kernel's sources state each rule of placing tetrominoes once, and its folders include each other one way only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "kernel" / "src"

MAY_USE = {
    "core": set(),
    "search": {"core"},
    "games": {"core", "search"},
    "finals": {"core"},
    "lits": {"core"},
    "bindings": {"core", "search", "games", "finals", "lits"},
    "wasm": {"search", "games", "lits"},
}
"""Of each folder, the others that its files may include."""


@pytest.mark.parametrize("folder", MAY_USE)
def test_includes_run_one_way(folder: str) -> None:
    files = [path for path in (SOURCES / folder).iterdir() if path.suffix in {".hpp", ".cpp"}]
    assert files
    for path in files:
        included = {name.partition("/")[0] for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)}
        assert included <= MAY_USE[folder] | {folder}, path


def test_no_folder_is_left_out() -> None:
    assert {path.name for path in SOURCES.iterdir()} == set(MAY_USE)


@pytest.mark.parametrize("rule", ["completions(", "used_up(", "--child.supply"])
def test_the_rules_of_placing_tetrominoes_are_in_one_folder(rule: str) -> None:
    assert {path.parent.name for path in SOURCES.rglob("*.?pp") if rule in path.read_text()} == {"core"}


def test_there_is_one_flood_fill_and_one_mixer() -> None:
    texts = {path.name: path.read_text() for path in SOURCES.rglob("*.?pp")}
    assert [name for name, text in texts.items() if "0xbf58476d1ce4e5b9" in text] == ["hashing.hpp"]
    assert [name for name, text in texts.items() if re.search(r"\bWord flood\(", text)] == ["grid.hpp"]
