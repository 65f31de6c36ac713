"""The files of the one folder that a page may open and save in, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from litslab.app.web import documents
from litslab.app.web.settings import Settings
from litslab.games.errors import OptionError
from litslab.games.files import FileError, WouldOverwriteError, write_new

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.+-]{0,99}\.(?:toml|ltp|txt|json)")
"""The names that files may have: nothing that could lead to another folder."""

MOST_LISTED = 500


def listed(_: documents.FilesRequest, settings: Settings) -> documents.FileList:
    """List the records and puzzles of the folder."""
    if settings.folder is None:
        return documents.FileList(available=False, names=[])
    names = sorted(path.name for path in settings.folder.iterdir() if NAME.fullmatch(path.name) and _is_inside(path))
    return documents.FileList(available=True, names=names[:MOST_LISTED])


def opened(asked: documents.FileRequest, settings: Settings) -> documents.FileText:
    """Return the text of a file of the folder.

    Raises
    ------
    OptionError
        If there is no folder, or the name is none that a file there may have.
    FileError
        If there is no such file, or it is no text of a size that the server takes.
    """
    path = _path(asked.name, settings)
    if not path.is_file() or not _is_inside(path):
        raise FileError(f"{asked.name}: no such file in the folder")
    try:
        if path.stat().st_size > settings.most_body:
            raise FileError(f"{asked.name}: expected at most {settings.most_body:,} bytes")
        return documents.FileText(name=asked.name, text=path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise FileError(f"{asked.name}: not a text in UTF-8") from None
    except OSError as error:
        raise FileError(f"{asked.name}: {error.strerror}") from None


def saved(asked: documents.SaveRequest, settings: Settings) -> documents.FileList:
    """Write a new file into the folder, and list the folder.

    Raises
    ------
    OptionError
        If there is no folder, or the name is none that a file there may have.
    FileError
        If there is a file of this name already, or it cannot be written.
    """
    path = _path(asked.name, settings)
    try:
        write_new(path, asked.text)
    except WouldOverwriteError:
        raise FileError(f"{asked.name} already exists; choose another name") from None
    return listed(documents.FilesRequest(), settings)


def _path(name: str, settings: Settings) -> Path:
    if settings.folder is None:
        raise OptionError("the server was started without --folder")
    if not NAME.fullmatch(name):
        raise OptionError(f"name {name[:60]!r}: expected letters and digits, and .toml, .ltp, .txt or .json at the end")
    return settings.folder / name


def _is_inside(path: Path) -> bool:
    """Return whether a path is a file of its own folder, not a link to elsewhere."""
    return path.is_file() and not path.is_symlink()
