"""The verdict of a solution: it is as strong as the proof, and never stronger."""

from __future__ import annotations

from dataclasses import replace

import pytest

from litslab.games import create
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.drawing.svg import draw
from litslab.solver.endgame.result import Limit, Score
from litslab.solver.endgame.solve import solve
from tests.games.cases import symbols

SOLVED = solve(create("taiji", size=3).start())


def test_the_verdict_of_a_solved_position_is_the_outcome_of_best_play() -> None:
    final = SOLVED.final
    assert final is not None
    outcome = final.outcome()
    how = "by the tie rule" if outcome.by_tie_rule else f"by {abs(outcome.margin)}"
    assert SOLVED.verdict == f"{outcome.winner} wins {how} (exact)"


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (Score(-5, 3), "limit reached; winner unknown, between dark by 2 and light by 2"),
        (Score(1, 7), "limit reached; light wins by 1 to 4"),
        (Score(-7, -1), "limit reached; dark wins by 3 at most"),
    ],
)
def test_bounds_are_reported_as_bounds(score: Score, said: str) -> None:
    stopped = replace(SOLVED, score=score, best=(), principal_variation=())
    assert stopped.verdict == said
    if score.winning_side is not None:
        told = replace(stopped, decided=True).verdict
        assert told.startswith(SOLVED.position.rules.sides[score.winning_side])
        assert "however the game is finished" in told


def test_a_value_without_a_line_says_what_is_missing() -> None:
    assert "limit reached before a best move" in replace(SOLVED, principal_variation=()).verdict


def test_a_notebook_shows_the_best_moves_under_the_verdict() -> None:
    for position in (SOLVED.position, BattleOfLits(size=4, symbols=symbols(4, 4)).start().place(0)):
        solution = solve(position)
        assert solution._repr_svg_() == draw(
            position, highlight=solution.best, highlight_name="best move", title=solution.verdict
        )
    stopped = solve(create("taiji", size=7).start(), Limit(nodes=10))
    assert "limit reached" in stopped._repr_svg_()
