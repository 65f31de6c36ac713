"""The few numbers at the head of a report that tell most of a game."""

from __future__ import annotations

from collections.abc import Sequence

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Number, SummaryFigure
from litslab.analysis.report.quantities import (
    board_name,
    board_swap_value,
    board_value,
    first_placements,
    game_tree,
    match_level,
    number_of_games,
    random_level,
    solved_board,
)
from litslab.analysis.report.small_boards import SmallBoard


def facts(context: Context, boards: Sequence[SmallBoard]) -> tuple[SummaryFigure, ...]:
    """Return them."""
    chance = random_level(context)
    found = [
        SummaryFigure("First placements", first_placements(context)),
        SummaryFigure("Placements in a game (random play)", chance.length),
        SummaryFigure("First-player win rate (random play)", chance.first_player_wins),
    ]
    if context.mcts.count:
        found.append(SummaryFigure("First-player win rate (engine)", match_level(context.mcts).first_player_wins))
    size = game_tree(context)
    if size is not None:
        found.append(SummaryFigure("Games", number_of_games(size)))
    if boards:
        # Of the report's own board it says more than any measurement: it comes first.
        place = 0 if solved_board(context, boards) == boards[-1] else len(found)
        rule, value = _perfect_play(boards[-1])
        found.insert(place, SummaryFigure(f"Perfect play on {board_name(context, boards[-1])}{rule}", value))
    return tuple(found)


def _perfect_play(board: SmallBoard) -> tuple[str, Number]:
    """Return the value of a board with the game's swap, where it is known, and what to say of the swap."""
    if not board.rules.has_swap or board.rules.swap_changes_value:
        return "", board_value(board)
    if not board.openings:
        return ", no swap", board_value(board)
    return ", with the swap", board_swap_value(board)
