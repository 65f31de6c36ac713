"""Finished positions: the engines find the same ones."""

from __future__ import annotations

import itertools

import pytest

from litslab.games import create
from litslab.solver.finals.by_play import finals_by_play
from litslab.solver.finals.count import count
from litslab.solver.finals.finals import Finals, FinalsEngine, finals_by_cpsat
from tests.games.cases import Case
from tests.kernel.test_enumeration import CASES as ENUMERATED
from tests.solver.brute_force import ends_of
from tests.without_kernel import without_kernel


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [case for case in ENUMERATED if case.rules().board.size < 20], ids=str
)
def test_two_ways_find_the_same_finished_positions(case: Case) -> None:
    found: list[int] = []
    assert finals_by_cpsat(case.rules(), True, None, found.extend)
    assert len(set(found)) == len(found)
    played = list(finals_by_play(case.rules()))
    assert len(set(played)) == len(played)
    assert set(found) == set(played) == {end.placed for end in ends_of(case.rules().start())}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), [("taiji", 4), ("tailits", 3), ("wythe", 2)])
def test_all_engines_find_the_same_positions_without_the_colours_of_taiji(
    name: str,
    size: int,
) -> None:
    rules = create(name, size=size)
    found = [sorted(Finals(rules, engine, colours=False)) for engine in FinalsEngine]
    orbits = {count(Finals(rules, engine, colours=False)).orbits for engine in FinalsEngine}
    assert (found[0] == found[1] == found[2], len(orbits)) == (True, 1)


@pytest.mark.slow
def test_a_list_comes_from_the_kernel_in_a_process_of_its_own() -> None:
    rules = create("battle-of-lits", size=5)
    finals = Finals(rules)
    assert finals.chosen is FinalsEngine.KERNEL
    some = list(itertools.islice(finals, 300))
    assert not finals.complete
    assert len(set(some)) == 300
    assert all(rules.from_placements(rules.table.of(placed)).is_over for placed in some[::30])
    whole = Finals(create("battle-of-lits", size=3))
    assert len(list(whole)) == 32
    assert whole.complete


def test_the_kernel_is_not_chosen_where_it_cannot_count() -> None:
    assert Finals(create("battle-of-lits", size=12)).chosen is FinalsEngine.CPSAT
    with without_kernel():
        assert Finals(create("battle-of-lits", size=3)).chosen is FinalsEngine.CPSAT
