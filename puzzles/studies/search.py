"""Generation of endgame studies: positions of played games, filtered by random games and proved by an engine.

Random games have their last moves taken back, and two players drawn from a mixture play on (`puzzles.studies.spec`).
Where they come to, and the *siblings* of that position (what other moves of the position before would have led to), are
candidates. Most are lost, or won by many moves, and a proof of that is dear; so Monte-Carlo tree search guesses first,
and only where it thinks the side to move neither lost nor safe, and one move the best, does the exact engine get to
work: with one transposition table for all candidates of a board.

Everything comes from one seed. The engine's budget for a candidate is counted in nodes, never in time, so that a study
depends on its seed alone.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections import Counter
from collections.abc import Generator, Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from litslab.games.errors import GameError, expect
from litslab.games.files import as_path
from litslab.games.geometry import bits
from litslab.games.language import mark
from litslab.games.placements import Placement
from litslab.games.position import Move, Position, Rules
from litslab.games.record import Record, StudyClaim, dumps, load
from litslab.jobs.folder import ResumableFolder
from litslab.jobs.progress import OnProgress, ignore_progress
from litslab.puzzles.batches import Tally, run_batch
from litslab.puzzles.studies.spec import StudySpec, beginnings, player_named
from litslab.puzzles.studies.study import Proof, impossible, prove
from litslab.solver.endgame.result import Limit, LimitReachedError, Oracle
from litslab.solver.engines import kernel, reference
from litslab.solver.engines.kernel import engine_for, question
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.players import Player, greediest, margins_after

REFERENCE_NODES = 4_000
"""Node limit of the reference search, which proves a study again if the kernel needed no more nodes than this."""

SIBLINGS = 8
"""Number of siblings of a position that are candidates too. The values here were measured (`docs/studies.md`)."""

GLANCE, LOOK = 1000, 6000
"""Random games to guess which siblings and which candidates may be in the balance, and then which of these are."""

GUESS_FROM = 7
"""The fewest plies at which random games guess first: an exact answer nearer to the end is cheaper than they are, and
there they tell won from lost too well for anything to seem in the balance."""

GUESS_MOVES = 20
"""With fewer moves to choose from an exact answer is cheaper as well."""

LOWEST, HIGHEST = 0.48, 0.72
"""A candidate is in the balance where its most visited move wins such a share of random games."""

DOUBT = 0.06
"""By how much a glance may be wrong about that."""

LEAD = 0.02
"""By how much that move has to be better than the next."""


@dataclass(frozen=True)
class StudyTask:
    """One study of many: what is found depends on nothing else, unless the deadline comes first.

    Attributes
    ----------
    spec : StudySpec
        Specification of the study.
    seed : int
        The seed of all.
    number : int
        The number of the study among those of the seed, from 1.
    avoid : frozenset
        The canonical forms of the studies that are there already (`canonical`).
    deadline : float
        The `time.time` at which to give up.
    """

    spec: StudySpec
    seed: int
    number: int
    avoid: frozenset[Hashable] = frozenset()
    deadline: float = math.inf

    @property
    def name(self) -> str:
        """The name of the study: its game, plies, seed and number."""
        return f"{self.spec.rules.name}-{self.spec.plies}-plies-seed-{self.seed}-{self.number:04}"


@dataclass(frozen=True)
class GeneratedStudy:
    """Result of a search for a study.

    Attributes
    ----------
    task : StudyTask
        The task.
    record : Record or None
        The game up to the study, with its claim; None if none was found within the limit of time or games.
    proof : Proof or None
        The proof of the position; None also if the study was in the folder already.
    rejected : dict of str to int
        Number of candidates that were no studies, by reason.
    nodes : int
        Nodes that the exact engine visited.
    existing : bool
        Whether the study was in the folder already.
    """

    task: StudyTask
    record: Record | None
    proof: Proof | None = None
    rejected: dict[str, int] = field(default_factory=dict, hash=False)
    nodes: int = 0
    existing: bool = False

    @property
    def found(self) -> bool:
        """True if there is a study."""
        return self.record is not None


def generate_study(task: StudyTask) -> GeneratedStudy:
    """Find the first study that the seed leads to; none where the time or the games are used up."""
    search = _Search(task)
    record, proof = search.find() or (None, None)
    return GeneratedStudy(task, record, proof, dict(search.rejected), search.nodes)


class _Search:
    """The search for one study, and why candidates were no studies."""

    def __init__(self, task: StudyTask) -> None:
        self.task, self.spec = task, task.spec
        self.rejected: Counter[str] = Counter()
        self.nodes = 0
        self._rng = random.Random(f"{task.seed}/study {task.number}")

    @property
    def is_late(self) -> bool:
        """True if the time is up."""
        return time.time() >= self.task.deadline

    def find(self) -> tuple[Record, Proof] | None:
        """Search until there is a study, or the time or the games are used up."""
        for _ in takewhile(lambda _: not self.is_late, range(self.spec.games)):
            rules = self.spec.rules.with_fresh_board(self._rng) if self.spec.fresh_boards else self.spec.rules
            start = rules.start()
            oracle = make_oracle(start.rules, engine=self.spec.engine, memory=_MEMORY)
            if not (begun := beginnings(start, self.spec.plies, self._player, self._rng)):
                self.rejected[mark("no game went on for so long")] += 1
            for each in begun:
                if (found := self._search_siblings(oracle, start, each.moves)) is not None:
                    return found
        return None

    def _player(self) -> Player:
        return player_named(self._rng.choice(self.spec.players))

    def _search_siblings(self, oracle: Oracle, start: Position, moves: tuple[Move, ...]) -> tuple[Record, Proof] | None:
        """Search a position, and those that other last moves lead to, for a study."""
        before = Record(start.rules, moves[:-1]).position()
        for move in (moves[-1], *self._siblings(before, moves[-1])):
            if self.is_late:
                return None
            position = before.play_unchecked(move)
            if (order := self._in_the_balance(position)) is None:
                continue
            proof = self._prove(oracle, position, order)
            if proof is not None and self._accept(proof):
                return self._record(start.rules, (*moves[:-1], move), proof), proof
        return None

    def _siblings(self, before: Position, played: Move) -> list[Move]:
        """Return moves other than the one played after which the next side seems to be neither lost nor safe."""
        if not self._is_dear(before):
            others = [move for move in before.choices() if move is not played]
            return self._rng.sample(others, min(len(others), SIBLINGS))
        seen = self._guess(before, LOOK)
        middle = (LOWEST + HIGHEST) / 2
        ranked = sorted((abs(1 - share - middle), move.index, move) for move, _, share in seen if move is not played)
        return [move for *_, move in ranked[:SIBLINGS]]

    def _guess(self, position: Position, playouts: int) -> list[tuple[Placement, int, float]]:
        """Return placements with their visits and the share of random games won; none without the kernel."""
        if (engine := engine_for(position.rules)) is None:
            return []
        tree = engine.tree_search(question(position), seed=self._rng.getrandbits(64))
        tree.run(seconds=1e9, playouts=playouts)
        table = position.rules.table
        first = position.to_move == 0
        return [
            (table[each.move], each.visits, each.wins / each.visits if first else 1 - each.wins / each.visits)
            for each in tree.moves()
            if each.visits and each.move < len(table)
        ]

    def _is_dear(self, position: Position) -> bool:
        """Return whether an exact answer costs more than a guess."""
        return self.spec.plies >= GUESS_FROM and position.legal.bit_count() >= GUESS_MOVES

    def _in_the_balance(self, position: Position) -> tuple[Move, ...] | None:
        """Return the moves of a candidate that is worth a proof, those first that seem to win; None if it is not."""
        if (reason := impossible(position)) is not None:
            self.rejected[reason.value] += 1
            return None
        if not self._is_dear(position):
            return ()
        for playouts, doubt in ((GLANCE, DOUBT), (LOOK, 0.0)):
            seen = sorted(self._guess(position, playouts), key=lambda row: -row[1])
            if seen and not LOWEST - doubt <= seen[0][2] <= HIGHEST + doubt:
                self.rejected[mark("clearly lost or won in random games")] += 1
                return None
        if len(seen) > 1 and seen[0][2] - seen[1][2] < LEAD:
            self.rejected[mark("no move is the best by far in random games")] += 1
            return None
        if seen and self.spec.surprise and seen[0][0] in greediest(margins_after(position)):
            self.rejected[mark("a greedy move seems to win in random games")] += 1
            return None
        return tuple(move for move, _, _ in seen)

    def _prove(self, oracle: Oracle, position: Position, order: tuple[Move, ...]) -> Proof | None:
        """Prove a candidate within the budget of nodes; None where that was not enough."""
        before, deadline = oracle.nodes, self.task.deadline
        seconds = None if deadline == math.inf else oracle.seconds + max(0.0, deadline - time.time())
        oracle.limit = Limit(seconds, before + self.spec.nodes)
        try:
            return prove(oracle, position, surprise=self.spec.surprise, plies=self.spec.plies, order=order)
        except (LimitReachedError, RecursionError):
            self.rejected[mark("too many positions to search")] += 1
            return None
        finally:
            self.nodes += oracle.nodes - before

    def _accept(self, proof: Proof) -> bool:
        if not proof.is_study:
            self.rejected[proof.verdict.value] += 1
            return False
        if canonical(proof.position) in self.task.avoid:
            self.rejected[mark("found before, up to symmetry")] += 1
            return False
        return True

    def _record(self, rules: Rules, moves: tuple[Move, ...], proof: Proof) -> Record:
        task, grade = self.task, proof.grade
        assert grade is not None
        claim = StudyClaim(
            proof.winning[0], task.spec.plies, grade.level, proof.surprise, task.seed, task.number,
            self._proved_by(proof),
        )  # fmt: skip
        title = f"{proof.position.side} to move and win"
        return Record(rules, moves, title=title[0].upper() + title[1:], study=claim)

    def _proved_by(self, proof: Proof) -> tuple[str, ...]:
        """Prove a study again from scratch, and where it is small with the reference search too."""
        rules = proof.position.rules
        oracle = make_oracle(rules, engine=self.spec.engine, memory=_MEMORY)
        again = prove(oracle, proof.position)
        engines = [oracle.engine]
        if oracle.engine == kernel.ENGINE and oracle.nodes <= REFERENCE_NODES:
            with suppress(LimitReachedError, RecursionError):
                other = make_oracle(rules, Limit(nodes=REFERENCE_NODES), engine=reference.ENGINE)
                again = prove(other, proof.position)
                engines.append(reference.ENGINE)
        if (again.winning, again.line) != (proof.winning, proof.line):
            raise AssertionError(f"{' and '.join(engines)} disagree about {proof.position.key}")
        return tuple(engines)


_MEMORY = 64


def canonical(position: Position) -> tuple[Any, ...]:
    """Return what a position and its images under the board's symmetries have in common, and no other position has.

    Examples
    --------
    >>> from litslab.games.registry import create
    >>> start = create("taiji", size=3).start()
    >>> len({canonical(start.play(move)) for move in start.legal_moves()})
    4
    """
    rules, table = position.rules, position.rules.table
    images = []
    for symmetry in rules.board.symmetries:
        placed = [table.image(table[index], symmetry.squares) for index in bits(position.placed)]
        if all(image is not None for image in placed):
            indices = tuple(sorted(image.index for image in placed if image is not None))
            images.append((tuple(symmetry.apply(mask) for mask in rules.symbol_squares), indices))
    return (min(images), position.to_move, position.swapped, position.half_point)


class StudyFileError(GameError):
    """A file that does not belong to the request of its folder: its text says what was expected instead."""


class StudyFolder(ResumableFolder):
    """A folder of generated studies, open for one process: a context manager.

    Parameters
    ----------
    path : Path
        The folder; it is made where it is missing.
    spec : StudySpec
        Specification of the studies.
    seed : int
        Their seed.

    Raises
    ------
    FolderError
        On entering, if the folder holds studies of another request, or another process uses it.
    FileError
        If something cannot be written; the studies before it stay.
    """

    def __init__(self, path: Path, spec: StudySpec, seed: int) -> None:
        plain = vars(spec) | {"rules": dumps(Record(spec.rules, ()))}
        request = json.dumps({"seed": seed, "spec": plain}, sort_keys=True, ensure_ascii=False)
        super().__init__(path, request, contents="studies")

    def load(self, task: StudyTask) -> GeneratedStudy | None:
        """Return the study of a task that an earlier run left, if any.

        Raises
        ------
        StudyFileError
            If its file is not of this request.
        RecordError
            If it is no record.
        """
        path = self.path / f"{task.name}.toml"
        return GeneratedStudy(task, _read(path, task), existing=True) if path.exists() else None

    def add(self, generated: GeneratedStudy) -> None:
        """Write a study."""
        assert generated.record is not None
        self.write(f"{generated.task.name}.toml", dumps(generated.record))


def _read(path: Path, task: StudyTask) -> Record:
    """Return the record of a file, if it is the study of a task."""
    record, spec = load(path), task.spec
    claim, rules, wrong = record.study, (record.rules, spec.rules), f"{path}: not a study of this request"
    if spec.fresh_boards:  # every game has a board of its own
        rules = (record.rules.without_setup(), spec.rules.without_setup())
    if claim is None or rules[0] != rules[1]:
        raise StudyFileError(f"{wrong}: expected one of {spec.rules.title} with its options")
    said: tuple[Any, ...] = (claim.plies, claim.seed, claim.number)
    if said != (spec.plies, task.seed, task.number) or (spec.surprise and not claim.surprise):
        raise StudyFileError(f"{wrong}: expected {spec.plies} plies, seed {task.seed}")
    return record


def generate_studies(
    spec: StudySpec, count: int = 1, *, seed: int = 0, workers: int = 1, scheduler: str | None = None,
    folder: str | Path | None = None, time_limit: float | None = None, progress: OnProgress = ignore_progress,
) -> Generator[GeneratedStudy, None, None]:  # fmt: skip
    """Generate different studies and yield them in the order of their numbers.

    Two studies that a symmetry of the board maps to each other count as the same one, and the later is replaced by
    another. A result without a record says that none was found within the limit of time or games.

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
    >>> (found,) = ll.generate_studies(ll.StudySpec(ll.new_game("taiji", size=4, groups=1).rules, plies=4), seed=1)
    >>> found.task.name, len(ll.solve(found.record.position(), best="all").best)
    ('taiji-4-plies-seed-1-0001', 1)
    """
    expect(spec, StudySpec, "a StudySpec, such as StudySpec(rules, plies=4)")
    deadline = math.inf if time_limit is None else time.time() + time_limit
    return run_batch(
        generate_study, lambda number: StudyTask(spec, seed, number, deadline=deadline), count, key=_key,
        replace=_replace, folder=None if folder is None else StudyFolder(as_path(folder), spec, seed), workers=workers,
        scheduler=scheduler, progress=progress,
    )  # fmt: skip


def _key(found: GeneratedStudy) -> Hashable:
    assert found.record is not None
    return canonical(found.record.position())


def _replace(found: GeneratedStudy, seen: frozenset[Hashable], tally: Tally) -> GeneratedStudy:
    """Search again, now knowing what to avoid."""
    again = generate_study(replace(found.task, avoid=seen))
    tally.reject(again.rejected)
    rejected = Counter(found.rejected) + Counter(again.rejected)
    return replace(again, task=found.task, rejected=dict(rejected), nodes=found.nodes + again.nodes)
