"""TAILITS as a CP-SAT model."""

from __future__ import annotations

from litslab.games.tailits import Tailits, TailitsPosition
from litslab.solver.model import tetrominoes
from litslab.solver.model.game_model import Ending, EndingQuestion, GameModel, Wanted, register
from litslab.solver.model.groups import SizeBound, second_largest, sum_of_largest
from litslab.solver.model.scores import colour_graph
from litslab.solver.model.variables import Linear, Literal, Variables


class TailitsModel(GameModel[Tailits, TailitsPosition]):
    """Tetrominoes from the centre on; the largest or the second-largest groups are compared."""

    def still_possible(self, position: TailitsPosition) -> int:
        """Return the placements on the board and those that play can still add."""
        return position.placed | position.layout.reachable

    def add_rules(self, variables: Variables, rules: Tailits, wanted: Wanted) -> None:
        """Add the rules of tetrominoes."""
        tetrominoes.layout(variables, rules.empty_layout(), wanted.connect, maximal=wanted.maximal)

    def ending(self, variables: Variables, position: TailitsPosition, question: EndingQuestion) -> Ending:
        """Return the margin of the groups that are compared, and who wins ties."""
        scoring, never = position.rules.scoring, variables.constant(False)
        if question.ties and scoring == "second":
            margin, tie = _second_with_ties(variables, question)
            return Ending(margin, tie, never)
        black, white = compared_groups(variables, scoring, question.first, question.second)
        return Ending(black - white, question.second_ends, never)


def compared_groups(variables: Variables, scoring: str, black: SizeBound, white: SizeBound) -> tuple[Linear, Linear]:
    """Return the sizes of the groups of black and of white that are compared."""
    graphs = [colour_graph(variables, black=colour, diagonal=True) for colour in (True, False)]
    if scoring == "second":
        return second_largest(variables, graphs[0], black), second_largest(variables, graphs[1], white)
    return sum_of_largest(variables, graphs[0], 1, black), sum_of_largest(variables, graphs[1], 1, white)


def _second_with_ties(variables: Variables, question: EndingQuestion) -> tuple[Linear, Literal]:
    """Return the margin of the second-largest groups, and the tie rule: the largest groups, then the last placer."""
    black, white = compared_groups(variables, "second", question.first, question.second)
    largest = compared_groups(variables, "largest", question.first, question.second)
    model = variables.model
    difference = largest[0] - largest[1]
    more, less = model.new_bool_var(""), model.new_bool_var("")
    for literal, sign in ((more, 1), (less, -1)):
        model.add(sign * difference >= 1).only_enforce_if(literal)
        model.add(sign * difference <= 0).only_enforce_if(~literal)
    return black - white, variables.one_of([more, variables.all_of([~less, question.second_ends])])


register(Tailits, TailitsModel())
