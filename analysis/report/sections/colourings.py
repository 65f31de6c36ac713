"""The section on colourings of the pieces: random play with each of them."""

from __future__ import annotations

from litslab.analysis.comparison import compare
from litslab.analysis.distributions import distribution
from litslab.analysis.plot import plot_comparison
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Format, How, Kind, Row, Section, Table
from litslab.analysis.report.quantities import (
    RANDOM_PLAY,
    mean,
    picture,
    share,
    simulated,
    unknown,
    with_interval,
)
from litslab.analysis.runs.file import RunFile
from litslab.analysis.shares import balance
from litslab.games.language import mark, tr

_COLOURING_NAMES = {
    "fixed": mark("one pattern a shape"),
    "free": mark("any two squares"),
    "each-once": mark("the six patterns, one each"),
    "pieces": mark("the drawn pieces"),
}
"""The colourings in words."""

_COLOURINGS = mark(
    "The colouring of the pieces is an assumption, so random play is compared with other "
    "colourings. Cliff’s delta compares leads with this report’s colouring; below 0.147 it is "
    "called negligible (Romano and others, 2006)."
)


def colourings(context: Context) -> Section:
    """Return the section on colourings of the pieces, for a game that has several."""
    rules = context.rules
    (own, _), *others = rules.colourings().items()
    runs = {own: context.run}  # the colouring of the report's games
    for colouring, other in others:
        games = context.amounts.random_games // 4
        runs[colouring] = context.random_run(other.start(), f"colouring-{colouring}", games)
    rows = tuple(_colouring_row(colouring, run, context.run) for colouring, run in runs.items())
    side = tr(rules.sides[0])
    columns = (
        tr("colouring"),
        tr("mean length"),
        tr("{side} wins", side=side),
        tr("equal scores"),
        tr("mean lead of {side}", side=side),
        tr("Cliff’s delta"),
    )
    blocks: list[Block] = [
        tr(_COLOURINGS),
        Table(tr("Colourings compared, random play"), columns, rows),
    ]
    for colouring, _ in others[:1]:
        pair = compare(context.run, runs[colouring], "margin")
        names = (tr(own), tr(colouring))
        label = tr("lead of {side} (points)", side=side)
        axes = plot_comparison(pair, names, label, tr("Leads by colouring"))
        caption = tr("Leads with the colourings {own} and {other}.", own=names[0], other=names[1])
        blocks.append(picture("colourings", axes, caption))
    return Section("colourings", tr("Colourings compared"), tuple(blocks))


def _colouring_row(colouring: str, run: RunFile, own: RunFile) -> Row:
    how = simulated(run.run.games, tr(RANDOM_PLAY))
    found = balance(run)
    delta = unknown(how)
    if run is not own:
        by = tr(
            "{games:,} and {others:,} games; 95 % interval",
            games=own.run.games,
            others=run.run.games,
        )
        compared = compare(own, run, "margin")
        delta = with_interval(
            compared.delta, How(Kind.SIMULATED, by), compared.delta_interval, Format.SIGNED
        )
    numbers = (
        mean(distribution(run, "length"), how),
        share(found.sides[0], how),
        share(found.ties, how),
        mean(distribution(run, "margin"), how, Format.SIGNED),
        delta,
    )
    label = tr(
        "{colouring}: {meaning}", colouring=tr(colouring), meaning=tr(_COLOURING_NAMES[colouring])
    )
    return Row(label, numbers)
