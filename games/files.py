"""Writing files: whole or not at all, and never over something that is there unless that is asked for."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from pathlib import Path

from games.errors import GameError


class FileError(GameError):
    """A file that cannot be written; the text is one line that names it."""


class WouldOverwriteError(FileError):
    """A file that is there already, and nobody asked to replace it."""


def refuse_overwriting(path: Path) -> None:
    """Raise where a file is there already: for a command to find out before it works for an hour.

    Raises
    ------
    WouldOverwriteError
        If there is something at `path`.
    """
    if path.exists():
        raise WouldOverwriteError(f"{path} exists already: force is needed to replace it")


def write_new(path: Path, data: bytes | str, force: bool = False) -> None:
    """Write a file so that at every moment there is either the old one or the whole new one.

    The data go to a new file in the same folder, which is then given the right name. Text is written as UTF-8, its
    line ends as they are.

    Parameters
    ----------
    path : Path
        Where the file shall be. A symbolic link is followed.
    data : bytes or str
        What shall be in it.
    force : bool
        Whether a file that is there already may be replaced.

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
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        # Made by open and not by tempfile, so that the file has the permissions that any new file would have.
        with part.open("xb") as stream:
            stream.write(data.encode() if isinstance(data, str) else data)
            stream.flush()
            os.fsync(stream.fileno())
        _publish(part, target, force)
    except FileExistsError:
        raise WouldOverwriteError(f"{path} exists already: force is needed to replace it") from None
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def _publish(part: Path, target: Path, force: bool) -> None:
    """Give a finished file its name; without `force` a file that came to be meanwhile is not replaced either."""
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
