"""The sentence about a step of a human solver."""

from __future__ import annotations

from litslab.games.language import sentence_case
from litslab.puzzles.lits.techniques import BY_NAME
from litslab.puzzles.lits.techniques.step import Step
from litslab.puzzles.lits.techniques.table import RegionTable


def sentence(table: RegionTable, step: Step) -> str:
    """Return what a step does and why, in the language in use.

    Parameters
    ----------
    table : RegionTable
        The table of the state that the step was found in.
    step : Step
        The step.
    """
    return as_sentence(BY_NAME[step.technique].tell(table, step))


def as_sentence(text: str) -> str:
    """Return a sentence that begins with a capital, unless it begins with a square's name."""
    return text if any(map(str.isdigit, text.split(maxsplit=1)[0])) else sentence_case(text)
