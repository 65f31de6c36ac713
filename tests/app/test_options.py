"""Options and lists of commands: one word for one thing, values as text, choices, completion, and
what help lists.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from typing import Any

import pytest

import litslab as ll
from litslab.app.cli.command import DECLARED
from litslab.app.cli.program import COMMANDS as LISTED
from litslab.app.cli.program import MODULES, command_line
from litslab.app.cli.shared import GameChoice, read_options
from litslab.app.cli.words import WordReader, words_of
from litslab.games.errors import OptionError
from litslab.games.registry import GAMES, game
from litslab.solver.engines.registry import ENGINES
from tests.app.command_line import Runner, process
from tests.app.commands import commands

COMMANDS = commands()


def words(command: Any) -> list[Any]:
    return [parameter for parameter in command.params if parameter.param_type_name == "option"]


def test_the_same_option_is_declared_alike_in_every_command() -> None:
    seen: dict[str, set[tuple[str, ...]]] = {}
    for command in COMMANDS.values():
        for option in words(command):
            for word in option.opts:
                seen.setdefault(word, set()).add((*option.opts, *option.secondary_opts))
    # A number of trials in `grade`, whether any in `generate`.
    seen["--trials"] -= {("--trials", "--no-trials")}
    # Whether a booklet prints them, elsewhere which they are.
    seen["--rules"] -= {("--rules", "--no-rules")}
    # The short form is for `solve` and `analyse` alone.
    seen["--time-limit"] -= {("--time-limit", "--time")}
    seen["--orbits"] -= {("--orbits", "--no-orbits")}
    assert {word: found for word, found in seen.items() if len(found) != 1} == {}
    assert seen["--output"] == {("-o", "--output")}
    assert seen["--count"] == {("-n", "--count")}
    assert not {"--jobs", "--out", "--method"} & set(seen)


def test_what_is_divided_among_processes_can_be_sent_to_a_cluster() -> None:
    for name, command in COMMANDS.items():
        found = {word for option in words(command) for word in option.opts}
        if name != "report":
            assert ("--workers" in found) == ("--scheduler" in found), name


def test_every_command_is_declared_by_its_name() -> None:
    assert DECLARED.keys() == COMMANDS.keys() == MODULES.keys()
    for name, command in DECLARED.items():
        assert command.help.startswith(command.summary.removesuffix(".")), name
        assert command.examples, name


def test_every_word_that_an_option_names_is_found() -> None:
    completing = set()
    for name, command in COMMANDS.items():
        context = command.context_class(command, info_name=name)
        for parameter in command.params:
            declared = parameter.type_descriptor.parameter_info
            if isinstance(declared.parser, WordReader):
                assert parameter.metavar == f"<{'|'.join(words_of(declared.parser.place))}>"
            if declared.autocompletion is not None:
                completing.add(parameter.name)
                assert all(each.value for each in parameter.shell_complete(context, "")), name
                assert parameter.shell_complete(context, "no such word") == []
    assert {"engine", "game", "lang", "option", "player_1", "symmetry"} <= completing
    assert words_of("litslab.solver.engines.registry:ENGINES") == list(ENGINES)
    assert words_of("litslab.app.cli.shared:scorings") == [
        "largest",
        "second",
        "sum",
        "squares",
        "products",
    ]


def test_a_command_that_takes_the_options_of_a_game_takes_all_of_them() -> None:
    names = [field.name for field in fields(GameChoice)]
    commands = {
        name: [each.name for each in command.params]
        for name, command in COMMANDS.items()
        if any(each.name == "scoring" for each in command.params)
    }
    assert len(commands) == 11
    for name, found in commands.items():
        assert [each for each in found if each in names] == names, name


@pytest.mark.parametrize(
    ("name", "function"), [("puzzle book", ll.book), ("study book", ll.study_book)]
)
def test_a_booklet_has_the_options_and_the_defaults_of_the_library(
    name: str, function: Callable[..., object]
) -> None:
    ours = signature(function).parameters
    theirs = signature(DECLARED[name].function).parameters
    options = [each.name for each in ours.values() if each.kind is each.KEYWORD_ONLY]
    for option in options:
        if option not in {"progress", "on_error"}:
            assert theirs[option].default == ours[option].default


def completed(*typed: str) -> list[str]:
    """Return the completions of bash for the last of the words."""
    line = " ".join(("litslab", *typed))
    words = {
        "_LITSLAB_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(typed)),
    }
    done = process(env=os.environ | words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.slow
def test_completion_offers_commands_games_players_and_choices() -> None:
    assert completed("pu") == ["puzzle"]
    assert completed("new", "tai") == ["taiji", "tailits", "tailits+taiji", "taiji+battle-of-lits"]
    assert completed("match", "g") == ["greedy"]
    assert completed("solve", "--engine", "k") == ["kernel"]
    assert completed("puzzle", "generate", "--symmetry", "h") == ["half-turn"]


@pytest.mark.slow
def test_every_command_is_listed_once_with_the_whole_of_its_summary(run: Runner) -> None:
    listed = list(dict.fromkeys(name.split()[0] for names in LISTED.values() for name in names))
    assert sorted(listed) == sorted(command_line().commands)
    shown = run("-h")
    assert (shown.status, shown.err, shown.out) == (0, "", run("--help").out)
    assert run().out == shown.out
    assert "engine: kernel" in run("--version").out
    assert {"--install-completion", "--show-completion"} <= set(shown.out.split())
    assert "..." not in shown.out.replace("[ARGS]...", "")
    assert max(map(len, shown.out.splitlines())) <= 80
    assert all(f"\n{title}:\n" in shown.out for title in LISTED)


def test_every_help_fits_80_columns_and_begins_with_the_options_of_its_game(run: Runner) -> None:
    for name, command in COMMANDS.items():
        assert max(map(len, run(*name.split(), "--help").out.splitlines())) <= 80, name
        if any(each.name == "option" for each in command.params):
            titles = [
                line
                for line in run(*name.split(), "tailits", "-h").out.splitlines()
                if line.startswith("Options")
            ]
            assert titles == ["Options of TAILITS:", "Options:", "Options of other games:"]


def test_a_bare_group_prints_its_help(run: Runner) -> None:
    for name in ("plot", "puzzle", "study", "campaign", "maximal", "run"):
        bare = run(name)
        assert (bare.status, bare.err) == (0, "")
        assert bare.out == run(name, "-h").out
        assert "\nCommands:\n" in bare.out


@pytest.mark.parametrize("name", list(GAMES))
def test_every_default_can_be_given_as_text(name: str) -> None:
    rules = game(name)
    defaults = rules()
    for each in rules.options():
        value = getattr(defaults, each.name)
        if each.metadata["setup"] or value is None or value == () or each.name == "pieces":
            continue
        text = (
            str(value).lower()
            if isinstance(value, bool)
            else str(list(value) if isinstance(value, tuple) else value)
        )
        assert read_options(rules, [f"{each.name}={text}"]) == {each.name: value}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("size", "option 'size': expected NAME=VALUE"),
        ("=3", "option '' of tailits: expected one of size, "),
        ("wings=3", "option 'wings' of tailits: expected one of size, "),
        ("size=nine", "option size = 'nine': input should be a valid integer"),
        ("size=1979-05-27", "option size = 1979-05-27: expected no date or time"),
        ("flips=maybe", "option flips = 'maybe': input should be a valid boolean"),
        ("supply=[1, 2", "option supply = '\\[1, 2': input should be a valid "),
        ("pieces=3", "option pieces = 3: "),
    ],
)
def test_what_is_wrong_is_told_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint) as raised:
        read_options(game("tailits"), [text])
    assert "\n" not in str(raised.value)


def test_an_option_is_given_once_and_may_have_hyphens() -> None:
    with pytest.raises(OptionError, match="option 'size': expected it once"):
        read_options(game("taiji"), ["size=7", "size=9"])
    assert read_options(game("taiji"), [" size = 7 "]) == {"size": 7}
