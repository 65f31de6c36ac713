"""The finished positions that the kernel enumerates.

Placements that differ only in their colours and share a supply overlap, touch and clash with the
same others. The kernel gets one *body* for all of them. The number of coloured positions, and of
those that a symmetry of the board keeps, follows from numbers that belong to the bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from litslab import kernel
from litslab.games.errors import OptionError
from litslab.games.placements import PlacementTable
from litslab.games.rules import Rules
from litslab.games.taiji import PackingPhase
from litslab.games.tetrominoes import LayoutPhase
from litslab.games.wythe import StackPhase
from litslab.jobs.iterate import Batches
from litslab.solver.engines.kernel import fits, tetromino_placements


@dataclass(frozen=True)
class Bodies:
    """The placements of a table without their colours.

    Attributes
    ----------
    table : PlacementTable
        The placements.
    members : tuple of tuple of int
        The placements of each body, ascending; the bodies are sorted by their first placement.
    colours : bool
        Whether colours distinguish positions; otherwise each body is its first placement.
    """

    table: PlacementTable
    members: tuple[tuple[int, ...], ...]
    colours: bool = True

    @classmethod
    def of(cls, table: PlacementTable, *, colours: bool) -> Bodies:
        """Make one body of the placements on the same squares and level that share a supply.

        Parameters
        ----------
        table : PlacementTable
            The placements.
        colours : bool
            Whether colours distinguish positions.
        """
        found: dict[tuple[int, int, int], list[int]] = {}
        for placement in table:
            body = (placement.mask, placement.kind, placement.level)
            found.setdefault(body, []).append(placement.index)
        return cls(table, tuple(map(tuple, found.values())), colours)

    @property
    def first(self) -> tuple[int, ...]:
        """The first placement of each body."""
        return tuple(alike[0] for alike in self.members)

    def actions(self) -> list[tuple[list[int], list[int]]]:
        """Return the board's symmetries in the kernel's form: images of the bodies, and numbers of
        kept colourings.
        """
        body_of = {p: body for body, alike in enumerate(self.members) for p in alike}
        found = []
        for symmetry in self.table.symmetries:
            image = [body_of[symmetry[p]] for p in self.first]
            kept = [1] * len(image)
            if self.colours:
                for cycle in _cycles(image):
                    first = cycle[0]
                    fixed = [p for p in self.members[first] if _power(symmetry, p, len(cycle)) == p]
                    kept[first] = len(fixed)
            found.append((image, kept))
        return found

    def coloured(self, bodies: list[int]) -> Iterator[int]:
        """Yield each position that consists of the given bodies, as a set of placements."""
        most = None if self.colours else 1
        for placements in product(*(self.members[body][:most] for body in bodies)):
            yield sum(1 << placement for placement in placements)


def _cycles(image: list[int]) -> Iterator[list[int]]:
    """Yield the cycles of a permutation, each from its lowest member."""
    seen: set[int] = set()
    for start in range(len(image)):
        if start not in seen:
            cycle = [start]
            following = image[start]
            while following != start:
                cycle.append(following)
                following = image[following]
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
        The enumeration of sets of bodies.
    bodies : Bodies
        The bodies.
    """

    enumeration: kernel.Enumeration
    bodies: Bodies

    def walk(self, send: Callable[[list[int]], None], *, batch: int, time_limit: float) -> bool:
        """Send all finished positions as sets of placements, about `batch` at once; return whether
        these were all.
        """
        batches = Batches(send, batch)

        def take(found: list[list[int]]) -> None:
            for bodies in found:
                for placed in self.bodies.coloured(bodies):
                    batches.add(placed)

        complete = self.enumeration.walk(take, batch=batch, seconds=time_limit)
        batches.flush()
        return complete


def kernel_finals(rules: Rules, *, colours: bool = True) -> KernelFinals | None:
    """Return the kernel's enumeration for a game, or None if the kernel does not have one.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions.
    """
    if rules.is_double or not fits(rules.board):
        return None
    columns, rows = rules.board.columns, rules.board.rows
    (phase,) = rules.phases
    table = phase.table
    match phase:
        case PackingPhase():
            bodies = Bodies.of(table, colours=colours)
            dominoes = [(table[p].squares[0], table[p].squares[1]) for p in bodies.first]
            colourings = len(bodies.members[0]) if colours else 1
            found = kernel.finished_packings(columns, rows, dominoes, colourings, bodies.actions())
        case StackPhase():  # colours restrict the pieces above, so each placement is a body
            bodies = Bodies(table, tuple((placement.index,) for placement in table))
            stacked = [(*placement.white_and_black, placement.level) for placement in table]
            found = kernel.finished_stacks(stacked, bodies.actions())
        case LayoutPhase():
            bodies = Bodies.of(table, colours=True)
            placements = tetromino_placements(table[p] for p in bodies.first)
            first = [body for body, p in enumerate(bodies.first) if phase.bare.legal >> p & 1]
            supply = list(table.usable_counts)
            actions = bodies.actions()
            found = kernel.finished_layouts(columns, rows, placements, supply, first, actions)
        case _:
            return None
    return KernelFinals(found, bodies)


def require_kernel_finals(rules: Rules, *, colours: bool) -> KernelFinals:
    """Return the kernel's enumeration for a game.

    Raises
    ------
    OptionError
        If the kernel does not have one.
    """
    found = kernel_finals(rules, colours=colours)
    if found is None:
        raise OptionError(
            "engine 'kernel': it is missing or the board too large for it: expected cpsat or play"
        )
    return found
