"""Numbers for reports from shares, distributions and values, with their intervals and origins."""

from __future__ import annotations

from dataclasses import replace

from litslab.analysis.distributions import Distribution, Share
from litslab.analysis.report.model import Format, How, Kind, Number
from litslab.games.outcome import Outcome

COUNTED = How(Kind.RULE, "counted")
GIVEN = How(Kind.RULE)


def simulated(games: int, who: str) -> How:
    """Return how a number was obtained from a number of games; without any there is no interval."""
    if not games:
        return How(Kind.SIMULATED, f"no games, {who}")
    plural = "game" if games == 1 else "games"
    return How(Kind.SIMULATED, f"{games:,} {plural}, {who}; 95 % interval")


def whole(value: int, how: How, identity: str = "") -> Number:
    """Return a whole number."""
    return Number(value, how, identity=identity)


def share(found: Share, how: How, identity: str = "") -> Number:
    """Return a share with its interval."""
    if not found.total:
        return unknown(how)
    return Number(found.share, how, *found.interval, form=Format.SHARE, identity=identity)


def complement(number: Number, identity: str = "") -> Number:
    """Return 1 minus a share: what the other player has."""
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return unknown(number.how)
    return replace(number, value=1 - number.value, low=1 - number.high, high=1 - number.low, identity=identity)


def plus_minus(number: Number, note: str = "") -> str:
    """Write a share with half of its interval, or with both ends where they are not equally far away; then a note.

    Examples
    --------
    >>> plus_minus(Number(0.521, GIVEN, 0.513, 0.529, Format.SHARE))
    '52.1 ± 0.8 %'
    >>> plus_minus(Number(0.0, GIVEN, 0.0, 0.184, Format.SHARE), "17 games")
    '0.0 % (0.0 % to 18.4 %; 17 games)'
    """
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return f"{number.text} ({note})" if note else number.text
    below, above = (f"{100 * part:.1f}" for part in (number.value - number.low, number.high - number.value))
    text = f"{100 * number.value:.1f} ± {below} %" if below == above else number.text
    notes = [each for each in (number.spread if below != above else "", note) if each]
    return f"{text} ({'; '.join(notes)})" if notes else text


FEWEST_FOR_A_MEAN = 10
"""With fewer numbers the normal approximation says nothing of their mean."""


def mean(found: Distribution, how: How, form: Format = Format.DECIMAL, identity: str = "") -> Number:
    """Return a mean with its interval; without one where there are too few numbers, or all are equal."""
    if not found.total:
        return unknown(how)
    if found.total < FEWEST_FOR_A_MEAN or not found.deviation:
        return Number(found.mean, how, form=form, identity=identity)
    return Number(found.mean, how, *found.interval, form, identity)


def quantile(found: Distribution, part: float, how: How) -> Number:
    """Return a quantile."""
    return Number(found.quantile(part), how) if found.total else unknown(how)


def unknown(how: How) -> Number:
    """Return what stands where a number is missing."""
    return Number("–", how)


def option_words(value: object) -> str:
    """Tell the value of an option.

    Examples
    --------
    >>> option_words((5, 5, 4, 4)), option_words(True)
    ('5, 5, 4, 4', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def outcome_words(outcome: Outcome) -> str:
    """Tell how a game ended.

    Examples
    --------
    >>> outcome_words(Outcome(("light", "dark"), (7, 7), -1, "Dark wins ties"))
    'dark wins 7–7 by the tie rule'
    """
    high, low = sorted(outcome.scores, reverse=True)
    return f"{outcome.winner} wins {high}–{low}" + (" by the tie rule" if outcome.by_tie_rule else "")
