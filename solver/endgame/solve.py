"""The single entry point for exact answers about a position.

The command line, notebooks and the page call `solve`; `solver.engines.registry.make_oracle` chooses the engine.

A campaign may know the answer without a search (`look_up`). The environment variable ``LITSLAB_BOOKS`` names a folder
of campaigns (``*.db``), and a command can name one file. The rules replay the conclusions of a campaign, but its
searches are not repeated. Therefore such an answer is called "as stored", never "exact". The modules that read
campaigns are imported only if there is a campaign.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

from litslab.games.errors import GameError, OptionError, check_choice, expect, first_line
from litslab.games.memory import OutOfMemoryError
from litslab.games.position import Position
from litslab.games.record import AnyPosition, as_position
from litslab.jobs.progress import Notice, OnProgress, ignore_progress
from litslab.jobs.tasks import check_address
from litslab.solver.endgame import optimal_moves
from litslab.solver.endgame.certificate import ProofLimitError, certify
from litslab.solver.endgame.optimal_moves import DEFAULT_OPTIONS, SolveOptions
from litslab.solver.endgame.result import Info, Limit, MoveScore, Oracle, Solution
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.registry import make_oracle
from litslab.solver.model.bounds import decide

BestMoves = Literal["one", "all"]
"""The best moves that `solve` looks for."""


def solve(
    position: AnyPosition, limit: Limit | float | None = None, *, engine: str | None = None,
    threads: int = 1, memory: int = DEFAULT_MEMORY, best: BestMoves = "one", all_moves: bool = False, swap: bool = True,
    bounds_first: bool = False, certificate: bool = False, book: Path | None = None, workers: int = 1,
    scheduler: str | None = None, progress: OnProgress = ignore_progress,
) -> Solution:  # fmt: skip
    """Solve a position exactly, or as far as a limit allows; Ctrl-C stops it as well.

    Parameters
    ----------
    position : Position or Record or str or Path
        A position of any game. A record, or the path of one, stands for its last position, and the name of a game for
        its start.
    limit : Limit or float, optional
        The limits of the search, or its seconds; unlimited by default.
    engine : str, optional
        One of `solver.engines.registry.ENGINES`; by default the fastest that knows the game.
    threads : int
        The number of threads of the kernel or CP-SAT; one is deterministic.
    memory : int
        Size of the kernel's transposition table in MiB.
    best : {"one", "all"}
        The best moves to find. Finding all of them can take as long again (`Solution.best_complete`). With `all_moves`
        all of them are found anyway.
    all_moves : bool
        Whether to find the exact value of every move too.
    swap : bool
        Whether to solve the start of a game with a swap for the player who moves: the most even openings, and the value
        under the swap. Otherwise, and with a certificate, the answer is the value to the first side without a swap.
    bounds_first : bool
        Whether CP-SAT determines first whether one side wins however the game is finished. If so, nothing is
        searched, unless `all_moves` or `certificate` is set.
    certificate : bool
        Whether to prove the value so that the rules alone can check it (`solver.endgame.certificate.verify`). If a
        limit or Ctrl-C ends the proof early, or its positions do not fit into memory, the answer is kept, and
        `Solution.uncertified` gives the reason.
    book : Path, optional
        The file of a campaign, which answers without a search if it contains enough. By default the campaigns in the
        folder named by the environment variable ``LITSLAB_BOOKS`` are consulted. Neither can give a certificate. Such
        an answer is as stored in the file, not verified, and so not exact.
    workers : int
        The number of processes that share the values of the moves, each with its own table.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    progress : callable, optional
        Receives tighter bounds as text, then the number of moves with values, and the length of the proof.

    Raises
    ------
    RecordError
        If the file of a record cannot be read.
    OptionError
        If there is no such engine or no such `best`, the kernel is requested and does not support this game and board,
        or the work is to be divided without `all_moves`.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died repeatedly.
    StoreError
        If `book` is not the file of a campaign. Files of that folder which cannot be used are skipped with a warning.

    Examples
    --------
    >>> import litslab as ll
    >>> solution = ll.solve(ll.example("battle-of-lits-10").position(9))
    >>> solution.score.value, solution.margin
    (3, 1)
    """
    position = as_position(position)
    check_choice("best", best, get_args(BestMoves))
    divided = workers > 1 or scheduler is not None
    if divided and not all_moves:
        raise OptionError("workers, scheduler: expected only with the values of all moves, which they divide")
    check_address(scheduler)
    if not certificate and (known := look_up(position, book, swap=swap, every_move=all_moves or best == "all")):
        return known
    if not isinstance(limit, Limit):
        limit = Limit(expect(limit, int | float | None, "a Limit or a number of seconds"))
    oracle = make_oracle(position.rules, limit, engine=engine, threads=threads, memory=memory)
    division = optimal_moves.Division(limit, engine, threads, memory, workers, scheduler)
    values = division if divided else optimal_moves.values_by_one_engine
    swap = swap and position.swap_follows and not certificate
    solution = decide(position, limit, threads) if bounds_first and not swap else None
    if solution is None or all_moves or certificate:
        options = SolveOptions(best == "all", all_moves, values, progress)
        solution = solve_with(oracle, position, options, swap=swap)
    return _certified(solution, oracle, progress) if certificate else solution


def solve_with(
    oracle: Oracle, position: Position, options: SolveOptions = DEFAULT_OPTIONS, *, swap: bool = True
) -> Solution:
    """Solve a position by a given engine, as far as its limit allows; `swap` is as for `solve`."""
    find = optimal_moves.find_even_openings if swap and position.swap_follows else optimal_moves.find_optimal_moves
    return find(oracle, position, options)


def _certified(solution: Solution, oracle: Oracle, progress: OnProgress) -> Solution:
    """Return an answer with its certificate, or with the reason why there is none."""
    if not solution.is_complete:
        return replace(solution, uncertified="limit reached before the answer")
    try:
        return replace(solution, certificate=certify(solution.position, oracle, progress=progress))
    except (ProofLimitError, OutOfMemoryError, KeyboardInterrupt) as error:
        return replace(solution, uncertified=f"the proof was not finished: {str(error) or 'interrupted'}")


BOOKS = "LITSLAB_BOOKS"
"""The environment variable that names a folder of campaigns."""

ENGINE = "campaign"
"""The name of the engine in answers of campaigns."""


class BookWarning(Notice):
    """Files in the folder of campaigns that cannot be used."""


def look_up(
    position: Position, book: Path | None = None, *, swap: bool = True, every_move: bool = False
) -> Solution | None:
    """Return the unverified answer of a campaign about a position, or None if no campaign knows enough.

    Every position that a campaign has met can be looked up, not only its own position.

    Parameters
    ----------
    position : Position
        The position.
    book : Path, optional
        The file of a campaign; those of the folder `BOOKS` are consulted after it.
    swap : bool
        Whether the start of a game with a swap is answered for the player who moves.
    every_move : bool
        Whether the value of each move, or all best moves, are needed; otherwise the value and one best move.

    Raises
    ------
    GameError
        If `book` is not the file of a campaign, or contradicts itself. Files of the folder that cannot be used are
        skipped, with one warning for all of them.

    Warns
    -----
    BookWarning
        If files of the folder were skipped.
    """
    if position.is_over or (book is None and not os.environ.get(BOOKS)):
        return None
    from litslab.solver.campaign.store import Store  # noqa: PLC0415 - it needs SQLite, which a browser lacks

    found = None if book is None else _answer(book, position, swap, every_move)
    skipped = []
    for path in sorted(Path(os.environ[BOOKS]).glob("*.db")) if os.environ.get(BOOKS) else ():
        try:
            if found is None:
                found = _answer(path, position, swap, every_move)
            else:
                Store(path).close()  # a warning must not depend on the order of the files
        except (GameError, OSError, RecursionError) as error:
            skipped.append(f"{path.name} ({first_line(error)})")
    if skipped:
        warnings.warn(f"{BOOKS}: skipped {'; '.join(skipped)}", BookWarning, stacklevel=2)
    return found


def _answer(path: Path, position: Position, swap: bool, every_move: bool) -> Solution | None:
    """Return the answer that follows from the searches of a campaign; they are trusted, the rest is replayed."""
    from litslab.solver.campaign.store import Store  # noqa: PLC0415
    from litslab.solver.campaign.targets import OpeningsTarget, SwapTarget, ValueTarget, stored_target  # noqa: PLC0415
    from litslab.solver.campaign.verify import Proof  # noqa: PLC0415

    under_swap = swap and position.swap_follows
    with Store(path) as store:
        target = stored_target(store.settings, path)
        if target.position.rules != position.rules:
            return None
        proof = Proof(store.contents(), target)
        nodes = store.cost().nodes
    result = proof.result((SwapTarget if under_swap else ValueTarget)(position))
    whole = every_move and OpeningsTarget(position).result(proof.known).complete
    if not result.complete or (every_move and not whole):
        return None
    best = {image for each in result.openings if each.move in result.best for image in each.images}
    scores = {image: each.score for each in result.openings for image in each.images}
    scored = tuple(MoveScore(move, scores[move]) for move in position.choices()) if every_move else ()
    advice = None if under_swap else optimal_moves.swap_advice(position, result.score, scored)
    return Solution(
        position, result.score, tuple(move for move in position.choices() if move in best)[: None if every_move else 1],
        (), Info(nodes, 0.0, ENGINE), scored, advice, under_swap=under_swap, best_complete=every_move, book=path.name,
    )  # fmt: skip
