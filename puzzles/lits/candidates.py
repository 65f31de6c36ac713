"""The tetrominoes that fit into the regions of a LITS puzzle, and a quick look at which of them
cannot be.

A set of squares is an integer with a bit a square, so that one shift tests a form at every place of
a region at once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from litslab.games.geometry import Board, bits, mask_of
from litslab.games.pieces import CELLS, TETROMINOES, Shape, orientations
from litslab.puzzles.lits.puzzle import OUTSIDE, LitsPuzzle, PuzzleRules


class Candidate(NamedTuple):
    """A tetromino that a region may have.

    Attributes
    ----------
    shape : Shape or None
        Its shape; None for a region that is left out.
    mask : int
        Its squares.
    """

    shape: Shape | None
    mask: int


_LEFT_OUT = Candidate(None, 0)


@lru_cache(maxsize=64)
def _forms(board: Board, rules: PuzzleRules) -> tuple[tuple[Shape, tuple[int, ...], int, int], ...]:
    """Return each way to lie: shape, offsets of its squares, these as a set, and the corners where
    it does not wrap.
    """
    found = []
    for shape in rules.shapes:
        for cells, _ in orientations(CELLS[shape]):
            room = board.columns - max(column for column, _ in cells)
            corners = sum(board.first_column << column for column in range(room))
            offsets = tuple(board.square(column, row) for column, row in sorted(cells))
            found.append((shape, offsets, mask_of(offsets), corners))
    return tuple(found)


def candidates(puzzle: LitsPuzzle) -> list[list[Candidate]]:
    """Return for each region every tetromino that lies in it and agrees with what is given.

    A region that may be left out has the empty candidate too. Where the tetrominoes stay unshaded,
    those are left out around which the region itself would fill a 2×2 block. Where a region has two
    tetrominoes, a square that is given as shaded may belong to either.

    Examples
    --------
    >>> puzzle = LitsPuzzle.from_rows([[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 2], [2, 2, 2, 2]])
    >>> [len(region) for region in candidates(puzzle)]
    [3, 2, 3]
    """
    covered, uncovered, letters = _givens(puzzle)
    rules = puzzle.rules
    found = []
    for region in puzzle.masks:
        open_squares = region & ~uncovered
        needed = region & covered if rules.tetrominoes == 1 else 0
        members = [_LEFT_OUT] if rules.optional and not needed else []
        for shape, offsets, form, corners in _forms(puzzle.board, rules):
            fits = corners
            for offset in offsets:
                fits &= open_squares >> offset
            for corner in bits(fits):
                mask = form << corner
                agrees = mask & needed == needed and not mask & letters.get(shape, 0)
                if agrees and not (rules.inverse and has_block(puzzle.board, region & ~mask)):
                    members.append(Candidate(shape, mask))
        found.append(members)
    return found


def _givens(puzzle: LitsPuzzle) -> tuple[int, int, dict[Shape, int]]:
    """Return the squares that tetrominoes have, those that none has, and for each shape those that
    it may not cover.
    """
    marked = dict.fromkeys(puzzle.rules.givens, 0)
    for square, given in enumerate(puzzle.givens):
        if given != "?":
            marked[given] |= 1 << square
    lettered = {shape: marked[shape.value] for shape in puzzle.rules.shapes}
    every = sum(lettered.values())
    covered, uncovered = (
        (marked["."], marked["#"]) if puzzle.rules.inverse else (marked["#"], marked["."])
    )
    return (
        covered | every,
        uncovered,
        {shape: every & ~squares for shape, squares in lettered.items() if every},
    )


def given_covered(puzzle: LitsPuzzle) -> int:
    """Return the squares that are given as those of tetrominoes."""
    return _givens(puzzle)[0]


def has_block(board: Board, squares: int) -> bool:
    """Return whether a set of squares has all of a 2×2 block."""
    pairs = squares & squares >> 1
    return bool(pairs & pairs >> board.columns & corners_of(board))


@lru_cache(maxsize=64)
def corners_of(board: Board) -> int:
    """Return the lower left squares of all 2×2 blocks."""
    return (board.all >> board.columns) & board.not_last_column


def shaded_outside(puzzle: LitsPuzzle) -> int:
    """Return the squares outside every region that are given as shaded: no puzzle with such a
    square has a solution.
    """
    return mask_of(
        s
        for s, given in enumerate(puzzle.givens)
        if given not in "?." and puzzle.regions[s] == OUTSIDE
    )


class Narrowing:
    """Candidates of a puzzle with the rules of LITS that are dropped as long as one of a few quick
    rules drops any.

    It sees little, on purpose: it only makes a model smaller before a solver sees it. A candidate
    is dropped where it covers a square that would complete a 2×2 block of squares that are shaded
    in any case, or is cut off from them; where it touches a square that its own shape is sure to
    take in another region; where it completes a 2×2 block with two squares that are shaded in any
    case; and where it touches nothing that another region can shade.

    Attributes
    ----------
    members : list of list of Candidate
        The remaining candidates.
    possible : int
        The squares that may be shaded.
    certain : int
        The squares that are shaded in every solution.
    """

    def __init__(self, puzzle: LitsPuzzle, members: list[list[Candidate]]) -> None:
        self.members = members
        self.possible = self.certain = 0
        self._puzzle = puzzle
        self._board = puzzle.board
        self._may = [0] * len(members)
        self._must = [0] * len(members)
        self._pairs_seen: set[int] = set()
        self._corners = corners_of(self._board)
        self._offsets = 0, 1, self._board.columns, self._board.columns + 1

    def run(self) -> bool:
        """Drop candidates until nothing changes, and tell whether every region has one left."""
        changed = set(range(len(self.members)))
        first = True
        while changed:
            if not all(self._sum_up(region) for region in changed) or not self._look_at_squares():
                return False
            changed = self._drop(everywhere=first)
            first = False
        return True

    def _sum_up(self, region: int) -> bool:
        may = 0
        must = self._board.all
        for _, mask in self.members[region]:
            may |= mask
            must &= mask
        self._may[region] = may
        self._must[region] = must
        return bool(may)

    def _look_at_squares(self) -> bool:
        """Find the squares that no region can shade after all; tell whether none of them has to be
        shaded.
        """
        board = self._board
        self.possible = self.certain = 0
        for may, must in zip(self._may, self._must, strict=True):
            self.possible |= may
            self.certain |= must
        if self.certain:
            groups = board.groups(self.possible)
            self.possible = next(group for group in groups if group & self.certain & -self.certain)
        shifted = [self.certain >> offset for offset in self._offsets]
        for missing, offset in enumerate(self._offsets):
            corners = self._corners
            for other, squares in enumerate(shifted):
                if other != missing:
                    corners &= squares
            self.possible &= ~(corners << offset)
        return not self.certain & ~self.possible

    def _completing_pairs(self) -> dict[int, list[int]]:
        """Return for regions the pairs of its squares that would complete a 2×2 block, where they
        are new.
        """
        found: dict[int, list[int]] = {}
        regions = self._puzzle.regions
        offsets = self._offsets
        certain = [self.certain >> offset for offset in offsets]
        open_ = [(self.possible & ~self.certain) >> offset for offset in offsets]
        for one in range(4):
            for other in range(one):
                corners = self._corners
                for place in range(4):
                    corners &= open_[place] if place in {one, other} else certain[place]
                for corner in bits(corners):
                    squares = corner + offsets[one], corner + offsets[other]
                    pair = mask_of(squares)
                    if regions[squares[0]] == regions[squares[1]] and pair not in self._pairs_seen:
                        self._pairs_seen.add(pair)
                        found.setdefault(regions[squares[0]], []).append(pair)
        return found

    def _drop(self, *, everywhere: bool) -> set[int]:
        """Drop candidates; return the regions that lost some."""
        board = self._board
        masks = self._puzzle.masks
        beside: dict[Shape | None, int] = dict.fromkeys(TETROMINOES, 0)
        for region, must in enumerate(self._must):
            if must and len({shape for shape, _ in self.members[region]}) == 1:
                beside[self.members[region][0].shape] |= board.adjacent(must) & ~masks[region]
        pairs = self._completing_pairs()
        changed = set()
        for region, members in enumerate(self.members):
            may = self._may[region]
            closed = may & ~self.possible
            told = pairs.get(region, [])
            if not (
                everywhere or closed or told or any(may & squares for squares in beside.values())
            ):
                continue
            exits = (
                board.adjacent(self.possible & ~masks[region])
                if len(self.members) > 1
                else board.all
            )
            kept = [
                member
                for member in members
                if not member.mask & (closed | beside[member.shape])
                and member.mask & exits
                and not any(member.mask & pair == pair for pair in told)
            ]
            if len(kept) < len(members):
                self.members[region] = kept
                changed.add(region)
        return changed
