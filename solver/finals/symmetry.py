"""Sets of placements up to the board's symmetries, and without the colours of the pieces."""

from __future__ import annotations

from collections.abc import Iterator

from litslab.games.geometry import bits, mask_of
from litslab.games.placements import PlacementTable


def images(table: PlacementTable, placed: int) -> Iterator[int]:
    """Yield the images of a set of placements under the board's symmetries, itself first."""
    for permutation in table.symmetries:
        yield mask_of(permutation[index] for index in bits(placed))


def is_canonical(table: PlacementTable, placed: int) -> bool:
    """Return whether a set of placements is the smallest of its images, as one of each orbit is."""
    return all(placed <= image for image in images(table, placed))


def first_colouring(table: PlacementTable) -> dict[int, int]:
    """Return the first placement on each set of squares."""
    return {placement.mask: placement.index for placement in reversed(table.placements)}


def first_coloured(table: PlacementTable, placed: int) -> int:
    """Return a set of placements with each piece in its first colouring."""
    first = first_colouring(table)
    return mask_of(first[placement.mask] for placement in table.of(placed))


def plain_images(table: PlacementTable, placed: int) -> set[int]:
    """Return the images of a set of placements under the board's symmetries, without colours."""
    return {first_coloured(table, image) for image in images(table, placed)}
