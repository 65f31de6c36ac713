"""Campaigns on small boards prove what a direct solve finds, for every game and target."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from litslab.games.errors import OptionError
from litslab.games.move import SWAP
from litslab.games.position import Position
from litslab.games.registry import new_game
from litslab.solver.campaign.campaign import new_campaign
from litslab.solver.campaign.run import Workers
from litslab.solver.campaign.targets import TARGETS, make_target
from litslab.solver.campaign.verify import Verification, verify_campaign
from litslab.solver.endgame.solution import Solution
from litslab.solver.solve import solve
from tests.games.cases import Case
from tests.solver.campaign.boards import CASES, HARD, make, run

EASY = Workers()


@cache
def direct(case: Case, swap: bool) -> Solution:
    """Return the result of a direct solve."""
    return solve(case.rules().start(), all_moves=True, swap=swap, engine="reference")


def verified(path: Path) -> Verification:
    return verify_campaign(path, sample=None, engine="reference")


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("target", ["value", "openings", "winner"])
@pytest.mark.parametrize("how", [HARD, EASY], ids=["hard", "easy"])
def test_a_campaign_equals_the_direct_solve(
    tmp_path: Path,
    case: Case,
    target: str,
    how: Workers,
) -> None:
    start = case.rules().start()
    expected = direct(case, swap=False)
    path = make(tmp_path, start, target, checked_share=0.2)
    result = run(path, how).result
    value = expected.score.lower
    values = {each.move: each.score.lower for each in expected.moves}
    assert result.complete
    assert result.score.lower <= value <= result.score.upper
    assert {image for each in result.openings for image in each.images} == set(values)
    for each in result.openings:
        assert all(each.score.lower <= values[image] <= each.score.upper for image in each.images)
        assert target != "openings" or each.score.is_exact
    if target == "winner":
        assert result.winning
        winner = expected.score.winning_side
        assert result.score.winning_side == winner
        assert all((values[move] > 0) == (winner == 0) for move in result.best)
    else:
        assert not result.winning
        assert result.score.value == value
        assert result.best
        assert {values[move] for move in result.best} == {value}
    assert verified(path).result == result


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.rules().start().swap_follows], ids=str
)
def test_the_value_under_the_swap(tmp_path: Path, case: Case) -> None:
    expected = direct(case, swap=True)
    path = make(tmp_path, case.rules().start(), "swap")
    result = run(path).result
    assert (result.complete, result.under_swap, result.score) == (True, True, expected.score)
    assert set(result.best) <= set(expected.best)
    assert verified(path).result == result


@pytest.mark.slow
@pytest.mark.parametrize(
    "rows", [("XXXX", "XXXX", "....", "...."), ("XXXX", "X..X", "X..X", "XXXX")], ids=str
)
def test_the_most_even_opening_where_none_is_worth_one(
    tmp_path: Path,
    rows: tuple[str, ...],
) -> None:
    """On these boards every opening leaves one side ahead by points."""
    start = new_game("battle-of-lits", board=rows)
    expected = solve(start)
    assert expected.score.upper < -1
    result = run(make(tmp_path, start, "swap"), EASY).result
    assert (result.score, result.complete) == (expected.score, True)


def test_a_position_within_a_game(tmp_path: Path) -> None:
    start = new_game("battle-of-lits", size=5, seed=2)
    position = start.play(start.choices()[8])
    expected = solve(position, all_moves=True)
    assert run(make(tmp_path, position, "value")).result.score == expected.score
    openings = run(make(tmp_path, position, "openings")).result
    assert [each.score for each in openings.openings] == [each.score for each in expected.moves]
    values = {each.move: each.score.lower for each in expected.moves}
    assert position.to_move == 1
    assert expected.score.lower + 2 in values.values(), "a move that is 2 worse for the second side"
    assert set(openings.best) == {
        move for move, value in values.items() if value == expected.score.lower
    }


def test_a_double_game_whose_swap_is_a_move(tmp_path: Path) -> None:
    position: Position = new_game("taiji+battle-of-lits", size=4, groups=1)
    while not position.can_swap:
        position = position.play(position.choices()[0])
    expected = solve(position, all_moves=True, engine="reference")
    path = make(tmp_path, position, "openings")
    result = run(path, Workers(engine="reference", nodes=1)).result
    assert result.score == expected.score
    assert [(each.move, each.score) for each in result.openings] == [
        (each.move, each.score) for each in expected.moves
    ]
    assert result.openings[-1].move is SWAP
    assert verified(path).result == result


def test_what_no_campaign_can_be_about(tmp_path: Path) -> None:
    start = new_game("taiji", size=2)
    with pytest.raises(
        OptionError, match="target 'best': expected value, swap, openings or winner"
    ):
        make_target("best", start)
    with pytest.raises(
        OptionError,
        match="target swap: expected the start of a game in which the second player may",
    ):
        make_target("swap", start)
    over: Position = start
    while not over.is_over:
        over = over.play(over.choices()[0])
    for name in TARGETS:
        with pytest.raises(OptionError):
            make_target(name, over)
    with pytest.raises(OptionError, match="checked share 2: expected 0 to 1"):
        new_campaign(start, tmp_path / "a.db", checked_share=2)
    assert not list(tmp_path.iterdir())
