"""Answers and advice as text: one scale, the best moves first, equal moves together, long lists
folded.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from litslab.app.text.solutions import (
    FEW,
    MOST_SHOWN,
    advice_cost,
    advice_lines,
    folded,
    solution_lines,
)
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.sources import load
from litslab.games.wythe import Wythe
from litslab.solver.advice.advice import Advice
from litslab.solver.advice.estimate import estimate
from litslab.solver.advice.position_estimate import MoveEstimate, PositionEstimate
from litslab.solver.endgame.solution import MoveScore, Solution
from litslab.solver.score import Score
from litslab.solver.solve import solve
from tests.games.cases import symbols
from tests.solver.advice.test_analyse import FAR

EXAMPLES = Path("docs/examples").resolve()
ROW = re.compile(r"  (?P<result>\S.*?)  +(?P<count>[0-9]+)  (?P<moves>.*)")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(load(EXAMPLES / "battle-of-lits-10.toml").position(9), all_moves=True)


def rows(lines: list[str]) -> list[tuple[str, list[str]]]:
    found = [ROW.fullmatch(line) for line in lines]
    return [(row["result"], row["moves"].split()) for row in found if row is not None]


def test_advice_says_how_its_line_of_play_ends(solution: Solution) -> None:
    advice = Advice(solution.position, solution.score, solution, None, 1, 0.1)
    assert advice.result == solution.result == "X wins by 1"


def test_unproved_moves_are_listed_with_their_bounds(solution: Solution) -> None:
    loosened = MoveScore(solution.position, solution.moves[0].move, Score(-7, 21))
    found = rows(solution_lines(replace(solution, moves=(loosened, *solution.moves[1:]))))
    assert (
        "between O by 4 and X by 11",
        [format_move(loosened.move, solution.position.rules)],
    ) in found


def test_long_lists_are_folded() -> None:
    position = Wythe(size=8).start()
    moves = position.choices()
    rules = position.rules
    assert len(moves) > 2 * MOST_SHOWN
    assert folded(moves[:MOST_SHOWN], rules).split() == [
        format_move(move, rules) for move in moves[:MOST_SHOWN]
    ]
    more = folded(moves, rules)
    assert more.endswith(f" … and {len(moves) - MOST_SHOWN} more (--full)")
    assert more.split()[:MOST_SHOWN] == [format_move(move, rules) for move in moves[:MOST_SHOWN]]
    assert len(folded(moves, rules, full=True).split()) == len(moves)
    score = Score(1, 1)
    scored = tuple(
        MoveScore(position, move, Score(2 * index + 1, 2 * index + 1))
        for index, move in enumerate(moves)
    )
    made = replace(
        solve(Wythe(size=2).start(), swap=False), position=position, score=score, moves=scored
    )
    lines = solution_lines(replace(made, best=(), principal_variation=(), swap=None))
    assert len(rows(lines)) == MOST_SHOWN
    assert lines[-1] == f"  … and {len(moves) - MOST_SHOWN} more moves (--full)"


def test_the_second_player_is_told_whether_to_swap() -> None:
    start = BattleOfLits(size=4, symbols=symbols(4, 4)).start()
    said = set()
    for opening in start.choices():
        after = start.play(opening)
        if not after.is_over:
            found = solve(after)
            advice = "should swap" if (found.score.value or 0) > 0 else "should not swap"
            assert f"the second player {advice}" in solution_lines(found)
            said.add(advice)
    assert said == {"should swap", "should not swap"}


START = BattleOfLits(size=6, symbols=symbols(6, 6)).start()


def advice(position: Position) -> Advice:
    limit = position.rules.value_limit()
    return Advice(
        position, Score(-limit, limit), None, estimate(position, playouts=600, seed=1), 17, 1.5
    )


def test_an_estimate_is_a_table_of_a_few_moves() -> None:
    found = advice(FAR)
    assert found.estimate is not None
    lines = advice_lines(found)
    assert lines[0] == found.verdict
    assert re.fullmatch(r"  move +light wins \(95 %\)  expected margin +playouts", lines[1])
    shown = [line.split()[0] for line in lines[2 : 2 + FEW]]
    assert shown == [format_move(each.move, FAR.rules) for each in found.estimate.moves[:FEW]]
    assert all(re.search(r" [0-9]+ % \([0-9]+–[0-9]+ %\) ", line) for line in lines[2 : 2 + FEW])
    assert lines[2 + FEW] == f"  … and {len(found.estimate.moves) - FEW} more (--full)"
    assert lines[-2].startswith(f"likely line: {shown[0]} ")
    assert lines[-1] == "proved so far: between dark by 24 and light by 24"
    assert len(advice_lines(found, full=True)) == len(found.estimate.moves) + 4
    assert advice_cost(found) == "600 playouts, 17 nodes, 1.50 s"


def test_openings_are_told_for_the_first_player() -> None:
    lines = advice_lines(advice(START))
    assert re.match(r"  opening +the first player wins \(95 %\)", lines[1])
    assert lines[-1].startswith("proved so far: between the second player by ")


def test_the_second_player_reads_whether_to_swap() -> None:
    found = advice(START.play(START.choices()[0]))
    assert found.estimate is not None
    for swap, advised in ((True, "should swap"), (False, "should not swap")):
        lines = advice_lines(replace(found, estimate=replace(found.estimate, should_swap=swap)))
        assert f"the second player {advised}, by this estimate" in lines


def test_a_proved_move_shows_its_result() -> None:
    move = FAR.choices()[0]
    proved = MoveEstimate(move, 1.0, (1.0, 1.0), 3.5, 10, Score(7, 7))
    found = Advice(FAR, Score(7, 49), None, PositionEstimate((proved,), (move,), 10), 0, 0.0)
    assert any(re.search(r" 100 % \(proved\) +light by 4 ", line) for line in advice_lines(found))
