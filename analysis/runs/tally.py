"""Counts of the results and lengths of many games that are not stored.

The games are those of a run with the same seed (`analysis.runs.play`). The web page uses them
without NumPy and Polars.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from litslab.games.move import Move
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.solver.engines.kernel import listed
from litslab.solver.play.kernel_games import games_between, plays, searches
from litslab.solver.play.match import player_to_move
from litslab.solver.play.players import parse_players

_ALL = (1 << 64) - 1

INTERVAL = 0.2
"""Seconds between two tallies of games that are not played by the kernel."""


@dataclass
class Tally:
    """Counts of some games.

    Attributes
    ----------
    games : int
        The number of games.
    margins, lengths : Counter of int
        Games by the first side's margin, and by the number of placements.
    wins : Counter of int
        Games by the winning side, 0 or 1.
    """

    games: int = 0
    margins: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game of a run by the formula of `play.game_seeds`."""
    key = int.from_bytes(hashlib.blake2b(str(seed).encode(), digest_size=8).digest(), "little")
    mixed = (key + (number + 1) * 0x9E3779B97F4A7C15) & _ALL
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ mixed >> shift) * factor & _ALL
    return mixed ^ mixed >> 31


def tallies(
    start: Position,
    players: tuple[str, str],
    games: int,
    *,
    seed: int = 0,
    at_a_time: int = 5_000,
) -> Iterator[Tally]:
    """Play games, and repeatedly yield the same growing tally.

    Parameters
    ----------
    start : Position
        The position that every game starts from.
    players : (str, str)
        As `solver.play.players.parse_player` reads them.
    games : int
        Number of games.
    seed : int
        Random seed.
    at_a_time : int
        Games between two tallies of random games that the kernel plays; of other games there is a
        tally per `INTERVAL`.
    """
    tally = Tally()
    until = 0.0
    both = parse_players(players)
    in_kernel = plays(start.rules, both)
    step = 1
    if in_kernel and not any(searches(each) for each in both):
        step = at_a_time if players == ("random", "random") else max(1, at_a_time // 50)
    for first in range(0, games, step):
        seeds = [game_seed(seed, number) for number in range(first, min(first + step, games))]
        for margin, length, winner in _results(start, players, seeds):
            tally.games += 1
            tally.margins[margin] += 1
            tally.lengths[length] += 1
            tally.wins[winner] += 1
        is_full_step = in_kernel and step == at_a_time
        if is_full_step or tally.games == games or time.monotonic() > until:
            yield tally
            until = time.monotonic() + INTERVAL


def _results(
    start: Position,
    players: tuple[str, str],
    seeds: list[int],
) -> Iterator[tuple[int, int, int]]:
    """Yield the margin, the number of placements and the winning side of each game."""
    played = games_between(start, parse_players(players), seeds)
    if played is not None:
        margins = [first - second for first, second in listed(played.scores)]
        lengths = listed(played.length)
        yield from zip(margins, lengths, listed(played.winner), strict=True)
        return
    for _, branching, end in play_games(start, players, seeds):
        outcome = end.outcome()
        yield outcome.margin, len(branching), outcome.winning_side


def play_games(
    start: Position,
    players: tuple[str, str],
    seeds: list[int],
) -> Iterator[tuple[list[Move], list[int], Position]]:
    """Yield for each seed the moves of a game, the number of legal placements at each, and the
    final position.
    """
    both = parse_players(players)
    for seed in seeds:
        rng = random.Random(seed)
        position = start
        moves: list[Move] = []
        branching: list[int] = []
        while not position.is_over:
            move = both[player_to_move(position)].choose(position, rng)
            if isinstance(move, Placement):
                branching.append(position.legal.bit_count())
            moves.append(move)
            position = position.play_unchecked(move)
        yield moves, branching, position
