"""The answer of `litslab puzzle generate`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from litslab.games.result_json import extended
from litslab.puzzles.lits.formats import PuzzleEntry, link_to
from litslab.puzzles.lits.generate.search import GeneratedPuzzle
from litslab.puzzles.lits.grade import Grade


@dataclass(frozen=True, eq=False, kw_only=True)
class NewPuzzle(PuzzleEntry):
    """`litslab puzzle generate`, per puzzle."""

    grade: Grade
    elegance: float
    """From 0 to 1."""
    shapes: tuple[str | None, ...]
    """The letter of each region's tetromino."""
    url: str | None
    penpa: str | None = None
    """Only if a puzz.link URL cannot express the puzzle."""
    seed: int
    number: int
    rejected: dict[str, int] = field(default_factory=dict, hash=False)
    """The reasons for rejecting earlier candidates, with their numbers."""
    missed: tuple[str, ...] | None = None
    """Only with --picture: the squares in which the solution differs from the picture."""

    @classmethod
    def of(cls, generated: GeneratedPuzzle, missed: Sequence[str] | None = None) -> Self:
        """Describe a puzzle that was generated."""
        task = generated.task
        entry = PuzzleEntry(generated.puzzle, task.name, generated.solution.shading)
        url = generated.url
        return extended(
            cls,
            entry,
            grade=generated.grade,
            elegance=generated.elegance,
            shapes=tuple(generated.solution.letters()),
            url=url,
            penpa=link_to(entry, "penpa") if url is None else None,
            seed=task.seed,
            number=task.number,
            rejected=generated.rejected,
            missed=None if missed is None else tuple(missed),
        )
