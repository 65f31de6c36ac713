"""Commands where some of litslab's extras are installed: each works, or names the extra that it
needs.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from litslab.games.packages import EXTRA_OF
from tests.app import every_command
from tests.app.commands import commands
from tests.running import ROOT, run_to_end


def test_the_table_has_every_command() -> None:
    lines = [command for _, _, command in every_command.rows()]
    missing = [
        name for name in commands() if not any(f"{line} ".startswith(f"{name} ") for line in lines)
    ]
    assert missing == []
    assert {extra for extra, _, _ in every_command.rows() if extra} == set(EXTRA_OF.values())


def test_every_optional_package_is_one_of_its_extra() -> None:
    for package, extra in EXTRA_OF.items():
        names = every_command.packages_of([extra]) - every_command.packages_of([])
        assert package in names


@pytest.mark.slow
@pytest.mark.parametrize("extra", ["", *sorted(set(EXTRA_OF.values()))])
def test_every_command_works_or_names_its_extra(extra: str, tmp_path: Path) -> None:
    script = every_command.__file__
    done = run_to_end(sys.executable, script, "--hide", *extra.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, "")


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_the_page_installs_what_its_commands_need(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    installed = re.findall(r"pip install '\.\[([\w,]+)\]'", text)
    assert installed
    used = re.findall(r"(?:^|`)litslab ([^`\n]+)", text, re.MULTILINE)
    needed = {"web"} if any(line == "serve" for line in used) else set()
    if any(re.search(r"-o \S+\.(png|pdf)", line) for line in used):
        needed.add("pictures")
    for each in installed:
        assert needed <= set(each.split(","))
