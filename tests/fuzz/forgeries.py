"""Forged campaigns from true ones, as somebody would make them to prove something false.

Everything is drawn from a `random.Random`, so that a case that fails is found again by its number.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.fuzz.mutations import damage_bytes

Forgery = Callable[[sqlite3.Connection, random.Random, Path], None]
"""Changes a campaign's file; the path is that of another campaign."""

COLUMNS = {
    "questions": ("id", "position", "target", "parent", "moves"),
    "answers": ("question", "holds", "move", "search", "checked"),
    "searches": (
        "id",
        "question",
        "outcome",
        "nodes",
        "seconds",
        "worker",
        "engine",
        "version",
        "time",
    ),
}

VALUES: tuple[Any, ...] = (
    None,
    -1,
    0,
    1,
    2,
    3,
    7,
    1 << 31,
    (1 << 63) - 1,
    -(1 << 63),
    0.5,
    1e300,
    float("inf"),
    "",
    "x",
    "1",
    "\x00",
    b"",
    b"\xff\xfe",
    b"x\x9c\x03\x00\x00\x00\x00\x01",
    "9" * 400,
)
"""Replacements of a value of a row."""


def forge(whole: bytes, other: Path, path: Path, rng: random.Random) -> list[str]:
    """Write a forged copy of a campaign and return what was done to it.

    Parameters
    ----------
    whole : bytes
        A campaign's file.
    other : Path
        Another campaign's file, whose rows may be mixed in.
    path : Path
        Where to write.
    rng : Random
        Chooses.
    """
    log = path.with_name(f"{path.name}-wal")
    log.unlink(missing_ok=True)
    path.write_bytes(whole)
    done = [rng.choice(list(FORGERIES)) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    with changing(path) as database:
        for name in done:
            with suppress(sqlite3.Error):  # not even the database takes it
                FORGERIES[name](database, rng, other)
    if rng.random() < 0.05:
        done.append("bytes")
        path.write_bytes(damage_bytes(path.read_bytes(), rng))
    if rng.random() < 0.05:
        done.append("log")
        log.write_bytes(_log_of(other, path.with_suffix(".other"), rng))
    return done


@contextmanager
def changing(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a campaign to change it, not bound by what the file itself demands."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for setting in (
            "journal_mode = MEMORY",
            "synchronous = OFF",
            "ignore_check_constraints = ON",
        ):
            database.execute(f"PRAGMA {setting}")
        database.execute("DROP INDEX IF EXISTS questions_by_name")
        database.execute("BEGIN")
        yield database
        database.execute("COMMIT")


def _log_of(campaign: Path, copy: Path, rng: random.Random) -> bytes:
    """Return the write-ahead log that a process leaves which is killed while it works on a
    campaign.
    """
    copy.write_bytes(campaign.read_bytes())
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("DROP INDEX IF EXISTS questions_by_name")
        database.execute("BEGIN")
        _flip(database, rng, copy)
        database.execute("COMMIT")
        return copy.with_name(f"{copy.name}-wal").read_bytes()


def _some(
    database: sqlite3.Connection,
    rng: random.Random,
    table: str,
    where: str = "1",
) -> list[int]:
    """Choose rows: one, a few or all."""
    rows = [
        row for (row,) in database.execute(f"SELECT {COLUMNS[table][0]} FROM {table} WHERE {where}")
    ]
    return rng.sample(rows, min(len(rows), rng.choice((1, 1, 1, 3, 10, len(rows)))))


def _update(
    database: sqlite3.Connection,
    table: str,
    rows: list[int],
    change: str,
    *values: object,
) -> None:
    key = COLUMNS[table][0]
    database.executemany(
        f"UPDATE {table} SET {change} WHERE {key} = ?", [(*values, row) for row in rows]
    )


def _flip(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    where = rng.choice(("1", "search NOTNULL", "search ISNULL", "question < 20"))
    _update(database, "answers", _some(database, rng, "answers", where), "holds = 1 - holds")


def _bomb(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Make lists of moves short ones that unpack to long ones."""
    bomb = zlib.compress(bytes(1 << rng.choice((12, 22, 26))))
    _update(database, "questions", _some(database, rng, "questions"), "moves = ?", bomb)


def _flip_all_of_a_position(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Make all answers about a position agree on another value."""
    (position,) = rng.choice(
        database.execute("SELECT DISTINCT position FROM questions").fetchall() or [("",)]
    )
    value = rng.choice((-9, -3, -1, 1, 3, 9))
    database.execute(
        "UPDATE answers SET holds = (SELECT target <= ? FROM questions WHERE id = question) "
        "WHERE question IN (SELECT id FROM questions WHERE position = ?)",
        (value, position),
    )


def claim_values(database: sqlite3.Connection, value: int) -> None:
    """Have searches say of every position that is asked about that it has one value: the same for
    all.
    """
    positions = database.execute("SELECT DISTINCT position FROM questions ORDER BY id").fetchall()
    for table in ("answers", "searches", "questions"):
        database.execute(f"DELETE FROM {table}")
    for (position,) in positions:
        for target in (value, value + 2):
            new = database.execute(
                "INSERT INTO questions (position, target) VALUES (?, ?)", (position, target)
            )
            _answer(database, int(new.lastrowid or 0), int(target <= value))


def _flip_leaves(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Make answers that agree with each other, but not with the game."""
    claim_values(database, rng.choice((-9, -3, -1, 1, 3, 9)))


def _drop(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    table = rng.choice(("questions", "answers", "answers", "searches"))
    rows = _some(database, rng, table)
    database.executemany(
        f"DELETE FROM {table} WHERE {COLUMNS[table][0]} = ?", [(row,) for row in rows]
    )


def _answer(database: sqlite3.Connection, question: int, holds: int) -> None:
    """Add a search and its answer."""
    search = database.execute(
        "INSERT INTO searches (question, outcome, nodes, seconds, worker, engine, version, time) "
        "VALUES (?, 'answered', 1, 0.0, 'w', 'kernel', '1', 't')",
        (question,),
    ).lastrowid
    database.execute("INSERT INTO answers VALUES (?, ?, NULL, ?, 0)", (question, holds, search))


def _duplicate(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Ask questions a second time, and answer them the same or the opposite."""
    opposite = rng.random() < 0.7
    for row in _some(database, rng, "answers"):
        found = database.execute(
            "SELECT position, target, holds FROM answers JOIN questions ON question = id WHERE id "
            "= ?",
            (row,),
        ).fetchone()
        if found is not None:
            position, target, holds = found
            new = database.execute(
                "INSERT INTO questions (position, target) VALUES (?, ?)", (position, target)
            )
            _answer(database, int(new.lastrowid or 0), int(holds != 1) if opposite else holds)


def _contradict(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Add answers of searches about positions that are there, with any target."""
    positions = database.execute(
        "SELECT DISTINCT position FROM questions ORDER BY id LIMIT 40"
    ).fetchall()
    for (position,) in rng.sample(positions, min(len(positions), rng.choice((1, 1, 2, 10)))):
        target = rng.choice((-7, -3, -1, 0, 1, 2, 3, 5, 9))
        new = database.execute(
            "INSERT INTO questions (position, target) VALUES (?, ?)", (position, target)
        )
        _answer(database, int(new.lastrowid or 0), rng.randrange(2))


def _shift(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    rows = _some(database, rng, "questions")
    _update(
        database, "questions", rows, "target = target + ?", rng.choice((-4, -2, -1, 1, 2, 4, 0.5))
    )


def _reparent(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    for row in _some(database, rng, "questions"):
        _update(
            database,
            "questions",
            [row],
            "parent = ?",
            rng.choice((row, row + 1, row - 1, 1, 999_999, -1, None)),
        )


def _make_derived(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Say that answers of searches follow from others."""
    rows = _some(database, rng, "answers", "search NOTNULL")
    _update(database, "answers", rows, "search = NULL, move = ?", rng.choice((None, 0, 1, 5, 40)))


def _make_searched(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Say that a search answered what followed from others, right or wrong."""
    for row in _some(database, rng, "answers", "search ISNULL"):
        (holds,) = database.execute(
            "SELECT holds FROM answers WHERE question = ?", (row,)
        ).fetchone()
        database.execute("DELETE FROM answers WHERE question = ?", (row,))
        _answer(database, row, rng.choice((holds, 1 - holds if holds in {0, 1} else 0)))


def _move(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    rows = _some(database, rng, "answers", "move NOTNULL")
    _update(database, "answers", rows, "move = ?", rng.choice((None, 0, 1, 2, 17, 60, 1 << 40)))


def _exchange_positions(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    rows = database.execute("SELECT id, position FROM questions").fetchall()
    if len(rows) > 1:
        (one, first), (other, second) = rng.sample(rows, 2)
        _update(database, "questions", [one], "position = ?", second)
        _update(database, "questions", [other], "position = ?", first)


def _edit_positions(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    (row, text) = rng.choice(
        database.execute("SELECT id, position FROM questions").fetchall() or [(0, "x")]
    )
    if isinstance(text, str) and text:
        place = rng.randrange(len(text))
        new = text[:place] + rng.choice("0123456789./XO|-") + text[place + rng.randrange(2) :]
        _update(database, "questions", [row], "position = ?", new)


def _mix(database: sqlite3.Connection, rng: random.Random, other: Path) -> None:
    """Bring in another campaign: its rows beside these or in their place, or only its settings."""
    database.execute("COMMIT")
    database.execute("ATTACH ? AS other", (str(other),))
    database.execute("BEGIN")
    kind = rng.randrange(3)
    if kind == 0:
        database.execute("DELETE FROM campaign")
        database.execute("INSERT INTO campaign SELECT * FROM other.campaign")
    else:
        for table, columns in COLUMNS.items():
            if kind == 1:
                database.execute(f"DELETE FROM {table}")
            shift = 0 if kind == 1 else 1_000_000
            shifted = [
                f"{each} + {shift}" if each in {"id", "question", "parent", "search"} else each
                for each in columns
            ]
            database.execute(
                f"INSERT OR IGNORE INTO {table} SELECT {', '.join(shifted)} FROM other.{table}"
            )
    database.execute("COMMIT")
    database.execute("DETACH other")
    database.execute("BEGIN")


def _set(database: sqlite3.Connection, name: str, value: object) -> None:
    database.execute("UPDATE campaign SET value = ? WHERE name = ?", (value, name))


def _record(database: sqlite3.Connection) -> str:
    (value,) = database.execute("SELECT value FROM campaign WHERE name = 'record'").fetchone() or (
        '""',
    )
    return str(json.loads(value))


def _board(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Change the board: another number, symbol or letter in the record."""
    text = _record(database)
    if found := list(re.finditer(r"\d|[.XO](?=[.XO])|true|false|largest", text)):
        place = rng.choice(found)
        new = (
            rng.choice(("1", "2", "3", "5")) if place[0].isdigit() else rng.choice((".", "X", "O"))
        )
        _set(database, "record", json.dumps(text[: place.start()] + new + text[place.end() :]))


def _supply(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    text = _record(database)
    changed = re.sub(
        r"supply = .*", f'supply = "{rng.choice(("1,1,1,1", "0,0,0,1", "2,0,1,0", "5"))}"', text
    )
    _set(database, "record", json.dumps(changed))


def _version(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    _set(database, "version", rng.choice(('"0.0.1"', '"99"', "1", '"litslab\\u0000"')))
    _update(
        database,
        "searches",
        _some(database, rng, "searches"),
        "version = ?",
        rng.choice(("0.0.1", "", "\x00")),
    )


def _target(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    _set(
        database,
        "target",
        rng.choice(('"value"', '"winner"', '"swap"', '"openings"', '"openings"', '"nothing"')),
    )


def _setting(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    name = rng.choice(("format", "version", "made", "record", "target", "seed", "checked_share"))
    if rng.random() < 0.2:
        database.execute("DELETE FROM campaign WHERE name = ?", (name,))
    else:
        _set(
            database,
            name,
            rng.choice(("", "null", "7", "[]", '"x"', "NaN", "{", b"\xff", "1e999", "[" * 5000)),
        )


def _value(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    """Put any value in the place of another."""
    table = rng.choice(tuple(COLUMNS))
    column = rng.choice(COLUMNS[table])
    for row in _some(database, rng, table)[:5]:
        database.execute(
            f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {COLUMNS[table][0]} = ?",
            (rng.choice(VALUES), row),
        )


def _schema(database: sqlite3.Connection, rng: random.Random, _: Path) -> None:
    changes = (
        "ALTER TABLE answers ADD COLUMN more INTEGER",
        "CREATE TABLE more (x)",
        "CREATE VIEW more AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) "
        "SELECT x FROM r",
        "CREATE INDEX questions_by_name ON questions (target)",
    )
    database.execute(rng.choice(changes))


FORGERIES: dict[str, Forgery] = {
    each.__name__[1:].replace("_", " "): each
    for each in (
        _flip,
        _flip_all_of_a_position,
        _flip_leaves,
        _bomb,
        _drop,
        _duplicate,
        _contradict,
        _shift,
        _reparent,
        _make_derived,
        _make_searched,
        _move,
        _exchange_positions,
        _edit_positions,
        _mix,
        _board,
        _supply,
        _version,
        _target,
        _setting,
        _value,
        _schema,
    )
}
"""All forgeries, by their names in messages."""
