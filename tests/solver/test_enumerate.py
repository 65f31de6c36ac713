"""The kernel's enumeration of finished positions against play with the rules, CP-SAT, and its own other ways."""

from __future__ import annotations

import itertools
import signal
import threading
from collections import Counter
from functools import lru_cache

import pytest

import kernel
from games import create
from games.errors import OptionError
from games.geometry import bits
from solver import maximal
from solver.kernel_finals import KernelFinals, kernel_finals
from solver.maximal import Engine, Finals, Tally, finals_by_kernel, finals_by_play, images
from tests.games.cases import Case

L_AND_I = ((("bb", "w.", "w."), 1), (("bwwb",), 1), ((".w.", "bbw"), 1))
UNEQUAL_MIRRORS = ((("bb", "w.", "w."), 1), (("bb", ".w", ".w"), 2), (("bwwb",), 1))
EQUAL_MIRRORS = ((("bb", "w.", "w."), 1), (("bb", ".w", ".w"), 1), (("bwwb",), 1))

CASES = (
    Case("battle-of-lits", {"size": 2}),
    Case("battle-of-lits", {"size": 3}),
    Case("battle-of-lits", {"size": 4}),
    Case("battle-of-lits", {"size": 5}),
    Case("battle-of-lits", {"size": 4, "supply": (1, 0, 1, 1)}),
    Case("battle-of-lits", {"size": 5, "supply": (0, 0, 0, 0)}),
    Case("battle-of-lits", {"size": 5, "supply": (2, 1, 1, 0)}),
    Case("battle-of-lits", {"size": 7, "supply": (1, 0, 0, 1)}),
    Case("battle-of-lits", {"size": 4, "rows": 6}),
    Case("battle-of-lits", {"size": 9, "rows": 2}),
    Case("battle-of-lits", {"size": 6, "rows": 4, "supply": (0, 3, 1, 0)}),
    Case("battle-of-lits", {"size": 7, "rows": 3, "supply": (1, 1, 1, 1)}),
    Case("tailits", {"size": 3}),
    Case("tailits", {"size": 3, "flips": False}),
    Case("tailits", {"size": 3, "colouring": "free"}),
    Case("tailits", {"size": 5, "supply": (1, 1, 1, 1)}),
    Case("tailits", {"size": 5, "supply": (1, 1, 0, 1), "flips": False}),
    Case("tailits", {"size": 5, "colouring": "free", "supply": (0, 1, 1, 0)}),
    Case("tailits", {"size": 5, "colouring": "each-once", "supply": (0, 6, 0, 0)}),
    Case("tailits", {"size": 5, "colouring": "each-once", "supply": (0, 6, 0, 6), "flips": False}),
    Case("tailits", {"size": 5, "colouring": "pieces", "pieces": L_AND_I}),
    Case("tailits", {"size": 5, "colouring": "pieces", "flips": False, "pieces": UNEQUAL_MIRRORS}),
    Case("tailits", {"size": 5, "colouring": "pieces", "flips": False, "pieces": EQUAL_MIRRORS}),
    Case("taiji", {"size": 2, "groups": 1}),
    Case("taiji", {"size": 3, "groups": 1}),
    Case("wythe", {"size": 2}),
    Case("wythe", {"size": 3}),
)


def enumeration(case: Case, *, colours: bool = True) -> KernelFinals:
    found = kernel_finals(case.rules(), colours=colours)
    assert found is not None
    return found


def listed(case: Case, *, colours: bool = True) -> list[int]:
    """All finished positions as the kernel walks through them."""
    found: list[int] = []
    assert finals_by_kernel(case.rules(), colours, None, found.extend)
    return found


def counted(case: Case, *, colours: bool = True) -> Tally:
    return maximal.count(Finals(case.rules(), Engine.KERNEL, colours))


def orbits(case: Case, positions: set[int]) -> int:
    """The number of orbits, by taking them out one after another."""
    left, number = set(positions), 0
    while left:
        number += 1
        left -= set(images(case.rules().table, next(iter(left))))
    return number


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_kernel_finds_what_play_finds(case: Case) -> None:
    found = listed(case)
    played = set(finals_by_play(case.rules()))
    assert len(found) == len(set(found))
    assert set(found) == played
    tally = counted(case)
    assert (tally.complete, tally.count, tally.engine) == (True, len(played), Engine.KERNEL)
    assert tally.by_pieces == dict(sorted(Counter(placed.bit_count() for placed in played).items()))
    assert tally.orbits == orbits(case, played)


@pytest.mark.parametrize("engine", Engine)
def test_all_engines_agree_on_4_by_4(engine: Engine) -> None:
    tally = maximal.count(Finals(create("battle-of-lits", size=4), engine))
    assert (tally.complete, tally.count, tally.orbits, tally.by_pieces) == (True, 312, 39, {2: 256, 3: 56})


def test_6_by_6_has_over_a_million() -> None:
    tally = counted(Case("battle-of-lits", {"size": 6}))
    assert (tally.complete, tally.count, tally.orbits) == (True, 1227648, 153492)
    assert tally.by_pieces == {3: 160, 4: 94652, 5: 941688, 6: 191148}


def test_a_colouring_multiplies_shapes_where_supplies_are_by_shape() -> None:
    case = Case("tailits", {"size": 5})
    table = case.rules().table
    layouts = {tuple(sorted(table[index].mask for index in bits(placed))) for placed in listed(case)}
    by_pieces = Counter(map(len, layouts))
    free = counted(Case("tailits", {"size": 5, "colouring": "free"}))
    assert free.by_pieces == {pieces: number * 6**pieces for pieces, number in sorted(by_pieces.items())}


# Numbers of maximal matchings of the n×n grid graph: OEIS A287595.
MATCHINGS = {2: 2, 3: 22, 4: 400, 5: 22228, 6: 3136370, 7: 1158560776, 8: 1147204164108}


@pytest.mark.parametrize("size", range(2, 8))
def test_maximal_packings_of_dominoes_are_the_published_numbers(size: int) -> None:
    assert counted(Case("taiji", {"size": size}), colours=False).count == MATCHINGS[size]


@lru_cache(maxsize=8)
def packings(size: int) -> tuple[tuple[int, ...], ...]:
    """All maximal packings, each as the dominoes' squares, from the walk."""
    case = Case("taiji", {"size": size})
    table = case.rules().table
    return tuple(tuple(sorted(table[index].mask for index in bits(placed))) for placed in listed(case, colours=False))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_walk_and_the_profile_count_the_same_packings(size: int) -> None:
    found = packings(size)
    tally = counted(Case("taiji", {"size": size}), colours=False)
    assert len(set(found)) == len(found) == tally.count
    assert tally.by_pieces == dict(sorted(Counter(map(len, found)).items()))


@pytest.mark.parametrize("size", [3, 4])
def test_packings_up_to_symmetry_are_those_of_the_list(size: int) -> None:
    board = create("taiji", size=size).board
    classes = set()
    for masks in packings(size):
        turned = (tuple(sorted(symmetry.apply(mask) for mask in masks)) for symmetry in board.symmetries)
        classes.add(min(turned))
    assert counted(Case("taiji", {"size": size}), colours=False).orbits == len(classes)


@pytest.mark.parametrize("size", [4, 5])
def test_colours_double_each_piece(size: int) -> None:
    plain, coloured = (counted(Case("taiji", {"size": size}), colours=colours) for colours in (False, True))
    assert coloured.by_pieces == {pieces: number << pieces for pieces, number in plain.by_pieces.items()}


def test_coloured_packings_are_counted_up_to_symmetry_as_their_list_says() -> None:
    case = Case("taiji", {"size": 4})
    tally = counted(case)
    found = set(listed(case))
    assert len(found) == tally.count == 49408
    assert orbits(case, found) == tally.orbits


def test_fewest_and_most_dominoes_are_known() -> None:
    # Perfect packings are domino tilings: 36 and 6728 on 4×4 and 6×6 (OEIS A004003).
    by_pieces = {size: counted(Case("taiji", {"size": size}), colours=False).by_pieces for size in range(2, 8)}
    assert [by_pieces[size][size**2 // 2] for size in (4, 6)] == [36, 6728]
    assert [min(by_pieces[size]) for size in range(2, 8)] == [2, 3, 6, 9, 12, 17]


def test_packings_outgrow_64_bits() -> None:
    tally = counted(Case("taiji", {"size": 8}))
    assert tally.count == sum(number for number in tally.by_pieces.values()) > 1 << 64
    plain = counted(Case("taiji", {"size": 8}), colours=False)
    assert plain.count == MATCHINGS[8]
    assert tally.by_pieces == {pieces: number << pieces for pieces, number in plain.by_pieces.items()}


@pytest.mark.parametrize(
    "case", [Case("battle-of-lits", {"size": 9}), Case("taiji", {"size": 11}), Case("wythe", {"size": 8})], ids=str
)
def test_a_limit_of_time_ends_a_count(case: Case) -> None:
    tally = maximal.count(Finals(case.rules(), Engine.KERNEL, seconds=0.2))
    assert not tally.complete
    assert sum(tally.by_pieces.values()) == tally.count
    assert tally.orbits * len(case.rules().table.symmetries) >= tally.count


def test_a_limit_of_nodes_ends_a_count() -> None:
    found = enumeration(Case("battle-of-lits", {"size": 6})).enumeration
    census = found.count(seconds=1e9, nodes=20_000)
    assert census.stopped
    assert not census.interrupted
    assert 20_000 <= census.nodes < 30_000
    none = found.count(seconds=0, nodes=1 << 60)
    assert none.stopped
    assert sum(none.by_pieces) == 0


def test_progress_is_told_and_its_error_ends_the_count() -> None:
    found = enumeration(Case("battle-of-lits", {"size": 7})).enumeration
    told: list[int] = []

    def tell(by_pieces: list[int]) -> None:
        told.append(sum(by_pieces))
        if len(told) == 3:
            raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        found.count(seconds=60, nodes=1 << 60, progress=tell)
    assert told == sorted(told)
    assert told[-1] > 0


def test_an_error_of_the_taker_ends_the_walk() -> None:
    def refuse(found: list[list[int]]) -> None:
        raise ValueError(f"{len(found)} at once")

    with pytest.raises(ValueError, match="7 at once"):
        enumeration(Case("battle-of-lits", {"size": 6})).enumeration.walk(refuse, batch=7, seconds=60)


def test_control_c_keeps_what_was_counted() -> None:
    found = enumeration(Case("battle-of-lits", {"size": 8})).enumeration
    interrupt = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    interrupt.start()
    try:
        census = found.count(seconds=60, nodes=1 << 60)
    finally:
        interrupt.join()
    assert census.stopped
    assert census.interrupted
    assert sum(census.by_pieces) > 0


def test_the_walk_comes_in_batches_and_stops_in_time() -> None:
    found = enumeration(Case("battle-of-lits", {"size": 4})).enumeration
    batches: list[int] = []
    assert found.walk(lambda batch: batches.append(len(batch)), batch=100, seconds=60)
    assert batches == [100, 100, 100, 12]
    assert not found.walk(lambda _: None, batch=100, seconds=0)


def test_a_list_comes_from_the_kernel_in_a_process_of_its_own() -> None:
    rules = create("battle-of-lits", size=5)
    finals = Finals(rules)
    assert finals.chosen is Engine.KERNEL
    some = list(itertools.islice(finals, 300))
    assert not finals.complete
    assert len(set(some)) == 300
    assert all(rules.from_placements(rules.table.of(placed)).is_over for placed in some[::30])
    whole = Finals(create("battle-of-lits", size=3))
    assert len(list(whole)) == 32
    assert whole.complete


def test_the_kernel_is_refused_where_it_cannot_count(monkeypatch: pytest.MonkeyPatch) -> None:
    large = create("battle-of-lits", size=12)
    assert Finals(large).chosen is Engine.CPSAT
    with pytest.raises(OptionError, match="board too large"):
        maximal.count(Finals(large, Engine.KERNEL))
    with pytest.raises(OptionError, match="one phase"):
        maximal.count(Finals(create("tailits+taiji")))
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    assert Finals(create("battle-of-lits", size=3)).chosen is Engine.CPSAT
