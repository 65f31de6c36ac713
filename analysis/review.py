"""Game review: the loss of each move against best play.

Positions near the end are solved exactly. For earlier ones only the winner is proved. For positions
beyond any proof, repeated Monte-Carlo searches estimate the share of games that the first player
would win. The three are kept apart: losses between exact values are in points, losses between
estimates are shares of wins, with their noise.

All values here are seen from the *player* who moved first in the game. If the game has a swap that
exchanges the players, the one who may swap takes the better side
(`solver.endgame.solution.SwapAdvice`).
"""

from __future__ import annotations

import contextlib
import math
import time

from litslab.analysis.backward_proofs import prove_winners_backwards, solve_backwards
from litslab.analysis.estimated_positions import EstimatedPositions
from litslab.analysis.repeated_search import REPEATS
from litslab.analysis.review_result import Evaluation, OnEvaluation, Review, ReviewedMove
from litslab.games.errors import check_time_limit
from litslab.games.sources import AnyPosition, as_record
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.work_options import check_memory, check_seed
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.match import player_to_move

EXACT_PART = 1 / 8
PROOF_PART = 3 / 8
"""The parts of the time for exact values and for proofs of the winner; the rest is for
estimates.
"""

PROOF_NODES = 3
"""With a limit of nodes: how many times the nodes of the exact values the proofs may take.

For each position that is not solved they may take as many more as its estimate would have random
games."""


def draw_curve(found: Review) -> str:
    """Return the curve of a review as SVG."""
    from litslab.analysis.figure_file import render_figure  # noqa: PLC0415
    from litslab.analysis.review_plot import plot_review  # noqa: PLC0415 - only pictures need it

    return render_figure(plot_review(found), ".svg").decode()


def review(
    record: AnyPosition,
    *,
    time_limit: float | None = 60.0,
    nodes: int | None = None,
    playouts: int = 20_000,
    seed: int = 0,
    since: int = 0,
    memory: int = 256,
    progress: OnProgress = ignore_progress,
    on_evaluation: OnEvaluation | None = None,
) -> Review:
    r"""Review a game from its end backwards; Ctrl-C keeps the evaluations, unless they are of less
    than a move.

    Parameters
    ----------
    record : Record or str or Path
        The game, or the path of its record.
    time_limit : float, optional
        Wall-clock time: at most an eighth of it for exact values, three eighths for proofs of the
        winner, and the rest for estimates of the earlier positions.
    nodes : int, optional
        Positions visited for exact values; for proofs of the winner three times as many, and for
        each position that is not solved as many more as its estimate would have random games. With
        time enough, the same review on every machine.
    playouts : int
        Random games in each search of an estimate, if the time suffices; doubled up to
        `estimated_positions.MOST_DOUBLINGS` times for two moves of nearly equal value.
    seed : int
        Random seed.
    since : int
        The first position to review, by the number of moves played before it.
    memory : int
        Size of the kernel's table in MiB.
    progress : callable, optional
        Receives the number of evaluated positions after each.
    on_evaluation : callable, optional
        Receives each position's ply and evaluation as soon as it is known, from the last position
        backwards. A later search may still change the best move of an estimate.

    Raises
    ------
    OptionError
        If the record has fewer moves than `since`.

    Examples
    --------
    >>> import litslab as ll
    >>> record = ll.loads('game = "wythe"\noptions = { size = 3 }\nmoves = "a1,a2 b1,b2 c1,c2"')
    >>> found = ll.review(record)
    >>> all(evaluation.is_exact for evaluation in found.evaluations)
    True
    """
    started = time.monotonic()
    record = as_record(record)
    check_time_limit(time_limit)
    check_seed(seed)
    check_memory(memory)
    seconds = math.inf if time_limit is None else time_limit
    proved: dict[int, Evaluation] = {}
    positions = record.positions
    record.position(since)  # raises an error if the record is shorter
    estimated = EstimatedPositions(record, playouts=playouts, seed=seed)

    def tell(ply: int, evaluation: Evaluation) -> None:
        if on_evaluation is not None:
            on_evaluation(ply, evaluation)
        progress(Progress(len(proved) + len(estimated.done), len(positions) - since))

    def keep(ply: int, evaluation: Evaluation) -> None:
        proved[ply] = evaluation
        tell(ply, evaluation)

    with contextlib.suppress(KeyboardInterrupt):
        oracle = make_oracle(record.rules, Limit(EXACT_PART * seconds, nodes), memory=memory)
        solve_backwards(record, oracle, since, keep)
        unsolved = range(since, min(proved, default=len(positions)))
        proof_nodes = None
        if nodes is not None:
            proof_nodes = (1 + PROOF_NODES) * nodes + 2 * REPEATS * playouts * len(unsolved)
        oracle.limit = Limit((EXACT_PART + PROOF_PART) * seconds, proof_nodes)
        prove_winners_backwards(record, oracle, unsolved, keep)
        del oracle  # its table is large
        unproved = range(since, min(proved, default=len(positions)))
        half = (started + seconds - time.monotonic()) / 2
        estimated.search(unproved, half, tell)
        estimated.search_close_calls(started + seconds - time.monotonic())
    found = {**{ply: estimated.evaluation(ply) for ply in estimated.done}, **proved}
    if len(found) < min(2, len(positions) - since):
        raise KeyboardInterrupt
    moves = []
    for ply in range(min(found), len(record.moves)):
        move = ReviewedMove(
            ply,
            record.moves[ply],
            player=player_to_move(positions[ply]),
            side=positions[ply].side,
            before=found[ply],
            after=found[ply + 1],
            compared=estimated.difference(ply),
        )
        moves.append(move)
    evaluations = tuple(found[ply] for ply in sorted(found))
    return Review(record, evaluations, tuple(moves), time.monotonic() - started)
