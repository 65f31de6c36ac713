"""The rule texts once more: a slow checker that shares no code with `games`.

Everything here is plain Python sets of (column, row) squares, and every question is answered again
from the list of moves, with no tables and nothing kept from one move to the next. Placements are
found by growing all connected sets of squares and recognising what they are, not by laying out
drawn pieces.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

Square = tuple[int, int]
Squares = frozenset[Square]
SWAP = "swap"
PASS = "pass"


class Put(NamedTuple):
    """A piece put down: its letter (D for a domino), its squares, the black ones, and in Wythe how
    high it lies.
    """

    letter: str
    squares: Squares
    black: Squares | None = None
    level: int = 0


Move = Put | str

# The pieces as they are printed, the top row first. The colours are those of the colouring "fixed".
DRAWN: dict[str, tuple[str, ...]] = {
    "L": ("b.", "w.", "bw"),
    "I": ("b", "w", "b", "w"),
    "T": (".b.", "bww"),
    "S": (".bw", "bw."),
}

# --- squares
# -------------------------------------------------------------------------------------------------


def all_squares(columns: int, rows: int) -> set[Square]:
    return {(column, row) for column in range(columns) for row in range(rows)}


def beside(square: Square) -> set[Square]:
    """The four squares that share an edge with a square, on the board or off it."""
    column, row = square
    return {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}


def around(square: Square) -> set[Square]:
    """The eight squares that share an edge or a corner with a square."""
    column, row = square
    return {(column + c, row + r) for c in (-1, 0, 1) for r in (-1, 0, 1)} - {square}


def edge_of(squares: Iterable[Square]) -> set[Square]:
    """The squares outside a set that share an edge with it."""
    inside = set(squares)
    return {other for square in inside for other in beside(square)} - inside


def groups_of(squares: Iterable[Square], *, diagonal: bool = False) -> list[Squares]:
    """The connected groups of a set of squares."""
    waiting = set(squares)
    groups = []
    while waiting:
        group = [waiting.pop()]
        for square in group:
            joined = (around(square) if diagonal else beside(square)) & waiting
            waiting -= joined
            group.extend(joined)
        groups.append(frozenset(group))
    return groups


def group_sizes(squares: Iterable[Square], *, diagonal: bool = False) -> list[int]:
    """The sizes of the connected groups of a set of squares, the largest first."""
    return sorted(map(len, groups_of(squares, diagonal=diagonal)), reverse=True)


def full_blocks(covered: AbstractSet[Square]) -> set[Squares]:
    """The 2×2 blocks whose four cells are all covered."""
    blocks = (frozenset({(c, r), (c + 1, r), (c, r + 1), (c + 1, r + 1)}) for c, r in covered)
    return {block for block in blocks if block <= covered}


@cache
def connected_fours(columns: int, rows: int) -> frozenset[Squares]:
    """All connected sets of four squares of a board."""
    board = all_squares(columns, rows)
    found: set[Squares] = {frozenset({square}) for square in board}
    for _ in range(3):
        found = {squares | {extra} for squares in found for extra in edge_of(squares) & board}
    return frozenset(found)


# --- pieces
# -------------------------------------------------------------------------------------------------


def read_drawing(rows: Sequence[str]) -> tuple[Squares, Squares]:
    """The squares of a drawn piece, and the black ones."""
    cells = {
        (c, r): mark
        for r, line in enumerate(reversed(rows))
        for c, mark in enumerate(line)
        if mark in "bw"
    }
    return frozenset(cells), frozenset(square for square, mark in cells.items() if mark == "b")


Likeness = tuple[tuple[int, int, bool], ...]


def likeness(squares: Squares, black: Squares | None, *, flips: bool) -> Likeness:
    """Return a form that is equal for pieces that can be turned (and turned over) into
    each other.
    """
    left = min(c for c, _ in squares)
    low = min(r for _, r in squares)
    dark = frozenset((c - left, r - low) for c, r in black or ())
    return _likeness(frozenset((c - left, r - low) for c, r in squares), dark, flips)


@cache
def _likeness(squares: Squares, black: Squares, flips: bool) -> Likeness:
    views = []
    cells = [(c, r, (c, r) in black) for c, r in squares]
    for mirrored in (False, True) if flips else (False,):
        seen = [(-c, r, dark) for c, r, dark in cells] if mirrored else cells
        for _ in range(4):
            seen = [(-r, c, dark) for c, r, dark in seen]
            left = min(c for c, _, _ in seen)
            low = min(r for _, r, _ in seen)
            views.append(tuple(sorted((c - left, r - low, dark) for c, r, dark in seen)))
    return min(views)


@cache
def letter_of(squares: Squares) -> str | None:
    """L, I, T or S; None for a 2×2 square."""
    for letter, rows in DRAWN.items():
        if likeness(squares, None, flips=True) == likeness(read_drawing(rows)[0], None, flips=True):
            return letter
    return None


class Box:
    """The tetrominoes in the box: which coloured pieces there are, and from which heap each is
    taken.
    """

    def __init__(self, *, coloured: bool, flips: bool) -> None:
        self.coloured = coloured
        self.flips = flips
        self.heap_of: dict[Likeness, object] = {}
        self.count: Counter[object] = Counter()

    def add(self, squares: Squares, black: Squares | None, heap: object, count: int) -> None:
        look = likeness(squares, black, flips=self.flips)
        self.heap_of[look] = look if heap is None else heap
        self.count[self.heap_of[look]] += count

    def heap(self, squares: Squares, black: Squares | None) -> object | None:
        """The heap that a piece comes from that lies so; None if there is no such piece."""
        return self.heap_of.get(likeness(squares, black, flips=self.flips))


def plain_box(supply: Sequence[int]) -> Box:
    box = Box(coloured=False, flips=True)
    for letter, count in zip("LITS", supply, strict=True):
        box.add(read_drawing(DRAWN[letter])[0], None, letter, count)
    return box


def tailits_box(
    colouring: str,
    supply: Sequence[int] | None,
    *,
    flips: bool,
    pieces: Sequence[tuple[Sequence[str], int]],
) -> Box:
    box = Box(coloured=True, flips=flips)
    if colouring == "pieces":
        for rows, count in pieces:
            squares, black = read_drawing(rows)
            box.add(squares, black, None, count)
        return box
    for letter, count in zip("LITS", supply or (6, 6, 6, 6), strict=True):
        squares, black = read_drawing(DRAWN[letter])
        if colouring == "fixed":
            box.add(squares, black, letter, count)
            continue
        for number, pair in enumerate(combinations(sorted(squares), 2)):
            if colouring == "free":  # one heap a shape; the mover chooses the colours
                box.add(squares, frozenset(pair), letter, 0 if number else count)
            else:  # each once
                box.add(squares, frozenset(pair), None, count // 6)
    return box


class TetrominoRules:
    """The three placement rules, the supply, and where the first tetromino has to lie."""

    def __init__(self, columns: int, rows: int, box: Box, first: Square | None = None) -> None:
        self.box = box
        self.first = first
        self.conceivable: set[Put] = set()
        for squares in connected_fours(columns, rows):
            if (letter := letter_of(squares)) is None:
                continue
            pairs = (
                [frozenset(pair) for pair in combinations(sorted(squares), 2)]
                if box.coloured
                else [None]
            )
            for black in pairs:
                if box.heap(squares, black) is not None:
                    self.conceivable.add(Put(letter, squares, black))

    def broken_by_squares(self, letter: str, squares: Squares, earlier: Sequence[Put]) -> set[str]:
        """Return the rules that a tetromino would break, regardless of its colours and
        the supply.
        """
        broken = set()
        covered = {square for put in earlier for square in put.squares}
        if squares & covered:
            broken.add("overlap")
        if not earlier and self.first is not None and self.first not in squares:
            broken.add("centre")
        border = edge_of(squares)
        if earlier and not border & covered:
            broken.add("apart")
        if any(
            put.letter == letter and put.squares & border and not put.squares & squares
            for put in earlier
        ):
            broken.add("alike")
        if any(block & squares - covered for block in full_blocks(covered | squares)):
            broken.add("block")
        return broken

    def broken(self, put: Put, earlier: Sequence[Put]) -> set[str]:
        broken = self.broken_by_squares(put.letter, put.squares, earlier)
        heap = self.box.heap(put.squares, put.black)
        if self.box.count[heap] <= sum(
            self.box.heap(other.squares, other.black) == heap for other in earlier
        ):
            broken.add("supply")
        return broken

    def legal(self, earlier: Sequence[Put]) -> set[Put]:
        used = Counter(self.box.heap(put.squares, put.black) for put in earlier)
        fits = {
            squares
            for letter, squares in {(put.letter, put.squares) for put in self.conceivable}
            if not self.broken_by_squares(letter, squares, earlier)
        }
        return {
            put
            for put in self.conceivable
            if put.squares in fits
            and used[heap := self.box.heap(put.squares, put.black)] < self.box.count[heap]
        }


def all_dominoes(columns: int, rows: int) -> set[Put]:
    """Every two adjacent squares, coloured both ways."""
    board = all_squares(columns, rows)
    return {
        Put("D", frozenset({one, two}), frozenset({one}))
        for one in board
        for two in beside(one)
        if two in board
    }


def black_and_white(puts: Iterable[Put]) -> tuple[set[Square], set[Square]]:
    black: set[Square] = set()
    white: set[Square] = set()
    for put in puts:
        black |= put.black or set()
        white |= put.squares - (put.black or set())
    return black, white


def taiji_scores(puts: Sequence[Put], groups: int) -> tuple[int, int]:
    """Light's and Dark's sums of the n largest orthogonally connected groups."""
    dark, light = black_and_white(puts)
    return sum(group_sizes(light)[:groups]), sum(group_sizes(dark)[:groups])


def two_largest(squares: set[Square]) -> tuple[int, int]:
    sizes = [*group_sizes(squares, diagonal=True), 0, 0]
    return sizes[0], sizes[1]


# --- games
# -------------------------------------------------------------------------------------------------


class Checker(ABC):
    """One game in progress: the list of its moves."""

    sides: tuple[str, str]
    has_swap = False

    def __init__(self) -> None:
        self.moves: list[Move] = []

    @property
    def puts(self) -> list[Put]:
        return [move for move in self.moves if isinstance(move, Put)]

    @abstractmethod
    def legal(self) -> set[Put]:
        """The placements that the rules allow now."""

    @abstractmethod
    def broken(self, put: Put) -> set[str]:
        """The rules that a placement would break now, by a keyword each."""

    @abstractmethod
    def scores(self) -> tuple[int, int]: ...

    @abstractmethod
    def tie(self) -> int:
        """Return the side that wins ties: +1 for the first, -1 for the second."""

    def to_move(self) -> int:
        return len(self.puts) % 2

    def can_swap(self) -> bool:
        return self.has_swap and len(self.puts) == 1 and SWAP not in self.moves

    def is_over(self) -> bool:
        return not self.legal()

    def play(self, move: Move) -> None:
        allowed = move in self.legal() if isinstance(move, Put) else self._allows(move)
        if not allowed:
            raise ValueError(f"{move} is not legal")
        self.moves.append(move)

    def _allows(self, move: str) -> bool:
        return move == SWAP and self.can_swap() and not self.is_over()

    def value(self) -> int:
        first, second = self.scores()
        return 2 * (first - second) + self.tie()

    def winner(self) -> str:
        return self.sides[0 if self.value() > 0 else 1]

    def last_placer(self) -> int:
        """Return the side that placed last; if nothing could be placed, the side that did not have
        to begin.
        """
        return 1 - len(self.puts) % 2


class TaijiChecker(Checker):
    sides = ("light", "dark")

    def __init__(self, size: int = 9, groups: int | None = None) -> None:
        super().__init__()
        self.groups = {7: 1, 9: 2, 11: 3}[size] if groups is None else groups
        self.conceivable = all_dominoes(size, size)

    def broken(self, put: Put) -> set[str]:
        return {"overlap"} if any(put.squares & other.squares for other in self.puts) else set()

    def legal(self) -> set[Put]:
        return {put for put in self.conceivable if not self.broken(put)}

    def scores(self) -> tuple[int, int]:
        return taiji_scores(self.puts, self.groups)

    def tie(self) -> int:
        return -1


class TetrominoChecker(Checker):
    """A game of tetrominoes alone."""

    tetrominoes: TetrominoRules

    def broken(self, put: Put) -> set[str]:
        return self.tetrominoes.broken(put, self.puts)

    def legal(self) -> set[Put]:
        return self.tetrominoes.legal(self.puts)


class BattleChecker(TetrominoChecker):
    sides = ("X", "O")

    def __init__(
        self,
        size: int = 10,
        rows: int | None = None,
        supply: Sequence[int] = (5, 5, 5, 5),
        symbols: Sequence[str] | None = None,
        swap: bool = True,
    ) -> None:
        super().__init__()
        self.has_swap = swap
        self.tetrominoes = TetrominoRules(size, rows or size, plain_box(supply))
        lines = list(reversed(symbols or ()))
        self.marks = {(c, r): mark for r, line in enumerate(lines) for c, mark in enumerate(line)}

    def scores(self) -> tuple[int, int]:
        covered = {square for put in self.puts for square in put.squares}
        visible = Counter(mark for square, mark in self.marks.items() if square not in covered)
        return visible["X"], visible["O"]

    def tie(self) -> int:
        return 1 if self.last_placer() == 0 else -1


class TailitsChecker(TetrominoChecker):
    sides = ("black", "white")

    def __init__(
        self,
        size: int = 11,
        *,
        supply: Sequence[int] | None = None,
        scoring: str = "largest",
        colouring: str = "fixed",
        flips: bool = True,
        pieces: Sequence[tuple[Sequence[str], int]] = (),
    ) -> None:
        super().__init__()
        self.second = scoring == "second"
        box = tailits_box(colouring, supply, flips=flips, pieces=pieces)
        self.tetrominoes = TetrominoRules(size, size, box, (size // 2, size // 2))

    def scores(self) -> tuple[int, int]:
        black, white = black_and_white(self.puts)
        return two_largest(black)[self.second], two_largest(white)[self.second]

    def tie(self) -> int:
        if self.second:
            black, white = (two_largest(colour)[0] for colour in black_and_white(self.puts))
            if black != white:
                return 1 if black > white else -1
        return 1 if self.last_placer() == 0 else -1


class WytheChecker(Checker):
    sides = ("black", "white")

    def __init__(self, size: int = 8, swap: bool = True) -> None:
        super().__init__()
        self.has_swap = swap
        self.size = size

    def stacks(self, puts: Sequence[Put]) -> dict[Square, list[tuple[int, str]]]:
        """For each square its bits from below: the number of the piece, and the colour."""
        stacks: dict[Square, list[tuple[int, str]]] = {
            square: [] for square in all_squares(self.size, self.size)
        }
        for number, put in enumerate(puts):
            for square in put.squares:
                stacks[square].append((number, "black" if square in (put.black or ()) else "white"))
        return stacks

    def broken(self, put: Put) -> set[str]:
        return self._broken_on(self.stacks(self.puts), len(self.puts), put)

    def _broken_on(
        self,
        before: dict[Square, list[tuple[int, str]]],
        number: int,
        put: Put,
    ) -> set[str]:
        broken = set()
        one, two = (len(before[square]) for square in put.squares)
        if one != two:
            broken.add("heights")
        elif one != put.level:
            broken.add("level")
        after = dict(before)
        for square in put.squares:
            colour = "black" if square in (put.black or ()) else "white"
            if before[square] and before[square][-1][1] == colour:
                broken.add("colour")
            after[square] = [*before[square], (number, colour)]
        # One piece shows no bit.
        if len({stack[-1][0] for stack in after.values() if stack}) != number + 1:
            broken.add("hidden")
        return broken

    def legal(self) -> set[Put]:
        puts = self.puts
        stacks = self.stacks(puts)
        found = set()
        for flat in all_dominoes(self.size, self.size):
            put = flat._replace(level=min(len(stacks[square]) for square in flat.squares))
            if not self._broken_on(stacks, len(puts), put):
                found.add(put)
        return found

    def to_move(self) -> int:
        return (len(self.puts) + self.moves.count(PASS)) % 2

    def _allows(self, move: str) -> bool:
        if move == PASS:
            return self.is_over() and self.moves.count(PASS) < 2
        return super()._allows(move)

    def scores(self) -> tuple[int, int]:
        owned: dict[str, set[Square]] = {"black": set(), "white": set()}
        for square, stack in self.stacks(self.puts).items():
            if stack:
                owned[stack[-1][1]].add(square)
        black = group_sizes(owned["black"])
        white = group_sizes(owned["white"])
        sizes = {0, *black, *white}
        return (
            max(size for size in sizes if not size or black.count(size) > white.count(size)),
            max(size for size in sizes if not size or white.count(size) > black.count(size)),
        )

    def tie(self) -> int:
        return -1 if self.last_placer() == 0 else 1


class TailitsTaijiChecker(Checker):
    sides = ("black", "white")

    def __init__(self, size: int = 11, groups: int | None = None, **options: Any) -> None:
        super().__init__()
        self.groups = {7: 1, 9: 2, 11: 3}[size] if groups is None else groups
        self.size = size
        self.tailits = TailitsChecker(size, **options)
        self.dominoes = all_dominoes(size, size)

    def _parts(self) -> tuple[list[Put], list[Put]]:
        return [put for put in self.puts if put.letter != "D"], [
            put for put in self.puts if put.letter == "D"
        ]

    def _tailits(self) -> TailitsChecker:
        self.tailits.moves = list(self._parts()[0])
        return self.tailits

    def broken(self, put: Put) -> set[str]:
        tetrominoes, taijitus = self._parts()
        if put.letter != "D":
            return self._tailits().broken(put)
        if self._tailits().legal():
            return {"phase"}
        return self._broken_by_taijitu(put, tetrominoes, taijitus)

    def _broken_by_taijitu(self, put: Put, tetrominoes: list[Put], taijitus: list[Put]) -> set[str]:
        broken = set()
        if any(put.squares & other.squares for other in taijitus):
            broken.add("overlap")
        covered = {square for tetromino in tetrominoes for square in tetromino.squares}
        if len(put.squares & covered) == 1:
            broken.add("flat")
        return broken

    def legal(self) -> set[Put]:
        tetrominoes, taijitus = self._parts()
        return self._tailits().legal() or {
            put for put in self.dominoes if not self._broken_by_taijitu(put, tetrominoes, taijitus)
        }

    def to_move(self) -> int:
        tetrominoes, taijitus = self._parts()
        if self._tailits().legal():
            return len(tetrominoes) % 2
        return 1 - len(taijitus) % 2  # White begins TAIJI

    def scores(self) -> tuple[int, int]:
        black, white = self._tailits().scores()
        light, dark = taiji_scores(self._parts()[1], self.groups)
        return black + dark, white + light

    def tie(self) -> int:
        return 1 if self._tailits().last_placer() == 0 else -1  # the half point


class TaijiBattleChecker(Checker):
    """The sides are the players, named by the colour with which each began."""

    sides = ("white", "black")

    def __init__(
        self,
        size: int = 11,
        groups: int | None = None,
        supply: Sequence[int] = (6, 6, 6, 6),
    ) -> None:
        super().__init__()
        self.taiji = TaijiChecker(size, groups)
        self.tetrominoes = TetrominoRules(size, size, plain_box(supply))

    def _parts(self) -> tuple[list[Put], list[Put]]:
        return [put for put in self.puts if put.letter == "D"], [
            put for put in self.puts if put.letter != "D"
        ]

    def _taiji(self) -> TaijiChecker:
        self.taiji.moves = list(self._parts()[0])
        return self.taiji

    def broken(self, put: Put) -> set[str]:
        if put.letter == "D":
            return self._taiji().broken(put)
        if self._taiji().legal():
            return {"phase"}
        return self.tetrominoes.broken(put, self._parts()[1])

    def legal(self) -> set[Put]:
        return self._taiji().legal() or self.tetrominoes.legal(self._parts()[1])

    def to_move(self) -> int:
        taijitus, tetrominoes = self._parts()
        if self._taiji().legal():
            return len(taijitus) % 2
        colour = ("white", "black")[len(tetrominoes) % 2]  # White begins the second phase too
        return self._person_of(colour)

    def _person_of(self, colour: str) -> int:
        began = self.sides.index(colour)
        return 1 - began if SWAP in self.moves else began

    def can_swap(self) -> bool:
        return not self._taiji().legal() and len(self._parts()[1]) == 1 and SWAP not in self.moves

    def scores(self) -> tuple[int, int]:
        taijitus, tetrominoes = self._parts()
        # Light is white: the points stay with the players.
        totals = list(taiji_scores(taijitus, self.taiji.groups))
        covered = {square for put in tetrominoes for square in put.squares}
        black, white = black_and_white(taijitus)
        totals[self._person_of("white")] += len(white - covered)
        totals[self._person_of("black")] += len(black - covered)
        return totals[0], totals[1]

    def tie(self) -> int:
        tetrominoes = self._parts()[1]
        last_colour = "black" if len(tetrominoes) % 2 == 0 else "white"
        return 1 if self._person_of(last_colour) == 0 else -1


CHECKERS: dict[str, type[Checker]] = {
    "taiji": TaijiChecker,
    "battle-of-lits": BattleChecker,
    "tailits": TailitsChecker,
    "wythe": WytheChecker,
    "tailits+taiji": TailitsTaijiChecker,
    "taiji+battle-of-lits": TaijiBattleChecker,
}


def make(name: str, **options: Any) -> Checker:
    """A game at its start."""
    return CHECKERS[name](**options)
