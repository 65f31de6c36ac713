"""Many studies: numbered, all different, the same for any number of workers, and resumable.

The study with a number depends on the spec, the seed, its number and, where the board's symmetries map it to an earlier
one, on the studies before it: so they are accepted in the order of their numbers, and a duplicate is searched for
again. `puzzles.studies.search` finds each, `puzzles.studies.folder` keeps them.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Generator
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from litslab.jobs.interrupts import yield_saved
from litslab.jobs.progress import OnProgress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.puzzles.studies.folder import StudyFolder
from litslab.puzzles.studies.search import GeneratedStudy, StudyTask, canonical, generate_study
from litslab.puzzles.studies.spec import StudySpec
from litslab.puzzles.tally import Tally


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
    another. A result without a record says that none was found in time, or in so many games.

    Parameters
    ----------
    spec : StudySpec
        What all of them have to be like.
    count : int
        How many.
    seed : int
        The same seed gives the same studies, whoever does the work.
    workers : int
        How many processes of this machine search.
    scheduler : str, optional
        The address of a Dask scheduler, ``tcp://host:port``, whose workers search instead.
    folder : str or Path, optional
        Where the records go, one file per study, as soon as each is finished. Those that are there from an earlier call
        are yielded as existing, and not searched for again; Ctrl-C keeps what is finished.
    time_limit : float, optional
        Seconds for all of them.
    progress : callable, optional
        Receives how many studies are finished, and why candidates were rejected.

    Raises
    ------
    FolderError
        If the folder belongs to another request, or another process uses it.
    StudyFileError
        If a file in it is not of this request.
    FileError
        If something cannot be written; the studies before it are kept.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died again and again.

    Examples
    --------
    >>> import litslab as ll
    >>> (found,) = ll.generate_studies(ll.StudySpec(ll.new_game("taiji", size=4, groups=1).rules, plies=4), seed=1)
    >>> found.task.name, len(ll.solve(found.record.position()).best)
    ('taiji-4-plies-seed-1-0001', 1)
    """
    tally = Tally(count, progress)
    deadline = math.inf if time_limit is None else time.time() + time_limit
    with StudyFolder(Path(folder), spec, seed) if folder is not None else nullcontext() as kept:
        existing = {} if kept is None else kept.read(count)
        numbers = range(1, count + 1)
        tasks = [StudyTask(spec, seed, each, deadline=deadline) for each in numbers if each not in existing]
        seen: set[tuple[Any, ...]] = set()
        done = run_tasks_in_order(generate_study, tasks, workers=min(workers, len(tasks)), scheduler=scheduler)
        with closing(done) as results:
            for number in numbers:
                found = existing[number] if number in existing else _distinct(next(results)[1], seen, tally)
                if found.record is not None:
                    seen.add(canonical(found.record.position()))
                tally.finish(found=found.record is not None)
                if kept is None or found.existing or found.record is None:
                    yield found
                else:
                    yield from yield_saved(found, kept.add)


def _distinct(found: GeneratedStudy, seen: set[tuple[Any, ...]], tally: Tally) -> GeneratedStudy:
    """Return a result unless it is a duplicate; then search again, now knowing what to avoid."""
    tally.reject(found.rejected)
    if found.record is None or canonical(found.record.position()) not in seen:
        return found
    again = generate_study(replace(found.task, avoid=frozenset(seen)))
    tally.reject(again.rejected)
    rejected = Counter(found.rejected) + Counter(again.rejected)
    return replace(again, task=found.task, rejected=dict(rejected), nodes=found.nodes + again.nodes)
