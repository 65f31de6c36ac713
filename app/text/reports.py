"""The text of a report: the verdict and the most important numbers."""

from __future__ import annotations

from litslab.analysis.report.model import Report
from litslab.app.text.parts import Lines
from litslab.games.language import tr


def report_text(report: Report, seconds: float) -> Lines:
    """Yield the verdict, and the numbers of the first lines with their origin."""
    yield from (claim.text for claim in report.verdict)
    for fact in report.facts:
        number = fact.number
        text = number.text
        if number.spread:
            text = tr("{text} ({note})", text=text, note=number.spread)
        yield tr("{label}: {number}; {how}", label=fact.label, number=text, how=number.how)
    yield tr("Made in {seconds:.0f} s.", seconds=seconds)
