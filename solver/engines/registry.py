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
        One of `ENGINES`; the fastest that knows the game if not given.
    threads : int
        How many threads the kernel or CP-SAT uses; one is deterministic.
    memory : int
        Bytes of the kernel's transposition table.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is requested and does not play this game here.
    """
    if engine is not None and engine not in ENGINES:
        raise OptionError(f"engine {engine!r}: expected {', '.join(ENGINES[:-1])} or {ENGINES[-1]}")
    chosen = engine or (kernel.ENGINE if engine_for(rules) is not None else reference.ENGINE)
    if chosen == cpsat.ENGINE:
        return CpSatOracle(limit or Limit(), threads)
    if chosen == reference.ENGINE:
        return reference.Search(limit or Limit())
    if engine_for(rules) is None:
        others = f"{reference.ENGINE} or {cpsat.ENGINE}"
        raise OptionError(f"engine {chosen!r}: expected {others} for {rules.name} on this board")
    return KernelOracle(rules, limit or Limit(), threads, memory)
