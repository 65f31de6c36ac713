"""Many LITS puzzles by `puzzles.batches`: what is one, and which of them are the same.

A puzzle depends on the spec, the seed and its number alone; where an earlier one is the same but
for a turn or a mirror, another is searched for in its place. `puzzles.lits.generate.search` finds
each puzzle, and `puzzles.lits.generate.batch` keeps them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Hashable
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from litslab.games.drawing.picture_file import save
from litslab.games.errors import GameError, check_number, check_time_limit, expect
from litslab.games.files import as_path
from litslab.games.result_json import plain
from litslab.games.toml import first_mistake
from litslab.jobs.folder import ResumableFolder
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.puzzles.batches import Tally, run_batch
from litslab.puzzles.lits.check import solution_of
from litslab.puzzles.lits.formats import FormatError, PuzzleEntry, link_to, load, read_one
from litslab.puzzles.lits.formats.json_form import document
from litslab.puzzles.lits.generate.search import (
    Accept,
    Candidate,
    GeneratedPuzzle,
    PuzzleTask,
    generate_puzzle,
)
from litslab.puzzles.lits.generate.spec import LEVELS, PuzzleSpec, Rejection
from litslab.puzzles.lits.grade import Grade
from litslab.puzzles.lits.puzzle import LitsPuzzle, PuzzleSolution
from litslab.puzzles.lits.solve import best_engine
from litslab.puzzles.lits.svg import draw_puzzle
from litslab.puzzles.lits.variants import images_of

INDEX = "index.json"
"""The file that lists the puzzles of a finished folder."""

_LISTED = {"id", "url", "level", "score", "rows", "cols"}
_EXPECTED = "expected a puzzle that `litslab puzzle generate` made"


class PuzzleFolder(ResumableFolder):
    """A folder of generated puzzles, open for one process: a context manager.

    When it is closed, also by Ctrl-C, it gets an index of its puzzles.

    Parameters
    ----------
    path : Path
        The folder; it is made where it is missing.
    spec : PuzzleSpec
        Specification of the puzzles.
    seed : int
        Their seed.
    pictures : tuple of str
        The kinds of pictures that are kept with each puzzle: some of ``.svg``, ``.png`` and
        ``.pdf``.
    accept : callable, optional
        An additional predicate that decides whether a puzzle is taken.

    Raises
    ------
    FolderError
        On entering, if the folder holds puzzles of another request, or another process uses it.
    FileError
        If something cannot be written; the puzzles before it stay.
    """

    def __init__(
        self,
        path: Path,
        spec: PuzzleSpec,
        seed: int,
        pictures: tuple[str, ...] = (),
        accept: Accept | None = None,
    ) -> None:
        super().__init__(path, _manifest(spec, seed, accept), contents="puzzles")
        self._pictures = pictures

    def __exit__(self, *raised: object) -> None:
        try:
            if not isinstance(raised[1], Exception):  # not after an error, which may be a full disk
                paths = sorted(self.path.glob("lits-*.json"))
                listed = [
                    {"file": path.name, **read_stored(path)[2].model_dump(include=_LISTED)}
                    for path in paths
                ]
                if listed:
                    self.write(INDEX, json.dumps(listed, indent=1) + "\n")
        finally:
            super().__exit__()

    def load(self, task: PuzzleTask) -> GeneratedPuzzle | None:
        """Return the puzzle of a task that an earlier run left, if any.

        Raises
        ------
        FormatError
            If its file is damaged.
        """
        path = self.path / f"{task.name}.json"
        if not path.exists():
            return None
        puzzle, solution, said = read_stored(path)
        grade = Grade(
            said.level,
            said.score,
            said.techniques,
            trials=said.trials,
            concentration=said.concentration,
            solved=said.solved,
        )
        return GeneratedPuzzle(
            task,
            Candidate(puzzle, solution, grade, said.elegance),
            rejected=said.rejected,
            existing=True,
        )

    def add(self, generated: GeneratedPuzzle) -> None:
        """Write a puzzle, its pictures first, so that a puzzle that is there is whole."""
        name = generated.task.name
        for suffix in self._pictures:
            save(draw_puzzle(generated.puzzle), self.path / f"{name}{suffix}", force=True)
            solved = draw_puzzle(generated.puzzle, generated.solution)
            save(solved, self.path / f"{name}-solution{suffix}", force=True)
        self.write(f"{name}.json", json.dumps(describe(generated)) + "\n")


def _manifest(spec: PuzzleSpec, seed: int, accept: Accept | None) -> str:
    """Return a request as one line, sets in order; a predicate is known by its name."""
    request: dict[str, object] = asdict(spec) | {"rules": spec.rules.name, "seed": seed}
    if accept is not None:
        kind = accept if hasattr(accept, "__qualname__") else type(accept)
        request["accept"] = f"{kind.__module__}.{kind.__qualname__}"

    def named(value: object) -> object:
        return sorted(map(str, value)) if isinstance(value, frozenset) else str(value)

    return json.dumps(request, sort_keys=True, default=named)


def describe(generated: GeneratedPuzzle) -> dict[str, Any]:
    """Describe a puzzle as a JSON document: that of its format, and its level, techniques, link and
    origin.

    ``url`` is null where a puzz.link URL cannot say what is given, or has no such rules; ``penpa``,
    which is there only in the first case, is a link of penpa-edit that says it.
    """
    entry = PuzzleEntry(generated.puzzle, generated.task.name, generated.solution.shading)
    url = generated.url
    described = {
        **document(entry),
        "status": "unique",
        **plain(generated.grade),
        "elegance": generated.elegance,
        "shapes": generated.solution.letters(),
        "url": url,
    }
    penpa = link_to(entry, "penpa") if url is None else None
    if penpa is not None:
        described["penpa"] = penpa
    return {
        **described,
        "seed": generated.task.seed,
        "number": generated.task.number,
        "rejected": generated.rejected,
    }


class _StoredModel(BaseModel):
    """Further fields of a stored puzzle that indexes and resumed runs need."""

    model_config = ConfigDict(strict=True, extra="ignore", defer_build=True)

    id: str
    url: str | None
    level: Annotated[int, Field(ge=LEVELS[0], le=LEVELS[1])]
    score: FiniteFloat
    rows: int
    cols: int
    label: str
    techniques: dict[str, int]
    trials: int
    concentration: FiniteFloat
    solved: bool
    elegance: FiniteFloat
    rejected: dict[str, int] = Field(default_factory=dict)


def read_stored(path: Path) -> tuple[LitsPuzzle, PuzzleSolution, _StoredModel]:
    """Return the puzzle of a file of a folder, its solution, and what else the file says.

    Raises
    ------
    FormatError
        Naming the file and what is missing or wrong.
    PuzzleError
        If the solution is none.
    """
    try:
        text = load(path)
        entry = read_one(text)
    except GameError as error:
        raise FormatError(f"{path}: {error}") from None
    try:
        said = _StoredModel.model_validate(json.loads(text))
    except ValidationError as error:
        raise FormatError(f"{path}: {first_mistake(error, 'the document')}: {_EXPECTED}") from None
    except ValueError:  # a puzzle in another format
        raise FormatError(f"{path}: no JSON: {_EXPECTED}") from None
    if entry.shading is None:
        raise FormatError(f"{path}: no solution: {_EXPECTED}")
    return entry.puzzle, solution_of(entry.puzzle, entry.shading), said


MOST_DUPLICATES = 1000
"""The most duplicates in a row before a request is taken to have no other puzzles."""

FEWEST_DUPLICATES = 100
"""The same where only one puzzle was made: then fewer duplicates in a row tell that there are few
puzzles.
"""


def most_duplicates(made: int) -> int:
    """Return how many duplicates in a row end a search after this number of different puzzles.

    If a tenth of the puzzles that are found were still new, a hundred in a row would all be
    duplicates once in 38,000 times. The more were made, the smaller the share of each.
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
    progress: OnProgress = ignore_progress,
) -> Generator[GeneratedPuzzle, None, None]:
    """Generate different puzzles and yield them in the order of their numbers.

    Two puzzles that a turn or a mirror makes equal count as the same one, and the later is replaced
    by another. Where no other is found in `most_duplicates` further attempts, the last result has
    no puzzle and is marked as exhausted; where the time limit of a puzzle is reached, its result
    has none either, and the next follows.

    Parameters
    ----------
    spec : PuzzleSpec
        Specification of all of them.
    count : int
        How many.
    seed : int
        The same seed gives the same puzzles, whoever does the work; without the kernel, others.
    workers : int
        Number of processes of this machine that search.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers search instead.
    folder : str or Path, optional
        Where each puzzle is kept as soon as it is finished. Those that are there from an earlier
        call are yielded as existing, and not generated again; Ctrl-C keeps what is finished.
    pictures : tuple of str
        The kinds of pictures of each puzzle in the folder: some of ``.svg``, ``.png`` and ``.pdf``.
    time_limit : float, optional
        Seconds for each puzzle, including its duplicates.
    accept : callable, optional
        Is given each `Candidate` that meets the spec, with its puzzle, solution, grade and
        elegance, and returns whether it is taken; otherwise it is rejected as "not accepted". With
        `workers` or a `scheduler` it must be picklable, such as a function of a module. A `folder`
        knows it by its name. If no puzzle is accepted, only `time_limit` ends the search.
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
    ...     squares = list(bits(region))
    ...     neighbours = [(board.adjacent(1 << square) & region).bit_count() for square in squares]
    ...     return len(squares) > 4 and sorted(neighbours) == [1, 1] + [2] * (len(squares) - 2)
    >>> def has_snake(found):
    ...     return any(is_snake(found.puzzle.board, region) for region in found.puzzle.masks)
    >>> (made,) = ll.generate_puzzles(ll.PuzzleSpec(6, 6), seed=1, accept=has_snake)
    >>> has_snake(made)
    True
    """
    expect(spec, PuzzleSpec, "a PuzzleSpec, such as PuzzleSpec(8, 8)")
    check_number("seed", seed)
    check_time_limit(time_limit)
    best_engine()  # warns here, not in the workers, if there is no kernel
    store = None
    if folder is not None:
        store = PuzzleFolder(as_path(folder), spec, seed, pictures, accept)

    def task_of(number: int) -> PuzzleTask:
        return PuzzleTask(spec, seed, number, attempt=0, time_limit=time_limit, accept=accept)

    results = run_batch(
        generate_puzzle,
        task_of,
        count,
        key=_key,
        replace=_replace,
        workers=workers,
        scheduler=scheduler,
        progress=progress,
        folder=store,
    )
    return _until_exhausted(results)


def _until_exhausted(
    results: Generator[GeneratedPuzzle, None, None],
) -> Generator[GeneratedPuzzle, None, None]:
    with closing(results):
        for found in results:
            yield found
            if found.exhausted:
                return


def _key(found: GeneratedPuzzle) -> LitsPuzzle:
    return canonical(found.puzzle)


def _replace(found: GeneratedPuzzle, seen: frozenset[Hashable], tally: Tally) -> GeneratedPuzzle:
    """Search again as long as an earlier puzzle is the same: all within the time limit
    of the task.
    """
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
    return replace(found, candidate=None, exhausted=True)


def canonical(puzzle: LitsPuzzle) -> LitsPuzzle:
    """Return the one of the images of a puzzle under the board's symmetries that stands for all of
    them.

    A square board has eight, a rectangle four and, turned to stand, the same four again: so a
    puzzle and its quarter turn count as one too.
    """
    images = (puzzle, *(image for _, image, _ in images_of(puzzle)))
    return min(images, key=lambda image: (image.board.columns, image.regions, image.givens))
