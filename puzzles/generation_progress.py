"""What a generator has finished and rejected so far, reported as progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from litslab.jobs.progress import OnProgress, Progress, ignore_progress

REASONS = 4
"""How many reasons for rejection progress names, the most frequent first."""


class Tally:
    """Counts what is finished and why candidates were rejected, and reports both.

    Parameters
    ----------
    total : int
        How many puzzles or studies there are to be.
    progress : callable, optional
        Receives a report whenever something is counted.
    """

    def __init__(self, total: int, progress: OnProgress | None) -> None:
        self._total = total
        self._progress = progress or ignore_progress
        self._done = 0
        self._rejected: Counter[str] = Counter()

    def reject(self, reasons: Mapping[str, int]) -> None:
        """Count candidates that were rejected, by the reason."""
        self._rejected.update(reasons)
        self._report()

    def finish(self, *, found: bool) -> None:
        """Count one that is finished, if it was found."""
        self._done += found
        self._report()

    def _report(self) -> None:
        text = most_frequent(self._rejected)
        self._progress(Progress(self._done, self._total, f"rejected: {text}" if text else ""))


def most_frequent(rejected: Counter[str]) -> str:
    """Return the most frequent reasons for rejection with their numbers, as one text; empty where there are none.

    Examples
    --------
    >>> most_frequent(Counter({"too easy": 3, "too hard": 1}))
    'too easy (3), too hard (1)'
    """
    return ", ".join(f"{reason} ({number})" for reason, number in rejected.most_common(REASONS))
