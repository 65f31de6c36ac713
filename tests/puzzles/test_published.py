"""Every published puzzle: both solvers find the status and the solution that are known, and formats
keep it.
"""

from __future__ import annotations

import hashlib

import pytest

from benchmarks.published import published
from litslab import kernel
from litslab.puzzles.lits.check import violations
from litslab.puzzles.lits.formats import FORMATS, FormatError, PuzzleEntry, read_one, write
from litslab.puzzles.lits.formats.common import borders_of
from litslab.puzzles.lits.formats.penpa import edges_of
from litslab.puzzles.lits.puzzle import OUTSIDE, SolutionStatus
from litslab.puzzles.lits.solve import EngineName, solve
from tests.puzzles.published import needs_published
from tests.running import PATIENCE

PARTS = 8  # so that several processes share the work

pytestmark = [needs_published, pytest.mark.slow]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "engine", [each for each in EngineName if kernel.AVAILABLE or each is EngineName.CPSAT]
)
def test_status_and_solution(engine: EngineName, part: int) -> None:
    mine = published()[part::PARTS]
    assert mine
    for entry, status in mine:
        answer = solve(entry.puzzle, engine, time_limit=PATIENCE, conflict=False)
        assert answer.status == status, entry.id
        for solution in answer.solutions:
            assert violations(entry.puzzle, solution.shading) == []
        if answer.status is SolutionStatus.UNIQUE:
            assert answer.solutions[0].shading == entry.shading, entry.id


def test_formats_keep_them() -> None:
    some = published()[::3]
    count = 0
    for entry, _ in some:
        bare = PuzzleEntry(entry.puzzle, entry.id, entry.shading)
        square = entry.puzzle.board.columns == entry.puzzle.board.rows
        for name in FORMATS:
            cannot = OUTSIDE in entry.puzzle.regions and name in {
                "url",
                "task",
                "pzprv3",
                "pencilbox",
            }
            if cannot or (name == "task" and not square):
                with pytest.raises(FormatError):
                    write(bare, name)
                continue
            again = read_one(write(bare, name))
            assert again.puzzle == entry.puzzle, (entry.id, name)
            assert again.shading in {entry.shading, None}
            count += 1
    assert count > 5 * len(some)


def test_penpa_edit_numbers_its_edges_so() -> None:
    """The digest is that of the edges that the site's own test stores for this puzzle."""
    entry = next(entry for entry, _ in published() if "url_05" in entry.id)
    assert borders_of(entry.puzzle, what="a link")
    keys = ",".join(sorted(edges_of(entry.puzzle)))
    digest = hashlib.sha256(keys.encode()).hexdigest()
    assert digest == "36b9f0d60aab21122f4b2f50ed4ad629ef08d210f642d1606672bd4958646437"
