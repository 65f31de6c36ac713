"""Advice as text: a table of the best few moves, the player whom the share is for, and proved bounds."""

from __future__ import annotations

import re
from dataclasses import replace

from litslab.app.documents.solutions import FEW, advice_cost, advice_lines
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.solver.advice.analyse import Advice
from litslab.solver.advice.estimate import MoveEstimate, PositionEstimate, estimate
from litslab.solver.endgame.result import Score
from tests.games.cases import symbols
from tests.solver.advice.test_analyse import FAR

START = BattleOfLits(size=6, symbols=symbols(6, 6)).start()


def advice(position: Position) -> Advice:
    limit = position.rules.value_limit()
    return Advice(position, Score(-limit, limit), None, estimate(position, playouts=600, seed=1), 17, 1.5)


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
        lines = advice_lines(replace(found, estimate=replace(found.estimate, swap=swap)))
        assert f"the second player {advised}, by this estimate" in lines


def test_a_proved_move_shows_its_result() -> None:
    move = FAR.choices()[0]
    proved = MoveEstimate(move, 1.0, (1.0, 1.0), 3.5, 10, Score(7, 7))
    found = Advice(FAR, Score(7, 49), None, PositionEstimate((proved,), (move,), 10), 0, 0.0)
    assert any(re.search(r" 100 % \(proved\) +light by 4 ", line) for line in advice_lines(found))
