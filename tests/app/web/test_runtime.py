"""Python for the page without a server: what is fetched is checked, and what is packed is packed alike."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest

from litslab.app.web import runtime
from litslab.games.errors import OptionError
from tests.test_modules import ROOT


def test_what_has_another_checksum_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "some.whl"
    file.write_bytes(b"as it should be")
    runtime._check(file, hashlib.sha256(b"as it should be").hexdigest())
    with pytest.raises(OptionError, match=r"some\.whl: checksum [0-9a-f]{64}: expected 00"):
        runtime._check(file, "00")


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no-such-program is not installed"):
        runtime._run(["no-such-program"], tmp_path)


def test_the_same_files_give_the_same_archive_without_sources(tmp_path: Path) -> None:
    folder = tmp_path / "packages"
    for name in ("own/module.py", "own/module.pyc", "own/data.toml", "own.dist-info/METADATA", "unused/other.pyc"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode())
    archives = [tmp_path / f"{number}.zip" for number in range(2)]
    for archive in archives:
        runtime._pack(folder, archive, ("unused/",))
        (folder / "own" / "module.pyc").touch()
    assert archives[0].read_bytes() == archives[1].read_bytes()
    with zipfile.ZipFile(archives[0]) as files:
        assert files.namelist() == ["own/data.toml", "own/module.pyc"]


def test_the_rules_are_copied_and_the_commands_are_not(tmp_path: Path) -> None:
    runtime._copy_litslab(tmp_path / "litslab")
    assert (tmp_path / "litslab" / "games" / "taiji.py").read_bytes() == (ROOT / "games" / "taiji.py").read_bytes()
    assert (tmp_path / "litslab" / "app" / "web" / "in_browser.py").is_file()
    assert not (tmp_path / "litslab" / "app" / "cli").exists()
