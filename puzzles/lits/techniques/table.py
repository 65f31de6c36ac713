"""Every placement of a region's tetromino in a puzzle, and which of them clash or touch. In Double
LITS a placement is a pair of tetrominoes.

The same idea as `games.placements`, for pieces that stay inside one region: a set of placements is
an integer with a bit a placement, so that "what is left of a region", "what covers a square" and
"what clashes with a neighbour" are one operation each. Placements of one region are numbered
consecutively.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.language import tr
from litslab.games.pieces import Shape
from litslab.games.placements import LARGEST_TABLE
from litslab.puzzles.lits.candidates import Candidate, candidates, given_covered
from litslab.puzzles.lits.puzzle import (
    OUTSIDE,
    LitsPuzzle,
    PuzzleError,
    reading_rank,
)

_PLACEMENT_BYTES = 400
"""Memory of a placement beside the sets of placements."""


Placed = tuple[tuple[Shape, int], ...]
"""The tetrominoes of a placement, each with its shape and squares: none where it leaves its region
out.
"""


def _placements(puzzle: LitsPuzzle) -> list[list[Placed]]:
    """Return the placements of each region that agree with what is given.

    Raises
    ------
    PuzzleError
        If there are too many of them.
    """
    found: list[list[Placed]] = []
    needed = given_covered(puzzle)
    count = 0
    for region, members in zip(puzzle.masks, candidates(puzzle), strict=True):
        placements: list[Placed] = []
        if puzzle.rules.tetrominoes == 1:
            placements += [() if shape is None else ((shape, mask),) for shape, mask in members]
        else:
            for pairs in _pairs(puzzle.board, members, region & needed):
                placements += pairs
                _check_size(puzzle, count + len(placements))
        count += len(placements)
        _check_size(puzzle, count)
        found.append(placements)
    return found


def _pairs(board: Board, members: list[Candidate], needed: int) -> Iterator[list[Placed]]:
    """Yield for each tetromino its pairs with later ones that share no edge with it; together they
    cover what is needed. The one that a reader meets first comes first.
    """
    rank = reading_rank(board).__getitem__
    pieces = [(shape, mask) for shape, mask in members if shape is not None]
    pieces.sort(key=lambda piece: min(map(rank, bits(piece[1]))))
    for place, (shape, mask) in enumerate(pieces):
        closed = mask | board.adjacent(mask)
        yield [
            ((shape, mask), (other, squares))
            for other, squares in pieces[place + 1 :]
            if not squares & closed and not needed & ~(mask | squares)
        ]


def _check_size(puzzle: LitsPuzzle, placements: int) -> None:
    """Raise where the sets of placements, two for each placement and one for each square, would
    take too much.
    """
    size = placements * (_PLACEMENT_BYTES + puzzle.board.size // 8)
    size += (2 * placements + puzzle.board.size) * (placements // 8)
    one = puzzle.rules.tetrominoes == 1
    if size > LARGEST_TABLE:
        raise PuzzleError(
            f"a puzzle of {puzzle.board.columns}×{puzzle.board.rows} whose regions have "
            f"{placements:,} placements of {'a tetromino' if one else 'two tetrominoes'}: "
            f"the techniques would take {-(-size >> 20):,} MiB: expected at most "
            f"{LARGEST_TABLE >> 20} MiB, "
            "so smaller regions"
        )


@lru_cache(maxsize=1 << 14)
def groups_of(board: Board, squares: int) -> tuple[int, ...]:
    """Return the connected groups of a set of squares, the largest first, remembered: most rounds
    change few sets.
    """
    return tuple(board.groups(squares))


def _any_of(sets: Sequence[int], squares: int) -> int:
    """Return the union of the sets that stand at some squares."""
    found = 0
    while squares:
        lowest = squares & -squares
        found |= sets[lowest.bit_length() - 1]
        squares ^= lowest
    return found


class RegionTable:
    """The placements of a puzzle's regions that agree with what is given.

    Attributes
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    board : Board
        Its squares.
    regions : tuple of int
        For each region the set of its squares.
    inside : int
        The squares that belong to a region.
    met : tuple of int
        The regions that have a shaded square in every solution, as sets of squares: in LITS all of
        them. In LITS+ the 2×2 blocks inside regions.
    has_o_shaded : bool
        Whether an O tetromino may shade a 2×2 block inside a region.
    masks : tuple of int
        For each placement the set of squares that it shades.
    pieces : tuple of tuple
        For each placement its tetrominoes, each with its shape and squares, in reading order; none
        for the one that leaves its region out.
    bodies : tuple of int
        For each placement the set of squares of its tetrominoes: the same, unless the tetrominoes
        stay unshaded.
    owners : tuple of int
        For each placement its region.
    of_region : tuple of int
        For each region the set of its placements.
    of_shape : dict of Shape to int
        The placements with a tetromino of each shape.
    left_out : int
        The placements that leave their region out.
    covering : tuple of int
        For each square the set of placements that shade it.
    holding : tuple of int
        For each square the set of placements whose tetrominoes it belongs to.
    near : tuple of int
        For each region the set of regions that share an edge or a corner with it, itself among
        them.
    around : callable
        Returns the squares of other regions that share an edge with a placement's tetrominoes.
    rests : callable
        Returns what would fill a 2×2 block together with a placement: sets of squares, all of other
        regions.
    fillings : callable
        Returns what would fill a 2×2 block together with placements of a region: sets of squares,
        each with those.
    touches : callable
        Returns the placements of other regions that share an edge with a placement.
    clashes : callable
        Returns the placements of other regions that clash with a placement: they touch it with an
        equal shape, or fill a 2×2 block together with it alone, or leave one of their two regions
        unshaded in LITS+.
    """

    def __init__(self, puzzle: LitsPuzzle) -> None:
        """Make the table.

        Raises
        ------
        PuzzleError
            If it would take more than `games.placements.LARGEST_TABLE`.
        """
        self.puzzle = puzzle
        self.board = board = puzzle.board
        self.regions = puzzle.masks
        self.inside = mask_of(
            square for square, region in enumerate(puzzle.regions) if region != OUTSIDE
        )
        rules = puzzle.rules
        self.met = () if rules.optional else self.regions
        if not rules.blank_blocks:
            self.met = self.blocks
        if rules.inverse:
            self.met = tuple(region for region in self.met if region.bit_count() > rules.covered)
        self.has_o_shaded = Shape.O in rules.shapes and not rules.inverse
        found = _placements(puzzle)
        self.pieces = tuple(placed for placements in found for placed in placements)
        self.bodies = tuple(sum(mask for _, mask in placed) for placed in self.pieces)
        self.owners = tuple(region for region, members in enumerate(found) for _ in members)
        self.masks = self.bodies
        if rules.inverse:
            owned = zip(self.owners, self.bodies, strict=True)
            self.masks = tuple(self.regions[region] & ~body for region, body in owned)
        self.of_shape = dict.fromkeys(rules.shapes, 0)
        self.left_out = 0
        covering = [0] * board.size
        of_region = [0] * len(self.regions)
        for index, (mask, placed, region) in enumerate(
            zip(self.masks, self.pieces, self.owners, strict=True)
        ):
            bit = 1 << index
            for shape, _ in placed:
                self.of_shape[shape] |= bit
            if not placed:
                self.left_out |= bit
            of_region[region] |= bit
            for square in bits(mask):
                covering[square] |= bit
        self.covering = tuple(covering)
        self.of_region = tuple(of_region)
        self.holding = self.covering
        if rules.inverse:
            self.holding = tuple(
                0 if region == OUTSIDE else self.of_region[region] & ~placements
                for region, placements in zip(puzzle.regions, covering, strict=True)
            )
        self.near = tuple(
            self.regions_of(region | board.surrounding(region)) for region in self.regions
        )
        self.around = cache(self._find_around)
        self.clashes = cache(self._find_clashes)
        self.touches = cache(lambda placement: _any_of(self.holding, self.around(placement)))
        self.rests = cache(self._find_rests)
        self.fillings = cache(self._find_fillings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RegionTable) and self.puzzle == other.puzzle

    def __hash__(self) -> int:
        return hash(self.puzzle)

    def __reduce__(self) -> tuple[type[RegionTable], tuple[LitsPuzzle]]:
        return RegionTable, (self.puzzle,)

    @property
    def all(self) -> int:
        """The set of all placements."""
        return (1 << len(self.masks)) - 1

    @cached_property
    def blocks(self) -> tuple[int, ...]:
        """The 2×2 blocks inside regions."""
        return tuple(window for window in self.board.windows if not window & ~self.inside)

    @cached_property
    def blocks_of(self) -> tuple[tuple[int, ...], ...]:
        """The 2×2 blocks inside regions that each square belongs to."""
        found: list[list[int]] = [[] for _ in range(self.board.size)]
        for block in self.blocks:
            for square in bits(block):
                found[square].append(block)
        return tuple(map(tuple, found))

    @cached_property
    def _holding_as(self) -> dict[Shape, tuple[int, ...]]:
        """For each shape and square the placements that have the square in a tetromino of the
        shape.
        """
        found = {shape: [0] * self.board.size for shape in self.of_shape}
        for index, placed in enumerate(self.pieces):
            for shape, mask in placed:
                for square in bits(mask):
                    found[shape][square] |= 1 << index
        return {shape: tuple(sets) for shape, sets in found.items()}

    def holding_as(self, shape: Shape, squares: int) -> int:
        """Return the placements with a tetromino of a shape on at least one of some squares."""
        if self.puzzle.rules.tetrominoes == 1:
            return _any_of(self.holding, squares) & self.of_shape[shape]
        return _any_of(self._holding_as[shape], squares)

    def letters(self, placement: int) -> str:
        """Return the letters of a placement's shapes, or a word for the one that leaves its region
        out.
        """
        placed = self.pieces[placement]
        return "".join(shape.value for shape, _ in placed) or tr("no tetromino")

    def in_reading_order(self, squares: int) -> list[int]:
        """Return the squares of a set as a reader meets them."""
        return sorted(bits(squares), key=reading_rank(self.board).__getitem__)

    def regions_of(self, squares: int) -> int:
        """Return the set of regions that have a square in `squares`."""
        if squares.bit_count() > len(self.regions):
            return mask_of(
                region for region, members in enumerate(self.regions) if members & squares
            )
        regions = self.puzzle.regions
        return mask_of({regions[square] for square in bits(squares & self.inside)})

    def owners_of(self, placements: int) -> int:
        """Return the set of regions that some placements belong to."""
        found = 0
        while placements:
            region = self.owners[(placements & -placements).bit_length() - 1]
            found |= 1 << region
            placements &= ~self.of_region[region]
        return found

    def covering_any(self, squares: int) -> int:
        """Return the placements that shade at least one of a set of squares."""
        return _any_of(self.covering, squares)

    def _find_around(self, placement: int) -> int:
        return (
            self.board.adjacent(self.bodies[placement])
            & self.inside
            & ~self.regions[self.owners[placement]]
        )

    def _find_rests(self, placement: int) -> tuple[int, ...]:
        mask = self.masks[placement]
        own = self.regions[self.owners[placement]]
        windows = {window for square in bits(mask) for window in self.blocks_of[square]}
        # The rest of a block that an O fills is empty.
        return tuple(
            sorted(rest for window in windows if (rest := window & ~mask) and not rest & own)
        )

    def _find_fillings(self, region: int) -> tuple[tuple[int, int], ...]:
        by_rest: dict[int, int] = {}
        for placement in bits(self.of_region[region]):
            for rest in self.rests(placement):
                by_rest[rest] = by_rest.get(rest, 0) | 1 << placement
        return tuple(sorted(by_rest.items()))

    def _find_clashes(self, placement: int) -> int:
        beyond = self.inside & ~self.regions[self.owners[placement]]
        found = 0
        for shape, mask in self.pieces[placement]:
            found |= self.holding_as(shape, self.board.adjacent(mask) & beyond)
        for rest in self.rests(placement):
            filling = -1
            for square in bits(rest):
                filling &= self.covering[square]
            found |= filling
        if not self.puzzle.rules.blank_blocks:
            mask = self.masks[placement]
            own = self.regions[self.owners[placement]]
            for block in self.blocks:
                others = self.regions_of(block & ~own)
                if block & own and not block & mask and others.bit_count() == 1:
                    found |= self.of_region[others.bit_length() - 1] & ~self.covering_any(
                        block & ~own
                    )
        return found
