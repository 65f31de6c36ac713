"""The reference of the command line is what the code says, and nothing is missing in it."""

from __future__ import annotations

import re

from tests.app.commands import commands
from tests.scripts import DOCS, load_script

PAGE = DOCS / "cli.md"


def test_the_committed_page_is_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == load_script("make_cli").page(), "run `make cli`"


def test_every_command_and_option_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^#+ litslab (.+)\n((?:(?!^#).*\n)+)", text, re.MULTILINE))
    for name, command in commands().items():
        for parameter in command.params:
            if getattr(parameter, "hidden", False):
                continue  # an old name of another
            for word in parameter.opts if parameter.param_type_name == "option" else (parameter.metavar,):
                assert word in sections[name], (name, word)
        assert "litslab " + name in sections[name].partition("```sh")[2], name
