"""The first lines of a report: whether the game is fair, when it is decided, and what a swap leaves."""

from __future__ import annotations

from collections.abc import Sequence

from litslab.analysis.report.context import Context
from litslab.analysis.report.decided import Decided
from litslab.analysis.report.model import Claim, Number
from litslab.analysis.report.numbers import plus_minus
from litslab.analysis.report.quantities import Level, board_swap_value, levels
from litslab.analysis.report.sections.boards import between_boards
from litslab.analysis.report.sections.decision import decided_length, decided_ply
from litslab.analysis.report.sections.openings import Tried, engine_wins
from litslab.analysis.report.small_boards import SmallBoard
from litslab.games.notation import format_move

FEWEST = 10
"""The level of play that is judged is the strongest with at least this many games."""


def verdict(
    context: Context, decided: Decided | None, tried: Sequence[Tried], boards: Sequence[SmallBoard]
) -> tuple[Claim, ...]:
    """Return the verdict; its numbers are those of the sections."""
    level = judged_level(levels(context))
    claims = [_fairness(context, level)]
    if len(context.board_runs) > 1:
        claims.append(_boards(context))
    if decided is not None:
        ply, length = decided_ply(decided), decided_length(decided)
        text = f"Decided at ply {ply.text} of {length.text} (median of {len(decided.plies)} games, {decided.player})."
        claims.append(Claim(text, (ply, length)))
    swap = _swap(context, level, tried, boards)
    return (*claims, *(() if swap is None else (swap,)))


def judged_level(found: Sequence[Level]) -> Level:
    """Return the strongest level with enough games to say something of the balance."""
    return next((each for each in reversed(found) if each.games >= FEWEST), found[0])


def _fairness(context: Context, level: Level) -> Claim:
    number = level.first_player_wins
    where = f" on {len(context.board_runs)} boards" if context.board_runs else ""
    text = (
        f"First-player win share {plus_minus(number)} ({level.name}, {level.games:,} games{where}): {fairness(number)}."
    )
    return Claim(text, (number,))


def fairness(number: Number) -> str:
    """Say how fair a game is in which the first player has this share of wins."""
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return "no verdict"
    if number.low > 0.5 or number.high < 0.5:
        player = "first" if number.value > 0.5 else "second"
        least, most = sorted((abs(number.low - 0.5), abs(number.high - 0.5)))
        return f"the {player} player is ahead by {100 * least:.1f} to {100 * most:.1f} points"
    return f"fair within {100 * max(0.5 - number.low, number.high - 0.5):.1f} points"


def _boards(context: Context) -> Claim:
    number = between_boards(context)
    text = f"Boards differ: in random play the win share has a standard deviation of {number.text} between boards"
    return Claim(f"{text} ({number.spread}).", (number,))


def _swap(context: Context, level: Level, tried: Sequence[Tried], boards: Sequence[SmallBoard]) -> Claim | None:
    """Say what a swap leaves: measured where the game has one, and otherwise what it would leave."""
    rules = context.rules
    if rules.has_swap:
        if level.name not in {match.names[0] for match in context.matches}:
            return None  # random play never swaps
        number = level.second_player_wins
        claim = f"The swap leaves the second player {plus_minus(number)} of games ({level.name})"
        return _with_exact(claim, number, boards)
    even = next((each for each in tried if each.name == "most even"), None)
    if even is None or not even.engine.count:
        return None
    number = engine_wins(even)
    move = format_move(even.opening.placement, rules)
    claim = (
        f"The game has no swap: one would leave {rules.sides[0]} {plus_minus(number)} of games after the most even "
        f"opening found ({move}; {even.engine.names[0]})"
    )
    return _with_exact(claim, number, boards)


def _with_exact(claim: str, number: Number, boards: Sequence[SmallBoard]) -> Claim:
    """Add the exact value with a swap on the largest board that is solved."""
    solved = [board for board in boards if board.openings and board.swap_value is not None]
    if not solved:
        return Claim(f"{claim}.", (number,))
    exact = board_swap_value(solved[-1])
    return Claim(f"{claim}; solved on {solved[-1].name}: {exact.text}.", (number, exact))
