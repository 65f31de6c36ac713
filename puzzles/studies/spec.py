"""What a generated endgame study has to be like, and how it is searched for."""

from __future__ import annotations

from dataclasses import dataclass, field

from litslab.games.errors import OptionError
from litslab.games.position import Rules
from litslab.puzzles.studies.sources import Sources
from litslab.solver.play.players import EnginePlayer, GreedyPlayer, Player, RandomPlayer, parse_player

PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(),
    "greedy": GreedyPlayer(),
    "mcts": EnginePlayer(playouts=300, exact_moves=0),
}
"""Who plays the games: quick rather than strong."""


def player_named(text: str) -> Player:
    """Return the player that a word of `PLAYERS` or a text such as ``mcts:500`` names.

    Raises
    ------
    OptionError
        If there is no such player.
    """
    return PLAYERS[text] if text in PLAYERS else parse_player(text)


@dataclass(frozen=True)
class Effort:
    """How the search spends its time; found by measuring (`python -m benchmarks studies-long`).

    Attributes
    ----------
    sources : Sources
        Where positions come from.
    siblings : int
        How many siblings of each position of a game are candidates too.
    glance, look : int
        Random games to guess which siblings and which candidates may be in the balance, and then which of these are.
    guess_from : int
        The fewest plies at which random games guess first: an exact answer nearer to the end is cheaper than they are,
        and there they tell won from lost too well for anything to seem in the balance.
    guess_moves : int
        With fewer moves to choose from an exact answer is cheaper as well.
    lowest, highest : float
        A candidate is in the balance where its most visited move wins such a share of random games.
    doubt : float
        By how much a glance may be wrong about that.
    lead : float
        By how much that move has to be better than the next.
    """

    sources: Sources = field(default_factory=Sources)
    siblings: int = 8
    glance: int = 1000
    look: int = 6000
    guess_from: int = 7
    guess_moves: int = 20
    lowest: float = 0.48
    highest: float = 0.72
    doubt: float = 0.06
    lead: float = 0.02


@dataclass(frozen=True)
class StudySpec:
    """What a generated study has to be like, and how it is searched for.

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
        What the exact engine may visit for one candidate.
    fresh_boards : bool
        Whether every game of Battle of LITS gets a new board.
    effort : Effort
        How the search spends its time.
    """

    rules: Rules
    plies: int
    surprise: bool = True
    players: tuple[str, ...] = tuple(PLAYERS)
    engine: str | None = None
    games: int = 2000
    nodes: int = 400_000
    fresh_boards: bool = True
    effort: Effort = field(default_factory=Effort)

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises
        ------
        OptionError
            Naming the entry, its value and what was expected.
        """
        longest = longest_game(self.rules)
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
