"""A run of a campaign: workers answer its questions until the target is reached, time runs out, or
Ctrl-C comes.
"""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass

from litslab.games.errors import NegativeError
from litslab.games.result_text import range_text
from litslab.jobs.interrupts import held_back
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import run_tasks
from litslab.solver.campaign.campaign import Campaign, CampaignStatus
from litslab.solver.campaign.question import Name
from litslab.solver.campaign.store import StoredAnswer
from litslab.solver.campaign.tree import (
    Chain,
    Found,
    SearchStatus,
    Task,
    nodes_of_a_search,
    search,
    second_task,
)
from litslab.solver.endgame.solution import PLAYERS
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.limit import Limit
from litslab.solver.engines.search_options import SearchOptions

MOST_DISAGREEMENTS = 3
"""The number of disagreements about one question after which the campaign is stopped."""


class DisagreementError(NegativeError):
    """Searches that repeatedly give different answers to one question."""


@dataclass(frozen=True)
class Workers:
    """The workers of a run, and their settings.

    Attributes
    ----------
    workers : int
        The number of processes on this machine; with 1 the work is done in this process.
    scheduler : str or None
        The address of a Dask scheduler, ``tcp://host:port``, whose workers are used instead.
    memory : int
        Size of the table of each worker in MiB.
    threads : int
        The number of threads of each worker, which share its table.
    engine : str or None
        ``kernel`` or ``reference``; by default the fastest that knows the game.
    nodes : int or None
        The nodes of a search after which its question is split; by default about twenty seconds of
        work.
    """

    workers: int = 1
    scheduler: str | None = None
    memory: int = DEFAULT_MEMORY
    threads: int = 1
    engine: str | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Check the settings.

        Raises
        ------
        OptionError
            If there is no such engine, a number is out of range or of another type, or the
            scheduler is no address.
        """
        SearchOptions(
            Limit(nodes=self.nodes),
            self.engine,
            self.threads,
            self.memory,
            self.workers,
            self.scheduler,
        )


def run_campaign(
    campaign: Campaign,
    how: Workers | None = None,
    *,
    time_limit: float | None = None,
    progress: OnProgress = ignore_progress,
    warn: Callable[[str], object] | None = None,
    search: Callable[[Task], Found] = search,
) -> CampaignStatus:
    """Work on a campaign, and return its status; every answer is stored as soon as it arrives.

    Parameters
    ----------
    campaign : Campaign
        The campaign, opened for writing.
    how : Workers, optional
        The workers; by default this process.
    time_limit : float, optional
        Time limit in seconds.
    progress : callable, optional
        Receives the result and the cost after each search.
    warn : callable, optional
        Receives a line for each answer that a second search contradicts.
    search : callable
        The function that a worker calls with a task, from a module.

    Raises
    ------
    OptionError
        If campaigns cannot use the engine.
    StoreError
        If the file cannot be written: the disk is full, or another process is writing to it.
    DisagreementError
        If two engines contradict each other repeatedly.
    WorkerError
        If the workers cannot be used.
    ChildDiedError
        If worker processes died repeatedly.
    """
    how = how or Workers()
    deadline = None if time_limit is None else time.time() + time_limit
    run = _Run(campaign, how, deadline, progress, warn or (lambda _: None))
    results = run_tasks(
        search, run.next_task, workers=how.workers, scheduler=how.scheduler, ahead=1
    )
    with suppress(KeyboardInterrupt), closing(results):  # finished searches are stored
        for task, found in results:
            run.take(task, found)
            if campaign.result.complete:
                break
    return campaign.status()


@dataclass
class _Run:
    """One run: its tasks, and the handling of their results.

    Attributes
    ----------
    campaign : Campaign
        The campaign.
    how : Workers
        The workers.
    deadline : float or None
        The `time.time` at which it ends.
    report : callable
        Receives the result so far.
    warn : callable
        Receives a line for each answer that is dropped.
    """

    campaign: Campaign
    how: Workers
    deadline: float | None
    report: OnProgress
    warn: Callable[[str], object]

    def __post_init__(self) -> None:
        self._id = uuid.uuid4().hex
        self._nodes = self.how.nodes or nodes_of_a_search(
            self.campaign.position.rules, self.how.engine
        )
        self.campaign.tree.unit = self._nodes
        # The questions of workers, and those that wait for a second search.
        self._busy: dict[Name, Chain] = {}
        # The results that wait for a second search, and their numbers.
        self._first: dict[Name, tuple[Found, int]] = {}
        # The second searches that have not begun.
        self._checks: list[Task] = []
        self._disagreements: Counter[Name] = Counter()

    def next_task(self) -> Task | None:
        """Return the next task; None if the time is over, or all useful questions are being
        searched.
        """
        if self.deadline is not None and time.time() >= self.deadline:
            return None
        if self._checks:
            return self._checks.pop(0)
        chain = self.campaign.next_chain(self._busy)
        if chain is None:
            return None
        question = chain[-1]
        self._busy[question.name] = chain
        return Task(
            run=self._id,
            record=self.campaign.store.settings.record,
            name=question.name,
            path=question.path,
            nodes=self._nodes,
            deadline=self.deadline,
            memory=self.how.memory,
            engine=self.how.engine,
            threads=self.how.threads,
        )

    def take(self, task: Task, found: Found) -> None:
        """Handle the result of a worker; Ctrl-C is delayed until it is stored."""
        with held_back():
            self.campaign.tree.credit(self._busy[task.name], found.nodes)
            if task.check:
                self._take_second(task, found)
            else:
                self._take_first(task, found)
        self._report_result()

    def _take_first(self, task: Task, found: Found) -> None:
        name = task.name
        chain = self._busy[task.name]
        if found.holds is not None and (
            self._disagreements[name] or self.campaign.is_sampled(name)
        ):
            self._first[name] = found, self._keep(chain, found)
            self._checks.append(second_task(task, found))
            return
        del self._busy[name]
        self._keep(chain, found, self._answer(chain, found))
        if found.outcome is SearchStatus.LIMIT:
            question = chain[-1]
            order = [question.reduced.image(number) for number in found.moves]
            self.campaign.store.add_split(question, order)
            self.campaign.tree.splits[question.name] = order

    def _take_second(self, task: Task, second: Found) -> None:
        name = task.name
        chain = self._busy.pop(name)
        first, number = self._first.pop(name)
        if second.holds is None or second.holds is first.holds:
            agreed = second.holds is not None
            answer = self._answer(chain, first, number, checked=agreed)
            self._keep(chain, second, answer, "agreed" if agreed else "undecided")
            return
        self._keep(chain, second, outcome="disagreed")
        self._disagreements[name] += 1
        text = (
            f"worker {first.worker} ({first.engine}) is contradicted by a second search "
            f"({second.engine})"
        )
        if self._disagreements[name] == MOST_DISAGREEMENTS:
            raise DisagreementError(
                f"{text} for the {MOST_DISAGREEMENTS}rd time: at least {name[1]} after {name[0]}?"
            )
        dropped = self.campaign.store.forget(first.worker)
        self.campaign.load()
        self.campaign.tree.unit = self._nodes
        self.warn(f"{text}: its answer is not kept, nor {dropped} others that nobody has confirmed")

    def _answer(
        self,
        chain: Chain,
        found: Found,
        number: int | None = None,
        *,
        checked: bool = False,
    ) -> StoredAnswer | None:
        """Return the answer that a search gave, None if it gave none."""
        if found.holds is None:
            return None
        question = chain[-1]
        shown = found.holds is question.wanted and found.moves
        move = question.reduced.image(found.moves[0]) if shown else None
        return StoredAnswer(found.holds, move, number, checked)

    def _keep(
        self,
        chain: Chain,
        found: Found,
        answer: StoredAnswer | None = None,
        outcome: str | None = None,
    ) -> int:
        """Store a search, learn its answer if there is one, and return the number of the search."""
        parent = chain[-2] if len(chain) > 1 else None
        number = self.campaign.store.add_search(chain[-1], parent, found, answer, outcome=outcome)
        if answer is not None:
            self.campaign.known.learn(chain[-1].name, answer.holds, answer.move)
            self.campaign.tree.settle(chain)
        return number

    def _report_result(self) -> None:
        result = self.campaign.result
        cost = self.campaign.store.cost()
        sides = PLAYERS if result.under_swap else None
        bounds = range_text(result.score.lower, result.score.upper, self.campaign.position, sides)
        self.report(
            Progress(
                cost.searches, text=f"{bounds}, {cost.searches:,} searches, {cost.nodes:,} nodes"
            )
        )
