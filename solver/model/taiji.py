"""TAIJI as a CP-SAT model."""

from __future__ import annotations

from litslab.games.taiji import Taiji, TaijiPosition
from litslab.solver.model import dominoes
from litslab.solver.model.game_model import Ending, EndingQuestion, GameModel, Wanted, register
from litslab.solver.model.groups import SizeBound, sum_of_largest
from litslab.solver.model.scores import colour_graph
from litslab.solver.model.variables import Linear, Variables


class TaijiModel(GameModel[Taiji, TaijiPosition]):
    """A packing of taijitus; the largest groups of a colour score."""

    def still_possible(self, position: TaijiPosition) -> int:
        """Return the placements on the board and those that play can still add."""
        return position.placed | position.packing.remaining

    def add_rules(self, variables: Variables, _: Taiji, wanted: Wanted) -> None:
        """Add the rules of packings."""
        dominoes.packing(variables, maximal=wanted.maximal, colours=wanted.colours)

    def ending(self, variables: Variables, position: TaijiPosition, question: EndingQuestion) -> Ending:
        """Return the margin of the largest groups; Dark wins ties."""
        light, dark = largest_groups(variables, position.rules.counted, question.first, question.second)
        never = variables.constant(False)
        return Ending(light - dark, never, never)


def largest_groups(variables: Variables, groups: int, light: SizeBound, dark: SizeBound) -> tuple[Linear, Linear]:
    """Return the summed sizes of the largest groups of light and of dark."""
    graphs = (colour_graph(variables, black=black, diagonal=False) for black in (False, True))
    return (
        sum_of_largest(variables, next(graphs), groups, light),
        sum_of_largest(variables, next(graphs), groups, dark),
    )


register(Taiji, TaijiModel())
