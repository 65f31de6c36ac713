"""The rules as models, one function a rule: of tetrominoes, of taijitus, and of stacks of dominoes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litslab.games.geometry import bits, mask_of
from litslab.games.placements import Placement
from litslab.games.tetrominoes import Layout
from litslab.games.wythe import Wythe, levels
from litslab.solver.model.variables import Literal, Variables


def layout(variables: Variables, bare: Layout, *, maximal: bool) -> None:
    """Add the rules of tetrominoes.

    Parameters
    ----------
    variables : Variables
        Their placements.
    bare : Layout
        The board before the first of them.
    maximal : bool
        Whether nothing more may fit.
    """
    for rule in (no_overlap, no_full_block, equal_shapes_apart, supply, block_cut):
        rule(variables)
    if bare.legal:
        not_empty(variables)
        if bare.first != variables.table.all:
            centre_covered(variables)
    else:
        only(variables, 0)
    each_piece_touches_one(variables)
    if maximal:
        maximality(variables)


def no_overlap(variables: Variables) -> None:
    """No square lies under two pieces."""
    table = variables.table
    for square, members in enumerate(table.covering):
        # The equation says more to the linear relaxation than "at most one" would.
        if members & variables.possible:
            variables.model.add(variables.number(members) == variables.covered(square))


def no_full_block(variables: Variables) -> None:
    """No 2×2 block of squares is fully covered."""
    for window in variables.table.board.windows:
        variables.clause(~variables.covered(square) for square in bits(window))


def equal_shapes_apart(variables: Variables) -> None:
    """No two pieces of one shape share an edge (nor a square).

    All placements of a shape that cover one of two adjacent squares exclude each other: one clique for each edge of
    the board, instead of a clause for each pair of placements.
    """
    table = variables.table
    board = table.board
    for square in range(board.size):
        for neighbour in board.neighbours(square):
            if neighbour > square:
                for members in table.of_shape.values():
                    either = table.covering[square] | table.covering[neighbour]
                    variables.at_most_one(either & members)


def supply(variables: Variables) -> None:
    """No more pieces of a kind lie on the board than there are."""
    table = variables.table
    for kind, members in zip(table.kinds, table.of_kind, strict=True):
        if kind.count is not None:
            variables.model.add(variables.number(members) <= kind.count)


def centre_covered(variables: Variables) -> None:
    """Cover the middle square: TAILITS begins there."""
    variables.clause([variables.covered(variables.table.board.size // 2)])


def block_cut(variables: Variables) -> None:
    """Add what the rule of the 2×2 blocks implies for disjoint blocks together: each keeps a free square.

    The sum over a tiling bounds the number of pieces if the linear relaxation of the whole model would take long
    to find it. No solution is lost.
    """
    board = variables.table.board
    blocks = (board.columns // 2) * (board.rows // 2)
    variables.model.add(variables.number(variables.table.all) <= (board.size - blocks) // 4)


def strip_cuts(variables: Variables, least: int = 0) -> None:
    """Add what the rule of the 2×2 blocks implies for strips: pairs of adjacent columns, and of adjacent rows.

    A strip of length *m* has ⌊m/2⌋ disjoint blocks, so as many free squares; what it has beyond them is its *excess*.
    If *m* is odd, any pair of squares across the strip with an even number of rows on either side can be separated
    from the blocks: the excess is at least the free squares of each such pair. An odd number of lines is strips on
    either side of any even line, an even number is strips alone: so the board's free squares beyond ⌊columns/2⌋ ·
    ⌊rows/2⌋ are the free squares of that line and the excess of all those strips. All of it follows from the rule of
    the blocks, but by sums that the solver does not find; what is new to it are the sums, as variables with small
    ranges. No solution is lost, and none is counted twice.

    Parameters
    ----------
    variables : Variables
        The model.
    least : int
        How many pieces are wanted at least: the more, the smaller those ranges.
    """
    board = variables.table.board
    free = [1 - variables.covered(square) for square in range(board.size)]
    without_pieces = board.size - (board.columns // 2) * (board.rows // 2)
    highest = without_pieces - 4 * least
    if highest < 0:
        variables.model.add_bool_or([])
        return
    spare = variables.model.new_int_var(0, highest, "spare")
    variables.model.add(spare == without_pieces - 4 * sum(variables.placed))
    columns = [[board.square(column, row) for row in range(board.rows)] for column in range(board.columns)]
    for lines in (columns, list(zip(*columns, strict=True))):
        inside = [[free[square] for square in line] for line in lines]
        from_start = _excess(variables, inside, highest)
        if len(lines) % 2 == 0:
            variables.model.add(from_start[-1] == spare)
        else:
            from_end = _excess(variables, inside[::-1], highest)
            for half, line in enumerate(inside[::2]):
                variables.model.add(from_start[half] + sum(line) + from_end[len(from_end) - 1 - half] == spare)


def _excess(variables: Variables, lines: list[list[Any]], highest: int) -> list[Any]:
    """Return the excess of the first 0, 1, 2, … strips together, at most `highest`, from where the lines begin."""
    model = variables.model
    sums: list[Any] = [0]
    for first, second in zip(lines[::2], lines[1::2], strict=False):
        total = model.new_int_var(0, highest, "")
        model.add(total - sums[-1] == sum(first) + sum(second) - len(first) // 2)
        apart = list(zip(first, second, strict=True))[::2] if len(first) % 2 else []
        for one, other in [(0, 0), *apart]:
            model.add(total - sums[-1] >= one + other)
        sums.append(total)
    return sums


def each_piece_touches_one(variables: Variables) -> None:
    """Every piece shares an edge with some other piece, unless it is alone: disconnected solutions remain."""
    table = variables.table
    at_least_two = variables.at_least(table.all, 2)
    for placement in _one_each(table.of(variables.possible)):
        around = [variables.covered(square) for square in bits(table.board.adjacent(placement.mask))]
        for index in bits(table.covering_all(placement.mask) & variables.possible):
            variables.clause([~variables.placed[index], ~at_least_two, *around])


def not_empty(variables: Variables) -> None:
    """Something lies on the board."""
    variables.clause(variables.placed)


def only(variables: Variables, possible: int) -> None:
    """No placements but the given ones lie on the board."""
    for member in variables.chosen(variables.table.all & ~possible):
        variables.model.add(member == 0)


def maximality(variables: Variables) -> None:
    """Nothing more fits.

    Every placement overlaps a piece, would fill a 2×2 block, would touch an equal shape, has no piece left in the
    supply, or touches nothing. The last is no reason on an empty board: see `not_empty`.
    """
    seen = set()
    for placement in variables.table.of(variables.free):  # no others fit anyway
        what = placement.shape, placement.mask, placement.kind
        if what not in seen:  # colourings of one piece on the same squares are blocked alike
            seen.add(what)
            variables.clause(_reasons(variables, placement))


def _reasons(variables: Variables, placement: Placement) -> list[Literal]:
    table = variables.table
    around = list(bits(table.board.adjacent(placement.mask)))
    reasons = [variables.covered(square) for square in placement.squares]
    for window in table.windows_of[placement.index]:
        rest = window & ~placement.mask
        reasons.append(variables.all_of(variables.covered(square) for square in bits(rest)))
    reasons += [variables.any_of(table.covering[square] & table.of_shape[placement.shape]) for square in around]
    count = table.kinds[placement.kind].count
    if count is not None:
        members = table.of_kind[placement.kind]
        reasons.append(variables.constant(True) if count == 0 else variables.at_least(members, count))
    reasons.append(variables.all_of(~variables.covered(square) for square in around))
    return reasons


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
    for placement in _one_each(variables.table.of(variables.possible)):
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
    for placement in _one_each(above.table):
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


def _one_each(placements: Iterable[Placement]) -> Iterable[Placement]:
    """Return of the placements on the same squares the first."""
    found: dict[int, Placement] = {}
    for placement in placements:
        found.setdefault(placement.mask, placement)
    return found.values()


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


def stacking(stacks: Stacks, *, maximal: bool) -> None:
    """Add the rules of stacks of dominoes; `maximal` says whether nothing more may fit."""
    for rule in (one_bit_a_place, supported, opposite_colours, one_bit_uncovered):
        rule(stacks)
    if maximal:
        stacks_are_maximal(stacks)


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
            first, second = placement.squares  # a piece on exactly these squares, in either colouring
            reasons += variables.chosen(stacks.at(first, level - 1) & stacks.at(second, level - 1))
        variables.clause(reasons)
