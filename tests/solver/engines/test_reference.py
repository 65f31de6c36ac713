"""The reference search against full minimax: values, best moves, lines and bounds of small
positions of every game.
"""

from __future__ import annotations

import random
from functools import cache, partial
from itertools import pairwise

import pytest

from litslab.games import SWAP, Move, Position
from litslab.games.double_games import TailitsTaijiPosition
from litslab.games.result_text import value_text
from litslab.jobs.progress import Progress
from litslab.solver import solve as module
from litslab.solver.endgame.solution import MoveScore, Solution
from litslab.solver.engines.progress import bounds_progress
from litslab.solver.engines.reference import ENGINE, Search
from litslab.solver.score import Score
from tests.games.cases import PIECES, Case, boards, symbols
from tests.games.playing import play_at_random
from tests.running import interrupted_at
from tests.solver.brute_force import BruteForce, TooLargeError

CASES = (
    *boards(
        "taiji",
        {"size": 2},
        {"size": 3, "groups": 1},
        {"size": 3, "groups": 3},
        {"size": 4, "groups": 2},
        {"size": 5, "groups": 1},
    ),
    *boards(
        "battle-of-lits",
        {"size": 3, "symbols": symbols(3, 3)},
        {"size": 4, "symbols": symbols(4, 4)},
        {"size": 5, "symbols": symbols(5, 5)},
        {"size": 5, "supply": (1, 0, 1, 2), "symbols": symbols(5, 5)},
        {"size": 7, "rows": 3, "symbols": symbols(7, 3)},
        {"size": 4},  # no symbols: the tie rule alone counts
    ),
    *boards(
        "tailits",
        {"size": 3},
        {"size": 5},
        {"size": 5, "scoring": "second", "flips": False},
        {"size": 5, "colouring": "free", "supply": (1, 1, 1, 1)},
        {"size": 5, "colouring": "each-once", "scoring": "second"},
        {"size": 5, "colouring": "pieces", "pieces": PIECES},
    ),
    *boards("wythe", {"size": 2}, {"size": 3}, {"size": 4}),
    *boards(
        "tailits+taiji",
        {"size": 3, "groups": 1},
        {"size": 3, "groups": 2, "scoring": "second", "colouring": "free"},
        {"size": 5, "groups": 2, "supply": (1, 1, 1, 1)},
        {"size": 3, "groups": 1, "supply": (0, 6, 0, 0)},  # no tetromino fits: TAIJI alone
    ),
    *boards(
        "taiji+battle-of-lits",
        {"size": 3, "groups": 1},
        {"size": 4, "groups": 2, "supply": (1, 1, 1, 1)},
        {"size": 5, "groups": 1},
    ),
)
every_case = pytest.mark.parametrize("case", CASES, ids=str)

solve = partial(module.solve, engine="reference", swap=False)

BUDGET = 500
GAMES_EACH = 3


@cache
def brute(position: Position, budget: int = BUDGET) -> tuple[int, list[tuple[Move, int]]]:
    """The value, and the value of each move, by full minimax."""
    if not (values := BruteForce(budget).move_values(position)):
        return position.outcome().value, []
    pick = max if position.to_move == 0 else min
    return pick(value for _, value in values), values


def variants(position: Position) -> list[Position]:
    """The position, and the same with the other side to move or the half point with the other."""
    found = [position, position.with_to_move(1 - position.to_move)]
    if isinstance(position, TailitsTaijiPosition) and position.second_phase:
        found.append(position.with_half_point(1 - position.last_placer))
    return found


@cache
def endgame(case: Case, seed: int) -> tuple[Position, ...]:
    """Return the earliest position of a random game that full minimax can value, and the last
    before the end.
    """
    _, positions = play_at_random(case.rules(), random.Random(seed), passes=False)
    open_ones = [position for position in positions if not position.is_over]
    for position in open_ones:
        if is_small(position):
            return (position, open_ones[-1])
    return ()


def endgames(case: Case, games: int = GAMES_EACH) -> list[Position]:
    """The endgames of some random games, with either side to move, that full minimax can value."""
    found = dict.fromkeys(position for seed in range(games) for position in endgame(case, seed))
    return [variant for position in found for variant in variants(position) if is_small(variant)]


@cache
def is_small(position: Position) -> bool:
    """Return whether full minimax can answer a position."""
    try:
        brute(position)
    except TooLargeError:
        return False
    return True


def assert_line_proves(solution: Solution, value: int) -> None:
    """The principal variation is legal, starts with a best move, ends the game, and is worth the
    value.
    """
    position = solution.position
    for move in solution.principal_variation:
        assert move in position.legal_moves()
        assert brute(position)[0] == value
        position = position.play(move)
    outcome = position.outcome()
    assert (solution.final, solution.margin, value) == (position, outcome.margin, outcome.value)
    assert solution.score.winning_side == outcome.winning_side
    if solution.best:
        assert solution.principal_variation[0] in solution.best


@pytest.mark.slow
@every_case
def test_value_best_moves_line_and_every_move_are_those_of_full_minimax(case: Case) -> None:
    positions = endgames(case)
    # Some three hundred in all the cases.
    assert len(positions) >= (4 if case.options["size"] > 3 else 2)
    for position in positions:
        value, values = brute(position)
        solution = solve(position, all_moves=True)
        assert (solution.is_complete, solution.score) == (True, Score(value, value))
        assert abs(value) <= position.rules.value_limit()
        assert list(solution.best) == [move for move, each in values if each == value]
        assert solution.moves == tuple(
            MoveScore(position, move, Score(each, each)) for move, each in values
        )
        assert solution.info.engine == ENGINE == "reference"
        assert_line_proves(solution, value)
        alone = solve(position, best="all")
        one = solve(position)
        assert (alone.score, alone.best, alone.moves) == (solution.score, solution.best, ())
        assert (one.score, one.best) == (solution.score, one.principal_variation[:1])
        assert (alone.best_complete, one.best_complete) == (True, False)
        assert_line_proves(one, value)
        assert_line_proves(alone, value)


@pytest.mark.slow
@every_case
def test_any_window_gives_the_value_or_a_bound_on_the_same_side_of_it(case: Case) -> None:
    for position in endgames(case, 1):
        value, _ = brute(position)
        for alpha in range(value - 3, value + 3):
            for beta in range(alpha + 1, value + 4):
                found = Search().alpha_beta(position, alpha, beta)
                if found <= alpha:
                    assert value <= found
                elif found >= beta:
                    assert value >= found
                else:
                    assert found == value


@pytest.mark.slow
@every_case
def test_a_node_limit_gives_honest_bounds_and_never_half_an_answer(case: Case) -> None:
    for position in endgames(case, 1):
        value, values = brute(position)
        best = tuple(move for move, each in values if each == value)
        whole = solve(position, all_moves=True)
        limits = sorted({*range(8), *(whole.info.nodes * part // 8 for part in range(9))})
        for nodes in limits:
            solution = solve(position, nodes=nodes, all_moves=True)
            assert solution.score.lower <= value <= solution.score.upper
            assert [each.move for each in solution.moves] == [move for move, _ in values]
            for scored, (_, each) in zip(solution.moves, values, strict=True):
                assert scored.score.lower <= each <= scored.score.upper
            assert solution.info.nodes <= nodes + 1
            assert solution.is_complete == (nodes >= whole.info.nodes)
            if solution.best:
                assert solution.is_exact
                assert set(solution.best) <= set(best)
                assert solution.best == best or not solution.best_complete
                assert_line_proves(solution, value)
            else:
                assert (solution.principal_variation, solution.final, solution.margin) == (
                    (),
                    None,
                    None,
                )


def test_no_time_at_all_leaves_the_bounds_that_hold_for_every_position() -> None:
    for case in CASES:
        position = case.rules().start()
        limit = position.rules.value_limit()
        solution = solve(position, time_limit=0)
        assert solution.score == Score(-limit, limit)
        assert (solution.score.value, solution.score.winning_side) == (None, None)
        assert (solution.best, solution.principal_variation, solution.margin) == ((), (), None)


@pytest.mark.slow
@every_case
def test_ctrl_c_anywhere_leaves_honest_bounds(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    for position in endgames(case, 1):
        value, _ = brute(position)
        kind = type(position)
        for error in (KeyboardInterrupt, RecursionError):
            for call in (1, 2, 3, 6, 21, 101):
                with monkeypatch.context() as patched:
                    patched.setattr(kind, "outcome", interrupted_at(call, kind.outcome, error))
                    solution = solve(position)
                assert solution.score.lower <= value <= solution.score.upper
                assert solution.is_complete == bool(solution.best)
                if solution.best:
                    assert_line_proves(solution, value)


@pytest.mark.slow
@every_case
def test_progress_reports_ever_tighter_bounds_and_may_interrupt(
    case: Case,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scores: list[Score] = []

    def reported(score: Score, position: Position, nodes: int) -> Progress:
        scores.append(score)
        return bounds_progress(score, position, nodes)

    monkeypatch.setattr("litslab.solver.engines.reference.bounds_progress", reported)
    for position in endgames(case, 1):
        value, _ = brute(position)
        limit = position.rules.value_limit()
        told: list[Progress] = [bounds_progress(Score(-limit, limit), position, 0)]
        scores[:] = [Score(-limit, limit)]
        solve(position, progress=told.append)
        assert told[-1].text == f"{value_text(value, position)}, {told[-1].done:,} nodes"
        assert scores[-1] == Score(value, value)
        for before, after in pairwise(scores):
            assert before.lower <= after.lower <= value <= after.upper <= before.upper
            assert before != after
        assert all(before.done < after.done for before, after in pairwise(told))
        stopped = solve(position, progress=interrupted_at(1))
        assert (stopped.score, stopped.best, stopped.margin) == (scores[1], (), None)
        assert solve(position, engine="kernel", progress=interrupted_at(1)).score != Score(
            -limit, limit
        )


@every_case
def test_a_finished_game_is_solved_by_its_outcome(case: Case) -> None:
    for seed in range(3):
        end = play_at_random(case.rules(), random.Random(seed))[1][-1]
        for seconds, nodes in ((None, None), (None, 0), (0, None)):
            solution = solve(end, seconds, nodes=nodes, all_moves=True)
            assert solution.score == Score(end.outcome().value, end.outcome().value)
            assert solution.is_complete
            assert (solution.best, solution.principal_variation, solution.moves) == ((), (), ())
            assert (solution.margin, solution.final) == (end.outcome().margin, end)


@pytest.mark.slow
def test_in_a_double_game_the_swap_is_a_move_that_can_be_best() -> None:
    """The players exchange colours for the second phase and keep their points, so the swap has a
    value of its own.
    """
    swaps = best = others = 0
    for seed in range(60):
        case = Case(
            "taiji+battle-of-lits",
            {"size": 4 if seed % 2 else 3, "groups": 1, "supply": (1, 1, 1, 1)},
        )
        _, positions = play_at_random(case.rules(), random.Random(seed))
        for position in positions:
            if position.can_swap and not position.is_over:
                assert SWAP in position.choices()
                value, values = brute(position, 10**6)
                solution = solve(position, all_moves=True)
                assert solution.score.value == value
                assert {each.move: each.score.value for each in solution.moves} == dict(values)
                assert_line_proves(solution, value)
                swaps += 1
                best += SWAP in solution.best
                others += solution.best != (SWAP,)
    assert swaps >= 20
    assert min(best, others) > 0
