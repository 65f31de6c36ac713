"""Games of TAIJI in which one side mirrors the other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from litslab.games import Position
from litslab.games.geometry import bits, nth_bit
from litslab.games.position import Rules


@dataclass(frozen=True)
class Mirroring:
    """A symmetry of a board of TAIJI, with the colours exchanged."""

    rules: Rules
    symmetry: int

    def image(self, placement: int) -> int:
        """The placement on the image squares, light for dark and dark for light."""
        return self.exchanged(self.rules.table.symmetries[self.symmetry][placement])

    def exchanged(self, placement: int) -> int:
        """The placement on the same squares in the other colours."""
        table = self.rules.table
        other = table.find(table[placement].shape, table[placement].mask, table[placement].white)
        assert other is not None
        return other.index

    def own_images(self, position: Position) -> list[int]:
        """The legal placements that are their own images: those across the line of a reflection."""
        return [i for i in bits(position.legal) if self.image(i) == i]

    def positions(self, rng: random.Random, mistakes: float = 0.0) -> Iterator[Position]:
        """The positions of a game in which every random placement is answered by its image, so that they are symmetric.

        `mistakes` is the share of the answers whose colours are not exchanged: then only what is free is symmetric.
        """
        position = self.rules.start()
        own = self.own_images(position)
        if own:
            position = position.place(rng.choice(own))
        yield position
        while position.legal:
            placement = nth_bit(position.legal, rng.randrange(position.legal.bit_count()))
            position = position.place(placement)
            image = self.image(placement)
            answers = [image] if image != placement else self.own_images(position)
            if not answers or not position.legal >> answers[0] & 1:
                return
            answer = rng.choice(answers)
            position = position.place(self.exchanged(answer) if rng.random() < mistakes else answer)
            yield position
