"""The single entry point for exact answers about a position.

The command line, notebooks and the page call `solve`; `solver.engines.registry.make_oracle` chooses
the engine.

A campaign may know the answer without a search (`solver.campaign.look_up`); otherwise an engine
finds it (`solver.endgame`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

from litslab.games.errors import OptionError, check_choice, check_time_limit
from litslab.games.sources import AnyPosition, as_position
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.solver.campaign.look_up import look_up
from litslab.solver.endgame.decided import decide
from litslab.solver.endgame.move_values import Division, values_by_one_engine
from litslab.solver.endgame.optimal_moves import SolveOptions
from litslab.solver.endgame.solution import Solution
from litslab.solver.endgame.solve import certified, solve_with
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.registry import EngineName
from litslab.solver.engines.search_options import SearchOptions
from litslab.solver.model.settings import Inspection

BestMoves = Literal["one", "all"]
"""The best moves that `solve` looks for."""


def solve(
    position: AnyPosition,
    time_limit: float | None = None,
    *,
    nodes: int | None = None,
    engine: EngineName | None = None,
    threads: int = 1,
    memory: int = DEFAULT_MEMORY,
    best: BestMoves = "one",
    all_moves: bool = False,
    swap: bool = True,
    bounds_first: bool = False,
    certificate: bool = False,
    book: Path | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    inspection: Inspection | None = None,
    progress: OnProgress = ignore_progress,
) -> Solution:
    """Solve a position exactly, or as far as a limit allows; Ctrl-C stops it as well.

    Parameters
    ----------
    position : Position or Record or str or Path
        A position of any game. A record, or the path of one, stands for its last position, and the
        name of a game for its start.
    time_limit : float, optional
        Time limit in seconds; none by default.
    nodes : int, optional
        The most positions that the search visits.
    engine : str, optional
        ``kernel``, ``reference`` or ``cpsat``; by default the fastest that knows the game.
    threads : int
        The number of threads of the kernel or CP-SAT; one is deterministic.
    memory : int
        Size of the kernel's transposition table in MiB.
    best : {"one", "all"}
        The best moves to find. Finding all of them can take as long again
        (`Solution.best_complete`). With `all_moves` all of them are found anyway.
    all_moves : bool
        Whether to find the exact value of every move too.
    swap : bool
        Whether to solve the start of a game with a swap for the player who moves: the most even
        openings, and the value under the swap. Otherwise, and with a certificate, the answer is the
        value to the first side without a swap.
    bounds_first : bool
        Whether CP-SAT determines first whether one side wins however the game is finished. If so,
        nothing is searched, unless `all_moves` or `certificate` is set.
    certificate : bool
        Whether to prove the value so that the rules alone can check it
        (`solver.endgame.verify.verify`). If a limit or Ctrl-C ends the proof early, or its
        positions do not fit into memory, the answer is kept, and `Solution.uncertified` gives the
        reason.
    book : Path, optional
        The file of a campaign, which answers without a search if it contains enough. By default the
        campaigns in the folder named by the environment variable ``LITSLAB_BOOKS`` are consulted.
        Neither can give a certificate. Such an answer is as stored in the file, not verified, and
        so not exact.
    workers : int
        The number of processes that share the values of the moves, each with its own table.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    inspection : Inspection, optional
        With the engine ``cpsat``: its search log and a file for its first model.
    progress : callable, optional
        Receives tighter bounds as text, then the number of moves with values, and the length of the
        proof.

    Raises
    ------
    RecordError
        If the file of a record cannot be read.
    OptionError
        If there is no such engine or no such `best`, a number is out of range, the kernel is
        requested and does not support this game and board, or the work is to be divided without
        `all_moves`.
    SolverError, OutOfMemoryError
        If CP-SAT refuses a model, or has no more memory.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died repeatedly.
    StoreError
        If `book` is not the file of a campaign. Files of that folder which cannot be used are
        skipped with a warning.

    Examples
    --------
    >>> import litslab as ll
    >>> solution = ll.solve(ll.example("battle-of-lits-10").position(9))
    >>> solution.score.value, solution.margin
    (3, 1)
    """
    position = as_position(position)
    check_choice("best", best, get_args(BestMoves))
    check_time_limit(time_limit)
    inspection = inspection or Inspection()
    search = SearchOptions(
        Limit(time_limit, nodes),
        engine,
        threads,
        memory,
        workers,
        scheduler,
        inspection=inspection,
    )
    if search.is_divided and not all_moves:
        raise OptionError(
            "workers, scheduler: expected only with the values of all moves, which they divide"
        )
    if not certificate:
        every_move = all_moves or best == "all"
        known = look_up(position, book, swap=swap, every_move=every_move)
        if known is not None:
            return known
    oracle = search.oracle(position.rules)
    divided = replace(search, inspection=inspection.without_export())
    values = Division(divided) if search.is_divided else values_by_one_engine
    swap = swap and position.swap_follows and not certificate
    solution = None
    if bounds_first and not swap:
        solution = decide(position, search.limit, search.threads)
    if solution is None or all_moves or certificate:
        options = SolveOptions(
            all_best=best == "all", all_moves=all_moves, values=values, progress=progress
        )
        solution = solve_with(oracle, position, options, swap=swap)
    return certified(solution, oracle, progress) if certificate else solution
