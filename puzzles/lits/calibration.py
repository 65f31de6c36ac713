"""Calibration of grades by the times of solvers, as the page exports them (docs/grading.md)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from math import isnan
from pathlib import Path
from statistics import median

from pydantic import BaseModel, ConfigDict, NonNegativeInt, ValidationError, computed_field

from litslab.games.errors import expect
from litslab.games.files import as_path, failing_to
from litslab.games.toml import first_mistake
from litslab.puzzles.lits.formats import FormatError, json_form, load
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError
from litslab.puzzles.lits.techniques.path import MOST_TRIALS
from litslab.solver.statistics import median_interval, rank_correlation

ENOUGH = 20
"""The fewest puzzles from which a conclusion is drawn."""

_FEWEST = 5
"""The fewest puzzles whose median has an interval."""


class _Export(BaseModel):
    model_config = ConfigDict(strict=True, defer_build=True)

    solved: bool
    milliseconds: NonNegativeInt
    hints: NonNegativeInt
    checks: NonNegativeInt
    explanations: NonNegativeInt = 0
    solved_before: bool = False

    @property
    def is_helped(self) -> bool:
        return bool(self.hints or self.checks or self.explanations)


@dataclass(frozen=True)
class Estimate:
    """A number that was estimated from puzzles."""

    puzzles: int
    """The number of puzzles."""
    value: float
    """The estimate."""
    interval: tuple[float, float] | None = None
    """Its interval; None for a correlation of 1 or −1, and if there are too few puzzles."""
    confidence: float | None = None
    """The probability with which such an interval contains the true number."""


@dataclass(frozen=True)
class Calibration:
    """Agreement of grades with the times of solvers."""

    solves: int
    """The number of solves that were used."""
    puzzles: int
    """The number of their puzzles."""
    left_out: dict[str, int] = field(hash=False)
    """The number of solves that were not used, by reason: ``repeated`` for the same export again
    and for a puzzle that was solved before, ``unsolved``, ``untimed`` for one that took no
    time, ``helped`` by hints, checks or explanations, or ``ungraded`` for a puzzle without a
    score.
    """
    correlations: dict[str, Estimate] = field(hash=False)
    """Spearman's rank correlations over puzzles, without those that are undefined because all
    values are equal. The time of a puzzle is the median of its solves.
    """
    levels: dict[int, Estimate] = field(hash=False)
    """The median time in seconds of the puzzles of each level."""

    @computed_field
    @property
    def conclusion(self) -> str:
        """The conclusion about score and time in one sentence."""
        if self.puzzles < ENOUGH:
            return (
                f"Too few puzzles to conclude anything: {self.puzzles}, expected {ENOUGH} or more."
            )
        found = self.correlations.get("score_and_time", Estimate(self.puzzles, 0))
        low, high = found.interval or (found.value, found.value)
        if low <= 0 <= high:
            return "No relation of score and time is shown."
        return f"Puzzles with higher scores took {'more' if low > 0 else 'less'} time."


def calibrate(
    paths: str | Path | Iterable[str | Path],
    most_trials: int = MOST_TRIALS,
) -> Calibration:
    """Compare grades with the times of solvers.

    Parameters
    ----------
    paths : str, Path or iterable of these
        The files that the page's *Export times* wrote, with one solve each.
    most_trials : int
        As for `grade`.

    Raises
    ------
    FormatError
        If a file is no such export.
    FileError
        If a file cannot be read.
    OptionError
        If the paths are something else.

    Examples
    --------
    >>> import litslab as ll
    >>> ll.calibrate([]).conclusion
    'Too few puzzles to conclude anything: 0, expected 20 or more.'
    """
    graded = cache(partial(grade, most_trials=most_trials))
    times: dict[LitsPuzzle, list[float]] = defaultdict(list)
    left_out: Counter[str] = Counter()
    seen: set[str] = set()
    sources = (
        [paths] if isinstance(paths, str | Path) else expect(paths, Iterable, "paths of files")
    )
    for path in map(as_path, sources):
        with failing_to(f"read {path}"):
            text = load(path)
        try:
            puzzle = json_form.read(text).puzzle
            export = _Export.model_validate_json(text)
            reason = "repeated" if text in seen else _reason(export)
            if not reason and not graded(puzzle).solved:
                reason = "ungraded"
        except (PuzzleError, ValidationError) as error:
            mistake = (
                first_mistake(error, "the document")
                if isinstance(error, ValidationError)
                else error
            )
            raise FormatError(
                f"{path}: {mistake}: expected a file that the page's Export times wrote"
            ) from None
        seen.add(text)
        if reason:
            left_out[reason] += 1
        else:
            times[puzzle].append(export.milliseconds / 1000)
    scores = [graded(puzzle).score for puzzle in times]
    sizes = [sum(map(int.bit_count, puzzle.masks)) for puzzle in times]
    seconds = [median(each) for each in times.values()]
    paces = [time / size for time, size in zip(seconds, sizes, strict=True)]
    by_level: dict[int, list[float]] = defaultdict(list)
    for puzzle, time in zip(times, seconds, strict=True):
        by_level[graded(puzzle).level].append(time)
    pairs: dict[str, tuple[Sequence[float], Sequence[float]]] = {
        "score_and_time": (scores, seconds),
        "score_and_time_per_square": (scores, paces),
        "squares_and_time": (sizes, seconds),
    }
    defined = {
        name: pair for name, pair in pairs.items() if all(len(set(each)) > 1 for each in pair)
    }
    correlations = {name: _rank_correlation(*pair) for name, pair in defined.items()}
    levels = {level: _median(sorted(by_level[level])) for level in sorted(by_level)}
    return Calibration(
        sum(map(len, times.values())), len(times), dict(left_out), correlations, levels
    )


def _reason(export: _Export) -> str:
    """Return the reason for leaving a solve out; empty if there is none."""
    if not export.solved:
        return "unsolved"
    if not export.milliseconds:
        return "untimed"
    if export.is_helped:
        return "helped"
    return "repeated" if export.solved_before else ""


def _rank_correlation(some: Sequence[float], others: Sequence[float]) -> Estimate:
    value, interval = rank_correlation(some, others)
    if isnan(interval[0]):
        return Estimate(len(some), value)
    return Estimate(len(some), value, interval, 0.95)


def _median(ordered: Sequence[float]) -> Estimate:
    if len(ordered) < _FEWEST:
        return Estimate(len(ordered), median(ordered))
    interval, confidence = median_interval(ordered)
    return Estimate(len(ordered), median(ordered), interval, confidence)
