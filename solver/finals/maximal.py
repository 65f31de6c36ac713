"""Finished positions: their number, and all of them.

A finished position is a set of placements to which nothing can be added. Three independent engines count them, which
share only the table of placements: the kernel enumerates sets, CP-SAT enumerates the solutions of a model, and a plain
search plays all games by the rules.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from litslab.games.errors import OptionError, check_choice
from litslab.games.geometry import bits, mask_of
from litslab.games.memory import OutOfMemoryError, most_entries, most_positions
from litslab.games.placements import PlacementTable
from litslab.games.position import Rules
from litslab.games.record import AnyRules, as_rules
from litslab.jobs.child import Batches, ChildTimeoutError, iterate_in_child
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.finals.kernel import KernelFinals, kernel_finals

STREAMED_AT_ONCE = 256
"""The number of finished positions in a message of the child process."""

NO_LIMIT = (1 << 64) - 1
"""A number of nodes that the kernel never reaches."""


class FinalsEngine(StrEnum):
    """An engine that finds all finished positions."""

    KERNEL = "kernel"
    """The kernel enumerates sets of placements; by far the fastest."""
    CPSAT = "cpsat"
    """CP-SAT enumerates the solutions of the rules' model."""
    PLAY = "play"
    """All games are played by the rules, each set of placements once."""


@dataclass(frozen=True)
class Tally:
    """Numbers of finished positions.

    Attributes
    ----------
    complete : bool
        Whether these are all; otherwise a limit came first.
    count : int
        Sets of placements.
    orbits : int or None
        The number up to the symmetries of the board, a lower bound in an incomplete tally; None if not requested.
    by_pieces : dict
        The number of positions by number of pieces, the fewest first.
    seconds : float
        Wall-clock time.
    engine : FinalsEngine
        The engine that found them.
    nodes : int or None
        Nodes that the kernel visited; None for the other engines.
    """

    complete: bool
    count: int
    orbits: int | None
    by_pieces: dict[int, int] = field(hash=False)
    seconds: float
    engine: FinalsEngine
    nodes: int | None = None


def images(table: PlacementTable, placed: int) -> Iterator[int]:
    """Yield the images of a set of placements under the board's symmetries, itself first."""
    for permutation in table.symmetries:
        yield mask_of(permutation[index] for index in bits(placed))


def is_canonical(table: PlacementTable, placed: int) -> bool:
    """Return whether a set of placements is the smallest of its images, as one of each orbit is."""
    return all(placed <= image for image in images(table, placed))


def check_game(rules: Rules) -> None:
    """Raise unless finished positions of a game are sets of placements of one phase.

    Raises
    ------
    OptionError
        If it is a double game.
    """
    if rules.is_double:
        raise OptionError(f"game {rules.name!r}: expected a game of one phase")


def finals_by_play(
    rules: Rules, *, colours: bool = True, time_limit: float | None = None
) -> Generator[int, None, bool]:
    """Yield all finished positions by playing all games; each set of placements is played once up to symmetry.

    Parameters
    ----------
    rules : Rules
        A game of one phase.
    colours : bool
        Whether the colours of the pieces distinguish positions, as they do in every game but TAIJI.
    time_limit : float, optional
        Time limit in seconds.

    Returns
    -------
    bool
        Whether these were all.

    Raises
    ------
    OutOfMemoryError
        If there are more sets of placements than fit into memory.
    """
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    check_game(rules)
    table = rules.table
    allowed = table.all if colours else mask_of(_first_colouring(table).values())
    seen: set[int] = set()
    found: set[int] = set()
    waiting = [rules.start()]
    sets, positions = most_entries(rules), most_positions(rules)
    while waiting:
        if time.monotonic() >= end:
            return False
        # Each of the two collections may take half of the memory.
        if 2 * (len(seen) + len(found)) >= sets or 2 * len(waiting) >= positions:
            raise OutOfMemoryError(
                f"engine play: more than {len(seen):,} sets of placements do not fit into memory: expected a smaller "
                "board"
            )
        position = waiting.pop()
        if position.is_over:
            orbit = set(images(table, position.placed)) if colours else _plain_images(table, position.placed)
            if not orbit & found:
                found.update(orbit)
                yield from sorted(orbit)
            continue
        for index in bits(position.legal & allowed):
            after = position.placed | 1 << index
            # Without colours a symmetry may lead to the other colouring, so only equal sets are merged.
            key = min(images(table, after)) if colours else after
            if key not in seen:
                seen.add(key)
                waiting.append(position.place(index))
    return True


def _first_colouring(table: PlacementTable) -> dict[int, int]:
    """Return the first placement on each set of squares."""
    return {placement.mask: placement.index for placement in reversed(table.placements)}


def first_coloured(table: PlacementTable, placed: int) -> int:
    """Return a set of placements with each piece in its first colouring."""
    first = _first_colouring(table)
    return mask_of(first[placement.mask] for placement in table.of(placed))


def _plain_images(table: PlacementTable, placed: int) -> set[int]:
    return {first_coloured(table, image) for image in images(table, placed)}


def finals_by_cpsat(rules: Rules, colours: bool, time_limit: float | None, send: Callable[[list[int]], None]) -> bool:
    """Send all finished positions by CP-SAT, in batches; return whether these were all."""
    from litslab.solver.model.games import final_positions, is_connected_game  # noqa: PLC0415
    from litslab.solver.model.search import enumerate_all  # noqa: PLC0415 - OR-Tools takes long to import

    batches = Batches(send, STREAMED_AT_ONCE)
    variables = final_positions(rules, colours=colours)
    complete = enumerate_all(variables, batches.add, connected=is_connected_game(rules), time_limit=time_limit)
    batches.flush()
    return complete


def finals_by_kernel(rules: Rules, colours: bool, time_limit: float | None, send: Callable[[list[int]], None]) -> bool:
    """Send all finished positions by the kernel, in batches; return whether these were all."""
    limit = float("inf") if time_limit is None else time_limit
    return _kernel_finals(rules, colours).walk(send, batch=STREAMED_AT_ONCE, time_limit=limit)


def _kernel_finals(rules: Rules, colours: bool) -> KernelFinals:
    if (found := kernel_finals(rules, colours=colours)) is None:
        raise OptionError("engine 'kernel': it is missing or the board too large for it: expected cpsat or play")
    return found


@dataclass
class Finals:
    """An iterator over the finished positions of a game, to be used once.

    The kernel and CP-SAT run in a child process, which ends with the iteration.

    Attributes
    ----------
    rules : Rules
        The game.
    engine : str or None
        A `FinalsEngine`; by default the kernel if it supports the game, otherwise CP-SAT.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions; always true of other games.
    time_limit : float or None
        Time limit in seconds.
    complete : bool
        After the iteration: whether these were all.
    """

    rules: Rules
    engine: str | None = None
    colours: bool = True
    time_limit: float | None = None
    complete: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        """Choose the engine.

        Raises
        ------
        OptionError
            If it is a double game, there is no such engine, or the kernel was requested and does not support it.
        """
        check_game(self.rules)
        self.colours = self.colours or not self.rules.phases[0].colours_interchangeable
        check_choice("engine", self.engine, FinalsEngine)
        if self.engine == FinalsEngine.KERNEL:
            _kernel_finals(self.rules, self.colours)
        unknown = self.engine is None and kernel_finals(self.rules, colours=self.colours) is None
        self.chosen = FinalsEngine(self.engine or (FinalsEngine.CPSAT if unknown else FinalsEngine.KERNEL))

    def __iter__(self) -> Iterator[int]:
        if self.chosen is FinalsEngine.PLAY:
            self.complete = yield from finals_by_play(self.rules, colours=self.colours, time_limit=self.time_limit)
            return
        work = finals_by_kernel if self.chosen is FinalsEngine.KERNEL else finals_by_cpsat
        child = iterate_in_child(work, self.rules, self.colours, self.time_limit, time_limit=self.time_limit)
        with contextlib.suppress(ChildTimeoutError):
            self.complete = yield from child


def count(finals: Finals, progress: OnProgress = ignore_progress, *, orbits: bool = True) -> Tally:
    """Count finished positions; Ctrl-C stops it like a limit.

    Parameters
    ----------
    finals : Finals
        The finished positions.
    progress : callable, optional
        Receives the number found so far, periodically.
    orbits : bool
        Whether to count up to the board's symmetries, too. For TAIJI that takes far longer: all packings are counted
        without enumeration, but those that a symmetry keeps are not.
    """
    if finals.chosen is FinalsEngine.KERNEL:
        return _count_by_kernel(finals, progress, orbits)
    return _count_each(finals, progress, orbits)


def _count_by_kernel(finals: Finals, progress: OnProgress, orbits: bool) -> Tally:
    seconds = float("inf") if finals.time_limit is None else finals.time_limit
    enumeration = _kernel_finals(finals.rules, finals.colours).enumeration
    census = enumeration.count(
        kept=orbits, seconds=seconds, nodes=NO_LIMIT, progress=lambda found: progress(Progress(sum(found)))
    )
    number = sum(census.by_pieces)
    # By the lemma of Cauchy and Frobenius the number of orbits is the mean number of positions that a symmetry keeps.
    # In an incomplete count, an orbit has at most as many positions as there are symmetries.
    symmetries = len(finals.rules.table.symmetries)
    classes = -(-number // symmetries) if census.stopped else census.kept // symmetries
    return Tally(
        not census.stopped, number, classes if orbits else None,
        {pieces: found for pieces, found in enumerate(census.by_pieces) if found}, census.seconds, FinalsEngine.KERNEL,
        census.nodes,
    )  # fmt: skip


def _count_each(finals: Finals, progress: OnProgress, orbits: bool) -> Tally:
    started = time.monotonic()
    table = finals.rules.table
    by_pieces: Counter[int] = Counter()
    canonical: set[int] = set()
    number, most = 0, most_entries(finals.rules)
    with contextlib.suppress(KeyboardInterrupt):
        for placed in finals:
            if len(canonical) >= most:
                raise OutOfMemoryError(
                    f"{number:,} finished positions and more, up to symmetry, do not fit into memory: expected "
                    "a count without orbits, which keeps none of them"
                )
            number += 1
            by_pieces[placed.bit_count()] += 1
            if orbits:
                orbit = images(table, placed) if finals.colours else _plain_images(table, placed)
                canonical.add(min(orbit))
            progress(Progress(number))
    return Tally(
        finals.complete, number, len(canonical) if orbits else None, dict(sorted(by_pieces.items())),
        time.monotonic() - started, finals.chosen,
    )  # fmt: skip


def count_finals(
    rules: AnyRules, *, engine: str | None = None, colours: bool = True, orbits: bool = True,
    time_limit: float | None = None, progress: OnProgress = ignore_progress,
) -> Tally:  # fmt: skip
    """Count the positions in which nothing more fits, as sets of placements; Ctrl-C stops it like a limit.

    Parameters
    ----------
    rules : Rules or str
        A game of one phase, or its name; a position, a record or its path stands for its game.
    engine : str, optional
        ``kernel``, ``cpsat`` or ``play``; by default the fastest that supports the game.
    colours : bool
        Whether the colours of TAIJI's pieces distinguish positions.
    orbits : bool
        Whether to count up to the board's symmetries, too.
    time_limit : float, optional
        Time limit in seconds.
    progress : callable, optional
        Receives the number found so far, periodically.

    Raises
    ------
    OptionError
        If there is no such engine, or it does not support the game.

    Examples
    --------
    >>> import litslab as ll
    >>> tally = ll.count_finals(ll.new_game("battle-of-lits", size=5).rules)
    >>> tally.count, tally.orbits, tally.complete
    (10544, 1334, True)
    """
    return count(Finals(as_rules(rules), engine, colours, time_limit), progress, orbits=orbits)
