"""Where candidates for studies come from: replayable beginnings, as far from the end as is wished, from one seed."""

from __future__ import annotations

from random import Random

import pytest

from litslab.games.position import Rules
from litslab.games.record import Record
from litslab.games.registry import create
from litslab.puzzles.studies.spec import PLAIN, Beginning, Sources, beginnings, plies_to_go, random_games
from litslab.puzzles.studies.study import impossible
from litslab.solver.play.players import GreedyPlayer

SOURCES = Sources(games=60, sampled=40)
RULES: list[tuple[Rules, int]] = [
    (create("battle-of-lits", size=7), 3),
    (create("taiji", size=5, groups=1), 4),
    (create("wythe", size=5), 5),
    (create("taiji+battle-of-lits", size=5), 3),
]


def some(rules: Rules, plies: int, seed: int) -> list[Beginning]:
    return beginnings(rules.start(), plies, GreedyPlayer, Random(seed), SOURCES)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "plies"), RULES)
def test_beginnings_are_legal_far_enough_from_the_end_and_the_cheapest_come_first(rules: Rules, plies: int) -> None:
    found = some(rules, plies, 1)
    assert 0 < len(found) <= SOURCES.kept
    off = [max(0.0, abs(each.left - plies) - SOURCES.tolerance) for each in found]
    ranks = [(away, each.position.legal.bit_count()) for away, each in zip(off, found, strict=True)]
    assert ranks == sorted(ranks)
    assert off[0] == 0
    for each in found:
        assert Record(rules, each.moves).position() == each.position
        assert impossible(each.position) is None
    assert [each.moves for each in some(rules, plies, 1)] == [each.moves for each in found]
    assert [each.moves for each in some(rules, plies, 2)] != [each.moves for each in found]


@pytest.mark.parametrize(("rules", "plies"), RULES)
def test_random_games_end_with_and_without_the_kernel(
    rules: Rules, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = rules.start()
    fast = random_games(start, 400, Random(1))
    mean = plies_to_go(start, 400, Random(2))
    assert sum(map(len, fast)) / 400 == pytest.approx(mean, rel=0.1)
    monkeypatch.setattr("litslab.solver.engines.kernel.simulator_for", lambda _: None)
    plain = random_games(start, 400, Random(1))
    assert (len(fast), len(plain)) == (400, 400 // PLAIN)
    for moves in (*fast[:20], *plain):
        assert Record(rules, moves).position().is_over
    assert plies_to_go(start, 1000, Random(3)) == pytest.approx(mean, rel=0.2)
    assert plies_to_go(Record(rules, plain[0]).position(), 20, Random(3)) == 0
    assert some(rules, plies, 1)
