"""What engines report while they work, read back."""

from __future__ import annotations

import re

from litslab.jobs.progress import Progress
from litslab.solver.endgame.result import Score


def reported_score(progress: Progress) -> Score:
    """Return the bounds that a report of `solver.engines.oracle.bounds_progress` names."""
    found = re.fullmatch(r"value in \[(-?\d+), (-?\d+)\], ([\d,]+) nodes", progress.text)
    assert found is not None, progress.text
    assert int(found[3].replace(",", "")) == progress.done
    assert progress.total is None
    return Score(int(found[1]), int(found[2]))
