"""The game and its options, and what can be counted from the rules alone."""

from __future__ import annotations

from litslab.analysis.report.model import Block, Figure, Number, Row, Section, Table
from litslab.analysis.report.numbers import COUNTED, GIVEN, option_words, whole
from litslab.games.battle_of_lits import BattleOfLits
from litslab.games.position import Rules
from litslab.games.record import describe_options
from litslab.games.svg import draw
from litslab.games.tailits import TailitsRules

IN_SHORT = {
    "taiji": "Light and Dark in turn place a taijitu, one light and one dark half, on two adjacent free squares until "
    "none fits. The sum of the largest orthogonally connected groups of a colour scores; Dark wins ties.",
    "battle-of-lits": "X and O in turn place tetrominoes on a board of X and O symbols: each beside another, none "
    "beside an equal shape, no 2×2 block full. On O's first turn the two people may exchange symbols. Symbols that "
    "stay visible score; whoever places last wins ties.",
    "tailits": "Black and White in turn place tetrominoes of two black and two white squares, the first on the centre, "
    "each other one beside another, none beside an equal shape, no 2×2 block full. The largest group of a colour "
    "scores, diagonal neighbours included; whoever places last wins ties.",
    "wythe": "Black and White in turn place two-coloured pieces on adjacent stacks of equal height, never a bit on its "
    "own colour, and every piece keeps a bit uncovered. White may swap on the first turn. The biggest group size of "
    "which one side has more groups scores; where both score 0, whoever placed last loses.",
    "tailits+taiji": "First TAILITS, where the last tetromino brings half a point more; then TAIJI on top of it, White "
    "starting. Both scores are added.",
    "taiji+battle-of-lits": "First TAIJI, White starting; then Battle of LITS on top of it, with the visible taijitu "
    "squares as symbols and a swap after its first tetromino. Both scores are added; whoever places last wins ties.",
}
"""The rules in a few words; the design document has them in full."""

COLOURING_NOTE = (
    "Where the colours sit on each TAILITS piece is shown only in figures that are not available: the colouring is an "
    "assumption, and the section on colourings tells what hangs on it."
)


def section(rules: Rules, seed: int) -> Section:
    """Return the section on the rules."""
    blocks: list[Block] = [IN_SHORT[rules.name]]
    if isinstance(rules, TailitsRules):
        blocks.append(COLOURING_NOTE)
    blocks.append(_options(rules))
    if isinstance(rules, BattleOfLits):
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
