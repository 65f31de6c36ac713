"""The folder of the page: its files and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from litslab.app.web import documents, folder
from litslab.app.web.settings import Settings
from litslab.games.errors import OptionError
from litslab.games.files import FileError


def test_files_are_saved_and_opened_in_the_folder_alone(tmp_path: Path) -> None:
    inside = tmp_path / "records"
    inside.mkdir()
    secret = tmp_path / "secret.toml"
    secret.write_text("secret", encoding="utf-8")
    (inside / "link.toml").symlink_to(secret)
    (inside / "program.py").write_text("", encoding="utf-8")
    settings = Settings(folder=inside)
    found = folder.saved(documents.SaveRequest(name="a.toml", text="ä"), settings)
    assert found == documents.FileList(available=True, names=["a.toml"])
    assert folder.opened(documents.FileRequest(name="a.toml"), settings).text == "ä"
    with pytest.raises(FileError, match="already exists; choose another name"):
        folder.saved(documents.SaveRequest(name="a.toml", text="other"), settings)
    assert (inside / "a.toml").read_text(encoding="utf-8") == "ä"
    for name in ("../secret.toml", "/etc/passwd", "..", ".toml", "a\x00.toml", "sub/a.toml", "program.py"):
        with pytest.raises(OptionError, match="expected letters and digits"):
            folder.opened(documents.FileRequest(name=name), settings)
        with pytest.raises(OptionError, match="expected letters and digits"):
            folder.saved(documents.SaveRequest(name=name, text=""), settings)
    for name in ("link.toml", "none.toml"):
        with pytest.raises(FileError, match="no such file"):
            folder.opened(documents.FileRequest(name=name), settings)


def test_files_too_large_or_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff")
    (tmp_path / "b.txt").write_text("x" * 11, encoding="utf-8")
    settings = Settings(folder=tmp_path, most_body=10)
    with pytest.raises(FileError, match="not a text in UTF-8"):
        folder.opened(documents.FileRequest(name="a.txt"), settings)
    with pytest.raises(FileError, match="at most 10 bytes"):
        folder.opened(documents.FileRequest(name="b.txt"), settings)


def test_without_a_folder_there_are_no_files() -> None:
    assert folder.listed(documents.FilesRequest(), Settings()) == documents.FileList(available=False, names=[])
    with pytest.raises(OptionError, match="without --folder"):
        folder.opened(documents.FileRequest(name="a.toml"), Settings())
