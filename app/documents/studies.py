"""Answers about endgame studies: their claims, and the proofs of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from pydantic import computed_field

from litslab.games.language import tr
from litslab.games.position_result import PositionResult
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.result_json import does_not_apply
from litslab.games.study_claim import describe_claim
from litslab.puzzles.studies.collection import CollectedStudy
from litslab.puzzles.studies.study import StudyCheck


@dataclass(frozen=True, eq=False, kw_only=True)
class Study:
    """A study, as a record stores it."""

    game: str
    title: str
    solution: str
    plies: int | None = None
    level: int | None = None
    surprise: bool | None = None
    seed: int | None = None
    number: int | None = None
    proved_by: list[str]
    to_move: str
    constructed: bool
    choices: int
    """The number of legal moves."""
    board: list[str]
    """The rows of the text board, the top row first."""
    record: str
    """The record as TOML."""
    file: str | None = None
    """The file to which it was written."""
    collected: int | None = None
    """Its number in the collection."""

    @classmethod
    def of(cls, record: Record, file: Path | None = None, collected: int | None = None) -> Self:
        """Describe the study of a record: its claim, its position, and the record as text.

        Raises
        ------
        ValueError
            If the record is no study.
        """
        if record.study is None:
            raise ValueError("the record holds no study")
        position = record.position()
        return cls(
            game=record.rules.name,
            title=tr(record.title),
            **describe_claim(record.study, record.rules),
            to_move=position.side,
            constructed=position.constructed,
            choices=position.legal.bit_count(),
            board=position.text_rows(),
            record=dumps(record),
            file=None if file is None else str(file),
            collected=collected,
        )


@dataclass(frozen=True, eq=False)
class Studies:
    """Studies of the collection, by number."""

    studies: list[Study]

    @classmethod
    def of(cls, studies: Iterable[CollectedStudy]) -> Self:
        """Describe studies."""
        return cls([Study.of(each.record, collected=each.number) for each in studies])


@dataclass(frozen=True, eq=False)
class StudySummary:
    """The result of a run, and its reasons for rejecting candidates."""

    found: int
    kept: int
    wanted: int
    rejected: dict[str, int]
    nodes: int


@dataclass(frozen=True, eq=False)
class StudyStatistics:
    """The last answer of `litslab study generate --stats`."""

    summary: StudySummary


GeneratedStudy = Study | StudyStatistics
"""`litslab study generate`, per study, and at the end with ``--stats``."""


@dataclass(frozen=True, eq=False, kw_only=True)
class StudyVerdict(StudyCheck, PositionResult):
    """`litslab study check`."""

    @computed_field
    @property
    def status(self) -> Literal["study", "not-a-study", "undecided"]:
        """The verdict."""
        if self.proof is None:
            return "undecided"
        return "not-a-study" if self.wrong else "study"

    @computed_field
    @property
    def to_move(self) -> str:
        """The side to move."""
        return self.position.side

    @computed_field(exclude_if=does_not_apply)
    @property
    def constructed(self) -> bool:
        """Return whether the position was set up by hand and perhaps no game can reach it."""
        return self.position.constructed

    @computed_field
    @property
    def choices(self) -> int:
        """The number of legal moves."""
        return self.position.legal.bit_count()


@dataclass(frozen=True, eq=False)
class StudyBook:
    """`litslab study book`."""

    path: str
    studies: int
