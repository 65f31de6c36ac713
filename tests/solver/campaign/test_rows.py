"""Malformed rows of a campaign: each is refused with its place, whatever reads it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import tomllib
import zlib
from contextlib import closing
from itertools import permutations
from pathlib import Path

import pytest

from litslab.games.registry import new_game
from litslab.solver.campaign.campaign import Campaign
from litslab.solver.campaign.question import ValueQuery
from litslab.solver.campaign.rows import InconsistentError, StoreError, pack, unpack
from litslab.solver.campaign.store import Store
from litslab.solver.campaign.tree import Found, SearchStatus
from litslab.solver.campaign.verify import verify_campaign
from tests.solver.campaign.boards import HARD, make, run, search_afresh

WHOLE = new_game("taiji", size=3, groups=1)
LIMIT = WHOLE.rules.value_limit()
MOST = 1 << 16
"""The most numbers that are unpacked."""

BOMB = zlib.compress(bytes(1 << 24))
"""A few kilobytes that unpack to millions."""

NOBODY = 65534
"""A user without rights."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A finished campaign with answers of searches and such that follow from others."""
    path = make(tmp_path_factory.mktemp("rows"), WHOLE, "openings")
    run(path, HARD, search_afresh)
    return path.read_bytes()


@pytest.fixture
def path(whole: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "a.db"
    path.write_bytes(whole)
    return path


def forge(path: Path, statements: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        before = database.total_changes
        database.executescript(f"PRAGMA ignore_check_constraints = ON; {statements}")
        database.commit()
        schema = any(word in statements for word in ("DROP", "CREATE", "ALTER"))
        assert schema or database.total_changes > before, "nothing was forged"


SETTINGS = {
    "not JSON": ("seed", "seven", "setting seed: invalid JSON"),
    "not UTF-8": ("record", b'"\xff\xfe"', "setting record: "),
    "another type": ("record", "7", "setting record: input should be a valid string"),
    "a number beyond all": ("seed", "9" * 5000, "setting seed: "),
    "a share above one": (
        "checked_share",
        "1.5",
        "setting checked_share: input should be less than or equal to 1",
    ),
    "a share below zero": (
        "checked_share",
        "-0.5",
        "setting checked_share: input should be greater than or equal",
    ),
    "no number": ("checked_share", "NaN", "setting checked_share: "),
    "a long format": ("format", f'"{"x" * 50}"', f"format '{'x' * 39}': expected"),
    "lists without end": ("target", "[" * 100_000, "setting target: invalid JSON"),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_a_setting_that_is_none_is_named(path: Path, case: str) -> None:
    name, value, message = SETTINGS[case]
    with closing(sqlite3.connect(path)) as database, database:
        assert (
            database.execute("UPDATE campaign SET value = ? WHERE name = ?", (value, name)).rowcount
            == 1
        )
    with pytest.raises(StoreError, match=rf"a\.db: {message}"):
        Store(path).close()


@pytest.mark.parametrize("name", ["record", "target", "seed", "checked_share", "version", "made"])
def test_a_setting_that_is_missing_is_named(path: Path, name: str) -> None:
    forge(path, f"DELETE FROM campaign WHERE name = '{name}'")
    with pytest.raises(StoreError, match=f"setting {name}: field required"):
        Store(path).close()


SHAPES = {
    "a table is missing": "DROP TABLE searches",
    "a view instead": "ALTER TABLE searches RENAME TO s; CREATE VIEW searches AS SELECT * FROM s",
    "a column more": "ALTER TABLE answers ADD COLUMN more INTEGER",
    "an index of its own": "CREATE INDEX more ON answers (move)",
    "a trigger": "CREATE TRIGGER t AFTER DELETE ON answers BEGIN DELETE FROM questions; END",
    "no uniqueness": (
        "DROP INDEX questions_by_name; CREATE INDEX questions_by_name ON questions (position)"
    ),
}


@pytest.mark.parametrize("case", SHAPES)
def test_another_schema_is_no_campaign(path: Path, case: str) -> None:
    forge(path, SHAPES[case])
    with pytest.raises(StoreError, match="expected a file that `litslab campaign new` made"):
        Store(path).close()


FIRST_LEAF = "question = (SELECT question FROM answers WHERE search NOTNULL LIMIT 1)"

ROWS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("rows.toml").read_text(encoding="utf-8")
)


@pytest.mark.slow
@pytest.mark.parametrize("case", ROWS)
def test_a_row_that_is_none_is_named(path: Path, case: str) -> None:
    statements = ROWS[case]["statements"].replace("LEAF", FIRST_LEAF)
    message = ROWS[case]["message"].replace("BEYOND", str(LIMIT + 2)).replace("LIMIT", str(LIMIT))
    forge(path, statements)
    with Store(path) as store, pytest.raises(StoreError, match=rf"a\.db: .*{message}"):
        store.contents()


@pytest.mark.parametrize("target", [-LIMIT, LIMIT + 2])
def test_the_least_and_the_greatest_target_are_read(path: Path, target: int) -> None:
    forge(path, f"UPDATE questions SET target = {target} WHERE id = 3")
    with Store(path) as store:
        assert store.contents().questions[3].target == target


TRUE = [((1, True), (3, True), (5, False)), ((1, True), (3, False), (5, False))]
FALSE = [
    ((1, True), (5, True), (3, False)),
    ((5, True), (1, False), (3, False)),
    ((3, True), (1, False), (5, False)),
    ((1, True), (3, True), (-1, False)),
]
"""Answers about one position that are true of some value, and such that are true of none."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "verdicts", [order for each in (*TRUE, *FALSE) for order in permutations(each)], ids=str
)
def test_the_answers_about_a_position_are_true_of_one_value(
    path: Path,
    verdicts: tuple[tuple[int, bool], ...],
) -> None:
    """The order of the answers does not matter."""
    forge(path, "DELETE FROM answers; DELETE FROM searches; DELETE FROM questions")
    for number, (target, holds) in enumerate(verdicts, 1):
        forge(
            path,
            f"INSERT INTO questions VALUES ({number}, 'x', {target}, NULL, NULL);"
            f"INSERT INTO searches VALUES ({number}, {number}, 'answered', 1, 0.0, 'w', 'kernel', "
            "'1', 't');"
            f"INSERT INTO answers VALUES ({number}, {int(holds)}, NULL, {number}, 0);",
        )
    with Store(path) as store:
        if set(verdicts) in map(set, TRUE):
            assert len(store.contents().answers) == 3
        else:
            with pytest.raises(
                InconsistentError, match=r"question \d \(at least .*said to hold, but question \d"
            ):
                store.contents()


def test_answers_that_contradict_the_rules_are_no_result(path: Path) -> None:
    """They may stand beside each other in the file, but no value of this board is so large."""
    forge(
        path,
        "DELETE FROM answers WHERE NOT holds OR question > (SELECT min(question) FROM answers "
        "WHERE holds);"
        f"UPDATE questions SET position = '; light to move', target = {LIMIT + 2} "
        "WHERE id = (SELECT question FROM answers)",
    )
    with pytest.raises(
        InconsistentError, match=f"answers contradict .*: at least {LIMIT + 2}, at most {LIMIT}"
    ):
        Campaign(path)


@pytest.mark.slow
def test_numbers_are_packed_and_unpacked() -> None:
    for numbers in ((), (0,), (7, MOST - 1, 3), tuple(range(300)), tuple(range(MOST))):
        assert unpack(pack(numbers), MOST) == numbers


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"x",
        pack((1, 2))[:-1],
        pack((1, 2)) + b"x",
        zlib.compress(b"abc"),
        pack((*range(MOST), 0)),
        BOMB,
    ],
    ids=["empty", "not compressed", "cut", "more behind", "three bytes", "one too many", "bomb"],
)
def test_what_was_not_packed_is_not_unpacked(packed: bytes) -> None:
    with pytest.raises(ValueError, match="expected compressed numbers"):
        unpack(packed, MOST)


@pytest.mark.parametrize("numbers", [(7, 7), (MOST,), (1 << 24,), (7,) * MOST])
def test_what_is_no_list_of_moves_is_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=f"expected different numbers below {MOST}"):
        unpack(pack(numbers), MOST)


def test_what_is_unpacked_is_bounded_by_the_board(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE questions SET moves = ? WHERE moves NOTNULL", (BOMB,))
    most = len(WHOLE.rules.table) + 1
    with pytest.raises(
        InconsistentError,
        match=rf"question \d+ .*: its moves: expected compressed numbers .*, at most {most}$",
    ):
        Campaign(path)


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="takes the rights of another user"
)
def test_a_finished_campaign_is_read_where_nobody_can_write(whole: bytes) -> None:
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "a.db"
        path.write_bytes(whole)
        path.chmod(0o444)
        path.parent.chmod(0o555)
        os.seteuid(NOBODY)
        try:
            with Campaign(path) as campaign:
                assert campaign.status().result.complete
            assert verify_campaign(path, sample=0).result.complete
        finally:
            os.seteuid(0)
        assert (path.read_bytes(), [each.name for each in path.parent.iterdir()]) == (
            whole,
            [path.name],
        )


def test_the_log_beside_a_campaign_stays_small_and_goes_with_the_writer(tmp_path: Path) -> None:
    path = make(tmp_path, WHOLE, "openings")
    log = path.with_name(f"{path.name}-wal")
    question = ValueQuery(WHOLE, 1)
    with Store(path, writing=True) as store:
        # At two pages each, more than three megabytes of log if nothing were written back.
        for _ in range(400):
            store.add_search(
                question, None, Found(SearchStatus.LIMIT, None, (), 1, 0.0, "a worker", "kernel")
            )
        assert 0 < log.stat().st_size < 1 << 19
    assert not log.exists() or log.stat().st_size == 0
