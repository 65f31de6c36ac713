"""What a run's columns mean: for each its type, its unit and one line on what it says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from litslab.analysis.runs.run import Run, RunFile, schema
from litslab.games.errors import first_line
from litslab.games.files import FileError, refuse_overwriting
from litslab.jobs.interrupts import interruptible

_TYPES = {"UInt": "integer, 0 or more", "Int": "integer", "Boolean": "true or false", "Enum": "A or B"}
"""How types are told, by what their names in polars begin with."""


@dataclass(frozen=True)
class Column:
    """A column of a run's file.

    Attributes
    ----------
    name : str
        Its name.
    type : str
        What its values are.
    meaning : str
        What it says of a game.
    unit : str
        What its numbers count; empty where they count nothing.
    """

    name: str
    type: str
    meaning: str
    unit: str = ""


def describe_columns(run: Run) -> tuple[Column, ...]:
    """Return what the columns of a run mean, in their order.

    Examples
    --------
    >>> import litslab as ll
    >>> from litslab.analysis.runs.run import Run
    >>> columns = describe_columns(Run.of(ll.new_game("wythe", size=4), ("random", "greedy"), games=10))
    >>> columns[6].name, columns[6].meaning
    ('winning_player', 'player who won: A (random) or B (greedy), whichever side they ended up with')
    """
    meanings = _meanings(run)
    return tuple(Column(name, _type(str(kind)), *meanings[name]) for name, kind in schema(run).items())


def _type(kind: str) -> str:
    told = next((text for start, text in _TYPES.items() if kind.startswith(start)), None)
    return told or "list of integers, 0 or more"


def _meanings(run: Run) -> dict[str, tuple[str, str]]:
    """Return the meaning and the unit of every column that a run can have."""
    first, second = run.rules.sides
    a, b = run.players
    if run.rules.has_swap and not run.rules.swap_changes_value:
        swap = f"whether the swap was made: then A plays {second} and B plays {first}"
        whose = "whichever side they ended up with"
    elif run.rules.has_swap:
        swap = "whether the swap was made; sides are players here, and stay so"
        whose = f"who began as {first} and {second}"
    else:
        swap = "whether the swap was made; this game has none"
        whose = f"who play {first} and {second}"
    return {
        "seed": ("random seed of the game", ""),
        "length": ("pieces placed", "placements"),
        "score_1": (f"score of {first}", "points"),
        "score_2": (f"score of {second}", "points"),
        "margin": (f"score of {first} minus score of {second}", "points"),
        "winner": (f"side that won: 1 {first}, 2 {second}", ""),
        "winning_player": (f"player who won: A ({a}) or B ({b}), {whose}", ""),
        "margin_a": ("score of player A minus score of player B", "points"),
        "tie_rule": ("whether the scores were equal, so that the tie rule decided", ""),
        "swap": (swap, ""),
        "opening": ("first placement, as its number in the game's table of placements", ""),
        "first_length": ("pieces placed in the first phase", "placements"),
        "first_score_1": (f"score of {first} in the first phase", "points"),
        "first_score_2": (f"score of {second} in the first phase", "points"),
        "branching": ("legal placements at each placement", "placements"),
        "moves": (
            f"moves, as numbers in the game's table of placements; {len(run.rules.table)} is the swap", "",
        ),
    }  # fmt: skip


CSV_SUFFIX = ".csv"
"""What the name of a CSV file ends in."""


def export_csv(file: RunFile, path: Path, *, force: bool = False) -> None:
    """Write a run's rows as a CSV file: a line with the names of the columns, then one line per game.

    Lists are written as numbers with spaces between them. What was played is not in the file; the run alone says it.

    Parameters
    ----------
    file : RunFile
        The run.
    path : Path
        The CSV file.
    force : bool
        Whether a file that is there already may be replaced.

    Raises
    ------
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If it cannot be written.
    """
    if not force:
        refuse_overwriting(path)
    rows = file.scan()
    lists = [name for name, kind in rows.collect_schema().items() if isinstance(kind, pl.List)]
    flat = rows.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)
    whole = path.with_name(f"{path.name}.whole")
    try:
        with interruptible():
            flat.sink_csv(whole, maintain_order=True)
        whole.replace(path.resolve())
    except (OSError, pl.exceptions.PolarsError) as error:
        raise FileError(f"cannot write {path}: {first_line(error)}") from error
    finally:
        whole.unlink(missing_ok=True)
