"""Beginnings of games whose ends may be endgame studies: as far from the end as requested, and as
cheap to search as possible.

The cost of an exact answer grows tenfold with two more plies, and differs a hundredfold between
positions equally far from the end. Those late in a long game, with few placements left, are the
cheap ones. Random games cost almost nothing: many are played, and the most promising ones are
continued.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from litslab.games.move import Move
from litslab.games.position import Position
from litslab.puzzles.studies.study import impossible
from litslab.solver.engines import kernel
from litslab.solver.play.match import play_game, player_to_move
from litslab.solver.play.players import Player, RandomPlayer

PLAIN = 20
"""Without the kernel, one game is played instead of this many."""


GAMES = 600
"""Number of random games from the start. This and the following values were measured
(`docs/studies.md`).
"""

SAMPLED = 100
"""Number of random games from a position that estimate its distance from the end."""

PLAYED = 1
"""About how many plies before the position two players take over from the random game."""

ENDINGS = 24
KEPT = 12
"""Number of games that the players continue, and number of the resulting positions that are
searched.
"""

BIAS = 0.3
"""By how much the principal variation is longer than random games are, on average."""

TOLERANCE = 0.5
"""Deviations from the requested distance to the end up to this are ignored."""


@dataclass(frozen=True)
class Beginning:
    """The beginning of a game.

    Attributes
    ----------
    moves : tuple of Move
        The moves played.
    position : Position
        The position after them.
    left : float
        Estimated number of plies of best play from there to the end.
    """

    moves: tuple[Move, ...]
    position: Position
    left: float


def beginnings(
    start: Position,
    plies: int,
    draw: Callable[[], Player],
    rng: random.Random,
    *,
    games: int = GAMES,
    sampled: int = SAMPLED,
) -> list[Beginning]:
    """Return beginnings of games with about the requested number of plies to go, the best first.

    Parameters
    ----------
    start : Position
        The start of all games.
    plies : int
        Requested distance from the end.
    draw : callable
        Returns a player for one side of a game.
    rng : random.Random
        Random generator.
    games : int
        Number of random games from the start.
    sampled : int
        Number of random games from a position that estimate its distance from the end.
    """
    early = plies + PLAYED
    cut = [moves[: max(0, len(moves) - early)] for moves in random_games(start, games, rng)]
    opened = [begin(start, (), moves, rng, sampled) for moves in dict.fromkeys(cut)]
    kept = _best(opened, early)[:ENDINGS]
    ended = [_play_on(opening, plies, (draw(), draw()), rng, sampled) for opening in kept]
    possible = [each for each in ended if impossible(each.position) is None]
    return _best(possible, plies)[:KEPT]


def begin(
    position: Position,
    before: tuple[Move, ...],
    moves: Iterable[Move],
    rng: random.Random,
    sampled: int,
) -> Beginning:
    """Return the beginning of a game: moves that led to a position, and moves played
    from there on; `sampled` random games estimate how far it is from the end.
    """
    played = tuple(moves)
    for move in played:
        position = position.play_unchecked(move)
    return Beginning((*before, *played), position, plies_to_go(position, sampled, rng) + BIAS)


def _best(found: list[Beginning], plies: int) -> list[Beginning]:
    """Order beginnings: those far enough from the end come first, and of these those with the
    fewest moves.
    """
    going = [each for each in found if not each.position.is_over]
    going.sort(
        key=lambda each: (
            max(0.0, abs(each.left - plies) - TOLERANCE),
            each.position.legal.bit_count(),
        )
    )
    return going


def _play_on(
    opening: Beginning,
    plies: int,
    players: tuple[Player, Player],
    rng: random.Random,
    sampled: int,
) -> Beginning:
    """Let two players make a move, and more until the end is near enough and nobody can swap any
    more.
    """
    here = opening
    while not here.position.is_over and (
        here is opening or here.position.can_swap or here.left > plies + TOLERANCE
    ):
        move = players[player_to_move(here.position)].choose(here.position, rng)
        here = begin(here.position, here.moves, [move], rng, sampled)
    return here


def random_games(start: Position, number: int, rng: random.Random) -> list[tuple[Move, ...]]:
    """Return the moves of random games, in the kernel where it plays the game; without it there are
    fewer.
    """
    if kernel.engine_for(start.rules) is None:
        players = RandomPlayer(), RandomPlayer()
        return [play_game(start, players, rng)[0] for _ in range(max(1, number // PLAIN))]
    played = kernel.random_games(start, _seeds(number, rng), moves=True)
    assert played is not None
    table = start.rules.table
    return [tuple(table[index] for index in moves) for moves in played.moves]


def plies_to_go(position: Position, number: int, rng: random.Random) -> float:
    """Return how many plies random games take from a position to the end, on average."""
    if position.is_over:
        return 0.0
    if kernel.engine_for(position.rules) is not None:
        played = kernel.random_games(position, _seeds(number, rng))
        assert played is not None
        return sum(played.lengths) / len(played.lengths)
    games = random_games(position, number, rng)
    return sum(map(len, games)) / len(games)


def _seeds(number: int, rng: random.Random) -> list[int]:
    return list(struct.unpack(f"<{number}Q", rng.randbytes(8 * number)))
