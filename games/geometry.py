"""Boards, squares and sets of squares.

A square is an index, ``row * columns + column``, with row 0 at the bottom, so that ``a1`` is
square 0. A set of squares is a Python integer with one bit per square: there is no limit of 64 or
128 squares anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from litslab.games.errors import NotationError, OptionError

_SQUARE = re.compile(r"([a-z]+)([1-9][0-9]*)")


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the bits that are set, lowest first.

    Examples
    --------
    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(indices: Iterable[int]) -> int:
    """Return the set of the given indices as an integer: the inverse of `bits`."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def union(masks: Iterable[int]) -> int:
    """Return the union of sets."""
    return reduce(or_, masks, 0)


_FEW = 12


def nth_bit(mask: int, n: int) -> int:
    """Return the index of the `n`-th set bit (0 is the lowest) in logarithmically many big-integer
    steps.

    A random legal placement is drawn in this way without listing all of them. For small `n` the
    lower bits are cleared one by one.

    Examples
    --------
    >>> nth_bit(0b10110, 2)
    4
    """
    if not 0 <= n < mask.bit_count():
        raise IndexError(f"bit {n} of a set of {mask.bit_count()}")
    if n < _FEW:
        for _ in range(n):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1
    offset = 0
    width = mask.bit_length()
    while width > 1:
        half = width >> 1
        low = mask & ((1 << half) - 1)
        count = low.bit_count()
        if n < count:
            mask = low
            width = half
        else:
            mask >>= half
            width -= half
            offset += half
            n -= count
    return offset


def column_name(column: int) -> str:
    """Return the letters of a column: ``a`` … ``z``, then ``aa``, ``ab`` ….

    Examples
    --------
    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def column_index(letters: str) -> int:
    """Return the column that `letters` name: the inverse of `column_name`."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1


@dataclass(frozen=True)
class Symmetry:
    """One of the rotations and reflections that map a board to itself.

    Attributes
    ----------
    name : str
        A description.
    squares : tuple of int
        ``squares[s]`` is the image of square ``s``.
    reflects : bool
        Whether pieces are turned over.
    """

    name: str
    squares: tuple[int, ...]
    reflects: bool

    def apply(self, mask: int) -> int:
        """Return the image of a set of squares."""
        return mask_of(self.squares[square] for square in bits(mask))


@dataclass(frozen=True)
class Board:
    """A rectangle of squares.

    Attributes
    ----------
    columns, rows : int
        The size in squares, each at least 1.
    """

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise OptionError(
                f"a board of {self.columns}×{self.rows} squares: expected at least 1×1"
            )

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.columns * self.rows

    @cached_property
    def all(self) -> int:
        """The set of all squares."""
        return (1 << self.size) - 1

    @cached_property
    def first_column(self) -> int:
        """The squares of the first column."""
        return mask_of(row * self.columns for row in range(self.rows))

    @cached_property
    def _not_first_column(self) -> int:
        return self.all & ~self.first_column

    @cached_property
    def not_last_column(self) -> int:
        """The squares of all columns but the last."""
        return self.all & ~(self.first_column << (self.columns - 1))

    @cached_property
    def all_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each square its orthogonal neighbours, in ascending order."""
        return tuple(map(self.neighbours, range(self.size)))

    def square(self, column: int, row: int) -> int:
        """Return the square in the given column and row, both from 0."""
        return row * self.columns + column

    def column(self, square: int) -> int:
        """Return a square's column, 0 at the left."""
        return square % self.columns

    def row(self, square: int) -> int:
        """Return a square's row, 0 at the bottom."""
        return square // self.columns

    def contains(self, column: int, row: int) -> bool:
        """Return whether the board has such a square."""
        return 0 <= column < self.columns and 0 <= row < self.rows

    def name(self, square: int) -> str:
        """Return a square's name.

        Examples
        --------
        >>> Board(10, 10).name(14)
        'e2'
        """
        return f"{column_name(self.column(square))}{self.row(square) + 1}"

    def names(self, squares: int) -> list[str]:
        """Return the names of a set of squares, in the order of their indices.

        Examples
        --------
        >>> Board(10, 10).names(0b11)
        ['a1', 'b1']
        """
        return [self.name(square) for square in bits(squares)]

    def parse(self, text: str) -> int:
        """Return the square that `text` names.

        Raises
        ------
        NotationError
            If it is no square, or none of this board.
        """
        match = _SQUARE.fullmatch(text)
        if match is None:
            raise NotationError(text, "a square such as e5")
        # A longer name is off the board, and int() could take very long to read it.
        if len(match[1]) <= len(column_name(self.columns)) and len(match[2]) <= len(str(self.rows)):
            column = column_index(match[1])
            row = int(match[2]) - 1
            if self.contains(column, row):
                return self.square(column, row)
        last = f"{column_name(self.columns - 1)}{self.rows}"
        raise NotationError(
            text, f"a square of the {self.columns}×{self.rows} board (a1 to {last})"
        )

    def neighbours(self, square: int) -> tuple[int, ...]:
        """Return the orthogonal neighbours of a square, in ascending order."""
        return tuple(bits(self.adjacent(1 << square)))

    def adjacent(self, mask: int) -> int:
        """Return the squares that share an edge with a square of `mask`, without `mask` itself."""
        sideways = ((mask & self.not_last_column) << 1) | ((mask & self._not_first_column) >> 1)
        return (sideways | (mask << self.columns) | (mask >> self.columns)) & self.all & ~mask

    def surrounding(self, mask: int) -> int:
        """Return the squares that share an edge or a corner with a square of `mask`, without `mask`
        itself.
        """
        wide = mask | ((mask & self.not_last_column) << 1) | ((mask & self._not_first_column) >> 1)
        return (wide | (wide << self.columns) | (wide >> self.columns)) & self.all & ~mask

    def fourth_squares(self, mask: int) -> int:
        """Return the squares that would fill a 2×2 block of which `mask` has the other three."""
        above = mask >> self.columns
        below = mask << self.columns
        found = 0
        for aside in ((mask >> 1) & self.not_last_column, (mask << 1) & self._not_first_column):
            found |= aside & (above & (aside >> self.columns) | below & (aside << self.columns))
        return found & self.all & ~mask

    def _group_around(self, mask: int, group: int, *, diagonal: bool) -> int:
        """Return the squares of a set that are connected with some of its squares."""
        columns = self.columns
        from_left = mask & self._not_first_column
        from_right = mask & self.not_last_column
        while True:
            # The same as `adjacent`, written out for speed.
            if diagonal:
                grown = group | self.surrounding(group) & mask
            else:
                sideways = group << 1 & from_left | group >> 1 & from_right
                grown = group | sideways | (group << columns | group >> columns) & mask
            if grown == group:
                return group
            group = grown

    def groups(self, mask: int, *, diagonal: bool = False) -> list[int]:
        """Split a set of squares into its connected groups, the largest first.

        Parameters
        ----------
        mask : int
            A set of squares.
        diagonal : bool
            Whether squares that share only a corner are connected too.

        Returns
        -------
        list of int
            The groups as sets of squares; equal sizes by their lowest square.
        """
        found = []
        while mask:
            group = self._group_around(mask, mask & -mask, diagonal=diagonal)
            found.append(group)
            mask &= ~group
        found.sort(key=lambda group: (-group.bit_count(), group & -group))
        return found

    def is_connected(self, mask: int) -> bool:
        """Return whether the squares of `mask` are orthogonally connected; no square at all counts
        as connected.
        """
        return self._group_around(mask, mask & -mask, diagonal=False) == mask

    @cached_property
    def windows(self) -> tuple[int, ...]:
        """All 2×2 blocks of squares, each as a set."""
        return tuple(
            mask_of(self.square(column + right, row + up) for right in (0, 1) for up in (0, 1))
            for row in range(self.rows - 1)
            for column in range(self.columns - 1)
        )

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board: eight for a square, four for a rectangle; the identity
        first.
        """
        last_column, last_row = self.columns - 1, self.rows - 1
        kept: list[tuple[str, bool, Callable[[int, int], tuple[int, int]]]] = [
            ("identity", False, lambda column, row: (column, row)),
            ("half turn", False, lambda column, row: (last_column - column, last_row - row)),
            ("mirror left-right", True, lambda column, row: (last_column - column, row)),
            ("mirror top-bottom", True, lambda column, row: (column, last_row - row)),
        ]
        if self.columns == self.rows:
            kept += [
                ("quarter turn left", False, lambda column, row: (last_row - row, column)),
                ("quarter turn right", False, lambda column, row: (row, last_column - column)),
                ("mirror in the rising diagonal", True, lambda column, row: (row, column)),
                (
                    "mirror in the falling diagonal",
                    True,
                    lambda column, row: (last_row - row, last_column - column),
                ),
            ]
        symmetries = []
        for name, reflects, image in kept:
            places = [image(self.column(square), self.row(square)) for square in range(self.size)]
            squares = tuple(self.square(column, row) for column, row in places)
            symmetries.append(Symmetry(name, squares, reflects))
        return tuple(symmetries)

    def draw(self, characters: Iterable[str]) -> str:
        """Return a text board, the top row first, from one character per square in the order of the
        squares.
        """
        cells = list(characters)
        rows = (
            "".join(cells[row * self.columns : (row + 1) * self.columns])
            for row in range(self.rows)
        )
        return "\n".join(reversed(list(rows)))

    def with_coordinates(self, rows: Sequence[str]) -> str:
        """Return text rows of the board, the top row first, with the names of rows and columns.

        Examples
        --------
        >>> print(Board(3, 2).with_coordinates(["..#", "##."]))
        2 . . #
        1 # # .
          a b c
        """
        names = [column_name(column) for column in range(self.columns)]
        across = max(map(len, names))
        before = len(str(self.rows))
        lines = [
            f"{number:>{before}} " + " ".join(f"{square:>{across}}" for square in row)
            for number, row in zip(range(self.rows, 0, -1), rows, strict=True)
        ]
        lines.append(" " * (before + 1) + " ".join(f"{name:>{across}}" for name in names))
        return "\n".join(lines)


def read_text_board(rows: Iterable[str], allowed: str) -> tuple[Board, str]:
    """Read a board from text rows, the top row first.

    Parameters
    ----------
    rows : iterable of str
        One string per row, all of one length.
    allowed : str
        The characters that a square may have.

    Returns
    -------
    board : Board
        A board of that size.
    characters : str
        One character per square, in the order of the squares (``a1`` first).

    Raises
    ------
    NotationError
        If there is no row, the rows differ in length, or a character is not allowed.
    """
    lines = list(rows)
    if not lines or not lines[0]:
        raise NotationError("", "at least one row of squares")
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            raise NotationError(
                line, f"row {number} from the top to have {len(lines[0])} squares, as the first has"
            )
        for character in line:
            if character not in allowed:
                raise NotationError(
                    character,
                    f"in row {number} from the top, only the characters {' '.join(allowed)}",
                )
    return Board(len(lines[0]), len(lines)), "".join(reversed(lines))
