"""Checks of a campaign from its file alone, without the code that makes, runs or shows campaigns.

The answers form a proof tree. Its leaves are answers of searches. Every other answer follows by the
rules from the answers after the moves. A campaign is checked in three steps.

1. The file is read through typed rows, which reject contradictions (`solver.campaign.rows`).
2. The tree is replayed by the rules from the position down to the leaves. The result is derived
   from the leaves alone.
3. The searches of a sample of the leaves, or of all, are repeated by an engine that begins with an
   empty table. A single false leaf is missed with the probability that it is not in the sample
   (`Verification.missed`).

In a certificate each leaf has a strategy of the side that its answer favours. The third step can
then follow these strategies by the rules (`solver.endgame.certificate`) instead of searching.
"""

from __future__ import annotations

import random
import secrets
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import computed_field

from litslab.games.errors import NegativeError
from litslab.games.memory import OutOfMemoryError
from litslab.games.notation import move_number
from litslab.games.position import Position
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.campaign.question import Knowledge, ValueQuery
from litslab.solver.campaign.rows import AnswerRow, Contents, QuestionRow
from litslab.solver.campaign.store import Store
from litslab.solver.campaign.targets import JsonTarget, Result, Target, stored_target
from litslab.solver.endgame.certificate import Certificate, CertificateError, find_strategy
from litslab.solver.endgame.certificate_file import pack, unpack
from litslab.solver.endgame.verify import check_strategy
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.oracle import Oracle, StrategyTooLongError
from litslab.solver.engines.registry import make_oracle

SAMPLE = 100
"""The default number of repeated searches."""


class VerificationError(NegativeError):
    """A campaign that does not prove its claims; the text names the answer that is wrong or
    missing.
    """


@dataclass(frozen=True)
class Verification:
    """The result of a successful check."""

    target: JsonTarget
    """The target of the campaign, with its position."""
    result: Result
    """The proved result."""
    derived: int
    """The number of answers that follow by the rules from the answers after the moves."""
    searched: int
    """The number of answers by search that the proof uses."""
    repeated: int
    """The number of repeated searches, or of followed strategies."""
    chosen: int
    """The number of searches to repeat; a time limit may leave some out."""
    nodes: int
    """Positions visited meanwhile."""
    engine: str
    """The engine of the repeated searches; ``rules`` if strategies were followed."""
    seed: int
    """Random seed of the sample."""
    record: str
    """The position, as the record in the file."""

    @computed_field
    @property
    def proves_nothing(self) -> bool:
        """Return whether there is no answer yet, and the rules alone do not settle the target."""
        return not (self.searched or self.derived or self.result.complete)

    @computed_field
    @property
    def finished(self) -> bool:
        """Return whether all chosen searches were repeated; a time limit may have come first."""
        return self.repeated == self.chosen

    @computed_field
    @property
    def missed(self) -> float:
        """The probability that the search of a single false answer was not repeated."""
        return 1 - self.repeated / self.searched if self.searched else 0.0


def verify_campaign(
    path: Path,
    position: Position | None = None,
    *,
    name: str = "the given one",
    sample: int | None = SAMPLE,
    seed: int | None = None,
    engine: str | None = None,
    memory: int = DEFAULT_MEMORY,
    time_limit: float | None = None,
    by_rules: bool = False,
    progress: OnProgress = ignore_progress,
) -> Verification:
    """Check all claims of a campaign about its position and the positions after its moves.

    Parameters
    ----------
    path : Path
        The campaign's file; it need not be complete.
    position : Position, optional
        The expected position of the campaign.
    name : str
        The name of that position in the error.
    sample : int or None
        The number of searches to repeat, chosen at random; None for all.
    seed : int, optional
        Random seed of the choice. By default it is new, so that nobody can hide a false answer
        outside the sample.
    engine : str, optional
        The engine of the repeated searches: ``kernel``, ``reference`` or ``cpsat``; by default the
        fastest that knows the game.
    memory : int
        Size of its table in MiB.
    time_limit : float, optional
        Time limit of the repeated searches in seconds.
    by_rules : bool
        Whether to follow the strategies of a certificate by the rules instead of repeating the
        searches.
    progress : callable, optional
        Receives the number of repeated searches.

    Raises
    ------
    StoreError
        If the file cannot be read.
    InconsistentError
        If a row contradicts the format or another row.
    VerificationError
        If an answer is wrong or missing or does not follow from others, or the campaign is about
        another position.
    OptionError
        If there is no such engine.
    """
    with Store(path) as store:
        target = stored_target(store.settings, path)
        proof = Proof(store.contents(), target)
        if position is not None and target.position != position:
            raise VerificationError(f"{path} is about another position than {name}")
        result = proof.result(target)
        leaves = list(proof.leaves.values())
        seed = secrets.randbelow(1 << 32) if seed is None else seed
        chosen = leaves
        if sample is not None:
            chosen = random.Random(seed).sample(leaves, min(sample, len(leaves)))
        oracle = make_oracle(target.position.rules, Limit(time_limit), engine=engine, memory=memory)
        repeated = 0

        def end_in_time(_: object = None) -> None:
            if time_limit is not None and oracle.seconds >= time_limit:
                raise LimitReachedError

        with suppress(LimitReachedError):
            for question, row in chosen:
                progress(Progress(repeated, len(chosen), "searches checked"))
                text = _answer_text(proof.questions[row.question], row)
                if by_rules:
                    end_in_time()
                    strategy = store.strategy(row.question)
                    oracle.nodes += _follow(strategy, question, row, text, end_in_time)
                else:
                    _repeat(oracle, question, row, text)
                repeated += 1
    return Verification(
        target=target,
        result=result,
        derived=len(proof.derived),
        searched=len(leaves),
        repeated=repeated,
        chosen=len(chosen),
        nodes=oracle.nodes,
        engine="rules" if by_rules else oracle.engine,
        seed=seed,
        record=store.settings.record,
    )


def _repeat(oracle: Oracle, question: ValueQuery, row: AnswerRow, text: str) -> None:
    """Check the answer of a search by repeating it."""
    if oracle.at_least(question.position, question.target) is not bool(row.holds):
        raise VerificationError(f"{text}: {oracle.engine} finds the opposite")


def _follow(
    packed: bytes | None,
    question: ValueQuery,
    row: AnswerRow,
    text: str,
    report: OnProgress,
) -> int:
    """Check by the rules that a strategy shows the answer of a search, and return how many
    positions that took.
    """
    if packed is None:
        raise VerificationError(f"{text}: no strategy shows it")
    side, value = _claim(question, row)
    moves = unpack(packed, text)
    strategies = ((), moves) if side else (moves, ())
    try:
        return check_strategy(Certificate(question.position, value, strategies), side, report)
    except CertificateError as error:
        raise VerificationError(f"{text}: {error}") from None


def _claim(question: ValueQuery, row: AnswerRow) -> tuple[int, int]:
    """Return the side that an answer favours, and the value that it keeps."""
    return (0, question.target) if row.holds else (1, question.target - 2)


def certify_campaign(
    path: Path,
    *,
    memory: int = DEFAULT_MEMORY,
    progress: OnProgress = ignore_progress,
) -> None:
    """Add a strategy for each answer of a search that the proof uses, so that the rules alone can
    check it.

    Each strategy is kept as soon as it is found; those that the file has are not looked for again.

    Raises
    ------
    StoreError
        If the file cannot be read or written.
    VerificationError
        If an answer is wrong or missing, or a strategy would be too large.
    """
    with Store(path, writing=True) as store:
        proof = Proof(store.contents(), stored_target(store.settings, path))
        proof.result(proof.target)
        oracle = make_oracle(proof.target.position.rules, memory=memory)
        for number, (question, row) in enumerate(proof.leaves.values()):
            progress(Progress(number, len(proof.leaves), "strategies"))
            if store.strategy(row.question) is not None:
                continue
            text = _answer_text(proof.questions[row.question], row)
            _repeat(oracle, question, row, text)
            side, value = _claim(question, row)
            try:
                moves = find_strategy(oracle, question.position, side, value, report=lambda _: None)
            except (StrategyTooLongError, OutOfMemoryError):
                raise VerificationError(
                    f"{text}: its strategy is too large: expected shorter searches"
                ) from None
            store.add_strategy(row.question, pack(moves))


class Proof:
    """A replay of a campaign's answers by the rules, down to the answers of searches.

    Parameters
    ----------
    contents : Contents
        The campaign's file.
    target : Target
        The target of the campaign.

    Attributes
    ----------
    derived : set of int
        The questions whose answers follow from others.
    leaves : dict of int to tuple
        The questions answered by searches that these use, with the answers.
    known : Knowledge
        The proved bounds of the checked positions.
    """

    def __init__(self, contents: Contents, target: Target) -> None:
        self.target = target
        self.questions = contents.questions
        self.derived: set[int] = set()
        self.leaves: dict[int, tuple[ValueQuery, AnswerRow]] = {}
        self.known = Knowledge()
        self._answers: dict[str, list[tuple[QuestionRow, AnswerRow]]] = defaultdict(list)
        for question, answer in contents.answered():
            self._answers[question.position].append((question, answer))

    def result(self, target: Target) -> Result:
        """Return the result of a target that follows from the leaves.

        Raises
        ------
        VerificationError
            If an answer about the position, or about one after a move, is wrong or does not follow
            from others.
        """
        for question in (target.root, *target.after):
            self.check(question)
        result = target.result(self.known)
        contradiction = result.contradiction()
        if contradiction:
            raise VerificationError(contradiction)
        return result

    def check(self, question: ValueQuery) -> None:
        """Check the strongest answers about a position, and learn them.

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
                raise VerificationError(
                    f"{_claim_text(question, holds)}: the game is over with the opposite"
                )
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
        if holds is not proved.wanted:
            # The side to move wants the other answer, so all moves have to give this one.
            for child in proved.children().values():
                self._replay(child, holds)
            return
        number = None if answer.move is None else proved.reduced.original(answer.move)
        legal = {move_number(move, position.rules) for move in position.choices()}
        if number not in legal:
            raise VerificationError(
                f"{_answer_text(row, answer)}: expected a legal move that shows it"
            )
        self._replay(proved.after(number), holds)

    def _answer(self, question: ValueQuery, holds: bool) -> tuple[QuestionRow, AnswerRow]:
        """Return an answer that settles a question."""
        for row, answer in self._answers.get(question.reduced.text, ()):
            settles = row.target >= question.target if holds else row.target <= question.target
            if bool(answer.holds) is holds and settles:
                return row, answer
        raise VerificationError(f"{_claim_text(question, holds)}: no answer shows it")


def _answer_text(row: QuestionRow, answer: AnswerRow) -> str:
    return f"{row.text}: said {'' if answer.holds else 'not '}to hold"


def _claim_text(question: ValueQuery, holds: bool) -> str:
    return (
        f"the value is {'' if holds else 'not '}at least {question.target} "
        f"({question.reduced.text})"
    )
