"""The groups of a position as graphs: their connections, cut squares and bounds on their growth.

The games group different squares:

* TAIJI: light and dark squares that share an edge; the largest groups score.
* Battle of LITS: visible symbols that share an edge; all of them score, whatever their groups.
* TAILITS: black and white squares that share an edge or a corner; the largest or second-largest
  group scores.
* Wythe: stacks of one colour that share an edge; the sizes decide.
* The double games: the groups of both phases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

import networkx as nx
from pydantic import computed_field

from litslab.games.drawable import Drawable
from litslab.games.drawing.canvas import Canvas
from litslab.games.drawing.markup import element
from litslab.games.drawing.palette import PALETTE
from litslab.games.drawing.svg import draw
from litslab.games.geometry import Board, bits, mask_of
from litslab.games.group_colour import OF_LARGEST, GroupColour, Scoring, score_of
from litslab.games.language import mark, tr
from litslab.games.pieces import Shape
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.position_result import PositionResult
from litslab.games.result_json import Hidden, JsonPlacement, JsonSquare, JsonSquares, does_not_apply
from litslab.games.sources import AnyPosition, as_position


@dataclass(frozen=True)
class Group:
    """A connected group of squares of one colour."""

    squares: JsonSquares
    """The set of its squares."""
    articulations: JsonSquares
    """The squares whose removal, each alone, would split it."""
    safe: JsonSquares
    """The squares that nothing can cover any more; in the first phase of a double game, nothing in
    that phase.
    """
    growth: JsonSquares
    """The adjacent open squares that could still take its colour."""
    potential: int
    """A bound on its size: the squares of its colour that are connected with it if every open
    square takes its colour, plus as many of those open squares as the pieces that still fit can
    bring.
    """

    @computed_field
    @property
    def size(self) -> int:
        """The number of squares; in Wythe of stacks."""
        return self.squares.bit_count()


@dataclass(frozen=True)
class Join:
    """An open square that would join groups of one colour."""

    square: JsonSquare
    """The square."""
    groups: tuple[int, ...]
    """The numbers of the groups, the largest first."""
    size: int
    """The size of the joined group."""


@dataclass(frozen=True)
class ColourGroups:
    """All groups of one colour."""

    colour: str
    """The colour: ``light``, ``X``, ``black`` …."""
    side: int
    """The side that they score for."""
    diagonal: bool
    """Whether squares that share only a corner are connected."""
    scoring: Scoring
    """The way the groups score."""
    counted: int
    """The number of largest groups that are scored together."""
    groups: tuple[Group, ...]
    """The largest first."""
    joins: tuple[Join, ...]
    """The open squares that would join groups, the most useful first."""
    cut: JsonSquares
    """The smallest set of squares whose removal splits the largest group; of several single
    squares the one that splits it most evenly. 0 if all of its squares are adjacent to each
    other.
    """
    phase: int = 0
    """The phase of the game to which it belongs."""

    @computed_field
    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the groups, the largest first."""
        return tuple(group.size for group in self.groups)

    @computed_field
    @property
    def score(self) -> int:
        """The score of the groups; 0 in Wythe, where both colours are compared."""
        if self.scoring in OF_LARGEST:
            return score_of(self.sizes[: self.counted], self.scoring)
        counted = {"second": self.sizes[1:2], "all": self.sizes}
        return sum(counted.get(self.scoring, ()))


@dataclass(frozen=True)
class PieceContacts:
    """A piece, and the numbers of the pieces that touch it."""

    piece: JsonPlacement
    beside: tuple[int, ...]
    """Those that share an edge of a square with it on one level."""
    on: tuple[int, ...]
    """Those that lie on it, or that it lies on."""
    is_key: bool
    """Whether its removal would disconnect the others."""


@dataclass(frozen=True)
class GroupAnalysis(PositionResult, Drawable):
    """The groups of a position, and the contacts of its pieces."""

    drawn_by = "analysis.groups:draw_groups"

    colours: tuple[ColourGroups, ...]
    """The groups, by colour: two of each phase."""
    pieces: Hidden[nx.Graph] = field(compare=False)
    """The pieces on the board as nodes (`Placement`), with an edge where one touches another
    (``kind="beside"``: they share an edge of a square on one level) or lies on it
    (``kind="on"``). The position determines it, so it is not compared.
    """

    @computed_field(exclude_if=does_not_apply)
    @property
    def constructed(self) -> bool:
        """Return whether the position was set up by hand and perhaps no game can reach it."""
        return self.position.constructed

    @computed_field
    @property
    def safe_to_the_end(self) -> bool:
        """Return whether safe squares stay so until the end of the game, not only of its first
        phase.
        """
        return self.position.protected_to_the_end

    @computed_field
    @property
    def contacts(self) -> tuple[PieceContacts, ...]:
        """The pieces on the board, with those that touch them."""
        numbers = {piece: number for number, piece in enumerate(self.pieces)}
        keys = set(self.key_pieces)

        def touching(piece: Placement, kind: str) -> tuple[int, ...]:
            edges = self.pieces[piece].items()
            return tuple(sorted(numbers[other] for other, edge in edges if edge["kind"] == kind))

        return tuple(
            PieceContacts(piece, touching(piece, "beside"), touching(piece, "on"), piece in keys)
            for piece in self.pieces
        )

    @computed_field
    @property
    def scores(self) -> tuple[int, int]:
        """The scores of the position."""
        return self.position.scores()

    def scoring_groups(self, colour: ColourGroups) -> tuple[Group, ...]:
        """Return the groups that make the score of a colour; none if all of them do."""
        if colour.scoring == "uneven":
            return tuple(group for group in colour.groups if group.size == self.scores[colour.side])
        if colour.scoring in OF_LARGEST:
            return colour.groups[: colour.counted]
        return colour.groups[1:2] if colour.scoring == "second" else ()

    @property
    def key_pieces(self) -> tuple[Placement, ...]:
        """The pieces whose removal, each alone, would disconnect the others, in the order of the
        table.
        """
        return tuple(
            sorted(nx.articulation_points(self.pieces), key=lambda placement: placement.index)
        )


_OUTLINES = (PALETTE.last, PALETTE.shapes[Shape.T].rim)
"""The outlines of the first side's groups and of the second's, which are also dashed."""


def draw_groups(analysis: GroupAnalysis) -> str:
    """Return a position as an SVG document with its groups marked.

    The groups that score are outlined thickly, with their sizes. A small diamond marks a square
    whose removal would split a group, a cross the smallest cut of the largest group, and a ring an
    open square that would join groups. In Battle of LITS lines connect tetrominoes that touch.
    """
    phase = analysis.position.phase  # the one being played
    shown = [each for each in analysis.colours if each.phase == phase]
    notes = tuple(map(_note, shown))

    def overlay(canvas: Canvas) -> Iterator[str]:
        if analysis.position.rules.shows_contacts:
            yield _piece_layer(canvas, analysis)
        for colour in shown:
            yield _colour_layer(canvas, colour, analysis.scoring_groups(colour))

    # The last move's outline would look like a group's.
    bare = replace(analysis.position, last=None)
    return draw(bare, show_protected=False, notes=notes, overlay=overlay)


def _note(colour: ColourGroups) -> str:
    told = mark("{colour} (dashed): {sizes}") if colour.side else mark("{colour} (solid): {sizes}")
    sizes = " ".join(map(str, colour.sizes)) or tr("none")
    return tr(told, colour=tr(colour.colour), sizes=sizes)


def _colour_layer(canvas: Canvas, colour: ColourGroups, scoring: tuple[Group, ...]) -> str:
    parts = [_group(canvas, colour, group, group in scoring) for group in colour.groups]
    for group in scoring:
        parts += [_diamond(canvas, square) for square in bits(group.articulations & ~colour.cut)]
    outline = _OUTLINES[colour.side]
    cut = colour.cut if scoring else 0
    for square in bits(cut):
        name = canvas.board.name(square)
        for stroke, width in ((PALETTE.halo, 0.16), (outline, 0.08)):
            parts.append(canvas.cross(square, 0.17, stroke, width, class_="cut", data_square=name))
    radius = 0.16 + 0.1 * colour.side  # one side's rings run around the other's
    for join in colour.joins:
        size = str(join.size)
        for stroke, width in ((PALETTE.halo, 0.12), (outline, 0.06)):
            parts.append(
                canvas.ring(join.square, radius, stroke, width, class_="join", data_size=size)
            )
    return element("g", *parts, class_="groups", data_colour=colour.colour)


def _group(canvas: Canvas, colour: ColourGroups, group: Group, scores: bool) -> str:
    """Draw the outline of a group, links over corners, and its size if it scores."""
    width = 0.1 if scores else 0.045
    data = canvas.path(group.squares, inset=0.07, radius=0.14) + _corner_links(canvas, group)
    pattern = f"{canvas.scaled(0.2):g} {canvas.scaled(0.12):g}" if colour.side else "none"
    parts = [
        element(
            "path",
            d=data,
            fill="none",
            stroke=PALETTE.halo,
            stroke_width=canvas.scaled(width + 0.07),
        ),
        element(
            "path",
            d=data,
            fill="none",
            stroke=_OUTLINES[colour.side],
            stroke_width=canvas.scaled(width),
            stroke_dasharray=pattern,
        ),
    ]
    if scores:
        parts.append(_size(canvas, colour, group))
    names = canvas.names(group.squares)
    return element("g", *parts, class_="group", data_size=str(group.size), data_squares=names)


def _corner_links(canvas: Canvas, group: Group) -> str:
    """Return path data that joins the squares of a group that only share a corner."""
    board = canvas.board
    data = []
    for square in bits(group.squares):
        column = board.column(square)
        row = board.row(square)
        for across in (-1, 1):
            if not board.contains(column + across, row + 1):
                continue
            other = board.square(column + across, row + 1)
            between = 1 << board.square(column + across, row) | 1 << board.square(column, row + 1)
            if group.squares >> other & 1 and not group.squares & between:
                near = canvas.point(column + 0.5 + 0.4 * across, row + 0.9)
                far = canvas.point(column + 0.5 + 0.6 * across, row + 1.1)
                data.append(f"M{near[0]:.2f},{near[1]:.2f}L{far[0]:.2f},{far[1]:.2f}")
    return "".join(data)


def _size(canvas: Canvas, colour: ColourGroups, group: Group) -> str:
    """Write the size of a group near its middle, if possible on a square without a mark."""
    unmarked = group.squares & ~group.articulations & ~colour.cut
    x, y = _middle(canvas, bits(group.squares), bits(unmarked or group.squares))
    disc = element("circle", cx=x, cy=y, r=canvas.scaled(0.29), fill=_OUTLINES[colour.side])
    return disc + canvas.text(
        str(group.size), x, y, canvas.scaled(0.34), PALETTE.halo, font_weight="bold"
    )


def _diamond(canvas: Canvas, square: int) -> str:
    # It is in a corner of the square, because a letter or a height can be in the middle.
    column = canvas.board.column(square) + 0.76
    row = canvas.board.row(square) + 0.76
    corners = [
        (column, row - 0.12),
        (column + 0.12, row),
        (column, row + 0.12),
        (column - 0.12, row),
    ]
    return element(
        "path",
        d=canvas.rounded(corners, [0.0] * 4),
        class_="articulation",
        fill=PALETTE.halo,
        stroke=PALETTE.rim,
        stroke_width=canvas.scaled(0.04),
        data_square=canvas.board.name(square),
    )


def _piece_layer(canvas: Canvas, analysis: GroupAnalysis) -> str:
    """Draw a line between any two tetrominoes that touch."""
    lines = []
    for first, second in analysis.pieces.edges:
        for stroke, width in ((PALETTE.halo, 0.12), (PALETTE.frame.ink, 0.05)):
            lines.append(_contact(canvas, first, second, stroke, width))
    key_pieces = set(analysis.key_pieces)
    dots = [_piece_dot(canvas, piece, piece in key_pieces) for piece in analysis.pieces]
    return element("g", *lines, *dots, class_="pieces")


def _contact(
    canvas: Canvas,
    first: Placement,
    second: Placement,
    stroke: str,
    width: float,
) -> str:
    x1, y1 = _middle(canvas, first.squares)
    x2, y2 = _middle(canvas, second.squares)
    return element(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        stroke=stroke,
        stroke_width=canvas.scaled(width),
    )


def _piece_dot(canvas: Canvas, piece: Placement, is_key: bool) -> str:
    x, y = _middle(canvas, piece.squares)
    return element(
        "circle",
        cx=x,
        cy=y,
        r=canvas.scaled(0.14),
        stroke=PALETTE.frame.ink,
        stroke_width=canvas.scaled(0.05),
        fill=PALETTE.frame.ink if is_key else PALETTE.halo,
    )


def _middle(
    canvas: Canvas,
    squares: Iterable[int],
    among: Iterable[int] | None = None,
) -> tuple[float, float]:
    """Return the centre of the square nearest to the middle of some squares: one of them, or one of
    `among`.
    """
    centres = [canvas.centre(square) for square in squares]
    x, y = (sum(axis) / len(centres) for axis in zip(*centres, strict=True))
    candidates = centres if among is None else map(canvas.centre, among)
    return min(candidates, key=lambda centre: ((centre[0] - x) ** 2 + (centre[1] - y) ** 2, centre))


def analyse(position: AnyPosition) -> GroupAnalysis:
    """Return the groups of a position of any game, and the graph of its pieces.

    Parameters
    ----------
    position : Position or Record or str or Path
        The position, as for `solver.solve.solve`.

    Examples
    --------
    >>> import litslab as ll
    >>> found = ll.groups(ll.example("taiji-9").position())
    >>> len(found.pieces.nodes)
    35
    """
    position = as_position(position)
    board = position.rules.board
    colours = tuple(_colour(board, each) for each in position.group_colours())
    return GroupAnalysis(position, colours, piece_graph(position))


def piece_graph(position: Position) -> nx.Graph:
    """Return the pieces on the board as a graph with an edge between pieces that touch or lie on
    each other.
    """
    board = position.rules.board
    graph = nx.Graph()
    pieces = position.placements
    heights = {placement: position.level_of(placement) for placement in pieces}
    graph.add_nodes_from(pieces)
    for first, second in combinations(pieces, 2):
        if heights[first] == heights[second]:
            if board.adjacent(first.mask) & second.mask:
                graph.add_edge(first, second, kind="beside")
        elif abs(heights[first] - heights[second]) == 1 and first.mask & second.mask:
            graph.add_edge(first, second, kind="on")
    return graph


def _colour(board: Board, described: GroupColour) -> ColourGroups:
    """Analyse the groups of one colour."""
    squares = described.squares
    free = described.free
    diagonal = described.diagonal
    spread = board.surrounding if diagonal else board.adjacent
    graph = nx.Graph()
    graph.add_nodes_from(bits(squares))
    graph.add_edges_from(
        (square, other) for square in graph for other in bits(spread(1 << square) & squares)
    )
    articulations = mask_of(nx.articulation_points(graph))
    reaches = board.groups(squares | free, diagonal=diagonal)
    found = []
    for part in map(mask_of, nx.connected_components(graph)):
        reach = next(each for each in reaches if each & part)
        group = Group(
            squares=part,
            articulations=part & articulations,
            safe=part & described.protected,
            growth=spread(part) & free,
            potential=described.size_bound(reach),
        )
        found.append(group)
    found.sort(key=lambda group: (-group.size, group.squares & -group.squares))
    cut = _cut(graph.subgraph(bits(found[0].squares))) if found else 0
    return ColourGroups(
        colour=described.colour,
        side=described.side,
        diagonal=diagonal,
        scoring=described.scoring,
        counted=described.counted,
        groups=tuple(found),
        joins=_joins(found),
        cut=cut,
        phase=described.phase,
    )


def _joins(groups: list[Group]) -> tuple[Join, ...]:
    """Return the open squares that would join two or more groups, the largest result first."""
    beside: dict[int, list[int]] = {}
    for number, group in enumerate(groups):
        for square in bits(group.growth):
            beside.setdefault(square, []).append(number)
    joins = [
        Join(square, tuple(numbers), 1 + sum(groups[number].size for number in numbers))
        for square, numbers in beside.items()
        if len(numbers) > 1
    ]
    return tuple(sorted(joins, key=lambda join: (-join.size, join.square)))


def _cut(group: nx.Graph) -> int:
    """Return the smallest set of squares whose removal splits a group; 0 if all are neighbours of
    each other.
    """
    count = len(group)
    if group.number_of_edges() == count * (count - 1) // 2:
        return 0
    single = sorted(nx.articulation_points(group))
    if not single:
        fewest: set[int] = nx.minimum_node_cut(group)
        return mask_of(fewest)

    def largest_rest(square: int) -> int:
        rest = group.subgraph(other for other in group if other != square)
        return max(len(part) for part in nx.connected_components(rest))

    most_even: int = min(single, key=largest_rest)
    return 1 << most_even
