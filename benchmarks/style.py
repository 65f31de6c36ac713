"""Generated puzzles compared with published ones: region sizes, levels and elegance, with
statistics.

Published puzzles are compared with generated ones of the same boards, in both styles. The regions
of one puzzle depend on each other. Therefore the p-values come from random exchanges of whole
puzzles between the samples. The published puzzles are not part of the repository; without them only
the generated ones are shown.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, pstdev
from typing import Annotated

import numpy as np
import typer

from benchmarks.measure import Table, show
from benchmarks.published import FILE, published
from litslab.app.cli.options import Seed, whole_number
from litslab.games.geometry import Board
from litslab.puzzles.lits.elegance import elegance
from litslab.puzzles.lits.generate.batch import generate_puzzles
from litslab.puzzles.lits.generate.partition import RegionLimits, RegionStyle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.grade import easiest_path, grade_path
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.solver.statistics import wilson_interval

STYLES = (RegionStyle.PUBLISHED, RegionStyle.FREE)

SIDES = (10, 10)
"""The board of the puzzles that the first table compares."""

LARGE = 20
"""The squares of a region that sprawls."""

EXCHANGES = 1000
"""The number of random exchanges between the two samples for a p-value."""

_LARGEST_SIZE = 100
"""All sizes from here count as one."""


@dataclass(frozen=True)
class Traits:
    """The properties of a puzzle that are compared."""

    sizes: tuple[int, ...]
    level: int
    elegance: float


def traits_of(puzzle: LitsPuzzle) -> Traits:
    """Return the properties of a puzzle that are compared."""
    path = easiest_path(puzzle)
    sizes = tuple(mask.bit_count() for mask in puzzle.masks)
    return Traits(sizes, grade_path(path).level, elegance(puzzle, path).score)


def published_puzzles() -> list[LitsPuzzle]:
    """Return the published puzzles with one solution; none if their file is missing."""
    return (
        [entry.puzzle for entry, status in published() if status == "unique"]
        if FILE.is_file()
        else []
    )


def generated(board: Board, style: RegionStyle, count: int, seed: int) -> list[LitsPuzzle]:
    """Return generated puzzles of any level."""
    spec = PuzzleSpec(board.columns, board.rows, limits=RegionLimits(style=style))
    made = generate_puzzles(spec, count, seed=seed)
    return [each.puzzle for each in made if each.found]


# --- two samples
# -------------------------------------------------------------------------------------------------


def area_under_curve(first: Sequence[float], second: Sequence[float]) -> float:
    """Return how often a value of the first sample exceeds one of the second, a tie counted half.

    Examples
    --------
    >>> area_under_curve([3, 2], [1, 2])
    0.875
    """
    ordered = np.sort(np.asarray(second, dtype=float))
    values = np.asarray(first, dtype=float)
    below = np.searchsorted(ordered, values, side="left") + np.searchsorted(
        ordered, values, side="right"
    )
    return float(below.mean() / (2 * len(ordered)))


def interval(first: Sequence[float], second: Sequence[float], seed: int = 0) -> tuple[float, float]:
    """Return a 95 % bootstrap interval of the area under the curve: both samples drawn again from
    themselves.
    """
    rng = random.Random(seed)
    found = sorted(
        area_under_curve(rng.choices(first, k=len(first)), rng.choices(second, k=len(second)))
        for _ in range(EXCHANGES)
    )
    return found[round(0.025 * EXCHANGES)], found[round(0.975 * EXCHANGES) - 1]


def _counts(sample: Sequence[Sequence[int]], most: int) -> np.ndarray:
    """Return for each puzzle how many of its values there are of each size."""
    return np.array(
        [np.bincount([min(each, most) for each in values], minlength=most + 1) for values in sample]
    )


def _largest_difference(first: np.ndarray, second: np.ndarray) -> float:
    """Return the Kolmogorov–Smirnov statistic of what was counted: how far the shares up to a size
    differ at most.
    """
    shares = [np.cumsum(each.sum(axis=0)) / each.sum() for each in (first, second)]
    return float(np.abs(shares[0] - shares[1]).max())


def _half_difference(first: np.ndarray, second: np.ndarray) -> float:
    """Return the share of what was counted that would have to change for the samples to
    be alike.
    """
    shares = [each.sum(axis=0) / each.sum() for each in (first, second)]
    return float(np.abs(shares[0] - shares[1]).sum() / 2)


def p_value(
    first: np.ndarray,
    second: np.ndarray,
    statistic: Callable[[np.ndarray, np.ndarray], float],
    seed: int = 0,
) -> float:
    """Return how often puzzles that are exchanged at random differ at least as much as the two
    samples do.
    """
    observed = statistic(first, second)
    whole = np.concatenate([first, second])
    order = list(range(len(whole)))
    rng = random.Random(seed)
    larger = 0
    for _ in range(EXCHANGES):
        rng.shuffle(order)
        mixed = whole[order]
        larger += statistic(mixed[: len(first)], mixed[len(first) :]) >= observed - 1e-12
    return (larger + 1) / (EXCHANGES + 1)


# --- tables
# -------------------------------------------------------------------------------------------------

Sample = tuple[str, Sequence[Traits]]
"""A name and puzzles."""


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def row_of(name: str, puzzles: Sequence[Traits]) -> tuple[str, ...]:
    """Return the regions and the elegance of a sample."""
    sizes = [size for each in puzzles for size in each.sizes]
    return (
        f"{name} ({len(puzzles)})",
        f"{len(sizes) / len(puzzles):.1f}",
        f"{mean(sizes):.2f} ± {pstdev(sizes):.2f}",
        "/".join(_percent(sizes.count(size) / len(sizes)) for size in (4, 5, 6, 7)),
        _percent(sum(max(each.sizes) >= LARGE for each in puzzles) / len(puzzles)),
        f"{mean(each.elegance for each in puzzles):.3f}",
    )


def level_row(name: str, puzzles: Sequence[Traits]) -> tuple[str, ...]:
    """Return the share of each level in a sample, with 95 % intervals (Wilson)."""
    count = len(puzzles)
    found = [sum(each.level == level for each in puzzles) for level in range(1, 6)]
    shares = [map(_percent, (each / count, *wilson_interval(each, count))) for each in found]
    return (f"{name} ({count})", *("{} ({} to {})".format(*each) for each in shares))


def difference_row(
    model: Sequence[Traits],
    name: str,
    puzzles: Sequence[Traits],
) -> tuple[str, ...]:
    """Return how a sample differs from the published one."""
    sizes = [_counts([each.sizes for each in sample], _LARGEST_SIZE) for sample in (model, puzzles)]
    levels = [_counts([(each.level,) for each in sample], 5) for sample in (model, puzzles)]
    scores = [[each.elegance for each in sample] for sample in (model, puzzles)]
    low, high = interval(scores[0], scores[1])
    return (
        name,
        f"{_largest_difference(*sizes):.3f} "
        f"({p_value(sizes[0], sizes[1], _largest_difference):.3f})",
        f"{_half_difference(*levels):.2f} ({p_value(levels[0], levels[1], _half_difference):.3f})",
        f"{area_under_curve(scores[0], scores[1]):.2f} ({low:.2f} to {high:.2f})",
    )


COLUMNS = ("10×10", "regions", "size", "% of 4/5/6/7 squares", "% with one ≥ 20", "elegance")
LEVEL_COLUMNS = ("% of 10×10", *(f"level {level}" for level in range(1, 6)))
DIFFERENCE_COLUMNS = (
    "against the published ones",
    "sizes: KS (p)",
    "levels: distance (p)",
    "elegance: area under the curve (95 %)",
)


def tables(count: int, others: int, seed: int) -> list[Table]:
    """Measure, and return the tables."""
    known = published_puzzles()
    board = Board(*SIDES)
    model = [traits_of(each) for each in known if each.board == board]
    made: list[Sample] = [
        (f"--style {style}", [traits_of(each) for each in generated(board, style, count, seed)])
        for style in STYLES
    ]
    samples: list[Sample] = [("published", model), *made] if model else made
    found: list[Table] = [
        ("regions and elegance", COLUMNS, [row_of(*each) for each in samples]),
        ("levels", LEVEL_COLUMNS, [level_row(*each) for each in samples]),
    ]
    differences = [difference_row(model, *each) for each in made] if model else []
    if model and others:
        # For each other size the number of published puzzles, but no more than requested in all.
        elsewhere = [
            each for each in known if each.board != board and each.board.size <= _LARGEST_COMPARED
        ]
        chosen = random.Random(seed).sample(elsewhere, len(elsewhere))[:others]
        theirs = [traits_of(each) for each in chosen]
        boards = Counter(each.board for each in chosen)
        for style in STYLES:
            ours = [
                traits_of(puzzle)
                for each, number in sorted(
                    boards.items(), key=lambda pair: (pair[0].columns, pair[0].rows)
                )
                for puzzle in generated(each, style, number, seed)
            ]
            differences.append(
                difference_row(theirs, f"--style {style}, {len(ours)} of other sizes", ours)
            )
    if differences:
        found.append(("differences", DIFFERENCE_COLUMNS, differences))
    return found


_LARGEST_COMPARED = 300
"""The squares of a board of another size at most: a larger one takes long to generate."""


def main(
    *,
    count: Annotated[
        int, whole_number("-n", "--count", help="Generated puzzles of each style.", least=1)
    ] = 500,
    others: Annotated[
        int, whole_number(help="Published puzzles of other sizes that are compared, too.")
    ] = 0,
    seed: Seed = 1,
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The page whose tables are replaced; if not given, the tables are printed.",
        ),
    ] = None,
) -> None:
    """Compare generated puzzles with published ones."""
    show(tables(count, others, seed), page, "style")
