"""The file of a campaign: an SQLite database of questions and answers.

Every answer is a transaction of its own in a write-ahead log. Nothing finished is lost however a
process ends, and other processes can read the file meanwhile. Only one process at a time may work
on a campaign.

`solver.campaign.rows` describes the tables.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from litslab.games.files import FileError, lock, refuse_overwriting, unfinished
from litslab.solver.campaign import rows as stored
from litslab.solver.campaign.question import Name, ValueQuery
from litslab.solver.campaign.tree import Found

SECONDS_TO_UNLOCK = 5.0
"""Seconds that a write waits for another process that is writing."""

_LOG_PAGES = 64
"""The pages of the write-ahead log that are written back at once: a quarter of a megabyte."""


@dataclass(frozen=True)
class StoredAnswer:
    """An answer to a question.

    Attributes
    ----------
    holds : bool
        Whether the value is at least the target.
    move : int or None
        The move of the reduced position that shows it, if one is known.
    search : int or None
        The number of the search that found it; None if it follows from the answers after the moves.
    checked : bool
        Whether a second search has agreed.
    """

    holds: bool
    move: int | None = None
    search: int | None = None
    checked: bool = False


@dataclass(frozen=True)
class Cost:
    """The cost of searches."""

    searches: int = 0
    """The number of searches."""
    nodes: int = 0
    """Positions visited."""
    seconds: float = 0.0
    """Processor time."""


class Store(AbstractContextManager["Store"]):
    """A campaign's file, as a context manager that closes it.

    Parameters
    ----------
    path : Path
        The file.
    writing : bool
        Whether to work on the campaign, which one process at a time may do. Otherwise all reads see
        one snapshot.

    Raises
    ------
    StoreError
        If it is not the file of a campaign, or another process is working on it.
    """

    def __init__(self, path: Path, *, writing: bool = False) -> None:
        self.path = path
        self._ids: dict[Name, int] = {}
        if not os.path.isfile(path):  # noqa: PTH113 - it raises nothing if the folder is not readable
            raise stored.StoreError(
                f"cannot read {path}: no such file: expected one that `litslab campaign new` made"
            )
        with contextlib.ExitStack() as opened:
            if writing:
                opened.callback(_release, path, _lock(path))
            with self._failing("read"):
                self._database = opened.enter_context(
                    closing(_open_to_write(path) if writing else _open_to_read(path))
                )
                self.settings: stored.Settings = stored.read_settings(self._database, path)
            if writing:
                opened.callback(self._empty_log)
                with self._failing("write"):
                    self._make_index()
            self._opened = opened.pop_all()

    @classmethod
    def create(cls, path: Path, settings: dict[str, Any], *, force: bool = False) -> None:
        """Make a campaign's file.

        Raises
        ------
        WouldOverwriteError
            If there is such a file and `force` is not given.
        StoreError
            If it cannot be written, or a process is working on a campaign in it.
        """
        described = {"format": stored.FORMAT, "version": _version(), "made": _now(), **settings}
        rows = [(name, json.dumps(each)) for name, each in described.items()]
        _replace(path, {"campaign": rows}, force=force)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._opened.close()

    def _empty_log(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _make_index(self) -> None:
        try:
            self._database.execute(stored.INDEX.replace("INDEX", "INDEX IF NOT EXISTS", 1))
        except sqlite3.IntegrityError:
            # The reader's error names the question that is duplicated.
            stored.read_contents(self._database, self.path)
            raise

    def copy(self, path: Path, *, force: bool = False) -> None:
        """Write a snapshot of the campaign into one file, without the index that only writing
        needs.

        Raises
        ------
        WouldOverwriteError
            If there is such a file and `force` is not given.
        StoreError
            If it cannot be written, or a process is working on a campaign in it.
        """
        tables = (*stored.TABLES, "strategies") if self._has_strategies() else stored.TABLES
        _replace(
            path, {table: self._rows(f"SELECT * FROM {table}") for table in tables}, force=force
        )

    # --- reading ---

    def contents(self) -> stored.Contents:
        """Return all rows, checked.

        Raises
        ------
        InconsistentError
            If a row contradicts the format or another row.
        """
        with self._failing("read"):
            return stored.read_contents(self._database, self.path)

    def cost(self) -> Cost:
        """Return the total cost of all searches."""
        ((searches, nodes, seconds),) = self._rows(
            "SELECT count(*), total(nodes), total(seconds) FROM searches"
        )
        return Cost(searches, int(nodes), seconds)

    def counts(self) -> dict[str, int]:
        """Return the numbers of all questions, those answered by search or by moves, and those
        checked and split.
        """
        (row,) = self._rows(
            "SELECT (SELECT count(*) FROM questions), (SELECT count(*) FROM answers WHERE search "
            "NOTNULL), "
            "(SELECT count(*) FROM answers WHERE search ISNULL), (SELECT count(*) FROM answers "
            "WHERE checked), "
            "(SELECT count(*) FROM questions WHERE moves NOTNULL)"
        )
        return dict(zip(("questions", "searched", "derived", "checked", "split"), row, strict=True))

    def search_costs(self) -> Iterator[tuple[str, int, str]]:
        """Yield the position, the nodes and the outcome of every search."""
        yield from self._rows(
            "SELECT position, nodes, outcome FROM searches JOIN questions ON question = "
            "questions.id"
        )

    def versions(self) -> list[str]:
        """Return the versions of litslab that have searched."""
        return sorted(version for (version,) in self._rows("SELECT DISTINCT version FROM searches"))

    def strategy(self, question: int) -> bytes | None:
        """Return the strategy for the answer to a question, packed; None if the file has none."""
        query = f"SELECT CAST(moves AS BLOB) FROM strategies WHERE question = {question:d}"
        found = self._rows(query) if self._has_strategies() else ()
        return found[0][0] if found else None

    def _has_strategies(self) -> bool:
        return bool(self._rows("SELECT 1 FROM sqlite_schema WHERE name = 'strategies'"))

    # --- writing: each method is a transaction ---

    def add_search(
        self,
        question: ValueQuery,
        parent: ValueQuery | None,
        found: Found,
        answer: StoredAnswer | None = None,
        *,
        outcome: str | None = None,
    ) -> int:
        """Add a search, and the answer that it gave or confirmed; return the number of the search.

        Parameters
        ----------
        question : ValueQuery
            The question that was searched.
        parent : ValueQuery or None
            The question that it was split from.
        found : Found
            The result of the search.
        answer : StoredAnswer, optional
            The answer to keep. If it names no search, this search is its search.
        outcome : str, optional
            The outcome of a second search: ``agreed``, ``disagreed`` or ``undecided``.
        """
        with self._transaction():
            number = self._id(question, parent)
            measured = {
                name: getattr(found, name) for name in ("nodes", "seconds", "worker", "engine")
            }
            measured |= {"outcome": outcome or found.outcome, "version": _version(), "time": _now()}
            search = self._insert("searches", question=number, **measured)
            if answer is not None:
                answer = answer if answer.search is not None else replace(answer, search=search)
                self._insert("answers", question=number, **vars(answer))
        return search

    def add_answer(self, question: ValueQuery, answer: StoredAnswer) -> None:
        """Add an answer that follows from others."""
        with self._transaction():
            self._insert("answers", question=self._id(question, None), **vars(answer))

    def add_strategy(self, question: int, packed: bytes) -> None:
        """Add the strategy for the answer to a question."""
        with self._transaction():
            self._database.execute(stored.STRATEGIES.replace("TABLE", "TABLE IF NOT EXISTS", 1))
            self._insert("strategies", question=question, moves=packed)

    def add_split(self, question: ValueQuery, moves: Sequence[int]) -> None:
        """Record that a question is split, and the moves of its reduced position, likely ones
        first.
        """
        with self._transaction():
            self._database.execute(
                "UPDATE questions SET moves = ? WHERE id = ?",
                (stored.pack(tuple(moves)), self._id(question, None)),
            )

    def forget(self, worker: str) -> int:
        """Delete the unconfirmed answers of a worker, and all answers that follow from others.

        Returns
        -------
        int
            The number of deleted answers of the worker.
        """
        with self._transaction():
            dropped = self._database.execute(
                "DELETE FROM answers WHERE NOT checked AND search IN (SELECT id FROM searches "
                "WHERE worker = ?)",
                (worker,),
            ).rowcount
            self._database.execute("DELETE FROM answers WHERE search ISNULL")
        return dropped

    def _insert(self, table: str, **values: Any) -> int:
        """Insert a row, and return its number."""
        columns = ", ".join(values)
        places = ", ".join("?" * len(values))
        inserted = self._database.execute(
            f"INSERT INTO {table} ({columns}) VALUES ({places})", (*values.values(),)
        )
        return int(inserted.lastrowid or 0)

    def _id(self, question: ValueQuery, parent: ValueQuery | None) -> int:
        """Return the number of a question; a new one is added."""
        name = question.name
        if name not in self._ids:
            found = self._database.execute(
                "SELECT id FROM questions WHERE position = ? AND target = ?", name
            ).fetchone()
            if found is None:
                above = None if parent is None else self._id(parent, None)
                found = (self._insert("questions", position=name[0], target=name[1], parent=above),)
            self._ids[name] = int(found[0])
        return self._ids[name]

    def _rows(self, query: str) -> list[Any]:
        with self._failing("read"):
            return self._database.execute(query).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Write everything in the block, or nothing."""
        with self._failing("write"):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                self._ids.clear()  # some may be of this transaction
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _failing(self, verb: str) -> Iterator[None]:
        """Turn an error of the database into a `StoreError` of one line."""
        try:
            yield
        except (sqlite3.Error, UnicodeError) as error:
            # SQLite's message about a damaged file may not be valid text.
            raise stored.StoreError(f"cannot {verb} {self.path}: {_reason(error)}") from None


def _open_to_write(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=SECONDS_TO_UNLOCK, isolation_level=None)
    for setting in (
        "journal_mode = WAL",
        "synchronous = NORMAL",
        f"wal_autocheckpoint = {_LOG_PAGES}",
    ):
        database.execute(f"PRAGMA {setting}")
    return database


def _open_to_read(path: Path) -> sqlite3.Connection:
    """Open a campaign so that all reads see one snapshot while others write.

    SQLite can read a database with a write-ahead log only if it can create files beside it. A file
    in a read-only folder does not change, unless its log still exists.
    """
    try:
        return _begin(sqlite3.connect(path, timeout=SECONDS_TO_UNLOCK, isolation_level=None))
    except sqlite3.OperationalError:
        writable = os.access(
            path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids
        )
        if writable or any(each.exists() for each in _companions(path)):
            raise
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    return _begin(sqlite3.connect(address, uri=True, isolation_level=None))


def _begin(database: sqlite3.Connection) -> sqlite3.Connection:
    try:
        database.execute("BEGIN")
        # The first read takes the snapshot.
        database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        database.close()
        raise
    return database


def _reason(error: Exception) -> str:
    """Return the reason why a file cannot be read or written."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    text = str(error)
    if "locked" in text:
        return "another process is writing to it"
    if isinstance(error, UnicodeError) or "not a database" in text or "no such table" in text:
        return "expected a file that `litslab campaign new` made"
    return " ".join(text.split())


def _replace(path: Path, tables: dict[str, list[Any]], *, force: bool) -> None:
    """Write a whole campaign's file with these rows, or nothing; no process may be working on a
    campaign there.

    The files that SQLite keeps beside an old file are removed, because the log of a killed process
    would be mixed into the new file.
    """
    refuse_overwriting(path, force)
    if path.exists() and not path.is_file():
        raise FileError(f"cannot write {path}: it is not a file")
    locked = _lock(path)
    target = Path(os.path.realpath(path))
    part = unfinished(target)
    try:
        _remove(part, *_companions(part))
        with closing(sqlite3.connect(part, isolation_level=None)) as database:
            database.executescript(
                f"{stored.SCHEMA}{stored.STRATEGIES if 'strategies' in tables else ''}"
            )
            database.execute("BEGIN")
            for table, rows in tables.items():
                if rows:
                    database.executemany(
                        f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows
                    )
            database.execute("COMMIT")
        refuse_overwriting(path, force)
        if target.exists():
            shutil.copymode(target, part)
        _remove(*_companions(target))
        part.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise stored.StoreError(f"cannot write {path}: {_reason(error)}") from None
    finally:
        with contextlib.suppress(OSError):
            _remove(part, *_companions(part))
        _release(path, locked)


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _beside(path: Path, kind: str) -> Path:
    """Return the path of a file that belongs to a campaign."""
    path = Path(os.path.realpath(path))  # a link to a campaign is not a second campaign
    return path.with_name(f"{path.name}-{kind}")


def _companions(path: Path) -> tuple[Path, ...]:
    """Return the files that SQLite may keep beside a database: its write-ahead log and journal."""
    return tuple(_beside(path, kind) for kind in ("wal", "shm", "journal"))


def _lock(path: Path) -> int:
    """Lock a campaign against other processes that would work on it; the end of the process unlocks
    it.

    The lock is a separate file, because opening and closing the database file directly would
    release SQLite's locks.
    """
    try:
        while True:
            descriptor = os.open(_beside(path, "lock"), os.O_RDWR | os.O_CREAT, 0o644)
            with contextlib.suppress(FileNotFoundError):  # another process has removed it
                if not lock(descriptor, wait=False):
                    os.close(descriptor)
                    raise stored.StoreError(f"{path}: another process is working on it")
                if os.path.samestat(os.fstat(descriptor), _beside(path, "lock").stat()):
                    return descriptor
            os.close(descriptor)
    except OSError as error:
        raise stored.StoreError(f"cannot write {path}: {error.strerror or error}") from None


def _release(path: Path, descriptor: int) -> None:
    with contextlib.suppress(OSError):  # Windows cannot remove an open file
        _beside(path, "lock").unlink()
    os.close(descriptor)


@cache
def _version() -> str:
    return metadata.version("litslab")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
