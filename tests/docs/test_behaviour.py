"""The page on how the rules behave shows what other engines and stored openings say, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import litslab as ll
from docs import behaviour, intervals
from litslab import kernel
from litslab.games.position import Position
from litslab.solver.engines.reference import Search
from tests.docs.openings import openings

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not compiled")


def test_the_page_on_behaviour_shows_its_results() -> None:
    lines = behaviour.stored()
    usual = {(each["size"], each["seed"]): Counter(each["values"]) for each in openings()}
    files = behaviour.page(lines)
    assert files[behaviour.PAGE] == behaviour.PAGE.read_text(encoding="utf-8"), (
        "run python -m docs.make behaviour"
    )
    assert files.keys() == {behaviour.PAGE, *behaviour.PICTURES.iterdir()}
    boards = [
        each for each in lines if each.get("symbols") == 30 and each["turn"] and each["seed"] <= 100
    ]
    assert len(boards) == 200
    for each in boards:
        counts = {
            each["least"] + 2 * step: count for step, count in enumerate(each["counts"]) if count
        }
        assert counts == usual[each["size"], each["seed"]]
    # The quantile of the t distribution with 4 degrees of freedom is 2.776.
    assert intervals.mean([1, 2, 3, 4, 5]) == pytest.approx(
        (3, 3 - 2.776 * 0.5**0.5, 3 + 2.776 * 0.5**0.5), rel=0.01
    )


def value_of(start: Position, options: Mapping[Any, Any]) -> int | None:
    """Return the value of a start by the reference engine; by the kernel where that takes seconds.

    With these colourings tests/kernel/test_kernel.py compares the two.
    """
    if options.get("colouring") in {"free", "each-once"}:
        return ll.solve(start).score.value
    return Search().value(start)


@pytest.mark.slow
@needs_kernel
def test_the_reference_engine_finds_the_same_behaviour() -> None:
    # Burnside's lemma: the turns keep the empty board alone, and each reflection keeps half of the
    # pairs free.
    orbits = {
        size: (3**pairs + 3 + 4 * 3 ** (pairs // 2)) // 8
        for size, pairs in ((3, 4), (4, 8), (5, 12))
    }
    assert (
        {size: len(behaviour.boards_up_to_symmetry(size)) for size in orbits}
        == behaviour.EVERY
        == orbits
    )
    sample = [
        *behaviour.boards_up_to_symmetry(3),
        *behaviour.boards_up_to_symmetry(4)[::40],
        "X" * 16,
        "X...." * 5,
    ]
    for symbols in sample:
        start = behaviour.start_on(symbols)
        oracle = Search()
        values = [oracle.value(start.play_unchecked(move)) for move in start.choices()]
        assert behaviour.has_even_opening(symbols) is (min(map(abs, values)) == 1)
    for line in behaviour.stored():
        if line.get("placed") == 0 and line["size"] < (6 if line["game"] == "tailits" else 4):
            options = {
                name: line[name] for name in ("size", "colouring", "scoring") if name in line
            }
            start = behaviour.start_of(line["game"], **options)
            value = value_of(start, options)
            assert value is not None
            assert (value > 0) is bool(line["won"])
