"""Wythe as a CP-SAT model."""

from __future__ import annotations

from litslab.games.wythe import Wythe, WythePosition
from litslab.solver.model import dominoes
from litslab.solver.model.dominoes import Stacks
from litslab.solver.model.game_model import Ending, EndingQuestion, GameModel, Wanted, register
from litslab.solver.model.groups import ColourGraph, uneven_sizes
from litslab.solver.model.variables import Literal, Variables


class WytheModel(GameModel[Wythe, WythePosition]):
    """Stacks of two-coloured pieces; the biggest uneven group size scores."""

    def still_possible(self, position: WythePosition) -> int:
        """Return the placements on the board and those that play can still add."""
        found = position.placed
        for placement in position.rules.table:
            if not placement.mask & position.locked and all(
                position.heights[square] <= placement.level for square in placement.squares
            ):
                found |= 1 << placement.index
        return found

    def add_rules(self, variables: Variables, rules: Wythe, wanted: Wanted) -> None:
        """Add the rules of stacks."""
        stacks = Stacks(variables, rules)
        for rule in (
            dominoes.one_bit_a_place,
            dominoes.supported,
            dominoes.opposite_colours,
            dominoes.one_bit_uncovered,
        ):
            rule(stacks)
        if wanted.maximal:
            dominoes.stacks_are_maximal(stacks)

    def ending(self, variables: Variables, position: WythePosition, question: EndingQuestion) -> Ending:
        """Return the margin of the uneven sizes; if both score 0, whoever placed last loses."""
        stacks = Stacks(variables, position.rules)
        graphs = stack_graph(stacks, position, black=True), stack_graph(stacks, position, black=False)
        black, white = uneven_sizes(variables, graphs)
        return Ending(black - white, ~question.second_ends, variables.constant(False))


def stack_graph(stacks: Stacks, position: WythePosition, *, black: bool) -> ColourGraph:
    """Return the graph of the stacks that a side of Wythe owns."""
    board = position.rules.board
    owned = sum(1 << square for square in range(board.size) if position.colour(square) == (0 if black else 1))
    sure = owned & position.protected
    open_squares = board.all & ~position.protected

    def literal(square: int) -> Literal:
        return stacks.variables.constant(True) if sure >> square & 1 else stacks.colour(square, black=black)

    return ColourGraph.of(board, sure, open_squares, literal, diagonal=False)


register(Wythe, WytheModel())
