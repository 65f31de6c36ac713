"""Values and shares of wins from the first player's view, who plays the other side after a swap."""

from __future__ import annotations

from litslab.games.position import Position


def swap_renames(position: Position) -> bool:
    """Return whether a game's swap exchanges the players and leaves the values of the sides as they are."""
    return position.rules.has_swap and not position.rules.swap_changes_value


def swap_is_open(position: Position) -> bool:
    """Return whether the player to move may exchange the players, and so take the better side."""
    return position.can_exchange_players and not position.is_over


def value_for_first_player(position: Position, value: int) -> int:
    """Turn a value from the first side's view into one from the first player's; where a swap is open, they face it."""
    if not swap_renames(position):
        return value
    if swap_is_open(position):
        return -abs(value)
    return -value if position.swapped else value


def share_for_first_player(position: Position, share: float) -> float:
    """Turn the first side's expected share of wins into the first player's; a part for the margin may exceed 0 or 1."""
    share = min(1.0, max(0.0, share))
    if not swap_renames(position):
        return share
    if swap_is_open(position):
        return min(share, 1 - share)
    return 1 - share if position.swapped else share
