"""The quantities that several parts of a report show, so that they are the same everywhere.

The fairness of a game with symbols depends on the board. If no board is given, games are played on
many random ones. Their win shares differ by chance, because each has few games, and because of the
boards themselves. The variance between boards is the variance of the measured shares minus the mean
variance within a board (the analysis of variance estimate of a random-effects model: W. G. Cochran,
"Sampling techniques", 1977, section 9.4).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev, variance

import numpy as np
from matplotlib.axes import Axes

from litslab.analysis.distributions import Distribution, distribution
from litslab.analysis.figure_file import render_figure
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Figure, Format, How, Kind, Number, Row, Table
from litslab.analysis.report.play import Match
from litslab.analysis.report.tree_size import TreeSize, game_logs, tree_size
from litslab.analysis.shares import Share
from litslab.games.language import ENGLISH, language, mark, tr, trn
from litslab.games.outcome import Outcome
from litslab.solver.finals.estimate import FEWEST_EFFECTIVE
from litslab.solver.statistics import (
    Interval,
    chi_square_quantile,
    mean_interval,
    t_quantile,
    wilson_interval,
)

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
    """Return the origin of a number from games, with an interval or without; there is none without
    games.
    """
    if not games:
        by = tr("no games, {who}", who=who)
    elif interval:
        by = trn(
            "{count:,} game, {who}; 95 % interval",
            "{count:,} games, {who}; 95 % interval",
            games,
            who=who,
        )
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
    return replace(
        number, value=1 - number.value, low=1 - number.high, high=1 - number.low, identity=identity
    )


def plus_minus(number: Number, note: str = "") -> str:
    """Write a share with half of its interval, or with both ends if they are not equally far away;
    then a note.

    Examples
    --------
    >>> plus_minus(Number(0.521, GIVEN, 0.513, 0.529, Format.SHARE))
    '52.1 ± 0.8 %'
    >>> plus_minus(Number(0.0, GIVEN, 0.0, 0.184, Format.SHARE), "17 games")
    '0.0 % (0.0 % to 18.4 %; 17 games)'
    """
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return tr("{text} ({note})", text=number.text, note=note) if note else number.text
    digits = number.digits
    below = f"{100 * (number.value - number.low):.{digits}f}"
    above = f"{100 * (number.high - number.value):.{digits}f}"
    if below == above:
        text = f"{100 * number.value:.{digits}f} ± {below} %"
        notes = [note]
    else:
        text = number.text
        notes = [number.spread, note]
    notes = [each for each in notes if each]
    return tr("{text} ({note})", text=text, note=tr("; ").join(notes)) if notes else text


def mean(
    found: Distribution,
    how: How,
    form: Format = Format.DECIMAL,
    identity: str = "",
) -> Number:
    """Return a mean with its interval; without one for fewer than two numbers, or if all are
    equal.
    """
    if not found.total:
        return unknown(how)
    return with_interval(found.mean, how, found.interval, form, identity)


def with_interval(
    value: float,
    how: How,
    interval: Interval,
    form: Format,
    identity: str = "",
) -> Number:
    """Return a number with its interval, or without one if that is unknown (nan)."""
    low, high = interval
    if math.isnan(low) or math.isnan(high):
        return Number(value, how, form=form, identity=identity)
    return Number(value, how, low, high, form, identity)


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
    values = {"side": tr(outcome.winner), "scores": outcome.scores_text}
    if outcome.by_tie_rule and not outcome.tie_is_half_point:
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
    mean = fmean(measured)
    total = variance(measured)
    noise = fmean(each.share * (1 - each.share) / (each.total - 1) for each in shares)
    freedom = len(shares) - 1
    # By chance the measured shares can vary less than the noise of each of them.
    error = math.sqrt(max(total, noise) / len(shares))
    half = t_quantile(freedom) * error
    low = freedom * total / chi_square_quantile(freedom, 0.975)
    high = freedom * total / chi_square_quantile(freedom, 0.025)
    interval = (max(0.0, mean - half), min(1.0, mean + half))
    if not error:  # it happened in all games or in none
        games = sum(each.total for each in shares)
        interval = wilson_interval(round(mean * games), games)
    between = (root(low - noise), root(high - noise))
    return Spread(mean, interval, root(total - noise), between, root(noise))


def root(square: float) -> float:
    """Return the square root of a number, or 0 if noise made it negative."""
    return math.sqrt(max(0.0, square))


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
            games=games,
            boards=len(runs),
            who=who,
        )
        how = How(Kind.SIMULATED, by)
    wins = [each.people[0] for each in context.balances]
    ties = [each.ties for each in context.balances]
    swaps = [each.swaps for each in context.balances]
    margins = [distribution(run, "margin") for run in runs]
    lengths = distribution(context.run, "length")
    of_lengths = simulated(lengths.total, who)
    return Level(
        RANDOM_PLAY,
        games=games,
        boards=len(runs),
        first_player_wins=mean_share(wins, how, f"first player wins, {RANDOM_PLAY}"),
        ties=mean_share(ties, how, f"ties, {RANDOM_PLAY}"),
        swaps=mean_share(swaps, how, f"swaps, {RANDOM_PLAY}"),
        lead=_mean_lead(margins, how),
        length=mean(lengths, of_lengths, identity=f"length, {RANDOM_PLAY}"),
        lengths=lengths,
    )


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
    middle = fmean(means)
    interval = mean_interval(middle, stdev(means), len(means))
    return with_interval(middle, how, interval, Format.SIGNED, identity)


def match_level(match: Match) -> Level:
    """Return the level of a player, by games with itself."""
    name = match.names[0]
    how = simulated(match.count, tr("{player} on both sides", player=tr(name)))
    return Level(
        name,
        games=match.count,
        boards=len(set(match.boards)) or 1,
        first_player_wins=share(match.first_mover_wins, how, f"first player wins, {name}"),
        ties=share(match.ties, how, f"ties, {name}"),
        swaps=share(match.swaps, how, f"swaps, {name}"),
        lead=mean(match.margins, how, Format.SIGNED, f"lead, {name}"),
        length=mean(match.lengths, how, identity=f"length, {name}"),
        lengths=match.lengths,
    )


def first_placements(context: Context) -> Number:
    """Return the number of first placements."""
    return Number(context.rules.start().legal.bit_count(), counted(), identity="first placements")


def game_tree(context: Context) -> TreeSize | None:
    """Return the estimated number of games; None if too few random games were played."""
    return tree_size(game_logs(context.run))


def tree_number(found: TreeSize, by: str = KNUTH, identity: str = NUMBER_OF_GAMES) -> Number:
    """Return an estimate from random games: the number of possible games, or the quantity
    `identity`.
    """
    told = tr(
        "{method}, {games:,} games, {sample}",
        method=tr(by),
        games=found.samples,
        sample=sample_size(found.effective),
    )
    how = How(Kind.ESTIMATE, told)
    return Number(found.size, how, found.low, found.high, form=Format.LARGE, identity=identity)


def sample_size(effective: float) -> str:
    """Return the effective sample size as text, with a warning if it makes the interval
    too narrow.
    """
    if effective >= FEWEST_EFFECTIVE:
        return tr("effective sample size {size:,.0f}, 95 % interval", size=effective)
    return tr(
        "effective sample size {size:,.0f}, 95 % interval (too narrow: too few)", size=effective
    )
