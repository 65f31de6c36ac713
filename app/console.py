"""Output to a terminal: progress, coloured text and error messages; the exit statuses."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
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
    from litslab.games.line_breaks import one_line  # noqa: PLC0415

    typer.echo(f"litslab: {one_line(message)}", err=True)
    return status


class _OnceIgnored:
    """A handler that ignores Ctrl-C and puts the one before it back, for the next time."""

    def __init__(self) -> None:
        self._before = signal.signal(signal.SIGINT, self)

    def __call__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)


@contextmanager
def _keeping_answer() -> Iterator[None]:
    """Ignore Ctrl-C after the block, where an answer is about to be shown: it is too late to stop
    the work.

    A second Ctrl-C, and one in the next such block, have their usual effect. So have those after an
    exception.
    """
    before = signal.getsignal(signal.SIGINT)
    if isinstance(before, _OnceIgnored):
        before()
    yield
    if threading.current_thread() is threading.main_thread() and callable(
        signal.getsignal(signal.SIGINT)
    ):
        _OnceIgnored()


@contextmanager
def showing(
    what: str,
    *,
    hidden: bool = False,
    keeps: bool = False,
    last: bool = True,
) -> Iterator[OnProgress]:
    """Show progress on standard error: a status line with the elapsed time at once, and a bar as
    soon as the total is known.

    Silent if it is hidden, or standard error is not a terminal. Ctrl-C after the work does not lose
    its answer.

    Parameters
    ----------
    what : str
        The work, such as "solving".
    hidden : bool
        Whether to show nothing.
    keeps : bool
        Whether Ctrl-C ends the work with the results so far, which the line then says.
    last : bool
        Whether no other work follows the answer, so that a Ctrl-C after it came too late.

    Yields
    ------
    callable
        Receives the progress of the work.
    """
    from litslab.jobs.progress import ignore_progress  # noqa: PLC0415

    if hidden or not sys.stderr.isatty():
        with _keeping_answer() if last else nullcontext():
            yield ignore_progress
        return
    from rich.console import Console  # noqa: PLC0415 - output that is piped does not need it
    from rich.progress import Progress as Bar  # noqa: PLC0415
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    console = Console(file=sys.stderr)
    description, *measures = Bar.get_default_columns()
    spinner = SpinnerColumn("dots" if console.encoding.startswith("utf") else "line")
    text = TextColumn("{task.fields[text]}", markup=False)
    hint = [TextColumn("(Ctrl-C keeps the results so far)", markup=False)] if keeps else []
    status = spinner, TimeElapsedColumn(), description, text, *hint
    ending = _keeping_answer() if last else nullcontext()
    with Bar(*status, console=console, transient=True) as bar, ending:
        task = bar.add_task(f"{what} …", total=None, text="")

        def show(progress: Progress) -> None:
            told = progress.text or ("" if progress.total else f"{progress.done:,}")
            bar.columns = (*status, *measures) if progress.total else status
            bar.tasks[0].total = progress.total
            bar.update(task, completed=progress.done, text=told, refresh=progress.total is None)

        yield show


def has_colours() -> bool:
    """Return whether standard output shows colours, as most terminals do and pipes do not."""
    from rich.console import Console  # noqa: PLC0415

    console = Console(file=sys.stdout)
    return console.color_system is not None and not console.no_color


def print_rich(content: Text | Table) -> None:
    """Print coloured text or a table; on anything but a terminal, a table is as wide as its
    contents.
    """
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=sys.stdout, highlight=False)
    if isinstance(content, Text):
        console.print(content, soft_wrap=True)
        return
    if not console.is_terminal:
        console.width = max(console.width, console.measure(content).maximum)
    console.print(content)
