"""The variables that all rules share: one Boolean a placement, and literals that say what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ortools.sat.python import cp_model

from games.geometry import bits
from games.pieces import Shape
from games.placements import Placement, PlacementTable

Literal = cp_model.BoolVarT
"""A Boolean variable or its negation."""


class Valuation(Protocol):
    """What knows the values of a solution: a CP-SAT solver after solving, or a callback while it solves."""

    def boolean_value(self, literal: Literal, /) -> bool:
        """Return the value of a literal."""


class Variables:
    """A set of placements as CP-SAT sees it.

    Every literal beyond the placements is *defined* by them in both directions, so that each set of placements is
    one solution and enumerating solutions counts sets.

    Parameters
    ----------
    table : PlacementTable
        All placements.

    Attributes
    ----------
    table : PlacementTable
        All placements.
    model : CpModel
        The model that rules add to.
    placed : tuple of IntVar
        For each placement whether it lies on the board; they are the first variables of the model.
    """

    def __init__(self, table: PlacementTable) -> None:
        self.table = table
        self.model = cp_model.CpModel()
        self.placed = tuple(self.model.new_bool_var(f"placed {placement.index}") for placement in table)
        self._any: dict[int, Literal] = {}
        self._all: dict[frozenset[int], Literal] = {}
        self._at_least: dict[tuple[int, int], Literal] = {}

    def extract(self, values: Valuation) -> tuple[Placement, ...]:
        """Return the placements of a solution, in the order of the table."""
        return tuple(p for p, var in zip(self.table, self.placed, strict=True) if values.boolean_value(var))

    def chosen(self, placements: int) -> list[cp_model.IntVar]:
        """Return the variables of a set of placements."""
        return [self.placed[index] for index in bits(placements)]

    def constant(self, value: bool) -> Literal:
        """Return a literal with a fixed value."""
        return self.model.new_constant(int(value))

    def any_of(self, placements: int) -> Literal:
        """Return the literal that one of a set of placements lies on the board."""
        if placements not in self._any:
            members = self.chosen(placements)
            if not members:
                found: Literal = self.constant(False)
            elif len(members) == 1:
                found = members[0]
            else:
                found = self.model.new_bool_var("")
                self.model.add_bool_or([*members, ~found])
                for member in members:
                    self.model.add_implication(member, found)
            self._any[placements] = found
        return self._any[placements]

    def all_of(self, literals: Iterable[Literal]) -> Literal:
        """Return the literal that all the given literals hold."""
        members = list(literals)
        key = frozenset(member.index for member in members)  # a negation's index is negative
        if key not in self._all:
            if not members:
                found: Literal = self.constant(True)
            elif len(members) == 1:
                found = members[0]
            else:
                found = self.model.new_bool_var("")
                self.model.add_bool_or([*(~member for member in members), found])
                for member in members:
                    self.model.add_implication(found, member)
            self._all[key] = found
        return self._all[key]

    def at_least(self, placements: int, count: int) -> Literal:
        """Return the literal that at least `count` of a set of placements lie on the board."""
        if count == 1:
            return self.any_of(placements)
        key = placements, count
        if key not in self._at_least:
            total = sum(self.chosen(placements))
            found = self.model.new_bool_var("")
            self.model.add(total >= count).only_enforce_if(found)
            self.model.add(total <= count - 1).only_enforce_if(~found)
            self._at_least[key] = found
        return self._at_least[key]

    def covered(self, square: int) -> Literal:
        """Return the literal that a square is covered."""
        return self.any_of(self.table.covering[square])

    def shape_at(self, square: int, shape: Shape) -> Literal:
        """Return the literal that a piece of the given shape covers a square."""
        return self.any_of(self.table.covering[square] & self.table.of_shape[shape])
