"""Writing files: completely or not at all, and never over an existing file unless requested."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import warnings
from pathlib import Path
from typing import BinaryIO

from litslab.games.errors import GameError

RENAMES_OPEN_FILES = os.name != "nt"
"""Whether a file can be renamed and removed while it is open, as everywhere but on Windows."""


def lock(descriptor: int, *, wait: bool) -> bool:
    """Lock an open file against other processes; closing it unlocks it.

    Parameters
    ----------
    descriptor : int
        The file descriptor.
    wait : bool
        Whether to wait until no other process holds the lock.

    Returns
    -------
    bool
        Whether this process holds the lock now, as it always does if `wait` is set.

    Raises
    ------
    OSError
        If the file system or this system has no locks.
    """
    with warnings.catch_warnings(action="ignore"):  # it warns at its import where the system has no locks
        from filelock import lock_descriptor  # noqa: PLC0415 - it takes 30 ms, and the page without a server has none

    return lock_descriptor(descriptor, blocking=wait)


class FileError(GameError):
    """A file that cannot be written; the text is one line that names it."""


class WouldOverwriteError(FileError):
    """A file that already exists and must not be overwritten."""


def refuse_overwriting(path: Path) -> None:
    """Raise if a file already exists: commands check this before they work for an hour.

    Raises
    ------
    WouldOverwriteError
        If there is something at `path`.
    """
    if path.exists():
        raise WouldOverwriteError(f"{path} already exists")


def write_new(path: Path, data: bytes | str, force: bool = False) -> None:
    """Write a file so that at every moment there is either the old one or the whole new one.

    The data go to another file in the same folder, which is then given the right name. A process that is killed may
    leave that file; as its name follows from the right one, the next to write the same file replaces it. Text is
    written as UTF-8, its line ends as they are.

    Parameters
    ----------
    path : Path
        Where the file will be. A symbolic link is followed.
    data : bytes or str
        What shall be in it.
    force : bool
        Whether an existing file may be replaced.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If the file cannot be written; what was there before is unchanged.
    """
    if not force:
        refuse_overwriting(path)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise FileError(f"cannot write {path}: it is not a file")
    part = unfinished(target)
    stream = None
    published = False
    try:
        stream = _open_alone(part)
        stream.write(data.encode() if isinstance(data, str) else data)
        stream.flush()
        os.fsync(stream.fileno())
        if not RENAMES_OPEN_FILES:
            stream.close()
        _publish(part, target, force)
        published = True
    except FileExistsError:
        raise WouldOverwriteError(f"{path} already exists") from None
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        if stream is not None:
            if not published:
                with contextlib.suppress(OSError):
                    _remove(part, stream)
            with contextlib.suppress(OSError):  # what could not be written cannot be written now either
                stream.close()


def unfinished(path: Path) -> Path:
    """Return where a file is written before it gets its name."""
    return path.with_name(f".{hashlib.blake2b(os.fsencode(path.name), digest_size=8).hexdigest()}.part")


def sweep(folder: Path) -> None:
    """Remove from a folder what processes left unfinished that were killed, but nothing that is being written."""
    for part in folder.glob(".*.part"):
        with contextlib.suppress(OSError), part.open("rb") as stream:
            if lock(stream.fileno(), wait=False):
                _remove(part, stream)


def _remove(path: Path, stream: BinaryIO) -> None:
    """Remove a file that this process has locked: while it is still locked, where the system allows that."""
    if not RENAMES_OPEN_FILES:
        stream.close()
    path.unlink()


def _open_alone(path: Path) -> BinaryIO:
    """Open an empty file for writing, once no other process writes it.

    It is not made by `tempfile`, so that it has the permissions that any new file would have.
    """
    while True:
        stream = path.open("ab")
        with contextlib.suppress(OSError):  # a file system without locks
            lock(stream.fileno(), wait=True)
        try:
            if os.path.samestat(os.fstat(stream.fileno()), path.stat()):
                stream.truncate(0)
                return stream
        except FileNotFoundError:
            pass  # the process that had it has given it its name: another has to be made
        except BaseException:
            stream.close()
            raise
        stream.close()


def _publish(part: Path, target: Path, force: bool) -> None:
    """Give a finished file its name; without `force` a file created in the meantime is not replaced either."""
    if force:
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
        return
    try:
        target.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        refuse_overwriting(target)
        part.replace(target)
    else:
        part.unlink()
