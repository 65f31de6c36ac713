"""The deductions by which people solve a LITS puzzle, each a named rule with an explanation
(docs/techniques.md).
"""

from __future__ import annotations

from litslab.puzzles.lits.techniques.order import EVERY_PLAIN
from litslab.puzzles.lits.techniques.technique import Technique
from litslab.puzzles.lits.techniques.trial import TRIALS

BY_NAME: dict[str, Technique] = {technique.name: technique for technique in (*EVERY_PLAIN, *TRIALS)}
"""All techniques by their names, those that only other rules have among them."""
