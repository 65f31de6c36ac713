"""The walk over the positions that one side's strategy allows, which certificates are written by.

It follows one chosen move from each position in which the strategist is to move, and every move
from the others. It goes depth first, with the moves in the order of their texts, and skips
positions that it has met before. No position of a game leads back to itself, so the positions form
a directed acyclic graph. Positions that a symmetry exchanges count as one. Only symmetries that
keep the first position of the walk are used, because the others hardly ever apply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from litslab.games.geometry import bits, mask_of
from litslab.games.memory import OutOfMemoryError, most_entries, most_positions
from litslab.games.move import SWAP, Move
from litslab.games.notation import format_move, move_number
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.rules import Rules

Choose = Callable[[Position, Sequence[Move]], int]
"""Returns the number of the chosen move, given a position and its moves in the order of their
texts.
"""

REPORT_EVERY = 256
"""The number of positions met between two reports of progress."""


@lru_cache(maxsize=4)
def text_ranks(rules: Rules) -> tuple[int, ...]:
    """Return the rank of each placement's text, in the order of the table, and last the rank of the
    swap's text.

    Equal texts keep the order of the table; no position has both moves.
    """
    texts = [*(format_move(placement, rules) for placement in rules.table), SWAP.value]
    order = sorted(range(len(texts)), key=texts.__getitem__)
    ranks = {number: rank for rank, number in enumerate(order)}
    return tuple(ranks[number] for number in range(len(texts)))


def sorted_choices(position: Position) -> list[Move]:
    """Return the moves that decide a position's value, in the order of their texts."""
    ranks = text_ranks(position.rules)
    return sorted(position.choices(), key=lambda move: ranks[move_number(move, position.rules)])


def kept_symmetries(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the starting position that keep a position; the first is the
    identity.
    """
    placed = position.placed
    return tuple(images for images in position.rules.symmetries if _image(placed, images) == placed)


def _image(placed: int, images: tuple[int, ...]) -> int:
    return mask_of(images[index] for index in bits(placed))


def walk(
    root: Position,
    side: int,
    choose: Choose,
    at_end: Callable[[Position], None],
    report: Callable[[int], None],
) -> int:
    """Walk over the positions that a strategy allows, and return how many there are.

    Parameters
    ----------
    root : Position
        The first position.
    side : int
        The strategist's side.
    choose : callable
        Chooses the strategist's moves.
    at_end : callable
        Receives each finished position.
    report : callable
        Receives the number of positions met, periodically.

    Raises
    ------
    OutOfMemoryError
        If the positions met, or those still to be visited, would not fit into memory.
    """
    rules = root.rules
    # What was met may take all the memory for a collection, and what waits half as much.
    most_met = most_entries(rules, values=False)
    most_waiting = most_positions(rules) // 2
    symmetries = kept_symmetries(root)
    met: set[int] = set()
    waiting: list[tuple[Position, Move]] = []

    def meet(placed: int, swapped: bool) -> bool:
        """Add a position to those met, and return whether it is new."""
        if len(symmetries) > 1:
            placed = min(_image(placed, images) for images in symmetries)
        before = len(met)
        met.add(placed << 1 | swapped)
        return len(met) > before

    def visit(position: Position) -> None:
        if not len(met) % REPORT_EVERY:
            report(len(met))
        if position.is_over:
            at_end(position)
            return
        moves = sorted_choices(position)
        if len(met) > most_met or len(waiting) + len(moves) > most_waiting:
            raise OutOfMemoryError(
                f"certificate: after {len(met):,} positions the ones that follow do not fit into "
                "memory: expected a "
                "position closer to the end"
            )
        if position.to_move == side:
            waiting.append((position, moves[choose(position, moves)]))
        else:
            waiting.extend((position, move) for move in reversed(moves))

    meet(root.placed, root.swapped)
    visit(root)
    while waiting:
        parent, move = waiting.pop()
        # Since all positions have the same root, placements and swap determine the turn and all
        # else.
        placed = parent.placed | 1 << move.index if isinstance(move, Placement) else parent.placed
        if meet(placed, parent.swapped or move is SWAP):
            visit(parent.play_unchecked(move))
    return len(met)
