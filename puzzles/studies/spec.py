"""The specification of an endgame study."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.games.errors import OptionError, check_number, expect
from litslab.games.rules import Rules
from litslab.solver.play.players import EnginePlayer, Player, parse_player

PLAYERS = ("random", "greedy", "mcts")
"""The players of the games: fast rather than strong."""


def player_named(text: str) -> Player:
    """Return the player that a word of `PLAYERS` or a text such as ``mcts:500`` names; ``mcts``
    alone is a fast one.

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
        Who plays: names of `PLAYERS`, or players with a budget such as ``mcts:500``; each side of a
        game draws one.
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
        check_number("plies", self.plies)
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

    Of tetrominoes the supply and the board allow no more: each of the disjoint 2×2 blocks keeps a
    free square. In Wythe every piece keeps a bit uncovered on a stack of its own.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> longest_game(create("battle-of-lits")), longest_game(create("taiji", size=7))
    (18, 24)
    """
    return sum(phase.most_pieces for phase in rules.phases)
