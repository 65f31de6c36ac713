"""The swap of games that can also be played without it, as a variant."""

from __future__ import annotations

from litslab.games.language import tr
from litslab.games.rules import Rules


class OptionalSwap(Rules):
    """Rules with the option `swap`, which each game declares in its place among its options.

    Attributes
    ----------
    swap : bool
        Whether the second player may swap on the first turn.
    """

    swap: bool

    @property
    def has_swap(self) -> bool:
        """Return whether the second player may swap on the first turn."""
        return self.swap

    @property
    def swap_text(self) -> str:
        """Who may swap and when, in one sentence, or that nobody may."""
        return super().swap_text or tr("It is played without the swap.")
