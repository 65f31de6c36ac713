"""A run: many games of one kind between two players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from litslab.games.errors import GameError, OptionError, check_number
from litslab.games.position import Position
from litslab.games.record_toml import loads, start_record
from litslab.games.rules import Rules
from litslab.solver.play.kernel_games import plays
from litslab.solver.play.players import Player, parse_players


class RunError(GameError):
    """A file that is not a run, or a run that cannot continue; the text is one line with the
    reason.
    """


@dataclass(frozen=True)
class Run:
    """Many games of one kind. The same `Run` gives the same games, whatever the division of the
    work.
    """

    record: str
    """The game, its options and the position that every game starts from, as the TOML text of a
    record.
    """
    players: tuple[str, str]
    """Player A, who moves first in the game, and player B, as `solver.play.players.parse_player`
    reads them.
    """
    games: int
    """Number of games."""
    seed: int = 0
    """Random seed."""
    moves: bool = False
    """Whether to store the moves, which make the file several times as large."""
    trace: bool = False
    """Whether to store the scores of both sides after each placement."""

    def __post_init__(self) -> None:
        """Check the players and the number of games.

        Raises
        ------
        OptionError
            If there is no such player, or not two of them, or a number is no whole number.
        RunError
            If the number of games is not positive.
        """
        players: object = self.players
        if not isinstance(players, tuple) or len(players) != 2:
            raise OptionError(
                f"players {players!r}: expected a tuple of two, such as ('greedy', 'random')"
            )
        parse_players(self.players)
        check_number("games", self.games)
        check_number("seed", self.seed)
        if self.games < 1:
            raise RunError(f"{self.games} games: expected at least 1")

    @classmethod
    def of(
        cls,
        start: Position,
        players: tuple[str, str],
        games: int,
        *,
        seed: int = 0,
        moves: bool = False,
        trace: bool = False,
    ) -> Run:
        """Return the run of a number of games from a position."""
        return cls(start_record(start), players, games, seed, moves, trace)

    @cached_property
    def start(self) -> Position:
        """The position that every game starts from."""
        return loads(self.record, "run").position()

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.start.rules

    @property
    def both(self) -> tuple[Player, Player]:
        """The players themselves."""
        return parse_players(self.players)

    @property
    def in_kernel(self) -> bool:
        """True if the kernel plays the games: both players are its own, and the board is not too
        large for it.
        """
        return plays(self.rules, self.both)
