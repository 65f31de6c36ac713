"""Options: one word for one thing, choices, completion, examples, and the names that are no longer accepted."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from typing import Any

import pytest

from litslab.app.cli import main, options
from litslab.solver.engines.registry import ENGINES
from tests.app.commands import commands
from tests.running import PATIENCE, prepared

COMMANDS = commands()


def words(command: Any) -> list[Any]:
    return [parameter for parameter in command.params if parameter.param_type_name == "option"]


def test_the_same_option_is_declared_alike_in_every_command() -> None:
    seen: dict[str, set[tuple[str, ...]]] = {}
    for command in COMMANDS.values():
        for option in words(command):
            for word in option.opts:
                seen.setdefault(word, set()).add((*option.opts, *option.secondary_opts))
    seen["--trials"] -= {("--trials", "--no-trials")}  # a number of trials in `grade`, whether any in `generate`
    seen["--rules"] -= {("--rules", "--no-rules")}  # whether a booklet prints them, elsewhere which they are
    seen["--time-limit"] -= {("--time-limit", "--time")}  # the short form is for `solve` and `analyse` alone
    seen["--orbits"] -= {("--orbits", "--no-orbits")}
    assert {word: found for word, found in seen.items() if len(found) != 1} == {}
    assert seen["--output"] == {("-o", "--output")}
    assert seen["--count"] == {("-n", "--count")}
    assert not {"--jobs", "--out", "--games", "--method"} & set(seen)


def test_what_is_divided_among_processes_can_be_sent_to_a_cluster() -> None:
    for name, command in COMMANDS.items():
        found = {word for option in words(command) for word in option.opts}
        if name != "report":
            assert ("--workers" in found) == ("--scheduler" in found), name


def test_every_word_of_the_vocabulary_is_found() -> None:
    for name, option in options.VOCABULARY.items():
        for words in (option.choices, option.complete):
            assert not words or all(options.looked_up(words)), name
    assert options.looked_up(options.VOCABULARY["engine"].choices) == list(ENGINES)
    assert options.looked_up(options.VOCABULARY["scoring"].choices) == ["largest", "second"]


@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMMANDS))
def test_help_has_examples_that_can_be_typed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    shown = capsys.readouterr().out
    examples = [line.strip() for line in shown.partition("Examples:")[2].splitlines() if line.strip()]
    beginning = f"litslab {name}"
    own = [part for example in examples for part in example.split(" | ") if f"{part} ".startswith(f"{beginning} ")]
    assert own
    for part in own:
        COMMANDS[name].make_context(name, shlex.split(part.removeprefix(beginning)))


def completed(*typed: str) -> list[str]:
    """What bash offers for the last of the words."""
    line = " ".join(("litslab", *typed))
    done = subprocess.run(
        prepared(sys.executable, "-m", "litslab.app.cli"),
        env={**os.environ, "_LITSLAB_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(typed))},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.slow
def test_completion_offers_commands_games_players_and_choices() -> None:
    assert completed("pu") == ["puzzle"]
    assert completed("new", "tai") == ["taiji", "tailits", "tailits+taiji", "taiji+battle-of-lits"]
    assert completed("match", "g") == ["greedy"]
    assert completed("solve", "--engine", "k") == ["kernel"]
    assert completed("puzzle", "generate", "--symmetry", "h") == ["half-turn"]
