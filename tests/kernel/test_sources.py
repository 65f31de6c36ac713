"""The kernel's sources state each rule of placing tetrominoes once, and its folders include each
other one way only.
"""

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
    "interface": {"core", "search", "games", "lits"},
    "bindings": {"interface", "finals"},
    "wasm": {"interface"},
}
"""Of each folder, the others that its files may include."""


@pytest.mark.parametrize("folder", MAY_USE)
def test_includes_run_one_way(folder: str) -> None:
    files = [path for path in (SOURCES / folder).iterdir() if path.suffix in {".hpp", ".cpp"}]
    assert files
    for path in files:
        included = {
            name.partition("/")[0]
            for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)
        }
        assert included <= MAY_USE[folder] | {folder}, path
