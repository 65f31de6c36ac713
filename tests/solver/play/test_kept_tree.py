"""The tree of a player's last turn."""

from __future__ import annotations

import math
import pickle
import random

import pytest

from litslab.games import SWAP, Position, create
from litslab.solver.advice.playouts import TreePlayouts, playouts_of
from litslab.solver.play.kept_tree import KeptTree
from litslab.solver.play.players import EnginePlayer
from tests.games.cases import CASES, LARGE, Case

SMALL = [case for case in CASES if case not in LARGE and case.options.get("size", 5) > 3]
"""Boards on which no first move ends the game."""

FOREVER = 1e6
"""Seconds that no test waits for: another limit comes first."""


def searched(position: Position, playouts: int) -> TreePlayouts:
    games = playouts_of(position, 1)
    assert isinstance(games, TreePlayouts)
    games.run(math.inf, playouts)
    return games


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_the_tree_after_a_move_has_its_playouts_and_goes_on(case: Case) -> None:
    games = searched(case.rules().start(), 2_000)
    best = games.samples()[0]
    after = games.after(best.move)
    assert after is not None
    assert after.position == games.position.play(best.move)
    # The first try of a move made no node; a later one did, or met the end of the game.
    assert 0 < after.playouts <= best.playouts
    assert after.playouts >= best.playouts - 2 or after.bounds().is_exact
    moves = {each.move for each in after.samples()}
    assert moves <= set(after.position.legal_moves())
    before = after.playouts
    after.run(math.inf, 100)
    assert after.playouts == before + 100
    assert sum(each.playouts for each in after.samples()) == after.playouts


def test_no_tree_reaches_a_move_that_was_never_tried() -> None:
    position = create("taiji", size=7).start()
    games = searched(position, 3)
    tried = {each.move for each in games.samples()}
    never = next(move for move in position.legal_moves() if move not in tried)
    assert games.after(never) is None


def test_a_player_begins_with_the_tree_that_contains_the_reply() -> None:
    position = create("taiji", size=5).start()
    games = searched(position, 3_000)
    move = games.samples()[0].move
    kept = KeptTree()
    kept.keep(games, move)
    here = position.play(move)
    reply = searched(here, 500).samples()[0].move
    found = kept.take(here.play(reply))
    assert found is not None
    assert found.position == here.play(reply)
    assert found.playouts > 0
    assert kept.take(here.play(reply)) is None


def test_another_game_takes_no_tree_of_this_one() -> None:
    position = create("taiji", size=5).start()
    games = searched(position, 300)
    move = games.samples()[0].move
    for other in (create("taiji", size=5, groups=2).start(), create("taiji", size=4).start()):
        kept = KeptTree()
        kept.keep(games, move)
        assert kept.take(other) is None
    kept.keep(games, move)
    assert kept.take(position) is None
    kept.keep(games, move)
    assert pickle.loads(pickle.dumps(kept)).take(position.play(move)) is None


@pytest.mark.parametrize("name", ["battle-of-lits", "taiji+battle-of-lits"])
def test_a_swap_is_a_reply_too(name: str) -> None:
    rules = create(name, size=4).with_fresh_board(random.Random(1))
    position = rules.start()
    while not any(position.play(move).can_swap for move in position.legal_moves()):
        position = position.play(position.legal_moves()[0])
    games = searched(position, 4_000)
    move = games.samples()[0].move
    kept = KeptTree()
    kept.keep(games, move)
    after = position.play(move)
    assert SWAP in after.legal_moves()
    found = kept.take(after.play(SWAP))
    assert found is not None
    assert found.position == after.play(SWAP)


def test_a_turn_with_a_time_limit_ends_when_the_value_is_proved() -> None:
    """It would take days otherwise."""
    position = create("taiji", size=3).start()
    while len(position.legal_moves()) > 12:
        position = position.play(position.legal_moves()[0])
    player = EnginePlayer(1 << 62, FOREVER, exact_moves=0)
    move = player.choose(position, random.Random(1))
    assert move in position.legal_moves()


def test_threads_share_one_tree() -> None:
    position = create("taiji", size=5).start()
    games = playouts_of(position, 1, threads=3)
    games.run(math.inf, 3_000)
    assert 3_000 <= games.playouts <= 3_002
    assert sum(each.playouts for each in games.samples()) == games.playouts
    assert EnginePlayer(300, threads=2).choose(position, random.Random(1)) in position.legal_moves()
