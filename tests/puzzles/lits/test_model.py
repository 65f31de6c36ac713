"""The CP-SAT solver against a brute force: all solutions, proofs, limits, and regions that conflict."""

from __future__ import annotations

import itertools
import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest

from litslab import kernel
from litslab.jobs.progress import Progress
from litslab.puzzles.lits import model
from litslab.puzzles.lits.candidates import candidates
from litslab.puzzles.lits.check import violations
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleError, SolutionStatus
from litslab.puzzles.lits.solve import EngineName, only_solution, solve
from tests.puzzles.brute_force import planted_puzzle, random_puzzle, solutions
from tests.running import PATIENCE

IMPOSSIBLE_TOGETHER = LitsPuzzle.from_rows([[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 3], [2, 3, 3, 3]])


def random_puzzles(seed: int, count: int) -> Iterator[LitsPuzzle]:
    """Small puzzles with any number of solutions, none and one among them."""
    rng = random.Random(seed)
    for number in range(count):
        if number % 3 == 0:
            yield planted_puzzle(rng, columns=rng.randint(3, 5), rows=rng.randint(3, 5))
        else:
            columns, rows = rng.randint(1, 5), rng.randint(1, 5)
            regions = rng.randint(1, min(3, columns * rows))
            yield random_puzzle(rng, columns=columns, rows=rows, regions=regions, givens=rng.choice((0, 0, 0.08)))


@pytest.mark.slow
def test_every_solution_of_random_puzzles_is_found_once() -> None:
    seen: Counter[SolutionStatus] = Counter()
    for puzzle in random_puzzles(1, 200):
        expected = set(islice(solutions(puzzle), 12))
        answer = model.solve(puzzle, limit=12, conflict=False)
        found = [(each.shading, "".join(letter or "" for letter in each.letters())) for each in answer.solutions]
        assert len(found) == len(set(found))
        if len(expected) < 12:
            assert set(found) == expected
            assert answer.complete
        else:
            assert len(found) == 12
        assert (
            answer.status
            is (SolutionStatus.IMPOSSIBLE, SolutionStatus.UNIQUE, SolutionStatus.MULTIPLE)[min(2, len(expected))]
        )
        quick = solve(puzzle, EngineName.KERNEL, conflict=False) if kernel.AVAILABLE else answer
        assert quick.status is answer.status
        assert bool(quick.differing) == (len(expected) > 1)
        seen[answer.status] += 1
    assert (
        min(seen[status] for status in (SolutionStatus.UNIQUE, SolutionStatus.MULTIPLE, SolutionStatus.IMPOSSIBLE)) > 2
    )


def alone(puzzle: LitsPuzzle, regions: Iterable[int]) -> bool:
    """Whether some regions can obey the rules when the squares of all others are free to connect them."""
    chosen = list(regions)
    free = puzzle.board.all
    for region in chosen:
        free &= ~puzzle.masks[region]
    for outside, region in enumerate(puzzle.regions):
        if region < 0:
            free &= ~(1 << outside)
    kept = LitsPuzzle(puzzle.board, tuple(r if r in chosen else -1 for r in puzzle.regions), "")
    members = candidates(puzzle)
    for choice in itertools.product(*(members[region] for region in chosen)):
        shading = sum(each.mask for each in choice)
        wrong = [each for each in violations(kept, shading) if each.rule != "shaded squares not connected"]
        groups = puzzle.board.groups(shading | free)
        if not wrong and any(not shading & ~group for group in groups):
            return True
    return not chosen


@pytest.mark.slow
def test_conflicts_are_conflicts_and_none_of_their_regions_can_be_spared() -> None:
    sizes = []
    for puzzle in random_puzzles(2, 150):
        answer = model.solve(puzzle)
        if answer.status is not SolutionStatus.IMPOSSIBLE:
            assert answer.conflict is None
            continue
        assert answer.conflict is not None
        if any(given not in "?." and region < 0 for given, region in zip(puzzle.givens, puzzle.regions, strict=False)):
            assert answer.conflict == ()  # no region is needed to see it
            continue
        assert not alone(puzzle, answer.conflict)
        for region in answer.conflict:
            assert alone(puzzle, set(answer.conflict) - {region})
        sizes.append(len(answer.conflict))
    assert max(sizes) > 1


@pytest.mark.parametrize("engine", [each for each in EngineName if kernel.AVAILABLE or each is EngineName.CPSAT])
def test_either_engine_names_the_conflict(engine: EngineName) -> None:
    answer = solve(IMPOSSIBLE_TOGETHER, engine)
    assert answer.engine == engine
    assert answer.status is SolutionStatus.IMPOSSIBLE
    assert answer.conflict == (0, 1)  # two I above each other
    assert solve(IMPOSSIBLE_TOGETHER, engine, conflict=False).conflict is None
    assert "the marked regions conflict" in answer._repr_svg_()


def test_the_only_solution_is_not_one_of_several() -> None:
    two = LitsPuzzle.from_rows([[0, 0, 0], [0, 0, 0]])
    assert len(set(solutions(two))) > 1
    for puzzle, status in ((two, "multiple"), (IMPOSSIBLE_TOGETHER, "impossible")):
        with pytest.raises(PuzzleError, match=f"solutions: {status}: expected one"):
            only_solution(puzzle)
    one = LitsPuzzle.from_rows([[0, 0, 0, 0]])
    assert only_solution(one).shading == one.board.all


def test_a_limit_is_no_proof() -> None:
    puzzle = read_one("https://puzz.link/p?lits/10/10/08p0i3jbhmjg5j5ik048rgtr8q1e5gkf9hnu").puzzle
    answer = model.solve(puzzle, time_limit=0.0)
    assert answer.status is SolutionStatus.UNDECIDED
    assert not answer.complete
    assert model.find_conflict(IMPOSSIBLE_TOGETHER, model.Clock(0.0)) is None
    with pytest.raises(ValueError, match="a limit of 1 solutions: expected 2 or more"):
        model.solve(puzzle, limit=1)


def test_enumeration_stops_at_its_limit_and_reports() -> None:
    several = read_one("lits/6/6/lldoa4043q6c").puzzle
    told: list[Progress] = []
    answer = model.solve(several, limit=5, progress=told.append)
    assert told == [Progress(found, 5) for found in range(1, 6)]
    assert (answer.status, answer.complete, len(answer.solutions)) == (SolutionStatus.MULTIPLE, False, 5)
    everything = model.solve(several, limit=1000)
    assert everything.complete
    assert len({solution.shading for solution in everything.solutions}) == len(everything.solutions) == 20


@pytest.mark.slow
@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_ends_it() -> None:
    # A puzzle with so many solutions that listing them would take for ever.
    puzzle = LitsPuzzle.from_rows([[column // 4 + 8 * (row // 4) for column in range(32)] for row in range(32)])
    found = threading.Event()

    def interrupt() -> None:
        assert found.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=interrupt)
    sender.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            model.solve(puzzle, limit=10**9, time_limit=PATIENCE, progress=lambda _: found.set())
    finally:
        sender.join()
