"""First placements up to symmetry: how random games went after each, and fresh games after those worth a look."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.distributions import Share, openings
from analysis.run import RunFile
from games.battle_of_lits import BattleOfLits
from games.placements import Placement


@dataclass(frozen=True)
class OpeningClass:
    """First placements that the board's symmetries turn into each other, where the board's symbols allow it.

    Attributes
    ----------
    placement : Placement
        One of them.
    count : int
        How many they are.
    wins : Share
        The games that the first side won after any of them.
    """

    placement: Placement
    count: int
    wins: Share

    @property
    def imbalance(self) -> float:
        """How far the opening is from even, 0 to ½."""
        return abs(self.wins.share - 0.5)


def opening_classes(run: RunFile) -> list[OpeningClass]:
    """Return the first placements that came in random games, the best for the first side first.

    The symbols of Battle of LITS are no part of the table of placements, whose symmetries do not keep them: there each
    placement is a class of its own.
    """
    table = run.rules.table
    has_symbols = isinstance(run.rules, BattleOfLits) and any(run.rules.marks)
    symmetries = table.symmetries[:1] if has_symbols else table.symmetries
    games: dict[int, tuple[int, int]] = {}
    for opening in openings(run):
        least = min(symmetry[opening.placement.index] for symmetry in symmetries)
        wins, total = games.get(least, (0, 0))
        games[least] = wins + opening.wins.count, total + opening.wins.total
    side = run.rules.sides[0]
    found = [
        OpeningClass(table[least], len({symmetry[least] for symmetry in symmetries}), Share(side, wins, total))
        for least, (wins, total) in games.items()
    ]
    return sorted(found, key=lambda each: (-each.wins.share, each.placement.index))


def notable(classes: list[OpeningClass]) -> list[tuple[str, OpeningClass]]:
    """Return the best opening for the first side, the most even one and the worst, each once."""
    named = (
        ("best for the first side", classes[0]),
        ("most even", min(classes, key=lambda each: (each.imbalance, each.placement.index))),
        ("best for the second side", classes[-1]),
    )
    kept: dict[int, tuple[str, OpeningClass]] = {}
    for name, each in named:
        kept.setdefault(each.placement.index, (name, each))
    return list(kept.values())
