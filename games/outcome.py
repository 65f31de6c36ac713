"""The result of a finished game."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import computed_field

from litslab.games.language import mark, tr

NOBODY_PLACED = mark("nothing could be placed: the side that could not begin loses ties")
"""The tie rule if nobody placed a piece in a game whose last placer wins ties."""


@dataclass(frozen=True)
class PhaseScore:
    """The points of each player in one phase of a double game."""

    name: str
    """The phase's game."""
    scores: tuple[int, int]
    """The points of the player who moved first in the whole game, and of the other."""


def points_text(halves: int) -> str:
    """Return a number of points, given in half points, as text.

    Examples
    --------
    >>> points_text(94), points_text(39), points_text(1)
    ('47', '19½', '½')
    """
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: exact, and never a draw."""

    sides: tuple[str, str]
    """The names of the two sides, in the order of play. In the double games a side is the player
    who began with that colour.
    """
    scores: tuple[int, int]
    """The points that are compared, in the order of `sides`."""
    tie: int
    """The tie rule: +1 if it favours the first side, -1 if it favours the second. In TAILITS+TAIJI
    it is the half point for the last tetromino.
    """
    tie_rule: str
    """The tie rule in words, as it applies here."""
    phases: tuple[PhaseScore, ...] = ()
    """The two parts of a double game's scores; empty in other games."""
    tie_is_half_point: bool = False
    """Whether the tie rule is half a point more, a part of the score."""

    @computed_field
    @property
    def margin(self) -> int:
        """The first side's points minus the second's."""
        return self.scores[0] - self.scores[1]

    @computed_field
    @property
    def value(self) -> int:
        """The result as one odd integer, ``2 × margin + tie``: positive if the first side wins.

        Examples
        --------
        >>> Outcome(("light", "dark"), (13, 10), -1, "Dark wins ties").value
        5
        """
        return 2 * self.margin + self.tie

    @property
    def winning_side(self) -> int:
        """The index of the winning side."""
        return 0 if self.value > 0 else 1

    @computed_field
    @property
    def winner(self) -> str:
        """The name of the winning side."""
        return self.sides[self.winning_side]

    @computed_field
    @property
    def by_tie_rule(self) -> bool:
        """Return whether the scores are equal, so that the tie rule decides."""
        return self.margin == 0

    @property
    def score_texts(self) -> tuple[str, str]:
        """The scores as texts, with the half point if the game has it."""
        first, second = self.scores
        if not self.tie_is_half_point:
            return str(first), str(second)
        return points_text(2 * first + (self.tie > 0)), points_text(2 * second + (self.tie < 0))

    @property
    def scores_text(self) -> str:
        """Both scores, the winner's first: ``47–19½``."""
        first, second = self.score_texts
        return f"{second}–{first}" if self.winning_side else f"{first}–{second}"

    def __str__(self) -> str:
        scores = self.scores_text
        if self.by_tie_rule:
            return tr(
                "{side} wins {scores}: {rule}",
                side=tr(self.winner),
                scores=scores,
                rule=tr(self.tie_rule),
            )
        return tr("{side} wins {scores}", side=tr(self.winner), scores=scores)
