"""The rules of the placement games in pure Python: the specification for the kernel and the CP-SAT
models.
"""

from litslab.games.errors import (
    GameError,
    IllegalMoveError,
    NotationError,
    OptionError,
    RecordError,
    UnreachableError,
)
from litslab.games.move import PASS, SWAP, Move
from litslab.games.outcome import Outcome
from litslab.games.position import Position
from litslab.games.registry import GAMES, create, register
from litslab.games.rules import Rules

__all__ = [
    "GAMES",
    "PASS",
    "SWAP",
    "GameError",
    "IllegalMoveError",
    "Move",
    "NotationError",
    "OptionError",
    "Outcome",
    "Position",
    "RecordError",
    "Rules",
    "UnreachableError",
    "create",
    "register",
]
