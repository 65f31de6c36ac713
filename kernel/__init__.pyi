"""Whatever is called with wrong numbers (a square off the board, a placement that does not exist,
lists of different lengths) raises ValueError, which says what was expected; other types raise
TypeError.
"""

import enum
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

AVAILABLE: Final[bool]
"""The compiled part is installed."""

_Numbers = Sequence[int]
_Images = Sequence[Sequence[int]]
_Pairs = Sequence[tuple[int, int]]
_Tetrominoes = Sequence[TetrominoPlacement]

class Question:
    """A position: placements, each after those below it, and the side to move.

    Side 0 moves first in the game. `last_placer` matters only in the second phase of TAILITS+TAIJI.
    """

    def __init__(
        self,
        placed: _Numbers,
        side: int,
        swapped: bool = False,
        last_placer: int = 0,
    ) -> None: ...

class Player:
    """A player of a match: ``random``, ``greedy``, ``mcts`` or ``exact``, as in
    `solver.play.players`.

    The last two search within limits: `playouts` of the tree search, and attempts at an exact
    answer of at most `exact_nodes` nodes where at most `exact_moves` placements are legal. No value
    of the game exceeds `value_limit` (odd).
    """

    def __init__(
        self,
        level: str,
        *,
        playouts: int = 0,
        exact_moves: int = 0,
        exact_nodes: int = 0,
        value_limit: int = 0,
    ) -> None: ...

class Answer:
    """Proved bounds of a value, and the cost of the search."""

    lower: Final[int]
    upper: Final[int]
    nodes: Final[int]
    seconds: Final[float]
    stopped: Final[bool]
    """True if a limit or a signal came before the window was closed."""

    interrupted: Final[bool]
    """True if it was a signal, such as Ctrl-C."""

class TranspositionTable:
    """A table shared by threads and queries about one game; it grows to at most `bytes`."""

    def __init__(self, bytes: int) -> None: ...
    bytes: Final[int]
    bytes_in_use: Final[int]
    def clear(self) -> None: ...

class TetrominoPlacement:
    """A tetromino placement: shape 0 to 3 for L, I, T, S; squares ascending."""

    def __init__(self, shape: int, kind: int, squares: _Numbers, black: _Numbers) -> None: ...

class StrategyTask:
    """The task of writing one side's strategy to reach at least a value (side 0) or to allow at
    most that (side 1).

    `rank` is the order of the replies. Positions that `symmetries` (images of all moves, the
    identity included) make equal are the same. Both have a number for each placement, and one for
    the swap, also in games without.
    """

    def __init__(
        self,
        *,
        side: int,
        value: int,
        rank: _Numbers,
        symmetries: _Images,
        most_moves: int,
        most_positions: int,
    ) -> None: ...

class StrategyEnding(enum.Enum):
    """The reason why writing a strategy ended."""

    COMPLETE = 0
    STOPPED = 1
    INTERRUPTED = 2
    TOO_MANY_MOVES = 3
    TOO_MANY_POSITIONS = 4
    REFUTED = 5

class Strategy:
    """A strategy's moves, as numbers among all moves of their positions in the order of
    the ranks.
    """

    choices: Final[list[int]]
    positions: Final[int]
    """The number of positions met."""

    nodes: Final[int]
    """The number of positions met and of nodes searched for them."""

    ending: Final[StrategyEnding]

class Engine:
    """One game with its options, for searches and for games of players."""

    def choices(self, question: Question) -> list[int]:
        """Return the moves that decide the value; the swap of a double game is the index after the
        last placement.
        """

    def likely_moves(
        self,
        question: Question,
        *,
        table: TranspositionTable,
        target: int,
    ) -> list[int]:
        """Return all legal moves, those first that most likely keep or deny "at least `target`", as
        the mover wants.

        Moves in the table come first; no position is searched.
        """

    def final_value(self, question: Question) -> int | None:
        """Return the value of a finished position, None if the game is not over."""

    value_limit: Final[int]
    def solve(
        self,
        question: Question,
        *,
        lower: int,
        upper: int,
        guess: int,
        table: TranspositionTable,
        seconds: float,
        nodes: int,
        threads: int = 1,
        progress: Callable[[int, int, int], None] | None = None,
    ) -> Answer:
        """Close the window from `lower` to `upper` (odd) around the value, as far as the limits
        allow.

        The answer is the value clamped to the window.
        """

    def strategy(
        self,
        question: Question,
        task: StrategyTask,
        *,
        table: TranspositionTable,
        seconds: float,
        nodes: int,
        progress: Callable[[int], None] | None = None,
    ) -> Strategy:
        """Choose a side's moves in all positions of the strategy, depth first; `progress` gets the
        positions met.
        """

    def tree_search(self, question: Question, *, seed: int) -> TreeSearch:
        """Return a new Monte-Carlo search of a position."""

    layers: Final[list[str]]
    """The names of the layers that can be visible on a square of a final position."""

    def margins(self, question: Question) -> list[tuple[int, int]]:
        """Return each legal placement, ascending, with the margin right after it: the first side's
        score minus the second's.
        """

    def simulate(
        self,
        start: Question,
        seeds: _Numbers,
        *,
        moves: bool = False,
        trace: bool = False,
    ) -> SimulatedGames:
        """Play one uniformly random game from a position for each seed.

        A game depends only on its own seed, and no player swaps.
        """

    def match(
        self,
        start: Question,
        seeds: Sequence[_Numbers],
        *,
        players: tuple[Player, Player],
        swap: bool = True,
        moves: bool = False,
        trace: bool = False,
    ) -> SimulatedGames:
        """Play one game of two players from a position for each seed; the first is who moves
        first in the game.

        They are the games of the players in Python with `random.Random`. Without `swap` nobody may
        swap, whatever the rules say. A seed is that of
        `random.Random` in words of 32 bits, the lowest first.
        """

class MoveStatistics:
    """The statistics of one move in a Monte-Carlo search."""

    move: Final[int]
    """The move's index; a double game's swap has the index after the last."""

    visits: Final[int]
    """The number of playouts that began with it."""

    wins: Final[int]
    """The number of them that side 0 won."""

    values: Final[int]
    """The sum of their values (odd, from side 0's point of view)."""

    mean: Final[float]
    """Their mean result for side 0, from 0 to 1: wins, and in part the margin; 0
    without playouts.
    """

    lower: Final[int]
    """A proved lower bound on the value after the move; -30001 if unknown."""

    upper: Final[int]
    """A proved upper bound on the value after the move; 30001 if unknown."""

class TreeSearch:
    """A Monte-Carlo search of one position. It keeps its tree, so that every run improves the
    results.

    One thread at a time uses it: while a run goes on, everything raises RuntimeError in the others.
    """

    playouts: Final[int]
    """The number of playouts of all runs."""

    lower: Final[int]
    """A proved lower bound on the value of the position; -30001 if unknown."""

    upper: Final[int]
    """A proved upper bound on the value of the position; 30001 if unknown."""

    def run(self, *, seconds: float, playouts: int, threads: int = 1) -> None:
        """Play more playouts, at least one; equal seeds give equal results, however the runs are
        divided.

        Several threads share the tree, which then depends on their speed; each may play one playout
        more than `playouts`.

        Raises KeyboardInterrupt after a signal; the tree is kept, and the search can continue.
        """

    def after(self, moves: _Numbers) -> TreeSearch | None:
        """Return the tree of the position after some moves, with what is known of it; None if this
        tree does not reach it.

        `MoveStatistics.wins` and `values` begin again at 0.
        """

    def moves(self) -> list[MoveStatistics]:
        """Return all legal moves, the best for the side to move first."""

    def line(self) -> list[int]:
        """Return the most likely continuation, as indices of moves."""

class FewPieces:
    """A finished position of few pieces, if there is one, and the cost of the search."""

    placed: Final[list[int]]
    """The placements; empty if there is no such position, or none was found in time."""

    nodes: Final[int]
    stopped: Final[bool]
    """True if a limit came before the search was complete."""

class FewPiecesSearch:
    """Finished positions of few tetrominoes on one board.

    One thread at a time uses it: while a search goes on, `find` raises RuntimeError in the others.
    """

    def find(
        self,
        most: int,
        *,
        used_up: _Numbers,
        entered: Sequence[_Numbers],
        avoided: _Numbers,
        symmetries: _Images,
        nodes: int,
        seconds: float,
    ) -> FewPieces:
        """Look for a finished position of at most `most` pieces, and at least one.

        All pieces of the kinds in `used_up` are placed, and at least one piece of any other kind is
        left. Some square of each set in `entered` is covered; the squares in `avoided` are free.
        The symmetries are permutations of the placements that preserve these conditions. Raises
        KeyboardInterrupt after a signal.
        """

def few_pieces_search(
    columns: int,
    rows: int,
    placements: _Tetrominoes,
    supply: _Numbers,
) -> FewPiecesSearch: ...
def battle_of_lits(
    columns: int,
    rows: int,
    placements: _Tetrominoes,
    supply: _Numbers,
    symbols: _Numbers,
) -> Engine: ...
def tailits(
    size: int,
    placements: _Tetrominoes,
    supply: _Numbers,
    second_largest: bool,
) -> Engine: ...
def tailits_taiji(
    size: int,
    tetrominoes: _Tetrominoes,
    supply: _Numbers,
    second_largest: bool,
    taijitus: _Pairs,
    groups: int,
) -> Engine: ...
def taiji_battle(
    size: int,
    taijitus: _Pairs,
    tetrominoes: _Tetrominoes,
    supply: _Numbers,
    groups: int,
) -> Engine: ...
def taiji(
    side: int,
    groups: int,
    placements: _Pairs,
    scoring: str = "sum",
    corners: bool = False,
) -> Engine: ...
def wythe(side: int, placements: Sequence[tuple[int, int, int]]) -> Engine: ...

class SimulatedGames:
    """A batch of games; two numbers per game are those of the sides, the first mover's
    first.
    """

    length: Final[NDArray[np.uint16]]
    """The number of placements."""

    scores: Final[NDArray[np.int16]]
    winner: Final[NDArray[np.uint8]]
    """The winning side."""

    opening: Final[NDArray[np.int32]]
    """The first placement as a table index, -1 if there was none."""

    branching: Final[NDArray[np.uint16]]
    """The number of legal placements at each ply, one game after the other."""

    moves: Final[NDArray[np.uint16]]
    """Table indices, and for the swap the number after the last, one game after the other; empty
    unless requested.
    """

    trace: Final[NDArray[np.int16]]
    """The sides' scores after each placement, one game after the other; empty unless requested."""

    swapped: Final[NDArray[np.uint8]]
    """1 if the swap has been made, before the game or in it, else 0."""

    first_length: Final[NDArray[np.uint16]]
    """The number of placements in the first phase; empty except in double games."""

    first_scores: Final[NDArray[np.int16]]
    """The points of each player in the first phase; empty except in double games."""

    occupancy: Final[NDArray[np.uint64]]
    """The number of final positions with a layer visible on a square, by winner, layer and square
    in one row.
    """

_SymmetryGroup = Sequence[tuple[_Numbers, _Numbers]]
"""The board's symmetries, the identity first: the image of each placement, and the number of
colourings kept.

The first placement of a cycle has the number of colourings, and the others have 1.
"""

class Census:
    """The numbers of finished positions, with colourings; partial numbers if the count
    was stopped.
    """

    by_pieces: Final[list[int]]
    """The number of positions of 0, 1, 2 … pieces."""

    kept: Final[int]
    """The sum over all symmetries of the positions that each maps to themselves: orbits times
    symmetries.
    """

    nodes: Final[int]
    seconds: Final[float]
    stopped: Final[bool]
    """True if a limit or a signal came first."""

class Enumeration:
    """The finished positions of one game, as sets of placements."""

    def count(
        self,
        *,
        kept: bool = True,
        seconds: float,
        nodes: int,
        progress: Callable[[list[int]], None] | None = None,
    ) -> Census:
        """Count all, as far as the limits allow; `progress` gets `Census.by_pieces` so far.

        Without `kept`, `Census.kept` stays 0.
        """

    def walk(self, take: Callable[[list[list[int]]], None], *, batch: int, seconds: float) -> bool:
        """Pass on each position once, without colourings, in batches of `batch`; return whether
        these were all.

        Raises KeyboardInterrupt after a signal.
        """

    def draw(self, samples: int, seed: int, *, seconds: float) -> list[tuple[float, int]]:
        """Draw random positions: the logarithm of a weight, and the number of pieces.

        The mean of the weights is an unbiased estimate of the number of positions. Raises
        KeyboardInterrupt after a signal.
        """

def finished_layouts(
    columns: int,
    rows: int,
    placements: _Tetrominoes,
    supply: _Numbers,
    first: _Numbers,
    symmetries: _SymmetryGroup,
) -> Enumeration: ...
def finished_packings(
    columns: int,
    rows: int,
    dominoes: _Pairs,
    colourings: int,
    symmetries: _SymmetryGroup,
) -> Enumeration: ...
def finished_stacks(
    placements: Sequence[tuple[int, int, int]],
    symmetries: _SymmetryGroup,
) -> Enumeration: ...

class LitsRules:
    """The rules of a LITS puzzle or of a variant: `puzzles.lits.puzzle.RULES`."""

    def __init__(
        self,
        *,
        with_o: bool = False,
        inverse: bool = False,
        optional: bool = False,
        blank_blocks: bool = True,
    ) -> None: ...

class LitsPuzzle:
    """A puzzle: its size, and the region and the given of each square, ``a1`` first.

    Regions are numbered from 0 without a gap (-1: none). A given is one of ``?#.LITS``; an empty
    string is none.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        regions: _Numbers,
        givens: str = "",
        rules: LitsRules = ...,
    ) -> None: ...

class LitsSolution:
    """A solution of a LITS puzzle."""

    squares: Final[list[int]]
    """The shaded squares of each region, in the order of the regions: four in LITS."""

    shapes: Final[list[int]]
    """One number for each region: 0 to 4 for L, I, T, S, O; 5 for a region without a tetromino."""

class LitsAnswer:
    """The solutions found, and the cost of the search."""

    solutions: Final[list[LitsSolution]]
    complete: Final[bool]
    """True if it is proved that there is no other solution."""

    nodes: Final[int]
    """The number of decisions."""

    propagations: Final[int]
    """The number of propagated literals."""

    conflicts: Final[int]
    seconds: Final[float]

class LitsConclusions:
    """The conclusions from a puzzle without search."""

    possible: Final[bool]
    """True if no contradiction was found; otherwise the squares below are meaningless."""

    shaded: Final[list[int]]
    unshaded: Final[list[int]]
    """Squares inside regions that stay unshaded."""

    open: Final[list[int]]
    """Undecided squares inside regions."""

    propagations: Final[int]

class LitsSolver:
    """A solver of LITS puzzles, which reuses its memory from puzzle to puzzle.

    Raises ValueError for an invalid puzzle. Threads that share a solver wait for each other.
    """

    def __init__(self) -> None: ...
    def solve(
        self,
        puzzle: LitsPuzzle,
        *,
        wanted: int = 2,
        seconds: float,
        nodes: int,
    ) -> LitsAnswer:
        """Look for `wanted` different solutions, or all if there are fewer, as far as the limits
        allow.

        Raises KeyboardInterrupt after a signal.
        """

    def conclude(self, puzzle: LitsPuzzle, *, trials: bool = False) -> LitsConclusions:
        """Return the conclusions of propagation.

        With `trials` each open literal is also assumed once, and its opposite is kept if that leads
        to a contradiction, until nothing changes any more.
        """

    def may_be_symmetric(self, puzzle: LitsPuzzle, images: _Images) -> bool:
        """Return whether propagation and trials allow a solution that each of `images` maps to
        itself.

        An image maps squares to squares and regions to regions.
        """
