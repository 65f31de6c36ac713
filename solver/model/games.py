"""The rules put together: the finished positions of each game that has a model, and how its games end."""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python.cp_model import CpModel

from litslab.games.errors import OptionError
from litslab.games.position import Position, Rules
from litslab.games.tetrominoes import LayoutPhase
from litslab.solver.model import battle_of_lits, double_games, taiji, tailits, wythe
from litslab.solver.model.connectivity import each_piece_touches_one
from litslab.solver.model.game_model import Ending, EndingQuestion, Wanted, has_model, model_of
from litslab.solver.model.groups import SizeBound
from litslab.solver.model.scores import is_odd
from litslab.solver.model.variables import Variables

MODELS = (battle_of_lits, taiji, tailits, wythe, double_games)
"""The modules that register the models of our games."""

MOST_PLACEMENTS = 15_000
"""The most placements that a model may leave open: of twice as many it alone takes more than a gigabyte."""

__all__ = ["MODELS", "ending", "final_positions", "has_model", "is_connected_game", "still_possible"]


def is_connected_game(rules: Rules) -> bool:
    """Return whether pieces of a game have to touch each other: in a double game the tetrominoes."""
    return any(isinstance(phase, LayoutPhase) for phase in rules.phases)


def still_possible(position: Position) -> int:
    """Return the placements on the board and those that play can still add, considered one by one.

    Each of the others is blocked for ever, by what is on the board already: so no model has to speak of them.
    """
    return model_of(position.rules).still_possible(position)


def final_positions(
    rules: Rules,
    *,
    connect: Callable[[Variables], None] = each_piece_touches_one,
    maximal: bool = True,
    colours: bool = True,
    position: Position | None = None,
    model: CpModel | None = None,
) -> Variables:
    """Return a model whose solutions are the finished positions of a game, as sets of placements.

    Parameters
    ----------
    rules : Rules
        A game that has a model.
    connect : callable
        Adds what keeps the pieces connected, if the game requires it; after the default the caller has to cut.
    maximal : bool
        Whether nothing more may fit. Without it the solutions are all positions that play can reach (in a double game:
        in its second phase), of which those with the most pieces are finished anyway.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions; without it each pair of squares is taken once.
    position : Position, optional
        A position that the finished ones continue. In all our games every finished position that contains it can be
        reached from it, whoever moves: both sides have the same placements, and no order of them breaks a rule that
        the finished position keeps.
    model : CpModel, optional
        A model to add to; a new one where it is not given.

    Raises
    ------
    OptionError
        If there is no such model, or it would have more than `MOST_PLACEMENTS`.
    """
    known = model_of(rules)
    fixed = 0 if position is None else position.placed
    possible = rules.table.all if position is None else still_possible(position)
    undecided = (possible & ~fixed).bit_count()
    if undecided > MOST_PLACEMENTS:
        raise OptionError(
            f"{undecided:,} placements are possible: expected at most {MOST_PLACEMENTS:,} for CP-SAT, on a smaller "
            "board or closer to the end"
        )
    variables = Variables(rules.table, fixed=fixed, possible=possible, model=model)
    known.add_rules(variables, rules, Wanted(connect, maximal, colours))
    return variables


def ending(variables: Variables, position: Position, favoured: int | None = None, *, ties: bool = True) -> Ending:
    """Return how the games end that finish a position.

    Parameters
    ----------
    variables : Variables
        The model of the position's finishes.
    position : Position
        Of any game that has a model.
    favoured : int or None
        The side that wants a good result for itself: the model then bounds no group size from more sides than that
        needs (see `solver.model.groups`). None for exact sizes.
    ties : bool
        Whether the tie rule is needed; without it the ending's `tie` says nothing and costs nothing.
    """
    first, second = _size_bounds(favoured)
    # Each placement passes the turn on, so the side to move at the end is known from their number.
    to_move = variables.number(variables.free) + position.to_move
    second_ends = is_odd(variables, to_move) if ties else variables.constant(False)
    question = EndingQuestion(ties, first, second, second_ends)
    return model_of(position.rules).ending(variables, position, question)


def _size_bounds(favoured: int | None) -> tuple[SizeBound, SizeBound]:
    if favoured is None:
        return SizeBound.EXACT, SizeBound.EXACT
    return (SizeBound.WITNESS, SizeBound.GUARD) if favoured == 0 else (SizeBound.GUARD, SizeBound.WITNESS)
