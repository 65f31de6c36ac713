"""Printing to a terminal: positions in colour, and progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

from litslab.app.terminal import drawing

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID
    from rich.table import Table

    from litslab.games.position import Move, Position
    from litslab.jobs.progress import OnProgress, Progress
    from litslab.solver.result import Score


def print_position(position: Position, *, title: str = "", highlight: Iterable[Move] = ()) -> None:
    """Print a position's drawing, in colour if standard output is a terminal."""
    console = Console(file=sys.stdout, highlight=False)
    if title:
        console.print(title, style="bold", markup=False, soft_wrap=True)
    console.print(drawing(position, highlight=highlight), soft_wrap=True)


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
    """A status line that becomes a bar with the first progress that has a total."""

    def __init__(self, what: str, console: Console, stack: ExitStack) -> None:
        self._what = what
        self._console = console
        self._stack = stack
        self._status = stack.enter_context(console.status(f"{what} …"))
        self._bar: tuple[Bar, TaskID] | None = None

    def __call__(self, progress: Progress) -> None:
        """Show progress."""
        if progress.total is not None and self._bar is None:
            self._bar = self._begin_bar(progress.total)
        if self._bar is not None:
            bar, task = self._bar
            bar.update(task, completed=progress.done, total=progress.total, text=progress.text)
        else:
            self._status.update(f"{self._what} … {progress.text or f'{progress.done:,}'}")

    def _begin_bar(self, total: int) -> tuple[Bar, TaskID]:
        from rich.progress import Progress as Bar  # noqa: PLC0415 - only long work needs it
        from rich.progress import TextColumn  # noqa: PLC0415

        self._status.stop()
        columns = (*Bar.get_default_columns(), TextColumn("{task.fields[text]}", markup=False))
        bar = self._stack.enter_context(Bar(*columns, console=self._console, transient=True))
        return bar, bar.add_task(self._what, total=total, text="")


@contextmanager
def working(what: str) -> Iterator[Callable[[Score, int], None] | None]:
    """Show progress on standard error, with the bounds known so far; silent if it is not a terminal.

    Yields
    ------
    callable or None
        The function to which a solver reports its progress.
    """
    console = Console(file=sys.stderr)
    if not console.is_terminal:
        yield None
        return
    with console.status(f"{what} …") as status:

        def report(score: Score, nodes: int) -> None:
            status.update(f"{what} … value between {score.lower} and {score.upper}, {nodes:,} nodes")

        yield report


@contextmanager
def reporting(what: str) -> Iterator[Callable[[str], None] | None]:
    """Show progress on standard error, with the messages of the work; silent if it is not a terminal.

    Yields
    ------
    callable or None
        The function to which the work reports its progress.
    """
    console = Console(file=sys.stderr)
    if not console.is_terminal:
        yield None
        return
    with console.status(f"{what} …") as status:
        yield lambda news: status.update(f"{what} … {news}")


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error; silent if it is not a terminal.

    Yields
    ------
    callable
        To be called each time one of `total` items is done, or with the number of items done.
    """
    from rich.progress import Progress  # noqa: PLC0415 - only long work needs it

    console = Console(file=sys.stderr)
    if not console.is_terminal:
        yield lambda _=1: None
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done=1: bar.advance(task, done)


def print_table(table: Table) -> None:
    """Print a table; as wide as it needs to be if standard output is not a terminal."""
    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, console.measure(table).maximum)
    console.print(table)
