"""The answer of `litslab report`."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.analysis.report.model import Report


@dataclass(frozen=True, kw_only=True)
class ReportAnswer(Report):
    """`litslab report`."""

    files: tuple[str, ...]
    """The files that were written."""
    seconds: float
    """Wall-clock time."""
