"""Many LITS puzzles: numbered, all different, the same for any number of workers, and resumable.

A puzzle depends on the spec, the seed and its number alone; where an earlier one is the same but for a turn or a
mirror, another is searched for in its place. `puzzles.lits.generate.search` finds each puzzle, and
`puzzles.lits.generate.folder` keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from itertools import count as counting
from pathlib import Path

from litslab.games.geometry import Board
from litslab.jobs.interrupts import yield_saved
from litslab.jobs.progress import OnProgress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.puzzles.lits.generate.folder import PuzzleFolder
from litslab.puzzles.lits.generate.search import GeneratedPuzzle, PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.tally import Tally

MOST_DUPLICATES = 1000
"""How many times in a row a puzzle may turn out to be a duplicate before there are taken to be no others."""


def generate_puzzles(
    spec: PuzzleSpec,
    count: int = 1,
    *,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
    pictures: tuple[str, ...] = (),
    time_limit: float | None = None,
    progress: OnProgress | None = None,
) -> Generator[GeneratedPuzzle, None, None]:
    """Generate different puzzles and yield them in the order of their numbers.

    Two puzzles that a turn or a mirror makes equal count as the same one, and the later is replaced by another. Where
    no other is found in `MOST_DUPLICATES` further attempts, the last result has no puzzle and is marked as exhausted;
    where the time limit of a puzzle is reached, its result has none either, and the next follows.

    Parameters
    ----------
    spec : PuzzleSpec
        What all of them have to be like.
    count : int
        How many.
    seed : int
        The same seed gives the same puzzles, whoever does the work.
    workers : int
        How many processes of this machine search.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers search instead.
    folder : str or Path, optional
        Where each puzzle is kept as soon as it is finished. Those that are there from an earlier call are yielded as
        existing, and not generated again; Ctrl-C keeps what is finished.
    pictures : tuple of str
        Which pictures the folder gets of each puzzle: some of ``.svg``, ``.png`` and ``.pdf``.
    time_limit : float, optional
        Seconds for each puzzle, including its duplicates.
    progress : callable, optional
        Receives how many puzzles are finished, and why others were rejected.

    Raises
    ------
    FolderError
        If the folder belongs to another request, or another process uses it.
    FormatError
        If a file in it is damaged.
    FileError
        If something cannot be written; the puzzles before it are kept.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died again and again.

    Examples
    --------
    >>> import litslab as ll
    >>> [made.task.name for made in ll.generate_puzzles(ll.PuzzleSpec(5, 5), 2, seed=1)]
    ['lits-5x5-1-0001', 'lits-5x5-1-0002']
    >>> (made,) = ll.generate_puzzles(ll.PuzzleSpec(6, 6, levels=(1, 2)), seed=7)
    >>> made.grade.level in (1, 2), ll.solve_puzzle(made.puzzle).status.value
    (True, 'unique')
    """
    tally = Tally(count, progress)
    with PuzzleFolder(Path(folder), spec, seed, pictures) if folder is not None else nullcontext() as kept:
        existing = {} if kept is None else kept.read()
        numbers = range(1, count + 1)
        tasks = [PuzzleTask(spec, seed, each, 0, time_limit) for each in numbers if each not in existing]
        seen: dict[LitsPuzzle, int] = {}
        done = run_tasks_in_order(generate_puzzle, tasks, workers=min(workers, len(tasks)), scheduler=scheduler)
        with closing(done) as results:
            for number in numbers:
                if number in existing:
                    found = existing[number]
                    if found.puzzle is not None:
                        seen.setdefault(canonical(found.puzzle), number)
                else:
                    found = _distinct(next(results)[1], seen, tally)
                tally.finish(found=found.puzzle is not None)
                if kept is None or found.existing or found.puzzle is None:
                    yield found
                else:
                    yield from yield_saved(found, kept.add)
                if found.exhausted:
                    return


def _distinct(found: GeneratedPuzzle, seen: dict[LitsPuzzle, int], tally: Tally) -> GeneratedPuzzle:
    """Return a result, replaced as long as an earlier puzzle is the same: all within the time limit of its task."""
    tally.reject(found.rejected)
    task = found.task
    for attempt in counting(1):
        if found.puzzle is None or seen.setdefault(canonical(found.puzzle), task.number) == task.number:
            return found
        if attempt > MOST_DUPLICATES:
            return replace(found, puzzle=None, solution=None, grade=None, exhausted=True)
        left = None if task.time_limit is None else task.time_limit - found.seconds
        again = generate_puzzle(replace(task, attempt=attempt, time_limit=left))
        reasons = Counter(again.rejected) + Counter({"made already": 1})
        tally.reject(reasons)
        found = replace(
            again,
            task=replace(task, attempt=attempt),
            rejected=dict(Counter(found.rejected) + reasons),
            judged=found.judged + again.judged,
            seconds=found.seconds + again.seconds,
        )
    raise AssertionError("counting does not end")


def canonical(puzzle: LitsPuzzle) -> LitsPuzzle:
    """Return the one of the images of a puzzle under the board's symmetries that stands for all of them.

    A square board has eight, a rectangle four and, turned to stand, the same four again: so a puzzle and its quarter
    turn count as one too.
    """
    return min(_images(puzzle), key=lambda image: (image.board.columns, image.regions, image.givens))


def _images(puzzle: LitsPuzzle) -> Iterator[LitsPuzzle]:
    board = puzzle.board
    transposed = [board.square(column, row) for column in range(board.columns) for row in range(board.rows)]
    turned = LitsPuzzle(
        Board(board.rows, board.columns),
        tuple(puzzle.regions[square] for square in transposed),
        "".join(puzzle.given(square) for square in transposed),
    )
    for each in (puzzle,) if board.columns == board.rows else (puzzle, turned):
        for symmetry in each.board.symmetries:
            regions, givens = [0] * board.size, ["?"] * board.size
            for square, image in enumerate(symmetry.squares):
                regions[image] = each.regions[square]
                givens[image] = each.given(square)
            yield LitsPuzzle(each.board, tuple(regions), "".join(givens))
