"""How large the game is: games, finished positions and positions, estimated and bounded."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from analysis.report.ceilings import Ceiling, ceiling
from analysis.report.material import Material
from analysis.report.model import Block, Format, How, Kind, Number, Row, Section, Table
from analysis.report.weights import TreeSize, tree_size
from analysis.run import RunFile, is_double
from games.errors import OptionError
from solver.estimate import BATCHES, FEWEST_EFFECTIVE, Estimate, estimate

ALL_BY_SQUARES = How(Kind.BOUND, "squares and overlaps alone")
KNUTH = "branching of random games (Knuth 1975)"
SURELY = "least of 32 batches, 95 % confidence without assumptions (Gomes et al. 2007)"

_EXPLAINED = (
    "A game is a sequence of moves to the end; a position is a set of placements. The estimates are means of products of "
    "branching factors over random games. Few games carry much of such a mean: where they were too few for the interval "
    "to be believed, that is said."
)


def section(material: Material, seconds: float) -> Section:
    """Return the section on the sizes."""
    rules = material.rules
    bounds = ceiling(rules)
    rows = _games(material.run, bounds)
    blocks: list[Block] = [_EXPLAINED]
    finals = None if is_double(rules) else _finals(material, seconds)
    if finals is not None:
        rows.append(Row("finished positions", (finals_number(finals), _nothing(), _most(bounds.positions))))
    else:
        rows.append(Row("finished positions", (_nothing(), _nothing(), _most(bounds.positions))))
    rows.append(Row("positions", (_nothing(), _nothing(), _most(bounds.positions))))
    length = Number(bounds.length, ALL_BY_SQUARES)
    rows.append(Row("placements in a game", (_nothing(), _nothing(), length)))
    blocks.append(Table("Sizes", ("what", "estimate", "at least", "at most"), tuple(rows)))
    return Section("size", "State space and game tree", tuple(blocks))


def _nothing() -> Number:
    return Number("", ALL_BY_SQUARES)


def _most(logarithm: float) -> Number:
    return Number(logarithm, ALL_BY_SQUARES, form=Format.LARGE)


def game_logs(run: RunFile) -> np.ndarray:
    """Return for each random game the decimal logarithm of how many games it stands for."""
    logs = pl.col("branching").list.eval(pl.element().log(10)).list.sum()
    return run.collect(run.scan().select(logs)).to_series().to_numpy().astype(np.float64)


def _games(run: RunFile, bounds: Ceiling) -> list[Row]:
    if run.run.games < 2 * BATCHES:
        return [Row("games", (_nothing(), _nothing(), _most(bounds.games)))]
    found = tree_size(game_logs(run))
    return [Row("games", (tree_number(found), *_surely(found), _most(bounds.games)))]


def tree_number(found: TreeSize) -> Number:
    """Return the estimated number of games."""
    how = How(Kind.ESTIMATE, f"{KNUTH}, {found.samples:,} games, {worth(found.effective)}")
    return Number(found.size, how, found.low, found.high, Format.LARGE)


def _surely(found: TreeSize) -> tuple[Number]:
    return (Number(found.surely, How(Kind.ESTIMATE, SURELY), form=Format.LARGE),)


def _finals(material: Material, seconds: float) -> Estimate | None:
    try:
        return estimate(material.rules, material.budget.samples, seed=material.seed, seconds=max(1.0, seconds))
    except OptionError:
        return None


def finals_number(found: Estimate) -> Number:
    """Return the estimated number of finished positions."""
    by = f"importance sampling, {found.samples:,} random games, {worth(found.effective_samples)}"
    low, high = (math.log10(max(1.0, each)) for each in found.interval)
    return Number(math.log10(max(1.0, found.count)), How(Kind.ESTIMATE, by), low, high, Format.LARGE)


def worth(effective: float) -> str:
    """Tell how many equal weights the samples are worth, and whether the interval is to be believed."""


    text = f"worth {effective:,.0f} equal ones, 95 % interval"
    return text if effective >= FEWEST_EFFECTIVE else f"{text} (too narrow: too few)"
