"""What a campaign has proved: bounds of the values of positions, of which every question's answer is one."""

from __future__ import annotations

from litslab.games.position import Position
from litslab.solver.campaign.question import Name, ValueQuery
from litslab.solver.endgame.result import Score


class Knowledge:
    """Proved bounds by reduced position: an answer to one question answers those about other numbers, too.

    Attributes
    ----------
    answers : int
        How many answers have been taken in.
    """

    def __init__(self) -> None:
        self.answers = 0
        self._bounds: dict[str, Score] = {}
        self._moves: dict[str, int] = {}

    def learn(self, name: Name, holds: bool, move: int | None = None) -> None:
        """Take in an answer, and the move of the reduced position that shows it if one does."""
        self.answers += 1
        text, target = name
        known = self._bounds.get(text, _NOTHING)
        if holds:
            self._bounds[text] = Score(max(known.lower, target), known.upper)
        else:
            self._bounds[text] = Score(known.lower, min(known.upper, target - 2))
        if move is not None:
            self._moves[text] = move

    def score(self, question: ValueQuery) -> Score:
        """Return what is known of the value of a question's position."""
        text = question.reduced.text
        known = self._bounds.get(text, _NOTHING)
        if known.lower == -_INFINITE or known.upper == _INFINITE:
            known = self._bounds[text] = _within_limits(known, question.position)
        return known

    def holds(self, question: ValueQuery) -> bool | None:
        """Return the answer to a question, None if it is not known."""
        score = self.score(question)
        if score.lower >= question.target:
            return True
        return False if score.upper < question.target else None

    def move(self, question: ValueQuery) -> int | None:
        """Return the number of the move that showed the latest answer about a question's position, if one did."""
        move = self._moves.get(question.reduced.text)
        return None if move is None else question.reduced.original(move)


_INFINITE = 1 << 30
_NOTHING = Score(-_INFINITE, _INFINITE)


def _within_limits(known: Score, position: Position) -> Score:
    """Return bounds as the rules alone tighten them."""
    if position.is_over:
        value = position.outcome().value
        return Score(value, value)
    limit = position.rules.value_limit()
    return Score(max(known.lower, -limit), min(known.upper, limit))
