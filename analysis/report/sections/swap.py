"""How even the openings are, and what a swap makes of the game: exactly where it is solved, by play elsewhere."""

from __future__ import annotations

from litslab.analysis.distributions import Share
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.quantities import match_level, share, simulated, unknown
from litslab.analysis.report.sections.openings import OpeningClass, compared, distance_from_even, shrunk
from litslab.analysis.report.sections.small_boards import SmallBoard, board_name, board_swap_value
from litslab.games.notation import value_text
from litslab.games.position import SWAP

EVEN = 0.05
"""An opening counts as nearly even where the first side wins 45 % to 55 %."""

_HAS = (
    "After the first placement the second player may take over the side that made it. Then the first player does best "
    "with the most even opening, and what remains of its advantage counts for the second."
)
_NONE = (
    "This game has no swap. These figures show the imbalance a swap rule would have to correct, and what would remain: "
    "the first player would choose the most even opening."
)


def section(context: Context, boards: tuple[SmallBoard, ...]) -> Section:
    """Return the section on the swap."""
    rules = context.rules
    later = rules.swap_changes_value
    blocks: list[Block] = [rules.swap_note if later else _HAS if rules.has_swap else _NONE]
    classes = compared(context)
    if classes:
        blocks.append(_evenness(classes, context.run.run.games, rules.sides[0]))
    if rules.has_swap and context.matches:
        blocks.append(_swaps_made(context))
    solved = [board for board in boards if board.openings]
    if solved:
        blocks.append(_exactly(context, solved))
    return Section("swap", "Swap", tuple(blocks))


def _evenness(classes: list[OpeningClass], games: int, side: str) -> Table:
    found = distance_from_even(classes)
    each_way = How(Kind.ESTIMATE, f"openings of {games:,} random games, each shrunk to the mean by its noise")
    corrected = How(Kind.ESTIMATE, f"openings of {games:,} random games, corrected for sampling noise; 95 % interval")
    total = sum(each.count for each in classes)
    estimates = shrunk([each.wins for each in classes])
    counted = list(zip(classes, estimates, strict=True))
    better = sum(each.count for each, estimate in counted if estimate.share > 0.5)
    near = sum(each.count for each, estimate in counted if abs(estimate.share - 0.5) <= EVEN)
    rows = (
        Row("first placements compared", (Number(total, each_way),)),
        Row(f"of them better for {side}", (Number(better / total, each_way, form=Format.SHARE),)),
        Row("of them nearly even (45 % to 55 %)", (Number(near / total, each_way, form=Format.SHARE),)),
        Row(
            "RMS deviation from 50 %",
            (Number(found.share, corrected, *found.interval, form=Format.SHARE),),
        ),
    )
    return Table("How even the openings are in random play", ("what", "number"), rows)


def _swaps_made(context: Context) -> Table:
    rows = []
    for match in context.matches:
        level = match_level(match)
        swapped = [game for game in match.games if SWAP in game.moves]
        by_swap = Share("after a swap", sum(g.winner != g.first_player for g in swapped), len(swapped))
        after = simulated(len(swapped), "after a swap")
        rows.append(Row(match.names[0], (level.swaps, level.second_player_wins, share(by_swap, after))))
    columns = ("play", "swapped", "second player wins", "second player wins after swapping")
    return Table("Swaps in games", columns, tuple(rows))


def _exactly(context: Context, solved: list[SmallBoard]) -> Table:
    rows = []
    for board in solved:
        how = How(Kind.EXACT, f"every first placement solved, {board.engine}")
        total = sum(each.count for each in board.openings)
        first = sum(each.count for each in board.openings if each.value > 0)
        even = board.most_even
        rows.append(
            Row(
                board_name(context, board),
                (
                    Number(total, how),
                    Number(first / total, how, form=Format.SHARE),
                    Number(value_text(even.value, board.rules.start(), verb="wins"), how),
                    unknown(how) if board.swap_value is None else board_swap_value(board),
                ),
            )
        )
    side = solved[0].rules.sides[0]
    columns = (
        "board",
        "first placements",
        f"of them won by {side}",
        "the most even one",
        "the game, with a swap after it",
    )
    return Table("Exact values of all openings", columns, tuple(rows))
