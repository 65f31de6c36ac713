"""The CP-SAT models of the games: their finished positions, and their endings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from ortools.sat.python import cp_model

from litslab.games.battle_of_lits import BattleOfLits, BattleOfLitsPosition
from litslab.games.double_games import (
    TaijiBattle,
    TaijiBattlePosition,
    TailitsTaiji,
    TailitsTaijiPosition,
)
from litslab.games.errors import OptionError
from litslab.games.geometry import mask_of
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.games.taiji import Taiji, TaijiPosition
from litslab.games.tailits import Tailits, TailitsPosition
from litslab.games.tetrominoes import Layout
from litslab.games.wythe import Wythe, WythePosition
from litslab.solver.model import rules as rules_of
from litslab.solver.model import scores
from litslab.solver.model.connectivity import Connected
from litslab.solver.model.rules import Stacks
from litslab.solver.model.scores import ColourGraph, Ending, EndingQuestion, SizeBound
from litslab.solver.model.variables import Linear, Literal, Variables

R = TypeVar("R", bound=Rules)
P = TypeVar("P", bound=Position)


class GameModel(ABC, Generic[R, P]):
    """The model of a game; a plug-in passes its own to `register`."""

    colours_are_free: ClassVar[bool] = False
    """The colours of a piece have no influence on where pieces may lie, only on the score."""

    @abstractmethod
    def still_possible(self, position: P) -> int:
        """Return the placements on the board and those that play can still add, each considered
        separately.
        """

    @abstractmethod
    def add_rules(
        self,
        variables: Variables,
        rules: R,
        *,
        maximal: bool,
        colours: bool,
    ) -> Connected | None:
        """Add the rules but connectivity, so that the connected solutions are the finished
        positions; return the pieces that have to be connected, if any.

        Parameters
        ----------
        variables : Variables
            The placements.
        rules : Rules
            The game.
        maximal : bool
            Whether nothing more may fit.
        colours : bool
            Whether the colours of pieces whose colours are interchangeable distinguish positions.
        """

    @abstractmethod
    def ending(self, variables: Variables, position: P, question: EndingQuestion) -> Ending:
        """Return the ending of the games that finish a position."""

    def any_order(self, position: P) -> bool:  # noqa: ARG002 - only of taijitus
        """Return whether only pieces with two colourings, whose groups score, can still be added,
        in any order, and their number does not decide ties.
        """
        return False

    def swap_may_come(self, position: P) -> bool:  # noqa: ARG002 - only in double games
        """Return whether a swap that changes the value can still be made."""
        return False


class TetrominoModel(GameModel[Any, Any]):
    """A model of tetrominoes alone."""

    colours_are_free = True

    def still_possible(self, position: BattleOfLitsPosition | TailitsPosition) -> int:
        """Return the placements on the board and those that play can still add."""
        return position.placed | position.layout.reachable

    def add_rules(
        self,
        variables: Variables,
        rules: BattleOfLits | Tailits,
        *,
        maximal: bool,
        colours: bool,  # noqa: ARG002
    ) -> Connected:
        """Add the rules of tetrominoes."""
        rules_of.layout(variables, rules.start().layout, maximal=maximal)
        return Connected(variables)


class BattleOfLitsModel(TetrominoModel):
    """The model of Battle of LITS: tetrominoes anywhere; the visible symbols score."""

    def ending(
        self,
        variables: Variables,
        position: BattleOfLitsPosition,
        question: EndingQuestion,
    ) -> Ending:
        """Return the margin of the visible symbols; the player who places last wins ties."""
        margin = scores.margin_of_symbols(variables, position.rules.symbol_squares)
        return Ending(margin, question.second_ends, variables.constant(False))


class TaijiModel(GameModel[Taiji, TaijiPosition]):
    """The model of TAIJI: a packing of taijitus; the largest groups of a colour score."""

    colours_are_free = True

    def still_possible(self, position: TaijiPosition) -> int:
        """Return the placements on the board and those that play can still add."""
        return position.placed | position.packing.remaining

    def any_order(self, position: TaijiPosition) -> bool:
        """Return whether sums score: taijitus can be placed in any order, and Dark wins all
        ties.
        """
        return position.rules.scored == "largest"

    def add_rules(self, variables: Variables, _: Taiji, *, maximal: bool, colours: bool) -> None:
        """Add the rules of packings."""
        rules_of.packing(variables, maximal=maximal, colours=colours)

    def ending(
        self,
        variables: Variables,
        position: TaijiPosition,
        question: EndingQuestion,
    ) -> Ending:
        """Return the margin of the largest groups; Dark wins ties."""
        rules = position.rules
        if rules.scored == "largest":
            light, dark = largest_groups(variables, rules.counted, question.first, question.second)
        else:
            graphs = (
                scores.colour_graph(variables, black=black, diagonal=False)
                for black in (False, True)
            )
            score = (
                scores.squares_of_largest
                if rules.scored == "squares"
                else scores.product_of_largest
            )
            light, dark = (score(variables, graph, rules.counted) for graph in graphs)
        never = variables.constant(False)
        return Ending(light - dark, never, never)


def largest_groups(
    variables: Variables,
    groups: int,
    light: SizeBound,
    dark: SizeBound,
) -> tuple[Linear, Linear]:
    """Return the total sizes of the largest groups of light and of dark."""
    graphs = (
        scores.colour_graph(variables, black=black, diagonal=False) for black in (False, True)
    )
    return (
        scores.sum_of_largest(variables, next(graphs), groups, light),
        scores.sum_of_largest(variables, next(graphs), groups, dark),
    )


class TailitsModel(TetrominoModel):
    """The model of TAILITS: tetrominoes from the centre on; the largest or second-largest groups
    are compared.
    """

    def ending(
        self,
        variables: Variables,
        position: TailitsPosition,
        question: EndingQuestion,
    ) -> Ending:
        """Return the margin of the groups that are compared, and the tie rule."""
        scoring = position.rules.scoring
        never = variables.constant(False)
        if question.ties and scoring == "second":
            margin, tie = _second_with_ties(variables, question)
            return Ending(margin, tie, never)
        black, white = compared_groups(variables, scoring, question.first, question.second)
        return Ending(black - white, question.second_ends, never)


def compared_groups(
    variables: Variables,
    scoring: str,
    black: SizeBound,
    white: SizeBound,
) -> tuple[Linear, Linear]:
    """Return the sizes of the compared groups of black and of white."""
    graphs = [
        scores.colour_graph(variables, black=colour, diagonal=True) for colour in (True, False)
    ]
    if scoring == "second":
        return scores.second_largest(variables, graphs[0], black), scores.second_largest(
            variables, graphs[1], white
        )
    return scores.sum_of_largest(variables, graphs[0], 1, black), scores.sum_of_largest(
        variables, graphs[1], 1, white
    )


def _second_with_ties(variables: Variables, question: EndingQuestion) -> tuple[Linear, Literal]:
    """Return the margin of the second-largest groups, and the tie rule: the largest groups, then
    the last placer.
    """
    black, white = compared_groups(variables, "second", question.first, question.second)
    largest = compared_groups(variables, "largest", question.first, question.second)
    difference = largest[0] - largest[1]
    more = variables.reaches(difference, 1)
    less = variables.reaches(-difference, 1)
    return black - white, variables.one_of([more, variables.all_of([~less, question.second_ends])])


class WytheModel(GameModel[Wythe, WythePosition]):
    """The model of Wythe: stacks of two-coloured pieces; the biggest uneven group size scores."""

    def still_possible(self, position: WythePosition) -> int:
        """Return the placements on the board and those that play can still add.

        A placement can be added if on both of its squares an uppermost bit of the other colour, or
        the bare board, can come to lie at the height below it: now, or by a placement that can be
        added itself.
        """
        lies_on: dict[tuple[int, int, bool], int] = {}
        possible = position.legal
        for placement in sorted(position.rules.table, key=lambda each: each.level):
            if placement.mask & position.locked:
                continue
            if not possible >> placement.index & 1 and not all(
                _can_lie_on(position, placement, square, lies_on) for square in placement.squares
            ):
                continue
            possible |= 1 << placement.index
            for square in placement.squares:
                black = bool((placement.black or 0) >> square & 1)
                key = square, placement.level, black
                lies_on[key] = lies_on.get(key, 0) | 1 << placement.index
        return position.placed | possible

    def add_rules(
        self,
        variables: Variables,
        rules: Wythe,
        *,
        maximal: bool,
        colours: bool,  # noqa: ARG002
    ) -> None:
        """Add the rules of stacks."""
        rules_of.stacking(Stacks(variables, rules), maximal=maximal)

    def ending(
        self,
        variables: Variables,
        position: WythePosition,
        question: EndingQuestion,
    ) -> Ending:
        """Return the margin of the uneven sizes; if both are 0, the player who placed
        last loses.
        """
        stacks = Stacks(variables, position.rules)
        graphs = (
            stack_graph(stacks, position, black=True),
            stack_graph(stacks, position, black=False),
        )
        black, white = scores.uneven_sizes(variables, graphs)
        return Ending(black - white, ~question.second_ends, variables.constant(False))


def _can_lie_on(
    position: WythePosition,
    placement: Placement,
    square: int,
    lies_on: dict[tuple[int, int, bool], int],
) -> bool:
    """Return whether a placement can lie on a square: on its stack as it is, or on another piece
    than the one on exactly the same squares.

    Parameters
    ----------
    position : WythePosition
        The position.
    placement : Placement
        The placement.
    square : int
        One of its squares.
    lies_on : dict
        The placements that can be added with a bit on a square, at a level, that is black or not.
    """
    black = bool((placement.black or 0) >> square & 1)
    if position.heights[square] == placement.level:
        colour = position.colour(square)
        return colour is None or colour == (1 if black else 0)
    below = lies_on.get((square, placement.level - 1, not black), 0)
    return any(each.mask != placement.mask for each in position.rules.table.of(below))


def stack_graph(stacks: Stacks, position: WythePosition, *, black: bool) -> ColourGraph:
    """Return the graph of the stacks that a side of Wythe owns."""
    board = position.rules.board
    colour = 0 if black else 1
    owned = mask_of(square for square in range(board.size) if position.colour(square) == colour)
    variables = stacks.variables
    open_squares = mask_of(
        square for placement in variables.table.of(variables.free) for square in placement.squares
    )
    sure = owned & ~open_squares

    def literal(square: int) -> Literal:
        if sure >> square & 1:
            return stacks.variables.constant(True)
        return stacks.colour(square, black=black)

    return ColourGraph.of(board, sure, open_squares, literal, diagonal=False)


class TailitsTaijiModel(GameModel[TailitsTaiji, TailitsTaijiPosition]):
    """The model of TAILITS+TAIJI: TAILITS, then flat taijitus on top."""

    colours_are_free = True

    def still_possible(self, position: TailitsTaijiPosition) -> int:
        """Return the placements on the board and those that play can still add."""
        below = len(position.rules.tetrominoes)
        later = position.packing.remaining if position.second_phase else position.rules.taijitus.all
        return position.placed | position.layout.reachable | later << below

    def any_order(self, position: TailitsTaijiPosition) -> bool:
        """Return whether only taijitus are left; the half point, which decides ties, is fixed."""
        return position.second_phase

    def add_rules(
        self,
        variables: Variables,
        rules: TailitsTaiji,
        *,
        maximal: bool,
        colours: bool,
    ) -> Connected:
        """Add the rules of finished tetrominoes, and of flat taijitus on them."""
        below = variables.phase(rules.tetrominoes, 0)
        above = variables.phase(rules.taijitus, len(rules.tetrominoes))
        rules_of.layout(below, rules.tetromino_phase.bare, maximal=True)
        rules_of.no_overlap(above)
        rules_of.flat(above, below)
        if maximal:
            rules_of.flat_packing_is_maximal(above, below)
        if not colours:
            rules_of.one_colouring(above)
        return Connected(below)

    def ending(
        self,
        variables: Variables,
        position: TailitsTaijiPosition,
        question: EndingQuestion,
    ) -> Ending:
        """Return the margin of both phases; the half point decides ties."""
        rules = position.rules
        below = variables.phase(rules.tetrominoes, 0)
        above = variables.phase(rules.taijitus, len(rules.tetrominoes))
        black, white = compared_groups(below, rules.scoring, question.first, question.second)
        light, dark = largest_groups(above, rules.counted, question.second, question.first)
        if position.second_phase or not question.ties:
            half_point = variables.constant(position.last_placer == 0)
        else:
            # The player of the last tetromino moved a turn before the one who would place another.
            half_point = scores.is_odd(variables, below.number(below.free) + position.to_move)
        return Ending(black - white + dark - light, half_point, variables.constant(False))


class TaijiBattleModel(GameModel[TaijiBattle, TaijiBattlePosition]):
    """The model of TAIJI+Battle of LITS: TAIJI, then tetrominoes on top; the visible
    halves score.
    """

    colours_are_free = True

    def still_possible(self, position: TaijiBattlePosition) -> int:
        """Return the placements on the board and those that play can still add."""
        return (
            position.placed
            | position.packing.remaining
            | position.layout.reachable << len(position.rules.taijitus)
        )

    def add_rules(
        self,
        variables: Variables,
        rules: TaijiBattle,
        *,
        maximal: bool,
        colours: bool,
    ) -> Connected:
        """Add the rules of a finished packing, and of tetrominoes on it."""
        below = variables.phase(rules.taijitus, 0)
        above = variables.phase(rules.tetrominoes, len(rules.taijitus))
        rules_of.packing(below, maximal=True, colours=colours)
        rules_of.layout(above, Layout.empty(rules.tetrominoes), maximal=maximal)
        return Connected(above)

    def ending(
        self,
        variables: Variables,
        position: TaijiBattlePosition,
        question: EndingQuestion,
    ) -> Ending:
        """Return the margin of both phases, with a swap if it is still possible; the last placer
        wins ties.
        """
        rules = position.rules
        model = variables.model
        above = variables.phase(rules.tetrominoes, len(rules.taijitus))
        below = variables.phase(rules.taijitus, 0)
        light, dark = largest_groups(below, rules.counted, question.first, question.second)
        halves = (scores.colour_literals(below, black=black).items() for black in (False, True))
        shown = [
            cp_model.LinearExpr.sum(
                [variables.all_of([half, ~above.covered(square)]) for square, half in of_colour]
            )
            for of_colour in halves
        ]
        swap = variables.constant(False)
        to_move = _first_of_second_phase(position)
        if self.swap_may_come(position):
            # The swap is made before the second tetromino, which has to follow.
            swap = model.new_bool_var("swap")
            model.add_implication(swap, above.at_least(above.table.all, 2))
        symbols = model.new_int_var(-rules.board.size, rules.board.size, "")
        exchanged = ~swap if position.swapped else swap
        model.add(symbols == shown[0] - shown[1]).only_enforce_if(~exchanged)
        model.add(symbols == shown[1] - shown[0]).only_enforce_if(exchanged)
        turns = above.number(above.free) + to_move + swap
        last = scores.is_odd(variables, turns) if question.ties else variables.constant(False)
        return Ending(light - dark + symbols, last, swap)

    def swap_may_come(self, position: TaijiBattlePosition) -> bool:
        """Return whether the second tetromino is not placed, the swap not made, and its turn not
        passed.
        """
        before_swap = not position.layout.placed and not position.swapped
        return position.can_swap or (before_swap and _first_of_second_phase(position) == 0)


def _first_of_second_phase(position: TaijiBattlePosition) -> int:
    """Return the side to move in the second phase of TAIJI+Battle of LITS, which White begins."""
    return position.to_move if position.second_phase else 0


MOST_PLACEMENTS = 15_000
"""The most undecided placements of a model: with twice as many it takes more than a gigabyte."""

_MODELS: dict[str, GameModel[Any, Any]] = {
    BattleOfLits.name: BattleOfLitsModel(),
    Taiji.name: TaijiModel(),
    Tailits.name: TailitsModel(),
    Wythe.name: WytheModel(),
    TailitsTaiji.name: TailitsTaijiModel(),
    TaijiBattle.name: TaijiBattleModel(),
}


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
        raise OptionError(
            f"{rules.name}: expected a game that CP-SAT has a model of: {', '.join(_MODELS)}"
        )
    return _MODELS[rules.name]


@dataclass(frozen=True, eq=False)
class FinalPositions:
    """A model whose connected solutions are the finished positions of a game.

    Attributes
    ----------
    variables : Variables
        The placements, and the model.
    connected : Connected or None
        The pieces that have to be connected; None in games where they need not be.
    """

    variables: Variables
    connected: Connected | None


def final_positions(
    rules: Rules,
    *,
    maximal: bool = True,
    colours: bool = True,
    position: Position | None = None,
    without: int = 0,
    most_placements: int = MOST_PLACEMENTS,
    model: cp_model.CpModel | None = None,
) -> FinalPositions:
    """Return a model whose connected solutions are the finished positions of a game, as sets of
    placements.

    Parameters
    ----------
    rules : Rules
        A game that has a model.
    maximal : bool
        Whether nothing more may fit. Otherwise the solutions are all positions that play can reach
        (in a double game: in its second phase); those with the most pieces are finished anyway.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions; otherwise each pair of squares
        counts once.
    position : Position, optional
        A position that the finished positions continue. In all our games every finished position
        that contains it can be reached, because both sides have the same placements, and the order
        of placements breaks no rule.
    without : int
        Placements to leave out as if no piece had them.
    most_placements : int
        The most undecided placements.
    model : CpModel, optional
        A model to add to; a new one where it is not given.

    Raises
    ------
    OptionError
        If there is no such model, or it would have more than `most_placements`.
    """
    known = model_of(rules)
    fixed = 0 if position is None else position.placed
    possible = rules.table.all if position is None else known.still_possible(position)
    possible &= ~without
    undecided = (possible & ~fixed).bit_count()
    if undecided > most_placements:
        raise OptionError(
            f"{undecided:,} placements are possible: expected at most {most_placements:,} for "
            "CP-SAT, on a smaller "
            "board or closer to the end"
        )
    variables = Variables.of(rules.table, fixed=fixed, possible=possible, model=model)
    connected = known.add_rules(variables, rules, maximal=maximal, colours=colours)
    return FinalPositions(variables, connected)


def ending(
    variables: Variables,
    position: Position,
    favoured: int | None = None,
    *,
    ties: bool = True,
) -> Ending:
    """Return the ending of the games that finish a position.

    Parameters
    ----------
    variables : Variables
        The model of the position's finishes.
    position : Position
        A position of any game that has a model.
    favoured : int or None
        The side that maximises its result: the model then bounds group sizes only from the
        necessary sides (see `solver.model.scores`). None for exact sizes.
    ties : bool
        Whether the tie rule is needed; otherwise the ending's `tie` is meaningless and costs
        nothing.
    """
    witness = SizeBound.WITNESS
    guard = SizeBound.GUARD
    exact = SizeBound.EXACT
    first, second = {None: (exact, exact), 0: (witness, guard), 1: (guard, witness)}[favoured]
    # Each placement passes the turn, so their number determines the side to move at the end.
    to_move = variables.number(variables.free) + position.to_move
    second_ends = scores.is_odd(variables, to_move) if ties else variables.constant(False)
    question = EndingQuestion(ties, first, second, second_ends)
    return model_of(position.rules).ending(variables, position, question)
