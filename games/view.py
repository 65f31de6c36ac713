"""Descriptions that all games share: phases, the content of the board, groups, outcomes, and the notation.

In a phase, pieces of one kind are placed under one set of rules. Most games have one phase, and a double game has two.
Phases with rules of their own are `games.taiji.PackingPhase`, `games.tetrominoes.LayoutPhase` and
`games.wythe.StackPhase`.

Drawings are in a higher layer than the objects that they draw. So a class names the function that draws it, which is
imported when a notebook shows such an object.

This is the usual notation of placements; a game may have its own (`games.position.Rules`). Every placement has exactly
one text. A text that differs from it in any way, even in the order of the squares, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar, Literal, Protocol

from litslab.games.errors import IllegalMoveError, NotationError
from litslab.games.geometry import Board, mask_of
from litslab.games.language import mark, tr
from litslab.games.pieces import TETROMINOES, PieceKind, Shape, shape_of
from litslab.games.placements import Placement, PlacementTable


class LastPlaced(Protocol):
    """A count of the pieces that can have been placed last; the pieces of a phase are added in the order of play."""

    def add(self, placement: Placement) -> int:
        """Add a piece and return how many of all pieces can have been placed last."""


class AnyOrder:
    """Pieces that can be placed in any order: each can have been the last."""

    def __init__(self) -> None:
        self._pieces = 0

    def add(self, _: Placement) -> int:
        """Add a piece and return how many can have been placed last."""
        self._pieces += 1
        return self._pieces


@dataclass(frozen=True, eq=False)
class Phase:
    """A phase of a game.

    Attributes
    ----------
    name : str
        The name.
    table : PlacementTable
        The placements.
    begins_at : int
        The index of the first placement in the table of the whole game.
    """

    colours_interchangeable: ClassVar[bool] = False
    """Exchanging the colours of a placed piece does not change which pieces fit."""

    name: str
    table: PlacementTable
    begins_at: int = 0

    @property
    def levels(self) -> int:
        """The number of pieces that can be on top of each other."""
        return 1

    @property
    def ground(self) -> PlacementTable:
        """The placements on the bare board."""
        return self.table

    @property
    def most_pieces(self) -> int:
        """An upper bound on the number of pieces."""
        smallest = min((len(kind.orientations[0][0]) for kind in self.table.kinds), default=1)
        return min(self.supply, self.table.board.size // smallest)

    @property
    def supply(self) -> int:
        """The number of pieces; an unlimited supply counts as one piece per square of the board."""
        return sum(self.table.board.size if kind.count is None else kind.count for kind in self.table.kinds)

    def last_placed(self) -> LastPlaced:
        """Return a new count of the pieces that can have been placed last."""
        return AnyOrder()


Scoring = Literal["largest", "second", "all", "uneven"]
"""The ways in which groups score; see `GroupColour.scoring`."""


@dataclass(frozen=True)
class Stack:
    """A stack of two-coloured pieces, seen from above.

    Attributes
    ----------
    square : int
        Its position.
    height : int
        Its number of bits.
    top : Placement
        The piece whose bit is uppermost.
    dark : bool
        Whether that bit is dark.
    """

    square: int
    height: int
    top: Placement
    dark: bool


@dataclass(frozen=True)
class BoardView:
    """The content of a board, in terms that all games share.

    Attributes
    ----------
    tetrominoes : tuple of Placement
        The pieces drawn with the colour and the letter of their shape.
    taijitus : tuple of Placement
        The pieces drawn as a light and a dark half.
    taijitus_above : bool
        Whether the taijitus are on top of the tetrominoes rather than below them.
    stacks : tuple of Stack or None
        The stacks of a game whose pieces pile up; None in other games.
    crosses, rings : int
        The squares that have X and O, covered or not.
    protected : int
        The protected squares to mark: `Position.protected` without squares under taijitus that nothing ever covers
        anyway. Empty when the game is over, because a mark on every square would say nothing.
    dark : int
        The visible black or dark squares.
    """

    tetrominoes: tuple[Placement, ...] = ()
    taijitus: tuple[Placement, ...] = ()
    taijitus_above: bool = False
    stacks: tuple[Stack, ...] | None = None
    crosses: int = 0
    rings: int = 0
    protected: int = 0
    dark: int = 0

    @property
    def covered(self) -> int:
        """The squares under tetrominoes."""
        return sum(placement.mask for placement in self.tetrominoes)  # they never overlap


@dataclass(frozen=True)
class GroupColour:
    """The squares of one colour and the scoring of their groups, for an analysis of groups.

    Attributes
    ----------
    colour : str
        The name of the colour: ``light``, ``X``, ``black`` ….
    side : int
        The side that they score for.
    squares : int
        The squares of the colour.
    scoring : str
        The scoring: the sum of the ``largest`` groups, the ``second`` largest group, ``all`` groups, or ``uneven``,
        Wythe's comparison of sizes.
    protected : int
        The squares of the colour that nothing can cover any more.
    free : int
        The squares that could still take the colour.
    gains : tuple of (int, int)
        The connected regions where pieces can still be placed, each with a bound on the squares of the colour that the
        pieces there can add.
    most : int or None
        A bound on the squares of the colour that all further pieces together can add; None if `gains` gives the bound.
    counted : int
        The number of groups added up by the scoring ``largest``.
    diagonal : bool
        Whether squares that share only a corner are connected.
    phase : int
        The phase of the game.
    """

    colour: str
    side: int
    squares: int
    scoring: Scoring
    protected: int
    free: int = 0
    gains: tuple[tuple[int, int], ...] = ()
    most: int | None = None
    counted: int = 0
    diagonal: bool = False
    phase: int = 0


NOBODY_PLACED = mark("nothing could be placed: the side that could not begin loses ties")
"""The tie rule if nobody placed a piece in a game whose last placer wins ties."""


@dataclass(frozen=True)
class PhaseScore:
    """The points of each player in one phase of a double game.

    Attributes
    ----------
    name : str
        The phase's game.
    scores : tuple of int
        The points of the player who moved first in the whole game, and of the other.
    """

    name: str
    scores: tuple[int, int]


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: exact, and never a draw.

    Attributes
    ----------
    sides : tuple of str
        The names of the two sides, in the order of play. In the double games a side is the player who began with that
        colour.
    scores : tuple of int
        The points that are compared, in the order of `sides`.
    tie : int
        The tie rule: +1 if it favours the first side, -1 if it favours the second. In TAILITS+TAIJI it is the half
        point for the last tetromino.
    tie_rule : str
        The tie rule in words, as it applies here.
    phases : tuple of PhaseScore
        The two parts of a double game's scores; empty in other games.
    """

    sides: tuple[str, str]
    scores: tuple[int, int]
    tie: int
    tie_rule: str
    phases: tuple[PhaseScore, ...] = ()

    @property
    def margin(self) -> int:
        """The first side's points minus the second's."""
        return self.scores[0] - self.scores[1]

    @property
    def value(self) -> int:
        """The result as one odd integer, ``2 × margin + tie``: positive if the first side wins.

        Examples
        --------
        >>> Outcome(("light", "dark"), (13, 10), -1, "Dark wins ties").value
        5
        """
        return 2 * self.margin + self.tie

    @property
    def winning_side(self) -> int:
        """The index of the winning side."""
        return 0 if self.value > 0 else 1

    @property
    def winner(self) -> str:
        """The name of the winning side."""
        return self.sides[self.winning_side]

    @property
    def by_tie_rule(self) -> bool:
        """Return whether the scores are equal, so that the tie rule decides."""
        return self.margin == 0

    def __str__(self) -> str:
        scores = "{1}–{0}".format(*sorted(self.scores))
        if self.by_tie_rule:
            return tr("{side} wins {scores}: {rule}", side=tr(self.winner), scores=scores, rule=tr(self.tie_rule))
        return tr("{side} wins {scores}", side=tr(self.winner), scores=scores)


class Drawable:
    """A base class of objects that a notebook shows as pictures.

    Attributes
    ----------
    drawn_by : str
        The function that returns the picture of an object as SVG: ``module:name``.
    """

    __slots__ = ()
    drawn_by: ClassVar[str]

    def _repr_svg_(self) -> str:
        module, _, name = self.drawn_by.partition(":")
        picture: str = getattr(import_module(f"litslab.{module}"), name)(self)
        return picture


_TETROMINO = re.compile(r"([lits])\[([^\[\]]*)\]")
_INNER_SPACE = re.compile(r" (?=[\[\],])|(?<=[\[,]) ")


def format_placement(placement: Placement, board: Board) -> str:
    """Return a placement's text.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> rules = create("battle-of-lits")
    >>> format_placement(rules.table[0], rules.board)
    'L[a1,a2,a3,b1]'
    """
    black = placement.black
    if placement.shape is Shape.DOMINO:
        return ",".join(map(board.name, placement.squares if black is None else placement.white_and_black))
    names = [board.name(square) for square in placement.squares]
    if black is not None:
        names = [f"{board.name(square)}{'b' if black >> square & 1 else 'w'}" for square in placement.squares]
    return f"{placement.shape.value}[{','.join(names)}]"


def close_up(text: str) -> str:
    """Return the text of moves with one space between moves and none within them.

    Examples
    --------
    >>> close_up(" L[a1, a2 ,a3,b3]  e5, e6")
    'L[a1,a2,a3,b3] e5,e6'
    """
    return _INNER_SPACE.sub("", " ".join(text.split()))


def parse_placement(
    text: str, table: PlacementTable, *, title: str, halves: tuple[str, str], heights: Sequence[int] = ()
) -> Placement:
    """Return the placement that a text names.

    Parameters
    ----------
    text : str
        The text, as `format_placement` writes it; a tetromino's squares in any order, in either case, with spaces.
    table : PlacementTable
        The placements of the game.
    title : str
        The game, for errors.
    halves : tuple of str
        The names of the two halves of a domino, in the order of the notation.
    heights : sequence of int
        The height of each square's stack, which is the level of a domino there; empty for the bare board.

    Raises
    ------
    NotationError
        If the text names no placement of this game.
    IllegalMoveError
        If no piece of the game has these colours there, or it would be too high.
    """
    shapes = {kind.shape for kind in table.kinds}
    plain = close_up(text).lower()
    match = _TETROMINO.fullmatch(plain)
    if match is not None and shapes & set(TETROMINOES):
        return _parse_tetromino(text, Shape(match[1].upper()), match[2].split(","), table)
    if match is None and Shape.DOMINO in shapes:
        return _parse_domino(text, plain.split(","), table, halves, heights)
    examples = sorted({_example(kind) for kind in table.kinds})
    raise NotationError(text, f"a move of {title} such as {' or '.join(examples)}")


def _example(kind: PieceKind) -> str:
    if kind.shape is Shape.DOMINO:
        return "e5,e6"
    return "T[e6b,f6w,f7b,g6w]" if kind.coloured else "L[a1,a2,a3,b1]"


def _parse_tetromino(text: str, shape: Shape, words: list[str], table: PlacementTable) -> Placement:
    board = table.board
    coloured = any(kind.coloured and kind.shape is not Shape.DOMINO for kind in table.kinds)
    squares = []
    for word in words:
        if coloured and not (word[-1:] in {"b", "w"} and word[-2:-1].isdigit()):
            raise NotationError(text, f"a colour, b or w, after the square {word!r}")
        squares.append(board.parse(word[:-1] if coloured else word))
    black = mask_of(square for square, word in zip(squares, words, strict=True) if coloured and word.endswith("b"))
    mask = mask_of(squares)
    if len(squares) != 4 or mask.bit_count() != 4:
        raise NotationError(text, f"four different squares that form an {shape.value}")
    actual = shape_of((board.column(square), board.row(square)) for square in squares)
    if actual is not shape:
        found = "no tetromino of this game" if actual is None else f"the shape {actual.value}"
        raise NotationError(text, f"squares that form the shape {shape.value} (these form {found})")
    if coloured and black.bit_count() != 2:
        raise NotationError(text, f"two black squares and two white ones (these are {black.bit_count()} black)")
    if (placement := table.find(shape, mask, black if coloured else None)) is None:
        raise IllegalMoveError(
            text, (tr("no {shape} piece of this game can lie so: its colours are other ones", shape=shape.value),)
        )
    return placement


def _parse_domino(
    text: str, names: list[str], table: PlacementTable, halves: tuple[str, str], heights: Sequence[int]
) -> Placement:
    board = table.board
    coloured = any(kind.coloured for kind in table.kinds if kind.shape is Shape.DOMINO)
    if len(names) != 2:
        which = f", the {halves[0]} one and the {halves[1]} one" if coloured else ""
        raise NotationError(text, f"two squares{which}, such as e5,e6")
    first, second = board.parse(names[0]), board.parse(names[1])
    if not board.adjacent(1 << first) >> second & 1:
        raise NotationError(text, "two squares that share an edge")
    level = heights[first] if heights else 0
    placement = table.find(Shape.DOMINO, 1 << first | 1 << second, 1 << second if coloured else None, level)
    if placement is None:
        reason = mark("some piece under it would have no uncovered bit")
        raise IllegalMoveError(text, (tr(reason if coloured else mark("no piece of this game can be there")),))
    return placement
