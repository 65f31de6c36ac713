"""The section on the rules of the game: its options, and the counts of its board."""

from __future__ import annotations

from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import (
    Block,
    Figure,
    Number,
    Row,
    Section,
    Table,
)
from litslab.analysis.report.quantities import GIVEN, counted
from litslab.games.drawing.svg import draw
from litslab.games.language import tr
from litslab.games.option_data import describe_options
from litslab.games.option_text import option_name, option_words
from litslab.games.rule_text import rule_text
from litslab.games.rules import Rules


def rules(context: Context) -> Section:
    """Return the section on the rules."""
    rules = context.rules
    told = rule_text(rules.name)
    blocks: list[Block] = [text for text in (told.brief, told.assumption) if text]
    blocks.append(_options(rules))
    if rules.has_symbols:
        caption = tr("The board of this report.")
        if context.board_runs:
            caption = tr(
                "The sample board, that “litslab new” makes with seed {seed}: the first of "
                "{boards} random boards.",
                seed=context.seed,
                boards=len(context.board_runs),
            )
        blocks.append(Figure("board", draw(rules.start(), square_size=30), caption, small=True))
    blocks.append(_counts(context))
    return Section("rules", tr("Rules and options"), tuple(blocks))


def _options(rules: Rules) -> Table:
    described = describe_options(rules)
    rows = []
    for option in rules.options():
        if option.metadata["setup"] or option.name not in described or option.name == "pieces":
            continue
        value = Number(option_words(described[option.name]), GIVEN)
        meaning = Number(tr(option.metadata["help"]), GIVEN)
        rows.append(Row(option_name(option.name), (value, meaning)))
    return Table(tr("Options"), (tr("option"), tr("value"), tr("meaning")), tuple(rows))


def _counts(context: Context) -> Table:
    rules = context.rules
    return quantities.figures(
        tr("Counted"),
        (tr("squares of the board"), Number(rules.board.size, counted())),
        (tr("placements on the bare board and on pieces"), Number(len(rules.table), counted())),
        (tr("first placements"), quantities.first_placements(context)),
        (
            tr("symmetries that board and pieces have in common"),
            Number(len(rules.table.symmetries), counted()),
        ),
    )
