"""Whether mirroring pays: the second player copies the first."""

from __future__ import annotations

from litslab.analysis.distributions import Share
from litslab.analysis.report.context import Context
from litslab.analysis.report.mirroring import Mirror, MirrorPlayer, answered, mirrors
from litslab.analysis.report.model import Block, Format, Number, Row, Section, Table
from litslab.analysis.report.numbers import share, simulated, unknown
from litslab.analysis.report.play import GREEDY, RANDOM, Match
from litslab.analysis.report.quantities import match_level, random_level
from litslab.solver.play.players import Player

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
    blocks: list[Block] = [_EXPLAINED]
    if rules.mirroring_proof is not None:
        blocks.append(rules.mirroring_proof)
    blocks.append(Table("Mirroring by the second player", columns, tuple(rows)))
    return Section("mirroring", "Mirroring", tuple(blocks))


def second_wins(match: Match) -> Share:
    """Return the games that the second player won."""
    first = match.first_mover_wins
    return Share("second player", first.total - first.count, first.total)


def mirrored(match: Match, mirror: Mirror) -> tuple[int, int]:
    """Return how many of the second player's placements were mirror images, and how many there were."""
    counts = [answered(game, mirror, match.rules) for game in match.games]
    return sum(images for images, _ in counts), sum(total for _, total in counts)


def _without(context: Context) -> Row:
    """Return the row of the same players without mirroring."""
    chance = random_level(context)
    greedy = match_level(context.greedy)
    nothing = unknown(chance.first_player_wins.how)
    return Row("no mirroring", (chance.second_player_wins, nothing, greedy.second_player_wins, nothing))
