"""Many studies at once: numbered, without duplicates, the same for any number of processes, and resumable.

The study with a number depends on the wish, its number and, where the board's symmetries map it to an earlier one, on
the studies before it: so they are accepted in the order of their numbers, and a duplicate is searched for again.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litslab.games.files import write_new
from litslab.games.record import Record, dumps, load
from litslab.jobs.tasks import run_tasks_in_order
from litslab.puzzles.studies_search import Effort, Hunt, Study, StudyFileError, Wish, canonical


@dataclass
class Batch:
    """A run that generates studies.

    Attributes
    ----------
    wish : Wish
        What is wanted.
    count : int
        How many.
    jobs : int
        How many processes search.
    scheduler : str or None
        The address of a Dask scheduler whose workers search instead.
    folder : Path or None
        Where the records go, one file a study; those that are there already are kept and count.
    seconds : float or None
        When to stop.
    effort : Effort
        How to search.
    rejected : Counter
        How many candidates were no studies, by the reason, so far.
    nodes : int
        What the exact engine has visited so far.
    kept : int
        How many studies were there already.
    gave_up : tuple of int
        The numbers for which nothing was found.
    """

    wish: Wish
    count: int
    jobs: int = 1
    scheduler: str | None = None
    folder: Path | None = None
    seconds: float | None = None
    effort: Effort = field(default_factory=Effort)
    rejected: Counter[str] = field(default_factory=Counter)
    nodes: int = 0
    kept: int = 0
    gave_up: tuple[int, ...] = ()

    def path(self, number: int) -> Path | None:
        """Return the file of a study, whose name says what is in it."""
        if self.folder is None:
            return None
        wish = self.wish
        return self.folder / f"{wish.rules.name}-{wish.plies}-plies-seed-{wish.seed}-{number:04}.toml"

    def __iter__(self) -> Generator[tuple[int, Record], None, None]:
        """Yield each study's number and record, in the order of the numbers, as soon as it is on the disk.

        Raises
        ------
        StudyFileError
            If a file that is there already is not of this run.
        FileError
            If a file cannot be written; those before it are kept.
        ChildDiedError
            If processes died again and again.
        """
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
        until = float("inf") if self.seconds is None else time.time() + self.seconds
        there = {number: record for number in range(1, self.count + 1) if (record := self._load(number)) is not None}
        wanted = [Hunt(self.wish, number, (), until, self.effort) for number in range(1, self.count + 1)]
        avoid: set[tuple[Any, ...]] = set()
        hunts = [hunt for hunt in wanted if hunt.number not in there]
        jobs = min(self.jobs, len(hunts))
        with closing(run_tasks_in_order(_run, hunts, workers=jobs, scheduler=self.scheduler)) as results:
            for number in range(1, self.count + 1):
                if number in there:
                    self.kept += 1
                    record = there[number]
                elif (found := self._accept(next(results)[1], avoid, until)) is None:
                    self.gave_up += (number,)
                    continue
                else:
                    record = found.record
                    if (path := self.path(number)) is not None:
                        write_new(path, dumps(record))
                avoid.add(canonical(record.position()))
                yield number, record

    def _accept(self, hunt: Hunt, avoid: set[tuple[Any, ...]], until: float) -> Study | None:
        """Take what was found unless it is a duplicate; then search again, now knowing what to avoid."""
        self._count(hunt)
        study = hunt.found
        if study is None or canonical(study.proof.position) not in avoid:
            return study
        again = Hunt(self.wish, hunt.number, avoid, until, self.effort)
        again.run()
        self._count(again)
        return again.found

    def _count(self, hunt: Hunt) -> None:
        self.rejected += hunt.rejected
        self.nodes += hunt.nodes

    def _load(self, number: int) -> Record | None:
        path = self.path(number)
        if path is None or not path.exists():
            return None
        record, wish = load(path), self.wish
        claim = record.study
        if claim is None or not _same_game(record, wish):
            raise StudyFileError(f"{path}: not a study of this run: expected one of {wish.rules.title} as it is wished")
        said = claim.plies, claim.seed, claim.number
        if said != (wish.plies, wish.seed, number) or (wish.surprise and not claim.surprise):
            raise StudyFileError(f"{path}: not a study of this run: expected {wish.plies} plies, seed {wish.seed}")
        return record


def _same_game(record: Record, wish: Wish) -> bool:
    """Tell whether a record has the rules that are wished for, whatever its board's symbols are."""
    if wish.fresh_boards:
        return record.rules.without_setup() == wish.rules.without_setup()
    return record.rules == wish.rules


def _run(hunt: Hunt) -> Hunt:
    hunt.run()
    return hunt
