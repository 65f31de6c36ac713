"""A run of a campaign: workers answer its questions until the target is reached, time runs out, or Ctrl-C comes.

The work of a campaign can be estimated before it begins, from the measured costs of questions about sampled positions.
The positions come from games in which one side plays the engine's likely moves and the other random ones, as in the
tree of a proof. From the end of the game backwards, a question about each is searched within a limit, as long as most
are answered. If this ends before the first move, the cost is extrapolated by the growth in the last measured plies. The
interval is wider than the errors on solved boards.
"""

from __future__ import annotations

import math
import random
import time
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass

from litslab.games.errors import NegativeError
from litslab.games.notation import range_text
from litslab.games.position import Position
from litslab.jobs.interrupts import held_back
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.jobs.tasks import check_address, run_tasks
from litslab.solver.campaign.campaign import Campaign, CampaignStatus
from litslab.solver.campaign.question import Name
from litslab.solver.campaign.store import StoredAnswer
from litslab.solver.campaign.targets import Target
from litslab.solver.campaign.tree import Chain, Found, SearchStatus, Task, nodes_of_a_search, search, second_task
from litslab.solver.endgame.result import PLAYERS, Limit, LimitReachedError
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.registry import make_oracle

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
        The nodes of a search after which its question is split; by default about twenty seconds of work.
    """

    workers: int = 1
    scheduler: str | None = None
    memory: int = DEFAULT_MEMORY
    threads: int = 1
    engine: str | None = None
    nodes: int | None = None


def run_campaign(
    campaign: Campaign, how: Workers | None = None, *, time_limit: float | None = None,
    progress: OnProgress = ignore_progress, warn: Callable[[str], object] | None = None,
    search: Callable[[Task], Found] = search,
) -> CampaignStatus:  # fmt: skip
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
    check_address(how.scheduler)
    deadline = None if time_limit is None else time.time() + time_limit
    run = _Run(campaign, how, deadline, progress, warn or (lambda _: None))
    results = run_tasks(search, run.next_task, workers=how.workers, scheduler=how.scheduler, ahead=1)
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
        self._nodes = self.how.nodes or nodes_of_a_search(self.campaign.position.rules, self.how.engine)
        self.campaign.tree.unit = self._nodes
        self._busy: dict[Name, Chain] = {}  # the questions of workers, and those that wait for a second search
        self._first: dict[Name, tuple[Found, int]] = {}  # results that wait for a second search, and their numbers
        self._checks: list[Task] = []  # second searches that have not begun
        self._disagreements: Counter[Name] = Counter()

    def next_task(self) -> Task | None:
        """Return the next task; None if the time is over, or all useful questions are being searched."""
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
            self._id, self.campaign.store.settings.record, question.name, question.path, self._nodes, self.deadline,
            self.how.memory, self.how.engine, self.how.threads,
        )  # fmt: skip

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
        name, chain = task.name, self._busy[task.name]
        if found.holds is not None and (self._disagreements[name] or self.campaign.is_sampled(name)):
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
        chain, (first, number) = self._busy.pop(name), self._first.pop(name)
        if second.holds is None or second.holds is first.holds:
            agreed = second.holds is not None
            answer = self._answer(chain, first, number, checked=agreed)
            self._keep(chain, second, answer, "agreed" if agreed else "undecided")
            return
        self._keep(chain, second, outcome="disagreed")
        self._disagreements[name] += 1
        text = f"worker {first.worker} ({first.engine}) is contradicted by a second search ({second.engine})"
        if self._disagreements[name] == MOST_DISAGREEMENTS:
            raise DisagreementError(f"{text} for the {MOST_DISAGREEMENTS}rd time: at least {name[1]} after {name[0]}?")
        dropped = self.campaign.store.forget(first.worker)
        self.campaign.load()
        self.campaign.tree.unit = self._nodes
        self.warn(f"{text}: its answer is not kept, nor {dropped} others that nobody has confirmed")

    def _answer(
        self, chain: Chain, found: Found, number: int | None = None, *, checked: bool = False
    ) -> StoredAnswer | None:
        """Return the answer that a search gave, None if it gave none."""
        if found.holds is None:
            return None
        question = chain[-1]
        shown = found.holds is question.wanted and found.moves
        move = question.reduced.image(found.moves[0]) if shown else None
        return StoredAnswer(found.holds, move, number, checked)

    def _keep(self, chain: Chain, found: Found, answer: StoredAnswer | None = None, outcome: str | None = None) -> int:
        """Store a search, learn its answer if there is one, and return the number of the search."""
        parent = chain[-2] if len(chain) > 1 else None
        number = self.campaign.store.add_search(chain[-1], parent, found, answer, outcome=outcome)
        if answer is not None:
            self.campaign.known.learn(chain[-1].name, answer.holds, answer.move)
            self.campaign.tree.settle(chain)
        return number

    def _report_result(self) -> None:
        result, cost = self.campaign.result, self.campaign.store.cost()
        sides = PLAYERS if result.under_swap else None
        bounds = range_text(result.score.lower, result.score.upper, self.campaign.position, sides)
        self.report(Progress(cost.searches, text=f"{bounds}, {cost.searches:,} searches, {cost.nodes:,} nodes"))


SAMPLES = 24
"""The number of sampled positions per ply."""

LIMIT = 20_000
"""The default limit of nodes of a sampled question."""

SPREAD = 5.0
"""The factor to either end of the interval if the first ply was measured; on solved boards it was under 4."""

SPREAD_PER_PLY = 1.5
"""The factor by which the interval is wider for each ply that was not measured."""

_COST_FACTORS = {"value": (1.0, 0.1), "winner": (1.0, 0.0), "swap": (5.0, 0.0), "openings": (0.0, 1.0)}
"""The cost of a target as a multiple of the measured cost after one move (for the winner: of the position itself).

There is a fixed factor and a factor per move. A value is proved by refuting all other moves, most of them quickly.
"""

_MEMORY = 16
_UNANSWERED = 3.0
"""The assumed cost of an unanswered question, as a multiple of the limit."""
_MOST_ANSWERED = 0.6
"""The least share of answered questions for a ply to count as measured."""


@dataclass(frozen=True)
class PlyCost:
    """The measured cost of questions about positions after a number of moves.

    Attributes
    ----------
    ply : int
        The number of moves.
    answered, sampled : int
        The number of questions answered within the limit, and of all sampled questions.
    nodes : float
        Their mean cost; an unanswered question counts as a multiple of the limit.
    """

    ply: int
    answered: int
    sampled: int
    nodes: float


@dataclass(frozen=True)
class WorkEstimate:
    """An estimate of the work of a campaign.

    Attributes
    ----------
    nodes : float
        Positions to be visited.
    low, high : float
        An interval that would have contained the costs of all solved boards.
    seconds : float
        Processor time for `nodes`, at the speed of the sampled searches.
    continued : int
        The number of plies that were not measured.
    plies : tuple of PlyCost
        The measured plies, the earliest last.
    sampled : int
        The nodes of the samples.
    """

    nodes: float
    low: float
    high: float
    seconds: float
    continued: int
    plies: tuple[PlyCost, ...]
    sampled: int


class _Sampler:
    def __init__(self, target: Target, limit: int, seed: int) -> None:
        self.position = target.position
        self.whole = target.name in {"value", "openings"}  # targets that need exact values
        self.limit = limit
        self.rng = random.Random(seed)
        self.order = make_oracle(self.position.rules, memory=_MEMORY)
        self.nodes = 0
        self.seconds = 0.0

    def length(self) -> int:
        """Return the length of the longest of a few games from the position."""
        return max(self._play(self.position, None)[0] for _ in range(8))

    def cost(self, ply: int) -> tuple[bool, int] | None:
        """Sample a position after `ply` moves; return whether a question about it was answered, and the nodes."""
        _, position = self._play(self.position, ply)
        if position.is_over:
            return None
        oracle = make_oracle(position.rules, Limit(nodes=self.limit), memory=_MEMORY)
        answered, started = True, time.process_time()
        try:
            if self.whole:
                oracle.value(position)
            else:
                oracle.at_least(position, 1)
        except (LimitReachedError, RecursionError):
            answered = False
        self.nodes += oracle.nodes
        self.seconds += time.process_time() - started
        return answered, oracle.nodes

    def _play(self, position: Position, plies: int | None) -> tuple[int, Position]:
        """Play a number of moves, or to the end; one side plays likely moves, the other random ones."""
        likely = self.rng.randrange(2)
        played = 0
        while not position.is_over and (plies is None or played < plies):
            if position.to_move == likely:
                move = self.order.likely_moves(position, 1 if position.to_move == 0 else -1)[0]
            else:
                move = self.rng.choice(position.choices())
            position = position.play_unchecked(move)
            played += 1
        return played, position


def estimate_work(
    target: Target, *, samples: int = SAMPLES, limit: int = LIMIT, seed: int = 0, progress: OnProgress = ignore_progress
) -> WorkEstimate:
    """Estimate the work of a campaign before it begins.

    Parameters
    ----------
    target : Target
        The target of the campaign.
    samples : int
        The number of sampled positions per ply.
    limit : int
        The most nodes of each sample.
    seed : int
        Random seed of the samples.
    progress : callable, optional
        Receives the ply that is being measured.
    """
    sampler = _Sampler(target, limit, seed)
    first = 0 if target.name == "winner" else 1
    measured: list[PlyCost] = []
    for ply in range(sampler.length() - 1, first - 1, -1):
        progress(Progress(text=f"questions {ply} plies on"))
        costs = [cost for _ in range(samples) if (cost := sampler.cost(ply)) is not None]
        if not costs:
            continue
        answered = sum(each for each, _ in costs)
        total = sum(nodes if done else _UNANSWERED * limit for done, nodes in costs)
        if answered < _MOST_ANSWERED * len(costs):
            break
        measured.append(PlyCost(ply, answered, len(costs), total / len(costs)))
    nodes, continued = _at_first_ply(measured, first)
    fixed, of_each = _COST_FACTORS[target.name]
    nodes = max(1.0, nodes) * (fixed + of_each * len(target.after))
    spread = SPREAD * SPREAD_PER_PLY**continued
    speed = sampler.seconds / max(1, sampler.nodes)
    return WorkEstimate(nodes, nodes / spread, nodes * spread, nodes * speed, continued, tuple(measured), sampler.nodes)


def _at_first_ply(measured: list[PlyCost], first: int) -> tuple[float, int]:
    """Return the cost of a question at the first ply, and the number of plies that were extrapolated."""
    if not measured:
        return 1.0, 0
    *_, last = measured
    missing = last.ply - first
    growth = [
        math.log(max(1.0, late.nodes) / max(1.0, early.nodes)) / (early.ply - late.ply)
        for early, late in zip(measured, measured[2:], strict=False)
    ]
    return max(1.0, last.nodes) * math.exp(missing * max(growth[-2:], default=0.0)), missing
