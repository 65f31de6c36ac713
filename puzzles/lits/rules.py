"""The rules of LITS and of the puzzles next to it, as values: what differs from one to another is a field each.

All have in common that each region has a tetromino, that equal shapes of different regions never share an edge, turned
or mirrored alike, that all shaded squares are orthogonally connected, and that no 2×2 block is fully shaded except by
an O tetromino. ``docs/rules.md`` tells where the rules of each puzzle come from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Flag, auto
from functools import cached_property

from litslab.games.errors import OptionError
from litslab.games.pieces import TETROMINOES, Shape


class Premise(Flag):
    """What a deduction may rely on, where the rules have it."""

    NONE = 0
    SHADED_TETROMINOES = auto()
    """What is shaded in a region is its tetromino."""
    EVERY_REGION = auto()
    """Every region has a tetromino."""
    NO_BLANK_BLOCK = auto()
    """No 2×2 block inside regions stays unshaded."""


@dataclass(frozen=True, eq=False)
class PuzzleRules:
    """The rules of a puzzle: one of `RULES`, so that rules are equal where they are the same object.

    Attributes
    ----------
    name : str
        What commands and JSON call them.
    title : str
        What the puzzle is called.
    shapes : tuple of Shape
        The tetrominoes that may be used: the four of LITS, or these and O.
    inverse : bool
        Whether the tetromino of a region is what stays unshaded there, and everything else is shaded.
    optional : bool
        Whether a region may be left out: it has at most one tetromino.
    blank_blocks : bool
        Whether 2×2 blocks of squares inside regions may stay unshaded.
    """

    name: str
    title: str
    shapes: tuple[Shape, ...] = TETROMINOES
    inverse: bool = False
    optional: bool = False
    blank_blocks: bool = True

    def __reduce__(self) -> tuple[Callable[[str], PuzzleRules], tuple[str]]:
        """Let copies and other processes have the same rules."""
        return rules_of, (self.name,)

    @cached_property
    def givens(self) -> str:
        """What may be known of a square: nothing, shaded, unshaded, or the shape of the tetromino that has it."""
        return "?#." + "".join(shape.value for shape in self.shapes)

    @cached_property
    def facts(self) -> Premise:
        """What deductions may rely on."""
        return (
            (Premise.NONE if self.inverse else Premise.SHADED_TETROMINOES)
            | (Premise.NONE if self.optional else Premise.EVERY_REGION)
            | (Premise.NONE if self.blank_blocks else Premise.NO_BLANK_BLOCK)
        )

    @property
    def may_leave_all_out(self) -> bool:
        """Whether shading nothing solves every puzzle without givens, so that none has another solution alone."""
        return self.optional and self.blank_blocks


LITS = PuzzleRules("lits", "LITS")
"""The puzzle itself: a region has one L, I, T or S."""

LITSO = PuzzleRules("litso", "LITSO", shapes=(*TETROMINOES, Shape.O))
"""LITS with the O tetromino."""

INVERSE_LITSO = PuzzleRules("inverse-litso", "Inverse LITSO", shapes=(*TETROMINOES, Shape.O), inverse=True)
"""Shading around the tetrominoes: each region has one of the five unshaded."""

OPTIONAL_REGIONS = PuzzleRules("optional-regions", "LITS with regions left out", optional=True)
"""LITS in which regions may be left out; only givens keep all of them from being left out."""

LITS_PLUS = PuzzleRules("lits-plus", "LITS+", optional=True, blank_blocks=False)
"""LITS in which regions may be left out, and no 2×2 block stays unshaded."""

RULES: dict[str, PuzzleRules] = {
    rules.name: rules for rules in (LITS, LITSO, INVERSE_LITSO, OPTIONAL_REGIONS, LITS_PLUS)
}
"""All of them by their names."""


def rules_of(name: str) -> PuzzleRules:
    """Return the rules of a name.

    Raises
    ------
    OptionError
        If there are none.
    """
    if name not in RULES:
        raise OptionError(f"rules {name[:30]!r}: expected {', '.join(RULES)}")
    return RULES[name]
