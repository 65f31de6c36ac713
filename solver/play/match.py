"""Matches between players: games in pairs with the sides exchanged, wins with confidence intervals."""

from __future__ import annotations

import math
import random
from contextlib import closing
from dataclasses import dataclass, replace

from litslab.games.position import Move, Position, Rules
from litslab.jobs.progress import OnProgress, Progress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.solver.play.players import Player, play_game

_NORMAL_975 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Game:
    """One finished game of a match.

    Attributes
    ----------
    moves : tuple of Move
        What was played.
    first_player : int
        Which of the two players moved first in the game.
    winner : int
        Which of the two players won.
    margin : int
        The winner's margin: 0 if the tie rule decided.
    """

    moves: tuple[Move, ...]
    first_player: int
    winner: int
    margin: int


@dataclass(frozen=True)
class MatchResult:
    """How a match ended: sums, so that a match of any length takes no more memory than a short one.

    Attributes
    ----------
    wins : tuple of int
        How many games each player won.
    moves : int
        The moves of all games together.
    first_mover_wins : int
        How many games the player won who moved first in them.
    pairs : tuple of int
        In how many pairs of games with the sides exchanged the first player won none, one and both of them.
    complete : bool
        Whether all games were played; otherwise Ctrl-C came first.
    """

    wins: tuple[int, int] = (0, 0)
    moves: int = 0
    first_mover_wins: int = 0
    pairs: tuple[int, int, int] = (0, 0, 0)
    complete: bool = False

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.wins)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the first player's share of wins, from the pairs (`pairs_interval`)."""
        low, high = pairs_interval(self.pairs)
        share = self.wins[0] / self.games if self.games else 0.5
        return min(low, share), max(high, share)  # a game without its partner is not in the pairs

    def with_game(self, game: Game) -> MatchResult:
        """Return the result after another game: every second one completes a pair."""
        first, second = self.wins
        pairs = self.pairs
        if self.games % 2:
            won_before = first - pairs[1] - 2 * pairs[2]
            pairs = add_pair(pairs, won_before + (game.winner == 0))
        return replace(
            self,
            wins=(first + (game.winner == 0), second + (game.winner == 1)),
            pairs=pairs,
            moves=self.moves + len(game.moves),
            first_mover_wins=self.first_mover_wins + (game.winner == game.first_player),
        )


def match(
    rules: Rules,
    players: tuple[Player, Player],
    games: int,
    *,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    progress: OnProgress | None = None,
) -> MatchResult:
    """Let two players play each other, with the sides exchanged from game to game; Ctrl-C keeps what was played.

    Parameters
    ----------
    rules : Rules
        The game. Each pair of games of Battle of LITS gets a board of its own.
    players : tuple of Player
        The two players.
    games : int
        How many games.
    seed : int
        The same seed gives the same match, however the games are divided, unless time decides what the players do.
    workers, scheduler
        As for `jobs.tasks.run_tasks`.
    progress : callable, optional
        Receives how many games are played, after each.

    Raises
    ------
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If processes that played died again and again.
    """
    tasks = (
        _Task(rules.with_fresh_board(random.Random(f"{seed}/board {number // 2}")).start(), players, number, seed)
        for number in range(games)
    )
    result = MatchResult()
    try:
        with closing(run_tasks_in_order(_play, tasks, workers=min(workers, games), scheduler=scheduler)) as played:
            for _, game in played:
                result = result.with_game(game)
                if progress is not None:
                    progress(Progress(result.games, games))
    except KeyboardInterrupt:
        return result
    return replace(result, complete=True)


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share; (0, 1) without a trial.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    Examples
    --------
    >>> low, high = wilson_interval(5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    if not trials:
        return 0.0, 1.0
    share, z = successes / trials, _NORMAL_975
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # The share lies within its interval, also if rounding says otherwise.
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def add_pair(pairs: tuple[int, int, int], won: int) -> tuple[int, int, int]:
    """Return the numbers of pairs after another one, of which a player won this many games."""
    lost, shared, both = (count + (won == number) for number, count in enumerate(pairs))
    return lost, shared, both


def pairs_interval(pairs: tuple[int, int, int]) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins, from pairs of games with the sides exchanged; (0, 1) without a pair.

    Where the side or the board decides, most pairs are shared, and a player's share is known far better than from as
    many independent games. So the interval follows from the spread of the pairs. As no game is drawn, a pair has three
    results (engine testers' pentanomial has five), and twice the share, less one, is the difference of two proportions
    in a paired sample: the score interval, which holds for few pairs and for equal ones, too.

    Source: T. Tango, "Equivalence test and confidence interval for the difference in proportions for the paired-sample
    design", 1998.

    Parameters
    ----------
    pairs : tuple of int
        In how many pairs the player won none, one and both of the games.

    Examples
    --------
    >>> [round(end, 2) for end in pairs_interval((0, 10, 0))], [round(end, 2) for end in pairs_interval((0, 0, 10))]
    ([0.36, 0.64], [0.72, 1.0])
    """
    lost, shared, won = pairs
    if not sum(pairs):
        return 0.0, 1.0
    return _least_share(lost, shared, won), 1 - _least_share(won, shared, lost)


def _least_share(lost: int, shared: int, won: int) -> float:
    """Return the lower end of Tango's interval, by halving: the least share that the pairs do not exclude."""
    total = lost + shared + won
    low, high = -1.0, (won - lost) / total
    for _ in range(60):
        difference = (low + high) / 2
        # The most likely share of lost pairs, if this is the difference between the shares of won and lost ones.
        half = (won + lost - (2 * total - won + lost) * difference) / (4 * total)
        losing = half + math.sqrt(max(0.0, half * half + lost * difference * (1 - difference) / (2 * total)))
        variance = (2 * losing + difference * (1 - difference)) / total
        if (won - lost) / total - difference > _NORMAL_975 * math.sqrt(max(0.0, variance)):
            low = difference
        else:
            high = difference
    return (1 + high) / 2


@dataclass(frozen=True)
class _Task:
    """One game of a match: the arguments of `play_one`."""

    start: Position
    players: tuple[Player, Player]
    number: int
    seed: int


def _play(task: _Task) -> Game:
    return play_one(task.start, task.players, task.number, task.seed)


def play_one(start: Position, players: tuple[Player, Player], number: int, seed: int) -> Game:
    """Play one game of a match: the one with an even number has the first of the players move first.

    Parameters
    ----------
    start : Position
        What the game starts from.
    players : tuple of Player
        The two players.
    number : int
        The game's number in the match, from 0 on.
    seed : int
        The match's seed; with the number it gives the game's randomness.
    """
    first_player = number % 2
    seats = (players[first_player], players[1 - first_player])
    moves = play_game(start, seats, random.Random(f"{seed}/{number}"))
    end = start
    for move in moves:
        end = end.play(move)
    outcome = end.outcome()
    exchanged = end.swapped and not end.rules.swap_changes_value
    winning_player = 1 - outcome.winning_side if exchanged else outcome.winning_side
    winner = first_player if winning_player == 0 else 1 - first_player
    return Game(moves, first_player, winner, abs(outcome.margin))
