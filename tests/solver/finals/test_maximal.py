"""Finished positions: the engines agree, and with published numbers; extremes with proofs, found and stored."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any
from unittest.mock import Mock

import pytest

from docs.tables import METHODS
from litslab import kernel
from litslab.games import create
from litslab.games.geometry import bits
from litslab.jobs.progress import Progress
from litslab.solver.endgame.result import Found, Optimum, OptimumStatus, Settings
from litslab.solver.finals import maximal
from litslab.solver.finals.extreme import ExtremeSpec, extreme_finals, facts, solve_here
from litslab.solver.finals.maximal import Finals, FinalsEngine, finals_by_cpsat, finals_by_play, images, is_canonical
from litslab.solver.model.games import final_positions
from litslab.solver.model.scores import pieces
from litslab.solver.model.search import optimise
from tests.games.cases import Case, symbols
from tests.kernel.test_enumeration import CASES as ENUMERATED
from tests.kernel.test_enumeration import counted, listed
from tests.solver.brute_force import ends_of

SEEDED = Settings(time_limit=None, workers=1, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in ENUMERATED if case.rules().board.size < 20], ids=str)
def test_two_ways_find_the_same_finished_positions(case: Case) -> None:
    found: list[int] = []
    assert finals_by_cpsat(case.rules(), True, None, found.extend)
    assert len(set(found)) == len(found)
    played = list(finals_by_play(case.rules()))
    assert len(set(played)) == len(played)
    assert set(found) == set(played) == {end.placed for end in ends_of(case.rules().start())}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), [("taiji", 4), ("tailits", 3), ("wythe", 2)])
def test_all_engines_find_the_same_positions_without_the_colours_of_taiji(name: str, size: int) -> None:
    rules = create(name, size=size)
    found = [sorted(Finals(rules, engine, colours=False)) for engine in FinalsEngine]
    orbits = {maximal.count(Finals(rules, engine, colours=False)).orbits for engine in FinalsEngine}
    assert (found[0] == found[1] == found[2], len(orbits)) == (True, 1)


def test_one_position_of_each_orbit_is_canonical() -> None:
    rules = create("battle-of-lits", size=4)
    table = rules.table
    finals = set(finals_by_play(rules))
    chosen = {placed for placed in finals if is_canonical(table, placed)}
    assert len(chosen) == 39
    assert {image for placed in chosen for image in images(table, placed)} == finals


@pytest.mark.slow
def test_a_limit_is_reported_as_one() -> None:
    for engine in FinalsEngine:
        tally = maximal.count(Finals(create("battle-of-lits", size=8), engine, time_limit=0.05))
        assert not tally.complete
        assert tally.orbits is not None
        assert tally.orbits * 8 >= tally.count
        assert sum(tally.by_pieces.values()) == tally.count


def ask(rules: Any, aim: str, *, maximise: bool, model_only: bool = False) -> tuple[Optimum, list[Found]]:
    told: list[Found] = []
    return solve_here(ExtremeSpec(rules, aim, maximise, model_only), SEEDED, time.monotonic(), told.append), told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "fewest", "most"),
    [
        (Case("battle-of-lits", {"size": 4}), 2, 3), (Case("tailits", {"size": 3}), 1, 1),
        (Case("taiji", {"size": 4}), 6, 8), (Case("wythe", {"size": 2}), None, None),
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("model_only", [False, True])
def test_extremes_are_proved(case: Case, fewest: int | None, most: int | None, model_only: bool) -> None:
    rules = case.rules()
    if fewest is None:
        numbers = {end.placed.bit_count() for end in ends_of(rules.start())}
        fewest, most = min(numbers), max(numbers)
    for maximise, expected in ((False, fewest), (True, most)):
        found, told = ask(rules, "pieces", maximise=maximise, model_only=model_only)
        assert found.status is OptimumStatus.OPTIMAL
        assert found.best is not None
        assert found.best.objective == found.bound == expected
        assert told[-1] == found.best
        assert {found.found_by, found.bound_by} <= set(METHODS)
        position = rules.from_placements(found.best.placements)
        assert (position.is_over, position.placed.bit_count()) == (True, expected)


@pytest.mark.slow
def test_the_largest_margin_is_that_of_some_finished_position() -> None:
    rules = create("battle-of-lits", size=4, symbols=symbols(4, 4))
    margins = [end.outcome().margin for end in ends_of(rules.start())]
    for maximise, expected in ((False, min(margins)), (True, max(margins))):
        found, _ = ask(rules, "margin", maximise=maximise)
        assert (found.status, found.bound) == (OptimumStatus.OPTIMAL, expected)


@pytest.mark.slow
@pytest.mark.parametrize(("connected", "fewest"), [(False, 4), (True, 6)])
def test_disconnected_solutions_are_cut_off_until_there_are_none(connected: bool, fewest: int) -> None:
    """The fewest pieces that cover both ends of a long strip: two pairs, if they may be separate."""
    rules = create("battle-of-lits", size=20, rows=2)
    variables = final_positions(rules, maximal=False)
    variables.model.add_bool_and([variables.covered(0), variables.covered(19)])
    aim = pieces(variables, rules.phases[0].most_pieces)
    found = optimise(variables, aim, maximise=False, connected=connected, settings=SEEDED)
    assert (found.status, found.bound) == (OptimumStatus.OPTIMAL, fewest)


@pytest.mark.slow
def test_an_extreme_in_a_process_of_its_own_is_the_same() -> None:
    rules = create("battle-of-lits", size=4)
    told: list[Progress] = []
    found = extreme_finals(rules, seed=1, progress=told.append)
    assert (found.status, found.bound) == (OptimumStatus.OPTIMAL, 3)
    assert found.best is not None
    assert told[-1] == Progress(text=f"best found {found.best.objective}, upper bound {found.best.bound}")


@pytest.mark.parametrize("maximise", [False, True])
@pytest.mark.parametrize("game", ["battle-of-lits", "taiji", "wythe"])
def test_without_time_a_finished_position_is_found_all_the_same(game: str, *, maximise: bool) -> None:
    rules = create(game, size=6)
    sent: list[Found] = []
    spec = ExtremeSpec(rules, "pieces", maximise, model_only=True)
    found = solve_here(spec, Settings(0.0, seed=1), time.monotonic(), sent.append)
    assert (found.best, found.found_by) == (sent[0], "start")
    assert rules.from_placements(sent[0].placements).is_over
    assert found.bound is not None
    low, high = sorted((found.bound, sent[0].objective))
    assert (found.bound, sent[0].objective) == ((high, low) if maximise else (low, high))
    assert found.status is (OptimumStatus.OPTIMAL if low == high else OptimumStatus.FEASIBLE)


def test_a_position_is_sent_before_the_model_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litslab.solver.model.games.final_positions", Mock(side_effect=MemoryError))
    sent: list[Found] = []
    rules = create("battle-of-lits", size=6, symbols=symbols(6, 6))
    with pytest.raises(MemoryError):
        solve_here(ExtremeSpec(rules, "margin", maximise=True), SEEDED, time.monotonic(), sent.append)
    (known,) = sent
    assert rules.from_placements(known.placements).outcome().margin == known.objective <= known.bound


@pytest.mark.slow
def test_every_stored_position_is_what_its_fact_says() -> None:
    stored = facts()
    assert stored
    for key, fact in stored.items():
        assert fact.key == key
        assert fact.lower <= fact.upper
        assert {fact.lower_by, fact.upper_by} <= set(METHODS)
        fact.check()


def test_a_position_that_is_not_what_its_fact_says_is_refused() -> None:
    fact = facts()["battle-of-lits", 5, "most"]
    with pytest.raises(ValueError, match="no finished one of 5"):
        replace(fact, lower=5).check()
    with pytest.raises(ValueError, match="no finished one"):
        replace(fact, position=fact.position.split()[0], lower=1).check()


@pytest.mark.slow
@pytest.mark.parametrize("engine", FinalsEngine)
def test_all_engines_agree_on_4_by_3(engine: FinalsEngine) -> None:
    tally = maximal.count(Finals(create("battle-of-lits", size=4, rows=3), engine), orbits=True)
    assert (tally.complete, tally.count, tally.orbits, tally.by_pieces) == (True, 69, 19, {1: 25, 2: 44})


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
    by_pieces = {size: counted(case, colours=False, orbits=False).by_pieces for size, case in cases.items()}
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


def test_the_kernel_is_not_chosen_where_it_cannot_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Finals(create("battle-of-lits", size=12)).chosen is FinalsEngine.CPSAT
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    assert Finals(create("battle-of-lits", size=3)).chosen is FinalsEngine.CPSAT
