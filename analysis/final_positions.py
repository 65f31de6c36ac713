"""Statistics of final positions: sizes of groups, and where pieces lie by shape and by colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from pydantic import computed_field

from litslab.analysis.distributions import Distribution
from litslab.analysis.runs.file import RunFile
from litslab.analysis.runs.run import RunError
from litslab.games.geometry import bits
from litslab.games.language import mark
from litslab.games.notation import numbered_move
from litslab.games.pieces import Shape
from litslab.games.position import Position
from litslab.games.result_json import JsonBySquare
from litslab.games.rules import Rules

SHAPE = mark("shape")
COLOUR = mark("colour")
BY = (SHAPE, COLOUR)
"""What pieces are told apart by."""


def final_positions(file: RunFile) -> Iterator[Position]:
    """Yield the final position of each game of a run that was played with its moves.

    Raises
    ------
    RunError
        If the run has no moves.

    Examples
    --------
    >>> import litslab as ll
    >>> run = ll.simulate("wythe", games=3, moves=True, seed=1, workers=1)
    >>> [position.is_over for position in final_positions(run)]
    [True, True, True]
    """
    if not file.run.moves:
        raise RunError(
            f"{file.path}: it has no moves: expected a run that was played with --moves (in Python "
            "moves=True)"
        )
    start = file.run.start
    moves = file.collect(file.scan().select("moves")).to_series()
    for numbers in moves:
        position = start
        for number in numbers:
            position = position.play_unchecked(numbered_move(number, start.rules))
        yield position


@dataclass(frozen=True, eq=False)
class GroupSizes:
    """The groups of one colour in final positions; not compared by value."""

    colour: str
    """The colour, as in `GroupColour`."""
    phase: int
    """The phase of the game to which they belong."""
    games: int
    """The number of final positions."""
    sizes: Distribution
    """The sizes of all groups."""
    largest: Distribution
    """The size of the largest group of each position; 0 if there is none."""

    @computed_field
    @property
    def groups_per_game(self) -> float:
        """The mean number of groups in a position."""
        return self.sizes.total / self.games

    @property
    def square_shares(self) -> NDArray[np.float64]:
        """The share of the colour's squares that lie in groups of each of the sizes: the
        distribution of the group of a random square.
        """
        squares = self.sizes.values * self.sizes.counts
        shares: NDArray[np.float64] = squares / max(1, squares.sum())
        return shares


def group_sizes(positions: Iterable[Position]) -> tuple[GroupSizes, ...]:
    """Return the sizes of the groups in final positions of one game by colour, two for each phase;
    none if groups do not matter in the game.

    Examples
    --------
    >>> import litslab as ll
    >>> run = ll.simulate("taiji", games=20, moves=True, seed=1, workers=1)
    >>> light, dark = group_sizes_of_run(run)
    >>> light.colour, light.games
    ('light', 20)
    """
    counted: dict[tuple[str, int], tuple[Counter[int], Counter[int]]] = {}
    games = 0
    for position in positions:
        games += 1
        board = position.rules.board
        for each in position.group_colours():
            key = (each.colour, each.phase)
            sizes, largest = counted.setdefault(key, (Counter(), Counter()))
            groups = board.groups(each.squares, diagonal=each.diagonal)
            sizes.update(map(int.bit_count, groups))
            largest[groups[0].bit_count() if groups else 0] += 1
    return tuple(
        GroupSizes(*key, games, _distribution(sizes), _distribution(largest))
        for key, (sizes, largest) in counted.items()
    )


@lru_cache(maxsize=8)  # for a plot and its document; the same run has the same games
def group_sizes_of_run(file: RunFile) -> tuple[GroupSizes, ...]:
    """Return the sizes of the groups in the final positions of a run that was played with its
    moves.

    Raises
    ------
    RunError
        If the run has no moves.
    """
    return group_sizes(final_positions(file))


def _distribution(counts: Mapping[int, int]) -> Distribution:
    values = sorted(counts)
    return Distribution(
        np.array(values, np.int64), np.array([counts[value] for value in values], np.int64)
    )


@dataclass(frozen=True, eq=False)
class Cover:
    """The squares of final positions under the pieces of one shape, or that show one colour; not
    compared by value.
    """

    name: str
    """The letter of the shape, or the layer."""
    shares: JsonBySquare[NDArray[np.float64]]
    """By square: the share of positions in which the shape covers it, or it shows the colour."""
    mean: float
    """The mean number of pieces of the shape in a position, or of squares that show the colour."""


@dataclass
class _Count:
    """Counts of one shape or colour.

    Attributes
    ----------
    squares : Counter of int
        Positions by square.
    total : int
        Pieces, or squares, in all positions.
    """

    squares: Counter[int] = field(default_factory=Counter)
    total: int = 0


def shapes_of(rules: Rules) -> tuple[Shape, ...]:
    """Return the shapes that tell a game's pieces apart, in the order of `Shape`: those of its
    tetrominoes, if it has any.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> [shape.value for shape in shapes_of(create("tailits+taiji"))]
    ['L', 'I', 'T', 'S']
    """
    found = {placement.shape for placement in rules.table}
    several = len(found) > 1
    return tuple(
        shape for shape in Shape if shape in found and not (several and shape is Shape.DOMINO)
    )


def cover_by_shape(positions: Iterable[Position], rules: Rules) -> tuple[Cover, ...]:
    """Return where the pieces of each shape lie in final positions, also under other pieces."""
    counts = {shape: _Count() for shape in shapes_of(rules)}
    games = 0
    for position in positions:
        games += 1
        masks = dict.fromkeys(counts, 0)
        for placement in position.placements:
            if placement.shape not in masks:
                continue
            masks[placement.shape] |= placement.mask
            counts[placement.shape].total += 1
        for shape, mask in masks.items():
            counts[shape].squares.update(bits(mask))
    return tuple(
        _cover(shape.value, count, games, rules.board.size) for shape, count in counts.items()
    )


def cover_by_colour(positions: Iterable[Position], rules: Rules) -> tuple[Cover, ...]:
    """Return where final positions show each of their layers: the colours of the pieces."""
    counts: dict[str, _Count] = {}
    games = 0
    for position in positions:
        games += 1
        for layer, mask in position.layers().items():
            count = counts.setdefault(layer, _Count())
            count.squares.update(bits(mask))
            count.total += mask.bit_count()
    return tuple(_cover(layer, count, games, rules.board.size) for layer, count in counts.items())


def _cover(name: str, count: _Count, games: int, squares: int) -> Cover:
    shares = np.array([count.squares[square] for square in range(squares)], np.float64)
    return Cover(name, shares / max(1, games), count.total / max(1, games))


def usual_by(rules: Rules) -> str:
    """Return what a game's pieces are told apart by unless it is given."""
    return SHAPE if len(shapes_of(rules)) > 1 else COLOUR


@lru_cache(maxsize=8)
def cover_of_run(file: RunFile, by: str) -> tuple[Cover, ...]:
    """Return where pieces lie by shape, or where colours show, in the final positions of a run that
    was played with its moves.

    Raises
    ------
    RunError
        If the run has no moves.
    """
    cover = cover_by_shape if by == SHAPE else cover_by_colour
    return cover(final_positions(file), file.rules)
