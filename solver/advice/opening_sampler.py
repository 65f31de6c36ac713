"""Playouts of the openings of a game in which the other player may swap.

There is one tree for each promising opening.
"""

from __future__ import annotations

from litslab.games.move import Move
from litslab.games.position import Position
from litslab.solver.advice.even_openings import OPENINGS
from litslab.solver.advice.position_estimate import MoveEstimate, PositionEstimate
from litslab.solver.advice.sampler import Sampler
from litslab.solver.endgame.even_openings import move_orbits
from litslab.solver.score import Score


class OpeningSampler(Sampler):
    """Playouts of the openings of a game in which the other player may swap.

    A third of the playouts goes to all openings together. The rest goes to separate searches of the
    most even ones.
    """

    def __init__(self, position: Position, seed: int, threads: int = 1) -> None:
        super().__init__(position, seed, threads)
        self._after: dict[Move, Sampler] = {}
        self._representatives = {
            image: images[0] for images in move_orbits(position) for image in images
        }
        reached = {move: position.play_unchecked(move) for move in position.choices()}
        self._ending = {
            move: after.outcome().value for move, after in reached.items() if after.is_over
        }

    @property
    def playouts(self) -> int:
        """The number of playouts so far."""
        return self._games.playouts + sum(each.playouts for each in self._after.values())

    def run(self, seconds: float, playouts: int) -> None:
        """Play more playouts, first of all openings, then of the candidates."""
        of_all = max(1, playouts // 3)
        self._games.run(seconds / 3, of_all)
        rest = max(1, playouts - of_all)
        candidates = self._candidates()[:rest]
        for number, move in enumerate(candidates):
            if move not in self._after:
                after = self.position.play_unchecked(move)
                self._after[move] = Sampler(after, self._seed, self._threads)
            self._after[move].run(
                2 / 3 * seconds / len(candidates), (rest + number) // len(candidates)
            )

    def _candidates(self) -> list[Move]:
        """Return the most even openings so far, one of each orbit; earlier candidates stay unless
        others are better.
        """
        evenness = {  # of several moves of an orbit, that of the one tried most often
            self._representatives[each.move]: abs(2 * each.wins - each.playouts) / each.playouts
            for each in reversed(self._games.samples())
            if each.move not in self._ending
        }
        for move, sampler in self._after.items():
            found = sampler.estimate()
            if found is not None:
                evenness[move] = abs(2 * found.best.share - 1)
        return sorted(evenness, key=lambda move: evenness[move])[:OPENINGS]

    def bounds(self) -> Score:
        """Return the bounds of the value to the first player, who loses unless an opening ends the
        game.
        """
        limit = self.position.rules.value_limit()
        best = max(self._ending.values(), default=-limit)
        return Score(best, max(best, -1))

    def estimate(self) -> PositionEstimate | None:
        """Return the estimate from the openings that were searched separately."""
        found = {
            move: each
            for move, sampler in self._after.items()
            if (each := sampler.estimate()) is not None
        }
        moves = [
            _for_first_player(move, each, self._after[move].bounds())
            for move, each in found.items()
        ]
        moves += [_ending_game(move, value) for move, value in self._ending.items()]
        if not moves:
            return None
        # Openings that seem even by chance come later.
        moves.sort(key=lambda each: (-each.interval[0], -each.share))
        first = moves[0].move
        line = (first, *found[first].line) if first in found else (first,)
        return PositionEstimate(tuple(moves), line, self.playouts, under_swap=True)


def _ending_game(opening: Move, value: int) -> MoveEstimate:
    """Return the estimate of an opening that ends the game, so that no swap follows."""
    share = float(value > 0)
    return MoveEstimate(
        move=opening,
        share=share,
        interval=(share, share),
        margin=value / 2,
        playouts=1,
        score=Score(value, value),
    )


def _for_first_player(opening: Move, after: PositionEstimate, proved: Score) -> MoveEstimate:
    """Return the estimate of an opening for its maker, if the other player takes the
    better side.
    """
    low, high = after.interval  # of the second player, who takes the better side
    return MoveEstimate(
        move=opening,
        share=1 - after.share,
        interval=(1 - high, 1 - low),
        margin=after.margin,
        playouts=after.playouts,
        score=proved,
    )
