"""The rules of the placement games in pure Python: the specification for the kernel and the CP-SAT models."""

from litslab.games.errors import GameError, IllegalMoveError, NotationError, OptionError, RecordError, UnreachableError
from litslab.games.position import PASS, SWAP, Move, Position, Rules
from litslab.games.registry import GAMES, create, register
from litslab.games.view import Outcome

__all__ = [
    "GAMES", "PASS", "SWAP", "GameError", "IllegalMoveError", "Move", "NotationError", "OptionError",
    "Outcome", "Position", "RecordError", "Rules", "UnreachableError", "create", "register",
]  # fmt: skip
