"""Counts of the results and lengths of many games that are not stored.

The games are those of a run with the same seed (`analysis.runs.play`). The web page uses them without NumPy and Polars.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.solver.engines.kernel import in_reach, random_games
from litslab.solver.play.players import parse_player, play_game

_ALL = (1 << 64) - 1


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
    start: Position, players: tuple[str, str], games: int, *, seed: int = 0, at_a_time: int = 5_000
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
        Kernel games between two tallies; of other players' games a hundredth of that.
    """
    tally = Tally()
    in_kernel = players == ("random", "random") and in_reach(start.rules)
    step = at_a_time if in_kernel else max(1, at_a_time // 100)
    for first in range(0, games, step):
        seeds = [game_seed(seed, number) for number in range(first, min(first + step, games))]
        played = random_games(start, seeds) if in_kernel else None
        rows = _play_by_the_rules(start, players, seeds)
        if played is not None:
            rows = zip(played.scores, played.lengths, played.winners, strict=True)
        for (one, other), length, winner in rows:
            tally.games += 1
            tally.margins[one - other] += 1
            tally.lengths[length] += 1
            tally.wins[winner] += 1
        yield tally


def _play_by_the_rules(
    start: Position, players: tuple[str, str], seeds: list[int]
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Play games with any players, and yield the scores, the length and the winning side of each."""
    both = parse_player(players[0]), parse_player(players[1])
    for seed in seeds:
        position, placements = start, 0
        for move in play_game(start, both, random.Random(seed)):
            placements += isinstance(move, Placement)
            position = position.play_unchecked(move)
        outcome = position.outcome()
        yield outcome.scores, placements, outcome.winning_side
