"""Answers of campaigns about a position, without a search.

The environment variable ``LITSLAB_BOOKS`` names a folder of campaigns (``*.db``), and a command can
name one file. The rules replay the conclusions of a campaign, but its searches are not repeated.
Therefore such an answer is called "as stored", never "exact". The modules that read campaigns are
imported only if there is a campaign.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path

from litslab.games.errors import GameError, first_line
from litslab.games.notice import Notice
from litslab.games.position import Position
from litslab.solver.endgame.solution import Info, MoveScore, Solution
from litslab.solver.endgame.swap import swap_advice

BOOKS = "LITSLAB_BOOKS"
"""The environment variable that names a folder of campaigns."""

ENGINE = "campaign"
"""The name of the engine in answers of campaigns."""


class BookWarning(Notice):
    """Files in the folder of campaigns that cannot be used."""


def look_up(
    position: Position,
    book: Path | None = None,
    *,
    swap: bool = True,
    every_move: bool = False,
) -> Solution | None:
    """Return the unverified answer of a campaign about a position, or None if no campaign knows
    enough.

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
        Whether the value of each move, or all best moves, are needed; otherwise the value and one
        best move.

    Raises
    ------
    GameError
        If `book` is not the file of a campaign, or contradicts itself. Files of the folder that
        cannot be used are skipped, with one warning for all of them.

    Warns
    -----
    BookWarning
        If files of the folder were skipped.
    """
    if position.is_over or (book is None and not os.environ.get(BOOKS)):
        return None
    from litslab.solver.campaign.store import Store  # noqa: PLC0415 - it needs SQLite, which a browser lacks

    folder = os.environ.get(BOOKS)
    paths = sorted(Path(folder).glob("*.db")) if folder else []
    found = None if book is None else _answer(book, position, swap, every_move)
    skipped = []
    for path in paths:
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
    """Return the answer that follows from the searches of a campaign; they are trusted, the rest is
    replayed.
    """
    from litslab.solver.campaign.store import Store  # noqa: PLC0415
    from litslab.solver.campaign.targets import (  # noqa: PLC0415
        OpeningsTarget,
        SwapTarget,
        ValueTarget,
        stored_target,
    )
    from litslab.solver.campaign.verify import Proof  # noqa: PLC0415

    under_swap = swap and position.swap_follows
    with Store(path) as store:
        target = stored_target(store.settings, path)
        if target.position.rules != position.rules:
            return None
        proof = Proof(store.contents(), target)
        nodes = store.cost().nodes
    question = SwapTarget(position) if under_swap else ValueTarget(position)
    result = proof.result(question)
    if not result.complete:
        return None
    if every_move and not OpeningsTarget(position).result(proof.known).complete:
        return None
    reaching = {
        image for each in result.openings if each.move in result.best for image in each.images
    }
    best = tuple(move for move in position.choices() if move in reaching)
    scored: tuple[MoveScore, ...] = ()
    if every_move:
        scores = {image: each.score for each in result.openings for image in each.images}
        scored = tuple(MoveScore(position, move, scores[move]) for move in position.choices())
    advice = None if under_swap else swap_advice(position, result.score, scored)
    return Solution(
        position=position,
        score=result.score,
        best=best if every_move else best[:1],
        principal_variation=(),
        info=Info(nodes, 0.0, ENGINE),
        moves=scored,
        swap=advice,
        under_swap=under_swap,
        best_complete=every_move,
        book=path.name,
    )
