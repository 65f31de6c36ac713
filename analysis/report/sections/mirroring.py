"""Whether mirroring pays: the second player copies the first."""

from __future__ import annotations

import random
from dataclasses import dataclass

from litslab.analysis.distributions import Share
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Format, Number, Row, Section, Table
from litslab.analysis.report.play import GREEDY, RANDOM, Match
from litslab.analysis.report.quantities import match_level, random_level, share, simulated, unknown
from litslab.games.placements import Placement
from litslab.games.position import Move, Position, Rules
from litslab.solver.play.players import Player


@dataclass(frozen=True)
class Mirror:
    """A way to mirror placements.

    Attributes
    ----------
    symmetry : str
        The name of one of the board's symmetries.
    exchanging : bool
        Whether the image has the colours exchanged.
    """

    symmetry: str
    exchanging: bool

    def __str__(self) -> str:
        return f"{self.symmetry}, colours exchanged" if self.exchanging else self.symmetry

    def image(self, placement: Placement, rules: Rules) -> Placement | None:
        """Return the mirror image of a placement; None where there is no such placement."""
        symmetry = next(each for each in rules.board.symmetries if each.name == self.symmetry)
        mask = symmetry.apply(placement.mask)
        if placement.black is None:
            return rules.table.find(placement.shape, mask)
        black = symmetry.apply(placement.white if self.exchanging else placement.black)
        return rules.table.find(placement.shape, mask, black, placement.level)


HALF_TURN, LEFT_RIGHT = "half turn", "mirror left-right"


def mirrors(rules: Rules) -> tuple[Mirror, ...]:
    """Return the ways to mirror that are tried in a game: colours are exchanged only where pieces have some."""
    coloured = any(placement.black is not None for placement in rules.table)
    return tuple(
        Mirror(symmetry, exchanging)
        for symmetry in (HALF_TURN, LEFT_RIGHT)
        for exchanging in ((True, False) if coloured else (False,))
    )


@dataclass(frozen=True)
class MirrorPlayer:
    """Answers the last placement by its mirror image where that is legal, and plays like another player elsewhere.

    Attributes
    ----------
    mirror : Mirror
        How to mirror.
    base : Player
        Who plays where there is no image, or it is not legal.
    """

    mirror: Mirror
    base: Player

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return f"{self.mirror}, else {self.base.name}"

    def choose(self, position: Position, rng: random.Random) -> Move:
        """Return the mirror image of the last placement, or the other player's move."""
        if isinstance(position.last, Placement):
            image = self.mirror.image(position.last, position.rules)
            if image is not None and position.legal >> image.index & 1:
                return image
        return self.base.choose(position, rng)


_EXPLAINED = (
    "The second player answers each placement by its mirror image where that is legal, and plays like the "
    "opponent elsewhere. The first row has no mirroring: a strategy pays where its share lies above."
)


def section(context: Context, seconds: float) -> Section:
    """Return the section on mirroring."""
    rules = context.rules
    found = mirrors(rules)
    rows = [_without(context)]
    # Greedy games take far longer than random ones.
    levels: tuple[tuple[Player, float], ...] = ((RANDOM, 0.15), (GREEDY, 0.85))
    for number, mirror in enumerate(found):
        numbers: list[Number] = []
        for level, (base, part) in enumerate(levels):
            match = context.pool.play(
                context.starts, (base, MirrorPlayer(mirror, base)), 2 * context.budget.level_games,
                seed=context.seed + 100 + 2 * number + level, time_limit=part * seconds / len(found), exchanging=False,
            )  # fmt: skip
            images, answers = mirrored(match, mirror)
            how = simulated(match.count, f"against {base.name} play")
            numbers.append(share(second_wins(match), how))
            numbers.append(Number(images / answers, how, form=Format.SHARE) if answers else unknown(how))
        rows.append(Row(str(mirror), tuple(numbers)))
    columns = (
        "the second player's answers", "wins against random play", "answers that were images",
        "wins against greedy play", "answers that were images, then",
    )  # fmt: skip
    proof = () if rules.mirroring_proof is None else (rules.mirroring_proof,)
    table = Table("Mirroring by the second player", columns, tuple(rows))
    return Section("mirroring", "Mirroring", (_EXPLAINED, *proof, table))


def second_wins(match: Match) -> Share:
    """Return the games that the second player won."""
    first = match.first_mover_wins
    return Share("second player", first.total - first.count, first.total)


def mirrored(match: Match, mirror: Mirror) -> tuple[int, int]:
    """Return how many of the second player's placements were mirror images, and how many there were."""
    placed = [[move for move in game.moves if isinstance(move, Placement)] for game in match.games]
    pairs = [pair for each in placed for pair in zip(each[::2], each[1::2], strict=False)]
    return sum(mirror.image(first, match.rules) == second for first, second in pairs), len(pairs)


def _without(context: Context) -> Row:
    """Return the row of the same players without mirroring."""
    chance = random_level(context)
    greedy = match_level(context.greedy)
    nothing = unknown(chance.first_player_wins.how)
    return Row("no mirroring", (chance.second_player_wins, nothing, greedy.second_player_wins, nothing))
