"""The rules of dominoes: TAIJI's packing of the bare board, and Wythe's stacks."""

from __future__ import annotations

from litslab.games.geometry import bits, mask_of
from litslab.games.placements import Placement
from litslab.games.wythe import Wythe, levels
from litslab.solver.model.tetrominoes import no_overlap
from litslab.solver.model.variables import Literal, Variables


def packing(variables: Variables, *, maximal: bool, colours: bool) -> None:
    """Add the rules of taijitus on a bare board.

    Parameters
    ----------
    variables : Variables
        Their placements.
    maximal : bool
        Whether nothing more may fit.
    colours : bool
        Whether colours distinguish positions.
    """
    no_overlap(variables)
    if maximal:
        packing_is_maximal(variables)
    if not colours:
        one_colouring(variables)


def packing_is_maximal(variables: Variables) -> None:
    """No two adjacent squares are both free: no taijitu fits any more."""
    seen = set()
    for placement in variables.table.of(variables.possible):
        if placement.mask not in seen:
            seen.add(placement.mask)
            variables.clause(variables.covered(square) for square in placement.squares)


def flat(above: Variables, below: Variables) -> None:
    """Each taijitu lies flat: with both halves on the bare board, or with both on tetrominoes."""
    for placement in above.table.of(above.possible):
        one, other = (below.covered(square) for square in placement.squares)
        lies = above.placed[placement.index]
        above.clause([~lies, ~one, other])
        above.clause([~lies, one, ~other])


def flat_packing_is_maximal(above: Variables, below: Variables) -> None:
    """No taijitu fits any more: no two adjacent squares of one level are both free of taijitus."""
    seen = set()
    for placement in above.table:
        if placement.mask not in seen:
            seen.add(placement.mask)
            one, other = (below.covered(square) for square in placement.squares)
            occupied = [above.covered(square) for square in placement.squares]
            above.clause([~one, ~other, *occupied])
            above.clause([one, other, *occupied])


def one_colouring(variables: Variables) -> None:
    """Of the two ways to colour a domino on its squares only the first of the table is used: colours do not count."""
    seen = set()
    for placement in variables.table:
        if (placement.mask, placement.level) in seen:
            variables.model.add(variables.placed[placement.index] == 0)
        seen.add((placement.mask, placement.level))


class Stacks:
    """What Wythe's rules say of stacks, as literals.

    Parameters
    ----------
    variables : Variables
        The placements of a game of Wythe.
    rules : Wythe
        The game.
    """

    def __init__(self, variables: Variables, rules: Wythe) -> None:
        self.variables = variables
        self.rules = rules

    def at(self, square: int, level: int) -> int:
        """Return the placements with a bit on a square at a level."""
        return self.rules.at_square_and_level.get((square, level), 0)

    def occupied(self, square: int, level: int) -> Literal:
        """Return the literal that a bit lies on a square at a level."""
        return self.variables.any_of(self.at(square, level))

    def bit(self, square: int, level: int, *, black: bool) -> Literal:
        """Return the literal that a bit of one colour lies on a square at a level."""
        table = self.variables.table
        members = (p for p in table.of(self.at(square, level)) if bool((p.black or 0) >> square & 1) is black)
        return self.variables.any_of(mask_of(p.index for p in members))

    def pieces_on(self, placement: Placement, level: int) -> int:
        """Return the placements on exactly the squares of another, at a level: the two colourings."""
        first, second = placement.squares
        return self.at(first, level) & self.at(second, level)

    def colour(self, square: int, *, black: bool) -> Literal:
        """Return the literal that the uppermost bit on a square is of one colour."""
        return self.variables.one_of(
            self.variables.all_of([self.bit(square, level, black=black), ~self.occupied(square, level + 1)])
            for level in range(levels(self.rules.board))
        )

    def locked(self, square: int, level: int) -> Literal:
        """Return the literal that the other bit of the piece with a bit on a square at a level is covered."""
        table, variables = self.variables.table, self.variables
        cases = []
        for other in table.board.neighbours(square):
            members = self.at(square, level) & self.at(other, level)
            cases.append(variables.all_of([variables.any_of(members), self.occupied(other, level + 1)]))
        return variables.one_of(cases)


def one_bit_a_place(stacks: Stacks) -> None:
    """No two bits lie on one square at one level."""
    for members in stacks.rules.at_square_and_level.values():
        stacks.variables.at_most_one(members)


def supported(stacks: Stacks) -> None:
    """Under every bit above the board lies a bit: a piece lies on two stacks of its own level's height."""
    for placement in stacks.variables.table.of(stacks.variables.possible):
        if placement.level:
            for square in placement.squares:
                below = stacks.occupied(square, placement.level - 1)
                stacks.variables.clause([~stacks.variables.placed[placement.index], below])


def opposite_colours(stacks: Stacks) -> None:
    """No bit lies directly on a bit of its own colour."""
    for placement in stacks.variables.table.of(stacks.variables.possible):
        if placement.level:
            for square in placement.squares:
                same = stacks.bit(square, placement.level - 1, black=bool((placement.black or 0) >> square & 1))
                stacks.variables.clause([~stacks.variables.placed[placement.index], ~same])


def one_bit_uncovered(stacks: Stacks) -> None:
    """Every piece keeps at least one bit uncovered."""
    for placement in stacks.variables.table.of(stacks.variables.possible):
        covers = [~stacks.occupied(square, placement.level + 1) for square in placement.squares]
        stacks.variables.clause([~stacks.variables.placed[placement.index], *covers])


def stacks_are_maximal(stacks: Stacks) -> None:
    """No piece can be placed any more.

    Every placement meets an occupied place, lacks a bit under it, would lie on its own colour, or would cover the
    last uncovered bit of a piece.
    """
    variables = stacks.variables
    for placement in variables.table.of(variables.free):  # no others fit anyway
        level = placement.level
        reasons = [stacks.occupied(square, level) for square in placement.squares]
        if level:
            for square in placement.squares:
                black = bool((placement.black or 0) >> square & 1)
                reasons.append(~stacks.occupied(square, level - 1))
                reasons.append(stacks.bit(square, level - 1, black=black))
                reasons.append(stacks.locked(square, level - 1))
            reasons += [variables.placed[index] for index in bits(stacks.pieces_on(placement, level - 1))]
        variables.clause(reasons)
