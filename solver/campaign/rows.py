"""The contents of a campaign's file: typed rows, checked against the format and each other.

All readers use `read_contents`, because the file may be damaged or forged. The rows contain the
claimed answers; `solver.campaign.verify` checks whether they are true.

========== ====================================================================================
Table      Rows
========== ====================================================================================
campaign   the settings: names and values
questions  each question: the reduced position, the target, the question that it was split
           from, and if it is split its moves, likely ones first
answers    whether the value is at least the target, the move that shows it, the search that
           found it (none if it follows from the answers after the moves), and whether a second
           search has agreed
searches   each search with any outcome: its cost, worker, engine and version
strategies in a certificate, for each answer of a search the moves of the side that it
           favours
========== ====================================================================================
"""

from __future__ import annotations

import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    Json,
    TypeAdapter,
    ValidationError,
)

from litslab.games.errors import GameError, NegativeError
from litslab.games.record_toml import loads
from litslab.games.rules import Rules
from litslab.games.toml import first_mistake

FORMAT = "litslab campaign 1"

SCHEMA = """
CREATE TABLE campaign (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE questions (
    id INTEGER PRIMARY KEY,
    position TEXT NOT NULL,
    target INTEGER NOT NULL,
    parent INTEGER REFERENCES questions (id),
    moves BLOB
);
CREATE TABLE answers (
    question INTEGER PRIMARY KEY REFERENCES questions (id),
    holds INTEGER NOT NULL CHECK (holds IN (0, 1)),
    move INTEGER,
    search INTEGER REFERENCES searches (id),
    checked INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE searches (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES questions (id),
    outcome TEXT NOT NULL,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    engine TEXT NOT NULL,
    version TEXT NOT NULL,
    time TEXT NOT NULL
);
"""
INDEX = "CREATE UNIQUE INDEX questions_by_name ON questions (position, target)"
"""It takes a quarter of a file. Only writing needs it, so a copy has none until it is
written to.
"""

STRATEGIES = (
    "CREATE TABLE strategies (question INTEGER PRIMARY KEY REFERENCES questions (id), moves "
    "BLOB NOT NULL)"
)
"""Strategies for the answers of searches, as `solver.endgame.certificate` packs them. Most files
have none.
"""

TABLES = ("campaign", "questions", "answers", "searches")

_IDLE = """
SELECT id FROM questions
WHERE id NOT IN (SELECT question FROM searches) AND id NOT IN (SELECT question FROM answers) LIMIT 1
"""
"""Finds a question without search or answer: no campaign adds one, and no proof needs one."""


class StoreError(GameError):
    """A campaign's file that cannot be read or written; the text is one line with its name and the
    reason.
    """


class InconsistentError(StoreError, NegativeError):
    """A campaign's file with rows that contradict the format or each other; the text names one of
    them.
    """


def _odd(number: int) -> int:
    if number % 2 == 0:
        raise ValueError("expected an odd number, as every value is")
    return number


_STRICT = ConfigDict(strict=True, frozen=True)
_Count = Annotated[int, Field(ge=0)]
_Flag = Literal[0, 1]


class Settings(BaseModel):
    """The settings of a campaign; in the file each value is JSON.

    Attributes
    ----------
    version, made : str
        The version of litslab that made the file, and the time.
    record : str
        The position, as a record.
    target : str
        One of `solver.campaign.targets.TARGETS`.
    seed : int
        Random seed of the choice of second searches.
    checked_share : float
        The share of answers with a second search.
    """

    model_config = _STRICT

    version: Json[str]
    made: Json[str]
    record: Json[str]
    target: Json[str]
    seed: Json[int]
    checked_share: Json[Annotated[float, Field(ge=0, le=1)]]


class QuestionRow(NamedTuple):
    """A question whether the value of a position is at least the target."""

    id: int
    position: str
    target: Annotated[int, AfterValidator(_odd)]
    parent: int | None
    """The question that it was first split from."""
    moves: bytes | None
    """The packed moves of a split question."""

    @property
    def text(self) -> str:
        """The row in a message."""
        return f"question {self.id} (at least {self.target} after {self.position!r})"


class AnswerRow(NamedTuple):
    """The answer to a question."""

    question: int
    holds: _Flag
    move: _Count | None
    """The move of the reduced position that shows the answer, if one is known."""
    search: int | None
    """The search that found the answer; None if it follows from the answers after the moves."""
    checked: _Flag
    """1 if a second search has agreed."""


class SearchRow(NamedTuple):
    """A search with any outcome."""

    id: int
    question: int
    outcome: str
    nodes: _Count
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    worker: str
    engine: str
    version: str
    time: str


@dataclass(frozen=True, eq=False)
class Contents:
    """All rows of a campaign's file, checked.

    Attributes
    ----------
    settings : Settings
        The settings.
    questions : dict of int to QuestionRow
        The questions by their numbers. A question comes after the one that it was split from.
    answers : dict of int to AnswerRow
        The answers by the numbers of their questions.
    searches : dict of int to SearchRow
        The searches by their numbers.
    splits : dict of tuple to tuple of int
        The split questions by position and target, with the moves of the reduced position, likely
        ones first.
    """

    settings: Settings
    questions: dict[int, QuestionRow]
    answers: dict[int, AnswerRow]
    searches: dict[int, SearchRow]
    splits: dict[tuple[str, int], tuple[int, ...]]

    def answered(self) -> Iterator[tuple[QuestionRow, AnswerRow]]:
        """Yield every question that is answered, with its answer."""
        for number, answer in self.answers.items():
            yield self.questions[number], answer

    def nodes_by_position(self) -> Counter[str]:
        """Return the nodes that each position has cost, including the positions after it."""
        spent: Counter[int] = Counter()
        for search in self.searches.values():
            spent[search.question] += search.nodes
        by_position: Counter[str] = Counter()
        # Each question comes before the one that it was split from.
        for number in sorted(self.questions, reverse=True):
            question = self.questions[number]
            if number in spent:
                by_position[question.position] += spent[number]
                if question.parent is not None:
                    spent[question.parent] += spent[number]
        return by_position


def read_settings(database: sqlite3.Connection, path: Path) -> Settings:
    """Return the settings of a campaign.

    Raises
    ------
    StoreError
        If it is not the file of a campaign, or has another format; errors of the database are
        passed on.
    """
    objects = database.execute(
        "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    found = {name: _normal(sql) for name, sql in objects}
    optional = {"questions_by_name": _normal(INDEX), "strategies": _normal(STRATEGIES)}
    if optional | found != optional | _EXPECTED:
        raise StoreError(f"cannot read {path}: expected a file that `litslab campaign new` made")
    rows: dict[Any, Any] = dict(database.execute("SELECT name, value FROM campaign"))
    if rows.get("format") != f'"{FORMAT}"':
        given = str(rows.get("format"))[:40].strip('"')
        raise StoreError(f"{path}: format {given!r}: expected {FORMAT!r}")
    try:
        return Settings.model_validate(
            {name: rows[name] for name in Settings.model_fields if name in rows}
        )
    except ValidationError as error:
        raise StoreError(f"{path}: setting {first_mistake(error, 'the table')}") from None


def read_contents(database: sqlite3.Connection, path: Path) -> Contents:
    """Return all rows of a campaign's file.

    Raises
    ------
    StoreError
        If it is not the file of a campaign; errors of the database are passed on.
    InconsistentError
        If a row contradicts the format or another row.
    RecordError
        If the record of its position cannot be read.
    """
    settings = read_settings(database, path)
    rules = loads(settings.record, str(path)).rules
    for (number,) in database.execute(_IDLE):
        raise InconsistentError(f"{path}: question {number!r}: expected a search or an answer")
    questions = _read(database, path, "questions", QuestionRow)
    answers = _read(database, path, "answers", AnswerRow)
    searches = _read(database, path, "searches", SearchRow)
    try:
        contents = Contents(
            settings, questions, answers, searches, _splits(questions.values(), rules)
        )
        _check_links(contents)
        _check_verdicts(contents)
    except InconsistentError as error:
        raise InconsistentError(f"{path}: {error}") from None
    return contents


Row = TypeVar("Row", QuestionRow, AnswerRow, SearchRow)


def _read(database: sqlite3.Connection, path: Path, table: str, row: type[Row]) -> dict[int, Row]:
    """Return the rows of a table by their numbers, which are the first column."""
    raw = database.execute(f"SELECT {', '.join(row._fields)} FROM {table}").fetchall()
    typed: TypeAdapter[list[Row]] = TypeAdapter(list[row], config=_STRICT)  # type: ignore[valid-type]
    try:
        rows = typed.validate_python([row(*each) for each in raw])
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        number, column = first["loc"]
        message = first["msg"].removeprefix("Value error, ")
        raise InconsistentError(
            f"{path}: {table}, row {raw[int(number)][0]!r}, {column}: {message}"
        ) from None
    by_number = {each[0]: each for each in rows}
    if len(by_number) != len(rows):
        raise InconsistentError(f"{path}: {table}: the same number twice")
    return by_number


def _splits(
    questions: Iterable[QuestionRow],
    rules: Rules,
) -> dict[tuple[str, int], tuple[int, ...]]:
    """Return the moves of every split question; check targets and moves against the rules."""
    limit = rules.value_limit()
    moves = len(rules.table) + 1  # the last is the swap
    found = {}
    for question in questions:
        if not -limit <= question.target <= limit + 2:  # a target above the limit is never reached
            raise InconsistentError(
                f"{question.text}: expected a target from {-limit} to {limit + 2}"
            )
        if question.moves is not None:
            try:
                found[question.position, question.target] = unpack(question.moves, moves)
            except ValueError as error:
                raise InconsistentError(f"{question.text}: its moves: {error}") from None
    return found


def _check_links(contents: Contents) -> None:
    """Check that rows name existing rows only, and that no question was split from a later one."""
    for question in contents.questions.values():
        parent = question.parent
        if parent is not None and not (parent < question.id and parent in contents.questions):
            raise InconsistentError(
                f"{question.text}: split from {parent}: expected an earlier question"
            )
    for search in contents.searches.values():
        if search.question not in contents.questions:
            raise InconsistentError(f"search {search.id}: there is no question {search.question}")
    for answer in contents.answers.values():
        if answer.question not in contents.questions:
            raise InconsistentError(f"answer {answer.question}: there is no such question")
        if answer.search is None:
            continue
        found = contents.searches.get(answer.search)
        if found is None or found.question != answer.question or found.outcome != "answered":
            text = contents.questions[answer.question].text
            raise InconsistentError(
                f"{text}: search {answer.search}: expected one that answered this question"
            )


def _check_verdicts(contents: Contents) -> None:
    """Check that no question is duplicated, and that the answers about each position are consistent
    with some value.
    """
    names: dict[tuple[str, int], QuestionRow] = {}
    for question in contents.questions.values():
        other = names.setdefault((question.position, question.target), question)
        if other is not question:
            raise InconsistentError(f"{question.text}: the same as question {other.id}")
    least: dict[str, QuestionRow] = {}  # of each position, the greatest target that is reached
    most: dict[str, QuestionRow] = {}  # and the least that is not
    for question, answer in contents.answered():
        known, better = (least, 1) if answer.holds else (most, -1)
        before = known.setdefault(question.position, question)
        if better * (question.target - before.target) > 0:
            known[question.position] = question
    for position, reached in least.items():
        missed = most.get(position)
        if missed is not None and missed.target <= reached.target:
            raise InconsistentError(
                f"{reached.text}: said to hold, but question {missed.id} (at least "
                f"{missed.target}) not"
            )


def pack(numbers: tuple[int, ...]) -> bytes:
    """Return numbers as stored in the file: four bytes each, compressed."""
    return zlib.compress(b"".join(number.to_bytes(4, "little") for number in numbers))


def unpack(packed: bytes, moves: int) -> tuple[int, ...]:
    """Return the numbers that `pack` packed: different moves of a board with `moves` moves.

    Raises
    ------
    ValueError
        If they were not packed by `pack`, or are not different moves of that board.
    """
    decoder = zlib.decompressobj()
    try:
        data = decoder.decompress(packed, 4 * moves)
    except zlib.error:
        raise ValueError("expected compressed numbers") from None
    if not decoder.eof or decoder.unused_data or len(data) % 4:
        raise ValueError(f"expected compressed numbers of four bytes each, at most {moves}")
    numbers = tuple(
        int.from_bytes(data[start : start + 4], "little") for start in range(0, len(data), 4)
    )
    if len(set(numbers)) < len(numbers) or any(number >= moves for number in numbers):
        raise ValueError(f"expected different numbers below {moves}")
    return numbers


def _normal(sql: str | None) -> str:
    """Return a definition without its line breaks."""
    return " ".join((sql or "").split()).removesuffix(";").replace("IF NOT EXISTS ", "")


_EXPECTED = dict(zip(TABLES, (_normal(each) for each in SCHEMA.split(";")), strict=False))
