"""The tests mirror the folders of the package."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
ROOMS = ("games", "kernel", "jobs", "solver", "puzzles", "analysis", "app")


def test_every_room_has_tests_and_every_folder_of_them_is_one_of_a_room() -> None:
    folders = {file.parent.relative_to(TESTS) for room in ROOMS for file in (TESTS / room).rglob("test_*.py")}
    assert {folder.parts[0] for folder in folders} == set(ROOMS)
    assert [str(folder) for folder in folders if not (ROOT / folder).is_dir()] == []
