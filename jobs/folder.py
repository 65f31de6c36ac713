"""Folders for the results of long work: used by one process at a time, and resumable after any
interruption.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from litslab.games.errors import GameError
from litslab.games.files import failing_to, lock, sweep, write_new

MANIFEST = "request.json"
"""The usual name of the file that describes the request of a folder."""


class FolderError(GameError):
    """A folder that cannot be used; the text is one line with the reason."""


@dataclass
class ResumableFolder:
    """A folder whose files all come from one request, for one process at a time.

    It is a context manager. Entering makes the folder if it is missing, locks it until the block
    ends, removes unfinished files of killed processes, and compares the manifest with the one in
    the folder, or writes it. The files stay when the block ends for any reason, unless the folder
    is temporary.

    Attributes
    ----------
    path : Path
        The folder.
    manifest : str
        The description of the request, as one line of text.
    name : str
        The name of the manifest's file.
    contents : str
        The contents in messages, such as ``puzzles``.
    temporary : bool
        Whether the folder is removed when the block ends, so that only a killed process leaves it.
        A folder of another request is emptied instead of refused.
    """

    path: Path
    manifest: str
    name: str = MANIFEST
    contents: str = "files"
    temporary: bool = False
    _open: contextlib.ExitStack = field(
        default_factory=contextlib.ExitStack, init=False, repr=False, compare=False
    )

    def __enter__(self) -> Self:
        """Open the folder.

        Raises
        ------
        FolderError
            If the folder belongs to another request, or another process uses it.
        FileError
            If the folder cannot be made.
        """
        with contextlib.ExitStack() as stack:
            parent_is_new = not self.path.parent.exists()
            stack.enter_context(_locked(self.path))
            if self.temporary:
                stack.callback(self._remove_with_parent if parent_is_new else self.remove)
            sweep(self.path)
            self._compare()
            self._open = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def write(self, name: str, content: str | bytes) -> None:
        """Write a complete file, and replace an existing one.

        Raises
        ------
        FileError
            If it cannot be written; an existing file is unchanged.
        """
        write_new(self.path / name, content, force=True)

    def remove(self) -> None:
        """Remove the folder with its files."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _remove_with_parent(self) -> None:
        self.remove()
        with contextlib.suppress(OSError):  # it has other files
            self.path.parent.rmdir()

    def _compare(self) -> None:
        """Compare the manifest with the one in the folder, or write it if the folder has none or no
        other files.
        """
        path = self.path / self.name
        known = None
        with failing_to(f"read {path}"):
            if path.exists():
                known = path.read_text(encoding="utf-8", errors="replace").strip()
        if known == self.manifest:
            return
        if self.temporary:
            self._empty()
        elif known is not None and any(other != path for other in self.path.iterdir()):
            raise FolderError(
                f"{self.path} holds {self.contents} of another request: remove it, or choose "
                "another"
            )
        write_new(path, self.manifest + "\n", force=True)

    def _empty(self) -> None:
        with failing_to(f"empty {self.path}"):
            for left in self.path.iterdir():
                if left.is_dir() and not left.is_symlink():
                    shutil.rmtree(left)
                else:
                    left.unlink()


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Make a folder and lock it until the block or the process ends."""
    of_its_own = not hasattr(os, "O_DIRECTORY")  # Windows cannot open folders
    path = folder.with_name(f".{folder.name}.lock") if of_its_own else folder
    with failing_to(f"make {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(
            path, os.O_RDWR | os.O_CREAT if of_its_own else os.O_RDONLY | os.O_DIRECTORY
        )
    try:
        with contextlib.suppress(OSError):  # a file system without locks
            if not lock(descriptor, wait=False):
                raise FolderError(f"{folder}: another process is working there")
        yield
    finally:
        os.close(descriptor)
        if of_its_own:
            with contextlib.suppress(OSError):  # another process has opened it
                path.unlink()
