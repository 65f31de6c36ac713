"""Who wins from here, and by what move? The one door to exact answers about a position.

The command line, notebooks and reports ask here; `solver.engines.registry.make_oracle` chooses the engine.
"""

from __future__ import annotations

from dataclasses import replace

from litslab.games.errors import OptionError
from litslab.games.position import Position
from litslab.jobs.cluster import check_address
from litslab.jobs.progress import OnProgress
from litslab.solver.bounds import decide
from litslab.solver.certificate import ProofLimitError, certify
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.registry import make_oracle
from litslab.solver.move_values import Division, values_by_one_engine
from litslab.solver.optimal_moves import find_optimal_moves
from litslab.solver.result import Limit, Solution


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    engine: str | None = None,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    all_moves: bool = False,
    bounds_first: bool = False,
    certificate: bool = False,
    workers: int = 1,
    scheduler: str | None = None,
    progress: OnProgress | None = None,
) -> Solution:
    """Solve a position exactly, or as far as a limit allows; Ctrl-C stops it as well.

    Parameters
    ----------
    position : Position
        Of any game.
    limit : Limit, optional
        When to stop; unlimited if not given.
    engine : str, optional
        One of `solver.engines.registry.ENGINES`; the fastest that knows the game if not given.
    threads : int
        How many threads the kernel or CP-SAT uses; one is deterministic.
    memory : int
        Bytes of the kernel's transposition table.
    all_moves : bool
        Whether to find the exact value of every move too, and with them the effect of the swap.
    bounds_first : bool
        Whether CP-SAT determines first whether one side wins however the game is finished. If it does, nothing is
        searched, unless `all_moves` or `certificate` asks for more.
    certificate : bool
        Whether to prove the value so that the rules alone can check it (`solver.certificate.verify`). If a limit or
        Ctrl-C comes before the proof is complete, the answer is kept, and `Solution.uncertified` says why.
    workers : int
        How many processes of this machine share the values of the moves, each with a table of its own.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers do so instead.
    progress : callable, optional
        Receives tighter bounds as text, then how many of the moves have their values, and the length of the proof.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is requested and does not play this game here; if the work is to be
        divided without `all_moves`.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If processes died again and again.
    OutOfMemoryError
        If the positions of a certificate do not fit into memory.

    Examples
    --------
    >>> import litslab as ll
    >>> solution = ll.solve(ll.load("docs/examples/battle-of-lits-10.toml").position(9))
    >>> solution.score.value, solution.margin
    (3, 1)
    """
    divided = workers > 1 or scheduler is not None
    if divided and not all_moves:
        raise OptionError("--workers, --scheduler: expected only with --all-moves, whose values they divide")
    if scheduler is not None:
        check_address(scheduler)  # before anything is solved
    limit = limit or Limit()
    oracle = make_oracle(position.rules, limit, engine=engine, threads=threads, memory=memory)
    solution = decide(position, limit, threads) if bounds_first else None
    if solution is None or all_moves or certificate:
        division = Division(limit, engine, threads, memory, workers, scheduler)
        solution = find_optimal_moves(
            oracle, position, all_moves=all_moves, values=division if divided else values_by_one_engine,
            progress=progress,
        )  # fmt: skip
    return _certified(solution, oracle, progress) if certificate else solution


def _certified(solution: Solution, oracle: Oracle, progress: OnProgress | None) -> Solution:
    """Return an answer with its proof, or with the reason why there is none, so that the answer is kept."""
    if not solution.is_complete:
        return replace(solution, uncertified="a limit was reached before the answer")
    try:
        return replace(solution, certificate=certify(solution.position, oracle, progress=progress))
    except ProofLimitError as error:
        return replace(solution, uncertified=str(error))
    except KeyboardInterrupt:
        return replace(solution, uncertified="interrupted before the proof was complete")
