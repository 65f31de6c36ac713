"""Errors and panics of Polars over a file, as errors of this library on one line."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

import polars as pl

from litslab.analysis.runs.run import RunError
from litslab.games.errors import first_line
from litslab.games.files import FileError, new_file
from litslab.jobs.interrupts import interruptible

_STANDARD_ERROR = 2

_SECONDS_TO_PANIC = 0.2  # other threads may panic a moment after the first


@contextmanager
def reading(path: Path, part: str = "it") -> Iterator[None]:
    """Turn the library's errors over a damaged file into a `RunError`; its panics are not
    `Exception`s.
    """
    try:
        with interruptible(), without_panic_messages():
            yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        text = getattr(error, "strerror", None) or first_line(error)
        raise RunError(f"{path}: cannot read {part}: {text}") from None


@contextmanager
def without_panic_messages() -> Iterator[None]:
    """Suppress the messages of the library's threads on standard error when they panic over a
    damaged file.

    The exception that follows says the same on one line. Other output is passed on.
    """
    try:
        standard_error = os.dup(_STANDARD_ERROR)
    except OSError:  # there is none
        yield
        return
    with TemporaryFile() as written:
        sys.stderr.flush()
        os.dup2(written.fileno(), _STANDARD_ERROR)
        panicked = False
        try:
            yield
        except pl.exceptions.PanicException:
            panicked = True
            time.sleep(_SECONDS_TO_PANIC)
            raise
        finally:
            os.dup2(standard_error, _STANDARD_ERROR)
            os.close(standard_error)
            written.seek(0)
            if not panicked:
                os.write(_STANDARD_ERROR, written.read())


@contextmanager
def written_whole(path: Path, force: bool) -> Iterator[BinaryIO]:
    """Let the library write a file as `new_file` does, which also keeps apart two processes that
    write the same file.

    Raises
    ------
    WouldOverwriteError
        If the file exists and `force` is not given.
    FileError
        If it cannot be written.
    """
    try:
        with new_file(path, force) as stream, interruptible():
            yield stream
    except pl.exceptions.PolarsError as error:
        raise FileError(f"cannot write {path}: {first_line(error)}") from error
