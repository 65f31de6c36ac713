from collections.abc import Callable, Sequence
from typing import Final

__all__ = [
    "AVAILABLE",
    "Answer",
    "Engine",
    "FewPieces",
    "Question",
    "TetrominoPlacement",
    "TranspositionTable",
    "battle_of_lits",
    "find_few_pieces",
    "taiji",
    "taiji_battle",
    "tailits",
    "tailits_taiji",
    "wythe",
]

AVAILABLE: Final[bool]
"""Whether the compiled part is there."""

class Question:
    """A position: placements in an order in which each lies on those before it, and whose turn it is.

    Side 0 moves first in the game. `last_placer` counts in the second phase of TAILITS+TAIJI only.
    """

    def __init__(self, placed: Sequence[int], side: int, swapped: bool = False, last_placer: int = 0) -> None: ...
    @property
    def placed(self) -> list[int]: ...
    @property
    def side(self) -> int: ...
    @property
    def swapped(self) -> bool: ...
    @property
    def last_placer(self) -> int: ...

class Answer:
    """Bounds of a value with proof, and what they cost."""

    @property
    def lower(self) -> int: ...
    @property
    def upper(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def stopped(self) -> bool:
        """Whether a limit or a signal came before the window was closed."""

    @property
    def interrupted(self) -> bool:
        """Whether it was a signal, such as Ctrl-C."""

class TranspositionTable:
    """A table of fixed memory, shared by threads and by questions about one game."""

    def __init__(self, bytes: int) -> None: ...
    @property
    def bytes(self) -> int: ...
    def clear(self) -> None: ...

class TetrominoPlacement:
    """A tetromino placement as it is handed over: shape 0 to 3 for L, I, T, S; squares ascending."""

    def __init__(self, shape: int, kind: int, squares: Sequence[int], black: Sequence[int]) -> None: ...

class Engine:
    """One game with its options."""

    def choices(self, question: Question) -> list[int]:
        """Return the moves that decide the value; the swap of a double game is the index after the last placement."""

    def final_value(self, question: Question) -> int | None:
        """Return the value of a finished position, None where the game goes on."""

    @property
    def value_limit(self) -> int: ...
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
        """Close the window from `lower` to `upper` (odd) around the value, as far as the limits allow.

        The answer is the value clamped into the window.
        """

    def play_random(self, question: Question, games: int, seed: int) -> list[tuple[int, int]]:
        """Play uniformly random games: placements made and final value of each."""

    def mcts(self, question: Question, *, seconds: float, playouts: int, seed: int) -> list[tuple[int, int, float]]:
        """Return move, visits and mean result (for side 0: 1 a win, 0 a loss, plus a little for the margin).

        Raises KeyboardInterrupt where a signal came.
        """

class FewPieces:
    """A finished position of few pieces, if there is one, and what it cost to look."""

    @property
    def placed(self) -> list[int]:
        """The placements; none where there is no such position, or where none was found in time."""

    @property
    def nodes(self) -> int: ...
    @property
    def stopped(self) -> bool:
        """Whether the time was over, or a signal came, before the question was decided."""

    @property
    def interrupted(self) -> bool:
        """Whether it was a signal, such as Ctrl-C."""

def find_few_pieces(
    columns: int,
    rows: int,
    placements: Sequence[TetrominoPlacement],
    supply: Sequence[int],
    *,
    first: int,
    without: Sequence[int],
    most: int,
    seconds: float,
) -> FewPieces:
    """Look for a finished position of at most `most` pieces with the placement `first` and none of `without`."""

def battle_of_lits(
    columns: int, rows: int, placements: Sequence[TetrominoPlacement], supply: Sequence[int], symbols: Sequence[int]
) -> Engine: ...
def tailits(
    size: int, placements: Sequence[TetrominoPlacement], supply: Sequence[int], second_largest: bool
) -> Engine: ...
def tailits_taiji(
    size: int,
    tetrominoes: Sequence[TetrominoPlacement],
    supply: Sequence[int],
    second_largest: bool,
    taijitus: Sequence[tuple[int, int]],
    groups: int,
) -> Engine: ...
def taiji_battle(
    size: int,
    taijitus: Sequence[tuple[int, int]],
    tetrominoes: Sequence[TetrominoPlacement],
    supply: Sequence[int],
    groups: int,
) -> Engine: ...
def taiji(side: int, groups: int, placements: Sequence[tuple[int, int]]) -> Engine: ...
def wythe(side: int, placements: Sequence[tuple[int, int, int]]) -> Engine: ...
