"""Who wins from here, and by what move? The kernel answers where it can, the reference engine elsewhere."""

from __future__ import annotations

from games.errors import OptionError
from games.position import Position, Rules
from solver import cpsat_oracle, kernel_oracle, search
from solver.cpsat_oracle import CpSatOracle
from solver.kernel_oracle import DEFAULT_MEMORY, KernelOracle, engine_for
from solver.result import Limit, Solution
from solver.root import Oracle, Progress, answer

ENGINES = (kernel_oracle.ENGINE, search.ENGINE, cpsat_oracle.ENGINE)
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
        One of `ENGINES`; the fastest that knows the game where not given.
    threads : int
        How many threads the kernel or CP-SAT uses; one is deterministic.
    memory : int
        Bytes of the kernel's transposition table.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is asked for and does not play this game here.
    """
    if engine is not None and engine not in ENGINES:
        raise OptionError(f"engine {engine!r}: expected {', '.join(ENGINES[:-1])} or {ENGINES[-1]}")
    chosen = engine or (kernel_oracle.ENGINE if engine_for(rules) is not None else search.ENGINE)
    if chosen == cpsat_oracle.ENGINE:
        return CpSatOracle(limit or Limit(), threads)
    if chosen == search.ENGINE:
        return search.Search(limit or Limit())
    if engine_for(rules) is None:
        others = f"{search.ENGINE} or {cpsat_oracle.ENGINE}"
        raise OptionError(f"engine {chosen!r}: expected {others} for {rules.name} on this board")
    return KernelOracle(rules, limit or Limit(), threads, memory)


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    engine: str | None = None,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    all_moves: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """Solve a position exactly, or as far as a limit allows; Ctrl-C stops it as well.

    Parameters
    ----------
    position : Position
        Of any game.
    limit, engine, threads, memory
        As for `make_oracle`.
    all_moves : bool
        Whether to find the exact value of every move too, and with them what the swap makes of the game.
    progress : callable, optional
        Told of tighter bounds.
    """
    oracle = make_oracle(position.rules, limit, engine=engine, threads=threads, memory=memory)
    return answer(oracle, position, all_moves=all_moves, progress=progress)
