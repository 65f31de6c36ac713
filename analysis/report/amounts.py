"""The amounts of work in a report: they follow from a number of games and a number of playouts."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.analysis.report.tree_size import upper_bounds
from litslab.games.errors import check_number
from litslab.games.rules import Rules
from litslab.solver.engines.kernel import in_reach

MOST_GAMES = 20_000
MOST_PLAYOUTS = 10_000_000

_LEAST_PLAYOUTS = 64
"""A search with fewer playouts is not a level of play of its own."""

_LOWEST_RUNG = 16
"""The playouts with which the skill ladder begins."""

_LEVELS = 3
"""The engine's levels of play."""


@dataclass(frozen=True)
class Amounts:
    """The amounts of work in a report.

    Attributes
    ----------
    games : int
        Games of the engine with itself; all other numbers of games are proportional to it.
    playouts : int
        Random games per move of the engine at its highest level.
    """

    games: int
    playouts: int

    @property
    def levels(self) -> tuple[int, ...]:
        """The playouts of the engine's levels of play, ascending: each level has four times those
        of the one before.
        """
        found = [self.playouts // 4**step for step in range(_LEVELS)]
        return tuple(
            each for each in reversed(found) if each >= min(self.playouts, _LEAST_PLAYOUTS)
        )

    @property
    def doublings(self) -> tuple[int, ...]:
        """The playouts of the engine on its skill ladder, ascending: each rung has twice those of
        the one before.
        """
        found = [self.playouts]
        while found[-1] // 2 >= _LOWEST_RUNG:
            found.append(found[-1] // 2)
        return tuple(reversed(found))

    @property
    def rung_games(self) -> int:
        """Games of each rung of the skill ladder against the one below."""
        return max(2, self.games // 4)

    @property
    def swapless_games(self) -> int:
        """Games of the engine with itself without the game's swap."""
        return max(2, self.games // 2)

    @property
    def random_games(self) -> int:
        """Random games on the report's board, or on all its boards together."""
        return 1_000 * self.games

    @property
    def read_games(self) -> int:
        """Random games with moves, for the number of positions."""
        return 30 * self.games

    @property
    def samples(self) -> int:
        """Random games for the number of finished positions."""
        return 640 * self.games

    @property
    def greedy_games(self) -> int:
        """Games of the greedy player with itself."""
        return 4 * self.games

    @property
    def mirror_games(self) -> int:
        """Games of each player against a mirroring one."""
        return 2 * self.games

    @property
    def opening_games(self) -> int:
        """Games of the engine after each opening that is measured."""
        return max(2, self.games // 4)

    @property
    def judged_games(self) -> int:
        """Games of the engine whose decision is estimated."""
        return max(2, self.games // 4)

    @property
    def boards(self) -> int:
        """Random boards of a game with symbols on its board if none are given."""
        return min(200, max(2, self.games))

    @property
    def nodes(self) -> int:
        """The most positions in the search of one small board."""
        return 50_000 * self.games


@dataclass(frozen=True)
class Usual:
    """The amounts if none are requested.

    Attributes
    ----------
    games : int
        The games of the engine.
    work : int
        The engine's playouts per move times the square of the most placements of a game: the time
        of a game is proportional to it.
    """

    games: int
    work: int


QUICK = Usual(games=100, work=1_200_000)
"""Takes less than a minute with two processors."""

FULL = Usual(games=400, work=2_400_000)
"""Takes about five minutes with two processors."""

_MOST_USUAL_PLAYOUTS = 8192

_GAMES_WITHOUT_KERNEL = 5
"""A game that the kernel does not play has this many times fewer games."""


def amounts_for(
    rules: Rules,
    usual: Usual,
    games: int | None = None,
    playouts: int | None = None,
) -> Amounts:
    """Return the amounts for a game.

    Parameters
    ----------
    rules : Rules
        The game.
    usual : Usual
        The amounts that are not requested.
    games, playouts : int, optional
        The requested numbers, as in `Amounts`.

    Raises
    ------
    OptionError
        If a number is out of range or of another type.
    """
    if games is not None:
        check_number("games", games, 1, MOST_GAMES)
    if playouts is not None:
        check_number("playouts", playouts, 1, MOST_PLAYOUTS)
    if games is None:
        games = usual.games if in_reach(rules) else usual.games // _GAMES_WITHOUT_KERNEL
    if playouts is None:
        affordable = usual.work // max(1, upper_bounds(rules).length) ** 2
        power = 1 << max(0, affordable.bit_length() - 1)
        playouts = min(_MOST_USUAL_PLAYOUTS, max(_LEAST_PLAYOUTS, power))
    return Amounts(games, playouts)
