"""How long hints and grades take, and how far techniques without trial lead, on the published puzzles."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from statistics import median

from litslab.puzzles.lits.explain import hint
from litslab.puzzles.lits.grade import grade
from litslab.puzzles.lits.puzzle import LitsPuzzle

PUBLISHED = Path(__file__).parents[2] / "shared" / "data" / "lits_published.jsonl"


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
    everything = [grade(puzzle) for puzzle in puzzles]
    print("levels of all:", dict(sorted(Counter(found.label for found in everything).items())))
    for document, found in zip(documents, everything, strict=True):
        if document["level"]:
            print(f"{document['id']}: published {document['level']}, level {found.label}, score {found.score}")
