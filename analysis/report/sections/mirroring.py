"""The section on mirroring by the second player."""

from __future__ import annotations

from litslab.analysis.report.context import Context
from litslab.analysis.report.mirror import MirrorPlayer, mirrored, mirrors
from litslab.analysis.report.model import Format, Number, Row, Section, Table
from litslab.analysis.report.play import GREEDY, RANDOM
from litslab.analysis.report.quantities import (
    complement,
    match_level,
    random_level,
    share,
    simulated,
    unknown,
)
from litslab.games.language import mark, tr
from litslab.solver.play.players import Player

_MIRRORING = mark(
    "The second player answers each placement by its mirror image if that is legal, and else plays "
    "like the opponent. The first row has no mirroring: a strategy pays if its share is higher."
)


def mirroring(context: Context) -> Section:
    """Return the section on mirroring."""
    rules = context.rules
    found = mirrors(rules)
    chance = random_level(context)
    greedy = match_level(context.greedy)
    nothing = unknown(chance.first_player_wins.how)
    without = (chance.second_player_wins, nothing, greedy.second_player_wins, nothing)
    rows = [Row(tr("no mirroring"), without)]
    levels: tuple[Player, ...] = (RANDOM, GREEDY)
    for number, mirror in enumerate(found):
        numbers: list[Number] = []
        for level, base in enumerate(levels):
            match = context.pool.play(
                context.starts,
                (base, MirrorPlayer(mirror, base)),
                context.amounts.mirror_games,
                seed=context.seed + 100 + 2 * number + level,
                exchanging=False,
            )
            images, answers = mirrored(match, mirror)
            how = simulated(match.count, tr("against {player} play", player=tr(base.name)))
            numbers.append(complement(share(match.first_mover_wins, how)))
            if answers:
                numbers.append(Number(images / answers, how, form=Format.SHARE))
            else:
                numbers.append(unknown(how))
        rows.append(Row(mirror.words, tuple(numbers)))
    columns = (
        tr("the second player's answers"),
        tr("wins against random play"),
        tr("answers that were images"),
        tr("wins against greedy play"),
        tr("answers that were images, then"),
    )
    proof = () if rules.mirroring_proof is None else (tr(rules.mirroring_proof),)
    table = Table(tr("Mirroring by the second player"), columns, tuple(rows))
    return Section("mirroring", tr("Mirroring"), (tr(_MIRRORING), *proof, table))
