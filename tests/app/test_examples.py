"""The examples that ship with the package, and those of every ``--help``, away from a checkout."""

from __future__ import annotations

import io
import re
import shlex
import sys
from functools import partial
from pathlib import Path

import pytest

from litslab import kernel
from litslab.games.errors import OptionError
from litslab.puzzles.examples import TITLES, examples, find_example
from litslab.solver.finals.beam_search import beam_search
from tests.app.command_line import BAD_INPUT, DONE, EXAMPLES, LIMIT, NEGATIVE, Runner
from tests.app.commands import commands
from tests.running import PATIENCE

COMMANDS = commands()
NOT_RUN = {"serve", "page"}
"""The server does not end, and the page needs a kernel as WebAssembly."""


def test_all_files_ship_and_are_found_by_name() -> None:
    shipped = {each.path: each.text for each in examples()}
    assert shipped == {
        path.relative_to(EXAMPLES).as_posix(): path.read_text(encoding="utf-8")
        for path in EXAMPLES.rglob("*")
        if path.is_file()
    }
    names = [each.name for each in examples()]
    assert len(set(names)) == len(names)
    assert set(TITLES) == {Path(path).stem for path in shipped if not path.endswith(".toml")}
    assert find_example("heart").path == "puzzles/heart.grid"
    assert find_example("battle-of-lits").name == "battle-of-lits-10"
    with pytest.raises(
        OptionError, match=r"did you mean wythe-8\? expected alphabet, battle-of-lits-10, "
    ):
        find_example("wyhte-8")


def test_an_example_is_printed_or_written(run: Runner) -> None:
    text = (EXAMPLES / "taiji-7.toml").read_text(encoding="utf-8")
    assert run("example", "taiji-7").out == text
    assert run.ok("example", "taiji")["text"] == text
    assert run("example", "taiji", "-o", "game.toml").out == "wrote game.toml\n"
    assert Path("game.toml").read_text(encoding="utf-8") == text
    assert run("example", "wythe", "-o", "game.toml").status == BAD_INPUT
    listed = run("example").out.splitlines()
    assert [line.split()[0] for line in listed] == [each.name for each in examples()]


def test_the_folder_of_examples_is_written_again_where_nothing_else_is_there(run: Runner) -> None:
    for _ in range(2):
        assert run("example", "-o", "examples").out == "wrote examples\n"
    Path("examples/wythe-8.toml").write_text("mine")
    assert "already exists" in run("example", "-o", "examples").complaint
    assert run("example", "-o", "examples", "--force").status == DONE
    assert Path("examples/wythe-8.toml").read_text(encoding="utf-8") == find_example("wythe-8").text


def shortened(line: str, command: str) -> list[str]:
    """Return the words of an example, with less work and on this machine alone; names with * are
    those of files.

    An example without a time limit of its own, or of its command, has to end well before
    `PATIENCE`, by the kernel.
    """
    brief = 1 if command == "report" else 0.3
    line = re.sub(r" --scheduler \S+", "", line)
    line = re.sub(r"(?<= -n )\d+", "1", line)
    line = re.sub(r"(?<= --workers )\d+", "1", line)
    line = re.sub(r" --time-limit \S+", f" --time-limit {brief}", line)
    for parameter in COMMANDS[command].params:
        if "--time-limit" in parameter.opts and "--time-limit" not in line:
            ends = kernel.AVAILABLE and parameter.default is None and command != "report"
            line += f" --time-limit {PATIENCE if ends else brief}"
        if "--playouts" in parameter.opts and command == "report":
            line += " --games 12 --playouts 64"
        if "--samples" in parameter.opts:
            line += " --samples 64"
        if "--workers" in parameter.opts and "--workers" not in line:
            line += " --workers 1"
    return [
        name
        for word in shlex.split(line)
        for name in (sorted(map(str, Path().glob(word))) if "*" in word else (word,))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(COMMANDS) - NOT_RUN))
def test_every_example_of_help_runs_in_an_empty_folder(
    name: str,
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    narrow = partial(beam_search, width=2)
    monkeypatch.setattr("litslab.analysis.report.sections.extremes.beam_search", narrow)
    assert not list(Path().iterdir())
    lines = [
        line.strip()
        for line in COMMANDS[name].epilog.splitlines()
        if line.strip().startswith("litslab ")
    ]
    assert any(f"litslab {name} " in f"{line} " for line in lines)
    for line in lines:
        given = ""
        for part in line.split(" | "):
            words = part.removeprefix("litslab ")
            command = max(
                (each for each in COMMANDS if f"{words} ".startswith(f"{each} ")), key=len
            )
            stream = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
            monkeypatch.setattr(sys, "stdin", stream)
            typed = shortened(words, command)
            answer = run(*typed)
            said = f"{line}\n{answer.err}"
            # A negative answer is an answer. The example may reach its own limit with nothing
            # proved.
            ends = str(PATIENCE) in typed and command != "campaign verify"
            assert answer.status in {
                DONE,
                *(() if ends else (LIMIT,)),
                *((NEGATIVE,) if "check" in command else ()),
            }, said
            given = answer.out
