"""Campaigns: exact solves that take hours or weeks, with any number of workers and interruptions.

A campaign is a file (`solver.campaign.store`). Its contents are read when it is opened, and
determine the next questions, which workers answer (`solver.campaign.run`).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from litslab.games.errors import OptionError
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.jobs.interrupts import held_back
from litslab.solver.campaign.question import Knowledge, Name, ValueQuery
from litslab.solver.campaign.rows import InconsistentError
from litslab.solver.campaign.store import Cost, Store, StoredAnswer
from litslab.solver.campaign.targets import Result, make_target, stored_target
from litslab.solver.campaign.tree import Chain, SearchStatus, Tree, nodes_of_a_search
from litslab.solver.endgame.solution import stored_text

CHECKED_SHARE = 0.02
"""The share of answers with a second search."""


@dataclass(frozen=True)
class CampaignStatus:
    """The status of a campaign."""

    result: Result
    """The result so far."""
    questions: int
    """The number of all questions."""
    searched: int
    """The number of those answered by a search."""
    derived: int
    """The number of those answered by the answers after their moves."""
    checked: int
    """The number of answers that a second search has confirmed."""
    split: int
    """The number of questions that are split."""
    open: int
    """The number of known questions that are unanswered; they may be split, and some may never be
    needed.
    """
    remaining: float | None
    """The nodes that these would take at the mean cost of answered questions about positions with
    as many placements; None if there are none to compare with.
    """
    cost: Cost
    """The cost of all searches, including second ones and those without an answer."""
    versions: tuple[str, ...]
    """The versions of litslab that have searched."""


def new_campaign(
    position: Position,
    path: Path,
    *,
    target: str = "value",
    seed: int = 0,
    checked_share: float = CHECKED_SHARE,
    force: bool = False,
) -> None:
    """Create the file of a campaign, without searching.

    Parameters
    ----------
    position : Position
        A position of any game.
    path : Path
        The file.
    target : str
        One of `solver.campaign.targets.TARGETS`.
    seed : int
        Random seed of the choice of second searches.
    checked_share : float
        The share of answers with a second search.
    force : bool
        Whether an existing file may be replaced.

    Raises
    ------
    OptionError
        If there is no such target, or it does not apply to the position.
    WouldOverwriteError
        If there is such a file and `force` is not given.
    StoreError
        If the file cannot be written.
    """
    make_target(target, position)
    if not 0 <= checked_share <= 1:
        raise OptionError(f"checked share {checked_share}: expected 0 to 1")
    record = dumps(Record(position.rules, setup=position))
    settings = {"record": record, "target": target, "seed": seed, "checked_share": checked_share}
    Store.create(path, settings, force=force)


class Campaign(AbstractContextManager["Campaign"]):
    """An open campaign, as a context manager that closes its file.

    Parameters
    ----------
    path : Path
        The file.
    writing : bool
        Whether to work on it, which one process at a time may do.

    Attributes
    ----------
    store : Store
        The file.
    target : Target
        The target.
    known : Knowledge
        The known answers.
    tree : Tree
        The split questions.

    Raises
    ------
    StoreError
        If it is not the file of a campaign, or another process is working on it.
    InconsistentError
        If its answers contradict each other.
    """

    def __init__(self, path: Path, *, writing: bool = False) -> None:
        self.store = Store(path, writing=writing)
        try:
            self.target = stored_target(self.store.settings, path)
            self.load()
        except BaseException:
            self.store.close()
            raise

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def load(self) -> None:
        """Read the known answers from the file."""
        contents = self.store.contents()
        self.known = Knowledge()
        for question, answer in contents.answered():
            self.known.learn((question.position, question.target), bool(answer.holds), answer.move)
        contradiction = self.result.contradiction()
        if contradiction:
            raise InconsistentError(f"{self.store.path}: {contradiction}")
        unit = nodes_of_a_search(self.position.rules)
        self.tree = Tree(
            self.known, dict(contents.splits), contents.nodes_by_position(), unit, self._derive
        )

    @property
    def position(self) -> Position:
        """The position of the campaign."""
        return self.target.position

    @property
    def result(self) -> Result:
        """The result so far."""
        return self.target.result(self.known)

    @property
    def unverified(self) -> str | None:
        """The note that the result is not verified; None if there is no answer."""
        return stored_text(self.store.path.name) if self.known.answers else None

    def status(self) -> CampaignStatus:
        """Return the status of the campaign."""
        wanted = self.target.questions(self.known, self.tree.order)
        open_names = {
            each.name for question in wanted for each in self.tree.open_questions(question)
        }
        return CampaignStatus(
            self.result,
            **self.store.counts(),
            open=len(open_names),
            remaining=self._remaining(open_names),
            cost=self.store.cost(),
            versions=tuple(self.store.versions()),
        )

    def _remaining(self, names: Collection[Name]) -> float | None:
        """Return the estimated nodes of unanswered questions, from the costs of answered ones."""
        costs: dict[int, list[int]] = defaultdict(list)
        for text, nodes, outcome in self.store.search_costs():
            if outcome == SearchStatus.ANSWERED:
                costs[_placements(text)].append(nodes)
        means = {placements: fmean(found) for placements, found in costs.items()}
        waiting = [_placements(text) for text, _ in names]
        measured = [means[placements] for placements in waiting if placements in means]
        return None if names and not measured else sum(measured)

    def next_chain(self, busy: Collection[Name]) -> Chain | None:
        """Return the next question that is not busy, with those that it was split from; None if
        there is none.

        Answers that follow from others are derived meanwhile, and may make other questions useful.
        """
        while True:
            before = self.known.answers
            for question in self.target.questions(self.known, self.tree.order):
                for chain in self.tree.to_ask(question):
                    if chain[-1].name not in busy:
                        return chain
            if self.known.answers == before:
                return None

    def is_sampled(self, name: Name) -> bool:
        """Return whether the answer to a question gets a second search."""
        settings = self.store.settings
        return random.Random(f"{settings.seed} {name}").random() < settings.checked_share

    def _derive(self, question: ValueQuery, holds: bool, number: int | None) -> None:
        """Store an answer that follows from those after the moves."""
        move = None if number is None else question.reduced.image(number)
        with held_back():
            self.store.add_answer(question, StoredAnswer(holds, move))
            self.known.learn(question.name, holds, move)


def _placements(text: str) -> int:
    """Return the number of placements in the text of a reduced position."""
    return len(text.partition(";")[0].split())
