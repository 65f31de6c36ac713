"""The text of endgame studies: their claims, and the proofs of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from litslab.app.text.parts import Lines, counted, picture_lines
from litslab.games.language import tr
from litslab.games.notation import format_move
from litslab.games.position import Position
from litslab.games.record import Record
from litslab.puzzles.studies.collection import CollectedStudy
from litslab.puzzles.studies.study import StudyCheck
from litslab.solver.endgame.solution import Info

_UNDECIDED = "undecided: limit reached before the proof"


def study_text(record: Record) -> Lines:
    """Yield the position and the solution of a study."""
    claim = record.study
    if claim is None:
        return
    length = counted(claim.plies, "ply")
    solution = format_move(claim.solution, record.rules)
    title = f"{claim.number}. {tr(record.title)}: {length}, level {claim.level}, {solution}"
    yield from picture_lines(record.position(), title)


def collection_text(studies: Sequence[CollectedStudy]) -> Lines:
    """Yield a line for each study of the collection."""
    for each in studies:
        record = each.record
        claim = record.study
        if claim is None:
            continue
        length = counted(claim.plies, "ply")
        board = record.rules.board
        size = f"{board.columns}×{board.rows}"
        about = f"{size:<7}level {claim.level}  {length:<9}{tr(record.title)}"
        yield f"{each.number:>4}  {record.rules.name:<21}{about}"
    yield f"{len(studies)} studies; litslab study collection 1 prints the record of one"


def check_text(position: Position, found: StudyCheck) -> Lines:
    """Yield the position, the proof, and its cost."""
    proof = found.proof
    shown = proof.winning if proof is not None and proof.is_study else ()
    yield from picture_lines(position, highlight=shown)
    yield from _proof_lines(position, found)
    yield _cost(found.info)
    if found.second is not None:
        verdict = "finds the same winning moves" if found.agrees else _UNDECIDED
        yield f"{_cost(found.second)}: {verdict}"


def _proof_lines(position: Position, found: StudyCheck) -> Iterator[str]:
    rules = position.rules
    proof = found.proof
    if proof is None:
        yield _UNDECIDED
        return
    if found.wrong or proof.grade is None:
        yield from (f"not a study: {each}" for each in found.wrong)
        return
    grade = proof.grade
    yield f"a study: {position.side} wins, and only by {format_move(proof.winning[0], rules)}"
    length = counted(grade.plies, "ply")
    surprise = "every greedy move loses" if proof.surprise else "a greedy move wins"
    yield f"{length}, level {grade.level} (difficulty {grade.difficulty}), {surprise}"
    moves = counted(position.legal.bit_count(), "move")
    yield f"{moves}: {grade.tempting} wrong but tempting, {grade.close} losing closely"
    yield f"principal variation: {' '.join(format_move(move, rules) for move in proof.line)}"
    for each in found.refutations:
        line = " ".join(format_move(move, rules) for move in each.line) or "ends the game"
        yield f"  {format_move(each.move, rules)}? {line} ({each.result})"


def _cost(info: Info) -> str:
    return f"{counted(info.nodes, 'node')}, {info.seconds:.2f} s, engine {info.engine}"
