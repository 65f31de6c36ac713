"""Playouts of a position: random games, and what each move won in them.

The kernel's tree search plays them if the kernel supports the game, otherwise plain random games.
"""

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from dataclasses import dataclass, field

from litslab import kernel
from litslab.games.move import SWAP, Move
from litslab.games.notation import move_number, numbered_move
from litslab.games.position import Position
from litslab.games.random_play import random_end
from litslab.solver.engines.kernel import engine_for, question
from litslab.solver.score import Score

MARGIN_PART = 0.05
"""The weight of the margins in the outlook of plain random games."""

PLAIN_COST = 50
"""The number of the kernel's playouts that count as one plain random game."""


@dataclass(frozen=True)
class Sample:
    """The result of the playouts of a move.

    Attributes
    ----------
    move : Move
        The move.
    playouts : int
        The number of playouts that began with it.
    wins : int
        The number of these that the first side won.
    values : int
        The sum of their values, from the first side's view.
    outlook : float
        The quality of the move for the first side, from 0 to 1: mostly the share of wins, partly
        the margins.
    score : Score
        The proved bounds of the value after the move.
    """

    move: Move
    playouts: int
    wins: int
    values: int
    outlook: float
    score: Score

    @property
    def share(self) -> float:
        """The share of these games that the first side won."""
        return self.wins / self.playouts


def playouts_of(
    position: Position,
    seed: int,
    *,
    threads: int = 1,
) -> TreePlayouts | FlatPlayouts:
    """Return the playouts of a position in which at least one move is legal.

    With several threads the kernel's tree depends on their speed; plain random games have one.
    """
    engine = engine_for(position.rules)
    if engine is None:
        return FlatPlayouts(position, seed)
    return TreePlayouts(position, engine.tree_search(question(position), seed=seed), threads)


def play_out(
    position: Position,
    rng: random.Random,
    *,
    playouts: int,
    time_limit: float | None = None,
    threads: int = 1,
) -> list[Sample]:
    """Play random games from a position, and return the moves that were tried.

    Parameters
    ----------
    position : Position
        With at least one legal placement.
    rng : random.Random
        The source of randomness.
    playouts : int
        Random games; without the kernel a fiftieth of that, but at least one per move.
    time_limit : float, optional
        A limit of wall-clock time; without it the result of one thread is reproducible by the seed.
    threads : int
        As for `playouts_of`.

    Returns
    -------
    list of Sample
        The moves that were tried. The first is the best for the side to move: a proved win, or else
        the move that was tried most often.
    """
    games = playouts_of(position, rng.getrandbits(64), threads=threads)
    games.run(math.inf if time_limit is None else time_limit, games.budget(playouts))
    return games.samples()


class TreePlayouts:
    """The kernel's Monte-Carlo tree search, which keeps its tree."""

    def __init__(self, position: Position, tree: kernel.TreeSearch, threads: int = 1) -> None:
        self.position = position
        self._tree = tree
        self._threads = threads

    @property
    def playouts(self) -> int:
        """The number of playouts so far."""
        return self._tree.playouts

    def budget(self, playouts: int) -> int:
        """Return the number of playouts for a requested number: the same."""
        return playouts

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts."""
        self._tree.run(seconds=seconds, playouts=playouts, threads=self._threads)

    def after(self, move: Move) -> TreePlayouts | None:
        """Return the playouts of the position after a move, with what this tree knows of it; None
        if the tree does not reach it.

        `Sample.wins` and `Sample.values` count the playouts that come after.
        """
        position = self.position.play_unchecked(move)
        keeps_position = move is SWAP and not position.rules.swap_changes_value
        moves = [] if keeps_position else [move_number(move, position.rules)]
        tree = self._tree.after(moves)
        return None if tree is None else TreePlayouts(position, tree, self._threads)

    def bounds(self) -> Score:
        """Return the proved bounds of the position's value."""
        return self._score(self._tree.lower, self._tree.upper)

    def line(self) -> tuple[Move, ...]:
        """Return a likely continuation."""
        if not self.playouts:
            return ()
        rules = self.position.rules
        return tuple(numbered_move(index, rules) for index in self._tree.line())

    def samples(self) -> list[Sample]:
        """Return the moves that were tried, first a proved win, or else the move tried
        most often.
        """
        rules = self.position.rules
        return [
            Sample(
                move=numbered_move(each.move, rules),
                playouts=each.visits,
                wins=each.wins,
                values=each.values,
                outlook=each.mean,
                score=self._score(each.lower, each.upper),
            )
            for each in self._tree.moves()
            if each.visits
        ]

    def _score(self, lower: int, upper: int) -> Score:
        return Score(lower, upper) & Score.by_rules(self.position)


@dataclass
class FlatPlayouts:
    """Random playouts, equally many per move, for games that the kernel does not support."""

    position: Position
    seed: int
    playouts: int = 0
    _values: dict[Move, list[int]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        choices = self.position.choices()
        self._choices = self._rng.sample(choices, len(choices))

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts."""
        until = time.monotonic() + seconds
        for _ in range(playouts):
            move = self._choices[self.playouts % len(self._choices)]
            self._values[move].append(
                random_end(self.position.play_unchecked(move), self._rng).outcome().value
            )
            self.playouts += 1
            if time.monotonic() >= until:
                break

    def budget(self, playouts: int) -> int:
        """Return the number of games for a requested number of the kernel's playouts: equally many
        per move.
        """
        return max(1, playouts // PLAIN_COST // len(self._choices)) * len(self._choices)

    def line(self) -> tuple[Move, ...]:
        """Return the best move alone."""
        return tuple(each.move for each in self.samples()[:1])

    def bounds(self) -> Score:
        """Return the bounds by the rules alone: playouts prove nothing."""
        return Score.by_rules(self.position)

    def samples(self) -> list[Sample]:
        """Return the moves that were tried, the best for the side to move first."""
        sign = 1 if self.position.to_move == 0 else -1
        found = [self._sample(move, values) for move, values in self._values.items()]
        return sorted(found, key=lambda each: sign * each.outlook, reverse=True)

    def _sample(self, move: Move, values: list[int]) -> Sample:
        """Return the result of the playouts of a move, given the values of their ends."""
        games = len(values)
        wins = sum(value > 0 for value in values)
        total = sum(values)
        margins = 0.5 + total / (2 * games * self.position.rules.value_limit())
        outlook = (1 - MARGIN_PART) * wins / games + MARGIN_PART * margins
        return Sample(
            move=move,
            playouts=games,
            wins=wins,
            values=total,
            outlook=outlook,
            score=Score.by_rules(self.position.play_unchecked(move)),
        )


def should_swap(position: Position, outlook: float) -> bool:
    """Return whether the player to move should swap, given the outlook of the first side."""
    return position.can_exchange_players and (
        outlook < 0.5 if position.to_move == 0 else outlook > 0.5
    )
