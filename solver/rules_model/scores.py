"""What finished positions score, as linear expressions over the literals of a model."""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from litslab.games.battle_of_lits import BattleOfLitsPosition
from litslab.games.double_games import TaijiBattlePosition, TailitsTaijiPosition
from litslab.games.errors import OptionError
from litslab.games.geometry import bits
from litslab.games.placements import PlacementTable
from litslab.games.position import Position
from litslab.games.taiji import TaijiPosition
from litslab.games.tailits import TailitsPosition
from litslab.games.wythe import WythePosition
from litslab.solver.rules_model.dominoes import Stacks
from litslab.solver.rules_model.groups import ColourGraph, Telling, second_largest, sum_of_largest, uneven_sizes
from litslab.solver.rules_model.tetrominoes import most_by_blocks
from litslab.solver.rules_model.variables import Linear, Literal, Variables


def pieces(variables: Variables, most: int | None = None, *, least: int = 0) -> Linear:
    """Return the number of pieces on the board, as a variable whose range is the bound that is known.

    CP-SAT rewrites a plain sum by the rules it takes part in and then starts from a far worse bound: the most pieces
    on 6×6 took 20 s as a sum and 0.3 s as a variable.

    Parameters
    ----------
    variables : Variables
        The model.
    most : int, optional
        What the number can not exceed.
    least : int
        How many are wanted at least.
    """
    total = variables.model.new_int_var(least, len(variables.placed) if most is None else most, "pieces")
    variables.model.add(total == variables.number(variables.table.all))
    return total


def most_tetrominoes(table: PlacementTable) -> int:
    """Return a bound of the number of tetrominoes: the supply, and a free square for each disjoint 2×2 block."""
    return min(most_by_blocks(table.board.columns, table.board.rows), sum(kind.count or 0 for kind in table.kinds))


def visible(variables: Variables, squares: int) -> Linear:
    """Return how many of the given squares are not covered."""
    return cp_model.LinearExpr.sum([~variables.covered(square) for square in bits(squares)])


def margin_of_symbols(variables: Variables, marks: tuple[int, int]) -> Linear:
    """Return the visible symbols of the first side less those of the second."""
    first, second = marks
    return visible(variables, first) - visible(variables, second)


def colour_literals(variables: Variables, *, black: bool) -> dict[int, Literal]:
    """Return for each square that a piece can colour so the literal that one does."""
    members: dict[int, int] = {}
    for placement in variables.table.of(variables.possible):
        for square in bits((placement.black or 0) if black else placement.white):
            members[square] = members.get(square, 0) | 1 << placement.index
    return {square: variables.any_of(placements) for square, placements in members.items()}


def colour_graph(variables: Variables, *, black: bool, diagonal: bool) -> ColourGraph:
    """Return the graph of a colour of pieces that nothing covers again."""
    literals = colour_literals(variables, black=black)
    sure = sum(1 << square for square, literal in literals.items() if variables.value_of(literal))
    open_squares = sum(1 << square for square in literals)
    return ColourGraph.of(variables.table.board, sure, open_squares, literals.__getitem__, diagonal=diagonal)


def stack_graph(stacks: Stacks, position: WythePosition, *, black: bool) -> ColourGraph:
    """Return the graph of the stacks that a side of Wythe owns."""
    board = position.rules.board
    owned = sum(1 << square for square in range(board.size) if position.colour(square) == (0 if black else 1))
    sure = owned & position.protected
    open_squares = board.all & ~position.protected

    def literal(square: int) -> Literal:
        return stacks.variables.constant(True) if sure >> square & 1 else stacks.colour(square, black=black)

    return ColourGraph.of(board, sure, open_squares, literal, diagonal=False)


@dataclass(frozen=True)
class Ending:
    """What a model says of how a game ends, from the first side's view.

    Attributes
    ----------
    margin : linear expression
        The first side's points less the second's: at most that where the first side is favoured, at least that where
        the second is.
    tie : Literal
        That the tie rule speaks for the first side; where the largest groups of TAILITS decide first, it says so only
        where a favoured side can show it.
    swap : Literal
        That a swap that is still possible is made; only in TAIJI+Battle of LITS is there one that matters.
    """

    margin: Linear
    tie: Literal
    swap: Literal


def _tellings(favoured: int | None) -> tuple[Telling, Telling]:
    if favoured is None:
        return Telling.EXACT, Telling.EXACT
    return (Telling.WITNESS, Telling.GUARD) if favoured == 0 else (Telling.GUARD, Telling.WITNESS)


def _is_odd(variables: Variables, number: Linear) -> Literal:
    model = variables.model
    odd, half = model.new_bool_var(""), model.new_int_var(0, len(variables.table), "")
    model.add(number == 2 * half + odd)
    return odd


def ending(  # noqa: PLR0911 - one return a game
    variables: Variables, position: Position, favoured: int | None = None, *, ties: bool = True
) -> Ending:
    """Return how the games end that finish a position.

    Parameters
    ----------
    variables : Variables
        The model of the position's finishes.
    position : Position
        Of any of the six games.
    favoured : int or None
        The side that wants a good result for itself: the model then tells no group size from more sides than that
        needs (see `solver.rules_model.groups`). None for exact sizes.
    ties : bool
        Whether the tie rule is needed; without it the ending's `tie` says nothing and costs nothing.
    """
    first, second = _tellings(favoured)
    never = variables.constant(False)
    rules = position.rules
    # Each placement passes the turn on, so the side to move at the end is known from their number.
    second_ends = _is_odd(variables, variables.number(variables.free) + position.to_move) if ties else never
    match position:
        case BattleOfLitsPosition():
            return Ending(margin_of_symbols(variables, position.rules.marks), second_ends, never)
        case TaijiPosition():
            light, dark = _taiji(variables, position.rules.groups or 1, first, second)
            return Ending(light - dark, never, never)
        case TailitsPosition():
            if ties and position.rules.scoring == "second":
                margin, tie = _second_of_tailits(variables, favoured, second_ends)
                return Ending(margin, tie, never)
            black, white = _tailits(variables, position.rules.scoring, first, second)
            return Ending(black - white, second_ends, never)
        case WythePosition():
            stacks = Stacks(variables, position.rules)
            graphs = stack_graph(stacks, position, black=True), stack_graph(stacks, position, black=False)
            black, white = uneven_sizes(variables, graphs)
            return Ending(black - white, ~second_ends, never)
        case TailitsTaijiPosition():
            return _tailits_taiji(variables, position, first, second, ties=ties)
        case TaijiBattlePosition():
            return _taiji_battle(variables, position, first, second, ties=ties)
        case _:
            raise OptionError(f"{rules.name}: expected one of the six games")


def _taiji(variables: Variables, groups: int, light: Telling, dark: Telling) -> tuple[Linear, Linear]:
    graphs = (colour_graph(variables, black=black, diagonal=False) for black in (False, True))
    return (
        sum_of_largest(variables, next(graphs), groups, light),
        sum_of_largest(variables, next(graphs), groups, dark),
    )


def _tailits(variables: Variables, scoring: str, black: Telling, white: Telling) -> tuple[Linear, Linear]:
    graphs = [colour_graph(variables, black=colour, diagonal=True) for colour in (True, False)]
    if scoring == "second":
        return second_largest(variables, graphs[0], black), second_largest(variables, graphs[1], white)
    return sum_of_largest(variables, graphs[0], 1, black), sum_of_largest(variables, graphs[1], 1, white)


def _second_of_tailits(variables: Variables, favoured: int | None, second_ends: Literal) -> tuple[Linear, Literal]:
    """Return the margin of the second-largest groups, and the tie rule: the largest groups, then the last placer."""
    first, second = _tellings(favoured)
    black, white = _tailits(variables, "second", first, second)
    largest = _tailits(variables, "largest", first, second)
    model = variables.model
    difference = largest[0] - largest[1]
    more, less = model.new_bool_var(""), model.new_bool_var("")
    for literal, sign in ((more, 1), (less, -1)):
        model.add(sign * difference >= 1).only_enforce_if(literal)
        model.add(sign * difference <= 0).only_enforce_if(~literal)
    return black - white, variables.one_of([more, variables.all_of([~less, second_ends])])


def _tailits_taiji(
    variables: Variables, position: TailitsTaijiPosition, first: Telling, second: Telling, *, ties: bool
) -> Ending:
    rules = position.rules
    below = variables.touching
    above = variables.phase(rules.taijitus, len(rules.tetrominoes))
    black, white = _tailits(below, rules.scoring, first, second)
    light, dark = _taiji(above, rules.groups or 1, second, first)
    if position.second_phase or not ties:
        half_point = variables.constant(position.last_placer == 0)
    else:  # who places the last tetromino moved one turn before whoever would place another
        half_point = _is_odd(variables, below.number(below.free) + position.to_move)
    return Ending(black - white + dark - light, half_point, variables.constant(False))


def _taiji_battle(
    variables: Variables, position: TaijiBattlePosition, first: Telling, second: Telling, *, ties: bool
) -> Ending:
    rules, model = position.rules, variables.model
    above = variables.touching
    below = variables.phase(rules.taijitus, 0)
    light, dark = _taiji(below, rules.groups or 1, first, second)
    shown = [
        cp_model.LinearExpr.sum(
            [
                variables.all_of([literal, ~above.covered(square)])
                for square, literal in colour_literals(below, black=black).items()
            ]
        )
        for black in (False, True)
    ]
    swap = variables.constant(False)
    to_move = position.to_move if position.second_phase else 0  # White begins the second phase
    if position.can_swap or (not position.layout.placed and not position.swapped and to_move == 0):
        # The swap is made before the second tetromino, which has to follow.
        swap = model.new_bool_var("swap")
        model.add_implication(swap, above.at_least(above.table.all, 2))
    symbols = model.new_int_var(-rules.board.size, rules.board.size, "")
    exchanged = ~swap if position.swapped else swap
    model.add(symbols == shown[0] - shown[1]).only_enforce_if(~exchanged)
    model.add(symbols == shown[1] - shown[0]).only_enforce_if(exchanged)
    last = _is_odd(variables, above.number(above.free) + to_move + swap) if ties else variables.constant(False)
    return Ending(light - dark + symbols, last, swap)


def reaches(variables: Variables, end: Ending, side: int, value: int) -> Literal:
    """Return a literal that forces a game to end with at least a value for a side, from that side's view.

    Parameters
    ----------
    variables : Variables
        The model.
    end : Ending
        How it ends, with `side` favoured.
    side : int
        0 the first side, 1 the second.
    value : int
        An odd number.
    """
    model = variables.model
    forced = model.new_bool_var("")
    margin = end.margin if side == 0 else -end.margin
    tie = end.tie if side == 0 else ~end.tie
    # 2 × margin ± 1 ≥ value
    model.add(margin >= (value - 1) // 2).only_enforce_if(forced)
    model.add(margin >= (value + 1) // 2).only_enforce_if(forced, ~tie)
    return forced
