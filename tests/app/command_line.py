"""The command line as tests use it: run in this process or in one of its own."""

from __future__ import annotations

import json
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from litslab.app.cli import main
from litslab.games import create
from litslab.games.record import Record
from tests.games.playing import play_at_random
from tests.running import litslab, run_to_end

DONE = 0
NEGATIVE = 1
BAD_INPUT = 2
LIMIT = 3
INTERRUPTED = 130
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

ENOUGH = "600"
"""A time limit in seconds that no part of the work meets, on however busy a machine."""


@dataclass(frozen=True)
class Answer:
    """The output and status of a command line."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The only JSON document on standard output; standard error is empty."""
        assert self.err == ""
        assert self.out.endswith("\n")
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document

    def documents(self, status: int = DONE) -> list[dict[str, Any]]:
        """Return the JSON documents on standard output, one per line; the command has to end with a
        status.
        """
        assert self.status == status
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def complaint(self) -> str:
        """The one line on standard error; standard output is empty."""
        assert self.out == ""
        assert self.err.startswith("litslab: ")
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1
        assert "Traceback" not in self.err
        return self.err


class Runner:
    """Runs command lines in this process, in a folder of their own."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys = capsys
        self.folder = folder

    def __call__(self, *arguments: str | Path) -> Answer:
        self.capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        captured = self.capsys.readouterr()
        return Answer(status, captured.out, captured.err)

    def ok(self, *arguments: str | Path, status: int = DONE) -> dict[str, Any]:
        """Return the document of a command that has to succeed, or to end with a given status."""
        answer = self(*arguments, "--json")
        assert answer.status == status
        return answer.document

    def refused(self, *arguments: str | Path) -> str:
        """Return the message about bad input."""
        answer = self(*arguments)
        assert answer.status == BAD_INPUT
        return answer.complaint

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command line as users do, in a process of its own."""
    return run_to_end(*litslab(*arguments), **options)


def a_game(name: str, seed: int = 1, **options: Any) -> Record:
    """A random game to its end."""
    rules = create(name, **options)
    moves, _ = play_at_random(rules, random.Random(seed), passes=False)
    return Record(rules, tuple(moves))
