"""What has been proved of the shortest and the longest games: the stored facts of ``docs/results/maximal.md``.

``extremes.json`` next to this module holds them, with a finished position for each; ``python -m docs.make maximal``
writes it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Literal

from litslab.games.notation import parse_placements
from litslab.games.position import Position, Rules
from litslab.games.registry import game

STORE = resources.files("litslab.solver.finals") / "extremes.json"

Aim = Literal["fewest", "most"]

METHODS = {
    "search": "`solver.finals.few_pieces`: an exhaustive search in the kernel finds no finished position of fewer.",
    "found": "`solver.finals.few_pieces`: the same search found the position.",
    "beam": "`solver.finals.few_pieces`: a beam search found the position (up to 10,000 layouts at once); no proof.",
    "strips": "`solver.finals.extreme`: CP-SAT finds no position of more pieces; the free squares that "
    "2×2 blocks force are summed over strips (`strip_cuts`), or over the disjoint blocks of the board.",
    "rows": "`solver.finals.domino_extremes`: dynamic programming, square by square, over all packings of dominoes.",
    "one level": "`solver.finals.domino_extremes`: no fewer than in TAIJI, as the bare board is packed the same way; "
    "the same program finds a position on one level with no more.",
    "trees": "`solver.finals.domino_extremes`: positions are cut up into binomial trees; CP-SAT proves the best way.",
    "model": "`solver.model`: the rules as one CP-SAT model, with the bounds known for it (in TAIJI two squares "
    "per piece).",
    "start": "`solver.finals.extreme`: the best of some random games, and of the beam search, from which the "
    "model starts; no proof.",
}
"""How a bound was proved or a position found."""


@dataclass(frozen=True)
class KnownExtreme:
    """The fewest or the most pieces of a finished position.

    Attributes
    ----------
    game, aim : str
        A game's name; "fewest" or "most".
    size : int
        Squares on a side.
    lower, upper : int
        Between which the number lies; equal where it is proved.
    lower_by, upper_by : str
        Members of `METHODS`.
    position : str
        Placements of a finished position: with `upper` pieces for the fewest, with `lower` otherwise.
    seconds : float
        What it took on two cores to work out both ends.
    """

    game: str
    aim: str
    size: int
    lower: int
    upper: int
    lower_by: str
    upper_by: str
    position: str
    seconds: float

    @property
    def key(self) -> tuple[str, int, str]:
        """What the fact is about."""
        return self.game, self.size, self.aim

    @property
    def rules(self) -> Rules:
        """The game."""
        return make_rules(self.game, self.size)

    @property
    def found(self) -> int:
        """How many pieces the position has."""
        return self.upper if self.aim == "fewest" else self.lower

    def check(self) -> Position:
        """Return the position.

        Raises
        ------
        ValueError
            If it is not finished, or has not as many pieces as the fact says.
        """
        position = self.rules.from_placements(parse_placements(self.position, self.rules))
        if not position.is_over or position.placed.bit_count() != self.found:
            raise ValueError(f"{' '.join(map(str, self.key))}: the position is no finished one of {self.found} pieces")
        return position


def make_rules(name: str, size: int) -> Rules:
    """Return a game on a square board; Battle of LITS has six pieces of each shape on 11×11, and five on others."""
    return game(name).on_square_board(size)


@lru_cache(maxsize=1)
def facts() -> dict[tuple[str, int, str], KnownExtreme]:
    """Return what is stored."""
    stored = [KnownExtreme(**entry) for entry in json.loads(STORE.read_text(encoding="utf-8"))]
    return {fact.key: fact for fact in stored}


def known(rules: Rules, aim: Aim) -> KnownExtreme | None:
    """Return what is known of a game, whatever its symbols and however many groups it scores; None if nothing is."""
    fact = facts().get((rules.name, rules.board.columns, aim))
    if fact is None or rules.board.columns != rules.board.rows:
        return None
    stored = fact.rules
    return fact if rules.table.counts == stored.table.counts else None
