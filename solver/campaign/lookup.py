"""Answers that need no search, because a campaign has found them.

The environment variable ``LITSLAB_BOOKS`` names a folder of campaigns (``*.db``); a command can name one file, too.
Every solve looks here first, so what reads campaigns is imported where there is one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from litslab.games.position import Position
from litslab.solver.result import Info, MoveScore, Solution
from litslab.solver.swap import swap_advice

if TYPE_CHECKING:
    from litslab.solver.campaign.targets import Result

BOOKS = "LITSLAB_BOOKS"
"""The environment variable that names a folder of campaigns."""

ENGINE = "campaign"
"""What the engine of such an answer is called in results."""


def look_up(
    position: Position, book: Path | None = None, *, swap: bool = True, every_move: bool = False
) -> Solution | None:
    """Return what a campaign has proved of a position, or None if none has proved enough.

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
    StoreError
        If a file is not that of a campaign.
    """
    if position.is_over:
        return None
    for path in _books(book):
        if _is_about(position, path) and (found := _answer(path, position, swap, every_move)):
            return found
    return None


def _books(book: Path | None) -> Iterator[Path]:
    if book is not None:
        yield book
    folder = os.environ.get(BOOKS)
    if folder:
        yield from sorted(Path(folder).glob("*.db"))


def _is_about(position: Position, path: Path) -> bool:
    """Return whether a campaign is about the game of a position, on the same board."""
    from litslab.games.record import loads  # noqa: PLC0415
    from litslab.solver.campaign.store import Store  # noqa: PLC0415

    with Store(path) as store:
        return loads(str(store.settings["record"]), str(path)).rules == position.rules


def _answer(path: Path, position: Position, swap: bool, every_move: bool) -> Solution | None:
    from litslab.solver.campaign.campaign import Campaign  # noqa: PLC0415
    from litslab.solver.campaign.targets import OpeningsTarget, SwapTarget, ValueTarget  # noqa: PLC0415

    under_swap = swap and position.swap_follows
    with Campaign(path) as campaign:
        result = (SwapTarget if under_swap else ValueTarget)(position).result(campaign.known)
        whole = every_move and OpeningsTarget(position).result(campaign.known).complete
        nodes = campaign.store.cost().nodes
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
