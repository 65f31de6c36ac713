"""The section on final positions: the sizes of groups, and where pieces lie."""

from __future__ import annotations

from litslab.analysis import final_plots as plots
from litslab.analysis.final_positions import (
    SHAPE,
    GroupSizes,
    cover_by_colour,
    cover_by_shape,
    group_sizes,
    usual_by,
)
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Format, Number, Row, Section, Table
from litslab.games.language import tr


def final_positions(context: Context) -> Section:
    """Return the section on the final positions of the engine's games."""
    match = context.mcts
    rules = context.rules
    ends = [match.record(number).position() for number in range(match.count)]
    who = tr("{player} on both sides", player=tr(match.names[0]))
    how = quantities.simulated(match.count, who)
    whole = quantities.simulated(match.count, who, interval=False)
    blocks: list[Block] = []
    groups = group_sizes(ends)
    if groups:
        rows = [
            Row(
                _name(each, groups, [tr(phase.name) for phase in rules.phases]),
                (
                    Number(each.groups_per_game, whole, form=Format.DECIMAL),
                    quantities.mean(each.largest, how),
                ),
            )
            for each in groups
        ]
        columns = (tr("colour"), tr("groups in a game"), tr("size of the largest group"))
        axes = plots.plot_group_sizes(groups, rules, tr("How large are the groups at the end?"))
        caption = quantities.sentences(
            *(
                plots.told_group_sizes([each for each in groups if each.phase == phase])
                for phase in sorted({each.phase for each in groups})
            )
        )
        blocks += [
            Table(tr("Groups at the end"), columns, tuple(rows)),
            quantities.picture("groups", axes, caption),
        ]
    by = usual_by(rules)
    if by == SHAPE:
        cover = cover_by_shape(ends, rules)
        title = tr("Where do the pieces of each shape lie at the end?")
        caption = plots.told_shapes(cover)
    else:
        cover = cover_by_colour(ends, rules)
        title = tr("Where does each colour show at the end?")
        caption = plots.told_colours(cover)
    axes = plots.plot_pieces(cover, rules, title)
    blocks.append(quantities.picture("pieces", axes, caption))
    return Section("final", tr("Final positions"), tuple(blocks))


def _name(groups: GroupSizes, every: tuple[GroupSizes, ...], phases: list[str]) -> str:
    """Return the name of a colour, with that of the phase if there are several."""
    if len({each.phase for each in every}) == 1:
        return tr(groups.colour)
    return tr("{colour} ({phase})", colour=tr(groups.colour), phase=phases[groups.phase])
