"""The section on the time of the decision: the ply after which a game's winner stays the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from statistics import fmean, median_low

from litslab.analysis.repeated_search import share_for_first_player, value_for_first_player
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Format, How, Kind, Number, Section
from litslab.analysis.review_result import DECIDED, decided_at
from litslab.games.language import tr
from litslab.games.position import Position
from litslab.games.record_toml import dumps, loads
from litslab.solver.advice.playouts import play_out

PLAYOUTS = 1_000
"""Random games in the estimate of each position."""


@dataclass(frozen=True)
class Decisiveness:
    """The decisiveness of a game as Ludii measures it: its concepts "Decisiveness Threshold" and
    "Decisiveness Moves".

    Source: E. Piette, M. Stephenson, D. J. N. J. Soemers and C. Browne, "General board game
    concepts", IEEE Conference on Games, 2021, as Ludii's own code computes them.

    Attributes
    ----------
    threshold : float
        The best evaluation that the loser had before any move; an evaluation is an expected share
        of wins.
    moves : float
        The part of the moves that were made before the winner's evaluation first exceeded the
        threshold; 1 if it never did.
    """

    threshold: float
    moves: float


def decisiveness(shares: Sequence[float]) -> Decisiveness:
    """Return the decisiveness of a game, given the winner's expected share of wins before each
    move.

    Examples
    --------
    >>> decisiveness([0.5, 0.25, 0.625, 0.875])
    Decisiveness(threshold=0.75, moves=0.75)
    """
    threshold = max(1 - share for share in shares)
    above = (number for number, share in enumerate(shares) if share > threshold)
    return Decisiveness(threshold, next(above, len(shares)) / len(shares))


@dataclass(frozen=True)
class Decided:
    """The plies at which games were decided.

    Attributes
    ----------
    player : str
        The player of both sides.
    plies : tuple of int
        By game: the number of moves after which it was decided.
    lengths : tuple of int
        By game: the number of moves.
    decisiveness : tuple of Decisiveness
        By game: its decisiveness.
    """

    player: str
    plies: tuple[int, ...]
    lengths: tuple[int, ...]
    decisiveness: tuple[Decisiveness, ...]

    @property
    def parts(self) -> tuple[float, ...]:
        """By game: the part of its moves after which it was decided."""
        return tuple(ply / length for ply, length in zip(self.plies, self.lengths, strict=True))


_Game = tuple[int, str, int]
"""A game's number, its record and the seed."""


def judge(context: Context) -> Decided:
    """Estimate when the engine's games were decided."""
    match = context.mcts
    games = min(match.count, context.amounts.judged_games)
    tasks = [(number, dumps(match.record(number)), context.seed) for number in range(games)]
    found = sorted(context.pool.run(_judge_game, tasks), key=itemgetter(0))
    plies, lengths, measured = zip(*(each for _, each in found), strict=True)
    return Decided(match.names[0], plies, lengths, measured)


def _judge_game(task: _Game) -> tuple[int, int, Decisiveness]:
    """Return the ply at which a game was decided, its length, and its decisiveness."""
    number, text, seed = task
    record = loads(text, "report")
    shares = []
    for ply, position in enumerate(record.positions):
        rng = random.Random(f"{seed}/decided {number}/{ply}")
        shares.append(_first_player_share(position, rng))
    if shares[-1] < 0.5:
        shares = [1 - share for share in shares]
    found = decided_at(shares)
    assert found is not None  # at the end the winner has won
    return found, len(record.moves), decisiveness(shares[:-1])


def _first_player_share(position: Position, rng: random.Random) -> float:
    if position.is_over:
        return float(value_for_first_player(position, position.outcome().value) > 0)
    best = play_out(position, rng, playouts=PLAYOUTS)[0]
    return share_for_first_player(position, best.share)


def decided_section(found: Decided) -> Section:
    """Return the section on decisions."""
    how = _judged(found)
    later = sum(part > 0.75 for part in found.parts) / len(found.parts)
    table = quantities.figures(
        tr("Decided games"),
        (tr("decided after this many moves (median)"), decided_ply(found)),
        (tr("of this many moves (median)"), decided_length(found)),
        (tr("earliest"), Number(min(found.plies), how)),
        (tr("latest"), Number(max(found.plies), how)),
        (
            tr("part of the game played by then (median)"),
            Number(median_low(found.parts), how, form=Format.SHARE),
        ),
        (tr("games decided in their last quarter"), Number(later, how, form=Format.SHARE)),
    )
    measured = quantities.figures(
        tr("Decisiveness (Ludii)"),
        (
            tr("Decisiveness Threshold: the loser's best expected share of wins"),
            Number(fmean(each.threshold for each in found.decisiveness), how, form=Format.SHARE),
        ),
        (
            tr("Decisiveness Moves: moves until the winner's exceeded it"),
            Number(fmean(each.moves for each in found.decisiveness), how, form=Format.SHARE),
        ),
    )
    text = tr(
        "A game counts as decided once the eventual winner is always expected to win at least "
        "{share:.0f} % of games, by a search of {playouts:,} playouts in each position. A swap "
        "counts as a move.",
        share=100 * DECIDED,
        playouts=PLAYOUTS,
    )
    explained = tr(
        "Decisiveness is that of Ludii (Piette et al., “General board game concepts”, 2021), as "
        "the mean over games, with these searches as evaluations. Early decisive games have a low "
        "threshold and few moves before it is passed."
    )
    title = tr("When games are decided")
    return Section("decided", title, (text, table, explained, measured))


def _judged(found: Decided) -> How:
    by = tr("{games} games of {player}", games=len(found.plies), player=tr(found.player))
    return How(Kind.ESTIMATE, by)


def decided_ply(found: Decided) -> Number:
    """Return the median number of moves after which games were decided."""
    return Number(median_low(found.plies), _judged(found), identity="decided after")


def decided_length(found: Decided) -> Number:
    """Return the median length of those games."""
    return Number(median_low(found.lengths), _judged(found), identity="length of judged games")
