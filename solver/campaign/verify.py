"""Checks of a campaign: its proof is replayed by the rules, and what it took from searches is searched for again.

The answers form a proof tree. Its inner nodes are answers that follow from those after the moves: the rules say which
moves there are and how games end. Its leaves are answers of searches, of which a sample is searched for again by an
engine that begins with an empty table.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass

from litslab.games.errors import GameError
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.knowledge import Knowledge
from litslab.solver.campaign.question import Name, Question, move_number
from litslab.solver.campaign.store import StoredAnswer
from litslab.solver.campaign.targets import Result
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.registry import make_oracle
from litslab.solver.result import Score

SAMPLE = 100
"""How many answers of searches are searched for again if nothing else is asked for."""


class VerificationError(GameError):
    """A campaign that does not prove what it claims; the text says which answer is wrong or missing."""


@dataclass(frozen=True)
class Verification:
    """What has been checked, without a contradiction.

    Attributes
    ----------
    result : Result
        What the campaign proves.
    derived : int
        How many answers follow by the rules from the answers after the moves.
    searched : int
        How many answers of searches the proof rests on.
    repeated : int
        How many of these were searched for again.
    nodes : int
        Positions visited in doing so.
    """

    result: Result
    derived: int
    searched: int
    repeated: int
    nodes: int


def verify_campaign(
    campaign: Campaign,
    *,
    sample: int | None = SAMPLE,
    seed: int = 0,
    engine: str | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: OnProgress | None = None,
) -> Verification:
    """Check everything that a campaign claims of its position and of the positions after its moves.

    Parameters
    ----------
    campaign : Campaign
        The campaign; it need not be complete.
    sample : int or None
        How many answers of searches are searched for again, chosen at random; None for all.
    seed : int
        Of the choice.
    engine : str, optional
        What searches: as for `solver.engines.registry.make_oracle`.
    memory : int
        Bytes of its table.
    progress : callable, optional
        Receives how many answers have been searched for again.

    Raises
    ------
    VerificationError
        If an answer is wrong, or does not follow from others, or one is missing.
    OptionError
        If there is no such engine.
    """
    report = progress or ignore_progress
    proof = _Proof(campaign)
    known = Knowledge()
    target = campaign.target
    for question in (target.root, *target.after):
        for claim, holds in _claims(question, campaign.known.score(question)):
            proof.replay(claim, holds)
            known.learn(claim.name, holds)
    if target.result(known) != campaign.result:
        raise VerificationError("the answers do not prove what the campaign claims")
    leaves = list(proof.leaves.values())
    chosen = leaves if sample is None else random.Random(seed).sample(leaves, min(sample, len(leaves)))
    oracle = make_oracle(campaign.position.rules, engine=engine, memory=memory)
    for number, (question, holds) in enumerate(chosen):
        report(Progress(number, len(chosen), "answers searched for again"))
        if oracle.reaches(question.position, question.target, maximising=True) is not holds:
            raise VerificationError(f"{_described(question, holds)}: {oracle.engine} finds the opposite")
    return Verification(campaign.result, len(proof.derived), len(leaves), len(chosen), oracle.nodes)


def _claims(question: Question, score: Score) -> list[tuple[Question, bool]]:
    """Return what bounds claim beyond what the rules say of any value, as questions with their answers."""
    limit = question.position.rules.value_limit()
    if question.position.is_over:
        return []
    claims = []
    if score.lower > -limit:
        claims.append((question.at(score.lower), True))
    if score.upper < limit:
        claims.append((question.at(score.upper + 2), False))
    return claims


def _described(question: Question, holds: bool) -> str:
    return f"the value is {'' if holds else 'not '}at least {question.target} ({question.reduced.text})"


class _Proof:
    """Replays answers by the rules down to those that searches gave."""

    def __init__(self, campaign: Campaign) -> None:
        self._answers: dict[str, list[tuple[int, StoredAnswer]]] = defaultdict(list)
        for (text, target), answer in campaign.store.answers():
            self._answers[text].append((target, answer))
        self.derived: set[Name] = set()
        self.leaves: dict[Name, tuple[Question, bool]] = {}

    def replay(self, question: Question, holds: bool) -> None:
        """Check an answer."""
        position = question.position
        if position.is_over:
            if (position.outcome().value >= question.target) is not holds:
                raise VerificationError(f"{_described(question, holds)}: the game is over with the opposite")
            return
        limit = position.rules.value_limit()
        if (question.target <= -limit) if holds else (question.target > limit):
            return
        target, answer = self._answer(question, holds)
        proved = question.at(target)
        if proved.name in self.derived or proved.name in self.leaves:
            return
        if answer.search is not None:
            self.leaves[proved.name] = (proved, holds)
            return
        self.derived.add(proved.name)
        if holds is not question.wanted:
            for child in proved.children().values():
                self.replay(child, holds)
            return
        number = None if answer.move is None else proved.reduced.original(answer.move)
        if number not in {move_number(move, position.rules) for move in position.choices()}:
            raise VerificationError(f"{_described(proved, holds)}: expected a legal move that shows it")
        self.replay(proved.after(number), holds)

    def _answer(self, question: Question, holds: bool) -> tuple[int, StoredAnswer]:
        """Return an answer that settles a question, and its target."""
        for target, answer in self._answers.get(question.reduced.text, ()):
            settles = target >= question.target if holds else target <= question.target
            if answer.holds is holds and settles:
                return target, answer
        raise VerificationError(f"{_described(question, holds)}: no answer shows it")
