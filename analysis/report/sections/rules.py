"""The game and its options, and what can be counted from the rules alone."""

from __future__ import annotations

from litslab.analysis.report.context import Context
from litslab.analysis.report.model import Block, Figure, Number, Row, Section, Table
from litslab.analysis.report.numbers import COUNTED, GIVEN, option_words, whole
from litslab.analysis.report.quantities import first_placements
from litslab.games.drawing.svg import draw
from litslab.games.position import Rules
from litslab.games.record import describe_options


def section(context: Context) -> Section:
    """Return the section on the rules."""
    rules = context.rules
    blocks: list[Block] = [text for text in (rules.summary, rules.assumption) if text]
    blocks.append(_options(rules))
    if rules.has_symbols:
        caption = "The board of this report."
        if context.board_runs:
            made = f"that “litslab new” makes with seed {context.seed}"
            caption = f"The sample board, {made}: the first of {len(context.board_runs)} random boards."
        blocks.append(Figure("board", draw(rules.start(), square_size=30), caption, small=True))
    blocks.append(_counts(context))
    return Section("rules", "Rules and options", tuple(blocks))


def _options(rules: Rules) -> Table:
    described = describe_options(rules)
    helps = {each.name: each.metadata["help"] for each in rules.options() if not each.metadata["setup"]}
    rows = tuple(
        Row(name.replace("_", " "), (Number(option_words(described[name]), GIVEN), Number(helps[name], GIVEN)))
        for name in helps
        if name in described and name != "pieces"
    )
    return Table("Options", ("option", "value", "meaning"), rows)


def _counts(context: Context) -> Table:
    rules = context.rules
    rows = (
        Row("squares", (whole(rules.board.size, COUNTED),)),
        Row("placements on the bare board and on pieces", (whole(len(rules.table), COUNTED),)),
        Row("first placements", (first_placements(context),)),
        Row("symmetries that board and pieces have in common", (whole(len(rules.table.symmetries), COUNTED),)),
    )
    return Table("Counted", ("what", "number"), rows)
