"""Matches between players: pairs of games with the sides exchanged."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import dataclass, replace

from pydantic import computed_field

from litslab.games.errors import check_number
from litslab.games.move import Move
from litslab.games.notation import numbered_move
from litslab.games.position import Position
from litslab.games.result_json import JsonNumber
from litslab.games.sources import AnyRules, as_rules
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.jobs.work_options import check_workers
from litslab.solver.engines.kernel import listed
from litslab.solver.play.kernel_games import match_games
from litslab.solver.play.players import Player, as_player
from litslab.solver.play.sequential_test import SequentialTest
from litslab.solver.statistics import elo, pairs_interval, wilson_interval


def play_game(
    position: Position,
    players: tuple[Player, Player],
    rng: random.Random,
) -> tuple[tuple[Move, ...], Position]:
    """Play from a position to the end, and return the moves and the end.

    `players` are the first player and the second; after a swap each plays the other side.
    """
    moves: list[Move] = []
    while not position.is_over:
        moves.append(players[player_to_move(position)].choose(position, rng))
        position = position.play(moves[-1])
    return tuple(moves), position


def player_to_move(position: Position) -> int:
    """Return the player to move: 0 for the first, 1 for the second. It differs from the side only
    after a swap.
    """
    swapped_sides = position.swapped and not position.rules.swap_changes_value
    return 1 - position.to_move if swapped_sides else position.to_move


@dataclass(frozen=True)
class Game:
    """One finished game of a match.

    Attributes
    ----------
    moves : tuple of Move
        The moves.
    first_player : int
        The player who moved first, 0 or 1.
    winner : int
        The player who won, 0 or 1.
    margin : int
        The winner's margin: 0 if the tie rule decided.
    """

    moves: tuple[Move, ...]
    first_player: int
    winner: int
    margin: int


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, as sums: the memory does not depend on the number of games."""

    wins: tuple[int, int] = (0, 0)
    """The number of games that each player won."""
    moves: int = 0
    """The total number of moves."""
    first_mover_wins: int = 0
    """The number of games that were won by the player who moved first."""
    pairs: tuple[int, int, int] = (0, 0, 0)
    """The numbers of pairs of games with the sides exchanged in which the first player won none,
    one and both.
    """
    complete: bool = False
    """Whether all games were played, or the test has its answer; otherwise Ctrl-C came first."""
    test: SequentialTest | None = None
    """The test that may have ended the match."""

    @computed_field
    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(self.wins)

    @computed_field
    @property
    def mean_length(self) -> float | None:
        """The mean number of moves of a game; None before the first game ended."""
        return self.moves / self.games if self.games else None

    @computed_field
    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the first player's share of wins, from the pairs
        (`pairs_interval`).
        """
        low, high = pairs_interval(self.pairs)
        share = self.wins[0] / self.games if self.games else 0.5
        return min(low, share), max(high, share)  # a game without its partner is not in the pairs

    @computed_field
    @property
    def share(self) -> float | None:
        """The first player's share of wins; None before the first game ended."""
        return self.wins[0] / self.games if self.games else None

    @computed_field
    @property
    def elo_interval(self) -> tuple[JsonNumber, JsonNumber]:
        """By how many Elo points the first player is stronger, as a 95 % interval from the pairs;
        an end is infinite if one of the players won nearly all of them.
        """
        low, high = self.interval
        return elo(low), elo(high)

    @computed_field
    @property
    def first_mover_interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of games that the player who moved first won."""
        return wilson_interval(self.first_mover_wins, self.games)

    @computed_field
    @property
    def answer(self) -> bool | None:
        """Whether the first player is stronger by the test's higher difference; None without an
        answer.
        """
        return None if self.test is None else self.test.answer(self.pairs)

    def with_game(self, game: Game) -> MatchResult:
        """Return the result after another game; every second game completes a pair."""
        first, second = self.wins
        pairs = self.pairs
        if self.games % 2:
            won_before = first - pairs[1] - 2 * pairs[2]
            won = won_before + (game.winner == 0)
            lost, shared, both = (count + (won == number) for number, count in enumerate(pairs))
            pairs = lost, shared, both
        return replace(
            self,
            wins=(first + (game.winner == 0), second + (game.winner == 1)),
            pairs=pairs,
            moves=self.moves + len(game.moves),
            first_mover_wins=self.first_mover_wins + (game.winner == game.first_player),
        )


def match(
    game: AnyRules,
    players: tuple[Player | str, Player | str],
    games: int = 20,
    *,
    seed: int = 0,
    test: SequentialTest | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: OnProgress = ignore_progress,
) -> MatchResult:
    """Let two players play each other, with the sides exchanged from game to game; Ctrl-C keeps
    what was played.

    Parameters
    ----------
    game : Rules or Position or Record or str or Path
        The game, or its name. Each pair of games of Battle of LITS has its own board.
    players : tuple of (Player or str)
        The two players, or texts that `solver.play.players.parse_player` reads.
    games : int
        The number of games, if no test ends the match before.
    seed : int
        Random seed. The match does not depend on the division of the games, unless the players have
        time limits.
    test : SequentialTest, optional
        Ends the match after the pair of games that gives its answer.
    workers, scheduler
        As for `jobs.tasks.run_tasks`.
    progress : callable, optional
        Receives the number of games played, after each.

    Raises
    ------
    OptionError
        If there is no such player, a number is out of range or of another type, or the scheduler is
        no address.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died repeatedly.

    Examples
    --------
    >>> import litslab as ll
    >>> found = ll.match("wythe", ("greedy", "random"), 20, seed=1)
    >>> found.games, found.wins[0] > found.wins[1]
    (20, True)
    """
    rules = as_rules(game)
    both = as_player(players[0]), as_player(players[1])
    check_number("games", games, 0)
    check_number("seed", seed)
    check_workers(workers, scheduler)
    tasks = (
        (
            rules.with_fresh_board(random.Random(f"{seed}/board {number // 2}")).start(),
            both,
            number,
            seed,
        )
        for number in range(games)
    )
    result = MatchResult(test=test)
    try:
        with closing(
            run_tasks_in_order(_play, tasks, workers=min(workers, games), scheduler=scheduler)
        ) as played:
            for _, finished in played:
                result = result.with_game(finished)
                progress(Progress(result.games, games))
                if result.answer is not None and result.games % 2 == 0:
                    break
    except KeyboardInterrupt:
        return result
    return replace(result, complete=True)


def _play(task: tuple[Position, tuple[Player, Player], int, int]) -> Game:
    return play_one(*task)


def play_one(start: Position, players: tuple[Player, Player], number: int, seed: int) -> Game:
    """Play one game of a match; in games with even numbers the first of the players moves first.

    Parameters
    ----------
    start : Position
        The start of the game.
    players : tuple of Player
        The two players.
    number : int
        The game's number in the match, from 0 on.
    seed : int
        The match's seed; with the number it gives the game's randomness.
    """
    first_player = number % 2
    seats = (players[first_player], players[1 - first_player])
    game_seed = f"{seed}/{number}"
    played = _play_in_kernel(start, seats, game_seed)
    if played is None:
        moves, end = play_game(start, seats, random.Random(game_seed))
        outcome = end.outcome()
        played = _Result(moves, outcome.winning_side, outcome.margin, end.swapped)
    exchanged = played.swapped and not start.rules.swap_changes_value
    winner = played.winning_side ^ exchanged ^ first_player
    return Game(played.moves, first_player, winner, abs(played.margin))


@dataclass(frozen=True)
class _Result:
    """The moves of a game and its result for the sides."""

    moves: tuple[Move, ...]
    winning_side: int
    margin: int
    swapped: bool


def _play_in_kernel(
    start: Position,
    seats: tuple[Player, Player],
    seed: str,
) -> _Result | None:
    """Play a game in the kernel; return None if it does not play the game, or not for these
    players.
    """
    played = match_games(start, seats, [seed], moves=True)
    if played is None:
        return None
    moves = tuple(numbered_move(number, start.rules) for number in listed(played.moves))
    [[first_score, second_score]] = listed(played.scores)
    [winning_side] = listed(played.winner)
    [swapped] = listed(played.swapped)
    return _Result(moves, winning_side, first_score - second_score, bool(swapped))
