"""The sizes of the largest groups of a colour after squares are added, in many cases at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from litslab.games.geometry import Board
from litslab.games.group_colour import GroupColour

Labels = NDArray[np.unsignedinteger[Any]]
"""Small numbers, by columns of cases, and by rows of parts."""

CASES_AT_ONCE = 16_384
"""The cases whose arrays fit into a processor's cache."""


def largest_groups(
    board: Board,
    colour: GroupColour,
    squares: list[int],
    is_added: NDArray[np.bool_],
) -> NDArray[np.int_]:
    """Return the total size of the largest groups of a colour when squares are added to it.

    Parameters
    ----------
    board : Board
        The board.
    colour : GroupColour
        The colour before.
    squares : list of int
        The squares that can be added.
    is_added : array of bool
        The cases by rows, and by columns whether a square is added.
    """
    groups = board.groups(colour.squares, diagonal=colour.diagonal)
    parts = [1 << square for square in squares] + groups
    edges = list(_edges(board, parts, len(squares), diagonal=colour.diagonal))
    lower = _lower_parts(len(parts), edges)
    weights = [part.bit_count() for part in parts]
    dtype = np.min_scalar_type(board.size)  # there are no more parts than squares
    sizes = np.zeros(len(is_added), dtype=int)
    for first in range(0, len(is_added), CASES_AT_ONCE):
        added = is_added[first : first + CASES_AT_ONCE].T
        is_there = np.ones((len(parts), added.shape[1]), dtype=bool)
        is_there[: len(squares)] = added
        labels = _labels(is_there, edges, dtype)
        sizes[first : first + CASES_AT_ONCE] = _largest(labels, weights, lower, colour.counted)
    return sizes


def _edges(
    board: Board,
    parts: list[int],
    squares: int,
    *,
    diagonal: bool,
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of parts that touch; the first `squares` parts are squares, the others
    groups, which do not touch each other.
    """
    spread = board.surrounding if diagonal else board.adjacent
    for one, part in enumerate(parts[:squares]):
        around = spread(part)
        for other in range(one + 1, len(parts)):
            if around & parts[other]:
                yield one, other


def _lower_parts(parts: int, edges: list[tuple[int, int]]) -> list[list[int]]:
    """Return for each part those that can be in one group with it and have no larger number."""
    component = list(range(parts))
    for one, other in edges:
        joined, kept = component[one], component[other]
        component = [kept if number == joined else number for number in component]
    return [
        [lower for lower in range(part + 1) if component[lower] == component[part]]
        for part in range(parts)
    ]


def _labels(
    is_there: NDArray[np.bool_],
    edges: list[tuple[int, int]],
    dtype: np.dtype[Any],
) -> Labels:
    """Return the label of each part in each case: the largest number of a part of its group, parts
    numbered from 1; 0 for a part that is not there.

    The larger label of two parts that touch passes to the other one, until nothing changes.
    """
    all_bits = is_there * dtype.type(np.iinfo(dtype).max)
    labels: Labels = all_bits & np.arange(1, len(is_there) + 1, dtype=dtype)[:, np.newaxis]
    while True:
        before = labels.copy()
        for one, other in edges:
            np.maximum(labels[one], labels[other] & all_bits[one], out=labels[one])
            np.maximum(labels[other], labels[one] & all_bits[other], out=labels[other])
        if np.array_equal(before, labels):
            return labels
        edges = edges[::-1]


def _largest(
    labels: Labels,
    weights: list[int],
    lower: list[list[int]],
    counted: int,
) -> NDArray[np.int_]:
    """Return the total weight of the heaviest groups in each case.

    A group has the number of its last part as its label, so its other parts are lower ones.
    """
    cases = labels.shape[1]
    largest = [np.zeros(cases, dtype=labels.dtype) for _ in range(counted)]
    for last, members in enumerate(lower):
        size = np.zeros(cases, dtype=labels.dtype)
        for part in members:
            size += (labels[part] == last + 1) * labels.dtype.type(weights[part])
        for rank, known in enumerate(largest):
            largest[rank] = np.maximum(known, size)
            size = np.minimum(known, size)
    return np.asarray(np.sum(largest, axis=0, dtype=int))
