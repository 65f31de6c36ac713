"""Locks on open files."""

from __future__ import annotations

from pathlib import Path

from litslab.games import files as locks


def test_a_lock_is_held_until_the_file_is_closed(tmp_path: Path) -> None:
    with (tmp_path / "a").open("wb") as first, (tmp_path / "a").open("wb") as second:
        assert locks.lock(first.fileno(), wait=True)
        assert not locks.lock(second.fileno(), wait=False)
        first.close()
        assert locks.lock(second.fileno(), wait=False)
