"""Generation of many different studies, in one process or several."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Generator, Hashable
from dataclasses import replace
from pathlib import Path

from litslab.games.errors import check_number, check_time_limit, expect
from litslab.games.files import as_path
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.puzzles.batches import Tally, run_batch
from litslab.puzzles.studies.folder import StudyFolder
from litslab.puzzles.studies.search import generate_study
from litslab.puzzles.studies.spec import StudySpec
from litslab.puzzles.studies.task import GeneratedStudy, StudyTask, canonical


def generate_studies(
    spec: StudySpec,
    count: int = 1,
    *,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
    time_limit: float | None = None,
    progress: OnProgress = ignore_progress,
) -> Generator[GeneratedStudy, None, None]:
    """Generate different studies and yield them in the order of their numbers.

    Two studies that a symmetry of the board maps to each other count as the same one, and the later
    is replaced by another. A result without a record says that none was found within the limit of
    time or games.

    Parameters
    ----------
    spec : StudySpec
        Specification of all of them.
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
    >>> spec = ll.StudySpec(ll.new_game("taiji", size=4, groups=1).rules, plies=4)
    >>> (found,) = ll.generate_studies(spec, seed=1)
    >>> found.task.name, len(ll.solve(found.record.position(), best="all").best)
    ('taiji-4-plies-seed-1-0001', 1)
    """
    expect(spec, StudySpec, "a StudySpec, such as StudySpec(rules, plies=4)")
    check_number("seed", seed)
    check_time_limit(time_limit)
    deadline = math.inf if time_limit is None else time.time() + time_limit
    return run_batch(
        generate_study,
        lambda number: StudyTask(spec, seed, number, deadline=deadline),
        count,
        key=_key,
        replace=_replace,
        folder=None if folder is None else StudyFolder(as_path(folder), spec, seed),
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
