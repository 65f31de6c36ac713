"""Answers as text: one scale, the best moves first, equal moves together, long lists folded."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from litslab.app.documents.solutions import MOST_SHOWN, folded, solution_lines
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.notation import format_move
from litslab.games.record import load
from litslab.games.wythe import Wythe
from litslab.solver.endgame.result import MoveScore, Score, Solution
from litslab.solver.endgame.solve import solve
from tests.games.cases import symbols

EXAMPLES = Path("docs/examples").resolve()
ROW = re.compile(r"  (?P<result>\S.*?)  +(?P<count>[0-9]+)  (?P<moves>.*)")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(load(EXAMPLES / "battle-of-lits-10.toml").position(9), all_moves=True)


def rows(lines: list[str]) -> list[tuple[str, list[str]]]:
    found = [ROW.fullmatch(line) for line in lines]
    return [(row["result"], row["moves"].split()) for row in found if row is not None]


def test_unproved_moves_are_listed_with_their_bounds(solution: Solution) -> None:
    loosened = MoveScore(solution.moves[0].move, Score(-7, 21))
    found = rows(solution_lines(replace(solution, moves=(loosened, *solution.moves[1:]))))
    assert ("between O by 4 and X by 11", [format_move(loosened.move, solution.position.rules)]) in found


def test_long_lists_are_folded() -> None:
    position = Wythe(size=8).start()
    moves, rules = position.choices(), position.rules
    assert len(moves) > 2 * MOST_SHOWN
    assert folded(moves[:MOST_SHOWN], rules).split() == [format_move(move, rules) for move in moves[:MOST_SHOWN]]
    more = folded(moves, rules)
    assert more.endswith(f" … and {len(moves) - MOST_SHOWN} more (--full)")
    assert more.split()[:MOST_SHOWN] == [format_move(move, rules) for move in moves[:MOST_SHOWN]]
    assert len(folded(moves, rules, full=True).split()) == len(moves)
    score = Score(1, 1)
    scored = tuple(MoveScore(move, Score(2 * index + 1, 2 * index + 1)) for index, move in enumerate(moves))
    made = replace(solve(Wythe(size=2).start(), swap=False), position=position, score=score, moves=scored)
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
