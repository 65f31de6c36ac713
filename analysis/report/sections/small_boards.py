"""Small boards, solved from the smallest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from litslab.analysis.report.context import WITHOUT_KERNEL, Context, resized
from litslab.analysis.report.deadline import Deadline
from litslab.analysis.report.model import (
    Block,
    Figure,
    How,
    Kind,
    Number,
    Row,
    Section,
    Table,
)
from litslab.analysis.report.quantities import (
    figures,
    sentences,
    unknown,
)
from litslab.analysis.report.sections import openings
from litslab.games.drawing.svg import draw
from litslab.games.language import mark, tr
from litslab.games.placements import Placement
from litslab.games.result_text import value_text
from litslab.games.rule_text import rule_text
from litslab.games.rules import Rules
from litslab.solver.endgame.solution import PLAYERS
from litslab.solver.endgame.stored_boards import stored_values
from litslab.solver.endgame.swap import value_with_swap
from litslab.solver.engines.kernel import in_reach
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.registry import make_oracle

LARGEST = 12
"""No larger board is tried."""

MEMORY = 128
"""Size of the solver's table in MiB."""


@dataclass(frozen=True)
class SolvedOpening:
    """First placements that symmetry turns into each other, with the value of the position after
    them.

    Attributes
    ----------
    placement : Placement
        One of them.
    count : int
        The number of placements.
    value : int
        The value of the position after them, from the first side's view.
    """

    placement: Placement
    count: int
    value: int


@dataclass(frozen=True)
class SmallBoard:
    """A board that was solved.

    Attributes
    ----------
    rules : Rules
        The game on it.
    value : int
        The value, without a swap that only exchanges the players.
    openings : tuple of SolvedOpening
        All first placements up to symmetry; empty if the limit came before all were solved.
    nodes : int
        Positions visited.
    engine : str
        The solver.
    """

    rules: Rules
    value: int
    openings: tuple[SolvedOpening, ...]
    nodes: int
    engine: str

    @property
    def name(self) -> str:
        """The board's size."""
        return f"{self.rules.board.columns}×{self.rules.board.rows}"

    @property
    def most_even(self) -> SolvedOpening:
        """The opening whose value is nearest to even."""
        return min(self.openings, key=lambda each: (abs(each.value), each.placement.index))

    @property
    def swap_value(self) -> int | None:
        """The value for the first player if the second may swap after the first placement.

        None for a game with a later swap.
        """
        if self.rules.swap_changes_value:
            return None
        start = self.rules.start()
        return max(
            value_with_swap(start.play(each.placement), each.value) for each in self.openings
        )


def solve_small_boards(rules: Rules, seed: int, nodes: int, deadline: Deadline) -> list[SmallBoard]:
    """Solve the game on one board after the other, from the smallest on, until one needs too many
    positions.

    Parameters
    ----------
    rules : Rules
        The game; no board larger than its own is tried.
    seed : int
        Random seed of the symbols of Battle of LITS.
    nodes : int
        The most positions of each search; fewer without the kernel.
    deadline : Deadline
        The time at which the report stops.

    Raises
    ------
    TimeUpError
        If the time is over.
    """
    found: list[SmallBoard] = []
    for size in range(2, min(LARGEST, rules.board.columns) + 1):
        small = resized(rules, size, seed)
        if small is None or not small.start().legal:
            continue
        most = nodes if in_reach(small) else nodes // WITHOUT_KERNEL
        board = solve_board(small, Limit(deadline.left_and_a_second, most))
        deadline.check()
        if board is None:
            break
        found.append(board)
        if not board.openings:
            break
    return found


def solve_board(rules: Rules, limit: Limit) -> SmallBoard | None:
    """Solve a game and then each of its first placements; None if the limit comes before the game's
    value.

    One thread alone visits the same positions on every machine.
    """
    oracle = make_oracle(rules, limit, threads=1, memory=MEMORY)
    start = rules.start()
    try:
        value = oracle.value(start)
    except LimitReachedError:
        return None
    solved = []
    try:
        for placement, count in openings.first_placements(rules):
            after = oracle.value(start.play_unchecked(placement))
            solved.append(SolvedOpening(placement, count, after))
    except LimitReachedError:
        solved.clear()
    return SmallBoard(rules, value, tuple(solved), oracle.nodes, oracle.engine)


def solved_board(context: Context, boards: Sequence[SmallBoard]) -> SmallBoard | None:
    """Return the board of the report itself, if it is solved."""
    if len(context.board_runs) > 1:
        return None
    return next((board for board in boards if board.rules == context.rules), None)


def board_name(context: Context, board: SmallBoard) -> str:
    """Return the name of a solved board; with symbols it is one sample of many, unless the board
    was given.
    """
    sample = board.rules.has_symbols and solved_board(context, [board]) is None
    return tr("{board} (one sample board)", board=board.name) if sample else board.name


def board_value(board: SmallBoard) -> Number:
    """Return the exact value of a small board, without a swap that only exchanges the players."""
    by = tr("{engine}, {positions:,} positions", engine=board.engine, positions=board.nodes)
    words = value_text(board.value, board.rules.start(), verb="wins")
    return Number(words, How(Kind.EXACT, by), identity=f"value of {board.name}")


def board_swap_value(board: SmallBoard) -> Number:
    """Return the exact value of a small board with a swap after the first placement."""
    how = How(Kind.EXACT, tr("every first placement solved, {engine}", engine=board.engine))
    if board.swap_value is None:
        return unknown(how)
    words = value_text(board.swap_value, board.rules.start(), PLAYERS, verb="wins")
    return Number(words, how, identity=f"value with a swap of {board.name}")


def stored_results(context: Context) -> tuple[tuple[str, Number], ...]:
    """Return what is stored about the report's own board, with names: the result of the game, then
    that without its swap.
    """
    if len(context.board_runs) > 1:
        return ()
    rules = context.rules
    how = How(Kind.STORED, tr("a campaign, not verified here"))
    exchanges = rules.has_swap and not rules.swap_changes_value
    found = []
    for stored in sorted(stored_values(rules), key=lambda each: not each.swap):
        if exchanges and stored.swap:
            words = value_text(stored.value, rules.start(), PLAYERS, verb="wins")
        else:
            words = value_text(stored.value, rules.start(), verb="wins")
        label = tr("result of perfect play")
        if rules.has_swap and not stored.swap:
            label = tr("result of perfect play without the swap")
        found.append((label, Number(words, how, identity=f"stored {label}")))
    return tuple(found)


_EXPLAINED = mark(
    "These are the results of perfect play. Two margins, such as “by 2 or 3”, are proved together: "
    "by 2 if the winner would win a tie, by 3 if the loser would."
)
_SHOWN = 3


def section(context: Context, boards: Sequence[SmallBoard]) -> Section:
    """Return the section on small boards."""
    blocks: list[Block] = []
    if boards:
        blocks.append(sentences(tr(_EXPLAINED), rule_text(context.rules.name).resized))
        blocks.append(_values(boards))
    else:
        blocks.append(tr("No board was small enough."))
    complete = [board for board in boards if board.openings]
    if complete:
        blocks.append(_picture(complete[-1]))
    stored = stored_results(context)
    if stored and solved_board(context, boards) is None:
        blocks.append(figures(tr("Stored result of this board"), *stored))
    return Section("small", tr("Small boards, solved"), tuple(blocks))


def _values(boards: Sequence[SmallBoard]) -> Table:
    rows = []
    for board in boards:
        value = board_value(board)
        rows.append(Row(board.name, (value, _best(board, value.how), _spread(board, value.how))))
    rules = boards[-1].rules
    result = tr("result of perfect play")
    if rules.has_swap and not rules.swap_changes_value:
        result = tr("result of perfect play without the swap")
    columns = (tr("board"), result, tr("best first placements"), tr("values of first placements"))
    return Table(tr("Exact values"), columns, tuple(rows))


def _best_value(board: SmallBoard) -> int:
    values = [each.value for each in board.openings]
    return max(values) if board.rules.start().to_move == 0 else min(values)


def _best(board: SmallBoard, how: How) -> Number:
    if not board.openings:
        return unknown(how)
    best = sum(each.count for each in board.openings if each.value == _best_value(board))
    total = sum(each.count for each in board.openings)
    return Number(tr("{part:,} of {total:,}", part=best, total=total), how)


def _spread(board: SmallBoard, how: How) -> Number:
    if not board.openings:
        return unknown(how)
    low = min(each.value for each in board.openings)
    high = max(each.value for each in board.openings)
    worst = value_text(low, board.rules.start(), verb="wins")
    best = value_text(high, board.rules.start(), verb="wins")
    if low == high:
        return Number(tr("all: {result}", result=best), how)
    return Number(tr("from {worst} to {best}", worst=worst, best=best), how)


def _picture(board: SmallBoard) -> Figure:
    best = [each.placement for each in board.openings if each.value == _best_value(board)]
    caption = tr(
        "The best first placements on {board}, exactly, one of each class of symmetry.",
        board=board.name,
    )
    if len(best) > _SHOWN:
        caption = tr(
            "The best first placements on {board}, exactly, one of each class of symmetry ({shown} "
            "of {total}).",
            board=board.name,
            shown=_SHOWN,
            total=len(best),
        )
    picture = draw(board.rules.start(), highlight=best[:_SHOWN], square_size=36)
    return Figure("best-opening", picture, caption, small=True)
