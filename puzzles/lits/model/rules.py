"""The rules of LITS puzzles as constraints: one function per rule.

They differ from those of `solver.model.rules`, which speak of placements anywhere on a board: here
the *region* is the variable, with one Boolean for each tetromino that fits into it. Exactly one per
region is true, so no two tetrominoes of a region need to be kept apart, no supply is counted, and
only blocks and edges between two regions matter. In Double LITS two are true, which are kept apart.
The numbers in the docstrings are those of
``docs/models.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from litslab.games.geometry import bits, mask_of, union
from litslab.games.pieces import Shape
from litslab.puzzles.lits.candidates import Candidate, given_covered
from litslab.puzzles.lits.model.clauses import ClauseModel, negated
from litslab.puzzles.lits.puzzle import LitsPuzzle


@dataclass(frozen=True, eq=False)
class Choices:
    """The regions that have to obey the rules, with what each may shade.

    Where a region is missing its squares are free: they may be shaded or not, no rule looks at
    them, and tetrominoes may be connected through them.

    Attributes
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    members : mapping of int to sequence of Candidate
        The candidates of each region.
    possible : int
        The squares of these regions that may be shaded.
    certain : int
        The squares that are shaded in any case.
    """

    puzzle: LitsPuzzle
    members: Mapping[int, Sequence[Candidate]]
    possible: int
    certain: int

    @classmethod
    def all_of(
        cls,
        puzzle: LitsPuzzle,
        members: Sequence[Sequence[Candidate]],
        regions: Iterable[int],
    ) -> Choices:
        """Return all the candidates of some regions."""
        chosen = {region: members[region] for region in regions}
        possible = certain = 0
        for region, fitting in chosen.items():
            some = 0
            every = puzzle.board.all
            for _, mask in fitting:
                shading = puzzle.masks[region] & ~mask if puzzle.rules.inverse else mask
                some |= shading
                every &= shading
            possible |= some
            # Certain squares come from the narrowing in LITS: without it no square is certain.
            certain |= every if puzzle.rules.inverse else 0
        return cls(puzzle, chosen, possible, certain)

    @property
    def free(self) -> int:
        """The squares of the regions that are missing."""
        return sum(
            squares
            for region, squares in enumerate(self.puzzle.masks)
            if region not in self.members
        )

    def edges(self, squares: int) -> list[tuple[int, int]]:
        """Return the pairs of adjacent squares of a set that belong to different regions."""
        board = self.puzzle.board
        regions = self.puzzle.regions
        steps = (1, squares & board.not_last_column), (board.columns, squares)
        return [
            (square, square + step)
            for step, lower in steps
            for square in bits(lower & (squares >> step))
            if regions[square] != regions[square + step]
        ]


@dataclass
class PuzzleModel:
    """The variables of a puzzle.

    Attributes
    ----------
    choices : Choices
        The regions and their candidates.
    clauses : ClauseModel
        The model that rules add to. Its first variables are the choices, in the order of
        `shadings`.
    shadings : list of int
        For each choice, the squares that it shades.
    covering : dict
        For each square and shape, the choices whose tetromino covers it.
    shaded : dict
        For each square that may be shaded or not, the literal that says so.
    """

    choices: Choices
    clauses: ClauseModel = field(default_factory=ClauseModel)
    shadings: list[int] = field(default_factory=list)
    covering: dict[int, dict[Shape | None, list[int]]] = field(default_factory=dict)
    shaded: dict[int, int] = field(default_factory=dict)

    @property
    def puzzle(self) -> LitsPuzzle:
        """The puzzle."""
        return self.choices.puzzle

    def block(self, solution: list[int]) -> int:
        """Forbid a solution from now on, and return its shading."""
        chosen = [variable for variable in range(len(self.shadings)) if solution[variable]]
        self.clauses.any_of(negated(variable) for variable in chosen)
        return self.choices.certain | union(self.shadings[variable] for variable in chosen)


def without_connectivity(choices: Choices, *, assume: bool = False) -> PuzzleModel:
    """Return the model of some regions with all rules but connectivity.

    Parameters
    ----------
    choices : Choices
        The regions and their candidates.
    assume : bool
        Whether each region's tetromino is an assumption instead of a constraint.
    """
    model = PuzzleModel(choices)
    if choices.puzzle.rules.tetrominoes == 1:
        one_tetromino_per_region(model, assume=assume)
    else:
        several_tetrominoes_per_region(model, assume=assume)
        tetrominoes_of_a_region_apart(model)
    define_shaded(model)
    no_full_block(model)
    if not choices.puzzle.rules.blank_blocks:
        no_blank_block(model)
    equal_shapes_apart(model)
    return model


def one_tetromino_per_region(model: PuzzleModel, *, assume: bool) -> None:
    """Shade exactly one tetromino in each region (P1)."""
    chosen = [
        _add_choices(model, region, members)
        for region, members in model.choices.members.items()
        if not _is_settled(model.choices, members)
    ]
    for variables in chosen:
        if assume:
            model.clauses.assume_one(variables)
        else:
            model.clauses.exactly_one(variables)


def several_tetrominoes_per_region(model: PuzzleModel, *, assume: bool) -> None:
    """Shade two tetrominoes in each region, and what is given as shaded (P1b)."""
    rules = model.puzzle.rules
    for region, members in model.choices.members.items():
        variables = _add_choices(model, region, members)
        if assume:
            model.clauses.assume(rules.tetrominoes, variables)
        else:
            model.clauses.exactly(rules.tetrominoes, variables)
    given = given_covered(model.puzzle)
    for region in model.choices.members:
        for square in bits(model.puzzle.masks[region] & given):
            model.clauses.any_of(_covering(model, square))


def tetrominoes_of_a_region_apart(model: PuzzleModel) -> None:
    """Keep the tetrominoes of one region from overlapping and from sharing an edge (P1c).

    Of those that cover a square beside an edge inside a region at most one is chosen. A square
    without such an edge is in no tetromino.
    """
    puzzle = model.puzzle
    for region in model.choices.members:
        squares = puzzle.masks[region]
        for step, lower in ((1, puzzle.board.not_last_column), (puzzle.board.columns, -1)):
            for square in bits(squares & lower & squares >> step):
                beside = {*_covering(model, square), *_covering(model, square + step)}
                model.clauses.at_most_one(sorted(beside))


def _covering(model: PuzzleModel, square: int) -> list[int]:
    """Return the choices that cover a square."""
    by_shape = model.covering.get(square, {})
    return [variable for variables in by_shape.values() for variable in variables]


def _is_settled(choices: Choices, members: Sequence[Candidate]) -> bool:
    """Return whether a region has one candidate, whose squares are shaded in any case."""
    if choices.puzzle.rules.inverse or len(members) != 1:
        return False
    return not members[0].mask & ~choices.certain


def _add_choices(model: PuzzleModel, region: int, members: Sequence[Candidate]) -> list[int]:
    """Add a Boolean for each candidate of a region."""
    puzzle = model.puzzle
    variables = []
    for shape, mask in members:
        variable = model.clauses.boolean()
        variables.append(variable)
        model.shadings.append(puzzle.masks[region] & ~mask if puzzle.rules.inverse else mask)
        for square in bits(mask):
            model.covering.setdefault(square, {}).setdefault(shape, []).append(variable)
    return variables


def define_shaded(model: PuzzleModel) -> None:
    """Give each square that may be shaded or not a literal that says so (P2)."""
    choices = model.choices
    doubtful = choices.possible & ~choices.certain
    for square in model.covering:
        if not doubtful >> square & 1:
            continue
        covering = _covering(model, square)
        covered = covering[0] if len(covering) == 1 else model.clauses.one_or_none(covering)
        model.shaded[square] = negated(covered) if model.puzzle.rules.inverse else covered


def no_full_block(model: PuzzleModel) -> None:
    """Leave a square of each 2×2 block unshaded (P3).

    Within one region only an O could fill a block, and it may.
    """
    choices = model.choices
    regions = model.puzzle.regions
    for block in model.puzzle.board.windows:
        if block & ~choices.possible or len({regions[square] for square in bits(block)}) == 1:
            continue
        model.clauses.any_of(
            negated(model.shaded[square]) for square in bits(block & ~choices.certain)
        )


def no_blank_block(model: PuzzleModel) -> None:
    """Shade a square of each 2×2 block that lies in these regions (P4, in a variant only)."""
    choices = model.choices
    inside = sum(model.puzzle.masks[region] for region in choices.members)
    for block in model.puzzle.board.windows:
        if not block & ~inside and not block & choices.certain:
            model.clauses.any_of(model.shaded[square] for square in bits(block & choices.possible))


def equal_shapes_apart(model: PuzzleModel) -> None:
    """Keep equal shapes of different regions from sharing an edge (P5).

    Of the tetrominoes of one shape at the two sides of an edge at most one is chosen. In inverse
    puzzles tetrominoes touch where their own, unshaded squares are adjacent.
    """
    for square, neighbour in _edges_of_tetrominoes(model):
        here = model.covering.get(square, {})
        beyond = model.covering.get(neighbour, {})
        for shape, variables in here.items():
            if shape in beyond:
                model.clauses.at_most_one([*variables, *beyond[shape]])


def _edges_of_tetrominoes(model: PuzzleModel) -> Iterator[tuple[int, int]]:
    """Yield the edges between two regions where two tetrominoes may touch."""
    inverse = model.puzzle.rules.inverse
    squares = mask_of(model.covering) if inverse else model.choices.possible
    yield from model.choices.edges(squares)
