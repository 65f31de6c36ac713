"""The rules of the placement games: pure Python, the readable specification and the oracle of everything else."""

from games.errors import GameError, IllegalMoveError, NotationError, OptionError, RecordError, UnreachableError
from games.outcome import Outcome
from games.position import PASS, SWAP, Move, Position, Rules
from games.registry import GAMES, create

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
]
