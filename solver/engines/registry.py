"""The engines that prove values, by name: the kernel where it can play the game, the reference engine elsewhere."""

from __future__ import annotations

from litslab.games.errors import OptionError
from litslab.games.position import Rules
from litslab.solver.endgame.result import Limit
from litslab.solver.engines import cpsat, kernel, reference
from litslab.solver.engines.cpsat import CpSatOracle
from litslab.solver.engines.kernel import DEFAULT_MEMORY, KernelOracle, engine_for
from litslab.solver.engines.oracle import Oracle

ENGINES = (kernel.ENGINE, reference.ENGINE, cpsat.ENGINE)
"""The engines by name."""


def choose_engine(rules: Rules, engine: str | None = None, *, option: str = "engine") -> str:
    """Return the name of the engine for a game: the one that is requested, or the fastest that knows the game.

    Parameters
    ----------
    rules : Rules
        The game.
    engine : str, optional
        One of `ENGINES`, if a certain one is requested.
    option : str
        What the request is called in an error.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is requested and does not play this game here.
    """
    if engine is None:
        return reference.ENGINE if engine_for(rules) is None else kernel.ENGINE
    if engine not in ENGINES:
        raise OptionError(f"{option} {engine!r}: expected {', '.join(ENGINES[:-1])} or {ENGINES[-1]}")
    if engine == kernel.ENGINE and engine_for(rules) is None:
        others = f"{reference.ENGINE} or {cpsat.ENGINE}"
        raise OptionError(f"{option} {engine!r}: expected {others} for {rules.name} on this board")
    return engine


def make_oracle(
    rules: Rules,
    limit: Limit | None = None,
    *,
    engine: str | None = None,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
) -> Oracle:
    """Return an engine for a game; its clock starts now.

    Parameters
    ----------
    rules : Rules
        The game.
    limit : Limit, optional
        When to stop.
    engine : str, optional
        As for `choose_engine`.
    threads : int
        How many threads the kernel or CP-SAT uses; one is deterministic.
    memory : int
        Bytes of the kernel's transposition table.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is requested and does not play this game here.
    """
    limit = limit or Limit()
    match choose_engine(rules, engine):
        case cpsat.ENGINE:
            return CpSatOracle(limit, threads)
        case reference.ENGINE:
            return reference.Search(limit)
        case _:
            return KernelOracle(rules, limit, threads, memory)
