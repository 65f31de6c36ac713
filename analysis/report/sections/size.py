"""How large the game is: games, positions and finished positions, estimated and bounded."""

from __future__ import annotations

import math

from litslab.analysis.report.context import Material
from litslab.analysis.report.model import Block, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.tree_size import TreeSize, game_logs, position_logs, tree_size
from litslab.analysis.report.upper_bounds import ceiling
from litslab.analysis.runs.run import RunFile
from litslab.games.errors import OptionError
from litslab.solver.finals.estimate import BATCHES, FEWEST_EFFECTIVE, Estimate, estimate

BY_SQUARES = How(Kind.BOUND, "squares and overlaps alone")
KNUTH = "branching of random games (Knuth 1975)"
ORDERS = "branching of random games, by which pieces can have come last"
SURELY = f"least of {BATCHES} batches, 95 % confidence without assumptions (Gomes et al. 2007)"

_FEWEST_A_BATCH = 2

_EXPLAINED = (
    "A game is a sequence of placements to the end, swaps not counted; a position is a set of placements that play can "
    "reach. The estimates are means of products of branching factors over random games. Few games carry much of such a "
    "mean: where they were too few for the interval to be believed, that is said."
)


def section(material: Material, time_limit: float) -> Section:
    """Return the section on the sizes."""
    rules, run = material.rules, material.run
    most = ceiling(rules)
    enough = run.run.games >= _FEWEST_A_BATCH * BATCHES
    games = tree_size(game_logs(run)) if enough else None
    positions = tree_size(position_logs(_with_moves(material))) if enough else None
    finals = None if rules.is_double else _finals(material, time_limit)
    rows = (
        Row("games", (*_sampled(games, KNUTH), _large(most.games, BY_SQUARES))),
        Row("positions", (*_sampled(positions, ORDERS), _large(most.positions, BY_SQUARES))),
        Row("finished positions", (_finals_number(finals), _nothing(), _large(most.positions, BY_SQUARES))),
    )
    blocks: list[Block] = [_EXPLAINED]
    blocks.append(Table("Sizes", ("what", "estimate", "at least", "at most"), rows))
    return Section("size", "State space and game tree", tuple(blocks))


def _with_moves(material: Material) -> RunFile:
    """Play fewer games with their moves: these are looked at one by one."""
    return material.random_run(material.rules.start(), "with-moves", material.budget.read_games, moves=True)


def _nothing() -> Number:
    return Number("", BY_SQUARES)


def _large(logarithm: float, how: How) -> Number:
    return Number(logarithm, how, form=Format.LARGE)


def _sampled(found: TreeSize | None, method: str) -> tuple[Number, Number]:
    """Return an estimated size, and what it surely exceeds."""
    if found is None:
        return _nothing(), _nothing()
    how = How(Kind.ESTIMATE, f"{method}, {found.samples:,} games, {worth(found.effective)}")
    size = Number(found.size, how, found.low, found.high, Format.LARGE)
    return size, _large(found.surely, How(Kind.ESTIMATE, f"{method}: {SURELY}"))


def _finals(material: Material, time_limit: float) -> Estimate | None:
    try:
        return estimate(material.rules, material.budget.samples, seed=material.seed, time_limit=max(1.0, time_limit))
    except OptionError:
        return None


def _finals_number(found: Estimate | None) -> Number:
    if found is None:
        return _nothing()
    by = f"importance sampling, {found.samples:,} random games, {worth(found.effective_samples)}"
    low, high = (math.log10(max(1.0, each)) for each in found.interval)
    return Number(math.log10(max(1.0, found.count)), How(Kind.ESTIMATE, by), low, high, Format.LARGE)


def worth(effective: float) -> str:
    """Tell how many equal weights the samples are worth, and whether the interval is to be believed."""
    text = f"effective sample size {effective:,.0f}, 95 % interval"
    return text if effective >= FEWEST_EFFECTIVE else f"{text} (too narrow: too few)"
