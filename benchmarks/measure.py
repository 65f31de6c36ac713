"""What measurements share: the published puzzles, the best of several runs, and tables."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import correlation

from rich.console import Console
from rich.table import Table

from litslab.games.registry import GAMES
from litslab.jobs.machine import processors

PUBLISHED = Path(__file__).parents[2] / "shared" / "data" / "lits_published.jsonl"
"""The published LITS puzzles, which are not part of the repository."""


def best_seconds(work: Callable[[], object], runs: int = 5) -> float:
    """Return the shortest CPU time of several runs: what the machine can do when nothing disturbs it."""
    times = []
    for _ in range(runs):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def ranks(values: Sequence[float]) -> list[float]:
    """Return the ranks of some values, equal ones sharing the mean of theirs.

    Examples
    --------
    >>> ranks([30, 10, 20, 10])
    [3.0, 0.5, 2.0, 0.5]
    """
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation of two measures of the same things; 0 if one of them is always equal.

    Examples
    --------
    >>> rank_correlation([1, 2, 3, 4], [10, 20, 30, 25])
    0.8
    >>> rank_correlation([1, 2, 3], [7, 7, 7])
    0.0
    """
    if len(set(first)) < 2 or len(set(second)) < 2:
        return 0.0
    return round(correlation(ranks(first), ranks(second)), 6)


def games_parser(name: str, description: str | None, games: int) -> argparse.ArgumentParser:
    """Return a parser of the options that measurements with games of each kind share.

    Parameters
    ----------
    name : str
        The measurement.
    description : str or None
        What it measures.
    games : int
        How many games of each are played if nothing else is asked for.
    """
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks {name}", description=description)
    parser.add_argument("--only", action="append", choices=sorted(GAMES), metavar="GAME", help="only these games")
    parser.add_argument("--games", type=int, default=games, metavar="N", help="how many games of each")
    parser.add_argument("--workers", type=int, default=processors(), metavar="N", help="processes")
    parser.add_argument("--page", type=Path, metavar="FILE", help="the page in whose table the rows are replaced")
    return parser


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


def write_rows(
    page: Path, begin: str, end: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, order: Iterable[str]
) -> None:
    """Write some rows into a page's table, in which the others stay unless it had other columns.

    Parameters
    ----------
    page : Path
        The page.
    begin, end : str
        The lines between which the table stands.
    columns : sequence of str
        Its head.
    rows : sequence of sequence of str
        The rows. Those in the table with the same first cells are replaced.
    order : iterable of str
        The first cells of all rows that the table may have, in its order.
    """
    text = page.read_text(encoding="utf-8")
    lines = text.partition(begin)[2].partition(end)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines if line.startswith("| ")]
    replaced = {row[0] for row in rows}
    kept = cells if cells[:1] == [list(columns)] else []
    every = [*(row for row in kept if row[0] not in replaced), *rows]
    in_order = [row for name in order for row in every if row[0] == name]
    write_between(page, begin, end, markdown_table(columns, in_order))


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
