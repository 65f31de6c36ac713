"""The kernel's enumeration of finished positions, in terms of a game's table of placements.

Placements that differ only in their colours and are taken from one supply stand for each other: they overlap, touch
and clash with the same others. The kernel is handed one *body* for all of them; how many coloured positions there are,
and how many of those a symmetry of the board keeps, follows from numbers that go with the bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from litslab import kernel
from litslab.games.phases import Phase
from litslab.games.placements import PlacementTable
from litslab.games.position import Rules
from litslab.games.taiji import PackingPhase
from litslab.games.tetrominoes import LayoutPhase
from litslab.games.wythe import StackPhase
from litslab.jobs.child import Batches
from litslab.solver.engines import is_built
from litslab.solver.engines.kernel import LARGEST_SIDE, tetromino_placements


@dataclass(frozen=True)
class Bodies:
    """The placements of a table without their colours.

    Attributes
    ----------
    table : PlacementTable
        The placements.
    members : tuple of tuple of int
        For each body the placements that it stands for, ascending; the bodies by their first.
    """

    table: PlacementTable
    members: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, table: PlacementTable, *, colours: bool) -> Bodies:
        """Make one body of the placements on the same squares and level that are taken from one supply.

        Parameters
        ----------
        table : PlacementTable
            The placements.
        colours : bool
            Whether positions that differ in colours are different; otherwise a body has its first placement alone.
        """
        found: dict[tuple[int, int, int], list[int]] = {}
        for placement in table:
            found.setdefault((placement.mask, placement.kind, placement.level), []).append(placement.index)
        return cls(table, tuple(tuple(alike if colours else alike[:1]) for alike in found.values()))

    @classmethod
    def each_alone(cls, table: PlacementTable) -> Bodies:
        """Make a body of each placement: where its colours matter to what lies on it."""
        return cls(table, tuple((placement.index,) for placement in table))

    @property
    def first(self) -> tuple[int, ...]:
        """The placement that each body is drawn as."""
        return tuple(alike[0] for alike in self.members)

    def actions(self) -> list[tuple[list[int], list[int]]]:
        """Return the board's symmetries as the kernel takes them: images of the bodies, and colourings kept."""
        table = self.table
        colours = sum(map(len, self.members)) == len(table)
        where = {(table[p].mask, table[p].kind, table[p].level): body for body, p in enumerate(self.first)}
        found = []
        for symmetry in table.symmetries:
            images = [table[symmetry[p]] for p in self.first]
            if colours:
                body_of = {p: body for body, alike in enumerate(self.members) for p in alike}
                image = [body_of[each.index] for each in images]
            else:
                image = [where[each.mask, each.kind, each.level] for each in images]
            kept = [1] * len(image)
            for cycle in _cycles(image):
                if colours:
                    kept[cycle[0]] = sum(_power(symmetry, p, len(cycle)) == p for p in self.members[cycle[0]])
            found.append((image, kept))
        return found

    def coloured(self, bodies: list[int]) -> Iterator[int]:
        """Yield each position, as a set of placements, that consists of the given bodies."""
        for placements in product(*(self.members[body] for body in bodies)):
            yield sum(1 << placement for placement in placements)


def _cycles(image: list[int]) -> Iterator[list[int]]:
    """Yield the cycles of a permutation, each from its lowest member."""
    seen: set[int] = set()
    for start in range(len(image)):
        if start not in seen:
            cycle = [start]
            while (following := image[cycle[-1]]) != start:
                cycle.append(following)
            seen.update(cycle)
            yield cycle


def _power(permutation: tuple[int, ...], start: int, times: int) -> int:
    for _ in range(times):
        start = permutation[start]
    return start


@dataclass(frozen=True)
class KernelFinals:
    """A game's finished positions as the kernel enumerates them.

    Attributes
    ----------
    enumeration : kernel.Enumeration
        The kernel's side: sets of bodies.
    bodies : Bodies
        What the bodies stand for.
    """

    enumeration: kernel.Enumeration
    bodies: Bodies

    def walk(self, send: Callable[[list[int]], None], *, batch: int, time_limit: float) -> bool:
        """Send every finished position as a set of placements, about `batch` at once; return whether these were all."""
        batches = Batches(send, batch)

        def take(found: list[list[int]]) -> None:
            for bodies in found:
                for placed in self.bodies.coloured(bodies):
                    batches.add(placed)

        complete = self.enumeration.walk(take, batch=batch, seconds=time_limit)
        batches.flush()
        return complete


def _packings(phase: Phase, colours: bool) -> KernelFinals:
    """Return the enumeration of finished packings of dominoes."""
    board, table = phase.table.board, phase.table
    bodies = Bodies.of(table, colours=colours)
    dominoes = [(table[p].squares[0], table[p].squares[1]) for p in bodies.first]
    colourings = len(bodies.members[0])
    return KernelFinals(
        kernel.finished_packings(board.columns, board.rows, dominoes, colourings, bodies.actions()), bodies
    )


def _stacks(phase: Phase, _: bool) -> KernelFinals:
    """Return the enumeration of finished stacks, where the colours of a piece matter to what fits on it."""
    bodies = Bodies.each_alone(phase.table)
    stacked = [(*placement.white_and_black, placement.level) for placement in phase.table]
    return KernelFinals(kernel.finished_stacks(stacked, bodies.actions()), bodies)


def _layouts(phase: Phase, _: bool) -> KernelFinals:
    """Return the enumeration of finished layouts of tetrominoes."""
    assert isinstance(phase, LayoutPhase)
    board, table = phase.table.board, phase.table
    bodies = Bodies.of(table, colours=True)
    first = phase.bare.legal
    enumeration = kernel.finished_layouts(
        board.columns,
        board.rows,
        tetromino_placements(table[p] for p in bodies.first),
        list(table.usable_counts),
        [body for body, p in enumerate(bodies.first) if first >> p & 1],
        bodies.actions(),
    )
    return KernelFinals(enumeration, bodies)


ENUMERATIONS: dict[type[Phase], Callable[[Phase, bool], KernelFinals]] = {
    PackingPhase: _packings,
    StackPhase: _stacks,
    LayoutPhase: _layouts,
}
"""How the kernel enumerates finished positions, by the kind of phase; argument: whether colours distinguish them."""


def kernel_finals(rules: Rules, *, colours: bool = True) -> KernelFinals | None:
    """Return the kernel's enumeration for a game, or None if the kernel does not have one.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions.
    """
    board = rules.board
    if max(board.columns, board.rows) > LARGEST_SIDE or rules.is_double or not is_built():
        return None
    (phase,) = rules.phases
    enumerate_phase = ENUMERATIONS.get(type(phase))
    return None if enumerate_phase is None else enumerate_phase(phase, colours)
