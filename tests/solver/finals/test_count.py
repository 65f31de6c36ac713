"""Numbers of finished positions: the engines agree, and with published numbers."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from litslab.games import create
from litslab.games.geometry import bits
from litslab.solver.finals.count import count
from litslab.solver.finals.finals import Finals, FinalsEngine
from tests.games.cases import Case
from tests.kernel.test_enumeration import counted, listed


@pytest.mark.slow
def test_a_limit_is_reported_as_one() -> None:
    for engine in FinalsEngine:
        tally = count(Finals(create("battle-of-lits", size=8), engine, time_limit=0.05))
        assert not tally.complete
        assert tally.orbits is not None
        assert tally.orbits * 8 >= tally.count
        assert sum(tally.by_pieces.values()) == tally.count


@pytest.mark.slow
@pytest.mark.parametrize("engine", FinalsEngine)
def test_all_engines_agree_on_4_by_3(engine: FinalsEngine) -> None:
    tally = count(Finals(create("battle-of-lits", size=4, rows=3), engine), orbits=True)
    assert (tally.complete, tally.count, tally.orbits, tally.by_pieces) == (
        True,
        69,
        19,
        {1: 25, 2: 44},
    )


@pytest.mark.slow
def test_a_colouring_multiplies_shapes_where_supplies_are_by_shape() -> None:
    case = Case("tailits", {"size": 5})
    table = case.rules().table
    layouts = {
        tuple(sorted(table[index].mask for index in bits(placed))) for placed in listed(case)
    }
    by_pieces = Counter(map(len, layouts))
    free = counted(Case("tailits", {"size": 5, "colouring": "free"}))
    assert free.by_pieces == {
        pieces: number * 6**pieces for pieces, number in sorted(by_pieces.items())
    }


# Numbers of maximal matchings of the n×n grid graph: OEIS A287595.
MATCHINGS = {
    2: 2,
    3: 22,
    4: 400,
    5: 22228,
    6: 3136370,
    7: 1158560776,
    8: 1147204164108,
    9: 2980178704765860,
}


@pytest.mark.slow
@pytest.mark.parametrize("size", MATCHINGS)
def test_maximal_packings_of_dominoes_are_the_published_numbers(size: int) -> None:
    tally = counted(Case("taiji", {"size": size}), colours=False, orbits=False)
    assert (tally.count, tally.orbits) == (MATCHINGS[size], None)


@lru_cache(maxsize=8)
def packings(size: int) -> tuple[tuple[int, ...], ...]:
    """All maximal packings, each as the dominoes' squares, from the search."""
    case = Case("taiji", {"size": size})
    table = case.rules().table
    return tuple(
        tuple(sorted(table[index].mask for index in bits(placed)))
        for placed in listed(case, colours=False)
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_walk_and_the_profile_count_the_same_packings(size: int) -> None:
    found = packings(size)
    tally = counted(Case("taiji", {"size": size}), colours=False)
    assert len(set(found)) == len(found) == tally.count
    assert tally.by_pieces == dict(sorted(Counter(map(len, found)).items()))
    if size == 5:
        return  # to turn 22,228 of them takes long, and tells what 4 × 4 does
    turned = (
        min(
            tuple(sorted(symmetry.apply(mask) for mask in masks))
            for symmetry in create("taiji", size=size).board.symmetries
        )
        for masks in found
    )
    assert tally.orbits == len(set(turned))


def test_fewest_and_most_dominoes_are_known() -> None:
    # Perfect packings are domino tilings: 36 and 6728 on 4×4 and 6×6 (OEIS A004003).
    cases = {size: Case("taiji", {"size": size}) for size in range(2, 9)}
    by_pieces = {
        size: counted(case, colours=False, orbits=False).by_pieces for size, case in cases.items()
    }
    assert [by_pieces[size][size**2 // 2] for size in (4, 6)] == [36, 6728]
    assert [min(by_pieces[size]) for size in range(2, 9)] == [2, 3, 6, 9, 12, 17, 22]


@pytest.mark.slow
def test_packings_outgrow_64_bits() -> None:
    tally = counted(Case("taiji", {"size": 9}), orbits=False)
    assert tally.count == sum(tally.by_pieces.values()) > 1 << 64
    plain = counted(Case("taiji", {"size": 9}), colours=False, orbits=False)
    assert tally.by_pieces == {
        pieces: number << pieces for pieces, number in plain.by_pieces.items()
    }
