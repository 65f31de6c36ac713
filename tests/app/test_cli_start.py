"""The first moments of the program: Ctrl-C while it imports its modules."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.app.command_line import INTERRUPTED
from tests.running import PATIENCE, prepared

# Presses Ctrl-C when a module is imported, as a library does that makes an error of its own of everything.
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


def press(module: str, begin: str) -> subprocess.CompletedProcess[str]:
    command = prepared(sys.executable, "-c", PRESSED_AT_AN_IMPORT, module, begin)
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize("module", ["litslab.app.cli.program", "typer", "litslab.app.cli.records"])
@pytest.mark.parametrize("begin", ["script", "module"])
def test_ctrl_c_at_an_import_is_one_line(module: str, begin: str) -> None:
    done = press(module, begin)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "litslab: interrupted\n")


def test_without_ctrl_c_the_program_goes_on() -> None:
    done = press("absent", "script")
    assert (done.returncode, done.stderr) == (0, "")
    assert "taiji" in done.stdout
