"""Counting and listing finished positions: the engines agree, and with published numbers."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import lru_cache

import pytest

from litslab import kernel
from litslab.games import create
from litslab.games.errors import OptionError
from litslab.games.geometry import bits
from litslab.solver.finals import maximal
from litslab.solver.finals.maximal import Finals, FinalsEngine
from tests.games.cases import Case
from tests.kernel.test_enumeration import counted, listed, orbits


@pytest.mark.parametrize("engine", [FinalsEngine.KERNEL, FinalsEngine.PLAY])
def test_orbits_are_counted_where_they_are_asked_for(engine: FinalsEngine) -> None:
    tally = maximal.count(Finals(create("battle-of-lits", size=4), engine), orbits=False)
    assert (tally.complete, tally.count, tally.orbits) == (True, 312, None)


@pytest.mark.slow
@pytest.mark.parametrize("engine", FinalsEngine)
def test_all_engines_agree_on_4_by_4(engine: FinalsEngine) -> None:
    tally = maximal.count(Finals(create("battle-of-lits", size=4), engine))
    assert (tally.complete, tally.count, tally.orbits, tally.by_pieces) == (True, 312, 39, {2: 256, 3: 56})


def test_6_by_6_has_over_a_million() -> None:
    tally = counted(Case("battle-of-lits", {"size": 6}))
    assert (tally.complete, tally.count, tally.orbits) == (True, 1227648, 153492)
    assert tally.by_pieces == {3: 160, 4: 94652, 5: 941688, 6: 191148}


@pytest.mark.slow
def test_a_colouring_multiplies_shapes_where_supplies_are_by_shape() -> None:
    case = Case("tailits", {"size": 5})
    table = case.rules().table
    layouts = {tuple(sorted(table[index].mask for index in bits(placed))) for placed in listed(case)}
    by_pieces = Counter(map(len, layouts))
    free = counted(Case("tailits", {"size": 5, "colouring": "free"}))
    assert free.by_pieces == {pieces: number * 6**pieces for pieces, number in sorted(by_pieces.items())}


# Numbers of maximal matchings of the n×n grid graph: OEIS A287595.
MATCHINGS = {2: 2, 3: 22, 4: 400, 5: 22228, 6: 3136370, 7: 1158560776, 8: 1147204164108, 9: 2980178704765860}


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
    return tuple(tuple(sorted(table[index].mask for index in bits(placed))) for placed in listed(case, colours=False))


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_walk_and_the_profile_count_the_same_packings(size: int) -> None:
    found = packings(size)
    tally = counted(Case("taiji", {"size": size}), colours=False)
    assert len(set(found)) == len(found) == tally.count
    assert tally.by_pieces == dict(sorted(Counter(map(len, found)).items()))
    turned = (
        min(
            tuple(sorted(symmetry.apply(mask) for mask in masks))
            for symmetry in create("taiji", size=size).board.symmetries
        )
        for masks in found
    )
    assert tally.orbits == len(set(turned))


@pytest.mark.parametrize("size", [4, 5])
def test_colours_double_each_piece(size: int) -> None:
    plain, coloured = (counted(Case("taiji", {"size": size}), colours=colours) for colours in (False, True))
    assert coloured.by_pieces == {pieces: number << pieces for pieces, number in plain.by_pieces.items()}


@pytest.mark.slow
def test_coloured_packings_are_counted_up_to_symmetry_as_their_list_says() -> None:
    case = Case("taiji", {"size": 4})
    tally = counted(case)
    found = set(listed(case))
    assert len(found) == tally.count == 49408
    assert orbits(case, found) == tally.orbits


def test_fewest_and_most_dominoes_are_known() -> None:
    # Perfect packings are domino tilings: 36 and 6728 on 4×4 and 6×6 (OEIS A004003).
    by_pieces = {
        size: counted(Case("taiji", {"size": size}), colours=False, orbits=False).by_pieces for size in range(2, 9)
    }
    assert [by_pieces[size][size**2 // 2] for size in (4, 6)] == [36, 6728]
    assert [min(by_pieces[size]) for size in range(2, 9)] == [2, 3, 6, 9, 12, 17, 22]


@pytest.mark.slow
def test_packings_outgrow_64_bits() -> None:
    tally = counted(Case("taiji", {"size": 9}), orbits=False)
    assert tally.count == sum(tally.by_pieces.values()) > 1 << 64
    plain = counted(Case("taiji", {"size": 9}), colours=False, orbits=False)
    assert tally.by_pieces == {pieces: number << pieces for pieces, number in plain.by_pieces.items()}


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


def test_the_kernel_is_refused_where_it_cannot_count(monkeypatch: pytest.MonkeyPatch) -> None:
    large = create("battle-of-lits", size=12)
    assert Finals(large).chosen is FinalsEngine.CPSAT
    with pytest.raises(OptionError, match="board too large"):
        maximal.count(Finals(large, FinalsEngine.KERNEL))
    with pytest.raises(OptionError, match="one phase"):
        maximal.count(Finals(create("tailits+taiji")))
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    assert Finals(create("battle-of-lits", size=3)).chosen is FinalsEngine.CPSAT
