"""The double games as CP-SAT models, put together from those of their phases."""

from __future__ import annotations

from ortools.sat.python import cp_model

from litslab.games.double_games import TaijiBattle, TaijiBattlePosition, TailitsTaiji, TailitsTaijiPosition
from litslab.games.tetrominoes import Layout
from litslab.solver.model import dominoes, tetrominoes
from litslab.solver.model.game_model import Ending, EndingQuestion, GameModel, Wanted, register
from litslab.solver.model.scores import colour_literals, is_odd
from litslab.solver.model.taiji import largest_groups
from litslab.solver.model.tailits import compared_groups
from litslab.solver.model.variables import Variables


class TailitsTaijiModel(GameModel[TailitsTaiji, TailitsTaijiPosition]):
    """TAILITS, then flat taijitus on top."""

    def still_possible(self, position: TailitsTaijiPosition) -> int:
        """Return the placements on the board and those that play can still add."""
        below = len(position.rules.tetrominoes)
        later = position.packing.remaining if position.second_phase else position.rules.taijitus.all
        return position.placed | position.layout.reachable | later << below

    def add_rules(self, variables: Variables, rules: TailitsTaiji, wanted: Wanted) -> None:
        """Add the rules of finished tetrominoes, and of flat taijitus on them."""
        below = variables.phase(rules.tetrominoes, 0)
        above = variables.phase(rules.taijitus, len(rules.tetrominoes))
        tetrominoes.layout(below, rules.empty_layout(), wanted.connect, maximal=True)
        tetrominoes.no_overlap(above)
        dominoes.flat(above, below)
        if wanted.maximal:
            dominoes.flat_packing_is_maximal(above, below)
        if not wanted.colours:
            dominoes.one_colouring(above)
        variables.touching = below

    def ending(self, variables: Variables, position: TailitsTaijiPosition, question: EndingQuestion) -> Ending:
        """Return the margin of both phases; the half point decides ties."""
        rules = position.rules
        below = variables.touching
        above = variables.phase(rules.taijitus, len(rules.tetrominoes))
        black, white = compared_groups(below, rules.scoring, question.first, question.second)
        light, dark = largest_groups(above, rules.counted, question.second, question.first)
        if position.second_phase or not question.ties:
            half_point = variables.constant(position.last_placer == 0)
        else:  # the player of the last tetromino moved one turn before the one who would place another
            half_point = is_odd(variables, below.number(below.free) + position.to_move)
        return Ending(black - white + dark - light, half_point, variables.constant(False))


class TaijiBattleModel(GameModel[TaijiBattle, TaijiBattlePosition]):
    """TAIJI, then tetrominoes on top; the visible halves score."""

    def still_possible(self, position: TaijiBattlePosition) -> int:
        """Return the placements on the board and those that play can still add."""
        return position.placed | position.packing.remaining | position.layout.reachable << len(position.rules.taijitus)

    def add_rules(self, variables: Variables, rules: TaijiBattle, wanted: Wanted) -> None:
        """Add the rules of a finished packing, and of tetrominoes on it."""
        below = variables.phase(rules.taijitus, 0)
        above = variables.phase(rules.tetrominoes, len(rules.taijitus))
        dominoes.packing(below, maximal=True, colours=wanted.colours)
        tetrominoes.layout(above, Layout.empty(rules.tetrominoes), wanted.connect, maximal=wanted.maximal)
        variables.touching = above

    def ending(self, variables: Variables, position: TaijiBattlePosition, question: EndingQuestion) -> Ending:
        """Return the margin of both phases, with a swap that is still possible; the last placer wins ties."""
        rules, model = position.rules, variables.model
        above = variables.touching
        below = variables.phase(rules.taijitus, 0)
        light, dark = largest_groups(below, rules.counted, question.first, question.second)
        shown = [
            cp_model.LinearExpr.sum(
                [
                    variables.all_of([literal, ~above.covered(square)])
                    for square, literal in colour_literals(below, black=black).items()
                ]
            )
            for black in (False, True)
        ]
        swap = variables.constant(False)
        to_move = position.to_move if position.second_phase else 0  # White begins the second phase
        if position.can_swap or (not position.layout.placed and not position.swapped and to_move == 0):
            # The swap is made before the second tetromino, which has to follow.
            swap = model.new_bool_var("swap")
            model.add_implication(swap, above.at_least(above.table.all, 2))
        symbols = model.new_int_var(-rules.board.size, rules.board.size, "")
        exchanged = ~swap if position.swapped else swap
        model.add(symbols == shown[0] - shown[1]).only_enforce_if(~exchanged)
        model.add(symbols == shown[1] - shown[0]).only_enforce_if(exchanged)
        ties = question.ties
        last = is_odd(variables, above.number(above.free) + to_move + swap) if ties else variables.constant(False)
        return Ending(light - dark + symbols, last, swap)


register(TailitsTaiji, TailitsTaijiModel())
register(TaijiBattle, TaijiBattleModel())
