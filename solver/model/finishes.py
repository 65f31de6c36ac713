"""The table of all finishes of a position, enumerated by CP-SAT and scored by the rules.

Let F be the finishes of a position: the sets of placements that the model of the game allows. v(f)
is the value of f ∈ F from the first side's view. After further placements S the finishes are
F(S) = {f ∈ F : S ⊆ f}, because each finish that contains a position can be reached from it
(`solver.model.games`). So the value after S lies between the least and the greatest v(f) over F(S).

Where colours only score (`GameModel.colours_are_free`), CP-SAT enumerates the finishes with one
colouring of each piece; the others follow by exchanging colourings.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from litslab.games.geometry import bits, mask_of
from litslab.games.position import Position
from litslab.games.random_play import random_placement
from litslab.solver.model.connectivity import Connected, covered_squares
from litslab.solver.model.cpsat import export, make_solver, run
from litslab.solver.model.finish_values import Matrix, batches, finish_values
from litslab.solver.model.games import FinalPositions, final_positions, model_of
from litslab.solver.model.settings import Inspection, Settings
from litslab.solver.model.variables import Literal

MOST_FINISHES = 2_000_000
"""The most finishes of a table, with all colourings; a search of them takes seconds."""

MOST_SOLUTIONS = 250_000
"""The most finishes that CP-SAT enumerates, with one colouring of each piece where colours only
score; each takes a tenth of a millisecond.
"""

PLAYOUTS = 8
"""The random games that estimate the number of finishes."""


@dataclass(frozen=True, eq=False)
class FinishTable:
    """All finishes of a position.

    Attributes
    ----------
    position : Position
        The position.
    free : tuple of int
        The placements of the columns.
    contains : array of bool
        The finishes by rows.
    values : array of int
        The value of each finish from the first side's view.
    """

    position: Position
    free: tuple[int, ...]
    contains: Matrix
    values: NDArray[np.int_]

    @cached_property
    def column(self) -> dict[int, int]:
        """The column of each placement."""
        return {index: column for column, index in enumerate(self.free)}

    def rows_after(self, position: Position) -> Matrix | None:
        """Return which finishes are those of a position; None if it does not follow this table's
        position.
        """
        added = added_since(self.position, position)
        if added is None or added & ~mask_of(self.free):
            return None
        columns = [self.column[index] for index in bits(added)]
        rows: Matrix = np.logical_and.reduce(self.contains[:, columns], axis=1)
        return rows


def added_since(start: Position, position: Position) -> int | None:
    """Return the placements by which a position follows another one; None if it does not."""
    added = position.placed & ~start.placed
    while playable := start.legal & added:
        start = start.place((playable & -playable).bit_length() - 1)
    return added if start == position else None


def is_enumerable(position: Position, most: int = MOST_FINISHES) -> bool:
    """Return whether a position seems to have few finishes, and few for CP-SAT to enumerate, and no
    swap changes their values.

    A random game with n legal placements before its i-th of k stands for Π n / k! finishes, because
    k placements have at most k! orders (Knuth, "Estimating the efficiency of backtrack programs",
    1975).
    """
    if model_of(position.rules).swap_may_come(position):
        return False
    rng = random.Random(0)
    finishes = solutions = 0.0
    for _ in range(PLAYOUTS):
        estimate, of_one_colouring = _estimate(position, rng)
        finishes += estimate / PLAYOUTS
        solutions += of_one_colouring / PLAYOUTS
    return finishes <= most and solutions <= MOST_SOLUTIONS


def _estimate(position: Position, rng: random.Random) -> tuple[float, float]:
    """Return the finishes that one random game stands for, and those of one colouring."""
    table = position.rules.table
    sequences = colourings = 1.0
    placements = 0
    while not position.is_over:
        legal = position.legal
        sequences *= legal.bit_count()
        chosen = table.placements[random_placement(position, rng)]
        if model_of(position.rules).colours_are_free:
            alike = legal & table.of_kind[chosen.kind]
            colourings *= sum(other.mask == chosen.mask for other in table.of(alike))
        placements += 1
        position = position.place(chosen.index)
    finishes = sequences / math.factorial(placements)
    return finishes, finishes / colourings


def finish_table(
    position: Position,
    most: int = MOST_FINISHES,
    *,
    time_limit: float | None = None,
    inspection: Inspection | None = None,
    check: Callable[[], Any] = lambda: None,
) -> FinishTable | None:
    """Return the table of a position's finishes (O5); None if there are more than `most`, or not
    all were found in time.

    Parameters
    ----------
    position : Position
        A position whose value no swap can change any more.
    most : int
        The most finishes with all colourings.
    time_limit : float, optional
        CP-SAT's time limit in seconds.
    inspection : Inspection, optional
        The search log and the file of the model.
    check : callable
        Called before each finish is scored; may raise.
    """
    settings = Settings(time_limit, inspection=inspection or Inspection())
    found = finishes_without_colours(position, min(most, MOST_SOLUTIONS), settings)
    if found is None:
        return None
    free = tuple(index for each in found.colourings for index in each)
    column = {index: number for number, index in enumerate(free)}
    contains = np.zeros((len(found.contains), len(free)), dtype=bool)
    contains[:, [column[first] for first, *_ in found.colourings]] = found.contains
    for first, *others in found.colourings:
        for other in others:
            recoloured = contains[contains[:, column[first]]]
            recoloured[:, column[first]] = False
            recoloured[:, column[other]] = True
            contains = np.concatenate([contains, recoloured])
            if len(contains) > most:
                return None
    return FinishTable(position, free, contains, finish_values(position, contains, free, check))


@dataclass(frozen=True, eq=False)
class FinishesWithoutColours:
    """The finishes of a position with one colouring of each piece whose colours only score.

    Attributes
    ----------
    colourings : list of list of int
        The placements that differ only in such colours, together.
    contains : array of bool
        The finishes by rows, and by columns whether the first of these placements is among them.
    """

    colourings: list[list[int]]
    contains: Matrix


def finishes_without_colours(
    position: Position,
    most: int,
    settings: Settings,
) -> FinishesWithoutColours | None:
    """Return the finishes of a position with one colouring of each piece; None if there are more
    than `most`, or not all were found in time.
    """
    colourings = _colourings(position)
    finals = final_positions(
        position.rules,
        position=position,
        without=mask_of(index for _, *others in colourings for index in others),
    )
    column = {first: number for number, (first, *_) in enumerate(colourings)}
    contains = _enumerated(finals, column, most, settings)
    return None if contains is None else FinishesWithoutColours(colourings, contains)


def _colourings(position: Position) -> list[list[int]]:
    """Return the placements that can still be added, those that differ only in free colours
    together.
    """
    known = model_of(position.rules)
    groups: dict[object, list[int]] = defaultdict(list)
    for placement in position.rules.table.of(known.still_possible(position) & ~position.placed):
        alone = None if known.colours_are_free else placement.index
        groups[placement.mask, placement.kind, alone].append(placement.index)
    return list(groups.values())


class _Finishes(cp_model.CpSolverSolutionCallback):
    """A callback that stores the wanted variables of each solution, and stops after too many.

    CP-SAT computes words of 32 variables each: to read the variables one by one would take longer
    than to find the solution.
    """

    def __init__(self, wanted: Sequence[Literal], most: int) -> None:
        super().__init__()
        self._number = len(wanted)
        self._most = most
        self._words = [
            cp_model.LinearExpr.weighted_sum(
                wanted[first : first + 32], [1 << bit for bit in range(len(wanted[first:][:32]))]
            )
            for first in range(0, len(wanted), 32)
        ]
        self._found: list[list[int]] = []

    def on_solution_callback(self) -> None:
        """Store a solution."""
        self._found.append([self.value(word) for word in self._words])
        if len(self._found) > self._most:
            self.stop_search()

    @property
    def found(self) -> Matrix:
        """The solutions by rows, and by columns the wanted variables."""
        words = np.array(self._found, dtype="<u4").reshape(len(self._found), len(self._words))
        bytes_of_words = np.ascontiguousarray(words).view(np.uint8)
        digits = np.unpackbits(bytes_of_words, axis=1, count=self._number, bitorder="little")
        return digits.astype(bool)


def _enumerated(
    finals: FinalPositions,
    column: dict[int, int],
    most: int,
    settings: Settings,
) -> Matrix | None:
    """Return all solutions of a model; None if there are too many, or not all were found."""
    variables = finals.variables
    free = list(bits(variables.free))
    solver = make_solver(settings, settings.time_limit)
    solver.parameters.enumerate_all_solutions = True
    # Solutions are many and easy to find: plain branching enumerates five times as many in a second
    # as a search with presolve and a linear relaxation.
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    variables.model.add_decision_strategy(
        variables.chosen(variables.free), cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE
    )
    export(variables.model, settings.inspection)
    callback = _Finishes(variables.chosen(variables.free), most)
    if not run(solver, variables.model, callback).is_complete:
        return None
    found = callback.found
    if finals.connected is not None:
        indices = [variables.placed[index].index for index in free]
        is_connected = [
            _connected_rows(finals.connected, indices, found[rows]) for rows in batches(len(found))
        ]
        found = found[np.concatenate(is_connected)]
    contains = np.zeros((len(found), len(column)), dtype=bool)
    contains[:, [column[index] for index in free]] = found
    return contains


def _connected_rows(connected: Connected, indices: list[int], found: Matrix) -> NDArray[np.bool_]:
    """Return whether the pieces of each solution that have to be connected are; its columns are the
    variables with the given indices.
    """
    pieces = connected.variables
    squares = {
        pieces.placed[index].index: pieces.table.placements[index].mask
        for index in bits(pieces.free)
    }
    masks = [squares.get(index, 0) for index in indices]
    around = [connected.board.adjacent(mask) for mask in masks]
    touches = np.array([[bool(one & mask) for mask in masks] for one in around], dtype=np.float32)
    found = found & np.array([bool(mask) for mask in masks])
    if fixed := covered_squares(pieces.table.of(pieces.fixed)):
        reached = found & np.array([bool(one & fixed) for one in around])
    else:
        reached = found & (np.cumsum(found, axis=1) == 1)
    while True:
        wider = reached | (found & (reached.astype(np.float32) @ touches > 0))
        if np.array_equal(wider, reached):
            return np.asarray((reached == found).all(axis=1))
        reached = wider
