"""A player that answers placements by their mirror images."""

from __future__ import annotations

import random
from dataclasses import dataclass

from litslab.analysis.report.play import Match
from litslab.games.language import mark, tr
from litslab.games.move import Move
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.solver.play.players import Player


@dataclass(frozen=True)
class Mirror:
    """A way to mirror placements.

    Attributes
    ----------
    symmetry : str
        The name of one of the board's symmetries.
    exchanging : bool
        Whether the colours are exchanged.
    """

    symmetry: str
    exchanging: bool

    @property
    def words(self) -> str:
        """The way to mirror as text."""
        text = tr(self.symmetry)
        return tr("{mirror}, colours exchanged", mirror=text) if self.exchanging else text

    def image(self, placement: Placement, rules: Rules) -> Placement | None:
        """Return the mirror image of a placement, if there is such a placement."""
        symmetry = next(each for each in rules.board.symmetries if each.name == self.symmetry)
        mask = symmetry.apply(placement.mask)
        if placement.black is None:
            return rules.table.find(placement.shape, mask)
        black = symmetry.apply(placement.white if self.exchanging else placement.black)
        return rules.table.find(placement.shape, mask, black, placement.level)


HALF_TURN = mark("half turn")

LEFT_RIGHT = mark("mirror left-right")


def mirrors(rules: Rules) -> tuple[Mirror, ...]:
    """Return the mirrors to try in a game; colours are exchanged only if pieces have some."""
    coloured = any(placement.black is not None for placement in rules.table)
    ways = (True, False) if coloured else (False,)
    symmetries = (HALF_TURN, LEFT_RIGHT)
    return tuple(Mirror(symmetry, exchanging) for symmetry in symmetries for exchanging in ways)


@dataclass(frozen=True)
class MirrorPlayer:
    """A player that answers the last placement by its mirror image if that is legal, and else plays
    like another.

    Attributes
    ----------
    mirror : Mirror
        The mirror.
    base : Player
        The player of all other moves.
    """

    mirror: Mirror
    base: Player

    @property
    def name(self) -> str:
        """The name of the player."""
        return f"{self.mirror.words}, else {self.base.name}"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return the mirror image of the last placement, or the other player's move."""
        if isinstance(position.last, Placement):
            image = self.mirror.image(position.last, position.rules)
            if image is not None and position.legal >> image.index & 1:
                return image
        return self.base.choose(position, rng)


def mirrored(match: Match, mirror: Mirror) -> tuple[int, int]:
    """Return the number of mirror images among the second player's placements, and the number of
    all of them.
    """
    images = 0
    answers = 0
    for game in match.games:
        placed = [move for move in game.moves if isinstance(move, Placement)]
        for first, second in zip(placed[::2], placed[1::2], strict=False):
            images += mirror.image(first, match.rules) == second
            answers += 1
    return images, answers
