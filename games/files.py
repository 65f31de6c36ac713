"""Writing files: completely or not at all, and over an existing file only on request."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from litslab.games.errors import GameError, OptionError, expect

RENAMES_OPEN_FILES = os.name != "nt"
"""Open files can be renamed and removed: on all systems except Windows."""


def lock(descriptor: int, *, wait: bool) -> bool:
    """Lock an open file against other processes; closing it unlocks it.

    Parameters
    ----------
    descriptor : int
        The file descriptor.
    wait : bool
        Whether to wait for another process to release the lock.

    Returns
    -------
    bool
        Whether this process holds the lock now; always true with `wait`.

    Raises
    ------
    OSError
        If the file system or this system has no locks.
    """
    with warnings.catch_warnings(action="ignore"):  # its import warns on a system without locks
        from filelock import lock_descriptor  # noqa: PLC0415 - takes 30 ms, and the page without a server lacks it

    return lock_descriptor(descriptor, blocking=wait)


class FileError(GameError):
    """A file that cannot be written; the text is one line with its name."""


class WouldOverwriteError(FileError):
    """A file that already exists and must not be overwritten."""


@contextlib.contextmanager
def failing_to(what: str) -> Iterator[None]:
    """Raise an error of the operating system as a `FileError`: what cannot be done, and why."""
    try:
        yield
    except OSError as error:
        # An error of `shutil` names all files that it could not copy; one reason is enough.
        reason = error.args[0][0][-1] if isinstance(error, shutil.Error) else error
        raise FileError(f"cannot {what}: {error.strerror or reason}") from error


class TooLargeError(GameError):
    """A file that is larger than anything of its kind; the text says how large it may be."""


_PART = 1 << 20
"""The bytes that are read at a time."""


def read_at_most(stream: BinaryIO, most: int) -> bytes:
    """Return what is left of a stream, of which no more is read than that.

    Parameters
    ----------
    stream : BinaryIO
        A file or a pipe.
    most : int
        The size of the largest contents in bytes.

    Raises
    ------
    TooLargeError
        If there is more.
    """
    parts: list[bytes] = []
    left = most + 1
    # By parts, because a stream sets aside as much memory as it is asked for.
    while left and (part := stream.read(min(left, _PART))):
        parts.append(part)
        left -= len(part)
    if not left:
        raise TooLargeError(f"too large: expected at most {most:,} bytes")
    return b"".join(parts)


def as_path(path: str | Path) -> Path:
    """Return a path, which may be given as text.

    Raises
    ------
    OptionError
        If it is neither, or has a null character.
    """
    if "\0" in str(expect(path, (str, Path), "a path")):
        raise OptionError(f"{str(path)!r}: expected a path, which has no null character")
    return Path(path)


def refuse_overwriting(path: Path | None, force: bool = False) -> None:
    """Raise if a file already exists and is to be kept; commands check this before long work, if
    they write one.

    Raises
    ------
    WouldOverwriteError
        If there is something at `path`, except with `force`.
    FileError
        If no file can have this name.
    """
    if path is None or force:
        return
    with failing_to(f"write {path}"):
        exists = path.exists()
    if exists:
        raise WouldOverwriteError(f"{path} already exists")


def write_new(path: Path, data: bytes | str, force: bool = False) -> None:
    """Write a file as `new_file` does; text is written as UTF-8 with its own line ends.

    Parameters
    ----------
    path : Path
        The file. A symbolic link is followed.
    data : bytes or str
        The contents.
    force : bool
        Whether an existing file may be replaced.

    Raises
    ------
    WouldOverwriteError, FileError
        As for `new_file`.
    """
    with new_file(path, force) as stream:
        stream.write(data.encode() if isinstance(data, str) else data)


@contextlib.contextmanager
def new_file(path: Path, force: bool = False) -> Iterator[BinaryIO]:
    """Let the block write a file so that either the old file or the complete new one exists at
    every moment.

    The data go to a temporary file in the same folder, which is then renamed. A killed process may
    leave that file. Its name depends on the final name, so the next process that writes the same
    file replaces it.

    Parameters
    ----------
    path : Path
        The file. A symbolic link is followed.
    force : bool
        Whether an existing file may be replaced.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If the file cannot be written; an existing file is unchanged.
    """
    refuse_overwriting(path, force)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise FileError(f"cannot write {path}: it is not a file")
    part = unfinished(target)
    stream = None
    published = False
    try:
        stream = _open_alone(part)
        yield stream
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
            with contextlib.suppress(OSError):  # data that could not be written before
                stream.close()


def unfinished(path: Path) -> Path:
    """Return the temporary file to which a file is written first."""
    return path.with_name(
        f".{hashlib.blake2b(os.fsencode(path.name), digest_size=8).hexdigest()}.part"
    )


def sweep(folder: Path) -> None:
    """Remove from a folder the unfinished files of killed processes, but no file that is being
    written.
    """
    for part in folder.glob(".*.part"):
        with contextlib.suppress(OSError), part.open("rb") as stream:
            if lock(stream.fileno(), wait=False):
                _remove(part, stream)


def _remove(path: Path, stream: BinaryIO) -> None:
    """Remove a file that this process has locked, before unlocking it if the system allows that."""
    if not RENAMES_OPEN_FILES:
        stream.close()
    path.unlink()


def _open_alone(path: Path) -> BinaryIO:
    """Open an empty file for writing when no other process writes it.

    `tempfile` would not give it the usual permissions of a new file.
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
            pass  # another process has renamed it: open a new one
        except BaseException:
            stream.close()
            raise
        stream.close()


def _publish(part: Path, target: Path, force: bool) -> None:
    """Rename a finished file; without `force`, a file created in the meantime is not replaced."""
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
