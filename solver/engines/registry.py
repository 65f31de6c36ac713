"""The engines that prove values, by name: the kernel, the reference engine, and CP-SAT."""

from __future__ import annotations

from typing import Literal

from litslab.games.errors import OptionError, check_choice
from litslab.games.rules import Rules
from litslab.jobs.work_options import check_memory, check_threads
from litslab.solver.engines import kernel, reference
from litslab.solver.engines.cpsat import CpSatOracle
from litslab.solver.engines.kernel import DEFAULT_MEMORY, KernelOracle, engine_for
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.oracle import Oracle
from litslab.solver.model.settings import CPSAT, Inspection

EngineName = Literal["kernel", "reference", "cpsat"]
"""The names of the engines, for type checkers."""

ENGINES = (kernel.ENGINE, reference.ENGINE, CPSAT)
"""The engines by name."""


def choose_engine(rules: Rules, engine: str | None = None, *, option: str = "engine") -> str:
    """Return the name of the engine for a game: the requested one, or the fastest that knows the
    game.

    Parameters
    ----------
    rules : Rules
        The game.
    engine : str, optional
        ``kernel``, ``reference`` or ``cpsat``, if one is requested.
    option : str
        The name of the option in an error.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is requested and does not support this game and
        board.
    """
    if engine is None:
        return reference.ENGINE if engine_for(rules) is None else kernel.ENGINE
    check_choice(option, engine, ENGINES)
    if engine == kernel.ENGINE and engine_for(rules) is None:
        others = f"{reference.ENGINE} or {CPSAT}"
        raise OptionError(
            f"{option} {engine!r}: expected {others} for {rules.name} with these options"
        )
    return engine


def make_oracle(
    rules: Rules,
    limit: Limit | None = None,
    *,
    engine: str | None = None,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    inspection: Inspection | None = None,
) -> Oracle:
    """Return an engine for a game, whose time starts now.

    Parameters
    ----------
    rules : Rules
        The game.
    limit : Limit, optional
        The limits of the search.
    engine : str, optional
        ``kernel``, ``reference`` or ``cpsat``; by default the fastest that knows the game.
    threads : int
        The number of threads of the kernel or CP-SAT, 1 to 256; one is deterministic.
    memory : int
        Size of the kernel's transposition table in MiB.
    inspection : Inspection, optional
        CP-SAT's search log and the file of its first model.

    Raises
    ------
    OptionError
        If there is no such engine, the kernel is requested and does not support this game and
        board, another engine than CP-SAT is to be inspected, or there is less than no memory or
        more than `jobs.work_options.MOST_MEMORY`.
    """
    check_memory(memory)
    check_threads(threads)
    limit = limit or Limit()
    inspection = inspection or Inspection()
    name = choose_engine(rules, engine)
    inspection.check_engine(name)
    if name == CPSAT:
        return CpSatOracle(limit, threads, rules=rules, inspection=inspection)
    if name == kernel.ENGINE:
        return KernelOracle(limit, threads, memory, rules=rules)
    return reference.Search(limit, rules=rules)
