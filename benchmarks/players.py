"""Games a second of every player in every game: in the kernel, and by the players in Python.

Both are measured in the same run, in processor time, which other work on the machine changes least.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator

from litslab.games import create
from litslab.games.position import Position
from litslab.solver.play.greedy import margins_by_the_rules
from litslab.solver.play.kernel_games import games_between, plays
from litslab.solver.play.match import play_game
from litslab.solver.play.players import GreedyPlayer, Player, parse_player

BOARDS = (
    ("wythe", 5),
    ("wythe", 8),
    ("taiji", 5),
    ("taiji", 9),
    ("battle-of-lits", 8),
    ("battle-of-lits", 10),
    ("tailits", 11),
    ("taiji+battle-of-lits", 11),
    ("tailits+taiji", 11),
)

PLAYERS = ("random", "greedy", "mcts:50")

SECONDS = 0.5
"""Processor time that a measurement takes at least; one of a slow player takes one game."""

COLUMNS = ("game", "player", "kernel", "Python", "ratio")


def rows_of_players(
    boards: Iterable[tuple[str, int]] = BOARDS,
    seconds: float = SECONDS,
) -> list[tuple[str, ...]]:
    """Measure all players on boards of some games and sizes."""
    return [row for name, size in boards for row in _rows(name, size, seconds)]


def _rows(name: str, size: int, seconds: float) -> Iterator[tuple[str, ...]]:
    rules = create(name, size=size).with_fresh_board(random.Random(1))
    start = rules.start()
    for text in PLAYERS:
        in_python = games_a_second(_games_in_python(start, text), seconds)
        kernel = ratio = "–"
        player = parse_player(text)
        if plays(rules, (player, player)):
            in_kernel = games_a_second(_games_in_kernel(start, text), seconds)
            kernel = _rounded(in_kernel)
            ratio = _rounded(in_kernel / in_python)
        yield f"{name} {size}×{size}", text, kernel, _rounded(in_python), ratio


def games_a_second(play: Callable[[int, int], None], seconds: float) -> float:
    """Return how many games a function plays per second of processor time, measured for at least
    this many seconds; the function gets the number of the first game and how many to play.
    """
    play(0, 1)  # makes tables that all games share
    played = 0
    batch = 1
    started = time.process_time()
    while (used := time.process_time() - started) < seconds:
        play(played, batch)
        played += batch
        batch *= 2
    return played / used


def _games_in_kernel(start: Position, text: str) -> Callable[[int, int], None]:
    player = parse_player(text)

    def play(first: int, count: int) -> None:
        games_between(start, (player, player), range(first, first + count))

    return play


def _games_in_python(start: Position, text: str) -> Callable[[int, int], None]:
    player: Player = parse_player(text)
    if text == "greedy":
        player = GreedyPlayer(margins=margins_by_the_rules)

    def play(first: int, count: int) -> None:
        for seed in range(first, first + count):
            play_game(start, (player, player), random.Random(seed))

    return play


def _rounded(number: float) -> str:
    """Return a number with three significant digits."""
    return f"{float(f'{number:.3g}'):,.10g}"
