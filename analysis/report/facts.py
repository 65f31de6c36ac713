"""The few numbers at the head of a report that tell most of a game."""

from __future__ import annotations

from collections.abc import Sequence

from litslab.analysis.distributions import balance, distribution
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Fact, Format, How, Kind, Number
from litslab.analysis.report.numbers import COUNTED, mean, share, simulated, value_words, whole
from litslab.analysis.report.small_boards import SmallBoard
from litslab.analysis.report.tree_size import game_logs, tree_size
from litslab.solver.finals.estimate import BATCHES


def facts(context: Context, boards: Sequence[SmallBoard]) -> tuple[Fact, ...]:
    """Return them."""
    rules, run = context.rules, context.run
    how = simulated(run.run.games, "random play")
    found = [
        Fact("First placements", whole(rules.start().legal.bit_count(), COUNTED)),
        Fact("Placements in a game", mean(distribution(run, "length"), how)),
        Fact("First-player win rate (random play)", share(balance(run).people[0], how)),
    ]
    if context.mcts.count:
        by_engine = simulated(context.mcts.count, context.mcts.names[0])
        found.append(Fact("First-player win rate (engine)", share(context.mcts.first_mover_wins, by_engine)))
    if run.run.games >= 2 * BATCHES:
        size = tree_size(game_logs(run))
        knuth = How(Kind.ESTIMATE, f"Knuth’s method, {size.samples:,} random games")
        found.append(Fact("Games", Number(size.size, knuth, size.low, size.high, Format.LARGE)))
    if boards:
        board = boards[-1]
        solved = How(Kind.EXACT, f"{board.engine}, {board.nodes:,} positions")
        found.append(Fact(f"Perfect play on {board.name}", Number(value_words(board.value, board.rules), solved)))
    return tuple(found)
