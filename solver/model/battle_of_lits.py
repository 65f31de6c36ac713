"""Battle of LITS as a CP-SAT model."""

from __future__ import annotations

from litslab.games.battle_of_lits import BattleOfLits, BattleOfLitsPosition
from litslab.solver.model import tetrominoes
from litslab.solver.model.game_model import Ending, EndingQuestion, GameModel, Wanted, register
from litslab.solver.model.scores import margin_of_symbols
from litslab.solver.model.variables import Variables


class BattleOfLitsModel(GameModel[BattleOfLits, BattleOfLitsPosition]):
    """Tetrominoes anywhere; the visible symbols score."""

    def still_possible(self, position: BattleOfLitsPosition) -> int:
        """Return the placements on the board and those that play can still add."""
        return position.placed | position.layout.reachable

    def add_rules(self, variables: Variables, rules: BattleOfLits, wanted: Wanted) -> None:
        """Add the rules of tetrominoes."""
        tetrominoes.layout(variables, rules.start().layout, wanted.connect, maximal=wanted.maximal)

    def ending(self, variables: Variables, position: BattleOfLitsPosition, question: EndingQuestion) -> Ending:
        """Return the margin of the visible symbols; the player who places last wins ties."""
        margin = margin_of_symbols(variables, position.rules.marks)
        return Ending(margin, question.second_ends, variables.constant(False))


register(BattleOfLits, BattleOfLitsModel())
