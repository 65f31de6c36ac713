"""Exact values on small boards: who wins, by how much, and with which first placements."""

from __future__ import annotations

from litslab.analysis.report.model import Block, Figure, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.numbers import unknown
from litslab.analysis.report.quantities import board_value
from litslab.analysis.report.small_boards import SmallBoard
from litslab.games.drawing.svg import draw
from litslab.games.result_text import value_text

_EXPLAINED = (
    "Perfect play of both sides leads to these results. Where two margins are given, such as “by 2 or 3”, the proof is "
    "of both together: by 2, and the winner would win a tie, or by 3, and the loser would."
)
_SHOWN = 3


def section(boards: tuple[SmallBoard, ...]) -> Section:
    """Return the section on small boards."""
    title = "Small boards, solved"
    if not boards:
        return Section("small", title, ("No board was small enough for the time.",))
    rules = boards[-1].rules
    blocks: list[Block] = [_EXPLAINED + rules.resized_note, _values(boards)]
    complete = [board for board in boards if board.openings]
    if complete:
        blocks.append(_picture(complete[-1]))
    return Section("small", title, tuple(blocks))


def _values(boards: tuple[SmallBoard, ...]) -> Table:
    rows = []
    for board in boards:
        how = How(Kind.EXACT, f"{board.engine}, {board.nodes:,} positions")
        rows.append(Row(board.name, (board_value(board), _best(board, how), _spread(board, how))))
    rules = boards[-1].rules
    no_swap = " without the swap" if rules.has_swap and not rules.swap_changes_value else ""
    columns = ("board", f"result of perfect play{no_swap}", "best first placements", "values of first placements")
    return Table("Exact values", columns, tuple(rows))


def _best_value(board: SmallBoard) -> int:
    values = [each.value for each in board.openings]
    return max(values) if board.rules.start().to_move == 0 else min(values)


def _best(board: SmallBoard, how: How) -> Number:
    if not board.openings:
        return unknown(how)
    best = sum(each.count for each in board.openings if each.value == _best_value(board))
    return Number(f"{best:,} of {sum(each.count for each in board.openings):,}", how)


def _spread(board: SmallBoard, how: How) -> Number:
    if not board.openings:
        return unknown(how)
    low, high = (pick(each.value for each in board.openings) for pick in (min, max))
    worst, best = (value_text(value, board.rules.start(), verb="wins") for value in (low, high))
    return Number(f"all: {best}" if low == high else f"from {worst} to {best}", how)


def _picture(board: SmallBoard) -> Figure:
    best = [each.placement for each in board.openings if each.value == _best_value(board)]
    shown = f" ({_SHOWN} of {len(best)})" if len(best) > _SHOWN else ""
    return Figure(
        "best-opening",
        draw(board.rules.start(), highlight=best[:_SHOWN], square_size=36),
        f"The best first placements on {board.name}, exactly, one of each class of symmetry{shown}.",
        small=True,
    )
