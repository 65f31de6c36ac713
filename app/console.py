"""Printing to a terminal: positions in colour, and progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID
    from rich.table import Table

    from litslab.jobs.progress import OnProgress, Progress


@contextmanager
def showing(what: str) -> Iterator[OnProgress | None]:
    """Show progress on standard error: a status line, and a bar as soon as the total is known.

    Silent if standard error is not a terminal.

    Yields
    ------
    callable or None
        What the work reports its progress to.
    """
    console = Console(file=sys.stderr)
    if not console.is_terminal:
        yield None
        return
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
        if progress.total is None:
            self._show_status(progress.text or f"{progress.done:,}")
        else:
            self._show_bar(progress)

    def _show_status(self, text: str) -> None:
        if self._bar is not None:  # another part of the work has begun, without a total
            self._bar[0].stop()
            self._bar = None
            self._status.start()
        self._status.update(f"{self._what} … {escape(text)}")

    def _show_bar(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = self._begin_bar(progress.total)
        bar, task = self._bar
        bar.update(task, completed=progress.done, total=progress.total, text=progress.text)

    def _begin_bar(self, total: int | None) -> tuple[Bar, TaskID]:
        from rich.progress import Progress as Bar  # noqa: PLC0415 - only long work needs it
        from rich.progress import TextColumn  # noqa: PLC0415

        self._status.stop()
        columns = (*Bar.get_default_columns(), TextColumn("{task.fields[text]}", markup=False))
        bar = self._stack.enter_context(Bar(*columns, console=self._console, transient=True))
        return bar, bar.add_task(self._what, total=total, text="")


def print_rich(content: Text | Table) -> None:
    """Print coloured text, or a table, which is as wide as it needs to be if standard output is not a terminal."""
    console = Console(file=sys.stdout, highlight=False)
    if isinstance(content, Text):
        console.print(content, soft_wrap=True)
        return
    if not console.is_terminal:
        console.width = max(console.width, console.measure(content).maximum)
    console.print(content)
