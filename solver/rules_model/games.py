"""The rules put together: the finished positions of each game."""

from __future__ import annotations

from games.battle_of_lits import BattleOfLits
from games.errors import OptionError
from games.position import Position, Rules
from games.taiji import Taiji
from games.tailits import Tailits
from games.wythe import Wythe
from solver.rules_model import dominoes, tetrominoes
from solver.rules_model.connectivity import DEFAULT, Connectivity, connected
from solver.rules_model.variables import Variables


def is_connected_game(rules: Rules) -> bool:
    """Tell whether the pieces of a game have to touch each other."""
    return isinstance(rules, BattleOfLits | Tailits)


def final_positions(
    rules: Rules,
    *,
    connectivity: Connectivity = DEFAULT,
    maximal: bool = True,
    colours: bool = True,
    position: Position | None = None,
) -> Variables:
    """Return a model whose solutions are the finished positions of a game, as sets of placements.

    Parameters
    ----------
    rules : Rules
        One of the four games with one phase.
    connectivity : Connectivity
        How pieces are kept together, where the game wants it; with `Connectivity.CUT` the caller has to cut.
    maximal : bool
        Whether nothing more may fit. Without it the solutions are all positions that play can reach, of which those
        with the most pieces are finished anyway.
    colours : bool
        Whether the colours of TAIJI's pieces tell positions apart; without it each pair of squares is taken once.
    position : Position, optional
        A position that the finished ones continue.

    Raises
    ------
    OptionError
        If there is no such model.
    """
    variables = Variables(rules.table)
    match rules:
        case BattleOfLits() | Tailits():
            _tetrominoes(variables, rules, connectivity, maximal=maximal)
        case Taiji():
            tetrominoes.no_overlap(variables)
            if maximal:
                dominoes.packing_is_maximal(variables)
            if not colours:
                dominoes.one_colouring(variables)
        case Wythe():
            stacks = dominoes.Stacks(variables, rules)
            for rule in (
                dominoes.one_bit_a_place,
                dominoes.supported,
                dominoes.opposite_colours,
                dominoes.one_bit_uncovered,
            ):
                rule(stacks)
            if maximal:
                dominoes.stacks_are_maximal(stacks)
        case _:
            raise OptionError(f"{rules.name}: expected a game of one phase: taiji, battle-of-lits, tailits or wythe")
    if position is not None:
        tetrominoes.begins_with(variables, position.placed)
    return variables


def _tetrominoes(variables: Variables, rules: Rules, connectivity: Connectivity, *, maximal: bool) -> None:
    for rule in (
        tetrominoes.no_overlap,
        tetrominoes.no_full_block,
        tetrominoes.equal_shapes_apart,
        tetrominoes.supply,
        tetrominoes.block_cut,
    ):
        rule(variables)
    if rules.start().legal:
        tetrominoes.not_empty(variables)
        if isinstance(rules, Tailits):
            tetrominoes.centre_covered(variables)
    else:
        tetrominoes.only(variables, 0)
    connected(variables, connectivity)
    if maximal:
        tetrominoes.maximality(variables)
