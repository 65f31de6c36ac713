"""The kernel's strategies: limits, symmetries and progress of the walk that certificates are made
of.
"""

from __future__ import annotations

import pytest

from litslab import kernel
from litslab.games import create
from litslab.games.position import Position
from litslab.games.sources import load
from litslab.solver.engines.kernel import KernelOracle, question
from litslab.solver.engines.walk import kept_symmetries, sorted_choices, text_ranks, walk
from tests.kernel.test_kernel import engine_of

LONG = load("docs/examples/taiji-7.toml").position(13)
MANY = 1 << 62


def ask(
    position: Position,
    side: int,
    value: int,
    *,
    moves: int = MANY,
    positions: int = MANY,
    nodes: int = MANY,
) -> kernel.Strategy:
    task = kernel.StrategyTask(
        side=side,
        value=value,
        rank=list(text_ranks(position.rules)),
        most_moves=moves,
        most_positions=positions,
        symmetries=[[*images, len(position.rules.table)] for images in kept_symmetries(position)],
    )
    table = kernel.TranspositionTable(1 << 22)
    return engine_of(position.rules).strategy(
        question(position), task, table=table, seconds=1e9, nodes=nodes
    )


@pytest.mark.slow
def test_limits_of_every_kind_are_told_apart() -> None:
    ending = kernel.StrategyEnding
    value = KernelOracle(rules=LONG.rules, memory=4).value(LONG)
    few = ask(LONG, 0, value, moves=10)
    assert (few.ending, len(few.choices)) == (ending.TOO_MANY_MOVES, 10)
    assert ask(LONG, 0, value, positions=10).ending == ending.TOO_MANY_POSITIONS
    assert ask(LONG, 0, value, nodes=600).ending == ending.STOPPED
    assert ask(LONG, 0, value + 2).ending == ending.REFUTED
    assert ask(LONG, 1, value - 2).ending == ending.REFUTED


def test_a_move_that_leads_to_a_position_met_is_preferred() -> None:
    """Symmetric positions are met once: fewer moves than if the walk takes the first that keeps the
    value.
    """
    start = create("taiji", size=3).start()
    oracle = KernelOracle(rules=start.rules, memory=1)
    value = oracle.value(start)
    for side in (0, 1):
        first: list[int] = []

        def choose(
            position: Position,
            _: object,
            side: int = side,
            first: list[int] = first,
        ) -> int:
            for number, move in enumerate(sorted_choices(position)):
                if oracle.reaches(position.play(move), value, side == 0):
                    first.append(number)
                    return number
            raise AssertionError

        walk(start, side, choose, lambda _: None, lambda _: None)
        assert len(ask(start, side, value).choices) <= len(first)


def test_an_error_of_progress_ends_the_walk() -> None:
    def end(_: int) -> None:
        raise EOFError

    oracle = KernelOracle(rules=LONG.rules, memory=4)
    with pytest.raises(EOFError):
        oracle.strategy(LONG, 0, oracle.value(LONG), largest=1_000_000, report=end)
