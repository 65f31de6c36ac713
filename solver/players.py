"""Players of any game: random, and greedy with an exact endgame."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from games.geometry import nth_bit
from games.position import Move, Position
from solver.result import Limit
from solver.search import solve


class Player(Protocol):
    """Whoever chooses moves."""

    @property
    def name(self) -> str:
        """What the player is called in records and tables."""

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a legal move; all randomness comes from `rng`."""


@dataclass(frozen=True)
class RandomPlayer:
    """Every legal placement is equally likely; never swaps."""

    name: str = "random"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a legal placement drawn uniformly."""
        legal = position.legal
        return position.rules.table[nth_bit(legal, rng.randrange(legal.bit_count()))]


@dataclass(frozen=True)
class GreedyPlayer:
    """The placement with the best scores right after it; ties are drawn. Solves endgames within a node limit.

    Attributes
    ----------
    endgame_nodes : int
        How many nodes an attempt to solve the position exactly may take; 0 for none.
    endgame_moves : int
        Only positions with at most so many legal moves are attempted.
    """

    endgame_nodes: int = 0
    endgame_moves: int = 40
    name: str = "greedy"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return the best move of a solved endgame, or the greediest placement."""
        if self.endgame_nodes and position.legal.bit_count() <= self.endgame_moves:
            solution = solve(position, Limit(nodes=self.endgame_nodes))
            if solution.best:
                return rng.choice(solution.best)
        sign = 1 if position.to_move == 0 else -1
        gains: dict[int, list[Move]] = {}
        for placement in position.rules.table.of(position.legal):
            first, second = position.place(placement.index).scores()
            gains.setdefault(sign * (first - second), []).append(placement)
        return rng.choice(gains[max(gains)])


def play_game(start: Position, players: tuple[Player, Player], rng: random.Random) -> tuple[Move, ...]:
    """Play from a position to the end and return the moves; `players` stand in the order of the sides."""
    moves: list[Move] = []
    position = start
    while not position.is_over:
        move = players[position.to_move].choose(position, rng)
        position = position.play(move)
        moves.append(move)
    return tuple(moves)
