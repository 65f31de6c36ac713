"""Every example of the README and of the documentation's pages runs: Python as doctests, shell
lines in a shell.

The examples of a page run in order, in one temporary folder that is empty at first, and share what
they define and write; estimates take less time than is shown, and no other process works. A block
that cannot run in a test says why in the line before it: ``<!-- not run: why -->``. The pictures in
``docs/pictures/how-to`` are those that the examples draw; with ``LITSLAB_PICTURES=1`` they are
stored.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from litslab.app.cli import main
from litslab.games.registry import GAMES
from tests.dask_cluster import local_cluster
from tests.running import DOCS, ROOT, run_to_end

RUN = {"python", "pycon", "sh", "console"}
SHOWN = {"text", "toml", "json"}
SCHEDULER = "tcp://192.168.0.10:8786"
"""The address that stands for the reader's cluster; a test has one of its own."""

FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\S*)[^\n]*\n(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
NOT_RUN = re.compile(r"<!-- not run: (?P<why>.+) -->\n\Z")
PICTURE = re.compile(r"!\[[^\]]+\]\((?:docs/|\.\./)?pictures/how-to/([^)]+)\)")
PICTURES = DOCS / "pictures" / "how-to"
VARYING = re.compile(
    r"\d[\d,.]*(?= (?:m?s|nodes|positions)\b)|(?<=probably )\d.*|(?<=litslab )\d\S*"
)
"""Times, counts of nodes and positions, and versions."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    Attributes
    ----------
    language : str
        What stands after the fence.
    text : str
        Its lines, without the indentation of the fence.
    line : int
        The number of its first line in the page, from 0.
    why_not : str
        Why it is not run; empty if it is.
    """

    language: str
    text: str
    line: int
    why_not: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    for found in FENCE.finditer(page):
        before = NOT_RUN.search(page[: found.start()])
        indent = len(found["indent"])
        text = "".join(line[indent:] for line in found["body"].splitlines(keepends=True))
        yield Block(
            found["language"],
            text,
            page.count("\n", 0, found.start("body")),
            before["why"] if before else "",
        )


def examples(page: str) -> list[Block]:
    """Return the blocks of a page that are run."""
    return [block for block in blocks(page) if block.language in RUN and not block.why_not]


def pages() -> dict[str, str]:
    """Return the text of the README and of every page, by its path."""
    paths = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


PAGES = pages()
WITH_EXAMPLES = [name for name, page in PAGES.items() if examples(page)]


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_EXAMPLES)
@mock.patch.dict(GAMES)  # a page may define games
def test_the_examples_of_a_page_run(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = PAGES[name]
    folder = prepare(tmp_path / "folder")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    defined: dict[str, Any] = {"__name__": "__main__"}
    with local_cluster(tmp_path, workers=1) if SCHEDULER in page else nullcontext() as started:
        address = started.address if started else SCHEDULER
        shown = re.sub(
            r"(--time-limit) [12]\b", r"\1 0.3", page.replace("--workers 2", "--workers 1")
        )
        for block in examples(shown.replace(SCHEDULER, address)):
            if block.language in {"python", "pycon"}:
                run_python(block, name, defined)
            elif block.language == "sh":
                run_shell(block.text)
            else:
                for command, expected in sessions(block.text):
                    compare(command, expected, run_shell(command))
    for picture in filter(os.path.exists, PICTURE.findall(page)):
        check_picture(PICTURES / picture, folder / picture)


def prepare(folder: Path) -> Path:
    """Make a folder with the command ``litslab``."""
    program = folder / "bin" / "litslab"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m litslab.app.cli "$@"\n')
    program.chmod(0o755)
    return folder


def run_python(block: Block, name: str, defined: dict[str, Any]) -> None:
    """Run a block: compare the output after prompts with the shown one; code without prompts only
    has to run.
    """
    if ">>> " not in block.text:
        exec(compile("\n" * block.line + block.text, name, "exec"), defined)
        return
    test = doctest.DocTestParser().get_doctest(block.text, defined, name, name, block.line)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        test, out=said.append, clear_globs=False
    )
    defined.update(test.globs)
    assert tried > 0
    assert failed == 0, "".join(said)


def run_shell(script: str) -> str:
    """Run commands until one fails, our own without a shell, and return their output."""
    whole = re.search(r"^\w+=|^ |<<|\\$", script, re.MULTILINE)
    return "".join(map(run_line, [script] if whole else script.splitlines()))


def run_line(script: str) -> str:
    """Run a line, or several that belong together, and return the output."""
    if "\n" not in script.strip():
        words = shlex.split(script, comments=True)
        if not words:
            return ""
        if words[0] == "litslab" and not re.search(r"[|>$*~]|&&", script):
            return run_command(words[1:])
    ended = run_to_end("bash", "-euo", "pipefail", "-c", script)
    assert ended.returncode == 0, (
        f"{script}\nended with {ended.returncode}:\n{ended.stdout}{ended.stderr}"
    )
    return ended.stdout


def run_command(arguments: list[str]) -> str:
    """Run our own command in this process, without new imports, and return its output."""
    out = io.StringIO()
    err = io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(arguments)
    assert status == 0, (
        f"litslab {shlex.join(arguments)}\nended with {status}:\n{out.getvalue()}{err.getvalue()}"
    )
    return out.getvalue()


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """Yield each command after a ``$`` with the lines that it is shown to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def compare(command: str, expected: str, printed: str) -> None:
    """Compare an output with the shown one, in which one ``...`` may stand for some of its lines,
    if it has over ten.

    An output that depends on the time available may be cut at any length.
    """
    lines = [f"{line.rstrip()}\n" for line in printed.splitlines()]
    shown, actual = (VARYING.sub("#", text) for text in (expected, "".join(lines)))
    parts = re.split(r"(?<!\S)\.{3}(?!\S)", shown)
    if "--time-limit" not in command:
        assert len(parts) == 1 or (len(parts) == 2 and len(lines) > 10), (
            f"$ {command}\nleaves out too much"
        )
    assert re.fullmatch(".*".join(map(re.escape, parts)), actual, re.DOTALL), (
        f"$ {command}\n{printed}"
    )


def check_picture(stored: Path, drawn: Path) -> None:
    """Compare a stored picture with the drawn one: only the size if it is a plot, which depends on
    Matplotlib.
    """
    picture = drawn.read_bytes()
    if os.environ.get("LITSLAB_PICTURES"):
        stored.write_bytes(picture)
    assert stored.stat().st_size < 60_000
    assert b"matplotlib" in picture or stored.read_bytes() == picture, (
        f"{stored}: run make pictures"
    )


def test_every_stored_picture_is_drawn_and_shown() -> None:
    text = "".join(PAGES.values())
    drawn = set(re.findall(r" -o (\S+)", text))
    assert {path.name for path in PICTURES.iterdir()} == set(PICTURE.findall(text)) & drawn


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("docs/")])
def test_a_page_names_its_readers_first(name: str) -> None:
    """Every page says whom it is for in the first words below its title."""
    title, first = [line for line in PAGES[name].splitlines() if line][:2]
    assert title.startswith("# ")
    assert first.startswith("For ")


def test_every_block_is_run_or_says_why_not() -> None:
    found = {(name, block) for name, page in PAGES.items() for block in blocks(page)}
    assert {
        (name, block.language) for name, block in found if block.language not in RUN | SHOWN
    } == set()
    reasons = [block.why_not for _, block in found if block.why_not]
    assert len(reasons) <= 6
    comments = sum(page.count("<!-- not run") for page in PAGES.values())
    assert len(reasons) == comments, (
        "a comment is not in the line before a block, or gives no reason"
    )
