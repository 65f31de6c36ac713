"""Texts made to take a parser's time: every reader answers each of them soon."""

from __future__ import annotations

import contextlib
import subprocess
import sys

import pytest

from litslab.app.ltp import LtpEngine
from litslab.games.errors import GameError
from litslab.games.ltp import parse_start
from litslab.games.notation import parse_move, parse_placements
from litslab.games.record_ltp import loads_ltp
from litslab.games.record_toml import loads
from litslab.games.registry import create
from litslab.puzzles.lits.formats import FORMATS, read_one, read_text
from litslab.puzzles.lits.sources import read_sources
from tests.fuzz.nasty import NASTY

SECONDS = 120.0
"""Most time for all texts of a reader; they take less than five seconds on a slow machine."""


def _in_ltp(text: str) -> None:
    engine = LtpEngine(lambda *_: ())
    line = text.replace("\n", " ")
    for command in ("", "newgame ", "play "):
        list(engine.reply(command + line))


def _as_moves(text: str) -> None:
    for game in ("taiji", "battle-of-lits", "tailits", "wythe"):
        rules = create(game)
        with contextlib.suppress(GameError):
            parse_move(text, rules.start())
        parse_placements(text, rules)


def _in_every_format(text: str) -> None:
    for form in FORMATS.values():
        form.matches(text)
        form.split(text)
        with contextlib.suppress(GameError):
            form.read(text)


READERS = {
    "puzzle": read_one,
    "puzzles": lambda text: read_text(text, "the text"),
    "source": lambda text: read_sources([text]),
    "format": _in_every_format,
    "record": loads,
    "game in LTP": loads_ltp,
    "start in LTP": parse_start,
    "command of LTP": _in_ltp,
    "moves": _as_moves,
}
"""Readers of texts by their names."""


def read_all(name: str) -> None:
    """Read every text, and print the name of each before."""
    for each, text in NASTY.items():
        print(each, flush=True)
        with contextlib.suppress(GameError):
            READERS[name](text)


@pytest.mark.parametrize("reader", READERS)
def test_no_text_takes_long(reader: str) -> None:
    """The texts are read in a child process, which can be ended while a pattern is searched."""
    program = f"from {__name__} import read_all; read_all({reader!r})"
    command = [sys.executable, "-c", program]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        begun = (error.stdout or b"").decode().split("\n")
        pytest.fail(f"{reader}: more than {SECONDS} s, in the end for {begun[-2:]}")
    assert done.returncode == 0, f"{done.stdout.splitlines()[-1:]}: {done.stderr[-1000:]}"
    assert len(done.stdout.splitlines()) == len(NASTY)
