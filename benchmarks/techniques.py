"""How long hints and grades take, and how far techniques without trial lead, on the published puzzles."""

from __future__ import annotations

import json
import time
from collections import Counter
from statistics import median

from benchmarks.measure import PUBLISHED, print_table
from litslab.puzzles.lits.explain import hint
from litslab.puzzles.lits.grade import easiest_path, grade
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.techniques.path import MOST_TRIALS, find_path, start
from litslab.puzzles.lits.techniques.path import Path as SolvingPath
from litslab.puzzles.lits.techniques.state import State
from litslab.puzzles.lits.techniques.step import Step
from litslab.puzzles.lits.techniques.trial import Budget, Preference, TrialSearch


class FirstTrials(TrialSearch):
    """Takes the first trial that is met, one square after the other, to compare with the best of all."""

    def look(self, state: State, preference: Preference = Preference.MOST_OPENED) -> Step | None:  # noqa: ARG002
        """Return the first trial; None if there is none."""
        return self.first(state)


def first_path(puzzle: LitsPuzzle) -> SolvingPath:
    """Return the path that takes the first trial that is met."""
    return find_path(start(puzzle), FirstTrials(Budget(MOST_TRIALS)))


def group_of(puzzle: LitsPuzzle) -> str:
    """Return the group of sizes that a puzzle is counted in."""
    size = puzzle.board.size
    return "below 10×10" if size < 100 else "10×10" if size == 100 else "above 10×10"


def compare_trials(puzzles: list[LitsPuzzle]) -> None:
    """Print how many trials the puzzles take by the first that is met, and by the best of all."""
    rows = []
    for group in ("below 10×10", "10×10", "above 10×10", "all"):
        members = [puzzle for puzzle in puzzles if group in {"all", group_of(puzzle)}]
        needing = [puzzle for puzzle in members if not find_path(start(puzzle)).is_complete]
        first = [first_path(puzzle) for puzzle in needing]
        best = [easiest_path(puzzle) for puzzle in needing]
        rows.append(
            (
                group,
                str(len(members)),
                str(len(needing)),
                str(sum(path.trials for path in first)),
                str(sum(path.trials for path in best)),
                str(sum(path.trials == 1 for path in best)),
                str(max((path.trials for path in best), default=0)),
                str(sum(path.assumptions for path in best)),
            )
        )
    print_table(
        "trials on the path to the solution",
        ("size", "puzzles", "with trials", "first met", "best", "with one", "most", "assumptions followed"),
        rows,
    )


def main() -> None:
    if not PUBLISHED.is_file():
        print(f"{PUBLISHED} does not exist: nothing to measure")
        return
    documents = [json.loads(line) for line in PUBLISHED.read_text(encoding="utf-8").splitlines()]
    puzzles = [LitsPuzzle.from_rows(document["regions"]) for document in documents]
    tens = [puzzle for puzzle in puzzles if puzzle.board.columns == puzzle.board.rows == 10]
    grades, seconds = [], []
    for puzzle in tens:
        started = time.process_time()
        grades.append(grade(puzzle))
        seconds.append(time.process_time() - started)
    seconds.sort()
    without = sum(found.trials == 0 for found in grades)
    print(f"10×10: {without} of {len(tens)} solved without trial, {sum(found.solved for found in grades)} with")
    print(
        f"grade: median {median(seconds) * 1000:.1f} ms, 9 of 10 within {seconds[len(seconds) * 9 // 10] * 1000:.1f} ms"
    )
    worst = []
    for puzzle in tens[::6]:
        rows, slowest = None, 0.0
        while True:
            started = time.process_time()
            following = hint(puzzle, rows)
            slowest = max(slowest, time.process_time() - started)
            if not following.path.steps:
                break
            rows = following.path.state.rows()
        worst.append(slowest)
    print(f"slowest hint of a puzzle: median {median(worst) * 1000:.1f} ms, most {max(worst) * 1000:.1f} ms")
    compare_trials(puzzles)
    everything = [grade(puzzle) for puzzle in puzzles]
    print("levels of all:", dict(sorted(Counter(found.label for found in everything).items())))
    for document, found in zip(documents, everything, strict=True):
        if document["level"]:
            print(f"{document['id']}: published {document['level']}, level {found.label}, score {found.score}")
