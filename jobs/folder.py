"""Folders in which long work keeps what is finished: used by one process at a time, and resumed after any end."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.errors import GameError
from games.files import FileError, sweep, write_new


class FolderError(GameError):
    """A folder that cannot be used; the text is one line that says why."""


@contextmanager
def resumable_folder(folder: Path, manifest: str, *, name: str, of: str) -> Iterator[None]:
    """Use a folder whose files all come from the same request; what is in it stays when the block ends.

    Parameters
    ----------
    folder : Path
        Is made where it is missing.
    manifest : str
        What describes the request, as one line of text. The first call writes it, later ones compare it.
    name : str
        The name of the manifest's file.
    of : str
        What the folder holds, for messages: ``"parts of another run"`` if the manifests differ.

    Raises
    ------
    FolderError
        If the folder belongs to another request, or another process uses it.
    FileError
        If it cannot be made.
    """
    with _alone_in(folder):
        sweep(folder)
        path = folder / name
        if not path.exists():
            write_new(path, manifest + "\n")
        elif path.read_text(encoding="utf-8", errors="replace").strip() != manifest:
            raise FolderError(f"{folder} holds {of}: remove it, or choose another place")
        yield


@contextmanager
def temporary_folder(folder: Path) -> Iterator[None]:
    """Use an empty folder that is removed when the block ends; one that a killed process left is emptied first.

    The folder above it is made where it is missing, and then removed, too, where nothing else has come into it.

    Raises
    ------
    FolderError
        If another process uses the folder.
    FileError
        If it cannot be made.
    """
    above_is_new = not folder.parent.exists()
    with _alone_in(folder):
        try:
            for left in folder.iterdir():
                if left.is_dir() and not left.is_symlink():
                    shutil.rmtree(left)
                else:
                    left.unlink()
        except OSError as error:
            raise FileError(f"cannot empty {folder}: {error.strerror or error}") from error
        try:
            yield
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            if above_is_new:
                with contextlib.suppress(OSError):
                    folder.parent.rmdir()


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Make a folder and hold a lock on it, which ends with the process, however that ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise FileError(f"cannot make {folder}: {error.strerror or error}") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderError(f"{folder}: another process is working there") from None
        except OSError:
            pass  # a file system without locks
        yield
    finally:
        os.close(lock)
