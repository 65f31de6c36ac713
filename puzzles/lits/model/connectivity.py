"""One connected shaded area: ranks that increase away from a root (P6 of ``docs/models.md``).

Where each region shades one connected group of squares, the *regions* have ranks: each but the root
has a neighbour of lower rank that its tetromino touches. Where other rules leave a region without
shaded squares, or with several groups of them, the *squares* have ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from litslab.games.geometry import bits
from litslab.puzzles.lits.model.clauses import negated
from litslab.puzzles.lits.model.rules import Choices, PuzzleModel


def connect(model: PuzzleModel) -> None:
    """Require that all shaded squares form one connected area."""
    rules = model.puzzle.rules
    if rules.inverse or rules.optional or rules.tetrominoes > 1:
        connect_squares(model)
    else:
        connect_regions(model)


def connect_squares(model: PuzzleModel) -> None:
    """Require a path of shaded squares from each shaded square to one of them, the root (P6b)."""
    clauses = model.clauses
    board = model.puzzle.board
    free = model.choices.free
    # None for a square that is shaded in any case.
    literals = {square: model.shaded.get(square) for square in bits(model.choices.possible | free)}
    for square in bits(free):
        literals[square] = clauses.boolean()
    most = len(literals)
    roots = {square: clauses.boolean() for square in literals}
    clauses.at_most_one(roots.values())
    ranks = {square: clauses.rank(most) for square in literals}
    for square, shaded in literals.items():
        ways = [roots[square]]
        for neighbour in board.neighbours(square):
            if neighbour not in literals:
                continue
            arc = clauses.boolean()
            ways.append(arc)
            beyond = literals[neighbour]
            if beyond is not None:
                clauses.implies(arc, beyond)
            clauses.higher(arc, ranks[square], ranks[neighbour], most)
        clauses.any_of(ways if shaded is None else [*ways, negated(shaded)])


def connect_regions(model: PuzzleModel) -> None:
    """Require a path of touching tetrominoes from each region to one of them, the root (P6a).

    Nodes are regions, or several where their tetrominoes touch in any case, and groups of free
    squares. The root is a node of the most regions; it needs no rank.
    """
    clauses = model.clauses
    nodes, touching = _nodes_and_links(model)
    regions = len(model.puzzle.masks)
    required = [node for node in nodes if node < regions]
    root = max(required, key=lambda node: nodes[node])
    parents: dict[int, list[int]] = {node: [] for node in nodes}
    arcs = []
    for (one, other), literal in touching.items():
        for parent, child in ((one, other), (other, one)):
            if child == root:
                continue
            if parent == root:
                parents[child].append(literal)
                continue
            arc = clauses.boolean()
            clauses.implies(arc, literal)
            parents[child].append(arc)
            arcs.append((arc, parent, child))
    ranks = {node: clauses.rank(len(nodes)) for node in nodes if node != root}
    for node in required:
        if node != root:
            clauses.any_of(parents[node])
    for arc, parent, child in arcs:
        # A group of free squares connects only what it is connected with itself.
        if parent >= regions:
            clauses.any_of((negated(arc), *parents[parent]))
        clauses.higher(arc, ranks[child], ranks[parent], len(nodes))


def _nodes_and_links(model: PuzzleModel) -> tuple[dict[int, int], dict[tuple[int, int], int]]:
    """Return the nodes with the number of regions in each, and for pairs the literal that says that
    they touch.
    """
    choices = model.choices
    regions = model.puzzle.regions
    joined = _DisjointSets()
    for node in choices.members:
        joined.find(node)
    pairs: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for square, neighbour in choices.edges(choices.possible):
        doubtful = tuple(each for each in (square, neighbour) if not choices.certain >> each & 1)
        one, other = regions[square], regions[neighbour]
        if doubtful:
            pairs.setdefault((one, other), []).append(doubtful)
        else:
            joined.join(one, other)
    for node, group in _free_groups(choices):
        joined.find(node)
        for square in bits(model.puzzle.board.adjacent(group) & choices.possible):
            pairs.setdefault((regions[square], node), []).append((square,))
    between_nodes: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for pair, ways in pairs.items():
        one, other = sorted(joined.find(region) for region in pair)
        if one != other:
            between_nodes.setdefault((one, other), []).extend(ways)
    return joined.sizes(), {
        pair: _one_of_the_ways(model, ways) for pair, ways in between_nodes.items()
    }


def _free_groups(choices: Choices) -> Iterator[tuple[int, int]]:
    """Yield the connected groups of free squares, numbered after the regions."""
    puzzle = choices.puzzle
    return enumerate(puzzle.board.groups(choices.free), start=len(puzzle.masks))


def _one_of_the_ways(model: PuzzleModel, ways: Iterable[tuple[int, ...]]) -> int:
    """Return a literal that implies that all squares of one of several sets are shaded."""
    clauses = model.clauses
    literals = set()
    for squares in ways:
        shaded = [model.shaded[square] for square in squares]
        if len(shaded) == 1:
            literals.add(shaded[0])
            continue
        both = clauses.boolean()
        literals.add(both)
        for literal in shaded:
            clauses.implies(both, literal)
    if len(literals) == 1:
        return literals.pop()
    one = clauses.boolean()
    clauses.any_of([*sorted(literals), negated(one)])
    return one


class _DisjointSets:
    """Nodes that are joined two by two, and which of them belong together."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def find(self, node: int) -> int:
        """Return the node that represents all that are joined with a node."""
        while (parent := self._parent.setdefault(node, node)) != node:
            node = parent
        return node

    def join(self, one: int, other: int) -> None:
        """Join two nodes and all that belong to them."""
        self._parent[self.find(one)] = self.find(other)

    def sizes(self) -> dict[int, int]:
        """Return how many nodes each representative stands for."""
        return Counter(map(self.find, self._parent))
