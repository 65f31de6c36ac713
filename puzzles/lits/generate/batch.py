"""Many LITS puzzles by `puzzles.batches`: what is one, and which of them are the same.

A puzzle depends on the spec, the seed and its number alone; where an earlier one is the same but for a turn or a
mirror, another is searched for in its place. `puzzles.lits.generate.search` finds each puzzle, and
`puzzles.lits.generate.folder` keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Hashable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from litslab.games.geometry import Board
from litslab.jobs.progress import OnProgress
from litslab.puzzles.batches import Tally, run_batch
from litslab.puzzles.lits.generate.folder import PuzzleFolder
from litslab.puzzles.lits.generate.rejection import Rejection
from litslab.puzzles.lits.generate.search import Accept, GeneratedPuzzle, PuzzleTask, generate_puzzle
from litslab.puzzles.lits.generate.spec import PuzzleSpec
from litslab.puzzles.lits.puzzle import LitsPuzzle
from litslab.puzzles.lits.solve import best_engine

MOST_DUPLICATES = 1000
"""The most duplicates in a row before a request is taken to have no other puzzles."""

FEWEST_DUPLICATES = 100
"""The same where only one puzzle was made: then fewer duplicates in a row tell that there are few puzzles."""


def most_duplicates(made: int) -> int:
    """Return how many duplicates in a row end a search after this number of different puzzles.

    If a tenth of the puzzles that are found were still new, a hundred in a row would all be duplicates once in 38,000
    times. The more were made, the smaller the share of each.
    """
    return min(FEWEST_DUPLICATES * max(1, made), MOST_DUPLICATES)


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
    accept: Accept | None = None,
    progress: OnProgress | None = None,
) -> Generator[GeneratedPuzzle, None, None]:
    """Generate different puzzles and yield them in the order of their numbers.

    Two puzzles that a turn or a mirror makes equal count as the same one, and the later is replaced by another. Where
    no other is found in `most_duplicates` further attempts, the last result has no puzzle and is marked as exhausted;
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
    accept : callable, optional
        Is given each `Candidate` that meets the spec, with its puzzle, solution, grade and elegance, and returns
        whether it is taken; otherwise it is rejected as "not accepted". With `workers` or a `scheduler` it must be
        picklable, such as a function of a module. A `folder` knows it by its name. If no puzzle is accepted, only
        `time_limit` ends the search.
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

    A puzzle with a snake, a region that is a path and nowhere touches itself:

    >>> from litslab.games.geometry import bits
    >>> def is_snake(board, region):
    ...     neighbours = sorted((board.adjacent(1 << square) & region).bit_count() for square in bits(region))
    ...     return len(neighbours) > 4 and neighbours == [1, 1] + [2] * (len(neighbours) - 2)
    >>> def has_snake(found):
    ...     return any(is_snake(found.puzzle.board, region) for region in found.puzzle.masks)
    >>> (made,) = ll.generate_puzzles(ll.PuzzleSpec(6, 6), seed=1, accept=has_snake)
    >>> has_snake(made)
    True
    """
    best_engine()  # says here, not in the workers, if there is no kernel
    results = run_batch(
        generate_puzzle,
        lambda number: PuzzleTask(spec, seed, number, 0, time_limit, accept),
        count,
        key=_key,
        replace=_replace,
        folder=None if folder is None else PuzzleFolder(Path(folder), spec, seed, pictures, accept),
        workers=workers,
        scheduler=scheduler,
        progress=progress,
    )
    with closing(results):
        for found in results:
            yield found
            if found.exhausted:
                return


def _key(found: GeneratedPuzzle) -> LitsPuzzle:
    assert found.puzzle is not None
    return canonical(found.puzzle)


def _replace(found: GeneratedPuzzle, seen: frozenset[Hashable], tally: Tally) -> GeneratedPuzzle:
    """Search again as long as an earlier puzzle is the same: all within the time limit of the task."""
    task = found.task
    for attempt in range(1, most_duplicates(len(seen)) + 1):
        left = None if task.time_limit is None else task.time_limit - found.seconds
        again = generate_puzzle(replace(task, attempt=attempt, time_limit=left))
        reasons = Counter(again.rejected) + Counter({Rejection.REPEATED.value: 1})
        tally.reject(reasons)
        found = replace(
            again,
            task=replace(task, attempt=attempt),
            rejected=dict(Counter(found.rejected) + reasons),
            judged=found.judged + again.judged,
            seconds=found.seconds + again.seconds,
        )
        if not found.found or _key(found) not in seen:
            return found
    return replace(found, puzzle=None, solution=None, grade=None, exhausted=True)


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
        puzzle.rules,
    )
    for each in (puzzle,) if board.columns == board.rows else (puzzle, turned):
        for symmetry in each.board.symmetries:
            regions, givens = [0] * board.size, ["?"] * board.size
            for square, image in enumerate(symmetry.squares):
                regions[image] = each.regions[square]
                givens[image] = each.given(square)
            yield LitsPuzzle(each.board, tuple(regions), "".join(givens), puzzle.rules)
