"""The lists of changes for `make mutants` name lines that are in today's sources, and tests that
are there to notice them.
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants import __main__ as mutants
from tests.mutants.__main__ import (
    MODULES,
    Change,
    ChangeByHand,
    Outcomes,
    read_by_hand,
    read_equivalents,
    try_by_hand,
)
from tests.mutants.limits import LIMITS, TOO_LONG, RanTooLongError, Usage, run_within
from tests.running import descendants

PLENTY = 1000.0
"""Seconds that no command of these tests takes."""

COMPUTE = """
import sys, time
def compute(seconds):
    while time.process_time() < seconds:
        pass
    print("done")
compute(float(sys.argv[1]))
"""
IN_A_CHILD = (
    f"import subprocess, sys; subprocess.run([sys.executable, '-c', {COMPUTE!r}, sys.argv[1]])"
)
IN_A_THREAD = f"""
import sys, threading
thread = threading.Thread(target=exec, args=({COMPUTE!r}, dict(__name__="thread")))
thread.start()
thread.join()
"""

TESTS = Path("tests")
BY_HAND = read_by_hand()
EQUIVALENTS = sorted(read_equivalents(), key=str)


def name_of(change: Change) -> str:
    return f"{change.module}: {change.line}"


@pytest.mark.parametrize("change", BY_HAND, ids=name_of)
def test_a_change_by_hand_replaces_one_place_of_its_module(change: ChangeByHand) -> None:
    source = Path(change.module).read_text()
    assert source.count(change.line) == 1
    # A module that cannot be imported would fail every test.
    changed = source.replace(change.line, change.change)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))


@pytest.mark.parametrize("change", EQUIVALENTS, ids=name_of)
def test_an_equivalent_change_is_of_one_line_of_its_module(change: Change) -> None:
    lines = [line.strip() for line in Path(change.module).read_text().splitlines()]
    wanted = change.line.splitlines()
    found = [start for start in range(len(lines)) if lines[start : start + len(wanted)] == wanted]
    assert len(found) == 1
    assert change.change != change.line


def test_equivalent_changes_are_of_modules_that_are_changed() -> None:
    known = MODULES.keys() | {change.module for change in BY_HAND}
    assert {change.module for change in EQUIVALENTS} <= known


def test_modules_and_tests_of_modules_exist() -> None:
    assert [module for module in MODULES if not Path(module).is_file()] == []
    of_modules = {test for tests in MODULES.values() for test in tests}
    assert [test for test in of_modules if not (TESTS / test).is_file()] == []


@pytest.mark.parametrize("change", BY_HAND, ids=name_of)
def test_tests_of_a_change_by_hand_exist(change: ChangeByHand) -> None:
    assert change.tests
    for test in change.tests:
        path, _, name = test.partition("::")
        if name:
            function = re.escape(name.partition("[")[0])
            assert re.search(rf"^def {function}\(", (TESTS / path).read_text(), re.MULTILINE), test
        else:
            assert (TESTS / path).is_file(), test


@pytest.mark.parametrize("program", [COMPUTE, IN_A_CHILD, IN_A_THREAD])
def test_processor_time_is_limited(program: str) -> None:
    """That of child processes and threads counts, and what exceeds the limit is ended."""
    words = [sys.executable, "-c", program]
    before = descendants(os.getpid())
    with pytest.raises(RanTooLongError):
        run_within([*words, str(PLENTY)], Usage(0.2, PLENTY), quiet=True, poll=0.05)
    assert descendants(os.getpid(), before) == []
    status, used = run_within([*words, "0.2"], Usage(PLENTY, PLENTY), quiet=True, poll=0.05)
    assert status == 0
    assert used.processor >= 0.2


def test_sleep_is_limited() -> None:
    words = [sys.executable, "-c", f"import time; time.sleep({PLENTY})"]
    with pytest.raises(RanTooLongError):
        run_within(words, Usage(PLENTY, 0.2), poll=0.05)


def test_limits_are_above_what_was_used() -> None:
    used = Usage(100, 200)
    assert not used.exceeds(used.limits())
    assert Usage(301, 200).exceeds(Usage(300, 1000))
    assert Usage(100, 1001).exceeds(Usage(300, 1000))
    assert 200 < used.limits().processor < 1000


@pytest.mark.parametrize(("seconds", "status", "last"), [(0, 0, "done"), (1000, 1, TOO_LONG)])
def test_the_command_for_cosmic_ray_says_last_that_its_limit_was_exceeded(
    seconds: int,
    status: int,
    last: str,
) -> None:
    words = [sys.executable, "-m", "tests.mutants.limits", sys.executable, "-c", COMPUTE]
    done = subprocess.run(
        [*words, str(seconds)],
        env={**os.environ, LIMITS: f"0.2 {PLENTY}"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert done.stdout.splitlines()[-1] == last


def test_what_came_of_changes_is_shown_by_kind(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A change that makes the tests run too long is not one that a failing test noticed."""
    module = tmp_path / "module.py"
    source = "import sys\nend = 3\nn = 0\nwhile n != end:\n    n += 1\nsys.exit(n != 3)\n"
    module.write_text(source)
    monkeypatch.setattr(mutants, "pytest_command", lambda _: f"{sys.executable} {module}")
    monkeypatch.setattr(Usage, "limits", lambda _: Usage(0.5, PLENTY))
    mutants.limits_of.cache_clear()
    outcomes = Outcomes()
    for line, change in [
        ("end = 3", "end = 4"),
        ("n += 1", "n -= 1"),
        ("while n !=", "while n <"),
        ("n = 0", "n = 1"),
    ]:
        try_by_hand(ChangeByHand(str(module), line, change, ("any",)), outcomes)
        assert module.read_text() == source
    mutants.limits_of.cache_clear()
    explained = Change(str(module), "n = 0", "n = 1")
    wrongly = Change(str(module), "end = 3", "end = 4")
    assert outcomes.lines({explained, wrongly}) == [
        "4 changes, 2 not noticed (1 explained), 1 ran too long",
        "  survived:\n    - while n !=\n    + while n <",
        "  ran too long:\n    - n += 1\n    + n -= 1",
        "  explained in equivalents.toml, but not a survivor:\n    - end = 3\n    + end = 4",
    ]


def test_tests_that_fail_without_a_change_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every change would count as noticed."""
    module = tmp_path / "module.py"
    module.write_text("raise SystemExit(1)")
    monkeypatch.setattr(mutants, "pytest_command", lambda _: f"{sys.executable} {module}")
    with pytest.raises(SystemExit, match=r"test_any\.py: expected to pass without a change"):
        mutants.limits_of(("test_any.py",))
