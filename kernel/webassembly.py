"""The kernel in a browser: the names of `litslab.kernel`, answered by the kernel compiled to WebAssembly.

The host holds the compiled module and calls its functions: `Host`. In a browser it is the global ``litslabKernel`` of
the worker that runs Python (``app/web/browser/kernel.js``). How numbers cross is told in
``kernel/src/wasm/interface.cpp``. Finished positions are not counted here: nothing that runs in a browser asks for it.
"""

from __future__ import annotations

import enum
import struct
import weakref
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

_HALF = (1 << 32) - 1


class Host(Protocol):
    """What calls the functions of the compiled module."""

    def call(self, name: str, numbers: array[int]) -> Sequence[int]:
        """Call a function with 32-bit integers, and return those that it answers; raise ValueError as it says."""

    def listen(self, progress: Callable[[int, int, int], None] | None) -> None:
        """Pass on what `engine_solve` tells of its progress: bounds and nodes."""


_host: Host | None = None


def use(host: Host) -> None:
    """Choose the host of this process, before anything else is called."""
    global _host  # noqa: PLW0603 - as there is one compiled part of a process
    _host = host


class _Writer:
    """The input of a function."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = array("i", numbers)

    def wide(self, number: int) -> _Writer:
        low, high = struct.unpack("<ii", struct.pack("<Q", number))
        self.numbers.extend((low, high))
        return self

    def real(self, number: float) -> _Writer:
        self.numbers.extend(struct.unpack("<ii", struct.pack("<d", number)))
        return self

    def list(self, numbers: Iterable[int]) -> _Writer:
        numbers = array("i", numbers)
        self.numbers.append(len(numbers))
        self.numbers.extend(numbers)
        return self

    def lists(self, all_numbers: Sequence[Iterable[int]]) -> _Writer:
        self.numbers.append(len(all_numbers))
        for each in all_numbers:
            self.list(each)
        return self

    def limits(self, seconds: float, nodes: int) -> _Writer:
        return self.real(seconds).wide(min(nodes, (1 << 64) - 1))

    def question(self, question: Question) -> _Writer:
        self.numbers.extend((question.side, question.swapped, question.last_placer))
        return self.list(question.placed)

    def call(self, name: str) -> _Reader:
        if _host is None:
            raise RuntimeError("no host was chosen for the kernel")
        return _Reader(_host.call(name, self.numbers))


class _Reader:
    """The output of a function."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self._at = 0

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self.numbers)

    def number(self) -> int:
        self._at += 1
        return self.numbers[self._at - 1]

    def wide(self) -> int:
        return (self.number() & _HALF) | (self.number() & _HALF) << 32

    def signed_wide(self) -> int:
        number = self.wide()
        return number - (1 << 64) if number >> 63 else number

    def real(self) -> float:
        found: float = struct.unpack("<d", struct.pack("<ii", self.number(), self.number()))[0]
        return found

    def list(self) -> list[int]:
        count = self.number()
        self._at += count
        return [*self.numbers[self._at - count : self._at]]

    def rest(self) -> Iterator[_Reader]:
        """Return this reader again and again until its end."""
        while not self.is_at_end:
            yield self


class _Object:
    """Something that lives in the compiled module until nothing here refers to it any more."""

    def __init__(self, kind: str, handle: int) -> None:
        self.handle = handle
        weakref.finalize(self, _release, kind, handle)

    def ask(self, name: str, *numbers: int) -> _Reader:
        return _Writer(self.handle, *numbers).call(name)


def _release(kind: str, handle: int) -> None:
    _Writer(handle).call(f"{kind}_release")


@dataclass(frozen=True)
class Question:
    """A position: see `litslab.kernel.Question`."""

    placed: Sequence[int]
    side: int
    swapped: bool = False
    last_placer: int = 0


@dataclass(frozen=True)
class Answer:
    """Bounds of a value with proof, and what they cost."""

    lower: int
    upper: int
    nodes: int
    seconds: float
    stopped: bool
    interrupted: bool = False


@dataclass(frozen=True)
class TetrominoPlacement:
    """A tetromino placement: shape 0 to 3 for L, I, T, S; squares ascending."""

    shape: int
    kind: int
    squares: Sequence[int]
    black: Sequence[int]


class TranspositionTable(_Object):
    """A table that queries about one game share."""

    def __init__(self, bytes: int) -> None:
        self.bytes = bytes
        super().__init__("table", _Writer().wide(bytes).call("table_new").number())

    @property
    def bytes_in_use(self) -> int:
        """How large it has grown."""
        return self.ask("table_bytes_in_use").wide()

    def clear(self) -> None:
        """Forget everything."""
        self.ask("table_clear")


@dataclass(frozen=True, kw_only=True)
class StrategyTask:
    """One side's strategy to reach at least a value, or to allow at most that."""

    side: int
    value: int
    rank: Sequence[int]
    symmetries: Sequence[Sequence[int]]
    most_moves: int
    most_positions: int


class StrategyEnding(enum.Enum):
    """How writing a strategy ended."""

    COMPLETE = 0
    STOPPED = 1
    INTERRUPTED = 2
    TOO_MANY_MOVES = 3
    TOO_MANY_POSITIONS = 4
    REFUTED = 5


@dataclass(frozen=True)
class Strategy:
    """A strategy's moves, as numbers among all moves of their positions in the order of the ranks."""

    choices: list[int]
    positions: int
    nodes: int
    ending: StrategyEnding


@dataclass(frozen=True)
class MoveStatistics:
    """What Monte-Carlo tree search has seen of one move."""

    move: int
    visits: int
    wins: int
    values: int
    mean: float
    lower: int
    upper: int


class Engine(_Object):
    """One game with its options."""

    def choices(self, question: Question) -> list[int]:
        """Return the moves that decide the value."""
        return _Writer(self.handle).question(question).call("engine_choices").list()

    def likely_moves(self, question: Question, *, table: TranspositionTable, target: int) -> list[int]:
        """Return all legal moves, those first that most likely keep or deny "at least `target`"."""
        writer = _Writer(self.handle, table.handle, target).question(question)
        return writer.call("engine_likely_moves").list()

    def final_value(self, question: Question) -> int | None:
        """Return the value of a finished position, None if the game is not over."""
        found = _Writer(self.handle).question(question).call("engine_final_value")
        return None if found.is_at_end else found.number()

    @property
    def value_limit(self) -> int:
        """A number that no value exceeds."""
        return self.ask("engine_value_limit").number()

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
        threads: int = 1,  # noqa: ARG002 - there is one thread
        progress: Callable[[int, int, int], None] | None = None,
    ) -> Answer:
        """Close the window from `lower` to `upper` (odd) around the value, as far as the limits allow."""
        writer = _Writer(self.handle, table.handle, lower, upper, guess).limits(seconds, nodes).question(question)
        if _host is not None:
            _host.listen(progress)
        found = writer.call("engine_solve")
        return Answer(found.number(), found.number(), found.wide(), found.real(), bool(found.number()))

    def strategy(
        self,
        question: Question,
        task: StrategyTask,
        *,
        table: TranspositionTable,
        seconds: float,
        nodes: int,
        progress: Callable[[int], None] | None = None,  # noqa: ARG002 - it is told of nothing before the end
    ) -> Strategy:
        """Return a side's strategy."""
        writer = _Writer(self.handle, table.handle).limits(seconds, nodes)
        writer.numbers.extend((task.side, task.value))
        writer.list(task.rank).lists(task.symmetries).wide(task.most_moves).wide(task.most_positions)
        found = writer.question(question).call("engine_strategy")
        ending, positions, visited = StrategyEnding(found.number()), found.wide(), found.wide()
        return Strategy(found.list(), positions, visited, ending)

    def mcts(self, question: Question, *, seconds: float, playouts: int, seed: int) -> list[tuple[int, int, float]]:
        """Run a new tree once: of each move the visits and side 0's share of them."""
        tree = self.tree_search(question, seed=seed)
        tree.run(seconds=seconds, playouts=playouts)
        return [(each.move, each.visits, each.wins / each.visits if each.visits else 0.0) for each in tree.moves()]

    def tree_search(self, question: Question, *, seed: int) -> TreeSearch:
        """Return a Monte-Carlo tree search of a position, whose tree stays."""
        return TreeSearch(self, _Writer(self.handle).wide(seed).question(question).call("engine_tree_search").number())


class TreeSearch(_Object):
    """Monte-Carlo tree search of one position."""

    def __init__(self, engine: Engine, handle: int) -> None:
        super().__init__("tree", handle)
        self._engine = engine  # which the tree needs as long as it lives

    def run(self, *, seconds: float, playouts: int) -> None:
        """Play more playouts, one at least."""
        _Writer(self.handle).limits(seconds, playouts).call("tree_run")

    @property
    def playouts(self) -> int:
        """How many playouts there have been."""
        return self.ask("tree_state").wide()

    @property
    def lower(self) -> int:
        """A proved bound of the value."""
        return self.ask("tree_state").numbers[2]

    @property
    def upper(self) -> int:
        """A proved bound of the value."""
        return self.ask("tree_state").numbers[3]

    def moves(self) -> list[MoveStatistics]:
        """Return what was seen of all legal moves, best first for the side to move."""
        return [
            MoveStatistics(
                each.number(), each.wide(), each.wide(), each.signed_wide(), each.real(), each.number(), each.number()
            )
            for each in self.ask("tree_moves").rest()
        ]

    def line(self) -> list[int]:
        """Return the most likely continuation."""
        return self.ask("tree_line").list()


@dataclass(frozen=True)
class SimulatedGames:
    """A batch of random games, by columns; two numbers for a game are those of the sides, the first mover's first."""

    length: list[int]
    scores: list[tuple[int, int]]
    winner: list[int]
    opening: list[int]
    branching: list[int]
    moves: list[int]
    first_length: list[int]
    first_scores: list[tuple[int, int]]
    occupancy: list[int]


def _pairs(numbers: list[int]) -> list[tuple[int, int]]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


class Simulator(_Object):
    """Uniformly random games of one game with its options, by the rules alone."""

    @property
    def layers(self) -> list[str]:
        """What can be visible on a square of a final position."""
        return ["".join(map(chr, each.list())) for each in self.ask("simulator_layers").rest()]

    def simulate(self, start: Question, seeds: Iterable[int], *, moves: bool = False) -> SimulatedGames:
        """Play one game for each seed from a position."""
        numbers = [int(seed) for seed in seeds]
        writer = _Writer(self.handle, moves, len(numbers))
        for seed in numbers:
            writer.wide(seed)
        found = writer.question(start).call("simulator_simulate")
        return SimulatedGames(
            length=found.list(),
            scores=_pairs(found.list()),
            winner=found.list(),
            opening=found.list(),
            branching=found.list(),
            moves=found.list(),
            first_length=found.list(),
            first_scores=_pairs(found.list()),
            occupancy=[found.wide() for _ in range(found.number())],
        )


@dataclass(frozen=True, kw_only=True)
class LitsRules:
    """The rules of a LITS puzzle, or of one of its neighbours."""

    with_o: bool = False
    inverse: bool = False
    optional: bool = False
    blank_blocks: bool = True


@dataclass(frozen=True)
class LitsSolution:
    """A solution of a LITS puzzle."""

    squares: list[int]
    shapes: list[int]


@dataclass(frozen=True)
class LitsAnswer:
    """The solutions that were found, and what they cost."""

    solutions: list[LitsSolution] = field(default_factory=list)
    complete: bool = False
    nodes: int = 0
    propagations: int = 0
    conflicts: int = 0
    seconds: float = 0.0
    interrupted: bool = False


@dataclass(frozen=True)
class LitsConclusions:
    """What follows from a puzzle without search."""

    possible: bool
    propagations: int
    shaded: list[int]
    unshaded: list[int]
    open: list[int]


class LitsSolver(_Object):
    """A solver of LITS puzzles, which reuses its memory from puzzle to puzzle."""

    def __init__(self) -> None:
        super().__init__("lits", _Writer().call("lits_new").number())

    def _puzzle(self, columns: int, rows: int, regions: Sequence[int], givens: str, rules: LitsRules) -> _Writer:
        writer = _Writer(self.handle, columns, rows).list(regions).list(givens.encode("latin-1", "replace"))
        writer.numbers.extend((rules.with_o, rules.inverse, rules.optional, rules.blank_blocks))
        return writer

    def solve(
        self,
        columns: int,
        rows: int,
        regions: Sequence[int],
        givens: str = "",
        *,
        wanted: int = 2,
        seconds: float,
        nodes: int,
        rules: LitsRules = LitsRules(),
    ) -> LitsAnswer:
        """Look for `wanted` different solutions, or all if there are fewer, as far as the limits allow."""
        writer = self._puzzle(columns, rows, regions, givens, rules)
        writer.numbers.append(wanted)
        found = writer.limits(seconds, nodes).call("lits_solve")
        complete, visited, propagations, conflicts = bool(found.number()), found.wide(), found.wide(), found.wide()
        took = found.real()
        solutions = [LitsSolution(each.list(), each.list()) for each in found.rest()]
        return LitsAnswer(solutions, complete, visited, propagations, conflicts, took)

    def conclude(
        self,
        columns: int,
        rows: int,
        regions: Sequence[int],
        givens: str = "",
        *,
        trials: bool = False,
        rules: LitsRules = LitsRules(),
    ) -> LitsConclusions:
        """Return what propagation decides, and with `trials` what one assumption at a time does."""
        writer = self._puzzle(columns, rows, regions, givens, rules)
        writer.numbers.append(trials)
        found = writer.call("lits_conclude")
        return LitsConclusions(bool(found.number()), found.wide(), found.list(), found.list(), found.list())

    def may_be_symmetric(
        self,
        columns: int,
        rows: int,
        regions: Sequence[int],
        images: Sequence[Sequence[int]],
        *,
        rules: LitsRules = LitsRules(),
    ) -> bool:
        """Return whether there is room for a solution that each of `images` maps to itself."""
        writer = self._puzzle(columns, rows, regions, "", rules).lists(images)
        return bool(writer.call("lits_may_be_symmetric").number())


_Tetrominoes = Sequence[TetrominoPlacement]
_Dominoes = Sequence[tuple[int, int]]


def _put_tetrominoes(writer: _Writer, placements: _Tetrominoes) -> _Writer:
    writer.numbers.append(len(placements))
    for each in placements:
        writer.numbers.extend((each.shape, each.kind))
        writer.list(each.squares).list(each.black)
    return writer


def _put_tuples(writer: _Writer, placements: Sequence[tuple[int, ...]]) -> _Writer:
    writer.numbers.append(len(placements))
    for each in placements:
        writer.numbers.extend(each)
    return writer


def _battle_of_lits(
    columns: int, rows: int, placements: _Tetrominoes, supply: Sequence[int], symbols: Sequence[int]
) -> _Writer:
    return _put_tetrominoes(_Writer(columns, rows), placements).list(supply).list(symbols)


def _tailits(size: int, placements: _Tetrominoes, supply: Sequence[int], second_largest: bool) -> _Writer:
    writer = _put_tetrominoes(_Writer(size), placements).list(supply)
    writer.numbers.append(second_largest)
    return writer


def _tailits_taiji(  # noqa: PLR0917 - as the kernel takes them
    size: int,
    tetrominoes: _Tetrominoes,
    supply: Sequence[int],
    second_largest: bool,
    taijitus: _Dominoes,
    groups: int,
) -> _Writer:
    writer = _put_tuples(_tailits(size, tetrominoes, supply, second_largest), taijitus)
    writer.numbers.append(groups)
    return writer


def _taiji_battle(
    size: int, taijitus: _Dominoes, tetrominoes: _Tetrominoes, supply: Sequence[int], groups: int
) -> _Writer:
    writer = _put_tetrominoes(_put_tuples(_Writer(size), taijitus), tetrominoes).list(supply)
    writer.numbers.append(groups)
    return writer


def _taiji(side: int, groups: int, placements: _Dominoes) -> _Writer:
    return _put_tuples(_Writer(side, groups), placements)


def _wythe(side: int, placements: Sequence[tuple[int, int, int]]) -> _Writer:
    return _put_tuples(_Writer(side), placements)


def _makers(name: str, write: Callable[..., _Writer]) -> tuple[Callable[..., Engine], Callable[..., Simulator]]:
    """Return what makes the engine and the simulator of a game."""

    def engine(*arguments: Any) -> Engine:
        return Engine("engine", write(*arguments).call(name).number())

    def simulator(*arguments: Any) -> Simulator:
        return Simulator("simulator", write(*arguments).call(f"simulate_{name}").number())

    return engine, simulator


battle_of_lits, simulate_battle_of_lits = _makers("battle_of_lits", _battle_of_lits)
tailits, simulate_tailits = _makers("tailits", _tailits)
tailits_taiji, simulate_tailits_taiji = _makers("tailits_taiji", _tailits_taiji)
taiji_battle, simulate_taiji_battle = _makers("taiji_battle", _taiji_battle)
taiji, simulate_taiji = _makers("taiji", _taiji)
wythe, simulate_wythe = _makers("wythe", _wythe)
