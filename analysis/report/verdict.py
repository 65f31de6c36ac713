"""The first lines of a report: the winner or the fairness, the time of the decision, the effect of a swap; figures."""

from __future__ import annotations

import math
from collections.abc import Sequence

from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Claim, Number, SummaryFigure
from litslab.analysis.report.sections import small_boards
from litslab.analysis.report.sections.balance import Decided, between_boards, decided_length, decided_ply
from litslab.analysis.report.sections.openings import Tried, engine_wins
from litslab.games.notation import format_move

FEWEST = 10
"""The verdict is on the strongest level of play with at least this many games."""


def verdict(
    context: Context, decided: Decided | None, tried: Sequence[Tried], boards: Sequence[small_boards.SmallBoard]
) -> tuple[Claim, ...]:
    """Return the verdict; its numbers are those of the sections."""
    found = quantities.levels(context)
    level = next((each for each in reversed(found) if each.games >= FEWEST), found[0])
    own = small_boards.solved_board(context, boards)
    claims = [_fairness(level)] if own is None else [_solved(own), _measured(level)]
    if len(context.board_runs) > 1:
        claims.append(_boards(context))
    if decided is not None:
        ply, length = decided_ply(decided), decided_length(decided)
        text = f"Decided at ply {ply.text} of {length.text} (median of {len(decided.plies)} games, {decided.player})."
        claims.append(Claim(text, (ply, length)))
    swap = None if own is not None and own.openings else _swap(context, level, tried, boards)
    return (*claims, *(() if swap is None else (swap,)))


def _solved(board: small_boards.SmallBoard) -> Claim:
    rule, number = _perfect_play(board)
    if rule == _WITH_SWAP:
        value = small_boards.board_value(board)
        return Claim(f"Solved: with perfect play {number.text}; without the swap {value.text}.", (number, value))
    return Claim(f"Solved: with perfect play{' and no swap' if rule else ''} {number.text}.", (number,))


def _measured(level: quantities.Level) -> Claim:
    """Return the result of imperfect play on a solved board, from which no verdict follows."""
    number = level.first_player_wins
    return Claim(f"In imperfect play the first player wins {quantities.plus_minus(number, _games(level))}.", (number,))


def _fairness(level: quantities.Level) -> Claim:
    number = level.first_player_wins
    text = f"First-player win share {quantities.plus_minus(number, _games(level))}: {fairness(number, level.games)}."
    return Claim(text, (number,))


def _games(level: quantities.Level) -> str:
    where = f" on {level.boards} boards" if level.boards > 1 else ""
    return f"{level.name}, {level.games:,} games{where}"


def fairness(number: Number, games: int) -> str:
    """Return a text on the fairness of a game, given the first player's share of wins and the number of games."""
    if isinstance(number.value, str) or number.low is None or number.high is None:
        return "no verdict"
    if number.low > 0.5 or number.high < 0.5:
        player = "first" if number.value > 0.5 else "second"
        least, most = sorted((abs(number.low - 0.5), abs(number.high - 0.5)))
        return f"the {player} player is ahead by {100 * least:.1f} to {100 * most:.1f} points"
    behind, ahead = 0.5 - number.low, number.high - 0.5
    if max(behind, ahead) <= small_boards.EVEN:
        return f"fair within {100 * max(behind, ahead):.1f} points"
    half = (behind + ahead) / 2
    wanted = small_boards.EVEN if half > small_boards.EVEN else half / 2
    return (
        f"too few games for a verdict, the first player is between {100 * behind:.1f} points behind and "
        f"{100 * ahead:.1f} points ahead; about {_rounded(games * (half / wanted) ** 2):,} games would show it to "
        f"within {100 * wanted:.1f} points"
    )


def _rounded(count: float) -> int:
    """Round up to two digits, because the number of games that are needed is uncertain."""
    unit = int(10 ** max(0, math.floor(math.log10(count)) - 1))
    return math.ceil(count / unit) * unit


def _boards(context: Context) -> Claim:
    number = between_boards(context)
    if number.low:
        text = f"Boards differ: in random play the win share has a standard deviation of {number.text} between boards"
        return Claim(f"{text} ({number.spread}).", (number,))
    most = Number(number.high or 0.0, number.how, form=number.form).text
    text = "Boards do not differ measurably: the win shares of random play vary no more than chance explains"
    return Claim(f"{text} (standard deviation between boards at most {most}).", (number,))


def _swap(
    context: Context, level: quantities.Level, tried: Sequence[Tried], boards: Sequence[small_boards.SmallBoard]
) -> Claim | None:
    """Return the balance after the game's swap or, if it has none, the balance that a swap would leave."""
    rules = context.rules
    if rules.has_swap:
        if level.name not in {match.names[0] for match in context.matches}:
            return None  # random play never swaps
        number = level.second_player_wins
        claim = f"The swap leaves the second player {quantities.plus_minus(number)} of games ({level.name})"
        return _with_exact(context, claim, number, boards)
    even = next((each for each in tried if each.name == "most even"), None)
    if even is None or not even.engine.count:
        return None
    number = engine_wins(even)
    move = format_move(even.opening.placement, rules)
    claim = (
        f"The game has no swap: one would leave {rules.sides[0]} {quantities.plus_minus(number)} of games after the "
        f"most even opening found ({move}; {even.engine.names[0]})"
    )
    return _with_exact(context, claim, number, boards)


def _with_exact(context: Context, claim: str, number: Number, boards: Sequence[small_boards.SmallBoard]) -> Claim:
    """Add the exact value with a swap on the largest solved board."""
    solved = [board for board in boards if board.openings and board.swap_value is not None]
    if not solved:
        return Claim(f"{claim}.", (number,))
    exact = small_boards.board_swap_value(solved[-1])
    where = small_boards.board_name(context, solved[-1])
    return Claim(f"{claim}; solved with a swap on {where}: {exact.text}.", (number, exact))


def facts(context: Context, boards: Sequence[small_boards.SmallBoard]) -> tuple[SummaryFigure, ...]:
    """Return the figures above the sections."""
    chance = quantities.random_level(context)
    found = [
        SummaryFigure("First placements", quantities.first_placements(context)),
        SummaryFigure("Placements in a game (random play)", chance.length),
        SummaryFigure("First-player win rate (random play)", chance.first_player_wins),
    ]
    if context.mcts.count:
        found.append(
            SummaryFigure("First-player win rate (engine)", quantities.match_level(context.mcts).first_player_wins)
        )
    size = quantities.game_tree(context)
    if size is not None:
        found.append(SummaryFigure("Games", quantities.tree_number(size)))
    if boards:
        # For the report's own board it says more than any measurement, so it comes first.
        place = 0 if small_boards.solved_board(context, boards) == boards[-1] else len(found)
        rule, value = _perfect_play(boards[-1])
        name = small_boards.board_name(context, boards[-1])
        found.insert(place, SummaryFigure(f"Perfect play on {name}{rule}", value))
    return tuple(found)


_WITH_SWAP = ", with the swap"


def _perfect_play(board: small_boards.SmallBoard) -> tuple[str, Number]:
    """Return a note on the swap, and the value of a board with the game's swap if that is known."""
    if not board.rules.has_swap or board.rules.swap_changes_value:
        return "", small_boards.board_value(board)
    if not board.openings:
        return ", no swap", small_boards.board_value(board)
    return _WITH_SWAP, small_boards.board_swap_value(board)
