"""Results by first placement, up to symmetry, and fresh games after some of them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from litslab.analysis import colours, square_map, style
from litslab.analysis.openings import openings
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import (
    Block,
    Figure,
    Format,
    How,
    Kind,
    Number,
    Row,
    Section,
    Table,
)
from litslab.analysis.report.play import Match, engine
from litslab.analysis.report.quantities import (
    RANDOM_PLAY,
    counted,
    picture,
    random_games,
    root,
    share,
    simulated,
)
from litslab.analysis.runs.file import RunFile
from litslab.analysis.shares import Share, balance
from litslab.games.drawing.svg import draw
from litslab.games.geometry import Board, bits
from litslab.games.language import mark, tr
from litslab.games.move import SWAP
from litslab.games.notation import format_move
from litslab.games.placements import Placement
from litslab.games.rules import Rules
from litslab.solver.statistics import Z


@dataclass(frozen=True)
class OpeningClass:
    """First placements that symmetries of the board and its symbols turn into each other.

    Attributes
    ----------
    placement : Placement
        One of them.
    count : int
        The number of placements.
    wins : Share
        The games that the first side won after any of them.
    """

    placement: Placement
    count: int
    wins: Share

    @property
    def imbalance(self) -> float:
        """The distance of the first side's share from ½."""
        return abs(self.wins.share - 0.5)


@dataclass(frozen=True)
class Estimate:
    """An estimated share of games, corrected for sampling noise.

    Attributes
    ----------
    share : float
        The estimate.
    interval : tuple of float
        Its 95 % interval.
    """

    share: float
    interval: tuple[float, float]


def shrunk(shares: Sequence[Share]) -> list[Estimate]:
    """Shrink shares of wins to their mean by empirical Bayes, each by its noise.

    If true shares differ little and games are few, the highest shares are high mostly by chance.
    The true shares are taken to be normally distributed; their variance is estimated by the method
    of moments (R. DerSimonian and N. Laird, "Meta-analysis in clinical trials", 1986), and each
    share is replaced by its posterior mean (C. N. Morris, "Parametric empirical Bayes inference",
    1983).
    """
    total = sum(each.total for each in shares)
    if not total:
        return []
    mean = sum(each.count for each in shares) / total
    noise = max(mean * (1 - mean), 0.25 / (total + 1))  # the variance of one game
    found = [each for each in shares if each.total]
    heterogeneity = sum(each.total * (each.share - mean) ** 2 for each in found) / noise
    scale = (total - sum(each.total**2 for each in found) / total) / noise
    spread = max(0.0, (heterogeneity - (len(found) - 1)) / scale) if scale > 0 else 0.0
    estimates = []
    for each in shares:
        weight = spread / (spread + noise / each.total) if each.total and spread else 0.0
        share = mean + weight * (each.share - mean) if weight else mean
        half = Z * math.sqrt((1 - weight) * spread)
        estimates.append(Estimate(share, (max(0.0, share - half), min(1.0, share + half))))
    return estimates


def by_square(
    classes: Sequence[OpeningClass],
    rules: Rules,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Average the openings over the board's symmetries, by the squares that they cover, and shrink
    them to the mean.

    Returns
    -------
    shares : ndarray
        The share of wins for each square; nan if no first placement covers it.
    games : ndarray of int64
        The games behind each share: those on all squares that symmetries turn into it.
    """
    covering: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    turned = rules.symmetries
    for number, each in enumerate(classes):
        for index in {symmetry[each.placement.index] for symmetry in turned}:
            for square in rules.table[index].squares:
                covering[square][number] += 1
    # Squares that the same classes cover equally often are treated as one orbit: their games are
    # pooled.
    orbits: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for square, numbers in covering.items():
        orbits[tuple(sorted(numbers.items()))].append(square)
    shares = []
    for numbers_of, squares in orbits.items():
        parts = [
            (classes[number], times * len(squares) / classes[number].count)
            for number, times in numbers_of
        ]
        wins = sum(part * each.wins.count for each, part in parts)
        games = sum(part * each.wins.total for each, part in parts)
        shares.append(Share(rules.sides[0], round(wins), round(games)))
    found = np.full(rules.board.size, math.nan)
    games_by_square = np.zeros(rules.board.size, np.int64)
    for squares, pooled, estimate in zip(orbits.values(), shares, shrunk(shares), strict=True):
        found[squares] = estimate.share
        games_by_square[squares] = pooled.total
    return found, games_by_square


def first_placements(rules: Rules) -> Iterator[tuple[Placement, int]]:
    """Yield a first placement of each class, and the size of the class."""
    turned = rules.symmetries
    for index in bits(rules.start().legal):
        images = {symmetry[index] for symmetry in turned}
        if index == min(images):
            yield rules.table[index], len(images)


def opening_classes(run: RunFile) -> list[OpeningClass]:
    """Return the first placements of random games, the best for the first side (by shrunk shares)
    first.
    """
    rules = run.rules
    turned = rules.symmetries
    games: dict[int, tuple[int, int]] = {}
    for opening in openings(run):
        least = min(symmetry[opening.placement.index] for symmetry in turned)
        wins, total = games.get(least, (0, 0))
        games[least] = wins + opening.wins.count, total + opening.wins.total
    found = []
    for placement, count in first_placements(rules):
        if placement.index in games:
            wins, total = games[placement.index]
            found.append(OpeningClass(placement, count, Share(rules.sides[0], wins, total)))
    estimates = shrunk([each.wins for each in found])
    pairs = list(zip(found, estimates, strict=True))
    pairs.sort(key=lambda pair: (-pair[1].share, pair[0].placement.index))
    return [each for each, _ in pairs]


def notable(classes: list[OpeningClass], sides: tuple[str, str]) -> list[tuple[str, OpeningClass]]:
    """Return the best opening for each side, by its name, and between them the most even one,
    without; each once.
    """
    estimates = shrunk([each.wins for each in classes])
    even = min(
        range(len(classes)),
        key=lambda k: (abs(estimates[k].share - 0.5), classes[k].placement.index),
    )
    named = ((sides[0], classes[0]), ("", classes[even]), (sides[1], classes[-1]))
    kept: dict[int, tuple[str, OpeningClass]] = {}
    for side, each in named:
        kept.setdefault(each.placement.index, (side, each))
    return list(kept.values())


def distance_from_even(classes: Iterable[OpeningClass]) -> Estimate:
    """Return the RMS deviation of openings from even, each placement of a class counted.

    The square of a measured share's distance from ½ exceeds the true one by p(1 - p)/n on average.
    An unbiased estimate of that, p(1 - p)/(n - 1) with the measured p, is subtracted: otherwise few
    games would make all openings look uneven. Classes of fewer than two games do not count.
    """
    square = 0.0
    variance = 0.0
    total = 0.0
    for each in classes:
        games = each.wins.total
        if games < 2:
            continue
        noise = each.wins.share * (1 - each.wins.share) / (games - 1)
        square += each.count * (each.imbalance**2 - noise)
        # The variance of the squared distance of a nearly normal share.
        variance += each.count**2 * (4 * each.imbalance**2 * noise + 2 * noise**2)
        total += each.count
    if not total:
        return Estimate(math.nan, (math.nan, math.nan))
    mean = square / total
    half = Z * math.sqrt(variance) / total
    return Estimate(root(mean), (root(mean - half), root(mean + half)))


LEAST = 0.3
MOST = 0.7
"""The ends of the scale of openings, equal in all reports so that their colours can be compared."""


def plot_openings(
    shares: NDArray[np.float64],
    *,
    board: Board,
    side: str,
    counts: NDArray[np.int64] | None = None,
) -> Axes:
    """Plot for each square a side's share of wins after a first placement on it, with the number of
    games if given.
    """
    games = () if counts is None else [style.short_count(int(count)) for count in counts]
    return square_map.draw_squares(
        shares,
        board,
        tr("Wins by first placement"),
        tr("{side} wins", side=tr(side)),
        below=games,
        extend="both",
        cmap=colours.leanings(side),
        vmin=LEAST,
        vmax=MOST,
    )


FEWEST = 20
"""Openings with fewer random games are not compared, because chance alone would make
the extremes.
"""

_CHOSEN = mark(
    "The openings below were chosen by one set of random games and measured in fresh ones, so that "
    "noise in the first set does not flatter them. Openings that are equal by symmetry count as "
    "one."
)


@dataclass(frozen=True)
class Tried:
    """An opening and the fresh games after it.

    Attributes
    ----------
    side : str
        The side for which it is best; empty for the most even one.
    opening : OpeningClass
        The opening, with the games by which it was chosen.
    random : Share
        Fresh random games that the first side won.
    engine : Match
        Fresh games of the engine with itself, from the position after the opening.
    """

    side: str
    opening: OpeningClass
    random: Share
    engine: Match

    @property
    def name(self) -> str:
        """The reason for the choice as text."""
        return tr("best for {side}", side=tr(self.side)) if self.side else tr("most even")


def section(context: Context, tried: list[Tried]) -> Section:
    """Return the section on openings, and add those with fresh games to `tried`."""
    rules = context.rules
    run = context.run
    title = tr("Openings")
    classes = compared(context)
    if not classes:
        return Section("openings", title, (tr("Too few games were played to compare openings."),))
    shares, games = by_square(classes, rules)
    counts = games if context.counts else None
    plot = plot_openings(shares, board=rules.board, side=rules.sides[0], counts=counts)
    named = notable(classes, rules.sides)
    for side, each in named:
        tried.append(_try(context, side, each))
    sample = random_games(run.run.games)
    if context.board_runs:
        sample = tr("{games} on the sample board", games=sample)
    caption = tr(
        "Wins of {side} in per cent if the first placement covers a square: {games}, averaged over "
        "symmetries and shrunk to the mean. All reports have this scale.",
        side=tr(rules.sides[0]),
        games=sample,
    )
    blocks: list[Block] = [
        picture("openings", plot, caption),
        tr(_CHOSEN),
        _tried_table(context, tried),
    ]
    if context.counts:
        blocks.append(_counted(classes, rules))
    for number, shown in enumerate(tried, 1):
        position = rules.start().play(shown.opening.placement)
        move = format_move(shown.opening.placement, rules)
        caption = tr("In random play {reason}: {move}.", reason=shown.name, move=move)
        picture_of = draw(position, square_size=30)
        blocks.append(Figure(f"opening-{number}", picture_of, caption, small=True))
    return Section("openings", title, tuple(blocks))


def compared(context: Context) -> list[OpeningClass]:
    """Return the openings with enough random games, the best for the first side first."""
    return [each for each in opening_classes(context.run) if each.wins.total >= FEWEST]


def _try(context: Context, side: str, opening: OpeningClass) -> Tried:
    amounts = context.amounts
    after = context.rules.start().play(opening.placement)
    name = f"opening-{opening.placement.index}"
    fresh = context.random_run(after, name, amounts.random_games // 4, shift=1)
    best = engine(amounts.playouts)
    match = context.pool.play(after, (best, best), amounts.opening_games, seed=context.seed + 1)
    return Tried(side, opening, balance(fresh).sides[0], match)


def _tried_table(context: Context, tried: list[Tried]) -> Table:
    rules = context.rules
    rows = []
    for each in tried:
        chosen_by = each.opening.wins
        of_choice = simulated(chosen_by.total, tr("random, by which it was chosen"))
        fresh = simulated(each.random.total, tr("random, fresh"))
        numbers = (share(chosen_by, of_choice), share(each.random, fresh), engine_wins(each))
        move = format_move(each.opening.placement, rules)
        rows.append(Row(tr("{reason}: {move}", reason=each.name, move=move), numbers))
    side = tr(rules.sides[0])
    columns = (
        tr("opening"),
        tr("{side} wins: chosen by", side=side),
        tr("{side} wins: random play", side=side),
        tr("{side} wins: engine", side=side),
    )
    return Table(tr("Openings measured in new games"), columns, tuple(rows))


def engine_wins(tried: Tried) -> Number:
    """Return the first side's share of the engine's games after an opening."""
    how = simulated(tried.engine.count, tr("{player}, fresh", player=tried.engine.names[0]))
    identity = f"engine after opening {tried.opening.placement.index}"
    return share(side_wins(tried.engine), how, identity)


def _counted(classes: list[OpeningClass], rules: Rules) -> Table:
    rows = []
    for each, estimate in zip(classes, shrunk([each.wins for each in classes]), strict=True):
        by = How(Kind.ESTIMATE, tr("shrunk to the mean of all openings; 95 % interval"))
        games = How(Kind.SIMULATED, tr(RANDOM_PLAY))
        numbers = (
            Number(each.count, counted()),
            Number(each.wins.total, games),
            Number(estimate.share, by, *estimate.interval, Format.SHARE),
        )
        rows.append(Row(format_move(each.placement, rules), numbers))
    columns = (
        tr("opening"),
        tr("equal by symmetry"),
        tr("games"),
        tr("{side} wins", side=tr(rules.sides[0])),
    )
    return Table(tr("All openings, with the numbers of their games"), columns, tuple(rows))


def side_wins(match: Match) -> Share:
    """Return the games that the first side won; after a swap that is the second player."""
    wins = 0
    for game in match.games:
        exchanged = SWAP in game.moves and not match.rules.swap_changes_value
        wins += (game.winner == game.first_player) is not exchanged
    return Share(match.rules.sides[0], wins, match.count)
