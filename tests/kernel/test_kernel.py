"""The kernel against the reference: moves, final values, exact values, bounds, random games, in
every game.
"""

from __future__ import annotations

import ctypes
import random
import signal
import threading
from collections.abc import Callable
from functools import cache

import pytest

from benchmarks.endgame import after, half_board
from litslab import kernel
from litslab.games import SWAP, Position, Rules, create
from litslab.games.double_games import TailitsTaijiPosition
from litslab.games.geometry import nth_bit
from litslab.games.notation import parse_move
from litslab.games.placements import Placement
from litslab.games.record_toml import loads
from litslab.games.sources import load as load_record
from litslab.solver.endgame.optimal_moves import SolveOptions, find_optimal_moves, optimal_move
from litslab.solver.engines.kernel import KernelOracle, engine_for, question
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.reference import Search
from tests.app.command_line import EXAMPLES
from tests.engine_games import EngineGame, golden, played_from
from tests.games.cases import Case, every_case
from tests.running import PATIENCE
from tests.solver.engines.test_reference import CASES as SMALL_CASES

every_small_case = pytest.mark.parametrize("case", SMALL_CASES, ids=str)

MEMORY = 1


def engine_of(of: Case | Rules) -> kernel.Engine:
    engine = engine_for(of.rules() if isinstance(of, Case) else of)
    assert engine is not None
    return engine


@cache
def random_positions(case: Case, seed: int) -> list[Position]:
    """The positions of a random game, now and then with a swap."""
    rng = random.Random(seed)
    position = case.rules().start()
    found = [position]
    while position.legal:
        if position.can_swap and rng.random() < 0.5:
            position = position.with_swap_made()
        else:
            position = position.place(
                nth_bit(position.legal, rng.randrange(position.legal.bit_count()))
            )
        found.append(position)
    return found


def choices(position: Position) -> set[int]:
    """The moves that decide, as the kernel numbers them."""
    swap = len(position.rules.table)
    return {move.index if isinstance(move, Placement) else swap for move in position.choices()}


@pytest.mark.slow
@every_case
def test_choices_and_final_values_are_the_rules_own_along_random_games(case: Case) -> None:
    engine = engine_of(case)
    for seed in range(3):
        for position in random_positions(case, seed):
            asked = question(position)
            assert set(engine.choices(asked)) == choices(position)
            assert len(engine.choices(asked)) == len(choices(position))
            assert engine.final_value(asked) == (
                position.outcome().value if position.is_over else None
            )
            assert engine.value_limit <= 2 * position.rules.value_limit() + 4


@cache
def solvable(
    case: Case,
    seed: int,
    nodes: int = 1500,
    most: int | None = None,
) -> list[tuple[Position, int]]:
    """Positions of a random game, from the end backwards as far as the reference search gets, with
    their values.
    """
    search = Search(Limit(nodes=nodes))
    found = []
    for position in [*reversed(random_positions(case, seed))][:most]:
        try:
            found.append((position, search.value(position)))
        except LimitReachedError:
            break
    return found


@pytest.mark.slow
@every_small_case
def test_everything_asked_at_the_root_equals_the_references_answer(case: Case) -> None:
    for seed in (1, 2):
        position, _ = solvable(case, seed, nodes=600)[-1]
        expected = find_optimal_moves(Search(), position, SolveOptions(all_moves=True))
        found = find_optimal_moves(
            KernelOracle(rules=case.rules(), memory=MEMORY), position, SolveOptions(all_moves=True)
        )
        assert (found.score, found.best, found.moves) == (
            expected.score,
            expected.best,
            expected.moves,
        )
        assert found.swap == expected.swap
        assert found.final is not None
        assert found.final.outcome().value == expected.score.value


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tailits", "battle-of-lits"])
def test_threads_that_meet_in_many_nodes_find_the_same_value(name: str) -> None:
    position = after(create(name, size=7), 1, 1)
    alone, together = (
        KernelOracle(rules=position.rules, threads=threads, memory=16) for threads in (1, 3)
    )
    assert together.value(position) == alone.value(position)


@pytest.mark.slow
def test_a_table_grows_as_it_fills_up_and_answers_as_one_that_cannot() -> None:
    """1 MiB is the smallest table; 8 MiB are three doublings above it; 64 bytes are one bucket."""
    position = after(half_board(10, 2), 4, 2)
    values = []
    for memory in (1, 8):
        oracle = KernelOracle(rules=position.rules, memory=memory)
        assert oracle.table.bytes_in_use == 1 << 20
        values.append(oracle.value(position))
        assert oracle.table.bytes_in_use <= oracle.table.bytes == memory << 20
    assert oracle.table.bytes_in_use > 1 << 20
    assert values[0] == values[1]
    oracle.table.clear()
    assert oracle.table.bytes_in_use == 1 << 20
    assert kernel.TranspositionTable(64).bytes_in_use == kernel.TranspositionTable(100).bytes == 64


@pytest.mark.slow
@every_case
def test_likely_moves_are_all_moves_and_begin_with_one_that_is_proved(case: Case) -> None:
    for seed in range(3):
        oracle = KernelOracle(rules=case.rules(), memory=MEMORY)
        for position, value in solvable(case, seed)[1:]:
            assert sorted(map(str, oracle.likely_moves(position, value))) == sorted(
                map(str, position.choices())
            )
            assert oracle.value(position) == value
            nodes = oracle.nodes
            best = optimal_move(oracle, position, value)
            assert best is not None
            assert Search().value(position.play_unchecked(best)) == value
            first = oracle.likely_moves(position, value)[0]
            assert Search().value(position.play_unchecked(first)) == value
            assert oracle.nodes >= nodes


SECOND_PHASES = tuple(
    Case(
        "tailits+taiji",
        {"size": size, "groups": groups, "scoring": scoring, "supply": supply, "colouring": "free"},
    )
    for size, groups, scoring, supply in (
        (5, 1, "largest", (1, 0, 0, 0)),
        (5, 2, "second", (0, 1, 0, 1)),
        (5, 3, "largest", (6, 6, 6, 6)),
        (7, 1, "second", (6, 6, 6, 6)),
        (7, 2, "largest", (2, 0, 1, 0)),
        (7, 3, "second", (0, 6, 0, 6)),
    )
)
"""Second phases of TAILITS+TAIJI with few and with many tetrominoes below."""


@pytest.mark.slow
@pytest.mark.parametrize("case", SECOND_PHASES, ids=str)
def test_a_second_phase_is_worth_its_best_move(case: Case) -> None:
    """Too much is left for the reference. The search omits moves; those that it omits are asked
    about here as well.
    """
    late = random_positions(case, 1)[-8:]
    position = next(
        each for each in late if isinstance(each, TailitsTaijiPosition) and each.second_phase
    )
    here, *values = (
        KernelOracle(rules=case.rules(), memory=MEMORY).value(each)
        for each in (position, *(position.play(move) for move in position.legal_moves()))
    )
    assert here == (max(values) if position.to_move == 0 else min(values)), str(position)


@pytest.mark.slow
def test_a_second_phase_is_searched_as_taiji() -> None:
    """With bounds on what each colour can reach and nothing else, it takes 1.3 million nodes."""
    record = load_record(EXAMPLES / "tailits+taiji-11.toml")
    oracle = KernelOracle(rules=record.position().rules, limit=Limit(nodes=400_000))
    assert oracle.value(record.position(49)) == 35


def exchanged(rules: Rules, index: int) -> Placement | None:
    """The placement on the same squares in the other colours."""
    placement = rules.table[index]
    return rules.table.find(placement.shape, placement.mask, placement.white)


def test_a_mirrored_reply_is_tried_first_where_a_tie_is_enough() -> None:
    rules = create("taiji", size=6, groups=1)
    oracle = KernelOracle(rules=rules, memory=MEMORY)
    light_may_tie = -1
    dark_may_tie = 1
    across = parse_move("c4,c3", rules.start())
    assert isinstance(across, Placement)
    images = next(
        each
        for each in rules.table.symmetries[1:]
        if exchanged(rules, each[across.index]) == across
    )
    for move in ("a1,a2", "b2,c2", "e5,e6", "f4,f5"):
        placement = parse_move(move, rules.start())
        assert isinstance(placement, Placement)
        position = rules.start().play(across).play(placement)
        image = exchanged(rules, images[placement.index])
        assert oracle.likely_moves(position, light_may_tie)[0] == image
        assert oracle.likely_moves(position, dark_may_tie)[0] != image  # it asks Light for more


@pytest.mark.slow
@pytest.mark.parametrize("name", ["battle-of-lits", "tailits+taiji"])
def test_a_time_limit_ends_a_search_that_would_take_years(name: str) -> None:
    rules = create(name, symbols=("XO" * 5,) * 10) if name == "battle-of-lits" else create(name)
    oracle = KernelOracle(rules=rules, limit=Limit(seconds=0.3), memory=MEMORY)
    with pytest.raises(LimitReachedError):
        oracle.value(rules.start())
    score = oracle.bounds(rules.start())
    assert score.lower < score.upper


def after_index(position: Position, index: int) -> Position:
    """The position after a move as the kernel numbers it."""
    table = position.rules.table
    return position.play(SWAP if index == len(table) else table[index])


@pytest.mark.slow
@every_small_case
def test_a_tree_counts_its_playouts_and_proves_only_what_is_true(case: Case) -> None:
    engine = engine_of(case)
    for seed in range(2):
        for position, value in solvable(case, seed):
            tree = engine.tree_search(question(position), seed=seed)
            tree.run(seconds=PATIENCE, playouts=200)
            assert tree.lower <= value <= tree.upper
            if position.is_over:
                assert (tree.playouts, tree.moves(), tree.line()) == (0, [], [])
                continue
            moves = tree.moves()
            assert {each.move for each in moves} == choices(position)
            assert sum(each.visits for each in moves) == tree.playouts == 200
            best = moves[0]
            line = tree.line()
            assert line[0] == best.move
            assert all(0 <= each.wins <= each.visits and 0 <= each.mean <= 1 for each in moves)
            assert all(each.lower <= each.upper for each in moves)
            search = Search()
            for each in moves:
                if each.visits:
                    assert (
                        each.lower <= search.value(after_index(position, each.move)) <= each.upper
                    )
            end = position
            for index in line:
                assert index in choices(end)
                end = after_index(end, index)


def test_a_tree_goes_on_where_its_last_run_ended() -> None:
    position = create("battle-of-lits", size=6).with_fresh_board(random.Random(1)).start()
    engine = engine_of(position.rules)

    def after(*runs: int) -> list[tuple[int, int, int, int, float]]:
        tree = engine.tree_search(question(position), seed=4)
        for playouts in runs:
            tree.run(seconds=PATIENCE, playouts=playouts)
        return [
            (each.move, each.visits, each.wins, each.values, each.mean) for each in tree.moves()
        ]

    assert after(100, 1, 199) == after(300)
    assert after(300) != after(299)


def interrupt(call: Callable[[], object]) -> None:
    """Press Ctrl-C while a function runs, or before it on a busy machine."""
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    call()


@pytest.mark.usefixtures("_ctrl_c")
def test_a_signal_ends_a_run_and_keeps_the_tree() -> None:
    position = create("wythe", size=6).start()
    tree = engine_of(position.rules).tree_search(question(position), seed=1)
    tree.run(seconds=PATIENCE, playouts=10)
    with pytest.raises(KeyboardInterrupt):
        interrupt(lambda: tree.run(seconds=PATIENCE, playouts=1 << 60))
    played = tree.playouts
    tree.run(seconds=PATIENCE, playouts=10)
    assert tree.playouts == played + 10 > 10


@pytest.mark.usefixtures("_ctrl_c")
def test_a_signal_at_the_end_of_a_search_does_not_take_the_place_of_its_answer() -> None:
    position = create("wythe", size=2).start()
    answer = engine_of(position.rules).solve(
        question(position),
        lower=-9,
        upper=9,
        guess=1,
        table=kernel.TranspositionTable(1 << 20),
        seconds=PATIENCE,
        nodes=1 << 60,
        progress=ctypes.pythonapi.PyErr_SetInterrupt,  # Python code would see it at once
    )
    assert (answer.interrupted, answer.lower, answer.upper) == (True, -1, -1)


@pytest.mark.slow
@pytest.mark.parametrize("game", golden(), ids=lambda game: loads(game.record).rules.name)
def test_a_seed_stands_for_the_same_games_however_the_kernel_was_compiled(game: EngineGame) -> None:
    assert played_from(loads(game.record)) == game
