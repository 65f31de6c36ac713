"""A question that is split is answered by one of its children, or by all of them; and what a worker
does with one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from litslab.games.move import Move
from litslab.games.notation import move_number
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.registry import new_game
from litslab.solver.campaign import tree as module
from litslab.solver.campaign.question import Knowledge, ValueQuery
from litslab.solver.campaign.tree import (
    CHECK_MEMORY,
    PATIENCE,
    SearchStatus,
    Task,
    Tree,
    by_promise,
    search,
    second_task,
)
from litslab.solver.engines.reference import Search
from tests.solver.campaign.boards import board

START = ValueQuery(new_game("battle-of-lits", size=6, seed=1), 1)  # two moves never end it
ORDER = [move_number(move, START.position.rules) for move in START.position.choices()]


class Answers(list[tuple[str, bool, int | None]]):
    """The conclusions from answers, in their order; all are learned."""

    def __init__(self) -> None:
        super().__init__()
        self.known = Knowledge()
        self.tree = Tree(self.known, {}, Counter(), 100, self.take)

    def take(self, question: ValueQuery, holds: bool, number: int | None) -> None:
        self.append((question.reduced.text, holds, number))
        self.known.learn(question.name, holds)


def test_one_child_with_the_wanted_answer_suffices() -> None:
    found = Answers()
    found.tree.splits[START.name] = ORDER
    children = list(START.children(ORDER).values())
    assert [chain[-1].name for chain in found.tree.to_ask(START)] == [
        child.name for child in children
    ]
    found.known.learn(children[0].name, holds=False)
    found.tree.settle((START, children[0]))
    assert not found
    found.known.learn(children[5].at(7).name, holds=True)  # an answer to a harder question
    found.tree.settle((START, children[5]))
    assert found == [(START.reduced.text, True, children[5].path[0])]
    assert not list(found.tree.to_ask(START))
    assert not found.tree.children  # which would fill the memory


def test_an_answer_that_another_branch_brought_is_taken_in_on_the_way() -> None:
    """The child is not asked again, and what it settles is settled without a search."""
    found = Answers()
    found.tree.splits[START.name] = ORDER
    child = START.children(ORDER)[ORDER[2]]
    found.tree.splits[child.name] = [
        move_number(move, START.position.rules) for move in child.position.choices()
    ]
    for grandchild in child.children().values():
        found.known.learn(grandchild.name, holds=True)
    names = [chain[-1].name for chain in found.tree.to_ask(START)]
    assert [each[0] for each in found] == [child.reduced.text, START.reduced.text]
    assert names == [each.name for each in list(START.children(ORDER).values())[:2]]


def test_a_question_is_left_for_the_next_when_it_costs_much_more() -> None:
    a, b, c = list(START.children().values())[:3]
    assert by_promise([a, b, c], Counter(), 100) == [a, b, c]
    spent = Counter({a.reduced.text: 100 * (PATIENCE - 1)})
    assert by_promise([a, b, c], spent, 100) == [a, b, c]
    spent[a.reduced.text] += 1
    assert by_promise([a, b, c], spent, 100) == [b, a, c]
    spent[b.reduced.text] += 100 * (PATIENCE - 1) + 1
    assert by_promise([a, b, c], spent, 100) == [a, c, b]


def test_what_a_search_cost_is_credited_to_all_it_was_done_for() -> None:
    tree = Answers().tree
    child = START.children()[ORDER[0]]
    tree.credit((START, child), 70)
    tree.credit((START,), 30)
    assert (tree.spent[START.reduced.text], tree.spent[child.reduced.text]) == (100, 70)


BOARD = board(5, 3)
RECORD = dumps(Record(BOARD.rules, setup=BOARD))


def task(question: ValueQuery, nodes: int = 100_000, engine: str | None = "reference") -> Task:
    return Task("run", RECORD, question.name, question.path, nodes, None, 1, engine)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_the_answer_is_that_of_the_engine(engine: str) -> None:
    question = ValueQuery(BOARD, 1).after(move_number(BOARD.choices()[9], BOARD.rules))
    value = Search().value(question.position)
    for target in range(value - 4, value + 6, 2):
        found = search(task(question.at(target), engine=engine))
        assert (found.outcome, found.holds, found.engine) == (
            SearchStatus.ANSWERED,
            target <= value,
            engine,
        )
        assert found.worker


def test_the_moves_are_all_of_the_position_the_likely_ones_first() -> None:
    question = ValueQuery(BOARD, 1)
    found = search(task(question, engine="kernel"))
    assert sorted(found.moves) == [move_number(move, BOARD.rules) for move in BOARD.choices()]
    assert found.holds
    assert search(task(question.after(found.moves[0]))).holds  # what the table knows comes first


def test_the_moves_are_ordered_by_the_value_that_the_side_to_move_wants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first side would like at least the target; the second, the next lower value."""
    ordered: list[tuple[int, int]] = []

    class Ordering(Search):
        def likely_moves(self, position: Position, value: int) -> Sequence[Move]:
            ordered.append((position.to_move, value))
            return super().likely_moves(position, value)

    monkeypatch.setattr(module, "make_oracle", lambda *_, **__: Ordering())
    root = ValueQuery(BOARD, 3)
    for question in (root, root.after(move_number(BOARD.choices()[0], BOARD.rules))):
        search(replace(task(question), check=True))
    assert ordered == [(0, 3), (1, 1)]


def test_a_question_that_is_too_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 1e-9)
    found = search(replace(task(ValueQuery(BOARD, 1), nodes=50), run="another"))
    assert (found.outcome, found.holds) == (SearchStatus.LIMIT, None)
    assert 0 < found.nodes <= 51
    assert len(found.moves) == len(BOARD.choices())
    # More nodes have more time.
    assert search(task(ValueQuery(BOARD, 1), nodes=1 << 60)).holds is not None


def test_the_nodes_are_those_of_one_task() -> None:
    first = search(replace(task(ValueQuery(BOARD, 3)), run="third"))
    again = search(replace(task(ValueQuery(BOARD, 3), nodes=10), run="third"))
    assert first.outcome is again.outcome is SearchStatus.ANSWERED
    assert again.nodes <= 1 < first.nodes  # its table knows the answer


def test_the_end_of_the_run_is_no_sign_of_a_hard_question() -> None:
    found = search(replace(task(ValueQuery(BOARD, 1)), run="late", deadline=time.time() - 1))
    assert (found.outcome, found.holds) == (SearchStatus.TIME, None)


def test_a_second_search_has_another_engine_or_at_least_another_table() -> None:
    first = task(ValueQuery(BOARD, 1), engine=None)
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
    hard = replace(task(ValueQuery(BOARD, 1)), run="full")
    found = search(hard)
    assert found.outcome is SearchStatus.LIMIT
    assert found.nodes < 100
    assert search(hard).nodes == found.nodes  # it begins with an empty table
