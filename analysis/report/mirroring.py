"""A player who answers each placement by its mirror image, and how often that is possible."""

from __future__ import annotations

import random
from dataclasses import dataclass

from litslab.games.geometry import Symmetry
from litslab.games.placements import Placement
from litslab.games.position import Move, Position, Rules
from litslab.solver.play.match import Game
from litslab.solver.play.players import Player


@dataclass(frozen=True)
class Mirror:
    """A way to mirror placements.

    Attributes
    ----------
    symmetry : str
        The name of one of the board's symmetries.
    exchanging : bool
        Whether the image has the colours exchanged.
    """

    symmetry: str
    exchanging: bool

    def __str__(self) -> str:
        return f"{self.symmetry}, colours exchanged" if self.exchanging else self.symmetry

    def image(self, placement: Placement, rules: Rules) -> Placement | None:
        """Return the mirror image of a placement; None where there is no such placement."""
        symmetry = _symmetry(rules, self.symmetry)
        mask = symmetry.apply(placement.mask)
        if placement.black is None:
            return rules.table.find(placement.shape, mask)
        black = symmetry.apply(placement.white if self.exchanging else placement.black)
        return rules.table.find(placement.shape, mask, black, placement.level)


def _symmetry(rules: Rules, name: str) -> Symmetry:
    return next(each for each in rules.board.symmetries if each.name == name)


HALF_TURN, LEFT_RIGHT = "half turn", "mirror left-right"


def mirrors(rules: Rules) -> tuple[Mirror, ...]:
    """Return the ways to mirror that are tried in a game: colours are exchanged only where pieces have some."""
    coloured = any(placement.black is not None for placement in rules.table)
    return tuple(
        Mirror(symmetry, exchanging)
        for symmetry in (HALF_TURN, LEFT_RIGHT)
        for exchanging in ((True, False) if coloured else (False,))
    )


@dataclass(frozen=True)
class MirrorPlayer:
    """Answers the last placement by its mirror image where that is legal, and plays like another player elsewhere.

    Attributes
    ----------
    mirror : Mirror
        How to mirror.
    base : Player
        Who plays where there is no image, or it is not legal.
    """

    mirror: Mirror
    base: Player

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return f"{self.mirror}, else {self.base.name}"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return the mirror image of the last placement, or the other player's move."""
        if isinstance(position.last, Placement):
            image = self.mirror.image(position.last, position.rules)
            if image is not None and position.legal >> image.index & 1:
                return image
        return self.base.choose(position, rng)


def answered(game: Game, mirror: Mirror, rules: Rules) -> tuple[int, int]:
    """Return how many placements of the second player were images of the one before, and how many in all."""
    placed = [move for move in game.moves if isinstance(move, Placement)]
    pairs = list(zip(placed[::2], placed[1::2], strict=False))
    return sum(mirror.image(first, rules) == second for first, second in pairs), len(pairs)
