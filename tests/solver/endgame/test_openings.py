"""The most even openings by null-window queries are those that the values of all openings and full minimax tell."""

from __future__ import annotations

import pytest

from litslab.games.position import Position, Rules
from litslab.games.wythe import Wythe
from litslab.jobs.progress import Progress
from litslab.solver.endgame.optimal_moves import find_even_openings
from litslab.solver.endgame.result import Limit, Solution
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.reference import Search
from tests.solver.endgame.test_swap import GAMES

MEMORY = 1 << 22
SQUARE = Wythe(size=3)


def players_margin(position: Position, solution: Solution) -> int:
    """Play the line with the swap where the second player gains by it, and return the first player's margin."""
    opening, *rest = solution.principal_variation
    after = position.play(opening)
    end = after
    for move in rest:
        end = end.play(move)
    outcome = end.outcome()
    return -outcome.margin if not after.is_over and outcome.value > 0 else outcome.margin


@pytest.mark.parametrize("rules", [*GAMES, SQUARE], ids=str)
@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_queries_and_exact_values_name_the_same_openings(rules: Rules, engine: str) -> None:
    start = rules.start()
    if engine == "reference" and start.legal.bit_count() > 60:
        pytest.skip("takes long")
    oracle = Search if engine == "reference" else lambda: KernelOracle(rules=rules, memory=MEMORY)
    quick = find_even_openings(oracle(), start)
    whole = find_even_openings(oracle(), start, all_moves=True)
    assert quick.is_complete
    assert (quick.score, quick.best, quick.swap) == (whole.score, whole.best, whole.swap)
    assert not quick.moves
    worth = {
        each.move: each.score.lower if start.play(each.move).is_over else -abs(each.score.lower) for each in whole.moves
    }
    assert whole.best == tuple(move for move in start.choices() if worth[move] == max(worth.values()))
    for found in (quick, whole):
        assert found.under_swap
        assert found.margin == players_margin(start, found)
        assert found.margin is not None
        assert 2 * found.margin - 1 <= (found.score.value or 0) <= 2 * found.margin + 1


@pytest.mark.parametrize("rules", [*GAMES, SQUARE], ids=str)
def test_one_even_opening_settles_the_value(rules: Rules) -> None:
    start = rules.start()
    oracles = [KernelOracle(rules=rules, memory=MEMORY) for _ in range(2)]
    told: list[Progress] = []
    one = find_even_openings(oracles[0], start, all_best=False)
    whole = find_even_openings(oracles[1], start, progress=told.append)
    assert one.is_complete
    assert (one.score, one.under_swap) == (whole.score, True)
    assert len(one.best) == 1
    assert set(one.best) <= set(whole.best)
    assert (one.best_complete, whole.best_complete) == (False, True)
    assert one.margin == players_margin(start, one)
    assert one.info.nodes <= whole.info.nodes
    assert any(each.text.endswith("; other openings as even") for each in told) or start.play(whole.best[0]).is_over


def test_symmetry_saves_queries() -> None:
    start = SQUARE.start()
    oracle = CountingOracle(rules=SQUARE, memory=MEMORY)
    find_even_openings(oracle, start)
    asked = {position.placed for position in oracle.asked if position.placed.bit_count() == 1}
    assert 0 < len(asked) <= start.legal.bit_count() // 4


class CountingOracle(KernelOracle):
    """Remembers what it was asked about."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.asked: list[Position] = []

    def reaches(self, position: Position, value: int, maximising: bool) -> bool:
        self.asked.append(position)
        return super().reaches(position, value, maximising)


@pytest.mark.parametrize("nodes", [1, 200, 2_000])
def test_a_limit_leaves_bounds_that_hold(nodes: int) -> None:
    rules = GAMES[0]
    start = rules.start()
    exact = find_even_openings(KernelOracle(rules=rules, memory=MEMORY), start).score.value
    assert exact is not None
    stopped = find_even_openings(KernelOracle(rules=rules, limit=Limit(nodes=nodes), memory=MEMORY), start)
    assert stopped.score.lower <= exact <= stopped.score.upper
    assert set(stopped.best) <= set(start.choices())
    assert stopped.is_complete is stopped.best_complete
    assert bool(stopped.best) or not stopped.is_complete
    if nodes == 1:
        assert not stopped.is_complete
        assert stopped.verdict.startswith("with the swap, limit reached; ")
