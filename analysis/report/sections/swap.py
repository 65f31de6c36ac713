"""The swap: how even the openings are, and the balance after a swap."""

from __future__ import annotations

from collections.abc import Sequence

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import (
    Block,
    Format,
    How,
    Kind,
    Number,
    Row,
    Section,
    Table,
)
from litslab.analysis.report.play import Match, SwaplessEngine
from litslab.analysis.report.quantities import (
    figures,
    match_level,
    random_games,
    share,
    simulated,
)
from litslab.analysis.report.sections import openings
from litslab.analysis.report.sections.small_boards import SmallBoard, board_name, board_swap_value
from litslab.analysis.shares import Share
from litslab.games.language import mark, tr
from litslab.games.move import SWAP
from litslab.games.result_text import value_text
from litslab.games.rule_text import rule_text

EVEN = 0.05
"""An opening is nearly even if the first side wins 45 % to 55 %."""

_HAS = mark(
    "After the first placement the second player may take over the side that made it. Then the "
    "first player does best with the most even opening, and what remains of its advantage counts "
    "for the second."
)
_NONE = mark(
    "This game has no swap. These figures show the imbalance a swap rule would have to correct, "
    "and what would remain: the first player would choose the most even opening."
)


def play_without(context: Context) -> Match | None:
    """Play games of the engine without the game's swap; None if the game has no swap that only
    exchanges the players.
    """
    rules = context.rules
    if not rules.has_swap or rules.swap_changes_value:
        return None
    player = SwaplessEngine(context.amounts.playouts)
    return context.pool.play(
        context.starts,
        (player, player),
        context.amounts.swapless_games,
        seed=context.seed + 200,
        exchanging=False,
    )


def section(
    context: Context,
    boards: Sequence[SmallBoard],
    without: Match | None = None,
) -> Section:
    """Return the section on the swap, with games of the engine without it."""
    rules = context.rules
    if rules.swap_changes_value:
        told = rule_text(rules.name).swap
    elif rules.has_swap:
        told = tr(_HAS)
    else:
        told = tr(_NONE)
    blocks: list[Block] = [told]
    classes = openings.compared(context)
    if classes:
        blocks.append(_evenness(classes, context.run.run.games, rules.sides[0]))
    if rules.has_swap and context.matches:
        blocks.append(_swaps_made(context))
    if without is not None:
        blocks.append(_with_and_without(context.mcts, without))
    solved = [board for board in boards if board.openings]
    if solved:
        blocks.append(_exactly(context, solved))
    return Section("swap", tr("Swap"), tuple(blocks))


def _evenness(classes: list[openings.OpeningClass], games: int, side: str) -> Table:
    found = openings.distance_from_even(classes)
    sample = random_games(games)
    by = tr("openings of {games}, each shrunk to the mean by its noise", games=sample)
    each_way = How(Kind.ESTIMATE, by)
    by = tr("openings of {games}, corrected for sampling noise; 95 % interval", games=sample)
    corrected = How(Kind.ESTIMATE, by)
    total = sum(each.count for each in classes)
    estimates = openings.shrunk([each.wins for each in classes])
    counted = list(zip(classes, estimates, strict=True))
    better = sum(each.count for each, estimate in counted if estimate.share > 0.5)
    near = sum(each.count for each, estimate in counted if abs(estimate.share - 0.5) <= EVEN)
    return figures(
        tr("How even the openings are in random play"),
        (tr("first placements compared"), Number(total, each_way)),
        (
            tr("of them better for {side}", side=tr(side)),
            Number(better / total, each_way, form=Format.SHARE),
        ),
        (
            tr("of them nearly even (45 % to 55 %)"),
            Number(near / total, each_way, form=Format.SHARE),
        ),
        (
            tr("RMS deviation from 50 %"),
            Number(found.share, corrected, *found.interval, form=Format.SHARE),
        ),
    )


def _swaps_made(context: Context) -> Table:
    rows = []
    for match in context.matches:
        level = match_level(match)
        swapped = [game for game in match.games if SWAP in game.moves]
        won = sum(game.winner != game.first_player for game in swapped)
        after = simulated(len(swapped), tr("after a swap"))
        won_after = share(Share("after a swap", won, len(swapped)), after)
        numbers = (level.swaps, level.second_player_wins, won_after)
        rows.append(Row(tr(match.names[0]), numbers))
    columns = (
        tr("play"),
        tr("swapped"),
        tr("second player wins"),
        tr("second player wins after swapping"),
    )
    return Table(tr("Swaps in games"), columns, tuple(rows))


def _with_and_without(with_swap: Match, without: Match) -> Table:
    rows = []
    for label, match in ((tr("with the swap"), with_swap), (tr("without the swap"), without)):
        level = match_level(match)
        rows.append(Row(label, (level.first_player_wins, level.lead)))
    columns = (tr("game"), tr("first player wins"), tr("mean lead of the first player"))
    return Table(tr("The engine's games with the swap and without it"), columns, tuple(rows))


def _exactly(context: Context, solved: list[SmallBoard]) -> Table:
    rows = []
    for board in solved:
        how = How(Kind.EXACT, tr("every first placement solved, {engine}", engine=board.engine))
        total = sum(each.count for each in board.openings)
        first = sum(each.count for each in board.openings if each.value > 0)
        most_even = value_text(board.most_even.value, board.rules.start(), verb="wins")
        numbers = (
            Number(total, how),
            Number(first / total, how, form=Format.SHARE),
            Number(most_even, how),
            board_swap_value(board),
        )
        rows.append(Row(board_name(context, board), numbers))
    columns = (
        tr("board"),
        tr("first placements"),
        tr("of them won by {side}", side=tr(solved[0].rules.sides[0])),
        tr("the most even one"),
        tr("the game, with a swap after it"),
    )
    return Table(tr("Exact values of all openings"), columns, tuple(rows))
