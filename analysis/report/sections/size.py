"""How large the game is: games, positions and finished positions, estimated and bounded."""

from __future__ import annotations

import math

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.quantities import KNUTH, game_tree, number_of_games, sample_size
from litslab.analysis.report.tree_size import TreeSize, position_logs, tree_size, upper_bounds
from litslab.analysis.runs.run import RunFile
from litslab.games.errors import OptionError
from litslab.solver.finals.kernel import BATCHES, CountEstimate, estimate

BY_SQUARES = How(Kind.BOUND, "squares and overlaps alone")
ORDERS = "branching of random games, by which pieces can have come last"
SURELY = f"least of {BATCHES} batches, 95 % confidence without assumptions (Gomes et al. 2007)"

_EXPLAINED = (
    "A game is a sequence of placements to the end, swaps not counted; a position is a set of placements that play can "
    "reach. The estimates are means of products of branching factors over random games. Few games carry much of such a "
    "mean: where they were too few for the interval to be believed, that is said."
)


def section(context: Context, seconds: float) -> Section:
    """Return the section on the sizes."""
    rules = context.rules
    most = upper_bounds(rules)
    games = game_tree(context)
    positions = None if games is None else tree_size(position_logs(_with_moves(context)))
    finals = None if rules.is_double else _finals(context, seconds)
    rows = (
        Row("games", (*_games(games), _large(most.games, BY_SQUARES))),
        Row("positions", (*_positions(positions), _large(most.positions, BY_SQUARES))),
        Row("finished positions", (_finals_number(finals), _nothing(), _large(most.positions, BY_SQUARES))),
    )
    blocks: list[Block] = [_EXPLAINED]
    blocks.append(Table("Sizes", ("what", "estimate", "at least", "at most"), rows))
    return Section("size", "State space and game tree", tuple(blocks))


def _with_moves(context: Context) -> RunFile:
    """Play fewer games with their moves: these are looked at one by one."""
    return context.random_run(context.rules.start(), "with-moves", context.budget.read_games, moves=True)


def _nothing() -> Number:
    return Number("", BY_SQUARES)


def _large(logarithm: float, how: How) -> Number:
    return Number(logarithm, how, form=Format.LARGE)


def _games(found: TreeSize | None) -> tuple[Number, Number]:
    """Return the estimated number of games, and what it surely exceeds."""
    if found is None:
        return _nothing(), _nothing()
    return number_of_games(found), _large(found.surely, How(Kind.ESTIMATE, f"{KNUTH}: {SURELY}"))


def _positions(found: TreeSize | None) -> tuple[Number, Number]:
    """Return the estimated number of positions, and what it surely exceeds."""
    if found is None:
        return _nothing(), _nothing()
    how = How(Kind.ESTIMATE, f"{ORDERS}, {found.samples:,} games, {sample_size(found.effective)}")
    size = Number(found.size, how, found.low, found.high, Format.LARGE)
    return size, _large(found.surely, How(Kind.ESTIMATE, f"{ORDERS}: {SURELY}"))


def _finals(context: Context, seconds: float) -> CountEstimate | None:
    try:
        return estimate(context.rules, context.budget.samples, seed=context.seed, time_limit=max(1.0, seconds))
    except OptionError:
        return None


def _finals_number(found: CountEstimate | None) -> Number:
    if found is None:
        return _nothing()
    by = f"importance sampling, {found.samples:,} random games, {sample_size(found.effective_samples)}"
    low, high = (math.log10(max(1.0, each)) for each in found.interval)
    return Number(math.log10(max(1.0, found.count)), How(Kind.ESTIMATE, by), low, high, Format.LARGE)
