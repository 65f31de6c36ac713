"""Documents of endgame studies: their claims, the proofs of them, and refutations of
wrong moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import RootModel

from litslab.app.documents.base import (
    At,
    BoardRows,
    By,
    Choices,
    Constructed,
    Document,
    Seconds,
    ToMove,
)
from litslab.app.text.parts import Lines, counted, picture_lines
from litslab.games.language import tr
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.result_text import value_text
from litslab.games.study_claim import describe_claim

if TYPE_CHECKING:
    from pathlib import Path

    from litslab.games.position import Position
    from litslab.puzzles.studies.collection import CollectedStudy
    from litslab.puzzles.studies.study import StudyCheck

_UNDECIDED = "undecided: limit reached before the proof"


class StudyDocument(Document):
    """A study, as a record stores it."""

    game: Annotated[str, At("rules.name")]
    title: Annotated[str, By(lambda record, _: tr(record.title))]
    solution: str
    plies: int | None = None
    level: int | None = None
    surprise: bool | None = None
    seed: int | None = None
    number: int | None = None
    proved_by: list[str]
    to_move: ToMove
    constructed: Constructed
    choices: Choices
    board: BoardRows
    record: Annotated[str, By(lambda record, _: dumps(record))]
    file: str | None
    """The file to which it was written."""

    @classmethod
    def of(cls, record: Record, file: Path | None = None, **more: Any) -> Self:
        """Describe the study of a record: its claim, its position, and the record as text.

        Raises
        ------
        ValueError
            If the record is no study.
        """
        if record.study is None:
            raise ValueError("the record holds no study")
        claim = describe_claim(record.study, record.rules)
        return cls.made_of(record, record.position(), **claim, file=file, **more)

    def lines(self) -> Lines:
        """Yield the file and the level, or the position and the solution."""
        if self.file is not None:
            yield f"{self.file}: level {self.level}"
            return
        length = counted(self.plies or 0, "ply")
        title = f"{self.number}. {self.title}: {length}, level {self.level}, {self.solution}"
        yield from picture_lines(self._position, title)


class CollectedStudyDocument(StudyDocument):
    """A study of the collection."""

    collected: int
    """Its number in the collection."""


class StudyCollectionDocument(Document):
    """Studies of the collection, by number."""

    studies: list[CollectedStudyDocument]

    @classmethod
    def of(cls, studies: Iterable[CollectedStudy]) -> Self:
        """Describe studies."""
        described = [
            CollectedStudyDocument.of(each.record, collected=each.number) for each in studies
        ]
        return cls(studies=described)

    def lines(self, *, whole: bool = True) -> Lines:
        """Yield a line for each study of the `whole` collection, or the record of the only one."""
        if not whole:
            yield from (each.record.rstrip("\n") for each in self.studies)
            return
        for each in self.studies:
            length = counted(each.plies or 0, "ply")
            size = f"{len(each.board[0])}×{len(each.board)}"
            about = f"{each.game:<21}{size:<7}level {each.level}  {length:<9}{each.title}"
            yield f"{each.collected:>4}  {about}"
        yield f"{len(self.studies)} studies; litslab study collection 1 prints the record of one"


class StudySummary(Document):
    """The result of a run, and its reasons for rejecting candidates."""

    found: int
    kept: int
    wanted: int
    rejected: dict[str, int]
    nodes: int


class StudyStatistics(Document):
    """The last document of `litslab study generate --stats`."""

    summary: StudySummary


class StudyGenerate(RootModel[StudyDocument | StudyStatistics]):
    """`litslab study generate`, per study, and at the end with ``--stats``."""


class SecondEngine(Document):
    """The result of a second engine."""

    engine: str
    agrees: bool | None
    """None if it reached a limit first."""
    nodes: int
    seconds: Seconds


class RefutationDocument(Document):
    """The refutation of a wrong move."""

    move: str
    value: int
    result: Annotated[str, By(lambda each, position: value_text(each.value, position, verb="wins"))]
    """The winner after the move and the margin, in words."""
    replies: list[str]
    line: list[str]


class StudyCheckDocument(Document):
    """`litslab study check`; what is not proved is None or empty."""

    status: Literal["study", "not-a-study", "undecided"]
    wrong: list[str]
    complete: bool
    to_move: ToMove
    constructed: Constructed
    winning: Annotated[list[str], At("proof.winning")]
    greedy: Annotated[list[str], At("proof.greedy")]
    value: Annotated[int | None, At("proof.value")]
    plies: Annotated[int | None, At("proof.grade.plies")]
    surprise: bool | None
    level: Annotated[int | None, At("proof.grade.level")]
    difficulty: Annotated[float | None, At("proof.grade.difficulty")]
    choices: Choices
    tempting: Annotated[int | None, At("proof.grade.tempting")]
    close: Annotated[int | None, At("proof.grade.close")]
    line: Annotated[list[str], At("proof.line")]
    engine: Annotated[str, At("info.engine")]
    nodes: Annotated[int, At("info.nodes")]
    seconds: Annotated[Seconds, At("info.seconds")]
    second: SecondEngine | None = None
    refutations: list[RefutationDocument] = []

    _result: StudyCheck
    _position: Position

    @classmethod
    def of(cls, position: Position, found: StudyCheck, *, refutations: bool) -> Self:
        """Describe the proof about a position, with the refutations of wrong moves if these were
        searched for.
        """
        more: dict[str, Any] = {}
        if found.second is not None:
            more["second"] = SecondEngine.made_of(found.second, agrees=found.agrees or None)
        if refutations:
            more["refutations"] = found.refutations
        status = "study"
        surprise = None
        if found.proof is None:
            status = "undecided"
        elif found.wrong:
            status = "not-a-study"
        if found.proof is not None and found.proof.grade is not None:
            surprise = found.proof.surprise
        return cls.made_of(found, position, status=status, surprise=surprise, **more)

    def lines(self) -> Lines:
        """Yield the position, the proof, and its cost."""
        proof = self._result.proof
        shown = proof.winning if proof is not None and proof.is_study else ()
        yield from picture_lines(self._position, highlight=shown)
        yield from self._proof_lines()
        yield _cost(self.nodes, self.seconds, self.engine)
        second = self.second
        if second is not None:
            cost = _cost(second.nodes, second.seconds, second.engine)
            yield f"{cost}: {'finds the same winning moves' if second.agrees else _UNDECIDED}"

    def _proof_lines(self) -> Iterator[str]:
        if self.status == "undecided":
            yield _UNDECIDED
            return
        if self.wrong or self.plies is None:
            yield from (f"not a study: {each}" for each in self.wrong)
            return
        yield f"a study: {self.to_move} wins, and only by {self.winning[0]}"
        length = counted(self.plies, "ply")
        surprise = "every greedy move loses" if self.surprise else "a greedy move wins"
        yield f"{length}, level {self.level} (difficulty {self.difficulty}), {surprise}"
        moves = counted(self.choices, "move")
        yield f"{moves}: {self.tempting} wrong but tempting, {self.close} losing closely"
        yield f"principal variation: {' '.join(self.line)}"
        for each in self.refutations:
            yield f"  {each.move}? {' '.join(each.line) or 'ends the game'} ({each.result})"


def _cost(nodes: int, seconds: float, engine: str) -> str:
    return f"{counted(nodes, 'node')}, {seconds:.2f} s, engine {engine}"


class StudyBookDocument(Document):
    """`litslab study book`."""

    path: str
    studies: int

    def lines(self) -> Lines:
        """Yield the file and its contents."""
        yield f"wrote {self.path}: {counted(self.studies, 'study')}"
