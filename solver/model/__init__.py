"""The placement rules as CP-SAT models: variables, one function a rule, and the rules put together."""

from litslab.solver.model.connectivity import Connectivity
from litslab.solver.model.games import final_positions
from litslab.solver.model.variables import Literal, Variables

__all__ = ["Connectivity", "Literal", "Variables", "final_positions"]
