"""Parts that measurements share: processor time, and tables."""

from __future__ import annotations

import resource
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import rich.table
import typer
from rich.console import Console


def children_seconds() -> float:
    """Return the processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def print_table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print a table that can be pasted into a note."""
    table = rich.table.Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    Console(width=120).print(table)


PageOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The page whose table is replaced; if not given, the table is printed.",
    ),
]
"""The option of a measurement that puts its table into a page of the documentation."""

Table = tuple[str, tuple[str, ...], Sequence[tuple[str, ...]]]
"""A title, the columns and the rows."""


def show(tables: Sequence[Table], page: Path | None, name: str) -> None:
    """Print tables, or put them into a page as its block of this name."""
    if page is None:
        for each in tables:
            print_table(*each)
    else:
        text = "\n\n".join(markdown_table(columns, rows) for _, columns, rows in tables)
        page.write_text(with_block(page.read_text(encoding="utf-8"), name, text), encoding="utf-8")


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    head, *lines = (f"| {' | '.join(line)} |" for line in (columns, *rows))
    return "\n".join([head, "|---" * len(columns) + "|", *lines])


def with_block(page: str, name: str, text: str) -> str:
    """Return a page with a text between its lines ``<!-- NAME -->`` and ``<!-- end of NAME -->``.

    Raises
    ------
    ValueError
        If the page does not have the lines.
    """
    begin = f"<!-- {name} -->\n"
    end = f"<!-- end of {name} -->"
    before, found, rest = page.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise ValueError(f"the page has no lines {begin.strip()!r} and {end!r}")
    return f"{before}{begin}\n{text.strip()}\n\n{end}{after}"
