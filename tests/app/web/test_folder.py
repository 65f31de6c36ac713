"""The folder: records, puzzles and runs by name, and no way out of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from litslab.app.web import documents, folder
from litslab.app.web.settings import MissingError, Settings, TooLargeError
from litslab.games.errors import GameError
from litslab.games.files import FileError, WouldOverwriteError

RECORD = 'game = "wythe"\noptions = { size = 3 }\nmoves = "a1,a2"\n'
PUZZLE = "AABB\nAABB\nACCB\nCCCC\n"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    (chosen / "game.toml").write_text(RECORD)
    (chosen / "puzzle.grid").write_text(PUZZLE)
    (chosen / "run.parquet").write_bytes(b"PAR1")
    (chosen / "notes.md").write_text("not shown")
    (chosen / ".hidden.toml").write_text(RECORD)
    (chosen / "inner.toml").mkdir()
    (tmp_path / "secret.toml").write_text(RECORD)
    (chosen / "link.toml").symlink_to(tmp_path / "secret.toml")
    (chosen / "up").symlink_to(tmp_path)
    return Settings(folder=chosen, most_body=1000)


def test_only_regular_files_of_known_kinds_are_listed(settings: Settings) -> None:
    found = folder.answer_files(documents.FilesRequest(), settings)
    assert [(each.name, each.kind, each.size) for each in found.files] == [
        ("game.toml", "record", len(RECORD)),
        ("puzzle.grid", "puzzle", len(PUZZLE)),
        ("run.parquet", "run", 4),
    ]
    assert not found.more


def test_json_is_listed_by_what_it_holds(settings: Settings) -> None:
    assert settings.folder is not None
    puzzle = '{"rows": 1, "cols": 4, "regions": [[0, 0, 0, 0]]}\n'
    game = '{"header": {"game": {"name": "Taiji"}}, "moves": [["a1,a2"]]}'
    written = {
        "one.json": (puzzle, "puzzle"),
        "many.jsonl": (2 * puzzle, "puzzle"),
        "game.json": (game, "record"),
        "solution.json": ('{"status": "exact", "value": 3}', None),
        "damaged.json": ("{", None),
    }
    for name, (text, _) in written.items():
        (settings.folder / name).write_text(text)
    found = folder.answer_files(documents.FilesRequest(), settings)
    listed = {each.name: each.kind for each in found.files}
    assert {name: listed.get(name) for name in written} == {
        name: kind for name, (_, kind) in written.items()
    }
    opened = folder.answer_open(documents.FileRequest(name="game.json"), settings)
    assert (opened.kind, opened.text) == ("record", game)


def test_a_link_is_not_followed_that_took_the_place_of_a_file(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between the check of the name and the opening of the file, somebody else puts a
    link there.
    """
    really_open = os.open

    def put_link_and_open(path: str, flags: int) -> int:
        Path(path).unlink()
        Path(path).symlink_to(tmp_path / "secret.toml")
        return really_open(path, flags)

    monkeypatch.setattr(os, "open", put_link_and_open)
    with pytest.raises(FileError, match=r"cannot read game\.toml"):
        folder.answer_open(documents.FileRequest(name="game.toml"), settings)


def test_files_are_opened_by_name(settings: Settings) -> None:
    assert folder.answer_open(documents.FileRequest(name="game.toml"), settings).text == RECORD
    assert folder.answer_open(documents.FileRequest(name="puzzle.grid"), settings).kind == "puzzle"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.toml",
        "/etc/passwd",
        "up/secret.toml",
        "./game.toml",
        "..",
        ".",
        "",
        ".hidden.toml",
        "notes.md",
        "game.toml\x00",
        "game.toml/",
        "..\\secret.toml",
        "link.toml",
        "inner.toml",
        "up",
        "absent.toml",
        "run.parquet",
        "a" * 180 + ".toml",
        "\n.toml",
    ],
)
def test_nothing_else_is_opened(settings: Settings, name: str) -> None:
    with pytest.raises((FileError, MissingError), match=r"^[^\n]+$"):
        folder.answer_open(documents.FileRequest(name=name), settings)
    with pytest.raises((FileError, MissingError)):
        folder.path_of(name, settings, {"record", "puzzle"})


@pytest.mark.parametrize(
    "name",
    [
        "../new.toml",
        "/tmp/new.toml",
        "up/new.toml",
        ".new.toml",
        "new.md",
        "link.toml",
        "inner.toml",
        "run.parquet",
    ],
)
def test_nothing_is_saved_elsewhere(settings: Settings, tmp_path: Path, name: str) -> None:
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(FileError):
        folder.answer_save(
            documents.SaveRequest(name=name, text=RECORD + "\n", replace=True), settings
        )
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "secret.toml").read_text() == RECORD


def test_a_file_is_replaced_only_if_that_was_asked_for(settings: Settings, tmp_path: Path) -> None:
    changed = RECORD.replace("a1,a2", "")
    with pytest.raises(WouldOverwriteError, match="choose to replace it") as raised:
        folder.answer_save(documents.SaveRequest(name="game.toml", text=changed), settings)
    assert str(tmp_path) not in str(raised.value)
    assert (tmp_path / "chosen/game.toml").read_text() == RECORD
    folder.answer_save(
        documents.SaveRequest(name="game.toml", text=changed, replace=True), settings
    )
    assert folder.answer_open(documents.FileRequest(name="game.toml"), settings).text == changed
    folder.answer_save(documents.SaveRequest(name="new.grid", text=PUZZLE), settings)
    assert (tmp_path / "chosen/new.grid").read_text() == PUZZLE


@pytest.mark.parametrize("name", ["new.toml", "new.grid"])
def test_only_records_and_puzzles_are_saved(settings: Settings, tmp_path: Path, name: str) -> None:
    with pytest.raises(GameError):
        folder.answer_save(documents.SaveRequest(name=name, text="#!/bin/sh"), settings)
    assert not (tmp_path / "chosen" / name).exists()


def test_a_file_that_is_too_large_or_no_text_is_refused(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "chosen/large.toml").write_text("#" * 1001)
    (tmp_path / "chosen/bytes.toml").write_bytes(b"\xff")
    with pytest.raises(TooLargeError, match="at most 1,000 bytes"):
        folder.answer_open(documents.FileRequest(name="large.toml"), settings)
    with pytest.raises(FileError, match="UTF-8"):
        folder.answer_open(documents.FileRequest(name="bytes.toml"), settings)


def test_without_a_folder_there_are_no_files() -> None:
    assert not folder.answer_files(documents.FilesRequest(), Settings()).available
    with pytest.raises(MissingError, match="--folder"):
        folder.answer_open(documents.FileRequest(name="a.toml"), Settings())
