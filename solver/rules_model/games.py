"""The rules put together: the finished positions of each of the six games."""

from __future__ import annotations

from ortools.sat.python.cp_model import CpModel

from litslab.games.battle_of_lits import BattleOfLits, BattleOfLitsPosition
from litslab.games.double_games import TaijiBattle, TaijiBattlePosition, TailitsTaiji, TailitsTaijiPosition
from litslab.games.errors import OptionError
from litslab.games.position import Position, Rules
from litslab.games.taiji import Taiji, TaijiPosition
from litslab.games.tailits import Tailits, TailitsPosition, TailitsRules
from litslab.games.tetrominoes import Layout
from litslab.games.wythe import Wythe, WythePosition
from litslab.solver.rules_model import dominoes, tetrominoes
from litslab.solver.rules_model.connectivity import DEFAULT, Connectivity, connected
from litslab.solver.rules_model.variables import Variables

MOST_PLACEMENTS = 15_000
"""The most placements that a model may leave open: of twice as many it alone takes more than a gigabyte."""


def is_connected_game(rules: Rules) -> bool:
    """Tell whether pieces of a game have to touch each other: in a double game the tetrominoes."""
    return isinstance(rules, BattleOfLits | TailitsRules | TaijiBattle)


def still_possible(position: Position) -> int:
    """Return the placements on the board and those that play can still add, weighed one by one.

    Each of the others is blocked for ever, by what lies on the board already: so no model has to speak of them.
    """
    match position:
        case BattleOfLitsPosition() | TailitsPosition():
            return position.placed | position.layout.reachable
        case TaijiPosition():
            return position.placed | position.packing.remaining
        case TailitsTaijiPosition():
            below = len(position.rules.tetrominoes)
            later = position.packing.remaining if position.second_phase else position.rules.taijitus.all
            return position.placed | position.layout.reachable | later << below
        case TaijiBattlePosition():
            return (
                position.placed | position.packing.remaining | position.layout.reachable << len(position.rules.taijitus)
            )
        case WythePosition():
            found = position.placed
            for placement in position.rules.table:
                if not placement.mask & position.locked and all(
                    position.heights[square] <= placement.level for square in placement.squares
                ):
                    found |= 1 << placement.index
            return found
        case _:
            raise OptionError(f"{position.rules.name}: expected one of the six games")


def final_positions(
    rules: Rules,
    *,
    connectivity: Connectivity = DEFAULT,
    maximal: bool = True,
    colours: bool = True,
    position: Position | None = None,
    model: CpModel | None = None,
) -> Variables:
    """Return a model whose solutions are the finished positions of a game, as sets of placements.

    Parameters
    ----------
    rules : Rules
        One of the six games.
    connectivity : Connectivity
        How pieces are kept together, where the game wants it; with `Connectivity.CUT` the caller has to cut.
    maximal : bool
        Whether nothing more may fit. Without it the solutions are all positions that play can reach (in a double game:
        in its second phase), of which those with the most pieces are finished anyway.
    colours : bool
        Whether the colours of TAIJI's pieces tell positions apart; without it each pair of squares is taken once.
    position : Position, optional
        A position that the finished ones continue. In all six games every finished position that contains it can be
        reached from it, whoever moves: both sides have the same placements, and no order of them breaks a rule that
        the finished position keeps.
    model : CpModel, optional
        A model to add to; a new one where it is not given.

    Raises
    ------
    OptionError
        If there is no such model, or it would have more than `MOST_PLACEMENTS`.
    """
    fixed = 0 if position is None else position.placed
    possible = rules.table.all if position is None else still_possible(position)
    undecided = (possible & ~fixed).bit_count()
    if undecided > MOST_PLACEMENTS:
        raise OptionError(
            f"{undecided:,} placements are possible: expected at most {MOST_PLACEMENTS:,} for CP-SAT, on a smaller "
            "board or closer to the end"
        )
    variables = Variables(rules.table, fixed=fixed, possible=possible, model=model)
    match rules:
        case BattleOfLits():
            _tetrominoes(variables, Layout.empty(rules.table), connectivity, maximal=maximal)
        case Tailits():
            _tetrominoes(variables, rules.empty_layout(), connectivity, maximal=maximal)
        case Taiji():
            _packing(variables, maximal=maximal, colours=colours)
        case Wythe():
            _stacks(variables, rules, maximal=maximal)
        case TailitsTaiji():
            below = variables.phase(rules.tetrominoes, 0)
            above = variables.phase(rules.taijitus, len(rules.tetrominoes))
            _tetrominoes(below, rules.empty_layout(), connectivity, maximal=True)
            tetrominoes.no_overlap(above)
            dominoes.flat(above, below)
            if maximal:
                dominoes.flat_packing_is_maximal(above, below)
            if not colours:
                dominoes.one_colouring(above)
            variables.touching = below
        case TaijiBattle():
            below = variables.phase(rules.taijitus, 0)
            above = variables.phase(rules.tetrominoes, len(rules.taijitus))
            _packing(below, maximal=True, colours=colours)
            _tetrominoes(above, Layout.empty(rules.tetrominoes), connectivity, maximal=maximal)
            variables.touching = above
        case _:
            raise OptionError(f"{rules.name}: expected one of the six games")
    return variables


def _packing(variables: Variables, *, maximal: bool, colours: bool) -> None:
    tetrominoes.no_overlap(variables)
    if maximal:
        dominoes.packing_is_maximal(variables)
    if not colours:
        dominoes.one_colouring(variables)


def _stacks(variables: Variables, rules: Wythe, *, maximal: bool) -> None:
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


def _tetrominoes(variables: Variables, bare: Layout, connectivity: Connectivity, *, maximal: bool) -> None:
    """Add the rules of tetrominoes; `bare` is the board before the first of them."""
    for rule in (
        tetrominoes.no_overlap,
        tetrominoes.no_full_block,
        tetrominoes.equal_shapes_apart,
        tetrominoes.supply,
        tetrominoes.block_cut,
    ):
        rule(variables)
    if bare.legal:
        tetrominoes.not_empty(variables)
        if bare.first != variables.table.all:
            tetrominoes.centre_covered(variables)
    else:
        tetrominoes.only(variables, 0)
    connected(variables, connectivity)
    if maximal:
        tetrominoes.maximality(variables)
