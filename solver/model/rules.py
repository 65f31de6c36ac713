"""CP-SAT constraints of tetrominoes, of taijitus, and of stacks of dominoes, one
function per rule.

``docs/models.md`` states each as a formula; the numbers in the docstrings are its numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
        The placements of the tetrominoes.
    bare : Layout
        The board before the first tetromino.
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
    """Forbid that two pieces cover a square (T1, D1)."""
    table = variables.table
    for square, members in enumerate(table.covering):
        # The equation is stronger in the linear relaxation than "at most one".
        if members & variables.possible:
            variables.model.add(variables.number(members) == variables.covered(square))


def no_full_block(variables: Variables) -> None:
    """Forbid fully covered 2×2 blocks (T2)."""
    for window in variables.table.board.windows:
        variables.clause(~variables.covered(square) for square in bits(window))


def equal_shapes_apart(variables: Variables) -> None:
    """Forbid that two pieces of one shape share an edge or a square (T3).

    All placements of a shape that cover one of two adjacent squares exclude each other. This gives
    one clique for each edge of the board, instead of a clause for each pair of placements.
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
    """Limit the pieces of each kind to the supply (T4)."""
    table = variables.table
    for kind, members in zip(table.kinds, table.of_kind, strict=True):
        if kind.count is not None:
            variables.model.add(variables.number(members) <= kind.count)


def centre_covered(variables: Variables) -> None:
    """Require a piece on the middle square, where TAILITS begins (T5)."""
    variables.clause([variables.covered(variables.table.board.size // 2)])


def block_cut(variables: Variables) -> None:
    """Add a consequence of the rule of the 2×2 blocks (T10): each of several disjoint blocks keeps
    a free square.

    The sum over a tiling bounds the number of pieces; the linear relaxation of the model takes long
    to find this bound. No solution is lost.
    """
    board = variables.table.board
    blocks = (board.columns // 2) * (board.rows // 2)
    variables.model.add(variables.number(variables.table.all) <= (board.size - blocks) // 4)


def strip_cuts(variables: Variables, least: int = 0) -> None:
    """Add consequences of the rule of the 2×2 blocks for strips (T11): pairs of adjacent columns,
    and of adjacent rows.

    A strip of length *m* has ⌊m/2⌋ disjoint blocks, so at least as many free squares; the number
    beyond them is its *excess*. If *m* is odd, any pair of squares across the strip with an even
    number of rows on either side can be separated from the blocks. So the excess is at least the
    number of free squares of each such pair. An even number of lines consists of strips, an odd
    number of one line and the strips on its sides. So the board's free squares beyond ⌊columns/2⌋ ·
    ⌊rows/2⌋ are the excess of the strips and the free squares of that line. All of it follows from
    the rule of the blocks, but the solver does not find these sums. They are added as variables
    with small ranges. No solution is lost, and none is counted twice.

    Parameters
    ----------
    variables : Variables
        The model.
    least : int
        The fewest pieces; the more, the smaller those ranges.
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
    columns = [
        [board.square(column, row) for row in range(board.rows)] for column in range(board.columns)
    ]
    for lines in (columns, list(zip(*columns, strict=True))):
        inside = [[free[square] for square in line] for line in lines]
        from_start = _excess(variables, inside, highest)
        if len(lines) % 2 == 0:
            variables.model.add(from_start[-1] == spare)
        else:
            from_end = _excess(variables, inside[::-1], highest)
            for half, line in enumerate(inside[::2]):
                variables.model.add(
                    from_start[half] + sum(line) + from_end[len(from_end) - 1 - half] == spare
                )


def _excess(variables: Variables, lines: list[list[Any]], highest: int) -> list[Any]:
    """Return the total excess, at most `highest`, of the first 0, 1, 2, … strips."""
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
    """Require that every piece shares an edge with another, unless it is alone (T8); disconnected
    solutions remain.
    """
    table = variables.table
    at_least_two = variables.at_least(table.all, 2)
    for placement in _one_each(table.of(variables.possible)):
        around = [
            variables.covered(square) for square in bits(table.board.adjacent(placement.mask))
        ]
        for index in bits(table.covering_all(placement.mask) & variables.possible):
            variables.clause([~variables.placed[index], ~at_least_two, *around])


def not_empty(variables: Variables) -> None:
    """Require a piece on the board (T6)."""
    variables.clause(variables.placed)


def only(variables: Variables, possible: int) -> None:
    """Forbid all placements but the given ones (T7)."""
    for member in variables.chosen(variables.table.all & ~possible):
        variables.model.add(member == 0)


def maximality(variables: Variables) -> None:
    """Require that nothing more fits (T9).

    Every placement overlaps a piece, would fill a 2×2 block, would touch an equal shape, has no
    piece left in the supply, or touches nothing. The last reason does not hold on an empty board;
    see `not_empty`.
    """
    possible = variables.table.of(variables.free)  # no others fit anyway
    # All colourings of a piece on the same squares are blocked alike.
    for placement in _one_each(possible, lambda each: (each.mask, each.kind)):
        variables.clause(_reasons(variables, placement))


def _reasons(variables: Variables, placement: Placement) -> list[Literal]:
    table = variables.table
    around = list(bits(table.board.adjacent(placement.mask)))
    reasons = [variables.covered(square) for square in placement.squares]
    for window in table.windows_of[placement.index]:
        rest = window & ~placement.mask
        reasons.append(variables.all_of(variables.covered(square) for square in bits(rest)))
    reasons += [
        variables.any_of(table.covering[square] & table.of_shape[placement.shape])
        for square in around
    ]
    count = table.kinds[placement.kind].count
    if count is not None:
        members = table.of_kind[placement.kind]
        reasons.append(
            variables.constant(True) if count == 0 else variables.at_least(members, count)
        )
    reasons.append(variables.all_of(~variables.covered(square) for square in around))
    return reasons


def packing(variables: Variables, *, maximal: bool, colours: bool) -> None:
    """Add the rules of taijitus on a bare board.

    Parameters
    ----------
    variables : Variables
        The placements of the taijitus.
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
    """Forbid that two squares where a taijitu can lie are free, so that none fits any more (D2)."""
    for placement in _one_each(variables.table.of(variables.possible)):
        variables.clause(variables.covered(square) for square in placement.squares)


def flat(above: Variables, below: Variables) -> None:
    """Require that both halves of a taijitu lie on the bare board, or both on tetrominoes (D4)."""
    for placement in above.table.of(above.possible):
        one, other = (below.covered(square) for square in placement.squares)
        lies = above.placed[placement.index]
        above.clause([~lies, ~one, other])
        above.clause([~lies, one, ~other])


def flat_packing_is_maximal(above: Variables, below: Variables) -> None:
    """Forbid that two adjacent squares of one level are free, so that no taijitu fits any
    more (D5).
    """
    for placement in _one_each(above.table):
        one, other = (below.covered(square) for square in placement.squares)
        occupied = [above.covered(square) for square in placement.squares]
        above.clause([~one, ~other, *occupied])
        above.clause([one, other, *occupied])


def one_colouring(variables: Variables) -> None:
    """Allow only the first of the two colourings of a domino, because colours do not count (D3)."""
    seen = set()
    for placement in variables.table:
        if (placement.mask, placement.level) in seen:
            variables.model.add(variables.placed[placement.index] == 0)
        seen.add((placement.mask, placement.level))


def _one_each(
    placements: Iterable[Placement],
    key: Callable[[Placement], object] = lambda placement: placement.mask,
) -> Iterable[Placement]:
    """Return the first placement with each key, by default on each set of squares."""
    found: dict[object, Placement] = {}
    for placement in placements:
        found.setdefault(key(placement), placement)
    return found.values()


class Stacks:
    """Literals about stacks in Wythe.

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
        members = (
            p
            for p in table.of(self.at(square, level))
            if bool((p.black or 0) >> square & 1) is black
        )
        return self.variables.any_of(mask_of(p.index for p in members))

    def colour(self, square: int, *, black: bool) -> Literal:
        """Return the literal that the uppermost bit on a square is of one colour."""
        return self.variables.one_of(
            self.variables.all_of(
                [self.bit(square, level, black=black), ~self.occupied(square, level + 1)]
            )
            for level in range(levels(self.rules.board))
        )

    def locked(self, square: int, level: int) -> Literal:
        """Return the literal that the other bit of the piece with a bit on a square at a level is
        covered.
        """
        table = self.variables.table
        variables = self.variables
        cases = []
        for other in table.board.neighbours(square):
            members = self.at(square, level) & self.at(other, level)
            cases.append(
                variables.all_of([variables.any_of(members), self.occupied(other, level + 1)])
            )
        return variables.one_of(cases)


def stacking(stacks: Stacks, *, maximal: bool) -> None:
    """Add the rules of stacks of dominoes; with `maximal` nothing more may fit."""
    for rule in (one_bit_a_place, supported, opposite_colours, one_bit_uncovered):
        rule(stacks)
    if maximal:
        stacks_are_maximal(stacks)


def one_bit_a_place(stacks: Stacks) -> None:
    """Forbid two bits on one square at one level (S1)."""
    for members in stacks.rules.at_square_and_level.values():
        stacks.variables.at_most_one(members)


def supported(stacks: Stacks) -> None:
    """Require a bit under every bit above the board, so that a piece lies on two stacks of the
    height of its level (S2).
    """
    for placement in stacks.variables.table.of(stacks.variables.possible):
        if placement.level:
            for square in placement.squares:
                below = stacks.occupied(square, placement.level - 1)
                stacks.variables.clause([~stacks.variables.placed[placement.index], below])


def opposite_colours(stacks: Stacks) -> None:
    """Forbid that a bit lies directly on a bit of its own colour (S3)."""
    for placement in stacks.variables.table.of(stacks.variables.possible):
        if placement.level:
            for square in placement.squares:
                same = stacks.bit(
                    square, placement.level - 1, black=bool((placement.black or 0) >> square & 1)
                )
                stacks.variables.clause([~stacks.variables.placed[placement.index], ~same])


def one_bit_uncovered(stacks: Stacks) -> None:
    """Require that every piece keeps at least one bit uncovered (S4)."""
    for placement in stacks.variables.table.of(stacks.variables.possible):
        covers = [~stacks.occupied(square, placement.level + 1) for square in placement.squares]
        stacks.variables.clause([~stacks.variables.placed[placement.index], *covers])


def stacks_are_maximal(stacks: Stacks) -> None:
    """Require that no piece can be placed any more (S5).

    Every placement overlaps a bit, lacks a bit under it, would lie on its own colour, or would
    cover the last uncovered bit of a piece.
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
            # A piece on exactly these squares, in either colouring.
            first, second = placement.squares
            reasons += variables.chosen(stacks.at(first, level - 1) & stacks.at(second, level - 1))
        variables.clause(reasons)
