"""Many studies by `puzzles.batches`: what is one, and which of them are the same.

The study with a number depends on the spec, the seed, its number and, where the board's symmetries map it to an earlier
one, on the studies before it: so they are accepted in the order of their numbers, and a duplicate is searched for
again. `puzzles.studies.search` finds each, `StudyFolder` keeps them.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Generator, Hashable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Self

from litslab.games.errors import GameError
from litslab.games.record import Record, dumps, load
from litslab.jobs.folder import ResumableFolder
from litslab.jobs.progress import OnProgress
from litslab.puzzles.batches import Tally, run_batch
from litslab.puzzles.studies.search import GeneratedStudy, StudyTask, canonical, generate_study
from litslab.puzzles.studies.spec import StudySpec


class StudyFileError(GameError):
    """A file that does not belong to the request of its folder: its text says what was expected instead."""


class StudyFolder:
    """A folder of generated studies, open for one process: a context manager.

    Parameters
    ----------
    path : Path
        The folder; it is made where it is missing.
    spec : StudySpec
        What the studies have to be like.
    seed : int
        Their seed.

    Raises
    ------
    FolderError
        On entering, if the folder holds studies of another request, or another process uses it.
    FileError
        If something cannot be written; the studies before it stay.
    """

    def __init__(self, path: Path, spec: StudySpec, seed: int) -> None:
        self.path = path
        self._spec = spec
        self._seed = seed
        self._folder = ResumableFolder(path, _manifest(spec, seed), contents="studies")

    def __enter__(self) -> Self:
        """Open the folder."""
        self._folder.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.__exit__()

    def read(self, count: int) -> dict[int, GeneratedStudy]:
        """Return by number the studies up to a number that an earlier run left.

        Raises
        ------
        StudyFileError
            If a file of that name is not of this request.
        RecordError
            If it is no record.
        """
        tasks = (StudyTask(self._spec, self._seed, number) for number in range(1, count + 1))
        return {
            task.number: GeneratedStudy(task, _read(path, task), existing=True)
            for task in tasks
            if (path := self.path / f"{task.name}.toml").exists()
        }

    def add(self, generated: GeneratedStudy) -> None:
        """Write a study."""
        if generated.record is None:
            raise ValueError("only a result with a study is kept")
        self._folder.write(f"{generated.task.name}.toml", dumps(generated.record))


def _manifest(spec: StudySpec, seed: int) -> str:
    """Return a request as one line."""
    plain = {each.name: getattr(spec, each.name) for each in fields(spec)}
    plain["rules"] = dumps(Record(spec.rules, ()))
    return json.dumps({"seed": seed, "spec": plain}, sort_keys=True, ensure_ascii=False, default=vars)


def _read(path: Path, task: StudyTask) -> Record:
    """Return the record of a file, if it is the study of a task."""
    record, spec = load(path), task.spec
    claim = record.study
    if claim is None or not _same_game(record, spec):
        raise StudyFileError(
            f"{path}: not a study of this request: expected one of {spec.rules.title} with its options"
        )
    said: tuple[Any, ...] = (claim.plies, claim.seed, claim.number)
    if said != (spec.plies, task.seed, task.number) or (spec.surprise and not claim.surprise):
        raise StudyFileError(f"{path}: not a study of this request: expected {spec.plies} plies, seed {task.seed}")
    return record


def _same_game(record: Record, spec: StudySpec) -> bool:
    """Return whether a record has the rules of a spec; where every game has a board of its own, whatever that is."""
    if spec.fresh_boards:
        return record.rules.without_setup() == spec.rules.without_setup()
    return record.rules == spec.rules


def generate_studies(
    spec: StudySpec,
    count: int = 1,
    *,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
    time_limit: float | None = None,
    progress: OnProgress | None = None,
) -> Generator[GeneratedStudy, None, None]:
    """Generate different studies and yield them in the order of their numbers.

    Two studies that a symmetry of the board maps to each other count as the same one, and the later is replaced by
    another. A result without a record says that none was found within the limit of time or games.

    Parameters
    ----------
    spec : StudySpec
        What all of them have to be like.
    count : int
        How many.
    seed, workers, scheduler, folder
        As for `puzzles.lits.generate.batch.generate_puzzles`.
    time_limit : float, optional
        Seconds for all of them.
    progress : callable, optional
        Receives how many studies are finished, and why candidates were rejected.

    Raises
    ------
    StudyFileError
        If a file in the folder is not of this request.
    FolderError, FileError, WorkerError, ChildDiedError
        As for `puzzles.lits.generate.batch.generate_puzzles`.

    Examples
    --------
    >>> import litslab as ll
    >>> (found,) = ll.generate_studies(ll.StudySpec(ll.new_game("taiji", size=4, groups=1).rules, plies=4), seed=1)
    >>> found.task.name, len(ll.solve(found.record.position(), best="all").best)
    ('taiji-4-plies-seed-1-0001', 1)
    """
    deadline = math.inf if time_limit is None else time.time() + time_limit
    yield from run_batch(
        generate_study,
        lambda number: StudyTask(spec, seed, number, deadline=deadline),
        count,
        key=_key,
        replace=_replace,
        folder=None if folder is None else StudyFolder(Path(folder), spec, seed),
        workers=workers,
        scheduler=scheduler,
        progress=progress,
    )


def _key(found: GeneratedStudy) -> Hashable:
    assert found.record is not None
    return canonical(found.record.position())


def _replace(found: GeneratedStudy, seen: frozenset[Hashable], tally: Tally) -> GeneratedStudy:
    """Search again, now knowing what to avoid."""
    again = generate_study(replace(found.task, avoid=seen))
    tally.reject(again.rejected)
    rejected = Counter(found.rejected) + Counter(again.rejected)
    return replace(again, task=found.task, rejected=dict(rejected), nodes=found.nodes + again.nodes)
