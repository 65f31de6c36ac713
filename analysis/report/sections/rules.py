"""The game and its options, and what can be counted from the rules alone."""

from __future__ import annotations

from litslab.analysis.report.model import Block, Figure, Number, Row, Section, Table
from litslab.analysis.report.numbers import COUNTED, GIVEN, option_words, whole
from litslab.games.drawing.svg import draw
from litslab.games.position import Rules
from litslab.games.record import describe_options


def section(rules: Rules, seed: int) -> Section:
    """Return the section on the rules."""
    blocks: list[Block] = [text for text in (rules.summary, rules.assumption) if text]
    blocks.append(_options(rules))
    if rules.has_symbols:
        caption = f"The board of this report: the symbols that “litslab new” makes with seed {seed}."
        blocks.append(Figure("board", draw(rules.start(), square_size=30), caption, small=True))
    blocks.append(_counts(rules))
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


def _counts(rules: Rules) -> Table:
    start = rules.start()
    rows = (
        Row("squares", (whole(rules.board.size, COUNTED),)),
        Row("placements on the bare board and on pieces", (whole(len(rules.table), COUNTED),)),
        Row("first placements", (whole(start.legal.bit_count(), COUNTED),)),
        Row("symmetries that board and pieces have in common", (whole(len(rules.table.symmetries), COUNTED),)),
    )
    return Table("Counted", ("what", "number"), rows)
