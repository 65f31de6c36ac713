"""Moves are judged by exact play: a best one loses nothing, any other what it gives away."""

from __future__ import annotations

import random

import pytest

from benchmarks import strength
from benchmarks.__main__ import main
from benchmarks.strength import Row, judge
from litslab.games import Move, Position, create
from litslab.solver.engines.reference import Search
from litslab.solver.engines.registry import make_oracle

SMALL = Row(lambda _: create("wythe", size=3), 2)


def worst(position: Position, _: random.Random) -> Move:
    value = Search().value
    sign = 1 if position.to_move == 0 else -1
    return min(position.legal_moves(), key=lambda move: sign * value(position.play(move)))


def best(position: Position, _: random.Random) -> Move:
    value = Search().value
    sign = 1 if position.to_move == 0 else -1
    return max(position.legal_moves(), key=lambda move: sign * value(position.play(move)))


def test_a_best_move_loses_nothing_and_the_worst_one_the_difference() -> None:
    lost = 0.0
    for seed, position in SMALL.positions(6):
        value = Search().value(position)
        sign = 1 if position.to_move == 0 else -1
        oracle = make_oracle(position.rules)
        good, bad = (judge(oracle, position, seed, choose) for choose in (best, worst))
        assert (good.loss, good.won_before, good.won_after) == (
            0,
            sign * value > 0,
            sign * value > 0,
        )
        reached = Search().value(position.play(worst(position, random.Random(1))))
        assert bad.loss == abs(value - reached) / 2
        assert bad.won_after is (sign * reached > 0)
        lost += bad.loss
    assert lost > 0


def test_the_bench_prints_a_row_for_each_budget(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(strength, "ROWS", {"small": SMALL})
    monkeypatch.setattr(strength, "PLAYOUTS", 1)
    options = ["--playouts", "20", "--playouts", "30", "--positions", "2"]
    assert main(["strength", *options]) == 0
    printed = capsys.readouterr().out
    assert printed.count("small") == 2
    assert "30 playouts" in printed
    assert "tailits+taiji" in printed
