"""The boundary of the kernel: wrong arguments are errors that say what was wrong and what was
expected, never crashes; threads that run out of memory, or share what one uses at a time, get
errors.
"""

from __future__ import annotations

import math
import os
import re
import sys
import threading
from collections.abc import Callable

import pytest

from litslab import kernel
from litslab.games import create
from litslab.solver.engines.kernel import engine_for, question
from tests.kernel.random_calls import engine_calls, finals_calls, puzzle_calls, question_calls
from tests.running import PATIENCE, run_python

TAIJI = [(a, b) for a in range(4) for b in range(4) if a ^ b in {1, 2}]
"""The placements of TAIJI 2×2."""

PIECES = [kernel.TetrominoPlacement(1, 0, [0, 1, 2, 3], [0, 1])]
"""An I tetromino on 4×4."""

FIRST_ROW = [(square, square + 1) for square in range(3)]
GROUP = [([0], [1])]


def taiji() -> kernel.Engine:
    return kernel.taiji(2, 1, TAIJI)


def wythe() -> kernel.Engine:
    engine = engine_for(create("wythe", size=3))
    assert engine is not None
    return engine


def at(*placed: int, side: int = 0, last_placer: int = 0) -> kernel.Question:
    return kernel.Question(list(placed), side, False, last_placer)


def tetromino(
    shape: int = 1,
    kind: int = 0,
    squares: tuple[int, ...] = (0, 1, 2, 3),
    black: tuple[int, ...] = (0, 1),
) -> list[kernel.TetrominoPlacement]:
    return [kernel.TetrominoPlacement(shape, kind, squares, black)]


def battle(
    columns: int = 4,
    rows: int = 4,
    *,
    pieces: list[kernel.TetrominoPlacement] | None = None,
    supply: tuple[int, ...] = (5,),
    symbols: int = 16,
    symbol: int = 0,
) -> kernel.Engine:
    pieces = PIECES if pieces is None else pieces
    return kernel.battle_of_lits(columns, rows, pieces, supply, [symbol] * symbols)


def solve(
    *,
    lower: int = -5,
    upper: int = 5,
    guess: int = 1,
    seconds: float = 1.0,
    threads: int = 1,
) -> kernel.Answer:
    return taiji().solve(
        at(),
        lower=lower,
        upper=upper,
        guess=guess,
        table=kernel.TranspositionTable(64),
        seconds=seconds,
        nodes=100,
        threads=threads,
    )


def strategy(
    *,
    side: int = 0,
    value: int = 1,
    rank: list[int] | None = None,
    symmetries: list[list[int]] | None = None,
) -> kernel.Strategy:
    moves = list(range(len(TAIJI) + 1))
    task = kernel.StrategyTask(
        side=side,
        value=value,
        rank=moves if rank is None else rank,
        symmetries=[moves] if symmetries is None else symmetries,
        most_moves=9,
        most_positions=9,
    )
    table = kernel.TranspositionTable(64)
    return taiji().strategy(at(), task, table=table, seconds=1.0, nodes=9)


def few(
    most: int = 1,
    used_up: tuple[int, ...] = (),
    entered: tuple[tuple[int, ...], ...] = (),
    avoided: tuple[int, ...] = (),
    symmetries: tuple[tuple[int, ...], ...] = (),
) -> kernel.FewPieces:
    return kernel.few_pieces_search(4, 4, PIECES, [5]).find(
        most,
        used_up=used_up,
        entered=entered,
        avoided=avoided,
        symmetries=symmetries,
        nodes=9,
        seconds=1.0,
    )


def puzzle(
    columns: int = 2,
    rows: int = 2,
    regions: tuple[int, ...] = (0, 0, 0, 0),
    givens: str = "",
    *,
    wanted: int = 2,
    seconds: float = 1.0,
    images: tuple[tuple[int, ...], ...] = (),
) -> None:
    made = kernel.LitsPuzzle(columns, rows, regions, givens)
    kernel.LitsSolver().solve(made, wanted=wanted, seconds=seconds, nodes=9)
    kernel.LitsSolver().may_be_symmetric(made, images)


def one_domino() -> kernel.Enumeration:
    return kernel.finished_packings(2, 1, [(0, 1)], 2, GROUP)


def nothing(_: object) -> None:
    pass


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "side of the board 0": (
        lambda: kernel.taiji(0, 1, []),
        "side is 0; expected 2 to 11",
    ),
    "side of the board negative": (
        lambda: kernel.wythe(-3, []),
        "side is -3; expected 2 to 11",
    ),
    "side of the board huge": (
        lambda: kernel.taiji(2**31 - 1, 1, TAIJI),
        "side is 2147483647; expected 2 to 11",
    ),
    "a square off the board": (
        lambda: kernel.taiji(2, 1, [*TAIJI[:-1], (3, 7)]),
        "placements[7][1] is 7; expected 0 to 3",
    ),
    "a square below 0": (
        lambda: kernel.taiji(2, 1, [*TAIJI[:-1], (-1, 1)]),
        "placements[7][0] is -1; expected 0 to 3",
    ),
    "squares that are not adjacent": (
        lambda: kernel.taiji(2, 1, [*TAIJI[:-1], (1, 2)]),
        "placements[7] covers squares 1 and 2; expected two squares that share an edge",
    ),
    "a placement is missing": (
        lambda: kernel.taiji(2, 1, TAIJI[:-1]),
        "placements has 7 placements; expected 8, each pair of adjacent squares in both orders "
        "once",
    ),
    "a placement twice": (
        lambda: kernel.taiji(2, 1, [*TAIJI[:-1], TAIJI[0]]),
        "placements has a placement twice; expected each pair of adjacent squares in both orders "
        "once",
    ),
    "groups": (lambda: kernel.taiji(2, 4, TAIJI), "groups is 4; expected 1 to 3"),
    "a scoring": (
        lambda: kernel.taiji(2, 1, TAIJI, "most"),
        "scoring is most; expected sum, squares or products",
    ),
    "no pieces across corners": (
        lambda: kernel.taiji(2, 1, TAIJI, "sum", True),
        "placements has 8 placements; expected 12, each pair of touching squares in both orders "
        "once",
    ),
    "squares that do not touch": (
        lambda: kernel.taiji(3, 1, [(0, 8)], "sum", True),
        "placements[0] covers squares 0 and 8; expected two squares that share an edge or touch "
        "at a corner",
    ),
    "a level": (
        lambda: kernel.wythe(2, [(0, 1, 2)]),
        "placements[0][2] is 2; expected 0 to 1",
    ),
    "columns 0": (lambda: battle(0, 4), "columns is 0; expected 1 to 11"),
    "rows huge": (lambda: battle(4, 12), "rows is 12; expected 1 to 11"),
    "no supply": (lambda: battle(supply=()), "supply has length 0; expected 1 to 4"),
    "too many supplies": (
        lambda: battle(supply=(1,) * 5),
        "supply has length 5; expected 1 to 4",
    ),
    "a supply below 0": (
        lambda: battle(supply=(-1,)),
        "supply[0] is -1; expected 0 to 2147483647",
    ),
    "too few symbols": (
        lambda: battle(symbols=15),
        "symbols has length 15; expected 16, one for each square",
    ),
    "a symbol": (lambda: battle(symbol=2), "symbols[0] is 2; expected -1 to 1"),
    "a shape": (
        lambda: battle(pieces=tetromino(shape=4)),
        "placements[0].shape is 4; expected 0 to 3",
    ),
    "a kind without supply": (
        lambda: battle(pieces=tetromino(kind=1)),
        "placements[0].kind is 1; expected 0 to 0",
    ),
    "a tetromino off the board": (
        lambda: battle(pieces=tetromino(squares=(13, 14, 15, 16))),
        "placements[0].squares[3] is 16; expected 0 to 15",
    ),
    "three squares": (
        lambda: battle(pieces=tetromino(squares=(0, 1, 2))),
        "placements[0].squares are no tetromino; expected the four squares of an L, I, T or S, "
        "ascending",
    ),
    "a square twice": (
        lambda: battle(pieces=tetromino(squares=(0, 1, 1, 2))),
        "placements[0].squares are no tetromino; expected the four squares of an L, I, T or S, "
        "ascending",
    ),
    "a tetromino round the edge": (
        lambda: battle(pieces=tetromino(squares=(2, 3, 4, 5))),
        "placements[0].squares are no tetromino; expected the four squares of an L, I, T or S, "
        "ascending",
    ),
    "a black square elsewhere": (
        lambda: battle(pieces=tetromino(black=(0, 9))),
        "placements[0].black has square 9; expected squares of the tetromino",
    ),
    "a tetromino twice": (
        lambda: battle(pieces=[*PIECES, *PIECES]),
        "placements[1] is there before; expected each placement once",
    ),
    "an even size of TAILITS": (
        lambda: kernel.tailits(4, PIECES, [5], False),
        "size is 4; expected an odd number",
    ),
    "three black squares in TAILITS": (
        lambda: kernel.tailits(5, tetromino(black=(0, 1, 2)), [5], False),
        "placements[0].black has length 3; expected two of the four squares",
    ),
    "a double game's tetrominoes": (
        lambda: kernel.tailits_taiji(5, tetromino(shape=-1), [5], False, [], 1),
        "tetrominoes[0].shape is -1; expected 0 to 3",
    ),
    "a double game's taijitus": (
        lambda: kernel.taiji_battle(5, [], [], [5], 1),
        "taijitus has 0 placements; expected 80, each pair of adjacent squares in both orders once",
    ),
    "no such placement": (
        lambda: taiji().choices(at(8)),
        "placed[0] is 8; expected 0 to 7",
    ),
    "no such placement of Wythe": (
        lambda: wythe().final_value(at(-1)),
        "placed[0] is -1; expected 0 to 71",
    ),
    "a placement in the air": (
        lambda: wythe().simulate(at(71), [1]),
        "placed has placements that no game leads to; expected placements that the rules allow",
    ),
    "overlapping placements": (
        lambda: taiji().tree_search(at(0, 1), seed=1),
        "placed has placements that no game leads to; expected placements that the rules allow",
    ),
    "side to move": (lambda: taiji().choices(at(side=2)), "side is 2; expected 0 to 1"),
    "last placer": (
        lambda: taiji().choices(at(last_placer=-1)),
        "last_placer is -1; expected 0 to 1",
    ),
    "even target": (
        lambda: taiji().likely_moves(at(), table=kernel.TranspositionTable(64), target=2),
        "target is 2; expected an odd number",
    ),
    "huge target": (
        lambda: taiji().likely_moves(at(), table=kernel.TranspositionTable(64), target=99999),
        "target is 99999; expected -30001 to 30001",
    ),
    "even lower end": (lambda: solve(lower=-4), "lower is -4; expected an odd number"),
    "huge upper end": (
        lambda: solve(upper=40001),
        "upper is 40001; expected -30001 to 30001",
    ),
    "an empty window": (lambda: solve(lower=3, upper=1), "lower is above upper; expected a window"),
    "even guess": (lambda: solve(guess=0), "guess is 0; expected an odd number"),
    "no threads": (lambda: solve(threads=0), "threads is 0; expected 1 to 1024"),
    "many threads": (lambda: solve(threads=9999), "threads is 9999; expected 1 to 1024"),
    "no seconds": (lambda: solve(seconds=math.nan), "seconds is not a number; expected a number"),
    "no seconds for a tree": (
        lambda: taiji().tree_search(at(), seed=1).run(seconds=math.nan, playouts=1),
        "seconds is not a number; expected a number",
    ),
    "a strategy's side": (lambda: strategy(side=-1), "side is -1; expected 0 to 1"),
    "a strategy's value": (lambda: strategy(value=2), "value is 2; expected an odd number"),
    "too few ranks": (
        lambda: strategy(rank=[0]),
        "rank has length 1; expected 9, one for each number that it permutes",
    ),
    "a rank twice": (
        lambda: strategy(rank=[0] * 9),
        "rank is not a permutation; expected each of 0 to 8 once",
    ),
    "no symmetries of a strategy": (
        lambda: strategy(symmetries=[]),
        "symmetries is empty; expected at least the identity",
    ),
    "an image that is no move": (
        lambda: strategy(symmetries=[[*range(8), 9]]),
        "symmetries[0] is not a permutation; expected each of 0 to 8 once",
    ),
    "a kind to be used up": (lambda: few(used_up=(1,)), "used_up[0] is 1; expected 0 to 0"),
    "a square to be entered": (
        lambda: few(entered=((0,), (16,))),
        "entered[1][0] is 16; expected 0 to 15",
    ),
    "a square to be avoided": (lambda: few(avoided=(-1,)), "avoided[0] is -1; expected 0 to 15"),
    "an image that is no placement": (
        lambda: few(symmetries=((1,),)),
        "symmetries[0] is not a permutation; expected each of 0 to 0 once",
    ),
    "no symmetries of an enumeration": (
        lambda: kernel.finished_packings(2, 1, [(0, 1)], 2, []),
        "symmetries is empty; expected at least the identity",
    ),
    "too few colourings": (
        lambda: kernel.finished_packings(2, 1, [(0, 1)], 2, [([0], [])]),
        "symmetries[0][1] has length 0; expected 1, one for each placement",
    ),
    "the identity is missing": (
        lambda: kernel.finished_stacks([(0, 1, 0), (1, 0, 0)], [([1, 0], [1, 1])]),
        "symmetries[0] moves placements; expected the identity",
    ),
    "a domino is missing": (
        lambda: kernel.finished_packings(2, 2, FIRST_ROW[:1], 2, GROUP),
        "dominoes has 1 placements; expected 4, each pair of adjacent squares once",
    ),
    "a stack of one square": (
        lambda: kernel.finished_stacks([(3, 3, 0)], GROUP),
        "placements[0] covers one square; expected two squares",
    ),
    "a stack off every board": (
        lambda: kernel.finished_stacks([(-5, 3, 0)], GROUP),
        "placements[0][0] is -5; expected 0 to 120",
    ),
    "a first placement that does not exist": (
        lambda: kernel.finished_layouts(4, 4, PIECES, [5], [1], GROUP),
        "first[0] is 1; expected 0 to 0",
    ),
    "an empty batch": (
        lambda: one_domino().walk(nothing, batch=0, seconds=1.0),
        "batch is 0; expected 1 or more",
    ),
    "no seconds to count": (
        lambda: one_domino().count(seconds=math.nan, nodes=9),
        "seconds is not a number; expected a number",
    ),
    "columns of a puzzle": (lambda: puzzle(columns=100), "columns is 100; expected 1 to 99"),
    "rows of a puzzle": (lambda: puzzle(rows=0), "rows is 0; expected 1 to 99"),
    "too few regions": (
        lambda: puzzle(regions=(0, 0, 0)),
        "regions has length 3; expected 4, one for each square",
    ),
    "a region below -1": (
        lambda: puzzle(regions=(0, 0, 0, -2)),
        "regions[3] is -2; expected -1 to 3",
    ),
    "a huge region": (
        lambda: puzzle(regions=(0, 0, 0, 2**31 - 1)),
        "regions[3] is 2147483647; expected -1 to 3",
    ),
    "a region is left out": (
        lambda: puzzle(regions=(0, 0, 0, 2)),
        "regions has no 1; expected all numbers from 0 to the largest",
    ),
    "too many givens": (
        lambda: puzzle(givens="?????"),
        "givens has length 5; expected 4, one for each square",
    ),
    "a given": (
        lambda: puzzle(givens="??O?"),
        "givens[2] is another character; expected one of ?#.LITS",
    ),
    "no solutions wanted": (lambda: puzzle(wanted=0), "wanted is 0; expected 1 or more"),
    "no seconds for a puzzle": (
        lambda: puzzle(seconds=math.nan),
        "seconds is not a number; expected a number",
    ),
    "an image that is no square": (
        lambda: puzzle(images=((0, 1, 2, 4),)),
        "images[0] is not a permutation; expected each of 0 to 3 once",
    ),
    "an image that splits a region": (
        lambda: puzzle(regions=(0, 0, 1, 1), images=((0, 2, 1, 3),)),
        "images[0] splits region 0; expected regions as images of regions",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_an_error_that_says_what_was_expected(name: str) -> None:
    call, text = WRONG[name]
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        call()


def test_the_calls_that_are_changed_at_random_are_right() -> None:
    for call in (*engine_calls(), *question_calls(), *finals_calls(), *puzzle_calls()):
        call.function(*call.arguments)


@pytest.mark.slow
def test_no_random_arguments_crash_the_kernel() -> None:
    ended = run_python("from tests.kernel.random_calls import main; main()")
    last = ended.stdout[-3000:]
    assert (ended.returncode, ended.stdout.endswith("all calls ended\n")) == (0, True), (
        f"{ended.returncode}: {last} {ended.stderr[-3000:]}"
    )


def test_threads_that_share_a_tree_use_it_one_at_a_time() -> None:
    """A run while another thread uses the tree is an error, and changes nothing."""
    tree = taiji_tree()
    ran = []
    refused = []

    def run() -> None:
        for _ in range(50):
            try:
                tree.run(seconds=PATIENCE, playouts=20)
                ran.append(20)
                tree.moves()
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tree.playouts == sum(ran) > 0
    assert set(refused) <= {"another thread is using this object; expected one at a time"}


def taiji_tree() -> kernel.TreeSearch:
    position = create("taiji", size=5).start()
    engine = engine_for(position.rules)
    assert engine is not None
    return engine.tree_search(question(position), seed=1)


# Each process has a little more memory than the last, and its search ends with an answer or an
# error.
SHORT_OF_MEMORY = """
import ctypes
import os
import resource
import sys

from benchmarks.endgame import after, half_board
from litslab import kernel
from litslab.solver.engines.kernel import engine_for, question

position = after(half_board(10, 1), 5, 1)
engine, at = engine_for(position.rules), question(position)
table = kernel.TranspositionTable(1 << 20)
with open("/proc/self/statm") as pages:
    used = int(pages.read().split()[0]) * resource.getpagesize()
allocate = ctypes.CDLL(None).malloc
allocate.restype = ctypes.c_void_p

def search(room):
    resource.setrlimit(resource.RLIMIT_AS, (used, resource.RLIM_INFINITY))
    while allocate(1 << 15):  # what was freed before
        pass
    resource.setrlimit(resource.RLIMIT_AS, (used + room, resource.RLIM_INFINITY))
    try:
        engine.solve(at, lower=-9, upper=9, guess=1, table=table, seconds=600, nodes=5000,
                     threads=int(sys.argv[1]))
    except MemoryError:
        return 1
    return 0

statuses = set()
for room in range(0, 45 << 20, 900 << 10):
    child = os.fork()
    if child == 0:
        os._exit(search(room))
    statuses.add(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(*sorted(statuses))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits and measures memory as Linux does")
@pytest.mark.skipif(
    "ASAN_OPTIONS" in os.environ,
    reason="the address sanitizer reserves more memory than any limit; see threads.cpp",
)
@pytest.mark.parametrize("threads", [1, 4])
def test_a_search_without_memory_is_an_error(threads: int) -> None:
    ended = run_python(SHORT_OF_MEMORY, str(threads))
    assert (ended.returncode, ended.stdout) == (0, "0 1\n"), ended.stderr[-2000:]
