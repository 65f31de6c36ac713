"""Steps of a human solver, and the contradictions that trials end with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

from litslab.games.result_json import Written


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    Attributes
    ----------
    technique : str
        The name of the technique that found it.
    regions : int
        The regions that the deduction looks at, as a set.
    looks : int
        The squares that it looks at.
    shaded, unshaded : int
        The squares that it decides.
    excluded : int
        The placements that it rules out; 0 for a step that decides squares.
    key : int
        The object of the explanation: a square, a 2×2 block, a group or a region, depending on the
        technique.
    rests : int
        The placements ruled out before without which the deduction would not hold: the steps that
        ruled them out belong to its reasons.
    chain : tuple of Step
        In a trial, the steps that lead from the assumption to the contradiction.
    end : Contradiction or None
        In a trial, the contradiction.
    other_chain : tuple of Step
        In a comparison of both branches of a square, the steps that follow if it is unshaded;
        `chain` has those that follow if it is shaded.
    """

    technique: str
    regions: int
    looks: int
    shaded: int = 0
    unshaded: int = 0
    excluded: int = 0
    key: int = 0
    rests: int = 0
    chain: tuple[Step, ...] = ()
    end: Contradiction | None = None
    other_chain: tuple[Step, ...] = ()

    @property
    def decides(self) -> int:
        """The squares that the step decides."""
        return self.shaded | self.unshaded


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction.

    Attributes
    ----------
    tell : callable
        Says what is wrong, in a clause: "the region at a1 has no room left for its tetromino".
    regions, looks : int
        The regions and squares concerned, as sets.
    rests : int
        As in a step.
    """

    tell: Callable[[], str] = field(compare=False)
    regions: int
    looks: int
    rests: int = 0

    @property
    def text(self) -> str:
        """The clause in the language in use."""
        return self.tell()

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickled clause stays in the language in use: `tell` is a local function, which cannot be
        # pickled.
        return Contradiction, (partial(str, self.text), self.regions, self.looks, self.rests)


JsonContradiction = Annotated[
    Contradiction, Written(lambda found, _: found.text, {"type": "string"})
]
"""A contradiction, written as its clause."""
