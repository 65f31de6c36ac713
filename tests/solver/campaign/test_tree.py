"""A question that is split is answered by one of its children, or by all of them."""

from __future__ import annotations

from collections import Counter

from litslab.games.registry import new_game
from litslab.solver.campaign.question import Knowledge, ValueQuery, move_number
from litslab.solver.campaign.tree import PATIENCE, Tree, by_promise

START = ValueQuery(new_game("battle-of-lits", size=6, seed=1), 1)  # two moves never end it
ORDER = [move_number(move, START.position.rules) for move in START.position.choices()]


class Answers(list[tuple[str, bool, int | None]]):
    """What follows from answers, in order; it is learned."""

    def __init__(self) -> None:
        super().__init__()
        self.known = Knowledge()
        self.tree = Tree(self.known, {}, Counter(), 100, self.take)

    def take(self, question: ValueQuery, holds: bool, number: int | None) -> None:
        self.append((question.reduced.text, holds, number))
        self.known.learn(question.name, holds)


def test_one_child_with_the_wanted_answer_suffices() -> None:
    found = Answers()
    found.tree.split(START, ORDER)
    children = list(START.children(ORDER).values())
    assert [chain[-1].name for chain in found.tree.to_ask(START)] == [child.name for child in children]
    found.known.learn(children[0].name, holds=False)
    found.tree.settle((START, children[0]))
    assert not found
    found.known.learn(children[5].at(7).name, holds=True)  # an answer to a harder question
    found.tree.settle((START, children[5]))
    assert found == [(START.reduced.text, True, children[5].path[0])]
    assert not list(found.tree.to_ask(START))
    assert not found.tree._children  # which would fill the memory


def test_an_answer_that_another_branch_brought_is_taken_in_on_the_way() -> None:
    """The child is not asked again, and what it settles is settled without a search."""
    found = Answers()
    found.tree.split(START, ORDER)
    child = START.children(ORDER)[ORDER[2]]
    found.tree.split(child, [move_number(move, START.position.rules) for move in child.position.choices()])
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
