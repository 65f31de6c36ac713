"""The specification of an endgame study, and the games from which studies are taken.

Positions that may be endgame studies: as far from the end as asked for, and as cheap to search as can be.

What an exact answer costs grows tenfold with two plies more, and differs a hundredfold between positions that are
equally far from the end: those late in a long game, with few placements left, are the cheap ones. Random games cost
next to nothing, so that many are played, and only the best of them gone on with.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from litslab.games.errors import OptionError, expect
from litslab.games.position import Move, Position, Rules
from litslab.puzzles.studies.study import impossible
from litslab.solver.engines import kernel
from litslab.solver.play.players import EnginePlayer, Player, RandomPlayer, parse_player, play_game, player_to_move

PLAIN = 20
"""Without the kernel, one game is played instead of this many."""


GAMES = 600
"""Number of random games from the start. This and the following values were measured (`docs/studies.md`)."""

SAMPLED = 100
"""Number of random games from a position that estimate its distance from the end."""

PLAYED = 1
"""About how many plies before the position two players take over from the random game."""

ENDINGS, KEPT = 24, 12
"""Number of games that the players continue, and number of the resulting positions that are searched."""

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


def beginnings(start: Position, plies: int, draw: Callable[[], Player], rng: random.Random) -> list[Beginning]:
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
    """
    early = plies + PLAYED
    cut = [moves[: max(0, len(moves) - early)] for moves in random_games(start, GAMES, rng)]
    opened = [begin(start, (), moves, rng) for moves in dict.fromkeys(cut)]
    kept = _best(opened, early)[:ENDINGS]
    ended = [_play_on(opening, plies, (draw(), draw()), rng) for opening in kept]
    possible = [each for each in ended if impossible(each.position) is None]
    return _best(possible, plies)[:KEPT]


def begin(position: Position, before: tuple[Move, ...], moves: Iterable[Move], rng: random.Random) -> Beginning:
    """Return the beginning of a game: moves that led to a position, and moves played from there on."""
    played = tuple(moves)
    for move in played:
        position = position.play_unchecked(move)
    return Beginning((*before, *played), position, plies_to_go(position, SAMPLED, rng) + BIAS)


def _best(found: list[Beginning], plies: int) -> list[Beginning]:
    """Order beginnings: those far enough from the end come first, and of these those with the fewest moves."""
    going = [each for each in found if not each.position.is_over]
    going.sort(key=lambda each: (max(0.0, abs(each.left - plies) - TOLERANCE), each.position.legal.bit_count()))
    return going


def _play_on(opening: Beginning, plies: int, players: tuple[Player, Player], rng: random.Random) -> Beginning:
    """Let two players make a move, and more until the end is near enough and nobody can swap any more."""
    here = opening
    while not here.position.is_over and (here is opening or here.position.can_swap or here.left > plies + TOLERANCE):
        move = players[player_to_move(here.position)].choose(here.position, rng)
        here = begin(here.position, here.moves, [move], rng)
    return here


def random_games(start: Position, number: int, rng: random.Random) -> list[tuple[Move, ...]]:
    """Return the moves of random games, in the kernel where it plays the game; without it there are fewer."""
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


PLAYERS = ("random", "greedy", "mcts")
"""The players of the games: fast rather than strong."""


def player_named(text: str) -> Player:
    """Return the player that a word of `PLAYERS` or a text such as ``mcts:500`` names; ``mcts`` alone is a fast one.

    Raises
    ------
    OptionError
        If there is no such player.
    """
    return EnginePlayer(playouts=300, exact_moves=0) if text == "mcts" else parse_player(text)


@dataclass(frozen=True)
class StudySpec:
    """Specification of a study, and the effort of the search for it.

    Attributes
    ----------
    rules : Rules
        The game. Each game of Battle of LITS that has no symbols given is played on a new board.
    plies : int
        The length of the principal variation.
    surprise : bool
        Whether every greedy move has to lose.
    players : tuple of str
        Who plays: names of `PLAYERS`, or players with a budget such as ``mcts:500``; each side of a game draws one.
    engine : str or None
        The exact engine; the fastest that knows the game where not given.
    games : int
        After how many random games the search for one study gives up.
    nodes : int
        Limit of nodes of the exact engine for one candidate.
    fresh_boards : bool
        Whether every game of Battle of LITS gets a new board.
    """

    rules: Rules
    plies: int
    surprise: bool = True
    players: tuple[str, ...] = PLAYERS
    engine: str | None = None
    games: int = 2000
    nodes: int = 400_000
    fresh_boards: bool = True

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises
        ------
        OptionError
            Naming the entry, its value and what was expected.
        """
        longest = longest_game(expect(self.rules, Rules, "rules, such as new_game(name).rules"))
        if not 1 <= self.plies <= longest:
            raise OptionError(
                f"plies {self.plies}: expected 1 to {longest}, as no game of {self.rules.title} on "
                f"{self.rules.board.columns}×{self.rules.board.rows} has more placements"
            )
        for name in self.players:
            player_named(name)
        if not self.players:
            raise OptionError("players: expected at least one")


def longest_game(rules: Rules) -> int:
    """Return a number of placements that no game exceeds.

    Of tetrominoes the supply and the board allow no more: each of the disjoint 2×2 blocks keeps a free square. In
    Wythe every piece keeps a bit uncovered on a stack of its own.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> longest_game(create("battle-of-lits")), longest_game(create("taiji", size=7))
    (18, 24)
    """
    return sum(phase.most_pieces for phase in rules.phases)
