"""Pictures and other files: the right kind, the right size, whole or not at all."""

from __future__ import annotations

import io
import os
import stat
import struct
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from unittest.mock import Mock

import pypdf
import pytest

from litslab.games import GameError, create
from litslab.games.drawing.picture_file import PictureError, check_target, render, save
from litslab.games.drawing.svg import draw
from litslab.games.files import FileError, WouldOverwriteError, write_new
from litslab.games.language import using

SVG = draw(create("battle-of-lits", size=7, rows=3).start(), title="Kürzer & <länger>")


def names(folder: Path) -> list[str]:
    """Everything in a folder: anything that a failed write leaves would show up."""
    return sorted(entry.name for entry in folder.iterdir())


def test_a_png_has_two_pixels_for_one(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    save(SVG, tmp_path / "board.png")
    data = (tmp_path / "board.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data[12:16] == b"IHDR"
    picture = ET.fromstring(SVG)
    assert struct.unpack(">II", data[16:24]) == (
        2 * int(picture.attrib["width"]),
        2 * int(picture.attrib["height"]),
    )


def test_a_pdf_is_a_pdf_and_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    save(SVG, tmp_path / "board.PDF")
    data = (tmp_path / "board.PDF").read_bytes()
    assert data.startswith(b"%PDF-")
    assert b"DejaVuSansMono" in data, "the font is not embedded"
    assert render(SVG, ".pdf") == data


@pytest.mark.usefixtures("_japanese_font")
def test_a_picture_has_japanese_letters() -> None:
    pytest.importorskip("typst")
    with using("ja"):
        made = render(draw(create("taiji", size=3).start()), ".pdf")
    assert "太極 · 白の手番" in pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text()


@pytest.mark.parametrize("name", ["board.gif", "board", "png", "board.svg.txt"])
def test_other_kinds_are_refused_with_the_allowed_ones(name: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"expected a name that ends in \.svg, \.png or \.pdf"):
        save(SVG, tmp_path / name)
    assert names(tmp_path) == []
    assert check_target(Path("a.b.SVG")) == ".svg"


def test_what_typst_cannot_read_is_one_line(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    (tmp_path / "board.png").write_text("old")
    with pytest.raises(PictureError, match="typst cannot draw the picture") as caught:
        save("<svg", tmp_path / "board.png", force=True)
    assert "\n" not in str(caught.value)
    assert (tmp_path / "board.png").read_text() == "old"


@pytest.mark.parametrize("suffix", [".png", ".pdf"])
def test_without_typst_it_says_what_to_install(
    suffix: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(PictureError, match=r"litslab\[pictures\]") as caught:
        save(SVG, tmp_path / f"board{suffix}")
    assert "\n" not in str(caught.value)
    save(SVG, tmp_path / "board.svg")
    assert names(tmp_path) == ["board.svg"]


@pytest.mark.parametrize("name", ["board.svg", "board.png"])
def test_nothing_is_overwritten_unless_asked_for(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / name
    path.write_text("old")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "typst", None)  # it is refused before any work is done
        with pytest.raises(WouldOverwriteError, match="already exists"):
            save(SVG, path)
    assert path.read_text() == "old"
    if name.endswith("svg"):
        save(SVG, path, force=True)
        assert path.read_text(encoding="utf-8") == SVG
    assert names(tmp_path) == [name]


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    write_new(tmp_path / "text", "Zürich\r\nBern\n")
    assert (tmp_path / "text").read_bytes() == "Zürich\r\nBern\n".encode()
    write_new(tmp_path / "bytes", b"\xff\x00")
    assert (tmp_path / "bytes").read_bytes() == b"\xff\x00"


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file(
    broken: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "record.toml"
    path.write_text("old")

    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr({"fsync": os, "replace": Path}[broken], broken, full)
    with pytest.raises(FileError, match=r"cannot write .*record\.toml: No space left on device"):
        write_new(path, "new", force=True)
    assert (path.read_text(), names(tmp_path)) == ("old", ["record.toml"])


def test_a_file_that_came_to_be_meanwhile_is_kept(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "record.toml"
    monkeypatch.setattr(os, "fsync", lambda _: path.write_text("somebody else's"))
    with pytest.raises(WouldOverwriteError):
        write_new(path, "new")
    assert (path.read_text(), names(tmp_path)) == ("somebody else's", ["record.toml"])


def test_a_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Path, "hardlink_to", Mock(side_effect=OSError(95, "Operation not supported"))
    )
    write_new(tmp_path / "text", "new")
    assert ((tmp_path / "text").read_text(), names(tmp_path)) == ("new", ["text"])
    with pytest.raises(WouldOverwriteError):
        write_new(tmp_path / "text", "newer")


def test_permissions_are_those_of_any_new_file_and_are_kept(tmp_path: Path) -> None:
    ordinary = tmp_path / "ordinary"
    ours = tmp_path / "ours"
    ordinary.write_text("")
    write_new(ours, "new")
    assert stat.S_IMODE(ours.stat().st_mode) == stat.S_IMODE(ordinary.stat().st_mode)
    ours.chmod(0o600)
    write_new(ours, "newer", force=True)
    assert stat.S_IMODE(ours.stat().st_mode) == 0o600


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_new(tmp_path / "link", "new", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


@pytest.mark.parametrize("name", ["missing/board.svg", "file/board.svg", "folder.svg"])
def test_a_place_that_will_not_do_is_named_in_one_line(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(GameError, match=name) as caught:
        save(SVG, tmp_path / name, force=True)
    assert "\n" not in str(caught.value)
    assert names(tmp_path) == ["file", "folder.svg"]
