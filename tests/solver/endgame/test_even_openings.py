"""Moves, openings and the swap: what `solve` says of them equals full minimax, whoever finds the
values.
"""

from __future__ import annotations

from itertools import product

import pytest

from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.games.wythe import Wythe
from litslab.jobs.progress import Progress
from litslab.solver.endgame.even_openings import find_even_openings
from litslab.solver.endgame.optimal_moves import SolveOptions
from litslab.solver.endgame.solution import Solution
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.reference import Search
from tests.solver.endgame.test_swap import GAMES

MEMORY = 4
SQUARE = Wythe(size=3)


def players_margin(position: Position, solution: Solution) -> int:
    """Play the line with the swap where the second player gains by it, and return the first
    player's margin.
    """
    opening, *rest = solution.principal_variation
    after = position.play(opening)
    end = after
    for move in rest:
        end = end.play(move)
    outcome = end.outcome()
    return -outcome.margin if not after.is_over and outcome.value > 0 else outcome.margin


SMALL = [rules for rules in (*GAMES, SQUARE) if rules.start().legal.bit_count() <= 60]
"""The games that the reference engine searches soon."""


@pytest.mark.parametrize(
    ("engine", "rules"),
    [*product(["kernel"], (*GAMES, SQUARE)), *product(["reference"], SMALL)],
    ids=str,
)
def test_queries_and_exact_values_name_the_same_openings(engine: str, rules: Rules) -> None:
    start = rules.start()
    oracle = Search if engine == "reference" else lambda: KernelOracle(rules=rules, memory=MEMORY)
    quick = find_even_openings(oracle(), start)
    whole = find_even_openings(oracle(), start, SolveOptions(all_moves=True))
    assert quick.is_complete
    assert (quick.score, quick.best, quick.swap) == (whole.score, whole.best, whole.swap)
    assert not quick.moves
    values = ((each.move, each.score.lower) for each in whole.moves)
    worth = {move: value if start.play(move).is_over else -abs(value) for move, value in values}
    assert whole.best == tuple(
        move for move in start.choices() if worth[move] == max(worth.values())
    )
    for found in (quick, whole):
        assert (found.under_swap, found.margin) == (True, players_margin(start, found))
        assert found.margin is not None
        assert 2 * found.margin - 1 <= (found.score.value or 0) <= 2 * found.margin + 1


@pytest.mark.parametrize("rules", [*GAMES, SQUARE], ids=str)
def test_one_even_opening_settles_the_value(rules: Rules) -> None:
    start = rules.start()
    oracles = [KernelOracle(rules=rules, memory=MEMORY) for _ in range(2)]
    told: list[Progress] = []
    one = find_even_openings(oracles[0], start, SolveOptions(all_best=False))
    whole = find_even_openings(oracles[1], start, SolveOptions(progress=told.append))
    assert (one.is_complete, one.score, one.under_swap, len(one.best)) == (
        True,
        whole.score,
        True,
        1,
    )
    assert set(one.best) <= set(whole.best)
    assert (one.best_complete, whole.best_complete, one.margin) == (
        False,
        True,
        players_margin(start, one),
    )
    assert one.info.nodes <= whole.info.nodes
    assert (
        any(each.text.endswith("; other openings as even") for each in told)
        or start.play(whole.best[0]).is_over
    )


def test_symmetry_saves_queries() -> None:
    asked = set[int]()

    class Asked(KernelOracle):
        def reaches(self, position: Position, value: int, maximising: bool) -> bool:
            asked.add(position.placed)
            return super().reaches(position, value, maximising)

    start = SQUARE.start()
    find_even_openings(Asked(rules=SQUARE, memory=MEMORY), start)
    assert (
        0
        < len([placed for placed in asked if placed.bit_count() == 1])
        <= start.legal.bit_count() // 4
    )


@pytest.mark.parametrize("nodes", [1, 200, 2_000])
def test_a_limit_leaves_bounds_that_hold(nodes: int) -> None:
    rules = GAMES[0]
    start = rules.start()
    exact = find_even_openings(KernelOracle(rules=rules, memory=MEMORY), start).score.value
    assert exact is not None
    stopped = find_even_openings(
        KernelOracle(rules=rules, limit=Limit(nodes=nodes), memory=MEMORY), start
    )
    assert stopped.score.lower <= exact <= stopped.score.upper
    assert set(stopped.best) <= set(start.choices())
    assert stopped.is_complete is stopped.best_complete
    assert bool(stopped.best) or not stopped.is_complete
    if nodes == 1:
        assert not stopped.is_complete
        assert stopped.verdict.startswith("with the swap, limit reached; ")
