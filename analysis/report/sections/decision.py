"""When games are decided."""

from __future__ import annotations

from statistics import median_low

from litslab.analysis.report.decided import PLAYOUTS, Decided
from litslab.analysis.report.model import Format, How, Kind, Number, Row, Section, Table
from litslab.analysis.review_result import DECIDED

_EXPLAINED = (
    f"A game counts as decided from the move on after which the eventual winner is always expected to win at least "
    f"{DECIDED:.0%} of games, estimated by a search of {PLAYOUTS:,} playouts in each position. Moves "
    "are counted with the swap, if there was one."
)


def section(found: Decided | None) -> Section:
    """Return the section on decisions."""
    title = "When games are decided"
    if found is None:
        return Section("decided", title, ("The time did not suffice to estimate it.",))
    how = _how(found)
    later = sum(part > 0.75 for part in found.parts) / len(found.parts)
    rows = (
        Row("decided after this many moves (median)", (decided_ply(found),)),
        Row("of this many moves (median)", (decided_length(found),)),
        Row("earliest", (Number(min(found.plies), how),)),
        Row("latest", (Number(max(found.plies), how),)),
        Row("part of the game played by then (median)", (Number(median_low(found.parts), how, form=Format.SHARE),)),
        Row("games decided in their last quarter", (Number(later, how, form=Format.SHARE),)),
    )
    return Section("decided", title, (_EXPLAINED, Table("Decided games", ("what", "number"), rows)))


def _how(found: Decided) -> How:
    return How(Kind.ESTIMATE, f"{len(found.plies)} games of {found.player}")


def decided_ply(found: Decided) -> Number:
    """Return after how many moves games are decided."""
    return Number(median_low(found.plies), _how(found), identity="decided after")


def decided_length(found: Decided) -> Number:
    """Return how long those games are."""
    return Number(median_low(found.lengths), _how(found), identity="length of judged games")
