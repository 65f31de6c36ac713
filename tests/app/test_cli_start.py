"""The first moments of the program: Ctrl-C while it imports its modules, and terminals that are not
UTF-8.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import sys
import time
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from litslab.app.cli import main, raise_after_imports
from tests.app.command_line import BAD_INPUT, DONE, INTERRUPTED, LIMIT, process
from tests.running import PATIENCE, run_python, run_to_end

# Sends Ctrl-C when a module is imported; the library of that module turns it into another error.
PRESSED_AT_AN_IMPORT = """
import runpy, signal, sys

class Presser:
    def find_spec(self, name, path=None, target=None):
        if name == pressed:
            sys.meta_path.remove(self)
            try:
                signal.raise_signal(signal.SIGINT)
            except BaseException as error:
                raise ImportError(f"cannot import {name}") from error

sys.meta_path.insert(0, Presser())
_, pressed, begin = sys.argv
sys.argv[1:] = ["games"]
if begin == "module":
    runpy.run_module("litslab.app.cli", run_name="__main__")
else:
    from litslab.app.cli import main
    sys.exit(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "begin"),
    [
        ("litslab.app.cli.program", "script"),
        ("typer", "module"),
        ("litslab.app.cli.records", "script"),
    ],
)
def test_ctrl_c_at_an_import_is_one_line(module: str, begin: str) -> None:
    done = run_python(PRESSED_AT_AN_IMPORT, module, begin)
    assert (done.returncode, done.stdout, done.stderr) == (
        INTERRUPTED,
        "",
        "litslab: interrupted\n",
    )


PUZZLE = "lits/4/4/9q02jg"


def first_session() -> list[str]:
    """The commands of the README, with less work."""
    page = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:sh|console)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^(?:\$ )?litslab ([^#|\n]+)", "".join(blocks), re.MULTILINE)
    shorter = (
        ("-n 2000", "-n 20"),
        ("--size 8", "--size 6"),
        ("--time-limit 2", "--time-limit 0.3"),
    )
    return [reduce(lambda text, change: text.replace(*change), shorter, line) for line in lines]


def printed(
    monkeypatch: pytest.MonkeyPatch,
    encoding: str,
    line: str,
    given: bytes = b"",
) -> tuple[int, bytes, bytes]:
    """Run a command line with streams in an encoding; its status, and the bytes on standard output
    and error.
    """
    out = io.BytesIO()
    err = io.BytesIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding=encoding))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding=encoding, newline="\n"))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding=encoding, newline="\n"))
        status = main(shlex.split(line))
        sys.stdout.flush()
        sys.stderr.flush()
        return status, out.getvalue(), err.getvalue()


@pytest.mark.slow
def test_the_first_session_runs_where_all_is_ascii(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = first_session()
    assert len(lines) > 8
    for line in [*lines, f"puzzle solve {PUZZLE} --explain", "games"]:
        status, out, err = printed(monkeypatch, "ascii", line)
        assert status in {DONE, LIMIT}, line
        assert (out + err).isascii(), line
    assert (
        printed(monkeypatch, "ascii", "new battle-of-lits --seed 7")[1]
        == Path("game.toml").read_bytes()
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16"])
def test_without_utf_8_boards_help_errors_and_json_are_ascii(
    encoding: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for line, expected in [
        (f"puzzle show {PUZZLE}", DONE),
        ("solve --help", DONE),
        ("example taiji-9", DONE),
        ("puzzle grade ½×½–“é”…", BAD_INPUT),
        ("show 'a\udcff.toml'", BAD_INPUT),
        ("example battle-of-lits-18 --json", DONE),
    ]:
        in_utf_8 = printed(monkeypatch, "utf-8", line)
        status, out, err = printed(monkeypatch, encoding, line)
        assert (status, in_utf_8[0]) == (expected, expected)
        assert (out + err).isascii()
        if "--json" in line:
            assert json.loads(out) == json.loads(in_utf_8[1])
            assert not in_utf_8[1].isascii()
        if "puzzle show" in line:
            shapes = [
                [len(each) for each in text.decode().splitlines()] for text in (out, in_utf_8[1])
            ]
            assert shapes[0] == shapes[1]
            assert b"+---+" in out
            assert b"?" not in out
        if "½" in line:
            assert b'1/2x1/2-"e"...' in err


def test_a_move_that_is_no_text_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, _ = printed(monkeypatch, "utf-8", "play taiji --size 3 --groups 1", b"a\xff\n")
    assert (status, b"game not saved" in out) == (DONE, True)


def test_a_closed_stream_is_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert (main(["show", "-"]), main(["games"])) == (BAD_INPUT, DONE)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


@pytest.mark.slow
def test_a_plain_locale_gets_plain_characters() -> None:
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}
    done = process("puzzle", "show", PUZZLE, env={**os.environ, **plain})
    assert (done.returncode, done.stderr) == (DONE, "")
    assert "+---+" in done.stdout


def test_an_interrupt_in_an_import_is_raised_after_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "losing.py").write_text(
        "import signal\ntry:\n    signal.raise_signal(signal.SIGINT)\nexcept KeyboardInterrupt:\n  "
        "  pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    before = signal.signal(signal.SIGINT, raise_after_imports)
    try:
        with pytest.raises(KeyboardInterrupt):
            time.sleep(PATIENCE if vars(import_module("losing")) else 0)
    finally:
        signal.signal(signal.SIGINT, before)
    assert "losing" in sys.modules


EVERY_HELP = """
import sys
from litslab.app.cli import main
from tests.app.commands import commands

names = commands()
groups = {name.rpartition(" ")[0] for name in names}
for name in [*sorted(groups), *names]:
    print(f"== {name}")
    sys.stdout.flush()
    main([*name.split(), "--help"])
"""


@pytest.mark.slow
def test_the_help_is_the_same_where_python_strips_docstrings() -> None:
    usual = run_python(EVERY_HELP)
    stripped = run_to_end(sys.executable, "-OO", "-c", EVERY_HELP)
    assert "Find the exact value, the winner" in usual.stdout
    assert stripped.stdout == usual.stdout
    assert stripped.returncode == usual.returncode == DONE
