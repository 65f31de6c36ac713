"""Commands refuse sizes and counts that would take more than a gigabyte."""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from litslab import kernel
from litslab.analysis.runs import play
from litslab.analysis.runs.run import Run, RunError
from litslab.games import create
from litslab.games.errors import OptionError
from litslab.games.geometry import Board
from litslab.games.memory import OutOfMemoryError, most_entries, most_positions
from litslab.games.perft import perft
from litslab.games.pieces import free_pieces, plain_pieces
from litslab.games.placements import LARGEST_TABLE, placement_table
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError
from litslab.puzzles.lits.techniques.table import RegionTable
from litslab.solver.endgame.optimal_moves import find_optimal_moves
from litslab.solver.engines.reference import Search
from litslab.solver.engines.registry import EngineName
from litslab.solver.finals.by_play import finals_by_play
from litslab.solver.finals.count import count
from litslab.solver.finals.finals import Finals, FinalsEngine
from litslab.solver.model.games import final_positions
from litslab.solver.solve import solve
from tests.app.command_line import BAD_INPUT, DONE, LIMIT
from tests.running import run_python

GIGABYTE = 1_000_000_000
ROOM = 3 * GIGABYTE
"""The addresses that a child may use: threads reserve far more of them than they use memory."""


COMMANDS = (
    (
        "new tailits --size 99 --colouring free",
        BAD_INPUT,
        "placements would take 104,544 MiB: expected a board",
    ),
    ("new wythe --size 99 --json", BAD_INPUT, "size 99×99: the table of its 504,504 placements"),
    ("new battle-of-lits --size 99 --rows 98", BAD_INPUT, "size 99×98: the table"),
    ("new taiji --size 99 --json", DONE, ""),
    ("new tailits --size 35 --supply 999999999 --json", DONE, ""),
    ("report tailits --size 99 -o report", BAD_INPUT, "size 99×99: the table"),
    ("puzzle generate --size 999999", BAD_INPUT, "999999 columns: expected 2 to 99"),
    (
        "puzzle solve https://puzz.link/p?lits/9999/9999/0",
        BAD_INPUT,
        "'9999' columns: expected a number from 1",
    ),
    (
        "perft taiji --size 99 --depth 3",
        LIMIT,
        "do not fit into memory: expected a depth of at most",
    ),
)
MEASURE = """
import contextlib, io, json, resource, sys
from litslab.app.cli import main
for line in sys.argv[1:]:
    with contextlib.redirect_stderr(io.StringIO()) as err:
        status = main(line.split())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps((status, err.getvalue(), memory)), file=sys.stderr)
"""


@pytest.mark.slow
def test_sizes_and_counts_beyond_memory_are_refused(tmp_path: Path) -> None:
    """Run in a process that cannot take much more than a gigabyte."""
    ended = run_python(
        MEASURE,
        *(line for line, *_ in COMMANDS),
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "OPENBLAS_NUM_THREADS": "1",
        },
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM)),
    )
    for (line, status, shown), told in zip(COMMANDS, ended.stderr.splitlines(), strict=True):
        found, err, memory = json.loads(told)
        assert (found, len(err.splitlines())) == (status, status != DONE), (line, err)
        assert shown in err, line
        assert memory < GIGABYTE, line


MANY_THREADS = """
import resource, litslab as ll
position = ll.new_game("taiji", size=4)
ll.solve(position)
held = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (held + 5 * 2**29, resource.RLIM_INFINITY))
print(ll.solve(position, threads=8).score.value)
"""


@pytest.mark.slow
def test_fewer_threads_search_where_the_system_gives_no_more(tmp_path: Path) -> None:
    """Run where the stacks of two threads, a gigabyte each, fit into memory, but not those of
    eight.
    """
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    ended = run_python(
        MANY_THREADS,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (1 << 30, most)),
    )
    assert ended.stdout == f"{solve(create('taiji', size=4).start()).score.value}\n", ended.stderr


def test_a_table_takes_no_more_than_is_reckoned() -> None:
    """The sets of a table take less memory than the estimate made before."""
    kinds = free_pieces((6, 6, 6, 6), flips=True)
    table = placement_table(Board(9, 9), kinds)
    sets = [*table.covering, *table.overlaps, *table.touches, *table.excludes, *table.compatible]
    taken = sum(sys.getsizeof(each) for each in {id(each): each for each in sets}.values())
    places = len({placement.mask for placement in table})
    assert taken < (4 * places + 16 * 81) * (len(table) // 8) + len(table) * 400 < LARGEST_TABLE


def test_the_largest_table_is_a_little_below_the_limit() -> None:
    """The limit for Battle of LITS is between 30 and 40 squares per side."""
    placement_table(Board(30, 30), plain_pieces((5, 5, 5, 5)))
    with pytest.raises(
        OptionError, match="size 40×40: the table of its 26,672 placements would take 436 MiB"
    ):
        placement_table(Board(40, 40), plain_pieces((5, 5, 5, 5)))


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litslab.games.memory.LARGEST_COLLECTION", 200_000)


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize(
    "collect",
    [
        lambda: perft(create("taiji", size=4), 6),
        lambda: list(finals_by_play(create("battle-of-lits", size=5))),
        lambda: count(Finals(create("battle-of-lits", size=5), FinalsEngine.PLAY)),
    ],
)
def test_what_is_collected_ends_at_the_limit(collect: Callable[[], object]) -> None:
    with pytest.raises(OutOfMemoryError, match="do not fit into memory: expected"):
        collect()


def test_the_reference_search_ends_at_the_limit_with_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = create("taiji", size=3).start()
    whole = find_optimal_moves(Search(), position)
    monkeypatch.setattr("litslab.games.memory.LARGEST_COLLECTION", 10_000)
    search = Search()
    found = find_optimal_moves(search, position)
    assert len(search.entries) <= most_entries(position.rules)
    assert not found.is_complete
    assert found.score.lower <= whole.score.lower <= whole.score.upper <= found.score.upper


def test_models_of_too_many_placements_are_refused() -> None:
    rules = create("taiji", size=4)
    final_positions(rules)
    with pytest.raises(
        OptionError, match="48 placements are possible: expected at most 40 for CP-SAT"
    ):
        final_positions(rules, most_placements=40)
    position = rules.start().place(0)
    final_positions(rules, position=position, most_placements=40)


def test_positions_are_reckoned_by_their_sets() -> None:
    small = create("taiji", size=5)
    large = create("taiji", size=50)
    assert most_positions(small) > 10 * most_positions(large) > 0
    assert most_entries(small, values=False) > most_entries(small) > most_positions(small)


def test_runs_of_too_many_parts_are_refused() -> None:
    start = create("taiji", size=3).start()
    players = ("mcts:20", "mcts:20")
    run = Run.of(start, players, 10 * play.MOST_PARTS)
    assert sum(games for _, _, games in play.parts(run)) == run.games
    with pytest.raises(
        RunError, match="200001 games: expected at most 200,000 of mcts:20 against mcts:20"
    ):
        list(play.parts(Run.of(start, players, 10 * play.MOST_PARTS + 1)))


@pytest.mark.slow
def test_techniques_refuse_regions_that_are_too_large() -> None:
    RegionTable(
        LitsPuzzle.from_rows(
            [[row // 9 * 5 + column // 9 for column in range(45)] for row in range(45)]
        )
    )
    blocks = LitsPuzzle.from_rows(
        [[row // 9 * 11 + column // 9 for column in range(99)] for row in range(99)]
    )
    with pytest.raises(PuzzleError, match="placements of a tetromino: the techniques would take"):
        RegionTable(blocks)


@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(
            "kernel",
            marks=pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled"),
        ),
        "reference",
    ],
)
def test_a_supply_of_63_bits_is_a_supply_without_end(engine: EngineName) -> None:
    most = (1 << 63) - 1
    endless, usual = (
        create("battle-of-lits", size=4, supply=supply)
        for supply in ((most, most, 16, 16), (16,) * 4)
    )
    assert solve(endless.start(), engine=engine).score == solve(usual.start(), engine=engine).score
