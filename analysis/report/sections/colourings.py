"""TAILITS: how much depends on where the colours are on the pieces, which the rules show only in figures."""

from __future__ import annotations

from litslab.analysis.distributions import Comparison, balance, compare, distribution
from litslab.analysis.plots import plot_comparison
from litslab.analysis.report.context import Context
from litslab.analysis.report.figures import svg_of
from litslab.analysis.report.model import Block, Figure, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.numbers import mean, share, simulated
from litslab.analysis.report.quantities import random_level
from litslab.analysis.runs.run import RunFile
from litslab.games.position import Rules

NAMES = {
    "fixed": "one pattern a shape",
    "free": "any two squares",
    "each-once": "the six patterns, one each",
    "pieces": "the drawn pieces",
}
"""The colourings in words."""

_EXPLAINED = (
    "The colouring of the pieces is an assumption. Here is random play with other ones: where the numbers hardly "
    "differ, little depends on it. Cliff’s delta compares leads with those of this report’s colouring; below 0.147 a "
    "difference is called negligible (Romano and others, 2006)."
)


def section(context: Context) -> Section | None:
    """Return the section on colourings; None in a game without them."""
    rules = context.rules
    runs: dict[str, RunFile] = {}
    for colouring, other in rules.colourings().items():
        if not runs:  # its own colouring, with which the report's games are played
            runs[colouring] = context.run
            continue
        games = context.budget.random_games // 4
        runs[colouring] = context.random_run(other.start(), f"colouring-{colouring}", games)
    if not runs:
        return None
    rows = tuple(_row(colouring, run, context) for colouring, run in runs.items())
    side = rules.sides[0]
    columns = ("colouring", "mean length", f"{side} wins", "equal scores", f"mean lead of {side}", "Cliff’s delta")
    blocks: tuple[Block, ...] = (
        _EXPLAINED,
        Table("Colourings compared, random play", columns, rows),
        *_figure(rules, runs),
    )
    return Section("colourings", "Colourings compared", blocks)


def _row(colouring: str, run: RunFile, context: Context) -> Row:
    own = context.run
    how = simulated(run.run.games, "random play")
    found = balance(run)
    level = random_level(context)
    length, ties, lead = (
        (level.length, level.ties, level.lead)
        if run is own
        else (
            mean(distribution(run, "length"), how),
            share(found.ties, how),
            mean(distribution(run, "margin"), how, Format.SIGNED),
        )
    )
    delta = compare(own, run, "margin").delta
    by = How(Kind.SIMULATED, f"{own.run.games:,} and {run.run.games:,} games")
    return Row(
        f"{colouring}: {NAMES[colouring]}",
        (
            length,
            share(found.sides[0], how),
            ties,
            lead,
            Number("–", how) if run is own else Number(delta, by, form=Format.SIGNED),
        ),
    )


def _figure(rules: Rules, runs: dict[str, RunFile]) -> list[Figure]:
    own, *others = runs
    if not others:
        return []
    pair: Comparison = compare(runs[own], runs[others[0]], "margin")
    axes = plot_comparison(
        pair, names=(own, others[0]), label=f"lead of {rules.sides[0]} (points)", title="Leads by colouring"
    )
    return [Figure("colourings", svg_of(axes), f"Leads with the colourings {own} and {others[0]}.")]
