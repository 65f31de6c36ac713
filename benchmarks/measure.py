"""Parts that measurements share: processor time, and tables."""

from __future__ import annotations

import resource
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table


def children_seconds() -> float:
    """Return the processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def print_table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print a table that can be pasted into a note."""
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    Console(width=120).print(table)


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write_between(page: Path, begin: str, end: str, text: str) -> None:
    """Write a text between two lines of a page, as `put_between` does."""
    page.write_text(put_between(page.read_text(encoding="utf-8"), begin, end, text), encoding="utf-8")


def put_between(page: str, begin: str, end: str, text: str) -> str:
    """Return a page with a text between two lines, instead of what stands there.

    Raises
    ------
    ValueError
        If the page does not have the lines.
    """
    before, found, rest = page.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise ValueError(f"the page has no lines {begin!r} and {end!r}")
    return f"{before}{begin}\n{text}\n{end}{after}"
