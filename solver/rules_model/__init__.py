"""The placement rules as CP-SAT models: variables, one function a rule, and the rules put together."""

from litslab.solver.rules_model.connectivity import Connectivity
from litslab.solver.rules_model.games import final_positions
from litslab.solver.rules_model.variables import Literal, Variables

__all__ = ["Connectivity", "Literal", "Variables", "final_positions"]
