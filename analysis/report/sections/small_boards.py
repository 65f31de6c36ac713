"""Small boards, solved from the smallest on, and the swap: values of openings, and the balance after a swap."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from litslab.analysis.distributions import Share
from litslab.analysis.report.context import Context, resized
from litslab.analysis.report.model import Block, Figure, Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.report.quantities import figures, match_level, random_games, sentences, share, simulated, unknown
from litslab.analysis.report.sections import openings
from litslab.games.drawing.svg import draw
from litslab.games.language import mark, tr
from litslab.games.notation import value_text
from litslab.games.placements import Placement
from litslab.games.position import SWAP, Rules
from litslab.games.rule_text import rule_text
from litslab.solver.endgame.optimal_moves import value_with_swap
from litslab.solver.endgame.result import PLAYERS, Limit, LimitReachedError
from litslab.solver.engines.registry import make_oracle

LARGEST = 12
"""No larger board is tried."""

MEMORY = 128
"""Size of the solver's table in MiB."""

_LEAST_SHARE = 0.05  # of the time: with less left no further board is begun


@dataclass(frozen=True)
class SolvedOpening:
    """First placements that symmetry turns into each other, with the value of the position after them.

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
        All first placements up to symmetry; empty if the time did not suffice for all.
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
        return max(value_with_swap(start.play(each.placement), each.value) for each in self.openings)


def solve_small_boards(rules: Rules, seed: int, time_limit: float, threads: int = 1) -> Iterator[SmallBoard]:
    """Solve the game on one board after the other, from the smallest on, while time is left.

    A board has at most half of the remaining time. Ctrl-C is passed on.

    Parameters
    ----------
    rules : Rules
        The game; no board larger than its own is tried.
    seed : int
        Random seed of the symbols of Battle of LITS.
    time_limit : float
        Wall-clock time.
    threads : int
        Threads of the solver.
    """
    began = time.monotonic()
    for size in range(2, min(LARGEST, rules.board.columns) + 1):
        small = resized(rules, size, seed)
        if small is None or not small.start().legal:
            continue
        left = time_limit - (time.monotonic() - began)
        if left < _LEAST_SHARE * time_limit:
            return
        if (found := solve_board(small, Limit(seconds=left / 2), threads)) is None:
            return
        yield found
        if not found.openings:
            return


def solve_board(rules: Rules, limit: Limit, threads: int = 1) -> SmallBoard | None:
    """Solve a game and then each of its first placements; None if the limit comes before the game's value."""
    oracle = make_oracle(rules, limit, threads=threads, memory=MEMORY)
    start = rules.start()
    try:
        value = oracle.value(start)
    except LimitReachedError:
        return None
    solved = []
    try:
        for placement, count in openings.first_placements(rules):
            solved.append(SolvedOpening(placement, count, oracle.value(start.play_unchecked(placement))))
    except LimitReachedError:
        solved.clear()
    return SmallBoard(rules, value, tuple(solved), oracle.nodes, oracle.engine)


def solved_board(context: Context, boards: Sequence[SmallBoard]) -> SmallBoard | None:
    """Return the board of the report itself, if it is solved."""
    if len(context.board_runs) > 1:
        return None
    return next((board for board in boards if board.rules == context.rules), None)


def board_name(context: Context, board: SmallBoard) -> str:
    """Return the name of a solved board; with symbols it is one sample of many, unless the board was given."""
    sample = board.rules.has_symbols and solved_board(context, [board]) is None
    return tr("{board} (one sample board)", board=board.name) if sample else board.name


def board_value(board: SmallBoard) -> Number:
    """Return the exact value of a small board, without a swap that only exchanges the players."""
    by = tr("{engine}, {positions:,} positions", engine=board.engine, positions=board.nodes)
    how = How(Kind.EXACT, by)
    return Number(value_text(board.value, board.rules.start(), verb="wins"), how, identity=f"value of {board.name}")


def board_swap_value(board: SmallBoard) -> Number:
    """Return the exact value of a small board with a swap after the first placement."""
    how = How(Kind.EXACT, tr("every first placement solved, {engine}", engine=board.engine))
    if (value := board.swap_value) is None:
        return unknown(how)
    words = value_text(value, board.rules.start(), PLAYERS, verb="wins")
    return Number(words, how, identity=f"value with a swap of {board.name}")


_EXPLAINED = mark(
    "These are the results of perfect play. Two margins, such as “by 2 or 3”, are proved together: by 2 if the winner "
    "would win a tie, by 3 if the loser would."
)
_SHOWN = 3


def section(boards: tuple[SmallBoard, ...]) -> Section:
    """Return the section on small boards."""
    title = tr("Small boards, solved")
    if not boards:
        return Section("small", title, (tr("No board was small enough for the time."),))
    rules = boards[-1].rules
    blocks: list[Block] = [sentences(tr(_EXPLAINED), rule_text(rules.name).resized), _values(boards)]
    if complete := [board for board in boards if board.openings]:
        blocks.append(_picture(complete[-1]))
    return Section("small", title, tuple(blocks))


def _values(boards: tuple[SmallBoard, ...]) -> Table:
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
    low, high = (pick(each.value for each in board.openings) for pick in (min, max))
    worst, best = (value_text(value, board.rules.start(), verb="wins") for value in (low, high))
    if low == high:
        return Number(tr("all: {result}", result=best), how)
    return Number(tr("from {worst} to {best}", worst=worst, best=best), how)


def _picture(board: SmallBoard) -> Figure:
    best = [each.placement for each in board.openings if each.value == _best_value(board)]
    caption = tr("The best first placements on {board}, exactly, one of each class of symmetry.", board=board.name)
    if len(best) > _SHOWN:
        caption = tr(
            "The best first placements on {board}, exactly, one of each class of symmetry ({shown} of {total}).",
            board=board.name, shown=_SHOWN, total=len(best),
        )  # fmt: skip
    start = board.rules.start()
    return Figure("best-opening", draw(start, highlight=best[:_SHOWN], square_size=36), caption, small=True)


EVEN = 0.05
"""An opening is nearly even if the first side wins 45 % to 55 %."""

_HAS = mark(
    "After the first placement the second player may take over the side that made it. Then the first player does best "
    "with the most even opening, and what remains of its advantage counts for the second."
)
_NONE = mark(
    "This game has no swap. These figures show the imbalance a swap rule would have to correct, and what would remain: "
    "the first player would choose the most even opening."
)


def swap(context: Context, boards: tuple[SmallBoard, ...]) -> Section:
    """Return the section on the swap."""
    rules = context.rules
    later = rules.swap_changes_value
    blocks: list[Block] = [rule_text(rules.name).swap if later else tr(_HAS if rules.has_swap else _NONE)]
    if classes := openings.compared(context):
        blocks.append(_evenness(classes, context.run.run.games, rules.sides[0]))
    if rules.has_swap and context.matches:
        blocks.append(_swaps_made(context))
    if solved := [board for board in boards if board.openings]:
        blocks.append(_exactly(context, solved))
    return Section("swap", tr("Swap"), tuple(blocks))


def _evenness(classes: list[openings.OpeningClass], games: int, side: str) -> Table:
    found = openings.distance_from_even(classes)
    sample = random_games(games)
    each_way = How(Kind.ESTIMATE, tr("openings of {games}, each shrunk to the mean by its noise", games=sample))
    corrected = How(Kind.ESTIMATE, tr("openings of {games}, corrected for sampling noise; 95 % interval", games=sample))
    total = sum(each.count for each in classes)
    estimates = openings.shrunk([each.wins for each in classes])
    counted = list(zip(classes, estimates, strict=True))
    better = sum(each.count for each, estimate in counted if estimate.share > 0.5)
    near = sum(each.count for each, estimate in counted if abs(estimate.share - 0.5) <= EVEN)
    return figures(
        tr("How even the openings are in random play"),
        (tr("first placements compared"), Number(total, each_way)),
        (tr("of them better for {side}", side=tr(side)), Number(better / total, each_way, form=Format.SHARE)),
        (tr("of them nearly even (45 % to 55 %)"), Number(near / total, each_way, form=Format.SHARE)),
        (tr("RMS deviation from 50 %"), Number(found.share, corrected, *found.interval, form=Format.SHARE)),
    )


def _swaps_made(context: Context) -> Table:
    rows = []
    for match in context.matches:
        level = match_level(match)
        swapped = [game for game in match.games if SWAP in game.moves]
        by_swap = Share("after a swap", sum(g.winner != g.first_player for g in swapped), len(swapped))
        after = simulated(len(swapped), tr("after a swap"))
        rows.append(Row(tr(match.names[0]), (level.swaps, level.second_player_wins, share(by_swap, after))))
    columns = (tr("play"), tr("swapped"), tr("second player wins"), tr("second player wins after swapping"))
    return Table(tr("Swaps in games"), columns, tuple(rows))


def _exactly(context: Context, solved: list[SmallBoard]) -> Table:
    rows = []
    for board in solved:
        how = How(Kind.EXACT, tr("every first placement solved, {engine}", engine=board.engine))
        total = sum(each.count for each in board.openings)
        first = sum(each.count for each in board.openings if each.value > 0)
        numbers = (
            Number(total, how), Number(first / total, how, form=Format.SHARE),
            Number(value_text(board.most_even.value, board.rules.start(), verb="wins"), how),
            board_swap_value(board),
        )  # fmt: skip
        rows.append(Row(board_name(context, board), numbers))
    columns = (
        tr("board"), tr("first placements"), tr("of them won by {side}", side=tr(solved[0].rules.sides[0])),
        tr("the most even one"), tr("the game, with a swap after it"),
    )  # fmt: skip
    return Table(tr("Exact values of all openings"), columns, tuple(rows))
