"""The questions of a campaign as a tree: one that is too hard is split into the same question after each move.

If the answer after one move is the one that the side to move wants, it is the answer; if none is, it is the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from litslab.solver.campaign.knowledge import Knowledge
from litslab.solver.campaign.question import Name, ValueQuery

_PATIENCE_BITS = 3
PATIENCE = 1 << _PATIENCE_BITS
"""How many times as much as the next of its siblings a question may cost before that one is tried."""

_MOST_DOUBTED = 100

Chain = tuple[ValueQuery, ...]
"""A question at the end, and before it those that it was split from."""


def by_promise(likely: Sequence[ValueQuery], spent: Counter[str], unit: int) -> list[ValueQuery]:
    """Return questions of which one may suffice in the order in which to ask them.

    The first is tried until it has cost `PATIENCE` times as much as the second, and so on. So a wrong guess costs a
    limited multiple of the right one, and where the first guess is right, little is wasted on the others.

    Parameters
    ----------
    likely : sequence of ValueQuery
        The questions, the likely ones first.
    spent : Counter of str
        How many nodes each reduced position has cost, with all that follow it.
    unit : int
        How many nodes one search may take.
    """
    penalties = [
        (spent[each.reduced.text] + unit) << (min(rank, _MOST_DOUBTED) * _PATIENCE_BITS)
        for rank, each in enumerate(likely)
    ]
    return [likely[rank] for rank in sorted(range(len(likely)), key=penalties.__getitem__)]


class Tree:
    """The questions that are split, and what follows from the answers.

    Parameters
    ----------
    known : Knowledge
        What is proved.
    splits : dict of Name to sequence of int
        The questions that are split, with the moves of their reduced positions, the likely ones first.
    spent : Counter of str
        How many nodes each reduced position has cost, with all that follow it.
    unit : int
        How many nodes one search may take.
    derived : callable
        Receives each answer that follows from those after the moves, and the number of the move that shows it; None if
        it takes all moves.
    """

    def __init__(
        self,
        known: Knowledge,
        splits: dict[Name, Sequence[int]],
        spent: Counter[str],
        unit: int,
        derived: Callable[[ValueQuery, bool, int | None], None],
    ) -> None:
        self.known = known
        self.spent = spent
        self._orders = splits
        self.unit = unit
        self._derived = derived
        self._children: dict[Name, dict[int, ValueQuery]] = {}

    def split(self, question: ValueQuery, order: Sequence[int]) -> None:
        """Split a question; `order` are the moves of its reduced position, the likely ones first."""
        self._orders[question.name] = order

    def is_split(self, question: ValueQuery) -> bool:
        """Return whether a question is split."""
        return question.name in self._orders

    def credit(self, chain: Chain, nodes: int) -> None:
        """Note what a search for the last question of a chain has cost."""
        for text in {question.reduced.text for question in chain}:
            self.spent[text] += nodes

    def settle(self, chain: Chain) -> None:
        """Take in what follows from the answer to the last question of a chain for those before it."""
        for question in reversed(chain[:-1]):
            self._open_children(question)

    def order(self, questions: list[ValueQuery]) -> list[ValueQuery]:
        """Return questions of which one may suffice in the order in which to ask them."""
        return by_promise(questions, self.spent, self.unit)

    def to_ask(self, question: ValueQuery, above: Chain = ()) -> Iterator[Chain]:
        """Yield the chains of the questions that help to answer one and are not split, those to be asked first first.

        Answers that follow from others are taken in on the way.
        """
        chain = (*above, question)
        open_children = self._open_children(question)
        if open_children is None:
            if self.known.holds(question) is None:
                yield chain
            return
        for child in self.order(open_children):
            yield from self.to_ask(child, chain)
            if self.known.holds(child) is question.wanted:
                break
        self._open_children(question)

    def open_questions(self, question: ValueQuery) -> Iterator[ValueQuery]:
        """Yield all unanswered questions below one that are not split."""
        if self.known.holds(question) is not None:
            return
        if not self.is_split(question):
            yield question
            return
        for child in self._children_of(question).values():
            yield from self.open_questions(child)

    def _open_children(self, question: ValueQuery) -> list[ValueQuery] | None:
        """Return the unanswered questions after the moves, or None if the question is answered or not split.

        If it can be answered now, it is.
        """
        if self.known.holds(question) is not None or not self.is_split(question):
            return None
        open_children = []
        for number, child in self._children_of(question).items():
            holds = self.known.holds(child)
            if holds is question.wanted:
                self._settle(question, holds, number)
                return None
            if holds is None:
                open_children.append(child)
        if not open_children:
            self._settle(question, not question.wanted, None)
            return None
        return open_children

    def _settle(self, question: ValueQuery, holds: bool, number: int | None) -> None:
        """Take in the answer to a split question; the positions after its moves are no longer needed."""
        self._derived(question, holds, number)
        self._forget_children(question)

    def _forget_children(self, question: ValueQuery) -> None:
        for child in self._children.pop(question.name, {}).values():
            self._forget_children(child)

    def _children_of(self, question: ValueQuery) -> dict[int, ValueQuery]:
        """Return the questions after the moves, by the moves' numbers, the likely ones first."""
        name = question.name
        if name not in self._children:
            self._children[name] = question.children(self._orders[name])
        return self._children[name]
