"""Calibration by made-up exports whose true correlation is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import litslab as ll
from litslab.puzzles.lits.formats import FormatError

SOLVED: dict[str, object] = {"solved": True, "begun": None, "hints": 0, "checks": 0, "changes": []}


def export(path: Path, puzzle: ll.Puzzle, **more: object) -> Path:
    size = {"rows": puzzle.board.rows, "cols": puzzle.board.columns, "regions": puzzle.rows()}
    path.write_text(json.dumps(size | SOLVED | more))
    return path


@pytest.mark.parametrize(("sign", "count"), [(1, 20), (-1, 20), (1, 19)])
def test_a_known_correlation_is_found(tmp_path: Path, sign: int, count: int) -> None:
    by_score = {each.score: each.puzzle for each in ll.collection("first-steps")}
    chosen = [by_score[score] for score in sorted(by_score)[:count]]
    assert len(chosen) == count
    files = [
        export(tmp_path / f"{n}.json", each, milliseconds=60_000 + sign * n * 1000)
        for n, each in enumerate(chosen)
    ]
    others: list[dict[str, object]] = [
        {"solved": False},
        {"hints": 1},
        {"checks": 2},
        {"explanations": 1},
        {"solved_before": True},
        {"explanations": 1, "solved_before": True},
        {"milliseconds": 0},
    ]
    files += [
        export(tmp_path / f"out-{n}.json", chosen[0], **{"milliseconds": 9000} | more)
        for n, more in enumerate(others)
    ]
    found = ll.calibrate([*files, files[0]])
    assert (found.solves, found.puzzles) == (count, count)
    assert found.left_out == {"unsolved": 1, "helped": 4, "repeated": 2, "untimed": 1}
    assert (
        found.correlations["score_and_time"].value,
        found.correlations["score_and_time"].interval,
    ) == (sign, None)
    told = {(1, 20): "took more time", (-1, 20): "took less time", (1, 19): "Too few puzzles"}
    assert told[sign, count] in found.conclusion
    every = found.levels[1]
    assert every.interval is not None
    assert every.interval[0] < every.value < every.interval[1]


@pytest.mark.parametrize(
    "text", ['{"regions": [[0, 0, 0, 0]]}', "{", "[]", '{"solved": true}', "lits/4/4/9q02jg"]
)
def test_other_files_are_refused_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(
        FormatError,
        match=r"^\S*other.json: .*: expected a file that the page's Export times wrote$",
    ):
        ll.calibrate([tmp_path / "other.json"])
