"""Installs that lack something: what macOS and Windows lack, or the kernel, is hidden from new
processes.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from litslab.app.web.folder import open_no_link
from litslab.games.files import WouldOverwriteError, sweep, unfinished, write_new
from litslab.jobs.folder import FolderError, ResumableFolder
from tests.app import test_examples
from tests.app.command_line import BAD_INPUT, Runner
from tests.app.test_cli_start import first_session
from tests.app.web.static_site import answered
from tests.app.web.test_static_page import REQUESTS
from tests.running import ROOT, run_python
from tests.without_kernel import without_kernel

# Functions of `os` that Python's own library looks up at its import are hidden, too. CPython starts
# processes without `os.fork`.
HIDE = """
import os, signal, sys
sys.modules["fcntl"] = sys.modules["resource"] = sys.modules["pwd"] = None
os.supports_dir_fd = set()
for name in (
    "sched_getaffinity", "process_cpu_count", "fork", "forkpty", "register_at_fork", "killpg",
    "geteuid", "getuid", "setsid", "sysconf", "O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "waitid",
):
    if hasattr(os, name):
        delattr(os, name)
for name in ("pthread_kill", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "setitimer"):
    delattr(signal, name)
"""

HIDE_KERNEL = 'import sys; sys.modules["litslab.kernel._kernel"] = None'
"""The compiled part of the kernel cannot be imported, as in an install without a compiler."""

WORK = """
import importlib, os
from pathlib import Path
import litslab as ll
from litslab.app.cli import main
from litslab.jobs.machine import largest_memory, processors

for name in NAMES:
    importlib.import_module(name)
for name in ll.__all__:
    getattr(ll, name)
position = ll.load(Path(ROOT, "docs/examples/battle-of-lits-10.toml")).position(11)
assert ll.solve(position).score == ll.solve(position, engine="reference").score
assert ll.solve_puzzle(ll.puzzle("lits/4/4/9q02jg")).status == "unique"
assert ll.bounds(position).best_end.tight
ll.simulate(ll.new_game("wythe", size=4), "run.parquet", games=20, workers=2)
assert ll.open_run("run.parquet").scan().collect().height == 20
assert main("new wythe --size 3 -o game.toml".split()) == 0
assert main("campaign new game.toml -o a.campaign".split()) == 2
assert processors() == os.cpu_count() and largest_memory() is None
"""


def hiding(tmp_path: Path, hide: str) -> str:
    """Return the search path of a Python process that hides names from itself and from its child
    processes.
    """
    hidden = tmp_path / ".hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(hide)
    return str(hidden)


def without(
    hide: str,
    tmp_path: Path,
    program: str,
    *arguments: str,
) -> subprocess.CompletedProcess[str]:
    """Run a Python program in a folder with names hidden from it."""
    return run_python(
        program, *arguments, cwd=tmp_path, env=os.environ | {"PYTHONPATH": hiding(tmp_path, hide)}
    )


@pytest.mark.slow
def test_every_module_is_imported_and_works_or_says_in_one_line_what_is_missing(
    tmp_path: Path,
) -> None:
    names = sorted(
        f"litslab.{'.'.join(path.relative_to(ROOT).with_suffix('').parts).removesuffix('.__init__')}"
        for room in ("games", "kernel", "jobs", "solver", "puzzles", "analysis", "app")
        for path in (ROOT / room).rglob("*.py")
    )
    done = without(HIDE, tmp_path, f"ROOT = {str(ROOT)!r}\nNAMES = {names}\n{WORK}")
    assert (done.returncode, done.stderr) == (
        0,
        "litslab: cannot write a.campaign: fcntl is unavailable\n",
    )


WITHOUT_KERNEL = """
import shlex, sys
from litslab.app.cli import main

for line in sys.argv[1:]:
    status = main(shlex.split(line))
    assert status == (3 if line.startswith("analyse") else 0), line
"""


@pytest.mark.slow
def test_the_first_session_ends_well_without_the_kernel(tmp_path: Path) -> None:
    done = without(HIDE_KERNEL, tmp_path, WITHOUT_KERNEL, *first_session())
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if "kernel" in line]
    assert lines
    assert set(lines) == {
        "litslab: the kernel was not built: Python and CP-SAT answer instead, many times slower, "
        "and a seed gives other puzzles and games; install a C++20 compiler, then litslab again"
    }


@pytest.fixture
def _without_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide the kernel from this process and from those that it starts."""
    monkeypatch.setenv("PYTHONPATH", hiding(tmp_path, HIDE_KERNEL))
    with without_kernel():
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("_without_kernel")
@pytest.mark.parametrize("name", ["campaign run", "puzzle grade", "puzzle solve"])
def test_the_examples_of_help_end_well_without_the_kernel(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    test_examples.test_every_example_of_help_runs_in_an_empty_folder(
        name, Runner(capsys, folder), monkeypatch
    )


@pytest.mark.usefixtures("_without_kernel")
@pytest.mark.parametrize(
    "command",
    [
        "puzzle generate --size 4 -o made",
        "puzzle solve lits/4/4/9q02jg",
        "puzzle hint lits/4/4/9q02jg",
        "puzzle grade lits/4/4/9q02jg",
    ],
)
def test_each_command_says_once_that_there_is_no_kernel(
    command: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    answer = Runner(capsys, tmp_path)(*command.split())
    lines = [line for line in answer.err.splitlines() if "kernel" in line]
    assert len(lines) == 1
    assert "a seed gives other puzzles and games" in lines[0]


@pytest.mark.usefixtures("_without_kernel")
def test_what_only_the_kernel_does_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    run = Runner(capsys, tmp_path)
    refused = run("maximal", "estimate", "taiji", "--size", "7", "--json")
    assert refused.status == BAD_INPUT
    assert "the kernel was not built" in refused.err
    assert (
        "expected a game of one phase, the kernel and at most 11×11" in refused.err.splitlines()[-1]
    )
    assert (
        "it was not built here"
        in run("puzzle", "solve", "lits/4/4/9q02jg", "--engine", "kernel").err
    )


@pytest.mark.slow
@pytest.mark.usefixtures("_without_kernel")
@pytest.mark.parametrize(
    ("name", "body"),
    # Without those that take long then: a clue, 6,000 games, and the engine's move in Wythe.
    [
        each
        for each in REQUESTS
        if each[0] != "clue" and each[1].get("count") != 6_000 and each[1].get("seed") != 6
    ],
)
def test_the_requests_of_the_page_are_answered_without_the_kernel(
    name: str,
    body: dict[str, Any],
) -> None:
    small = {"record": body["record"].replace("size = 4", "size = 3")} if "record" in body else {}
    assert answered(name, body | small)


def test_files_where_open_ones_cannot_be_renamed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("litslab.games.files.RENAMES_OPEN_FILES", False)
    path = tmp_path / "a"
    write_new(path, "one")
    with pytest.raises(WouldOverwriteError):
        write_new(path, "two")
    write_new(path, "three", force=True)
    unfinished(path).write_text("hal")
    sweep(tmp_path)
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {"a": "three"}


def test_folders_that_cannot_be_opened_are_locked_by_a_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY")
    path = tmp_path / "out"
    with ResumableFolder(path, "request") as folder:
        folder.write("a", "first")
        with (
            pytest.raises(FolderError, match="another process is working there"),
            ResumableFolder(path, "request"),
        ):
            pass
    assert [each.name for each in tmp_path.iterdir()] == ["out"]
    with ResumableFolder(path, "request"):
        pass


@pytest.mark.parametrize("flag", [True, False])
def test_symbolic_links_are_not_followed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    flag: bool,
) -> None:
    if not flag:
        monkeypatch.delattr(os, "O_NOFOLLOW")
    (tmp_path / "a").write_text("text")
    (tmp_path / "b").symlink_to("a")
    os.close(open_no_link(str(tmp_path / "a"), os.O_RDONLY))
    with pytest.raises(OSError, match="symbolic links"):
        open_no_link(str(tmp_path / "b"), os.O_RDONLY)
