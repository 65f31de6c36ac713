"""The reference of the command line, which the site's build makes from the code."""

from __future__ import annotations

import re

import pytest

from docs.command_line import reference
from tests.app.commands import commands
from tests.running import DOCS

COMMANDS = commands()
SECTIONS = dict(re.findall(r"^#+ litslab ([^\n]+)\n(.*?)(?=^#+ |\Z)", reference(), re.M | re.S))
"""The text below each heading, by the name of the command or group."""


def test_every_command_has_one_section() -> None:
    groups = {name.rpartition(" ")[0] for name in COMMANDS} - {""}
    assert SECTIONS.keys() == COMMANDS.keys() | groups


@pytest.mark.parametrize("name", COMMANDS)
def test_a_section_has_the_help_the_parameters_and_the_examples(name: str) -> None:
    command = COMMANDS[name]
    section = SECTIONS[name]
    assert command.help.strip() in section
    cells = re.findall(r"^\| `([^`]+)` \|", section, re.M)
    words = {word for cell in cells for word in re.findall(r"--?[\w-]+", cell)}
    shown = [each for each in command.params if not getattr(each, "hidden", False)]
    options = {
        word
        for each in shown
        if each.param_type_name == "option"
        for word in (*each.opts, *each.secondary_opts)
    }
    assert options <= words
    for each in shown:
        if each.param_type_name == "argument":
            assert any(each.metavar in cell for cell in cells)
    assert re.search(rf"^```sh\n.*litslab {name}\b", section, re.M | re.S)


def test_the_stored_page_has_no_command() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert "<!-- commands -->\n<!-- end of commands -->" in page
