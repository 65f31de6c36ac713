"""Players of any game, from random to a Monte-Carlo engine that solves endgames exactly, and matches between them.

A match consists of pairs of games with the sides exchanged; shares of wins have confidence intervals.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Protocol

from litslab.games.errors import OptionError, check_choice
from litslab.games.language import mark
from litslab.games.position import SWAP, Move, Position, Rules
from litslab.games.random_play import random_placement
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.solver.advice.estimate import play_out, playouts_of
from litslab.solver.endgame.optimal_moves import optimal_moves, principal_variation, value_with_swap, values_with_swap
from litslab.solver.endgame.result import Limit, LimitReachedError
from litslab.solver.engines.registry import make_oracle

OPENINGS = 12
"""The number of openings that are searched separately for the most even one."""

EXACT_NODES = 200_000
"""The most nodes of an attempt at an exact answer."""

EXACT_MOVES = 150
"""The most legal moves of a position that is attempted."""

EXACT_MEMORY = 64
"""Size of the table of an attempt, in MiB."""


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
    """A player who chooses the best margin right after the placement, at random among equals, and swaps when behind."""

    name: str = mark("greedy")

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a move with the best margin right after it."""
        sign = 1 if position.to_move == 0 else -1
        first, second = position.scores()
        if position.can_swap and sign * (first - second) < 0:
            return SWAP
        return rng.choice(greediest(margins_after(position)))


def margins_after(position: Position) -> dict[Move, int]:
    """Return the margin right after each placement, from the view of the side that makes it."""
    sign = 1 if position.to_move == 0 else -1
    margins: dict[Move, int] = {}
    for placement in position.rules.table.of(position.legal):
        first, second = position.place(placement.index).scores()
        margins[placement] = sign * (first - second)
    return margins


def greediest(margins: dict[Move, int]) -> list[Move]:
    """Return the moves with the best margin."""
    best = max(margins.values())
    return [move for move, margin in margins.items() if margin == best]


@dataclass(frozen=True)
class EnginePlayer:
    """A player by Monte-Carlo tree search, and by exact search as soon as that is possible.

    Attributes
    ----------
    playouts : int
        Random games per move.
    time_limit : float or None
        Wall-clock time per move, half of it for an attempt at an exact solution. Without a limit the moves are
        reproducible by the seed.
    exact_moves : int
        The most legal moves of a position that is attempted.
    exact_nodes : int or None
        The most nodes of an attempt; None for ten times `playouts`, at most `EXACT_NODES`.
    """

    playouts: int = 20_000
    time_limit: float | None = None
    exact_moves: int = EXACT_MOVES
    exact_nodes: int | None = None
    name: str = "mcts"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a best move if the position can be solved, otherwise the most visited move."""
        half = None if self.time_limit is None else self.time_limit / 2
        nodes = min(EXACT_NODES, 10 * self.playouts) if self.exact_nodes is None else self.exact_nodes
        if exact := best_move(position, rng, Limit(half, nodes), most_moves=self.exact_moves):
            return exact
        if position.swap_follows:
            return _most_even(position, rng, self.playouts, half)
        found = play_out(position, rng, playouts=self.playouts, time_limit=half)[0]
        return SWAP if _swaps(position, found.outlook) else found.move


@dataclass(frozen=True)
class ExactPlayer:
    """A player who plays perfectly as soon as the position can be solved, and at random before that.

    Attributes
    ----------
    nodes : int
        The most nodes of an attempt at an exact solution.
    """

    nodes: int = EXACT_NODES
    name: str = "exact"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return a best move if the position can be solved, otherwise a random placement."""
        return best_move(position, rng, Limit(nodes=self.nodes)) or RandomPlayer().choose(position, rng)


def best_move(position: Position, rng: random.Random, limit: Limit, *, most_moves: int = EXACT_MOVES) -> Move | None:
    """Return one of the best moves, drawn from `rng`; None if the position is not solved within the limit.

    Parameters
    ----------
    position : Position
        A position in which the game is not over.
    rng : random.Random
        Chooses among equally good moves.
    limit : Limit
        The limits of the attempt.
    most_moves : int
        The most legal moves of a position that is attempted.
    """
    if position.legal.bit_count() > most_moves:
        return None
    oracle = make_oracle(position.rules, limit, memory=EXACT_MEMORY)
    try:
        if position.swap_follows:
            worth = values_with_swap(oracle, position)
            return rng.choice(greediest(worth))
        value = oracle.value(position)
        if position.can_exchange_players and (value > 0) is not (position.to_move == 0):
            return SWAP
        best = list(optimal_moves(oracle, position, value))
    except LimitReachedError:
        return None
    return rng.choice(best)


def _swaps(position: Position, outlook: float) -> bool:
    """Return whether the player to move should swap, given the outlook of the first side."""
    return position.can_exchange_players and (outlook < 0.5 if position.to_move == 0 else outlook > 0.5)


def _most_even(position: Position, rng: random.Random, playouts: int, time_limit: float | None) -> Move:
    openings = even_openings(position, rng, playouts=playouts, time_limit=time_limit)
    return max(openings, key=lambda move: openings[move])


def even_openings(
    position: Position, rng: random.Random, *, playouts: int, time_limit: float | None = None, also: Move | None = None
) -> dict[Move, float]:
    """Estimate the worth of the most even openings to the player who makes them, if the other may swap.

    One search finds candidates; each of them is then searched separately.

    Parameters
    ----------
    position : Position
        The start of a game with a swap (`Position.swap_follows`).
    rng, time_limit
        As for `solver.advice.estimate.play_out`.
    playouts : int
        Random games in the first search, and in all others together.
    also : Move, optional
        An opening that is always searched separately.

    Returns
    -------
    dict of Move to float
        The outlook of the player (`Sample.outlook`): at most a half, unless the opening ends the game.
    """
    half = None if time_limit is None else time_limit / 2
    tried = play_out(position, rng, playouts=playouts, time_limit=half)
    candidates = [each.move for each in sorted(tried, key=lambda each: abs(each.outlook - 0.5))[:OPENINGS]]
    if also is not None and also not in candidates:
        candidates.append(also)
    left = None if half is None else half / len(candidates)
    worth: dict[Move, float] = {}
    for move in candidates:
        after = position.play_unchecked(move)
        if after.is_over:
            worth[move] = float(value_with_swap(after, after.outcome().value) > 0)
        else:
            outlook = play_out(after, rng, playouts=max(1, playouts // OPENINGS), time_limit=left)[0].outlook
            worth[move] = min(outlook, 1 - outlook)
    return worth


LEVELS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer, "greedy": GreedyPlayer, "mcts": EnginePlayer, "exact": ExactPlayer,
}  # fmt: skip
"""The levels of play by name."""


def parse_player(text: str, *, time_limit: float | None = None) -> Player:
    """Return the player named by a text such as ``mcts:500``: a level, and for two of the levels a number.

    Parameters
    ----------
    text : str
        ``random``, ``greedy``, ``mcts:PLAYOUTS`` (random games per move) or ``exact:NODES`` (per position); without a
        number the player has its default budget.
    time_limit : float, optional
        For ``mcts``: time per move; without a number of playouts it is the only limit.

    Raises
    ------
    OptionError
        If there is no such level, or the budget is not a positive number.

    Examples
    --------
    >>> parse_player("mcts:500").name
    'mcts:500'
    """
    level, colon, number = text.partition(":")
    check_choice("player", level, LEVELS)
    if not colon:
        timed = level == "mcts" and time_limit is not None
        return EnginePlayer(1 << 62, time_limit) if timed else LEVELS[level]()
    if level not in {"mcts", "exact"}:
        raise OptionError(f"player {text!r}: expected no number behind {level}, which has no budget")
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 13 and int(number) > 0):
        raise OptionError(f"player {text!r}: expected a positive number behind {level}, such as {level}:500")
    if level == "mcts":
        return EnginePlayer(int(number), time_limit, name=text)
    return ExactPlayer(int(number), name=text)


def play_game(
    position: Position, players: tuple[Player, Player], rng: random.Random
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
    """Return the player to move: 0 for the first, 1 for the second. It differs from the side only after a swap."""
    swapped_sides = position.swapped and not position.rules.swap_changes_value
    return 1 - position.to_move if swapped_sides else position.to_move


SLICE_SECONDS = 0.05
SLICE_PLAYOUTS = 512
"""The growth of the tree between two checks for cancellation."""


def find_line(
    position: Position, cancelled: Callable[[], bool] = lambda: False, *, time_limit: float | None = None,
    playouts: int | None = None, seed: int = 0,
) -> tuple[Move, ...]:  # fmt: skip
    """Return a line of best play if the position is solved soon, otherwise the likeliest line of a tree of playouts.

    At the start of a game with a swap, the line is only the most even opening.

    Parameters
    ----------
    position : Position
        Of any game; the game must not be over.
    cancelled : callable
        Returns whether to stop with the current result; called repeatedly.
    time_limit : float, optional
        Seconds of wall-clock time; this limit or the next has to be given.
    playouts : int, optional
        Random games; without `time_limit` the same seed gives the same line.
    seed : int
        Random seed.

    Returns
    -------
    tuple of Move
        At least one move.
    """
    until = math.inf if time_limit is None else time.monotonic() + time_limit
    if exact := _exact_line(position, None if time_limit is None else time_limit / 2):
        return exact
    rng = random.Random(seed)
    most = playouts or 1 << 62
    if position.swap_follows:
        left = None if time_limit is None else max(0.0, until - time.monotonic())
        return (_most_even(position, rng, most, left),)
    return _likely_line(position, cancelled, until, most, rng.getrandbits(64))


def _exact_line(position: Position, seconds: float | None) -> tuple[Move, ...]:
    """Return a line of optimal moves, or nothing if the position is not solved within small limits."""
    if position.legal.bit_count() > EXACT_MOVES or position.swap_follows:
        return ()
    oracle = make_oracle(position.rules, Limit(seconds, EXACT_NODES))
    try:
        value = oracle.value(position)
        if position.can_exchange_players and (value > 0) is not (position.to_move == 0):
            swapped = position.play(SWAP)
            return (SWAP, *principal_variation(oracle, swapped, value))
        return principal_variation(oracle, position, value)
    except LimitReachedError:
        return ()


def _likely_line(
    position: Position, cancelled: Callable[[], bool], until: float, playouts: int, seed: int
) -> tuple[Move, ...]:
    """Play random games in slices, and return the likeliest line."""
    games = playouts_of(position, seed)
    playouts = games.budget(playouts)
    while True:
        left = math.inf if until == math.inf else min(SLICE_SECONDS, max(0.0, until - time.monotonic()))
        games.run(seconds=left, playouts=min(SLICE_PLAYOUTS, playouts - games.playouts))
        if cancelled() or time.monotonic() >= until or games.playouts >= playouts or games.bounds().is_exact:
            break
    line = games.line()
    return (SWAP, *line) if _swaps(position, games.samples()[0].outlook) else line


Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution, for 95 % intervals."""


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
    """The result of a match, as sums: the memory does not depend on the number of games.

    Attributes
    ----------
    wins : tuple of int
        The number of games that each player won.
    moves : int
        The total number of moves.
    first_mover_wins : int
        The number of games that were won by the player who moved first.
    pairs : tuple of int
        The numbers of pairs of games with the sides exchanged in which the first player won none, one and both.
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
        """The number of games played."""
        return sum(self.wins)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the first player's share of wins, from the pairs (`pairs_interval`)."""
        low, high = pairs_interval(self.pairs)
        share = self.wins[0] / self.games if self.games else 0.5
        return min(low, share), max(high, share)  # a game without its partner is not in the pairs

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
            self, wins=(first + (game.winner == 0), second + (game.winner == 1)), pairs=pairs,
            moves=self.moves + len(game.moves),
            first_mover_wins=self.first_mover_wins + (game.winner == game.first_player),
        )  # fmt: skip


def match(
    rules: Rules, players: tuple[Player, Player], games: int, *, seed: int = 0, workers: int = 1,
    scheduler: str | None = None, progress: OnProgress = ignore_progress,
) -> MatchResult:  # fmt: skip
    """Let two players play each other, with the sides exchanged from game to game; Ctrl-C keeps what was played.

    Parameters
    ----------
    rules : Rules
        The game. Each pair of games of Battle of LITS has its own board.
    players : tuple of Player
        The two players.
    games : int
        The number of games.
    seed : int
        Random seed. The match does not depend on the division of the games, unless the players have time limits.
    workers, scheduler
        As for `jobs.tasks.run_tasks`.
    progress : callable, optional
        Receives the number of games played, after each.

    Raises
    ------
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died repeatedly.
    """
    tasks = (
        (rules.with_fresh_board(random.Random(f"{seed}/board {number // 2}")).start(), players, number, seed)
        for number in range(games)
    )
    result = MatchResult()
    try:
        with closing(run_tasks_in_order(_play, tasks, workers=min(workers, games), scheduler=scheduler)) as played:
            for _, game in played:
                result = result.with_game(game)
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
    share, z = successes / trials, Z
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # The interval contains the share in spite of rounding.
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def pairs_interval(pairs: tuple[int, int, int]) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins, from pairs of games with the sides exchanged; (0, 1) without a pair.

    If the side or the board decides most games, most pairs are shared, and the share is known far better than from as
    many independent games. So the interval is computed from the pairs. No game is drawn, so a pair has three results
    (engine testers' pentanomial has five). Twice the share minus one is then the difference of two proportions in a
    paired sample. Its score interval is valid for few pairs and for equal pairs, too.

    Source: T. Tango, "Equivalence test and confidence interval for the difference in proportions for the paired-sample
    design", 1998.

    Parameters
    ----------
    pairs : tuple of int
        The numbers of pairs in which the player won none, one and both of the games.

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
    """Return the lower end of Tango's interval by bisection: the least share that the pairs do not exclude."""
    total = lost + shared + won
    low, high = -1.0, (won - lost) / total
    for _ in range(60):
        difference = (low + high) / 2
        # The most likely share of lost pairs, given this difference between the shares of won and lost pairs.
        half = (won + lost - (2 * total - won + lost) * difference) / (4 * total)
        losing = half + math.sqrt(max(0.0, half * half + lost * difference * (1 - difference) / (2 * total)))
        variance = (2 * losing + difference * (1 - difference)) / total
        if (won - lost) / total - difference > Z * math.sqrt(max(0.0, variance)):
            low = difference
        else:
            high = difference
    return (1 + high) / 2


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
    moves, end = play_game(start, seats, random.Random(f"{seed}/{number}"))
    outcome = end.outcome()
    exchanged = end.swapped and not end.rules.swap_changes_value
    return Game(moves, first_player, outcome.winning_side ^ exchanged ^ first_player, abs(outcome.margin))
