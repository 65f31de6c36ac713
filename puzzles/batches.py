"""Many puzzles or studies by one loop: numbered, all different, the same for any number of workers,
and resumable.

Each number has a task of its own. Results are accepted in the order of their numbers, and one that
is a duplicate of an earlier one is replaced. So the results depend neither on how the work is
divided nor on how often it is interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Protocol, TypeVar

from litslab.games.errors import check_number
from litslab.games.language import tr
from litslab.jobs.interrupts import yield_saved
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import run_tasks_in_order
from litslab.jobs.work_options import check_workers

REASONS = 4
"""Number of reasons for rejection in progress reports, the most frequent first."""


class Tally:
    """Counts what is finished and why candidates were rejected, and reports both.

    Parameters
    ----------
    total : int
        Number of puzzles or studies to generate.
    progress : callable, optional
        Receives a report whenever something is counted.
    """

    def __init__(self, total: int, progress: OnProgress) -> None:
        self._done = 0
        self._total = total
        self._progress = progress
        self._rejected: Counter[str] = Counter()

    def reject(self, reasons: Mapping[str, int]) -> None:
        """Count candidates that were rejected, by the reason."""
        self._rejected.update(reasons)
        self._report()

    def finish(self, *, found: bool) -> None:
        """Count one that is finished, if it was found."""
        self._done += found
        self._report()

    def _report(self) -> None:
        text = most_frequent(self._rejected)
        told = tr("rejected: {reasons}", reasons=text) if text else ""
        self._progress(Progress(self._done, self._total, told))


def most_frequent(rejected: Counter[str]) -> str:
    """Return the most frequent reasons for rejection with their numbers, as one text; empty where
    there are none.

    A reason is a message of the catalogues.

    Examples
    --------
    >>> most_frequent(Counter({"too easy": 3, "too hard": 1}))
    'too easy (3), too hard (1)'
    """
    most = rejected.most_common(REASONS)
    return tr(", ").join(
        tr("{reason} ({number})", reason=tr(reason), number=number) for reason, number in most
    )


class Generated(Protocol):
    """Result of a search, which may have found nothing."""

    @property
    def found(self) -> bool:
        """True if something was found; otherwise a limit was reached first."""

    @property
    def existing(self) -> bool:
        """True if it was in the folder already."""

    @property
    def rejected(self) -> Mapping[str, int]:
        """Why candidates were rejected: how many for each reason."""


Task = TypeVar("Task")
Result = TypeVar("Result", bound=Generated)


class Folder(AbstractContextManager["Folder[Task, Result]"], Protocol[Task, Result]):
    """Storage of finished results; a context manager that opens it."""

    def load(self, task: Task, /) -> Result | None:
        """Return the result of a task that an earlier run left, if any."""

    def add(self, generated: Result, /) -> None:
        """Keep a result."""


def run_batch(
    generate: Callable[[Task], Result],
    task_of: Callable[[int], Task],
    count: int,
    *,
    key: Callable[[Result], Hashable],
    replace: Callable[[Result, frozenset[Hashable], Tally], Result],
    folder: Folder[Task, Result] | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: OnProgress = ignore_progress,
) -> Generator[Result, None, None]:
    """Do the tasks numbered from 1 and yield their results in order, without duplicates.

    Parameters
    ----------
    generate : callable
        A function of a module: searches for what a task asks for.
    task_of : callable
        Returns the task with a number.
    count : int
        How many.
    key : callable
        Returns what a result that was found has in common with its duplicates alone.
    replace : callable
        Is given a duplicate, the keys of the results before it, and the tally of rejected
        candidates; returns another result in its place.
    folder : Folder, optional
        Where each result is kept as soon as it is finished. Those that are there are yielded, and
        not searched for.
    workers, scheduler
        As for `jobs.tasks.run_tasks`.
    progress : callable, optional
        Receives how many are finished, and why candidates were rejected.

    Raises
    ------
    OptionError
        If a number is out of range or of another type, or the scheduler is no address.
    WorkerError
        If the cluster cannot be used.
    ChildDiedError
        If worker processes died again and again.
    """
    check_number("count", count, 0)
    check_workers(workers, scheduler)
    tally = Tally(count, progress)
    with folder if folder is not None else nullcontext():
        tasks = [task_of(number) for number in range(1, count + 1)]
        existing = [folder.load(task) if folder is not None else None for task in tasks]
        left = [task for task, kept in zip(tasks, existing, strict=True) if kept is None]
        seen: set[Hashable] = set()
        done = run_tasks_in_order(
            generate, left, workers=min(workers, len(left)), scheduler=scheduler
        )
        with closing(done) as results:
            for kept in existing:
                found = kept
                if found is None:
                    _, found = next(results)
                    tally.reject(found.rejected)
                    if found.found and key(found) in seen:
                        found = replace(found, frozenset(seen), tally)
                if found.found:
                    seen.add(key(found))
                tally.finish(found=found.found)
                if folder is None or found.existing or not found.found:
                    yield found
                else:
                    yield from yield_saved(found, folder.add)
