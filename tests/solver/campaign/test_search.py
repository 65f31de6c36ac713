"""What a worker does with one task."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from litslab.games.position import Move, Position
from litslab.games.record import Record, dumps
from litslab.solver.campaign import tree as module
from litslab.solver.campaign.question import ValueQuery, move_number
from litslab.solver.campaign.tree import (
    CHECK_MEMORY,
    SearchStatus,
    Task,
    search,
    second_task,
)
from litslab.solver.engines.reference import Search
from tests.solver.campaign.boards import board

START = board(5, 3)
RECORD = dumps(Record(START.rules, setup=START))


def task(question: ValueQuery, nodes: int = 100_000, engine: str | None = "reference") -> Task:
    return Task("run", RECORD, question.name, question.path, nodes, None, 1 << 20, engine)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_the_answer_is_that_of_the_engine(engine: str) -> None:
    question = ValueQuery(START, 1).after(move_number(START.choices()[9], START.rules))
    value = Search().value(question.position)
    for target in range(value - 4, value + 6, 2):
        found = search(task(question.at(target), engine=engine))
        assert (found.outcome, found.holds, found.engine) == (SearchStatus.ANSWERED, target <= value, engine)
        assert found.worker


def test_the_moves_are_all_of_the_position_the_likely_ones_first() -> None:
    question = ValueQuery(START, 1)
    found = search(task(question, engine="kernel"))
    assert sorted(found.moves) == [move_number(move, START.rules) for move in START.choices()]
    assert found.holds
    assert search(task(question.after(found.moves[0]))).holds  # what the table knows comes first


def test_the_moves_are_ordered_by_the_value_that_the_side_to_move_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first side would like at least the target; the second, the next lower value."""
    ordered: list[tuple[int, int]] = []

    class Ordering(Search):
        def likely_moves(self, position: Position, value: int) -> Sequence[Move]:
            ordered.append((position.to_move, value))
            return super().likely_moves(position, value)

    monkeypatch.setattr(module, "make_oracle", lambda *_, **__: Ordering())
    root = ValueQuery(START, 3)
    for question in (root, root.after(move_number(START.choices()[0], START.rules))):
        search(replace(task(question), check=True))
    assert ordered == [(0, 3), (1, 1)]


def test_a_question_that_is_too_hard() -> None:
    found = search(replace(task(ValueQuery(START, 1), nodes=50), run="another"))
    assert (found.outcome, found.holds) == (SearchStatus.LIMIT, None)
    assert 0 < found.nodes <= 51
    assert len(found.moves) == len(START.choices())


def test_the_nodes_are_those_of_one_task() -> None:
    first = search(replace(task(ValueQuery(START, 3)), run="third"))
    again = search(replace(task(ValueQuery(START, 3), nodes=10), run="third"))
    assert first.outcome is again.outcome is SearchStatus.ANSWERED
    assert again.nodes <= 1 < first.nodes  # its table knows the answer


def test_the_end_of_the_run_is_no_sign_of_a_hard_question() -> None:
    found = search(replace(task(ValueQuery(START, 1)), run="late", deadline=time.time() - 1))
    assert (found.outcome, found.holds) == (SearchStatus.TIME, None)


def test_a_second_search_has_another_engine_or_at_least_another_table() -> None:
    first = task(ValueQuery(START, 1), engine=None)
    found = search(first)
    second = second_task(first, found)
    assert (second.check, second.engine) == (True, "reference")
    assert search(second).holds is found.holds
    hard = second_task(first, replace(found, nodes=1_000_000))
    assert (hard.engine, hard.memory, hard.nodes) == (None, CHECK_MEMORY, 4_000_000)
    slow = second_task(replace(first, engine="reference"), replace(found, engine="reference"))
    assert slow.engine == "reference"


def test_a_full_table_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litslab.solver.engines.reference.most_entries", lambda _: 30)
    hard = replace(task(ValueQuery(START, 1)), run="full")
    found = search(hard)
    assert found.outcome is SearchStatus.LIMIT
    assert found.nodes < 100
    assert search(hard).nodes == found.nodes  # it begins with an empty table
