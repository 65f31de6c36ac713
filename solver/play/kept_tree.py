"""The tree of a player's last turn, which the next turn begins with where it contains the reply."""

from __future__ import annotations

from litslab.games.move import SWAP, Move
from litslab.games.position import Position
from litslab.solver.advice.playouts import TreePlayouts


class KeptTree:
    """The tree of a turn and the position after it.

    Copies and pickles are empty: the tree is the kernel's.
    """

    def __init__(self) -> None:
        self._tree: TreePlayouts | None = None

    def __reduce__(self) -> tuple[type[KeptTree], tuple[()]]:
        return KeptTree, ()

    def keep(self, tree: TreePlayouts, move: Move) -> None:
        """Keep what a tree knows of the position after a move."""
        self._tree = tree.after(move)

    def take(self, position: Position) -> TreePlayouts | None:
        """Return the tree of a position, if it is that after the last turn or after a reply to it;
        the next call returns None.
        """
        tree = self._tree
        self._tree = None
        if tree is None or tree.position == position:
            return tree
        reply = _move_between(tree.position, position)
        return None if reply is None else tree.after(reply)


def _move_between(before: Position, after: Position) -> Move | None:
    """Return the move that leads from one position to the next; None if there is none."""
    if before.rules != after.rules:
        return None
    moves = before.rules.table.of(after.placed & ~before.placed & before.legal)
    candidates: list[Move] = [*moves]
    if before.can_swap:
        candidates.append(SWAP)
    return next((move for move in candidates if before.play_unchecked(move) == after), None)
