"""A board cut into connected regions, and the small changes that lead from one cut to another.

The generator changes such partitions step by step. A change moves a square over a border, splits a
region or merges two; where the regions have to be symmetric, all images of the change are made at
once. Regions are connected and no smaller than a tetromino at every step.

Where a puzzle of symmetric regions has one solution, that solution is symmetric too: its image
solves the puzzle as well. So a region that a turn or a mirror maps to itself holds a tetromino that
is mapped to itself. Of tetrominoes a half turn keeps I and S alone, whose middle lies between two
squares: a half turn of a board with two even sides maps no region of such a puzzle to itself, and
on one with two odd sides there is no such puzzle. Partitions keep to that.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from litslab.games.geometry import Board, Symmetry, bits, nth_bit
from litslab.games.pieces import plain_pieces
from litslab.games.placements import PlacementTable, placement_table
from litslab.puzzles.lits.puzzle import OUTSIDE, TETROMINO_SIZE, PuzzleError, region_numbers


class RegionSymmetry(StrEnum):
    """A turn or reflection that maps the regions of a puzzle to each other."""

    NONE = "none"
    HALF_TURN = "half-turn"
    MIRROR = "mirror"
    QUARTER_TURN = "quarter-turn"


class RegionStyle(StrEnum):
    """The distribution of region sizes, if they are not given."""

    PUBLISHED = "published"
    FREE = "free"


EQUAL_SIZES = (5, 12)
"""The sizes between which the common one of equally large regions lies where none is given."""

_PUBLISHED_AVERAGE = 7.1
"""Squares a region in published puzzles of 10×10."""

_AVERAGE_GROWTH = 0.12
"""The power of the area with which that grows: it is 8.6 on the published puzzles of about 400
squares.
"""

_PUBLISHED_SPREAD = 0.16
"""Standard deviation of the number of regions, as a share of the average."""

_PUBLISHED_LARGEST = (9, 10, 10, 11, 11, 11, 12, 12, 13, 13, 14, 14, 15, 16, 16, 17, 18, 20, 22, 26)
"""The size of the largest region in published puzzles of 10×10: each as often as the others."""

_LARGE = 15
"""From this size a region is drawn that is about as large, and not only at most."""

_LARGEST_SLACK = 2
"""Number of squares by which it may be smaller."""

_SYMMETRIC_GROWTH = 1.6
"""Factor by which the largest region may be larger if the regions are symmetric."""

_LARGEST_GROWTH = 0.25
"""The power of the area with which the largest region grows: more regions have a larger one among
them.
"""

_KEPT = {
    RegionSymmetry.NONE: (),
    RegionSymmetry.HALF_TURN: ("half turn",),
    RegionSymmetry.MIRROR: ("mirror left-right",),
    RegionSymmetry.QUARTER_TURN: ("quarter turn left", "half turn", "quarter turn right"),
}


@dataclass(frozen=True)
class RegionLimits:
    """Requirements of regions.

    Attributes
    ----------
    smallest, largest : int
        The sizes, in squares, between which every region lies.
    fewest, most : int
        The numbers of regions between which their number lies.
    peak : int
        The least size of the largest region.
    symmetry : RegionSymmetry
        The symmetry that maps the regions onto each other.
    style : RegionStyle
        Whether each puzzle draws its number of regions and the size of its largest one as published
        puzzles have them. Where a size or number is given, nothing is drawn (`on`).
    """

    smallest: int = TETROMINO_SIZE
    largest: int = 10**6
    fewest: int = 1
    most: int = 10**6
    peak: int = TETROMINO_SIZE
    symmetry: RegionSymmetry = RegionSymmetry.NONE
    style: RegionStyle = RegionStyle.PUBLISHED

    @property
    def has_numbers(self) -> bool:
        """True if a size or a number of regions is given."""
        return self != RegionLimits(symmetry=self.symmetry, style=self.style)

    def on(self, board: Board) -> RegionLimits:
        """Return what these limits mean on a board.

        Where no size and no number is given, the number of regions is limited as in published
        puzzles; otherwise the style is free.
        """
        if self.has_numbers:
            return replace(self, style=RegionStyle.FREE)
        return replace(self, fewest=max(1, board.size // 9), most=max(1, 2 * board.size // 11))

    def drawn(self, board: Board, rng: random.Random) -> RegionLimits:
        """Return the limits of one puzzle: for the published style a number of regions and a
        largest size.

        Parameters
        ----------
        board : Board
            The board.
        rng : random.Random
            Random generator; the free style takes nothing from it.
        """
        if self.style is RegionStyle.FREE:
            return self
        area = max(1.0, board.size / 100)
        usual = board.size / (_PUBLISHED_AVERAGE * area**_AVERAGE_GROWTH)
        number = min(
            max(round(rng.gauss(usual, _PUBLISHED_SPREAD * usual)), self.fewest), self.most
        )
        growth = area**_LARGEST_GROWTH
        largest = round(rng.choice(_PUBLISHED_LARGEST) * growth)
        # Images of a region are as large as it is, and a cut must be possible at all.
        largest = max(largest, -(-board.size // number) + 1, self.smallest)
        if self.symmetry is not RegionSymmetry.NONE:
            # Regions across the middle have two halves: few symmetric partitions meet the published
            # limits.
            return replace(self, largest=min(self.largest, round(_SYMMETRIC_GROWTH * largest)))
        # A large drawn size is required, because few regions would reach it otherwise.
        peak = max(self.peak, largest - _LARGEST_SLACK) if largest >= _LARGE * growth else self.peak
        # More regions than drawn are no harm; a narrower range would double the work.
        fewest = max(self.fewest, number - 2)
        largest = min(self.largest, largest)
        return replace(self, fewest=fewest, largest=largest, peak=min(peak, self.largest))

    def check(self, board: Board) -> None:
        """Raise where no partition of a board can meet these limits.

        Raises
        ------
        PuzzleError
            Saying which limit cannot be met and why.
        """
        size = f"{board.columns}×{board.rows}"
        if self.smallest < TETROMINO_SIZE:
            raise PuzzleError(
                f"regions of size {self.smallest}: expected at least {TETROMINO_SIZE}, a tetromino"
            )
        if self.peak > self.largest or self.peak > board.size:
            most = min(self.largest, board.size)
            raise PuzzleError(
                f"a largest region of at least {self.peak} squares: expected at most {most}"
            )
        if self.largest < self.smallest or self.most < self.fewest:
            raise PuzzleError(
                f"{self.fewest} to {self.most} regions of {self.smallest} to {self.largest} "
                "squares: expected the "
                "first number of each pair not to exceed the second"
            )
        if self.fewest * self.smallest > board.size:
            raise PuzzleError(
                f"{self.fewest} regions of at least {self.smallest} squares need "
                f"{self.fewest * self.smallest} "
                f"squares: a board of {size} has {board.size}"
            )
        if self.most * self.largest < board.size:
            raise PuzzleError(
                f"{self.most} regions of at most {self.largest} squares cover "
                f"{self.most * self.largest} squares: "
                f"a board of {size} has {board.size}"
            )
        if self.symmetry is RegionSymmetry.QUARTER_TURN and board.columns != board.rows:
            raise PuzzleError(
                f"regions that a quarter turn keeps on {size}: expected a square board"
            )
        for each in region_maps(board, self.symmetry):
            fixed_squares = any(square == image for square, image in enumerate(each.squares))
            if (fixed_squares or self.symmetry is RegionSymmetry.MIRROR) and not each.tetrominoes:
                raise PuzzleError(
                    f"regions that a {self.symmetry.replace('-', ' ')} keeps on {size}: a region "
                    "in the middle would have to hold a tetromino that it keeps too, and there is "
                    "none"
                )


@dataclass(frozen=True)
class RegionMap(Symmetry):
    """A symmetry of the board that has to map regions to regions.

    Attributes
    ----------
    tetrominoes : tuple of int
        The tetrominoes that it maps to themselves, as sets of squares: a region that it maps to
        itself holds one.
    """

    tetrominoes: tuple[int, ...]

    def keeps(self, region: int) -> bool:
        """Return whether a region is mapped to itself; as it is mapped to some region, one square
        of it tells.
        """
        return bool(region >> self.squares[region.bit_length() - 1] & 1)


@cache
def region_maps(board: Board, symmetry: RegionSymmetry) -> tuple[RegionMap, ...]:
    """Return what has to map regions to regions, without the identity."""
    if not (maps := [each for each in board.symmetries if each.name in _KEPT[symmetry]]):
        return ()
    masks = {placement.mask for placement in lits_table(board)}
    return tuple(
        RegionMap(
            each.name,
            each.squares,
            each.reflects,
            tuple(sorted(mask for mask in masks if each.apply(mask) == mask)),
        )
        for each in maps
    )


@cache
def lits_table(board: Board) -> PlacementTable:
    """Return the tetrominoes of LITS at every place of a board."""
    return placement_table(board, plain_pieces((1, 1, 1, 1)))


class Partition:
    """A board cut into regions; it changes in place, and every change can be taken back.

    Parameters
    ----------
    board : Board
        The board.
    limits : RegionLimits
        Limits that hold at every step, except for the number of regions, which only counts at the
        end.
    regions : sequence of int
        For each square the number of its region, or `OUTSIDE` where it stays outside every region.
    fixed : frozenset of int
        The numbers of regions that keep their squares.
    """

    def __init__(
        self,
        board: Board,
        limits: RegionLimits,
        regions: Sequence[int],
        fixed: frozenset[int] = frozenset(),
    ) -> None:
        self.board = board
        self.limits = limits
        self.regions = list(regions)
        self.fixed = fixed
        self.masks: dict[int, int] = {}
        for square, region in enumerate(self.regions):
            if region != OUTSIDE:
                self.masks[region] = self.masks.get(region, 0) | 1 << square
        self._maps = region_maps(board, limits.symmetry)
        self._next = max(self.masks) + 1
        self._neighbours = board.all_neighbours

    def shift(self, square: int, rng: random.Random) -> dict[int, int] | None:
        """Move a square over a border: the new region of every square that changes, or None where
        it is not allowed.
        """
        if (other := self._across(square, rng)) is None:
            return None
        changes = self._moved(square, other)
        return None if changes is None else self._allowed(changes)

    def exchange(self, square: int, rng: random.Random) -> dict[int, int] | None:
        """Move a square over a border and another one back; what changes, or None where it is not
        allowed.
        """
        if (other := self._across(square, rng)) is None:
            return None
        here = self.masks[self.regions[square]]
        there = self.masks[self.regions[other]]
        rest = here & ~(1 << square)
        returning = list(bits(self.board.adjacent(rest) & there))
        if not returning:
            return None
        moved = self._moved(square, other)
        back = self._moved(rng.choice(returning), square)
        if moved is None or back is None or moved.keys() & back.keys():
            return None
        return self._allowed(moved | back)

    def _across(self, square: int, rng: random.Random) -> int | None:
        """Draw a neighbour of a square in another region; None where there is none, or the square
        is outside.
        """
        region = self.regions[square]
        beside = self._neighbours[square]
        others = (
            []
            if region == OUTSIDE
            else [each for each in beside if self.regions[each] not in {region, OUTSIDE}]
        )
        return rng.choice(others) if others else None

    def _moved(self, square: int, other: int) -> dict[int, int] | None:
        """Return the new regions where a square, with its images, joins the region of another; None
        if they clash.
        """
        changes = {square: self.regions[other]}
        for symmetry in self._maps:
            region = self.regions[symmetry.squares[other]]
            if changes.setdefault(symmetry.squares[square], region) != region:
                return None
        return changes

    def split(self, square: int, rng: random.Random) -> dict[int, int] | None:
        """Split the region of a square in two at random; what changes, or None where that is not
        allowed.
        """
        whole = self.masks.get(self.regions[square], 0)
        smallest = self.limits.smallest
        if whole.bit_count() < 2 * smallest:
            return None
        wanted = rng.randint(smallest, whole.bit_count() - smallest)
        part = 1 << nth_bit(whole, rng.randrange(whole.bit_count()))
        while part.bit_count() < wanted:
            border = self.board.adjacent(part) & whole
            part |= 1 << nth_bit(border, rng.randrange(border.bit_count()))
        changes = dict.fromkeys(bits(part), self._next)
        parts = {part: self._next}
        for symmetry in self._maps:
            image = symmetry.apply(part)
            if image in parts:
                continue
            if any(image & earlier for earlier in parts):
                return None
            parts[image] = self._next + len(parts)
            changes.update(dict.fromkeys(bits(image), parts[image]))
        return self._allowed(changes)

    def merge(self, square: int, rng: random.Random) -> dict[int, int] | None:
        """Merge the region of a square with a neighbouring one; what changes, or None where that is
        not allowed.
        """
        if (other := self._across(square, rng)) is None:
            return None
        pairs = [
            (square, other),
            *((symmetry.squares[square], symmetry.squares[other]) for symmetry in self._maps),
        ]
        # Images may share a region: all connected ones become one.
        into: dict[int, int] = {}

        def root(region: int) -> int:
            while region in into:
                region = into[region]
            return region

        for one, two in pairs:
            first = root(self.regions[one])
            second = root(self.regions[two])
            if first != second:
                into[second] = first
        return self._allowed(
            {each: root(region) for region in into for each in bits(self.masks[region])}
        )

    def _allowed(self, changes: dict[int, int]) -> dict[int, int] | None:
        """Return the changes if all regions they touch stay connected and within the limits of
        size.
        """
        touched: dict[int, int] = {}
        for square in changes:
            old = self.regions[square]
            touched[old] = touched.get(old, self.masks[old]) & ~(1 << square)
        for square, region in changes.items():
            touched[region] = touched.get(region, self.masks.get(region, 0)) | 1 << square
        if not self.fixed.isdisjoint(touched):
            return None
        smallest, largest = self.limits.smallest, self.limits.largest
        for mask in touched.values():
            if mask and not smallest <= mask.bit_count() <= largest:
                return None
            # A region that is its own image needs room for a tetromino that is its own image.
            for each in self._maps:
                if (
                    mask
                    and each.keeps(mask)
                    and not any(kept & mask == kept for kept in each.tetrominoes)
                ):
                    return None
        return changes if all(self.board.is_connected(mask) for mask in touched.values()) else None

    def make(self, changes: dict[int, int]) -> dict[int, int]:
        """Make changes and return those that take them back."""
        back = {square: self.regions[square] for square in changes}
        for square, region in changes.items():
            old = self.regions[square]
            self.masks[old] &= ~(1 << square)
            if not self.masks[old]:
                del self.masks[old]
            self.regions[square] = region
            self.masks[region] = self.masks.get(region, 0) | 1 << square
            self._next = max(self._next, region + 1)
        return back

    @property
    def images(self) -> int:
        """The number of images of every change, including itself: 1 without symmetry."""
        return 1 + len(self._maps)

    def numbered(self) -> list[int]:
        """Return the region of every square, the regions numbered from 0; `OUTSIDE` stays."""
        numbers = region_numbers(self.regions)
        return [numbers[region] for region in self.regions]


def random_partition(
    board: Board,
    limits: RegionLimits,
    rng: random.Random,
    target: int,
    accept: Callable[[Partition], bool] = lambda _: True,
    *,
    is_late: Callable[[], bool] = lambda: False,
    start: Partition | None = None,
) -> Partition:
    """Return a partition into about `target` regions, split at random from as few as the symmetry
    allows.

    Parameters
    ----------
    board : Board
        The board.
    limits : RegionLimits
        Limits of the regions; the largest size may be exceeded until the search has corrected it.
    rng : random.Random
        Random generator.
    target : int
        Number of regions; there may be fewer if no more splits are found.
    accept : callable
        Whether a split may stay.
    is_late : callable
        Tells whether to split no further.
    start : Partition, optional
        The partition that is split and changed; the coarsest partition of the board if not given.
    """
    if start is None:
        first = _images_of_one(board, region_maps(board, limits.symmetry), rng)
        start = Partition(
            board, RegionLimits(smallest=limits.smallest, symmetry=limits.symmetry), first
        )
    partition = start
    for _ in range(40 * target):
        too_large = [mask for mask in partition.masks.values() if mask.bit_count() > limits.largest]
        if (len(partition.masks) >= target and not too_large) or is_late():
            break
        # A square drawn from the whole board is in a large region more often than in a small one.
        within = too_large[0] if too_large else board.all
        square = nth_bit(within, rng.randrange(within.bit_count()))
        if (changes := partition.split(square, rng)) is not None:
            back = partition.make(changes)
            if not accept(partition):
                partition.make(back)
    return partition


def _images_of_one(board: Board, maps: Sequence[RegionMap], rng: random.Random) -> list[int]:
    """Return the coarsest start: the whole board, or a region and its images where none may be its
    own image.
    """
    if all(each.tetrominoes for each in maps):
        return [0] * board.size
    images = [range(board.size), *(each.squares for each in maps)]
    regions = [-1] * board.size
    square = rng.randrange(board.size)
    for number, image in enumerate(images):
        regions[image[square]] = number
    while bare := [square for square, region in enumerate(regions) if region < 0]:
        # A square joins a neighbour, and its images the images of that neighbour.
        square = rng.choice(bare)
        if joined := [each for each in board.neighbours(square) if regions[each] >= 0]:
            other = rng.choice(joined)
            for image in images:
                regions[image[square]] = regions[image[other]]
    return regions
