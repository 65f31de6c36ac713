"""Answers about solving puzzles by hand: explanations, hints and grades."""

from __future__ import annotations

from dataclasses import dataclass

from litslab.app.documents.puzzles import SolvedPuzzle
from litslab.puzzles.lits.calibration import Calibration
from litslab.puzzles.lits.explain import Explanation
from litslab.puzzles.lits.grade import Grade
from litslab.puzzles.lits.techniques.path import Path


@dataclass(frozen=True, eq=False, kw_only=True)
class ExplainedPuzzle(SolvedPuzzle):
    """`litslab puzzle solve --explain`, per puzzle."""

    explanation: Explanation


@dataclass(frozen=True, eq=False, kw_only=True)
class HintedPuzzle(SolvedPuzzle):
    """`litslab puzzle hint`, per puzzle."""

    explanation: Explanation
    """The next step, and the steps that it rests on."""
    reach: Path | None = None
    """How far logic goes; only for a puzzle with several solutions or none."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GradedPuzzle(SolvedPuzzle):
    """`litslab puzzle grade`, per puzzle; one with several solutions or none has no grade."""

    grade: Grade | None = None
    reach: Path | None = None
    """How far logic goes; only for a puzzle with several solutions or none."""


SolveAnswer = SolvedPuzzle | ExplainedPuzzle
"""`litslab puzzle solve`, per puzzle."""

GradeAnswer = GradedPuzzle | Calibration
"""`litslab puzzle grade`: of each puzzle, or of the times of solvers with ``--calibrate``."""
