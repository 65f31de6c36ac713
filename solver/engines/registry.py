"""The engines that prove values, by name: the kernel, the reference engine, and CP-SAT, whose oracle is here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from litslab.games.errors import OptionError, check_choice, expect
from litslab.games.position import Position, Rules
from litslab.jobs.child import ChildObject, ChildTimeoutError
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.solver.endgame.result import CPSAT, Limit, LimitReachedError, Oracle, Score, Settings, bounds_progress
from litslab.solver.engines import kernel, reference
from litslab.solver.engines.kernel import DEFAULT_MEMORY, MOST_MEMORY, KernelOracle, engine_for

Event = tuple[Score, int]
"""The bounds of the position, and the nodes so far."""


class _Questions:
    """The object in the child process that answers the oracle; `threads` are those of CP-SAT."""

    def __init__(self, limit: Limit, threads: int) -> None:
        # OR-Tools takes long to import, so only the child process does.
        from litslab.solver.model.strategy import Strategist  # noqa: PLC0415

        self.strategist = Strategist(limit, Settings(workers=threads))

    def ask(self, position: Position, target: int | None, send: Callable[[Event], None]) -> None:
        """Find a value, or whether it is at least `target`; send bounds as they become tighter, and at the end."""

        def send_bounds(_: object = None) -> None:
            send((self.strategist.bounds(position), self.strategist.nodes))

        try:
            if target is None:
                self.strategist.value(position, send_bounds)
            else:
                self.strategist.at_least(position, target)
        finally:
            send_bounds()


@dataclass
class CpSatOracle(Oracle):
    """Endgames by CP-SAT alone (`solver.model.strategy`), in a child process that Ctrl-C ends at once.

    The child starts with the first question and ends with the oracle.

    Attributes
    ----------
    threads : int
        CP-SAT's threads; one is deterministic.
    """

    engine: ClassVar[str] = CPSAT

    threads: int = 1
    _child: ChildObject | None = field(default=None, repr=False)

    def __del__(self) -> None:
        if self._child is not None:
            self._child.close()

    def value(self, position: Position, progress: OnProgress = ignore_progress) -> int:
        """Return the exact value; raise `LimitReachedError` if the limit is reached first."""
        if not self.bounds(position).is_exact:
            self._ask(position, None, progress)
        return self.bounds(position).lower

    def at_least(self, position: Position, target: int) -> bool:
        """Return whether the value of a position is at least `target`; raises `LimitReachedError`."""
        score = self.bounds(position)
        if score.lower < target <= score.upper:
            self._ask(position, target, ignore_progress)
            score = self.bounds(position)
        return score.lower >= target

    def _ask(self, position: Position, target: int | None, progress: OnProgress) -> None:
        left = self.seconds_left
        if self._child is None:
            self._child = ChildObject(_Questions, Limit(left, self.limit.nodes), self.threads)

        def on_event(event: Event) -> None:
            score, self.nodes = event
            news = score != self.bounds(position)
            self.keep(position, score)
            if news:
                progress(bounds_progress(score, position, self.nodes))

        try:
            self._child.call("ask", position, target, on_event=on_event, time_limit=left)
        except ChildTimeoutError:
            raise LimitReachedError from None


ENGINES = (kernel.ENGINE, reference.ENGINE, CPSAT)
"""The engines by name."""


def choose_engine(rules: Rules, engine: str | None = None, *, option: str = "engine") -> str:
    """Return the name of the engine for a game: the requested one, or the fastest that knows the game.

    Parameters
    ----------
    rules : Rules
        The game.
    engine : str, optional
        One of `ENGINES`, if one is requested.
    option : str
        The name of the option in an error.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is requested and does not support this game and board.
    """
    if engine is None:
        return reference.ENGINE if engine_for(rules) is None else kernel.ENGINE
    check_choice(option, engine, ENGINES)
    if engine == kernel.ENGINE and engine_for(rules) is None:
        others = f"{reference.ENGINE} or {CPSAT}"
        raise OptionError(f"{option} {engine!r}: expected {others} for {rules.name} on this board")
    return engine


def make_oracle(
    rules: Rules, limit: Limit | None = None, *, engine: str | None = None, threads: int = 1,
    memory: int = DEFAULT_MEMORY,
) -> Oracle:  # fmt: skip
    """Return an engine for a game, whose time starts now.

    Parameters
    ----------
    rules : Rules
        The game.
    limit : Limit, optional
        The limits of the search.
    engine : str, optional
        As for `choose_engine`.
    threads : int
        The number of threads of the kernel or CP-SAT, at most 256; one is deterministic.
    memory : int
        Size of the kernel's transposition table in MiB.

    Raises
    ------
    OptionError
        If there is no such engine, the kernel is requested and does not support this game and board, or there is
        less than no memory or more than `MOST_MEMORY`.
    """
    if not 0 <= expect(memory, int, "a number of MiB") <= MOST_MEMORY:
        raise OptionError(f"memory {memory} MiB: expected 0 to {MOST_MEMORY}")
    limit, threads = limit or Limit(), min(threads, 256)
    name = choose_engine(rules, engine)
    if name == CPSAT:
        return CpSatOracle(limit, threads)
    return KernelOracle(limit, threads, memory, rules=rules) if name == kernel.ENGINE else reference.Search(limit)
