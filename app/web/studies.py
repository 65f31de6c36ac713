"""Endgame studies: the verdict on a move, the opponent's reply, hints, and new studies."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import litslab as ll
from litslab.app.documents.studies import Study
from litslab.app.web import documents
from litslab.app.web.pieces import piece_name
from litslab.app.web.positions import create_rules, page, position_of, read_record
from litslab.app.web.settings import Send, Settings, limit_of, seconds_of, sending, sent
from litslab.games.errors import OptionError
from litslab.games.language import tr
from litslab.games.move import Move
from litslab.games.notation import format_move, parse_move
from litslab.games.option_text import unusual_options
from litslab.games.placements import Placement
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.jobs.progress import Progress
from litslab.puzzles.studies.study import Verdict, impossible, wins
from litslab.solver.endgame.optimal_moves import principal_variation
from litslab.solver.engines.limit import LimitReachedError
from litslab.solver.engines.oracle import Oracle
from litslab.solver.engines.registry import make_oracle


@dataclass(frozen=True, eq=False)
class StudyList:
    """Studies that were generated."""

    studies: list[Study]


def answer_study(request: documents.RecordRequest, settings: Settings) -> documents.StudyPage:
    """Read a study.

    Raises
    ------
    StudyBookError
        If the record does not claim to be a study.
    """
    record = study_of(request.record, settings)
    claim = record.study
    assert claim is not None  # as `study_of` has found
    return documents.StudyPage(
        plies=claim.plies,
        level=claim.level,
        surprise=claim.surprise,
        record=request.record,
        title=tr(record.title),
        to_move=record.position().side,
        options=unusual_options(record.rules),
        page=page(record, None),
    )


def study_of(text: str, settings: Settings) -> Record:
    """Return a record that claims to be a study.

    Raises
    ------
    StudyBookError
        If it does not.
    """
    from litslab.puzzles.studies.book import StudyBookError  # noqa: PLC0415

    record = read_record(text, settings)
    if record.study is None:
        raise StudyBookError(
            tr(
                "This is the record of a game, not of a study. Open a study that was generated "
                "here or by `litslab study generate`; its record has a [study] table."
            )
        )
    return record


def answer_attempt(
    request: documents.AttemptRequest,
    settings: Settings,
    _: Send,
) -> documents.Attempt:
    """Return the verdict on a move, and the opponent's reply.

    Raises
    ------
    IllegalMoveError
        If the move breaks a rule.
    OptionError
        If the players may still swap sides.
    """
    position, oracle = _settled(request, settings)
    move = parse_move(request.move, position)
    position.check(move)
    after = position.play(move)
    right: bool | None = None
    line: tuple[Move, ...] = ()
    with suppress(LimitReachedError):  # the verdict may be known without the line of play
        right = wins(oracle, position, move)
        line = () if after.is_over else principal_variation(oracle, after, oracle.value(after))
    status: Literal["right", "wrong", "undecided"] = "undecided"
    if right is not None:
        status = "right" if right else "wrong"
    replies = _replies(position.to_move, after, line)
    rules = position.rules
    return documents.Attempt(
        move=format_move(move, rules),
        status=status,
        replies=[format_move(each, rules) for each in replies],
        line=[format_move(each, rules) for each in line],
        seconds=oracle.seconds,
        nodes=oracle.nodes,
    )


def _replies(solver: int, position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves at the beginning of a line that are not the solver's."""
    for number, move in enumerate(line):
        if position.to_move == solver:
            return line[:number]
        position = position.play(move)
    return line


def answer_clue(request: documents.ClueRequest, settings: Settings, send: Send) -> documents.Clue:
    """Find the winning moves of a position, for hints in stages.

    Raises
    ------
    OptionError
        If the players may still swap sides, or the game is over.
    """
    position, oracle = _settled(request, settings)
    moves = position.choices()
    winning: list[Move] = []
    decided = True
    for number, move in enumerate(moves):
        tried = tr("{done} of {count} moves tried", done=number, count=len(moves))
        sending(send)(Progress(number, len(moves), tried))
        try:
            if wins(oracle, position, move):
                winning.append(move)
        except LimitReachedError:
            decided = False
            break
    status: Literal["found", "lost", "undecided"] = "lost" if decided else "undecided"
    if winning:
        status = "found"
    first = winning[0] if winning else None
    placed = first if isinstance(first, Placement) else None
    rules = position.rules
    return documents.Clue(
        status=status,
        winning=len(winning),
        move=None if first is None else format_move(first, rules),
        piece=None if placed is None else piece_name(placed.shape),
        squares=[] if placed is None else rules.board.names(placed.mask),
    )


def _settled(request: documents.ClueRequest, settings: Settings) -> tuple[Position, Oracle]:
    """Return a position whose moves win or lose, as the game is not over and no swap is possible,
    and its oracle.
    """
    position = position_of(request, settings)
    if position.is_over:
        raise OptionError(tr("the game is over: there is no move"))
    if impossible(position) is Verdict.SWAP:
        raise OptionError(tr("the players may still swap sides: expected a position after that"))
    limit = limit_of(request, settings)
    return position, make_oracle(position.rules, limit, memory=settings.memory)


def answer_studies(request: documents.StudiesRequest, settings: Settings, send: Send) -> StudyList:
    """Generate studies, and send each as soon as it is found."""
    rules = create_rules(request, settings, seed=request.seed)
    spec = ll.StudySpec(rules, request.plies, request.surprise)
    found = ll.generate_studies(
        spec,
        request.count,
        seed=request.seed,
        time_limit=seconds_of(request, settings, settings.usual_seconds),
        progress=lambda progress: send({"text": progress.text}),
    )
    made = (Study.of(each.record) for each in found if each.record is not None)
    return StudyList(studies=sent(made, "study", send))
