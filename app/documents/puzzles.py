"""Answers about LITS puzzles: the puzzle, and the result of solving, checking or changing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from litslab.games.language import tr
from litslab.puzzles.lits.formats import FORMATS, PuzzleEntry
from litslab.puzzles.lits.puzzle import PuzzleAnswer, PuzzleSolution, SolutionStatus
from litslab.puzzles.lits.repair import PuzzleCheck


@dataclass(frozen=True, eq=False, kw_only=True)
class SolvedPuzzle(PuzzleEntry):
    """A puzzle, and the answer of a solver."""

    answer: PuzzleAnswer


@dataclass(frozen=True, eq=False, kw_only=True)
class ShownPuzzle(PuzzleEntry):
    """`litslab puzzle show`, per puzzle."""

    shown: PuzzleSolution | None
    """The solution that is drawn."""
    broken: tuple[str, ...]
    """The rules that the solution in the file breaks."""


@dataclass(frozen=True, eq=False)
class ConvertedPuzzles:
    """`litslab puzzle convert`."""

    path: str | None
    format: str
    puzzles: int
    """Their number."""
    entries: list[PuzzleEntry]
    """The puzzles, in order."""
    text: str
    skipped: list[PuzzleEntry]
    """The puzzles that the format cannot express."""


@dataclass(frozen=True, eq=False)
class FormatName:
    """A format of puzzles."""

    name: str
    title: str


@dataclass(frozen=True, eq=False)
class Formats:
    """All formats of puzzles."""

    formats: list[FormatName]

    @classmethod
    def made(cls) -> Self:
        """Describe the formats that puzzles can be converted to."""
        return cls([FormatName(each.name, tr(each.title)) for each in FORMATS.values()])


@dataclass(frozen=True, eq=False, kw_only=True)
class CheckedPuzzle(PuzzleEntry):
    """`litslab puzzle check`, per puzzle."""

    check: PuzzleCheck


@dataclass(frozen=True, eq=False, kw_only=True)
class PuzzleVariant(PuzzleEntry):
    """`litslab puzzle variants`, per variant."""

    variant: str
    of: str
    """The name of the original puzzle."""
    status: SolutionStatus
    url: str | None


@dataclass(frozen=True, eq=False)
class PuzzleBook:
    """`litslab puzzle book`."""

    path: str
    puzzles: int
    """Their number."""
