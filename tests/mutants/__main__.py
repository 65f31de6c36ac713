"""`make mutants`: small changes of the modules that users must trust, one at a time; the tests have
to notice each.

Cosmic Ray makes the changes and runs the nearest tests on each. A change that they let through (a
survivor) needs a test, or a reason in `equivalents.toml` why nobody could notice it. The changes
are made to the sources in place and undone, so leave the checkout alone meanwhile. A run that was
stopped is resumed, and unexplained survivors of a run are tried again; `--fresh` begins again, as a
change of the module does.

The tests run once without a change, which says how long they take. A change with which they take
several times as long is counted and shown separately: no test said what is wrong with it.

What Cosmic Ray does not make, such as a rule left out, is in `by_hand.toml`, with the tests that
have to notice it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from tests.mutants.limits import LIMITS, TOO_LONG, RanTooLongError, Usage, run_within

FOLDER = Path("build/mutants")
EQUIVALENTS = Path(__file__).with_name("equivalents.toml")
BY_HAND = Path(__file__).with_name("by_hand.toml")

MODULES = {
    "solver/campaign/verify.py": ["solver/campaign/test_verify.py"],
    "solver/campaign/rows.py": ["solver/campaign/test_rows.py", "solver/campaign/test_store.py"],
    "solver/endgame/certificate.py": ["solver/endgame/test_certificate.py"],
    "solver/endgame/certificate_file.py": ["solver/endgame/test_certificate_file.py"],
    "solver/endgame/verify.py": ["solver/endgame/test_certificate.py"],
    "solver/engines/walk.py": ["solver/engines/test_walk.py", "solver/endgame/test_certificate.py"],
    "puzzles/lits/check.py": ["puzzles/lits/test_check.py"],
    "app/web/security.py": ["app/web/test_security.py"],
    "jobs/pool.py": ["jobs/test_pool.py"],
}
"""The modules, those first on which most rests, and the tests that have to notice
changes of each.
"""

KEPT = (
    "ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt"
    "|GtE_Lt)",
    "ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_Mul|BitAnd_BitXor|LShift_RShift|RShift_LShift)",
    "ReplaceUnaryOperator_Delete_.*",
    "AddNot",
    "NumberReplacer",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
)
"""The kinds of changes, of the hundreds that Cosmic Ray knows: one or two of each operator.

``|`` is left out, as nearly all are in annotations; so are decorators and the names in ``except``.
"""


@dataclass(frozen=True)
class Change:
    """A change of one line of a module."""

    module: str
    line: str
    change: str


@dataclass(frozen=True)
class ChangeByHand(Change):
    """A change that is listed, and the tests that have to notice it."""

    tests: tuple[str, ...]


@dataclass
class Outcomes:
    """What came of the changes of a module."""

    made: int = 0
    survivors: set[Change] = field(default_factory=set)
    too_long: set[Change] = field(default_factory=set)

    def lines(self, known: set[Change]) -> list[str]:
        """Return the lines that show them, given the changes that are explained."""
        explained = len(known & self.survivors)
        return [
            f"{self.made} changes, {len(self.survivors)} not noticed ({explained} explained)"
            f", {len(self.too_long)} ran too long",
            *self._shown("survived", self.survivors - known),
            *self._shown("ran too long", self.too_long - known),
            *self._shown(
                f"explained in {EQUIVALENTS.name}, but not a survivor",
                known - self.survivors,
            ),
        ]

    @staticmethod
    def _shown(heading: str, changes: set[Change]) -> list[str]:
        return [
            f"  {heading}:\n    - {change.line}\n    + {change.change}"
            for change in sorted(changes, key=str)
        ]


def main() -> int:
    """Run the mutation tests, and return the exit status."""
    by_hand = read_by_hand()
    known_modules = list(dict.fromkeys((*MODULES, *(each.module for each in by_hand))))
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="all by default")
    parser.add_argument("--fresh", action="store_true", help="do not resume a run that was stopped")
    options = parser.parse_args()
    if unknown := set(options.modules) - set(known_modules):
        parser.error(f"{', '.join(sorted(unknown))}: expected some of {', '.join(known_modules)}")
    equivalents = read_equivalents()
    failed = False
    for module in options.modules or known_modules:
        known = {change for change in equivalents if change.module == module}
        listed = [change for change in by_hand if change.module == module]
        outcomes = Outcomes()
        if module in MODULES:
            outcomes = run(module, known, fresh=options.fresh)
        for change in listed:
            try_by_hand(change, outcomes)
        print(f"{module}: ", end="")
        print(*outcomes.lines(known), sep="\n", flush=True)
        failed |= known != outcomes.survivors
    return int(failed)


def read_equivalents() -> set[Change]:
    """Return the changes that nobody could notice; each is given with the reason why."""
    found = tomllib.loads(EQUIVALENTS.read_text()).get("equivalent", [])
    for each in found:
        assert each["why"], each
    return {Change(each["module"], each["line"], each["change"]) for each in found}


def read_by_hand() -> list[ChangeByHand]:
    """Return the changes that are listed, in the order of the file."""
    found = tomllib.loads(BY_HAND.read_text())["change"]
    return [
        ChangeByHand(each["module"], each["line"], each["change"], tuple(each["tests"]))
        for each in found
    ]


def try_by_hand(change: ChangeByHand, outcomes: Outcomes) -> None:
    """Make a listed change, run its tests, undo it, and add to the outcomes what came of it."""
    path = Path(change.module)
    source = path.read_text()
    assert source.count(change.line) == 1, f"{change.module}: expected once: {change.line}"
    plain = Change(change.module, change.line, change.change)
    limits = limits_of(change.tests)
    outcomes.made += 1
    path.write_text(source.replace(change.line, change.change))
    try:
        status, _ = run_within(shlex.split(pytest_command(change.tests)), limits, quiet=True)
    except RanTooLongError:
        outcomes.too_long.add(plain)
    else:
        if status not in {pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED}:
            outcomes.survivors.add(plain)
    finally:
        path.write_text(source)


@cache
def limits_of(tests: Sequence[str]) -> Usage:
    """Run tests on the sources as they are, and return the limits for them on changed ones."""
    status, used = run_within(shlex.split(pytest_command(tests)), quiet=True)
    if status != pytest.ExitCode.OK:
        sys.exit(f"{' '.join(tests)}: expected to pass without a change")
    return used.limits()


def run(module: str, known: set[Change], *, fresh: bool) -> Outcomes:
    """Make all changes of a module that a run before has not, and return what came of all."""
    limits = limits_of(tuple(MODULES[module]))
    FOLDER.mkdir(parents=True, exist_ok=True)
    name = module.removesuffix(".py").replace("/", "-")
    config = FOLDER / f"{name}.toml"
    session = FOLDER / f"{name}.sqlite"
    text = config_of(module)
    source = Path(module).read_text()
    before = FOLDER / f"{name}.source"
    if fresh or not session.exists() or config.read_text() != text or before.read_text() != source:
        session.unlink(missing_ok=True)
        config.write_text(text)
        before.write_text(source)
        command("cosmic-ray", "init", config, session)
        command("cr-filter-operators", session, config)
    else:
        forget_survivors(module, session, known)
    os.environ[LIMITS] = f"{limits.processor} {limits.asleep}"
    try:
        command("cosmic-ray", "exec", config, session)
    finally:
        Path(module).write_text(source)
    outcomes = Outcomes()
    for line in command("cosmic-ray", "dump", session).splitlines():
        _, result = json.loads(line)
        if result is None or result["worker_outcome"] != "normal":
            continue
        outcomes.made += 1
        if result["test_outcome"] == "survived":
            outcomes.survivors.add(change_of(module, result["diff"]))
        elif result["output"].endswith(f"{TOO_LONG}\n"):
            outcomes.too_long.add(change_of(module, result["diff"]))
    return outcomes


def forget_survivors(module: str, session: Path, known: set[Change]) -> None:
    """Let unexplained survivors of the last run be tried again: there may be a test for them by
    now.
    """
    with closing(sqlite3.connect(session)) as database, database:
        rows = database.execute(
            "SELECT job_id, diff FROM work_results WHERE test_outcome = 'SURVIVED'"
        ).fetchall()
        again = [(job,) for job, diff in rows if change_of(module, diff) not in known]
        database.executemany("DELETE FROM work_results WHERE job_id = ?", again)


def config_of(module: str) -> str:
    """Return Cosmic Ray's settings for a module.

    Its own limit is one of time that passes, which nothing reaches: `limits` has those that count.
    """
    dropped = f"core/(?!({'|'.join(KEPT)})$).*"
    return f"""\
[cosmic-ray]
module-path = "{module}"
timeout = 1_000_000
excluded-modules = []
test-command = "{sys.executable} -m tests.mutants.limits {pytest_command(MODULES[module])}"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = ['{dropped}']
"""


def pytest_command(tests: Iterable[str]) -> str:
    """Return the command that runs tests, or files of them, slow ones too."""
    files = " ".join(f"tests/{each}" for each in tests)
    return f"{sys.executable} -m pytest -n 0 -x -p no:cacheprovider -m 'not browser' {files}"


def change_of(module: str, diff: str) -> Change:
    """Return what a diff changes."""
    sides = [re.findall(rf"^\{sign}(?!\{sign}\{sign} )(.*)$", diff, re.MULTILINE) for sign in "-+"]
    line, change = ("\n".join(each.strip() for each in side) for side in sides)
    return Change(module, line, change)


def command(name: str, *arguments: str | Path) -> str:
    """Run a command of this environment and return what it prints."""
    path = Path(sys.executable).with_name(name)
    return subprocess.run([path, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
