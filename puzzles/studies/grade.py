"""How hard a study is: by its depth, the number of its moves, and how plausible the wrong ones are.

Each wrong move weighs a quarter; another quarter where it is *close* (it loses by no more than one point against best
play, the tie rule included), and another half where it is *tempting* (the margin right after it is at least that right
after the solution). With W the sum of these weights and N the number of moves that the winner still has to make,

    difficulty = N × log2(1 + W)

are the bits of a search in which every one of the winner's moves is as hard to choose as the first. The levels are cut
at the `BOUNDARIES`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from litslab.games.position import Move, Position
from litslab.solver.engines.oracle import Oracle

BOUNDARIES = (8.0, 13.0, 18.0, 23.0)
"""The difficulties at which levels 2, 3, 4 and 5 begin."""

CLOSE = 3
"""A loss is close where the value is at most this: a margin of one point, or less with the tie rule against it."""


@dataclass(frozen=True)
class Grade:
    """How hard a study is.

    Attributes
    ----------
    plies : int
        The length of the principal variation.
    choices : int
        The number of legal moves.
    tempting : int
        The wrong moves that score at once at least as well as the solution.
    close : int
        The wrong moves that lose by no more than one point.
    """

    plies: int
    choices: int
    tempting: int
    close: int

    @property
    def weight(self) -> float:
        """The plausibility of all wrong moves: the W of the formula."""
        return (self.choices - 1 + self.close + 2 * self.tempting) / 4

    @property
    def difficulty(self) -> float:
        """The difficulty in bits, to two places.

        Examples
        --------
        >>> Grade(plies=8, choices=61, tempting=20, close=20).difficulty
        19.82
        """
        return round((self.plies + 1) // 2 * math.log2(1 + self.weight), 2)

    @property
    def level(self) -> int:
        """The level, 1 to 5.

        Examples
        --------
        >>> Grade(plies=8, choices=61, tempting=20, close=20).level
        4
        """
        return 1 + sum(self.difficulty >= boundary for boundary in BOUNDARIES)


def grade(oracle: Oracle, position: Position, solution: Move, margins: dict[Move, int], plies: int) -> Grade:
    """Grade a study; asks the engine which wrong moves are close.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        The study.
    solution : Move
        Its only winning move.
    margins : dict
        The margin right after each move (`solver.play.players.margins_after`).
    plies : int
        The length of the principal variation.

    Raises
    ------
    LimitReachedError
        If the engine's limit comes before the answer.
    """
    maximising = position.to_move == 0
    nearly = -CLOSE if maximising else CLOSE
    wrong = [move for move in margins if move != solution]
    tempting = sum(margins[move] >= margins[solution] for move in wrong)
    close = sum(oracle.reaches(position.play_unchecked(move), nearly, maximising) for move in wrong)
    return Grade(plies, len(margins), tempting, close)
