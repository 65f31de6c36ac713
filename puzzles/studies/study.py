"""Endgame studies: the side to move wins, and only one move does it.

Here a position is proved to be a study, or refuted. What makes one:

- exactly one move wins: every other loses against best play (a swap renames the people, so no study
  allows one);
- there are at least `FEWEST_CHOICES` moves;
- *plies* is the length of the principal variation that `litslab solve` shows: from the position on,
  the first move in the order of the table that keeps the value, until the game is over. It depends
  on exact values alone, so that every engine finds the same number;
- there is a *surprise* where every greedy move loses: every move with the best margin right after
  it.

Where studies come from: `puzzles.studies.search`.

How hard a study is: by its depth, the number of its moves, and how plausible the wrong ones are.

Each wrong move weighs a quarter; another quarter where it is *close* (it loses by no more than one
point against best play, the tie rule included), and another half where it is *tempting* (the margin
right after it is at least that right after the solution). With W the sum of these weights and N the
number of moves that the winner still has to make,

    difficulty = N × log2(1 + W)

are the bits of a search in which every one of the winner's moves is as hard to choose as the first.
The levels are cut at the `BOUNDARIES`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import islice

from pydantic import computed_field

from litslab.games.language import mark
from litslab.games.move import Move
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.games.result_json import Hidden, JsonMove
from litslab.games.result_text import value_text
from litslab.jobs.progress import OnProgress, Progress, ignore_progress
from litslab.solver.endgame.optimal_moves import first_line
from litslab.solver.endgame.solution import Info
from litslab.solver.engines.kernel import DEFAULT_MEMORY
from litslab.solver.engines.limit import Limit, LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.registry import choose_engine, make_oracle
from litslab.solver.play.greedy import greediest, margins_after

BOUNDARIES = (8.0, 13.0, 18.0, 23.0)
"""The difficulties at which levels 2, 3, 4 and 5 begin."""

CLOSE = 3
"""A loss is close where the value is at most this: a margin of one point, or less with the tie rule
against it.
"""


@dataclass(frozen=True)
class Grade:
    """Difficulty of a study."""

    plies: int
    """The length of the principal variation."""
    choices: int
    """The number of legal moves."""
    tempting: int
    """The wrong moves that score at once at least as well as the solution."""
    close: int
    """The wrong moves that lose by no more than one point."""

    @computed_field
    @property
    def difficulty(self) -> float:
        """The difficulty in bits, to two places.

        Examples
        --------
        >>> Grade(plies=8, choices=61, tempting=20, close=20).difficulty
        19.82
        """
        weight = (self.choices - 1 + self.close + 2 * self.tempting) / 4
        return round((self.plies + 1) // 2 * math.log2(1 + weight), 2)

    @computed_field
    @property
    def level(self) -> int:
        """The level, 1 to 5.

        Examples
        --------
        >>> Grade(plies=8, choices=61, tempting=20, close=20).level
        4
        """
        return 1 + sum(self.difficulty >= boundary for boundary in BOUNDARIES)


def grade(
    oracle: Oracle,
    position: Position,
    solution: Move,
    margins: dict[Move, int],
    plies: int,
) -> Grade:
    """Grade a study; asks the engine which wrong moves are close.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        The study.
    solution : Move
        Its only winning move.
    margins : dict
        The margin right after each move (`solver.play.greedy.margins_after`).
    plies : int
        The length of the principal variation.

    Raises
    ------
    LimitReachedError
        If the engine's limit comes before the answer.
    """
    maximising = position.to_move == 0
    nearly = -CLOSE if maximising else CLOSE
    wrong = [move for move in margins if move != solution]
    tempting = sum(margins[move] >= margins[solution] for move in wrong)
    close = sum(oracle.reaches(position.play_unchecked(move), nearly, maximising) for move in wrong)
    return Grade(plies, len(margins), tempting, close)


FEWEST_CHOICES = 3
"""A position with fewer moves is no puzzle."""


class Verdict(Enum):
    """Verdict on a position; the values are shown to users."""

    STUDY = mark("a study")
    FORCED = mark("too few moves to choose from")
    SWAP = mark("the swap is not over")
    LOST = mark("the side to move loses")
    SEVERAL = mark("several moves win")
    GREEDY = mark("a greedy move wins")
    LENGTH = mark("another number of plies")


@dataclass(frozen=True)
class Proof:
    """Proved facts about a position."""

    position: Hidden[Position]
    """The position."""
    verdict: Verdict
    """Whether it is a study; ``GREEDY`` and ``LENGTH`` only where that was asked for."""
    winning: tuple[JsonMove, ...] = ()
    """The winning moves: all of them, or the first two where it was not asked for more; none where
    a greedy one wins and that was enough to know.
    """
    greedy: tuple[JsonMove, ...] = ()
    """The moves with the best margin right after them."""
    value: int | None = None
    """The exact value; None where the verdict did not need it."""
    line: tuple[JsonMove, ...] = ()
    """The principal variation, where the value is known."""
    grade: Grade | None = None
    """The difficulty of a study."""

    @property
    def is_study(self) -> bool:
        """True if exactly one move wins and all requirements hold."""
        return self.verdict is Verdict.STUDY

    @computed_field
    @cached_property
    def surprise(self) -> bool:
        """True if every greedy move loses."""
        return not set(self.winning) & set(self.greedy)


def winning_value(position: Position) -> int:
    """Return the lowest value with which the side to move wins, seen from the first
    side: 1 or -1.
    """
    return 1 if position.to_move == 0 else -1


def wins(oracle: Oracle, position: Position, move: Move) -> bool:
    """Return whether a move wins: one question, which needs no exact value."""
    return oracle.reaches(
        position.play_unchecked(move), winning_value(position), position.to_move == 0
    )


def impossible(position: Position) -> Verdict | None:
    """Return why a position can be no study, whatever its moves are worth; None where it may be
    one.
    """
    if position.can_swap or position.swap_follows:
        return Verdict.SWAP
    return Verdict.FORCED if position.legal.bit_count() < FEWEST_CHOICES else None


def prove(
    oracle: Oracle,
    position: Position,
    *,
    surprise: bool = False,
    plies: int | None = None,
    order: tuple[Move, ...] = (),
    every_winner: bool = False,
) -> Proof:
    """Prove that a position is a study, or why it is none.

    Cheap questions come first: whether a greedy move wins, who wins, then move by move whether it
    wins, and only where one move alone does, exact values.

    Parameters
    ----------
    oracle : Oracle
        The engine.
    position : Position
        Of any game.
    surprise : bool
        Whether every greedy move has to lose.
    plies : int, optional
        Required length of the principal variation.
    order : tuple of Move
        The moves to ask of first, those that seem to win.
    every_winner : bool
        Whether to find all winning moves of a position that has several.

    Raises
    ------
    LimitReachedError
        If the engine's limit comes before the answer.
    """
    if (reason := impossible(position)) is not None:
        return Proof(position, reason)
    margins = margins_after(position)
    greedy = tuple(greediest(margins))
    if surprise and any(wins(oracle, position, move) for move in greedy):
        return Proof(position, Verdict.GREEDY, (), greedy)
    if not oracle.reaches(position, winning_value(position), position.to_move == 0):
        return Proof(position, Verdict.LOST)
    winners = (move for move in dict.fromkeys((*order, *margins)) if wins(oracle, position, move))
    winning = list(winners if every_winner else islice(winners, 2))
    proof = Proof(
        position, Verdict.SEVERAL, tuple(move for move in margins if move in winning), greedy
    )
    if len(winning) > 1:
        return proof
    value = oracle.value(position)
    proof = replace(proof, value=value, line=first_line(oracle, position, value))
    if plies is not None and len(proof.line) != plies:
        return replace(proof, verdict=Verdict.LENGTH)
    graded = grade(oracle, position, winning[0], margins, len(proof.line))
    return replace(proof, verdict=Verdict.STUDY, grade=graded)


def differences(record: Record, proof: Proof) -> list[str]:
    """Return what is wrong with a record that claims to be a study: a line each; nothing where it
    is right.

    Parameters
    ----------
    record : Record
        The record; without a ``[study]`` table it claims only that its last position is a study.
    proof : Proof
        The proof of its last position, with every winning move.
    """
    rules = record.rules
    claim = record.study
    side = proof.position.side
    if not proof.is_study:
        winners = " ".join(format_move(move, rules) for move in proof.winning)
        return [f"{proof.verdict.value}: {winners}" if winners else proof.verdict.value]
    if claim is None:
        return []
    found = []
    if claim.solution != proof.winning[0]:
        claimed = format_move(claim.solution, rules)
        solution = format_move(proof.winning[0], rules)
        found.append(f"solution {claimed} loses: {solution} alone wins for {side}")
    if claim.plies != len(proof.line):
        found.append(f"plies {claim.plies}: it is {len(proof.line)}")
    if proof.grade is not None and claim.level != proof.grade.level:
        found.append(f"level {claim.level}: it is {proof.grade.level}")
    if claim.surprise != proof.surprise:
        found.append(
            f"surprise {str(claim.surprise).lower()}: a greedy move "
            f"{'loses' if proof.surprise else 'wins'}"
        )
    return found


class DisagreementError(AssertionError):
    """Two engines that find different winning moves: one of them is wrong, and nothing
    is proved.
    """


def confirm(oracle: Oracle, proof: Proof) -> None:
    """Let another engine find the winning moves of what was proved, all of them; it is asked for no
    exact value.

    Raises
    ------
    DisagreementError
        If it finds others.
    LimitReachedError
        If the engine's limit comes before the answer.
    """
    position = proof.position
    if proof.verdict in {Verdict.FORCED, Verdict.SWAP}:
        return
    found = tuple(move for move in position.choices() if wins(oracle, position, move))
    if found != proof.winning:
        texts = " ".join(format_move(move, position.rules) for move in found) or "no move"
        raise DisagreementError(
            f"engine {oracle.engine}: {texts} wins here, and another engine proved otherwise"
        )


@dataclass(frozen=True)
class Refutation:
    """Why a move does not win."""

    position: Hidden[Position]
    """The position before the move."""
    move: JsonMove
    """The wrong move."""
    value: int
    """The exact value after it."""
    replies: tuple[JsonMove, ...]
    """Every reply that keeps this value; empty where the wrong move ends the game."""
    line: tuple[JsonMove, ...]
    """The principal variation after the wrong move: the first of the replies, and on to the end."""

    @computed_field
    @property
    def result(self) -> str:
        """The winner after the move and the margin, in words."""
        return value_text(self.value, self.position, verb="wins")


def find_refutations(
    oracle: Oracle,
    position: Position,
    moves: Iterable[Move],
) -> Iterator[Refutation]:
    """Yield the refutations of moves that do not win.

    Raises
    ------
    LimitReachedError
        If the engine's limit comes before a refutation is found; those before it stay valid.
    """
    for move in moves:
        after = position.play_unchecked(move)
        value = oracle.value(after)
        maximising = after.to_move == 0
        replies = tuple(
            m for m in after.choices() if oracle.reaches(after.play_unchecked(m), value, maximising)
        )
        yield Refutation(position, move, value, replies, first_line(oracle, after, value))


@dataclass(frozen=True)
class StudyCheck:
    """Result of a check of a study, as far as it got within its limits."""

    proof: Proof | None
    """The proof of the position; None if a limit was reached first."""
    wrong: tuple[str, ...]
    """Why it is no study, or in what the record is wrong about it."""
    refutations: tuple[Refutation, ...]
    """The refutations of wrong moves, if they were requested."""
    info: Info
    """The cost of the proof."""
    second: Info | None
    """The cost of the second engine's proof, if one was requested and the first proof was
    complete.
    """
    agrees: bool
    """Whether the second engine found the same winning moves."""
    complete: bool
    """Whether all that was asked for is known."""


def check_study(
    record: Record,
    ply: int | None = None,
    limit: Limit | None = None,
    *,
    engine: str | None = None,
    second: str | None = None,
    memory: int = DEFAULT_MEMORY,
    refutations: bool = False,
    progress: OnProgress = ignore_progress,
) -> StudyCheck:
    """Prove that a position of a record is a study, and that what the record says of it is right.

    Ctrl-C ends it as a limit does.

    Parameters
    ----------
    record : Record
        The study.
    ply : int, optional
        The position after that many moves, of which the record then claims nothing; its end where
        not given.
    limit : Limit, optional
        Limit of each engine.
    engine, memory
        As for `solver.solve.solve`.
    second : str, optional
        Another engine, which has to find the same winning moves.
    refutations : bool
        Whether to find for each wrong move the replies that refute it.
    progress : callable, optional
        Receives how many of the wrong moves are refuted.

    Raises
    ------
    OptionError
        If there is no such engine, or the kernel is requested and does not play this game here.
    DisagreementError
        If the second engine finds other winning moves.

    Examples
    --------
    >>> from litslab.games.sources import load
    >>> check_study(load("docs/examples/studies/wythe-8-plies-seed-1-0001.toml")).wrong
    ()
    """
    position = record.position(ply)
    if second is not None:
        choose_engine(position.rules, second, option="second engine")
    if ply is not None and ply != len(record.moves):
        record = replace(record, moves=record.moves[:ply], study=None)
    oracle = make_oracle(position.rules, limit, engine=engine, memory=memory)
    other: Oracle | None = None
    proof = None
    refuted: list[Refutation] = []
    agrees = complete = False
    seconds = 0.0
    try:
        proof = prove(oracle, position, every_winner=True)
        if refutations and proof.is_study:
            wrong = [move for move in position.choices() if move not in proof.winning]
            for each in find_refutations(oracle, position, wrong):
                refuted.append(each)
                news = f"{len(refuted)} of {len(wrong)} wrong moves refuted"
                progress(Progress(len(refuted), len(wrong), news))
        seconds = oracle.seconds
        if second is not None:
            # Its clock starts now.
            other = make_oracle(position.rules, limit, engine=second, memory=memory)
            confirm(other, proof)
            agrees = True
        complete = True
    except (LimitReachedError, KeyboardInterrupt, RecursionError):
        seconds = seconds or oracle.seconds
    second_info = None if other is None else Info(other.nodes, other.seconds, other.engine)
    return StudyCheck(
        proof,
        wrong=() if proof is None else tuple(differences(record, proof)),
        refutations=tuple(refuted),
        info=Info(oracle.nodes, seconds, oracle.engine),
        second=second_info,
        agrees=agrees,
        complete=complete,
    )
