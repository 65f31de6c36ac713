"""The specification of a generated LITS puzzle, and the check of a puzzle against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from litslab.games.errors import check_number
from litslab.games.geometry import Board, mask_of
from litslab.games.language import mark
from litslab.games.pieces import TETROMINOES, Shape
from litslab.puzzles.lits.elegance import KEY_LEVEL, key_moments
from litslab.puzzles.lits.generate.partition import (
    EQUAL_SIZES,
    RegionLimits,
    RegionStyle,
    RegionSymmetry,
    region_maps,
)
from litslab.puzzles.lits.generate.themes import FORMS, Themes, letter_of
from litslab.puzzles.lits.grade import Grade
from litslab.puzzles.lits.puzzle import (
    LARGEST_SIDE,
    LITS,
    LITS_PLUS,
    TETROMINO_SIZE,
    LitsPuzzle,
    PuzzleError,
    PuzzleRules,
    PuzzleSolution,
)
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.path import Path
from litslab.puzzles.lits.techniques.trial import NESTED

LEVELS = (1, 5)
"""The lowest and the highest level of `puzzles.lits.grade`."""

MOST_TRIVIAL = 0.35
"""The largest share of regions of four squares where none is given."""

MOST_CONCENTRATED = 0.6
"""The largest share of the difficulty in one moment where none is given."""

MOST_CANDIDATES = 1000
"""The most puzzles of which the most elegant one can be taken."""


DOUBLE_LARGEST = 16
"""The size of the largest region in Double LITS where none is given: the number of pairs of
tetrominoes grows with the square of the number of tetrominoes.
"""

WITHOUT_PUZZLE = frozenset({(3, 2), (3, 3), (4, 2), (5, 2)})
"""Sizes, the longer side first, without a LITS puzzle whose squares all belong to regions; all
divisions were counted (docs/results/small-puzzles.md)."""


class Rejection(StrEnum):
    """A reason to reject a puzzle, as runs store and count it."""

    TOO_EASY = mark("too easy")
    TOO_HARD = mark("too hard")
    BEYOND_TECHNIQUES = mark("too hard for the techniques")
    TRIVIAL_REGIONS = mark("too many trivial regions")
    CONCENTRATED = mark("all difficulty in one step")
    TRIAL_NEEDED = mark("a trial needed")
    REQUIRED_UNUSED = mark("required technique not needed")
    EXCLUDED_USED = mark("excluded technique needed")
    FEW_L = mark("too few L")
    FEW_I = mark("too few I")
    FEW_T = mark("too few T")
    FEW_S = mark("too few S")
    FEW_O = mark("too few O")
    UNBALANCED = mark("shapes not equally often")
    EXCLUDED_SHAPE = mark("an excluded shape")
    CHOSEN_SQUARE = mark("a chosen square shaded otherwise")
    ASYMMETRIC_SHADING = mark("an asymmetric shading")
    FEW_KEYS = mark("too few key moments")
    MANY_KEYS = mark("too many key moments")
    OTHER_KEY = mark("another key moment")
    FEW_ROUNDS = mark("too few rounds")
    MANY_ROUNDS = mark("too many rounds")
    UNEQUAL_SIZES = mark("regions of different sizes")
    LETTER_MISSING = mark("a letter missing")
    SEVERAL_SOLUTIONS = mark("several solutions, or none")
    NOT_ACCEPTED = mark("not accepted")
    REPEATED = mark("made already")


@dataclass(frozen=True)
class PuzzleSpec:
    """Specification of a puzzle.

    Attributes
    ----------
    columns, rows : int
        Its size; 0 rows stand for as many as columns.
    levels : tuple of int
        The lowest and the highest level.
    limits : RegionLimits
        The number, sizes and symmetry of its regions. By default each puzzle draws a number and
        sizes as published puzzles have them; around a given solution any will do.
    required, excluded : frozenset of str
        Names of techniques, such as ``equal shape``, that the easiest way to the solution takes,
        and of those it does not take; `puzzles.lits.techniques.BY_NAME` has all of them.
    trials : bool
        Whether it may take trials.
    shapes : tuple of (Shape, int)
        At least how many regions of the solution have a shape.
    given : int
        Number of regions with a square whose letter is given.
    most_trivial : float, optional
        The largest share of regions of four squares, which solve themselves; 0.35 by default, 1
        around a given solution.
    most_concentrated : float, optional
        The largest share of the whole difficulty that one moment may have; 0.6 by default, 1 around
        a given solution.
    solution : str
        The only solution, as `puzzles.lits.generate.given_solution.letters_of` writes it; empty
        where any will do.
    themes : Themes
        Further requirements of the solution, the regions and the easiest path.
    best_of : int
        Of how many puzzles the most elegant one is taken (`puzzles.lits.elegance`).
    rules : PuzzleRules
        The rules.
    """

    columns: int = 10
    rows: int = 0
    levels: tuple[int, int] = LEVELS
    limits: RegionLimits = field(default_factory=RegionLimits)
    required: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()
    trials: bool = True
    shapes: tuple[tuple[Shape, int], ...] = ()
    given: int = 0
    most_trivial: float | None = None
    most_concentrated: float | None = None
    solution: str = ""
    themes: Themes = field(default_factory=Themes)
    best_of: int = 1
    rules: PuzzleRules = LITS

    def __post_init__(self) -> None:
        """Check the spec.

        Raises
        ------
        PuzzleError
            If no puzzle can meet it, saying what cannot be and why.
        """
        if self.rows == 0:
            object.__setattr__(self, "rows", self.columns)
        for name, side in (("columns", self.columns), ("rows", self.rows)):
            check_number(name, side)
            if not 2 <= side <= LARGEST_SIDE:
                raise PuzzleError(f"{side} {name}: expected 2 to {LARGEST_SIDE}")
        if self.columns * self.rows < TETROMINO_SIZE or max(self.columns, self.rows) < 3:
            raise PuzzleError(f"{self.columns}×{self.rows} squares: too few for a tetromino")
        if (
            self.rules is LITS
            and (max(self.columns, self.rows), min(self.columns, self.rows)) in WITHOUT_PUZZLE
        ):
            raise PuzzleError(
                f"{self.columns}×{self.rows} squares: every division into regions has several "
                "solutions, or none: "
                "expected a larger board"
            )
        self._check_levels()
        if unknown := (self.required | self.excluded).difference(BY_NAME):
            raise PuzzleError(f"technique {min(unknown)!r}: expected one of {', '.join(BY_NAME)}")
        if NESTED.name in self.required:
            raise PuzzleError(
                f"technique {NESTED.name!r} required: a puzzle that takes one is beyond all levels"
            )
        if both := self.required & self.excluded:
            raise PuzzleError(f"technique {min(both)!r}: both required and excluded")
        limits = self.region_limits
        most = min(limits.most, self.board.size // limits.smallest)
        for what, count in (
            ("regions of given shapes", sum(n for _, n in self.shapes)),
            ("given letters", self.given),
        ):
            if not 0 <= count <= most:
                raise PuzzleError(
                    f"{count} {what}: expected 0 to {most}, the most regions that there can be"
                )
        for what, share in (
            ("trivial regions", self.trivial_limit),
            ("difficulty", self.concentration_limit),
        ):
            if not 0 <= share <= 1:
                raise PuzzleError(f"a share of {share} of {what}: expected 0 to 1")
        limits.check(self.board)
        self._check_area()
        self._check_themes()
        self._check_solution()
        self._check_rules()

    def _check_levels(self) -> None:
        given_levels: object = self.levels
        if not isinstance(given_levels, tuple | list | str):
            raise PuzzleError(
                f"levels {given_levels!r}: expected the lowest and the highest, such as (2, 2)"
            )
        levels = tuple(self.levels)
        if len(levels) != 2 or not LEVELS[0] <= levels[0] <= levels[1] <= LEVELS[1]:
            given = " to ".join(map(str, levels)) or "()"
            raise PuzzleError(
                f"levels {given}: expected {LEVELS[0]} to {LEVELS[1]}, the lower one first"
            )

    def _check_area(self) -> None:
        limits = self.region_limits
        least = max(limits.fewest, self.given, -(-self.board.size // limits.largest))
        blocks = self.columns // 2 * (self.rows // 2)
        which = "every 2×2 block"
        if Shape.O in self.rules.shapes:  # no two O share an edge
            blocks = blocks // 2
            which = "one of two adjacent 2×2 blocks"
        most = (self.board.size - blocks) // self.rules.covered
        if least > most and not self.rules.inverse and not self.rules.optional:
            raise PuzzleError(
                f"{least} regions or more on {self.columns}×{self.rows} squares: expected at most "
                f"{most}, because "
                f"{which} has an unshaded square"
            )

    def _check_rules(self) -> None:
        for name in sorted(self.required):
            if not BY_NAME[name].holds(self.rules):
                raise PuzzleError(
                    f"technique {name!r} with the rules {self.rules.name}: expected one that holds "
                    "there"
                )
        if self.rules is LITS:
            return
        if self.rules.tetrominoes > 1 and self.limits.symmetry is not RegionSymmetry.NONE:
            raise PuzzleError(
                f"symmetric regions with the rules {self.rules.name}: expected "
                f"{RegionSymmetry.NONE.value}"
            )
        if self.rules.may_leave_all_out:
            raise PuzzleError(
                f"rules {self.rules.name}: without givens leaving out every region is a solution: "
                "expected "
                f"{LITS_PLUS.name}, which forbids blank 2×2 blocks"
            )
        if self.solution or self.themes != Themes():
            raise PuzzleError(
                f"a given solution or a theme with the rules {self.rules.name}: expected "
                f"{LITS.name}"
            )

    def _check_themes(self) -> None:
        if not 1 <= self.best_of <= MOST_CANDIDATES:
            raise PuzzleError(
                f"the best of {self.best_of} puzzles: expected 1 to {MOST_CANDIDATES}"
            )
        themes = self.themes
        themes.check(self.board, self.region_limits, self.required)
        if themes.only_key:
            for name in sorted(self.required):
                if (level := BY_NAME[name].level) < KEY_LEVEL:
                    raise PuzzleError(
                        f"technique {name!r} of level {level} at the only key moment: expected one "
                        "of level "
                        f"{KEY_LEVEL} or above"
                    )
        for shape, count in self.shapes:
            if count and shape in themes.without:
                raise PuzzleError(
                    f"{count} {shape.value} in a solution without {shape.value}: expected one of "
                    "the two"
                )

    def _check_solution(self) -> None:
        if not self.solution:
            return
        if len(self.solution) != self.board.size:
            raise PuzzleError(
                f"a solution of {len(self.solution)} squares: expected {self.board.size}"
            )
        for shape, count in self.shapes:
            if (found := self.solution.count(shape.value) // TETROMINO_SIZE) < count:
                raise PuzzleError(
                    f"{count} {shape.value} in a solution that has {found}: expected {found} at "
                    "most"
                )
        self.themes.check_around_solution()
        shading = mask_of(square for square, drawn in enumerate(self.solution) if drawn != ".")
        counts = {
            shape: self.solution.count(shape.value) // TETROMINO_SIZE for shape in TETROMINOES
        }
        if self.given > (regions := sum(counts.values())):
            raise PuzzleError(
                f"{self.given} given letters: expected 0 to {regions}, the regions of the given "
                "solution"
            )
        if missed := next(self._missed_by_shading(shading, counts), None):
            raise PuzzleError(
                f"a given solution with {missed}: expected another solution, or no such theme"
            )

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self.columns, self.rows)

    @cached_property
    def region_limits(self) -> RegionLimits:
        """The limits of the regions on this board, with the defaults that these requirements have:
        none around a given solution, a range of sizes if all are equal, and larger regions, at
        least two, where each has two tetrominoes.
        """
        if self.rules.tetrominoes > 1:
            return replace(
                self.limits,
                smallest=max(self.limits.smallest, self.rules.smallest_region),
                largest=self.limits.largest if self.limits.has_numbers else DOUBLE_LARGEST,
                fewest=max(self.limits.fewest, 2),
                style=RegionStyle.FREE,
            )
        if self.solution:
            return replace(self.limits, style=RegionStyle.FREE)
        if self.themes.equal_sizes and not self.limits.has_numbers:
            smallest, largest = EQUAL_SIZES
            return replace(self.limits, smallest=smallest, largest=largest).on(self.board)
        return self.limits.on(self.board)

    @property
    def trivial_limit(self) -> float:
        """The largest share of regions of four squares."""
        return self._share(self.most_trivial, MOST_TRIVIAL)

    @property
    def concentration_limit(self) -> float:
        """The largest share of the difficulty that one moment may have."""
        return self._share(self.most_concentrated, MOST_CONCENTRATED)

    def _share(self, given: float | None, usual: float) -> float:
        """Return a share, or its default; around a given solution it may be unavoidable."""
        if given is not None:
            return given
        return 1.0 if self.solution else usual

    def missed_by_solution(
        self,
        puzzle: LitsPuzzle,
        solution: PuzzleSolution,
    ) -> Iterator[Rejection]:
        """Yield what is not as specified, as far as that shows before grading."""
        sizes = [mask.bit_count() for mask in puzzle.masks]
        if sizes.count(TETROMINO_SIZE) > self.trivial_limit * len(sizes):
            yield Rejection.TRIVIAL_REGIONS
        for shape, count in self.shapes:
            if solution.shapes.count(shape) < count:
                yield Rejection(f"too few {shape.value}")
        counts = {each: solution.shapes.count(each) for each in TETROMINOES}
        yield from self._missed_by_shading(solution.shading, counts)
        if self.themes.equal_sizes and len(set(sizes)) > 1:
            yield Rejection.UNEQUAL_SIZES
        missing = Counter(self.themes.letters) - Counter(
            letter_of(puzzle.board, mask) or "" for mask in puzzle.masks
        )
        if missing or len(solution.shapes) - solution.shapes.count(None) < self.given:
            yield Rejection.LETTER_MISSING

    def _missed_by_shading(self, shading: int, counts: dict[Shape, int]) -> Iterator[Rejection]:
        themes = self.themes
        if themes.balanced and len(set(counts.values())) > 1:
            yield Rejection.UNBALANCED
        if any(counts[shape] for shape in themes.without):
            yield Rejection.EXCLUDED_SHAPE
        if themes.shaded & ~shading or themes.unshaded & shading:
            yield Rejection.CHOSEN_SQUARE
        if any(each.apply(shading) != shading for each in region_maps(self.board, themes.shading)):
            yield Rejection.ASYMMETRIC_SHADING

    def missed_by_path(self, path: Path) -> Iterator[Rejection]:
        """Yield what is not as specified about the easiest path, apart from its grade."""
        moments = key_moments(path)
        yield from _out_of_range(
            len(moments), self.themes.keys, Rejection.FEW_KEYS, Rejection.MANY_KEYS
        )
        if self.themes.only_key and moments != [self.required]:
            yield Rejection.OTHER_KEY
        yield from _out_of_range(
            len(path.rounds), self.themes.rounds, Rejection.FEW_ROUNDS, Rejection.MANY_ROUNDS
        )

    def missed_by_grade(self, grade: Grade) -> Iterator[Rejection]:
        """Yield what is not as specified about the difficulty."""
        if not grade.solved:
            yield Rejection.BEYOND_TECHNIQUES
        else:
            yield from _out_of_range(
                grade.level, self.levels, Rejection.TOO_EASY, Rejection.TOO_HARD
            )
        if not self.trials and (grade.trials or not grade.solved):
            yield Rejection.TRIAL_NEEDED
        if self.required - set(grade.techniques):
            yield Rejection.REQUIRED_UNUSED
        if self.excluded & set(grade.techniques):
            yield Rejection.EXCLUDED_USED
        if grade.concentration > self.concentration_limit:
            yield Rejection.CONCENTRATED


def _out_of_range(
    number: int,
    limits: tuple[int, int],
    few: Rejection,
    many: Rejection,
) -> Iterator[Rejection]:
    if number < limits[0]:
        yield few
    elif number > limits[1]:
        yield many


def parse_shapes(text: str, rules: PuzzleRules = LITS) -> tuple[tuple[Shape, int], ...]:
    """Read numbers of shapes that puzzles with some rules have, such as ``L3,I2``.

    Raises
    ------
    PuzzleError
        If the text is nothing like that.
    """
    letters = {shape.value: shape for shape in rules.shapes}
    shapes = []
    for word in text.upper().split(","):
        letter = word[:1]
        count = word[1:]
        if letter not in letters or not (count.isascii() and count.isdigit() and len(count) < 5):
            raise PuzzleError(
                f"shapes {text!r}: expected letters of {' '.join(letters)} with numbers, such as "
                "L3,I2"
            )
        shapes.append((letters[letter], int(count)))
    return tuple(shapes)


def parse_squares(board: Board, text: str) -> int:
    """Read squares, such as ``e5,f6``.

    Raises
    ------
    NotationError
        If one is not a square of the board.
    """
    return mask_of(board.parse(word) for word in text.replace(" ", "").split(","))


def parse_letters(text: str) -> frozenset[Shape]:
    """Read shapes, such as ``L,I`` or ``LI``.

    Raises
    ------
    PuzzleError
        If there is none, or another letter.
    """
    letters = {shape.value: shape for shape in TETROMINOES}
    words = [letter for letter in text.upper() if letter not in ", "]
    if not words or any(letter not in letters for letter in words):
        raise PuzzleError(
            f"shapes {text!r}: expected letters of {' '.join(letters)}, such as I or L,I"
        )
    return frozenset(letters[letter] for letter in words)


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
