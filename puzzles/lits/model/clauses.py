"""Clauses, sums of literals and ranks, written straight into the data type of CP-SAT.

The methods of `CpModel` check each argument. On puzzles that are solved in milliseconds building
the model takes longer than the search, so this writes the same constraints without these checks.
"""

from __future__ import annotations

from collections.abc import Iterable

from ortools.sat.python import cp_model


def negated(literal: int) -> int:
    """Return the negation of a literal, as CP-SAT numbers it."""
    return -1 - literal


class ClauseModel:
    """A CP-SAT model of Booleans, clauses and ranks.

    A literal is the number of a Boolean variable, or the `negated` number.

    Attributes
    ----------
    cpsat : CpModel
        The model, to be solved.
    """

    def __init__(self) -> None:
        self.cpsat = cp_model.CpModel()
        proto = self.cpsat.proto
        self._variables = proto.variables
        self._constraints = proto.constraints
        self._assumptions = proto.assumptions
        self._count = 0

    def boolean(self) -> int:
        """Add a Boolean variable and return its number."""
        return self.rank(1)

    def rank(self, most: int) -> int:
        """Add an integer variable from 0 to `most` and return its number."""
        self._variables.add().domain.extend((0, most))
        number = self._count
        self._count += 1
        return number

    def any_of(self, literals: Iterable[int]) -> None:
        """Require at least one of the literals."""
        self._constraints.add().bool_or.literals.extend(literals)

    def implies(self, condition: int, literal: int) -> None:
        """Require a literal where another holds."""
        self.any_of((negated(condition), literal))

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Forbid two of the literals."""
        self._constraints.add().at_most_one.literals.extend(literals)

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Require one of the literals and forbid two."""
        self._constraints.add().exactly_one.literals.extend(literals)

    def exactly(self, count: int, literals: Iterable[int]) -> None:
        """Require a number of the variables, and forbid more."""
        self._add_count(literals, count, count)

    def _add_count(self, variables: Iterable[int], least: int, most: int, *conditions: int) -> None:
        rule = self._constraints.add()
        rule.enforcement_literal.extend(conditions)
        rule.linear.vars.extend(variables)
        rule.linear.coeffs.extend([1] * len(rule.linear.vars))
        rule.linear.domain.extend((least, most))

    def one_or_none(self, literals: Iterable[int]) -> int:
        """Forbid two of the literals, and return a literal that says that there is one."""
        one = self.boolean()
        self.exactly_one([*literals, negated(one)])
        return one

    def assume_one(self, literals: list[int]) -> None:
        """Forbid two of the literals, and assume that there is one.

        Where the model has no solution, CP-SAT names assumptions that conflict.
        """
        assumption = self.boolean()
        self.at_most_one(literals)
        self.any_of([*literals, negated(assumption)])
        self._assumptions.append(assumption)

    def assume(self, count: int, variables: list[int]) -> None:
        """Forbid more than a number of the variables, and assume that there are as many."""
        assumption = self.boolean()
        self._add_count(variables, 0, count)
        self._add_count(variables, count, count, assumption)
        self._assumptions.append(assumption)

    def higher(self, condition: int, one: int, other: int, most: int) -> None:
        """Require one rank to be higher than another, by at most `most`, where a literal holds."""
        rule = self._constraints.add()
        rule.enforcement_literal.append(condition)
        rule.linear.vars.extend((one, other))
        rule.linear.coeffs.extend((1, -1))
        rule.linear.domain.extend((1, most))
