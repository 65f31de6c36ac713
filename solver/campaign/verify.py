"""Checks of a campaign from its file alone: it shares no code with what makes, runs or shows campaigns.

The answers form a proof tree. Its leaves are answers of searches. Every other answer follows from those after the
moves: the rules say which moves there are and how games end. So a campaign is checked in three steps.

1. The file is read through typed rows, which refuse what cannot be true of any campaign (`solver.campaign.rows`).
2. The tree is replayed by the rules from the position down to the leaves. What the campaign proves is derived from the
   leaves alone.
3. A sample of the leaves, or all of them, are searched for again by an engine that begins with an empty table. One
   false leaf is missed with the probability that it is not in the sample (`Verification.missed`).
"""

from __future__ import annotations

import random
import secrets
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from litslab.games.errors import GameError
from litslab.games.notation import move_number
from litslab.games.position import Position
from litslab.games.record import loads
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.campaign.question import Knowledge, ValueQuery
from litslab.solver.campaign.rows import AnswerRow, Contents, QuestionRow
from litslab.solver.campaign.store import Store
from litslab.solver.campaign.targets import Result, Target, make_target
from litslab.solver.endgame.result import Limit, LimitReachedError
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.registry import make_oracle

SAMPLE = 100
"""How many answers of searches are searched for again if nothing else is asked for."""


class VerificationError(GameError):
    """A campaign that does not prove what it claims; the text says which answer is wrong or missing."""


@dataclass(frozen=True)
class Verification:
    """What has been checked, without a contradiction.

    Attributes
    ----------
    target : Target
        What the campaign is to prove, and of which position.
    result : Result
        What it proves.
    derived : int
        How many answers follow by the rules from the answers after the moves.
    searched : int
        How many answers of searches the proof rests on.
    repeated : int
        How many of these were searched for again.
    chosen : int
        How many should have been: a time limit leaves some out.
    nodes : int
        Positions visited in doing so.
    engine : str
        What searched again.
    seed : int
        Chooses the sample.
    record : str
        The position, as the record that the file holds.
    """

    target: Target
    result: Result
    derived: int
    searched: int
    repeated: int
    chosen: int
    nodes: int
    engine: str
    seed: int
    record: str

    @property
    def proves_nothing(self) -> bool:
        """Whether there is no answer yet, and the rules alone do not settle the target."""
        return not (self.searched or self.derived or self.result.complete)

    @property
    def missed(self) -> float:
        """The probability that one false answer among those of searches was not searched for again."""
        return 1 - self.repeated / self.searched if self.searched else 0.0


def verify_campaign(
    path: Path, position: Position | None = None, *, name: str = "the given one", sample: int | None = SAMPLE,
    seed: int | None = None, engine: str | None = None, memory: int = DEFAULT_MEMORY, time_limit: float | None = None,
    progress: OnProgress | None = None,
) -> Verification:  # fmt: skip
    """Check everything that a campaign claims of its position and of the positions after its moves.

    Parameters
    ----------
    path : Path
        The campaign's file; it need not be complete.
    position : Position, optional
        The position that the campaign is expected to be about.
    name : str
        What stands for that position in the error.
    sample : int or None
        How many answers of searches are searched for again, chosen at random; None for all.
    seed : int, optional
        Of the choice. By default a new one, so that nobody can put a false answer where it will not be looked for.
    engine : str, optional
        What searches: as for `solver.engines.registry.make_oracle`.
    memory : int
        Bytes of its table.
    time_limit : float, optional
        Seconds after which no more is searched for again.
    progress : callable, optional
        Receives how many answers have been searched for again.

    Raises
    ------
    StoreError
        If the file cannot be read.
    InconsistentError
        If a row is not what it should be, or contradicts another.
    VerificationError
        If an answer is wrong, or does not follow from others, or one is missing; or if it is about another position.
    OptionError
        If there is no such engine.
    """
    with Store(path) as store:
        contents = store.contents()
    target = make_target(contents.settings.target, loads(contents.settings.record, str(path)).position())
    if position is not None and target.position != position:
        raise VerificationError(f"{path} is about another position than {name}")
    proof = Proof(contents)
    result = proof.result(target)
    leaves = list(proof.leaves.values())
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    chosen = leaves if sample is None else random.Random(seed).sample(leaves, min(sample, len(leaves)))
    report = progress or ignore_progress
    oracle = make_oracle(target.position.rules, Limit(time_limit), engine=engine, memory=memory)
    repeated = 0
    try:
        for question, row in chosen:
            report(Progress(repeated, len(chosen), "searches repeated"))
            if oracle.at_least(question.position, question.target) is not bool(row.holds):
                raise VerificationError(
                    f"{_told(proof.questions[row.question], row)}: {oracle.engine} finds the opposite"
                )
            repeated += 1
    except LimitReachedError:
        pass
    return Verification(
        target, result, len(proof.derived), len(leaves), repeated, len(chosen), oracle.nodes, oracle.engine, seed,
        contents.settings.record,
    )  # fmt: skip


class Proof:
    """Replays the answers of a campaign by the rules, down to those that searches gave.

    Parameters
    ----------
    contents : Contents
        The campaign's file.

    Attributes
    ----------
    derived : set of int
        The questions whose answers were found to follow from others.
    leaves : dict of int to tuple
        The questions that searches have answered and on which these answers rest, with the answers.
    known : Knowledge
        What follows of the positions that `check` was asked about.
    """

    def __init__(self, contents: Contents) -> None:
        self.questions = contents.questions
        self.derived: set[int] = set()
        self.leaves: dict[int, tuple[ValueQuery, AnswerRow]] = {}
        self.known = Knowledge()
        self._answers: dict[str, list[tuple[QuestionRow, AnswerRow]]] = defaultdict(list)
        for question, answer in contents.answered():
            self._answers[question.position].append((question, answer))

    def result(self, target: Target) -> Result:
        """Return what the leaves prove of a target.

        Raises
        ------
        VerificationError
            If an answer about its position, or about one after a move, is wrong or does not follow from others.
        """
        for question in (target.root, *target.after):
            self.check(question)
        result = target.result(self.known)
        if contradiction := result.contradiction():
            raise VerificationError(contradiction)
        return result

    def check(self, question: ValueQuery) -> None:
        """Check the strongest answers about a position, and take them in.

        Raises
        ------
        VerificationError
            If one of them is wrong or does not follow from others.
        """
        answers = self._answers.get(question.reduced.text, [])
        for holds, strongest in ((True, max), (False, min)):
            targets = [row.target for row, answer in answers if bool(answer.holds) is holds]
            if targets:
                claim = question.at(strongest(targets))
                self._replay(claim, holds)
                self.known.learn(claim.name, holds)

    def _replay(self, question: ValueQuery, holds: bool) -> None:
        """Check that the answer to a question follows from the leaves."""
        position = question.position
        if position.is_over:
            if (position.outcome().value >= question.target) is not holds:
                raise VerificationError(f"{_claim(question, holds)}: the game is over with the opposite")
            return
        limit = position.rules.value_limit()
        if (question.target <= -limit) if holds else (question.target > limit):
            return
        row, answer = self._answer(question, holds)
        if row.id in self.derived or row.id in self.leaves:
            return
        proved = question.at(row.target)
        if answer.search is not None:
            self.leaves[row.id] = (proved, answer)
            return
        self.derived.add(row.id)
        if holds is not proved.wanted:  # the side to move wants the other answer, so every move has to give this one
            for child in proved.children().values():
                self._replay(child, holds)
            return
        number = None if answer.move is None else proved.reduced.original(answer.move)
        if number not in {move_number(move, position.rules) for move in position.choices()}:
            raise VerificationError(f"{_told(row, answer)}: expected a legal move that shows it")
        self._replay(proved.after(number), holds)

    def _answer(self, question: ValueQuery, holds: bool) -> tuple[QuestionRow, AnswerRow]:
        """Return an answer that settles a question."""
        for row, answer in self._answers.get(question.reduced.text, ()):
            settles = row.target >= question.target if holds else row.target <= question.target
            if bool(answer.holds) is holds and settles:
                return row, answer
        raise VerificationError(f"{_claim(question, holds)}: no answer shows it")


def _told(row: QuestionRow, answer: AnswerRow) -> str:
    return f"{row.text}: said {'' if answer.holds else 'not '}to hold"


def _claim(question: ValueQuery, holds: bool) -> str:
    return f"the value is {'' if holds else 'not '}at least {question.target} ({question.reduced.text})"
