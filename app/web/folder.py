"""The one folder whose records, puzzles and runs the page may open, by name only.

A name is that of a regular file in the folder itself: no path, no hidden file, and no symbolic
link, which could point out of the folder.
"""

from __future__ import annotations

import os
import re
import stat
from errno import ELOOP
from pathlib import Path

from litslab.analysis.runs import SUFFIX
from litslab.app.web import documents
from litslab.app.web.positions import read_record
from litslab.app.web.settings import MissingError, Settings, TooLargeError
from litslab.games.files import FileError, WouldOverwriteError, write_new
from litslab.games.language import tr
from litslab.puzzles.lits.formats import SUFFIXES, read_text

RECORD_SUFFIXES = (".toml", ".ltp")
KINDS: dict[str, documents.FileKind] = {
    **dict.fromkeys(SUFFIXES, "puzzle"),
    **dict.fromkeys(RECORD_SUFFIXES, "record"),
    SUFFIX: "run",
}
"""The kind of a file by the end of its name; other files are not listed. That of JSON is decided by
its content, too.
"""

_JSON = (".json", ".jsonl")
_PUZZLE_KEY = re.compile(rb'"regions"\s*:')
_RECORD_KEY = re.compile(rb'"(?:header|stack)"\s*:')

MOST_FILES = 1000
_NAME = re.compile(r"[^/\\\x00-\x1f\x7f]{1,120}")


def answer_files(_: documents.FilesRequest, settings: Settings) -> documents.FileList:
    """List the records, puzzles and runs of the folder, if the server has one."""
    if settings.folder is None:
        return documents.FileList(available=False, files=[], more=False)
    found = []
    with os.scandir(settings.folder) as entries:
        for each in entries:
            kind = _kind(each.name)
            if kind is None or not each.is_file(follow_symlinks=False):
                continue
            if Path(each.name).suffix in _JSON:
                kind = _kind_of_json(_read_start(Path(each.path), settings.most_body))
            if kind is not None:
                size = each.stat().st_size
                found.append(documents.File(name=each.name, kind=kind, size=size))
    found.sort(key=lambda each: each.name)
    more = len(found) > MOST_FILES
    return documents.FileList(available=True, files=found[:MOST_FILES], more=more)


def answer_open(request: documents.FileRequest, settings: Settings) -> documents.FileText:
    """Read a record or puzzle of the folder.

    Raises
    ------
    FileError
        If the name is not that of a record or puzzle, or its file is no text.
    MissingError
        If there is no such file.
    TooLargeError
        If it is larger than a request may be.
    """
    path = path_of(request.name, settings, {"record", "puzzle"})
    try:
        data = _read_start(path, settings.most_body + 1)
    except OSError as error:
        raise FileError(
            tr("cannot read {name}: {reason}", name=request.name, reason=error.strerror)
        ) from None
    if len(data) > settings.most_body:
        raise TooLargeError(
            tr(
                "{name}: expected at most {most:,} bytes",
                name=request.name,
                most=settings.most_body,
            )
        )
    try:
        return documents.FileText(
            name=request.name, kind=_text_kind(path.suffix, data), text=data.decode()
        )
    except UnicodeDecodeError:
        raise FileError(tr("{name}: expected text in UTF-8", name=request.name)) from None


def _text_kind(suffix: str, content: bytes) -> documents.FileKind:
    """Return the kind of a record or puzzle."""
    return (suffix in _JSON and _kind_of_json(content)) or KINDS[suffix]


def _kind_of_json(content: bytes) -> documents.FileKind | None:
    """Return what JSON holds, by the keys that puzzles and games of Abstract Play have; None for
    anything else, such as what commands print.
    """
    if _PUZZLE_KEY.search(content):
        return "puzzle"
    return "record" if _RECORD_KEY.search(content) else None


def _read_start(path: Path, most: int) -> bytes:
    """Return the beginning of a file, `most` bytes of it; a symbolic link is refused."""
    with open(path, "rb", opener=open_no_link) as stream:
        return stream.read(most)


def open_no_link(path: str, flags: int) -> int:
    """Open a file, but follow no symbolic link.

    Raises
    ------
    OSError
        If it is a link, or cannot be opened.
    """
    if not hasattr(os, "O_NOFOLLOW"):  # Windows
        if Path(path).is_symlink():
            raise OSError(ELOOP, os.strerror(ELOOP))
        return os.open(path, flags)
    return os.open(path, flags | os.O_NOFOLLOW)


def answer_save(request: documents.SaveRequest, settings: Settings) -> documents.Saved:
    """Write a record or puzzle to the folder, wholly or not at all.

    Raises
    ------
    FileError
        If the name is not that of a record or puzzle, or the file cannot be written.
    GameError
        If the text is no record or puzzle.
    WouldOverwriteError
        If there is such a file and `replace` is false.
    """
    path = _folder(settings) / _checked(request.name, {"record", "puzzle"})
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise FileError(tr("{name}: expected the name of a file", name=request.name))
    if _text_kind(path.suffix, request.text.encode()) == "record":
        read_record(request.text, settings)
    else:
        read_text(request.text, request.name)
    try:
        write_new(path, request.text, request.replace)
    except WouldOverwriteError:
        raise WouldOverwriteError(
            tr("{name} already exists; choose to replace it", name=request.name)
        ) from None
    except FileError as error:
        raise FileError(str(error).replace(str(path), request.name)) from None
    return documents.Saved(name=request.name)


def path_of(name: str, settings: Settings, kinds: set[str]) -> Path:
    """Return the path of a file of the folder.

    Raises
    ------
    FileError
        If the name is of no such kind.
    MissingError
        If the folder has no regular file of this name.
    """
    path = _folder(settings) / _checked(name, kinds)
    try:
        regular = stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        regular = False
    if not regular:
        raise MissingError(tr("{name}: no such file in the folder", name=name))
    return path


def _folder(settings: Settings) -> Path:
    if settings.folder is None:
        raise MissingError(tr("no folder was chosen: start the server with --folder DIR"))
    return settings.folder


def _kind(name: str) -> documents.FileKind | None:
    if name.startswith(".") or not _NAME.fullmatch(name):
        return None
    return KINDS.get(Path(name).suffix)


def _checked(name: str, kinds: set[str]) -> str:
    if _kind(name) not in kinds:
        ends = ", ".join(sorted(suffix for suffix, kind in KINDS.items() if kind in kinds))
        text = tr(
            "file name {name!r}: expected a name without a path that ends in {ends}",
            name=name[:60],
            ends=ends,
        )
        raise FileError(text)
    return name
