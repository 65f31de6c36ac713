"""All finished positions of a game, one after another, by the engine of one's choice.

A finished position is a set of placements to which nothing can be added. Three independent engines
find them, which share only the table of placements: the kernel enumerates sets, CP-SAT enumerates
the solutions of a model, and a plain search plays all games by the rules.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from litslab.games.errors import check_choice, check_time_limit
from litslab.games.rules import Rules
from litslab.jobs.errors import ChildTimeoutError
from litslab.jobs.iterate import Batches, iterate_in_child
from litslab.solver.finals.by_play import finals_by_play
from litslab.solver.finals.kernel import kernel_finals, require_kernel_finals
from litslab.solver.finals.one_phase import check_game
from litslab.solver.model.settings import Inspection

STREAMED_AT_ONCE = 256
"""The number of finished positions in a message of the child process."""


class FinalsEngine(StrEnum):
    """An engine that finds all finished positions."""

    KERNEL = "kernel"
    """The kernel enumerates sets of placements; by far the fastest."""
    CPSAT = "cpsat"
    """CP-SAT enumerates the solutions of the rules' model."""
    PLAY = "play"
    """All games are played by the rules, each set of placements once."""


def finals_by_cpsat(
    rules: Rules,
    colours: bool,
    time_limit: float | None,
    send: Callable[[list[int]], None],
    *,
    inspection: Inspection | None = None,
) -> bool:
    """Send all finished positions by CP-SAT, in batches; return whether these were all."""
    from litslab.solver.model.games import final_positions  # noqa: PLC0415
    from litslab.solver.model.search import enumerate_all  # noqa: PLC0415 - OR-Tools takes long to import

    batches = Batches(send, STREAMED_AT_ONCE)
    finals = final_positions(rules, colours=colours)
    complete = enumerate_all(
        finals.variables,
        batches.add,
        connected=finals.connected,
        time_limit=time_limit,
        inspection=inspection,
    )
    batches.flush()
    return complete


def finals_by_kernel(
    rules: Rules,
    colours: bool,
    time_limit: float | None,
    send: Callable[[list[int]], None],
) -> bool:
    """Send all finished positions by the kernel, in batches; return whether these were all."""
    limit = float("inf") if time_limit is None else time_limit
    return require_kernel_finals(rules, colours=colours).walk(
        send, batch=STREAMED_AT_ONCE, time_limit=limit
    )


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
    inspection : Inspection
        With the engine ``cpsat``: its search log and a file for its model.
    complete : bool
        After the iteration: whether these were all.
    """

    rules: Rules
    engine: str | None = None
    colours: bool = True
    time_limit: float | None = None
    inspection: Inspection = field(default_factory=Inspection)
    complete: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        """Choose the engine.

        Raises
        ------
        OptionError
            If it is a double game, there is no such engine, the kernel was requested and does not
            support it, or another engine than CP-SAT is to be inspected.
        """
        check_game(self.rules)
        check_time_limit(self.time_limit)
        self.colours = self.colours or not self.rules.phases[0].colours_interchangeable
        check_choice("engine", self.engine, FinalsEngine)
        if self.engine == FinalsEngine.KERNEL:
            require_kernel_finals(self.rules, colours=self.colours)
        unknown = self.engine is None and kernel_finals(self.rules, colours=self.colours) is None
        self.chosen = FinalsEngine(
            self.engine or (FinalsEngine.CPSAT if unknown else FinalsEngine.KERNEL)
        )
        self.inspection.check_engine(self.chosen)

    def __iter__(self) -> Iterator[int]:
        if self.chosen is FinalsEngine.PLAY:
            self.complete = yield from finals_by_play(
                self.rules, colours=self.colours, time_limit=self.time_limit
            )
            return
        by_cpsat = partial(finals_by_cpsat, inspection=self.inspection)
        work = finals_by_kernel if self.chosen is FinalsEngine.KERNEL else by_cpsat
        child = iterate_in_child(
            work,
            self.rules,
            self.colours,
            self.time_limit,
            time_limit=self.time_limit,
        )
        with contextlib.suppress(ChildTimeoutError):
            self.complete = yield from child
