"""Refusals of the command line: the exit status, one line with the reason, and nothing written."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from litslab.games import create
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from tests.app.command_line import BAD_INPUT, EXAMPLES, NEGATIVE, Runner, a_game

ILLEGAL = 'game = "taiji"\nmoves = ["a1,a2", "a2,a3"]\n'

TABLE = Path(__file__).with_name("refusals.txt")


def refusals() -> Iterator[tuple[int, str, str]]:
    """The exit status, the command line and a part of the message, for every line of the table."""
    status = 0
    for row in TABLE.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"\[status (\d): ", row):
            status = int(found[1])
        elif row and not row.startswith("#"):
            line, said = row.split(" => ")
            yield status, line, said


@pytest.fixture
def files(run: Runner) -> None:
    (run.folder / "folder").mkdir()
    (run.folder / "binary.toml").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\x00")
    run.write("empty.toml", "")
    run.write("empty.ltp", "")
    run.write("t.toml", dumps(Record(create("taiji", size=3, groups=1))))
    run.write("w.toml", dumps(a_game("wythe", size=2)))
    run.write("pieces.toml", '[[pieces]]\ndrawing = ["bbww"]\n')
    run.write("bad-pieces.toml", '[[pieces]]\ndrawing = ["bbbw"]\n')
    run.write("i.toml", ILLEGAL)
    run.write("g.toml", dumps(Record(create("taiji", size=3)).append("a1,a2")))
    run.write("a.txt", "##.\n#..\n...\n")
    for name, row in (("wrong", ".#??"), ("block", "##??"), ("letters", "???x")):
        run.write(f"{name}.txt", f"{row}\n" * 2 + "????\n" * 2)
    run.write("svg", "")
    run.write("there.pdf", "")
    (run.folder / "examples").symlink_to(EXAMPLES)


def contents(folder: Path) -> dict[str, bytes | None]:
    """The files of a folder, and the names of its folders."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("status", "line", "said"), [*refusals()])
def test_a_refusal_is_one_line_with_its_status_and_writes_nothing(
    run: Runner,
    status: int,
    line: str,
    said: str,
) -> None:
    before = contents(run.folder)
    answer = run(*shlex.split(line))
    assert answer.status == status
    assert said in answer.complaint
    assert contents(run.folder) == before


def test_the_table_is_read() -> None:
    assert {status for status, *_ in refusals()} == {NEGATIVE, BAD_INPUT}
    assert len({line for _, line, _ in refusals()}) == len([*refusals()]) > 150
