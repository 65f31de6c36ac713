"""Extremes of finished positions: found and stored, with their proofs."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from docs.maximal import METHODS
from litslab.games import create
from litslab.jobs.progress import Progress
from litslab.solver.finals.extreme import ExtremeSpec, extreme_finals, facts, solve_here
from litslab.solver.model.games import final_positions
from litslab.solver.model.optimum import Found, Optimum, OptimumStatus
from litslab.solver.model.scores import pieces
from litslab.solver.model.search import optimise
from litslab.solver.model.settings import Settings
from tests.games.cases import Case, symbols
from tests.solver.brute_force import ends_of

SEEDED = Settings(time_limit=None, workers=1, seed=1)


def ask(
    rules: Any,
    aim: str,
    *,
    maximise: bool,
    model_only: bool = False,
) -> tuple[Optimum, list[Found]]:
    told: list[Found] = []
    return solve_here(
        ExtremeSpec(rules, aim, maximise, model_only), SEEDED, time.monotonic(), told.append
    ), told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "fewest", "most"),
    [
        (Case("battle-of-lits", {"size": 4}), 2, 3),
        (Case("tailits", {"size": 3}), 1, 1),
        (Case("taiji", {"size": 4}), 6, 8),
        (Case("wythe", {"size": 2}), None, None),
    ],
    ids=str,
)
@pytest.mark.parametrize("model_only", [False, True])
def test_extremes_are_proved(
    case: Case,
    fewest: int | None,
    most: int | None,
    model_only: bool,
) -> None:
    rules = case.rules()
    if fewest is None:
        numbers = {end.placed.bit_count() for end in ends_of(rules.start())}
        fewest = min(numbers)
        most = max(numbers)
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
def test_disconnected_solutions_are_cut_off_until_there_are_none(
    connected: bool,
    fewest: int,
) -> None:
    """The fewest pieces that cover both ends of a long strip: two pairs, if they may be
    separate.
    """
    rules = create("battle-of-lits", size=20, rows=2)
    finals = final_positions(rules, maximal=False)
    variables = finals.variables
    variables.model.add_bool_and([variables.covered(0), variables.covered(19)])
    aim = pieces(variables, rules.phases[0].most_pieces)
    found = optimise(
        variables,
        aim,
        maximise=False,
        connected=finals.connected if connected else None,
        settings=SEEDED,
    )
    assert (found.status, found.bound) == (OptimumStatus.OPTIMAL, fewest)


@pytest.mark.slow
def test_an_extreme_in_a_process_of_its_own_is_the_same() -> None:
    rules = create("battle-of-lits", size=4)
    told: list[Progress] = []
    found = extreme_finals(rules, seed=1, progress=told.append)
    assert (found.status, found.bound) == (OptimumStatus.OPTIMAL, 3)
    assert found.best is not None
    assert told[-1] == Progress(
        text=f"best found {found.best.objective}, upper bound {found.best.bound}"
    )


@pytest.mark.parametrize("maximise", [False, True])
@pytest.mark.parametrize("game", ["battle-of-lits", "taiji", "wythe"])
def test_without_time_a_finished_position_is_found_all_the_same(
    game: str,
    *,
    maximise: bool,
) -> None:
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
        solve_here(
            ExtremeSpec(rules, "margin", maximise=True), SEEDED, time.monotonic(), sent.append
        )
    (known,) = sent
    assert (
        rules.from_placements(known.placements).outcome().margin == known.objective <= known.bound
    )


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
