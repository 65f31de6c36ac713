"""The variables shared by all rules: one Boolean per placement, and literals derived from them."""

from __future__ import annotations

from collections.abc import Iterable

from ortools.sat.python import cp_model

from litslab.games.geometry import bits
from litslab.games.placements import Placement, PlacementTable

Literal = cp_model.BoolVarT
"""A Boolean variable or its negation."""


Valuation = cp_model.CpSolver | cp_model.CpSolverSolutionCallback
"""An object that knows the values of a solution: a solver after solving, or its
callback meanwhile.
"""

Linear = cp_model.LinearExpr
"""A linear expression: a sum of variables with integer coefficients, or one variable."""


class Variables:
    """The CP-SAT variables of a set of placements.

    Every other literal is *defined* by the placements in both directions, so that each set of
    placements is one solution, and enumerating solutions counts sets. Placements that are known
    beforehand are constants, which keeps the models of late positions small.

    `Variables.of` makes those of a game, and `phase` returns those of one phase of a double game.

    Attributes
    ----------
    table : PlacementTable
        All placements.
    model : CpModel
        The model that rules add to.
    placed : tuple of IntVar
        The variable of each placement, whether it lies on the board; they are the first variables
        of a new model.
    fixed : int
        The placements that lie on the board in every solution.
    possible : int
        The placements that can lie on the board, including `fixed`.
    """

    def __init__(
        self,
        table: PlacementTable,
        model: cp_model.CpModel,
        placed: tuple[cp_model.IntVar, ...],
        constants: tuple[cp_model.IntVar, cp_model.IntVar],
        *,
        fixed: int,
        possible: int,
    ) -> None:
        self.table = table
        self.model = model
        self.placed = placed
        self.fixed = fixed
        self.possible = possible
        self._constants = constants
        self._values = {
            literal.index: bool(value ^ negated)
            for value, constant in enumerate(constants)
            for negated, literal in enumerate((constant, ~constant))
        }
        self._any: dict[int, Literal] = {}
        self._all: dict[frozenset[int], Literal] = {}
        self._at_least: dict[tuple[int, int], Literal] = {}
        self._phases: dict[int, Variables] = {}

    @classmethod
    def of(
        cls,
        table: PlacementTable,
        *,
        fixed: int = 0,
        possible: int | None = None,
        model: cp_model.CpModel | None = None,
    ) -> Variables:
        """Return the variables of a game.

        Parameters
        ----------
        table : PlacementTable
            All placements.
        fixed : int
            The placements that lie on the board in every solution.
        possible : int, optional
            The placements that can lie on the board, including `fixed`; by default all.
        model : CpModel, optional
            A model that contains other games; by default a new one.
        """
        model = cp_model.CpModel() if model is None else model
        possible = table.all if possible is None else possible
        free = possible & ~fixed
        # The placements are the first variables of a new model if none of them is a constant.
        constants = None if free == table.all else (model.new_constant(0), model.new_constant(1))
        placed = []
        for placement in table:
            if constants is None or free >> placement.index & 1:
                placed.append(model.new_bool_var(f"placed {placement.index}"))
            else:
                placed.append(constants[fixed >> placement.index & 1])
        if constants is None:
            constants = model.new_constant(0), model.new_constant(1)
        return cls(table, model, tuple(placed), constants, fixed=fixed, possible=possible)

    def phase(self, table: PlacementTable, first: int) -> Variables:
        """Return the variables of one phase of a double game, whose table begins at `first` in the
        whole table.
        """
        if first not in self._phases:
            placed = self.placed[first : first + len(table)]
            fixed = self.fixed >> first & table.all
            possible = self.possible >> first & table.all
            self._phases[first] = Variables(
                table, self.model, placed, self._constants, fixed=fixed, possible=possible
            )
        return self._phases[first]

    @property
    def free(self) -> int:
        """The placements that may or may not lie on the board."""
        return self.possible & ~self.fixed

    def extract(self, values: Valuation) -> tuple[Placement, ...]:
        """Return the placements of a solution, in the order of the table."""
        return tuple(
            p for p, var in zip(self.table, self.placed, strict=True) if values.boolean_value(var)
        )

    def chosen(self, placements: int) -> list[cp_model.IntVar]:
        """Return the variables of a set of placements."""
        return [self.placed[index] for index in bits(placements)]

    def number(self, placements: int) -> Linear:
        """Return the number of a set's placements on the board."""
        return (
            cp_model.LinearExpr.sum(self.chosen(placements & self.free))
            + (placements & self.fixed).bit_count()
        )

    def constant(self, value: bool) -> Literal:
        """Return a literal with a fixed value."""
        return self._constants[value]

    def value_of(self, literal: Literal) -> bool | None:
        """Return the value of a constant literal, None for any other."""
        return self._values.get(literal.index)

    def clause(self, literals: Iterable[Literal]) -> None:
        """Require at least one of the literals; nothing is added if a constant among
        them is true.
        """
        open_ones = []
        for literal in literals:
            value = self.value_of(literal)
            if value:
                return
            if value is None:
                open_ones.append(literal)
        self.model.add_bool_or(open_ones)

    def at_most_one(self, placements: int) -> None:
        """Require that at most one of a set of placements lies on the board."""
        members = self.chosen(placements & self.free)
        already = (placements & self.fixed).bit_count()
        if already > 1:
            self.model.add_bool_or([])
        elif already:
            for member in members:
                self.model.add(member == 0)
        elif len(members) > 1:
            self.model.add_at_most_one(members)

    def any_of(self, placements: int) -> Literal:
        """Return the literal that one of a set of placements lies on the board (V1)."""
        if placements & self.fixed:
            return self.constant(True)
        placements &= self.possible
        if placements not in self._any:
            members = self.chosen(placements)
            if len(members) < 2:
                return members[0] if members else self.constant(False)
            found = self._any[placements] = self.model.new_bool_var("")
            self.model.add_bool_or([*members, ~found])
            for member in members:
                self.model.add_implication(member, found)
        return self._any[placements]

    def all_of(self, literals: Iterable[Literal]) -> Literal:
        """Return the literal that all the given literals hold (V2)."""
        members = [literal for literal in literals if self.value_of(literal) is not True]
        if any(self.value_of(literal) is False for literal in members):
            return self.constant(False)
        if len(members) < 2:
            return members[0] if members else self.constant(True)
        key = frozenset(member.index for member in members)  # a negation's index is negative
        if key not in self._all:
            found = self._all[key] = self.model.new_bool_var("")
            self.model.add_bool_or([*(~member for member in members), found])
            for member in members:
                self.model.add_implication(found, member)
        return self._all[key]

    def one_of(self, literals: Iterable[Literal]) -> Literal:
        """Return the literal that at least one of the given literals holds."""
        return ~self.all_of(~literal for literal in literals)

    def at_least(self, placements: int, count: int) -> Literal:
        """Return the literal that at least `count` of a set of placements lie on the board (V4)."""
        count -= (placements & self.fixed).bit_count()
        placements &= self.free
        if count <= 0 or count > placements.bit_count():
            return self.constant(count <= 0)
        if count == 1:
            return self.any_of(placements)
        key = placements, count
        if key not in self._at_least:
            self._at_least[key] = self.reaches(
                cp_model.LinearExpr.sum(self.chosen(placements)), count
            )
        return self._at_least[key]

    def reaches(self, number: Linear, least: int) -> Literal:
        """Return the literal that a number is at least `least` (V3)."""
        found = self.model.new_bool_var("")
        self.model.add(number >= least).only_enforce_if(found)
        self.model.add(number <= least - 1).only_enforce_if(~found)
        return found

    def covered(self, square: int) -> Literal:
        """Return the literal that a square is covered."""
        return self.any_of(self.table.covering[square])
