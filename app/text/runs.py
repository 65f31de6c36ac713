"""The text of runs: their main statistics, and the contents of their files."""

from __future__ import annotations

from rich.table import Table

from litslab.analysis.distributions import distribution
from litslab.analysis.runs.columns import PLAYERS, describe_columns
from litslab.analysis.runs.file import RunFile
from litslab.analysis.shares import balance
from litslab.app.text.parts import Lines, counted, describe_rules


def statistics_text(file: RunFile) -> Lines:
    """Yield the main statistics: the wins of the sides and of the players, which differ after a
    swap.
    """
    found = balance(file)
    length = distribution(file, "length").mean
    yield f"{counted(file.run.games, 'game')} of {length:.3f} placements on average"
    yield f"wins by side: {', '.join(f'{each.name} {each.count:,}' for each in found.sides)}"
    named = zip(PLAYERS, file.run.players, found.people, strict=True)
    players = ", ".join(f"player {name} ({player}) {won.count:,}" for name, player, won in named)
    yield f"wins by player: {players}"
    if found.swaps.count:
        yield f"the players exchanged sides in {found.swaps.count:,}"
    if file.rules.tie_is_half_point:
        yield f"{found.ties.count:,} with equal scores but for the half point"
    else:
        yield f"{found.ties.count:,} with equal scores, decided by the tie rule"


def file_text(file: RunFile) -> Lines:
    """Yield a description of the games, and a table of the columns."""
    run = file.run
    yield describe_rules(file.rules)
    yield f"{counted(run.games, 'game')}, seed {run.seed}"
    for name, player in zip(PLAYERS, run.players, strict=True):
        yield f"player {name}: {player}"
    yield f"played by the {file.header.played_by} of litslab {file.header.version}"
    yield f"layers: {', '.join(file.header.layers)}"
    table = Table("column", "type", "unit", "meaning", box=None, pad_edge=False)
    for each in describe_columns(run):
        table.add_row(each.name, each.type, each.unit, each.meaning)
    yield table
