"""Whether it pays to mirror: the person who moves second copies what the other did."""

from __future__ import annotations

from litslab.analysis.distributions import Share, balance
from litslab.analysis.report.context import Material
from litslab.analysis.report.mirroring import Mirror, MirrorPlayer, answered, mirrors
from litslab.analysis.report.model import Block, Format, Number, Row, Section, Table
from litslab.analysis.report.numbers import share, simulated, unknown
from litslab.analysis.report.play import GREEDY, RANDOM, Match
from litslab.solver.play.players import Player

_EXPLAINED = (
    "The person who moves second answers each placement by its mirror image where that is legal, and plays like the "
    "opponent elsewhere. The first row has no mirroring: a strategy pays where its share lies above."
)


def section(material: Material, time_limit: float) -> Section:
    """Return the section on mirroring."""
    rules = material.rules
    found = mirrors(rules)
    rows = [_without(material)]
    # Greedy games take far longer than random ones.
    levels: tuple[tuple[Player, float], ...] = ((RANDOM, 0.15), (GREEDY, 0.85))
    for number, mirror in enumerate(found):
        numbers: list[Number] = []
        for level, (base, part) in enumerate(levels):
            match = material.pool.play(
                rules.start(), (base, MirrorPlayer(mirror, base)), 2 * material.budget.level_games,
                seed=material.seed + 100 + 2 * number + level, time_limit=part * time_limit / len(found),
                exchanging=False,
            )  # fmt: skip
            images, answers = mirrored(match, mirror)
            how = simulated(match.count, f"against {base.name} play")
            numbers.append(share(second_wins(match), how))
            numbers.append(Number(images / answers, how, form=Format.SHARE) if answers else unknown(how))
        rows.append(Row(str(mirror), tuple(numbers)))
    columns = (
        "the second person's answers", "wins against random play", "answers that were images",
        "wins against greedy play", "answers that were images, then",
    )  # fmt: skip
    blocks: list[Block] = [_EXPLAINED]
    if rules.mirroring_proof is not None:
        blocks.append(rules.mirroring_proof)
    blocks.append(Table("Mirroring by the person who moves second", columns, tuple(rows)))
    return Section("mirroring", "Mirroring", tuple(blocks))


def second_wins(match: Match) -> Share:
    """Return the games that the person won who moved second."""
    first = match.first_mover_wins
    return Share("who moves second", first.total - first.count, first.total)


def mirrored(match: Match, mirror: Mirror) -> tuple[int, int]:
    """Return how many of the second person's placements were mirror images, and how many there were."""
    counts = [answered(game, mirror, match.rules) for game in match.games]
    return sum(images for images, _ in counts), sum(total for _, total in counts)


def _without(material: Material) -> Row:
    """Return the row of the same players without mirroring."""
    run, greedy = material.run, material.greedy
    by_random = simulated(run.run.games, "random play")
    by_greedy = simulated(greedy.count, "greedy play")
    random_wins, greedy_wins = share(balance(run).people[1], by_random), share(second_wins(greedy), by_greedy)
    return Row("no mirroring", (random_wins, unknown(by_random), greedy_wins, unknown(by_greedy)))
