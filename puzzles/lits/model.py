"""LITS puzzles by CP-SAT: a proof of uniqueness, the solutions, and the regions that conflict where there is none.

The rules are those of `solver.model`; what differs is that the *region* is the variable. One Boolean says of each
tetromino that fits into a region whether it lies there, exactly one a region; equal shapes are kept apart at each edge
between two regions; a 2×2 block keeps an unshaded square. A tetromino is connected, so connectivity is a matter of the
regions: each but the first has a neighbour of lower rank that its tetromino touches. ``docs/lits-model.md`` compares
that with two other ways and says why the model is written straight into the solver's own data type. Where rules other
than those of LITS leave a region without shaded squares, or with several groups of them, the squares have ranks instead
of the regions.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ortools.sat.python import cp_model

from litslab.games.geometry import bits, mask_of, union
from litslab.games.pieces import Shape
from litslab.jobs.interrupts import stopping
from litslab.puzzles.lits.candidates import Candidate, Narrowing, candidates, shaded_outside
from litslab.puzzles.lits.check import solution_of, violations
from litslab.puzzles.lits.puzzle import LITS, LitsPuzzle, PuzzleAnswer, PuzzleSolution, SolutionStatus

ENGINE = "cpsat"


class _UndecidedError(Exception):
    """A limit stopped the solver before it had an answer."""


@dataclass
class Clock:
    """The time that is left, and the work that was done."""

    time_limit: float | None
    started: float = field(default_factory=time.monotonic)
    nodes: int = 0

    @property
    def elapsed(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self.started

    def ask(self, model: cp_model.CpModel) -> cp_model.CpSolverResponse:
        """Run CP-SAT on a model.

        Raises
        ------
        _UndecidedError
            If the time is over.
        KeyboardInterrupt
            If Ctrl-C stopped it.
        """
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        set_parameters(parameters)
        parameters.presolve_bve_threshold = 0
        parameters.merge_at_most_one_work_limit = 0.0
        parameters.presolve_inclusion_work_limit = 0
        if self.time_limit is not None:
            left = self.time_limit - self.elapsed
            if left <= 0:
                raise _UndecidedError
            parameters.max_time_in_seconds = left
        with stopping(solver.stop_search):
            solver.solve(model)
        response = solver.response_proto
        self.nodes += response.num_branches
        if response.status not in {cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE}:
            if self.time_limit is None or self.elapsed < self.time_limit:
                raise KeyboardInterrupt
            raise _UndecidedError
        return response


def set_parameters(parameters: cp_model.SatParameters, seed: int = 0) -> None:
    """Set what suits models that take milliseconds: one thread, and only the presolve that pays for itself."""
    parameters.num_workers = 1
    parameters.catch_sigint_signal = False  # `stopping` sees it
    parameters.random_seed = seed
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.cp_model_probing_level = 0
    parameters.max_presolve_iterations = 1


def solve(
    puzzle: LitsPuzzle, *, limit: int = 2, time_limit: float | None = None, conflict: bool = True
) -> PuzzleAnswer:
    """Solve a puzzle, with proof.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    limit : int
        The most solutions to look for, at least 2: a second solution proves that there are several.
    time_limit : float, optional
        Wall-clock time.
    conflict : bool
        Whether to look for conflicting regions if there is no solution.
    """
    clock = Clock(time_limit)
    found: list[PuzzleSolution] = []
    complete = False
    with suppress(_UndecidedError):
        for solution in _solutions(puzzle, clock):
            found.append(solution)
            if len(found) == limit:
                break
        else:
            complete = True
    status = SolutionStatus.of(len(found), complete=complete)
    core = find_conflict(puzzle, clock) if conflict and status is SolutionStatus.IMPOSSIBLE else None
    return PuzzleAnswer(puzzle, status, tuple(found), core, ENGINE, clock.nodes, clock.elapsed, complete)


def _solutions(puzzle: LitsPuzzle, clock: Clock) -> Iterator[PuzzleSolution]:
    """Yield every solution of a puzzle, each once; only the rules of LITS allow a narrowing before."""
    if shaded_outside(puzzle):
        return
    members = candidates(puzzle)
    if puzzle.rules is LITS:
        narrowing = Narrowing(puzzle, members)
        if not narrowing.run():
            return
        if all(len(region) == 1 for region in members):
            # The remaining candidates may break a rule that the narrowing does not know.
            if not violations(puzzle, narrowing.certain):
                yield solution_of(puzzle, narrowing.certain)
            return
        model = _Model(puzzle, dict(enumerate(members)), narrowing.possible, narrowing.certain)
    elif not members:
        yield PuzzleSolution(0, ())
        return
    elif not all(members):
        return
    else:
        model = _model_of(puzzle, members, range(len(members)))
    model.connect()
    while (response := clock.ask(model.cpsat)).status != cp_model.INFEASIBLE:
        yield solution_of(puzzle, model.block(response.solution))


def _model_of(
    puzzle: LitsPuzzle, members: Sequence[Sequence[Candidate]], regions: Iterable[int], *, assume: bool = False
) -> _Model:
    """Return the model of some regions with all their candidates, connectivity left out."""
    chosen = {region: members[region] for region in regions}
    possible = certain = 0
    for region, fitting in chosen.items():
        some, every = 0, puzzle.board.all
        for _, mask in fitting:
            shading = puzzle.masks[region] & ~mask if puzzle.rules.inverse else mask
            some |= shading
            every &= shading
        possible |= some
        # Certain squares come from the narrowing in LITS: without it no square is certain.
        certain |= every if puzzle.rules.inverse else 0
    return _Model(puzzle, chosen, possible, certain, assume=assume)


class _Model:
    """The rules about some regions of a puzzle as CP-SAT sees them.

    Parameters
    ----------
    puzzle : LitsPuzzle
        The puzzle.
    members : mapping of int to sequence of Candidate
        The regions that have to obey the rules, with what each may shade. Where a region is missing its squares are
        free: they may be shaded or not, no rule looks at them, and tetrominoes may be connected through them.
    possible : int
        The squares of these regions that may be shaded.
    certain : int
        The squares that are shaded in any case.
    assume : bool
        Whether each region's tetromino is an assumption instead of a constraint.
    """

    def __init__(
        self, puzzle: LitsPuzzle, members: Mapping[int, Sequence[Candidate]], possible: int, certain: int, *,
        assume: bool = False,
    ) -> None:  # fmt: skip
        self.cpsat = cp_model.CpModel()
        proto = self.cpsat.proto
        self._variables, self._constraints, self._assumptions = proto.variables, proto.constraints, proto.assumptions
        self._count = itertools.count()
        self._puzzle, self._board, self._rules = puzzle, puzzle.board, puzzle.rules
        self._members = members
        self._possible, self._certain = possible, certain
        self._placed: list[int] = []
        self._shaded: dict[int, int] = {}
        self._covering: dict[int, dict[Shape | None, list[int]]] = {}
        self._one_each(assume)
        self._define_shaded()
        self._no_full_block()
        self._no_blank_block()
        self._between = self._edges_between_regions(self._possible)
        self._equal_shapes_apart()

    def _variable(self, most: int = 1) -> int:
        """Add a variable from 0 on, a Boolean if nothing else is given, and return its number."""
        self._variables.add().domain.extend((0, most))
        return next(self._count)

    def _any_of(self, literals: Iterable[int]) -> None:
        self._constraints.add().bool_or.literals.extend(literals)

    def _one_each(self, assume: bool) -> None:
        """Choose one candidate of each region; the first variables of the model are these choices."""
        choices = []
        for region, members in self._members.items():
            if len(members) == 1 and not members[0].mask & ~self._certain and not self._rules.inverse:
                continue
            chosen = []
            for shape, mask in members:
                variable = self._variable()
                chosen.append(variable)
                self._placed.append(self._puzzle.masks[region] & ~mask if self._rules.inverse else mask)
                for square in bits(mask):
                    self._covering.setdefault(square, {}).setdefault(shape, []).append(variable)
            choices.append(chosen)
        for chosen in choices:
            if assume:
                assumption = self._variable()
                self._constraints.add().at_most_one.literals.extend(chosen)
                self._any_of([*chosen, _not(assumption)])
                self._assumptions.append(assumption)
            else:
                self._constraints.add().exactly_one.literals.extend(chosen)

    def _define_shaded(self) -> None:
        """Give each square that may be shaded or not a literal that says so."""
        for square, by_shape in self._covering.items():
            if self._certain >> square & 1 or not self._possible >> square & 1:
                continue
            covering = [variable for variables in by_shape.values() for variable in variables]
            if len(covering) == 1:
                covered = covering[0]
            else:
                covered = self._variable()
                self._constraints.add().exactly_one.literals.extend([*covering, _not(covered)])
            self._shaded[square] = _not(covered) if self._rules.inverse else covered

    def _no_full_block(self) -> None:
        """Leave a square of each 2×2 block unshaded; within one region only an O could fill it, and may."""
        regions = self._puzzle.regions
        for block in self._board.windows:
            if not block & ~self._possible and len({regions[square] for square in bits(block)}) > 1:
                self._any_of(_not(self._shaded[square]) for square in bits(block & ~self._certain))

    def _no_blank_block(self) -> None:
        """Shade a square of each 2×2 block that lies in these regions, where the rules ask for that."""
        if self._rules.blank_blocks:
            return
        inside = sum(self._puzzle.masks[region] for region in self._members)
        for block in self._board.windows:
            if not block & ~inside and not block & self._certain:
                self._any_of(self._shaded[square] for square in bits(block & self._possible))

    def _edges_between_regions(self, squares: int) -> list[tuple[int, int]]:
        """Return the pairs of adjacent squares of a set that belong to different regions."""
        regions = self._puzzle.regions
        steps = (1, squares & self._board.not_last_column), (self._board.columns, squares)
        return [
            (square, square + step)
            for step, lower in steps
            for square in bits(lower & (squares >> step))
            if regions[square] != regions[square + step]
        ]

    def _equal_shapes_apart(self) -> None:
        """Keep equal shapes of different regions apart: of those at the two sides of an edge one lies there at most."""
        nothing: dict[Shape | None, list[int]] = {}
        # In inverse puzzles tetrominoes touch where their own squares are adjacent.
        edges = self._edges_between_regions(mask_of(self._covering)) if self._rules.inverse else self._between
        for square, neighbour in edges:
            beyond = self._covering.get(neighbour, nothing)
            for shape, variables in self._covering.get(square, nothing).items():
                if shape in beyond:
                    self._constraints.add().at_most_one.literals.extend([*variables, *beyond[shape]])

    def connect(self) -> None:
        """Connect everything: by regions where each has one connected group of shaded squares, by squares elsewhere."""
        (self._squares_touch if self._rules.inverse or self._rules.optional else self._regions_touch)()

    def _squares_touch(self) -> None:
        """Connect everything: from each shaded square a path of shaded ones leads to one of them, the root."""
        free = sum(group for _, group in self._free_groups())
        literals = {square: self._shaded.get(square) for square in bits(self._possible | free)}
        for square in bits(free):
            literals[square] = self._variable()
        roots = {square: self._variable() for square in literals}
        self._constraints.add().at_most_one.literals.extend(roots.values())
        ranks = {square: self._variable(len(literals)) for square in literals}
        for square, shaded in literals.items():
            ways = [roots[square]]
            for neighbour in self._board.neighbours(square):
                if neighbour not in literals:
                    continue
                arc = self._variable()
                ways.append(arc)
                beyond = literals[neighbour]
                if beyond is not None:  # None for a square that is shaded in any case
                    self._any_of((_not(arc), beyond))
                self._above(arc, ranks[square], ranks[neighbour], len(literals))
            self._any_of(ways if shaded is None else [*ways, _not(shaded)])

    def _regions_touch(self) -> None:
        """Connect everything: from each node a path of touching tetrominoes leads to one of them, the root.

        Nodes are regions, or several where their tetrominoes touch in any case, and groups of free squares.
        """
        nodes, links = self._links()
        kept = [node for node in nodes if node < len(self._puzzle.masks)]
        root = max(kept, key=lambda node: nodes[node])
        parents: dict[int, list[int]] = {node: [] for node in nodes}
        arcs = []
        for (one, other), touching in links.items():
            for parent, child in ((one, other), (other, one)):
                if child == root:
                    continue
                if parent == root:
                    parents[child].append(touching)
                    continue
                arc = self._variable()
                self._any_of((_not(arc), touching))
                parents[child].append(arc)
                arcs.append((arc, parent, child))
        ranks = {node: self._variable(len(nodes)) for node in nodes if node != root}
        for node in kept:
            if node != root:
                self._any_of(parents[node])
        for arc, parent, child in arcs:
            if parent not in kept:
                self._any_of((_not(arc), *parents[parent]))
            self._above(arc, ranks[child], ranks[parent], len(nodes))

    def _above(self, arc: int, one: int, other: int, nodes: int) -> None:
        """Let a rank be higher than another where an arc is chosen."""
        rule = self._constraints.add()
        rule.enforcement_literal.append(arc)
        rule.linear.vars.extend((one, other))
        rule.linear.coeffs.extend((1, -1))
        rule.linear.domain.extend((1, nodes))

    def _links(self) -> tuple[dict[int, int], dict[tuple[int, int], int]]:
        """Return the nodes with the number of regions in each, and for pairs the literal that says that they touch."""
        regions, certain = self._puzzle.regions, self._certain
        joined = _Joined()
        for node in self._members:
            joined.find(node)
        pairs: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for square, neighbour in self._between:
            doubtful = tuple(each for each in (square, neighbour) if not certain >> each & 1)
            one, other = regions[square], regions[neighbour]
            if doubtful:
                pairs.setdefault((one, other), []).append(doubtful)
            else:
                joined.join(one, other)
        for node, group in self._free_groups():
            joined.find(node)
            for square in bits(self._board.adjacent(group) & self._possible):
                pairs.setdefault((regions[square], node), []).append((square,))
        between_nodes: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for pair, ways in pairs.items():
            one, other = sorted(joined.find(region) for region in pair)
            if one != other:
                between_nodes.setdefault((one, other), []).extend(ways)
        return joined.sizes(), {pair: self._one_of_the_ways(ways) for pair, ways in between_nodes.items()}

    def _free_groups(self) -> Iterator[tuple[int, int]]:
        """Yield the connected groups of free squares, numbered after the regions."""
        free = sum(squares for region, squares in enumerate(self._puzzle.masks) if region not in self._members)
        return enumerate(self._board.groups(free), start=len(self._puzzle.masks))

    def _one_of_the_ways(self, ways: Iterable[tuple[int, ...]]) -> int:
        """Return a literal that implies that all squares of one of several sets are shaded."""
        literals = set()
        for squares in ways:
            shaded = [self._shaded[square] for square in squares]
            if len(shaded) == 1:
                literals.add(shaded[0])
                continue
            both = self._variable()
            literals.add(both)
            for literal in shaded:
                self._any_of((_not(both), literal))
        if len(literals) == 1:
            return literals.pop()
        one = self._variable()
        self._any_of([*sorted(literals), _not(one)])
        return one

    def block(self, solution: list[int]) -> int:
        """Forbid a solution from now on, and return its shading."""
        chosen = [variable for variable in range(len(self._placed)) if solution[variable]]
        self._any_of(_not(variable) for variable in chosen)
        return self._certain | union(self._placed[variable] for variable in chosen)


def _not(literal: int) -> int:
    return -1 - literal


class _Joined:
    """Things that are joined two by two, and which of them belong together."""

    def __init__(self) -> None:
        self._above: dict[int, int] = {}

    def find(self, thing: int) -> int:
        """Return the one that stands for all that are joined with a thing."""
        while (above := self._above.setdefault(thing, thing)) != thing:
            thing = above
        return thing

    def join(self, one: int, other: int) -> None:
        self._above[self.find(one)] = self.find(other)

    def sizes(self) -> dict[int, int]:
        """Return for each one that stands for others how many they are."""
        return Counter(map(self.find, self._above))


def find_conflict(puzzle: LitsPuzzle, clock: Clock) -> tuple[int, ...] | None:
    """Return regions of a puzzle without solution that conflict already, none of which can be left out.

    Regions conflict if their tetrominoes alone cannot obey the rules, whatever lies in the other regions: the squares
    of those may be shaded or not, and may connect the tetrominoes. CP-SAT names regions that conflict even without
    connectivity, which it finds as assumptions that do not hold together; a search by halves (QuickXplain) then takes
    out what is not needed.

    Parameters
    ----------
    puzzle : LitsPuzzle
        A puzzle without solution.
    clock : Clock
        The time that is left.

    Returns
    -------
    tuple of int or None
        Empty where a square outside every region is given as shaded. None where the time was over before.
    """
    if shaded_outside(puzzle):
        return ()
    members = candidates(puzzle)
    alone = next((region for region, fitting in enumerate(members) if not fitting), None)
    if alone is not None:
        return (alone,)

    def conflict(regions: list[int]) -> bool:
        model = _model_of(puzzle, members, regions)
        model.connect()
        return bool(clock.ask(model.cpsat).status == cp_model.INFEASIBLE)

    try:
        return tuple(sorted(_needed(conflict, [], False, _assumed(puzzle, members, clock))))
    except _UndecidedError:
        return None


def _assumed(puzzle: LitsPuzzle, members: list[list[Candidate]], clock: Clock) -> list[int]:
    """Return regions that conflict without connectivity; all of them where it takes connectivity to conflict."""
    regions = range(len(members))
    if not puzzle.rules.blank_blocks:  # such blocks are constraints that no assumption switches off
        return list(regions)
    model = _model_of(puzzle, members, regions, assume=True)
    response = clock.ask(model.cpsat)
    if response.status != cp_model.INFEASIBLE:
        return list(regions)
    assumptions = {variable: region for region, variable in enumerate(model.cpsat.proto.assumptions)}
    return [assumptions[variable] for variable in response.sufficient_assumptions_for_infeasibility]


def _needed(conflict: Callable[[list[int]], bool], given: list[int], more: bool, regions: list[int]) -> list[int]:
    """Return those of `regions` that conflict together with `given`, none to spare (Junker's QuickXplain, 2004)."""
    if more and conflict(given):
        return []
    if len(regions) == 1:
        return regions
    middle = len(regions) // 2
    one, other = regions[:middle], regions[middle:]
    of_other = _needed(conflict, given + one, True, other)
    of_one = _needed(conflict, given + of_other, bool(of_other), one)
    return of_one + of_other
