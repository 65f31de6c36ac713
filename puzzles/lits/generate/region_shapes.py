"""Regions of a special form: snakes and rings, and where rings and squares outside regions can be placed at random.

Regions that have the form of letters, and where they can be placed at random.

Each letter is a connected set of squares of five rows. What a letter encloses, such as the inside of an O, is too small
for a region and stays outside every region.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from operator import eq

from litslab.games.geometry import Board, bits, mask_of, nth_bit
from litslab.puzzles.lits.generate.partition import Partition, RegionLimits, RegionMap, region_maps
from litslab.puzzles.lits.puzzle import OUTSIDE, TETROMINO_SIZE, PuzzleError

SHORTEST_SNAKE = TETROMINO_SIZE + 1
"""The squares of a snake at least: a row of four is a trivial region."""

SMALLEST_RING = 12
"""The squares of a ring at least: it surrounds a 2×2 block."""

_MORE_IN_A_HOLE = 3
"""How many squares more than a region needs a ring may surround when it is placed."""

_TRIES = 200
"""How often a random place is tried before there is taken to be no room."""


@lru_cache(maxsize=1 << 14)
def snake_faults(board: Board, region: int) -> int:
    """Return how far a connected region is from a snake: 0 for a path that nowhere touches itself.

    Parameters
    ----------
    board : Board
        The board.
    region : int
        The squares of the region.

    Returns
    -------
    int
        The squares that are missing, those with more than two neighbours in the region (twice with four), and the
        edges between squares that close a loop.
    """
    size = region.bit_count()
    neighbours = [(board.adjacent(1 << square) & region).bit_count() for square in bits(region)]
    crowded = sum(max(0, each - 2) for each in neighbours)
    return max(0, SHORTEST_SNAKE - size) + crowded + (sum(neighbours) // 2 - size + 1)


@lru_cache(maxsize=1 << 14)
def is_ring(board: Board, region: int) -> bool:
    """Return whether a region surrounds other squares, also at the corners.

    Parameters
    ----------
    board : Board
        The board.
    region : int
        The squares of the region.
    """
    others = board.all & ~region
    reached = others & edge(board)
    while border := board.surrounding(reached) & others:
        reached |= border
    return reached != others


@lru_cache(maxsize=16)
def edge(board: Board) -> int:
    """Return the squares at the edge of a board."""
    return mask_of(square for square, others in enumerate(board.all_neighbours) if len(others) < 4)


def place_ring(
    board: Board, taken: int, maps: Sequence[RegionMap], smallest: int, rng: random.Random
) -> list[tuple[int, int]] | None:
    """Return a ring and its images at a random place, each with the squares that it surrounds.

    Parameters
    ----------
    board : Board
        The board.
    taken : int
        Squares that cannot be used.
    maps : sequence of RegionMap
        The symmetries of the regions, without the identity.
    smallest : int
        The squares of a region at least.
    rng : random.Random
        Where the randomness comes from.

    Returns
    -------
    list of (int, int) or None
        Rings and their insides; None where no room was found.
    """
    inner = board.all & ~edge(board) & ~taken
    if not inner:
        return None
    for _ in range(_TRIES):
        first = 1 << nth_bit(inner, rng.randrange(inner.bit_count()))
        hole = grow(board, first, inner, rng.randint(smallest, smallest + _MORE_IN_A_HOLE), rng)
        ring = board.surrounding(hole)
        placed = [(ring, hole), *((each.apply(ring), each.apply(hole)) for each in maps)]
        squares = sum((one | two).bit_count() for one, two in placed)
        used = 0
        for one, two in placed:
            used |= one | two
        disjoint = squares == used.bit_count() and not used & taken
        whole = ring.bit_count() >= smallest <= hole.bit_count() and board.is_connected(ring)
        left = board.groups(board.all & ~(taken | used))
        # A hole that has a hole itself would leave too few squares in there for a region.
        if disjoint and whole and all(part.bit_count() >= smallest for part in left):
            return placed
    return None


def grow(board: Board, start: int, within: int, size: int, rng: random.Random) -> int:
    """Return a random connected set of squares of a size, or smaller where there is no room."""
    part = start
    while part.bit_count() < size and (border := board.adjacent(part) & within):
        part |= 1 << nth_bit(border, rng.randrange(border.bit_count()))
    return part


def place_blanks(board: Board, number: int, maps: Sequence[RegionMap], rng: random.Random) -> int | None:
    """Return squares to stay outside every region: as many as are asked for, the others connected.

    Parameters
    ----------
    board : Board
        The board.
    number : int
        How many squares.
    maps : sequence of RegionMap
        The symmetries of the regions, without the identity: the squares are their own image.
    rng : random.Random
        Where the randomness comes from.

    Returns
    -------
    int or None
        The squares; None where no such set was found.
    """
    orbits = [mask_of([square, *(each.squares[square] for each in maps)]) for square in range(board.size)]
    for _ in range(_TRIES):
        blanks = 0
        # Half of the squares are next to others, so that there are holes of several sizes.
        for _ in range(8 * number):
            near = board.adjacent(blanks) if blanks and rng.random() < 0.5 else 0
            choice = near or board.all & ~blanks
            wider = blanks | orbits[nth_bit(choice, rng.randrange(choice.bit_count()))]
            if wider.bit_count() <= number and board.is_connected(board.all & ~wider):
                blanks = wider
            if blanks.bit_count() == number:
                return blanks
    return None


FORMS = {
    "A": "### #.# ### #.# #.#", "B": "### #.# ##. #.# ###", "C": "### #.. #.. #.. ###",
    "D": "###. #.## #.## #.## ###.", "E": "### #.. ### #.. ###", "F": "### #.. ### #.. #..",
    "G": "### #.. #.# #.# ###", "H": "#.# #.# ### #.# #.#", "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# ###", "K": "#..# #.## ###. #.## #..#", "L": "#.. #.. #.. #.. ###",
    "M": "##.## ##### #.#.# #...# #...#", "N": "#..# ##.# #### #.## #..#", "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..", "Q": "### #.# #.# ### ..#", "R": "###. #.#. ###. #.#. #.##",
    "S": "### #.. ### ..# ###", "T": "### .#. .#. .#. .#.", "U": "#.# #.# #.# #.# ###",
    "V": "#...# ##.## .#.#. .###. ..#..", "W": "#...# #...# #.#.# ##### ##.##", "X": "#.# ### .#. ### #.#",
    "Y": "#.# #.# ### .#. .#.", "Z": "### ..# .## ##. ###",
}  # fmt: skip
"""The letters, the top row first."""

_LETTER_TRIES = 400
"""How often all letters are placed at random before there is taken to be no room."""

Cells = frozenset[tuple[int, int]]
"""Squares as (column, row), rows from the bottom."""


def parse_word(text: str) -> str:
    """Read letters, such as ``HI``.

    Raises
    ------
    PuzzleError
        If there is none, or something else.
    """
    word = text.upper().replace(" ", "")
    if not word or (set(word) - FORMS.keys()):
        raise PuzzleError(f"letters {text[:30]!r}: expected letters from A to Z, such as HI")
    return word


@lru_cache
def cells_of(letter: str) -> Cells:
    """Return the squares of a letter whose lowest row and leftmost column are 0."""
    rows = FORMS[letter].split()
    return frozenset(
        (column, row) for row, line in enumerate(reversed(rows)) for column, mark in enumerate(line) if mark == "#"
    )


@lru_cache
def holes_of(letter: str) -> Cells:
    """Return the squares that a letter encloses: fewer than four, too few for a region."""
    cells = cells_of(letter)
    # With a margin all that is not enclosed is one group.
    board = Board(max(column for column, _ in cells) + 3, max(row for _, row in cells) + 3)
    others = board.all & ~mask_of(board.square(column + 1, row + 1) for column, row in cells)
    inner = board.groups(others)[1:]
    return frozenset(
        (board.column(square) - 1, board.row(square) - 1)
        for square in range(board.size)
        if any(group >> square & 1 for group in inner)
    )


def letter_of(board: Board, region: int) -> str | None:
    """Return the letter whose form a region has, upright and not mirrored; None where it has none."""
    squares = [(board.column(square), board.row(square)) for square in range(board.size) if region >> square & 1]
    left, low = min(column for column, _ in squares), min(row for _, row in squares)
    cells = frozenset((column - left, row - low) for column, row in squares)
    return next((letter for letter in FORMS if cells_of(letter) == cells), None)


def place_letters(
    board: Board, word: str, taken: int, smallest: int, rng: random.Random
) -> tuple[list[int], int] | None:
    """Return the letters of a word at random places in reading order.

    Parameters
    ----------
    board : Board
        The board.
    word : str
        The letters.
    taken : int
        Squares that cannot be used.
    smallest : int
        The squares of a region at least: what is left around the letters has room for regions.
    rng : random.Random
        Where the randomness comes from.

    Returns
    -------
    (list of int, int) or None
        The squares of each letter, and those that stay outside; None where no room was found.
    """
    for _ in range(_LETTER_TRIES):
        placed: list[int] = []
        used, outside = taken, 0
        right, bottom = -1, board.rows
        for letter in word:
            cells, holes = cells_of(letter), holes_of(letter)
            width, height = max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1
            if width > board.columns or height > board.rows:
                return None
            left, low = rng.randrange(board.columns - width + 1), rng.randrange(board.rows - height + 1)
            form, hole = (
                mask_of(board.square(left + column, low + row) for column, row in squares) for squares in (cells, holes)
            )
            # A letter follows to the right of the one before it, or below.
            if (form | hole) & used or not (left > right or low + height <= bottom):
                break
            placed.append(form)
            used |= form | hole
            outside |= hole
            right, bottom = left + width - 1, low
        else:
            if all(group.bit_count() >= smallest for group in board.groups(board.all & ~used)):
                return placed, outside
    return None


_BARE = -2
"""The number of a square that has no region yet."""

_MORE_IN_A_RING = 2
"""How many squares a ring may gain, so that it still looks like one."""

_START_TRIES = 20
"""How often everything is placed before there is taken to be no room."""


def special_start(
    board: Board, limits: RegionLimits, rings: int, blanks: int, rng: random.Random, *, letters: str = ""
) -> Partition | None:
    """Return a coarse partition with rings, letters and squares outside regions, which every change leaves there.

    Parameters
    ----------
    board : Board
        The board.
    limits : RegionLimits
        The smallest size and the symmetry of the regions.
    rings : int
        How many regions surround others, at least.
    blanks : int
        How many squares are outside every region.
    rng : random.Random
        Where the randomness comes from.
    letters : str
        The letters whose form a region has each.

    Returns
    -------
    Partition or None
        None where no room was found.
    """
    maps = region_maps(board, limits.symmetry)
    for _ in range(_START_TRIES):
        placed: list[tuple[int, int]] = []
        outside = place_blanks(board, blanks, maps, rng) if blanks else 0
        if outside is None:
            return None
        written = place_letters(board, letters, outside, limits.smallest, rng) if letters else ([], 0)
        if written is None:
            continue
        outside |= written[1]
        while len(placed) < rings:
            taken = outside | sum(written[0])
            for ring, hole in placed:
                taken |= ring | hole
            more = place_ring(board, taken, maps, limits.smallest, rng)
            if more is None:
                break
            placed += more
        else:
            start = _partition(board, limits, outside, placed, rng, letters=written[0])
            # Images that grow towards each other may leave a few squares between them.
            if all(mask.bit_count() >= limits.smallest for mask in start.masks.values()):
                return start
    return None


def _partition(
    board: Board,
    limits: RegionLimits,
    outside: int,
    placed: Sequence[tuple[int, int]],
    rng: random.Random,
    *,
    letters: Sequence[int],
) -> Partition:
    """Return rings, what they surround, letters, and the rest of the board, as regions."""
    maps = region_maps(board, limits.symmetry)
    regions = [_BARE] * board.size
    guards: dict[int, Callable[[int], bool]] = {}
    _number(regions, outside, OUTSIDE)
    for count, (ring, hole) in enumerate(placed):
        _number(regions, ring, 2 * count)
        _number(regions, hole, 2 * count + 1)
        guards[2 * count] = partial(_is_slim_ring, board, ring.bit_count() + _MORE_IN_A_RING)
    for number, form in enumerate(letters, start=2 * len(placed)):
        _number(regions, form, number)
        guards[number] = partial(eq, form)
    bare = mask_of(square for square, region in enumerate(regions) if region == _BARE)
    if all(each.tetrominoes for each in maps):
        for number, part in enumerate(board.groups(bare), start=2 * len(placed) + len(letters)):
            _number(regions, part, number)
    else:
        _grow_images(board, regions, bare, maps, rng)
    free = RegionLimits(smallest=limits.smallest, symmetry=limits.symmetry)
    return Partition(board, free, regions, guards)


def _is_slim_ring(board: Board, most: int, region: int) -> bool:
    """Return whether a region surrounds others and has not grown larger than it may."""
    return region.bit_count() <= most and is_ring(board, region)


def _number(regions: list[int], squares: int, number: int) -> None:
    for square in bits(squares):
        regions[square] = number


def _grow_images(board: Board, regions: list[int], bare: int, maps: Sequence[RegionMap], rng: random.Random) -> None:
    """Fill the bare squares with regions and their images, none of which is its own image."""
    first = lowest = max((*regions, -1)) + 1
    images = [range(board.size), *(each.squares for each in maps)]
    while bare:
        joining = [
            (square, other) for square in bits(bare) for other in board.neighbours(square) if regions[other] >= lowest
        ]
        if joining:
            square, other = rng.choice(joining)
            new = [regions[image[other]] for image in images]
        else:
            square = rng.choice(list(bits(bare)))
            new = list(range(first, first + len(images)))
            first += len(images)
        for image, number in zip(images, new, strict=True):
            regions[image[square]] = number
            bare &= ~(1 << image[square])
