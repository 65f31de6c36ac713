"""Commands with workers that are killed: no process stays, what was finished is kept, and a rerun
ends the work.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from litslab.app.cli import main
from litslab.app.console import TERMINATED
from tests.running import all_ended, descendants, litslab, running, wait_until
from tests.unending import unending

pytestmark = pytest.mark.slow

Whole = Callable[[tuple[str, ...]], Path]

TWO = ("--workers", "2")
ALONE = ("--workers", "1")
"""Two workers, which are killed, and none: the results are the same, and processes take long to
start.
"""

TERM = signal.SIGTERM
KILL = signal.SIGKILL


def kill_at_work(
    line: list[str],
    how: signal.Signals,
    begun: Callable[[], bool],
    *,
    workers: int = 2,
) -> str:
    """Run a command that would not end soon, kill it as soon as something has been finished, and
    see that no process of it stays.

    Returns
    -------
    str
        Its standard error.
    """
    with running(*line) as command:
        command.wait_until(lambda: begun() and len(descendants(command.process.pid)) >= workers)
        children = descendants(command.process.pid)
        command.process.send_signal(how)
        ended = command.end()
        assert wait_until(lambda: all_ended(children))
    assert ended.status == (TERMINATED if how is TERM else -KILL), ended.err
    assert "Traceback" not in ended.err
    return ended.err


def contents(folder: Path, pattern: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob(pattern))}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Run a command that nobody kills, once, and return what it writes."""

    @cache
    def run(arguments: tuple[str, ...]) -> Path:
        output = tmp_path_factory.mktemp("whole") / "whole.parquet"  # a folder may have any name
        assert main([*arguments, *ALONE, "-o", str(output)]) == 0
        return output

    return run


@pytest.mark.parametrize(("how", "workers"), [(TERM, TWO), (KILL, TWO), (TERM, ALONE)], ids=str)
def test_simulate(
    tmp_path: Path,
    whole: Whole,
    how: signal.Signals,
    workers: tuple[str, ...],
) -> None:
    output = tmp_path / "run.parquet"
    arguments = ("simulate", "wythe", "--size", "6", "-n", "120000")
    parts = tmp_path / "run.parquet.parts"
    line = unending(*arguments, *workers, "-o", output)
    children = 2 if workers == TWO else 0
    killed = kill_at_work(line, how, lambda: any(parts.glob("[0-9]*.parquet")), workers=children)
    assert not output.exists()
    kept = contents(parts, "[0-9]*.parquet")
    assert kept
    if how is TERM:
        assert "stopped; the same command resumes" in killed
    assert main([*arguments, *ALONE, "-o", str(output)]) == 0
    assert output.read_bytes() == whole(arguments).read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["run.parquet"]


@pytest.mark.parametrize(
    ("command", "pattern", "how"),
    [
        ("puzzle generate --size 9 --count 6 --seed 3", "lits-*.json", KILL),
        ("study generate wythe --size 4 --plies 5 --count 5 --seed 2", "*.toml", TERM),
    ],
)
def test_generate(
    tmp_path: Path,
    whole: Whole,
    how: signal.Signals,
    command: str,
    pattern: str,
) -> None:
    arguments = tuple(command.split())
    folder = tmp_path / "out"
    line = unending(*arguments, *TWO, "-o", folder)
    kill_at_work(line, how, lambda: any(folder.glob(pattern)))
    kept = contents(folder, pattern)
    assert kept
    assert main([*arguments, *ALONE, "-o", str(folder)]) == 0
    again = contents(folder, pattern)
    expected = contents(whole(arguments), pattern)
    assert {name: data.split(b'"seconds"')[0] for name, data in again.items()} == {
        name: data.split(b'"seconds"')[0] for name, data in expected.items()
    }
    assert {name: again[name] for name in kept} == kept
    assert [path for path in folder.rglob(".*") if path.is_file()] == []


def test_report(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    line = "report taiji --size 7 --quick --playouts 10000000"  # each of its games takes minutes
    kill_at_work(
        litslab(*line.split(), *TWO, "-o", folder),
        TERM,
        (folder / ".games" / "random.parquet").exists,
    )
    assert not (folder / ".games").exists()
