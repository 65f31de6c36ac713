"""Answers that need no search, because a campaign has found them.

What follows from the searches of a campaign is replayed by the rules, but the searches themselves are not repeated. So
an answer is as stored in the file, and never called exact. The environment variable ``LITSLAB_BOOKS`` names a folder of
campaigns (``*.db``); a command can name one file, too. Every solve looks here first, so what reads campaigns is only
imported where there is one.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from litslab.games.errors import GameError, first_line
from litslab.games.position import Position
from litslab.jobs.progress import Notice
from litslab.solver.endgame.optimal_moves import swap_advice
from litslab.solver.endgame.result import Info, MoveScore, Solution

if TYPE_CHECKING:
    from litslab.solver.campaign.targets import Result

BOOKS = "LITSLAB_BOOKS"
"""The environment variable that names a folder of campaigns."""

ENGINE = "campaign"
"""What the engine of such an answer is called in results."""


class BookWarning(Notice):
    """Files in the folder of campaigns that cannot be used."""


def look_up(
    position: Position, book: Path | None = None, *, swap: bool = True, every_move: bool = False
) -> Solution | None:
    """Return what a campaign says of a position, or None if none says enough; it is not verified.

    Every position that a campaign has met can be looked up, not only the one that it is about.

    Parameters
    ----------
    position : Position
        The position.
    book : Path, optional
        The file of a campaign; those of the folder `BOOKS` are tried after it.
    swap : bool
        Whether the start of a game in which the second player may swap is answered for the player who moves.
    every_move : bool
        Whether the value of each move is needed, or all best moves; otherwise the value and one best move.

    Raises
    ------
    GameError
        If `book` is not the file of a campaign, or contradicts itself. A file of the folder that cannot be used is
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
    for path in _folder():
        try:
            if found is None:
                found = _answer(path, position, swap, every_move)
            else:
                Store(path).close()  # whether it can be read does not depend on the order of the files
        except (GameError, OSError, RecursionError) as error:
            skipped.append(f"{path.name} ({first_line(error)})")
    if skipped:
        warnings.warn(f"{BOOKS}: skipped {'; '.join(skipped)}", BookWarning, stacklevel=2)
    return found


def _folder() -> Iterator[Path]:
    folder = os.environ.get(BOOKS)
    if folder:
        yield from sorted(Path(folder).glob("*.db"))


def _answer(path: Path, position: Position, swap: bool, every_move: bool) -> Solution | None:
    """Return what follows from the searches of a campaign, which are believed; its other answers are replayed."""
    from litslab.games.record import loads  # noqa: PLC0415
    from litslab.solver.campaign.store import Store  # noqa: PLC0415
    from litslab.solver.campaign.targets import OpeningsTarget, SwapTarget, ValueTarget  # noqa: PLC0415
    from litslab.solver.campaign.verify import Proof  # noqa: PLC0415

    under_swap = swap and position.swap_follows
    with Store(path) as store:
        if loads(store.settings.record, str(path)).rules != position.rules:
            return None
        proof = Proof(store.contents())
        nodes = store.cost().nodes
    result = proof.result((SwapTarget if under_swap else ValueTarget)(position))
    whole = every_move and OpeningsTarget(position).result(proof.known).complete
    if not result.complete or (every_move and not whole):
        return None
    best = {image for each in result.openings if each.move in result.best for image in each.images}
    scored = _scores(position, result) if every_move else ()
    return Solution(
        position, result.score, tuple(move for move in position.choices() if move in best)[: None if every_move else 1],
        (), Info(nodes, 0.0, ENGINE), scored, None if under_swap else swap_advice(position, result.score, scored),
        under_swap=under_swap, best_complete=every_move, book=path.name,
    )  # fmt: skip


def _scores(position: Position, result: Result) -> tuple[MoveScore, ...]:
    scores = {image: each.score for each in result.openings for image in each.images}
    return tuple(MoveScore(move, scores[move]) for move in position.choices())
