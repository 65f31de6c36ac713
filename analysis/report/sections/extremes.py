"""The section on extreme games: the shortest and the longest ones, with proofs."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.analysis.distributions import distribution
from litslab.analysis.report import quantities
from litslab.analysis.report.context import Context
from litslab.analysis.report.model import (
    Figure,
    How,
    Kind,
    Number,
    Row,
    Section,
    Table,
)
from litslab.analysis.report.quantities import sentences
from litslab.analysis.report.sections.sizes import by_squares
from litslab.analysis.report.tree_size import (
    upper_bounds,
)
from litslab.games.drawing.svg import draw
from litslab.games.language import listed, mark, tr
from litslab.games.position import Position
from litslab.games.rules import Rules
from litslab.solver.finals.beam_search import beam_search
from litslab.solver.finals.extreme import Aim, KnownExtreme, known
from litslab.solver.finals.few_pieces import layout_phase

_EXTREMES = mark(
    "A game has as many placements as its final position has pieces, whatever the symbols and the "
    "scoring."
)

_PROVED = mark(
    "The proofs were made in advance and are stored with litslab; see docs/results/maximal.md."
)

_FINALS = {
    ("fewest", True): mark("A final position of {pieces} pieces, the fewest there can be."),
    ("fewest", False): mark("A final position of {pieces} pieces, the fewest that were found."),
    ("most", True): mark("A final position of {pieces} pieces, the most there can be."),
    ("most", False): mark("A final position of {pieces} pieces, the most that were found."),
}
"""The captions by aim, and by whether it is proved."""


@dataclass(frozen=True)
class Extreme:
    """Bounds on the length of the shortest or the longest games.

    Attributes
    ----------
    lower, upper : Number
        Bounds on their length; equal if it is known.
    final : Position or None
        The end of such a game, or the most extreme one that was found.
    """

    lower: Number
    upper: Number
    final: Position | None


def extremes(context: Context) -> Section:
    """Return the section on extreme games."""
    rules = context.rules
    run = context.run
    seen = distribution(run, "length")
    how = quantities.simulated(run.run.games, tr(quantities.RANDOM_PLAY), interval=False)
    rows = []
    figures = []
    proved = False
    aims: tuple[tuple[str, Aim, int], ...] = (
        (tr("shortest game"), "fewest", int(seen.values[0])),
        (tr("longest game"), "most", int(seen.values[-1])),
    )
    for label, aim, in_play in aims:
        found = extreme(rules, aim)
        proved |= known(rules, aim) is not None or _of_containing_game(rules, aim) is not None
        rows.append(Row(label, (found.lower, found.upper, Number(in_play, how))))
        if found.final is not None:
            is_known = found.lower.value == found.upper.value
            caption = tr(_FINALS[aim, is_known], pieces=found.final.placed.bit_count())
            figures.append(
                Figure(f"{aim}-pieces", draw(found.final, square_size=30), caption, small=True)
            )
    columns = (tr("placements in the"), tr("at least"), tr("at most"), tr("seen in random play"))
    table = Table(tr("Extreme games"), columns, tuple(rows))
    text = sentences(tr(_EXTREMES), tr(_PROVED) if proved else "")
    return Section("extremes", tr("Shortest and longest games"), (text, table, *figures))


def extreme(rules: Rules, aim: Aim) -> Extreme:
    """Return bounds for the shortest games (``fewest`` pieces) or the longest (``most``)."""
    fact = known(rules, aim)
    if fact is not None:
        kind = Kind.EXACT if fact.lower == fact.upper else Kind.BOUND
        how = How(kind, _methods(fact))
        final = rules.from_placements(rules.table.of(fact.check().placed))
        return Extreme(Number(fact.lower, how), Number(fact.upper, how), final)
    least = Number(1, by_squares())
    most = Number(upper_bounds(rules).length, by_squares())
    wide = _of_containing_game(rules, aim)
    if wide is not None:
        by = tr(
            "of Battle of LITS, whose finished positions these are; {methods}",
            methods=_methods(wide),
        )
        how = How(Kind.BOUND, by)
        if aim == "fewest":
            least = Number(wide.lower, how)
        else:
            most = Number(wide.upper, how)
    phase = layout_phase(rules)
    if phase is None:
        return Extreme(least, most, None)
    layout = beam_search(phase.bare, long=aim == "most")
    final = rules.from_placements(rules.table.of(layout.placed))
    how = How(Kind.BOUND, tr("beam search; it proves nothing more"))
    found = Number(final.placed.bit_count(), how)
    if aim == "fewest":
        return Extreme(least, found, final)
    return Extreme(found, most, final)


def _methods(fact: KnownExtreme) -> str:
    methods = list(dict.fromkeys((fact.lower_by, fact.upper_by)))
    return tr("by {methods}", methods=listed(methods))


def _of_containing_game(rules: Rules, aim: Aim) -> KnownExtreme | None:
    """Return the stored extreme of a game whose finished positions include those of this one."""
    other = rules.containing_game()
    return None if other is None else known(other, aim)
