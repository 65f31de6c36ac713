"""Whole games of two players in the kernel: the same ones as with the players in Python, from the
same seed.
"""

from __future__ import annotations

from collections.abc import Sequence

from litslab import kernel
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.solver.engines.kernel import engine_for, in_reach, question, seed_words
from litslab.solver.play.greedy import margins_after
from litslab.solver.play.players import (
    EnginePlayer,
    ExactPlayer,
    GreedyPlayer,
    Player,
    RandomPlayer,
)
from litslab.solver.play.solved import EXACT_MOVES

Players = tuple[Player, Player]
"""The player who moves first in the game, and the other."""


def plays(rules: Rules, players: Players) -> bool:
    """Return whether the kernel plays the games of two players: of all but those with a time limit
    or several threads, and those that it does not know.
    """
    return in_reach(rules) and all(_in_kernel(each, rules) is not None for each in players)


def searches(player: Player) -> bool:
    """Return whether a player of the kernel searches, so that a game takes long."""
    return not isinstance(player, RandomPlayer | GreedyPlayer)


def games_between(
    position: Position,
    players: Players,
    seeds: Sequence[int],
    *,
    moves: bool = False,
    trace: bool = False,
) -> kernel.SimulatedGames | None:
    """Play one game per seed from a position; return None if the kernel does not play the game, or
    not for these players.

    Random games draw from a fast generator of the kernel; with another player the games are those
    of the players in Python with `random.Random`.
    """
    engine = engine_for(position.rules)
    if engine is not None and all(isinstance(each, RandomPlayer) for each in players):
        return engine.simulate(question(position), seeds, moves=moves, trace=trace)
    return match_games(position, players, seeds, moves=moves, trace=trace)


def match_games(
    position: Position,
    players: Players,
    seeds: Sequence[int | str],
    *,
    moves: bool = False,
    trace: bool = False,
) -> kernel.SimulatedGames | None:
    """Play the games of the players in Python with `random.Random(seed)`, one per seed; return None
    if the kernel does not play the game, or not for these players.
    """
    engine = engine_for(position.rules)
    if engine is None:
        return None
    first, second = (_in_kernel(each, position.rules) for each in players)
    if first is None or second is None:
        return None
    words = [seed_words(seed) for seed in seeds]
    return engine.match(
        question(position),
        words,
        players=(first, second),
        swap=position.rules.has_swap,
        moves=moves,
        trace=trace,
    )


def _in_kernel(player: Player, rules: Rules) -> kernel.Player | None:
    """Return a player as the kernel's; None if it has none."""
    match player:
        case RandomPlayer():
            return kernel.Player("random")
        case GreedyPlayer(margins=margins) if margins is margins_after:
            return kernel.Player("greedy")
        case EnginePlayer(time_limit=None, threads=1):
            return kernel.Player(
                "mcts",
                playouts=player.playouts,
                exact_moves=player.exact_moves,
                exact_nodes=player.attempt_nodes,
                value_limit=rules.value_limit(),
            )
        case ExactPlayer():
            return kernel.Player(
                "exact",
                exact_moves=EXACT_MOVES,
                exact_nodes=player.nodes,
                value_limit=rules.value_limit(),
            )
    return None
