"""When games are decided: from which placement on the eventual winner is expected to win nearly always."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from statistics import median_low

from litslab.analysis.repeated_search import share_for_first_player, value_for_first_player
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.review_result import DECIDED, decided_at
from litslab.games.position import Position
from litslab.games.record import dumps, loads
from litslab.solver.advice.estimate import play_out

PLAYOUTS = 1_000
"""Random games in the estimate of each position."""


@dataclass(frozen=True)
class Decided:
    """When games were decided.

    Attributes
    ----------
    player : str
        Who played the games.
    plies : tuple of int
        By game: after how many moves it was decided.
    lengths : tuple of int
        By game: how many moves it had.
    """

    player: str
    plies: tuple[int, ...]
    lengths: tuple[int, ...]

    @property
    def parts(self) -> tuple[float, ...]:
        """By game: which part of its moves was played when it was decided."""
        return tuple(ply / length for ply, length in zip(self.plies, self.lengths, strict=True))


_Task = tuple[int, str, int, float]
"""A game's number and record, the seed, and when to stop on this machine's monotonic clock."""


def judge(context: Context, seconds: float) -> Decided | None:
    """Estimate when the games of the strongest player were decided; None where there are no games or no time."""
    if not context.matches:
        return None
    match, deadline = context.matches[-1], time.monotonic() + seconds
    tasks = [
        (number, dumps(match.record(number)), context.seed, deadline)
        for number in range(min(match.count, context.budget.judged_games))
    ]
    found = [each for each in context.pool.run(_judge_game, tasks) if each is not None]
    if not found:
        return None
    plies, lengths = zip(*found, strict=True)
    return Decided(match.names[0], plies, lengths)


def _judge_game(task: _Task) -> tuple[int, int] | None:
    """Return when a game was decided, and its length; None where the time was up before."""
    number, text, seed, deadline = task
    record = loads(text, "report")
    shares = []
    for ply, position in enumerate(record.positions):
        if time.monotonic() >= deadline:
            return None
        shares.append(_first_player_share(position, random.Random(f"{seed}/decided {number}/{ply}")))
    if shares[-1] < 0.5:
        shares = [1 - share for share in shares]
    found = decided_at(shares)
    assert found is not None  # at the end the winner has won
    return found, len(record.moves)


def _first_player_share(position: Position, rng: random.Random) -> float:
    if position.is_over:
        return float(value_for_first_player(position, position.outcome().value) > 0)
    return share_for_first_player(position, play_out(position, rng, playouts=PLAYOUTS)[0].share)


_EXPLAINED = (
    f"A game counts as decided from the move on after which the eventual winner is always expected to win at least "
    f"{DECIDED:.0%} of games, estimated by a search of {PLAYOUTS:,} playouts in each position. Moves "
    "are counted with the swap, if there was one."
)


def section(found: Decided | None) -> Section:
    """Return the section on decisions."""
    title = "When games are decided"
    if found is None:
        return Section("decided", title, ("The time did not suffice to estimate it.",))
    how = _how(found)
    later = sum(part > 0.75 for part in found.parts) / len(found.parts)
    rows = (
        Row("decided after this many moves (median)", (decided_ply(found),)),
        Row("of this many moves (median)", (decided_length(found),)),
        Row("earliest", (Number(min(found.plies), how),)),
        Row("latest", (Number(max(found.plies), how),)),
        Row("part of the game played by then (median)", (Number(median_low(found.parts), how, form=Format.SHARE),)),
        Row("games decided in their last quarter", (Number(later, how, form=Format.SHARE),)),
    )
    return Section("decided", title, (_EXPLAINED, Table("Decided games", ("what", "number"), rows)))


def _how(found: Decided) -> How:
    return How(Kind.ESTIMATE, f"{len(found.plies)} games of {found.player}")


def decided_ply(found: Decided) -> Number:
    """Return after how many moves games are decided."""
    return Number(median_low(found.plies), _how(found), identity="decided after")


def decided_length(found: Decided) -> Number:
    """Return how long those games are."""
    return Number(median_low(found.lengths), _how(found), identity="length of judged games")
