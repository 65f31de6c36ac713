"""What CP-SAT has to know of a game: one model per game, each in the file of that name, registered here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from litslab.games.errors import OptionError
from litslab.games.position import Position, Rules
from litslab.solver.model.groups import SizeBound, each_piece_touches_one
from litslab.solver.model.variables import Linear, Literal, Variables


@dataclass(frozen=True)
class Wanted:
    """Which finished positions a model is to describe.

    Attributes
    ----------
    connect : callable
        Adds what keeps the pieces connected, if the game requires it.
    maximal : bool
        Whether nothing more may fit.
    colours : bool
        Whether the colours of pieces whose colours are interchangeable distinguish positions.
    """

    connect: Callable[[Variables], None] = each_piece_touches_one
    maximal: bool = True
    colours: bool = True


@dataclass(frozen=True)
class Ending:
    """A model of how a game ends, from the first side's view.

    Attributes
    ----------
    margin : linear expression
        The first side's points minus the second's: at most that if the first side is favoured, at least that if
        the second is.
    tie : Literal
        That the tie rule speaks for the first side; if the largest groups of TAILITS decide first, it says so only
        if a favoured side can show it.
    swap : Literal
        That a swap that is still possible is made; only in TAIJI+Battle of LITS is there one that matters.
    """

    margin: Linear
    tie: Literal
    swap: Literal


@dataclass(frozen=True)
class EndingQuestion:
    """The question about how a game ends.

    Attributes
    ----------
    ties : bool
        Whether the tie rule is needed; without it the ending's `tie` says nothing and costs nothing.
    first, second : SizeBound
        From which sides the group sizes of either side have to be bounded.
    second_ends : Literal
        That the second side would be to move at the end, each placement having passed the turn on.
    """

    ties: bool
    first: SizeBound
    second: SizeBound
    second_ends: Literal


R = TypeVar("R", bound=Rules)
P = TypeVar("P", bound=Position)


class GameModel(ABC, Generic[R, P]):
    """The model of a game."""

    @abstractmethod
    def still_possible(self, position: P) -> int:
        """Return the placements on the board and those that play can still add, considered one by one."""

    @abstractmethod
    def add_rules(self, variables: Variables, rules: R, wanted: Wanted) -> None:
        """Add the rules, so that the solutions are the finished positions."""

    @abstractmethod
    def ending(self, variables: Variables, position: P, question: EndingQuestion) -> Ending:
        """Return how the games end that finish a position."""


_MODELS: dict[str, GameModel[Any, Any]] = {}


def register(rules: type[Rules], model: GameModel[Any, Any]) -> None:
    """Register the model of a game."""
    _MODELS[rules.name] = model


def has_model(rules: Rules) -> bool:
    """Return whether CP-SAT has a model of a game."""
    return rules.name in _MODELS


def model_of(rules: Rules) -> GameModel[Any, Any]:
    """Return the model of a game.

    Raises
    ------
    OptionError
        If there is none.
    """
    if not has_model(rules):
        raise OptionError(f"{rules.name}: expected a game that CP-SAT has a model of: {', '.join(_MODELS)}")
    return _MODELS[rules.name]
