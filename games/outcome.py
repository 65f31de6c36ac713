"""How a game ended: scores, margin, winner, the tie rule, and the odd integer that search works with."""

from __future__ import annotations

from dataclasses import dataclass

NOBODY_PLACED = "nothing could be placed: the side that could not begin loses ties"
"""The tie rule of the games whose last placer wins ties, where there is no last placer."""


@dataclass(frozen=True)
class PhaseScore:
    """What one phase of a double game brought each player.

    Attributes
    ----------
    name : str
        The phase's game.
    scores : tuple of int
        The points of the player who moved first in the whole game, and of the other.
    """

    name: str
    scores: tuple[int, int]


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: exact, and never a draw.

    Attributes
    ----------
    sides : tuple of str
        The names of the two sides, the one that moves first in the game first. In the double games a side is the
        player who began with that colour.
    scores : tuple of int
        The points that are compared, in the order of `sides`.
    tie : int
        What the tie rule says: +1 if it speaks for the first side, -1 if for the second. In TAILITS+TAIJI it is
        the half point for the last tetromino.
    tie_rule : str
        The tie rule in words, as it applied here.
    phases : tuple of PhaseScore
        The two parts of a double game's scores; empty elsewhere.
    """

    sides: tuple[str, str]
    scores: tuple[int, int]
    tie: int
    tie_rule: str
    phases: tuple[PhaseScore, ...] = ()

    @property
    def margin(self) -> int:
        """The first side's points minus the second's."""
        return self.scores[0] - self.scores[1]

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
        """The index of the side that won."""
        return 0 if self.value > 0 else 1

    @property
    def winner(self) -> str:
        """The name of the side that won."""
        return self.sides[self.winning_side]

    @property
    def by_tie_rule(self) -> bool:
        """Whether the scores were equal, so that the tie rule decided."""
        return self.margin == 0

    def __str__(self) -> str:
        first, second = self.scores
        if self.by_tie_rule:
            return f"{self.winner} wins {first}–{second}: {self.tie_rule}"
        high, low = max(first, second), min(first, second)
        return f"{self.winner} wins {high}–{low}"
