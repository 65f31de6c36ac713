"""Many studies by `puzzles.batches`: what is one, and which of them are the same.

The study with a number depends on the spec, the seed, its number and, where the board's symmetries map it to an earlier
one, on the studies before it: so they are accepted in the order of their numbers, and a duplicate is searched for
again. `puzzles.studies.search` finds each, `puzzles.studies.folder` keeps them.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Generator, Hashable
from dataclasses import replace
from pathlib import Path

from litslab.jobs.progress import OnProgress
from litslab.puzzles.batches import run_batch
from litslab.puzzles.generation_progress import Tally
from litslab.puzzles.studies.folder import StudyFolder
from litslab.puzzles.studies.search import GeneratedStudy, StudyTask, canonical, generate_study
from litslab.puzzles.studies.spec import StudySpec


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
