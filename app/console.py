"""Output to a terminal: progress, coloured text and error messages; the exit statuses."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import TaskID
    from rich.table import Table
    from rich.text import Text

    from litslab.jobs.progress import OnProgress, Progress

DONE = 0
NEGATIVE = 1
"""The answer is negative: no solution, an illegal record."""
BAD_INPUT = 2
"""Bad usage or bad input."""
LIMIT = 3
"""A limit was reached before the answer."""
INTERRUPTED = 130
"""Ctrl-C, with nothing finished to keep."""
TERMINATED = 143
"""SIGTERM, whether or not something was finished."""


def error_text(error: Exception) -> str:
    """Return the message of an error; an error of the operating system includes its file."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror or error}"
    return str(error)


def complain(message: str, status: int) -> int:
    """Print a message as one line on standard error, and return the exit status."""
    line = " ".join(message.split())
    typer.echo(f"litslab: {line}", err=True)
    return status


@contextmanager
def showing(what: str) -> Iterator[OnProgress]:
    """Show progress on standard error: a status line, and a bar as soon as the total is known.

    Silent if standard error is not a terminal.

    Yields
    ------
    callable
        Receives the progress of the work.
    """
    from litslab.jobs.progress import ignore_progress  # noqa: PLC0415

    if not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console  # noqa: PLC0415 - output that is piped does not need it

    console = Console(file=sys.stderr)
    with ExitStack() as stack:
        yield _Display(what, console, stack)


class _Display:
    """A status line, or a bar as long as the total of the work is known."""

    def __init__(self, what: str, console: Console, stack: ExitStack) -> None:
        self._what = what
        self._console = console
        self._stack = stack
        self._status = stack.enter_context(
            console.status(f"{what} …", spinner="dots" if console.encoding.startswith("utf") else "line")
        )
        self._bar: tuple[Bar, TaskID] | None = None

    def __call__(self, progress: Progress) -> None:
        """Show progress."""
        if progress.total is not None:
            self._bar = self._bar or self._begin_bar(progress.total)
            bar, task = self._bar
            bar.update(task, completed=progress.done, total=progress.total, text=progress.text)
            return
        if self._bar is not None:  # another part of the work has begun, without a total
            self._bar[0].stop()
            self._bar = None
            self._status.start()
        from rich.markup import escape  # noqa: PLC0415

        self._status.update(f"{self._what} … {escape(progress.text or f'{progress.done:,}')}")

    def _begin_bar(self, total: int) -> tuple[Bar, TaskID]:
        from rich.progress import Progress as Bar  # noqa: PLC0415 - only long work needs it
        from rich.progress import TextColumn  # noqa: PLC0415

        self._status.stop()
        columns = (*Bar.get_default_columns(), TextColumn("{task.fields[text]}", markup=False))
        bar = self._stack.enter_context(Bar(*columns, console=self._console, transient=True))
        return bar, bar.add_task(self._what, total=total, text="")


def print_rich(content: Text | Table) -> None:
    """Print coloured text or a table; on anything but a terminal, a table is as wide as its contents."""
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=sys.stdout, highlight=False)
    if isinstance(content, Text):
        console.print(content, soft_wrap=True)
        return
    if not console.is_terminal:
        console.width = max(console.width, console.measure(content).maximum)
    console.print(content)
