"""Matches between players."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from litslab.games import create
from litslab.games.battle_of_lits import BattleOfLits, make_symbols
from litslab.games.record import Record
from litslab.jobs.progress import Progress
from litslab.solver.play.match import match, play_one
from litslab.solver.play.players import GreedyPlayer, RandomPlayer
from litslab.solver.statistics import wilson_interval
from tests.running import interrupted_at
from tests.solver.play.test_players import QUICK


@pytest.mark.slow
def test_the_levels_of_play_are_levels() -> None:
    rules = BattleOfLits(size=6, symbols=make_symbols(6, 6, random.Random(1)))
    for players, games in (((GreedyPlayer(), RandomPlayer()), 60), ((QUICK, GreedyPlayer()), 40)):
        low, _ = wilson_interval(match(rules, players, games, seed=1).wins[0], games)
        assert low > 0.5


def test_a_match_sums_up_its_games_which_exchange_the_players_on_a_board_for_each_pair() -> None:
    rules = create("battle-of-lits", size=5)
    players = GreedyPlayer(), RandomPlayer()
    boards = [
        rules.with_fresh_board(random.Random(f"7/board {number // 2}")) for number in range(9)
    ]
    games = [play_one(board.start(), players, number, 7) for number, board in enumerate(boards)]
    told: list[Progress] = []
    result = match(rules, players, 9, seed=7, progress=told.append)
    assert result == match(rules, players, 9, seed=7) != match(rules, players, 9, seed=8)
    assert (result.complete, result.games) == (True, 9)
    assert told == [Progress(played, 9) for played in range(1, 10)]
    assert result.wins == (
        sum(game.winner == 0 for game in games),
        sum(game.winner == 1 for game in games),
    )
    assert result.moves == sum(len(game.moves) for game in games)
    assert result.first_mover_wins == sum(game.winner == game.first_player for game in games)
    won = [(game.winner == 0) + (other.winner == 0) for game, other in pairwise(games)][::2]
    assert result.pairs == (won.count(0), won.count(1), won.count(2))
    assert sum(result.pairs) == 4  # the ninth game has no partner
    low, high = result.interval
    assert low <= result.wins[0] / 9 <= high


def test_ctrl_c_keeps_the_games_of_a_match_that_were_played() -> None:
    players = RandomPlayer(), RandomPlayer()
    result = match(create("taiji", size=4), players, 9, seed=7, progress=interrupted_at(3))
    assert (result.games, result.complete) == (3, False)


def test_a_game_of_a_match_is_won_by_the_player_of_the_side_that_the_rules_say() -> None:
    start = create("taiji", size=4).start()
    for number in range(5):
        game = play_one(start, (RandomPlayer(), RandomPlayer()), number, 3)
        assert game.first_player == number % 2
        outcome = Record(start.rules, game.moves).position().outcome()
        assert game.winner == (
            game.first_player if outcome.winning_side == 0 else 1 - game.first_player
        )
        assert game.margin == abs(outcome.margin)
