"""Players of any game, from random to a Monte-Carlo engine that solves endgames exactly."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from litslab.games.errors import OptionError, check_choice, expect
from litslab.games.language import mark
from litslab.games.move import SWAP, Move
from litslab.games.position import Position
from litslab.games.random_play import random_placement
from litslab.jobs.work_options import check_threads
from litslab.solver.advice.even_openings import most_even
from litslab.solver.advice.playouts import (
    FlatPlayouts,
    TreePlayouts,
    playouts_of,
    should_swap,
)
from litslab.solver.engines.limit import Limit
from litslab.solver.play.greedy import greediest, margins_after
from litslab.solver.play.kept_tree import KeptTree
from litslab.solver.play.solved import EXACT_MOVES, EXACT_NODES, best_move

MOST_NODES = 1_000_000
"""The most nodes of the engine's attempt at an exact solution: about a second."""

SLICE_SECONDS = 0.05
"""The growth of a tree between two looks at what it has proved."""


class Player(Protocol):
    """A player, who chooses moves."""

    @property
    def name(self) -> str:
        """The player's name in records and tables."""

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a legal move; all randomness comes from `rng`."""


@dataclass(frozen=True)
class RandomPlayer:
    """A player who draws legal placements uniformly and never swaps."""

    name: str = mark("random")

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a legal placement drawn uniformly."""
        return position.rules.table[random_placement(position, rng)]


@dataclass(frozen=True)
class GreedyPlayer:
    """A player who chooses the best margin right after the placement, at random among equals, and
    swaps when behind.

    Attributes
    ----------
    margins : callable
        Returns the margin right after each placement; `margins_by_the_rules` does so without the
        kernel.
    """

    name: str = mark("greedy")
    margins: Callable[[Position], dict[Move, int]] = margins_after

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a move with the best margin right after it."""
        sign = 1 if position.to_move == 0 else -1
        first, second = position.scores()
        if position.can_swap and sign * (first - second) < 0:
            return SWAP
        return rng.choice(greediest(self.margins(position)))


@dataclass(frozen=True)
class EnginePlayer:
    """A player by Monte-Carlo tree search, and by exact search as soon as that is possible.

    Attributes
    ----------
    playouts : int
        Random games per move.
    time_limit : float or None
        Wall-clock time per move, at most half of it for an attempt at an exact solution. Without a
        limit the moves are reproducible by the seed; with one, a turn begins with the tree of the
        last one where that contains the reply, and ends as soon as the value is proved.
    exact_moves : int
        The most legal moves of a position that is attempted.
    exact_nodes : int or None
        The most nodes of an attempt; None for ten times `playouts`, at most `MOST_NODES`.
    threads : int
        The number of threads that share a tree; the moves of several are not reproducible.
    """

    playouts: int = 20_000
    time_limit: float | None = None
    exact_moves: int = EXACT_MOVES
    exact_nodes: int | None = None
    name: str = "mcts"
    threads: int = 1
    _kept: KeptTree = field(default_factory=KeptTree, init=False, repr=False, compare=False)

    @property
    def attempt_nodes(self) -> int:
        """The most nodes of an attempt at an exact solution."""
        if self.exact_nodes is None:
            return min(MOST_NODES, 10 * self.playouts)
        return self.exact_nodes

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a best move if the position can be solved, otherwise the most visited move."""
        began = time.monotonic()
        half = None if self.time_limit is None else self.time_limit / 2
        limit = Limit(half, self.attempt_nodes)
        exact = best_move(position, rng, limit, most_moves=self.exact_moves)
        if exact:
            return exact
        left = None
        if self.time_limit is not None:
            left = max(0.0, began + self.time_limit - time.monotonic())
        if position.swap_follows:
            return most_even(position, rng, self.playouts, left, threads=self.threads)
        if left is None:
            games = playouts_of(position, rng.getrandbits(64), threads=self.threads)
            games.run(math.inf, games.budget(self.playouts))
        else:
            games = self._games_in_time(position, rng, left)
        found = games.samples()[0]
        move = SWAP if should_swap(position, found.outlook) else found.move
        if left is not None and isinstance(games, TreePlayouts):
            self._kept.keep(games, move)
        return move

    def _games_in_time(
        self,
        position: Position,
        rng: random.Random,
        seconds: float,
    ) -> TreePlayouts | FlatPlayouts:
        """Return playouts of a time and at most a number, or until the value is proved. They begin
        with what the tree of the last turn knows.
        """
        games = self._kept.take(position) or playouts_of(
            position, rng.getrandbits(64), threads=self.threads
        )
        until = time.monotonic() + seconds
        most = games.playouts + games.budget(self.playouts)
        while True:
            left = max(0.0, until - time.monotonic())
            games.run(min(SLICE_SECONDS, left), most - games.playouts)
            if left <= SLICE_SECONDS or games.playouts >= most or games.bounds().is_exact:
                return games


@dataclass(frozen=True)
class ExactPlayer:
    """A player who plays perfectly as soon as the position can be solved, and at random before
    that.

    Attributes
    ----------
    nodes : int
        The most nodes of an attempt at an exact solution.
    """

    nodes: int = EXACT_NODES
    name: str = "exact"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a best move if the position can be solved, otherwise a random placement."""
        return best_move(position, rng, Limit(nodes=self.nodes)) or RandomPlayer().choose(
            position, rng
        )


LEVELS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "mcts": EnginePlayer,
    "exact": ExactPlayer,
}
"""The levels of play by name."""


def parse_player(
    text: str,
    *,
    time_limit: float | None = None,
    threads: int = 1,
) -> Player:
    """Return the player named by a text such as ``mcts:500``: a level, and for two of the levels a
    number.

    Parameters
    ----------
    text : str
        ``random``, ``greedy``, ``mcts:PLAYOUTS`` (random games per move) or ``exact:NODES`` (per
        position); without a number the player has its default budget.
    time_limit : float, optional
        For ``mcts``: time per move; without a number of playouts it is the only limit.
    threads : int
        For ``mcts``: the threads of its tree search; the others have one.

    Raises
    ------
    OptionError
        If there is no such level, the budget is not a positive number, or a search cannot have this
        number of threads.

    Examples
    --------
    >>> parse_player("mcts:500").name
    'mcts:500'
    """
    check_threads(threads)
    expected = "the name of a player, such as 'greedy' or 'mcts:500'"
    level, colon, number = expect(text, str, expected).partition(":")
    check_choice("player", level, LEVELS)
    if not colon:
        if level != "mcts":
            return LEVELS[level]()
        if time_limit is None:
            return EnginePlayer(threads=threads)
        return EnginePlayer(1 << 62, time_limit, threads=threads)
    if level not in {"mcts", "exact"}:
        raise OptionError(
            f"player {text!r}: expected no number behind {level}, which has no budget"
        )
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 13 and int(number) > 0):
        raise OptionError(
            f"player {text!r}: expected a positive number behind {level}, such as {level}:500"
        )
    if level == "mcts":
        return EnginePlayer(int(number), time_limit, name=text, threads=threads)
    return ExactPlayer(int(number), name=text)


def as_player(player: Player | str) -> Player:
    """Return a player itself, or the one that a text names."""
    return parse_player(player) if isinstance(player, str) else player


def parse_players(texts: tuple[str, str]) -> tuple[Player, Player]:
    """Return the players named by two texts, as `parse_player` reads them."""
    first, second = texts
    return parse_player(first), parse_player(second)
