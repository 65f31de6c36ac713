"""The set-up of ``.venv``, with programs in pip's stead that do nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.running import ROOT, all_ended, descendants, run_to_end, running
from tools.set_up import PURPOSES, USERS, PackageProgress, excerpt, kernel_progress, requirements

SET_UP = (sys.executable, "-m", "tools.set_up")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

PYTHON = """#!/bin/sh
case "$*" in
  *--editable*) exec sh kernel.sh ;;
  *"-m pip"*) exec sh packages.sh ;;
  *) test ! -e no-kernel ;;
esac
"""
"""Stands for the Python of the environment: pip runs one of two scripts."""

PACKAGES = "echo Collecting a; echo '  Downloading a-1-py3-none-any.whl (3 kB)'"
KERNEL = "echo '  [1/2] Building CXX object x/y/engine.cpp.o'; echo compiled >> compilations"
WORK_FOR_EVER = "sleep 1000 & echo 'Collecting a'; echo '  [1/2] Building CXX object a.o'; wait"
INSTALL_FOR_EVER = "sleep 1000 & echo 'Installing collected packages: a, b'; wait"


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter a checkout that has an environment with pip."""
    monkeypatch.chdir(tmp_path)
    for name in ("pyproject.toml", "constraints.txt", "CMakeLists.txt"):
        Path(name).write_bytes((ROOT / name).read_bytes())
    make_environment()
    script("packages", PACKAGES)
    script("kernel", KERNEL)


def make_environment() -> None:
    """Make an environment whose Python is the one above."""
    programs = Path(".venv", "bin")
    programs.mkdir(parents=True, exist_ok=True)
    (programs / "pip").touch()
    (programs / "python").write_text(PYTHON)
    (programs / "python").chmod(0o755)


def script(name: str, text: str) -> None:
    """Write what pip does for the packages or the kernel."""
    Path(f"{name}.sh").write_text(f"{text}\n")


def set_up(purpose: str) -> subprocess.CompletedProcess[str]:
    """Set up for a purpose."""
    return run_to_end(*SET_UP, purpose, env=ENVIRONMENT)


def stamps() -> set[str]:
    """Return the purposes for which the environment is said to be complete."""
    return {each.name for each in Path(".venv").iterdir() if each.name != "bin"}


def shown(lines: Sequence[str]) -> list[str | None]:
    """Return what is shown of the output of pip."""
    progress = PackageProgress()
    return [progress(line) for line in lines]


@pytest.mark.usefixtures("_folder")
def test_each_part_is_shown_and_the_kernel_is_compiled_once() -> None:
    done = set_up("installed")
    assert (done.returncode, done.stderr) == (0, "")
    first, *lines, last = done.stdout.splitlines()
    assert first == "Setting up .venv: pictures, web."
    assert sorted(lines) == [
        "  kernel: 1/2 engine.cpp",
        "  kernel: installed",
        "packages: 1 a 1 (3 kB)",
        "packages: installed",
    ]
    assert last.startswith("Set up in ")
    assert stamps() == {"installed"}
    assert set_up("test").returncode == 0
    assert stamps() == {"installed", "docs", "test"}
    assert Path("compilations").read_text() == "compiled\n"
    os.utime(".venv/installed", (0, 0))
    assert set_up("docs").returncode == 0
    assert Path("compilations").read_text() == "compiled\n" * 2


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize(("failing", "other"), [("packages", "kernel"), ("kernel", "packages")])
def test_a_part_that_fails_ends_the_other_and_nothing_is_complete(failing: str, other: str) -> None:
    script(other, f"{WORK_FOR_EVER}; touch went-on")
    script(failing, "echo 'ERROR: no such thing' >&2; exit 3")
    done = set_up("installed")
    assert done.returncode == 1
    assert done.stderr == (
        f"{failing}: failed\n    ERROR: no such thing\n"
        f"    (all of it: build/set-up/{failing}.log)\n"
    )
    assert not Path("went-on").exists()
    assert not stamps() & PURPOSES.keys()


@pytest.mark.usefixtures("_folder")
def test_a_kernel_that_does_not_compile_is_an_error_with_the_words_of_the_compiler() -> None:
    script("kernel", "echo '  CMake Error: no compiler'; echo Successfully installed")
    Path("no-kernel").touch()
    done = set_up("installed")
    assert done.returncode == 1
    assert done.stderr.startswith("kernel: not compiled\n      CMake Error: no compiler\n")
    assert "kernel: installed" not in done.stdout
    assert not stamps()


@pytest.mark.usefixtures("_folder")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("packages", "expected"), [(WORK_FOR_EVER, set()), (INSTALL_FOR_EVER, {"unfinished"})]
)
def test_ctrl_c_leaves_no_process_and_no_half_environment(
    packages: str,
    expected: set[str],
) -> None:
    script("packages", packages)
    script("kernel", WORK_FOR_EVER)
    with running(*SET_UP, "installed", env=ENVIRONMENT) as work:
        work.out.wait_for("1/2 a")
        if expected:
            work.out.wait_for("installing 2")
        work.wait_until(lambda: len(descendants(work.process.pid)) == 4)
        started = descendants(work.process.pid)
        work.interrupt()
        ended = work.end()
        assert all_ended(started)
    assert (ended.status, ended.err) == (130, "Set-up stopped.\n")
    assert stamps() == expected


@pytest.mark.usefixtures("_folder")
def test_an_environment_whose_set_up_was_interrupted_is_made_again() -> None:
    Path(".venv", "unfinished").touch()
    Path(".venv", "half").touch()
    # Stands for Python's module.
    Path("venv.py").write_text(
        "from tests.tools.test_set_up import make_environment as make\nmake()"
    )
    done = set_up("installed")
    assert done.returncode == 0, done.stderr
    assert "The last set-up was interrupted, so .venv is made again." in done.stdout
    assert stamps() == {"installed"}


def test_of_the_output_of_pip_the_packages_are_shown() -> None:
    # As the first pip with Python 3.11 writes it, where it asks an index that tells little.
    assert shown(
        [
            "Collecting numpy>=2",
            "  Downloading numpy-2.4.6-cp311-cp311-linux_x86_64.whl (16.6 MB)",
            "Processing /wheels/tomli_w-1.2.0-py3-none-any.whl (from x>=3->y)",
            "Requirement already satisfied: rich>=13",
            "Installing collected packages: tomli-w, numpy",
        ]
    ) == [None, "1 numpy 2.4.6 (16.6 MB)", "2 tomli-w 1.2.0", None, "installing 2"]
    assert shown(
        [
            "Collecting numpy>=2",
            "  Downloading numpy-2.4.6-cp311-cp311-linux_x86_64.whl.metadata (60 kB)",
            "Collecting rich",
            "  Using cached rich-15.0.0-py3-none-any.whl.metadata (18 kB)",
            "Downloading numpy-2.4.6-cp311-cp311-linux_x86_64.whl (16.6 MB)",
            "Using cached rich-15.0.0-py3-none-any.whl (300 kB)",
        ]
    ) == [None, None, None, None, "1/2 numpy 2.4.6 (16.6 MB)", "2/2 rich 15.0.0 (300 kB)"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  Installing build dependencies: started", "fetching the tools of the build"),
        ("  *** Configuring CMake...", "looking for the compiler"),
        ("  [ 3/16] Building CXX object CMakeFiles/a.dir/games/taiji.cpp.o", "3/16 taiji.cpp"),
        ("  [ 25%] Building CXX object CMakeFiles/a.dir/games/taiji.cpp.o", "25% taiji.cpp"),
        ("  [16/16] Linking CXX shared module _kernel.so", "16/16 _kernel.so"),
        ("  -- Configuring done", None),
    ],
)
def test_of_the_build_the_compiled_files_are_shown(line: str, expected: str | None) -> None:
    assert kernel_progress(line) == expected


def test_of_a_long_log_the_first_error_is_shown(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    numbers = [str(n) for n in range(100)]
    log.write_text("\n".join([*numbers, "x: error: y", *numbers]))
    assert excerpt(log).splitlines()[1:6] == [
        "    97",
        "    98",
        "    99",
        "    x: error: y",
        "    0",
    ]
    log.write_text("\n".join(numbers))
    assert excerpt(log).splitlines()[1] == "    85"


def test_the_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert {extra for needed in PURPOSES.values() for extra in needed} | {*USERS} <= extras.keys()
    # A contributor who uses pip alone gets what `make check` and `make test` install.
    assert extras["dev"] == [f"litslab[{','.join(sorted(PURPOSES['check']))}]"]


@pytest.mark.usefixtures("_folder")
def test_users_get_nothing_of_the_tests() -> None:
    assert not {"pytest>=9", "mypy>=1.13", "mkdocs>=1.6,<2"} & {*requirements(USERS)}
    assert {"pytest>=9", "typst>=0.13", "numpy>=2"} <= {*requirements((*USERS, "test"))}


def test_the_purposes_of_the_makefile_are_those_of_the_program() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    stamps = re.findall(r"(?m)^PURPOSES := (.+)$", text)[0].split()
    assert stamps == [f".venv/{each}" for each in ("installed", "test", "docs", "check")]
    assert {Path(each).name for each in stamps} == PURPOSES.keys()
    needed = re.findall(r"(?m)^[\w-]+:.* \.venv/(\w+)", text)
    assert {*needed} <= PURPOSES.keys() | {"mutants"}
