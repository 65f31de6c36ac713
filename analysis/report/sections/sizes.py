"""The section on the numbers of games and positions, by the size of the board."""

from __future__ import annotations

import math

from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import (
    Format,
    How,
    Kind,
    Number,
    Row,
    Section,
    Table,
)
from litslab.analysis.report.tree_size import (
    TreeSize,
    position_logs,
    tree_size,
    upper_bounds,
)
from litslab.games.errors import OptionError
from litslab.games.language import mark, sentence_case, tr
from litslab.solver.finals.estimate import BATCHES, estimate

ORDERS = mark("branching of random games, by which pieces can have come last")

_SIZES = mark(
    "A game is a sequence of placements to the end, without swaps; a position is a set of "
    "placements that play can reach. The estimates are means of products of branching factors over "
    "random games, and few games dominate such a mean: intervals from too small samples are marked."
)


def sizes(context: Context) -> Section:
    """Return the section on the sizes."""
    rules = context.rules
    most = upper_bounds(rules)
    games = quantities.game_tree(context)
    positions = None
    if games is not None:
        # These games are evaluated one by one in Python, so there are fewer.
        run = context.random_run(
            rules.start(), "with-moves", context.amounts.read_games, moves=True
        )
        positions = tree_size(position_logs(run))
    of_games = _tree(games, quantities.KNUTH, quantities.NUMBER_OF_GAMES)
    of_positions = _tree(positions, ORDERS)
    finals = _nothing() if rules.is_double else _finals(context)
    most_games = _large(most.games, by_squares())
    most_positions = _large(most.positions, by_squares())
    rows = (
        Row(tr("games"), (*of_games, most_games)),
        Row(tr("positions"), (*of_positions, most_positions)),
        Row(tr("finished positions"), (finals, _nothing(), most_positions)),
    )
    columns = (tr("what"), tr("estimate"), tr("at least"), tr("at most"))
    table = Table(sentence_case(tr("sizes")), columns, rows)
    return Section("size", tr("State space and game tree"), (tr(_SIZES), table))


def by_squares() -> How:
    """Return the origin of a bound from the squares of the board."""
    return How(Kind.BOUND, tr("squares and overlaps alone"))


def _nothing() -> Number:
    return Number("", by_squares())


def _large(logarithm: float, how: How) -> Number:
    return Number(logarithm, how, form=Format.LARGE)


def _tree(found: TreeSize | None, by: str, identity: str = "") -> tuple[Number, Number]:
    """Return an estimated number, and its lower bound without assumptions."""
    if found is None:
        return _nothing(), _nothing()
    by_least = tr(
        "{method}: least of {batches} batches, 95 % confidence without assumptions (Gomes et al. "
        "2007)",
        method=tr(by),
        batches=BATCHES,
    )
    surely = _large(found.surely, How(Kind.ESTIMATE, by_least))
    return quantities.tree_number(found, by, identity), surely


def _finals(context: Context) -> Number:
    try:
        found = estimate(
            context.rules,
            context.amounts.samples,
            seed=context.seed,
            time_limit=context.deadline.left_and_a_second,
        )
    except OptionError:
        return _nothing()
    if not found.complete:
        context.deadline.check()
        raise KeyboardInterrupt
    by = tr(
        "importance sampling, {games:,} random games, {sample}",
        games=found.samples,
        sample=quantities.sample_size(found.effective_samples),
    )
    count, low, high = (math.log10(max(1.0, each)) for each in (found.count, *found.interval))
    return Number(count, How(Kind.ESTIMATE, by), low, high, Format.LARGE)
