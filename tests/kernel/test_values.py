"""Every engine finds the exact values of the corpus in `tests/values/`, and its bounds hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

import pytest

from litslab.games import GAMES
from litslab.games.rules import Rules
from litslab.solver.engines.kernel import KernelOracle
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.reference import Search
from litslab.solver.engines.strategy import Strategist
from litslab.solver.model.settings import Settings
from tests.values_write import ExactValue, exact_values

MEMORY = 1

Answers = Iterator[tuple[ExactValue, int]]


def by_rules(values: Iterable[ExactValue]) -> Iterator[tuple[Rules, list[ExactValue]]]:
    for rules, each in groupby(values, key=lambda value: value.position.rules):
        yield rules, list(each)


def kernel(values: Iterable[ExactValue]) -> Answers:
    for each in values:
        yield each, KernelOracle(rules=each.position.rules, memory=MEMORY).value(each.position)


def kernel_with_one_table(values: Iterable[ExactValue]) -> Answers:
    for rules, of_rules in by_rules(values):
        oracle = KernelOracle(rules=rules, memory=MEMORY)
        for each in of_rules:
            yield each, oracle.value(each.position)


def kernel_with_two_threads(values: Iterable[ExactValue]) -> Answers:
    for each in [*values][::5]:
        yield (
            each,
            KernelOracle(rules=each.position.rules, threads=2, memory=MEMORY).value(each.position),
        )


def reference(values: Iterable[ExactValue]) -> Answers:
    """One search answers the questions of a board with one table."""
    for _, of_rules in by_rules(value for value in values if value.nodes <= 400):
        search = Search()
        for each in of_rules:
            yield each, search.value(each.position)


def cpsat(values: Iterable[ExactValue]) -> Answers:
    """Late positions of every second board alone: of Wythe and of second-largest groups, the models
    take long.
    """
    for rules, of_rules in [*by_rules(value for value in values if value.family == "endgames")][
        ::2
    ]:
        slow = rules.name == "wythe" or getattr(rules, "scoring", None) == "second"
        for each in [value for value in of_rules if value.nodes <= (30 if slow else 100)][:1]:
            yield each, Strategist(Limit(), Settings(workers=1, seed=1)).value(each.position)


ENGINES = (kernel, kernel_with_one_table, kernel_with_two_threads, reference, cpsat)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_an_engine_finds_the_exact_values(
    game: str,
    engine: Callable[[Iterable[ExactValue]], Answers],
) -> None:
    answers = [(exact, found) for exact, found in engine(exact_values(game))]
    assert answers
    wrong = [
        f"{found}, not {exact.value}: {exact.line()}"
        for exact, found in answers
        if found != exact.value
    ]
    assert wrong == []


@pytest.mark.slow
def test_a_starved_search_gives_bounds_that_hold() -> None:
    """With one bucket of the table, and nodes for a part of the search."""
    limited = 0
    for game in GAMES:
        for exact in sorted(exact_values(game), key=lambda each: -each.nodes)[:20]:
            for nodes in (0, 1, 10, 600):
                oracle = KernelOracle(
                    rules=exact.position.rules, limit=Limit(nodes=nodes), memory=0
                )
                try:
                    assert oracle.value(exact.position) == exact.value, exact.line()
                except LimitReachedError:
                    limited += 1
                    score = oracle.bounds(exact.position)
                    assert score.lower <= exact.value <= score.upper, exact.line()
    assert limited > 20
