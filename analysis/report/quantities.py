"""The quantities that several parts of a report show, so that they are the same everywhere.

The fairness of a game with symbols depends on the board. If no board is given, games are played on many random ones.
Their win shares differ by chance, because each has few games, and because of the boards themselves. The variance
between boards is the variance of the measured shares minus the mean variance within a board (the analysis of variance
estimate of a random-effects model: W. G. Cochran, "Sampling techniques", 1977, section 9.4).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev, variance

import numpy as np
from matplotlib.axes import Axes

from litslab.analysis.distributions import Distribution, Share, distribution
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Figure, Format, How, Kind, Number, Row, Table
from litslab.analysis.report.play import Match
from litslab.analysis.report.tree_size import TreeSize, game_logs, tree_size
from litslab.analysis.style import render_figure
from litslab.games.language import ENGLISH, language, mark, tr, trn
from litslab.games.view import Outcome
from litslab.solver.finals.kernel import BATCHES, FEWEST_EFFECTIVE
from litslab.solver.play.players import Z

GIVEN = How(Kind.RULE)

RANDOM_PLAY = mark("random play")


def counted() -> How:
    """Return the origin of a number that the rules tell."""
    return How(Kind.RULE, tr("counted"))


def sentences(*texts: str) -> str:
    """Return sentences as one paragraph; empty ones are left out."""
    return (" " if language() == ENGLISH else "").join(filter(None, texts))


def picture(name: str, ax: Axes, caption: str) -> Figure:
    """Return a plot as a picture of the report, with letters as outlines."""
    return Figure(name, render_figure(ax, ".svg", letters="path").decode(), caption)


def simulated(games: int, who: str, *, interval: bool = True) -> How:
    """Return the origin of a number from games, with an interval or without; there is none without games."""
    if not games:
        by = tr("no games, {who}", who=who)
    elif interval:
        by = trn("{count:,} game, {who}; 95 % interval", "{count:,} games, {who}; 95 % interval", games, who=who)
    else:
        by = trn("{count:,} game, {who}", "{count:,} games, {who}", games, who=who)
    return How(Kind.SIMULATED, by)


def random_games(games: int, boards: int = 1) -> str:
    """Return a number of random games as text."""
    if boards > 1:
        return tr("{games:,} random games on {boards} boards", games=games, boards=boards)
    return tr("{games:,} random games", games=games)


def share(found: Share, how: How, identity: str = "") -> Number:
    """Return a share with its interval."""
    if not found.total:
        return unknown(how)
    return Number(found.share, how, *found.interval, form=Format.SHARE, identity=identity)


def complement(number: Number, identity: str = "") -> Number:
    """Return 1 minus a share: that of the other player."""
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return unknown(number.how)
    return replace(number, value=1 - number.value, low=1 - number.high, high=1 - number.low, identity=identity)


def plus_minus(number: Number, note: str = "") -> str:
    """Write a share with half of its interval, or with both ends if they are not equally far away; then a note.

    Examples
    --------
    >>> plus_minus(Number(0.521, GIVEN, 0.513, 0.529, Format.SHARE))
    '52.1 ± 0.8 %'
    >>> plus_minus(Number(0.0, GIVEN, 0.0, 0.184, Format.SHARE), "17 games")
    '0.0 % (0.0 % to 18.4 %; 17 games)'
    """
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return tr("{text} ({note})", text=number.text, note=note) if note else number.text
    below, above = (f"{100 * part:.1f}" for part in (number.value - number.low, number.high - number.value))
    text = f"{100 * number.value:.1f} ± {below} %" if below == above else number.text
    notes = [each for each in (number.spread if below != above else "", note) if each]
    return tr("{text} ({note})", text=text, note=tr("; ").join(notes)) if notes else text


FEWEST_FOR_A_MEAN = 10
"""With fewer numbers the normal approximation is useless."""


def mean(found: Distribution, how: How, form: Format = Format.DECIMAL, identity: str = "") -> Number:
    """Return a mean with its interval; without one if there are too few numbers, or all are equal."""
    if not found.total:
        return unknown(how)
    if found.total < FEWEST_FOR_A_MEAN or not found.deviation:
        return Number(found.mean, how, form=form, identity=identity)
    return Number(found.mean, how, *found.interval, form, identity)


def quantile(found: Distribution, part: float, how: How) -> Number:
    """Return a quantile."""
    return Number(found.quantile(part), how) if found.total else unknown(how)


def unknown(how: How) -> Number:
    """Return a placeholder for a missing number."""
    return Number("–", how)


def outcome_words(outcome: Outcome) -> str:
    """Return the result of a game as text.

    Examples
    --------
    >>> outcome_words(Outcome(("light", "dark"), (7, 7), -1, "Dark wins ties"))
    'dark wins 7–7 by the tie rule'
    """
    high, low = sorted(outcome.scores, reverse=True)
    values = {"side": tr(outcome.winner), "scores": f"{high}–{low}"}
    if outcome.by_tie_rule:
        return tr("{side} wins {scores} by the tie rule", **values)
    return tr("{side} wins {scores}", **values)


def pooled(distributions: Iterable[Distribution]) -> Distribution:
    """Return the numbers of several distributions together."""
    found = list(distributions)
    values = np.concatenate([each.values for each in found])
    kept, where = np.unique(values, return_inverse=True)
    counts = np.bincount(where, weights=np.concatenate([each.counts for each in found]))
    return Distribution(kept, counts.astype(np.int64))


@dataclass(frozen=True)
class Spread:
    """The spread of the shares of wins on several boards.

    Attributes
    ----------
    mean : float
        The mean over boards.
    mean_interval : tuple of float
        Its 95 % interval, over boards as well as games.
    between : float
        The standard deviation between boards, sampling noise removed.
    between_interval : tuple of float
        Its 95 % interval.
    within : float
        The standard deviation that sampling noise alone gives the share of a board.
    """

    mean: float
    mean_interval: tuple[float, float]
    between: float
    between_interval: tuple[float, float]
    within: float


def spread(shares: Sequence[Share]) -> Spread:
    """Return the spread of the shares of at least two boards with at least two games each."""
    measured = [each.share for each in shares]
    mean, total = fmean(measured), variance(measured)
    noise = fmean(each.share * (1 - each.share) / (each.total - 1) for each in shares)
    freedom = len(shares) - 1
    half = Z * math.sqrt(total / len(shares))
    low, high = (freedom * total / _chi_square(z, freedom) for z in (Z, -Z))
    interval, between = (max(0.0, mean - half), min(1.0, mean + half)), (root(low - noise), root(high - noise))
    return Spread(mean, interval, root(total - noise), between, root(noise))


def root(square: float) -> float:
    """Return the square root of a number, or 0 if noise made it negative."""
    return math.sqrt(max(0.0, square))


def _chi_square(z: float, freedom: int) -> float:
    """Return a quantile of the chi-square distribution, given that of the normal one.

    Source: E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", 1931.
    """
    part = 2 / (9 * freedom)
    return float(freedom * max(0.01, 1 - part + z * math.sqrt(part)) ** 3)


def figures(caption: str, *rows: tuple[str, Number]) -> Table:
    """Return a table with one number in each row."""
    columns = (tr("what"), tr("number"))
    return Table(caption, columns, tuple(Row(label, (number,)) for label, number in rows))


KNUTH = mark("branching of random games (Knuth 1975)")

NUMBER_OF_GAMES = "number of games"


@dataclass(frozen=True)
class Level:
    """Statistics of games in which both players play alike.

    Attributes
    ----------
    name : str
        The players.
    games : int
        The number of games.
    boards : int
        The number of boards.
    first_player_wins, ties, swaps : Number
        Shares of the games.
    lead : Number
        The first player's mean margin.
    length : Number
        The mean number of placements.
    lengths : Distribution
        The numbers of placements.
    """

    name: str
    games: int
    boards: int
    first_player_wins: Number
    ties: Number
    swaps: Number
    lead: Number
    length: Number
    lengths: Distribution

    @property
    def second_player_wins(self) -> Number:
        """The share of the games that the second player won."""
        return complement(self.first_player_wins, f"second player wins, {self.name}")


def levels(context: Context) -> tuple[Level, ...]:
    """Return the levels of play, from random play to the engine."""
    return (random_level(context), *(match_level(match) for match in context.matches))


def random_level(context: Context) -> Level:
    """Return random play; on many boards all shares are means over them."""
    runs = context.runs
    games = sum(run.run.games for run in runs)
    who = tr(RANDOM_PLAY)
    how = simulated(games, who)
    if len(runs) > 1:
        by = tr(
            "{games:,} games on {boards} random boards, {who}; 95 % interval over boards",
            games=games, boards=len(runs), who=who,
        )  # fmt: skip
        how = How(Kind.SIMULATED, by)
    lengths = distribution(context.run, "length")
    return Level(
        RANDOM_PLAY, games, len(runs),
        mean_share([each.people[0] for each in context.balances], how, f"first player wins, {RANDOM_PLAY}"),
        mean_share([each.ties for each in context.balances], how, f"ties, {RANDOM_PLAY}"),
        mean_share([each.swaps for each in context.balances], how, f"swaps, {RANDOM_PLAY}"),
        _mean_lead([distribution(run, "margin") for run in runs], how),
        mean(lengths, simulated(lengths.total, who), identity=f"length, {RANDOM_PLAY}"), lengths,
    )  # fmt: skip


def mean_share(shares: Sequence[Share], how: How, identity: str) -> Number:
    """Return a share; of several boards the mean, with an interval over boards."""
    if len(shares) == 1:
        return share(shares[0], how, identity)
    found = spread(shares)
    return Number(found.mean, how, *found.mean_interval, Format.SHARE, identity)


def _mean_lead(margins: Sequence[Distribution], how: How) -> Number:
    identity = f"lead, {RANDOM_PLAY}"
    if len(margins) == 1:
        return mean(margins[0], how, Format.SIGNED, identity)
    means = [each.mean for each in margins]
    half = Z * stdev(means) / math.sqrt(len(means))
    middle = fmean(means)
    return Number(middle, how, middle - half, middle + half, Format.SIGNED, identity)


def match_level(match: Match) -> Level:
    """Return the level of a player, by games with itself."""
    name = match.names[0]
    how = simulated(match.count, tr("{player} on both sides", player=tr(name)))
    return Level(
        name, match.count, len(set(match.boards)) or 1,
        share(match.first_mover_wins, how, f"first player wins, {name}"), share(match.ties, how, f"ties, {name}"),
        share(match.swaps, how, f"swaps, {name}"), mean(match.margins, how, Format.SIGNED, f"lead, {name}"),
        mean(match.lengths, how, identity=f"length, {name}"), match.lengths,
    )  # fmt: skip


def first_placements(context: Context) -> Number:
    """Return the number of first placements."""
    return Number(context.rules.start().legal.bit_count(), counted(), identity="first placements")


def game_tree(context: Context) -> TreeSize | None:
    """Return the estimated number of games; None if too few random games were played."""
    return tree_size(game_logs(context.run)) if context.run.run.games >= 2 * BATCHES else None


def tree_number(found: TreeSize, by: str = KNUTH, identity: str = NUMBER_OF_GAMES) -> Number:
    """Return an estimate from random games: the number of possible games, or the quantity `identity`."""
    sample = sample_size(found.effective)
    how = How(
        Kind.ESTIMATE, tr("{method}, {games:,} games, {sample}", method=tr(by), games=found.samples, sample=sample)
    )
    return Number(found.size, how, found.low, found.high, Format.LARGE, identity)


def sample_size(effective: float) -> str:
    """Return the effective sample size as text, with a warning if it makes the interval too narrow."""
    if effective >= FEWEST_EFFECTIVE:
        return tr("effective sample size {size:,.0f}, 95 % interval", size=effective)
    return tr("effective sample size {size:,.0f}, 95 % interval (too narrow: too few)", size=effective)
