"""Questions of a campaign (whether the value of a position is at least a number), and the known
answers.

Positions that a symmetry of the game exchanges have the same value, so only one of them is
searched: the one whose set of placements is the least number. Moves are stored as moves of that
position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from litslab.games.geometry import bits, mask_of
from litslab.games.language import ENGLISH, using
from litslab.games.notation import format_move, move_number, numbered_move
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.solver.score import Score

Name = tuple[str, int]
"""The identity of a question: the text of its reduced position, and its target."""


@dataclass(frozen=True)
class Reduced:
    """A position up to symmetry.

    Attributes
    ----------
    text : str
        Its placements and the side to move, the same for all positions that a symmetry of the game
        exchanges.
    images : tuple of int
        The image of each placement under the symmetry that leads to the reduced position.
    """

    text: str
    images: tuple[int, ...]

    def image(self, number: int) -> int:
        """Return the number that a move has in the reduced position."""
        return self.images[number] if number < len(self.images) else number

    def original(self, number: int) -> int:
        """Return the number of the move whose image has this number."""
        return self.images.index(number) if number < len(self.images) else number


@lru_cache(maxsize=4)
def _placement_texts(rules: Rules) -> tuple[str, ...]:
    return tuple(format_move(placement, rules) for placement in rules.table)


def reduce(position: Position) -> Reduced:
    """Return a position up to the symmetries of its game."""
    rules = position.rules
    indices = tuple(bits(position.placed))
    found = ((mask_of(images[index] for index in indices), images) for images in rules.symmetries)
    placed, images = min(found, key=lambda each: each[0])
    texts = _placement_texts(rules)
    with using(ENGLISH):  # the text is a key of files
        turn = position.turn
    by_level = sorted(bits(placed), key=lambda index: (rules.table[index].level, index))
    parts = [" ".join(texts[index] for index in by_level), turn]
    if position.swapped:
        parts.append("swapped")
    if position.half_point is not None:
        parts.append(f"half point: {position.half_point}")
    return Reduced("; ".join(parts), images)


@dataclass(frozen=True, eq=False)
class ValueQuery:
    """The question whether the value of a position is at least a number.

    Attributes
    ----------
    position : Position
        The position.
    target : int
        The number, which is odd like all values.
    path : tuple of int
        The moves that lead to the position from the root of the campaign.
    """

    position: Position
    target: int
    path: tuple[int, ...] = ()

    @cached_property
    def reduced(self) -> Reduced:
        """The position up to symmetry."""
        return reduce(self.position)

    @property
    def name(self) -> Name:
        """The identity of the question."""
        return self.reduced.text, self.target

    @property
    def wanted(self) -> bool:
        """The answer that the side to move wants. One move suffices to show it; the other answer
        takes all moves.
        """
        return self.position.to_move == 0

    def after(self, number: int) -> ValueQuery:
        """Return the same question about the position after a legal move with this number."""
        move = numbered_move(number, self.position.rules)
        return ValueQuery(self.position.play_unchecked(move), self.target, (*self.path, number))

    def at(self, target: int) -> ValueQuery:
        """Return the question with another target."""
        return ValueQuery(self.position, target, self.path)

    def children(self, order: Iterable[int] | None = None) -> dict[int, ValueQuery]:
        """Return the questions after the moves that decide the value, by the moves' numbers,
        without duplicates.

        Parameters
        ----------
        order : iterable of int, optional
            The moves of the reduced position, likely ones first; by default the order of the table.
        """
        rules = self.position.rules
        choices = [move_number(move, rules) for move in self.position.choices()]
        if order is not None:
            ranks = {number: rank for rank, number in enumerate(order)}
            choices.sort(key=lambda number: ranks.get(self.reduced.image(number), len(ranks)))
        found: dict[Name, tuple[int, ValueQuery]] = {}
        for number in choices:
            child = self.after(number)
            found.setdefault(child.name, (number, child))
        return dict(found.values())


def play_path(position: Position, path: Iterable[int]) -> Position:
    """Return the position after a path of moves."""
    for number in path:
        position = position.play_unchecked(numbered_move(number, position.rules))
    return position


class Knowledge:
    """Proved bounds by reduced position, because an answer to one question also answers those with
    other targets.

    Attributes
    ----------
    answers : int
        The number of answers that have been learned.
    """

    def __init__(self) -> None:
        self.answers = 0
        self._bounds: dict[str, Score] = {}
        self._moves: dict[str, int] = {}

    def learn(self, name: Name, holds: bool, move: int | None = None) -> None:
        """Learn an answer, and the move of the reduced position that shows it, if there is one."""
        self.answers += 1
        text, target = name
        learned = Score(target, _INFINITE) if holds else Score(-_INFINITE, target - 2)
        self._bounds[text] = self._bounds.get(text, _NOTHING) & learned
        if move is not None:
            self._moves[text] = move

    def score(self, question: ValueQuery) -> Score:
        """Return the bounds of the value of a question's position."""
        text = question.reduced.text
        known = self._bounds.get(text, _NOTHING)
        if known.lower == -_INFINITE or known.upper == _INFINITE:
            limits = Score.by_rules(question.position)
            known = self._bounds[text] = limits if limits.is_exact else known & limits
        return known

    def holds(self, question: ValueQuery) -> bool | None:
        """Return the answer to a question, None if it is unknown."""
        score = self.score(question)
        if score.lower >= question.target:
            return True
        return False if score.upper < question.target else None

    def move(self, question: ValueQuery) -> int | None:
        """Return the number of the move that shows the latest answer about a question's position,
        if there is one.
        """
        move = self._moves.get(question.reduced.text)
        return None if move is None else question.reduced.original(move)


_INFINITE = 1 << 30
_NOTHING = Score(-_INFINITE, _INFINITE)
