"""Generation of endgame studies: positions of played games, filtered by random games and proved by
an engine.

Random games have their last moves taken back, and two players drawn from a mixture play on
(`puzzles.studies.spec`). Where they come to, and the *siblings* of that position (what other moves
of the position before would have led to), are candidates. Most are lost, or won by many moves, and
a proof of that is dear; so Monte-Carlo tree search guesses first, and only where it thinks the side
to move neither lost nor safe, and one move the best, does the exact engine get to work: with one
transposition table for all candidates of a board.

Everything comes from one seed. The engine's budget for a candidate is counted in nodes, never in
time, so that a study depends on its seed alone.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from contextlib import suppress
from itertools import takewhile

from litslab.games.language import mark
from litslab.games.move import Move
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.rules import Rules
from litslab.games.study_claim import StudyClaim
from litslab.puzzles.studies.beginnings import beginnings
from litslab.puzzles.studies.spec import player_named
from litslab.puzzles.studies.study import Proof, impossible, prove
from litslab.puzzles.studies.task import GeneratedStudy, StudyTask, canonical
from litslab.solver.engines import kernel, reference
from litslab.solver.engines.kernel import engine_for, question
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.registry import make_oracle
from litslab.solver.play.greedy import greediest, margins_after
from litslab.solver.play.players import Player

REFERENCE_NODES = 4_000
"""Node limit of the reference search, which proves a study again if the kernel needed no more nodes
than this.
"""

SIBLINGS = 8
"""Number of siblings of a position that are candidates too. The values here were measured
(`docs/studies.md`).
"""

GLANCE = 1000
LOOK = 6000
"""Random games to guess which siblings and which candidates may be in the balance, and then which
of these are.
"""

GUESS_FROM = 7
"""The fewest plies at which random games guess first: an exact answer nearer to the end is cheaper
than they are, and there they tell won from lost too well for anything to seem in the balance."""

GUESS_MOVES = 20
"""With fewer moves to choose from an exact answer is cheaper as well."""

LOWEST = 0.48
HIGHEST = 0.72
"""A candidate is in the balance where its most visited move wins such a share of random games."""

DOUBT = 0.06
"""By how much a glance may be wrong about that."""

LEAD = 0.02
"""By how much that move has to be better than the next."""


def generate_study(task: StudyTask) -> GeneratedStudy:
    """Find the first study that the seed leads to; none where the time or the games are used up."""
    search = _Search(task)
    record, proof = search.find() or (None, None)
    return GeneratedStudy(task, record, proof, dict(search.rejected), search.nodes)


class _Search:
    """The search for one study, and why candidates were no studies."""

    def __init__(self, task: StudyTask) -> None:
        self.task = task
        self.spec = task.spec
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
            rules = (
                self.spec.rules.with_fresh_board(self._rng)
                if self.spec.fresh_boards
                else self.spec.rules
            )
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

    def _search_siblings(
        self,
        oracle: Oracle,
        start: Position,
        moves: tuple[Move, ...],
    ) -> tuple[Record, Proof] | None:
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
        """Return moves other than the one played after which the next side seems to be neither lost
        nor safe.
        """
        if not self._is_dear(before):
            others = [move for move in before.choices() if move is not played]
            return self._rng.sample(others, min(len(others), SIBLINGS))
        seen = self._guess(before, LOOK)
        middle = (LOWEST + HIGHEST) / 2
        ranked = sorted(
            (abs(1 - share - middle), move.index, move)
            for move, _, share in seen
            if move is not played
        )
        return [move for *_, move in ranked[:SIBLINGS]]

    def _guess(self, position: Position, playouts: int) -> list[tuple[Placement, int, float]]:
        """Return placements with their visits and the share of random games won; none without the
        kernel.
        """
        engine = engine_for(position.rules)
        if engine is None:
            return []
        tree = engine.tree_search(question(position), seed=self._rng.getrandbits(64))
        tree.run(seconds=1e9, playouts=playouts)
        table = position.rules.table
        first = position.to_move == 0
        guesses = []
        for each in tree.moves():
            if each.visits and each.move < len(table):
                share = each.wins / each.visits
                guesses.append((table[each.move], each.visits, share if first else 1 - share))
        return guesses

    def _is_dear(self, position: Position) -> bool:
        """Return whether an exact answer costs more than a guess."""
        return self.spec.plies >= GUESS_FROM and position.legal.bit_count() >= GUESS_MOVES

    def _in_the_balance(self, position: Position) -> tuple[Move, ...] | None:
        """Return the moves of a candidate that is worth a proof, those first that seem to win; None
        if it is not.
        """
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
        before = oracle.nodes
        deadline = self.task.deadline
        seconds = (
            None if deadline == math.inf else oracle.seconds + max(0.0, deadline - time.time())
        )
        oracle.limit = Limit(seconds, before + self.spec.nodes)
        try:
            return prove(
                oracle, position, surprise=self.spec.surprise, plies=self.spec.plies, order=order
            )
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
        task = self.task
        grade = proof.grade
        assert grade is not None
        claim = StudyClaim(
            solution=proof.winning[0],
            plies=task.spec.plies,
            level=grade.level,
            surprise=proof.surprise,
            seed=task.seed,
            number=task.number,
            proved_by=self._proved_by(proof),
        )
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
